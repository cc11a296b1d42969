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
from tikal.conformance.cases import read_cases
from tikal.conformance.report import log
from tikal.notation import documents
from tikal.notation.documents.limits import MAX_DEPTH
from tikal.notation.documents.parsing import format_of, parse_json
from tikal.page.bridge import ask
from tikal.page.links import packed

Grow: TypeAlias = Callable[[int], str | bytes]
SIZE: Final = 1_000
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
