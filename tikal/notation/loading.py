"""Loading a game of any kind: a record, a JSON record, a position as text or as JSON.

Every command reads its games here, so this module loads nothing that only a report needs.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, Final

from attrs import evolve, frozen

from tikal.engine import Refusal, Replay, Step, replay
from tikal.errors import InvalidArgument, InvalidNotation, TikalError
from tikal.languages import refused_move, sentence
from tikal.moves import Bid, Move, parse_move
from tikal.notation import records
from tikal.notation.documents import MAX_DOCUMENT_CHARACTERS, loads
from tikal.notation.records import Record, WrongClaim, wrong_claims
from tikal.notation.records.lines import decode_utf8
from tikal.state import ACTION_PHASES, ACTION_POINTS, State

#: Finds the edition of a game, in a header line or as a key of JSON.
_EDITION: Final = re.compile(
    rb'(?:^[ \t]*|")edition"?[ \t]*:[ \t]*"?([^"#\r\n]{,400})', re.MULTILINE
)
#: Every record has one of these lines, and no position has.
_HEADER_LINE: Final = re.compile(r"^[ \t]*(?:edition|players|position)[ \t]*:", re.MULTILINE)


@frozen
class LoadedGame:
    """A game as it was read: the start, and the steps up to the end or the first refusal."""

    start: State
    steps: tuple[Step, ...] = ()
    refusal: Refusal | None = None
    record: Record | None = None

    @property
    def last(self) -> State:
        """The last position that was reached by legal moves."""
        return self.steps[-1].state if self.steps else self.start

    @property
    def moves(self) -> int:
        """The number of moves of the record, legal or not."""
        return len(self.record.entries) if self.record else 0

    @property
    def wrong_claims(self) -> tuple[WrongClaim, ...]:
        """The points that the record claims wrongly."""
        if self.record is None:
            return ()
        return wrong_claims(
            self.record, Replay(self.last, self.steps, self.refusal, start=self.start)
        )

    def state_before(self, index: int) -> State:
        """The position in which a move is made or refused."""
        return self.steps[index - 1].state if index else self.start

    def phase_before(self, index: int) -> tuple[Move, ...]:
        """The moves of the same action phase before a move; () elsewhere.

        Also () if the phase had begun before the game did, which started from a position.
        """
        found: list[Move] = []
        for number in range(index, -1, -1):
            state = self.state_before(number)
            if state.phase not in ACTION_PHASES:
                break
            if state.phase == "act" and state.ap == ACTION_POINTS:
                return tuple(reversed(found))
            if number:
                found.append(self.steps[number - 1].move)
        return ()

    def place(self, index: int) -> tuple[int, int] | None:
        """Line and column of a move in the file, if it came from a text record."""
        entry = self.record.entries[index] if self.record and index < self.moves else None
        if entry is None or entry.line is None or entry.column is None:
            return None
        return entry.line, entry.column

    def then(self, moves: Iterable[Move], seat: int | None = None) -> LoadedGame:
        """The game with further moves, by a seat if one is named; one that was refused stays."""
        if self.refusal:
            return self
        made = tuple(moves)
        more = replay(self.last, made, [seat] * len(made))
        refusal = more.refusal
        if refusal:
            refusal = evolve(refusal, index=len(self.steps) + refusal.index)
        return evolve(self, steps=(*self.steps, *more.steps), refusal=refusal)


def read_file(path: Path) -> bytes:
    """The bytes of a file, as `read_stream` gives them; `InvalidArgument` if it cannot be read."""
    try:
        with path.open("rb") as file:
            return read_stream(file)
    except OSError as error:
        raise InvalidArgument(f"cannot be read: {error.strerror or error}") from None


def read_stream(file: BinaryIO) -> bytes:
    """The bytes of an open file; of one that is too large, just enough to show that it is."""
    return file.read(MAX_DOCUMENT_CHARACTERS + 1)


def is_too_large(data: bytes) -> bool:
    """Whether these are more bytes than any game has."""
    return len(data) > MAX_DOCUMENT_CHARACTERS


def game_of(data: bytes) -> LoadedGame:
    """The game, replayed to its end or its first refusal; a `TikalError` if it is not a game.

    The limits on what is read also bound the work of one game: an audit needs no clock.
    """
    if is_too_large(data):
        raise InvalidArgument(
            f"is larger than {MAX_DOCUMENT_CHARACTERS // 1_000_000} MB, so it is not a game"
        )
    data = data.removeprefix(codecs.BOM_UTF8)
    if not data.strip():
        raise InvalidArgument("is empty")
    found = read_any(data)
    return LoadedGame(found) if isinstance(found, State) else _replayed(found)


def read_any(text: str | bytes) -> Record | State:
    """A record or a position, as text or as JSON."""
    shown = text if isinstance(text, str) else text.decode("utf-8", "replace")
    if shown.removeprefix("\ufeff").lstrip()[:1] in ("{", "["):
        return loads(text)
    if is_position_text(shown):
        from tikal.notation.positions import parse_position  # most games are records

        return parse_position(text if isinstance(text, str) else decode_utf8(text))
    return records.loads(text)


def _replayed(record: Record) -> LoadedGame:
    played = record.replay()
    return LoadedGame(record.start_state(), played.steps, played.refusal, record)


def is_position_text(text: str) -> bool:
    """Whether a text is meant as a position, though it may be badly written: not as a record."""
    if _HEADER_LINE.search(text):
        return False
    from tikal.notation.positions.reader import begins_a_position  # most games are records

    return begins_a_position(text) and not _begins_with_a_move(text)


def _begins_with_a_move(text: str) -> bool:
    """Whether these are moves without a header: `draw A3` is a move, `draw 2` and `bid 2` are not.

    Phases and moves share some words, and `bid 2` could be either.
    """
    first = re.split("[;#\n]", text.strip(), maxsplit=1)[0].strip()
    try:
        return not isinstance(parse_move(first), Bid)
    except InvalidNotation:
        return False


def mistakes_in(data: bytes, error: TikalError, most: int = 20, language: str = "en") -> list[str]:
    """The mistakes of an unreadable game, and the first refusal before them.

    Only the first ones are listed; the rest are counted.
    """
    if not isinstance(error, InvalidNotation) or error.line is None:
        return [error.text(language)]
    shown = [each.text(language) for each in error.errors[:most]]
    more = len(error.errors) - len(shown) + error.more
    if more:
        shown.append(sentence("mistakes", "more", {"more": more}, language))
    part = records.readable_part(data.removeprefix(codecs.BOM_UTF8))
    game = _replayed(part) if part else None
    if game and game.refusal:
        refusal = game.refusal
        reasons = "; ".join(f"{v.clause}: {v.text(language)}" for v in refusal.violations)
        place = game.place(refusal.index)
        line = place and place[0]
        refused = refused_move(refusal.move, refusal.index + 1, line, language=language)
        facts = {"refused": refused, "reasons": reasons}
        shown.append(sentence("mistakes", "before", facts, language))
    return shown


def edition_in(data: bytes) -> str | None:
    """The edition that a damaged game names, if that much of it can be read."""
    found = _EDITION.search(data.removeprefix(codecs.BOM_UTF8))
    try:
        return records.read_edition(found[1].decode("utf-8", "replace")).key if found else None
    except InvalidNotation:
        return None
