"""The greatest number of moves that can still be made: a number that every move lowers.

`spec/props/length.lp` has the same number, and spec/PROOFS.md the proof that every move lowers it.
"""

from __future__ import annotations

from typing import Final

from tikal.components import BOX, TILES
from tikal.rules.scoring import TREASURE_POINTS
from tikal.state import ACTION_PHASES, ACTION_POINTS, State

#: An action costs a point at least, and `end` is one move more.
_PHASE_MOVES: Final = ACTION_POINTS + 1
#: A scoring turn pays at most for every temple with every loose floor, and for all treasures.
_MAX_PAID: Final = (
    sum(tile.value for tile in TILES)
    + sum(BOX.floors.values())
    + BOX.treasure_kinds * TREASURE_POINTS[-1]
)
_VOLCANOES: Final = frozenset(index for index, tile in enumerate(TILES) if tile.kind == "volcano")


def most_moves(state: State) -> int:
    """The most moves that can still be made, with those of chance."""
    course, turn, stock = state.course, state.turn, state.stock
    display = course.bidding.display
    is_final = turn.phase == "over" or (course.scoring and course.tile is None)
    per_tile = _PHASE_MOVES + (3 if state.auction else 2)
    # where there are auctions, every point is room for a bid
    per_scoring_turn = _PHASE_MOVES + (_MAX_PAID if state.auction else 0)
    rounds = len(_VOLCANOES.intersection(stock.tiles + display))
    moves = len(stock.tiles) * per_tile + len(display) * (per_tile - 1)
    moves += rounds * state.players * per_scoring_turn
    moves += 0 if is_final else state.players * _PHASE_MOVES
    if turn.phase == "place":
        moves += 1 + _PHASE_MOVES
    elif turn.phase in ACTION_PHASES:
        moves += turn.ap + 1 + (turn.phase == "reveal")
    if course.scoring and is_final:
        moves += len(course.queue) * _PHASE_MOVES
    elif course.scoring:
        moves += (len(course.queue) + 1) * per_scoring_turn + 1
    return moves + (_bidding(state, is_final) if state.auction else 0)


def most_decisions(state: State) -> int:
    """The most moves that players can still make: in every game each tile is drawn, by chance."""
    return most_moves(state) - len(state.stock.tiles)


def _bidding(state: State, is_final: bool) -> int:
    """The passes and bids of the auctions to come: bids are at least one apart, and paid."""
    bidding, players = state.course.bidding, state.players
    up = players - len(bidding.done)
    drawing = state.turn.phase == "draw"
    tiles = len(state.stock.tiles) + (len(bidding.display) if drawing else 0)
    moves = tiles // players * _passes(players)
    if not drawing and not is_final:
        moves += _passes(up - 1)
    if state.turn.phase == "bid":
        moves += up - len(bidding.passed)
    if bidding.high_bidder:
        moves -= bidding.high_bid + 1
    return moves + (0 if is_final else sum(state.scores.values()))


def _passes(players: int) -> int:
    """The passes of a round: from all its players down to two, all pass in each auction."""
    return sum(range(2, players + 1))
