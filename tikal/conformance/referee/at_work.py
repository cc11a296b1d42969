"""The clauses at work in a legal move: what each of them permits, as a question about a position.

`GUARD-12` says that a guarded hex stays open: it is at work in a step onto such a hex, and an
engine that refuses this step but allows others is likely wrong about it. A clause may have several
situations. They follow the texts of the clauses, in the order of the chapters.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final, TypeAlias

from attrs import frozen

import tikal
from tikal.bots.policies import random_policy, sensible_policy
from tikal.components import BOX, TILE_INDEX, TILES
from tikal.dice import pick
from tikal.geometry import BASE_CAMP
from tikal.grid import CELL_INDEX, NEIGHBOURS
from tikal.moves import (
    Bid,
    Deploy,
    DrawTile,
    EndTurn,
    EstablishCamp,
    Exchange,
    Move,
    Pass,
    PlaceGuard,
    PlaceTile,
    Recover,
    TakeTile,
    Transfer,
    Uncover,
    Walk,
    verb_of,
)
from tikal.rules.actions import price
from tikal.rules.auction import least_bid
from tikal.rules.queries import mover, strengths
from tikal.rules.temples import is_temple
from tikal.state import MAX_FLOOR, MIN_FLOOR, State, camp_owner, guard_on

When = Callable[[State, Any], bool]
#: Moves that lead to a cell or happen on one, and those of a figure.
Step: TypeAlias = Walk | Transfer
Here: TypeAlias = Deploy | Uncover | Recover | EstablishCamp | PlaceGuard | PlaceTile
#: Figures of one player on a hex that are a crowd.
CROWD: Final = 4
#: A step of more stones than this has some on both sides, or is a dear one.
MANY_STONES: Final = 3
#: A supply of workers that is nearly spent.
FEW_WORKERS: Final = 3
#: Games for the rates, and the least rate of a situation that they do not have.
_GAMES: Final = 4
_RARE: Final = 0.002


@frozen
class Situation:
    """A situation in which a clause permits a move."""

    clause: str
    kinds: tuple[type[Move], ...]
    when: When


def clauses_at_work(state: State, move: Move) -> tuple[str, ...]:
    """The clauses at work in a legal move."""
    found = (each.clause for each in BY_KIND.get(type(move), ()) if each.when(state, move))
    return tuple(dict.fromkeys(found))


def ways_at_work(state: State, move: Move, clause: str) -> tuple[str, ...]:
    """The ways in which a clause permits a legal move."""
    found = ((way, each) for way, each in ways_to_permit(clause).items() if each[0] is type(move))
    return tuple(way for way, (_, situation) in found if situation.when(state, move))


@cache
def ways_to_permit(clause: str) -> Mapping[str, tuple[type[Move], Situation]]:
    """The ways in which a clause permits a move: each kind of move in each situation."""
    found: dict[str, tuple[type[Move], Situation]] = {}
    for each in SITUATIONS:
        for kind in each.kinds if each.clause == clause else ():
            number = 1 + sum(known is kind for known, _ in found.values())
            found[f"{clause} {verb_of(kind)}" + f" {number}" * (number > 1)] = (kind, each)
    return found


def rated(state: State, move: Move) -> dict[str, float]:
    """The clauses at work in a legal move, each with its rate among moves of the kind."""
    usual = rates().get(verb_of(type(move)), {})
    return {id_: usual.get(id_, _RARE) for id_ in clauses_at_work(state, move)}


@cache
def rates() -> Mapping[str, Mapping[str, float]]:
    """By kind of move and clause, how many of a hundred legal moves the clause is at work in.

    Counted in a few games, over one legal move of each kind in each position.
    """
    moves: Counter[str] = Counter()
    found: dict[str, Counter[str]] = {}
    for state, rng in _positions():
        of_kind: dict[str, list[Move]] = {}
        for move in tikal.legal_moves(state):
            of_kind.setdefault(verb_of(type(move)), []).append(move)
        for verb, every in of_kind.items():
            moves[verb] += 1
            found.setdefault(verb, Counter()).update(clauses_at_work(state, pick(rng, every)))
    return {
        verb: {id_: max(_RARE, number / (moves[verb] + 1)) for id_, number in counts.items()}
        for verb, counts in found.items()
    }


def _positions() -> Iterator[tuple[State, random.Random]]:
    for seed in range(_GAMES):
        policy = sensible_policy if seed % 2 else random_policy
        start = tikal.new_game(2 + seed % 3, tikal.RIO_GRANDE_1999, auction=seed == _GAMES - 1)
        rng = random.Random(seed)
        for step in tikal.play(start, policy, seed).steps[:-1]:
            yield step.state, rng


# --- what is asked of a position ---------------------------------------------------------------


def _to(move: Step | Here) -> int:
    """The cell where the move leads or happens."""
    return CELL_INDEX[move.target if isinstance(move, (Walk, Transfer)) else move.cell]


def _is_leader(_state: State, move: Step | Deploy | PlaceGuard) -> bool:
    return move.figure == "L"


def _rivals(state: State, cell: int) -> int:
    return sum(who.members(cell) for who in state.expeditions if who.seat != state.turn.active)


def _rivals_there(state: State, move: Step | Here) -> bool:
    return _rivals(state, _to(move)) > 0


def _guarded(state: State, move: Step | Here) -> bool:
    return guard_on(state, _to(move)) is not None


def _in_anothers_camp(state: State, move: Step | Here) -> bool:
    return camp_owner(state, _to(move)) not in (None, state.turn.active)


def _crowd(state: State, move: Step | Here) -> bool:
    return mover(state).members(_to(move)) >= CROWD


def _last_points(state: State, move: Move) -> bool:
    return price(state, move) == state.ap


def _own_stones(state: State, move: Walk) -> tuple[int, int]:
    """The stones on the two sides of a step."""
    board, here, there = state.ground.board, CELL_INDEX[move.origin], CELL_INDEX[move.target]
    both = board.connection(here, there)
    for side, other in NEIGHBOURS[here]:
        if other == there:
            own = board.stones(here)[side]
            return own, both - own
    return both, 0


def _leader_alone(state: State, move: Here) -> bool:
    who, cell = mover(state), CELL_INDEX[move.cell]
    return who.leader == cell and not who.workers[cell]


def _dug_here(state: State, move: Here) -> int:
    return state.turn.worked.count(CELL_INDEX[move.cell])


def _dug_elsewhere(temple: bool) -> When:
    """Whether something was dug at another hex of the kind in this turn."""

    def when(state: State, move: Here) -> bool:
        cell = CELL_INDEX[move.cell]
        return any(each != cell and is_temple(state, each) == temple for each in state.turn.worked)

    return when


def _is_final_round(state: State, _move: Move) -> bool:
    return state.scoring and state.course.tile is None


def _is_volcano_round(state: State, _move: Move) -> bool:
    return state.scoring and state.course.tile is not None


def _only_by_the_leader(state: State, move: PlaceGuard) -> bool:
    """Whether the player would not be the strongest if the leader counted as a worker."""
    who, cell = mover(state), CELL_INDEX[move.cell]
    others = [s for n, s in enumerate(strengths(state, cell), 1) if n != who.seat]
    return who.leader == cell and who.members(cell) <= max(others)


def _weaker_than_all_together(state: State, move: PlaceGuard) -> bool:
    by_seat = strengths(state, CELL_INDEX[move.cell])
    own = by_seat.pop(state.turn.active - 1)
    return own <= sum(by_seat)


def _is_not_strongest(state: State, move: Here) -> bool:
    by_seat = strengths(state, CELL_INDEX[move.cell])
    own = by_seat.pop(state.turn.active - 1)
    return own <= max(by_seat)


def _stock_left(state: State, move: Uncover) -> int:
    return state.stock.floors[state.ground.values[CELL_INDEX[move.cell]] + 1 - MIN_FLOOR]


def _kind_of_tile(state: State) -> str:
    tile = state.course.tile
    return "" if tile is None else TILES[tile].kind


def _stone_faces(state: State, move: PlaceTile) -> tuple[bool, bool]:
    """Whether a stone of the tile, and one of a neighbour, leads in."""
    board, cell = state.ground.board, CELL_INDEX[move.cell]
    there = board.lay(cell, 6 * (state.course.tile or 0) + move.rotation)
    own = other = False
    for side, near in NEIGHBOURS[cell]:
        if board.is_explored(near) and not board.is_volcano(near):
            own = own or there.stones(cell)[side] > 0
            other = other or there.connection(cell, near) > there.stones(cell)[side]
    return own, other


def _richer(state: State, move: Exchange) -> bool:
    return sum(state.expeditions[move.seat - 1].treasures) > sum(mover(state).treasures)


def _has_a_pair(state: State, _move: Exchange) -> bool:
    return max(mover(state).treasures) > 1


# --- the clauses -------------------------------------------------------------------------------

_ACTIONS: Final = (
    Deploy, Walk, Transfer, Uncover, Recover, Exchange, EstablishCamp, PlaceGuard
)  # fmt: skip


def _s(clause: str, kinds: type[Move] | tuple[type[Move], ...], when: When) -> Situation:
    return Situation(clause, kinds if isinstance(kinds, tuple) else (kinds,), when)


SITUATIONS: Final = (
    # placing
    _s("PLACE-03", PlaceTile, lambda s, m: _stone_faces(s, m) == (False, True)),
    _s("PLACE-02", PlaceTile, lambda s, m: _stone_faces(s, m) == (True, False)),
    _s("PLACE-04", PlaceTile, lambda s, _: _kind_of_tile(s) == "volcano"),
    _s("PLACE-06", PlaceTile, lambda _, m: m.rotation > 0),
    # walking, and what does not hinder it
    _s("MOVE-03", (Walk, Transfer), _last_points),
    _s("MOVE-04", Walk, _is_leader),
    _s("MOVE-07", Walk, lambda s, m: mover(s).members(_to(m)) > 0),
    _s("PATH-01", Walk, lambda s, m: min(_own_stones(s, m)) == 0),
    _s("PATH-02", Walk, lambda s, m: min(_own_stones(s, m)) > 0),
    _s("PATH-03", Walk, lambda s, m: price(s, m) > MANY_STONES),
    _s("PATH-04", (Walk, Transfer), _rivals_there),
    _s("GUARD-12", Walk, _guarded),
    _s("CAMP-09", Walk, _in_anothers_camp),
    _s("CAMP-09", Deploy, lambda s, m: _to(m) != BASE_CAMP and _rivals_there(s, m)),
    _s("TEMPLE-12", Walk, lambda s, m: s.ground.values[_to(m)] == MAX_FLOOR),
    # deploying and secret paths
    _s("DEPLOY-02", Deploy, lambda _, m: _to(m) != BASE_CAMP),
    _s("DEPLOY-04", Deploy, lambda s, m: m.figure == "W" and mover(s).supply <= FEW_WORKERS),
    _s("COMP-07", Deploy, lambda s, m: m.figure == "W" and mover(s).supply <= FEW_WORKERS),
    _s("DEPLOY-05", Deploy, _is_leader),
    _s("DEPLOY-06", Deploy, lambda s, m: _to(m) == BASE_CAMP and len(mover(s).camps) > 0),
    _s("DEPLOY-07", (Deploy, Walk, Transfer), _crowd),
    _s("C2C-01", Transfer, lambda _, m: "a1" in (m.origin, m.target)),
    _s("CAMP-11", Transfer, lambda _, m: "a1" not in (m.origin, m.target)),
    _s("LEADER-02", Transfer, _is_leader),
    # digging
    _s("TEMPLE-01", Uncover, _rivals_there),
    _s("TEMPLE-01", Uncover, _is_not_strongest),
    _s("TEMPLE-03", Uncover, lambda s, m: _dug_here(s, m) == 1),
    _s("TEMPLE-04", Uncover, lambda s, m: _dug_here(s, m) == 1),
    _s("TEMPLE-05", Uncover, _dug_elsewhere(True)),
    _s("TREASURE-05", Uncover, _dug_elsewhere(False)),
    _s("TEMPLE-07", Uncover, lambda s, m: _stock_left(s, m) == 1),
    _s("TEMPLE-08", Uncover, lambda s, m: _stock_left(s, m) == 1),
    _s("TEMPLE-11", Uncover, lambda s, m: s.ground.values[_to(m)] == MAX_FLOOR - 1),
    _s("TEMPLE-13", Uncover, _leader_alone),
    _s("TREASURE-01", Recover, _rivals_there),
    _s("TREASURE-03", Recover, lambda s, m: _dug_here(s, m) == 1),
    _s("TREASURE-04", Recover, lambda s, m: _dug_here(s, m) == 1),
    _s("TREASURE-05", Recover, _dug_elsewhere(False)),
    _s("TEMPLE-05", Recover, _dug_elsewhere(True)),
    _s("TREASURE-10", Recover, _leader_alone),
    # exchanges
    _s("SWAP-04", Exchange, _richer),
    _s("SWAP-05", Exchange, _has_a_pair),
    _s("SWAP-06", Exchange, lambda _, m: m.give == m.take),
    # camps and guards
    _s("CAMP-02", EstablishCamp, lambda s, m: s[m.cell].kind == "treasure"),
    _s("TREASURE-09", EstablishCamp, lambda s, m: s[m.cell].kind == "treasure"),
    _s("CAMP-03", EstablishCamp, lambda s, m: not mover(s).members(_to(m))),
    _s("CAMP-05", EstablishCamp, lambda s, _: len(mover(s).camps) > 0),
    _s("CAMP-06", EstablishCamp, _rivals_there),
    _s("GUARD-02", PlaceGuard, _weaker_than_all_together),
    _s("LEADER-01", PlaceGuard, _only_by_the_leader),
    _s("GUARD-03", PlaceGuard, _only_by_the_leader),
    _s("GUARD-04", PlaceGuard, lambda s, m: mover(s).members(_to(m)) == 1),
    _s("GUARD-11", PlaceGuard, lambda s, _: len(mover(s).guards) == BOX.guards - 1),
    _s("GUARD-13", PlaceGuard, _is_leader),
    # turns and scoring turns
    _s("TURN-04", _ACTIONS, _last_points),
    _s("TURN-09", (Deploy, PlaceGuard), _is_leader),
    _s("TURN-05", EndTurn, lambda s, _: s.ap > 0),
    _s("SCORE-01", (*_ACTIONS, EndTurn), _is_volcano_round),
    _s("SCORE-02", _ACTIONS, _is_volcano_round),
    _s("END-02", (*_ACTIONS, EndTurn), _is_final_round),
    _s("VOLC-03", PlaceTile, lambda s, _: _kind_of_tile(s) == "volcano"),
    # auctions
    _s("AUCTION-07", Pass, lambda s, _: not s.course.bidding.high_bidder),
    _s("AUCTION-08", Bid, lambda s, m: m.points == least_bid(s)),
    _s("AUCTION-29", Bid, lambda s, m: m.points == mover(s).score),
    _s("AUCTION-12", TakeTile, lambda s, _: len(s.course.bidding.display) > 1),
    _s("AUCTION-17", TakeTile, lambda s, _: len(s.course.bidding.display) == 1),
    # draws
    _s("SETUP-02", DrawTile, lambda s, m: s.stock.tiles[0] != TILE_INDEX[m.tile]),
)
#: The clauses that permit something in some situation.
PERMITTING: Final = frozenset(each.clause for each in SITUATIONS)
BY_KIND: Final[Mapping[type[Move], tuple[Situation, ...]]] = {
    kind: tuple(each for each in SITUATIONS if kind in each.kinds)
    for kind in dict.fromkeys(kind for each in SITUATIONS for kind in each.kinds)
}
