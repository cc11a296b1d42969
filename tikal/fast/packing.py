"""A position as bytes: the same bytes from the compiled engine and from this module.

First the edition: a mark, the version of `tikal.editions.stored`, key and title, and for every
switch that this version has the place of its value.
Then the records of a position in a fixed order, numbers as bytes, sets as bits, empty places as
`NOTHING`. Equal positions have equal bytes, and no other bytes are accepted.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from struct import Struct
from typing import Final

from tikal._support.evolve import constructor
from tikal.components import BOX, LOOSE_TILES
from tikal.editions import (
    CRITERIA,
    MAX_NAME_CHARACTERS,
    STORED_VERSION,
    SWITCHES,
    Edition,
    Switch,
    SwitchValue,
    absent_switches,
    require_stored_version,
)
from tikal.errors import InvalidArgument, InvalidState, TikalError, WrongType
from tikal.fields import FIGURES
from tikal.geometry import UNEXPLORED, Board, board_of
from tikal.grid import CELLS
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
)
from tikal.rules.invariants import problems
from tikal.state import PHASES, State, shared_turn

MARK: Final = b"tikal"
VERSION: Final = STORED_VERSION
NOTHING: Final = 255
MAX_PLAYERS: Final = BOX.most_players
#: The place of a digger that has left the board: the bit after those of the cells.
_GONE: Final = len(CELLS)
_DIGGER_BYTES: Final = 6
_CELLS: Final = len(CELLS)
_NOTHING: Final = bytes((NOTHING,))
_OFF_THE_BOARD: Final = {IN_SUPPLY % 256: IN_SUPPLY, OUT_OF_PLAY % 256: OUT_OF_PLAY}
#: The layout of the part before the players, and of each player.
_TABLE: Final = Struct(
    f"<7B{MAX_PLAYERS}s{MAX_PLAYERS}sH5B{_CELLS}s{_CELLS}s{_CELLS}s{_CELLS}s5s"
    f"{len(BOX.floors)}s{BOX.treasure_kinds}s"
)
_PLAYER: Final = Struct(
    f"<HB{_CELLS}s3B{BOX.camps}s{BOX.guards}s{BOX.guards}s{BOX.treasure_kinds}s"
)
#: For every byte, the seats whose bits are set.
_SEATS: Final = tuple(tuple(bit + 1 for bit in range(8) if bits >> bit & 1) for bits in range(256))
#: More bytes than any position has; longer ones are not even looked at.
MAX_PACKED_BYTES: Final = 10_000 + 2 * 4 * MAX_NAME_CHARACTERS


# Records made without the guards of frozen classes: several times as fast.
_state, _course, _bidding = constructor(State), constructor(Course), constructor(Bidding)
_ground, _stock, _expedition = constructor(Ground), constructor(Stock), constructor(Expedition)


class Unpackable(InvalidArgument):
    """Bytes that are not a packed position."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"not a packed position: {reason}")


# --- editions ----------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def header(edition: Edition, version: int = VERSION) -> bytes:
    """The bytes that every packed position of an edition begins with."""
    found = bytearray((*MARK, version))
    for name in (edition.key, edition.title):
        text = name.encode("utf-8", "surrogatepass")
        found += len(text).to_bytes(2, "little") + text
    for switch in _switches(version):
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
    version = reader.version()
    key, title = reader.text(), reader.text()
    values: dict[str, SwitchValue] = {}
    for switch in _switches(version):
        known = list(switch.values)
        if switch.ranked:
            places = [reader.number() for _ in range(1 + len(CRITERIA))]
            chosen = places[1 : 1 + min(places[0], len(CRITERIA))]
            values[switch.name] = tuple(str(_nth(known, place)) for place in chosen)
        else:
            values[switch.name] = _nth(known, reader.number())
    try:
        values |= absent_switches({"key": key, **values})
        edition = Edition(key, title, **values)  # type: ignore[arg-type]  # it checks them itself
    except TikalError as error:
        raise Unpackable(str(error)) from None
    if header(edition, version) != text:
        raise Unpackable("its edition is not written as it should be")
    return edition


def _switches(version: int) -> list[Switch]:
    """The switches that a version has."""
    return [switch for switch in SWITCHES if switch.since <= version]


def _nth(values: list[SwitchValue], place: int) -> SwitchValue:
    if place >= len(values):
        raise Unpackable("a switch has no such value")
    return values[place]


def header_length(packed: bytes) -> int:
    """The length of the header."""
    reader = _Reader(packed)
    version = reader.version()
    for _ in ("key", "title"):
        reader.take(reader.integer(2))
    reader.take(len(_switches(version)) + len(CRITERIA))
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
            *_padded(course.queue, MAX_PLAYERS),
            *_padded(bidding.display, MAX_PLAYERS),
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
    if len(packed) > MAX_PACKED_BYTES:
        raise Unpackable(f"it is longer than {MAX_PACKED_BYTES:,} bytes")
    length = header_length(packed)
    state = state_of(packed[length:], edition_of_header(packed[:length]))
    if found := problems(state):
        raise InvalidState(found)
    if body(state) != packed[length:]:
        raise Unpackable("the same position is written in another way")
    return state


