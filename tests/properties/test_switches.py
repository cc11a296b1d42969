"""Every switch at work: each value as a property, and what turns when it is turned.

A position is taken from a played game or made by hand, and only the switch is turned: whatever
differs then is the switch's doing.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations
from typing import Any, Final

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tikal
from tests.asking.helpers import cited
from tests.citations.helpers import BOARD
from tests.golden.examples import LAYOUT
from tests.properties.ground import VOLCANOES, neighbours, sides, temples, turned, workers_in_play
from tests.properties.helpers import choose, mover
from tests.properties.situations import is_fresh
from tikal import (
    Bid,
    Edition,
    EndTurn,
    EstablishCamp,
    Exchange,
    Pass,
    PlaceTile,
    Recover,
    State,
    Uncover,
)
from tikal.editions import CRITERIA, SWITCHES, SwitchValue
from tikal.grid import CELL_INDEX, CELLS
from tikal.notation import documents
from tikal.testing import (
    NearMiss,
    broken_game_laws,
    broken_laws,
    candidates,
    house_editions,
    legal_moves_of,
    near_misses,
    states,
)
from tikal.testing.laws import stuck_tiles
from tikal.testing.pool import house_game
from tikal.testing.surgery import (
    fresh_phase,
    with_expedition,
    with_guard,
    with_leader,
    with_switches,
    with_workers,
)

YES_AND_NO: Final = (True, False)
#: Whole games take long.
few = settings(max_examples=max(10, settings().max_examples // 6))

# --- camps -------------------------------------------------------------------------------------


@pytest.mark.clause("CAMP-03")
@given(legal_moves_of(EstablishCamp), st.booleans(), st.data())
def test_a_camp_needs_a_member_where_the_edition_says_so(
    situation: tuple[State, EstablishCamp], needed: bool, data: st.DataObject
) -> None:
    state, move = situation
    state = with_switches(state, camp_requires_member=needed)
    cell = choose(data, [move.cell, *CELLS])
    own = state[cell].figures[mover(state)]
    assert ("CAMP-03" in cited(state, EstablishCamp(cell))) == (needed and not any(own))
    listed = {m.cell for m in tikal.legal_moves(state) if isinstance(m, EstablishCamp)}
    assert (move.cell in listed) == (not needed or any(state[move.cell].figures[mover(state)]))


# --- placing -----------------------------------------------------------------------------------


@pytest.mark.clause("PLACE-05")
@given(near_misses("PLACE-05"))
def test_a_space_is_walled_off_only_where_the_edition_allows_it(near_miss: NearMiss) -> None:
    walled, move = near_miss.miss.state, near_miss.miss.move
    assert cited(walled, move) == ["PLACE-05"]
    lax = with_switches(walled, volcano_may_foreclose=True)
    assert cited(lax, move) == []
    after = tikal.apply(lax, move)
    assert tikal.problems(after) == ()
    strict = with_switches(after, volcano_may_foreclose=False)
    assert any("PLACE-05" in problem for problem in tikal.problems(strict))


def places_land_beside_a_volcano(state: State) -> bool:
    """A tile that is no volcano waits, and a volcano has free cells around it."""
    return (
        state.phase == "place"
        and state.tile not in VOLCANOES
        and any(
            state[cell].kind == "volcano" and any(state[c].tile is None for c in neighbours(cell))
            for cell in CELLS
        )
    )


def has_stone_towards(state: State, cell: str, rotation: int, kinds: Collection[str]) -> bool:
    """Whether the waiting tile, laid so, has a stone between it and a hex of such a kind."""
    assert state.tile is not None
    mine = turned(state.tile, rotation)
    for side, other in sides(cell):
        hex_ = state[other]
        if hex_.kind not in kinds or hex_.tile is None or hex_.rotation is None:
            continue
        if mine[side] or turned(hex_.tile, hex_.rotation)[(side + 3) % 6]:
            return True
    return False


LAND: Final = ("base_camp", "jungle", "temple", "treasure")


@pytest.mark.clause("PLACE-01", "PLACE-02")
@given(states(where=places_land_beside_a_volcano), st.booleans(), st.booleans())
def test_volcanoes_are_neighbours_and_have_stones_where_the_edition_says_so(
    state: State, beside: bool, stones: bool
) -> None:
    state = with_switches(state, beside_volcanoes_only=beside, stones_towards_volcanoes=stones)
    listed = set(tikal.legal_moves(state))
    near = [c for c in CELLS if any(state[o].kind == "volcano" for o in neighbours(c))]
    for cell in near:
        kinds = {state[other].kind for other in neighbours(cell)} - {None}
        is_open = state[cell].tile is None and (beside or kinds != {"volcano"})
        placements = [PlaceTile(cell, rotation) for rotation in range(6)]
        for move in placements:
            counted = (*LAND, "volcano") if stones else LAND
            expected = ["PLACE-01"]
            if is_open:
                has_way = has_stone_towards(state, cell, move.rotation, counted)
                expected = [] if has_way else ["PLACE-02"]
            assert cited(state, move) == expected, move
        legal = any(not cited(state, move) for move in placements)
        assert legal == any(move in listed for move in placements)


@pytest.mark.clause("PLACE-01", "TURN-02")
@given(states(where=places_land_beside_a_volcano), st.booleans())
def test_a_volcano_too_touches_land_where_the_edition_says_so(state: State, beside: bool) -> None:
    state = with_switches(state, beside_volcanoes_only=beside, volcano_may_foreclose=True)
    left = [tile for tile in state.remaining if tile in VOLCANOES]
    if left:  # the volcano waits instead of the tile, which is drawn later
        tiles = tuple(sorted({*state.remaining, state.tile or ""} - {left[0]}))
        state = attrs.evolve(
            state,
            course=attrs.evolve(state.course, tile=TILE[left[0]]),
            stock=attrs.evolve(state.stock, tiles=tuple(TILE[tile] for tile in tiles)),
        )
    is_volcano = state.tile in VOLCANOES
    for cell in CELLS:
        kinds = {state[other].kind for other in neighbours(cell)} - {None}
        is_open = state[cell].tile is None and kinds != set() and (beside or kinds != {"volcano"})
        refused = "PLACE-01" in cited(state, PlaceTile(cell, 0))
        assert refused == (not is_open)
        if is_volcano:
            assert (PlaceTile(cell, 0) in tikal.legal_moves(state)) == is_open


TILE: Final = {tile: number for number, tile in enumerate(sorted(tikal.new_game().remaining))}

# --- digging -----------------------------------------------------------------------------------


@pytest.mark.clause("TEMPLE-03", "TREASURE-03")
@given(st.one_of(near_misses("TEMPLE-03"), near_misses("TREASURE-03")))
def test_one_member_digs_twice_only_where_one_is_enough(near_miss: NearMiss) -> None:
    alone, move = near_miss.miss.state, near_miss.miss.move
    for second_dig in ("present", "different"):
        refused = with_switches(alone, second_dig=second_dig)
        assert tikal.problems(refused) == ()
        assert cited(refused, move) == [near_miss.clause]
    enough = with_switches(alone, second_dig="one")
    assert cited(enough, move) == []
    assert isinstance(move, Uncover | Recover)
    third = fresh_ap(tikal.apply(enough, move))
    if third.phase == "act":
        assert "TEMPLE-04" in cited(third, move)


def fresh_ap(state: State) -> State:
    """The same with all action points that the work of the turn leaves."""
    spent = sum(3 if state[CELLS[cell]].kind == "treasure" else 2 for cell in state.turn.worked)
    return attrs.evolve(state, turn=attrs.evolve(state.turn, ap=10 - spent))


@pytest.mark.clause("TEMPLE-03")
@given(near_misses("TEMPLE-03"), st.integers(1, 3), st.booleans())
def test_members_present_are_counted_where_the_edition_counts(
    near_miss: NearMiss, workers: int, leader: bool
) -> None:
    state, move = near_miss.miss.state, near_miss.miss.move
    assert isinstance(move, Uncover)
    cell = CELL_INDEX[move.cell]
    state = with_workers(state, mover(state), cell, min(workers, 2))
    if leader:
        state = with_leader(state, mover(state), cell)
    members = sum(state[move.cell].figures[mover(state)])
    for second_dig, enough in (("present", 2), ("one", 1)):
        turned_ = with_switches(state, second_dig=second_dig)
        assert ("TEMPLE-03" in cited(turned_, move)) == (members < enough)


# --- exchanging --------------------------------------------------------------------------------


@pytest.mark.clause("SWAP-05")
@given(legal_moves_of(Exchange), st.data())
def test_equals_are_exchanged_only_where_the_edition_says_so(
    situation: tuple[State, Exchange], data: st.DataObject
) -> None:
    state, _ = situation
    lax = with_switches(fresh_phase(state), same_kind_exchange=True)
    strict = with_switches(lax, same_kind_exchange=False)
    me = mover(state)
    for seat in range(state.players + 2):
        for kind in range(10):
            move = Exchange(kind, seat, kind)
            have = [state.player(s).treasures.get(kind, 0) for s in (me, seat) if s in state.scores]
            both = seat != me and len(have) == 2 and all(have)
            reasons = set(cited(lax, move))
            assert set(cited(strict, move)) == reasons | ({"SWAP-05"} if both else set())
    give, take = data.draw(st.permutations(range(1, 9)))[:2]
    for seat in state.scores:
        move = Exchange(give, seat, take)
        assert cited(strict, move) == cited(lax, move)
    equal = {m for m in tikal.legal_moves(lax) if isinstance(m, Exchange) and m.give == m.take}
    assert set(tikal.legal_moves(lax)) - set(tikal.legal_moves(strict)) == equal


# --- scoring -----------------------------------------------------------------------------------


def can_be_contested(state: State) -> bool:
    """The start of a phase in which everybody has some workers left."""
    return is_fresh(state) and all(workers_in_play(state, seat) > 4 for seat in state.scores)


@pytest.mark.clause("GUARD-10", "GUARD-09", "SCORE-04")
@given(states(where=can_be_contested), st.booleans(), st.data())
def test_the_strongest_scores_a_guarded_temple_only_where_the_edition_says_so(
    state: State, alone: bool, data: st.DataObject
) -> None:
    cell = choose(data, temples(state))
    owner = choose(data, list(state.scores))
    if state[cell].guard is None:
        state = with_guard(state, owner, CELL_INDEX[cell])
    guard = state[cell].guard
    assert guard is not None
    for seat in state.scores:
        number = data.draw(st.integers(0, 3), label=f"workers of {seat}")
        state = with_workers(state, seat, CELL_INDEX[cell], number)
    state = with_switches(state, guard_scores_alone=alone)
    strength = {s: 3 * leaders + w for s, (leaders, w) in state[cell].figures.items()}
    most = [s for s in strength if strength[s] == max(strength.values())]
    expected = {guard[0]}
    if not alone and len(most) == 1 and strength[most[0]]:
        expected.add(most[0])
    scoring = {seat for seat in state.scores if cell in tikal.score(state, seat).temples}
    assert scoring == expected
    for seat in expected:  # and each only once
        worth = tikal.score(state, seat)
        assert worth.temples[cell] == state[cell].value
        assert worth.total == sum(worth.temples.values()) + sum(worth.treasures.values())


# --- the end -----------------------------------------------------------------------------------


def ends_the_last_turn(state: State) -> bool:
    """The last normal turn: when it ends, the final round begins."""
    return (
        state.phase == "act"
        and not state.scoring
        and not state.remaining
        and not state.display
        and (not state.auction or len(state.course.bidding.done) == state.players - 1)
    )


OPENERS: Final = st.sampled_from(("left-neighbour", "last-placer"))


@pytest.mark.clause("END-03", "AUCTION-25", "AUCTION-26")
@given(states(where=ends_the_last_turn), OPENERS, OPENERS)
def test_the_final_round_is_opened_by_whom_the_edition_says(
    state: State, opener: str, ties: str
) -> None:
    last = mover(state)
    around = [(last + shift) % state.players + 1 for shift in range(state.players)]
    edition = with_switches(state, final_round_opener=opener, final_ties_from=ties)
    after = tikal.apply(edition, EndTurn())
    order = [mover(after), *after.course.queue]
    first = ties if state.auction else opener
    if first == "last-placer":
        around = [last, *around[:-1]]
    if state.auction:  # the poorest first
        around.sort(key=lambda seat: state.scores[seat])
    assert order == around
    assert (after.ap, after.turn.worked, after.turn.diggers) == (10, (), ())


def is_the_last_scoring_turn(state: State) -> bool:
    """When this turn ends, the game is over."""
    return state.phase == "act" and state.scoring and state.tile is None and not state.course.queue


def worths(state: State, seat: int) -> dict[str, int]:
    """The value of each criterion for a seat, as counted at the table."""
    guarded = sorted((0, 0, *(state[cell].value for cell in state.player(seat).guards)))
    tokens = state.player(seat).treasures.values()
    return {
        "guard": guarded[-1],
        "second-guard": guarded[-2],
        "tokens": sum(tokens),
        "treasure-points": sum({0: 0, 1: 1, 2: 3, 3: 6}[number] for number in tokens),
    }


@pytest.mark.clause("END-05", "END-06", "END-07", "END-08")
@given(states(where=is_the_last_scoring_turn), st.permutations(CRITERIA), st.integers(0, 4))
def test_a_tie_is_broken_by_the_criteria_in_their_order(
    state: State, order: list[str], number: int
) -> None:
    tiebreak = tuple(order[:number])
    state = with_switches(state, tiebreak=tiebreak)
    for who in state.expeditions:
        gain = tikal.score(state, who.seat).total if who.seat == state.active else 0
        state = with_expedition(state, attrs.evolve(who, score=500 - gain))
    over = tikal.apply(state, EndTurn())
    assert set(over.scores.values()) == {500}
    keys = {seat: [worths(over, seat)[c] for c in tiebreak] for seat in over.scores}
    best = max(keys.values())
    assert over.winners == tuple(seat for seat, key in keys.items() if key == best)


# --- the auction -------------------------------------------------------------------------------


@pytest.mark.clause("AUCTION-01")
@given(house_editions(), st.integers(2, 4))
def test_there_is_an_auction_game_only_where_the_edition_has_one(
    edition: Edition, players: int
) -> None:
    assert tikal.new_game(players, edition).auction is False
    if edition.has_auction:
        assert tikal.new_game(players, edition, auction=True).phase == "draw"
    else:
        with pytest.raises(tikal.InvalidArgument) as refused:
            tikal.new_game(players, edition, auction=True)
        assert refused.value.clause == "AUCTION-01"


def begins_an_auction(state: State) -> bool:
    """An auction without a bid yet."""
    return state.phase == "bid" and state.high_bid is None


@pytest.mark.clause("AUCTION-08", "AUCTION-16")
@given(states(where=begins_an_auction), st.sampled_from((0, 1)))
def test_the_first_bid_may_be_nothing_only_where_the_edition_says_so(
    state: State, lowest: int
) -> None:
    state = with_switches(state, lowest_bid=lowest)
    assert cited(state, Bid(0)) == (["AUCTION-08"] if lowest else [])
    assert cited(state, Bid(-1)) == ["AUCTION-08"]
    assert (Bid(0) in tikal.legal_moves(state)) == (lowest == 0)
    if lowest:
        return
    bidder, scores = mover(state), state.scores
    state = tikal.apply(state, Bid(0))
    if state.phase == "bid":
        assert state.high_bid == 0
        assert state.course.bidding.first_passer == 0
        assert cited(state, Bid(0)) == ["AUCTION-08"]
        assert Bid(0) not in tikal.legal_moves(state)
    while state.phase == "bid":
        assert tikal.problems(state) == ()
        state = tikal.apply(state, Pass())
    assert (state.phase, state.active, state.scores) == ("take", bidder, scores)


# --- what turns --------------------------------------------------------------------------------


@attrs.frozen
class Witness:
    """A position, moves from there, and what a question is answered with each value."""

    switch: str
    position: dict[str, Any]
    #: The question: a move, or something else about the position.
    asked: str
    answers: dict[Any, object]
    play: tuple[str, ...] = ()

    def state(self, value: SwitchValue) -> State:
        """The position under one value, all else being as in Rio Grande's edition."""
        edition = tikal.house(tikal.RIO_GRANDE_1999, **{self.switch: value})
        state = tikal.position(**self.position, edition=edition)
        for move in self.play:
            state = tikal.apply(state, tikal.parse_move(move))
        return state

    def answer(self, value: SwitchValue) -> object:
        """The answer of the engine."""
        state = self.state(value)
        match self.asked:
            case "winners" | "active":
                return getattr(state, self.asked)
            case "temples of 2":
                return tikal.score(state, 2).temples
        reasons = cited(state, self.asked)
        assert (tikal.parse_move(self.asked) in tikal.legal_moves(state)) == (not reasons)
        return reasons


