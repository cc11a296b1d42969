"""Monte Carlo tree search with explicit chance nodes, for 2 to 4 players.

Every node knows how everybody fares below it, and a seat goes where it fares best itself (max^n).
Where chance decides, an outcome is drawn with its exact probability and has a node of its own. A
new leaf is judged by an *evaluation*: by default an estimate from the position
(`tikal.bots.evaluation`), or a random game to the end (`by_playout`). The same seed gives the same
move.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from functools import partial
from math import sqrt
from typing import Final, TypeAlias

from tikal._support.wording import brief
from tikal.bots.evaluation import win_chances
from tikal.bots.games import Game, outcome, win_shares
from tikal.bots.levels import ITERATIONS
from tikal.bots.policies import Policy
from tikal.errors import InvalidArgument, require_int
from tikal.moves import Move
from tikal.state import State, require_state

#: Says how everybody fares in a game, by seat, from 0 (lost) to 1 (won).
Evaluation: TypeAlias = Callable[[Game, random.Random], Sequence[float]]

#: The exploration constant of UCT; found by playing.
CURIOSITY: Final = 0.02
SEED_BITS: Final = 64


def by_position(game: Game, _rng: random.Random) -> Sequence[float]:
    """The winning chances of all seats, estimated from the position alone."""
    return win_chances(game.prospects())


def by_playout(game: Game, rng: random.Random) -> Sequence[float]:
    """The result of one random game from here: unbiased, with a large variance."""
    winners = game.rollout(rng.getrandbits(SEED_BITS)).winners
    return _shares(winners, len(game.scores))


def _shares(winners: Sequence[int], players: int) -> list[float]:
    return [share + 1 / players for share in win_shares(winners, players)]


# --- the tree ----------------------------------------------------------------------------------


class Node:
    """A position of the tree, and how everybody fared in the visits to it."""

    __slots__ = ("children", "game", "is_over", "moves", "seat", "totals", "visits")

    def __init__(self, game: Game) -> None:
        self.game = game
        #: The seat that chooses, None where chance does and at the end.
        self.seat = game.to_move
        self.is_over = self.seat is None and game.phase == "over"
        #: The legal moves of the seat, generated on the second visit.
        self.moves: tuple[Move, ...] = ()
        #: Those that were tried, which a seat does in the order of the moves.
        self.children: dict[Move, Node] = {}
        self.visits = 0
        self.totals = [0.0] * len(game.scores)

    def child(self, move: Move) -> Node:
        """The node after a move, made on first use."""
        found = self.children.get(move)
        if found is None:
            game = self.game.copy()
            game.apply(move)
            found = self.children[move] = Node(game)
        return found

    def favourite(self, curiosity: float) -> Node:
        """The node after the move to try next: one that scored well, or was rarely tried."""
        assert self.seat is not None
        self.moves = self.moves or self.game.legal_moves()
        seat, tried, moves = self.seat - 1, self.children, self.moves
        eager = curiosity * sqrt(self.visits) / len(moves)
        best, best_worth = None, -1.0
        for node in tried.values():
            worth = node.totals[seat] / node.visits + eager / (1 + node.visits)
            if worth > best_worth:
                best, best_worth = node, worth
        unknown = self.totals[seat] / self.visits + eager
        if len(tried) < len(moves) and unknown > best_worth:
            return self.child(moves[len(tried)])
        assert best is not None
        return best


def grow(root: Node, evaluate: Evaluation, rng: random.Random, curiosity: float) -> None:
    """One more visit: go down to a new leaf, evaluate it, and update all nodes on the way back."""
    node, path = root, [root]
    while node.visits and not node.is_over:
        if node.seat is None:
            node = node.child(outcome(node.game, rng))
        else:
            node = node.favourite(curiosity)
        path.append(node)
    if node.is_over:
        values: Sequence[float] = _shares(node.game.winners, len(node.totals))
    else:
        values = evaluate(node.game, rng)
    for node in path:
        node.visits += 1
        totals = node.totals
        for seat, value in enumerate(values):
            totals[seat] += value


def search(
    state: State,
    iterations: int = ITERATIONS,
    seed: int = 0,
    evaluate: Evaluation = by_position,
    curiosity: float = CURIOSITY,
    seconds: float | None = None,
) -> Node:
    """A search tree after `iterations` visits; its root is the position.

    With `seconds` it grows until they are over instead, and the same seed may give another tree.
    """
    require_state(state)
    require_int("iterations", iterations)
    require_int("a seed", seed)
    if iterations < 1:
        raise InvalidArgument(f"a search takes 1 iteration or more, not {iterations}")
    root, rng = Node(Game(state)), random.Random(seed)
    if seconds is None:
        for _ in range(iterations):
            grow(root, evaluate, rng, curiosity)
        return root
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds > 0:
        raise InvalidArgument(f"seconds are a number above 0, not {brief(seconds)}")
    end = time.monotonic() + seconds
    while not root.visits or time.monotonic() < end:
        grow(root, evaluate, rng, curiosity)
    return root


# --- a player ----------------------------------------------------------------------------------


def choose(
    state: State,
    moves: tuple[Move, ...],
    rng: random.Random,
    iterations: int = ITERATIONS,
    evaluate: Evaluation = by_position,
    curiosity: float = CURIOSITY,
    seconds: float | None = None,
) -> Move:
    """The move that a search has visited most."""
    if len(moves) == 1:
        return moves[0]
    root = search(state, iterations, rng.getrandbits(SEED_BITS), evaluate, curiosity, seconds)
    return most_visited(root, moves)


def most_visited(root: Node, moves: tuple[Move, ...]) -> Move:
    """The move that a search has visited most; of several the first."""
    visits = {move: node.visits for move, node in root.children.items()}
    return max(moves, key=lambda move: visits.get(move, 0))


def mcts_policy(
    iterations: int = ITERATIONS,
    evaluate: Evaluation = by_position,
    curiosity: float = CURIOSITY,
    seconds: float | None = None,
) -> Policy:
    """A policy for `tikal.play` that searches before each move: by visits, or by time."""
    return partial(
        choose, iterations=iterations, evaluate=evaluate, curiosity=curiosity, seconds=seconds
    )
