"""Reading what `format_position` has written, several times as fast as what people write.

Its words are made of the words of the writer. Any other text, good or bad, is left to
`tikal.notation.positions.reader`, which knows all spellings and says what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from tikal._support.evolve import constructor, evolve
from tikal.components import BOX, LOOSE_TILES, TILE_INDEX
from tikal.editions import Edition
from tikal.fields import FIGURES, Figure
from tikal.geometry import board_of
from tikal.grid import CELL_INDEX, CELLS
from tikal.notation.positions.syntax import (
    ASIDE,
    AUCTION,
    BY,
    DEFAULT_PLAYERS,
    DISPLAY,
    DONE,
    HIGH,
    NOTHING,
    OUT,
    PASSED,
    PLAYERS,
    SCORES,
    SCORING,
    SEPARATOR,
    TILE,
    TREASURES,
)
from tikal.notation.positions.written_words import (
    A_CAMP,
    FLOORS,
    KIND_WORDS,
    LOST_WORDS,
    MAX_DIGITS,
    MAX_STATEMENT_CHARACTERS,
    NO_TREASURES,
    NUMBERS,
    PHASE_WORDS,
    POINT_WORDS,
    PRINTED,
    SEAT_WORDS,
    SEATS,
    TILES_AT_FIRST,
    VALUES,
    Piece,
    Unusual,
    edition_of_text,
    hex_of,
)
from tikal.parts import (
    IN_SUPPLY,
    OUT_OF_PLAY,
    Bidding,
    Course,
    Digger,
    Expedition,
    Ground,
    Stock,
    Table,
    Turn,
    mark_checked,
)
from tikal.rules.digging import needs_another_member, unrecorded_diggers
from tikal.rules.invariants import is_possible
from tikal.rules.scoring import winners
from tikal.state import (
    ACTION_PHASES,
    ACTION_POINTS,
    MIN_FLOOR,
    Phase,
    State,
    lacks_auction,
    shared_turn,
    starting_score,
)

V = TypeVar("V")
_state, _course, _bidding = constructor(State), constructor(Course), constructor(Bidding)
_ground, _stock = constructor(Ground), constructor(Stock)
_expedition = constructor(Expedition)


def read_written(text: str) -> State | None:
    """The position behind a text of `format_position`; None for every other text.

    It is the same that the reader of all texts gives, and has no problems.
    """
    if not text.isascii():
        return None
    first, *rest = statements = text.split(SEPARATOR)
    if max(map(len, statements)) > MAX_STATEMENT_CHARACTERS:
        return None
    try:
        reader = _Reader(edition_of_text(first))
        reader.read(rest)
        state = reader.state()
    except (Unusual, LookupError, ValueError):
        return None
    return mark_checked(state) if is_possible(state) else None


class _Reader:
    """The position as far as it has been read."""

    def __init__(self, edition: Edition) -> None:
        self._edition = edition
        self._players, self._most = DEFAULT_PLAYERS, 1
        self._auction = self._scoring = False
        self._phase: Phase = "act"
        self._active, self._ap = 1, ACTION_POINTS
        self._queue: tuple[int, ...] = ()
        self._tile: int | None = None
        self._heads: set[str] = set()
        self._by_seat: dict[str, list[str]] = {}
        self._display: tuple[int, ...] = ()
        self._high = (0, 0)
        self._passed: tuple[int, ...] = ()
        self._done: tuple[int, ...] = ()
        #: The loose tiles that are somewhere, set aside or not.
        self._gone: set[int] = set()
        self._tiles = bytearray(TILES_AT_FIRST)
        self._values, self._tokens = [0] * len(CELLS), [0] * len(CELLS)
        for cell, tile in PRINTED.items():
            self._values[cell] = VALUES[tile]
        self._workers = [[0] * len(CELLS) for _ in SEATS]
        self._leaders = [IN_SUPPLY for _ in SEATS]
        self._camps: list[list[int]] = [[] for _ in SEATS]
        self._guards: list[list[tuple[int, Figure]]] = [[] for _ in SEATS]
        self._worked: list[int] = []
        self._diggers: list[Digger] = []

    def read(self, statements: Sequence[str]) -> None:
        """Take in all statements."""
        last, gone, tiles, values, tokens = -1, self._gone, self._tiles, self._values, self._tokens
        for statement in statements:
            found = hex_of(statement)
            if found is None:
                self._read_other(statement)
                continue
            cell, tile, values[cell], tokens[cell], pieces, digs = found
            if cell <= last:
                raise Unusual
            last = cell
            if tile < 6 * LOOSE_TILES:
                if tile // 6 in gone:
                    raise Unusual
                gone.add(tile // 6)
                tiles[cell] = tile
            if pieces:
                self._add(cell, pieces)
            if digs is not None:
                self._read_digs(cell, digs)

    def _add(self, cell: int, pieces: Sequence[Piece]) -> None:
        for rank, one, other in pieces:
            if rank < A_CAMP:
                if one:
                    if self._leaders[rank - 1] != IN_SUPPLY:
                        raise Unusual
                    self._leaders[rank - 1] = cell
                self._workers[rank - 1][cell] = other
            elif rank == A_CAMP:
                self._camps[one - 1].append(cell)
            else:
                self._guards[one - 1].append((cell, FIGURES[other]))

    def _read_other(self, statement: str) -> None:
        """Take in a statement that is not about a hex."""
        words = statement.split(" ")
        kind = "phase" if words[0] in PHASE_WORDS else words[0]
        if kind in self._heads:
            raise Unusual
        self._heads.add(kind)
        if kind == "phase":
            self._read_turn(words)
        elif kind in (SCORES, TREASURES, OUT):
            self._by_seat[kind] = words[1:]
        else:
            self._read_setup(kind, words[1:])

    def _read_digs(self, cell: int, words: tuple[str, ...]) -> None:
        times = 1
        if words and words[0].isdigit():
            times, words = NUMBERS[words[0]][1], words[1:]
        self._worked += [cell] * times
        if not times or len({*words}) != len(words):
            raise Unusual
        for word in words:
            kind, sign, place = word.partition("-")
            where = CELL_INDEX.get(place, OUT_OF_PLAY)
            if sign and where == OUT_OF_PLAY and place != OUT:
                raise Unusual
            self._diggers.append((cell, FIGURES[FIGURES.index(kind)], where if sign else cell))

    def _take(self, tile: int) -> None:
        """Note where a loose tile is; it can be in one place only."""
        if tile in self._gone:
            raise Unusual
        self._gone.add(tile)

    def _read_tiles(self, words: list[str]) -> tuple[int, ...]:
        tiles = tuple([TILE_INDEX[word] for word in words])
        for tile in tiles:
            if tile >= LOOSE_TILES:
                raise Unusual
            self._take(tile)
        return tiles

    def _read_seats(self, words: list[str]) -> tuple[int, ...]:
        seats = tuple([SEAT_WORDS[word] for word in words])
        if len({*seats}) != len(seats):
            raise Unusual
        self._most = max((self._most, *seats))
        return seats

    def _read_turn(self, words: list[str]) -> None:
        """The phase, the seat, the action points, the scoring round, the tile."""
        self._phase = PHASE_WORDS[words.pop(0)]
        self._ap = ACTION_POINTS if self._phase in ACTION_PHASES else 0
        if self._phase == "over":
            self._active = 0
        else:
            [self._active] = self._read_seats([words.pop(0)])
        if words and words[0] in POINT_WORDS:
            self._ap = POINT_WORDS[words.pop(0)]
        if len(words) > 1 and words[-2] == TILE:
            [self._tile] = self._read_tiles([words.pop()])
            words.pop()
        if words:
            self._scoring = words.pop(0) == SCORING
            if not self._scoring:
                raise Unusual
            self._queue = self._read_seats(words)

    def _read_setup(self, kind: str, words: list[str]) -> None:
        if kind == PLAYERS:
            [self._players] = [SEAT_WORDS[word] for word in words]
        elif kind == AUCTION and not words:
            self._auction = True
        elif kind == DISPLAY and words:
            self._display = tuple(sorted(self._read_tiles(words)))
        elif kind == ASIDE and words:
            self._read_tiles(words)
        elif kind == HIGH:
            bid, by, seat = words
            if by != BY:
                raise Unusual
            [bidder] = self._read_seats([seat])
            self._high = (_number(bid), bidder)
        elif kind == PASSED and words:
            self._passed = self._read_seats(words)
        elif kind == DONE and words:
            self._done = tuple(sorted(self._read_seats(words)))
        else:
            raise Unusual

    # --- the position --------------------------------------------------------------------------

    def state(self) -> State:
        """The position; whether it is possible is not asked."""
        players, edition = self._players, self._edition
        if players < BOX.least_players or self._most > players:
            raise Unusual
        if any(self._has_pieces(index) for index in range(players, len(SEATS))):
            raise Unusual
        if lacks_auction(edition, self._auction) or (self._ap and self._phase not in ACTION_PHASES):
            raise Unusual
        expeditions = self._expeditions()
        bid, bidder = self._high
        first_passer = 0 if bidder or not self._passed else self._passed[0]
        bidding = _bidding(
            self._display, bid, bidder, tuple(sorted(self._passed)), first_passer, self._done
        )
        board = board_of(bytes(self._tiles))
        state = _state(
            Table(edition, self._auction),
            _course(self._tile, self._scoring, self._queue, bidding, ()),
            shared_turn(
                self._phase,
                self._active,
                self._ap,
                tuple(self._worked),
                tuple(sorted(self._diggers)),
            ),
            _ground(board, tuple(self._values), tuple(self._tokens)),
            _stock(
                tuple([tile for tile in range(LOOSE_TILES) if tile not in self._gone]),
                self._floors(),
                _unseen(expeditions),
            ),
            expeditions,
        )
        if self._worked and needs_another_member(state):
            state = self._with_unwritten_diggers(state)
        if self._phase == "over":
            state = evolve(state, course=evolve(state.course, winners=winners(state)))
        return state

    def _has_pieces(self, index: int) -> bool:
        if self._camps[index] or self._guards[index]:
            return True
        return self._leaders[index] != IN_SUPPLY or any(self._workers[index])

    def _with_unwritten_diggers(self, state: State) -> State:
        written = {cell for cell, _, _ in self._diggers}
        diggers = [*self._diggers]
        for cell in {*self._worked} - written:
            if self._worked.count(cell) == 1 and self._active:
                diggers += unrecorded_diggers(state.expeditions[self._active - 1], cell)
        return evolve(state, turn=self._turn(diggers))

    def _turn(self, diggers: list[Digger]) -> Turn:
        return shared_turn(
            self._phase, self._active, self._ap, tuple(self._worked), tuple(sorted(diggers))
        )

    def _floors(self) -> tuple[int, ...]:
        floors = [*FLOORS]
        for tile, value in zip(self._tiles, self._values, strict=True):
            if value and value != VALUES[tile]:
                for number in range(VALUES[tile] + 1, value + 1):
                    floors[number - MIN_FLOOR] -= 1
        return _not_negative(floors)

    def _entries(self, head: str, usual: V, read: Callable[[str], V]) -> list[V]:
        """What a statement gives each seat."""
        words = self._by_seat.get(head)
        if words is None:
            return [usual] * self._players
        if len(words) != self._players:
            raise Unusual
        return [usual if word == NOTHING else read(word) for word in words]

    def _expeditions(self) -> tuple[Expedition, ...]:
        scores = self._entries(SCORES, starting_score(self._auction), _number)
        treasures = self._entries(TREASURES, NO_TREASURES, _treasures)
        removed = self._entries(OUT, (0, 0), LOST_WORDS.__getitem__)
        found = []
        for index in range(self._players):
            guards, lost = self._guards[index], removed[index]
            workers, leader = self._workers[index], self._leaders[index]
            worker_guards = len([True for _, figure in guards if figure == "W"])
            leaders_lost = len(guards) - worker_guards + lost[0]
            if leaders_lost:
                if leaders_lost > 1 or leader != IN_SUPPLY:
                    raise Unusual
                leader = OUT_OF_PLAY
            supply = BOX.workers - sum(workers) - worker_guards - lost[1]
            if supply < 0:
                raise Unusual
            found.append(
                _expedition(
                    index + 1, scores[index], leader, tuple(workers), supply, lost,
                    tuple(self._camps[index]), tuple(guards), treasures[index],
                )
            )  # fmt: skip
        return tuple(found)


def _unseen(expeditions: tuple[Expedition, ...]) -> tuple[int, ...]:
    by_kind = zip(*[who.treasures for who in expeditions], strict=True)
    return _not_negative([BOX.treasure_copies - sum(owned) for owned in by_kind])


def _not_negative(numbers: list[int]) -> tuple[int, ...]:
    if min(numbers) < 0:
        raise Unusual
    return tuple(numbers)


def _number(word: str) -> int:
    if not word.isdigit() or len(word) > MAX_DIGITS:
        raise Unusual
    return int(word)


def _treasures(word: str) -> tuple[int, ...]:
    owned = [0] * BOX.treasure_kinds
    for digit in word:
        owned[KIND_WORDS[digit]] += 1
    return tuple(owned)
