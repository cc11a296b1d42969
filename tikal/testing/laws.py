"""The derived invariants DER-01 to DER-12, stated in terms of the public interface alone.

Nothing here uses the engine's records or its rules, so any engine with the same interface can be
checked against these laws.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from tikal.components import BOX
from tikal.engine import Step
from tikal.grid import CELL_INDEX, CELLS, NEIGHBOURS
from tikal.moves import EndTurn, Move, PlaceTile, SetAside
from tikal.state import Hex, State

_TILES: Final = {tile.id: tile for tile in (*BOX.tiles, *BOX.printed.values())}
_FIGURES: Final = (BOX.leaders, BOX.workers)


@lru_cache(maxsize=4)
def _hexes(state: State) -> dict[str, Hex]:
    return {cell: state[cell] for cell in CELLS}


def _stones(hexes: dict[str, Hex], a: str, b: str) -> int:
    """The stones on the edge between two adjacent hexes that members can stand on."""
    total = 0
    for here, there in ((a, b), (b, a)):
        hex_ = hexes[here]
        if hex_.tile is None or hex_.rotation is None or hex_.kind == "volcano":
            return 0
        side = next(s for s, other in NEIGHBOURS[CELL_INDEX[here]] if CELLS[other] == there)
        total += _TILES[hex_.tile].stones[(side - hex_.rotation) % 6]
    return total


def all_hexes_are_connected(state: State) -> Iterator[str]:
    """DER-01: every explored hex that is not a volcano can be walked to from the base camp.

    Where a stone towards a volcano is enough to lay a tile, touching a volcano counts as a way, and
    volcanoes hang together with the rest.
    """
    hexes, by_volcano = _hexes(state), state.edition.stones_towards_volcanoes
    volcanoes = {c for c, hex_ in hexes.items() if hex_.kind == "volcano"}
    explored = {c for c, hex_ in hexes.items() if hex_.tile} - (set() if by_volcano else volcanoes)
    reached, frontier = {"a1"}, ["a1"]
    while frontier:
        here = frontier.pop()
        for _, other in NEIGHBOURS[CELL_INDEX[here]]:
            there = CELLS[other]
            if there in explored - reached and (
                _stones(hexes, here, there) or (by_volcano and volcanoes & {here, there})
            ):
                reached.add(there)
                frontier.append(there)
    for cell in sorted(explored - reached):
        yield f"{cell} cannot be reached from the base camp"


def stuck_tiles(state: State, moves: Sequence[Move]) -> Iterator[str]:
    """DER-02: a tile that is not a volcano has a place where a free space touches such a hex.

    Where the edition says so, touching a volcano and nothing else is enough.
    """
    hexes = _hexes(state)
    if state.phase != "place" or state.tile is None or _TILES[state.tile].kind == "volcano":
        return
    edition = state.edition
    volcanoes_count = edition.stones_towards_volcanoes and edition.beside_volcanoes_only
    solid = {
        cell
        for cell, hex_ in hexes.items()
        if hex_.tile and (volcanoes_count or hex_.kind != "volcano")
    }
    is_free = any(
        hexes[cell].tile is None and any(CELLS[other] in solid for _, other in around)
        for cell, around in zip(CELLS, NEIGHBOURS, strict=True)
    )
    if is_free != any(isinstance(move, PlaceTile) for move in moves):
        yield f"tile {state.tile} has {'no' if is_free else 'a'} place"


def figures_are_conserved(state: State) -> Iterator[str]:
    """DER-03: supply, hexes, guards and removed figures add up to 1 leader and 18 workers."""
    hexes = _hexes(state).values()
    for seat in state.scores:
        player = state.player(seat)
        groups = [player.supply, player.removed, *(hex_.figures[seat] for hex_ in hexes)]
        guards = [hex_.guard for hex_ in hexes]
        groups += [
            (int(guard[1] == "L"), int(guard[1] == "W"))
            for guard in guards
            if guard and guard[0] == seat
        ]
        total = tuple(map(sum, zip(*groups, strict=True)))
        if total != _FIGURES:
            yield f"seat {seat} has {total} leaders and workers in all, not {_FIGURES}"
        if any(number < 0 for group in groups for number in group):
            yield f"seat {seat} has a negative number of figures somewhere"


def tokens_are_conserved(state: State) -> Iterator[str]:
    """DER-04: three tokens of each kind, and none appears or vanishes."""
    treasures = [state.player(seat).treasures for seat in state.scores]
    for kind, unseen in state.unseen.items():
        owned = sum(tokens[kind] for tokens in treasures)
        if unseen < 0 or unseen + owned != BOX.treasure_copies:
            yield f"of treasure kind {kind}, {owned} are owned and {unseen} unseen"
    gone = sum(_TILES[h.tile].masks - h.tokens for h in _hexes(state).values() if h.tile)
    owned = sum(sum(tokens.values()) for tokens in treasures)
    if gone != owned + (state.phase == "reveal"):
        yield f"{gone} treasures are gone from the hexes, {owned} are owned"


def floors_are_conserved(state: State) -> Iterator[str]:
    """DER-05: a floor is in the stock or on a temple."""
    laid: Counter[int] = Counter()
    for hex_ in _hexes(state).values():
        if hex_.tile:
            laid.update(range(_TILES[hex_.tile].value + 1, hex_.value + 1))
    for number, pieces in BOX.floors.items():
        if state.floors[number] < 0 or state.floors[number] + laid[number] != pieces:
            yield f"of {pieces} floors {number}, {laid[number]} are laid"


def action_points_stay_in_bounds(state: State) -> Iterator[str]:
    """DER-06: 0 to 10 in an action phase, 0 elsewhere."""
    most = 10 if state.phase in ("act", "reveal") else 0
    if not 0 <= state.ap <= most:
        yield f"{state.ap} action points in phase {state.phase}"


def tiles_are_conserved(state: State) -> Iterator[str]:
    """COMP-03: every tile is in at most one place (a tile set aside is in none)."""
    laid = [hex_.tile for hex_ in _hexes(state).values() if hex_.tile]
    places = Counter([*laid, *state.remaining, *state.display])
    places.update([state.tile] if state.tile else [])
    for tile, times in places.items():
        if times > 1:
            yield f"tile {tile} is in {times} places"


def no_two_volcanoes_on_display(state: State) -> Iterator[str]:
    """DER-12: the letters keep the volcanoes apart."""
    volcanoes = [tile for tile in state.display if _TILES[tile].kind == "volcano"]
    if len(volcanoes) > 1:
        yield f"volcanoes {volcanoes} are on display together"


#: The laws of a single position, by clause.
LAWS: Final[dict[str, Callable[[State], Iterator[str]]]] = {
    "DER-01": all_hexes_are_connected,
    "COMP-03": tiles_are_conserved,
    "DER-03": figures_are_conserved,
    "DER-04": tokens_are_conserved,
    "DER-05": floors_are_conserved,
    "DER-06": action_points_stay_in_bounds,
    "DER-12": no_two_volcanoes_on_display,
}


def broken_laws(state: State) -> list[str]:
    """Every law that the position breaks."""
    return [f"{clause}: {what}" for clause, law in LAWS.items() for what in law(state)]


# --- whole games -------------------------------------------------------------------------------


def normal_turns_are_equal(start: State, steps: Sequence[Step]) -> Iterator[str]:
    """DER-07, DER-08: 36 tiles, and each player has 36/n of them."""
    turns = Counter(step.seat for step in steps if isinstance(step.move, PlaceTile | SetAside))
    expected = len(BOX.tiles) // start.players
    if turns != dict.fromkeys(start.scores, expected):
        yield f"tiles by seat are {dict(turns)}, not {expected} each"


def every_seat_scores_four_times(start: State, steps: Sequence[Step]) -> Iterator[str]:
    """DER-08: three volcanoes and the end."""
    before = [start, *(step.state for step in steps)]
    turns = Counter(
        step.seat
        for state, step in zip(before, steps, strict=False)
        if state.scoring and isinstance(step.move, EndTurn)
    )
    if turns != dict.fromkeys(start.scores, 4):
        yield f"scoring turns by seat are {dict(turns)}, not 4 each"


def scores_fall_only_by_bids(start: State, steps: Sequence[Step]) -> Iterator[str]:
    """DER-09: never in the basic game; in the auction game only when an auction is won."""
    before = [start, *(step.state for step in steps)]
    for state, step in zip(before, steps, strict=False):
        for seat, points in step.state.scores.items():
            won = state.phase == "bid" and step.state.phase == "take"
            if points < state.scores[seat] and not won:
                yield f"the score of seat {seat} fell by {step.move}"


#: The laws of a finished game, by clause.
GAME_LAWS: Final[dict[str, Callable[[State, Sequence[Step]], Iterator[str]]]] = {
    "DER-07": normal_turns_are_equal,
    "DER-08": every_seat_scores_four_times,
    "DER-09": scores_fall_only_by_bids,
}


def broken_game_laws(start: State, steps: Sequence[Step]) -> list[str]:
    """Every law that the finished game breaks."""
    found = GAME_LAWS.items()
    return [f"{clause}: {what}" for clause, law in found for what in law(start, steps)]
