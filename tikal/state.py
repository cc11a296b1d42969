"""A position: immutable, narrow, nested records with a public face.

The public face of `State` speaks in names (cells, tiles, seats, kinds). Its six records `table`,
`course`, `turn`, `ground`, `stock` and `expeditions` belong to the engine: cells and tiles are
ints there, and other code should not rely on them. `tikal.rules.queries` asks about them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, get_args

from attrs import field, fields, frozen

from tikal import parts
from tikal.components import BOX, LOOSE_TILES, TILE_INDEX, TILES, Terrain
from tikal.editions import (
    DEFAULT_EDITION,
    STORED_VERSION,
    Edition,
    edition_of,
    require_stored_version,
)
from tikal.errors import InvalidArgument, Mistake, Problem, WrongType, require_int
from tikal.fields import Figure
from tikal.geometry import Board
from tikal.grid import CELLS, cell_of
from tikal.moves import Phase as Phase  # also for those who import it from here
from tikal.parts import IN_SUPPLY, Checkable, Course, Expedition, Ground, Stock, Table, Turn

PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
#: The phases in which action points are left or waiting.
ACTION_PHASES: Final[tuple[Phase, ...]] = ("act", "reveal")
#: The phases in which chance decides.
CHANCE_PHASES: Final[tuple[Phase, ...]] = ("draw", "reveal")

ACTION_POINTS: Final = 10  # TURN-04
STARTING_CAPITAL: Final = 20  # AUCTION-02
MIN_FLOOR: Final = min(BOX.floors)
MAX_FLOOR: Final = max(BOX.floors)


#: `Turn` from a cache: few turns are different, and making a record takes time.
#: Typed, because 10.0 and 10 are the same key otherwise.
shared_turn: Final = lru_cache(maxsize=4096, typed=True)(Turn)


# --- what the world sees -----------------------------------------------------------------------


@frozen
class Hex:
    """One cell as a player sees it; an unexplored one has no tile."""

    tile: str | None
    rotation: int | None
    kind: Terrain | None
    #: A temple's present value, 0 elsewhere.
    value: int
    #: Treasure tokens left.
    tokens: int
    #: The seat that owns the camp here.
    camp: int | None
    guard: tuple[int, Figure] | None
    #: By seat, leaders and workers; guards are not among them.
    figures: dict[int, tuple[int, int]] = field(hash=False)


@frozen
class Player:
    """One player's things as everybody sees them."""

    seat: int
    score: int
    #: Leaders and workers in the supply.
    supply: tuple[int, int]
    #: Leaders and workers out of the game for good.
    removed: tuple[int, int]
    #: By cell, leaders and workers on the board; guards are not among them.
    figures: dict[str, tuple[int, int]] = field(hash=False)
    camps: tuple[str, ...]
    guards: dict[str, Figure] = field(hash=False)
    #: By kind, the treasure tokens owned.
    treasures: dict[int, int] = field(hash=False)


