"""Reading takes work in proportion to what is read: counted, never timed, for every field.

The fields come from the schemas: every list, every object with free keys and every text of every
kind of document is made longer and longer, with sound entries and with strange ones.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, Final, TypeAlias

import pytest

import tikal
from tikal.asking.lexicon import languages
from tikal.asking.questions import MAX_QUESTION_CHARACTERS
from tikal.conformance.audit import audit_game
from tikal.conformance.cases import read_cases
from tikal.conformance.report import log
from tikal.notation import documents
from tikal.notation.documents.limits import (
    DOCUMENT_KINDS,
    LIMITS,
    MAX_DEPTH,
    DocumentKind,
    require_within_limits,
)
from tikal.notation.documents.parsing import format_of, read_document
from tikal.page.bridge import ask
from tikal.page.links import packed

Schema: TypeAlias = dict[str, Any]
Steps: TypeAlias = tuple[str | int, ...]
#: Makes an input of a size.
Grow: TypeAlias = Callable[[int], object]
SIZE: Final = 150
#: What caches and the like may add.
SLACK: Final = 1_500
#: An ordinary question takes some thousands; ten times as much is still far below 50 ms.
MAX_WORK_OF_A_QUESTION: Final = 20_000


def work_of(task: Callable[[], object]) -> int:
    """How many Python functions are entered, and how much they build: the sizes of their results.

    Calls alone would not see a function that copies a long list whenever it is called.
    """
    work = 0

    def count(_frame: FrameType, event: str, result: object) -> None:
        nonlocal work
        if event == "call":
            work += 1
        elif event == "return" and isinstance(result, dict | list | tuple | set | str | bytes):
            work += len(result) // 10

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        task()
    finally:
        sys.setprofile(before)
    return work


def refusal_of(task: Callable[[], object]) -> str:
    """The text of the refusal, if there is one; it must be a `TikalError`."""
    try:
        task()
    except tikal.TikalError as error:
        return str(error)
    return ""


def grows_no_faster_than_its_input(read: Callable[[Any], object], grow: Grow) -> None:
    inputs = [grow(SIZE * times) for times in (1, 2, 4)]
    for given in inputs:  # fills the caches
        assert len(refusal_of(partial(read, given))) < 2_000
    once, twice, four_times = (
        work_of(partial(refusal_of, partial(read, given))) for given in inputs
    )
    assert four_times - twice <= 2.6 * max(0, twice - once) + SLACK, (once, twice, four_times)


# --- documents of JSON -------------------------------------------------------------------------

PATTERNS: Final = {"^[A-G][1-6]$": "A1", "^[a-h][1-5]$": "b3"}


class Fields:
    """The fields of a schema that can grow, and documents with one of them grown."""

    def __init__(self, schema: Schema, root: str | None = None) -> None:
        self._schema = schema
        self._root: Schema = {"$ref": f"#/$defs/{root}"} if root else schema

    def _resolve(self, schema: Schema) -> Schema:
        if "$ref" in schema:
            name = schema["$ref"].removeprefix("#/$defs/")
            schema = {**self._schema["$defs"][name], **schema}
            del schema["$ref"]
        return schema

    def _object(self, schema: Schema) -> dict[str, Any]:
        known = schema.get("properties", {})
        return {key: self.sample(known[key]) for key in schema.get("required", ())}

    def sample(self, schema: Schema) -> Any:
        """Something that the schema takes."""
        schema = self._resolve(schema)
        if "const" in schema or "enum" in schema:
            return schema.get("const", schema.get("enum", [None])[0])
        match schema.get("type", "object"):
            case "string" | ["string", *_]:
                return PATTERNS.get(schema.get("pattern", ""), "TURN-01")
            case "integer" | "number" | ["integer", *_]:
                return schema.get("minimum", 2)
            case "boolean":
                return False
            case "array":
                parts = schema.get("prefixItems") or [schema["items"]] * schema.get("minItems", 0)
                return [self.sample(part) for part in parts]
            case _:
                return self._object(schema)

    def _parts(self, schema: Schema) -> Iterator[tuple[str | int, Schema]]:
        yield from schema.get("properties", {}).items()
        if isinstance(schema.get("items"), dict):
            yield 0, schema["items"]
        if isinstance(schema.get("additionalProperties"), dict):
            yield "b3", schema["additionalProperties"]
        yield from enumerate(schema.get("prefixItems", ()))

    def growing(self, schema: Schema | None = None) -> Iterator[tuple[Steps, str, Any]]:
        """Every list, object and text: where it is, which of these, and a sound entry of it."""
        schema = self._resolve(self._root if schema is None else schema)
        types = schema.get("type", "object" if "properties" in schema else "string")
        parts = dict(self._parts(schema))
        for kind in [types] if isinstance(types, str) else types:
            if kind in ("array", "object"):
                entry = parts.get(0, parts.get("b3"))
                yield (), kind, "x" if entry is None else self.sample(entry)
            elif kind == "string":
                yield (), kind, None
        for step, part in parts.items():
            for steps, kind, sound in self.growing(part):
                yield (step, *steps), kind, sound

    def document(self, steps: Steps, value: object, schema: Schema | None = None) -> Any:
        """A small document with this value at its place."""
        schema = self._resolve(self._root if schema is None else schema)
        if not steps:
            return {**self._object(schema), **value} if isinstance(value, dict) else value
        step, *rest = steps
        part = self.document(tuple(rest), value, dict(self._parts(schema))[step])
        if isinstance(step, str):
            return {**self._object(schema), step: part}
        whole = self.sample(schema)
        return [*whole[:step], part, *whole[step + 1 :]]

    def text_of_size(self, steps: Steps, fill: Grow, size: int) -> str:
        """A document with something of this size at its place."""
        return json.dumps(self.document(steps, fill(size)))


def fillings(kind: str, sound: object) -> dict[str, Grow]:
    """Ways to make a list, an object or a text long."""
    if kind == "string":
        return {
            "letters": lambda n: "x" * n,
            "blanks": lambda n: "x" + " " * n + "#",
            "words": lambda n: "rio-grande-1999" + " tiebreak=none" * n,
        }
    if kind == "array":
        return {
            "sound": lambda n: [sound] * n,
            "mixed": lambda n: ["s", *range(n)],
            "lists": lambda n: [[number] for number in range(n)],
        }
    return {
        "sound": lambda n: {f"k{number}": sound for number in range(n)},
        "mixed": lambda n: {f"k{number}": [number] for number in range(n)},
    }


ROOTS: Final[dict[DocumentKind, tuple[str | None, ...]]] = {
    "record": (None,),
    "position": (None,),
    "cases": (None,),
    "report": ("header", "result", "footer"),
}


def read_case(text: str) -> object:
    return read_cases(text)


def read_log(path: Path, line: str) -> object:
    header: dict[str, object] = dict.fromkeys(("subject", "library", "python", "made"), "x")
    header |= {"event": "header", "format": format_of("report"), "kind": "audit", "facts": {}}
    path.write_text("\n".join([*([] if '"header"' in line else [json.dumps(header)]), line, ""]))
    return list(log.read(path).results())


@pytest.mark.parametrize("kind", DOCUMENT_KINDS)
def test_reading_json_takes_work_in_proportion_to_every_field(
    kind: DocumentKind, tmp_path: Path
) -> None:
    readers: dict[DocumentKind, Callable[[str], object]] = {
        "record": documents.loads,
        "position": documents.loads,
        "cases": read_case,
        "report": partial(read_log, tmp_path / "log.jsonl"),
    }
    grown = 0
    for root in ROOTS[kind]:
        fields = Fields(documents.schema(kind), root)
        for steps, shape, sound in fields.growing():
            for fill in fillings(shape, sound).values():
                grows_no_faster_than_its_input(
                    readers[kind], partial(fields.text_of_size, steps, fill)
                )
                grown += 1
    assert grown > 30


def test_all_that_can_grow_in_a_record_at_once() -> None:
    def record(n: int) -> str:
        return json.dumps(
            {
                "format": "tikal-record/1",
                "edition": "rio-grande-1999",
                "players": 2,
                "extra": {f"key {letters(number)}": "x" for number in range(n)},
                "moves": ["bid 1", "walk W a1-b2"] * n,
                "seats": [1, 2] * n,
                "points": [None, None] * n,
                "comments": [{"after": number, "text": "x"} for number in range(n)],
            }
        )

    documents.loads(record(10))  # it is sound
    grows_no_faster_than_its_input(documents.loads, record)


# --- text --------------------------------------------------------------------------------------

HEADER: Final = "edition: rio-grande-1999\nplayers: 2\n"


def letters(number: int) -> str:
    return "".join(chr(ord("a") + int(digit)) for digit in str(number))


RECORDS: Final[dict[str, Grow]] = {
    "keys": lambda n: HEADER + "".join(f"{letters(i)}: v\n" for i in range(n)),
    "keys with comments": lambda n: HEADER + "".join(f"{letters(i)}: v # c\n" for i in range(n)),
    "comments above keys": lambda n: "".join(f"# c\n{letters(i)}: v\n" for i in range(n)) + HEADER,
    "comments above the header": lambda n: "# c\n" * n + HEADER,
    "comments below the header": lambda n: HEADER + "# c\n" * n,
    "blank lines above": lambda n: "\n" * n + HEADER,
    "blank lines below": lambda n: HEADER + "\n" * n + "end\n" + "\n" * n,
    "nothing but blank lines": lambda n: HEADER + "\n" * n,
    "names": lambda n: HEADER + "names: " + ",".join("A" * n),
    "house rules": lambda n: f"edition: rio-grande-1999{' tiebreak=none' * n}\nplayers: 2\n",
    "a long key": lambda n: f"{HEADER}{'a' * n}!: v\n",
    "a long value": lambda n: f"{HEADER}a: {'v' * n}\n",
    "digits": lambda n: f"edition: rio-grande-1999\nplayers: {'2' * n}\n",
    "lines of moves": lambda n: HEADER + "\n" + "1: walk W a1-b2; bid 3 # c\n" * n,
    "moves in a line": lambda n: HEADER + "\n" + "end;" * n,
    "moves without names": lambda n: HEADER + "\n" + "x;" * n,
    "semicolons": lambda n: HEADER + "\n" + ";" * n,
    "comments": lambda n: HEADER + "\n" + "end # c\n# c\n" * n,
    "a long comment": lambda n: HEADER + "\n#" + "c" * n,
    "a long line": lambda n: HEADER + "\n" + "x" * n,
    "counts": lambda n: HEADER + "\n" + "end x99\n" * n,
    "counts in a line": lambda n: HEADER + "\n" + "end x99;" * n,
    "a long count": lambda n: HEADER + "\nend x" + "9" * n,
    "steps": lambda n: HEADER + "\nwalk W a1" + "-a1" * n + " x99",
    "lines of steps": lambda n: HEADER + "\n" + "walk W a1-b2-c2-d2-e2\n" * n,
    "blanks before a count": lambda n: HEADER + "\nend" + " " * n + "y",
    "claims": lambda n: HEADER + "\n" + "end = 14\n" * n,
    "signs": lambda n: HEADER + "\nend " + "=" * n,
    "names before moves": lambda n: HEADER + "names: Ana, Ben\n\n" + "ANA: end; Bo: end\n" * n,
    "colons": lambda n: HEADER + "names: Ana, Ben\n\n" + ":" * n,
    "scores": lambda n: HEADER + "scores: " + ",".join("7" * n),
    "mistakes of the header": lambda n: "!: x\n" * n + HEADER,
    "a refusal before mistakes": lambda n: HEADER + "\nend\n" + "fly\n" * n,
}
MOVES: Final[dict[str, Grow]] = {
    "a long verb": lambda n: "x" * n,
    "blanks": lambda n: "walk" + " " * n,
    "fields": lambda n: "walk" + " W" * n,
    "hyphens": lambda n: "walk W " + "a1-" * n,
    "digits": lambda n: "bid " + "9" * n,
    "capitals": lambda n: "WALK" * n,
}
SERIES: Final[dict[str, Grow]] = {
    "lines": lambda n: "bid 1\n" * n,
    "a line": lambda n: "bid 1;" * n,
    "comments": lambda n: "# c\n" * n,
    "blank lines": lambda n: "\n" * n,
    "semicolons": lambda n: ";\n" * n,
    "counts": lambda n: "end x99\n" * n,
    "steps": lambda n: "walk W a1" + "-a1" * n,
}
EDITIONS: Final[dict[str, Grow]] = {
    "words": lambda n: "rio-grande-1999" + " x=y" * n,
    "the same rule": lambda n: "rio-grande-1999" + " tiebreak=none" * n,
    "criteria": lambda n: "rio-grande-1999 tiebreak=" + ",".join(["guard"] * n),
    "strange criteria": lambda n: "rio-grande-1999 tiebreak=" + ",".join(map(str, range(n))),
    "a long word": lambda n: "x" * n,
    "blanks": lambda n: " " * n,
}

POSITIONS: Final[dict[str, Grow]] = {
    "statements": lambda n: "foo;" * n,
    "sound statements": lambda n: "act 1;" * n,
    "cells": lambda n: "a2=7 1L;" * n,
    "lines": lambda n: "a2=7\n" * n,
    "comments": lambda n: "# c\n" * n,
    "a long comment": lambda n: "#" * n,
    "blank lines": lambda n: "\n" * n,
    "semicolons": lambda n: ";" * n,
    "commas": lambda n: "a2," + "," * n,
    "words of a cell": lambda n: "a2" + " 1W" * n,
    "words of a turn": lambda n: "act" + " 1" * n,
    "the same seats": lambda n: "act scoring" + " 2" * n,
    "seats": lambda n: "passed " + " ".join(str(1 + i % 9) for i in range(n)),
    "tiles": lambda n: "display" + " A1 A2" * n,
    "diggers": lambda n: "a2 dug" + " W-b1" * n,
    "scores": lambda n: "scores" + " 1" * n,
    "treasures": lambda n: "treasures " + "1" * n,
    "house rules": lambda n: "rio-grande-1999" + " tiebreak=none" * n,
    "a long word": lambda n: "a2 " + "x" * n,
    "a long first word": lambda n: "x" * n,
    "digits": lambda n: "a2=" + "9" * n,
}


def request(**fields: Any) -> str:
    """The requests of the page to the bridge."""
    return json.dumps(fields)


#: Two moves that can be made again and again.
BACK_AND_FORTH: Final = ["walk L a1-b2", "walk L b2-a1"]
START: Final = "act 1 10ap; a1 1L"
REQUESTS: Final[dict[str, Grow]] = {
    "nesting": lambda n: "[" * n,
    "nesting in a request": lambda n: '{"ask": ' + "[" * n + "]" * n + "}",
    "moves": lambda n: request(ask="legal", game={"start": START, "moves": BACK_AND_FORTH * n}),
    "strange moves": lambda n: request(ask="legal", game={"start": START, "moves": ["x"] * n}),
    "several moves": lambda n: request(ask="move", position=START, moves=BACK_AND_FORTH * n),
    "names": lambda n: request(ask="new", players=2, names=["x"] * n),
    "a long name": lambda n: request(ask="new", players=2, names=["x" * n, "y"]),
    "fields": lambda n: request(ask="about", **{f"x{i}": i for i in range(n)}),
    "a long field": lambda n: request(ask="about", **{"x" * n: 1}),
    "a long text": lambda n: request(ask="load", text="x" * n),
    "lines": lambda n: request(ask="load", text=HEADER + "\n" + "end # c\n" * n),
    "a link": lambda n: request(ask="load", link="position=" + "x" * n),
    "parts of a link": lambda n: request(ask="load", link="&".join(["at=1"] * n)),
    "a packed game": lambda n: request(ask="load", link="game=" + packed(HEADER + "\n" * n)),
    "changes": lambda n: request(ask="edit", draft={}, changes=[{"set": "ap", "to": 1}] * n),
    "a path": lambda n: request(ask="edit", draft={}, changes=[{"set": "x." * n, "to": 1}]),
    "a draft": lambda n: request(ask="edit", draft={f"x{i}": {} for i in range(n)}),
    "cells of a draft": lambda n: request(
        ask="edit", draft={"values": {f"x{i}": 1 for i in range(n)}}
    ),
    "highlights": lambda n: request(ask="view", position=START, picture={"highlight": ["a1"] * n}),
    "an id": lambda n: request(ask="clause", id="x" * n),
    "a question": lambda n: request(ask="question", question="x" * n),
}


#: Each of them as long as asked for, beyond what a question may have.
QUESTIONS: Final[dict[str, Grow]] = {
    "words": lambda n: ("may a guard leave the temple " * n)[:n],
    "unknown words": lambda n: " ".join(f"z{letters(i)}qx" for i in range(n))[:n],
    "typing errors": lambda n: " ".join(f"excavat{letters(i % 10)}on" for i in range(n))[:n],
    "a long word": lambda n: "tempelwachter" * (n // 13),
    "long words": lambda n: ("tempelwachterskaartjesx " * n)[:n],
    "short words": lambda n: "x " * (n // 2),
    "accents": lambda n: "e\u0301" * (n // 2),
    "ligatures": lambda n: "\ufdfa" * n,
    "blanks": lambda n: " " * n,
    "digits": lambda n: "9" * n,
    "an id": lambda n: "TEMPLE" + " " * (n - 10) + "4",
}


def audit(text: str) -> object:
    """Read a game and replay it: the limits bound this too, so that an audit needs no clock."""
    result = audit_game(("game", text.encode()))
    assert len(result.message) < 2_000
    assert "a fault of the auditor" not in result.message
    return result


def begin_with(text: str) -> object:
    return tikal.loads(f"position: {text}")


def answer(text: str) -> object:
    """The answer of the bridge, which is never an exception."""
    found = json.loads(ask(text))
    assert "bug" not in found, found
    assert len(found.get("error", "")) < 5_000
    return found


def read_edition(text: str) -> object:
    return tikal.new_game(2, edition=text)


@pytest.mark.parametrize(
    ("read", "grow"),
    [
        pytest.param(read, grow, id=f"{name}, {what}")
        for name, read, inputs in (
            ("record", audit, RECORDS),
            ("move", tikal.parse_move, MOVES),
            ("moves", tikal.parse_moves, SERIES),
            ("edition", read_edition, EDITIONS),
            ("request", answer, REQUESTS),
            ("position", tikal.parse_position, POSITIONS),
            ("game that is a position", audit, POSITIONS),
            ("record that begins with a position", begin_with, POSITIONS),
            ("question", tikal.ask, QUESTIONS),
        )
        for what, grow in inputs.items()
    ],
)
def test_reading_text_takes_work_in_proportion_to_it(
    read: Callable[[Any], object], grow: Grow
) -> None:
    grows_no_faster_than_its_input(read, grow)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("grow", QUESTIONS.values(), ids=list(QUESTIONS))
def test_no_question_takes_much_work(grow: Grow, language: str) -> None:
    question = str(grow(MAX_QUESTION_CHARACTERS))
    asked = partial(tikal.ask, question, language=language)
    asked()  # fills the caches
    assert work_of(asked) <= MAX_WORK_OF_A_QUESTION


# --- the limits --------------------------------------------------------------------------------


def test_a_huge_document_takes_no_more_work_than_one_just_too_large() -> None:
    for kind, limits in LIMITS.items():
        for key, most in {**limits.entries_of, "any other key": limits.entries}.items():
            slightly, hugely = ({key: ["x"] * times} for times in (most + 1, 10 * most))
            assert "entries, at most" in refusal_of(partial(require_within_limits, slightly, kind))
            assert work_of(
                partial(refusal_of, partial(require_within_limits, hugely, kind))
            ) <= 2 * work_of(partial(refusal_of, partial(require_within_limits, slightly, kind)))


def test_the_schemas_and_the_limits_say_the_same() -> None:
    for kind in DOCUMENT_KINDS:
        for root in ROOTS[kind]:
            schema = documents.schema(kind)
            for steps, bound in _bounds(Fields(schema, root)):
                key = next((step for step in reversed(steps) if isinstance(step, str)), "")
                if steps and steps[-1] == key:
                    limits = LIMITS[kind]
                    most = limits.entries_of.get(key)
                    assert most == bound or (most is None and bound <= limits.entries), (kind, key)


def _bounds(fields: Fields) -> Iterator[tuple[Steps, int]]:
    def at(steps: Steps, schema: Schema) -> Iterator[tuple[Steps, int]]:
        schema = fields._resolve(schema)
        for keyword in ("maxItems", "maxProperties"):
            if keyword in schema:
                yield steps, schema[keyword]
        for step, part in fields._parts(schema):
            yield from at((*steps, step), part)

    yield from at((), fields._root)


def never_reached(_value: object) -> None:
    raise AssertionError("the content is read before it is measured")


@pytest.mark.parametrize("kind", DOCUMENT_KINDS)
def test_limits_are_checked_before_content(kind: DocumentKind) -> None:
    limits = LIMITS[kind]
    deep: object = 1
    for _ in range(MAX_DEPTH + 1):
        deep = [deep]
    whole = [[0] * limits.entries for _ in range(limits.values // limits.entries + 1)]
    for data, message in (
        (
            {"format": [], "x": ["y"] * (limits.entries + 1)},
            f"$.x: has {limits.entries + 1} entries",
        ),
        (
            {"format": [], "x": whole},
            "values in all" if len(whole) <= limits.entries else "entries",
        ),
        ({"format": [], "x": deep}, "nested too deeply"),
        ({"format": [], "x": 10**5_000}, "$.x: has more than 600 digits"),
        ({"format": [], "x": [-(10**5_000)]}, "$.x[0]: has more than 600 digits"),
        ({"format": [], 1: "x"}, "$: keys are text, not int"),
    ):
        with pytest.raises(tikal.InvalidNotation) as caught:
            read_document(data, kind, never_reached)
        assert message in str(caught.value)


def test_every_document_that_is_published_has_room_to_grow() -> None:
    root = Path(__file__).parents[2] / "spec"
    for path in (root / "cases").glob("*.json"):
        assert path.stat().st_size < LIMITS["cases"].characters / 3
