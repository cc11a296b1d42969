"""The base of all faulty engines: this library, with hooks for faults."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import ClassVar, Final, TypeVar

from attrs import evolve

import tikal
from tikal.conformance.adapter import Adapter
from tikal.conformance.fuzzing.candidates import candidates
from tikal.conformance.report import Json
from tikal.engine import TABLE
from tikal.errors import IllegalMove, InvalidArgument
from tikal.moves import EndTurn, Move
from tikal.rules.queries import expeditions_with
from tikal.rules.scoring import winners
from tikal.state import State


class Faulty(Adapter):
    """The rules of this library; a fault overrides one or two of the methods below."""

    #: The clauses that the engine is wrong about.
    clauses: ClassVar[tuple[str, ...]] = ()
    #: The kind of move that it allows where the rules do not.
    allows: ClassVar[type[Move] | None] = None
    #: A clause that it ignores altogether.
    ignores: ClassVar[str] = ""

    # --- what can go wrong ---------------------------------------------------------------------

    def overlooks(self, state: State, move: Move, clause: str) -> bool:
        """Whether the engine overlooks that the move breaks this clause."""
        return clause == self.ignores

    def discount(self, state: State, move: Move) -> int:
        """By how much the engine thinks a move is cheaper than it is."""
        return 0

    def outcome(self, before: State, move: Move, after: State) -> State:
        """The engine's version of the position after a move."""
        return after

    # --- the engine ----------------------------------------------------------------------------

    def check(self, state: State, move: Move, seat: int | None) -> list[str]:
        """The clauses that the engine sees broken."""
        cited = super().check(self._with_discount(state, move), move, seat)
        return [clause for clause in cited if not self.overlooks(state, move, clause)]

    def legal_moves(self, state: State) -> list[Move]:
        """Every move that the engine has nothing against."""
        more = candidates(state, self.allows) if self.allows else ()
        every = dict.fromkeys((*tikal.legal_moves(state), *more))
        return [move for move in every if not self.check(state, move, None)]

    def apply(self, state: State, move: Move) -> State:
        """The next position, in the engine's opinion."""
        if self.check(state, move, None):
            raise IllegalMove(move, state, tikal.check(state, move))
        after = TABLE[type(move)].effect(self._with_discount(state, move), move)
        if state.scoring and isinstance(move, EndTurn):
            after = self._with_own_score(state, after)
        return self.outcome(state, move, after)

    def _with_discount(self, state: State, move: Move) -> State:
        saved = self.discount(state, move)
        return evolve(state, turn=evolve(state.turn, ap=state.ap + saved)) if saved else state

    def _with_own_score(self, before: State, after: State) -> State:
        """The position after a scoring turn, with the points that the engine gives."""
        seat = before.turn.active
        return self._with_points(before, after, self.score(before, seat))

    def _with_points(self, before: State, after: State, earned: int) -> State:
        seat = before.turn.active
        after = with_score(after, seat, before.scores[seat] + earned)
        if after.phase != "over":
            return after
        return evolve(after, course=evolve(after.course, winners=winners(after)))


def with_score(state: State, seat: int, points: int) -> State:
    """The position with another score for one seat."""
    expedition = evolve(state.expeditions[seat - 1], score=points)
    return evolve(state, expeditions=expeditions_with(state, expedition))


def legal_or_illegal(
    engine: Adapter,
) -> Callable[[Mapping[str, Json]], list[dict[str, Json]]]:
    """The answers of an engine that says no more than legal or illegal of a move."""

    def run(case: Mapping[str, Json]) -> list[dict[str, Json]]:
        return [
            {"legal": not answer["clauses"]} if "clauses" in answer else answer
            for answer in engine.run(case)
        ]

    return run


# --- the register ------------------------------------------------------------------------------

#: The engines that are wrong about the rules, by name; the docstring says what is wrong.
FAULTS: Final[dict[str, type[Faulty]]] = {}
Engine = TypeVar("Engine", bound=type[Faulty])


def require_new(name: str, register: Mapping[str, object]) -> None:
    """Refuse a name that is taken: a second engine would silently replace the first."""
    if name in register:
        raise InvalidArgument(f"there is already a faulty engine called {name}")


def register_under(
    known: dict[str, type[Faulty]], clauses: tuple[str, ...]
) -> Callable[[Engine], Engine]:
    """Register an engine that is wrong about some clauses, under the words of its class name."""

    def register(engine: Engine) -> Engine:
        engine.clauses = clauses
        engine.name = re.sub("(?<=.)(?=[A-Z])", "-", engine.__name__).lower()
        require_new(engine.name, known)
        known[engine.name] = engine
        return engine

    return register


def wrong_about(*clauses: str) -> Callable[[Engine], Engine]:
    """Register an engine that is wrong about some clauses."""
    return register_under(FAULTS, clauses)
