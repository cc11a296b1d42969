"""Questions of a game that turn on an effect: an engine that leaves it out answers them otherwise.

They are asked after the move with the effect, or as soon in the game as something turns on it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from attrs import frozen

from tikal.conformance.case import Question
from tikal.conformance.faults import FAULTS, Fault
from tikal.conformance.fuzzing.effect_questions import turned
from tikal.conformance.protocol.engine_info import EngineInfo
from tikal.dice import pick
from tikal.engine import Replay, apply
from tikal.errors import TikalError
from tikal.moves import parse_move
from tikal.state import State

#: Effects that are asked about in a game, the places of each that are tried, and the moves after
#: which a question must turn.
EFFECTS: Final = 40
MAX_PLACES: Final = 4
MAX_LATER: Final = 40


@frozen
class EffectProbe:
    """A question that turns on an effect."""

    fault: Fault
    #: The place of the move with the effect, and that of the last move before the question.
    first: int
    last: int
    question: Question


class EffectChooser:
    """Chooses what to ask: those effects first that were asked about least."""

    def __init__(self, engine: EngineInfo) -> None:
        self._engine = engine
        self._chosen: Counter[str] = Counter()

    def probes(self, start: State, game: Replay, rng: random.Random) -> Iterator[EffectProbe]:
        """A question for each of some effects of a game."""
        asked = 0
        for fault in sorted(FAULTS, key=lambda each: (self._chosen[str(each)], str(each))):
            if asked == EFFECTS:
                return
            found = self._probe(fault, start, game, rng)
            if found is not None:
                self._chosen[str(fault)] += 1
                asked += 1
                yield found

    def _probe(
        self, fault: Fault, start: State, game: Replay, rng: random.Random
    ) -> EffectProbe | None:
        states = (start, *(step.state for step in game.steps))
        places = [
            place
            for place, step in enumerate(game.steps)
            if isinstance(step.move, fault.kinds)
            and fault.after(states[place], step.move, step.state) != step.state
        ]
        for place in rng.sample(places, min(len(places), MAX_PLACES)):
            found = self._at(fault, place, states, game, rng)
            if found is not None:
                return found
        return None

    def _at(
        self, fault: Fault, place: int, states: Sequence[State], game: Replay, rng: random.Random
    ) -> EffectProbe | None:
        """The first question after a place that turns on the effect and can be asked."""
        before = states[place]
        wrong = fault.after(before, game.steps[place].move, states[place + 1])
        for last in range(place, min(place + MAX_LATER, len(game.steps))):
            if last > place:
                try:
                    after = apply(wrong, game.steps[last].move)
                except TikalError:
                    return None  # such an engine refuses the move of the game
                wrong = fault.after(wrong, game.steps[last].move, after)
            right = states[last + 1]
            if wrong == right:
                return None
            questions = [each for each in turned(right, wrong) if self._can_ask(right, each)]
            if questions:
                return EffectProbe(fault, place, last, pick(rng, questions))
        return None

    def _can_ask(self, state: State, question: Question) -> bool:
        """Whether the engine can be asked; the facts of `state` are asked for after every move."""
        if question.ask == "state":
            return False
        if question.ask != "check":
            return question.ask in self._engine.asks
        if (self._engine.tries or self._engine.lists) and "seat" in question.about:
            return False
        move = parse_move(str(question.about["move"]))
        return self._engine.gives_verdicts and self._engine.takes(state, move)
