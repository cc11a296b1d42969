"""A position as bytes: the same bytes from the compiled engine and from this module.

First the edition: a mark, a version, key and title, and for every switch the place of its value.
Then the records of a position in a fixed order, numbers as bytes, sets as bits, empty places as
`NOTHING`. Equal positions have equal bytes, and no other bytes are accepted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from tikal.components import BOX, LOOSE_TILES
from tikal.editions import CRITERIA, LONGEST_NAME, SWITCHES, Edition, SwitchValue
from tikal.errors import InvalidArgument, InvalidState, TikalError, WrongType
from tikal.geometry import CELLS, UNEXPLORED, Board
from tikal.invariants import problems
from tikal.moves import FIGURES, Figure
from tikal.state import (
    IN_SUPPLY,
    OUT_OF_PLAY,
    PHASES,
    Bidding,
    Course,
    Digger,
    Expedition,
    Ground,
    State,
    Stock,
    Table,
    Turn,
)

MARK: Final = b"tikal"
VERSION: Final = 1
NOTHING: Final = 255
MOST_PLAYERS: Final = BOX.most_players
#: Where a digger is who has left the board: the bit after those of the cells.
_GONE: Final = len(CELLS)
_DIGGER_BYTES: Final = 6
#: More bytes than any position has; longer ones are not even looked at.
LONGEST: Final = 10_000 + 2 * 4 * LONGEST_NAME


class Unpackable(InvalidArgument):
    """Bytes that are not a packed position."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"not a packed position: {reason}")


# --- editions ----------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def header(edition: Edition) -> bytes:
    """The bytes that every packed position of an edition begins with."""
    found = bytearray((*MARK, VERSION))
    for name in (edition.key, edition.title):
        text = name.encode("utf-8", "surrogatepass")
        found += len(text).to_bytes(2, "little") + text
    for switch in SWITCHES:
        value: SwitchValue = getattr(edition, switch.name)
        known = list(switch.values)
        if isinstance(value, tuple):
            found += bytes((len(value), *_padded(map(known.index, value), len(CRITERIA))))
        else:
            found.append(known.index(value))
    return bytes(found)


@lru_cache(maxsize=256)
def edition_of_header(text: bytes) -> Edition:
    """The edition behind a header."""
    reader = _Reader(text)
    if reader.take(len(MARK)) != MARK:
        raise Unpackable("it does not begin with its mark")
    if (version := reader.number()) != VERSION:
        raise Unpackable(f"version {version} is not known, {VERSION} is")
    key, title = reader.text(), reader.text()
    values: dict[str, SwitchValue] = {}
    for switch in SWITCHES:
        known = list(switch.values)
        if switch.name == "tiebreak":
            places = [reader.number() for _ in range(1 + len(CRITERIA))]
            chosen = places[1 : 1 + min(places[0], len(CRITERIA))]
            values["tiebreak"] = tuple(str(_nth(known, place)) for place in chosen)
        else:
            values[switch.name] = _nth(known, reader.number())
    try:
        edition = Edition(key, title, **values)  # type: ignore[arg-type]  # it checks them itself
    except TikalError as error:
        raise Unpackable(str(error)) from None
    if header(edition) != text:
        raise Unpackable("its edition is not written as it should be")
    return edition


def _nth(values: list[SwitchValue], place: int) -> SwitchValue:
    if place >= len(values):
        raise Unpackable("a switch has no such value")
    return values[place]


def header_length(packed: bytes) -> int:
    """Where the header ends."""
    reader = _Reader(packed)
    reader.take(len(MARK) + 1)
    for _ in ("key", "title"):
        reader.take(reader.integer(2))
    reader.take(len(SWITCHES) + len(CRITERIA))
    return reader.at


# --- packing -----------------------------------------------------------------------------------


def pack(state: State) -> bytes:
    """The bytes of a position that has no problems."""
    return header(state.table.edition) + body(state)


