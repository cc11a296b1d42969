"""Playing a golden example: every answer of the library is compared with what the file says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

import tikal
from tests.asking.helpers import cited
from tests.golden.examples import Data, Scenario, Step, named
from tikal import geometry
from tikal.components import TILE_INDEX, TILES


def judge(scenario: Scenario) -> None:
    """Play an example; an `AssertionError` says which of its expectations does not hold."""
    state = None
    for number, step in enumerate(scenario.steps, start=1):
        if step.no_game:
            _expect_no_game(scenario.edition, step)
            continue
        start = step.begin.state(scenario.edition) if step.begin else state
        assert start is not None, "an example begins somewhere"
        for move in step.begin.play if step.begin else ():
            start = _made(start, move)
        states = [start]
        for move in step.play:
            states.append(_made(states[-1], move))
        for asked, found, expected in answers(step, states):
            if found != expected:
                place = f"step {number}, after {'; '.join(step.moves) or 'no move'}"
                raise AssertionError(
                    f"{scenario.sentence}\n{place}:\n{asked} is {found}, expected is {expected}\n"
                    f"{states[-1]}"
                )
        state = states[-1]


def _made(state: tikal.State, move: str) -> tikal.State:
    return tikal.apply(state, tikal.parse_move(move))


def _expect_no_game(edition: tikal.Edition, step: Step) -> None:
    assert step.begin is not None
    with pytest.raises(tikal.InvalidArgument) as refused:
        step.begin.state(edition)
    assert refused.value.clause == step.no_game


def answers(step: Step, states: Sequence[tikal.State]) -> Iterator[tuple[str, Data, Data]]:
    """The question of a step, the answer of the library, and the expectation of the file."""
    state = states[-1]
    for fact, values in step.log.items():
        yield f"{fact} in turn", [plain(getattr(s, fact)) for s in states], _wanted(values)
    yield from _verdicts(step, state)
    yield from _lists(step, state)
    for fact, value in step.state.items():
        yield fact, plain(getattr(state, fact)), plain(value)
    for cell, facts in step.hex.items():
        for fact, value in facts.items():
            yield f"{fact} of {cell}", plain(getattr(state[cell], fact)), plain(value)
    for seat, facts in step.player.items():
        for fact, value in facts.items():
            found = getattr(state.player(int(seat)), fact)
            yield f"{fact} of seat {seat}", plain(found), plain(value)
    for seat, facts in step.score.items():
        score = tikal.score(state, int(seat))
        for fact, value in facts.items():
            yield f"{fact} in the score of {seat}", plain(getattr(score, fact)), plain(value)
    yield from _ways(step, state)
    for text, sides in step.stones.items():
        tile, rotation = text.split(" r")
        turned = geometry.rotate(TILES[TILE_INDEX[tile]].stones, int(rotation))
        lying = dict(zip(geometry.SIDES, turned, strict=True))
        yield f"stones of {text}", {side: lying[side] for side in sides}, sides


def _verdicts(step: Step, state: tikal.State) -> Iterator[tuple[str, Data, Data]]:
    every = [*((text, []) for text in step.legal), *step.refused.items()]
    for text, clauses in every:
        seat, move = named(text)
        yield f"check of {text}", cited(state, move, seat), clauses
        parsed = tikal.parse_move(move)
        yield f"is_legal of {text}", tikal.is_legal(state, parsed, seat), not clauses
        if seat is None:
            yield f"{text} among the moves", parsed in tikal.legal_moves(state), not clauses
            yield f"apply of {text}", _is_accepted(state, parsed), not clauses


def _is_accepted(state: tikal.State, move: tikal.Move) -> bool:
    try:
        tikal.apply(state, move)
    except tikal.IllegalMove:
        return False
    return True


def _lists(step: Step, state: tikal.State) -> Iterator[tuple[str, Data, Data]]:
    moves = sorted(str(move) for move in tikal.legal_moves(state))
    if step.legal_moves:
        yield "legal_moves", moves, sorted(step.legal_moves)
    for verb, wanted in step.listed.items():
        yield f"legal {verb}", [m for m in moves if m.split()[0] == verb], sorted(wanted)
    if step.chance:
        yield "chance", [str(move) for move, _ in tikal.chance(state)], step.chance


def _ways(step: Step, state: tikal.State) -> Iterator[tuple[str, Data, Data]]:
    for text, cost in step.path_cost.items():
        seat, way = named(text)
        origin, target = way.split("-")
        yield f"path_cost of {text}", plain(tikal.path_cost(state, origin, target, seat)), cost
    for text, moves in step.route.items():
        seat, walk = named(text)
        figure, way = walk.split()
        origin, target = way.split("-")
        route = tikal.route(state, "L" if figure == "L" else "W", origin, target, seat)
        yield f"route of {text}", [str(move) for move in route or ()], moves
    for text, costs in step.reachable.items():
        origin, ap = text.split(" with ")
        yield f"reachable from {text}", tikal.reachable(state, origin, ap=int(ap)), costs


def plain(value: Data) -> Data:
    """A value as TOML can say it; a table leaves out what is zero."""
    if value is None:
        return "none"
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items() if v not in (0, (0, 0), [0, 0])}
    return [plain(part) for part in value] if isinstance(value, (tuple, list)) else value


def _wanted(values: Sequence[Data]) -> list[Data]:
    return [plain(value) for value in values]
