"""Engines that are wrong about walking: what a step costs, and which way is the cheapest."""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from typing import ClassVar, TypeAlias

from tests.engines.base import Faulty, wrong_about
from tikal.geometry import FACES, Board
from tikal.grid import CELL_INDEX, NEIGHBOURS, distance, opposite
from tikal.moves import Move, Walk
from tikal.state import State, expedition_of

#: For every cell, what a step to each of its neighbours costs.
Ways: TypeAlias = Mapping[int, Mapping[int, int]]


class Walker(Faulty):
    """Has its own idea of what a step costs."""

    allows = Walk
    #: What the search thinks each cell still to go costs; more than 1 overestimates.
    hurry: ClassVar[int] = 0

    def stones(self, board: Board, origin: int, side: int, target: int) -> int:
        """The engine's price of a step; 0 means that there is none."""
        return board.connection(origin, target)

    def discount(self, state: State, move: Move) -> int:
        if not isinstance(move, Walk):
            return 0
        board, origin, target = state.ground.board, CELL_INDEX[move.origin], CELL_INDEX[move.target]
        if not board.is_explored(origin) or not board.is_explored(target):
            return 0
        for side, other in NEIGHBOURS[origin]:
            if other == target:
                return board.connection(origin, target) - self.stones(board, origin, side, target)
        return 0

    def path_cost(self, state: State, origin: str, target: str, seat: int | None) -> int | None:
        ways = self._ways(state, expedition_of(state, seat).usable_camps() if seat else ())
        return search_cost(ways, CELL_INDEX[origin], CELL_INDEX[target], self.hurry)

    def _ways(self, state: State, linked: Sequence[int]) -> Ways:
        board = state.ground.board
        explored = [cell for cell in range(len(NEIGHBOURS)) if board.is_explored(cell)]
        ways = {cell: dict.fromkeys(linked if cell in linked else (), 1) for cell in explored}
        for cell in explored:
            for side, other in NEIGHBOURS[cell]:
                stones = self.stones(board, cell, side, other) if other in ways else 0
                if stones:
                    ways[cell][other] = min(stones, ways[cell].get(other, stones))
        return ways


def search_cost(ways: Ways, origin: int, target: int, hurry: int) -> int | None:
    """The cost of the way an A* search finds; the cheapest if it is in no hurry."""
    waiting, done = [(0, 0, origin)], set()
    while waiting:
        _, cost, cell = heapq.heappop(waiting)
        if cell == target:
            return cost if cell in ways else None
        if cell in done:
            continue
        done.add(cell)
        for other, price in ways.get(cell, {}).items():
            guess = cost + price + hurry * distance(other, target)
            heapq.heappush(waiting, (guess, cost + price, other))
    return None


def _both_sides(board: Board, origin: int, side: int, target: int) -> tuple[int, int]:
    return FACES[board.tiles[origin]][side], FACES[board.tiles[target]][opposite(side)]


@wrong_about("MOVE-01", "MOVE-03", "PATH-02")
class OnePointAHex(Walker):
    """Walks for 1 AP a hex, however many stones lie there."""

    def stones(self, board: Board, origin: int, side: int, target: int) -> int:
        return min(1, board.connection(origin, target))


@wrong_about("PATH-02", "MOVE-01", "MOVE-03")
class OneSideOfTheStones(Walker):
    """Pays only for the side with more stones, not for both."""

    def stones(self, board: Board, origin: int, side: int, target: int) -> int:
        connected = board.connection(origin, target)
        return max(_both_sides(board, origin, side, target)) if connected else 0


@wrong_about("VOLC-04", "MOVE-06")
class VolcanoesAreEntered(Walker):
    """Walks into a volcano over the stones that face it."""

    def stones(self, board: Board, origin: int, side: int, target: int) -> int:
        return sum(_both_sides(board, origin, side, target))

    def overlooks(self, state: State, move: Move, clause: str) -> bool:
        return clause == "MOVE-06" and self.discount(state, move) < 0


@wrong_about("MOVE-03")
class PathsInAHurry(Walker):
    """Searches ways by a guess that is too high, and so misses the cheapest."""

    hurry = 6
