"""Faults in what follows a turn: scoring rounds, the next seat, auctions, the end."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from tikal.conformance.faults.fault import Fault, Outcome, given_to, no_move, with_ap, with_points
from tikal.engine import TABLE
from tikal.moves import Bid, DrawTile, EndTurn, Move, Pass, PlaceTile, TakeTile
from tikal.parts import Turn
from tikal.rules.queries import all_clockwise_from, clockwise
from tikal.rules.scoring import score, winners
from tikal.state import State


def _anticlockwise(state: State, seat: int) -> int:
    return (seat - 2) % state.players + 1


def _over(state: State) -> State:
    """The position in which the game has ended."""
    course = evolve(state.course, scoring=False, queue=(), winners=winners(state))
    return evolve(state, course=course, turn=Turn("over", 0))


def _begins_scoring(before: State, after: State) -> bool:
    return after.scoring and not before.scoring


def _with_order(state: State, order: tuple[int, ...]) -> State:
    """The scoring round in another order of seats."""
    course = evolve(state.course, queue=order[1:])
    return given_to(evolve(state, course=course), order[0])


def _order(state: State) -> tuple[int, ...]:
    return (state.turn.active, *state.course.queue)


# --- turns -------------------------------------------------------------------------------------


def _goes_on(before: State, _move: EndTurn, after: State) -> State:
    is_plain = not before.scoring and after.phase == "draw" and not after.auction
    return given_to(after, before.turn.active) if is_plain else after


def _goes_back(before: State, _move: EndTurn, after: State) -> State:
    is_plain = not before.scoring and after.phase == "draw" and not after.auction
    return given_to(after, _anticlockwise(after, before.turn.active)) if is_plain else after


def _points_are_added(before: State, _move: EndTurn, after: State) -> State:
    """The AP that were not spent are added to those of the next phase."""
    return with_ap(after, after.ap + before.ap) if after.phase == "act" else after


# --- scoring rounds ----------------------------------------------------------------------------


def _no_round(before: State, move: Move, after: State) -> State:
    """A volcano is placed at once, like any other tile."""
    if not _begins_scoring(before, after) or after.tile is None:
        return after
    course = evolve(after.course, scoring=False, queue=())
    return evolve(after, course=course, turn=Turn("place", before.turn.active))


def _no_round_for_the_last_tile(before: State, move: TakeTile, after: State) -> State:
    """A volcano that is left over for the last player is placed at once."""
    return _no_round(before, move, after) if len(before.course.bidding.display) == 1 else after


def _left_scores_first(before: State, _move: Move, after: State) -> State:
    if not _begins_scoring(before, after) or after.tile is None:
        return after
    first, *rest = _order(after)
    return _with_order(after, (*rest, first))


def _scores_anticlockwise(before: State, _move: Move, after: State) -> State:
    if not _begins_scoring(before, after) or after.tile is None:
        return after
    first, *rest = _order(after)
    return _with_order(after, (first, *reversed(rest)))


def _one_scores(before: State, _move: Move, after: State) -> State:
    """The scoring round has a turn for its first player alone."""
    if not _begins_scoring(before, after) or after.tile is None:
        return after
    return evolve(after, course=evolve(after.course, queue=()))


def _no_points(before: State, _move: EndTurn, after: State) -> State:
    if not before.scoring:
        return after
    seat = before.turn.active
    return with_points(after, seat, before.scores[seat])


def _everybody_scores(before: State, _move: EndTurn, after: State) -> State:
    if not before.scoring:
        return after
    for who in before.expeditions:
        if who.seat != before.turn.active:
            after = with_points(after, who.seat, who.score + score(before, who.seat).total)
    return after


def _points_replace(before: State, _move: EndTurn, after: State) -> State:
    """The points are not added to the score but take its place."""
    if not before.scoring:
        return after
    seat = before.turn.active
    return with_points(after, seat, after.scores[seat] - before.scores[seat])


def _treasures_alone(before: State, _move: EndTurn, after: State) -> State:
    seat = before.turn.active
    if not before.scoring:
        return after
    return with_points(after, seat, after.scores[seat] - sum(score(before, seat).temples.values()))


def _temples_alone(before: State, _move: EndTurn, after: State) -> State:
    seat = before.turn.active
    if not before.scoring:
        return after
    lost = sum(score(before, seat).treasures.values())
    return with_points(after, seat, after.scores[seat] - lost)


def _without_guards(before: State, _move: EndTurn, after: State) -> State:
    seat = before.turn.active
    if not before.scoring:
        return after
    guarded = [cell for cell, _ in before.expeditions[seat - 1].guards]
    lost = sum(before.ground.values[cell] for cell in guarded)
    return with_points(after, seat, after.scores[seat] - lost)


def _scored_early(before: State, move: Move, after: State) -> State:
    """A scoring turn has no action points to spend."""
    return with_ap(after, 0) if after.scoring and after.tile is not None else after


def _next_places(before: State, _move: EndTurn, after: State) -> State:
    """The volcano is placed by the next player, not by the one who turned it up."""
    if not before.scoring or after.phase != "place":
        return after
    return given_to(after, clockwise(after, after.turn.active))


def _volcano_ends_the_turn(before: State, _move: PlaceTile, after: State) -> State:
    """The player who has placed a volcano has no action phase."""
    if before.ground.board.volcanoes() == after.ground.board.volcanoes():
        return after
    return TABLE[EndTurn].effect(after, EndTurn())


def _new_tile_after_scoring(before: State, _move: EndTurn, after: State) -> State:
    """The turn goes on with another tile than the volcano."""
    if not before.scoring or after.phase != "place" or after.auction:
        return after
    course = evolve(after.course, tile=None)
    return evolve(after, course=course, turn=Turn("draw", after.turn.active))


# --- the end -----------------------------------------------------------------------------------


def _is_final(before: State, after: State) -> bool:
    return _begins_scoring(before, after) and after.tile is None


def _no_final_round(before: State, _move: EndTurn, after: State) -> State:
    return _over(after) if _is_final(before, after) else after


def _no_action_at_the_end(before: State, _move: EndTurn, after: State) -> State:
    return with_ap(after, 0) if after.scoring and after.tile is None else after


def _final_turns_turn(before: State, _move: EndTurn, after: State) -> State:
    """The final round begins with the player of the last tile."""
    if not _is_final(before, after) or after.auction:
        return after
    order = _order(after)
    return _with_order(after, (order[-1], *order[:-1]))


def _by_tie_break(left_out: str) -> Outcome:
    """The winners by other tie-breaks than those of the edition."""

    def outcome(before: State, _move: EndTurn, after: State) -> State:
        if after.phase != "over":
            return after
        rest = tuple(each for each in after.edition.tiebreak if each != left_out)
        edition = evolve(after.edition, tiebreak=rest)
        there = evolve(after, table=evolve(after.table, edition=edition))
        return evolve(after, course=evolve(after.course, winners=winners(there)))

    return outcome


def _lowest_wins(before: State, _move: EndTurn, after: State) -> State:
    if after.phase != "over":
        return after
    least = min(after.scores.values())
    seats = tuple(seat for seat, points in after.scores.items() if points == least)
    return evolve(after, course=evolve(after.course, winners=seats))


def _one_winner(before: State, _move: EndTurn, after: State) -> State:
    if after.phase != "over":
        return after
    return evolve(after, course=evolve(after.course, winners=after.winners[:1]))


# --- the auction -------------------------------------------------------------------------------


def _is_won(before: State, after: State) -> bool:
    return before.phase == "bid" and after.phase == "take"


def _no_payment(before: State, _move: Move, after: State) -> State:
    if not _is_won(before, after):
        return after
    seat = after.turn.active
    return with_points(after, seat, before.scores[seat])


def _last_to_pass_takes(before: State, _move: Pass, after: State) -> State:
    is_free = not before.course.bidding.high_bidder
    return given_to(after, before.turn.active) if is_free and _is_won(before, after) else after


def _another_opens(state: State) -> State:
    return given_to(state, clockwise(state, state.turn.active)) if state.auction else state


def _seat_1_opens(state: State) -> State:
    return given_to(state, 1) if state.auction else state


def _last_player_opens(before: State, _move: EndTurn, after: State) -> State:
    """The next round is opened by the player of the last turn."""
    if before.scoring or not after.auction or after.phase != "draw":
        return after
    return given_to(after, before.turn.active)


def _indicator_stays_up(before: State, _move: EndTurn, after: State) -> State:
    """The player who has had a turn can bid again."""
    done = after.course.bidding.done
    if not after.auction or before.scoring or not done:
        return after
    bidding = evolve(after.course.bidding, done=before.course.bidding.done)
    there = evolve(after, course=evolve(after.course, bidding=bidding))
    waiting = all_clockwise_from(there, clockwise(there, before.turn.active))
    seats = [seat for seat in waiting if seat not in bidding.done]
    return evolve(there, turn=Turn("bid", seats[0]))


def _indicators_stay_down(before: State, _move: EndTurn, after: State) -> State:
    """In the new round the player of the last turn cannot bid."""
    if before.scoring or not after.auction or after.phase != "draw":
        return after
    bidding = evolve(after.course.bidding, done=(before.turn.active,))
    return evolve(after, course=evolve(after.course, bidding=bidding))


def _opened_by_another(before: State, _move: EndTurn, after: State) -> State:
    """Of those whose turn is still to come, the wrong one opens the auction."""
    if not after.auction or before.scoring or after.phase != "bid":
        return after
    waiting = [seat for seat in after.scores if seat not in after.course.bidding.done]
    return given_to(after, next(seat for seat in waiting if seat != after.turn.active))


def _ends_after_a_round(before: State, _move: EndTurn, after: State) -> State:
    is_round = after.auction and after.phase == "draw" and not before.scoring
    return _over(after) if is_round else after


def _those_done_do_not_score(before: State, _move: TakeTile, after: State) -> State:
    if not _begins_scoring(before, after):
        return after
    done = after.course.bidding.done
    rest = [seat for seat in _order(after) if seat not in done]
    return _with_order(after, tuple(rest))


def _ties_go_by_seat(before: State, _move: EndTurn, after: State) -> State:
    """Players with equal scores take the final round anticlockwise."""
    if not _is_final(before, after) or not after.auction:
        return after
    anticlockwise = _order(after)[::-1]  # a stable sort keeps this order among equals
    return _with_order(after, tuple(sorted(anticlockwise, key=lambda seat: after.scores[seat])))


def _in_basic(outcome: Outcome) -> Outcome:
    """The fault in the basic game alone."""
    return lambda before, move, after: after if after.auction else outcome(before, move, after)


def _in_auction(outcome: Outcome) -> Outcome:
    """The fault in the auction game alone."""
    return lambda before, move, after: outcome(before, move, after) if after.auction else after


_ENDS: Final = (EndTurn,)
_VOLCANO: Final = (DrawTile, TakeTile)
ORDER: Final = (
    Fault("TURN-01", "leaves the turn with the same player", _ENDS, _goes_on),
    Fault("TURN-01", "passes the turn anticlockwise", _ENDS, _goes_back),
    Fault("TURN-06", "adds AP that were not used", _ENDS, _points_are_added),
    Fault("VOLC-01", "begins no scoring round", (DrawTile,), _no_round),
    Fault(
        "VOLC-01",
        "begins no scoring round for a volcano left over",
        (TakeTile,),
        _no_round_for_the_last_tile,
        in_auctions=True,
    ),
    Fault("VOLC-03", "lets the next player place the volcano", _ENDS, _next_places),
    Fault("VOLC-03", "draws another tile after the scoring round", _ENDS, _new_tile_after_scoring),
    Fault(
        "VOLC-03", "ends the turn with the volcano", (PlaceTile,), _in_basic(_volcano_ends_the_turn)
    ),
    Fault("SCORE-01", "begins with the left neighbour", (DrawTile,), _left_scores_first),
    Fault("SCORE-01", "goes anticlockwise", (DrawTile,), _scores_anticlockwise),
    Fault("SCORE-01", "lets one player alone score", (DrawTile,), _one_scores),
    Fault("SCORE-01", "gives no AP in scoring turns", (*_VOLCANO, EndTurn), _scored_early),
    Fault("SCORE-03", "scores nothing", _ENDS, _no_points),
    Fault("SCORE-03", "scores for everybody", _ENDS, _everybody_scores),
    Fault("SCORE-04", "scores treasures alone", _ENDS, _treasures_alone),
    Fault("SCORE-06", "scores nothing for guards", _ENDS, _without_guards),
    Fault("GUARD-09", "forgets the guards when it scores", _ENDS, _without_guards),
    Fault("SCORE-07", "scores temples alone", _ENDS, _temples_alone),
    Fault("SCORE-08", "replaces the score by the points", _ENDS, _points_replace),
    Fault("END-01", "ends the game with the last tile", _ENDS, _no_final_round),
    Fault("END-02", "gives no AP in the final round", _ENDS, _no_action_at_the_end),
    Fault("END-03", "lets the player of the last tile begin", _ENDS, _final_turns_turn),
    Fault("END-05", "lets the lowest score win", _ENDS, _lowest_wins),
    Fault("END-06", "does not compare guarded temples", _ENDS, _by_tie_break("guard")),
    Fault("END-07", "does not count tokens", _ENDS, _by_tie_break("tokens")),
    Fault("END-08", "names one winner", _ENDS, _one_winner),
    Fault("AUCTION-06", "lets another player open", (), no_move, _another_opens),
    Fault("AUCTION-06", "lets seat 1 open", (), no_move, _seat_1_opens),
    Fault("AUCTION-11", "lets the winner pay nothing", (Bid, Pass), _no_payment),
    Fault("AUCTION-13", "lets a player have two turns", _ENDS, _indicator_stays_up),
    Fault("AUCTION-14", "lets another player open", _ENDS, _opened_by_another),
    Fault("AUCTION-16", "gives the turn to the last to pass", (Pass,), _last_to_pass_takes),
    Fault("AUCTION-18", "leaves an indicator face down", _ENDS, _indicators_stay_down),
    Fault("AUCTION-19", "lets the same player open the round", _ENDS, _last_player_opens),
    Fault("AUCTION-20", "ends the game after a round", _ENDS, _ends_after_a_round),
    Fault("AUCTION-21", "begins no scoring round", (TakeTile,), _no_round),
    Fault("AUCTION-22", "begins with the left neighbour", (TakeTile,), _left_scores_first),
    Fault("AUCTION-22", "leaves out who has had a turn", (TakeTile,), _those_done_do_not_score),
    Fault(
        "AUCTION-24",
        "ends the turn with the volcano",
        (PlaceTile,),
        _in_auction(_volcano_ends_the_turn),
    ),
    Fault("AUCTION-26", "counts anticlockwise", _ENDS, _ties_go_by_seat),
)
