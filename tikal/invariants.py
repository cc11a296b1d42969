"""What is true of every position of every game, and what is broken in one that is impossible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import attrs

from tikal.annotations import misfits
from tikal.components import BOX, LOOSE_TILES, TILES
from tikal.geometry import (
    BASE_CAMP,
    CELLS,
    FACES,
    NEIGHBOURS,
    UNEXPLORED,
    Board,
    cell_of,
    cut_off,
    lying,
)
from tikal.moves import FIGURE_NAMES, PRICES, Recover, Uncover
from tikal.rules.auction import lowest_bid
from tikal.rules.camps import is_camp_site
from tikal.rules.digging import needs_another_member
from tikal.rules.placing import has_room, may_foreclose, stones_towards_volcanoes
from tikal.rules.queries import all_clockwise_from, clockwise, mover
from tikal.rules.scoring import TREASURE_POINTS, winners
from tikal.rules.temples import LEVELS_A_TURN
from tikal.rules.treasures import TOKENS_A_TURN
from tikal.state import (
    ACTION_PHASES,
    ACTION_POINTS,
    HIGHEST_FLOOR,
    IN_SUPPLY,
    LOWEST_FLOOR,
    OUT_OF_PLAY,
    STARTING_CAPITAL,
    Bidding,
    Expedition,
    State,
    is_seat,
    lacks_auction,
    require_state,
    wrong_number,
)

#: All temples at their highest and all treasures: nobody scores more at a time.
MOST_AT_A_TIME: Final = 17 * HIGHEST_FLOOR + 8 * TREASURE_POINTS[-1]
#: The capital and four times that, which is out of reach: so much may be claimed before anybody has
#: scored, and once more `MOST_AT_A_TIME` for each time that a seat has scored.
MOST_POINTS: Final = STARTING_CAPITAL + 4 * MOST_AT_A_TIME
_DERIVED: Final = tuple(field.name for field in attrs.fields(Board) if not field.eq)
_VOLCANOES: Final = frozenset(index for index, tile in enumerate(TILES) if tile.kind == "volcano")


def problems(state: State) -> tuple[str, ...]:
    """Every broken invariant of a position, each as a sentence; () if nothing is wrong.

    Checked are the records themselves, and what the rules make true of every position: pieces
    are conserved, limits are kept, every explored hex that is not a volcano can be reached from the
    base camp, nothing stands where it cannot, the phase and its records fit together.
    A position without problems can be asked about everything and, but for the last case below,
    played to its end.

    Not checked is whether play could really lead here: that tiles came in the order of their
    letters, that scores, removed figures and spent action points have an explanation, that the
    right seat is to move after so many turns, that the tiles left make whole rounds of an auction
    game (if they do not, its last display cannot be filled and play stops there).
    """
    require_state(state)
    found = list(_records(state))
    if not found:  # the rest relies on whole records
        for group in _GROUPS:
            found.extend(group(state))
    return tuple(found)


# --- the records -------------------------------------------------------------------------------


def _records(state: State) -> Iterator[str]:
    """The shape of the records, so that everything else can rely on it."""
    wrong = list(misfits(state, State, "state"))
    if wrong:
        yield from (f"{path} holds something of the wrong type" for path in wrong)
        return
    n = len(state.expeditions)
    if not BOX.least_players <= n <= BOX.most_players:
        yield f"{wrong_number(n)} (COMP-01)"
        return
    if reason := lacks_auction(state.edition, state.auction):
        yield f"{reason} (AUCTION-01)"
    if state.turn.active not in ((0,) if state.phase == "over" else range(1, n + 1)):
        yield f"seat {state.turn.active} cannot be the active one"
    for seat, who in enumerate(state.expeditions, start=1):
        if who.seat != seat:
            yield f"seat {seat} has the records of seat {who.seat}"
    yield from _counts(state)


def _counts(state: State) -> Iterator[str]:
    by_cell = [state.ground.board.tiles, state.ground.values, state.ground.tokens]
    by_cell += [who.workers for who in state.expeditions]
    if any(len(numbers) != len(CELLS) for numbers in by_cell):
        yield f"records by cell must have {len(CELLS)} entries"
    if len(state.stock.floors) != len(BOX.floors):
        yield f"there are {len(BOX.floors)} kinds of floors"
    by_kind = [state.stock.unseen, *(who.treasures for who in state.expeditions)]
    if any(len(numbers) != BOX.treasure_kinds for numbers in by_kind):
        yield f"there are {BOX.treasure_kinds} kinds of treasures"
    numbers = [*state.stock.floors, *state.ground.values, *state.ground.tokens, state.ap]
    numbers += [number for row in by_kind for number in row]
    for who in state.expeditions:
        numbers += [who.score, who.supply, *who.removed, *who.workers]
    if any(number < 0 for number in numbers):
        yield "counts cannot be negative: more of something is used than there is"
    yield from _numbers_of_pieces(state)


def _numbers_of_pieces(state: State) -> Iterator[str]:
    """Cells and tiles are numbers in the records, and not every number is one."""
    course, turn = state.course, state.turn
    tiles = [*state.stock.tiles, *course.bidding.display]
    tiles += [] if course.tile is None else [course.tile]
    for tile in tiles:
        if not 0 <= tile < LOOSE_TILES:
            yield f"there is no tile number {tile} (COMP-03)"
    for tile in state.ground.board.tiles:
        if tile != UNEXPLORED and tile >= len(FACES):
            yield f"nothing lies as number {tile} says (COMP-03)"
    cells = [*turn.worked, *(cell for cell, _, _ in turn.diggers)]
    for who in state.expeditions:
        cells += [*who.camps, *(cell for cell, _ in who.guards)]
    for cell in cells:
        if not 0 <= cell < len(CELLS):
            yield f"there is no cell number {cell}"


# --- tiles -------------------------------------------------------------------------------------


def _tiles(state: State) -> Iterator[str]:
    board, bidding = state.ground.board, state.course.bidding
    for name, hex_ in BOX.printed.items():
        if board.tile(cell_of(name)) != hex_:
            yield f"{name} must be the printed {hex_.kind} (COMP-02)"
    placements = board.placements()
    if any(board.tiles[cell] != lying(*placed) for cell, placed in placements.items()):
        yield "a tile must be stored under its smallest equivalent rotation"
    waiting = [] if state.course.tile is None else [state.course.tile]
    on_board = [tile for tile, _ in placements.values()]
    places = Counter([*on_board, *waiting, *bidding.display, *state.stock.tiles])
    for tile, times in sorted(places.items()):
        if times > 1:
            yield f"tile {TILES[tile].id} is in {times} places (COMP-03)"
    lost = [TILES[tile].id for tile in range(LOOSE_TILES) if tile not in places]
    if lost and has_room(state):
        yield f"tile {lost[0]} is nowhere, and none can have been set aside here (Q-04)"
    for order in (state.stock.tiles, bidding.display, bidding.passed, bidding.done):
        if any(a >= b for a, b in pairwise(order)):
            yield "tiles and seats must be listed in ascending order"
    if state.phase == "draw" and not state.stock.tiles:
        yield "no tile is left to draw"


def _reachable(state: State) -> Iterator[str]:
    """DER-01, from the tiles alone."""
    board = state.ground.board
    again = Board.of(
        {
            CELLS[cell]: (TILES[tile].id, rotation)
            for cell, (tile, rotation) in board.placements().items()
        }
    )
    if any(getattr(again, name) != getattr(board, name) for name in _DERIVED):
        yield "the steps of the board do not follow from its tiles"
    volcanoes = again.volcanoes()
    through_volcanoes = stones_towards_volcanoes(state)
    reached, frontier = {BASE_CAMP}, [BASE_CAMP]
    while frontier:
        here = frontier.pop()
        ways = {other for other, _ in again.steps[here]}
        if through_volcanoes:
            around = {other for _, other in NEIGHBOURS[here] if again.is_explored(other)}
            ways |= around if here in volcanoes else around & volcanoes
        frontier.extend(ways - reached)
        reached |= ways
    for cell, name in enumerate(CELLS):
        if (
            again.is_explored(cell)
            and cell not in reached
            and (through_volcanoes or cell not in volcanoes)
        ):
            yield f"{name} cannot be reached from the base camp (DER-01)"
    if not may_foreclose(state):
        for cell in sorted(cut_off(volcanoes)):
            yield f"volcanoes wall {CELLS[cell]} off, which this edition forbids (PLACE-05)"


# --- temples and treasures ---------------------------------------------------------------------


def _temples(state: State) -> Iterator[str]:
    laid: Counter[int] = Counter()
    for cell, value in enumerate(state.ground.values):
        hex_ = state.ground.board.tile(cell)
        lowest = hex_.value if hex_ else 0
        highest = HIGHEST_FLOOR if lowest else 0
        if not lowest <= value <= highest:
            yield f"a temple of value {value} cannot stand on {CELLS[cell]} (TEMPLE-11)"
        else:
            laid.update(range(lowest + 1, value + 1))
    for number, pieces in BOX.floors.items():
        in_stock = state.stock.floors[number - LOWEST_FLOOR]
        if in_stock + laid[number] != pieces:
            yield (
                f"of {pieces} floors {number}, {laid[number]} lie on temples and {in_stock} in "
                "stock (DER-05)"
            )


def _treasures(state: State) -> Iterator[str]:
    missing = 0
    for cell, tokens in enumerate(state.ground.tokens):
        hex_ = state.ground.board.tile(cell)
        most = hex_.masks if hex_ else 0
        missing += most - tokens
        if tokens > most:
            yield f"{tokens} treasures cannot lie on {CELLS[cell]} (PLACE-10)"
    for kind, unseen in enumerate(state.stock.unseen, start=1):
        owned = sum(who.treasures[kind - 1] for who in state.expeditions)
        if unseen + owned != BOX.treasure_copies:
            yield f"of treasure kind {kind}, {owned} are owned and {unseen} unseen (DER-04)"
    owned = sum(sum(who.treasures) for who in state.expeditions)
    if missing != owned + (state.phase == "reveal"):
        yield f"{missing} treasures are gone from the hexes, {owned} are owned (DER-04)"


# --- figures, camps, guards --------------------------------------------------------------------


def _expeditions(state: State) -> Iterator[str]:
    for who in state.expeditions:
        for problem in (*_figures(state, who), *_camps(state, who), *_guards(state, who)):
            yield f"seat {who.seat}: {problem}"
    for what, cells in (
        ("camps", [cell for who in state.expeditions for cell in who.camps]),
        ("guards", [cell for who in state.expeditions for cell, _ in who.guards]),
    ):
        for cell, times in Counter(cells).items():
            if times > 1:
                yield f"{times} {what} stand on {CELLS[cell]} (CAMP-04, GUARD-14)"


def _figures(state: State, who: Expedition) -> Iterator[str]:
    board = state.ground.board
    for cell, name in enumerate(CELLS):
        if who.members(cell) and not board.is_explored(cell):
            yield f"figures cannot stand on unexplored {name}"
        elif who.members(cell) and board.is_volcano(cell):
            yield f"figures cannot stand on the volcano {name} (VOLC-04)"
    worker_guards = sum(figure == "W" for _, figure in who.guards)
    workers = who.supply + sum(who.workers) + worker_guards + who.removed[1]
    if workers != BOX.workers:
        yield f"there are {workers} workers in all, not {BOX.workers} (DER-03)"
    leader_guards = len(who.guards) - worker_guards
    if who.leader not in (IN_SUPPLY, OUT_OF_PLAY, *range(len(CELLS))):
        yield "the leader is nowhere"
    if leader_guards + who.removed[0] != (who.leader == OUT_OF_PLAY):
        yield "the leader must be in one place (DER-03)"
    if sum(who.removed) and not who.guards:
        yield "figures leave the game only when a guard is placed (GUARD-05)"


def _camps(state: State, who: Expedition) -> Iterator[str]:
    if len(who.camps) > BOX.camps:
        yield f"{len(who.camps)} camps, at most {BOX.camps} (CAMP-05)"
    if list(who.camps) != sorted(who.camps):
        yield "camps must be listed in ascending order"
    for cell in who.camps:
        if not is_camp_site(state, cell):
            yield f"no camp can stand on {CELLS[cell]} (CAMP-02)"


def _guards(state: State, who: Expedition) -> Iterator[str]:
    if len(who.guards) > BOX.guards:
        yield f"{len(who.guards)} guards, at most {BOX.guards} (GUARD-11)"
    if list(who.guards) != sorted(who.guards):
        yield "guards must be listed in ascending order"
    for cell, figure in who.guards:
        if figure not in ("L", "W"):
            yield f"a guard is L or W, not {figure!r}"
        if state.ground.board.kind(cell) != "temple":
            yield f"no guard can stand on {CELLS[cell]} (GUARD-02)"


# --- points ------------------------------------------------------------------------------------


def _scores(state: State) -> Iterator[str]:
    for who in state.expeditions:
        most = MOST_POINTS + MOST_AT_A_TIME * _times_scored(state, who.seat)
        if who.score > most:
            yield f"seat {who.seat}: nobody can have more than {most} points by now"


def _times_scored(state: State, seat: int) -> int:
    """How often a seat has scored: for every volcano that came to a player, and at the end."""
    course = state.course
    begun = len(_VOLCANOES.difference(state.stock.tiles, course.bidding.display))
    if state.phase == "over" or (course.scoring and course.tile is None):
        begun += 1
    return begun - (course.scoring and seat in (state.turn.active, *course.queue))


# --- the turn ----------------------------------------------------------------------------------


def _turn(state: State) -> Iterator[str]:
    turn, course = state.turn, state.course
    acting = turn.phase in ACTION_PHASES
    if turn.phase in ("bid", "take") and not state.auction:
        yield f"there is no phase {turn.phase} in the basic game (AUCTION-01)"
    if not 0 <= turn.ap <= (ACTION_POINTS if acting else 0):
        yield f"{turn.ap} action points in phase {turn.phase} (DER-06)"
    if turn.worked and not acting:
        yield f"levels or treasures cannot have been taken in phase {turn.phase}"
    volcano = course.tile is not None and TILES[course.tile].kind == "volcano"
    if course.scoring and not acting:
        yield f"phase {turn.phase} is not a scoring turn (SCORE-02)"
    elif acting and (course.tile is not None) != (course.scoring and volcano):
        yield "a tile waits during an action phase only if it is a volcano being scored (VOLC-02)"
    if (turn.phase == "place") != (course.tile is not None and not acting):
        yield f"tile {state.tile} does not fit phase {turn.phase} (TURN-02)"
    left = [*state.stock.tiles, *course.bidding.display]
    if left and (turn.phase == "over" or (course.scoring and course.tile is None)):
        yield "the final scoring comes after the last tile (END-01)"
    if course.winners != (winners(state) if turn.phase == "over" else ()):
        yield "the winners must be those of the final position, and none before (END-05)"
    yield from _queue(state)
    yield from _worked(state)
    yield from _diggers(state)


def _queue(state: State) -> Iterator[str]:
    queue, active = state.course.queue, state.turn.active
    if queue and not state.scoring:
        yield "scoring turns are still to come, but this is not a scoring turn"
    others = set(range(1, state.players + 1)) - {active}
    if len(set(queue)) != len(queue) or not set(queue) <= others:
        yield "every other seat has at most one scoring turn to come"
    clockwise = all_clockwise_from(state, active)[1:] if is_seat(state, active) else ()
    in_order = state.course.tile is not None or not state.auction
    if queue and in_order and queue != clockwise[: len(queue)]:
        yield "scoring turns go clockwise (SCORE-01, END-03)"


def _worked(state: State) -> Iterator[str]:
    worked = state.turn.worked
    if list(worked) != sorted(worked):
        yield "cells worked on must be listed in ascending order"
    spent, tokens_taken = 0, 0
    for cell, times in Counter(worked).items():
        hex_ = state.ground.board.tile(cell)
        if hex_ is None or hex_.kind not in ("temple", "treasure"):
            yield f"nothing can be uncovered or recovered on {CELLS[cell]}"
            continue
        if hex_.kind == "temple":
            most = min(LEVELS_A_TURN, state.ground.values[cell] - hex_.value)
            spent += times * PRICES[Uncover]
        else:
            most = min(TOKENS_A_TURN, hex_.masks - state.ground.tokens[cell])
            spent += times * PRICES[Recover]
            tokens_taken += times
        if times > most:
            yield f"{times} levels or treasures of {CELLS[cell]} cannot have been taken this turn"
    if spent > ACTION_POINTS - state.ap:
        yield f"the work of this turn cost {spent} action points, {state.ap} are left (DER-06)"
    if state.phase == "reveal" and not tokens_taken:
        yield "no treasure has been recovered that could be revealed (TREASURE-07)"


def _diggers(state: State) -> Iterator[str]:
    """Where the diggers of hexes dug once may be, in editions that ask for another member."""
    diggers, worked = state.turn.diggers, state.turn.worked
    once = {cell for cell in worked if worked.count(cell) == 1}
    expected = once if needs_another_member(state) else set()
    if list(diggers) != sorted(set(diggers)):
        yield "diggers must be listed once each, in ascending order"
    if {cell for cell, _, _ in diggers} != expected:
        yield "somebody has dug on every hex dug once, and nobody elsewhere (TEMPLE-03)"
    if not is_seat(state, state.turn.active):
        return
    who = mover(state)
    for cell, kind, place in diggers:
        if place != OUT_OF_PLAY and not (0 <= place < len(CELLS) and who.has_figure(kind, place)):
            yield f"no {FIGURE_NAMES[kind]} stands where the digger of {CELLS[cell]} is said to be"
    leaders = [cell for cell, kind, _ in diggers if kind == "L"]
    if len(set(leaders)) != len(leaders):
        yield "the leader is in one place only"


def _auction(state: State) -> Iterator[str]:
    bidding, n = state.course.bidding, state.players
    if not state.auction or state.phase == "over" or (state.scoring and state.course.tile is None):
        if bidding != Bidding():
            yield "there is no auction now (AUCTION-01)"
        return
    seats = set(range(1, n + 1))
    if not {*bidding.passed, *bidding.done} <= seats or bidding.high_bidder not in {0, *seats}:
        yield "only seats of this game bid, pass or have had their turn"
    if state.phase == "draw":
        if bidding.done or len(bidding.display) >= n:
            yield "the display is filled at the start of a round (AUCTION-04)"
    else:
        waiting = n - len(bidding.done) - (state.phase not in ("bid", "take"))
        if len(bidding.display) != waiting:
            yield f"{len(bidding.display)} tiles on display, not {waiting} (AUCTION-04)"
        player = state.turn.active
        if state.scoring:  # whose turn this is once everybody has scored
            player = clockwise(state, (player, *state.course.queue)[-1])
        if player in bidding.done:
            yield f"seat {player} has had its turn of this round (AUCTION-15)"
    yield from _bids(state)


def _bids(state: State) -> Iterator[str]:
    bidding = state.course.bidding
    if state.phase != "bid":
        if bidding != Bidding(bidding.display, done=bidding.done):
            yield "bids and passes belong to phase bid (AUCTION-12)"
        return
    if bidding.high_bid < (lowest_bid(state) if bidding.high_bidder else 0) or (
        bidding.high_bid and not bidding.high_bidder
    ):
        yield "a high bid needs a bidder and a bidder a bid (AUCTION-08)"
    scores = {0: 0, **state.scores}
    if bidding.high_bid > scores.get(bidding.high_bidder, 0):
        yield "the high bid exceeds the bidder's score (AUCTION-29)"
    out = {*bidding.passed, *bidding.done}
    if out & {state.turn.active, bidding.high_bidder} or state.turn.active == bidding.high_bidder:
        yield "who bids next is still in the auction and not the high bidder (AUCTION-07)"
    if set(bidding.passed) & set(bidding.done):
        yield "who has had a turn does not pass (AUCTION-15)"
    if state.players - len(bidding.done) < 2:
        yield "the last player of a round needs no auction (AUCTION-17)"
    first = bidding.first_passer
    if (first in bidding.passed) != (bool(bidding.passed) and not bidding.high_bidder) or (
        first and first not in bidding.passed
    ):
        yield "the first to pass is remembered as long as nobody has bid (AUCTION-16)"


_GROUPS: Final = (
    _tiles, _reachable, _temples, _treasures, _expeditions, _scores, _turn, _auction
)  # fmt: skip
