"""A position as one line of text; docs/reference/positions.md has the notation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from tikal.components import BOX, LOOSE_TILES, TILES
from tikal.editions import write_edition
from tikal.errors import InvalidState
from tikal.fields import Figure
from tikal.geometry import UNEXPLORED
from tikal.grid import CELLS
from tikal.notation.positions.syntax import (
    AP,
    ASIDE,
    AUCTION,
    BY,
    DEFAULT_PLAYERS,
    DISPLAY,
    DONE,
    DUG,
    HIGH,
    NOTHING,
    OUT,
    PASSED,
    PLAYERS,
    SCORES,
    SCORING,
    SEPARATOR,
    TILE,
    TREASURES,
)
from tikal.parts import is_checked, mark_checked
from tikal.rules.digging import needs_another_member, unrecorded_diggers
from tikal.rules.invariants import problems
from tikal.rules.queries import mover
from tikal.state import (
    ACTION_PHASES,
    ACTION_POINTS,
    State,
    require_state,
    starting_score,
)


def format_position(state: State) -> str:
    """A position as one line of ASCII that a person can read, and `parse_position` reads back.

    Equal positions give equal texts. What is as usual is left out, all but the edition. A house
    edition comes back under the name by which it is written, as `tikal.house` names it.
    `InvalidState` lists what is wrong with a position that no game can reach.
    """
    require_state(state)
    if not is_checked(state):
        if found := problems(state):
            raise InvalidState(found)
        mark_checked(state)
    return SEPARATOR.join(_statements(state))


def _statements(state: State) -> list[str]:
    found = [write_edition(state.edition)]
    if state.players != DEFAULT_PLAYERS:
        found.append(f"{PLAYERS} {state.players}")
    if state.auction:
        found.append(AUCTION)
    if turn := _turn(state):
        found.append(turn)
    found += _hexes(state)
    found += _by_seat(state)
    found += _auction(state)
    if aside := _set_aside(state):
        found.append(_list(ASIDE, aside))
    return found


def _turn(state: State) -> str:
    """The phase, the seat, the action points, the scoring round, the tile: `act 2 7ap`."""
    turn, course = state.turn, state.course
    words: list[str] = [turn.phase]
    if turn.active:
        words.append(str(turn.active))
    if turn.phase in ACTION_PHASES and turn.ap != ACTION_POINTS:
        words.append(f"{turn.ap}{AP}")
    if course.scoring:
        words += [SCORING, *map(str, course.queue)]
    if state.tile is not None:
        words += [TILE, state.tile]
    return "" if words == ["act", "1"] else " ".join(words)


# --- hexes -------------------------------------------------------------------------------------


def _hexes(state: State) -> Iterator[str]:
    """The statements about hexes: `c3=A5r2 7 1L2 2W3`; none where it has its default."""
    ground, pieces = state.ground, _pieces(state)
    for cell, lying in enumerate(ground.board.tiles):
        if lying == UNEXPLORED:
            continue
        tile = TILES[lying // 6]
        facts = [] if cell in _PRINTED else [_TILE_TEXTS[lying]]
        if tile.masks:
            if ground.tokens[cell] != tile.masks:
                facts.append(str(ground.tokens[cell]))
        elif ground.values[cell] != tile.value:
            facts.append(str(ground.values[cell]))
        there = pieces.get(cell)
        if facts:
            yield f"{CELLS[cell]}={' '.join(facts)}{there or ''}"
        elif there:
            yield CELLS[cell] + there


def _pieces(state: State) -> dict[int, str]:
    """By cell, what stands there: figures by seat, the camp, the guard, the digs."""
    found: dict[int, str] = {}
    for who in state.expeditions:
        seat, leader, workers = who.seat, who.leader, who.workers
        for cell in who.cells():
            figures = figures_text(int(leader == cell), workers[cell])
            found[cell] = f"{found.get(cell, '')} {seat}{figures}"
    for who in state.expeditions:
        for cell in who.camps:
            found[cell] = f"{found.get(cell, '')} {who.seat}C"
    for who in state.expeditions:
        for cell, figure in who.guards:
            found[cell] = f"{found.get(cell, '')} {who.seat}G{figure}"
    for cell in dict.fromkeys(state.turn.worked):
        found[cell] = f"{found.get(cell, '')} {_dug(state, cell)}"
    return found


def tile_text(lying: int) -> str:
    """A tile as it lies, `A5r2`; a rotation of 0 is left out."""
    tile, rotation = divmod(lying, 6)
    return f"{TILES[tile].id}r{rotation}" if rotation else TILES[tile].id


_TILE_TEXTS: Final = tuple(map(tile_text, range(6 * len(TILES))))
_PRINTED: Final = frozenset(map(CELLS.index, BOX.printed))


def figures_text(leaders: int, workers: int) -> str:
    """Figures without their seat: `L2` is a leader and two workers, `W` one worker."""
    if leaders:
        return f"L{workers or ''}"
    return f"W{workers if workers > 1 else ''}"


def _dug(state: State, cell: int) -> str:
    """The digs on a hex this turn; in Legend also the diggers, unless they are the members there.

    `dug`, `dug 2`, `dug L W-b3 W-out`.
    """
    times = state.turn.worked.count(cell)
    words = [DUG] if times == 1 else [DUG, str(times)]
    diggers = tuple(digger for digger in state.turn.diggers if digger[0] == cell)
    if needs_another_member(state) and diggers != unrecorded_diggers(mover(state), cell):
        words += [_digger(kind, cell, place) for _, kind, place in diggers]
    return " ".join(words)


def _digger(kind: Figure, cell: int, place: int) -> str:
    if place == cell:
        return kind
    return f"{kind}-{CELLS[place] if place >= 0 else OUT}"


# --- seats, the auction, the rest --------------------------------------------------------------


def _by_seat(state: State) -> Iterator[str]:
    """Points, treasures and lost figures, each for all seats if one of them has any."""
    usual = starting_score(state.auction)
    if any(who.score != usual for who in state.expeditions):
        yield _list(SCORES, (who.score for who in state.expeditions))
    if any(any(who.treasures) for who in state.expeditions):
        owned = [_kinds(who.treasures) for who in state.expeditions]
        yield _list(TREASURES, (kinds or NOTHING for kinds in owned))
    if any(any(who.removed) for who in state.expeditions):
        lost = [
            figures_text(*who.removed) if any(who.removed) else NOTHING for who in state.expeditions
        ]
        yield _list(OUT, lost)


def _kinds(treasures: tuple[int, ...]) -> str:
    """The kinds of the tokens, one digit for each: `1136`."""
    return "".join(str(kind) * number for kind, number in enumerate(treasures, start=1))


def _list(head: str, entries: Iterable[object]) -> str:
    return " ".join([head, *map(str, entries)])


def _auction(state: State) -> Iterator[str]:
    bidding = state.course.bidding
    if state.display:
        yield _list(DISPLAY, state.display)
    if bidding.high_bidder:
        yield f"{HIGH} {bidding.high_bid} {BY} {bidding.high_bidder}"
    if bidding.passed:
        first = bidding.first_passer
        yield _list(PASSED, sorted(bidding.passed, key=lambda seat: (seat != first, seat)))
    if bidding.done:
        yield _list(DONE, bidding.done)


def _set_aside(state: State) -> list[str]:
    """The tiles that are nowhere else."""
    bidding, stock = state.course.bidding, state.stock.tiles
    laid = [lying // 6 for lying in state.ground.board.tiles if lying != UNEXPLORED]
    elsewhere = {*laid, *stock, *bidding.display, state.course.tile}
    return [TILES[tile].id for tile in sorted(_EVERY_TILE - elsewhere)]


_EVERY_TILE: Final = frozenset(range(LOOSE_TILES))