ALL_LAID: Final[dict[str, Any]] = {"players": 2, "tiles": LAYOUT}
#: Seat 1 has the best guarded temple and the better treasures, seat 2 the second best and more.
TIED: Final[dict[str, Any]] = {
    **ALL_LAID,
    "phase": "over",
    "scores": {1: 60, 2: 60},
    "guards": {1: {"d5": "W", "b1": "W"}, 2: {"e1": "W", "f4": "W"}},  # 5 and 1, 4 and 3
    "tokens": {"c4": 0, "f1": 0},
    "treasures": {1: {1: 3}, 2: {2: 1, 3: 1, 4: 1, 5: 1}},
}
WITNESSES: Final = (
    Witness("camp_requires_member", {}, "camp b2", {True: ["CAMP-03"], False: []}),
    Witness(
        "volcano_may_foreclose",
        {
            "tiles": {"a3": ("A5", 0), "a4": ("B1", 0), "b4": ("A3", 0), "b3": ("A4", 0)},
            "phase": "place",
            "tile": "D3",
        },
        "place b5 r0",
        {True: [], False: ["PLACE-05"]},
    ),
    Witness(
        "second_dig",
        {"figures": {1: {"b1": (0, 1)}}},
        "uncover b1",
        {"present": ["TEMPLE-03"], "different": ["TEMPLE-03"], "one": []},
        play=("uncover b1",),
    ),
    Witness(
        "second_dig",
        {"tiles": BOARD, "figures": {1: {"b1": (1, 1)}}},
        "uncover b1",
        {"present": ["TEMPLE-03"], "different": [], "one": []},
        play=("uncover b1", "walk W b1-c1"),
    ),
    Witness(
        "stones_towards_volcanoes",
        {"tiles": {"b3": ("B1", 0)}, "phase": "place", "tile": "C2"},
        "place b4 r0",
        {True: [], False: ["PLACE-02"]},
    ),
    Witness(
        "beside_volcanoes_only",
        {"tiles": {"b3": ("B1", 0)}, "phase": "place", "tile": "D3"},
        "place b4 r0",
        {True: [], False: ["PLACE-01"]},
    ),
    Witness(
        "same_kind_exchange",
        {"tiles": BOARD, "tokens": {"c2": 2}, "treasures": {1: {3: 1}, 2: {3: 1}}},
        "exchange 3 2 3",
        {True: [], False: ["SWAP-05"]},
    ),
    Witness(
        "lowest_bid",
        {"auction": True, "phase": "bid", "display": ["A1", "A2"]},
        "bid 0",
        {0: [], 1: ["AUCTION-08"]},
    ),
    Witness(
        "tiebreak",
        TIED,
        "winners",
        {
            (): (1, 2),
            ("guard",): (1,),
            ("second-guard",): (2,),
            ("tokens",): (2,),
            ("treasure-points",): (1,),
            ("guard", "second-guard"): (1,),
            ("second-guard", "guard"): (2,),
        },
    ),
    Witness(
        "guard_scores_alone",
        {"guards": {1: {"b1": "W"}}, "figures": {2: {"b1": (0, 1)}}},
        "temples of 2",
        {True: {}, False: {"b1": 1}},
    ),
    Witness(
        "final_round_opener",
        {**ALL_LAID, "players": 3, "active": 2},
        "active",
        {"left-neighbour": 3, "last-placer": 2},
        play=("end",),
    ),
    Witness(
        "final_ties_from",
        {**ALL_LAID, "players": 3, "active": 2, "auction": True, "done": [1, 3]},
        "active",
        {"left-neighbour": 3, "last-placer": 2},
        play=("end",),
    ),
)


