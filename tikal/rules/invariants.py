"""The invariants of all positions, and the problems of an impossible one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import attrs

from tikal._support.type_check import mistyped_fields
from tikal.components import BOX, LOOSE_TILES, TILES
from tikal.editions import invalid_fields
from tikal.errors import Problem
from tikal.geometry import BASE_CAMP, FACES, UNEXPLORED, Board, cut_off, lying
from tikal.grid import CELLS, NEIGHBOURS, cell_of
from tikal.parts import IN_SUPPLY, OUT_OF_PLAY, Expedition
from tikal.rules.camps import is_camp_site
from tikal.rules.placing import has_room, may_foreclose, stones_towards_volcanoes
from tikal.rules.scoring import TREASURE_POINTS
from tikal.rules.turn_invariants import auction_problems, times_scored, turn_problems
from tikal.state import (
    MAX_FLOOR,
    MIN_FLOOR,
    STARTING_CAPITAL,
    State,
    lacks_auction,
    require_state,
    wrong_number,
)

_TERRAINS: Final = Counter(tile.kind for tile in TILES)
#: The points of one scoring with all temples at their highest and all treasures.
MAX_POINTS_AT_A_TIME: Final = (
    _TERRAINS["temple"] * MAX_FLOOR + BOX.treasure_kinds * TREASURE_POINTS[-1]
)
#: The scorings of a seat in a game: in the round of every volcano and in the final one.
SCORINGS: Final = _TERRAINS["volcano"] + 1
#: The capital and the points of all rounds at once, which is out of reach: a position may claim so
#: much before a seat has scored, and `MAX_POINTS_AT_A_TIME` more for each time that it has scored.
MAX_POINTS: Final = STARTING_CAPITAL + SCORINGS * MAX_POINTS_AT_A_TIME
_DERIVED: Final = tuple(field.name for field in attrs.fields(Board) if not field.eq)
_VOLCANOES: Final = frozenset(index for index, tile in enumerate(TILES) if tile.kind == "volcano")


def problems(state: State) -> tuple[Problem, ...]:
    """Every broken invariant of a position, each as a sentence; () if nothing is wrong.

    A sentence is English, and `text(language)` says it in another language.

    Checks the records themselves, and the invariants of the rules: the number of pieces is
    constant, limits hold, every explored hex that is not a volcano can be reached from the base
    camp, every piece stands on a hex that may have it, the phase and its records fit together.
    A position without problems can be asked about everything and, but for the last case below,
    played to its end.

    Not checked is whether play could really lead here: that tiles came in the order of their
    letters, that scores, removed figures and spent action points have an explanation, that the
    right seat is to move after the turns played, that the tiles left make whole rounds of an
    auction game (if they do not, its last display cannot be filled and play stops there).
    """
    require_state(state)
    try:
        found = list(_records(state))
        if not found:  # the rest relies on whole records
            for group in _GROUPS:
                found.extend(group(state))
    except (TypeError, ValueError, AttributeError, LookupError) as error:
        return (Problem("records/unfit", reason=str(error)),)
    return tuple(found)


# --- the records -------------------------------------------------------------------------------


def _records(state: State) -> Iterator[Problem]:
    """The shape of the records, so that everything else can rely on it."""
    wrong = list(mistyped_fields(state, State, "state"))
    if wrong:
        yield from (Problem("records/type", path=path) for path in wrong)
        return
    if names := invalid_fields(state.edition):
        yield from (Problem("records/edition", path=f"state.table.edition.{n}") for n in names)
        return
    n = len(state.expeditions)
    if not BOX.least_players <= n <= BOX.most_players:
        yield Problem("by-clause", problem=wrong_number(n), clause="COMP-01")
        return
    if reason := lacks_auction(state.edition, state.auction):
        yield Problem("by-clause", problem=reason, clause="AUCTION-01")
    if state.turn.active not in ((0,) if state.phase == "over" else range(1, n + 1)):
        yield Problem("records/active", seat=state.turn.active)
    for seat, who in enumerate(state.expeditions, start=1):
        if who.seat != seat:
            yield Problem("records/other-seat", seat=seat, other=who.seat)
    yield from _counts(state)


def _counts(state: State) -> Iterator[Problem]:
    by_cell = [state.ground.board.tiles, state.ground.values, state.ground.tokens]
    by_cell += [who.workers for who in state.expeditions]
    if any(len(numbers) != len(CELLS) for numbers in by_cell):
        yield Problem("records/by-cell", need=len(CELLS))
    if len(state.stock.floors) != len(BOX.floors):
        yield Problem("records/floors", need=len(BOX.floors))
    by_kind = [state.stock.unseen, *(who.treasures for who in state.expeditions)]
    if any(len(numbers) != BOX.treasure_kinds for numbers in by_kind):
        yield Problem("records/treasures", need=BOX.treasure_kinds)
    numbers = [*state.stock.floors, *state.ground.values, *state.ground.tokens, state.ap]
    numbers += [number for row in by_kind for number in row]
    for who in state.expeditions:
        numbers += [who.score, who.supply, *who.removed, *who.workers]
    if any(number < 0 for number in numbers):
        yield Problem("records/negative")
    yield from _numbers_of_pieces(state)


def _numbers_of_pieces(state: State) -> Iterator[Problem]:
    """Cells and tiles are numbers in the records, and not every number is one."""
    course, turn = state.course, state.turn
    tiles = [*state.stock.tiles, *course.bidding.display]
    tiles += [] if course.tile is None else [course.tile]
    for tile in tiles:
        if not 0 <= tile < LOOSE_TILES:
            yield Problem("records/tile", number=tile)
    for tile in state.ground.board.tiles:
        if tile != UNEXPLORED and tile >= len(FACES):
            yield Problem("records/lying", number=tile)
    cells = [*turn.worked, *(cell for cell, _, _ in turn.diggers)]
    for who in state.expeditions:
        cells += [*who.camps, *(cell for cell, _ in who.guards)]
    for cell in cells:
        if not 0 <= cell < len(CELLS):
            yield Problem("records/cell", number=cell)


# --- tiles -------------------------------------------------------------------------------------


def _tiles(state: State) -> Iterator[Problem]:
    board, bidding = state.ground.board, state.course.bidding
    for name, hex_ in BOX.printed.items():
        if board.tile(cell_of(name)) != hex_:
            yield Problem("tiles/printed", cell=name, terrain=hex_.kind)
    placements = board.placements()
    if any(board.tiles[cell] != lying(*placed) for cell, placed in placements.items()):
        yield Problem("tiles/rotation")
    waiting = [] if state.course.tile is None else [state.course.tile]
    on_board = [tile for tile, _ in placements.values()]
    places = Counter([*on_board, *waiting, *bidding.display, *state.stock.tiles])
    for tile, times in sorted(places.items()):
        if times > 1:
            yield Problem("tiles/twice", tile=TILES[tile].id, times=times)
    lost = [TILES[tile].id for tile in range(LOOSE_TILES) if tile not in places]
    if lost and has_room(state):
        yield Problem("tiles/lost", tile=lost[0])
    for order in (state.stock.tiles, bidding.display, bidding.passed, bidding.done):
        if any(a >= b for a, b in pairwise(order)):
            yield Problem("tiles/order")
    if state.phase == "draw" and not state.stock.tiles:
        yield Problem("tiles/none-left")


def _reachable(state: State) -> Iterator[Problem]:
    """DER-01, from the tiles alone."""
    board = state.ground.board
    again = Board.of(
        {
            CELLS[cell]: (TILES[tile].id, rotation)
            for cell, (tile, rotation) in board.placements().items()
        }
    )
    if any(getattr(again, name) != getattr(board, name) for name in _DERIVED):
        yield Problem("board/steps")
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
            yield Problem("board/apart", cell=name)
    if not may_foreclose(state):
        for cell in sorted(cut_off(volcanoes)):
            yield Problem("board/walled-off", cell=CELLS[cell])


# --- temples and treasures ---------------------------------------------------------------------


def _temples(state: State) -> Iterator[Problem]:
    laid: Counter[int] = Counter()
    for cell, value in enumerate(state.ground.values):
        hex_ = state.ground.board.tile(cell)
        lowest = hex_.value if hex_ else 0
        highest = MAX_FLOOR if lowest else 0
        if not lowest <= value <= highest:
            yield Problem("temples/value", value=value, cell=CELLS[cell])
        else:
            laid.update(range(lowest + 1, value + 1))
    for number, pieces in BOX.floors.items():
        in_stock = state.stock.floors[number - MIN_FLOOR]
        if in_stock + laid[number] != pieces:
            lying_there = {"floor": number, "laid": laid[number], "stock": in_stock}
            yield Problem("temples/floors", pieces=pieces, **lying_there)


def _treasures(state: State) -> Iterator[Problem]:
    missing = 0
    for cell, tokens in enumerate(state.ground.tokens):
        hex_ = state.ground.board.tile(cell)
        most = hex_.masks if hex_ else 0
        missing += most - tokens
        if tokens > most:
            yield Problem("treasures/hex", tokens=tokens, cell=CELLS[cell])
    for kind, unseen in enumerate(state.stock.unseen, start=1):
        owned = sum(who.treasures[kind - 1] for who in state.expeditions)
        if unseen + owned != BOX.treasure_copies:
            yield Problem("treasures/kind", kind=kind, owned=owned, unseen=unseen)
    owned = sum(sum(who.treasures) for who in state.expeditions)
    if missing != owned + (state.phase == "reveal"):
        yield Problem("treasures/gone", missing=missing, owned=owned)


# --- figures, camps, guards --------------------------------------------------------------------


def _expeditions(state: State) -> Iterator[Problem]:
    for who in state.expeditions:
        for problem in (*_figures(state, who), *_camps(state, who), *_guards(state, who)):
            yield Problem("of-seat", seat=who.seat, problem=problem)
    for key, cells in (
        ("camps/shared", [cell for who in state.expeditions for cell in who.camps]),
        ("guards/shared", [cell for who in state.expeditions for cell, _ in who.guards]),
    ):
        for cell, times in Counter(cells).items():
            if times > 1:
                yield Problem(key, times=times, cell=CELLS[cell])


def _figures(state: State, who: Expedition) -> Iterator[Problem]:
    board = state.ground.board
    for cell, name in enumerate(CELLS):
        if who.members(cell) and not board.is_explored(cell):
            yield Problem("figures/unexplored", cell=name)
        elif who.members(cell) and board.is_volcano(cell):
            yield Problem("figures/volcano", cell=name)
    worker_guards = sum(figure == "W" for _, figure in who.guards)
    workers = who.supply + sum(who.workers) + worker_guards + who.removed[1]
    if workers != BOX.workers:
        yield Problem("figures/workers", have=workers, need=BOX.workers)
    leader_guards = len(who.guards) - worker_guards
    if who.leader not in (IN_SUPPLY, OUT_OF_PLAY, *range(len(CELLS))):
        yield Problem("figures/leader-nowhere")
    if leader_guards + who.removed[0] != (who.leader == OUT_OF_PLAY):
        yield Problem("figures/leader")
    if sum(who.removed) and not who.guards:
        yield Problem("figures/removed")


def _camps(state: State, who: Expedition) -> Iterator[Problem]:
    if len(who.camps) > BOX.camps:
        yield Problem("camps/many", have=len(who.camps), most=BOX.camps)
    if list(who.camps) != sorted(who.camps):
        yield Problem("camps/order")
    for cell in who.camps:
        if not is_camp_site(state, cell):
            yield Problem("camps/site", cell=CELLS[cell])


def _guards(state: State, who: Expedition) -> Iterator[Problem]:
    if len(who.guards) > BOX.guards:
        yield Problem("guards/many", have=len(who.guards), most=BOX.guards)
    if list(who.guards) != sorted(who.guards):
        yield Problem("guards/order")
    for cell, figure in who.guards:
        if figure not in ("L", "W"):
            yield Problem("guards/letter", found=repr(figure))
        if state.ground.board.kind(cell) != "temple":
            yield Problem("guards/site", cell=CELLS[cell])


# --- points ------------------------------------------------------------------------------------


def _scores(state: State) -> Iterator[Problem]:
    for who in state.expeditions:
        most = MAX_POINTS + MAX_POINTS_AT_A_TIME * times_scored(state, who.seat)
        if who.score > most:
            yield Problem("of-seat", seat=who.seat, problem=Problem("score/most", most=most))


# --- the turn ----------------------------------------------------------------------------------


_GROUPS: Final = (
    _tiles, _reachable, _temples, _treasures, _expeditions, _scores, turn_problems, auction_problems
)  # fmt: skip
