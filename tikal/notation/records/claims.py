"""Claimed points: what a scribe has written down, compared with what the game gives.

`end = 14` says what the seat has on the score track when its turn is over, `scores` in the header
what each seat has at the end of the record. A wrong claim is not an illegal move: a player has
miscounted, or the record is not what was played.
"""

from __future__ import annotations

from attrs import frozen

from tikal.engine import Replay
from tikal.languages import sentence
from tikal.notation.records.record import Record


@frozen
class WrongClaim:
    """Points that a record claims, and those that the game gives."""

    seat: int
    #: The name of the seat.
    name: str
    claimed: int
    points: int
    #: The index of the `end`; None for the scores of the header.
    index: int | None = None
    #: The line of the file, if the record was read from text.
    line: int | None = None

    def text(self, language: str = "en") -> str:
        """The claim and the actual points, as a sentence."""
        facts = {"name": self.name, "points": self.points, "claimed": self.claimed}
        if self.index is None:
            return sentence("records", "claim-of-game", facts, language)
        where = place_text(self.index, self.line, language)
        return sentence("records", "claim-of-turn", {**facts, "where": where}, language)

    def __str__(self) -> str:
        return self.text()


def wrong_claims(record: Record, game: Replay) -> tuple[WrongClaim, ...]:
    """The claims of a record that differ from its replay, in their order.

    Claims after a refusal are not compared, and neither are final scores then.
    """
    found: list[WrongClaim] = []
    for index, (entry, step) in enumerate(zip(record.entries, game.steps, strict=False)):
        if entry.points is None or step.seat is None:
            continue
        points = step.state.scores[step.seat]
        if points != entry.points:
            name = record.name(step.seat)
            found.append(WrongClaim(step.seat, name, entry.points, points, index, entry.line))
    if game.refusal is None:
        for seat, claimed in enumerate(record.scores, start=1):
            points = game.state.scores[seat]
            if points != claimed:
                found.append(WrongClaim(seat, record.name(seat), claimed, points))
    return tuple(found)


def place_text(index: int, line: int | None, language: str = "en") -> str:
    """The place of a move: `move 12 (line 5)`."""
    facts = {"number": index + 1, "line": line}
    return sentence("records", "where-line" if line else "where-move", facts, language)
