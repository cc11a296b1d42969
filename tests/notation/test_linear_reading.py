"""Reading JSON takes work in proportion to its text: counted in characters, never timed.

Every method of a text counts the length of that text. What a pattern examines cannot be counted, so
the reader of text uses none; `json` itself uses one, for blanks, which it calls twice.
"""

from __future__ import annotations

import contextlib
import json
import re
import sys
from collections.abc import Callable
from functools import partial
from json import decoder
from pathlib import Path
from types import FrameType
from typing import Any, Final, TypeAlias

import pytest

import tikal
from tests.sample import WHOLE
from tikal.conformance.audit.resume import earlier_log
from tikal.conformance.cases import read_cases
from tikal.conformance.protocol.connection import _read
from tikal.conformance.report import Result, log
from tikal.notation import documents
from tikal.notation.documents.limits import MAX_DEPTH
from tikal.notation.documents.parsing import format_of, parse_json
from tikal.page.bridge import ask
from tikal.page.links import packed, read_link

Grow: TypeAlias = Callable[[int], str | bytes]
SIZE: Final = 1_000
#: How often a piece is repeated, and twice and four times as often.
PIECES_SIZE: Final = 100
#: What does not depend on the size: caches, a message.
SLACK: Final = 3_000
#: The pattern for blanks that `json` uses.
BLANKS: Final = vars(decoder)["WHITESPACE"]
#: Enough brackets that the reader checks the depth of the text.
OPEN: Final = "[" * (MAX_DEPTH + 5)


def characters_examined(task: Callable[[], object], patterns: bool) -> int:
    """The work of a task: its calls, and the lengths of the texts whose methods are called."""
    work = 0

    def count(frame: FrameType, event: str, arg: Any) -> None:
        nonlocal work
        if event == "call":
            work += 1
            if frame.f_code is decoder.JSONDecoder.decode.__code__:
                work += len(frame.f_locals["s"])  # it goes through the text once, in C
        elif event == "c_call":
            owner = getattr(arg, "__self__", None)
            work += len(owner) if isinstance(owner, str | bytes) else 1
            if isinstance(owner, re.Pattern):
                assert patterns or owner is BLANKS, owner

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        task()
    finally:
        sys.setprofile(before)
    return work


def tried(task: Callable[[], object]) -> None:
    """The task, which may refuse what it is given."""
    with contextlib.suppress(tikal.TikalError):
        task()


def is_linear(read: Callable[[Any], object], grow: Grow, patterns: bool = True) -> None:
    inputs = [grow(SIZE * times) for times in (1, 2, 4)]
    tried(partial(read, inputs[0]))  # fills the caches
    once, twice, four_times = (
        characters_examined(partial(tried, partial(read, given)), patterns) for given in inputs
    )
    assert once >= len(inputs[0])  # the text was seen
    assert four_times - twice <= 2.2 * (twice - once) + SLACK, (once, twice, four_times)


# --- text --------------------------------------------------------------------------------------

