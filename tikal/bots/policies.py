"""Players for `play`: one that moves at random, and one with some sense."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache
from heapq import heappop, heappush
from typing import Final, TypeAlias

from tikal.components import TILE_INDEX, TILES
from tikal.dice import below, pick, sample
from tikal.engine import Replay, Step, apply, legal_moves
from tikal.errors import InvalidArgument, WrongType, require_int
from tikal.geometry import BASE_CAMP, Board
from tikal.grid import CELL_INDEX, CELLS, distance
from tikal.moves import (
    MOVES,
    Bid,
    Deploy,
    EstablishCamp,
    Exchange,
    Move,
    Pass,
    PlaceGuard,
    Recover,
    Transfer,
    Uncover,
    Walk,
)
from tikal.rules.length import most_moves
from tikal.rules.queries import strengths
from tikal.rules.scoring import TREASURE_POINTS, holders
from tikal.state import State, guard_on, require_state

#: Chooses one of the legal moves. It may draw randomness from `rng` alone.
Policy: TypeAlias = Callable[[State, tuple[Move, ...], random.Random], Move]

_KINDS: Final = frozenset(MOVES)


def play(state: State, policy: Policy, seed: int, limit: int | None = None) -> Replay:
    """Play to the end, or for at most `limit` moves. The same seed gives the same game.

    Every game ends: `tikal.rules.length` has the greatest number of moves. The policy chooses for
    every seat; chance is sampled with its exact probabilities. A policy that chooses an illegal
    move gets `IllegalMove`.
    """
    require_state(state)
    require_int("a seed", seed)
    if limit is None:
        limit = most_moves(state)
    require_int("limit", limit)
    if not callable(policy):
        raise WrongType(
            f"a policy is a function such as random_policy, not {type(policy).__name__}"
        )
    rng, start = random.Random(seed), state
    steps: list[Step] = []
    while state.phase != "over" and len(steps) < limit:
        at_chance = state.to_move is None
        move = sample(state, rng) if at_chance else policy(state, legal_moves(state), rng)
        seat, state = state.active, apply(state, move)
        steps.append(Step(seat, move, state))
    return Replay(state, tuple(steps), start=start)


def _require_moves(state: State, moves: tuple[Move, ...]) -> None:
    require_state(state)
    if not isinstance(moves, tuple | list) or not all(type(move) in _KINDS for move in moves):
        raise WrongType("a policy chooses from moves as tikal.legal_moves lists them")


def random_policy(state: State, moves: tuple[Move, ...], rng: random.Random) -> Move:
    """Every legal move is equally likely."""
    _require_moves(state, moves)
    return pick(rng, moves)


# --- a player with some sense ------------------------------------------------------------------
#
# It walks to where temples and treasures are worth it, digs, holds what it can, and now and then
# does something else: not a strong player, but one whose games show every kind of move.


@lru_cache(maxsize=4096)
def _costs(board: Board, cell: int) -> tuple[tuple[int, int], ...]:
    """The other cells that a figure can walk to, with the action points; without networkx."""
    found = {cell: 0}
    queue = [(0, cell)]
    while queue:
        cost, here = heappop(queue)
        if cost > found[here]:
            continue
        for other, stones in board.steps[here]:
            if other not in found or cost + stones < found[other]:
                found[other] = cost + stones
                heappush(queue, (cost + stones, other))
    del found[cell]
    return tuple(found.items())


class _View:
    """The valuation of a position by one seat; the worth of a figure per cell is computed once."""

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat = state, seat
        self.expedition = state.expeditions[seat - 1]
        self.one_more = [self._appeal(cell, 0) for cell in range(len(CELLS))]
        self.outlooks: dict[tuple[int, bool], int] = {}

    def _appeal(self, cell: int, leaving: int) -> int:
        """The worth of one more figure on a cell, in tenths of a point."""
        state, rivals = self.state, strengths(self.state, cell)
        own = rivals.pop(self.seat - 1) - leaving
        if state.ground.tokens[cell]:
            return 22 if state.ground.tokens[cell] > own else 0
        value = state.ground.values[cell]
        if not value or guard_on(state, cell):
            return 0
        rival = max(rivals)
        if own < 2 and rival < 4:
            return 10 * value
        return 6 * value if rival - 1 <= own <= rival + 1 else value

    def outlook(self, name: str, is_there: bool) -> int:
        """The best that a figure on this cell, or one that comes to it, can hope for."""
        cell = CELL_INDEX[name]
        if (cell, is_there) not in self.outlooks:
            here = self._appeal(cell, 1) if is_there else self.one_more[cell]
            elsewhere = (
                self.one_more[other] - 7 * cost
                for other, cost in _costs(self.state.ground.board, cell)
            )
            self.outlooks[cell, is_there] = max(here, max(elsewhere, default=0))
        return self.outlooks[cell, is_there]

    def worth(self, move: Move) -> int:
        """The value of this move for the seat, in tenths of a point; below 1 it is not made."""
        state, own = self.state, self.expedition
        match move:
            case Uncover(cell):
                value = state.ground.values[CELL_INDEX[cell]]
                return 40 + value if self.seat in holders(state, CELL_INDEX[cell]) else 15
            case Recover():
                return 45
            case Walk(_, origin, target):
                return self.outlook(target, False) - self.outlook(origin, True) - 2
            case Transfer(_, origin, target):
                return self.outlook(target, False) - self.outlook(origin, True)
            case Deploy(figure, cell):
                idle = sum(own.members(camp) for camp in own.usable_camps())
                bonus = 12 if figure == "L" else 8
                return self.outlook(cell, False) // 2 + bonus - 12 * idle
            case PlaceGuard(cell, figure):
                lost = strengths(state, CELL_INDEX[cell])[self.seat - 1] - 1
                value = state.ground.values[CELL_INDEX[cell]]
                return 5 * value - 6 * lost + (4 if figure == "W" else 0) - 18
            case EstablishCamp(cell):
                far = distance(CELL_INDEX[cell], BASE_CAMP)
                return 6 * far - 8 if far > 2 else 0
            case Exchange(give, seat, take):
                theirs = state.expeditions[seat - 1].treasures
                gain = _gain(own.treasures[take - 1]) - _gain(theirs[give - 1])
                return 12 * gain + 4
            case _:
                return 1


def _gain(tokens: int) -> int:
    return TREASURE_POINTS[tokens + 1] - TREASURE_POINTS[tokens]


def _highest_bid(state: State, seat: int) -> int:
    """The highest bid of the seat in an auction: higher for a volcano or a treasure hex."""
    kinds = [TILES[TILE_INDEX[tile]].kind for tile in state.display]
    return 1 + 2 * ("volcano" in kinds) + ("treasure" in kinds) + (state.scores[seat] > 25)


def sensible_policy(state: State, moves: tuple[Move, ...], rng: random.Random) -> Move:
    """Take one of the best moves by a simple estimate, with a little randomness."""
    _require_moves(state, moves)
    seat = state.active
    if seat is None or not moves:
        raise InvalidArgument("there is nothing to choose from")
    if state.phase == "bid":
        limit = _highest_bid(state, seat) + below(rng, 3)
        bids = [move for move in moves if isinstance(move, Bid) and move.points <= limit]
        return bids[0] if bids else Pass()
    if state.phase in ("take", "place"):
        return pick(rng, moves)
    view = _View(state, seat)
    try:
        ranked = [(view.worth(move) + below(rng, 9), move) for move in moves]
    except LookupError:  # an exchange with a seat or kind that does not exist
        raise InvalidArgument("these are not the legal moves of this position") from None
    return max(ranked, key=lambda pair: pair[0])[1]
