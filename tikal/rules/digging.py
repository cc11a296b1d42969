"""Digging twice: the second level or token of a turn (TEMPLE-03, TREASURE-03).

A *dig* is a level uncovered or a token recovered. Where the second dig of a turn asks for another
member (Legend), a position knows where the first digger may be by now: figures of one kind look
alike, so that is a set of kinds and places for each hex dug once. A second dig is legal if some
naming of the figures, consistent with the moves of the turn, leaves a member on the hex who has
not dug there.
"""

from __future__ import annotations

from typing import TypeAlias

from tikal.editions import SecondDig
from tikal.fields import FIGURES, Figure
from tikal.grid import CELL_INDEX
from tikal.parts import OUT_OF_PLAY, Digger, Expedition, Turn
from tikal.rules.queries import mover
from tikal.rules.rule import Fault, fault
from tikal.state import Phase, State, shared_turn

#: For a hex dug once: the kind of figure that may have dug there, and where it is by now.
Diggers: TypeAlias = tuple[Digger, ...]


def _second_dig(state: State) -> SecondDig:
    """The second dig on a hex, by the reading of the edition (Q-37, Q-38)."""
    return state.table.edition.second_dig


def needs_another_member(state: State) -> bool:
    """Whether the second dig of a turn asks for a different member."""
    return _second_dig(state) == "different"


def members_for_the_second_dig(state: State) -> int:
    """The number of own members that the second dig of a turn needs."""
    return 2 if _second_dig(state) == "present" else 1


def may_dig_again(state: State, who: Expedition, cell: int) -> bool:
    """Whether a member present may take the second level or token of a turn.

    Asked of a hex dug once with at least one member present. Every hex is judged by itself: that
    a second dig elsewhere tells who is who could matter only when too few AP are left to dig.
    """
    members = who.members(cell)
    if not needs_another_member(state):
        return members >= members_for_the_second_dig(state)
    if members > 1:
        return True
    alone: Figure = "L" if who.leader == cell else "W"
    return any(
        dug == cell and (kind, place) != (alone, cell) for dug, kind, place in state.turn.diggers
    )


def second_dig_fault(state: State, name: str, too_few: str, same: str) -> Fault:
    """The fault of a second dig on a hex, or None; the keys are those of the clause that asks.

    A hex without members is refused by another clause.
    """
    cell, who = CELL_INDEX[name], mover(state)
    if state.turn.worked.count(cell) != 1 or not who.members(cell):
        return None
    if may_dig_again(state, who, cell):
        return None
    if needs_another_member(state):
        return fault(same, cell=name)
    need = members_for_the_second_dig(state)
    return fault(too_few, cell=name, need=need, have=who.members(cell))


def with_dig(turn: Turn, cell: int, phase: Phase) -> Turn:
    """The turn with one more level or token taken, and what follows upon it."""
    worked = tuple(sorted((*turn.worked, cell)))
    return shared_turn(phase, turn.active, turn.ap, worked, turn.diggers)


def unrecorded_diggers(who: Expedition, cell: int) -> Diggers:
    """The possible diggers of a hex by default: a member there, or a worker who has left."""
    present = tuple((cell, kind, cell) for kind in FIGURES if who.has_figure(kind, cell))
    return present or ((cell, "W", OUT_OF_PLAY),)


def after_dig(state: State, who: Expedition, cell: int) -> Diggers:
    """The diggers after one more level or token of a hex."""
    if not needs_another_member(state):
        return ()
    others = [digger for digger in state.turn.diggers if digger[0] != cell]
    if cell not in state.turn.worked:
        others += [(cell, kind, cell) for kind in FIGURES if who.has_figure(kind, cell)]
    return tuple(sorted(others))


def after_step(
    diggers: Diggers, who: Expedition, figure: Figure, origin: int, target: int
) -> Diggers:
    """The diggers after a figure has gone from one cell to another; `who` is as after the step."""
    found = set(diggers)
    for digger in diggers:
        cell, kind, place = digger
        if (kind, place) == (figure, origin):
            found.add((cell, kind, target))
            if not who.has_figure(figure, origin):
                found.remove(digger)
    return tuple(sorted(found))


def after_guard(diggers: Diggers, cell: int) -> Diggers:
    """The diggers after all own figures on a hex have become a guard or left the game."""
    return tuple(
        sorted(
            {(dug, kind, OUT_OF_PLAY if place == cell else place) for dug, kind, place in diggers}
        )
    )