TEXTS: Final[dict[str, Grow]] = {
    "an unclosed string of escaped quotes": lambda n: OPEN + '"' + '\\"' * n,
    "the same in an object": lambda n: '{"a":' + OPEN + '"' + '\\"' * n,
    "an unclosed string of escapes": lambda n: OPEN + '"' + "\\\\" * n,
    "escapes without strings": lambda n: OPEN + '\\"' * n,
    "unclosed strings": lambda n: OPEN + '"\\' * n,
    "quotes": lambda n: OPEN + '"' * n,
    "strings": lambda n: OPEN + '"\\"",' * n + '"x"' + "]" * len(OPEN),
    "strings of brackets": lambda n: OPEN + '"[\\"{",' * n + '"x"' + "]" * len(OPEN),
    "code points": lambda n: OPEN + '"' + "\\u0041" * n,
    "broken code points": lambda n: OPEN + '"' + "\\u" * n,
    "other letters": lambda n: OPEN + "\u00e9\ud800" * n,
    "nesting": lambda n: "[" * n,
    "nesting that is closed": lambda n: "[" * n + "]" * n,
    "nested objects": lambda n: '{"a":' * n,
    "mixed nesting": lambda n: "[{" * n + "}]" * n,
    "brackets that do not fit": lambda n: "[}" * n,
    "empty lists": lambda n: "[" + "[]," * n + "[]]",
    "a long number": lambda n: OPEN + "9" * n + "]" * len(OPEN),
    "a long fraction": lambda n: "[0." + "9" * n + "]",
    "a long exponent": lambda n: "[1e" + "9" * n + "]",
    "signs": lambda n: OPEN + "-" * n,
    "numbers": lambda n: "[" + "1," * n + "1]",
    "a key again and again": lambda n: "{" + '"a":1,' * n + '"a":1}',
    "many keys twice": lambda n: "{" + ",".join(f'"{i % n}":1' for i in range(2 * n)) + "}",
    "blanks": lambda n: " " * n + "[" + " " * n,
    "lines before a mistake": lambda n: "[" + "\n" * n + "x",
    "byte order marks": lambda n: "\ufeff" * n,
    "not UTF-8": lambda n: b"[" + b"\n" * n + b"\xff" * n,
}


@pytest.mark.parametrize("grow", TEXTS.values(), ids=list(TEXTS))
def test_the_text_of_json_is_gone_through_a_fixed_number_of_times(grow: Grow) -> None:
    is_linear(parse_json, grow, patterns=False)


# --- documents ---------------------------------------------------------------------------------


def record(**changes: Any) -> str:
    setup = {"format": format_of("record"), "edition": "rio-grande-1999", "players": 2, "moves": []}
    return json.dumps({**setup, **changes})


def position(**changes: Any) -> str:
    return json.dumps(
        {"format": format_of("position"), "edition": "rio-grande-1999", "players": 2, **changes}
    )


def read_line(path: Path, line: str) -> object:
    header: dict[str, object] = dict.fromkeys(("subject", "library", "python", "made"), "x")
    header |= {"event": "header", "format": format_of("report"), "kind": "audit", "facts": {}}
    path.write_text(f"{json.dumps(header)}\n{line}\n")
    return log.read(path)


def read_earlier(path: Path, line: str) -> object:
    """As a resumed audit does, which reads a result again when it is needed."""
    with contextlib.suppress(tikal.TikalError):
        read_line(path, line)
    earlier = earlier_log(path)
    assert earlier
    with earlier:
        return earlier.result("x")


DOCUMENTS: Final[dict[str, Grow]] = {
    "moves that are none": lambda n: record(moves=["fly"] * n),
    "moves of another type": lambda n: record(moves=[3] * n),
    "seats of another type": lambda n: record(moves=["end"] * n, seats=[-1] * n),
    "points after other moves": lambda n: record(moves=["pass"] * n, points=[1] * n),
    "comments without text": lambda n: record(comments=[{}] * n),
    "comments with other keys": lambda n: record(comments=[{"text": "", "afters": 1}] * n),
    "comments after the end": lambda n: record(comments=[{"after": 9, "text": ""}] * n),
    "headers of another type": lambda n: record(extra={str(i): i for i in range(n)}),
    "keys": lambda n: record(**{f"x{i}": i for i in range(20)}, moves=["end"] * n),
    "a long key": lambda n: record(**{"x" * n: 1}),
    "a long name": lambda n: record(names=["x" * n, "#" * n]),
    "a long edition": lambda n: record(edition="rio-grande-1999" + " tiebreak=none" * n),
    "a long position": lambda n: record(position="a2=7;" * n),
    "cells that are none": lambda n: position(values={f"x{i}": 1 for i in range(n)}),
    "tiles of another type": lambda n: position(tiles={"b3": [["A2", 1]] * n}),
}


