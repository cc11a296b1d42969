"""The score sheet, the position by another edition, equal ways, and where a turn began."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import tikal
from tests.page.asking import game_json, good
from tests.page.test_bridge import has_a_figure
from tikal.testing.strategies import games, states


def as_game(game: tikal.Replay) -> dict[str, Any]:
    return game_json(game.start, [str(step.move) for step in game.steps])


@given(games(), st.data())
def test_the_sheet_adds_up_to_the_scores(game: tikal.Replay, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(game.steps)))
    state = game.steps[at - 1].state if at else game.start
    found = good(ask="sheet", game=as_game(game), at=at)
    for seat, points in state.scores.items():
        name = str(seat)
        scored = [each["seats"][name]["total"] for each in found["rounds"] if name in each["seats"]]
        begun, paid = found["begun"][name], found["paid"].get(name, 0)
        assert begun + sum(scored) - paid == points == found["scores"][name]
        if state.phase != "over":
            expected = tikal.score(state, seat)
            assert found["now"][name] == {
                "total": expected.total,
                "temples": expected.temples,
                "treasures": {str(kind): each for kind, each in expected.treasures.items()},
            }
    assert set(found["now"]) == (set() if state.phase == "over" else set(found["scores"]))
    for each in found["rounds"]:
        for parts in each["seats"].values():
            assert (
                sum(parts["temples"].values()) + sum(parts["treasures"].values())
                == (parts["total"])
            )
    for each in found["rounds"][:-1]:
        assert len(each["seats"]) == state.players


def test_a_scoring_round_that_is_not_over_is_on_the_sheet() -> None:
    position = "players 3; act 1 scoring 2 3 tile B1; a2=3 1W"
    found = good(ask="sheet", game={"start": position, "moves": ["end"]})
    assert [list(each["seats"]) for each in found["rounds"]] == [["1"]]


@given(games(), st.sampled_from(list(tikal.EDITIONS)))
def test_another_edition_takes_the_game_or_the_position(game: tikal.Replay, edition: str) -> None:
    found = good(ask="under", game=as_game(game), edition=edition, picture=False)
    if found["same"] == "nothing":
        assert found["problems"]
        assert found["problems"][0] in found["why"]
        return
    assert found["edition"]["key"] == edition
    assert found["length"] == (len(game.steps) if found["same"] == "game" else 0)
    shown = tikal.parse_position(found["position"])
    assert tikal.problems(shown) == ()
    assert shown.scores == game.state.scores


def test_the_setup_of_a_new_game_is_played_by_another_edition() -> None:
    game = {"start": {"players": 2}, "moves": ["draw A3", "place b3 r1"], "names": ["A", "B"]}
    found = good(ask="under", game=game, edition="legend-classic", at=1)
    assert (found["same"], found["at"], found["length"]) == ("game", 1, 2)
    assert found["game"]["start"]["edition"] == "legend-classic"
    assert found["game"]["names"] == ["A", "B"]


@given(states(where=has_a_figure), st.data())
def test_equal_ways_cost_the_same_and_can_be_walked(
    state: tikal.State, data: st.DataObject
) -> None:
    seat = state.active or 0
    cell = data.draw(st.sampled_from(sorted(state.player(seat).figures)))
    figure = "W" if state.player(seat).figures[cell][1] else "L"
    text = tikal.format_position(state)
    found = good(ask="targets", position=text, figure=figure, **{"from": cell})["targets"]
    for target, each in found.items():
        ways = [[step["move"] for step in way] for way in each["ways"]]
        assert len({tuple(way) for way in ways}) == len(ways)
        if ways:
            assert ways[0] == each["moves"]
        for way, steps in zip(ways, each["ways"], strict=True):
            assert sum(step["price"] for step in steps) == each["price"]
            assert (steps[0]["from"], steps[-1]["to"]) == (cell, target)
            assert (tikal.replay(state, way).refusal is None) is each["legal"]


def test_two_ways_around_a_hex_are_both_offered() -> None:
    position = "act 1 9ap; a1 1W; b3=A2r4"
    found = good(ask="targets", position=position, **{"from": "a1"})["targets"]["b3"]
    assert [[step["to"] for step in way] for way in found["ways"]] == [["b2", "b3"], ["a2", "b3"]]


@given(games(), st.data())
def test_a_turn_begins_with_its_first_move(game: tikal.Replay, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(game.steps)))
    first = good(ask="view", game=as_game(game), at=at, picture=False)["turn_from"]
    steps = game.steps
    if not at:
        assert first == 0
        return
    assert {step.seat for step in steps[first:at]} == {steps[at - 1].seat}
    inside = [step.move for step in steps[first : at - 1]]
    assert not any(isinstance(move, tikal.moves.EndTurn) for move in inside)
    before = steps[first - 1] if first else None
    if before is not None:
        ended = isinstance(before.move, tikal.moves.EndTurn)
        assert ended or before.seat != steps[at - 1].seat
