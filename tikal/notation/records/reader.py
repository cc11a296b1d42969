"""Reading a record line by line; an error has the place of what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from attrs import frozen

from tikal.editions import Edition, read_edition
from tikal.errors import (
    InvalidArgument,
    InvalidNotation,
    InvalidState,
    Mistake,
    WrongType,
    impossible,
    with_clause,
)
from tikal.moves import Move
from tikal.notation.records.lines import Source, numbered, split_comment
from tikal.notation.records.parts import (
    BLANK,
    MAX_GAME_CHARACTERS,
    MAX_LINE_CHARACTERS,
    MAX_LINES,
    MAX_MOVES,
    Entry,
    Line,
    Note,
    with_comment,
)
from tikal.notation.records.record import KEY, KEYS, KEYS_OF_A_POSITION, Record, setup_of
from tikal.notation.records.shorthand import (
    NUMBER,
    Mistakes,
    Table,
    first_column,
    read_line,
    relocate,
)
from tikal.state import NEW_GAME_CLAUSES, State

_YES_NO: Final = {"yes": True, "no": False}
_REQUIRED: Final = {"edition": "edition: rio-grande-1999", "players": "players: 4"}
_NO_NAMES: Final = Table()
# The header key that each clause cited by `new_game` is about.
KEY_OF_CLAUSE: Final = dict(zip(NEW_GAME_CLAUSES, ("players", "start", "auction"), strict=True))


class Reader:
    """Reads a record piece by piece, in constant memory.

    `header` is a record without moves, read immediately. Then iterate over the moves, or over the
    `lines()` with their comments. `InvalidNotation` names the line and column of what is wrong;
    with `mistakes` it is noted there instead, and reading goes on.
    """

    def __init__(self, source: Source, mistakes: Mistakes | None = None) -> None:
        self._lines = numbered(source)
        self._mistakes = mistakes
        #: The number of the line read last.
        self.line = 0
        found = Mistakes() if mistakes is None else mistakes
        header = self._header(found)
        if mistakes is None and header is None:
            raise found.error()
        self._record = header
        self._table = Table(header.names if header else None)

    @property
    def header(self) -> Record:
        """The record without its moves."""
        if self._record is None:
            raise (self._mistakes or Mistakes()).error()
        return self._record

    def __iter__(self) -> Iterator[Entry]:
        for line in self.lines():
            yield from line.entries

    def lines(self) -> Iterator[Line]:
        """The lines below the header, blank ones included."""
        for number, text in self._numbered_lines():
            mistakes = Mistakes() if self._mistakes is None else self._mistakes
            moves, comment = split_comment(text)
            entries = read_line(moves, number, self._table, mistakes)
            if not mistakes:
                _note_room("; ".join(map(str, entries)), comment, number, mistakes)
            if mistakes and self._mistakes is None:
                raise mistakes.error()
            yield Line(entries, comment) if not mistakes else Line(entries)

    def _numbered_lines(self) -> Iterator[tuple[int, str]]:
        """The lines that are still to be read; one that is not text is the last."""
        try:
            for number, text in self._lines:
                self.line = number
                yield number, text
        except InvalidNotation as error:
            if self._mistakes is None:
                raise
            self._mistakes.add(error)

    def _header(self, mistakes: Mistakes) -> Record | None:
        found: dict[str, _Value] = {}
        notes: dict[str, Note] = {}
        above: list[str] = []
        for number, text in self._numbered_lines():
            if number > MAX_LINES:
                mistake = Mistake("header/long", most=MAX_LINES)
                mistakes.add(InvalidNotation(mistake, number, 1))
                break
            setting, comment = split_comment(text)
            if setting.strip(BLANK):
                try:
                    value = _setting(setting, number, found)
                except InvalidNotation as error:
                    mistakes.add(error)
                    if ":" not in setting:
                        break  # the blank line is missing, and the moves have begun
                    continue
                _note_room(f"{value.key}: {value.text}", comment, number, mistakes)
                found[value.key] = value
                notes[value.key] = Note(above, comment)
                above = []
            elif comment is not None:
                _note_room("", comment, number, mistakes)
                above.append(comment)
            elif found:
                break
        notes[""] = Note(above)
        return _record(found, notes, self.line or 1, mistakes)


# --- lines -------------------------------------------------------------------------------------


def _note_room(line: str, comment: str | None, number: int, mistakes: Mistakes) -> None:
    """Note what would become too long when written in the usual layout."""
    if len(with_comment(line, comment and comment.strip(BLANK))) > MAX_LINE_CHARACTERS:
        mistake = Mistake("line/blanks", most=MAX_LINE_CHARACTERS)
        mistakes.add(InvalidNotation(mistake, number, 1))


def parse_moves(text: str) -> tuple[Move, ...]:
    """Read moves in the notation of a record: one to a line or separated by `;`, with `#` comments.

    Several steps (`walk L a1-b2-c2`) and counts (`deploy W a1 x3`) become one move each. A whole
    game may stand in one line, of at most 400,000 characters; there are at most 20,000 moves.
    `InvalidNotation` has the line and column of what cannot be read, and all `errors`.
    """
    if not isinstance(text, str):
        raise WrongType(
            f'moves are written as a str such as "draw A2; end", not {type(text).__name__}'
        )
    moves: list[Move] = []
    mistakes = Mistakes()
    for number, line in numbered(text, MAX_GAME_CHARACTERS):
        written, _ = split_comment(line)
        for entry in read_line(written, number, _NO_NAMES, mistakes, MAX_GAME_CHARACTERS):
            if entry.seat is not None or entry.points is not None:
                if entry.seat is None:
                    mistake = Mistake("moves/points")
                else:
                    mistake = Mistake("moves/seat", seat=entry.seat)
                mistakes.add(InvalidNotation(mistake, number, entry.column))
            moves.append(entry.move)
        if len(moves) > MAX_MOVES:
            mistakes.add(InvalidNotation(Mistake("moves/many", most=MAX_MOVES), number, 1))
            break
    if mistakes:
        raise mistakes.error()
    return tuple(moves)


# --- the header --------------------------------------------------------------------------------


@frozen
class _Value:
    """A header line, and the column of its value."""

    key: str
    text: str
    line: int
    column: int

    def refuse(self, key: str, /, **facts: object) -> InvalidNotation:
        """The error that the value is badly written."""
        return InvalidNotation(Mistake(key, **facts), self.line, self.column)


def _setting(text: str, number: int, before: Mapping[str, _Value]) -> _Value:
    key, colon, rest = text.partition(":")
    key = key.strip(BLANK)
    column = first_column(text)
    if not colon or not KEY.fullmatch(key):
        raise InvalidNotation(
            Mistake("header/line", written=repr(text.strip(BLANK)[:40])), number, column
        )
    if key.lower() in KEYS and key not in KEYS:
        mistake = Mistake("header/small", name=repr(key.lower()))
        raise InvalidNotation(mistake, number, column)
    if key in before:
        mistake = Mistake("header/twice", name=repr(key[:40]), first=before[key].line)
        raise InvalidNotation(mistake, number, column)
    start = len(text) - len(rest.lstrip(BLANK)) + 1
    return _Value(key, rest.strip(BLANK), number, start)


def _record(
    found: dict[str, _Value], notes: dict[str, Note], last: int, mistakes: Mistakes
) -> Record | None:
    fields: dict[str, Any] = {}  # keyword arguments of Record
    for key in KEYS:
        try:
            fields |= {key: _READ[key](found[key])} if key in found else {}
        except InvalidNotation as error:
            mistakes.add(error)
    if "position" in fields:
        fields, notes = _from_position(fields, found, mistakes), _notes_above(notes)
    for key, example in _REQUIRED.items() if not mistakes else ():
        if key not in fields:
            mistake = Mistake("header/lacks", name=repr(key), example=repr(example))
            mistakes.add(InvalidNotation(mistake, last, 1))
    scores, players = fields.get("scores", ()), fields.get("players")
    if scores and players and len(scores) != players:
        mistake = Mistake("header/scores", scores=len(scores), players=players)
        mistakes.add(InvalidNotation(mistake, found["scores"].line, found["scores"].column))
    if mistakes:
        return None
    extra = {key: value.text for key, value in found.items() if key not in KEYS}
    try:
        return Record(**fields, extra=extra, notes=notes)
    except InvalidArgument as error:
        # every line is well formed, but they contradict each other, or a value is out of range
        value = found.get(KEY_OF_CLAUSE.get(error.clause or "", "names"))
        place = (value.line, value.column) if value else (last, 1)
        placed = InvalidNotation(with_clause(error), *place)
        placed.clause = error.clause
        mistakes.add(placed)
        return None


def _position(value: _Value) -> State:
    from tikal.notation.positions.reader import read_position  # few records need it

    try:
        return read_position(value.text, value.line, value.column)
    except InvalidState as error:
        raise InvalidNotation(impossible(error), value.line, value.column) from None


def _from_position(
    fields: dict[str, Any], found: dict[str, _Value], mistakes: Mistakes
) -> dict[str, Any]:
    """The fields with those of the position; refuses fields that contradict it."""
    setup = setup_of(fields["position"])
    for key, value in setup.items():
        if fields.get(key, value) != value:
            mistake = Mistake("header/position", name=key, value=value)
            mistakes.add(InvalidNotation(mistake, found[key].line, found[key].column))
    return {**fields, **setup}


def _notes_above(notes: dict[str, Note]) -> dict[str, Note]:
    """The comments of dropped header lines, moved above the line of the position."""
    there = notes["position"]
    dropped = [notes.get(key, Note()) for key in KEYS_OF_A_POSITION]
    texts = [text for note in dropped for text in (*note.above, note.beside) if text is not None]
    others = {key: note for key, note in notes.items() if key not in KEYS_OF_A_POSITION}
    return {**others, "position": Note((*texts, *there.above), there.beside)}


def _edition(value: _Value) -> Edition:
    try:
        return read_edition(value.text)
    except InvalidNotation as error:
        raise relocate(error, value.line, value.column) from None


def _number(value: _Value) -> int:
    if not NUMBER.fullmatch(value.text):
        raise value.refuse("header/number", name=value.key, written=repr(value.text[:40]))
    return int(value.text)


def _yes_no(value: _Value) -> bool:
    if value.text.lower() not in _YES_NO:
        raise value.refuse("header/yes-no", name=value.key, written=repr(value.text[:40]))
    return _YES_NO[value.text.lower()]


def _names(value: _Value) -> tuple[str, ...]:
    names = tuple(name.strip(BLANK) for name in value.text.split(","))
    if not all(names):
        raise value.refuse("header/names")
    return names


def _scores(value: _Value) -> tuple[int, ...]:
    scores = [points.strip(BLANK) for points in value.text.split(",")]
    if not all(map(NUMBER.fullmatch, scores)):
        raise value.refuse("header/points", written=repr(value.text[:40]))
    return tuple(map(int, scores))


_READ: Final[dict[str, Callable[[_Value], object]]] = {
    "position": _position,
    "edition": _edition,
    "players": _number,
    "auction": _yes_no,
    "start": _number,
    "names": _names,
    "scores": _scores,
}
