"""A position: immutable, narrow, nested records, and the queries that everybody uses.

The public face of `State` speaks in names (cells, tiles, seats, kinds). Its records `table`,
`course`, `turn`, `ground`, `stock` and `expeditions` are the engine's own: cells and tiles are
ints there, and other code should not rely on them.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator
from functools import lru_cache
from itertools import compress
from typing import Final, Literal

from attrs import field, frozen

from tikal._quick import quick
from tikal.components import BOX, LOOSE_TILES, TILE_INDEX, TILES, Terrain
from tikal.editions import RIO_GRANDE_1999, Edition
from tikal.errors import InvalidArgument, WrongType, require_int
from tikal.geometry import BASE_CAMP, CELLS, Board, cell_of
from tikal.moves import Figure

Phase = Literal["draw", "bid", "take", "place", "act", "reveal", "over"]

ACTION_POINTS: Final = 10  # TURN-04
STARTING_CAPITAL: Final = 20  # AUCTION-02
LOWEST_FLOOR: Final = min(BOX.floors)
HIGHEST_FLOOR: Final = max(BOX.floors)
KINDS: Final = tuple(range(1, BOX.treasure_kinds + 1))

# Where a leader can be besides on a cell.
IN_SUPPLY: Final = -1
OUT_OF_PLAY: Final = -2

_EVERY_CELL: Final = tuple(range(len(CELLS)))

# --- the engine's records ----------------------------------------------------------------------


@frozen
class Table:
    """What the players agreed on before the game."""

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
    #: The seat that passed first, as long as nobody has bid; otherwise 0.
    first_passer: int = 0
    #: The seats whose turn indicator is down: they have had their turn of this round.
    done: tuple[int, ...] = ()


@frozen
class Course:
    """Where the game stands between two action phases."""

    #: The tile waiting to be placed: a volcano waits through its whole scoring round.
    tile: int | None = None
    #: Whether the present turn is a scoring turn.
    scoring: bool = False
    #: The seats whose scoring turn is still to come in this round, in order.
    queue: tuple[int, ...] = ()
    bidding: Bidding = Bidding()
    winners: tuple[int, ...] = ()

    def waiting_for(self, tile: int | None) -> Course:
        """The same with another tile to be placed, or with none."""
        return _course(tile, self.scoring, self.queue, self.bidding, self.winners)

    def in_round(self, queue: tuple[int, ...]) -> Course:
        """The same in a scoring turn, with these seats still to come."""
        return _course(self.tile, True, queue, self.bidding, self.winners)


_course: Final = quick(Course)


@frozen
class Turn:
    """Whose turn it is and what is left of it."""

    phase: Phase
    #: The seat whose turn it is, 0 once the game is over.
    active: int
    ap: int = 0
    #: A temple's cell for every level, a treasure hex's cell for every token, ascending.
    worked: tuple[int, ...] = ()


#: The same from a cache: action phases have few different turns, and making a record is dear.
#: Typed, so that who builds a turn with 10.0 AP by hand does not change those of others.
shared_turn: Final = lru_cache(maxsize=4096, typed=True)(Turn)


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
    """What lies beside the board."""

    #: The tiles not yet drawn, ascending.
    tiles: tuple[int, ...]
    #: Loose temple floors left, from the lowest number to the highest.
    floors: tuple[int, ...]
    #: Treasure tokens by kind that nobody has seen yet, on hexes or in the supply.
    unseen: tuple[int, ...]


@frozen
class Expedition:
    """Everything of one player."""

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
        """Figures on a hex; the leader is one like any other, a guard is none (LEADER-02, Q-58)."""
        return self.workers[cell] + (self.leader == cell)

    def standing(self, leader: int, workers: tuple[int, ...], supply: int) -> Expedition:
        """The expedition with its figures elsewhere; what `attrs.evolve` does, but faster."""
        return _expedition(
            self.seat,
            self.score,
            leader,
            workers,
            supply,
            self.removed,
            self.camps,
            self.guards,
            self.treasures,
        )

    def owning(self, score: int, treasures: tuple[int, ...]) -> Expedition:
        """The expedition with other points and treasures; again faster than `attrs.evolve`."""
        return _expedition(
            self.seat,
            score,
            self.leader,
            self.workers,
            self.supply,
            self.removed,
            self.camps,
            self.guards,
            treasures,
        )

    def usable_camps(self) -> tuple[int, ...]:
        """The base camp, which belongs to everybody, and the own camps (DEPLOY-06, CAMP-08).

        Ascending, because the base camp is the first of all cells.
        """
        return (BASE_CAMP, *self.camps)

    def cells(self) -> list[int]:
        """Where own members stand, ascending."""
        cells = list(compress(_EVERY_CELL, self.workers))
        if self.leader >= 0 and not self.workers[self.leader]:
            insort(cells, self.leader)
        return cells

    def has_figure(self, figure: Figure, cell: int) -> bool:
        """Whether such a figure stands on the hex."""
        return self.leader == cell if figure == "L" else self.workers[cell] > 0


_expedition: Final = quick(Expedition)

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
class State:
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
        points = f", {self.ap} AP" if self.phase in ("act", "reveal") else ""
        return (
            f"<State {self.edition.key}{' auction' if self.auction else ''}, {self.seats} players, "
            f"{self.phase}{whose}{points}, {len(self.stock.tiles)} tiles to draw>"
        )

    # Showing a position needs what stands above this module, so both are loaded when asked for.

    def __str__(self) -> str:
        from tikal.text import board_text

        return board_text(self)

    def _repr_svg_(self) -> str:
        """The position as a picture, for notebooks."""
        from tikal.svg import board_svg

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
    def seats(self) -> int:
        """The number of players; they are called 1, 2, … clockwise."""
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
        return None if self.turn.phase in ("draw", "reveal", "over") else self.turn.active

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
    def high_bid(self) -> int:
        """The highest bid on the table, 0 if there is none."""
        return self.course.bidding.high_bid

    @property
    def remaining(self) -> tuple[str, ...]:
        """The tiles not drawn yet, in alphabetical order: their true order is unknown."""
        return tuple(TILES[tile].id for tile in self.stock.tiles)

    @property
    def floors(self) -> dict[int, int]:
        """Loose temple floors left, by number."""
        return dict(enumerate(self.stock.floors, start=LOWEST_FLOOR))

    @property
    def unseen(self) -> dict[int, int]:
        """Treasure tokens nobody has seen yet, by kind."""
        return dict(enumerate(self.stock.unseen, start=1))

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats once the game is over, () before."""
        return self.course.winners

    def player(self, seat: int) -> Player:
        """What one player has."""
        who = self.expedition(seat)
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
            camp=self.camp_owner(cell),
            guard=self.guard_at(cell),
            figures={
                who.seat: (int(who.leader == cell), who.workers[cell]) for who in self.expeditions
            },
        )

    # The queries below speak the engine's language: cells are ints.

    def is_seat(self, seat: int) -> bool:
        """Whether somebody sits there."""
        return 1 <= seat <= len(self.expeditions)

    def expedition(self, seat: int) -> Expedition:
        """The records of one seat."""
        require_int("a seat", seat)
        if not self.is_seat(seat):
            raise InvalidArgument(f"no seat {seat}: this game has seats 1 to {self.seats}")
        return self.expeditions[seat - 1]

    def mover(self) -> Expedition:
        """The records of the seat whose turn it is."""
        return self.expeditions[self.turn.active - 1]

    def kind(self, cell: int) -> Terrain | None:
        """The terrain of a cell, None if unexplored."""
        return self.ground.board.kind(cell)

    def strengths(self, cell: int) -> list[int]:
        """By seat, what the figures on a hex count in a comparison (GUARD-03, LEADER-01)."""
        found = []
        for who in self.expeditions:
            found.append(who.workers[cell] + (3 if who.leader == cell else 0))  # noqa: PERF401
        return found

    def camp_owner(self, cell: int) -> int | None:
        """The seat that owns the camp on a cell."""
        for who in self.expeditions:
            if cell in who.camps:
                return who.seat
        return None

    def camp_cells(self) -> tuple[int, ...]:
        """The cells with camps, whoever owns them."""
        cells: tuple[int, ...] = ()
        for who in self.expeditions:
            cells += who.camps
        return cells

    def guarded_cells(self) -> list[int]:
        """The cells with guarded temples, whoever guards them."""
        cells = []
        for who in self.expeditions:
            for cell, _ in who.guards:
                cells.append(cell)
        return cells

    def guard_at(self, cell: int) -> tuple[int, Figure] | None:
        """The seat and figure that guard the temple on a cell."""
        for who in self.expeditions:
            if who.guards:  # most have none, and a loop over nothing costs more than asking
                for guarded, figure in who.guards:
                    if guarded == cell:
                        return who.seat, figure
        return None

    def changed(
        self,
        *,
        course: Course | None = None,
        turn: Turn | None = None,
        ground: Ground | None = None,
        stock: Stock | None = None,
        expeditions: tuple[Expedition, ...] | None = None,
    ) -> State:
        """The position with some records replaced; what `attrs.evolve` does, but faster."""
        return quick_state(
            self.table,
            course or self.course,
            turn or self.turn,
            ground or self.ground,
            stock or self.stock,
            expeditions or self.expeditions,
        )

    def clockwise(self, seat: int) -> int:
        """The seat to the left of this one (TURN-01)."""
        return seat % len(self.expeditions) + 1

    def all_clockwise_from(self, seat: int) -> tuple[int, ...]:
        """All seats in turn order, this one first."""
        n = len(self.expeditions)
        return tuple((seat - 1 + i) % n + 1 for i in range(n))


