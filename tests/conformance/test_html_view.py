"""Reports as a page: nothing of a log unescaped, every clause in its place."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from attrs import evolve

import tikal
from tests.conformance.logs import RIO, every_log, rendered, written
from tikal.conformance.audit import audit
from tikal.conformance.cases import cases
from tikal.conformance.report import Log, Outcome, Result
from tikal.conformance.report.phrases import refusal_of
from tikal.conformance.report.summary import summarise
from tikal.conformance.report.views import html_elements, html_games
from tikal.conformance.report.views.html_entries import anchor
from tikal.conformance.report.views.html_pictures import case_picture, refusal_link
from tikal.law.registry import clauses
from tikal.page.links import read_link
from tikal.page.server import DEFAULT_PORT, LOOPBACK

#: Where `tikal serve` shows the page: the only place outside that a report links to.
PAGE = f"http://{LOOPBACK}:{DEFAULT_PORT}/"


class Page(HTMLParser):
    """Reads a page and refuses what is not balanced."""

    VOID = frozenset({"meta", "link", "input", "br", "hr"})
    #: The attributes whose values are looked at; of others it is enough that they are there.
    READ = frozenset({"id", "href"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self._alike: dict[tuple[tuple[str, str | None], ...], dict[str, str | None]] = {}
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._keep(tag, attrs)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._keep(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def _keep(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = tuple((name, value if name in self.READ else None) for name, value in attrs)
        # the elements of pictures are many and alike: each with a dict of its own takes 80 MB
        self.tags.append((tag, self._alike.setdefault(known, dict(known))))

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
        href[1:]
        for tag, attrs in pages[name].tags
        if tag == "a" and (href := attrs["href"] or "") and not href.startswith(PAGE)
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
        assert (attrs.get("href") or "#").startswith(("#", "data:,", PAGE))
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
    assert ">None<" not in text


def test_an_engine_page_has_an_entry_for_every_row_of_the_scorecard(
    logs: dict[str, Log], pages: dict[str, Page]
) -> None:
    rows = [anchor(row.clause) for row in summarise(logs["engine"]).scorecard()]
    assert len(rows) > 3
    assert [each for each in pages["engine"].ids if each in rows] == rows


def test_only_the_page_of_an_engine_has_shares(logs: dict[str, Log]) -> None:
    head = '<th scope="col">Share</th>'
    assert [name for name in ("audit", "engine") if head in rendered(logs[name], "html")] == [
        "engine"
    ]


def test_a_case_is_drawn_if_it_begins_with_a_position_that_can_be_read() -> None:
    witness = next(c for c in cases("witness") if c.position and c.questions[0].ask == "check")
    assert case_picture(witness).startswith("<svg")
    assert case_picture(evolve(witness, position=None)) == ""
    assert case_picture(evolve(witness, position={"format": "of another program"})) == ""


def test_a_page_says_what_it_leaves_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(html_games.MOST, "passed", 2)
    monkeypatch.setitem(html_games.MOST, "errored", 3)
    outcomes: tuple[Outcome, ...] = ("passed",) * 5 + ("errored",) * 4
    games = [Result("game", f"g{n}", outcome, RIO) for n, outcome in enumerate(outcomes)]
    log = written(tmp_path / "log.jsonl", "audit", games)
    text = rendered(log, "html")
    assert text.count('<article id="game-') == 5
    assert "3 more are in the log" in text
    assert "1 more is in the log" in text
    assert html_games.left_out(summarise(log).total) == 3 + 1


def test_unreadable_files_take_no_place_from_refused_games(
    logs: dict[str, Log], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = next(result for result in logs["audit"].results() if result.detail.get("refusal"))
    unreadable = Result("game", "unreadable", "errored", RIO)
    log = written(tmp_path / "log.jsonl", "audit", [unreadable] * 4 + [refused] * 3)
    monkeypatch.setitem(html_games.MOST, "errored", 1)
    monkeypatch.setattr(html_games, "MAX_PICTURES", 2)
    text = rendered(log, "html")
    assert re.findall(r'id="game-(\d)" class="entry (\w+)"', text) == [
        ("5", "failed"), ("6", "failed"), ("7", "failed"), ("1", "errored"),
    ]  # fmt: skip
    assert text.count("<svg") == 2
    assert text.count("3 more are in the log") == 1


def test_the_page_of_a_self_report_stays_small(logs: dict[str, Log]) -> None:
    assert len(rendered(logs["self"], "html").encode()) < 4_000_000


def test_elements_escape_text_and_attributes() -> None:
    made = html_elements.element("a", "<&>", class_='"', data_x="'<", hidden=True, title=None)
    assert made[0] == '<a class="&quot;" data-x="&#x27;&lt;" hidden>&lt;&amp;&gt;</a>'
    inner = html_elements.element("b", "x")
    assert html_elements.element("p", inner, "<")[0] == "<p><b>x</b>&lt;</p>"
    assert html_elements.element("br")[0] == "<br>"
    assert html_elements.prose("a `b` <c>")[0] == "a <code>b</code> &lt;c&gt;"
    assert html_elements.prose("a ` b")[0] == "a ` b"
    assert html_elements.definitions([])[0] == ""
    assert html_elements.definitions([("a", "b")], id="x")[0] == (
        '<dl id="x"><div><dt>a</dt><dd>b</dd></div></dl>'
    )


def test_refusals_and_witnesses_open_on_the_page(pages: dict[str, Page]) -> None:
    for name in ("audit", "self"):
        links = [
            (attrs["href"] or "").partition("#")
            for tag, attrs in pages[name].tags
            if tag == "a" and (attrs["href"] or "").startswith("http")
        ]
        assert links
        for address, _, fragment in links:
            assert address == PAGE
            asked = read_link(fragment)
            assert tikal.check(tikal.parse_position(asked["position"]), asked["move"]) or (
                name == "self"
            )


@pytest.mark.parametrize(("line", "seat"), [("recover b3", ""), ("2: recover b3", "&seat=2")])
def test_a_refused_move_opens_on_the_page_with_the_seat_that_made_it(line: str, seat: str) -> None:
    text = f"edition: rio-grande-1999\nplayers: 2\n\ndraw A2; place b3 r1\n{line}\n"
    [result] = audit([("mine", text.encode())])
    refusal = refusal_of(result)
    assert refusal
    link = f"#position=rio-grande-1999;b3=A2r1&move=recover+b3{seat}"
    assert f'{link}"' in unescape(str(refusal_link(refusal)))


def test_a_page_of_the_library_says_which_mutants_survived(tmp_path: Path) -> None:
    results = [
        Result(
            "mutant", "noticed fault", "passed", None, ("PATH-02",), detail={"killer": "test_a"}
        ),
        Result("mutant", "unnoticed fault", "failed", None, ("PATH-02",)),
    ]
    text = rendered(written(tmp_path / "log.jsonl", "self", results), "html")
    fates = dict(re.findall(r" (noticed fault|unnoticed fault) <span[^>]*>(.*?)</span>", text))
    assert fates == {
        "noticed fault": "killed by <code>test_a</code>",
        "unnoticed fault": "survived",
    }


@pytest.mark.parametrize("name", ["self", "engine", "audit"])
def test_the_clauses_of_a_page_are_headings(pages: dict[str, Page], name: str) -> None:
    """Who listens to a page goes from heading to heading."""
    levels = [int(tag[1]) for tag, _ in pages[name].tags if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels)), "a level is left out"
    if name == "self":
        assert levels.count(3) >= len(clauses())


def test_every_element_of_a_page_is_one_of_html(pages: dict[str, Page]) -> None:
    known = {
        "a", "abbr", "article", "aside", "body", "br", "button", "caption", "circle", "clippath",
        "code", "dd", "defs", "desc", "details", "div", "dl", "dt", "ellipse", "em", "figure",
        "figcaption", "footer", "form", "g", "h1", "h2", "h3", "h4", "head", "header", "hr",
        "html", "input", "label",
        "legend", "fieldset", "li", "line", "link", "main", "meta", "nav", "ol", "option",
        "output", "p", "path", "polygon", "polyline", "pre", "rect", "script", "section", "select",
        "small", "span", "strong", "style", "summary", "svg", "symbol", "table", "tbody", "td",
        "text", "th", "thead", "time", "title", "tr", "tspan", "ul", "use",
    }  # fmt: skip
    for name, page in pages.items():
        assert {tag for tag, _ in page.tags} <= known, name
