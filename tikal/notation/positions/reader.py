"""Reading a position from text; an error has the place of what is wrong and says what was expected.

`parse_position` reads statement by statement and goes on after an error, so that all of them are
reported together. What is well written becomes the arguments of `position`, which lists every
broken invariant.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from tikal.components import BOX, TREASURE_KINDS
from tikal.editions import EDITIONS, Edition, read_edition
from tikal.errors import InvalidNotation, Mistake, WrongType
from tikal.notation.positions.draft import Sketch
from tikal.notation.positions.hexes import NUMBER, HexReader, figures_of, require_cell
from tikal.notation.positions.syntax import (
    AP,
    ASIDE,
    AUCTION,
    BY,
    DISPLAY,
    DONE,
    EDITION,
    HIGH,
    MAX_TEXT_CHARACTERS,
    NOTHING,
    OUT,
    PASSED,
    PLAYERS,
    SCORES,
    SCORING,
    TILE,
    TREASURES,
)
from tikal.notation.positions.tokens import MAX_ERRORS, Statement, Word, statements, together
from tikal.notation.positions.written import read_written
from tikal.state import PHASES, State

_LIKE_A_CELL: Final = re.compile(r"[a-z][0-9]{1,2}", re.ASCII)
_SEAT: Final = re.compile(r"[1-9]", re.ASCII)
_POINTS: Final = re.compile(rf"([0-9]{{1,2}}){AP}", re.ASCII)
_LOST: Final = re.compile(r"(l)([0-9]{0,2})|w([0-9]{0,2})", re.ASCII)
_KINDS: Final = re.compile(rf"[1-{TREASURE_KINDS[-1]}]{{1,99}}", re.ASCII)


def parse_position(text: str) -> State:
    """Read a position from text; docs/reference/positions.md has the notation.

    `InvalidNotation` lists what cannot be read, with line and column, and what was expected there;
    `InvalidState` every broken invariant of a position that no game can reach.
    """
    if not isinstance(text, str):
        raise WrongType(f'a position is written as a str such as "a2=7", not {type(text).__name__}')
    return read_position(text, 1 if "\n" in text else None, 1)


def read_position(text: str, line: int | None, column: int) -> State:
    """Read a position that begins at a place of a larger text."""
    if len(text) > MAX_TEXT_CHARACTERS:
        raise InvalidNotation(
            Mistake("position/long", most=MAX_TEXT_CHARACTERS, have=len(text)),
            line,
            column,
        )
    if written := read_written(text):
        return written
    sketch = Sketch()
    errors: list[InvalidNotation] = []
    for statement in statements(text, line, column):
        try:
            _add(sketch, statement)
        except InvalidNotation as error:
            errors.append(error)
            if len(errors) > MAX_ERRORS:
                break
    if not errors:
        errors += sketch.contradictions()
    if errors:
        raise together(errors)
    return sketch.state()


def begins_a_position(text: str) -> bool:
    """Whether the first word of a text is one that begins a statement, as far as it looks."""
    first = next(statements(text[:MAX_TEXT_CHARACTERS], None, 1), None)
    if first is None:
        return False
    word = first.head.text
    return word in _STATEMENTS or word in EDITIONS or _LIKE_A_CELL.fullmatch(word) is not None


def _add(sketch: Sketch, statement: Statement) -> None:
    """Take in a statement."""
    head = statement.head
    read = _STATEMENTS.get(head.text)
    key = head.text
    if key in PHASES:
        key = Mistake("the-phase")  # one head for all of them
    elif key in EDITIONS:
        key = EDITION
    elif read is None:
        if not _LIKE_A_CELL.fullmatch(key):
            meant = [edition for edition in EDITIONS if edition.startswith(f"{key}-")]
            if meant:
                raise head.refuse("edition/like", written=repr(key), known=meant[0])
            known = ", ".join(word for word in _STATEMENTS if word not in PHASES)
            raise head.unexpected("statement", known=known)
        require_cell(head, key)
    if key in sketch.heads:
        raise head.refuse("statement/twice", name=key, place=sketch.heads[key].place)
    sketch.heads[key] = head
    if read is not None:
        read(sketch, statement)
    elif key == EDITION:
        rest = statement.rest
        key_and_rules = head.written.ljust(rest.column - head.column) + rest.written
        sketch.edition = _edition(statement, head, key_and_rules)
    else:
        HexReader(sketch, key).read(statement)


# --- words -------------------------------------------------------------------------------------


def _seats(sketch: Sketch, words: tuple[Word, ...]) -> tuple[int, ...]:
    found: list[int] = []
    for word in words:
        if not _SEAT.fullmatch(word.text):
            raise word.unexpected("seat")
        found.append(sketch.seat(int(word.text), word))
        if found[-1] in found[:-1]:
            raise word.refuse("seat/twice", seat=word.text)
    return tuple(found)


def _tiles(sketch: Sketch, statement: Statement) -> tuple[str, ...]:
    if not statement.words:
        raise statement.end.refuse("after/tile", word=statement.head.text)
    return tuple(sketch.new_tile(word, word.text) for word in statement.words)


def _nothing_else(words: tuple[Word, ...]) -> None:
    if words:
        raise words[0].unexpected("end")


# --- the table and the turn --------------------------------------------------------------------


def _edition(statement: Statement, first: Word, text: str) -> Edition:
    # a ruling may stand for its switch, and its name is the one thing in capital letters
    small = re.sub(r"(?<![^ \t])q-", "Q-", text.lower())
    try:
        return read_edition(small)
    except InvalidNotation as error:
        column = first.column + (error.column or 1) - 1
        raise InvalidNotation(error.message, statement.head.line, column) from None


def _read_edition(sketch: Sketch, statement: Statement) -> None:
    sketch.edition = _edition(statement, statement.rest, statement.rest.written)


def _read_players(sketch: Sketch, statement: Statement) -> None:
    word = statement.words[0] if statement.words else statement.end
    if not _SEAT.fullmatch(word.text):
        raise word.unexpected("players")
    sketch.players = int(word.text)
    _nothing_else(statement.words[1:])


def _read_auction(sketch: Sketch, statement: Statement) -> None:
    answer = statement.words[0].text if statement.words else "yes"
    if answer not in ("yes", "no"):
        raise statement.words[0].unexpected("auction")
    sketch.auction = answer == "yes"
    _nothing_else(statement.words[1:])


def _read_turn(sketch: Sketch, statement: Statement) -> None:
    """The phase, then in any order the seat, `7ap`, `scoring` with the seats to come, `tile C4`."""
    sketch.phase = next(phase for phase in PHASES if phase == statement.head.text)
    seats: dict[bool, list[Word]] = {False: [], True: []}  # True: those whose scoring is to come
    words = list(statement.words)
    while words:
        word = words.pop(0)
        following = words[0].text if words else ""
        if points := _POINTS.fullmatch(word.text + (following if following == AP else "")):
            if sketch.ap is not None:
                raise word.refuse("points/twice")
            sketch.ap = int(points[1])
            del words[: following == AP]
        elif word.text == SCORING and not sketch.scoring:
            sketch.scoring = True
        elif _SEAT.fullmatch(word.text) and sketch.phase != "over":
            seats[sketch.scoring].append(word)
        elif word.text == TILE and sketch.tile is None and words:
            tile = words.pop(0)
            sketch.tile = sketch.new_tile(tile, tile.text)
        else:
            raise word.unexpected("turn" if sketch.phase != "over" else "nothing", ap=AP)
    own = seats[False]
    if len(own) > 1:
        raise own[1].unexpected("one-seat", ap=AP)
    [sketch.active] = _seats(sketch, tuple(own)) or [sketch.active]
    sketch.queue = _seats(sketch, tuple(seats[True]))


# --- seats, the auction, the rest --------------------------------------------------------------


def _read_scores(sketch: Sketch, statement: Statement) -> None:
    for seat, word in _by_seat(sketch, statement):
        if not NUMBER.fullmatch(word.text):
            raise word.unexpected("points", seat=seat, nothing=NOTHING)
        sketch.scores[seat] = int(word.text)


def _read_treasures(sketch: Sketch, statement: Statement) -> None:
    for seat, word in _by_seat(sketch, statement):
        if not _KINDS.fullmatch(word.text):
            raise word.unexpected("kinds", seat=seat, nothing=NOTHING)
        sketch.treasures[seat] = {kind: word.text.count(str(kind)) for kind in TREASURE_KINDS}


def _read_out(sketch: Sketch, statement: Statement) -> None:
    for seat, word in _by_seat(sketch, statement):
        lost = _LOST.fullmatch(word.text)
        if not lost:
            raise word.unexpected("lost", seat=seat, nothing=NOTHING)
        sketch.removed[seat] = figures_of(*lost.groups())
        if lost[1]:
            sketch.leader(seat, word)


def _by_seat(sketch: Sketch, statement: Statement) -> list[tuple[int, Word]]:
    """The entries of a statement that gives every seat its own, without those that are nothing."""
    if not statement.words:
        raise statement.end.refuse("after/entries", word=statement.head.text)
    if len(statement.words) > BOX.most_players:
        raise statement.words[BOX.most_players].unexpected("entries")
    numbered = list(enumerate(statement.words, start=1))
    for seat, word in numbered:
        sketch.seat(seat, word)
    return [(seat, word) for seat, word in numbered if word.text != NOTHING]


def _read_display(sketch: Sketch, statement: Statement) -> None:
    sketch.display = _tiles(sketch, statement)


def _read_aside(sketch: Sketch, statement: Statement) -> None:
    sketch.aside = _tiles(sketch, statement)


def _read_high(sketch: Sketch, statement: Statement) -> None:
    words = [word for word in statement.words if word.text != BY]
    if len(words) != 2 or not NUMBER.fullmatch(words[0].text):
        raise statement.head.refuse("high-bid", high=HIGH, by=BY)
    sketch.high_bid = int(words[0].text)
    [sketch.high_bidder] = _seats(sketch, (words[1],))


def _read_passed(sketch: Sketch, statement: Statement) -> None:
    sketch.passed = _some_seats(sketch, statement)


def _read_done(sketch: Sketch, statement: Statement) -> None:
    sketch.done = _some_seats(sketch, statement)


def _some_seats(sketch: Sketch, statement: Statement) -> tuple[int, ...]:
    if not statement.words:
        raise statement.end.refuse("after/seat", word=statement.head.text)
    return _seats(sketch, statement.words)


_STATEMENTS: Final[dict[str, Callable[[Sketch, Statement], None]]] = {
    EDITION: _read_edition,
    PLAYERS: _read_players,
    AUCTION: _read_auction,
    **dict.fromkeys(PHASES, _read_turn),
    SCORES: _read_scores,
    TREASURES: _read_treasures,
    OUT: _read_out,
    DISPLAY: _read_display,
    HIGH: _read_high,
    PASSED: _read_passed,
    DONE: _read_done,
    ASIDE: _read_aside,
}
