"""The formal specification from Python: a position goes in as facts, verdicts come out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeAlias

import attrs
import clingo

from tikal.formal.facts import NAMES, edition_fluents, facts, given
from tikal.formal.facts import term as written
from tikal.moves import Move
from tikal.state import State

__all__ = ["edition_fluents", "facts", "given"]  # beside what is made here

RULES = Path(__file__).parents[2] / "spec" / "rules"


class SpecificationError(AssertionError):
    """Clingo had something to say, which in a sound program it never has."""


# --- moves as terms ----------------------------------------------------------------------------

_CLASSES = {name: move for move, name in NAMES.items()}


def term(move: Move) -> clingo.Symbol:
    """The move as the specification writes it."""
    return clingo.parse_term(written(move))


@cache
def move_of(symbol: clingo.Symbol) -> Move:
    """The move behind a term."""
    values: list[str | int] = []
    for argument in symbol.arguments:
        if argument.type is clingo.SymbolType.Number:
            values.append(argument.number)
        elif argument.type is clingo.SymbolType.String:
            values.append(argument.string)
        else:
            name = argument.name
            values.append(name.upper() if name in ("l", "w") else name)
    make: Callable[..., Move] = _CLASSES[symbol.name]
    return make(*values)


# --- asking ------------------------------------------------------------------------------------


@attrs.frozen
class Answer:
    """The one answer set, sorted by relation."""

    #: The clauses that forbid each move, by seat; None stands for the unnamed move.
    forbidden: dict[tuple[int | None, Move], frozenset[str]]
    #: What `legal_moves` should list.
    listed: frozenset[Move]
    #: The legal moves by role, whatever the rotation.
    legal: frozenset[tuple[int | None, Move]]
    chance: dict[Move, tuple[int, int]]
    #: The fluents of the next position.
    next: frozenset[str]
    init: frozenset[str]
    points: dict[int, int]
    temple_points: dict[tuple[int, str], int]
    treasure_points: dict[tuple[int, int], int]
    winners: frozenset[int]
    costs: dict[tuple[str, str], int]
    broken: tuple[str, ...]
    #: The clauses that forbid starting a game that was asked about.
    refused_games: frozenset[str]


@cache
def program() -> str:
    """All chapters as one text, each starting in the base part."""
    return "\n".join(
        f"#program base.\n{path.read_text('utf-8')}" for path in sorted(RULES.glob("*.lp"))
    )


@lru_cache(maxsize=40_000)  # those of some positions; of all of them they would take 100 MB
def _atom(symbol: clingo.Symbol) -> tuple[str, tuple[Any, ...]]:
    """The relation of an atom and its arguments as plain values, read once per atom.

    Reading a symbol costs more than judging a move, and the same atoms come up again and again.
    """
    name = symbol.name
    read: Callable[[clingo.Symbol], object] = _value
    if name in ("next", "init"):
        read = str  # fluents stay text
    return name, tuple(map(read, symbol.arguments))


def _value(symbol: clingo.Symbol) -> object:
    if symbol.type is clingo.SymbolType.Number:
        return symbol.number
    if symbol.type is clingo.SymbolType.String:
        return symbol.string
    if symbol.name in _CLASSES and (
        symbol.arguments or symbol.name in ("end", "pass", "set_aside")
    ):
        return move_of(symbol)
    return None if symbol.name == "anyone" else str(symbol)


Parts: TypeAlias = tuple[tuple[str, list[clingo.Symbol]], ...]


def solve(facts: str, parts: Parts) -> list[clingo.Symbol]:
    """What is shown of the one answer set; messages of clingo are errors."""
    warnings: list[str] = []
    control = clingo.Control(["--warn=all"], logger=lambda _, message: warnings.append(message))
    control.add("base", [], f"{program()}\n#program base.\n{facts}")
    control.ground([("base", []), *parts])
    with control.solve(yield_=True) as handle:
        answers = [model.symbols(shown=True) for model in handle]
    if warnings or len(answers) != 1:
        raise SpecificationError(f"{len(answers)} answer sets; warnings of clingo: {warnings[:3]}")
    return list(answers[0])


def ask(*parts: tuple[str, list[clingo.Symbol]], given: str) -> Answer:
    """Ground the base program and the named parts with the given facts, and solve."""
    atoms: dict[str, list[tuple[Any, ...]]] = defaultdict(list)
    for symbol in solve(given, parts):
        name, values = _atom(symbol)
        atoms[name].append(values)
    forbidden: dict[tuple[int | None, Move], frozenset[str]] = {}
    refused_games = set()
    for clause, role, move in atoms["forbids"]:
        if isinstance(move, str):  # new_game(…)
            refused_games.add(clause)
        else:
            key = (role, move)
            forbidden[key] = forbidden.get(key, frozenset()) | {clause}
    return Answer(
        forbidden=forbidden,
        listed=frozenset(move for (move,) in atoms["listed"]),
        legal=frozenset(atoms["legal"]),
        chance={move: (number, of) for move, number, of in atoms["chance"]},
        next=frozenset(fluent for (fluent,) in atoms["next"]),
        init=frozenset(fluent for (fluent,) in atoms["init"]),
        points=dict(atoms["points"]),
        temple_points={(seat, cell): n for seat, cell, n in atoms["temple_points"]},
        treasure_points={(seat, kind): n for seat, kind, n in atoms["treasure_points"]},
        winners=frozenset(seat for (seat,) in atoms["winner"]),
        costs={(a, b): n for a, b, n in atoms["cost"]},
        broken=tuple(f"{clause}: {what}" for clause, what in atoms["broken"]),
        refused_games=frozenset(refused_games),
    )


def verdicts(state: State, asked: tuple[int, ...] = ()) -> Answer:
    """The answer of the specification about a position and all its candidate moves."""
    highest = (state.scores[state.active] if state.active else 0) + 2
    text = given(state) + "".join(f" asked({seat})." for seat in asked)
    candidates = ("candidates", [clingo.Number(highest)])
    return ask(candidates, ("invariants", []), given=text)


def successor(state: State, move: Move) -> frozenset[str]:
    """The fluents of the position after a move."""
    return ask(given=f"{given(state)} candidate({term(move)}). does(anyone,{term(move)}).").next
