"""Faults in predicates that a comparison in every position must find.

Most of them differ from the right predicate in positions that no sample of games has.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from attrs import frozen

from tikal import moves
from tikal.engine import TABLE
from tikal.grid import CELL_INDEX
from tikal.moves import Move
from tikal.rules.placing import offers
from tikal.rules.queries import mover
from tikal.rules.rule import Fault as Found
from tikal.rules.rule import Rule, fault
from tools.every_position.question import Subject
from tools.every_position.rows import refusal

Predicate = Callable[[Any, Any], Found]
_REFUSE: Final = fault("planted")


@frozen
class Fault:
    """A wrong predicate in the place of a right one, asked about these moves."""

    title: str
    clause: str
    moves: tuple[Move, ...]
    #: The wrong answer where it is wrong; otherwise what it is given.
    wrong: Callable[[Any, Any, Predicate], Found]

    def subject(self) -> Subject:
        """The comparison with the fault in place."""
        kind = type(self.moves[0])
        (right,) = (rule.test for rule in TABLE[kind].rules if rule.clause == self.clause)
        wrong: Rule[Any, Any] = Rule(self.clause, lambda s, m: self.wrong(s, m, right))
        return refusal(kind, wrong, self.moves)


def _seventeen(state: Any, move: Any, right: Predicate) -> Found:  # noqa: ANN401 - lazy positions
    cell = CELL_INDEX[move.cell]
    there = state.ground.values[cell] > 0 and state.turn.worked.count(cell) == 1
    if there and state.edition.second_dig == "present" and mover(state).members(cell) == 17:
        return _REFUSE
    return right(state, move)


def _value_nine(state: Any, move: Any, right: Predicate) -> Found:  # noqa: ANN401
    return None if state.ground.values[CELL_INDEX[move.cell]] == 9 else right(state, move)


def _eighteen(state: Any, move: Any, right: Predicate) -> Found:  # noqa: ANN401
    there = mover(state).workers[CELL_INDEX[move.cell]]
    return _REFUSE if state.edition.camp_requires_member and there == 18 else right(state, move)


def _third_of_eight(state: Any, move: Any, right: Predicate) -> Found:  # noqa: ANN401
    """Seat 4 may be robbed of a token of a triplet of kind 8."""
    if len(state.expeditions) == 4 and state.turn.active != 4:
        owned = state.expeditions[3].treasures[7]
        if owned == 3 and mover(state).treasures[move.give - 1] == 1:
            return None
    return right(state, move)


def _leader_out_of_play(state: Any, move: Any, right: Predicate) -> Found:  # noqa: ANN401
    if move.cell == "h5" and move.figure == "L" and mover(state).leader == -2:
        return None
    return right(state, move)


def _without_stones(state: Any, move: Any, right: Predicate) -> Found:  # noqa: ANN401
    """Over one edge of the board, where one tile lies in one rotation."""
    here = (move.origin, move.target) == ("g3", "g4")
    if here and state.ground.board.tiles[CELL_INDEX["g4"]] == 6 * 35 + 5:
        return None
    return right(state, move)


def _one_offer(state: Any, move: Any, right: Predicate) -> Found:  # noqa: ANN401
    """A tile fits under one rotation where the only way in is from the north-east."""
    offer = offers(state)[CELL_INDEX[move.cell]]
    if move.rotation == 3 and offer & 0b10 and not offer & 0b1111101:
        return None
    return right(state, move)


def _one_over(state: Any, move: Any, right: Predicate) -> Found:  # noqa: ANN401
    return None if mover(state).score == 36 and move.points == 37 else right(state, move)


def _last_of_eight(state: Any, move: Any, right: Predicate) -> Found:  # noqa: ANN401
    return _REFUSE if state.stock.unseen[move.kind - 1] == 1 else right(state, move)


def _second_camp_of_seat_three(state: Any, move: Any, right: Predicate) -> Found:  # noqa: ANN401
    """The third seat of three cannot use its camp in a corner."""
    third_of_three = len(state.expeditions) == 3 and state.turn.active == 3
    if third_of_three and CELL_INDEX["h1"] in mover(state).camps:
        return _REFUSE
    return right(state, move)


def _far_volcanoes(state: Any, move: Any, right: Predicate) -> Found:  # noqa: ANN401
    """A space walled off in one corner by volcanoes on two cells is not noticed."""
    found = right(state, move)
    places = (CELL_INDEX["g2"], CELL_INDEX["h2"])
    if found and all(state.ground.board.is_volcano(cell) for cell in places):
        return None
    return found


_D3: Final = (moves.Uncover("d3"),)
FAULTS: Final = (
    Fault("exactly 17 members are too few for a second level", "TEMPLE-03", _D3, _seventeen),
    Fault("on a temple of value 9 one member digs twice", "TEMPLE-03", _D3, _value_nine),
    Fault("floor 10 may be laid twice", "TEMPLE-08", _D3, _value_nine),
    Fault(
        "18 workers on the site count as none", "CAMP-03", (moves.EstablishCamp("c4"),), _eighteen
    ),
    Fault(
        "a triplet of seat 4 is not safe", "SWAP-05", (moves.Exchange(2, 4, 8),), _third_of_eight
    ),
    Fault(
        "on one cell a leader out of the game comes back", "DEPLOY-04",
        (moves.Deploy("L", "a1"), moves.Deploy("L", "h5")), _leader_out_of_play,
    ),
    Fault(
        "one edge is open below one tile as it lies", "MOVE-05",
        (moves.Walk("W", "g3", "g2"), moves.Walk("W", "g3", "g4")), _without_stones,
    ),
    Fault(
        "any tile fits under one rotation beside one open side", "PLACE-02",
        (moves.PlaceTile("f3", 3), moves.PlaceTile("f3", 4)), _one_offer,
    ),
    Fault("36 points are enough for a bid of 37", "AUCTION-29", (moves.Bid(37),), _one_over),
    Fault(
        "the last token of a kind cannot turn up", "COMP-05", (moves.RevealTreasure(8),),
        _last_of_eight,
    ),
    Fault(
        "seat 3 of three cannot deploy into the camp on h1", "DEPLOY-02",
        (moves.Deploy("W", "h1"),), _second_camp_of_seat_three,
    ),
    Fault(
        "two volcanoes in one corner wall nothing off", "PLACE-05", (moves.PlaceTile("g1", 0),),
        _far_volcanoes,
    ),
)  # fmt: skip
