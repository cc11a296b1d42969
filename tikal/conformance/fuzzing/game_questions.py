"""The questions about a game that the kit has made: its facts in parts, and single probes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from attrs import evolve

import tikal
from tikal.conformance.adapter import facts
from tikal.conformance.case import Case, Question
from tikal.conformance.fuzzing.effect_probes import EffectChooser, EffectProbe
from tikal.conformance.fuzzing.probes import Chooser, Probe
from tikal.conformance.fuzzing.setups import GameSetup, game_case, verdict_on
from tikal.conformance.protocol.engine_info import EngineInfo
from tikal.editions import read_edition
from tikal.engine import Replay
from tikal.notation.documents import position_to_json
from tikal.state import State

#: A game is asked about in parts of this many moves, each a request of its own.
PART: Final = 40
#: Moves between two requests for the list of legal moves, if the engine can list them.
LIST_EVERY: Final = 3


def opening(setup: GameSetup) -> State:
    """The position in which a game begins."""
    return tikal.new_game(setup.players, read_edition(setup.edition), setup.auction, 1)


class GameQuestions:
    """Makes the cases of a game; what was asked less in other games comes first."""

    def __init__(self, engine: EngineInfo) -> None:
        self.engine = engine
        self.chooser = Chooser(engine)
        self._effects = EffectChooser(engine)

    def cases(
        self, setup: GameSetup, game: Replay, right_until: Callable[[], int]
    ) -> Iterator[tuple[Probe | None, Case]]:
        """Verdicts on single moves, and the game in parts; the facts of a part come first.

        An engine that loads positions gets all verdicts first: they do not depend on the moves.
        Where the engine has left the rules behind, nothing is asked any more: `right_until` is the
        number of moves after which it was still right.
        """
        moves = [str(step.move) for step in game.steps]
        states = [step.state for step in game.steps[:-1]]
        rng = random.Random(setup.seed)
        probes = [*self.chooser.forbidden(states, rng), *self.chooser.legal(states, rng)]
        probes.sort(key=lambda probe: probe.place)  # stable: chosen order within a position
        asked = [(probe, self._probe_case(setup, moves, states, probe)) for probe in probes]
        if self.engine.positions:
            yield from asked
            yield from ((None, case) for case in self._measures(setup, states))
            asked = []
        effects = list(self._effects.probes(opening(setup), game, rng))
        if not self.engine.can_follow_games:
            yield from ((None, self._effect_case(setup, game, effect)) for effect in effects)
            return
        later: list[tuple[int, Probe | None, Case]]
        later = [(probe.place + 1, probe, case) for probe, case in asked if probe is not None]
        later += [(each.last + 1, None, self._effect_case(setup, game, each)) for each in effects]
        later.sort(key=lambda each: each[0])
        for place in range(0, len(moves), PART):
            yield None, self._part(setup, game, place)
            for at, probe, case in later:
                if place <= at < place + PART and at <= right_until():
                    yield probe, case
            if right_until() < place + PART:
                return

    def _effect_case(self, setup: GameSetup, game: Replay, effect: EffectProbe) -> Case:
        """The question about an effect, after the moves of the game."""
        made = [str(step.move) for step in game.steps[: effect.last + 1]]
        case = game_case(setup, made, (effect.question,), (effect.fault.clause,))
        case = evolve(case, origin="effect", fault=effect.fault.does)
        if not self.engine.positions:
            return case
        before = game.steps[effect.first - 1].state if effect.first else opening(setup)
        question = evolve(effect.question, then=tuple(made[effect.first :]))
        return evolve(case, moves=None, position=position_to_json(before), questions=(question,))

    def _probe_case(
        self, setup: GameSetup, moves: Sequence[str], states: Sequence[State], probe: Probe
    ) -> Case:
        """The verdict on a move in its position, or after the moves that lead there."""
        expect = list(probe.clauses) if probe.key else []
        case = game_case(
            setup, moves[: probe.place + 1], (verdict_on(probe.move, expect),), probe.clauses
        )
        if not self.engine.positions:
            return case
        return evolve(case, moves=None, position=position_to_json(states[probe.place]))

    def _measures(self, setup: GameSetup, states: Sequence[State]) -> Iterator[Case]:
        """Scores and lists of moves in some positions, for engines that load them."""
        for state in states[::PART]:
            questions = tuple(self._questions(state, (), 0, ("legal_moves", "score")))
            if questions:
                case = game_case(setup, (), questions, ())
                yield evolve(case, moves=None, position=position_to_json(state))

    def _part(self, setup: GameSetup, game: Replay, place: int) -> Case:
        """Some moves of the game, asked about wherever something can be asked."""
        questions: list[Question] = []
        waiting: tuple[str, ...] = ()
        for number, step in enumerate(game.steps[place : place + PART], start=place):
            waiting += (str(step.move),)
            found = self._questions(step.state, waiting, number)
            questions += found
            waiting = () if found else waiting
        if waiting:  # nothing can be asked but whether the last move can be made
            questions.append(Question("check", [], waiting[:-1], {"move": waiting[-1]}))
        moves = [str(step.move) for step in game.steps[:place]]
        return game_case(setup, moves, tuple(questions), ())

    def _questions(
        self,
        state: State,
        then: tuple[str, ...],
        number: int,
        wanted: tuple[str, ...] = ("state", "position", "legal_moves", "score"),
    ) -> list[Question]:
        """The questions after some moves, if the engine takes any there."""
        asks = {*self.engine.asks} & {*wanted}
        questions: list[Question] = []
        if "state" in asks:
            questions.append(Question("state", facts(state), then))
            then = ()
        if "position" in asks:
            questions.append(Question("position", position_to_json(state), then))
            then = ()
        if "legal_moves" in asks and number % LIST_EVERY == 0:
            legal = [str(each) for each in tikal.legal_moves(state)]
            questions.append(Question("legal_moves", legal, then))
            then = ()
        if "score" in asks and number % PART == 0:
            for seat in state.scores:
                points = tikal.score(state, seat).total
                questions.append(Question("score", points, then, {"seat": seat}))
                then = ()
        return questions
