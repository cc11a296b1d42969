"""Walking: one step to an adjacent hex over stones, and the cheapest way to somewhere."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from tikal import geometry
from tikal._support.evolve import evolve
from tikal.fields import FIGURES, Figure, require_figure
from tikal.grid import CELL_INDEX, CELLS, NEIGHBOURS
from tikal.moves import Transfer, Walk
from tikal.parts import Expedition
from tikal.rules.actions import after_action, within_the_budget
from tikal.rules.digging import after_step
from tikal.rules.queries import mover
from tikal.rules.rule import Fault, Rule, demanded_by, fault
from tikal.state import State, expedition_of, require_state

_ADJACENT: Final = tuple(frozenset(other for _, other in around) for around in NEIGHBOURS)
#: By figure and origin, the walk to every adjacent cell.
_WALKS: Final = {
    figure: tuple(
        {target: Walk(figure, CELLS[origin], CELLS[target]) for target in around}
        for origin, around in enumerate(_ADJACENT)
    )
    for figure in FIGURES
}


@demanded_by("MOVE-01")
def an_own_figure_to_an_adjacent_hex(state: State, move: Walk) -> Fault:
    """An own figure walks from where it stands to an adjacent explored hex."""
    origin, target = CELL_INDEX[move.origin], CELL_INDEX[move.target]
    if not mover(state).has_figure(move.figure, origin):
        return fault("MOVE-01/no-figure", figure=move.figure, cell=move.origin, need=1, have=0)
    if target not in _ADJACENT[origin]:
        return fault("MOVE-01/not-adjacent", origin=move.origin, target=move.target)
    if not state.ground.board.is_explored(target):
        return fault("MOVE-01/not-explored", cell=move.target)
    return None


def _can_stand_side_by_side(state: State, origin: int, target: int) -> bool:
    """Whether both are explored and adjacent, and the origin is not a volcano."""
    board = state.ground.board
    return (
        target in _ADJACENT[origin]
        and board.is_explored(origin)
        and board.is_explored(target)
        and not board.is_volcano(origin)
    )


@demanded_by("MOVE-05")
def over_stones(state: State, move: Walk) -> Fault:
    """Without stones there is no direct step."""
    origin, target = CELL_INDEX[move.origin], CELL_INDEX[move.target]
    board = state.ground.board
    if board.connection(origin, target) or not _can_stand_side_by_side(state, origin, target):
        return None
    if board.is_volcano(target):
        return None
    return fault("MOVE-05/no-stones", origin=move.origin, target=move.target)


@demanded_by("MOVE-06")
def never_into_a_volcano(state: State, move: Walk) -> Fault:
    """No figure enters a volcano, whatever stones point at it."""
    origin, target = CELL_INDEX[move.origin], CELL_INDEX[move.target]
    board = state.ground.board
    if not board.is_volcano(target) or not _can_stand_side_by_side(state, origin, target):
        return None
    return fault("MOVE-06/volcano", cell=move.target)


WALK: Final[tuple[Rule[State, Walk], ...]] = (
    within_the_budget,
    an_own_figure_to_an_adjacent_hex,
    over_stones,
    never_into_a_volcano,
)


def walks(state: State, who: Expedition, cells: list[int]) -> list[Walk]:
    """Every single step that can be paid for, from the cells with own members."""
    steps, ap, workers = state.ground.board.steps, state.turn.ap, who.workers
    found = []
    if who.leader >= 0:
        moves = _WALKS["L"][who.leader]
        for target, stones in steps[who.leader]:
            if stones <= ap:
                found.append(moves[target])
    for origin in cells:
        if workers[origin]:
            moves = _WALKS["W"][origin]
            for target, stones in steps[origin]:
                if stones <= ap:
                    found.append(moves[target])
    return found


def move_figure(who: Expedition, figure: Figure, origin: int, target: int) -> Expedition:
    """The expedition with one figure on another cell."""
    if figure == "L":
        return evolve(who, leader=target)
    workers = list(who.workers)
    workers[origin] -= 1
    workers[target] += 1
    return evolve(who, workers=tuple(workers))


def go(state: State, move: Walk | Transfer) -> State:
    """The position after a figure has gone from one cell to another."""
    origin, target = CELL_INDEX[move.origin], CELL_INDEX[move.target]
    who = move_figure(mover(state), move.figure, origin, target)
    diggers = state.turn.diggers
    if diggers:
        diggers = after_step(diggers, who, move.figure, origin, target)
    return after_action(state, move, who, diggers)


def walk(state: State, move: Walk) -> State:
    """The figure stands on the next hex."""
    return go(state, move)


# --- the cheapest way --------------------------------------------------------------------------


def _camps(state: State, seat: int | None) -> tuple[str, ...]:
    require_state(state)
    return () if seat is None else tuple(CELLS[c] for c in expedition_of(state, seat).camps)


def path_cost(state: State, a: str, b: str, seat: int | None = None) -> int | None:
    """The AP of the cheapest way between two cells, or None if there is none.

    With a seat also over that seat's secret paths. 0 from a cell to itself.
    """
    camps = _camps(state, seat)
    return geometry.path_cost(state.ground.board, a, b, camps)


def reachable(state: State, origin: str, ap: int, seat: int | None = None) -> dict[str, int]:
    """The cells that a figure can get to for at most `ap` AP, with the cost of each."""
    camps = _camps(state, seat)
    return geometry.reachable(state.ground.board, origin, ap, camps)


def route(
    state: State, figure: Figure, a: str, b: str, seat: int | None = None
) -> tuple[Walk | Transfer, ...] | None:
    """The moves of one cheapest way, ready to apply, or None if there is no way.

    Which of several it is, `tikal.geometry.cheapest_path` says. Where a step on foot and a secret
    path cost the same, the figure walks. The moves are legal if such a figure stands at the start
    and the AP suffice; that is for `check` to say.
    """
    camps = _camps(state, seat)
    require_figure(figure)
    path = geometry.cheapest_path(state.ground.board, a, b, camps)
    if path is None:
        return None
    return tuple(
        Walk(figure, here, there)
        if state.ground.board.connection(CELL_INDEX[here], CELL_INDEX[there]) == 1
        or not (seat and _is_secret_path(state, seat, here, there))
        else Transfer(figure, here, there)
        for here, there in pairwise(path)
    )


def _is_secret_path(state: State, seat: int, a: str, b: str) -> bool:
    linked = expedition_of(state, seat).usable_camps()
    return CELL_INDEX[a] in linked and CELL_INDEX[b] in linked
