"""Which refusals an action can cure within an action phase, and what that costs at the least.

Within a phase action points only go down, the board lies as it lies, other players' pieces do not
move, and nothing that has been taken, placed or founded comes back. So most refusals are final for
the phase. What can change is where the own figures stand, that a camp is founded, and that a
treasure hex is emptied. `BOUND_BY_KEY` says which refusals that can cure; no other can be cured.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from heapq import heappop, heappush
from typing import Final, TypeAlias

from attrs import Factory, frozen

from tikal.components import BOX
from tikal.engine import check
from tikal.errors import Violation
from tikal.fields import FIGURES, Figure
from tikal.geometry import Board
from tikal.grid import CELL_INDEX, CELLS
from tikal.moves import Deploy, EstablishCamp, Move, Recover, Transfer
from tikal.parts import IN_SUPPLY, Expedition
from tikal.rules.actions import price
from tikal.rules.camps import camp_grounds
from tikal.rules.queries import mover
from tikal.state import State

#: More than anybody can pay: what cannot be cured costs this.
UNREACHABLE: Final = 1_000
#: The lowest price to bring a figure by a camp that is founded for it.
_BY_A_NEW_CAMP: Final = EstablishCamp.price + min(Deploy.price, Transfer.price)
_Distances: TypeAlias = list[int]


@frozen
class LowerBounds:
    """Lower bounds of the price to make a move legal; caches distances between cells."""

    _distances: dict[tuple[Board, tuple[int, ...], tuple[int, ...]], _Distances] = Factory(dict)

    def to_make_legal(self, state: State, move: Move) -> int:
        """A lower bound on the AP of any way after which the move is legal, 0 if it is now.

        `UNREACHABLE` if no way is left, also because the move could not be paid for afterwards.
        """
        need = 0
        for violation in check(state, move):
            cure = BOUND_BY_KEY.get(violation.key)
            if cure is None:
                return UNREACHABLE
            need = max(need, cure(self, state, move, violation))
        cost = price(state, move)
        if need and not cost:
            return UNREACHABLE  # a walk to where no stones lead
        return UNREACHABLE if need + cost > state.turn.ap else need

    def distances(self, state: State, targets: tuple[int, ...]) -> _Distances:
        """For every cell the AP of the cheapest way from there to one of the targets."""
        camps = mover(state).usable_camps()
        key = state.ground.board, camps, targets
        if key not in self._distances:
            self._distances[key] = _distances(state.ground.board, camps, targets)
        return self._distances[key]

    def of_arrivals(self, state: State, cell: int, figure: Figure) -> list[int]:
        """The prices to bring each other own figure of a kind to a cell, the cheapest first."""
        who, away = mover(state), self.distances(state, (cell,))
        entry = Deploy.price + min(away[camp] for camp in who.usable_camps())
        if figure == "L":
            if who.leader == IN_SUPPLY:
                return [entry]
            return [away[who.leader]] if who.leader >= 0 and who.leader != cell else []
        costs = [entry] * who.supply
        for origin, workers in enumerate(who.workers):
            if workers and origin != cell:
                costs += [away[origin]] * workers
        return sorted(costs)

    def of_one(self, state: State, cell: int, figures: tuple[Figure, ...]) -> int:
        """A lower bound of the price to bring one figure of these kinds."""
        found = [cost for figure in figures for cost in self.of_arrivals(state, cell, figure)[:1]]
        return min(*found, self.by_a_new_camp(state, cell)) if found else UNREACHABLE

    def by_a_new_camp(self, state: State, cell: int) -> int:
        """A lower bound of the price of arrivals by a new camp."""
        if not may_found_a_camp(mover(state)):
            return UNREACHABLE
        away = self.distances(state, (cell,))
        nearest = min((away[site] for site in camp_grounds(state)), default=UNREACHABLE)
        return _BY_A_NEW_CAMP + nearest


def _distances(board: Board, camps: tuple[int, ...], targets: tuple[int, ...]) -> _Distances:
    """Dijkstra's search from the targets, over stones and secret paths; both lead both ways."""
    found = [UNREACHABLE] * len(CELLS)
    queue = [(0, cell) for cell in targets]
    while queue:
        cost, cell = heappop(queue)
        if cost >= found[cell]:
            continue
        found[cell] = cost
        for other, stones in board.steps[cell]:
            heappush(queue, (cost + stones, other))
        if cell in camps:
            for other in camps:
                heappush(queue, (cost + Transfer.price, other))
    return found