@frozen(repr=False)
class State(Checkable):
    """A position. Immutable, hashable, picklable; equal positions are equal.

    The constructor does not validate. Use `new_game` and `apply`, or `position` for positions
    built by hand.
    """

    table: Table
    course: Course
    turn: Turn
    ground: Ground
    stock: Stock
    expeditions: tuple[Expedition, ...]

    def __repr__(self) -> str:
        whose = f", seat {self.active}" if self.active else ""
        points = f", {self.ap} AP" if self.phase in ACTION_PHASES else ""
        return (
            f"<State {self.edition.key}{' auction' if self.auction else ''}, "
            f"{self.players} players, {self.phase}{whose}{points}, "
            f"{len(self.stock.tiles)} tiles to draw>"
        )

    # Showing a position needs what stands above this module, so both are loaded when asked for.

    def __str__(self) -> str:
        from tikal.pictures.text import board_text

        return board_text(self)

    def _repr_svg_(self) -> str:
        """The position as a picture, for notebooks."""
        from tikal.pictures.svg import board_svg

        return board_svg(self)

    @property
    def edition(self) -> Edition:
        """The rulebook this game is played by."""
        return self.table.edition

    @property
    def auction(self) -> bool:
        """Whether this is the auction game."""
        return self.table.auction

    @property
    def players(self) -> int:
        """The number of players; their seats are 1, 2, … clockwise."""
        return len(self.expeditions)

    @property
    def phase(self) -> Phase:
        """One of draw, bid, take, place, act, reveal, over."""
        return self.turn.phase

    @property
    def active(self) -> int | None:
        """The seat whose turn it is, also while chance decides; None once the game is over."""
        return self.turn.active or None

    @property
    def to_move(self) -> int | None:
        """The seat that must choose now; None when chance decides and at the end."""
        phase = self.turn.phase
        return None if phase in CHANCE_PHASES or phase == "over" else self.turn.active

    @property
    def ap(self) -> int:
        """Action points left, 0 outside an action phase."""
        return self.turn.ap

    @property
    def scoring(self) -> bool:
        """Whether this is a scoring turn."""
        return self.course.scoring

    @property
    def scores(self) -> dict[int, int]:
        """Points by seat."""
        return {who.seat: who.score for who in self.expeditions}

    @property
    def tile(self) -> str | None:
        """The tile waiting to be placed."""
        return None if self.course.tile is None else TILES[self.course.tile].id

    @property
    def display(self) -> tuple[str, ...]:
        """The tiles turned up and not yet taken, in the auction game."""
        return tuple(TILES[tile].id for tile in self.course.bidding.display)

    @property
    def high_bid(self) -> int | None:
        """The highest bid on the table, None if there is none."""
        bidding = self.course.bidding
        return bidding.high_bid if bidding.high_bidder else None

    @property
    def remaining(self) -> tuple[str, ...]:
        """The tiles not drawn yet, in alphabetical order: their true order is unknown."""
        return tuple(TILES[tile].id for tile in self.stock.tiles)

    @property
    def floors(self) -> dict[int, int]:
        """Loose temple floors left, by number."""
        return dict(enumerate(self.stock.floors, start=MIN_FLOOR))

    @property
    def unseen(self) -> dict[int, int]:
        """Face-down treasure tokens, by kind."""
        return dict(enumerate(self.stock.unseen, start=1))

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats once the game is over, () before."""
        return self.course.winners

    def player(self, seat: int) -> Player:
        """The view of one player."""
        who = expedition_of(self, seat)
        return Player(
            seat=seat,
            score=who.score,
            supply=(int(who.leader == IN_SUPPLY), who.supply),
            removed=who.removed,
            figures={
                name: (int(who.leader == cell), who.workers[cell])
                for cell, name in enumerate(CELLS)
                if who.members(cell)
            },
            camps=tuple(CELLS[cell] for cell in who.camps),
            guards={CELLS[cell]: figure for cell, figure in who.guards},
            treasures=dict(enumerate(who.treasures, start=1)),
        )

    def __iter__(self) -> Iterator[str]:
        """The names of all cells."""
        return iter(CELLS)

    def __getitem__(self, name: str) -> Hex:
        """The hex on a cell."""
        cell = cell_of(name)
        tile = self.ground.board.tile(cell)
        return Hex(
            tile=tile.id if tile else None,
            rotation=self.ground.board.rotation(cell),
            kind=tile.kind if tile else None,
            value=self.ground.values[cell],
            tokens=self.ground.tokens[cell],
            camp=camp_owner(self, cell),
            guard=guard_on(self, cell),
            figures={
                who.seat: (int(who.leader == cell), who.workers[cell]) for who in self.expeditions
            },
        )

    def __getstate__(self) -> dict[str, object]:
        """The six records, with the version of what is stored."""
        records = {name: getattr(self, name) for name in _RECORDS}
        return {"version": STORED_VERSION, **records}

    def __setstate__(self, stored: Mapping[str, object]) -> None:
        """Fill in the records; a pickle of a later version is refused."""
        require_stored_version(stored.get("version", 1), "pickled position")
        for name in _RECORDS:
            object.__setattr__(self, name, stored[name])

    # Nothing in a position can change, so a copy would be the same.

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, _memo: object) -> State:
        return self


_RECORDS: Final = tuple(record.name for record in fields(State))


# --- what the engine asks of a position --------------------------------------------------------


def require_state(state: object) -> None:
    """Refuse what is not a position."""
    if not isinstance(state, State):
        raise WrongType(f"a state comes from new_game or position, not {type(state).__name__}")


def is_seat(state: State, seat: int) -> bool:
    """Whether the seat is in the game."""
    return 1 <= seat <= len(state.expeditions)


def expedition_of(state: State, seat: int) -> Expedition:
    """The records of one seat, which may come from outside."""
    require_int("a seat", seat)
    if not is_seat(state, seat):
        raise InvalidArgument(f"no seat {seat}: this game has seats 1 to {state.players}")
    return state.expeditions[seat - 1]


def camp_owner(state: State, cell: int) -> int | None:
    """The seat that owns the camp on a cell."""
    for who in state.expeditions:
        if cell in who.camps:
            return who.seat
    return None


def guard_on(state: State, cell: int) -> tuple[int, Figure] | None:
    """The seat and figure that guard the temple on a cell."""
    for who in state.expeditions:
        if who.guards:  # most have none, and a loop over nothing costs more than asking
            for guarded, figure in who.guards:
                if guarded == cell:
                    return who.seat, figure
    return None


def tile_index(tile_id: str) -> int | None:
    """The int behind the id of a terrain tile, None if there is no such tile."""
    index = TILE_INDEX.get(tile_id)
    return index if index is not None and index < LOOSE_TILES else None


# --- the first position ------------------------------------------------------------------------

NOWHERE: Final = (0,) * len(CELLS)


#: The clauses that `new_game` cites when a game cannot begin.
NEW_GAME_CLAUSES: Final = ("COMP-01", "SETUP-07", "AUCTION-01")


def wrong_number(players: int) -> Problem:
    """The problem of a wrong number of players (COMP-01)."""
    least, most = BOX.least_players, BOX.most_players
    return Problem("records/players", least=least, most=most, have=players)


def lacks_auction(edition: Edition, auction: bool) -> Problem | None:
    """Why an edition cannot be played with the auction (AUCTION-01); None if it can."""
    if auction and not edition.has_auction:
        return Problem("records/no-auction", edition=edition)
    return None


def starting_score(auction: bool) -> int:
    """The points that everybody begins with (SETUP-06, AUCTION-02)."""
    return STARTING_CAPITAL if auction else 0


def new_game(
    players: int = 4,
    edition: Edition | str = DEFAULT_EDITION,
    auction: bool = False,
    start: int = 1,
) -> State:
    """The position before the first tile is turned up.

    `edition` is an `Edition` or the key of a printed one. `start` is the seat that begins, or
    opens the first auction: which one that is at a real table (that of the oldest player, or of
    the last museum visitor) is not for a program to know.
    """
    require_int("players", players)
    require_int("start", start)
    edition = edition_of(edition)
    if not isinstance(auction, bool):
        raise WrongType(f"auction is True or False, not {type(auction).__name__}")
    if not BOX.least_players <= players <= BOX.most_players:
        raise InvalidArgument(wrong_number(players), clause="COMP-01")
    if not 1 <= start <= players:
        raise InvalidArgument(Mistake("start", seat=start, last=players), clause="SETUP-07")
    if reason := lacks_auction(edition, auction):
        raise InvalidArgument(reason, clause="AUCTION-01")
    values = list(NOWHERE)
    for name, tile in BOX.printed.items():
        values[cell_of(name)] = tile.value
    expeditions = tuple(
        Expedition(
            seat=seat,
            score=starting_score(auction),
            leader=IN_SUPPLY,
            workers=NOWHERE,
            supply=BOX.workers,
            removed=(0, 0),
            camps=(),
            guards=(),
            treasures=(0,) * BOX.treasure_kinds,
        )
        for seat in range(1, players + 1)  # PC-01: the same for all, however many they are
    )
    state = State(
        table=Table(edition, auction),
        course=Course(),
        turn=Turn(phase="draw", active=start),
        ground=Ground(Board.printed(), tuple(values), NOWHERE),
        stock=Stock(
            tiles=tuple(range(LOOSE_TILES)),
            floors=tuple(BOX.floors.values()),
            unseen=(BOX.treasure_copies,) * BOX.treasure_kinds,
        ),
        expeditions=expeditions,
    )
    return parts.mark_checked(state)
