"""Deploying, secret paths, founding camps."""

from __future__ import annotations

from hypothesis import strategies as st

from tikal.geometry import BASE_CAMP
from tikal.grid import CELL_INDEX, CELLS
from tikal.moves import Deploy, EstablishCamp, Transfer
from tikal.parts import IN_SUPPLY
from tikal.rules.camps import camp_sites
from tikal.rules.queries import mover
from tikal.state import State, camp_owner
from tikal.testing.pool import one_of
from tikal.testing.recipes.ingredients import (
    Draw,
    Situation,
    active_seat,
    cells,
    has_a_worker,
    has_workers,
    is_acting,
    legal,
    recipe,
    rival,
    same_move,
    same_state,
    spot_where,
)
from tikal.testing.surgery import (
    fresh_phase,
    with_camp,
    with_figure,
    with_leader,
    with_switches,
    with_workers,
    without_members,
)


@recipe("DEPLOY-02")
def deploy_outside_the_camps(draw: Draw) -> tuple[Situation, Situation]:
    """A cell that is neither the base camp nor any player's camp."""
    state, move = legal(draw, Deploy)
    wrong = cells(lambda cell: cell != BASE_CAMP and camp_owner(state, cell) is None)
    return same_state(state, Deploy(move.figure, CELLS[one_of(draw, wrong)]), move)


@recipe("DEPLOY-03")
def deploy_into_a_rivals_camp(draw: Draw) -> tuple[Situation, Situation]:
    """The camp belongs to a rival; in the twin, to the player."""
    state, move = legal(draw, Deploy)
    site = one_of(draw, camp_sites(state))
    move = Deploy(move.figure, CELLS[site])
    return same_move(
        move, with_camp(state, rival(draw, state), site), with_camp(state, active_seat(state), site)
    )


@recipe("DEPLOY-04")
def deploy_from_an_empty_supply(draw: Draw) -> tuple[Situation, Situation]:
    """All figures of the kind are on the board already."""
    state, move = legal(draw, Deploy)
    me = active_seat(state)
    if move.figure == "L":
        return same_move(move, with_leader(state, me, BASE_CAMP), state)
    who = state.expeditions[me - 1]
    return same_move(
        move, with_workers(state, me, BASE_CAMP, who.workers[BASE_CAMP] + who.supply), state
    )


@recipe("C2C-01")
def transfer_to_no_camp(draw: Draw) -> tuple[Situation, Situation]:
    """An end that is not a camp, both ends the same, or no such figure at the start."""
    state, move = legal(draw, Transfer)
    me, origin = active_seat(state), CELL_INDEX[move.origin]
    fault = draw(st.integers(0, 2))
    if fault == 0:
        wrong = cells(lambda cell: cell != BASE_CAMP and camp_owner(state, cell) is None)
        return same_state(
            state, Transfer(move.figure, move.origin, CELLS[one_of(draw, wrong)]), move
        )
    if fault == 1:
        return same_state(state, Transfer(move.figure, move.origin, move.origin), move)
    if move.figure == "L":
        gone = with_leader(state, me, IN_SUPPLY)
    else:
        gone = with_workers(state, me, origin, 0)
    return same_move(move, gone, state)


def _transfer_over_a_rivals_camp(draw: Draw, outward: bool) -> tuple[Situation, Situation]:
    """A transfer between the base camp and a rival's camp, which in the twin is the player's."""
    state, move = legal(draw, Transfer)
    camp = next(CELL_INDEX[c] for c in (move.origin, move.target) if CELL_INDEX[c] != BASE_CAMP)
    ends = (BASE_CAMP, camp) if outward else (camp, BASE_CAMP)
    state = with_figure(state, active_seat(state), move.figure, ends[0])
    taken = with_camp(state, rival(draw, state), camp)
    return same_move(Transfer(move.figure, CELLS[ends[0]], CELLS[ends[1]]), taken, state)


@recipe("C2C-02")
def transfer_to_a_rivals_camp(draw: Draw) -> tuple[Situation, Situation]:
    """To a camp that belongs to a rival."""
    return _transfer_over_a_rivals_camp(draw, outward=True)


@recipe("C2C-03")
def transfer_from_a_rivals_camp(draw: Draw) -> tuple[Situation, Situation]:
    """From a camp that belongs to a rival."""
    return _transfer_over_a_rivals_camp(draw, outward=False)


@recipe("CAMP-02")
def camp_on_the_wrong_ground(draw: Draw) -> tuple[Situation, Situation]:
    """A temple, a treasure hex with tokens, the base camp; a member stands there."""
    state, move = legal(draw, EstablishCamp, has_a_worker)
    board = state.ground.board
    wrong = cells(
        lambda cell: (
            board.is_explored(cell) and not board.is_volcano(cell) and cell not in camp_sites(state)
        )
    )
    cell = one_of(draw, wrong)
    here = with_workers(state, active_seat(state), cell, max(1, mover(state).workers[cell]))
    return Situation(here, EstablishCamp(CELLS[cell])), Situation(state, move)


@recipe("CAMP-03")
def camp_without_a_member(draw: Draw) -> tuple[Situation, Situation]:
    """The edition demands a member, and there is none."""
    state, move = legal(draw, EstablishCamp, has_a_worker)
    state = with_switches(state, camp_requires_member=True)
    me, cell = active_seat(state), CELL_INDEX[move.cell]
    return same_move(move, without_members(state, me, cell), with_workers(state, me, cell, 1))


@recipe("CAMP-04")
def camp_beside_a_camp(draw: Draw) -> tuple[Situation, Situation]:
    """A rival has a camp there already."""
    state, move = legal(draw, EstablishCamp)
    return same_move(move, with_camp(state, rival(draw, state), CELL_INDEX[move.cell]), state)


def _has_three_sites(state: State) -> bool:
    return is_acting(state) and len(camp_sites(state)) >= 3 and has_workers(state, 1)


@recipe("CAMP-05")
def a_third_camp(draw: Draw) -> tuple[Situation, Situation]:
    """Both camps are founded already; in the twin only one."""
    state = fresh_phase(spot_where(draw, _has_three_sites))
    me = active_seat(state)
    new, *others = draw(st.permutations(camp_sites(state)))
    state = with_camp(with_workers(state, me, new, 1), None, new)
    who = state.expeditions[me - 1]
    for camp in who.camps:
        state = with_camp(state, None, camp)
    twin = with_camp(state, me, others[0])
    return same_move(EstablishCamp(CELLS[new]), with_camp(twin, me, others[1]), twin)
