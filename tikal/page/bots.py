"""Bots of the page: one with some sense, and tree search in slices.

A search is asked for again and again, each time with more visits, so that other requests are
answered meanwhile and it can be stopped at any time. Its tree is remembered only to spare growing
it anew: a request gets the same answer without it.
"""

from __future__ import annotations

import random
from collections import OrderedDict
from threading import Lock
from typing import Final

from attrs import frozen

from tikal.bots.games import Game
from tikal.bots.levels import BOTS, MAX_VISITS
from tikal.bots.mcts import CURIOSITY, SEED_BITS, Node, by_position, grow, most_visited
from tikal.bots.policies import sensible_policy
from tikal.engine import legal_moves
from tikal.errors import InvalidNotation
from tikal.page.games import place_of
from tikal.page.requests import Answer, Request, unknown_key
from tikal.state import State

#: Trees that are remembered; the one that was not used for longest is dropped.
MAX_TREES: Final = 4


@frozen
class Tree:
    """A search as far as it has grown."""

    root: Node
    rng: random.Random

    @classmethod
    def planted(cls, state: State, seed: int) -> Tree:
        """A new search, the same that `mcts_policy` would begin with this seed."""
        inner = random.Random(seed).getrandbits(SEED_BITS)
        return cls(Node(Game(state)), random.Random(inner))


_trees: OrderedDict[tuple[str, int, int], Tree] = OrderedDict()
_lock: Final = Lock()


def forget_trees() -> None:
    """Drop every tree."""
    with _lock:
        _trees.clear()


def bot(request: Request) -> Answer:
    """The move that a bot would make after some visits, and whether it would think further."""
    game, at = place_of(request)
    name, seed = request.text("bot"), request.number("seed", 0)
    if name not in BOTS:
        raise InvalidNotation(unknown_key(name, "bot", tuple(BOTS)))
    wanted = request.number("visits", MAX_VISITS)
    if wanted < 1:
        raise InvalidNotation(f"visits is a number from 1, not {wanted}")
    state = game.state(at)
    if state.to_move is None:
        raise InvalidNotation("no player is to move here")
    moves, most = legal_moves(state), BOTS[name]
    if most is None or len(moves) == 1:
        chosen = sensible_policy(state, moves, random.Random(seed)) if most is None else moves[0]
        return {"move": str(chosen), "visits": 0, "of": most, "done": True}
    tree = _grown((game.id, at, seed), state, min(wanted, most))
    visits = tree.root.visits
    chosen = most_visited(tree.root, moves)
    return {"move": str(chosen), "visits": visits, "of": most, "done": visits >= most}


def _grown(key: tuple[str, int, int], state: State, visits: int) -> Tree:
    """A search of this size. While it grows it is not remembered: it may be stopped."""
    with _lock:
        tree = _trees.pop(key, None)
    if tree is None or tree.root.visits > visits:
        tree = Tree.planted(state, key[2])
    while tree.root.visits < visits:
        grow(tree.root, by_position, tree.rng, CURIOSITY)
    with _lock:
        _trees[key] = tree
        while len(_trees) > MAX_TREES:
            _trees.popitem(last=False)
    return tree
