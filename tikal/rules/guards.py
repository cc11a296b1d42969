"""Placing a guard on a temple."""

from __future__ import annotations

from typing import Final

from tikal._support.evolve import evolve
from tikal.components import BOX
from tikal.fields import FIGURES, Figure
from tikal.grid import CELL_INDEX, CELLS
from tikal.moves import PlaceGuard
from tikal.parts import OUT_OF_PLAY, Expedition
from tikal.rules.actions import after_action, within_the_budget
from tikal.rules.digging import after_guard
from tikal.rules.queries import mover, strengths, with_entry
from tikal.rules.rule import Fault, Rule, demanded_by, fault
from tikal.rules.temples import is_temple
from tikal.state import State, guard_on

_PLACE_GUARDS: Final = tuple({f: PlaceGuard(name, f) for f in FIGURES} for name in CELLS)


def _against_the_strongest_rival(state: State, cell: int) -> tuple[int, int, int]:
    """The strength of the active seat on a hex; the strongest other seat, and its strength."""
    by_seat, active = strengths(state, cell), state.turn.active
    own, by_seat[active - 1] = by_seat[active - 1], -1
    most = max(by_seat)
    return own, by_seat.index(most) + 1, most


@demanded_by("GUARD-02")
def stronger_than_each_other_player(state: State, move: PlaceGuard) -> Fault:
    """On the temple hex the player is stronger than every other player taken singly (Q-57)."""
    cell = CELL_INDEX[move.cell]
    if not is_temple(state, cell):
        return fault("GUARD-02/no-temple", cell=move.cell)
    own, rival, most = _against_the_strongest_rival(state, cell)
    if own > most:
        return None
    if not most:
        return fault("GUARD-02/nobody-there", cell=move.cell, need=1, have=own)
    return fault("GUARD-02/not-strongest", cell=move.cell, seat=rival, need=most + 1, have=own)


@demanded_by("GUARD-04")
def a_figure_from_that_hex(state: State, move: PlaceGuard) -> Fault:
    """The guard is an own figure that stands on the temple hex."""
    cell = CELL_INDEX[move.cell]
    if not is_temple(state, cell) or mover(state).has_figure(move.figure, cell):
        return None
    return fault("GUARD-04/no-figure", figure=move.figure, cell=move.cell, need=1, have=0)


@demanded_by("GUARD-11")
def two_guards_a_player(state: State, _move: PlaceGuard) -> Fault:
    """A player places at most two guards in a game."""
    placed = len(mover(state).guards)
    if placed < BOX.guards:
        return None
    return fault("GUARD-11/none-left", have=placed)


@demanded_by("GUARD-14")
def one_guard_on_a_temple(state: State, move: PlaceGuard) -> Fault:
    """A temple carries one guard, of any player (Q-56)."""
    guard = guard_on(state, CELL_INDEX[move.cell])
    if guard is None:
        return None
    return fault("GUARD-14/guarded", cell=move.cell, seat=guard[0])


PLACE_GUARD: Final[tuple[Rule[State, PlaceGuard], ...]] = (
    within_the_budget,
    stronger_than_each_other_player,
    a_figure_from_that_hex,
    two_guards_a_player,
    one_guard_on_a_temple,
)


def guardings(state: State, who: Expedition, temples: list[int]) -> list[PlaceGuard]:
    """Every figure that could become a guard now, at the unguarded temples with own members."""
    if not temples or state.turn.ap < PlaceGuard.price or len(who.guards) >= BOX.guards:
        return []
    found = []
    for cell in temples:
        own, _, most = _against_the_strongest_rival(state, cell)
        if own > most:
            for figure in FIGURES:
                if who.has_figure(figure, cell):
                    found.append(_PLACE_GUARDS[cell][figure])  # noqa: PERF401 - a loop costs no frame
    return found


def place_guard(state: State, move: PlaceGuard) -> State:
    """One figure becomes the guard; all other own figures there leave the game (GUARD-05)."""
    who, cell = mover(state), CELL_INDEX[move.cell]
    guard: Figure = move.figure
    leader_there = who.leader == cell
    removed_leaders = int(leader_there and guard == "W")
    removed_workers = who.workers[cell] - (guard == "W")
    return after_action(
        state,
        move,
        evolve(
            who,
            leader=OUT_OF_PLAY if leader_there else who.leader,
            workers=with_entry(who.workers, cell, 0),
            removed=(who.removed[0] + removed_leaders, who.removed[1] + removed_workers),
            guards=tuple(sorted((*who.guards, (cell, guard)))),
        ),
        after_guard(state.turn.diggers, cell),
    )
