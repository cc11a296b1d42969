"""Camps: deploying figures, secret paths between camps, founding camps."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Final

from tikal._support.evolve import evolve
from tikal.components import BOX
from tikal.fields import FIGURES, Figure
from tikal.grid import CELL_INDEX, CELLS
from tikal.moves import Deploy, EstablishCamp, Transfer, every
from tikal.parts import IN_SUPPLY, Expedition
from tikal.rules.actions import after_action, within_the_budget
from tikal.rules.queries import camp_cells, mover, with_entry
from tikal.rules.rule import Fault, Rule, demanded_by, fault
from tikal.rules.walking import go
from tikal.state import State, camp_owner

_CAMPS: Final = tuple(every(EstablishCamp))


def foreign_owner(state: State, cell: int) -> int | None:
    """The seat of another player who owns the camp on a cell."""
    owner = camp_owner(state, cell)
    return None if owner == state.turn.active else owner


def _foreign_camp(state: State, name: str, key: str) -> Fault:
    owner = foreign_owner(state, CELL_INDEX[name])
    return None if owner is None else fault(key, cell=name, seat=owner)


# --- deploying ---------------------------------------------------------------------------------


def _in_supply(who: Expedition) -> tuple[Figure, ...]:
    """The figures that the supply still holds, the leader first."""
    if who.leader == IN_SUPPLY:
        return FIGURES if who.supply else ("L",)
    return ("W",) if who.supply else ()


@demanded_by("DEPLOY-02")
def into_the_base_camp_or_an_own_camp(state: State, move: Deploy) -> Fault:
    """A figure enters in the base camp or in an own camp."""
    cell = CELL_INDEX[move.cell]
    if cell in mover(state).usable_camps() or foreign_owner(state, cell):
        return None
    return fault("DEPLOY-02/no-camp", cell=move.cell)


@demanded_by("DEPLOY-03")
def not_into_a_foreign_camp(state: State, move: Deploy) -> Fault:
    """Another player's camp is closed to one's own figures from the supply."""
    return _foreign_camp(state, move.cell, "DEPLOY-03/foreign-camp")


@demanded_by("DEPLOY-04")
def from_the_supply(state: State, move: Deploy) -> Fault:
    """Only a figure that is still in the supply can be deployed."""
    if move.figure in _in_supply(mover(state)):
        return None
    return fault("DEPLOY-04/none-left", figure=move.figure, need=1, have=0)


DEPLOY: Final[tuple[Rule[State, Deploy], ...]] = (
    within_the_budget,
    into_the_base_camp_or_an_own_camp,
    not_into_a_foreign_camp,
    from_the_supply,
)


def deploys(state: State, who: Expedition, camps: tuple[int, ...]) -> tuple[Deploy, ...]:
    """Every way to bring a figure in, at the usable camps."""
    return _ways_in(_in_supply(who), camps) if state.turn.ap >= Deploy.price else ()


@lru_cache(maxsize=4096)
def _ways_in(figures: tuple[Figure, ...], camps: tuple[int, ...]) -> tuple[Deploy, ...]:
    return tuple(Deploy(figure, CELLS[cell]) for figure in figures for cell in camps)


def deploy(state: State, move: Deploy) -> State:
    """A figure goes from the supply onto the board (DEPLOY-01)."""
    who, cell = mover(state), CELL_INDEX[move.cell]
    if move.figure == "L":
        return after_action(state, move, evolve(who, leader=cell))
    workers = with_entry(who.workers, cell, who.workers[cell] + 1)
    return after_action(state, move, evolve(who, workers=workers, supply=who.supply - 1))


# --- secret paths ------------------------------------------------------------------------------


@demanded_by("C2C-01")
def between_own_camps(state: State, move: Transfer) -> Fault:
    """A secret path leads from the base camp or an own camp to another of these."""
    who = mover(state)
    camps = who.usable_camps()
    origin, target = CELL_INDEX[move.origin], CELL_INDEX[move.target]
    for cell in (origin, target):
        if cell not in camps and not foreign_owner(state, cell):
            return fault("C2C-01/no-camp", cell=CELLS[cell])
    if origin == target:
        return fault("C2C-01/same-camp", cell=move.origin)
    if not who.has_figure(move.figure, origin):
        return fault("C2C-01/no-figure", figure=move.figure, cell=move.origin, need=1, have=0)
    return None


@demanded_by("C2C-02")
def not_to_a_foreign_camp(state: State, move: Transfer) -> Fault:
    """Only its owner can use the way to a camp."""
    return _foreign_camp(state, move.target, "C2C-02/foreign-camp")


@demanded_by("C2C-03")
def not_from_a_foreign_camp(state: State, move: Transfer) -> Fault:
    """A guest in a camp may not use its way."""
    return _foreign_camp(state, move.origin, "C2C-03/foreign-camp")


TRANSFER: Final[tuple[Rule[State, Transfer], ...]] = (
    within_the_budget,
    between_own_camps,
    not_to_a_foreign_camp,
    not_from_a_foreign_camp,
)


def transfers(state: State, who: Expedition, camps: tuple[int, ...]) -> list[Transfer]:
    """Every use of a secret path between the usable camps."""
    if not who.camps or state.turn.ap < Transfer.price:
        return []
    found: list[Transfer] = []
    if who.leader in camps:
        found += _ways_out("L", who.leader, camps)
    for origin in camps:
        if who.workers[origin]:
            found += _ways_out("W", origin, camps)
    return found


@lru_cache(maxsize=4096)
def _ways_out(figure: Figure, origin: int, camps: tuple[int, ...]) -> tuple[Transfer, ...]:
    return tuple(
        Transfer(figure, CELLS[origin], CELLS[target]) for target in camps if target != origin
    )


def transfer(state: State, move: Transfer) -> State:
    """A figure goes from camp to camp."""
    return go(state, move)


# --- founding a camp ---------------------------------------------------------------------------


def camp_grounds(state: State) -> Collection[int]:
    """The explored cells that are sites, or would be without their tokens, ascending."""
    return state.ground.board.campable


def is_camp_site(state: State, cell: int) -> bool:
    """Whether it is a jungle hex, or a treasure hex without tokens (TREASURE-09)."""
    return cell in camp_grounds(state) and not state.ground.tokens[cell]


def camp_sites(state: State) -> list[int]:
    """All cells that `is_camp_site` holds for, ascending."""
    tokens = state.ground.tokens
    return [cell for cell in camp_grounds(state) if not tokens[cell]]


def _is_member_needed(state: State) -> bool:
    return state.table.edition.camp_requires_member


@demanded_by("CAMP-02")
def on_jungle_or_an_emptied_treasure_hex(state: State, move: EstablishCamp) -> Fault:
    """A camp stands in the jungle, or where all treasures are gone."""
    cell = CELL_INDEX[move.cell]
    if is_camp_site(state, cell):
        return None
    if state.ground.tokens[cell]:
        left = state.ground.tokens[cell]
        return fault("CAMP-02/treasure-left", cell=move.cell, need=0, have=left)
    return fault("CAMP-02/wrong-terrain", cell=move.cell)


@demanded_by("CAMP-03")
def a_member_on_the_site(state: State, move: EstablishCamp) -> Fault:
    """An own member stands on the site, if the edition demands it (Q-28)."""
    if not _is_member_needed(state) or mover(state).members(CELL_INDEX[move.cell]):
        return None
    return fault("CAMP-03/no-member", cell=move.cell, edition=state.edition.key, need=1, have=0)


@demanded_by("CAMP-04")
def one_camp_on_a_hex(state: State, move: EstablishCamp) -> Fault:
    """A hex holds one camp, of any player."""
    owner = camp_owner(state, CELL_INDEX[move.cell])
    if owner is None:
        return None
    return fault("CAMP-04/taken", cell=move.cell, seat=owner)


@demanded_by("CAMP-05")
def two_camps_a_player(state: State, _move: EstablishCamp) -> Fault:
    """A player founds at most two camps in a game."""
    founded = len(mover(state).camps)
    if founded < BOX.camps:
        return None
    return fault("CAMP-05/none-left", have=founded)


ESTABLISH_CAMP: Final[tuple[Rule[State, EstablishCamp], ...]] = (
    within_the_budget,
    on_jungle_or_an_emptied_treasure_hex,
    a_member_on_the_site,
    one_camp_on_a_hex,
    two_camps_a_player,
)


def establishments(state: State, who: Expedition) -> list[EstablishCamp]:
    """Every site for a new camp."""
    if state.turn.ap < EstablishCamp.price or len(who.camps) >= BOX.camps:
        return []
    taken, needed = camp_cells(state), _is_member_needed(state)
    found = []
    for cell in camp_sites(state):
        if cell not in taken and (not needed or who.members(cell)):
            found.append(_CAMPS[cell])  # noqa: PERF401 - a loop costs no frame
    return found


def establish_camp(state: State, move: EstablishCamp) -> State:
    """The camp stands, for good, and can be used at once (CAMP-07, CAMP-10)."""
    who = mover(state)
    camps = tuple(sorted((*who.camps, CELL_INDEX[move.cell])))
    return after_action(state, move, evolve(who, camps=camps))
