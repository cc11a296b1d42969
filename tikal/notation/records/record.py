"""A game record as a value."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from attrs import evolve, field, frozen

from tikal._support.wording import brief
from tikal.editions import Edition, canonical_edition
from tikal.engine import Replay, replay
from tikal.errors import InvalidArgument, Mistake
from tikal.moves import Move
from tikal.notation.records.parts import (
    BLANK,
    MAX_LINES,
    MAX_MOVES,
    Comment,
    Entry,
    Line,
    Note,
    clean_text,
    clean_texts,
    lines_of,
    require,
    require_names,
    require_points,
    require_printable,
    require_several,
    require_short,
    with_comment,
    with_seats,
)
from tikal.state import State, new_game

#: The header keys with a meaning, in the order in which they are written.
KEYS: Final = ("position", "edition", "players", "auction", "start", "names", "scores")
#: The keys that a position determines.
KEYS_OF_A_POSITION: Final = KEYS[1:5]
_BLANK_LINE: Final = Line()
KEY: Final = re.compile(r"[^\W\d_][\w .-]*(?<! )")


def _settings(settings: Mapping[str, str]) -> dict[str, str]:
    require(Mapping, settings)
    return {key: clean_text(value) for key, value in settings.items()}


def _notes(notes: Mapping[str, Note]) -> dict[str, Note]:
    require(Mapping, notes)
    require(Note, *notes.values())
    return {key: note for key, note in notes.items() if note != Note()}


def _position(state: State | None) -> State | None:
    """A position with its edition under the name by which it is written."""
    if state is None:
        return None
    require(State, state)
    table = evolve(state.table, edition=canonical_edition(state.edition))
    return evolve(state, table=table)


def setup_of(state: State) -> dict[str, Any]:
    """The fields of a record that its position determines."""
    facts = (state.edition, state.players, state.auction, state.active or 1)
    return dict(zip(KEYS_OF_A_POSITION, facts, strict=True))


def _points(points: Iterable[int]) -> tuple[int, ...]:
    require_several(points)
    found = tuple(points)
    for each in found:
        require_points(each)
    return found


def _trim(lines: Iterable[Line]) -> tuple[Line, ...]:
    """The lines, without blank ones at either end."""
    require_several(lines)
    every = tuple(lines)
    require(Line, *every)
    written = [index for index, line in enumerate(every) if line != _BLANK_LINE]
    return every[written[0] : written[-1] + 1] if written else ()


@frozen
class Record:
    """A recorded game: the setup, the moves and the comments.

    It begins with a new game, or with a `position`, which the rest of the setup then agrees with;
    `start` is the seat whose turn it is there.
    One that exists can be written, and reads back equal. A house edition goes by the name it is
    written under, such as `legend-classic tiebreak=none`.
    """

    edition: Edition = field(converter=canonical_edition)
    players: int
    auction: bool = False
    start: int = 1
    #: One name per seat, or none at all.
    names: tuple[str, ...] = field(default=(), converter=clean_texts)
    #: Header lines with other keys, in their order.
    extra: Mapping[str, str] = field(factory=dict, converter=_settings, hash=False)
    lines: tuple[Line, ...] = field(default=(), converter=_trim)
    #: Comments of the header by key; those below its last line have the key "".
    notes: Mapping[str, Note] = field(factory=dict, converter=_notes, hash=False)
    #: The first position, if it is not that of a new game.
    position: State | None = field(default=None, converter=_position, kw_only=True)
    #: The claimed points of each seat at the end, or empty.
    scores: tuple[int, ...] = field(default=(), converter=_points, kw_only=True)

    def __attrs_post_init__(self) -> None:
        self._require_start()
        require_names(self.names, self.players)
        self._require_scores()
        for key, value in self.extra.items():
            require_printable("a header key", key)
            if not KEY.fullmatch(key) or key.lower() in KEYS:
                raise InvalidArgument(f"{key[:40]!r} cannot be a further header key")
            require_printable(f"the header {key[:40]!r}", value, but_not="#")
        header = self.header  # made anew whenever it is asked for
        for key, note in self.notes.items():
            if key not in (header if key or note.beside is not None else ("",)):
                raise InvalidArgument(f"there is no header {brief(key)} for a comment to stand at")
        lines = self.header_lines()
        for line in lines:
            require_short(line)
        if len(lines) + len(self.lines) >= MAX_LINES or len(self.entries) > MAX_MOVES:
            raise InvalidArgument(Mistake("record/long", lines=MAX_LINES, moves=MAX_MOVES))

    def _require_start(self) -> None:
        """Refuse a game that cannot begin, and a setup that contradicts the position."""
        if self.position is None:
            new_game(self.players, self.edition, self.auction, self.start)
            return
        for key, value in setup_of(self.position).items():
            if getattr(self, key) != value:
                given = brief(getattr(self, key))
                raise InvalidArgument(
                    Mistake("record/position", name=key, value=value, given=given)
                )

    def _require_scores(self) -> None:
        if len(self.scores) not in (0, self.players):
            mistake = Mistake("header/scores", scores=len(self.scores), players=self.players)
            raise InvalidArgument(mistake)

    @classmethod
    def of(
        cls,
        game: Replay,
        start: State | None = None,
        names: Iterable[str] = (),
        extra: Mapping[str, str] | None = None,
        seats: bool = False,
    ) -> Record:
        """The record of a game, with a line for every turn.

        With `seats` every line says whose move it is, and again where that changes. A `start` that
        is given must be that of the game, which knows it.
        """
        require(Replay, game)
        end, steps = game.state, game.steps
        opening = game.start if start is None else start
        require(State, opening)
        new = new_game(end.players, end.edition, end.auction, opening.active or 1)
        again = replay(opening, [step.move for step in steps[:1]])
        if again.state != (steps[0].state if steps else end):
            raise InvalidArgument("this game does not begin so: give the position that it began at")
        lines = lines_of((Entry(step.move, step.seat) for step in steps), end.auction)
        return cls(
            edition=end.edition,
            players=end.players,
            auction=end.auction,
            start=opening.active or 1,
            names=names,
            extra=extra or {},
            lines=[with_seats(line, seats) for line in lines],
            position=None if opening == new else opening,
        )

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The moves with their seats and places."""
        return tuple(entry for line in self.lines for entry in line.entries)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves alone."""
        return tuple(entry.move for entry in self.entries)

    @property
    def comments(self) -> tuple[Comment, ...]:
        """All comments in their order, those of the header first."""
        notes = [self.notes.get(key, Note()) for key in (*self.header, "")]
        texts = [text for note in notes for text in (*note.above, note.beside)]
        found = [Comment(0, text) for text in texts if text is not None]
        after = 0
        for line in self.lines:
            after += len(line.entries)
            if line.comment is not None:
                found.append(Comment(after, line.comment))
        return tuple(found)

    @property
    def header(self) -> dict[str, str]:
        """The header as it is written, key by key."""
        names = {"names": ", ".join(self.names)} if self.names else {}
        scores = {"scores": ", ".join(map(str, self.scores))} if self.scores else {}
        return {
            **self._setup(),
            **names,
            **scores,
            **self.extra,
        }

    def _setup(self) -> dict[str, str]:
        if self.position is not None:
            from tikal.notation.positions import format_position  # few records need it

            return {"position": format_position(self.position)}
        return {
            "edition": self.edition.key,
            "players": str(self.players),
            "auction": "yes" if self.auction else "no",
            "start": str(self.start),
        }

    def header_lines(self) -> list[str]:
        """The header with its comments, line by line."""
        lines: list[str] = []
        for key, value in self.header.items():
            note = self.notes.get(key, Note())
            lines += [with_comment("", text) for text in note.above]
            lines.append(with_comment(f"{key}: {value}".strip(BLANK), note.beside))
        return lines + [with_comment("", text) for text in self.notes.get("", Note()).above]

    def name(self, seat: int) -> str:
        """The name of a seat, or `seat 2` if there are no names."""
        return self.names[seat - 1] if 1 <= seat <= len(self.names) else f"seat {seat}"

    def start_state(self) -> State:
        """The position before the first move."""
        if self.position is not None:
            return self.position
        return new_game(self.players, self.edition, self.auction, self.start)

    def replay(self) -> Replay:
        """Make the moves up to the first refusal; a seat that is written must be the right one."""
        seats = [entry.seat for entry in self.entries]
        return replay(self.start_state(), self.moves, seats)
