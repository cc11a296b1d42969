"""Single moves of a game to ask about: forbidden ones that break one clause, and legal ones.

Without both, nothing is shown of a clause.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from attrs import frozen

import tikal
from tikal.conformance.fuzzing.candidates import KINDS, candidates
from tikal.conformance.protocol.engine_info import EngineInfo
from tikal.conformance.referee.forbidding import forbidding
from tikal.dice import pick
from tikal.moves import Move
from tikal.state import State

#: In a game, this many forbidden moves are tried, each way of being forbidden once before any is
#: tried again, and at most this often.
PROBES: Final = 60
PROBES_OF_A_KEY: Final = 3
#: Legal moves of each kind that are asked about in a game.
LEGAL_OF_A_KIND: Final = 3
#: Candidates of a class that are tried in a position.
CANDIDATES: Final = 40


@frozen
class Probe:
    """A move to ask about, and where."""

    #: The index of the position.
    place: int
    move: Move
    #: The clauses that the verdict is about: the one that forbids the move, or all that could.
    clauses: tuple[str, ...]
    #: The key of the refusal; empty for a legal move.
    key: str = ""


class Chooser:
    """Chooses probes: those ways of being forbidden first that were chosen least."""

    def __init__(self, engine: EngineInfo) -> None:
        self._engine = engine
        self._chosen: Counter[str] = Counter()

    def forbidden(
        self, states: Sequence[State], rng: random.Random, most: int = PROBES
    ) -> Iterator[Probe]:
        """Moves that break one clause each, with a limit on their number."""
        if not _gives_verdicts(self._engine):
            return
        open_: dict[str, list[Probe]] = {}
        for place, state in enumerate(states):
            for move in _candidates(state, rng):
                if not self._engine.takes(state, move):
                    continue
                broken = tikal.check(state, move)
                if len(broken) == 1:
                    [only] = broken
                    probe = Probe(place, move, (only.clause,), only.key)
                    open_.setdefault(only.key, []).append(probe)
        keys = sorted(open_, key=lambda key: (self._chosen[key], key))
        turns = [key for _ in range(PROBES_OF_A_KEY) for key in keys][:most]
        self._chosen.update(turns)
        yield from dict.fromkeys(pick(rng, open_[key]) for key in turns)

    def legal(self, states: Sequence[State], rng: random.Random) -> Iterator[Probe]:
        """Some legal moves of each kind that a clause can forbid."""
        if not _gives_verdicts(self._engine):
            return
        open_: dict[type[Move], list[Probe]] = {}
        for place, state in enumerate(states):
            for move in tikal.legal_moves(state):
                clauses = forbidding(type(move))
                if clauses and self._engine.takes(state, move):
                    open_.setdefault(type(move), []).append(Probe(place, move, clauses))
        for found in open_.values():
            yield from dict.fromkeys(pick(rng, found) for _ in range(LEGAL_OF_A_KIND))


def _gives_verdicts(engine: EngineInfo) -> bool:
    return bool({"check", "apply"} & {*engine.asks})


def _candidates(state: State, rng: random.Random) -> Iterator[Move]:
    for kind in KINDS:
        every = list(candidates(state, kind))
        yield from (every if len(every) <= CANDIDATES else rng.sample(every, CANDIDATES))
