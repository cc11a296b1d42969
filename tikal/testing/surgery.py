"""Changing one thing in a position, and with it everything that must follow.

Every function keeps the position possible if what it is asked for is possible: no more workers than
there are, no guard where there is one. Figures come from the supply and go back there, floors from
and to the stock. Cells are ints, as in the engine's records.
"""

from __future__ import annotations

from attrs import evolve

from tikal.components import BOX
from tikal.editions import SwitchValue, house
from tikal.fields import Figure
from tikal.parts import IN_SUPPLY, OUT_OF_PLAY, Digger, Expedition
from tikal.rules.digging import needs_another_member, unrecorded_diggers
from tikal.rules.queries import expeditions_with, mover, with_entry
from tikal.state import ACTION_POINTS, MIN_FLOOR, State


def with_ap(state: State, ap: int) -> State:
    """The position with this many action points left."""
    return evolve(state, turn=evolve(state.turn, ap=ap))


def fresh_phase(state: State) -> State:
    """The position as if the action phase had just begun."""
    return evolve(state, turn=evolve(state.turn, ap=ACTION_POINTS, worked=(), diggers=()))


def with_expedition(state: State, who: Expedition) -> State:
    """The position with other records for one seat; a digger who is taken away is nowhere."""
    state = evolve(state, expeditions=expeditions_with(state, who))
    if who.seat != state.turn.active or not state.turn.diggers:
        return state
    diggers: set[Digger] = set()
    for cell, kind, place in state.turn.diggers:
        is_there = who.has_figure(kind, place) or (place == OUT_OF_PLAY and kind == "W")
        diggers.add((cell, kind, place) if is_there else (cell, "W", OUT_OF_PLAY))
    return evolve(state, turn=evolve(state.turn, diggers=tuple(sorted(diggers))))


def with_switches(state: State, **values: SwitchValue) -> State:
    """The same position at a table that plays some points otherwise.

    Who has dug is known where the edition asks for it: one of those on the hex, as in `position`.
    """
    edition = house(state.edition, **values)
    turned = evolve(state, table=evolve(state.table, edition=edition))
    if needs_another_member(turned) == needs_another_member(state):
        return turned
    worked, found = state.turn.worked, list[Digger]()
    if needs_another_member(turned):
        for cell in sorted({cell for cell in worked if worked.count(cell) == 1}):
            found += unrecorded_diggers(mover(state), cell)
    return evolve(turned, turn=evolve(state.turn, diggers=tuple(found)))


def with_workers(state: State, seat: int, cell: int, number: int) -> State:
    """Exactly `number` workers of a seat on a cell, from the supply or else from other cells."""
    who = state.expeditions[seat - 1]
    free = who.supply + who.workers[cell]
    workers = list(with_entry(who.workers, cell, number))
    for other, there in enumerate(who.workers):
        if free < number and other != cell:
            taken = min(there, number - free)
            workers[other] -= taken
            free += taken
    return with_expedition(state, evolve(who, workers=tuple(workers), supply=free - number))


def with_leader(state: State, seat: int, place: int) -> State:
    """The leader on a cell or in the supply; a leader that has left the game stays away."""
    who = state.expeditions[seat - 1]
    if who.leader == OUT_OF_PLAY:
        return state
    return with_expedition(state, evolve(who, leader=place))


def with_figure(state: State, seat: int, figure: Figure, cell: int) -> State:
    """At least one such figure of a seat on a cell."""
    if state.expeditions[seat - 1].has_figure(figure, cell):
        return state
    if figure == "L":
        return with_leader(state, seat, cell)
    return with_workers(state, seat, cell, 1)


def without_members(state: State, seat: int, cell: int) -> State:
    """All figures of a seat on a cell go back to the supply."""
    if state.expeditions[seat - 1].leader == cell:
        state = with_leader(state, seat, IN_SUPPLY)
    return with_workers(state, seat, cell, 0)


def with_camp(state: State, seat: int | None, cell: int) -> State:
    """The camp on a cell belongs to this seat, or there is none; a third one replaces the first."""
    for who in state.expeditions:
        camps = [camp for camp in who.camps if camp != cell]
        if who.seat == seat:
            camps = sorted((*camps[-1:], cell)) if len(camps) == BOX.camps else [*camps, cell]
        state = with_expedition(state, evolve(who, camps=tuple(sorted(camps))))
    return state


def with_guard(state: State, seat: int, cell: int) -> State:
    """The temple on a cell is guarded by a worker of this seat.

    The worker comes from the supply or else from a hex; a third guard replaces the first, which
    goes back to the supply.
    """
    who = state.expeditions[seat - 1]
    if not who.supply:
        crowd = max(range(len(who.workers)), key=who.workers.__getitem__)
        state = with_workers(state, seat, crowd, who.workers[crowd] - 1)
        who = state.expeditions[seat - 1]
    guards = [(place, figure) for place, figure in who.guards if place != cell]
    if len(guards) == BOX.guards:
        guards.remove(next(guard for guard in guards if guard[1] == "W"))
        who = evolve(who, supply=who.supply + 1)
    guards = sorted((*guards, (cell, "W")))
    return with_expedition(state, evolve(who, guards=tuple(guards), supply=who.supply - 1))


def with_values(state: State, values: dict[int, int]) -> State:
    """Temples of these values; all others go back to their first value."""
    new = [tile.value if (tile := state.ground.board.tile(cell)) else 0
           for cell in range(len(state.ground.values))]  # fmt: skip
    floors = list(BOX.floors.values())
    for cell, value in values.items():
        for number in range(new[cell] + 1, value + 1):
            floors[number - MIN_FLOOR] -= 1
        new[cell] = value
    return evolve(
        state,
        ground=evolve(state.ground, values=tuple(new)),
        stock=evolve(state.stock, floors=tuple(floors)),
        turn=evolve(state.turn, worked=(), diggers=()),
    )
