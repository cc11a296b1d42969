"""The end of the game: the final scoring round, and who has won."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tests.asking.helpers import cited
from tests.properties.helpers import choose
from tests.properties.scores import gain, points
from tests.properties.situations import acts_normally, is_over, is_scoring
from tikal import EndTurn, State
from tikal.state import expedition_of
from tikal.testing import candidates, games, states
from tikal.testing.surgery import with_expedition

MAX_GAIN = 60  # more than anybody gains in one scoring turn


def last_tile_lies(state: State) -> bool:
    """The action phase after the very last tile."""
    return acts_normally(state) and not state.remaining and not state.display


def last_tile_lies_in_a_basic_game(state: State) -> bool:
    return last_tile_lies(state) and not state.auction


def is_last_to_score(state: State) -> bool:
    return (
        is_scoring(state) and state.tile is None and tikal.apply(state, EndTurn()).phase == "over"
    )


def best_guard(state: State, seat: int) -> int:
    return max((state[cell].value for cell in state.player(seat).guards), default=0)


def tokens(state: State, seat: int) -> int:
    return sum(state.player(seat).treasures.values())


def has_an_equal_in_guards(state: State) -> bool:
    return (
        is_last_to_score(state)
        and bool(state.edition.tiebreak)
        and len({best_guard(state, seat) for seat in state.scores}) < state.players
    )


def breaks_ties(state: State) -> bool:
    """Super Meeple and Legend."""
    return state.edition in (tikal.SUPER_MEEPLE_2015, tikal.LEGEND_CLASSIC)


def ended_with(state: State, scores: dict[int, int]) -> State:
    """The end of the game, with these scores."""
    assert state.active
    for seat, final in scores.items():
        final -= gain(state) if seat == state.active else 0
        state = with_expedition(state, evolve(expedition_of(state, seat), score=final))
    over = tikal.apply(state, EndTurn())
    assert over.phase == "over"
    assert over.scores == scores
    return over


def tie_of(state: State, tied: list[int]) -> State:
    return ended_with(state, {seat: MAX_GAIN - (seat not in tied) for seat in state.scores})


@st.composite
def ties(draw: st.DrawFn, state: State) -> list[int]:
    """Some of the seats, at least two."""
    return draw(st.permutations(list(state.scores)))[: draw(st.integers(2, state.players))]


@pytest.mark.clause("END-01")
@given(states(where=last_tile_lies))
def test_the_turn_of_the_last_tile_is_followed_by_a_scoring_round(state: State) -> None:
    after = tikal.apply(state, EndTurn())
    assert (after.phase, after.scoring, after.ap, after.tile) == ("act", True, 10, None)


@pytest.mark.clause("END-01")
@given(states(where=acts_normally))
def test_no_scoring_round_follows_as_long_as_there_are_tiles(state: State) -> None:
    after = tikal.apply(state, EndTurn())
    assert after.phase != "over"
    assert after.scoring == (not state.remaining and not state.display)


@pytest.mark.clause("END-02", "END-04")
@given(states(where=last_tile_lies))
def test_everybody_acts_and_scores_once_more_and_then_it_is_over(state: State) -> None:
    state = tikal.apply(state, EndTurn())
    scored = []
    while state.phase != "over":
        seat = state.active
        assert seat
        assert (state.phase, state.scoring, state.ap) == ("act", True, 10)
        expected = {**state.scores, seat: state.scores[seat] + points(state, seat)}
        state = tikal.apply(state, EndTurn())
        assert state.scores == expected
        scored.append(seat)
        assert len(scored) <= state.players
    assert sorted(scored) == sorted(state.scores)


@pytest.mark.clause("END-03")
@given(states(where=last_tile_lies_in_a_basic_game))
def test_the_final_round_goes_clockwise_and_ends_with_the_player_of_the_last_tile(
    state: State,
) -> None:
    last = state.active
    assert last
    order = []
    state = tikal.apply(state, EndTurn())
    while state.phase != "over":
        order.append(state.active)
        assert len(order) <= state.players
        state = tikal.apply(state, EndTurn())
    assert order == [(last + i) % state.players + 1 for i in range(state.players)]
    assert order[-1] == last


@pytest.mark.clause("END-04")
@given(states(where=is_over), st.data())
def test_a_finished_game_knows_no_move(state: State, data: st.DataObject) -> None:
    assert tikal.legal_moves(state) == ()
    move = choose(data, candidates(state))
    seat = data.draw(st.sampled_from((None, *state.scores)))
    assert cited(state, move, seat) == ["END-04"]
    assert state.active is None
    assert state.to_move is None


@pytest.mark.clause("END-04")
@given(games())
def test_a_game_is_over_once_the_last_player_has_scored_and_not_before(game: tikal.Replay) -> None:
    assert game.refusal is None
    assert game.state.phase == "over"
    *before, last = game.steps
    assert isinstance(last.move, EndTurn)
    assert before[-1].state.scoring
    assert all(step.state.phase != "over" and not step.state.winners for step in before)


@pytest.mark.clause("END-05", "AUCTION-28")
@given(states(where=is_last_to_score), st.data())
def test_the_highest_score_wins_whatever_else_anybody_has(
    state: State, data: st.DataObject
) -> None:
    best = data.draw(st.sampled_from(list(state.scores)))
    scores = {seat: MAX_GAIN - data.draw(st.integers(1, 3)) for seat in state.scores}
    over = ended_with(state, {**scores, best: MAX_GAIN})
    assert over.winners == (best,)


@pytest.mark.clause("END-05", "END-06", "END-07", "END-08")
@given(games())
def test_the_winners_of_a_game_are_the_best_by_score_and_then_by_tie_breaker(
    game: tikal.Replay,
) -> None:
    over = game.state

    def rank(seat: int) -> tuple[int, ...]:
        breakers = (best_guard(over, seat), tokens(over, seat)) if breaks_ties(over) else ()
        return (over.scores[seat], *breakers)

    best = max(map(rank, over.scores))
    assert over.winners == tuple(seat for seat in over.scores if rank(seat) == best)


@pytest.mark.clause("END-06", "END-07", "END-08")
@given(states(where=is_last_to_score), st.data())
def test_the_best_guard_decides_a_tie_in_the_later_editions_only(
    state: State, data: st.DataObject
) -> None:
    tied = sorted(data.draw(ties(state)))
    over = tie_of(state, tied)
    best = max(best_guard(over, seat) for seat in tied)
    in_front = [seat for seat in tied if best_guard(over, seat) == best]
    most = max(tokens(over, seat) for seat in in_front)
    best_of_all = [seat for seat in in_front if tokens(over, seat) == most]
    assert over.winners == tuple(best_of_all if breaks_ties(state) else tied)


@pytest.mark.clause("END-07", "END-08")
@given(states(where=has_an_equal_in_guards), st.data())
def test_the_number_of_tokens_decides_between_equal_guards(
    state: State, data: st.DataObject
) -> None:
    values = {seat: best_guard(state, seat) for seat in state.scores}
    shared = [value for value in values.values() if list(values.values()).count(value) > 1]
    value = data.draw(st.sampled_from(shared))
    tied = [seat for seat in state.scores if values[seat] == value]
    over = tie_of(state, tied)
    most = max(tokens(over, seat) for seat in tied)
    assert over.winners == tuple(seat for seat in tied if tokens(over, seat) == most)


@pytest.mark.clause("END-07", "END-08")
@given(
    states(where=is_last_to_score),
    st.integers(1, 2),
    st.integers(-1, 1),
    st.data(),
)
def test_between_players_without_guards_tokens_count_and_not_their_points(
    state: State, pairs: int, more: int, data: st.DataObject
) -> None:
    collector, gatherer = data.draw(st.permutations(list(state.scores)))[:2]
    singles = 2 * pairs + more
    owned = {
        collector: (2,) * pairs + (0,) * (8 - pairs),
        gatherer: (1,) * singles + (0,) * (8 - singles),
    }
    for seat, treasures in owned.items():
        unguarded = evolve(expedition_of(state, seat), guards=(), treasures=treasures)
        state = with_expedition(state, unguarded)
    winners = [collector, gatherer]
    if breaks_ties(state) and more:
        winners = [gatherer if more > 0 else collector]
    assert tie_of(state, [collector, gatherer]).winners == tuple(sorted(winners))


@pytest.mark.clause("END-08")
@given(states(where=is_last_to_score), st.data())
def test_players_whom_nothing_separates_win_together(state: State, data: st.DataObject) -> None:
    twins = sorted(data.draw(st.permutations(list(state.scores)))[:2])
    for seat in twins:
        bare = evolve(expedition_of(state, seat), guards=(), treasures=(0,) * 8)
        state = with_expedition(state, bare)
    assert tie_of(state, twins).winners == tuple(twins)


def _acts_near_the_end(state: State) -> bool:
    return acts_normally(state) and len(state.remaining) <= 2


@pytest.mark.clause("END-01")
@given(states(_acts_near_the_end))
def test_the_final_round_follows_the_last_tile_and_no_other(state: State) -> None:
    tiles_left = bool(state.remaining or state.display)
    after = tikal.apply(state, EndTurn())
    assert after.scoring is not tiles_left
    assert after.phase != "over"