def body(state: State) -> bytes:
    """The bytes after the header."""
    course, turn, ground, stock = state.course, state.turn, state.ground, state.stock
    bidding = course.bidding
    found = bytearray(
        (
            state.table.auction,
            len(state.expeditions),
            PHASES.index(turn.phase),
            turn.active,
            turn.ap,
            course.scoring,
            NOTHING if course.tile is None else course.tile,
            *_padded(course.queue, MOST_PLAYERS),
            *_padded(bidding.display, MOST_PLAYERS),
            *bidding.high_bid.to_bytes(2, "little"),
            bidding.high_bidder,
            _bits(seat - 1 for seat in bidding.passed),
            bidding.first_passer,
            _bits(seat - 1 for seat in bidding.done),
            _bits(seat - 1 for seat in course.winners),
            *map(turn.worked.count, range(len(CELLS))),
            *ground.board.tiles,
            *ground.values,
            *ground.tokens,
            *_bits(stock.tiles).to_bytes(5, "little"),
            *stock.floors,
            *stock.unseen,
        )
    )
    for who in state.expeditions:
        found += who.score.to_bytes(2, "little")
        found += bytes((who.leader % 256, *who.workers, who.supply, *who.removed))
        found += _padded(who.camps, BOX.camps)
        found += _padded((cell for cell, _ in who.guards), BOX.guards)
        found += _padded((FIGURES.index(figure) for _, figure in who.guards), BOX.guards)
        found += bytes(who.treasures)
    dug = sorted({cell for cell, _, _ in turn.diggers})
    found.append(len(dug))
    for cell in dug:
        found.append(cell)
        for figure in FIGURES:
            places = (
                _GONE if place == OUT_OF_PLAY else place
                for hex_, kind, place in turn.diggers
                if (hex_, kind) == (cell, figure)
            )
            found += _bits(places).to_bytes(_DIGGER_BYTES, "little")
    return bytes(found)


def _padded(numbers: Iterable[int], length: int) -> bytes:
    return bytes(numbers).ljust(length, bytes((NOTHING,)))


def _bits(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)


# --- unpacking ---------------------------------------------------------------------------------


def unpack(packed: bytes) -> State:
    """The position behind some bytes; `InvalidArgument` or `InvalidState` if there is none."""
    if type(packed) is not bytes:
        raise WrongType(f"a packed position is bytes, not {type(packed).__name__}")
    if len(packed) > LONGEST:
        raise Unpackable(f"it is longer than {LONGEST:,} bytes")
    length = header_length(packed)
    state = state_of(packed[length:], edition_of_header(packed[:length]))
    if found := problems(state):
        raise InvalidState(found)
    if pack(state) != packed:
        raise Unpackable("the same position is written in another way")
    return state


def state_of(text: bytes, edition: Edition) -> State:
    """The position that `body` made these bytes of; whether it has problems is not asked."""
    reader = _Reader(text)
    auction, players = reader.flag(), reader.number()
    if not BOX.least_players <= players <= BOX.most_players:
        raise Unpackable(f"{players} players")
    phase = reader.number()
    if phase >= len(PHASES):
        raise Unpackable(f"there is no phase number {phase}")
    active, ap, scoring, tile = reader.number(), reader.number(), reader.flag(), reader.number()
    queue, display = reader.until_nothing(MOST_PLAYERS), reader.until_nothing(MOST_PLAYERS)
    high_bid, high_bidder = reader.integer(2), reader.number()
    passed, first_passer, done, winners = reader.bits(1), reader.number(), *reader.two_sets()
    worked = reader.take(len(CELLS))
    board = _board(reader.take(len(CELLS)))
    values, tokens = tuple(reader.take(len(CELLS))), tuple(reader.take(len(CELLS)))
    stock = Stock(
        tiles=reader.bits(5),
        floors=tuple(reader.take(len(BOX.floors))),
        unseen=tuple(reader.take(BOX.treasure_kinds)),
    )
    expeditions = tuple(_expedition(reader, seat) for seat in range(1, players + 1))
    diggers = tuple(sorted(_diggers(reader)))
    reader.end()
    bidding = Bidding(display, high_bid, high_bidder, _seats(passed), first_passer, _seats(done))
    return State(
        table=Table(edition, auction),
        course=Course(None if tile == NOTHING else tile, scoring, queue, bidding, _seats(winners)),
        turn=Turn(
            PHASES[phase],
            active,
            ap,
            tuple(cell for cell, times in enumerate(worked) for _ in range(times)),
            diggers,
        ),
        ground=Ground(board, values, tokens),
        stock=stock,
        expeditions=expeditions,
    )


