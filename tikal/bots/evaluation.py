"""An estimate of the final points of all players, without playing on.

What a seat would score counts once for every scoring round to come, less what others may take from
it; figures count for what they can walk to. The weights were found by playing some games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from tikal.rules.treasures import TOKENS_A_TURN
from tikal.state import ACTION_PHASES, State, guard_on

_VOLCANOES: Final = frozenset(i for i in range(LOOSE_TILES) if TILES[i].kind == "volcano")

# --- weights -----------------------------------------------------------------------------------
#
# Whole numbers, so that the compiled engine comes to the same: twentieths of a point for what is
# scored and hoped for, and the parts of a point below for the sum.

_POINT: Final = 20
_FINER: Final = 8
#: A sum of this is a point.
UNIT: Final = _POINT * _FINER
#: With this lead in points a win is nearly three times as likely as a loss.
_DECISIVE_LEAD: Final = 12
#: The share of an unguarded temple that still counts in a later round, by the lead in strength.
_TEMPLE_LEFT: Final = {-2: 2, -1: 4, 0: 6, 1: 10, 2: 12, 3: 14, 4: 15}
_MIN_LEAD: Final = min(_TEMPLE_LEFT)
_MAX_LEAD: Final = max(_TEMPLE_LEFT)
_TREASURE_LEFT: Final = 19
#: Goals of a figure: a temple to win, a safe one, tokens to take.
_OPEN_TEMPLE: Final = 8
_SAFE_TEMPLE: Final = 2
_SAFE_LEAD: Final = 3
_TOKENS: Final = 60
_SPARE_TOKENS: Final = 10
#: Subtracted for each action point on the way.
_STEP: Final = 7
#: The worth of a leader in workers.
_LEADER: Final = 2
#: With fewer rounds to come, figures have no time for their plans.
_ROUNDS_FOR_PLANS: Final = 2
#: By round: what counts of a figure on the board, of one in supply, and a camp.
_ON_BOARD: Final = 2
_IN_SUPPLY: Final = 1
_CAMP: Final = 160
_ACTION_POINT: Final = 80

#: The same for the compiled engine.
WEIGHTS: Final[Mapping[str, int]] = {
    "POINT": _POINT, "FINER": _FINER, "TREASURE_LEFT": _TREASURE_LEFT,
    "OPEN_TEMPLE": _OPEN_TEMPLE, "SAFE_TEMPLE": _SAFE_TEMPLE, "SAFE_LEAD": _SAFE_LEAD,
    "TOKENS": _TOKENS, "SPARE_TOKENS": _SPARE_TOKENS, "STEP": _STEP, "LEADER": _LEADER,
    "ROUNDS_FOR_PLANS": _ROUNDS_FOR_PLANS, "ON_BOARD": _ON_BOARD, "IN_SUPPLY": _IN_SUPPLY,
    "CAMP": _CAMP, "ACTION_POINT": _ACTION_POINT,
    "MIN_LEAD": _MIN_LEAD, "MAX_LEAD": _MAX_LEAD,
}  # fmt: skip
#: From the least lead to the greatest.
TEMPLE_LEFT: Final = tuple(_TEMPLE_LEFT.values())

# --- the estimate ------------------------------------------------------------------------------


def rounds_to_come(state: State) -> int:
    """The number of scoring rounds to come: one for every volcano, and the last one."""
    final = state.course.scoring and state.course.tile is None
    if final or state.phase == "over":
        return 0
    return len({*state.stock.tiles, *state.course.bidding.display} & _VOLCANOES) + 1


def prospects(state: State) -> tuple[int, ...]:
    """By seat, the points that it is likely to have in the end, in parts of `UNIT`."""
    return tuple(_prospect(state, who) for who in state.expeditions)


def win_chances(prospects: Sequence[int]) -> list[float]:
    """By seat, how likely it is to win if the prospects are about right."""
    best = max(prospects)
    weights = [exp((each - best) / (_DECISIVE_LEAD * UNIT)) for each in prospects]
    whole = sum(weights)
    return [weight / whole for weight in weights]


def _prospect(state: State, who: Expedition) -> int:
    rounds = rounds_to_come(state)
    treasures = sum(TREASURE_POINTS[tokens] for tokens in who.treasures)
    now, later, wishes = _POINT * treasures, _TREASURE_LEFT * treasures, [0] * len(CELLS)
    for cell, value in enumerate(state.ground.values):
        if tokens := state.ground.tokens[cell]:
            wishes[cell] = (
                _TOKENS if who.members(cell) < min(tokens, TOKENS_A_TURN) else _SPARE_TOKENS
            )
        if not value:
            continue
        if guard := guard_on(state, cell):
            if guard[0] == who.seat:
                now += _POINT * value
                later += _POINT * value
            continue
        rivals = strengths(state, cell)
        own = rivals.pop(who.seat - 1)
        lead = own - max(rivals)
        if own:
            later += value * _TEMPLE_LEFT[max(_MIN_LEAD, min(_MAX_LEAD, lead))]
            now += _POINT * value if lead > 0 else 0
        wishes[cell] = value * (_OPEN_TEMPLE if lead < _SAFE_LEAD else _SAFE_TEMPLE)
    course, turn = state.course, state.turn
    points = _POINT * who.score + rounds * later
    if course.scoring and who.seat in (turn.active, *course.queue):
        points += now
    points *= _FINER
    if rounds:
        time = min(rounds, _ROUNDS_FOR_PLANS)
        points += time * (_plans(state.ground.board, who, wishes) + _CAMP * len(who.camps))
    if turn.active == who.seat and turn.phase in ACTION_PHASES:
        points += _ACTION_POINT * turn.ap
    return points


def _plans(board: Board, who: Expedition, wishes: list[int]) -> int:
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
def _hopes(board: Board, wishes: tuple[int, ...]) -> tuple[int, ...]:
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