def may_found_a_camp(who: Expedition) -> bool:
    """Whether a player has a camp left to found."""
    return len(who.camps) < BOX.camps


# --- the cures ---------------------------------------------------------------------------------

#: A lower bound on the AP after which a refusal of a move is gone, in a position.
Cure: TypeAlias = Callable[[LowerBounds, State, Move, Violation], int]


def _cell(violation: Violation) -> int:
    return CELL_INDEX[str(violation.facts["cell"])]


def _a_figure_of_that_kind(
    costs: LowerBounds, state: State, _move: Move, violation: Violation
) -> int:
    figure: Figure = "L" if violation.facts["figure"] == "L" else "W"
    return costs.of_one(state, _cell(violation), (figure,))


def _one_more_member(costs: LowerBounds, state: State, _move: Move, violation: Violation) -> int:
    return costs.of_one(state, _cell(violation), FIGURES)


def _more_strength(costs: LowerBounds, state: State, _move: Move, violation: Violation) -> int:
    need, have = violation.facts["need"], violation.facts["have"]
    assert isinstance(need, int)
    assert isinstance(have, int)
    missing, cell = need - have, _cell(violation)
    leader = costs.of_arrivals(state, cell, "L")
    workers = costs.of_arrivals(state, cell, "W")
    bounds = []
    if len(workers) >= missing:
        bounds.append(sum(workers[:missing]))
    others = max(0, missing - BOX.leader_strength)
    if leader and len(workers) >= others:
        bounds.append(leader[0] + sum(workers[:others]))
    return min(min(bounds), costs.by_a_new_camp(state, cell)) if bounds else UNREACHABLE


def _a_camp(costs: LowerBounds, state: State, move: Move, violation: Violation) -> int:
    if isinstance(move, Transfer):
        return _a_secret_path(costs, state, move)
    founding = EstablishCamp(str(violation.facts["cell"]))
    return EstablishCamp.price + costs.to_make_legal(state, founding)


def _a_secret_path(costs: LowerBounds, state: State, move: Transfer) -> int:
    """Camps at both ends, and the figure at the beginning."""
    if move.origin == move.target:
        return UNREACHABLE
    camps, origin = mover(state).usable_camps(), CELL_INDEX[move.origin]
    missing = [name for name in (move.origin, move.target) if CELL_INDEX[name] not in camps]
    needs = [costs.to_make_legal(state, EstablishCamp(name)) for name in missing]
    if not mover(state).has_figure(move.figure, origin):
        needs.append(costs.of_one(state, origin, (move.figure,)))
    return EstablishCamp.price * len(missing) + max(needs)


def _no_treasure_left(_costs: LowerBounds, _state: State, _move: Move, violation: Violation) -> int:
    left = violation.facts["have"]
    assert isinstance(left, int)
    return Recover.price * left


#: By the key of a refusal. Exchanges have their own search, and moves of another phase none.
BOUND_BY_KEY: Final[Mapping[str, Cure]] = {
    "MOVE-01/no-figure": _a_figure_of_that_kind,
    "C2C-01/no-figure": _a_figure_of_that_kind,
    "GUARD-04/no-figure": _a_figure_of_that_kind,
    "TEMPLE-01/no-member": _one_more_member,
    "TEMPLE-03/too-few-members": _one_more_member,
    "TEMPLE-03/same-member": _one_more_member,
    "TREASURE-01/no-member": _one_more_member,
    "TREASURE-03/too-few-members": _one_more_member,
    "TREASURE-03/same-member": _one_more_member,
    "CAMP-03/no-member": _one_more_member,
    "GUARD-02/nobody-there": _more_strength,
    "GUARD-02/not-strongest": _more_strength,
    "DEPLOY-02/no-camp": _a_camp,
    "C2C-01/no-camp": _a_camp,
    "CAMP-02/treasure-left": _no_treasure_left,
}
