"""States as values: what they show, how they compare, what cannot be started."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable

import attrs
import pytest

import tikal
from tikal.moves import Move


def after(state: tikal.State, *moves: str) -> tikal.State:
    for move in moves:
        state = tikal.apply(state, tikal.parse_move(move))
    return state


@pytest.mark.clause("COMP-02", "SETUP-03", "SETUP-06", "PC-01", "TURN-06")
@pytest.mark.parametrize("edition", tikal.EDITIONS.values(), ids=str)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_new_game(edition: tikal.Edition, players: int) -> None:
    state = tikal.new_game(players, edition, start=2)
    assert (state.phase, state.to_move, state.active, state.ap) == ("draw", None, 2, 0)
    assert (state.scoring, state.tile, state.display, state.winners) == (False, None, (), ())
    assert len(state.remaining) == 36
    assert state.scores == dict.fromkeys(range(1, players + 1), 0)
    assert state.floors == {2: 3, 3: 6, 4: 9, 5: 11, 6: 8, 7: 5, 8: 3, 9: 2, 10: 1}
    assert state.unseen == dict.fromkeys(range(1, 9), 3)
    assert [cell for cell in tikal.geometry.CELLS if state[cell].tile] == ["a1", "a2", "b1", "b2"]
    assert state["a2"].value == state["b1"].value == 1
    for seat in state.scores:
        player = state.player(seat)
        assert (player.supply, player.camps, player.guards, player.figures) == ((1, 18), (), {}, {})


@pytest.mark.clause("AUCTION-02")
def test_everybody_starts_the_auction_game_with_capital() -> None:
    assert tikal.new_game(3, auction=True).scores == {1: 20, 2: 20, 3: 20}


@pytest.mark.parametrize(
    ("arguments", "clause"),
    [
        ({"players": 1}, "COMP-01"),
        ({"players": 5}, "COMP-01"),
        ({"players": -2}, "COMP-01"),
        ({"players": 3, "start": 4}, "SETUP-07"),
        ({"players": 3, "start": 0}, "SETUP-07"),
        ({"edition": tikal.LEGEND_CLASSIC, "auction": True}, "AUCTION-01"),
    ],
)
@pytest.mark.clause("COMP-01", "SETUP-07", "AUCTION-01")
def test_a_game_that_cannot_be_started_cites_its_clause(
    arguments: dict[str, object], clause: str
) -> None:
    with pytest.raises(tikal.InvalidArgument, match=clause) as caught:
        tikal.new_game(**arguments)  # type: ignore[arg-type]
    assert caught.value.clause == clause
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    "arguments",
    [{"players": "4"}, {"players": True}, {"start": 1.0}, {"edition": 1999}, {"auction": 1}],
)
def test_wrong_types_are_type_errors(arguments: dict[str, object]) -> None:
    with pytest.raises(TypeError):
        tikal.new_game(**arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("key", tikal.EDITIONS)
def test_an_edition_may_be_named_by_its_key(key: str) -> None:
    assert tikal.new_game(2, key) == tikal.new_game(2, tikal.EDITIONS[key])
    assert tikal.position(edition=key) == tikal.position(edition=tikal.EDITIONS[key])


def test_an_edition_that_does_not_exist_is_answered_with_those_that_do() -> None:
    with pytest.raises(tikal.InvalidArgument, match=r"'legend'.*rio-grande-1999.*legend-classic"):
        tikal.new_game(edition="legend")


def test_a_hex_shows_everything_on_it() -> None:
    state = tikal.position(
        players=3,
        tiles={"b3": ("A2", 1), "c2": ("A3", 0)},
        tokens={"b3": 3},
        treasures={2: {4: 1}},
        figures={1: {"b3": (1, 2)}, 3: {"b3": (0, 1), "a2": (0, 2)}},
        camps={2: ["c2"]},
        guards={3: {"b1": "W"}},
    )
    hex_ = state["b3"]
    assert (hex_.tile, hex_.rotation, hex_.kind, hex_.tokens) == ("A2", 1, "treasure", 3)
    assert hex_.figures == {1: (1, 2), 2: (0, 0), 3: (0, 1)}
    assert state["c2"].camp == 2
    assert state["b1"].guard == (3, "W")
    assert (state["h5"].tile, state["h5"].kind, state["h5"].value) == (None, None, 0)
    assert state.player(3).figures == {"a2": (0, 2), "b3": (0, 1)}
    assert state.player(3).supply == (1, 14)
    assert state.player(2).treasures[4] == 1


@pytest.mark.parametrize("cell", ["z1", "a6", ""])
def test_a_cell_that_is_not_there(cell: str) -> None:
    with pytest.raises(tikal.InvalidNotation):
        tikal.new_game()[cell]


def test_a_seat_that_is_not_there() -> None:
    with pytest.raises(tikal.InvalidArgument, match="seats 1 to 4"):
        tikal.new_game().player(5)
    with pytest.raises(TypeError):
        tikal.new_game().player("1")  # type: ignore[arg-type]


def test_states_cannot_be_changed() -> None:
    state = tikal.new_game()
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        state.turn = state.turn  # type: ignore[misc]
    state.scores[1] = 99
    state.floors[2] = 99
    state["a1"].figures[1] = (9, 9)
    assert state == tikal.new_game()


def test_the_public_face_of_a_position_is_the_documented_one() -> None:
    documented = {
        "phase", "to_move", "active", "ap", "scoring", "scores", "player", "players", "edition",
        "auction", "tile", "display", "high_bid", "remaining", "floors", "unseen", "winners",
    }  # fmt: skip
    records = {"table", "course", "turn", "ground", "stock", "expeditions"}
    assert {name for name in dir(tikal.State) if not name.startswith("_")} == documented | records


def test_no_public_name_of_a_position_takes_or_gives_the_int_of_a_cell() -> None:
    state = tikal.play(tikal.new_game(3), tikal.sensible_policy, seed=4).state
    with pytest.raises(TypeError):
        state[3]  # type: ignore[index]
    assert all(isinstance(cell, str) for cell in state)
    for seat in state.scores:
        player = state.player(seat)
        assert {*player.figures, *player.camps, *player.guards} <= set(state)


def test_a_copy_of_a_position_is_the_position_itself() -> None:
    state = after(tikal.new_game(2), "draw A2", "place b3 r1")
    assert copy.copy(state) is state
    assert copy.deepcopy(state) is state
    assert copy.deepcopy([state])[0] is state


@pytest.mark.clause("PLACE-06")
def test_positions_that_look_the_same_are_equal() -> None:
    # D4 repeats itself after two sixths of a turn, a volcano after any
    state = tikal.position(tile="D4", phase="place")
    one, other = after(state, "place b3 r0"), after(state, "place b3 r4")
    assert one == other
    assert hash(one) == hash(other)
    assert one["b3"].rotation == other["b3"].rotation == 0
    assert one != after(state, "place b3 r1")


def test_the_order_of_actions_does_not_show_in_the_position() -> None:
    state = tikal.position(figures={1: {"a2": (0, 1), "b1": (0, 1)}})
    assert after(state, "uncover a2", "uncover b1") == after(state, "uncover b1", "uncover a2")


def test_states_and_errors_survive_pickling() -> None:
    state = after(tikal.new_game(2), "draw A2", "place b3 r1", "deploy L a1")
    assert pickle.loads(pickle.dumps(state)) == state
    move: Move = tikal.Walk("L", "a1", "h5")
    with pytest.raises(tikal.IllegalMove) as caught:
        tikal.apply(state, move)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.move, again.state) == (move, state)
    assert again.violations == caught.value.violations
    assert str(again) == str(caught.value)
    assert "MOVE-01" in str(again)
    for error in (
        tikal.InvalidNotation("x", 2, 3),
        tikal.InvalidState(["a", "b"]),
        tikal.InvalidArgument("x", clause="COMP-01"),
        tikal.UnknownClause("x"),
        tikal.WrongType("x"),
    ):
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert (str(again), again.__dict__) == (str(error), error.__dict__)
        assert isinstance(again, tikal.TikalError)


def test_house_rules_are_editions_with_a_switch_changed() -> None:
    house = attrs.evolve(tikal.RIO_GRANDE_1999, key="house", camp_requires_member=True)
    camp = tikal.parse_move("camp b2")
    assert tikal.is_legal(tikal.position(), camp)
    assert [v.clause for v in tikal.check(tikal.position(edition=house), camp)] == ["CAMP-03"]


def test_the_switches_of_an_edition_are_everything_but_its_name() -> None:
    for edition in tikal.EDITIONS.values():
        switches = edition.switches()
        named = {"key": edition.key, "title": edition.title}
        assert tikal.Edition(**named, **switches) == edition  # type: ignore[arg-type]
        assert list(switches) == [field.name for field in attrs.fields(tikal.Edition)][2:]


@pytest.mark.parametrize(
    "switch",
    [
        {"tiebreak": ("points",)},
        {"tiebreak": "guard"},
        {"tiebreak": ["guard"]},
        {"camp_requires_member": "no"},
        {"has_auction": 1},
        {"key": 3},
        {"title": ""},
    ],
)
def test_a_house_rule_that_makes_no_sense_is_refused_at_once(switch: dict[str, object]) -> None:
    with pytest.raises(TypeError):
        attrs.evolve(tikal.RIO_GRANDE_1999, **switch)  # type: ignore[arg-type]


def test_absurd_numbers_are_refused_without_being_written_out() -> None:
    state, huge = tikal.new_game(), 10**5000
    for question in (
        lambda: tikal.new_game(huge),
        lambda: tikal.new_game(4, start=huge),
        lambda: tikal.new_game(4, edition=huge),  # type: ignore[arg-type]
        lambda: tikal.check(state, tikal.EndTurn(), seat=huge),
        lambda: state.player(huge),
        lambda: tikal.reachable(state, "a1", -huge),
        lambda: tikal.Bid(huge),
        lambda: tikal.position(values={"b1": huge}),
        lambda: tikal.position(values={"b1": 10**7}),
        lambda: tikal.position(worked={"b1": 10**7}),
        lambda: tikal.position(worked={"b1": -1}),
    ):
        with pytest.raises(tikal.InvalidArgument) as caught:
            question()
        assert len(str(caught.value)) < 200


def test_a_refusal_cannot_be_changed() -> None:
    state = tikal.position(figures={1: {"a1": (1, 0)}})
    (violation,) = tikal.check(state, "walk L a1-h5")
    with pytest.raises(TypeError, match="does not support item assignment"):
        violation.facts["origin"] = "b2"  # type: ignore[index]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        violation.key = "MOVE-01/no-figure"  # type: ignore[misc]
    by_hand = tikal.Violation("MOVE-01", "MOVE-01/not-adjacent", {"origin": "a1", "target": "h5"})
    assert violation == by_hand == pickle.loads(pickle.dumps(violation)) == copy.copy(violation)
    assert hash(violation) == hash(by_hand)
    with pytest.raises(TypeError):
        by_hand.facts["origin"] = "b2"  # type: ignore[index]
    with pytest.raises(tikal.WrongType, match="mapping"):
        tikal.Violation("X-1", "X-1/no", None)  # type: ignore[arg-type]


def test_words_that_only_look_like_text_are_no_cells_or_figures() -> None:
    class Word(str):
        __slots__ = ()

    with pytest.raises(TypeError):
        tikal.Walk("W", Word("a1"), "b2")
    with pytest.raises(TypeError):
        tikal.DrawTile(Word("A1"))


def test_a_state_names_its_cells() -> None:
    state = tikal.new_game()
    assert len(list(state)) == 40
    assert "b1" in state
    assert "z9" not in state


def test_policies_refuse_to_choose_from_nothing() -> None:
    state, rng = tikal.new_game(), random.Random(1)
    for policy in (tikal.random_policy, tikal.sensible_policy):
        with pytest.raises(tikal.InvalidArgument, match="nothing to choose"):
            policy(state, (), rng)


def test_a_move_may_be_given_as_its_string() -> None:
    state = tikal.new_game(2)
    drawn = tikal.apply(state, "draw A3")
    assert drawn == tikal.apply(state, tikal.DrawTile("A3"))
    assert tikal.check(drawn, "deploy L a1") == tikal.check(drawn, tikal.Deploy("L", "a1"))
    assert tikal.is_legal(drawn, "place b3 r3", seat=1)
    assert not tikal.is_legal(drawn, "place b3 r3", seat=2)
    assert tikal.nearest_legal(drawn, "place h5 r0") == tikal.nearest_legal(
        drawn, tikal.PlaceTile("h5", 0)
    )
    played = tikal.replay(state, ["draw A3", tikal.PlaceTile("b3", 3), "end"])
    assert [str(step.move) for step in played.steps] == ["draw A3", "place b3 r3", "end"]
    with pytest.raises(tikal.IllegalMove) as caught:
        tikal.apply(drawn, "end")
    assert caught.value.move == tikal.EndTurn()
    for ask in (tikal.check, tikal.is_legal, tikal.apply, tikal.nearest_legal):
        with pytest.raises(tikal.InvalidNotation, match="walk"):
            ask(state, "wlak W a1-b2")


def test_arguments_that_are_not_a_move_or_a_state_raise_a_type_error() -> None:
    state = tikal.new_game()
    with pytest.raises(TypeError, match="NoneType is not a move"):
        tikal.check(state, None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="new_game"):
        tikal.check("state", tikal.EndTurn())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a seat is an int"):
        tikal.check(state, tikal.EndTurn(), seat="1")  # type: ignore[arg-type]


def test_no_question_about_a_wrong_thing_gives_another_error() -> None:
    state, end = tikal.new_game(), tikal.EndTurn()
    questions: list[Callable[[], object]] = [
        lambda: tikal.legal_moves("x"),  # type: ignore[arg-type]
        lambda: tikal.chance(None),  # type: ignore[arg-type]
        lambda: tikal.replay(3, []),  # type: ignore[arg-type]
        lambda: tikal.replay(state, 5),  # type: ignore[arg-type]
        lambda: tikal.clauses(edition=[]),  # type: ignore[arg-type]
        lambda: tikal.clauses(chapter=[]),  # type: ignore[arg-type]
        lambda: tikal.play("x", tikal.random_policy, 1),  # type: ignore[arg-type]
        lambda: tikal.play(state, "x", 1),  # type: ignore[arg-type]
        lambda: tikal.play(state, tikal.random_policy, "x"),  # type: ignore[arg-type]
        lambda: tikal.play(state, tikal.random_policy, 1, limit="x"),  # type: ignore[arg-type]
        lambda: tikal.score("x", 1),  # type: ignore[arg-type]
        lambda: tikal.score(state, None),  # type: ignore[arg-type]
        lambda: tikal.path_cost("x", "a1", "b1"),  # type: ignore[arg-type]
        lambda: tikal.path_cost(state, "a1", None),  # type: ignore[arg-type]
        lambda: tikal.reachable("x", "a1", 3),  # type: ignore[arg-type]
        lambda: tikal.route(None, "W", "a1", "b1"),  # type: ignore[arg-type]
        lambda: tikal.route(state, "X", "a1", "a1"),  # type: ignore[arg-type]
        lambda: tikal.nearest_legal("x", end),  # type: ignore[arg-type]
        lambda: tikal.nearest_legal(state, b"end"),  # type: ignore[arg-type]
        lambda: tikal.replay(state, "end"),
        lambda: tikal.nearest_legal(state, end, limit="x"),  # type: ignore[arg-type]
        lambda: tikal.problems(None),  # type: ignore[arg-type]
        lambda: tikal.replay(state, [b"end"]),  # type: ignore[list-item]
        lambda: tikal.replay(state, [end], seats=1),  # type: ignore[arg-type]
        lambda: tikal.replay(state, [end], seats=["1"]),  # type: ignore[list-item]
        lambda: tikal.parse_moves(3),  # type: ignore[arg-type]
        lambda: tikal.apply(state, None),  # type: ignore[arg-type]
        lambda: tikal.is_legal(state, end, seat=1.5),  # type: ignore[arg-type]
    ]
    for question in questions:
        with pytest.raises(tikal.InvalidArgument):
            question()


def test_a_replay_stops_at_the_first_refusal_and_keeps_what_was_done() -> None:
    moves = [tikal.parse_move(m) for m in ("draw A3", "place b3 r3", "walk W a1-b2", "end")]
    replay = tikal.replay(tikal.new_game(2), moves)
    assert [str(step.move) for step in replay.steps] == ["draw A3", "place b3 r3"]
    assert [step.seat for step in replay.steps] == [1, 1]
    assert replay.state == replay.steps[-1].state
    assert replay.refusal is not None
    assert (replay.refusal.index, replay.refusal.move) == (2, moves[2])
    assert [v.clause for v in replay.refusal.violations] == ["MOVE-01"]
    assert tikal.replay(tikal.new_game(2), []).refusal is None


@pytest.mark.clause("TURN-01")
def test_a_replay_with_seats_stops_at_a_move_out_of_turn() -> None:
    start, moves = tikal.new_game(2), tikal.parse_moves("draw A3; place b3 r3; end; draw A1")
    assert tikal.replay(start, moves, seats=[1, None, 1, 2]).refusal is None
    refusal = tikal.replay(start, moves, seats=[1, 2, 1, 2]).refusal
    assert refusal is not None
    assert (refusal.index, [v.clause for v in refusal.violations]) == (1, ["TURN-01"])
    with pytest.raises(tikal.InvalidArgument, match="seats for 2 moves"):
        tikal.replay(start, moves, seats=[1, 1])


def test_moves_are_read_from_one_text() -> None:
    moves = tikal.parse_moves("draw A2; place b3 r1  # laid\n\n  end;\n")
    assert [str(move) for move in moves] == ["draw A2", "place b3 r1", "end"]
    assert tikal.parse_moves("") == ()
    with pytest.raises(tikal.InvalidNotation, match="'wlak'") as caught:
        tikal.parse_moves("draw A2\nend;  wlak W a1-b2")
    assert (caught.value.line, caught.value.column) == (2, 7)
    with pytest.raises(tikal.InvalidNotation, match="belongs to a record"):
        tikal.parse_moves("2: bid 4")


def test_the_nearest_legal_moves_are_like_the_refused_one() -> None:
    state = tikal.position(figures={1: {"a1": (0, 1)}})
    near = tikal.nearest_legal(state, tikal.parse_move("walk W a1-c1"))
    assert [str(move) for move in near] == ["walk W a1-b1", "walk W a1-b2", "walk W a1-a2"]
    near = tikal.nearest_legal(state, tikal.parse_move("transfer W a1-b1"))
    assert str(near[0]).startswith("walk W a1")
    camps = tikal.position(figures={1: {"a1": (0, 1)}}, camps={1: ["b2"]})
    for refused, verbs in (
        ("walk W a1-c1", ["walk", "walk", "walk", "transfer"]),
        ("transfer W a1-c1", ["transfer", "walk", "walk", "walk"]),
    ):
        kinds = [str(move).split()[0] for move in tikal.nearest_legal(camps, refused, limit=4)]
        assert kinds == verbs  # the same class, then one that does much the same
    over = tikal.play(tikal.new_game(2), tikal.random_policy, seed=3).state
    assert tikal.nearest_legal(over, tikal.EndTurn()) == ()


def test_a_route_can_be_walked() -> None:
    state = tikal.position(figures={1: {"a2": (0, 1)}})
    route = tikal.route(state, "W", "a2", "b1")
    assert route is not None
    reached = after(state, *map(str, route))
    assert reached["b1"].figures[1] == (0, 1)
    assert state.ap - reached.ap == tikal.path_cost(state, "a2", "b1") == 4
    assert tikal.route(state, "W", "a2", "a2") == ()
    assert tikal.route(state, "W", "a2", "h5") is None


@pytest.mark.parametrize("policy", [tikal.random_policy, tikal.sensible_policy])
def test_the_same_seed_gives_the_same_game(policy: tikal.Policy) -> None:
    games = [tikal.play(tikal.new_game(3), policy, seed=11) for _ in range(2)]
    assert games[0] == games[1]
    assert games[0] != tikal.play(tikal.new_game(3), policy, seed=12)


def test_a_game_can_be_played_in_part() -> None:
    replay = tikal.play(tikal.new_game(3), tikal.random_policy, seed=11, limit=10)
    assert len(replay.steps) == 10
    assert replay.state.phase != "over"


def test_a_policy_that_cheats_is_caught() -> None:
    with pytest.raises(tikal.IllegalMove):
        tikal.play(tikal.new_game(2), lambda _state, _moves, _rng: tikal.Bid(1), seed=1)


def test_scores_can_be_members_of_a_set() -> None:
    state = tikal.position(figures={1: {"a2": (0, 1)}}, treasures={}, values={"a2": 3})
    mine, again, other = tikal.score(state, 1), tikal.score(state, 1), tikal.score(state, 2)
    assert (mine.temples, mine.total, other.total) == ({"a2": 3}, 3, 0)
    assert {mine, again, other} == {mine, other}


def test_a_score_lists_its_temples_in_the_order_of_the_cells() -> None:
    where = {"b4": (0, 1), "a2": (0, 1), "b1": (0, 1)}
    state = tikal.position(tiles={"b3": ("A3", 3), "b4": ("A1", 0)}, figures={1: where})
    assert list(tikal.score(state, 1).temples) == ["a2", "b1", "b4"]


def test_a_score_lists_the_kinds_of_treasures_that_are_owned_and_no_others() -> None:
    taken = {1: {7: 1, 2: 2}, 2: {2: 1}}
    state = tikal.position(
        tiles={"b3": ("A2", 1)}, tokens={"b3": 0}, treasures=taken, figures={1: {"a1": (0, 1)}}
    )
    assert tikal.score(state, 1).treasures == {2: 3, 7: 1}
    assert tikal.score(state, 2).treasures == {2: 1}
