"""A position as one line of text; docs/reference/positions.md has the notation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tikal.components import BOX, TILES
from tikal.editions import write_edition
from tikal.errors import InvalidState
from tikal.fields import Figure
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
from tikal.rules.digging import needs_another_member, unrecorded_diggers
from tikal.rules.invariants import problems
from tikal.rules.queries import mover
from tikal.state import ACTION_PHASES, ACTION_POINTS, State, starting_score


def format_position(state: State) -> str:
    """A position as one line of ASCII that a person can read, and `parse_position` reads back.

    Equal positions give equal texts. What is as usual is left out, all but the edition. A house
    edition comes back under the name by which it is written, as `tikal.house` names it.
    `InvalidState` lists what is wrong with a position that no game can reach.
    """
    found = problems(state)
    if found:
        raise InvalidState(found)
    return SEPARATOR.join(_statements(state))


def _statements(state: State) -> Iterator[str]:
    yield write_edition(state.edition)
    if state.players != DEFAULT_PLAYERS:
        yield f"{PLAYERS} {state.players}"
    if state.auction:
        yield AUCTION
    if turn := _turn(state):
        yield turn
    for cell in range(len(CELLS)):
        if text := _cell(state, cell):
            yield text
    yield from _by_seat(state)
    yield from _auction(state)
    if aside := _set_aside(state):
        yield _list(ASIDE, aside)


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


def _cell(state: State, cell: int) -> str:
    """The statement about a cell: `c3=A5r2 7 1L2 2W3`; empty if it has its default."""
    name = CELLS[cell]
    hex_, tile = state[name], state.ground.board.tile(cell)
    if tile is None:
        return ""
    facts = []
    if name not in BOX.printed:
        facts.append(f"{tile.id}r{hex_.rotation}" if hex_.rotation else tile.id)
    if (hex_.value, hex_.tokens) != (tile.value, tile.masks):
        facts.append(str(hex_.tokens if tile.masks else hex_.value))
    pieces = [f"{seat}{figures_text(*there)}" for seat, there in hex_.figures.items() if any(there)]
    if hex_.camp:
        pieces.append(f"{hex_.camp}C")
    if hex_.guard:
        pieces.append(f"{hex_.guard[0]}G{hex_.guard[1]}")
    if cell in state.turn.worked:
        pieces.append(_dug(state, cell))
    if not facts and not pieces:
        return ""
    return " ".join([f"{name}={facts[0]}" if facts else name, *facts[1:], *pieces])


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
    owned = [_kinds(who.treasures) for who in state.expeditions]
    if any(owned):
        yield _list(TREASURES, (kinds or NOTHING for kinds in owned))
    lost = [figures_text(*who.removed) if any(who.removed) else "" for who in state.expeditions]
    if any(lost):
        yield _list(OUT, (figures or NOTHING for figures in lost))


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
    board = {tile for tile, _ in state.ground.board.placements().values()}
    elsewhere = {*board, *state.stock.tiles, *state.course.bidding.display, state.course.tile}
    return [TILES[tile].id for tile in range(len(BOX.tiles)) if tile not in elsewhere]
