"""The auction game: displays, bids, whose turn is next, and the last scoring."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tests.asking.helpers import cited
from tests.properties.ground import VOLCANOES
from tests.properties.helpers import (
    auction_games,
    changes,
    choose,
    let_time_pass,
    mover,
)
from tests.properties.scores import points
from tikal import (
    EDITIONS,
    Bid,
    DrawTile,
    Edition,
    EndTurn,
    InvalidArgument,
    Pass,
    PlaceTile,
    SetAside,
    State,
    TakeTile,
)
from tikal.parts import Bidding
from tikal.state import expedition_of
from tikal.testing import candidates, legal_moves_of, states
from tikal.testing.surgery import with_expedition

WITH_AUCTION = [edition for edition in EDITIONS.values() if edition.has_auction]

# --- what one sees at the table ----------------------------------------------------------------


def has_had_a_turn(state: State) -> set[int]:
    """The seats whose indicator is down."""
    return set(state.course.bidding.done)


def still_to_play(state: State) -> list[int]:
    return [seat for seat in state.scores if seat not in has_had_a_turn(state)]


def has_passed(state: State) -> set[int]:
    return set(state.course.bidding.passed)


def clockwise_after(state: State, seat: int) -> list[int]:
    """All seats, beginning with the left neighbour."""
    return [(seat + i) % state.players + 1 for i in range(state.players)]


def everybody_passes(state: State) -> tuple[list[int], State]:
    """The order in which seats are asked if all pass from now on, and the result."""
    asked: list[int] = []
    while state.phase == "bid":
        assert state.active
        asked.append(state.active)
        assert len(asked) <= state.players
        state = tikal.apply(state, Pass())
    return asked, state


def speakers(state: State) -> list[int]:
    """The order in which seats are asked if all pass from now on."""
    return everybody_passes(state)[0]


# --- which positions ---------------------------------------------------------------------------


def is_bidding(state: State) -> bool:
    return state.phase == "bid"


def an_auction_begins(state: State) -> bool:
    return is_bidding(state) and state.high_bid is None and not has_passed(state)


def a_round_begins(state: State) -> bool:
    return an_auction_begins(state) and not has_had_a_turn(state)


def is_without_bids(state: State) -> bool:
    return is_bidding(state) and state.high_bid is None


def a_player_has_passed_and_two_auctions_are_to_come(state: State) -> bool:
    return is_bidding(state) and bool(has_passed(state)) and len(still_to_play(state)) >= 3


def display_is_being_filled(state: State) -> bool:
    return state.auction and state.phase == "draw"


def display_is_complete(state: State) -> bool:
    return state.auction and state.phase in ("bid", "take", "act") and not state.scoring


def takes(state: State) -> bool:
    return state.phase == "take"


def takes_a_volcano(state: State) -> bool:
    return takes(state) and any(tile in VOLCANOES for tile in state.display)


def is_basic(state: State) -> bool:
    return not state.auction


def acts_in_a_normal_turn(state: State) -> bool:
    return state.auction and state.phase == "act" and not state.scoring


def acts_and_two_are_left(state: State) -> bool:
    """The player who acts counts as still to play."""
    return acts_in_a_normal_turn(state) and len(still_to_play(state)) >= 3


def acts_and_one_is_left(state: State) -> bool:
    return acts_in_a_normal_turn(state) and len(still_to_play(state)) == 2


def acts_last_in_the_round(state: State) -> bool:
    return acts_in_a_normal_turn(state) and len(still_to_play(state)) == 1


def another_round_follows(state: State) -> bool:
    return acts_last_in_the_round(state) and bool(state.remaining)


def acts_last_in_the_game(state: State) -> bool:
    return acts_last_in_the_round(state) and not state.remaining


def acts_somehow(state: State) -> bool:
    return state.auction and state.phase == "act"


# --- the game, its display and its openers -----------------------------------------------------


@pytest.mark.clause("AUCTION-01", "AUCTION-02")
@given(st.sampled_from(list(EDITIONS.values())), st.integers(2, 4))
def test_three_editions_have_an_auction_game_and_it_starts_at_twenty_points(
    edition: Edition, players: int
) -> None:
    assert tikal.new_game(players, edition).scores == dict.fromkeys(range(1, players + 1), 0)
    if edition == tikal.LEGEND_CLASSIC:
        with pytest.raises(InvalidArgument) as refusal:
            tikal.new_game(players, edition, auction=True)
        assert refusal.value.clause == "AUCTION-01"
    else:
        state = tikal.new_game(players, edition, auction=True)
        assert state.scores == dict.fromkeys(range(1, players + 1), 20)


@pytest.mark.clause("AUCTION-01")
@given(states(where=is_basic), st.integers(0, 30))
def test_the_basic_game_has_no_display_no_bids_and_no_choice(state: State, bid: int) -> None:
    assert (state.display, state.high_bid) == ((), None)
    assert state.phase not in ("bid", "take")
    for move in (Bid(bid), Pass(), TakeTile("A1")):
        expected = {"reveal": "TREASURE-07", "over": "END-04"}.get(state.phase, "AUCTION-01")
        assert cited(state, move) == [expected]


@pytest.mark.clause("AUCTION-01")
@given(states(where=acts_somehow), st.data())
def test_actions_are_judged_as_in_the_basic_game(state: State, data: st.DataObject) -> None:
    tiles = DrawTile | PlaceTile | SetAside | Bid | Pass | TakeTile
    actions = [move for move in candidates(state) if not isinstance(move, tiles)]
    basic = evolve(
        state,
        table=evolve(state.table, auction=False),
        course=evolve(state.course, bidding=Bidding()),
    )
    move = choose(data, actions)
    assert tikal.check(state, move) == tikal.check(basic, move)
    everything = {m for m in tikal.legal_moves(state) if not isinstance(m, tiles)}
    assert everything == {m for m in tikal.legal_moves(basic) if not isinstance(m, tiles)}


@pytest.mark.clause("AUCTION-04", "PC-02")
@given(states(where=display_is_being_filled))
def test_tiles_are_turned_up_until_there_is_one_for_each_player(state: State) -> None:
    draws = tikal.legal_moves(state)
    assert all(isinstance(move, DrawTile) for move in draws)
    before = len(state.display)
    assert before < state.players
    after = tikal.apply(state, draws[0])
    assert len(after.display) == before + 1
    assert set(after.display) == {*state.display, draws[0].tile}  # type: ignore[union-attr]
    assert after.phase == ("bid" if before + 1 == state.players else "draw")
    assert cited(state, Pass()) == cited(state, EndTurn()) == ["AUCTION-04"]


@pytest.mark.clause("AUCTION-04")
@given(states(where=display_is_complete))
def test_no_tile_is_drawn_at_any_other_time(state: State) -> None:
    for tile in (*state.remaining[:1], *state.display[:1], "A1"):
        assert cited(state, DrawTile(tile)) == ["AUCTION-04"]


@pytest.mark.clause("AUCTION-04", "AUCTION-13", "AUCTION-18", "AUCTION-20")
@given(auction_games())
def test_round_after_round_gives_everybody_one_turn_until_the_tiles_are_gone(
    game: tikal.Replay,
) -> None:
    takers = [step.seat for step in game.steps if isinstance(step.move, TakeTile)]
    players = game.state.players
    assert len(takers) == 36
    for first in range(0, 36, players):
        assert sorted(takers[first : first + players], key=str) == list(game.state.scores)
    laid = sum(isinstance(step.move, PlaceTile | SetAside) for step in game.steps)
    assert (laid, game.state.remaining, game.state.display) == (36, (), ())


@pytest.mark.clause("AUCTION-05")
@given(states(where=takes))
def test_the_winner_chooses_freely_among_the_displayed_tiles(state: State) -> None:
    assert state.display
    assert tikal.legal_moves(state) == tuple(TakeTile(tile) for tile in state.display)


@pytest.mark.clause("AUCTION-06", "AUCTION-02")
@given(st.sampled_from(WITH_AUCTION), st.integers(2, 4), st.data())
def test_the_start_player_opens_the_first_auction(
    edition: Edition, players: int, data: st.DataObject
) -> None:
    start = data.draw(st.integers(1, players))
    state = tikal.new_game(players, edition, auction=True, start=start)
    for _ in range(players):
        state = tikal.apply(state, choose(data, tikal.legal_moves(state)))
    assert (state.phase, state.to_move) == ("bid", start)
    assert state.scores == dict.fromkeys(range(1, players + 1), 20)


# --- an auction --------------------------------------------------------------------------------


@pytest.mark.clause("AUCTION-07")
@given(legal_moves_of(Bid), st.booleans())
def test_the_word_goes_to_the_next_on_the_left_who_is_still_in(
    situation: tuple[State, Bid], bids: bool
) -> None:
    state, bid = situation
    assert state.active
    after = tikal.apply(state, bid if bids else Pass())
    out = has_passed(state) | has_had_a_turn(state)
    if not bids:
        out.add(state.active)
    still_in = [seat for seat in clockwise_after(state, state.active) if seat not in out]
    if after.phase == "bid":
        assert after.active == still_in[0]
    else:
        assert len(still_in) <= 1


@pytest.mark.clause("AUCTION-07", "AUCTION-09", "AUCTION-15")
@given(states(where=an_auction_begins))
def test_everybody_with_a_turn_to_come_is_asked_once_clockwise_from_the_opener(
    state: State,
) -> None:
    assert state.active
    left = clockwise_after(state, state.active)
    around = [left[-1], *left[:-1]]
    assert speakers(state) == [seat for seat in around if seat in still_to_play(state)]


@pytest.mark.clause("AUCTION-08", "AUCTION-29")
@given(states(where=is_bidding), st.integers(-2, 3), st.sampled_from(("high", "score", "zero")))
def test_a_bid_lies_above_the_high_bid_and_within_the_score(
    state: State, beyond: int, mark: str
) -> None:
    assert state.active
    score = state.scores[state.active]
    high = state.high_bid or 0
    points = {"high": high, "score": score, "zero": 0}[mark] + beyond
    expected = set()
    if points <= high or points < 1:
        expected.add("AUCTION-08")
    if points > score:
        expected.add("AUCTION-29")
    assert set(cited(state, Bid(points))) == expected
    offers = tuple(Bid(n) for n in range(high + 1, score + 1))
    assert set(tikal.legal_moves(state)) == {Pass(), *offers}


@pytest.mark.clause("AUCTION-09")
@given(states(where=a_player_has_passed_and_two_auctions_are_to_come))
def test_a_player_who_has_passed_is_asked_again_in_the_next_auction(state: State) -> None:
    passed = has_passed(state)
    for seat in passed:
        assert cited(state, Pass(), seat) == cited(state, Bid(1), seat) == ["AUCTION-09"]
    assert not passed & set(speakers(state))
    _, state = everybody_passes(state)
    winner = state.active
    for _ in range(2 * state.players + 5):  # a scoring round at most lies between two auctions
        state = state if is_bidding(state) else let_time_pass(state)
    assert passed - {winner} <= set(speakers(state))


@pytest.mark.clause("AUCTION-10", "AUCTION-11")
@given(legal_moves_of(Bid), st.booleans())
def test_an_auction_ends_when_only_the_high_bidder_is_left_and_only_that_player_pays(
    situation: tuple[State, Bid], bids: bool
) -> None:
    state, bid = situation
    assert state.active
    bidder = state.active if bids else state.course.bidding.high_bidder
    price = bid.points if bids else state.high_bid
    others = set(still_to_play(state)) - has_passed(state) - {bidder}
    if not bids:
        others.discard(state.active)
    after = tikal.apply(state, bid if bids else Pass())
    if others:
        # without a bid even the last one left is asked
        assert (after.phase, after.high_bid) == ("bid", price)
        assert after.scores == state.scores
    elif bidder:
        assert (after.phase, after.active) == ("take", bidder)
        assert after.scores == {**state.scores, bidder: state.scores[bidder] - (price or 0)}
    else:
        assert after.phase == "take"
        assert after.scores == state.scores


@pytest.mark.clause("AUCTION-16")
@given(states(where=an_auction_begins))
def test_if_everybody_passes_the_first_who_did_plays_for_nothing(state: State) -> None:
    opener, scores, display = state.active, state.scores, state.display
    asked, state = everybody_passes(state)
    assert len(asked) == len(still_to_play(state)) >= 2
    assert (state.phase, state.active, state.scores) == ("take", opener, scores)
    assert {move.tile for move in tikal.legal_moves(state) if isinstance(move, TakeTile)} == set(
        display
    )


@pytest.mark.clause("AUCTION-10")
@given(states(where=is_without_bids))
def test_the_last_one_asked_may_still_win_with_a_bid(state: State) -> None:
    scores = state.scores
    for _ in speakers(state)[1:]:
        state = tikal.apply(state, Pass())
    last = state.active
    assert last
    assert state.phase == "bid"
    if scores[last]:
        after = tikal.apply(state, Bid(1))
        assert (after.phase, after.active) == ("take", last)
        assert after.scores == {**scores, last: scores[last] - 1}


# --- a turn ------------------------------------------------------------------------------------


@pytest.mark.clause("AUCTION-12", "AUCTION-21")
@given(legal_moves_of(TakeTile))
def test_the_winner_takes_then_places_then_acts_with_ten_points(
    situation: tuple[State, TakeTile],
) -> None:
    state, move = situation
    winner = mover(state)
    after = tikal.apply(state, move)
    expected: dict[str, tuple[object, object]] = {
        "tile": (None, move.tile),
        "display": (state.display, tuple(tile for tile in state.display if tile != move.tile)),
    }
    if move.tile in VOLCANOES:
        others = tuple(clockwise_after(state, winner)[:-1])
        expected |= {
            "phase": ("take", "act"),
            "ap": (0, 10),
            "scoring": (False, True),
            "queue": ((), others),
        }
    else:
        expected |= {"phase": ("take", "place")}
    found = changes(state, after)
    for settled in ("high_bid", "bidders"):  # of no interest once the bid is paid
        found.pop(settled, None)
    assert found == expected
    while after.scoring:
        after = let_time_pass(after)
    assert (after.phase, after.active, after.tile) == ("place", winner, move.tile)
    after = let_time_pass(after)
    assert (after.phase, after.active, after.ap, after.tile) == ("act", winner, 10, None)


@pytest.mark.clause("AUCTION-13", "AUCTION-14")
@given(states(where=acts_and_two_are_left))
def test_the_next_auction_is_opened_by_the_next_who_still_has_a_turn(state: State) -> None:
    seat = state.active
    assert seat
    to_come = [other for other in clockwise_after(state, seat) if other in still_to_play(state)]
    to_come.remove(seat)
    after = tikal.apply(state, EndTurn())
    assert has_had_a_turn(after) == has_had_a_turn(state) | {seat}
    assert (after.phase, after.active) == ("bid", to_come[0])
    assert (after.high_bid, has_passed(after)) == (None, set())
    assert after.display == state.display
    # and who has had a turn is not asked in it
    assert speakers(after) == to_come
    assert cited(after, Pass(), seat) == ["AUCTION-15"]


@pytest.mark.clause("AUCTION-17", "AUCTION-13")
@given(states(where=acts_and_one_is_left))
def test_the_last_player_of_a_round_takes_what_is_left_for_nothing(state: State) -> None:
    (last,) = set(still_to_play(state)) - {state.active}
    after = tikal.apply(state, EndTurn())
    assert (after.phase, after.active, len(after.display)) == ("take", last, 1)
    assert after.scores == state.scores
    tile = after.display[0]
    after = tikal.apply(after, TakeTile(tile))
    assert after.scores == state.scores
    if tile not in VOLCANOES:
        after = let_time_pass(after)
        assert (after.phase, after.active, after.ap) == ("act", last, 10)


@pytest.mark.clause("AUCTION-18", "AUCTION-19")
@given(states(where=another_round_follows), st.data())
def test_a_new_round_has_a_new_display_and_is_opened_on_the_left(
    state: State, data: st.DataObject
) -> None:
    last = state.active
    assert last
    state = tikal.apply(state, EndTurn())
    assert (state.phase, state.display, state.high_bid) == ("draw", (), None)
    assert has_had_a_turn(state) == set()
    fresh = set(state.remaining)
    while state.phase == "draw":
        state = tikal.apply(state, choose(data, tikal.legal_moves(state)))
    assert len(state.display) == state.players
    assert fresh.issuperset(state.display)
    assert (state.phase, state.active) == ("bid", last % state.players + 1)
    # all indicators are up: everybody is asked
    assert speakers(state) == clockwise_after(state, last)


@pytest.mark.clause("AUCTION-20")
@given(states(where=acts_last_in_the_round))
def test_a_round_follows_as_long_as_there_are_tiles(state: State) -> None:
    after = tikal.apply(state, EndTurn())
    assert (after.phase, after.scoring) == (("draw", False) if state.remaining else ("act", True))


# --- volcanoes ---------------------------------------------------------------------------------


@pytest.mark.clause("AUCTION-21")
@given(legal_moves_of(DrawTile))
def test_turning_up_a_volcano_for_the_display_starts_nothing(
    situation: tuple[State, DrawTile],
) -> None:
    state, move = situation
    after = tikal.apply(state, move)
    assert after.scoring == (move.tile in VOLCANOES and not state.auction)


@pytest.mark.clause("AUCTION-21", "AUCTION-22", "AUCTION-23", "AUCTION-24")
@given(states(where=takes_a_volcano))
def test_taking_the_volcano_lets_everybody_score_before_the_taker_plays(state: State) -> None:
    taker, down = state.active, has_had_a_turn(state)
    assert taker
    volcano = next(tile for tile in state.display if tile in VOLCANOES)
    state = tikal.apply(state, TakeTile(volcano))
    left = clockwise_after(state, taker)
    for seat in (taker, *left[:-1]):
        assert (state.phase, state.scoring, state.active, state.ap) == ("act", True, seat, 10)
        assert state.tile == volcano
        assert has_had_a_turn(state) == down
        expected = {**state.scores, seat: state.scores[seat] + points(state, seat)}
        state = tikal.apply(state, EndTurn())
        assert state.scores == expected
    assert (state.phase, state.active, state.tile) == ("place", taker, volcano)
    assert not state.scoring
    assert has_had_a_turn(state) == down
    state = let_time_pass(state)
    assert (state.phase, state.active, state.ap) == ("act", taker, 10)
    assert has_had_a_turn(state) == down
    after = tikal.apply(state, EndTurn())
    round_is_over = len(down) + 1 == state.players
    assert has_had_a_turn(after) == (set() if round_is_over else down | {taker})


@pytest.mark.clause("AUCTION-23")
@given(auction_games())
def test_indicators_turn_only_at_the_end_of_normal_turns(game: tikal.Replay) -> None:
    turned: Counter[int] = Counter()
    for earlier, step in pairwise(game.steps):
        before, after = has_had_a_turn(earlier.state), has_had_a_turn(step.state)
        if before != after:
            assert isinstance(step.move, EndTurn)
            assert not earlier.state.scoring
            turned.update(after - before)
    # the last of a round turns all the others up again
    assert sum(turned.values()) == 36 - 36 // game.state.players


# --- the end -----------------------------------------------------------------------------------


@pytest.mark.clause("AUCTION-25", "AUCTION-26")
@given(
    states(where=acts_last_in_the_game),
    st.lists(st.integers(0, 2), min_size=4, max_size=4),
    st.booleans(),
)
def test_the_final_round_goes_from_the_poorest_to_the_richest(
    state: State, wealth: list[int], as_played: bool
) -> None:
    last = state.active
    assert last
    if not as_played:
        for seat, score in zip(state.scores, wealth, strict=False):
            rich = evolve(expedition_of(state, seat), score=score)
            state = with_expedition(state, rich)
    scores = state.scores
    around = clockwise_after(state, last)
    state = tikal.apply(state, EndTurn())
    order = []
    while state.phase != "over":
        assert (state.phase, state.scoring, state.ap) == ("act", True, 10)
        order.append(state.active)
        assert len(order) <= state.players
        state = tikal.apply(state, EndTurn())
    assert order == [
        seat for score in sorted(set(scores.values())) for seat in around if scores[seat] == score
    ]


@pytest.mark.clause("AUCTION-28", "AUCTION-11")
@given(auction_games())
def test_bids_are_gone_for_good_and_the_most_points_win(game: tikal.Replay) -> None:
    account = dict.fromkeys(game.state.scores, 20)
    spent = 0
    for earlier, step in pairwise(game.steps):
        before = earlier.state
        if before.scoring and isinstance(step.move, EndTurn):
            assert step.seat
            account[step.seat] += points(before, step.seat)
        if before.phase == "bid" and step.state.phase == "take":
            offer = step.move.points if isinstance(step.move, Bid) else before.high_bid or 0
            assert step.state.active
            account[step.state.active] -= offer
            spent += offer
    assert spent > 0
    assert game.state.scores == account
    best = max(account.values())
    assert game.state.winners
    assert all(account[seat] == best for seat in game.state.winners)


@pytest.mark.clause("AUCTION-27")
@given(states(where=a_round_begins))
def test_a_round_holds_one_auction_fewer_than_there_are_players(state: State) -> None:
    auctions, turns = 0, 0
    while state.phase != "draw" and not (state.scoring and state.tile is None):
        auctions += an_auction_begins(state)
        turns += state.phase == "take"
        assert auctions <= state.players
        state = let_time_pass(state)
    assert (auctions, turns) == (state.players - 1, state.players)
