"""Ways to make a refused move legal: they work, none is cheaper, and no more is promised."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations, islice
from typing import Any, Final

import pytest
from attrs import astuple, evolve
from hypothesis import given, settings
from hypothesis import strategies as st

import tikal
from tests.citations.conftest import moves as some_moves
from tests.citations.conftest import positions
from tests.citations.helpers import BOARD, busy
from tests.counsel.brute_force import TooMany, least_cost, revealed
from tests.golden.examples import LAYOUT
from tests.properties.helpers import choose
from tests.sample import WHOLE
from tikal import Edition, Move, State, Way, remedies
from tikal.counsel import remedies as module
from tikal.counsel.remedy_costs import BOUND_BY_KEY, UNREACHABLE
from tikal.counsel.remedy_search import ExchangePlan
from tikal.grid import CELL_INDEX
from tikal.languages import refusals
from tikal.moves import MOVES
from tikal.parts import OUT_OF_PLAY
from tikal.rules.queries import with_entry
from tikal.state import ACTION_PHASES, CHANCE_PHASES
from tikal.testing import NearMiss, candidates, near_misses, states
from tikal.testing.near_misses import RECIPES
from tikal.testing.surgery import fresh_phase, with_ap, with_expedition

ACTIONS: Final = frozenset(kind for kind in MOVES if kind.phase in ACTION_PHASES)
#: Up to this price, in AP, a test can try every position.
FEW_AP: Final = 3


def works(state: State, moves: tuple[Move, ...], wanted: Move) -> bool:
    """Whether the moves can be made whatever chance reveals, and the wanted one is legal then."""
    worlds: tuple[State, ...] = (state,)
    for move in moves:
        worlds = revealed(worlds)
        if not all(tikal.is_legal(world, move) for world in worlds):
            return False
        worlds = tuple(tikal.apply(world, move) for world in worlds)
    return all(is_legal_after_chance(world, wanted) for world in worlds)


def is_legal_after_chance(state: State, wanted: Move) -> bool:
    """Whether a move is legal now, or after reveals and draws however they end."""
    if tikal.is_legal(state, wanted) or state.phase not in CHANCE_PHASES:
        return tikal.is_legal(state, wanted)
    after = (tikal.apply(state, outcome) for outcome in tikal.legal_moves(state))
    return all(is_legal_after_chance(each, wanted) for each in after)


def test_a_draw_that_only_waits_for_other_draws_needs_no_move() -> None:
    game = tikal.play(tikal.new_game(2, auction=True), tikal.sensible_policy, seed=1)
    state = next(  # two tiles are drawn for an auction, and one of the letter C is left
        step.state
        for step in game.steps
        if step.state.phase == "draw"
        and not step.state.display
        and [tile[0] for tile in step.state.remaining].count("C") == 1
    )
    assert tikal.check(state, "draw D1")
    assert [way.moves for way in remedies(state, "draw D1").ways] == [()]
    assert works(state, (), tikal.parse_move("draw D1"))
    assert not works(state, (), tikal.parse_move("draw E1"))


def cost(state: State, way: Way) -> int:
    for move in way:
        state = tikal.apply(revealed((state,))[0], move)
    return state.ap


def assert_sound(state: State, wanted: Move) -> None:
    """Every way works, costs what it says, and has no move too many; the cheapest comes first."""
    found = remedies(state, wanted)
    for way in found.ways:
        assert works(state, way.moves, wanted), way
        if state.phase == "act" and way.moves[-1] != tikal.EndTurn():
            assert way.ap == state.ap - cost(state, way)
        for number in range(len(way)):
            for some in combinations(way.moves, number):
                assert not works(state, some, wanted), (way, some)
    costs = [(way.ap, len(way)) for way in found.ways]
    assert costs == sorted(costs)
    assert len({way.moves for way in found.ways}) == len(costs) <= 3


# --- every way works ---------------------------------------------------------------------------

CLAUSES: Final = sorted({clause for clause, layer in RECIPES if layer != "turn"})


@settings(max_examples=max(2, settings().max_examples // 20))
@pytest.mark.parametrize("clause", CLAUSES)
@given(st.data())
def test_near_misses_are_cured_by_every_way_found(clause: str, data: st.DataObject) -> None:
    near_miss: NearMiss = data.draw(near_misses(clause))
    assert_sound(near_miss.miss.state, near_miss.miss.move)


def in_action_phase(state: State) -> bool:
    return state.phase in ACTION_PHASES


@given(states(), st.data())
def test_any_refused_move_is_cured_by_every_way_found(state: State, data: st.DataObject) -> None:
    wanted = choose(data, candidates(state))
    assert_sound(state, wanted)


# --- none is cheaper ---------------------------------------------------------------------------


def assert_cheapest(state: State, wanted: Move, most: int = 20_000) -> bool:
    """The first way costs what the cheapest one costs, if trying everything comes to an end."""
    try:
        expected = least_cost(state, wanted, most)
    except TooMany:
        return False
    found = remedies(state, wanted)
    assert found.exhaustive
    first = found.ways[0] if found.ways else None
    assert (None if first is None else (first.ap, len(first))) == expected, wanted
    return True


def refused_actions(state: State) -> list[Move]:
    return [m for m in candidates(state) if type(m) in ACTIONS and tikal.check(state, m)]


@cache
def curable(state: State) -> tuple[Move, ...]:
    """Some moves that something helps, of every kind."""
    asked = [
        m
        for m in refused_actions(state)
        if {v.key for v in tikal.check(state, m)} <= {*BOUND_BY_KEY}
    ]
    chosen = random.Random(len(asked)).sample(asked, min(len(asked), 40))
    return tuple(move for move in chosen if remedies(state, move).ways)


@settings(max_examples=settings().max_examples // 3)
@given(states(where=in_action_phase), st.data())
def test_with_few_action_points_no_way_is_cheaper(state: State, data: st.DataObject) -> None:
    if state.phase == "act":
        state = with_ap(fresh_phase(state), FEW_AP)
    asked = curable(state) or refused_actions(state)
    assert_cheapest(state, choose(data, asked), most=300)


#: Few hexes and few figures, but all action points: camps, guards and treasures can be paid for.
SMALL_BOARD: Final = {"c1": ("A1", 0), "c2": ("A2", 0)}
CELLS: Final = ("a1", "a2", "b1", "b2", "c1", "c2")
SMALL: Final[list[dict[str, Any]]] = [
    {"figures": {1: {"a1": (0, 1)}}},
    {"figures": {1: {"c2": (1, 0), "b1": (0, 1)}}},
    {"figures": {1: {"c1": (0, 2)}, 2: {"c1": (1, 0)}}},
    {"tokens": {"c2": 1}, "figures": {1: {"c2": (0, 1)}}, "treasures": {2: {1: 3}}},
    {"worked": {"b1": 1}, "values": {"b1": 2}, "figures": {1: {"b1": (0, 1), "a1": (1, 0)}},
     "ap": 8},
    {"camps": {1: ["b2"], 2: ["c2"]}, "tokens": {"c2": 0}, "figures": {1: {"a1": (1, 0)}},
     "treasures": {2: {1: 3, 2: 1}}},
]  # fmt: skip


def small(description: dict[str, Any], edition: Edition) -> State:
    """Such a position from a box with a single worker more for seat 1."""
    state = tikal.position(edition=edition, tiles=SMALL_BOARD, **description)
    return with_expedition(state, evolve(state.expeditions[0], supply=1))


EDITIONS: Final = (
    tikal.RIO_GRANDE_1999,
    tikal.house("rio-grande-1999", camp_requires_member=True),
    tikal.LEGEND_CLASSIC,
)


#: How many refusals with a remedy are tried on a board, and half as many without: each takes
#: half a second.
TRIED: Final = 40 if WHOLE else 2


@pytest.mark.parametrize(
    ("number", "edition"),
    [
        (number, edition)
        for number in range(len(SMALL))
        for turn, edition in enumerate(EDITIONS)
        if WHOLE or number % len(EDITIONS) == turn
    ],
)
def test_with_all_action_points_on_a_small_board_no_way_is_cheaper(
    number: int, edition: Edition
) -> None:
    state = small(SMALL[number], edition)
    asked = [m for m in refused_actions(state) if {*map(str, astuple(m))} & {*CELLS}]
    asked = random.Random(number).sample(asked, len(asked))
    helped = islice((m for m in asked if remedies(state, m).ways), TRIED)
    hopeless = islice((m for m in asked if not remedies(state, m).ways), TRIED // 2)
    for wanted in (*helped, *hopeless):
        assert assert_cheapest(state, wanted)


def test_refusals_without_a_known_cure_have_none() -> None:
    met = set[str]()
    for state in positions():
        if state.phase not in ACTION_PHASES:
            continue
        here = with_ap(state, min(state.ap, FEW_AP))
        for move in some_moves():
            keys = {violation.key for violation in tikal.check(here, move)}
            if type(move) not in ACTIONS or not keys - BOUND_BY_KEY.keys() - met:
                continue
            met |= keys
            assert_cheapest(here, move, most=200)
    assert met <= refusals().keys()
    assert refusals().keys() >= BOUND_BY_KEY.keys()


#: The whole board, so that some hexes are too far away for a walk from the base camp.
FAR: Final[dict[str, Any]] = {"tiles": LAYOUT}


@pytest.mark.parametrize(
    ("edition", "setup", "move", "first"),
    [
        # a camp is founded for others to arrive in
        ("rio-grande-1999", FAR, "walk W e5-e4", "camp e5; deploy W e5"),
        ("rio-grande-1999", FAR, "walk L h5-g4", "camp h5; deploy L h5"),
        ("legend-classic", FAR, "walk W e5-e4", None),
        (
            "legend-classic",
            {**FAR, "figures": {1: {"e4": (0, 1)}}},
            "walk L e5-e4",
            "walk W e4-e5; camp e5; deploy L e5",
        ),
        (
            "legend-classic",
            {**FAR, "figures": {1: {"h5": (0, 1)}}},
            "walk L h4-h5",
            "walk W h5-h4; camp h4; deploy L h4",
        ),
        # the last treasure goes, so that a camp can be founded
        ("rio-grande-1999", "last token", "camp c2", "recover c2"),
        ("legend-classic", "last token", "camp c2", "recover c2"),
        ("rio-grande-1999", "last token", "deploy L c2", "recover c2; camp c2"),
        ("rio-grande-1999", "last token", "transfer W c2-a1", "recover c2; camp c2"),
    ],
)
def test_camps_and_treasures_are_part_of_ways(
    edition: str, setup: Any, move: str, first: str | None
) -> None:
    if setup == "last token":
        setup = {**SMALL[3], "tiles": SMALL_BOARD}
    state = tikal.position(edition=edition, **setup)
    assert [*ways(state, move), None][0] == first
    assert_sound(state, tikal.parse_move(move))


def test_a_camp_is_also_founded_where_the_move_does_not_name_it() -> None:
    assert ways(tikal.position(**FAR), "walk W h5-g4") == [
        "camp h5; deploy W h5",
        "camp h4; deploy W h4; walk W h4-h5",
    ]


@pytest.mark.parametrize("edition", tikal.EDITIONS)
def test_with_all_action_points_on_the_whole_board_no_move_is_needless(edition: str) -> None:
    figures = {1: {"e4": (0, 1), "g1": (1, 0), "b2": (0, 2), "a1": (0, 1)}, 2: {"e4": (1, 1)}}
    state = tikal.position(edition=edition, **FAR, figures=figures)
    for wanted in curable(state):
        assert_sound(state, wanted)


# --- how far the search goes -------------------------------------------------------------------


def test_a_search_that_is_stopped_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    state = busy()
    wanted = tikal.parse_move("uncover d2")
    whole = remedies(state, wanted)
    assert whole.exhaustive
    assert whole.ways
    monkeypatch.setattr(module, "MAX_POSITIONS", 2)
    assert remedies(state, wanted) == tikal.Remedies((), False)


@pytest.mark.parametrize("most", [1, 5, 20, 80])
def test_a_stopped_search_still_returns_the_cheapest_way(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = tikal.position(tiles=BOARD, figures={1: {"a1": (1, 4), "b2": (0, 2)}})
    for wanted in curable(state):
        whole = remedies(state, wanted)
        with monkeypatch.context() as patched:
            patched.setattr(module, "MAX_POSITIONS", most)
            cut = remedies(state, wanted)
        assert cut.ways == whole.ways[: len(cut.ways)]
        assert cut.exhaustive <= (cut == whole)


def test_the_limit_bounds_the_number_of_ways() -> None:
    around = {"a1": (1, 0), "b1": (0, 1), "b2": (0, 1), "c2": (0, 1), "d2": (0, 1)}
    state = tikal.position(tiles=BOARD, figures={1: around})
    every = remedies(state, "uncover c1", limit=100).ways
    assert len(every) > 3
    for limit in range(-1, 6):
        assert remedies(state, "uncover c1", limit).ways == every[: max(0, limit)]


# --- other phases, and chance ------------------------------------------------------------------


def ways(state: State, move: str) -> list[str]:
    found = remedies(state, move)
    assert found.exhaustive
    return [str(way) for way in found.ways]


def test_a_legal_move_needs_nothing() -> None:
    assert remedies(busy(), "end") == tikal.Remedies((), True)


def test_a_forgotten_end_is_the_way_to_a_draw() -> None:
    state = busy()
    drawn, *_ = {"A1", "A2"} - {*state.remaining}
    assert ways(state, f"draw {state.remaining[0]}") == ["end"]
    assert ways(state, f"draw {drawn}") == []


def test_a_remedy_never_ends_a_turn_for_the_next_player() -> None:
    state = busy(scoring=True, tile="D3", queue=(2,))
    assert tikal.apply(state, "end").active == 2
    for move in [*some_moves()][::7]:
        assert tikal.EndTurn() not in [m for way in remedies(state, move).ways for m in way]


def test_a_way_never_uses_moves_of_another_seat() -> None:
    last = busy(scoring=True, tile="D3")  # the next seat has drawn the volcano, and places it
    placing = tikal.legal_moves(tikal.apply(last, "end"))[0]
    assert ways(last, str(placing)) == []
    bidding = tikal.position(
        auction=True, phase="bid", display=("A1", "A2"), high_bid=2, high_bidder=2
    )
    assert tikal.is_legal(tikal.apply(bidding, "pass"), "take A1")  # by seat 2
    assert "pass" not in ways(bidding, "take A1")


def test_the_tile_is_placed_before_an_action() -> None:
    state = tikal.position(phase="place", tile="A3", figures={1: {"a1": (0, 1)}})
    found = ways(state, "walk W a1-b2")
    assert len(found) == 3
    assert all(move.startswith("place ") for move in found)
    assert ways(state, "walk W b2-c1") == []


def test_a_tile_is_taken_before_it_is_placed() -> None:
    state = busy(auction=True, phase="take", display=("A6", "B2"))
    placing = tikal.legal_moves(tikal.apply(state, "take A6"))[0]
    assert "take A6" in ways(state, str(placing))


def test_winning_an_auction_is_the_way_to_a_tile() -> None:
    state = tikal.position(
        players=3, auction=True, phase="bid", display=("A1", "A2", "A3"), passed=(2, 3),
        first_passer=2, scores={1: 4},
    )  # fmt: skip
    assert ways(state, "take A1") == ["bid 1", "bid 2", "bid 3"]


def test_a_move_that_waits_for_a_reveal_has_a_way_without_moves() -> None:
    state = busy(phase="reveal")
    assert remedies(state, "deploy W a1") == tikal.Remedies((Way((), 0),), True)
    assert ways(state, f"draw {state.remaining[0]}") == ["end"]
    assert ways(state, "reveal 9") == []


def test_a_display_is_turned_up_before_anybody_bids() -> None:
    state = tikal.new_game(3, auction=True)
    assert remedies(state, "bid 1") == tikal.Remedies((Way((), 0),), True)
    assert ways(state, "bid 21") == []


def test_a_treasure_is_recovered_before_it_is_revealed() -> None:
    state = tikal.position(tiles=SMALL_BOARD, figures={1: {"b2": (0, 1)}})
    assert ways(state, "reveal 4")[0] == "walk W b2-c2; recover c2"


def with_treasures(
    owned: dict[int, tuple[int, ...]], unseen: tuple[int, ...], ap: int = 10
) -> State:
    """Two workers on a treasure hex, tokens owned by seat, and tokens that may turn up, by kind."""
    state = tikal.position(players=3, tiles=SMALL_BOARD, figures={1: {"c2": (0, 2)}}, ap=ap)
    for seat, treasures in owned.items():
        who = state.expeditions[seat - 1]
        state = with_expedition(state, evolve(who, treasures=(*treasures, *[0] * 8)[:8]))
    who = state.expeditions[0]
    state = with_expedition(state, evolve(who, supply=0, leader=OUT_OF_PLAY))
    stock = evolve(state.stock, unseen=(*unseen, *[0] * 8)[:8])
    tokens = with_entry(state.ground.tokens, CELL_INDEX["c2"], min(4, sum(unseen)))
    return evolve(state, stock=stock, ground=evolve(state.ground, tokens=tokens))


def test_a_token_is_counted_on_only_if_nothing_else_can_be_found() -> None:
    owned = {1: (1,), 2: (0, 1)}
    assert ways(with_treasures(owned, (0, 0, 2)), "exchange 3 2 2") == ["recover c2"]
    assert (
        ways(with_treasures(owned, (0, 0, 1, 1)), "exchange 3 2 2")[0] == "recover c2; recover c2"
    )
    assert ways(with_treasures(owned, (0, 0, 2, 2)), "exchange 3 2 2") == []
    assert ways(with_treasures(owned, (0, 0, 1, 1)), "exchange 2 2 1") == ["exchange 1 2 2"]


def test_a_refusal_that_no_exchange_cures_is_not_searched() -> None:
    state = tikal.position(
        tiles={"b3": ("A2", 0)}, tokens={"b3": 2}, treasures={1: {3: 1}, 2: {5: 1}}
    )
    for move, need in (
        ("exchange 1 2 5", 3),
        ("exchange 3 4 5", UNREACHABLE),
        ("exchange 9 2 5", UNREACHABLE),
    ):
        wanted = tikal.parse_move(move)
        assert isinstance(wanted, tikal.Exchange)
        assert not tikal.is_legal(state, wanted)
        assert ExchangePlan.of(state, wanted).least(state) == need


def test_exchanges_lead_to_exchanges_at_no_more_cost_than_needed() -> None:
    rng = random.Random(7)
    asked = {True: 0, False: 0}  # by whether something helps: as many of each
    while min(asked.values()) < 8:
        owned = {s: tuple(rng.choice((0, 0, 1, 1, 2)) for _ in range(4)) for s in (1, 2, 3)}
        unseen = rng.choice(((2,) * 8, tuple(rng.choice((0, 0, 1)) for _ in range(5)), (1,)))
        state = with_treasures(owned, unseen if any(unseen) else (1,), ap=rng.choice((6, 9)))
        move = tikal.Exchange(rng.randrange(1, 5), rng.choice((2, 3)), rng.randrange(1, 5))
        is_helped = bool(remedies(state, move).ways)
        if tikal.check(state, move) and asked[is_helped] < 8:
            assert assert_cheapest(state, move)
            asked[is_helped] += 1


# --- what it is asked --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "move", "limit"),
    [(3, "end", 3), (busy(), "fly", 3), (busy(), 7, 3), (busy(), "draw A1", "all")],
)
def test_malformed_questions_are_refused(state: Any, move: Any, limit: Any) -> None:
    with pytest.raises(tikal.TikalError):
        remedies(state, move, limit)
