"""Known failures: a run fails only when it is worse than what is written down."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from attrs import evolve
from click.testing import CliRunner
from click.testing import Result as Done
from hypothesis import given
from hypothesis import strategies as st

from tikal.cli import tikal as command
from tikal.conformance.report import Result, read
from tikal.conformance.report.known import EVERYTHING, FORMAT, Comparison, Known, read_known
from tikal.errors import InvalidNotation

RIO = "rio-grande-1999"
SUPER_MEEPLE = "super-meeple-2015"
RUN = (
    "conformance", "run", "--clause", "TEMPLE-04", "--clause", "CAMP-02", "--edition", SUPER_MEEPLE
)  # fmt: skip
PLAY = ("conformance", "play", "--games", "1", "--edition", RIO)


def engine(name: str) -> tuple[str, ...]:
    if name == "reference":
        return ("--", sys.executable, "-m", "tikal.conformance.adapter")
    return ("--", sys.executable, "-m", "tests.engines", name)


def run(*words: object) -> Done:
    return CliRunner().invoke(command, [str(word) for word in words])


def notes_of(log: Path) -> str:
    return " ".join(read(log).footer.notes)


# --- the file ----------------------------------------------------------------------------------

printable = st.characters(min_codepoint=33, max_codepoint=126, exclude_characters="#")
names = st.text(printable, min_size=1)
numbers = st.frozensets(st.integers(0, 9999), max_size=4)


@given(st.dictionaries(names, numbers, max_size=5), st.frozensets(names, max_size=3))
def test_known_failures_read_back(wrong: dict[str, frozenset[int]], shown: frozenset[str]) -> None:
    known = Known(wrong, shown, "clause CAMP-03")
    assert read_known("\n".join([*known.lines(), ""])) == known


def test_known_failures_may_have_comments_and_blank_lines() -> None:
    text = f"{FORMAT}  # of May\n\nfailed a questions 1  # since May\nerrored b/1\n\n"
    assert read_known(text) == Known({"a": frozenset([1]), "b/1": frozenset()}, frozenset())


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("tikal-known/2\n", 1),
        (f"{FORMAT}\nfailed a\n", 2),
        (f"{FORMAT}\nfailed a questions x\n", 2),
        (f"{FORMAT}\nshown A-01\npassed b\n", 3),
        (f"{FORMAT}\n" + "\x00\n", 2),
    ],
)
def test_a_line_that_is_none_is_named(text: str, line: int) -> None:
    with pytest.raises(InvalidNotation) as caught:
        read_known(text)
    assert caught.value.line == line


# --- comparing ---------------------------------------------------------------------------------


def wrong(name: str, *questions: int) -> Result:
    failures = [
        {"number": number, "question": "x", "expected": 1, "got": 2} for number in questions
    ]
    return Result("case", name, "failed", RIO, detail={"failures": failures})


def good(name: str) -> Result:
    return Result("case", name, "passed", RIO)


def compared(known: Known, *results: Result, asked: str = EVERYTHING) -> Comparison:
    comparison = Comparison(known, asked)
    marked = [*comparison.marked(results)]
    new = {*comparison.new_failures()}
    is_wrong = [result for result in marked if result.outcome in ("failed", "errored")]
    assert all((result.subject in new) != bool(result.detail.get("known")) for result in is_wrong)
    return comparison


@given(st.text(max_size=9), st.booleans())
def test_what_a_run_writes_down_reads_back_whatever_its_cases_are_called(
    name: str, is_difference: bool
) -> None:
    detail = {"difference": [name, "x"]} if is_difference else {}
    failed = evolve(wrong(name, 0, 2), detail={**wrong(name, 0, 2).detail, **detail})
    comparison = Comparison(None)
    assert [*comparison.marked([failed])] == [failed]
    written = comparison.now()
    again = read_known("\n".join([*written.lines(), ""]))
    assert again == written
    repeated = Comparison(again)
    assert [each.detail["known"] for each in repeated.marked([failed])] == [True]


ERRORED = Result("case", "a", "errored", RIO)
BEFORE = Known({"a": frozenset([0, 2])}, frozenset())


@pytest.mark.parametrize(
    ("result", "is_worse"),
    [
        (wrong("a", 0, 2), False),
        (wrong("a", 0), False),
        (wrong("a", 0, 1), True),
        (wrong("a", 0, 1, 2), True),
        (wrong("b", 0), True),
        (ERRORED, True),
        (good("a"), False),
        (Result("case", "a", "skipped", RIO), False),
    ],
)
def test_only_further_failures_are_worse(result: Result, is_worse: bool) -> None:
    assert bool(compared(BEFORE, result).new_failures()) == is_worse


def test_an_error_is_worse_than_a_wrong_answer_and_not_the_other_way_round() -> None:
    before = Known({"a": frozenset()}, frozenset())
    assert compared(before, ERRORED).new_failures() == []
    better = compared(before, wrong("a", 0))
    assert better.new_failures() == []
    assert "1 case (a) right that failed before" in " ".join(better.notes("k.txt"))


def test_what_got_better_and_what_was_not_seen_are_different() -> None:
    before = Known(dict.fromkeys(("a", "b", "c"), frozenset([1])), frozenset())
    notes = [*compared(before, good("a"), wrong("b", 1)).notes("k.txt")]
    assert notes == [
        "Better than k.txt: 1 case (a) right that failed before. --write-known writes it anew.",
        "Known failures: 1 of 3 seen again, 1 not asked or skipped.",
    ]


def shows(clause: str, *evidence: str) -> Result:
    marks = {"scope": {clause: ["+", "-"]}, "evidence": {clause: [*evidence]}}
    return Result("case", clause, "passed", RIO, (clause,), detail=marks)


def test_a_clause_that_is_no_longer_shown_is_worse_although_nothing_failed() -> None:
    before = Known({}, frozenset(["CAMP-03", "CAMP-05"]))
    assert compared(before, shows("CAMP-03", "+", "-"), shows("CAMP-05", "+")).lost() == ["CAMP-05"]
    # what was not asked is missed only where the same was asked
    assert compared(before, shows("CAMP-03", "+", "-")).lost() == ["CAMP-05"]
    assert compared(before, shows("CAMP-03", "+", "-"), asked="clause CAMP-03").lost() == []


# --- the commands ------------------------------------------------------------------------------


def test_a_run_fails_only_when_it_gets_worse(tmp_path: Path) -> None:
    known, log, junit = tmp_path / "known.txt", tmp_path / "log.jsonl", tmp_path / "log.xml"
    outputs = ("-o", log, "-o", junit)
    first = run(*RUN, "--write-known", known, *outputs, *engine("three-levels-a-turn"))
    assert first.exit_code == 1
    asked = f"asked clause TEMPLE-04, clause CAMP-02, edition {SUPER_MEEPLE}"
    assert known.read_text("utf-8").splitlines()[:2] == [FORMAT, asked]
    again = run(*RUN, "--known", known, *outputs, *engine("three-levels-a-turn"))
    assert again.exit_code == 0, again.output
    failed = read(log).footer.failed
    assert f"Known failures: {failed} of {failed} seen again." in again.stdout
    root = ET.parse(junit).getroot()
    assert root.get("failures") == "0"
    assert root.get("skipped") == str(failed)
    messages = [str(each.get("message")) for each in root.iter("skipped")]
    assert sum(message.startswith("known: ") for message in messages) == failed
    better = run(*RUN, "--known", known, *outputs, *engine("reference"))
    assert better.exit_code == 0
    assert f"{failed} cases (TEMPLE-04/" in notes_of(log)
    assert "newly shown: TEMPLE-04" in notes_of(log)
    worse = run(*RUN, "--known", known, *outputs, *engine("camps-anywhere"))
    assert worse.exit_code == 1
    assert "no longer shown: CAMP-02" in notes_of(log)
    assert "Worse than" in junit.read_text("utf-8")


def test_known_failures_excuse_no_engine_that_answers_nothing(tmp_path: Path) -> None:
    known = tmp_path / "known.txt"
    run(*RUN, "--write-known", known, *engine("three-levels-a-turn"))
    assert run(*RUN, "--known", known, *engine("skips-everything")).exit_code == 2


def test_play_fails_only_when_it_gets_worse(tmp_path: Path) -> None:
    known = tmp_path / "known.txt"
    faulty = engine("levels-need-as-many-members")
    assert run(*PLAY, "--write-known", known, *faulty).exit_code == 1
    assert "shown" not in known.read_text("utf-8")
    again = run(*PLAY, "--known", known, "--seed", 5, *faulty)
    assert again.exit_code == 0, again.output
    other = run(*PLAY, "--known", known, *engine("camps-anywhere"))
    assert other.exit_code == 1


@pytest.mark.parametrize("text", [None, "nonsense\n", b"\xff\xfe"])
def test_a_file_that_cannot_be_used_ends_the_command_at_once(
    text: str | bytes | None, tmp_path: Path
) -> None:
    known = tmp_path / "known.txt"
    if text is not None:
        known.write_bytes(text if isinstance(text, bytes) else text.encode())
    for words in (RUN, PLAY):
        done = run(*words, "--known", known, "--", "no-such-program")
        assert done.exit_code == 2
        assert "known.txt" in done.stderr
        assert isinstance(done.exception, SystemExit)
    done = run(*RUN, "--write-known", tmp_path / "no" / "known.txt", "--", "no-such-program")
    assert (done.exit_code, "cannot be written" in done.stderr) == (2, True)
