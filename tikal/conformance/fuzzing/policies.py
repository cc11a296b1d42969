"""Games to play with an engine: at random, with some sense, and towards what is rare.

A directed game prefers some kinds of moves, so that temples are dug three times, camps are shared
and volcanoes lie side by side more often than chance would have it.
"""

from __future__ import annotations

import random
from typing import Final

from tikal.bots.policies import Policy, random_policy, sensible_policy
from tikal.components import BOX
from tikal.conformance.protocol.engine_info import EngineInfo
from tikal.dice import pick
from tikal.grid import CELL_INDEX, NEIGHBOURS
from tikal.moves import Deploy, EndTurn, Move, PlaceTile, Walk, verb_of
from tikal.rules.queries import mover
from tikal.state import State

_VOLCANOES: Final = {tile.id for tile in BOX.tiles if tile.kind == "volcano"}
#: The rate of favoured moves in a directed game, where there are any.
FAVOURED_MOVE_RATE: Final = 0.7
#: A cell at the edge of the board with so few neighbours is easily walled off.
_FEW_NEIGHBOURS: Final = 3


def prefer_verbs(*verbs: str) -> Policy:
    """A policy that prefers some kinds of moves, and otherwise plays with some sense."""

    def policy(state: State, moves: tuple[Move, ...], rng: random.Random) -> Move:
        wanted = [move for move in moves if verb_of(move) in verbs]
        if wanted and rng.random() < FAVOURED_MOVE_RATE:
            return pick(rng, wanted)
        return sensible_policy(state, moves, rng)

    return policy


def crowd_policy(state: State, moves: tuple[Move, ...], rng: random.Random) -> Move:
    """Bring figures together: deploy, and walk to where own members stand already."""
    who = mover(state) if state.active else None
    joining = [
        move
        for move in moves
        if isinstance(move, Walk) and who and who.members(CELL_INDEX[move.target])
    ]
    digging = [move for move in moves if verb_of(move) in ("uncover", "recover")]
    for wanted in (digging, joining, [move for move in moves if isinstance(move, Deploy)]):
        if wanted and rng.random() < FAVOURED_MOVE_RATE:
            return pick(rng, wanted)
    return pick(rng, moves)


def wall_policy(state: State, moves: tuple[Move, ...], rng: random.Random) -> Move:
    """Lay volcanoes beside the corners of the board, and leave the corners free."""
    places = [move for move in moves if isinstance(move, PlaceTile)]
    if not places:
        ending = [move for move in moves if isinstance(move, EndTurn)]
        return pick(rng, ending or moves)
    beside = [move for move in places if _is_beside_a_corner(move.cell)]
    if state.tile in _VOLCANOES:
        return pick(rng, beside or places)
    inside = [move for move in places if move not in beside and not _is_corner(move.cell)]
    near = [move for move in inside if _corner_distance(move.cell) == 2]
    return pick(rng, near or inside or places)


def hoard_policy(state: State, moves: tuple[Move, ...], rng: random.Random) -> Move:
    """Keep the leader back until every worker stands on the board."""
    workers = [move for move in moves if isinstance(move, Deploy) and move.figure == "W"]
    others = [move for move in moves if not isinstance(move, Deploy)]
    return pick(rng, workers or others or moves)


def _is_corner(cell: str) -> bool:
    return len(NEIGHBOURS[CELL_INDEX[cell]]) <= _FEW_NEIGHBOURS - 1


def _corner_distance(cell: str) -> int:
    around = [other for _, other in NEIGHBOURS[CELL_INDEX[cell]]]
    if any(len(NEIGHBOURS[other]) < _FEW_NEIGHBOURS for other in around):
        return 1
    further = [o for other in around for _, o in NEIGHBOURS[other]]
    return 2 if any(len(NEIGHBOURS[other]) < _FEW_NEIGHBOURS for other in further) else 3


def _is_beside_a_corner(cell: str) -> bool:
    return _corner_distance(cell) == 1


#: The policies in turn, by name.
DIRECTIONS: Final[dict[str, Policy]] = {
    "with some sense": sensible_policy,
    "crowding": crowd_policy,
    "at random": random_policy,
    "for treasures": prefer_verbs("recover", "exchange"),
    "for camps": prefer_verbs("camp", "transfer"),
    "for guards": prefer_verbs("guard", "uncover"),
    "walling": wall_policy,
    "leader last": hoard_policy,
}


def restricted_to(engine: EngineInfo, policy: Policy) -> Policy:
    """The policy, with only those moves that the engine knows and can make as they are.

    An engine that is asked about positions alone makes none of them.
    """
    if not engine.can_follow_games:
        return policy

    def limited(state: State, moves: tuple[Move, ...], rng: random.Random) -> Move:
        known = [move for move in moves if engine.takes(state, move)]
        return policy(state, tuple(known) or moves, rng)

    return limited