@pytest.mark.parametrize("grow", DOCUMENTS.values(), ids=list(DOCUMENTS))
def test_a_document_is_read_in_proportion_to_its_length(grow: Grow) -> None:
    is_linear(documents.loads, grow)


CASES: Final[dict[str, Grow]] = {
    "no cases": lambda n: json.dumps({"format": format_of("cases"), "cases": [3] * n}),
    "empty cases": lambda n: json.dumps({"format": format_of("cases"), "cases": [{}] * n}),
    "questions": lambda n: json.dumps(
        {"format": format_of("cases"), "cases": [{"questions": [{"ask": "x"}] * n}]}
    ),
}


@pytest.mark.parametrize("grow", CASES.values(), ids=list(CASES))
def test_cases_are_read_in_proportion_to_their_length(grow: Grow) -> None:
    is_linear(read_cases, grow)


LINES: Final[dict[str, Grow]] = {
    "clauses": lambda n: json.dumps({"event": "result", "clauses": ["x"] * (n // 4)}),
    "notes": lambda n: json.dumps({"event": "footer", "notes": [3] * n}),
    "a message": lambda n: json.dumps({"event": "result", "message": "x" * n}),
    "an unclosed string": lambda n: '{"event":' + OPEN + '"' + '\\"' * n,
}


@pytest.mark.parametrize("grow", LINES.values(), ids=list(LINES))
def test_a_line_of_a_log_is_read_in_proportion_to_its_length(tmp_path: Path, grow: Grow) -> None:
    is_linear(partial(read_line, tmp_path / "log.jsonl"), grow)


RESUMED: Final[dict[str, Grow]] = {
    **LINES,
    "results": lambda n: "\n".join([result()] * (n // 20)),
    "a result and what was being written": lambda n: result() + "\n" + "[" * n,
    "a result of many clauses": lambda n: result(clauses=["x"] * (n // 4)),
    "a result with a long detail": lambda n: result(detail={"x": "\\" * n}),
}


def result(**changes: Any) -> str:
    found = {
        "event": "result", "about": "game", "subject": "x", "outcome": "passed", "seconds": 1,
        "edition": "rio-grande-1999", "clauses": [], "message": "", "detail": {},
    }  # fmt: skip
    return json.dumps({**found, **changes})


@pytest.mark.parametrize("grow", RESUMED.values(), ids=list(RESUMED))
def test_a_log_is_resumed_in_proportion_to_its_length(tmp_path: Path, grow: Grow) -> None:
    is_linear(partial(read_earlier, tmp_path / "log.jsonl"), grow)


def test_a_result_of_an_earlier_log_is_found(tmp_path: Path) -> None:
    """Else the test above would see nothing of it."""
    found = read_earlier(tmp_path / "log.jsonl", result())
    assert isinstance(found, Result)
    assert found.subject == "x"


REQUESTS: Final[dict[str, Grow]] = {
    "an unclosed string": lambda n: OPEN + '"' + '\\"' * n,
    "an unclosed string in a text": lambda n: json.dumps(
        {"ask": "load", "text": '{"a":' + OPEN + '"' + '\\"' * n}
    ),
    "an unclosed string in a link": lambda n: json.dumps(
        {"ask": "load", "link": "game=" + packed('{"a":' + OPEN + '"' + '\\"' * n)}
    ),
    "changes": lambda n: json.dumps({"ask": "edit", "draft": {}, "changes": [{}] * (n // 44)}),
}


@pytest.mark.parametrize("grow", REQUESTS.values(), ids=list(REQUESTS))
def test_a_request_of_the_page_is_read_in_proportion_to_its_length(grow: Grow) -> None:
    is_linear(ask, grow)


# --- what people and engines write -------------------------------------------------------------

#: Pieces of every notation. Each is repeated, behind each beginning of a reader.
PIECES: Final = (
    "", " ", "\t", "\n", "\r\n", "\r", ";", "; ", ",", ":", ": ", "=", "#", "# x\n", "-", "/", "&",
    "%", "%41", "+", '"', "\\", "(", "[", "{", "x", "Q", "a1", "a1 ", "a1=A2;", "a2=7 1L2 2W3;",
    "b3=A2 1L 2W3,", "1c", "1g", "1L", "1L2W3", "2w", "99", "9 ", "0", "-1 ", "draw A3; ",
    "draw A3\n", "end\n", "end = 14; ", "end x9; ", "x3 ", "deploy W a1 x3; ", "walk L a1-b2-c2\n",
    "walk L a1", "-b2", "Ana: ", "names: Ana, Ben\n", "names: ", "Ana, ", "key: value\n",
    "edition: ", "edition: rio-grande-1999\n", "tiebreak=none ", "rio-grande-1999 ", "players: 2\n",
    "position: ", "fly\n", "uncover a2; ", "what is ", "camp? ", "TEMPLE-03 ", "Q-37 ", "é", "ß",
    "\u0301", "\u2028", "\x00", "\ud800", "\ufeff", "中",
)  # fmt: skip
HEADER: Final = "edition: rio-grande-1999\nplayers: 2\n"
READERS: Final[dict[str, tuple[Callable[[str], object], tuple[str, ...]]]] = {
    "records": (tikal.loads, ("", HEADER, f"{HEADER}\n", f"{HEADER}names: Ana, Ben\n\n")),
    "moves in a row": (tikal.parse_moves, ("", "draw A3; ", "walk L a1")),
    "positions": (tikal.parse_position, ("", "act 1 2ap; ", "a2=", "legend-classic; b3=A2 1L")),
    "a move": (tikal.parse_move, ("", "walk L a1-", "exchange 1 ", "bid ", "place b3 r")),
    "editions": (tikal.editions.read_edition, ("", "rio-grande-1999 ", "legend-classic tiebreak=")),
    "questions": (tikal.ask, ("", "May I ", "What is TEMPLE-")),
    "links": (read_link, ("", "#", "#position=", "game=", "position=a2&move=")),
    "requests of links": (
        lambda text: ask(json.dumps({"ask": "load", "link": text})), ("#position=", "#game=", "#")
    ),
    "pasted text": (
        lambda text: ask(json.dumps({"ask": "load", "text": text})), ("", HEADER, "http://x/#game=")
    ),
    "lines of an engine": (
        lambda text: _read(text.encode("utf-8", "replace")), ("", '{"seq": 1, "legal": ["', "[")
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("share", range(8) if WHOLE else [0])
def test_any_repeated_text_is_read_in_proportion_to_its_length(name: str, share: int) -> None:
    read, beginnings = READERS[name]
    for beginning in beginnings:
        for piece in PIECES[1 + share :: 8]:
            inputs = [beginning + piece * (PIECES_SIZE * times) for times in (1, 2, 4)]
            tried(partial(read, inputs[0]))  # fills the caches
            once, twice, four_times = (
                characters_examined(partial(tried, partial(read, given)), patterns=True)
                for given in inputs
            )
            work = (once, twice, four_times)
            # beyond a limit of a reader less is done
            allowed = 2.5 * max(twice - once, 0) + 4_000
            assert four_times - twice <= allowed, (beginning, piece, work)


def test_a_reader_that_is_not_linear_is_noticed() -> None:
    """The first is quadratic in its calls, the second in the texts that it goes through."""

    def calls(text: str) -> None:
        for end in range(len(text)):
            for _ in range(end):
                ord("x")

    def texts(text: str) -> None:
        for start in range(len(text)):
            text[start:].find("y")

    for read in (calls, texts):
        once, twice, four_times = (
            characters_examined(partial(read, "x" * (PIECES_SIZE * times)), patterns=True)
            for times in (1, 2, 4)
        )
        assert four_times - twice > 2.5 * (twice - once) + 4_000
