"""Logs of every kind to look at, and every view of them."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from rich.console import Console

import tikal
from tests.conformance.kit_cases import every_case
from tikal.conformance.adapter import Adapter
from tikal.conformance.audit import audit
from tikal.conformance.referee.session import run_here
from tikal.conformance.report import (
    OUTCOMES,
    Footer,
    Header,
    Json,
    Log,
    ReportKind,
    Result,
    Writer,
    read,
)
from tikal.conformance.report.views import html, junit, markdown, terminal
from tikal.law.registry import clauses
from tikal.moves import Move
from tikal.state import State

HOSTILE = (
    "</td><script>alert('x')</script> & \" ]]> `|` \\ --> \x00\x1b[31m\x9b \u202e [a](b) *b* _c_"
)
EXAMPLES = Path(__file__).parents[2] / "examples"
RIO, LEGEND = "rio-grande-1999", "legend-classic"


def written(
    path: Path, kind: ReportKind, results: Iterable[Result], subject: str = "something"
) -> Log:
    header = Header(kind, subject, {"language": "python", "house_rules": True})
    with path.open("w", encoding="utf-8") as file, Writer(file, header) as log:
        for result in results:
            log.add(result)
    return read(path)


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
    asked = (case for case in every_case() if {"CAMP-03", "PATH-02"} & {*case.clauses})
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


_KINDS: tuple[tuple[ReportKind, str], ...] = (
    ("audit", "game"),
    ("engine", "case"),
    ("self", "test"),
)


def every_kind(folder: Path) -> dict[str, Log]:
    """A log of every kind, sound, empty and hostile ones."""
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


NAMES = (
    "audit", "engine", "self", "empty", "hostile audit", "hostile engine", "hostile self",
)  # fmt: skip
every_log = pytest.mark.parametrize("name", NAMES)

# --- views of them -----------------------------------------------------------------------------

VIEWS: dict[str, Callable[[Log], Iterable[str]]] = {
    "markdown": markdown.render,
    "junit": junit.render,
    "html": html.render,
}
_RENDERED: dict[tuple[Path, Footer, str], str] = {}


def rendered(log: Log, view: str) -> str:
    """A view as text, made once."""
    key = log.path, log.footer, view
    if key not in _RENDERED:
        _RENDERED[key] = "".join(VIEWS[view](log))
    return _RENDERED[key]


def shown(log: Log, width: int = 100, colours: bool = True) -> str:
    stream = io.StringIO()
    terminal.render(log, Console(file=stream, width=width, force_terminal=colours))
    return stream.getvalue()