def _seats(bits: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(bit + 1 for bit in bits)


@lru_cache(maxsize=4096)
def _board(tiles: bytes) -> Board:
    board = Board.of({})
    for cell, tile in enumerate(tiles):
        if tile != UNEXPLORED:
            if tile >= 6 * (LOOSE_TILES + len(BOX.printed)):
                raise Unpackable(f"nothing lies as number {tile} says")
            board = board.lay(cell, tile)
    return board


def _expedition(reader: _Reader, seat: int) -> Expedition:
    score, leader = reader.integer(2), reader.number()
    workers, supply = tuple(reader.take(len(CELLS))), reader.number()
    removed = reader.number(), reader.number()
    camps = reader.until_nothing(BOX.camps)
    cells, figures = reader.until_nothing(BOX.guards), reader.until_nothing(BOX.guards)
    if len(cells) != len(figures) or any(figure >= len(FIGURES) for figure in figures):
        raise Unpackable("a guard has a cell and a figure")
    return Expedition(
        seat=seat,
        score=score,
        leader={IN_SUPPLY % 256: IN_SUPPLY, OUT_OF_PLAY % 256: OUT_OF_PLAY}.get(leader, leader),
        workers=workers,
        supply=supply,
        removed=removed,
        camps=camps,
        guards=tuple((cell, FIGURES[kind]) for cell, kind in zip(cells, figures, strict=True)),
        treasures=tuple(reader.take(BOX.treasure_kinds)),
    )


def _diggers(reader: _Reader) -> Iterator[Digger]:
    for _ in range(reader.number()):
        cell = reader.number()
        for figure in FIGURES:
            yield from _places(reader, cell, figure)


def _places(reader: _Reader, cell: int, figure: Figure) -> Iterator[Digger]:
    for place in reader.bits(_DIGGER_BYTES):
        yield cell, figure, OUT_OF_PLAY if place == _GONE else place


class _Reader:
    """Takes bytes from the front, as long as there are any."""

    def __init__(self, text: bytes) -> None:
        self._text, self.at = text, 0

    def take(self, length: int) -> bytes:
        found = self._text[self.at : self.at + length]
        if len(found) < length:
            raise Unpackable("it ends too early")
        self.at += length
        return found

    def number(self) -> int:
        return self.take(1)[0]

    def integer(self, length: int) -> int:
        return int.from_bytes(self.take(length), "little")

    def flag(self) -> bool:
        number = self.number()
        if number > 1:
            raise Unpackable(f"{number} is neither 0 nor 1")
        return number == 1

    def text(self) -> str:
        try:
            return self.take(self.integer(2)).decode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            raise Unpackable("a name is not UTF-8") from None

    def bits(self, length: int) -> tuple[int, ...]:
        number = self.integer(length)
        return tuple(bit for bit in range(8 * length) if number >> bit & 1)

    def two_sets(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return self.bits(1), self.bits(1)

    def until_nothing(self, length: int) -> tuple[int, ...]:
        found = self.take(length)
        return tuple(found.rstrip(bytes((NOTHING,))))

    def end(self) -> None:
        if self.at != len(self._text):
            raise Unpackable("it goes on after its end")
