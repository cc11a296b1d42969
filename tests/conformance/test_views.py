"""Views of a report: the counts of the log, nothing of a log unescaped, every clause in place."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterable, Iterator
from html.parser import HTMLParser
from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from rich.console import Console

import tikal
from tikal.clauses import chapters, clauses
from tikal.conformance import views
from tikal.conformance.adapter import Adapter
from tikal.conformance.audit import audit
from tikal.conformance.cases import cases
from tikal.conformance.kit import run_here
from tikal.conformance.matrix import Agreement, Cell, Evidence, matrix_of
from tikal.conformance.report import (
    OUTCOMES,
    Header,
    Json,
    Kind,
    Log,
    Outcome,
    Result,
    Writer,
    read,
)
from tikal.conformance.summary import (
    HOUSE_RULES,
    NO_EDITION,
    WHOLE_GAMES,
    Moves,
    Tally,
    summarise,
    summary_of,
)
from tikal.conformance.views import about_games, elements, html, junit, markdown, terminal, words
from tikal.errors import InvalidArgument, InvalidNotation
from tikal.moves import Move
from tikal.state import State

HOSTILE = (
    "</td><script>alert('x')</script> & \" ]]> `|` \\ --> \x00\x1b[31m\x9b \u202e [a](b) *b* _c_"
)
EXAMPLES = Path(__file__).parents[2] / "examples"
RIO, LEGEND = "rio-grande-1999", "legend-classic"


def written(path: Path, kind: Kind, results: Iterable[Result], subject: str = "something") -> Log:
    header = Header(kind, subject, {"language": "python", "house_rules": True})
    with path.open("w", encoding="utf-8") as file, Writer(file, header) as log:
        for result in results:
            log.add(result)
    return read(path)


# --- logs to look at ---------------------------------------------------------------------------


def broken_games(folder: Path) -> Iterator[Path]:
    """The examples, and what mishaps make of them."""
    for path in sorted(EXAMPLES.glob("*.tikal")):
        lines = path.read_text("utf-8").splitlines(keepends=True)
        whole = folder / path.name
        whole.write_text("".join(lines), "utf-8")
        swapped = folder / f"{path.stem}-swapped.tikal"
        swapped.write_text("".join([*lines[:20], lines[24], *lines[21:24], lines[20]]), "utf-8")
        cut = folder / f"{path.stem}-cut.tikal"
        cut.write_text("".join(lines)[:700], "utf-8")
        yield from (whole, swapped, cut)
    garbage = folder / "<script>alert('x')< & \".tikal"
    garbage.write_bytes(bytes(range(256)))
    yield garbage


def audit_log(folder: Path) -> Log:
    folder.mkdir()
    return written(folder / "audit.jsonl", "audit", audit(broken_games(folder)), "some games")


class Careless(Adapter):
    """Forgets one clause and overestimates long ways."""

    def check(self, state: State, move: Move, seat: int | None) -> list[str]:
        return [clause for clause in super().check(state, move, seat) if clause != "CAMP-03"]

    def path_cost(self, state: State, origin: str, target: str, seat: int | None) -> int | None:
        cost = super().path_cost(state, origin, target, seat)
        return cost and cost + (cost > 5)


def engine_log(path: Path) -> Log:
    asked = (case for case in cases() if {"CAMP-03", "MOVE-03", "PATH-02"} & {*case.clauses})
    results = run_here(Careless(), asked)
    more = (
        Result("case", "games/1", "errored", RIO, (), "the engine ended", {"origin": "game"}),
        Result("case", "a/twin", "skipped", LEGEND, ("AUCTION-04",), "no auction"),
    )
    return written(path, "engine", (*results, *more), "careless 1.0")


def evidence(clause: str) -> Iterator[Result]:
    """Something of every kind about a clause."""
    some = {"property": True, "cases": 4, "examples": 60}
    yield Result("test", f"tests/test_a.py::test_{clause}", "passed", None, (clause,), "", some)
    killer = {"killer": "tests/test_a.py::test_b"}
    yield Result("mutant", f"{clause} is never asked", "passed", None, (clause,), "", killer)
    yield Result("agreement", clause, "passed", RIO, (clause,), "", {"verdicts": 7})
    yield Result("case", f"{clause}/x", "passed", RIO, (clause,), "", {"origin": "golden"})


def self_results() -> Iterator[Result]:
    for entry in clauses():
        yield from evidence(entry.id)
    for edition in tikal.EDITIONS:
        counts = {"positions": 10, "verdicts": 1000}
        yield Result("agreement", "positions", "passed", edition, (), "", counts)
    yield Result("test", "tests/test_b.py::test_no_clause", "passed")
    yield Result("test", "tests/test_b.py::test_c", "failed", None, ("CAMP-04",), "assert 1 == 2")
    yield Result("mutant", "stones are not counted", "failed", None, ("PATH-02",), "survived")


def self_log(path: Path) -> Log:
    return written(path, "self", self_results(), "tikal-rules")


def hostile_results(about: str) -> Iterator[Result]:
    position = json.loads(json.dumps({"format": HOSTILE, "edition": HOSTILE}))
    for outcome in OUTCOMES:
        for edition in (None, RIO, HOSTILE):
            detail: dict[str, Json] = {
                "names": [HOSTILE, 3],
                "scores": {HOSTILE: HOSTILE, "9" * 500: 1},
                "winners": [HOSTILE],
                "players": HOSTILE,
                "moves": 3,
                "killer": HOSTILE,
                "origin": HOSTILE,
                "description": HOSTILE,
                "failures": [{"question": HOSTILE, "expected": [HOSTILE], "got": {HOSTILE: None}}],
                "refusal": {
                    "move": HOSTILE,
                    "line": HOSTILE,
                    "number": HOSTILE,
                    "violations": [{"clause": HOSTILE, "message": HOSTILE, "facts": 1}, HOSTILE],
                    "nearest": [HOSTILE],
                    "position": position,
                },
            }
            clauses_ = ("CAMP-03", "NONE-99")
            yield Result(about, HOSTILE, outcome, edition, clauses_, HOSTILE, detail)
            yield Result(about, HOSTILE, outcome, edition, (), HOSTILE, {"refusal": HOSTILE})


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Log]:
    folder = tmp_path_factory.mktemp("logs")
    hostile = {
        f"hostile {kind}": written(
            folder / f"hostile-{kind}.jsonl", kind, hostile_results(about), HOSTILE
        )
        for kind, about in _KINDS
    }
    return {
        "audit": audit_log(folder / "audit"),
        "engine": engine_log(folder / "engine.jsonl"),
        "self": self_log(folder / "self.jsonl"),
        "empty": written(folder / "empty.jsonl", "engine", ()),
        **hostile,
    }


_KINDS: tuple[tuple[Kind, str], ...] = (("audit", "game"), ("engine", "case"), ("self", "test"))
NAMES = (
    "audit", "engine", "self", "empty", "hostile audit", "hostile engine", "hostile self",
)  # fmt: skip
every_log = pytest.mark.parametrize("name", NAMES)


VIEWS: dict[str, Callable[[Log], Iterable[str]]] = {
    "markdown": markdown.render,
    "junit": junit.render,
    "html": html.render,
}
_RENDERED: dict[tuple[Path, str], str] = {}


def rendered(log: Log, view: str) -> str:
    """A view as text, made once."""
    key = log.path, view
    if key not in _RENDERED:
        _RENDERED[key] = "".join(VIEWS[view](log))
    return _RENDERED[key]


def shown(log: Log, width: int = 100) -> str:
    stream = io.StringIO()
    terminal.render(log, Console(file=stream, width=width, force_terminal=True))
    return stream.getvalue()


# --- counting ----------------------------------------------------------------------------------


@every_log
def test_the_tallies_are_those_of_the_footer(logs: dict[str, Log], name: str) -> None:
    log = logs[name]
    summary, footer = summarise(log), log.footer
    assert summary.total == Tally(footer.passed, footer.failed, footer.errored, footer.skipped)
    assert sum(summary.about.values(), Tally()) == summary.total
    assert sum(summary.editions.values(), Tally()) == summary.total


def test_a_skip_or_an_error_does_not_count_as_passed() -> None:
    assert Tally(passed=1, skipped=1).share == 0.5
    assert Tally(passed=1, errored=3).share == 0.25
    assert Tally().share == 0
    assert Tally(passed=2).outcome == "passed"
    assert Tally(passed=2, skipped=1).outcome == "skipped"
    assert Tally(passed=2, failed=1, skipped=1).outcome == "failed"
    assert Tally(passed=2, failed=1, errored=1).outcome == "errored"
    assert Tally().outcome == "skipped"
    assert words.percent(Tally(passed=9999, failed=1)) == "99.9 %"


def test_editions_that_somebody_made_up_count_together() -> None:
    editions = (RIO, "mine", f"{RIO} tiebreak=none", None)
    summary = summary_of(Result("game", "x", "passed", edition) for edition in editions)
    assert summary.editions == {
        RIO: Tally(1),
        HOUSE_RULES: Tally(2),
        NO_EDITION: Tally(1),
    }


def test_the_moves_of_games_are_counted(logs: dict[str, Log]) -> None:
    results = list(logs["audit"].results())
    moves = summarise(logs["audit"]).moves
    refused = sum(result.outcome == "failed" for result in results)
    assert refused == moves.refused > 1
    assert moves.total == moves.accepted + moves.refused + moves.skipped
    assert Moves(10, 6, 3).refused == 1


def test_the_clause_broken_most_comes_first() -> None:
    def game(*broken: str) -> Result:
        return Result("game", "x", "failed", RIO, broken)

    summary = summary_of([game("TURN-02"), game("CAMP-03", "CAMP-03"), game("CAMP-03", "CAMP-02")])
    assert list(summary.broken.items()) == [("CAMP-03", 2), ("CAMP-02", 1), ("TURN-02", 1)]


def test_a_scorecard_has_the_order_of_the_rulebook_and_whole_games_last() -> None:
    def case(outcome: Json, *clauses_: str) -> Result:
        return Result("case", "x", outcome, RIO, clauses_)

    summary = summary_of(
        [
            case("passed"),
            case("failed", "NONE-99"),
            case("passed", "CAMP-03", "COMP-01"),
            case("skipped", "CAMP-03"),
        ]
    )
    rows = summary.scorecard()
    assert [row.clause for row in rows] == ["COMP-01", "CAMP-03", "NONE-99", WHOLE_GAMES]
    assert rows[1].total == rows[1].editions[RIO] == Tally(passed=1, skipped=1)


# --- the matrix --------------------------------------------------------------------------------


def cell(*results: Result, clause: str = "CAMP-03", edition: str = RIO) -> Cell:
    return matrix_of(results)[clause, edition]


def about(
    kind: str, outcome: Json = "passed", edition: str | None = None, **detail: Json
) -> Result:
    return Result(kind, "it", outcome, edition, ("CAMP-03",), "why", detail)


def test_every_clause_has_a_cell_in_every_edition() -> None:
    matrix = matrix_of(())
    assert set(matrix.cells) == {(e.id, key) for e in clauses() for key in tikal.EDITIONS}
    assert [cell.edition for cell in matrix.row("CAMP-03")] == list(tikal.EDITIONS)


def test_a_clause_without_a_passed_test_fails() -> None:
    assert (cell().outcome, cell().reason) == ("failed", "no test")
    other = [about("agreement", verdicts=9), about("case"), about("mutant")]
    assert cell(*other).outcome == "failed"
    skipped = cell(about("test", "skipped"))
    assert (skipped.outcome, skipped.reason) == ("failed", "every test of it was skipped")
    assert cell(about("test")).outcome == "passed"


@pytest.mark.parametrize("kind", ["test", "agreement", "case", "mutant"])
@pytest.mark.parametrize("outcome", ["failed", "errored"])
def test_whatever_goes_wrong_about_a_clause_is_the_outcome(kind: str, outcome: str) -> None:
    found = cell(about("test"), about(kind, outcome), about("test"))
    assert found.outcome == outcome
    assert found.reason


def test_an_error_outweighs_a_failure() -> None:
    assert cell(about("test", "failed"), about("test", "errored")).outcome == "errored"


def test_a_failure_counts_in_its_edition_only_or_in_all() -> None:
    legend = (about("test"), about("case", "failed", LEGEND))
    assert cell(*legend, edition=LEGEND).outcome == "failed"
    assert cell(*legend, edition=RIO).outcome == "passed"
    house = (about("test"), about("case", "failed", f"{LEGEND} tiebreak=none"))
    assert cell(*house, edition=LEGEND).outcome == "failed"
    assert cell(*house, edition=RIO).outcome == "passed"
    unknown = (about("test"), about("case", "failed", "mine"))
    assert cell(*unknown, edition=RIO).outcome == "failed"


def test_a_clause_that_is_not_modelled_is_skipped_with_its_reason() -> None:
    entry = next(entry for entry in clauses() if not entry.modelled)
    found = cell(clause=entry.id)
    assert found.outcome == "skipped"
    assert entry.reason in found.reason


def test_a_clause_that_does_not_apply_in_an_edition_is_skipped_there() -> None:
    result = Result("test", "it", "passed", None, ("AUCTION-04",))
    assert cell(result, clause="AUCTION-04", edition=RIO).outcome == "passed"
    legend = cell(result, clause="AUCTION-04", edition=LEGEND)
    assert legend.outcome == "skipped"
    assert "does not apply" in legend.reason


def test_a_cell_counts_its_evidence() -> None:
    found = cell(
        about("test", examples=60),
        about("test", examples=0),
        about("agreement", edition=RIO, verdicts=7),
        about("agreement", edition=LEGEND, verdicts=100),
        about("case", edition=RIO),
        about("mutant"),
        about("mutant", "failed"),
    )
    assert found.evidence == Evidence(2, 60, 7, 1, 1, 2)
    assert str(found.evidence) == (
        "2 tests, 60 examples, 7 agreed refusals, 1 case, 1 of 2 mutants killed"
    )
    assert found.reason == "a mutant survived: it"


def test_the_agreement_of_an_edition_is_kept() -> None:
    detail = {"positions": 10, "verdicts": 99}
    matrix = matrix_of([Result("agreement", "positions", "passed", RIO, (), "", detail)])
    assert matrix.agreements == {RIO: Agreement(10, 99)}


def test_the_cells_are_counted_by_chapter_and_edition(logs: dict[str, Log]) -> None:
    matrix = matrix_of(logs["self"].results())
    assert matrix.tally().total == len(matrix.cells)
    assert sum((matrix.tally(chapter) for chapter in chapters()), Tally()) == matrix.tally()
    assert matrix.tally("camps", RIO).failed == 1
    assert not matrix.is_clean
    sound = [result for entry in clauses() for result in evidence(entry.id)]
    assert matrix_of(sound).is_clean


# --- JUnit -------------------------------------------------------------------------------------


@every_log
def test_junit_has_the_counts_of_the_footer(logs: dict[str, Log], name: str) -> None:
    log = logs[name]
    root = ET.fromstring(rendered(log, "junit"))
    assert root.tag == "testsuites"
    tags = {"failures": "failure", "errors": "error", "skipped": "skipped"}
    footer = (log.footer.failed, log.footer.errored, log.footer.skipped)
    assert len(list(root.iter("testcase"))) == log.footer.results == int(root.attrib["tests"])
    for (attribute, tag), said in zip(tags.items(), footer, strict=True):
        assert int(root.attrib[attribute]) == len(list(root.iter(tag))) == said
        for suite in root:
            assert int(suite.attrib[attribute]) == len(list(suite.iter(tag)))
    for suite in root:
        assert int(suite.attrib["tests"]) == len(suite.findall("testcase"))


def test_junit_tells_why_a_move_was_refused(logs: dict[str, Log]) -> None:
    root = ET.fromstring(rendered(logs["audit"], "junit"))
    failure = next(root.iter("failure"))
    assert "is refused" in failure.attrib["message"]
    assert "legal instead: " in (failure.text or "")
    suites = [suite.attrib["name"] for suite in root]
    assert suites == [RIO, "super-meeple-2015", LEGEND, NO_EDITION]
    assert any("Q-38" in each.attrib["value"] for each in root.iter("property"))


def test_junit_keeps_a_hostile_name_as_text(logs: dict[str, Log]) -> None:
    root = ET.fromstring(rendered(logs["hostile audit"], "junit"))
    assert next(root.iter("testcase")).attrib["name"] == words.line(HOSTILE)
    assert {element.tag for element in root.iter()} == {
        "testsuites", "testsuite", "properties", "property", "testcase", "failure", "error",
        "skipped",
    }  # fmt: skip


# --- Markdown ----------------------------------------------------------------------------------


def tables(text: str) -> Iterator[list[str]]:
    for is_row, block in groupby(text.splitlines(), key=lambda line: line.startswith("|")):
        if is_row:
            yield list(block)


@every_log
def test_markdown_tables_are_well_formed(logs: dict[str, Log], name: str) -> None:
    for rows in tables(rendered(logs[name], "markdown")):
        assert re.fullmatch(r"\|( --- \|)+", rows[1])
        assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {rows[1].count("|")}


def test_markdown_has_every_clause_and_chapter(logs: dict[str, Log]) -> None:
    text = rendered(logs["self"], "markdown")
    for entry in clauses():
        assert f"| {entry.id} |" in text
    assert all(f"| {title} |" in text for title in chapters().values())


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("hostile")])
def test_markdown_holds_no_markup_of_others(logs: dict[str, Log], name: str) -> None:
    text = rendered(logs[name], "markdown")
    assert not re.search(r"(?<!\\)<", text)
    assert not re.search(r"(?<!\\)\[", text)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", text)


def test_code_in_markdown_cannot_be_left() -> None:
    assert markdown.code("walk W a1-a2") == "`walk W a1-a2`"
    assert markdown.code("a`b|c") == r"a\`b\|c"
    assert markdown.code("a\nb") == "`a b`"
    assert markdown.code("") == ""


# --- terminal ----------------------------------------------------------------------------------


@every_log
def test_a_terminal_sees_no_control_characters_of_others(logs: dict[str, Log], name: str) -> None:
    text = shown(logs[name])
    ours = re.sub("\x1b\\[[0-9;]*m", "", text)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", ours)
    assert "\x1b[31m]" not in text


def test_a_terminal_sees_each_refusal_with_clause_sentence_and_nearest_moves(
    logs: dict[str, Log],
) -> None:
    text = re.sub("\x1b\\[[0-9;]*m", "", shown(logs["audit"]))
    for result in logs["audit"].results():
        if result.outcome == "failed":
            refusal = result.detail["refusal"]
            assert f"{refusal['move']}, is refused" in text
            assert f"legal instead: {', '.join(refusal['nearest'])}" in text
            for violation in refusal["violations"]:
                assert f"{violation['clause']}  {violation['message']}" in text


@pytest.mark.parametrize("name", ["audit", "engine", "self"])
def test_the_notes_are_in_every_view(logs: dict[str, Log], name: str) -> None:
    log = logs[name]
    assert log.footer.notes
    for text in (shown(log), *(rendered(log, view) for view in VIEWS)):
        assert "Q-38" in text


def test_every_view_says_that_a_run_was_interrupted(tmp_path: Path) -> None:
    path = tmp_path / "cut.jsonl"
    header = Header("audit", "games")
    with pytest.raises(KeyboardInterrupt), path.open("w") as file, Writer(file, header):
        raise KeyboardInterrupt
    log = read(path)
    for text in (shown(log), *(rendered(log, view) for view in VIEWS)):
        assert words.INTERRUPTED in text


def test_many_problems_are_told_in_part_on_a_terminal(tmp_path: Path) -> None:
    bad = [Result("case", f"c{n}", "failed", RIO, ("CAMP-03",)) for n in range(terminal.MOST + 5)]
    assert "and 5 more" in shown(written(tmp_path / "log.jsonl", "engine", bad))


# --- HTML --------------------------------------------------------------------------------------


class Page(HTMLParser):
    """Reads a page and refuses what is not balanced."""

    VOID = frozenset({"meta", "link", "input", "br", "hr"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    @property
    def ids(self) -> list[str]:
        return [attrs["id"] or "" for _, attrs in self.tags if "id" in attrs]


@pytest.fixture(scope="module")
def pages(logs: dict[str, Log]) -> dict[str, Page]:
    return {name: Page(rendered(log, "html")) for name, log in logs.items()}


@every_log
def test_a_page_is_balanced_with_ids_of_its_own(pages: dict[str, Page], name: str) -> None:
    ids = pages[name].ids
    assert len(ids) == len(set(ids))
    targets = {
        (attrs["href"] or "")[1:] for tag, attrs in pages[name].tags if tag == "a" and attrs["href"]
    }
    known = {target for target in targets if "NONE-99" not in target and "script" not in target}
    assert known <= set(ids)


@every_log
def test_a_page_runs_no_script_but_its_own(pages: dict[str, Page], name: str) -> None:
    tags = pages[name].tags
    assert [tag for tag, _ in tags].count("script") == 1
    assert {tag for tag, _ in tags}.isdisjoint({"iframe", "img", "object", "embed", "base"})
    for _, attrs in tags:
        assert not any(key.startswith("on") for key in attrs)
        assert (attrs.get("href") or "#").startswith(("#", "data:,"))
        assert "src" not in attrs


def test_a_page_has_every_clause_with_its_picture(pages: dict[str, Page]) -> None:
    assert {entry.id for entry in clauses()} <= set(pages["self"].ids)
    drawn = sum(tag == "svg" for tag, _ in pages["self"].tags)
    shown_ = [c for c in cases("witness") if c.id.endswith("/witness") and c.position is not None]
    assert drawn == len(shown_)


def test_an_audit_page_has_a_picture_of_every_refusal(
    logs: dict[str, Log], pages: dict[str, Page]
) -> None:
    assert sum(tag == "svg" for tag, _ in pages["audit"].tags) == logs["audit"].footer.failed


def test_an_engine_page_shows_expected_and_got(logs: dict[str, Log]) -> None:
    text = rendered(logs["engine"], "html")
    assert '<th scope="col">Expected</th><th scope="col">Got</th>' in text
    assert 'id="CAMP-03"' in text
    assert 'id="whole-games"' in text


def test_a_page_says_what_it_leaves_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(about_games, "MOST_PASSED", 2)
    monkeypatch.setattr(about_games, "MOST_WRONG", 3)
    outcomes: tuple[Outcome, ...] = ("passed",) * 5 + ("errored",) * 4
    games = [Result("game", f"g{n}", outcome, RIO) for n, outcome in enumerate(outcomes)]
    log = written(tmp_path / "log.jsonl", "audit", games)
    text = rendered(log, "html")
    assert text.count('<article id="game-') == 5
    assert "3 more are in the log" in text
    assert "1 more is in the log" in text


def test_of_long_answers_the_difference_is_told() -> None:
    moves = [f"draw A{n}" for n in range(20)]
    failure = {"question": "legal moves", "expected": moves, "got": [*moves[1:], "end"]}
    result = Result("case", "x", "failed", detail={"failures": [failure, 3, {}]})
    assert list(words.failures(result)) == [
        (
            "legal moves",
            "20 in all, of which only here: draw A0",
            "20 in all, of which only here: end",
        )
    ]


def test_answers_are_told_in_words() -> None:
    values: list[Json] = [True, False, None, [], 3]
    told = ["legal", "illegal", "nothing", "nothing", "3"]
    assert list(map(words.answer, values)) == told
    assert words.answer({"ap": 3, "winners": [1, 2]}) == "ap: 3, winners: 1, 2"
    deep: Json = []
    for _ in range(900):
        deep = [deep]
    assert words.answer(deep) == "…"
    assert len(words.answer("x" * 5000)) == words.MOST_SAID + 1


def test_durations_are_for_people() -> None:
    told = [words.duration(seconds) for seconds in (0.26, 59, 90, 7300, float("inf"))]
    assert told == ["0.3 s", "59.0 s", "2 min", "2 h 2 min", "an unknown time"]


def test_the_page_of_a_self_report_stays_small(logs: dict[str, Log]) -> None:
    assert len(rendered(logs["self"], "html").encode()) < 4_000_000


def test_elements_escape_text_and_attributes() -> None:
    made = elements.element("a", "<&>", class_='"', data_x="'<", hidden=True, title=None)
    assert made[0] == '<a class="&quot;" data-x="&#x27;&lt;" hidden>&lt;&amp;&gt;</a>'
    inner = elements.element("b", "x")
    assert elements.element("p", inner, "<")[0] == "<p><b>x</b>&lt;</p>"
    assert elements.element("br")[0] == "<br>"
    assert elements.prose("a `b` <c>")[0] == "a <code>b</code> &lt;c&gt;"
    assert elements.prose("a ` b")[0] == "a ` b"


# --- files -------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", views.ENDINGS)
def test_a_view_is_chosen_by_the_ending(logs: dict[str, Log], tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"report{ending.upper()}"
    views.write(logs["audit"], path)
    text = path.read_text("utf-8")
    starts = {".html": "<!doctype html>", ".md": "# Audit", ".xml": "<?xml", ".jsonl": "{"}
    assert text.startswith(starts[ending])


def test_a_copied_log_reads_back(logs: dict[str, Log], tmp_path: Path) -> None:
    views.write(logs["hostile audit"], tmp_path / "copy.jsonl")
    copy = read(tmp_path / "copy.jsonl")
    assert list(copy.results()) == list(logs["hostile audit"].results())


def test_another_ending_is_refused(logs: dict[str, Log], tmp_path: Path) -> None:
    with pytest.raises(InvalidArgument, match=r"report.pdf: a report ends in .html, .md, .xml or"):
        views.write(logs["audit"], tmp_path / "report.pdf")
    assert not (tmp_path / "report.pdf").exists()


def test_a_log_does_not_overwrite_itself(logs: dict[str, Log]) -> None:
    with pytest.raises(InvalidArgument, match="is the log itself"):
        views.write(logs["audit"], logs["audit"].path)
    assert logs["audit"].path.stat().st_size


def test_a_truncated_log_has_no_views(logs: dict[str, Log], tmp_path: Path) -> None:
    lines = logs["audit"].path.read_bytes().splitlines(keepends=True)
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join(lines[:-1]))
    with pytest.raises(InvalidNotation, match="truncated"):
        read(cut)


def test_halves_of_characters_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    result = {"event": "result", "about": "game", "subject": "\ud800x", "outcome": "errored"}
    lines = [
        {"event": "header", "format": "tikal-report/1", "kind": "audit", "subject": "\udfff",
         "facts": {}, "library": "", "python": "", "made": ""},
        result,
        {"event": "footer", "passed": 0, "failed": 0, "errored": 1, "skipped": 0, "seconds": 0,
         "interrupted": False, "notes": []},
    ]  # fmt: skip
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    log = read(path)
    for ending in views.ENDINGS:
        views.write(log, tmp_path / f"report{ending}")
    shown(log).encode()
