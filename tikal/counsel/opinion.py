"""An opinion on a move: verdict, reasons, remedies, and the verdict of other rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen

from tikal.counsel.documents import OpinionDocument
from tikal.counsel.other_rules import (
    MoveCase,
    OtherReading,
    Verdict,
    other_editions,
    readings_that_flip,
)
from tikal.counsel.permits import rulings_behind
from tikal.counsel.remedies import Remedies, remedies
from tikal.editions import Edition
from tikal.engine import check
from tikal.errors import Violation, WrongType
from tikal.law.entries import Ruling
from tikal.law.grounds import Grounds, grounds
from tikal.moves import Move, move_of
from tikal.state import State, require_state


@frozen
class Opinion:
    """Verdict, reasons, remedies and other rules for a move in a position."""

    edition: Edition
    move: Move
    #: The seat of the move: the given one, or else the seat to move.
    seat: int | None
    legal: bool
    violations: tuple[Violation, ...]
    #: For each violation, in the same order, what it rests on.
    grounds: tuple[Grounds, ...]
    #: Of a legal move, the rulings without which another reading of the book would forbid it.
    rests_on: tuple[Ruling, ...]
    #: Moves that would make this one legal.
    remedies: Remedies
    #: The verdict of every other printed edition on the same move in the same position.
    editions: tuple[Verdict, ...]
    #: Every other value of one switch with which the verdict would be the opposite.
    readings: tuple[OtherReading, ...]

    def text(self, language: str = "en", names: Sequence[str] = ()) -> str:
        """The opinion for a terminal, in the order in which a player asks.

        Players are called by their `names`, listed by seat, where these are given.
        """
        from tikal.counsel.render import opinion_text

        return opinion_text(self, language, names)

    def markdown(self, language: str = "en", names: Sequence[str] = ()) -> str:
        """The opinion as Markdown."""
        from tikal.counsel.render import opinion_markdown

        return opinion_markdown(self, language, names)

    def to_json(self) -> OpinionDocument:
        """The opinion as the dict that `json` would write, see the schema `opinion-1`."""
        from tikal.counsel.render import opinion_to_json

        return opinion_to_json(self)

    def __str__(self) -> str:
        return self.text()


def opinion(
    state: State, move: Move | str, seat: int | None = None, before: Iterable[Move | str] = ()
) -> Opinion:
    """An opinion on a move; `seat` is whose move it is, if that is not certain.

    `before` are the moves of this action phase so far, reveals included. They matter to editions in
    which the second dig of a turn asks for a different member: without them such an edition has no
    verdict where it depends on who has dug. They are not needed in a game that plays such an
    edition; where they do not lead to this position that is an `InvalidArgument`.
    """
    require_state(state)
    wanted = move_of(move)
    if isinstance(before, str) or not isinstance(before, Iterable):
        raise WrongType(f"the moves before are a list or tuple, not {type(before).__name__}")
    violations = check(state, wanted, seat)
    case = MoveCase.of(state, wanted, seat, [move_of(each) for each in before])
    return Opinion(
        edition=state.edition,
        move=wanted,
        seat=state.active if seat is None else seat,
        legal=not violations,
        violations=violations,
        grounds=tuple(grounds(violation.key, state.edition) for violation in violations),
        rests_on=() if violations else rulings_behind(state, wanted),
        remedies=remedies(state, wanted, seat=seat),
        editions=tuple(other_editions(case)),
        readings=tuple(readings_that_flip(case, legal=not violations)),
    )
