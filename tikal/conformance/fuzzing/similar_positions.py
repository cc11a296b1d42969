"""Situations like one in which an engine was wrong, early in games that are played to find them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Final

from attrs import evolve

import tikal
from tikal.conformance.adapter import facts
from tikal.conformance.cases import Case, Question
from tikal.conformance.fuzzing.candidates import KINDS, candidates
from tikal.conformance.report import Json
from tikal.engine import Replay
from tikal.moves import Move, parse_move
from tikal.state import State

#: Situations of one game at most.
MAX_PER_GAME: Final = 12
#: Candidates of a class that are tried in a position.
CANDIDATES: Final = 60


def situations(case: Case, games: Iterable[Replay]) -> Iterator[Case]:
    """The case at such situations in these games, those after the fewest moves first."""
    [question] = case.questions
    found: list[Case] = []
    for game in games:
        places = _places(case, question, game)
        for (number, there), _ in zip(places, range(MAX_PER_GAME), strict=False):
            moves = tuple(str(step.move) for step in game.steps[:number])
            found.append(evolve(case, moves=moves, questions=(there,)))
    yield from sorted(found, key=lambda each: len(each.moves or ()))


def _places(case: Case, question: Question, game: Replay) -> Iterator[tuple[int, Question]]:
    """After how many moves of a game something of the same kind can be asked, and what."""
    if question.ask == "state" and question.then:
        return _states(case, question, game)
    move = parse_move(str(question.about["move"])) if question.ask == "check" else None
    if move is None or question.about.get("seat") is not None:
        return iter(())
    violations = tikal.check(case.state_at(0), move)
    if not violations:
        return _permissions(question, move, game)
    return _refusals(question, move, tuple(each.key for each in violations), game)


def _refusals(
    question: Question, move: Move, keys: tuple[str, ...], game: Replay
) -> Iterator[tuple[int, Question]]:
    """Moves of the kind that break the same clause in the same way."""
    rng = random.Random(1)
    for number, step in enumerate(game.steps, start=1):
        other = same_refusal(step.state, type(move), keys, rng)
        if other is not None:
            yield number, evolve(question, about={"move": str(other)})


def same_refusal(
    state: State, kind: type[Move], keys: tuple[str, ...], rng: random.Random
) -> Move | None:
    """A move of the kind that is refused for these reasons, and for no other."""
    for move in _candidates(state, kind, rng):
        if tuple(each.key for each in tikal.check(state, move)) == keys:
            return move
    return None


def _candidates(state: State, kind: type[Move], rng: random.Random) -> list[Move]:
    every = list(candidates(state, kind)) if kind in KINDS else []
    return every if len(every) <= CANDIDATES else rng.sample(every, CANDIDATES)


def _permissions(question: Question, move: Move, game: Replay) -> Iterator[tuple[int, Question]]:
    """Legal moves of the kind."""
    for number, step in enumerate(game.steps):
        if type(step.move) is type(move) and number:
            yield number, evolve(question, about={"move": str(step.move)})


def _states(case: Case, question: Question, game: Replay) -> Iterator[tuple[int, Question]]:
    """Moves of the kind after which the game stands alike: the phase, scoring, points awarded."""
    last = parse_move(question.then[-1])
    before = case.state_at(-1)
    wanted = _sort_of_change(facts(before), facts(case.state_at(0)))
    steps = game.steps
    for number in range(1, len(steps)):
        if type(steps[number].move) is type(last):
            after = facts(steps[number].state)
            if _sort_of_change(facts(steps[number - 1].state), after) == wanted:
                expect = {key: after[key] for key in question.expect}
                then = (str(steps[number].move),)
                yield number, evolve(question, then=then, expect=expect)


def _sort_of_change(before: dict[str, Json], after: dict[str, Json]) -> tuple[Json, ...]:
    has_scored = before["scores"] != after["scores"]
    return (after["phase"], before["scoring"], after["scoring"], has_scored)
