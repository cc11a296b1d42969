"""A fixed numbering of moves, for players that choose a number: learners, OpenSpiel, PettingZoo.

The layout follows the notation, move class by move class and field by field, so that `legal_moves`
lists ascending numbers (exchanges apart). It is the same in every position, except for two classes
that are numbered as the seat to move sees them:

- a transfer names *slots*: the base camp, then the own camps in the order of the cells;
- an exchange names the *relative seat* of the partner: 1 sits to the left of the seat to move.

Every number stands for one move in every position, legal or not, so that `tikal.check` can say what
is wrong with it. A slot without a camp stands for a cell without one, a partner who does not exist
for a seat that does not exist.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import permutations
from typing import Final, TypeAlias

from tikal.components import BOX
from tikal.engine import apply, legal_moves
from tikal.errors import InvalidArgument, require_int
from tikal.fields import FIGURES, Figure
from tikal.geometry import BASE_CAMP
from tikal.grid import CELLS
from tikal.moves import (
    MOVES,
    Bid,
    DrawTile,
    Exchange,
    Move,
    Phase,
    RevealTreasure,
    Transfer,
    Walk,
    every,
    move_of,
    steps,
)
from tikal.state import CHANCE_PHASES, State, require_state

#: Goes up when a number changes its meaning; a learner trained on another version plays nonsense.
VERSION: Final = 1
#: Higher bids are legal, have no number, and are left out of `mask`; sensible play has none.
HIGHEST_BID: Final = 40

# --- the layout --------------------------------------------------------------------------------

#: The base camp and as many own camps as there can be.
_SLOTS: Final = range(1 + BOX.camps)
_PARTNERS: Final = range(1, BOX.most_players)

# Transfers are listed with slots in their fields, exchanges with a relative seat.
Slotted: TypeAlias = tuple[Figure, int, int]


def _entries(*phases: Phase) -> Iterator[Move | Slotted]:
    """The entries of all classes of moves that belong to these phases."""
    for kind in MOVES:
        if kind.phase not in phases:
            continue
        if kind is Walk:
            yield from steps()
        elif kind is Transfer:
            yield from ((figure, a, b) for figure in FIGURES for a, b in permutations(_SLOTS, 2))
        else:
            yield from every(kind, seat=_PARTNERS, points=range(HIGHEST_BID + 1))


_BASIC: Final = tuple(_entries("place", "act"))
#: By number the move, or for a transfer its figure and slots; exchanges have a relative seat.
LAYOUT: Final = (*_BASIC, *_entries("bid", "take"))
_NUMBERS: Final[dict[Move | Slotted | None, int]] = {
    entry: number for number, entry in enumerate(LAYOUT)
}

#: The number of actions of an auction game, which is all of them.
SIZE: Final = len(LAYOUT)
#: The number of actions of a basic game: the first ones.
BASIC_SIZE: Final = len(_BASIC)

#: The outcomes of chance, which have numbers of their own.
_OUTCOMES: Final = tuple(
    move for kind in MOVES if kind.phase in CHANCE_PHASES for move in every(kind)
)
_OUTCOME_NUMBERS: Final = {move: number for number, move in enumerate(_OUTCOMES)}
#: The number of outcomes of chance.
OUTCOMES: Final = len(_OUTCOMES)


def size(auction: bool) -> int:
    """The number of actions of a game."""
    return SIZE if auction else BASIC_SIZE


# --- as the seat to move sees it ---------------------------------------------------------------

_SEEN_FROM_A_SEAT: Final = (Transfer, Exchange)


@lru_cache(maxsize=1024)
def _slots(camps: tuple[int, ...]) -> tuple[str, ...]:
    """The cells of the slots: the base camp, the own camps, then cells without one."""
    others = (cell for cell in range(len(CELLS)) if cell != BASE_CAMP and cell not in camps)
    cells = [BASE_CAMP, *camps, *others]
    return tuple(CELLS[cell] for cell in cells[: len(_SLOTS)])


def _slots_of(state: State) -> tuple[str, ...]:
    seat = state.turn.active
    return _slots(state.expeditions[seat - 1].camps if seat else ())


@lru_cache(maxsize=64)
def _partners(players: int, seat: int) -> tuple[int, ...]:
    """The seats of the partners, clockwise, then seats that do not exist."""
    there = [(seat - 1 + step) % players + 1 for step in range(1, players)]
    return (*there, *range(players + 1, BOX.most_players + 1))


def _partners_of(state: State) -> tuple[int, ...]:
    return _partners(len(state.expeditions), state.turn.active or 1)


def _entry(state: State, move: Move) -> Move | Slotted | None:
    """The entry of the layout that stands for a move, None if there is none."""
    if type(move) is Transfer:
        slots = _slots_of(state)
        if move.origin in slots and move.target in slots:
            return move.figure, slots.index(move.origin), slots.index(move.target)
        return None
    if type(move) is Exchange:
        partners = _partners_of(state)
        if move.seat in partners:
            return Exchange(move.give, 1 + partners.index(move.seat), move.take)
        return None
    return move


# --- both ways ---------------------------------------------------------------------------------


def encode(state: State, move: Move | str) -> int:
    """The number of a move; of every legal move but a bid above `HIGHEST_BID` there is one."""
    require_state(state)
    move = move_of(move)
    entry = _entry(state, move)
    number = None if entry is None else _NUMBERS.get(entry)
    if number is None:
        raise InvalidArgument(f"{move} has no number here{_why_not(move)}")
    return number


def _why_not(move: Move) -> str:
    match move:
        case DrawTile() | RevealTreasure():
            return ": chance has numbers of its own"
        case Bid():
            return f": bids go up to {HIGHEST_BID}"
        case Transfer():
            return ": transfers are numbered between the base camp and the own camps"
        case _:
            return ""


def decode(state: State, number: int) -> Move:
    """The move behind a number, legal or not; `tikal.check` says which clauses forbid it."""
    require_state(state)
    return move_behind(number, lambda: state)


def move_behind(number: int, position: Callable[[], State]) -> Move:
    """As `decode`; the position is asked for only where the move depends on it."""
    if not 0 <= _whole(number) < SIZE:
        raise InvalidArgument(f"actions are numbered from 0 to {SIZE - 1}, not {number}")
    entry = LAYOUT[number]
    if isinstance(entry, tuple):
        figure, origin, target = entry
        slots = _slots_of(position())
        return Transfer(figure, slots[origin], slots[target])
    if type(entry) is Exchange:
        return Exchange(entry.give, _partners_of(position())[entry.seat - 1], entry.take)
    return entry


def _whole(number: int) -> int:
    require_int("an action", number)
    return number


def numbers(state: State) -> list[int]:
    """The numbers of the legal moves that have one, ascending; none where chance decides."""
    require_state(state)
    return [] if state.to_move is None else numbers_of(legal_moves(state), lambda: state)


def numbers_of(moves: Iterable[Move], position: Callable[[], State]) -> list[int]:
    """The numbers of legal moves; the position is asked for only where they depend on it."""
    entries = [_entry(position(), m) if type(m) in _SEEN_FROM_A_SEAT else m for m in moves]
    found = [number for entry in entries if (number := _NUMBERS.get(entry)) is not None]
    found.sort()
    return found


def mask(state: State) -> bytes:
    """For every number of the game 1 if it stands for a legal move, else 0.

    A tile is listed once per distinct orientation, as `tikal.legal_moves` does: the same look under
    another rotation is legal and not marked.
    """
    marked = numbers(state)
    found = bytearray(size(state.auction))
    for number in marked:
        found[number] = 1
    return bytes(found)


def take(state: State, number: int) -> State:
    """The position after the move behind a number; `IllegalMove` carries the clauses against it."""
    return apply(state, decode(state, number))


# --- chance ------------------------------------------------------------------------------------


def encode_outcome(move: Move | str) -> int:
    """The number of an outcome of chance."""
    move = move_of(move)
    if move not in _OUTCOME_NUMBERS:
        raise InvalidArgument(f"{move} is not an outcome of chance that can happen")
    return _OUTCOME_NUMBERS[move]


def decode_outcome(number: int) -> Move:
    """The outcome of chance behind a number."""
    if not 0 <= _whole(number) < OUTCOMES:
        raise InvalidArgument(f"outcomes are numbered from 0 to {OUTCOMES - 1}, not {number}")
    return _OUTCOMES[number]
