"""The invariants of all positions, and the problems of an impossible one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import compress, pairwise
from typing import Final

import attrs
from attrs import field, frozen

from tikal._support.by_identity import ByIdentity
from tikal._support.type_check import mistyped_fields, well_typed
from tikal.components import BOX, LOOSE_TILES, TILES
from tikal.editions import Edition, invalid_fields
from tikal.errors import Problem
from tikal.geometry import BASE_CAMP, FACES, UNEXPLORED, Board, board_of, cut_off, lying
from tikal.grid import AROUND, CELLS, cell_of
from tikal.parts import IN_SUPPLY, OUT_OF_PLAY, Expedition
from tikal.rules.camps import is_camp_site
from tikal.rules.placing import has_room, may_foreclose, stones_towards_volcanoes
from tikal.rules.scoring import TREASURE_POINTS
from tikal.rules.turn_invariants import auction_problems, times_scored, turn_problems
from tikal.state import (
    MAX_FLOOR,
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
_CELLS: Final = range(len(CELLS))
_TILES_TO_DRAW: Final = frozenset(range(LOOSE_TILES))
_LYING: Final = frozenset((*range(len(FACES)), UNEXPLORED))
_PRINTED_CELLS: Final = {cell_of(name): tile for name, tile in BOX.printed.items()}
#: By number of a tile as it lies: under the smallest rotation that looks the same, the value of its
#: temple, its treasure tokens.
_SMALLEST: Final = bytes(
    lying(*divmod(number, 6)) if number < len(FACES) else number for number in range(256)
)
_VALUES, _MASKS = (
    tuple(getattr(TILES[number // 6], name) if number < len(FACES) else 0 for number in range(256))
    for name in ("value", "masks")
)
_STANDABLE: Final = tuple(
    number < len(FACES) and TILES[number // 6].kind != "volcano" for number in range(256)
)
#: Boards and editions are shared by the positions of a game, so they are looked at once each.
_has_whole_records: Final = well_typed(State, remembered=(Board, Edition))
_invalid_fields: Final = ByIdentity(invalid_fields)


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


def is_possible(state: State) -> bool:
    """Whether a position has no problems; its records must be known to be whole."""
    return not any(True for group in _GROUPS for _ in group(state))


# --- the records -------------------------------------------------------------------------------


def _records(state: State) -> Iterator[Problem]:
    """The shape of the records, so that everything else can rely on it."""
    if not _has_whole_records(state):
        for path in mistyped_fields(state, State, "state"):
            yield Problem("records/type", path=path)
        return
    if names := _invalid_fields(state.edition):
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
    ground, stock = state.ground, state.stock
    by_cell = [ground.board.tiles, ground.values, ground.tokens]
    by_cell += [who.workers for who in state.expeditions]
    if any(len(numbers) != len(CELLS) for numbers in by_cell):
        yield Problem("records/by-cell", need=len(CELLS))
    if len(stock.floors) != len(BOX.floors):
        yield Problem("records/floors", need=len(BOX.floors))
    by_kind = [stock.unseen, *(who.treasures for who in state.expeditions)]
    if any(len(numbers) != BOX.treasure_kinds for numbers in by_kind):
        yield Problem("records/treasures", need=BOX.treasure_kinds)
    numbers = [state.ap, *stock.floors]
    for who in state.expeditions:
        numbers += [who.score, who.supply, *who.removed]
    if min(numbers) < 0 or any(min(each, default=0) < 0 for each in (*by_cell, *by_kind)):
        yield Problem("records/negative")
    yield from _numbers_of_pieces(state)


def _numbers_of_pieces(state: State) -> Iterator[Problem]:
    """Cells and tiles are numbers in the records, and not every number is one."""
    course, turn, board = state.course, state.turn, state.ground.board
    tiles = [*state.stock.tiles, *course.bidding.display]
    tiles += [] if course.tile is None else [course.tile]
    if not _TILES_TO_DRAW.issuperset(tiles):
        for tile in tiles:
            if not 0 <= tile < LOOSE_TILES:
                yield Problem("records/tile", number=tile)
    if not _LYING.issuperset(board.tiles):
        for tile in board.tiles:
            if tile not in _LYING:
                yield Problem("records/lying", number=tile)
    cells = [*turn.worked, *(cell for cell, _, _ in turn.diggers)]
    for who in state.expeditions:
        cells += [*who.camps, *(cell for cell, _ in who.guards)]
    for cell in cells:
        if cell not in _CELLS:
            yield Problem("records/cell", number=cell)


# --- the board ---------------------------------------------------------------------------------


@frozen
class _BoardCheck:
    """What is wrong with a board, and what every position on it begins from."""

    #: The board as it follows from the tiles.
    again: Board
    #: The problems of single tiles, and of what should follow from them.
    of_tiles: tuple[Problem, ...]
    of_steps: tuple[Problem, ...]
    #: By cell, the value of a temple and the tokens of a treasure hex before anything was taken.
    values: tuple[int, ...]
    masks: tuple[int, ...]
    #: The explored cells without volcanoes.
    standable: frozenset[int]
    #: The indices of the tiles that lie there.
    laid: tuple[int, ...]
    #: The problems of reaching the hexes, by the two switches that matter.
    of_ways: dict[tuple[bool, bool], tuple[Problem, ...]] = field(factory=dict)


def _check(board: Board) -> _BoardCheck:
    wrong = [
        Problem("tiles/printed", cell=CELLS[cell], terrain=hex_.kind)
        for cell, hex_ in _PRINTED_CELLS.items()
        if board.tile(cell) != hex_
    ]
    smallest = board.tiles.translate(_SMALLEST)
    if smallest != board.tiles:
        wrong.append(Problem("tiles/rotation"))
    again = board_of(smallest)
    differs = again is not board and any(
        getattr(again, name) != getattr(board, name) for name in _DERIVED
    )
    return _BoardCheck(
        again,
        tuple(wrong),
        (Problem("board/steps"),) if differs else (),
        tuple(map(_VALUES.__getitem__, smallest)),
        tuple(map(_MASKS.__getitem__, smallest)),
        frozenset(compress(_CELLS, map(_STANDABLE.__getitem__, smallest))),
        tuple([tile // 6 for tile in smallest if tile != UNEXPLORED]),
    )


_checked: Final = ByIdentity(_check)


def _tiles(state: State) -> Iterator[Problem]:
    board, bidding = _checked(state.ground.board), state.course.bidding
    yield from board.of_tiles
    waiting = () if state.course.tile is None else (state.course.tile,)
    places = (*board.laid, *waiting, *bidding.display, *state.stock.tiles)
    different = {*places}
    if len(different) != len(places):
        for tile, times in sorted(Counter(places).items()):
            if times > 1:
                yield Problem("tiles/twice", tile=TILES[tile].id, times=times)
    if not different >= _TILES_TO_DRAW and has_room(state):
        yield Problem("tiles/lost", tile=TILES[min(_TILES_TO_DRAW - different)].id)
    for order in (state.stock.tiles, bidding.display, bidding.passed, bidding.done):
        if len(order) > 1 and any(a >= b for a, b in pairwise(order)):
            yield Problem("tiles/order")
    if state.phase == "draw" and not state.stock.tiles:
        yield Problem("tiles/none-left")


def _reachable(state: State) -> Iterator[Problem]:
    """DER-01, from the tiles alone."""
    board = _checked(state.ground.board)
    yield from board.of_steps
    switches = stones_towards_volcanoes(state), may_foreclose(state)
    if switches not in board.of_ways:
        board.of_ways[switches] = tuple(_out_of_reach(board.again, *switches))
    yield from board.of_ways[switches]


def _out_of_reach(
    board: Board, through_volcanoes: bool, volcanoes_may_foreclose: bool
) -> Iterator[Problem]:
    volcanoes, tiles = board.volcanoes(), board.tiles
    reached, frontier = {BASE_CAMP}, [BASE_CAMP]
    while frontier:
        here = frontier.pop()
        ways = [other for other, _ in board.steps[here]]
        if volcanoes and through_volcanoes:
            ways += [
                other
                for other in AROUND[here]
                if other in volcanoes or (here in volcanoes and tiles[other] != UNEXPLORED)
            ]
        for other in ways:
            if other not in reached:
                reached.add(other)
                frontier.append(other)
    explored = {cell for cell, tile in enumerate(tiles) if tile != UNEXPLORED}
    for cell in sorted(explored - reached):
        if through_volcanoes or cell not in volcanoes:
            yield Problem("board/apart", cell=CELLS[cell])
    if not volcanoes_may_foreclose:
        for cell in sorted(cut_off(volcanoes)):
            yield Problem("board/walled-off", cell=CELLS[cell])


# --- temples and treasures ---------------------------------------------------------------------


def _temples(state: State) -> Iterator[Problem]:
    own, values = _checked(state.ground.board).values, state.ground.values
    laid = [0] * (MAX_FLOOR + 1)
    if values != own:
        for cell, (value, lowest) in enumerate(zip(values, own, strict=True)):
            if value == lowest:
                continue
            if not lowest < value <= (MAX_FLOOR if lowest else 0):
                yield Problem("temples/value", value=value, cell=CELLS[cell])
            else:
                for number in range(lowest + 1, value + 1):
                    laid[number] += 1
    for (number, pieces), in_stock in zip(BOX.floors.items(), state.stock.floors, strict=True):
        if in_stock + laid[number] != pieces:
            lying_there = {"floor": number, "laid": laid[number], "stock": in_stock}
            yield Problem("temples/floors", pieces=pieces, **lying_there)


def _treasures(state: State) -> Iterator[Problem]:
    masks, tokens = _checked(state.ground.board).masks, state.ground.tokens
    if tokens != masks:
        for cell, (left, most) in enumerate(zip(tokens, masks, strict=True)):
            if left > most:
                yield Problem("treasures/hex", tokens=left, cell=CELLS[cell])
    by_kind = list(map(sum, zip(*(who.treasures for who in state.expeditions), strict=True)))
    for kind, (unseen, owned) in enumerate(zip(state.stock.unseen, by_kind, strict=True), start=1):
        if unseen + owned != BOX.treasure_copies:
            yield Problem("treasures/kind", kind=kind, owned=owned, unseen=unseen)
    missing, owned = sum(masks) - sum(tokens), sum(by_kind)
    if missing != owned + (state.phase == "reveal"):
        yield Problem("treasures/gone", missing=missing, owned=owned)


# --- figures, camps, guards --------------------------------------------------------------------


def _expeditions(state: State) -> Iterator[Problem]:
    for who in state.expeditions:
        found = [*_figures(state, who)]
        if who.camps:
            found += _camps(state, who)
        if who.guards:
            found += _guards(state, who)
        for problem in found:
            yield Problem("of-seat", seat=who.seat, problem=problem)
    for key, cells in (
        ("camps/shared", [cell for who in state.expeditions for cell in who.camps]),
        ("guards/shared", [cell for who in state.expeditions for cell, _ in who.guards]),
    ):
        if len({*cells}) != len(cells):
            for cell, times in Counter(cells).items():
                if times > 1:
                    yield Problem(key, times=times, cell=CELLS[cell])


def _figures(state: State, who: Expedition) -> Iterator[Problem]:
    board = state.ground.board
    occupied = {*compress(_CELLS, who.workers)}
    if who.leader in _CELLS:
        occupied.add(who.leader)
    for cell in sorted(occupied - _checked(board).standable):
        if not board.is_explored(cell):
            yield Problem("figures/unexplored", cell=CELLS[cell])
        elif board.is_volcano(cell):
            yield Problem("figures/volcano", cell=CELLS[cell])
    worker_guards = len([True for _, figure in who.guards if figure == "W"])
    workers = who.supply + sum(who.workers) + worker_guards + who.removed[1]
    if workers != BOX.workers:
        yield Problem("figures/workers", have=workers, need=BOX.workers)
    leader_guards = len(who.guards) - worker_guards
    if who.leader not in _CELLS and who.leader not in (IN_SUPPLY, OUT_OF_PLAY):
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
        if who.score <= MAX_POINTS - MAX_POINTS_AT_A_TIME:
            continue  # whatever it has scored
        most = MAX_POINTS + MAX_POINTS_AT_A_TIME * times_scored(state, who.seat)
        if who.score > most:
            yield Problem("of-seat", seat=who.seat, problem=Problem("score/most", most=most))


# --- the turn ----------------------------------------------------------------------------------


_GROUPS: Final = (
    _tiles, _reachable, _temples, _treasures, _expeditions, _scores, turn_problems, auction_problems
)  # fmt: skip
