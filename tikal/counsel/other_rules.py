"""The same move in the same position, by other editions and other readings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import permutations

from attrs import evolve, field, frozen

from tikal._support.evolve import evolve as fast_evolve
from tikal.counsel.phase_start import diggers_of_phase, starts_of_phase
from tikal.editions import (
    EDITIONS,
    SWITCHES,
    Edition,
    Switch,
    SwitchValue,
    house,
)
from tikal.engine import Refusal, check
from tikal.errors import Violation
from tikal.grid import CELL_INDEX
from tikal.languages import sentence
from tikal.moves import Move, Recover, Uncover
from tikal.parts import OUT_OF_PLAY, Digger
from tikal.rules.digging import needs_another_member, unrecorded_diggers
from tikal.rules.invariants import problems
from tikal.rules.queries import mover
from tikal.state import ACTION_PHASES, State


@frozen
class Verdict:
    """The verdict of an edition on a move."""

    edition: Edition
    #: None where it is unknown; `text` has the reason.
    legal: bool | None
    violations: tuple[Violation, ...] = ()
    #: Why it is unknown: a key of the catalogue `counsel`, and its facts.
    open: str = ""
    facts: Mapping[str, object] = field(factory=dict, hash=False)

    def reason(self, language: str = "en") -> str:
        """Why the verdict is unknown; empty if it is known."""
        return sentence("counsel", self.open, self.facts, language) if self.open else ""


@frozen
class OtherReading:
    """A switch turned to another value, and what becomes of a move then."""

    switch: Switch
    value: SwitchValue
    #: The house edition that plays it, or the printed one.
    edition: Edition
    legal: bool
    violations: tuple[Violation, ...] = ()

    @property
    def rule(self) -> str:
        """The house rule, such as `second_dig=different`."""
        return self.switch.rule(self.value)

    @property
    def meaning(self) -> str:
        """The meaning of the value, as a sentence."""
        return self.switch.meaning(self.value)


@frozen
class MoveCase:
    """A move in a position, by whom, and the moves of the phase so far if they are known."""

    state: State
    move: Move
    seat: int | None
    before: tuple[Move, ...] | None
    #: Possible positions at the start of the phase, if the moves since then are known.
    starts: tuple[State, ...] = ()

    @classmethod
    def of(cls, state: State, move: Move, seat: int | None, before: Sequence[Move]) -> MoveCase:
        """A case; `InvalidArgument` if the moves of the phase do not lead to the position."""
        if not before or state.phase not in ACTION_PHASES:
            return cls(state, move, seat, None)
        return cls(state, move, seat, tuple(before), starts_of_phase(state, before))

    def under(self, edition: Edition, is_surely_possible: bool = False) -> Verdict:
        """The verdict of an edition, None where the position cannot be one of that edition."""
        state = self.state
        turned = fast_evolve(state, table=fast_evolve(state.table, edition=edition))
        if needs_another_member(turned) and not needs_another_member(state):
            return self._by_who_has_dug(turned, is_surely_possible)
        if not needs_another_member(turned) and state.turn.diggers:
            turned = evolve(turned, turn=evolve(state.turn, diggers=()))
        return self._verdict(turned, is_surely_possible)

    def _verdict(self, turned: State, is_surely_possible: bool) -> Verdict:
        found = () if is_surely_possible else problems(turned)
        if found:
            return Verdict(turned.edition, None, (), "open/impossible", {"problem": found[0]})
        violations = check(turned, self.move, self.seat)
        return Verdict(turned.edition, not violations, violations)

    def _by_who_has_dug(self, turned: State, is_surely_possible: bool) -> Verdict:
        """The verdict where the second dig of a hex asks for another member."""
        edition, turn = turned.edition, turned.turn
        known = set[tuple[Digger, ...]]()
        if self.before is None:
            known = set(_possible_diggers(turned, self.move))
        else:
            for found in diggers_of_phase(self.starts, self.before):
                if isinstance(found, Refusal):
                    return Verdict(edition, None, (), "open/not-played", {"move": str(found.move)})
                known.add(found)
        verdicts = [
            self._verdict(evolve(turned, turn=evolve(turn, diggers=diggers)), is_surely_possible)
            for diggers in sorted(known)
        ]
        if len({verdict.legal for verdict in verdicts}) == 1:
            return min(verdicts, key=lambda verdict: len(verdict.violations))  # the certain ones
        return Verdict(edition, None, (), "open/who-has-dug", {"cell": _dug(self.move)})


def _dug(move: Move) -> str | None:
    return move.cell if isinstance(move, Uncover | Recover) else None


def _possible_diggers(state: State, move: Move) -> Iterator[tuple[Digger, ...]]:
    """The possible diggers of hexes dug once, as far as a move can depend on them.

    It matters to a second dig by a single member, who may be the first digger or not.
    """
    worked = state.turn.worked
    once = sorted({cell for cell in worked if worked.count(cell) == 1})
    if not once:
        yield ()
        return
    who, name = mover(state), _dug(move)
    yield tuple(digger for cell in once for digger in unrecorded_diggers(who, cell))
    if name is not None:
        here = CELL_INDEX[name]
        gone: Digger = (here, "W", OUT_OF_PLAY)
        if here in once and who.members(here) == 1:
            others = (d for cell in once if cell != here for d in unrecorded_diggers(who, cell))
            yield tuple(sorted((gone, *others)))


def other_editions(case: MoveCase) -> Iterator[Verdict]:
    """The verdicts of all printed editions but the one that is played."""
    for edition in EDITIONS.values():
        if edition != case.state.edition:
            yield case.under(edition)


def readings_that_flip(case: MoveCase, legal: bool) -> Iterator[OtherReading]:
    """Every other value of one switch with which the verdict is the opposite."""
    for switch, value, edition in other_readings(case.state.edition):
        if case.under(edition, is_surely_possible=True).legal is not (not legal):
            continue
        verdict = case.under(edition)  # slow, because it looks for problems, but rarely needed
        if verdict.legal is not None:
            yield OtherReading(switch, value, edition, verdict.legal, verdict.violations)


@lru_cache(maxsize=64)
def other_readings(edition: Edition) -> tuple[tuple[Switch, SwitchValue, Edition], ...]:
    """Every edition that differs from this one in exactly one switch."""
    return tuple(
        (switch, value, house(edition, **{switch.name: value}))
        for switch in SWITCHES
        for value in _values(switch)
        if value != edition.switches()[switch.name]
    )


def _values(switch: Switch) -> tuple[SwitchValue, ...]:
    if not switch.ranked:
        return tuple(switch.values)
    criteria = [str(criterion) for criterion in switch.values]
    return tuple(
        order for number in range(len(criteria) + 1) for order in permutations(criteria, number)
    )
