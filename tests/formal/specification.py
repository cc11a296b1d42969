"""The formal specification from Python: a position goes in as facts, verdicts come out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import attrs
import clingo

from tikal.components import BOX
from tikal.editions import Edition
from tikal.grid import CELLS
from tikal.moves import MOVES, Move, verb_of
from tikal.parts import OUT_OF_PLAY
from tikal.state import Hex, State

RULES = Path(__file__).parents[2] / "spec" / "rules"
PRINTED = frozenset(tile.id for tile in BOX.printed.values())
TILES = {tile.id: tile for tile in BOX.tiles}


class SpecificationError(AssertionError):
    """Clingo had something to say, which in a sound program it never has."""


# --- a position as facts -----------------------------------------------------------------------


def facts(state: State) -> frozenset[str]:
    """The position in the vocabulary of spec/README.md."""
    return frozenset(_facts(state))


def _facts(state: State) -> Iterator[str]:
    yield from edition_fluents(state.edition)
    yield f"players({state.players})"
    yield f"phase({state.phase})"
    yield f"ap({state.ap})"
    if state.active:
        yield f"active({state.active})"
    if state.scoring:
        yield f"scoring({'volcano' if state.tile else 'final'})"
    for i, seat in enumerate(state.course.queue, start=1):
        yield f"queue({i},{seat})"
    for dug, figure, place in state.turn.diggers:
        where = "nowhere" if place == OUT_OF_PLAY else CELLS[place]
        yield f"digger({CELLS[dug]},{figure.lower()},{where})"
    yield from _tiles(state)
    for cell in CELLS:
        yield from _hex(state, cell)
    for seat in state.scores:
        yield from _player(state, seat)
    for kind, number in state.unseen.items():
        yield f"unseen({kind},{number})"
    for floor, number in state.floors.items():
        yield f"floor({floor},{number})"
    if state.auction:
        yield from _auction(state)


def edition_fluents(edition: Edition) -> Iterator[str]:
    """The fluents of an edition: switches that are on, or their values; tie-breaks with ranks."""
    for name, value in edition.switches().items():
        if isinstance(value, tuple):
            yield from (f"{name}({i},{_constant(word)})" for i, word in enumerate(value, start=1))
        elif not isinstance(value, bool):
            yield f"{name}({_constant(str(value))})"
        elif value:
            yield name


def _constant(word: str) -> str:
    return word.replace("-", "_")


def _tiles(state: State) -> Iterator[str]:
    if state.tile:
        yield f'waiting("{state.tile}")'
    for tile in state.remaining:
        yield f'undrawn("{tile}")'
    laid = {state[cell].tile for cell in CELLS}
    for tile in TILES.keys() - {*state.remaining, *state.display, state.tile, *laid}:
        yield f'set_aside("{tile}")'


def _hex(state: State, cell: str) -> Iterator[str]:
    hex_ = state[cell]
    if hex_.tile is None:
        return
    if hex_.tile not in PRINTED:
        yield f'tile({cell},"{hex_.tile}",{hex_.rotation})'
    times = [CELLS[worked] for worked in state.turn.worked].count(cell)
    if hex_.kind == "temple":
        yield f"value({cell},{hex_.value})"
        yield from [f"uncovered({cell},{times})"] if times else []
    if hex_.kind == "treasure":
        yield f"tokens({cell},{hex_.tokens})"
        yield from [f"taken({cell},{times})"] if times else []
    yield from _pieces(hex_, cell)


def _pieces(hex_: Hex, cell: str) -> Iterator[str]:
    for seat, figures in hex_.figures.items():
        for figure, number in zip("lw", figures, strict=True):
            if number:
                yield f"at({seat},{figure},{cell},{number})"
    if hex_.camp:
        yield f"camp({hex_.camp},{cell})"
    if hex_.guard:
        yield f"guard({hex_.guard[0]},{cell},{hex_.guard[1].lower()})"


def _player(state: State, seat: int) -> Iterator[str]:
    player = state.player(seat)
    yield f"score({seat},{player.score})"
    for what, (leaders, workers) in (("supply", player.supply), ("removed", player.removed)):
        yield f"{what}({seat},l,{leaders})"
        yield f"{what}({seat},w,{workers})"
    for kind, number in player.treasures.items():
        if number:
            yield f"owns({seat},{kind},{number})"


def _auction(state: State) -> Iterator[str]:
    bidding = state.course.bidding
    yield "auction"
    for tile in state.display:
        yield f'display("{tile}")'
    for seat in bidding.done:
        yield f"turned({seat})"
    for seat in bidding.passed:
        yield f"passed({seat})"
    if bidding.high_bidder:
        yield f"high_bidder({bidding.high_bidder})"
        yield f"high_bid({state.high_bid})"
    if bidding.first_passer:
        yield f"first_passer({bidding.first_passer})"


# --- moves as terms ----------------------------------------------------------------------------

_NAMES = {move: verb_of(move).replace("-", "_") for move in MOVES}
_CLASSES = {name: move for move, name in _NAMES.items()}
_TEXTUAL = {"draw", "take"}


def term(move: Move) -> clingo.Symbol:
    """The move as the specification writes it."""
    name = _NAMES[type(move)]
    arguments = []
    for value in attrs.astuple(move):
        if isinstance(value, int):
            arguments.append(clingo.Number(value))
        elif name in _TEXTUAL:
            arguments.append(clingo.String(value))
        else:
            arguments.append(clingo.Function(value.lower()))
    return clingo.Function(name, arguments)


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
def _program() -> str:
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


def ask(*parts: tuple[str, list[clingo.Symbol]], given: str) -> Answer:
    """Ground the base program and the named parts with the given facts, and solve."""
    warnings: list[str] = []
    control = clingo.Control(["--warn=all"], logger=lambda _, message: warnings.append(message))
    control.add("base", [], _program())
    control.add("base", [], given)
    control.ground([("base", []), *parts])
    answers = 0
    atoms: dict[str, list[tuple[Any, ...]]] = defaultdict(list)
    with control.solve(yield_=True) as handle:
        for model in handle:
            answers += 1
            for symbol in model.symbols(shown=True):
                name, values = _atom(symbol)
                atoms[name].append(values)
    if warnings or answers != 1:
        raise SpecificationError(f"{answers} answer sets; warnings of clingo: {warnings[:3]}")
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


def given(state: State) -> str:
    """The facts of a position as program text."""
    return " ".join(f"true({fluent})." for fluent in facts(state))


def verdicts(state: State, asked: tuple[int, ...] = ()) -> Answer:
    """The answer of the specification about a position and all its candidate moves."""
    highest = (state.scores[state.active] if state.active else 0) + 2
    text = given(state) + "".join(f" asked({seat})." for seat in asked)
    candidates = ("candidates", [clingo.Number(highest)])
    return ask(candidates, ("invariants", []), given=text)


def successor(state: State, move: Move) -> frozenset[str]:
    """The fluents of the position after a move."""
    return ask(given=f"{given(state)} candidate({term(move)}). does(anyone,{term(move)}).").next
