"""An estimate of the final points of all players, without playing on.

What a seat would score counts once for every scoring round to come, less what others may take from
it; figures count for what they can walk to. The weights were found by playing some games.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heapify, heappop, heappush
from math import exp
from typing import Final

from tikal.components import LOOSE_TILES, TILES
from tikal.geometry import Board
from tikal.grid import CELLS
from tikal.parts import IN_SUPPLY, Expedition
from tikal.rules.queries import strengths
from tikal.rules.scoring import TREASURE_POINTS
from tikal.state import ACTION_PHASES, State, guard_on

_VOLCANOES: Final = frozenset(i for i in range(LOOSE_TILES) if TILES[i].kind == "volcano")

# --- weights -----------------------------------------------------------------------------------

#: With this lead in points a win is nearly three times as likely as a loss.
_DECISIVE_LEAD: Final = 12.0
#: The share of an unguarded temple that still counts in a later round, by the lead in strength.
_TEMPLE_LEFT: Final = {-2: 0.1, -1: 0.2, 0: 0.3, 1: 0.5, 2: 0.6, 3: 0.7, 4: 0.75}
_TREASURE_LEFT: Final = 0.95
#: Goals of a figure: a temple to win, a safe one, tokens to take.
_OPEN_TEMPLE: Final = 0.4
_SAFE_TEMPLE: Final = 0.1
_SAFE_LEAD: Final = 3
_TOKENS: Final = 3.0
_SPARE_TOKENS: Final = 0.5
#: Subtracted for each action point on the way.
_STEP: Final = 0.35
#: The share that counts for a figure on the board, and for one in supply.
_ON_BOARD: Final = 0.5
_IN_SUPPLY: Final = 0.25
#: The worth of a leader in workers.
_LEADER: Final = 2
_CAMP: Final = 2.0
_ACTION_POINT: Final = 0.5
#: With fewer rounds to come, figures have no time for their plans.
_ROUNDS_FOR_PLANS: Final = 2

# --- the estimate ------------------------------------------------------------------------------


def rounds_to_come(state: State) -> int:
    """The number of scoring rounds to come: one for every volcano, and the last one."""
    final = state.course.scoring and state.course.tile is None
    if final or state.phase == "over":
        return 0
    return len({*state.stock.tiles, *state.course.bidding.display} & _VOLCANOES) + 1


def prospects(state: State) -> list[float]:
    """By seat, the points that it is likely to have in the end."""
    return [_prospect(state, who) for who in state.expeditions]


def win_chances(state: State) -> list[float]:
    """By seat, how likely it is to win if the prospects are about right."""
    points = prospects(state)
    best = max(points)
    weights = [exp((each - best) / _DECISIVE_LEAD) for each in points]
    whole = sum(weights)
    return [weight / whole for weight in weights]


def _prospect(state: State, who: Expedition) -> float:
    rounds = rounds_to_come(state)
    treasures = sum(TREASURE_POINTS[tokens] for tokens in who.treasures)
    now, later, wishes = float(treasures), _TREASURE_LEFT * treasures, [0.0] * len(CELLS)
    for cell, value in enumerate(state.ground.values):
        if tokens := state.ground.tokens[cell]:
            wishes[cell] = _TOKENS if who.members(cell) < min(tokens, 2) else _SPARE_TOKENS
        if not value:
            continue
        if guard := guard_on(state, cell):
            if guard[0] == who.seat:
                now += value
                later += value
            continue
        rivals = strengths(state, cell)
        own = rivals.pop(who.seat - 1)
        lead = own - max(rivals)
        if own:
            later += value * _TEMPLE_LEFT[max(-2, min(4, lead))]
            now += value if lead > 0 else 0
        wishes[cell] = value * (_OPEN_TEMPLE if lead < _SAFE_LEAD else _SAFE_TEMPLE)
    course, turn = state.course, state.turn
    points = who.score + rounds * later
    if course.scoring and who.seat in (turn.active, *course.queue):
        points += now
    if rounds:
        time = min(rounds, _ROUNDS_FOR_PLANS) / _ROUNDS_FOR_PLANS
        points += time * (_plans(state.ground.board, who, wishes) + _CAMP * len(who.camps))
    if turn.active == who.seat and turn.phase in ACTION_PHASES:
        points += _ACTION_POINT * turn.ap
    return points


def _plans(board: Board, who: Expedition, wishes: list[float]) -> float:
    """The value that the figures of a seat can still reach."""
    hopes = _hopes(board, tuple(wishes))
    standing = sum(
        hopes[cell] * (who.workers[cell] + (_LEADER if who.leader == cell else 0))
        for cell in who.cells()
    )
    waiting = who.supply + (_LEADER if who.leader == IN_SUPPLY else 0)
    best_camp = max(hopes[camp] for camp in who.usable_camps())
    return _ON_BOARD * standing + _IN_SUPPLY * waiting * best_camp


@lru_cache(maxsize=4096)
def _hopes(board: Board, wishes: tuple[float, ...]) -> tuple[float, ...]:
    """For every cell the best that can be reached from there, less what the way costs."""
    hopes = list(wishes)
    queue = [(-wish, cell) for cell, wish in enumerate(wishes) if wish]
    heapify(queue)
    while queue:
        negative, cell = heappop(queue)
        if -negative < hopes[cell]:
            continue
        for other, stones in board.steps[cell]:
            hope = -negative - _STEP * stones
            if hope > hopes[other]:
                hopes[other] = hope
                heappush(queue, (-hope, other))
    return tuple(hopes)
