"""Opinions on moves of a recorded game, and on the whole game by other editions and readings."""

from __future__ import annotations

from attrs import evolve, frozen

from tikal.counsel.opinion import Opinion, opinion
from tikal.counsel.other_rules import other_readings
from tikal.editions import EDITIONS, Edition
from tikal.engine import replay
from tikal.errors import InvalidArgument
from tikal.languages import joined, sentence, title
from tikal.notation.loading import LoadedGame
from tikal.notation.records import Record
from tikal.rules.digging import needs_another_member
from tikal.rules.invariants import problems
from tikal.state import lacks_auction


def opinion_on_move(game: LoadedGame, index: int) -> Opinion:
    """An opinion on a move of a game, counted from 0, up to the first one that is refused."""
    if game.record is None or not 0 <= index <= len(game.steps):
        raise InvalidArgument(f"there is no move {index} that can be judged")
    entry = game.record.entries[index]
    before = game.phase_before(index)
    return opinion(game.state_before(index), entry.move, entry.seat, before)


def opinion_on_latest(game: LoadedGame, seat: int | None = None) -> Opinion:
    """An opinion on the refused move, or else on the last one.

    `seat` made it if it is not of the record itself.
    """
    index = len(game.steps) - (game.refusal is None)
    if index < game.moves:
        return opinion_on_move(game, index)
    move = game.refusal.move if game.refusal else game.steps[index].move
    return opinion(game.state_before(index), move, seat, game.phase_before(index))


@frozen
class LegalUnder:
    """By which other rules a whole game is legal."""

    moves: int
    #: The printed editions by which every move is legal.
    editions: tuple[Edition, ...] = ()
    #: The house rules, of one switch each, with which every move is legal.
    rules: tuple[str, ...] = ()

    def lines(self, language: str = "en") -> tuple[str, ...]:
        """The result as sentences."""
        found = []
        if self.editions:
            titles = joined((title(edition, language) for edition in self.editions), language)
            found.append(sentence("counsel", "game/legal-in", {"editions": titles}, language))
        if self.rules:
            facts = {"rules": ", ".join(self.rules), "moves": self.moves}
            found.append(sentence("counsel", "game/legal-with", facts, language))
        return tuple(found)


def rules_where_legal(record: Record) -> LegalUnder:
    """The other printed editions, and single switches turned, by which every move is legal.

    The game is replayed under each of them from its start, some 15 times at the most. Tie-breaks
    decide about no move, so they are not tried; nor is a reading by which it matters who dug before
    the position that a record begins at.
    """
    editions = [
        edition
        for edition in EDITIONS.values()
        if edition != record.edition and _is_legal_by(record, edition)
    ]
    rules = [
        switch.rule(value)
        for switch, value, edition in other_readings(record.edition)
        if not switch.ranked and _is_legal_by(record, edition)
    ]
    return LegalUnder(len(record.entries), tuple(editions), tuple(rules))


def _is_legal_by(record: Record, edition: Edition) -> bool:
    if lacks_auction(edition, record.auction):
        return False
    start = record.start_state()
    again = evolve(start, table=evolve(start.table, edition=edition))
    if record.position is not None:
        knows_who_has_dug = needs_another_member(again) == needs_another_member(start)
        if problems(again) or (start.turn.worked and not knows_who_has_dug):
            return False
    seats = [entry.seat for entry in record.entries]
    return replay(again, record.moves, seats).refusal is None
