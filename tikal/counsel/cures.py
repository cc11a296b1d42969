"""Which refusals an action can cure within an action phase, and what that costs at the least.

Within a phase action points only go down, the board lies as it lies, other players' pieces do not
move, and nothing that has been taken, placed or founded comes back. So most refusals are final for
the phase. What can change is where the own figures stand, that a camp is founded, and that a
treasure hex is emptied. `CURES` says which refusals that can cure; no other can be cured.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from heapq import heappop, heappush
from typing import Final, TypeAlias

from attrs import Factory, frozen

from tikal.components import BOX
from tikal.engine import check
from tikal.errors import Violation
from tikal.geometry import CELL_INDEX, CELLS, Board
from tikal.moves import FIGURES, PRICES, Deploy, EstablishCamp, Figure, Move, Recover, Transfer
from tikal.rules.actions import price
from tikal.rules.queries import mover
from tikal.state import IN_SUPPLY, Expedition, State

#: More than anybody can pay: what cannot be cured costs this.
NEVER: Final = 1_000
#: What a figure costs at least to get somewhere by way of a camp that is founded for it.
_BY_A_NEW_CAMP: Final = PRICES[EstablishCamp] + min(PRICES[Deploy], PRICES[Transfer])
_Distances: TypeAlias = list[int]


@frozen
class Costs:
    """What it costs at the least to make a move legal; remembers distances between cells."""

    _distances: dict[tuple[Board, tuple[int, ...], tuple[int, ...]], _Distances] = Factory(dict)

    def to_make_legal(self, state: State, move: Move) -> int:
        """A lower bound on the AP of any way after which the move is legal, 0 if it is now.

        `NEVER` if no way is left, also because the move could not be paid for afterwards.
        """
        need = 0
        for violation in check(state, move):
            cure = CURES.get(violation.key)
            if cure is None:
                return NEVER
            need = max(need, cure(self, state, violation))
        return NEVER if need + price(state, move) > state.turn.ap else need

    def distances(self, state: State, targets: tuple[int, ...]) -> _Distances:
        """For every cell the AP of the cheapest way from there to one of the targets."""
        camps = mover(state).usable_camps()
        key = state.ground.board, camps, targets
        if key not in self._distances:
            self._distances[key] = _distances(state.ground.board, camps, targets)
        return self._distances[key]

    def of_arrivals(self, state: State, cell: int, figure: Figure) -> list[int]:
        """What each own figure of a kind elsewhere would cost on a cell, the cheapest first."""
        who, away = mover(state), self.distances(state, (cell,))
        entry = PRICES[Deploy] + min(away[camp] for camp in who.usable_camps())
        if figure == "L":
            if who.leader == IN_SUPPLY:
                return [entry]
            return [away[who.leader]] if who.leader >= 0 and who.leader != cell else []
        costs = [entry] * who.supply
        for origin, workers in enumerate(who.workers):
            if workers and origin != cell:
                costs += [away[origin]] * workers
        return sorted(costs)


def _distances(board: Board, camps: tuple[int, ...], targets: tuple[int, ...]) -> _Distances:
    """Dijkstra's search from the targets, over stones and secret paths; both lead both ways."""
    found = [NEVER] * len(CELLS)
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
                heappush(queue, (cost + PRICES[Transfer], other))
    return found


def may_found_a_camp(who: Expedition) -> bool:
    """Whether a player has a camp left to found."""
    return len(who.camps) < BOX.camps


def _or_by_a_new_camp(state: State, costs: int) -> int:
    return min(costs, _BY_A_NEW_CAMP) if may_found_a_camp(mover(state)) else costs


# --- the cures ---------------------------------------------------------------------------------

#: A lower bound on the AP after which a refusal is gone, in a position.
Cure: TypeAlias = Callable[[Costs, State, Violation], int]


def _cell(violation: Violation) -> int:
    return CELL_INDEX[str(violation.facts["cell"])]


def _a_figure_of_that_kind(costs: Costs, state: State, violation: Violation) -> int:
    figure: Figure = "L" if violation.facts["figure"] == "L" else "W"
    found = costs.of_arrivals(state, _cell(violation), figure)
    return _or_by_a_new_camp(state, found[0] if found else NEVER)


def _one_more_member(costs: Costs, state: State, violation: Violation) -> int:
    cell = _cell(violation)
    found = [cost for figure in FIGURES for cost in costs.of_arrivals(state, cell, figure)[:1]]
    return _or_by_a_new_camp(state, min(found, default=NEVER))


def _more_strength(costs: Costs, state: State, violation: Violation) -> int:
    need, have = violation.facts["need"], violation.facts["have"]
    assert isinstance(need, int)
    assert isinstance(have, int)
    missing, cell = need - have, _cell(violation)
    leader = costs.of_arrivals(state, cell, "L")
    workers = costs.of_arrivals(state, cell, "W")
    bounds = [_sum_of(missing, workers)]
    if leader:
        others = max(0, missing - BOX.leader_strength)
        bounds.append(leader[0] + _sum_of(others, workers))
    return _or_by_a_new_camp(state, min(bounds))


def _sum_of(number: int, costs: list[int]) -> int:
    return sum(costs[:number]) if len(costs) >= number else NEVER


def _a_camp(costs: Costs, state: State, violation: Violation) -> int:
    founding = EstablishCamp(str(violation.facts["cell"]))
    return PRICES[EstablishCamp] + costs.to_make_legal(state, founding)


def _no_treasure_left(_costs: Costs, _state: State, violation: Violation) -> int:
    left = violation.facts["have"]
    assert isinstance(left, int)
    return PRICES[Recover] * left


#: By the key of a refusal. Exchanges have their own search, and moves of another phase none.
CURES: Final[Mapping[str, Cure]] = {
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
