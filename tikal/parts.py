"""The six frozen records that a position is made of: cells and tiles are ints in them."""

from __future__ import annotations

from bisect import insort
from itertools import compress
from typing import Final, TypeAlias, TypeVar

from attrs import frozen

from tikal.editions import Edition
from tikal.fields import Figure
from tikal.geometry import BASE_CAMP, Board
from tikal.grid import CELLS
from tikal.moves import Phase as Phase  # also for those who import it from here

_EVERY_CELL: Final = tuple(range(len(CELLS)))

# Places of a leader that are not cells.
IN_SUPPLY: Final = -1
OUT_OF_PLAY: Final = -2


@frozen
class Table:
    """The setup that the players chose before the game."""

    edition: Edition
    auction: bool


@frozen
class Bidding:
    """The auction of a round."""

    #: The tiles turned up and not yet taken, ascending.
    display: tuple[int, ...] = ()
    high_bid: int = 0
    #: The seat behind the high bid, 0 before the first bid.
    high_bidder: int = 0
    #: The seats that have passed in this auction, ascending.
    passed: tuple[int, ...] = ()
    #: The seat that passed first, before the first bid; otherwise 0.
    first_passer: int = 0
    #: The seats whose turn indicator is down: they have had their turn of this round.
    done: tuple[int, ...] = ()


@frozen
class Course:
    """The progress of the game between two action phases."""

    #: The tile waiting to be placed: a volcano waits through its whole scoring round.
    tile: int | None = None
    #: Whether the present turn is a scoring turn.
    scoring: bool = False
    #: The seats whose scoring turn is still to come in this round, in order.
    queue: tuple[int, ...] = ()
    bidding: Bidding = Bidding()
    winners: tuple[int, ...] = ()


#: A hex dug once this turn, the kind of figure that may have dug there, and where that one is now.
Digger: TypeAlias = tuple[int, Figure, int]


@frozen
class Turn:
    """Whose turn it is and what is left of it."""

    phase: Phase
    #: The seat whose turn it is, 0 once the game is over.
    active: int
    ap: int = 0
    #: A temple's cell for every level, a treasure hex's cell for every token, ascending.
    worked: tuple[int, ...] = ()
    #: Possible places of the diggers of hexes dug once, ascending, in editions that need them.
    diggers: tuple[Digger, ...] = ()


@frozen
class Ground:
    """The board, and what changes on it."""

    board: Board
    #: For every cell the value of its temple, 0 elsewhere.
    values: tuple[int, ...]
    #: For every cell the treasure tokens on it.
    tokens: tuple[int, ...]


@frozen
class Stock:
    """The pieces beside the board."""

    #: The tiles not yet drawn, ascending.
    tiles: tuple[int, ...]
    #: Loose temple floors left, from the lowest number to the highest.
    floors: tuple[int, ...]
    #: Face-down treasure tokens by kind, on hexes or in the supply.
    unseen: tuple[int, ...]


@frozen
class Expedition:
    """The pieces and points of one player."""

    seat: int
    score: int
    #: The leader's cell, or IN_SUPPLY, or OUT_OF_PLAY (a guard, or removed).
    leader: int
    #: For every cell the workers on it.
    workers: tuple[int, ...]
    #: Workers in the supply.
    supply: int
    #: Figures removed from the game: leaders and workers.
    removed: tuple[int, int]
    #: Cells of the camps, ascending.
    camps: tuple[int, ...]
    #: Cells and figures of the guards, ascending.
    guards: tuple[tuple[int, Figure], ...]
    #: Tokens owned, by kind.
    treasures: tuple[int, ...]

    def members(self, cell: int) -> int:
        """Figures on a hex; the leader counts as one, a guard does not (LEADER-02, Q-58)."""
        return self.workers[cell] + (self.leader == cell)

    def usable_camps(self) -> tuple[int, ...]:
        """The base camp, which belongs to everybody, and the own camps (DEPLOY-06, CAMP-08).

        Ascending, because the base camp is the first of all cells.
        """
        return (BASE_CAMP, *self.camps)

    def cells(self) -> list[int]:
        """The cells with own members, ascending."""
        cells = list(compress(_EVERY_CELL, self.workers))
        if self.leader >= 0 and not self.workers[self.leader]:
            insort(cells, self.leader)
        return cells

    def has_figure(self, figure: Figure, cell: int) -> bool:
        """Whether such a figure stands on the hex."""
        return self.leader == cell if figure == "L" else self.workers[cell] > 0


# --- positions that are known to have no problems ----------------------------------------------


class Checkable:
    """Room for the note that a position has no problems; it is not part of its value."""

    __slots__ = ("_is_checked",)


T = TypeVar("T", bound=Checkable)


def is_checked(position: Checkable) -> bool:
    """Whether a position is known to have no problems: it was checked, or the rules made it."""
    return getattr(position, "_is_checked", False)


def mark_checked(position: T) -> T:
    """The same position, noted as one without problems."""
    object.__setattr__(position, "_is_checked", True)
    return position
