"""The cheapest ways to make a move legal, found by trying everything: slow, and hard to get wrong.

Every legal move is made in every order, in all the worlds that chance may lead to; nothing is left
out but positions that have been reached at no more cost before.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count

import tikal
from tikal import State
from tikal.moves import EndTurn, Move

Worlds = tuple[State, ...]
#: Action points and number of moves.
Cost = tuple[int, int]


class TooMany(Exception):
    """There are more positions than anybody wants to try."""


def revealed(worlds: Worlds) -> Worlds:
    """The worlds after every outcome of a reveal that is due."""
    if worlds[0].phase != "reveal":
        return worlds
    outcomes = [tikal.apply(world, m) for world in worlds for m in tikal.legal_moves(world)]
    return tuple(sorted(set(outcomes), key=outcomes.index))


def least_cost(state: State, move: Move, most: int = 20_000) -> Cost | None:
    """The price of the cheapest way within this action phase, None if there is none."""
    start, order, tried = (state,), count(), set()
    queue: list[tuple[Cost, int, Worlds]] = [((0, 0), next(order), start)]
    while queue:
        cost, _, worlds = heappop(queue)
        if all(tikal.is_legal(world, move) for world in worlds):
            return cost
        if worlds[0].phase == "reveal":
            worlds = revealed(worlds)
            if all(tikal.is_legal(world, move) for world in worlds):
                return cost
        if worlds in tried:
            continue
        tried.add(worlds)
        if len(tried) > most:
            raise TooMany
        for next_move in tikal.legal_moves(worlds[0]):
            if isinstance(next_move, EndTurn):
                continue
            if not all(tikal.is_legal(world, next_move) for world in worlds):
                continue
            after = tuple(tikal.apply(world, next_move) for world in worlds)
            spent = cost[0] + worlds[0].ap - after[0].ap
            heappush(queue, ((spent, cost[1] + 1), next(order), after))
    return None