quick_state: Final = quick(State)


def require_state(state: object) -> None:
    """Refuse what is no position."""
    if not isinstance(state, State):
        raise WrongType(f"a state comes from new_game or position, not {type(state).__name__}")


NOWHERE: Final = (0,) * len(CELLS)


#: The clauses that `new_game` cites when a game cannot begin.
NEW_GAME_CLAUSES: Final = ("COMP-01", "SETUP-07", "AUCTION-01")


def new_game(
    players: int = 4,
    edition: Edition = RIO_GRANDE_1999,
    auction: bool = False,
    start: int = 1,
) -> State:
    """The position before the first tile is turned up.

    `start` is the seat that begins, or opens the first auction: who that is at a real table (the
    oldest player, or the last museum visitor) is not for a program to know.
    """
    require_int("players", players)
    require_int("start", start)
    if not isinstance(edition, Edition):
        raise WrongType(
            f"edition is an Edition such as tikal.RIO_GRANDE_1999, not {type(edition).__name__}"
        )
    if not isinstance(auction, bool):
        raise WrongType(f"auction is True or False, not {type(auction).__name__}")
    if not BOX.least_players <= players <= BOX.most_players:
        raise InvalidArgument(f"two to four people play, not {players}", clause="COMP-01")
    if not 1 <= start <= players:
        raise InvalidArgument(
            f"seat {start} cannot start: the seats are 1 to {players}", clause="SETUP-07"
        )
    if auction and not edition.has_auction:
        raise InvalidArgument(f"{edition.title} has no auction game", clause="AUCTION-01")
    values = list(NOWHERE)
    for name, tile in BOX.printed.items():
        values[cell_of(name)] = tile.value
    expeditions = tuple(
        Expedition(
            seat=seat,
            score=STARTING_CAPITAL if auction else 0,  # SETUP-06, AUCTION-02
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
    return State(
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


def replaced(values: tuple[int, ...], cell: int, value: int) -> tuple[int, ...]:
    """The values by cell with one of them replaced."""
    if values[cell] == value:
        return values
    changed = list(values)
    changed[cell] = value
    return tuple(changed)


def tile_index(tile_id: str) -> int | None:
    """The int behind the id of a terrain tile, None if there is no such tile."""
    index = TILE_INDEX.get(tile_id)
    return index if index is not None and index < LOOSE_TILES else None