@pytest.mark.clause(
    "CAMP-03", "PLACE-05", "TEMPLE-03", "PLACE-02", "PLACE-01", "SWAP-05", "AUCTION-08", "END-06",
    "END-07", "GUARD-10", "END-03", "AUCTION-26",
)  # fmt: skip
@pytest.mark.parametrize("witness", WITNESSES, ids=lambda witness: witness.switch)
def test_one_switch_turns_a_verdict_and_nothing_else_does(witness: Witness) -> None:
    assert {value: witness.answer(value) for value in witness.answers} == witness.answers
    assert any(one != other for one, other in combinations(witness.answers.values(), 2))


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.name)
def test_every_value_of_every_switch_has_a_witness(switch: tikal.Switch) -> None:
    met = [value for w in WITNESSES if w.switch == switch.name for value in w.answers]
    if switch.ranked:
        met = [criterion for value in met for criterion in value]
    if switch.name != "has_auction":  # a new game is refused, see above
        assert set(met) == set(switch.values)


# --- any combination ---------------------------------------------------------------------------


@few
@pytest.mark.clause("DER-01", "DER-02", "DER-08")
@given(st.integers(0, 10**6))
def test_any_combination_of_switches_can_be_played_to_its_end(number: int) -> None:
    replay = house_game(number)
    end = replay.state
    assert end.phase == "over"
    assert end.winners
    first = tikal.new_game(end.players, end.edition, end.auction, replay.steps[0].seat or 1)
    assert broken_game_laws(first, replay.steps) == []
    played = [step.state for step in replay.steps]
    for state in played:
        assert tikal.problems(state) == ()
    for state in played[number % 25 :: 25]:
        assert broken_laws(state) == []
        assert [*stuck_tiles(state, tikal.legal_moves(state))] == []
        assert documents.loads(documents.dumps(state)) == state


@few
@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_listed_are_all_moves_that_no_clause_forbids(number: int, moment: int) -> None:
    steps = house_game(number).steps
    state = steps[moment % len(steps)].state
    listed = set(tikal.legal_moves(state))
    legal = {move for move in candidates(state) if not tikal.check(state, move)}
    if state.phase == "place":  # an orientation that looks the same is listed once
        assert listed <= legal
        assert {tikal.apply(state, m) for m in legal} == {tikal.apply(state, m) for m in listed}
    else:
        assert listed == legal


@few
@given(st.integers(0, 10**6), st.integers(1, 60))
def test_a_record_of_a_house_edition_reads_back(number: int, length: int) -> None:
    replay = house_game(number, limit=length)
    record = tikal.Record.of(replay)
    assert tikal.loads(tikal.dumps(record)) == record
    assert documents.loads(documents.dumps(record)) == record
    assert record.edition == replay.state.edition
    assert record.replay().state == replay.state
