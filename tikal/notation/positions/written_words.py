"""The words and statements that `format_position` writes, for reading them fast."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from tikal.components import BOX, LOOSE_TILES, TILE_INDEX, TILES, TREASURE_KINDS
from tikal.editions import EDITIONS, Edition, read_edition, write_edition
from tikal.errors import InvalidNotation
from tikal.fields import FIGURES
from tikal.geometry import ROTATIONS, UNEXPLORED, lying
from tikal.grid import CELL_INDEX, CELLS
from tikal.notation.positions.syntax import AP, DUG
from tikal.notation.positions.writer import figures_text, tile_text
from tikal.state import ACTION_POINTS, MAX_FLOOR, PHASES, Phase


class Unusual(Exception):
    """Something that the writer does not write."""


#: The rank of a piece on a hex, and two numbers about it.
Piece: TypeAlias = tuple[int, int, int]

SEATS: Final = range(1, BOX.most_players + 1)
SEAT_WORDS: Final = {str(seat): seat for seat in SEATS}
#: The words of a hex, with their rank there: numbers, figures by seat, camp and guard.
A_CAMP, A_GUARD = BOX.most_players + 1, BOX.most_players + 2
NUMBERS: Final = {str(number): (0, number, 0) for number in range(MAX_FLOOR + 1)}
_PIECES: Final[dict[str, Piece]] = {
    **NUMBERS,
    **{
        f"{seat}{figures_text(leaders, workers)}": (seat, leaders, workers)
        for seat in SEATS
        for leaders in (0, 1)
        for workers in range(BOX.workers + 1)
        if leaders or workers
    },
    **{f"{seat}C": (A_CAMP, seat, 0) for seat in SEATS},
    **{
        f"{seat}G{figure}": (A_GUARD, seat, number)
        for seat in SEATS
        for number, figure in enumerate(FIGURES)
    },
}
LOST_WORDS: Final = {
    figures_text(leaders, workers): (leaders, workers)
    for leaders in (0, 1)
    for workers in range(BOX.workers + 1)
    if leaders or workers
}
_TILES: Final = {
    tile_text(lying(tile, rotation)): lying(tile, rotation)
    for tile in range(LOOSE_TILES)
    for rotation in ROTATIONS[tile]
}
#: By number of a tile as it lies, the value of its temple and its treasure tokens.
VALUES: Final = tuple(TILES[number // 6].value for number in range(6 * len(TILES)))
MASKS: Final = tuple(TILES[number // 6].masks for number in range(6 * len(TILES)))
PRINTED: Final = {CELL_INDEX[name]: lying(TILE_INDEX[t.id], 0) for name, t in BOX.printed.items()}
TILES_AT_FIRST: Final = bytes(PRINTED.get(cell, UNEXPLORED) for cell in range(len(CELLS)))
FLOORS: Final = tuple(BOX.floors.values())
NO_TREASURES: Final = (0,) * BOX.treasure_kinds
PHASE_WORDS: Final[dict[str, Phase]] = {phase: phase for phase in PHASES}
POINT_WORDS: Final = {f"{points}{AP}": points for points in range(ACTION_POINTS + 1)}
MAX_DIGITS: Final = 6
#: The writer has none that is longer, and longer ones must not fill the caches.
MAX_STATEMENT_CHARACTERS: Final = 500
KIND_WORDS: Final = {str(kind): kind - 1 for kind in TREASURE_KINDS}


@lru_cache(maxsize=256)
def edition_of_text(text: str) -> Edition:
    """The edition that is written so, letter for letter."""
    if text in EDITIONS:
        return EDITIONS[text]
    try:
        edition = read_edition(text)
    except InvalidNotation:
        raise Unusual from None
    if write_edition(edition) != text:
        raise Unusual
    return edition


_Hex: TypeAlias = tuple[int, int, int, int, Sequence[Piece], tuple[str, ...] | None]


# A move changes one or two hexes, so nearly all statements of a game have been read before.
@lru_cache(maxsize=8192)
def hex_of(statement: str) -> _Hex | None:
    """The cell, its tile, value, tokens, pieces and digs; None if it is not about a hex."""
    words = statement.split(" ")
    name, sign, first = words[0].partition("=")
    cell = CELL_INDEX.get(name)
    if cell is None:
        return None
    words = [first, *words[1:]] if sign else words[1:]
    if not words:
        raise Unusual
    tile = PRINTED.get(cell, -1)
    if tile < 0:
        tile = _TILES[words.pop(0)]
    value, tokens = VALUES[tile], MASKS[tile]
    pieces = []
    digs = None
    if DUG in words:
        digs = tuple(words[words.index(DUG) + 1 :])
        del words[words.index(DUG) :]
    highest = -1
    for word in words:
        piece = _PIECES[word]
        if piece[0] <= highest:
            raise Unusual
        highest = piece[0]
        if highest:
            pieces.append(piece)
        elif VALUES[tile]:
            value = piece[1]
        elif MASKS[tile]:
            tokens = piece[1]
        else:
            raise Unusual
    return cell, tile, value, tokens, tuple(pieces), digs
