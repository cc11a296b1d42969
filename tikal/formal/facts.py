"""A position and a move in the words of `spec/README.md`, as text.

Nothing here needs clingo.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import astuple

from tikal.components import BOX
from tikal.editions import Edition
from tikal.grid import CELLS
from tikal.moves import MOVES, Move, verb_of
from tikal.parts import OUT_OF_PLAY
from tikal.state import Hex, State

_PRINTED: Final = frozenset(tile.id for tile in BOX.printed.values())
_TILES: Final = {tile.id: tile for tile in BOX.tiles}
#: The moves by their names in the specification.
NAMES: Final = {move: verb_of(move).replace("-", "_") for move in MOVES}
#: Their arguments are names of tiles, which are strings there.
_TEXTUAL: Final = frozenset({"draw", "take"})


def term(move: Move) -> str:
    """The move as the specification writes it."""
    name = NAMES[type(move)]
    arguments = [
        f'"{value}"' if name in _TEXTUAL else str(value).lower() for value in astuple(move)
    ]
    return f"{name}({','.join(arguments)})" if arguments else name


def given(state: State) -> str:
    """The facts of a position as program text."""
    return " ".join(f"true({fact})." for fact in facts(state))


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
    for tile in _TILES.keys() - {*state.remaining, *state.display, state.tile, *laid}:
        yield f'set_aside("{tile}")'


def _hex(state: State, cell: str) -> Iterator[str]:
    hex_ = state[cell]
    if hex_.tile is None:
        return
    if hex_.tile not in _PRINTED:
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