def state_of(text: bytes, edition: Edition) -> State:
    """The position that `body` made these bytes of; whether it has problems is not asked."""
    if len(text) <= _TABLE.size + (text[1] if len(text) > 1 else 0) * _PLAYER.size:
        raise Unpackable("it ends too early")
    (
        auction, players, phase, active, ap, scoring, tile, queue, display, high_bid, high_bidder,
        passed, first_passer, done, winners, worked, tiles, values, tokens, stock, floors, unseen,
    ) = _TABLE.unpack_from(text)  # fmt: skip
    if not BOX.least_players <= players <= BOX.most_players:
        raise Unpackable(f"{players} players")
    if phase >= len(PHASES):
        raise Unpackable(f"there is no phase number {phase}")
    if auction > 1 or scoring > 1:
        raise Unpackable("what is neither 0 nor 1 says neither no nor yes")
    bidding = _bidding(
        _up_to_nothing(display), high_bid, high_bidder, _SEATS[passed], first_passer, _SEATS[done]
    )
    tile = None if tile == NOTHING else tile
    end = _TABLE.size + players * _PLAYER.size
    return _state(
        Table(edition, auction == 1),
        _course(tile, scoring == 1, _up_to_nothing(queue), bidding, _SEATS[winners]),
        shared_turn(PHASES[phase], active, ap, _repeated(worked), _diggers(text[end:])),
        _ground(_board(tiles), tuple(values), tuple(tokens)),
        _stock(_members(stock), tuple(floors), tuple(unseen)),
        tuple(
            _expedition_at(text, at, seat)
            for seat, at in enumerate(range(_TABLE.size, end, _PLAYER.size), start=1)
        ),
    )


def _expedition_at(text: bytes, at: int, seat: int) -> Expedition:
    (
        score, leader, workers, supply, leaders_gone, workers_gone, camps, guards, figures,
        treasures,
    ) = _PLAYER.unpack_from(text, at)  # fmt: skip
    cells, kinds = _up_to_nothing(guards), _up_to_nothing(figures)
    if len(cells) != len(kinds) or any(kind >= len(FIGURES) for kind in kinds):
        raise Unpackable("a guard has a cell and a figure")
    return _expedition(
        seat,
        score,
        _OFF_THE_BOARD.get(leader, leader),
        tuple(workers),
        supply,
        (leaders_gone, workers_gone),
        _up_to_nothing(camps),
        tuple((cell, FIGURES[kind]) for cell, kind in zip(cells, kinds, strict=True)),
        tuple(treasures),
    )


def _diggers(text: bytes) -> tuple[Digger, ...]:
    length = 1 + len(FIGURES) * _DIGGER_BYTES
    if len(text) != 1 + text[0] * length:
        raise Unpackable("it does not end where it should")
    found: list[Digger] = []
    for at in range(1, len(text), length):
        for number, figure in enumerate(FIGURES):
            start = at + 1 + number * _DIGGER_BYTES
            places = _members(text[start : start + _DIGGER_BYTES])
            found += [(text[at], figure, OUT_OF_PLAY if p == _GONE else p) for p in places]
    return tuple(sorted(found))


def _up_to_nothing(text: bytes) -> tuple[int, ...]:
    return tuple(text.rstrip(_NOTHING))


def _repeated(times: bytes) -> tuple[int, ...]:
    """Every cell, repeated by its number."""
    return tuple(cell for cell, n in enumerate(times) for _ in range(n)) if any(times) else ()


@lru_cache(maxsize=1024)
def _members(text: bytes) -> tuple[int, ...]:
    """The numbers of the bits that are set."""
    bits = int.from_bytes(text, "little")
    return tuple(bit for bit in range(bits.bit_length()) if bits >> bit & 1)


def _board(tiles: bytes) -> Board:
    for tile in tiles:
        if tile != UNEXPLORED and tile >= 6 * (LOOSE_TILES + len(BOX.printed)):
            raise Unpackable(f"nothing lies as number {tile} says")
    return board_of(tiles)


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

    def version(self) -> int:
        """The version, behind the mark; a later one is refused."""
        if self.take(len(MARK)) != MARK:
            raise Unpackable("it does not begin with its mark")
        version = self.number()
        require_stored_version(version, "packed position")
        return version

    def number(self) -> int:
        return self.take(1)[0]

    def integer(self, length: int) -> int:
        return int.from_bytes(self.take(length), "little")

    def text(self) -> str:
        try:
            return self.take(self.integer(2)).decode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            raise Unpackable("a name is not UTF-8") from None
