"""Single moves of a game to ask about: forbidden ones that break one clause, and legal ones.

Without both, nothing is shown of a clause.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import Final

from attrs import frozen

import tikal
from tikal.conformance.fuzzing.candidates import KINDS, candidates
from tikal.conformance.protocol.engine_info import EngineInfo
from tikal.conformance.referee.at_work import clauses_at_work, ways_at_work
from tikal.conformance.referee.forbidding import forbidding
from tikal.conformance.referee.ways import refused_ways
from tikal.dice import pick
from tikal.grid import CELL_INDEX
from tikal.moves import Move, cells_of
from tikal.rules.queries import mover
from tikal.state import State, camp_owner, guard_on

#: In a game, this many forbidden moves are tried, each way of being forbidden once before any is
#: tried again, and at most this often.
PROBES: Final = 60
PROBES_OF_A_WAY: Final = 3
#: Legal moves of each kind that are asked about in a game.
LEGAL_OF_A_KIND: Final = 3
#: In a game, this many situations in which a clause permits something are asked about, and so many
#: forbidden moves are looked at for a rare situation.
SITUATIONS: Final = 40
SORTED: Final = 60
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
    """Chooses probes: those ways of being forbidden and permitted that were chosen least.

    A way hides many situations: each time another one is looked for.
    """

    def __init__(self, engine: EngineInfo) -> None:
        self._engine = engine
        self._chosen: Counter[Hashable] = Counter()

    def forbidden(
        self, states: Sequence[State], rng: random.Random, most: int = PROBES
    ) -> Iterator[Probe]:
        """Moves that break one clause each, with a limit on their number."""
        if not self._engine.gives_verdicts:
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
                    for way in refused_ways(state, move, only):
                        open_.setdefault(way, []).append(probe)
        ways = sorted(open_, key=lambda way: (self._chosen[way], way))
        turns = [way for _ in range(PROBES_OF_A_WAY) for way in ways][:most]
        self._chosen.update(turns)
        yield from dict.fromkeys(self._rarest(open_[way], states, rng) for way in turns)

    def _rarest(
        self, probes: Sequence[Probe], states: Sequence[State], rng: random.Random
    ) -> Probe:
        """One of some probes in a situation of a sort that was chosen least."""
        some = probes if len(probes) <= SORTED else rng.sample(probes, SORTED)
        sorts = {probe: (probe.key, sort_of(states[probe.place], probe.move)) for probe in some}
        least = min(self._chosen[sort] for sort in sorts.values())
        found = pick(rng, [probe for probe in some if self._chosen[sorts[probe]] == least])
        self._chosen[sorts[found]] += 1
        return found

    def legal(self, states: Sequence[State], rng: random.Random) -> Iterator[Probe]:
        """Some legal moves of each kind that a clause can forbid, and of each situation."""
        if not self._engine.gives_verdicts:
            return
        open_: dict[type[Move], list[Probe]] = {}
        situations: dict[str, list[Probe]] = {}
        for place, state in enumerate(states):
            for move in tikal.legal_moves(state):
                clauses = forbidding(type(move)) or clauses_at_work(state, move)
                if clauses and self._engine.takes(state, move):
                    probe = Probe(place, move, clauses)
                    open_.setdefault(type(move), []).append(probe)
                    for id_ in clauses_at_work(state, move):
                        for way in ways_at_work(state, move, id_):
                            situations.setdefault(way, []).append(probe)
        chosen = [pick(rng, found) for found in open_.values() for _ in range(LEGAL_OF_A_KIND)]
        rare = sorted(situations, key=lambda each: (self._chosen[each], each))[:SITUATIONS]
        self._chosen.update(rare)
        yield from dict.fromkeys((*chosen, *(pick(rng, situations[each]) for each in rare)))


def sort_of(state: State, move: Move) -> Hashable:
    """The sort of situation of a move: what is on the hexes that it is about, and in which turn."""
    found: list[Hashable] = [state.scoring]
    who = mover(state) if state.active else None
    for cell in cells_of(move):
        number = CELL_INDEX[cell]
        guard, owner = guard_on(state, number), camp_owner(state, number)
        found += [
            min(who.members(number), 2) if who else 0,
            who is not None and who.leader == number,
            any(each.members(number) for each in state.expeditions if each is not who),
            None if guard is None else guard[0] == state.active,
            None if owner is None else owner == state.active,
        ]
    return tuple(found)


def _candidates(state: State, rng: random.Random) -> Iterator[Move]:
    for kind in KINDS:
        every = list(candidates(state, kind))
        yield from (every if len(every) <= CANDIDATES else rng.sample(every, CANDIDATES))
