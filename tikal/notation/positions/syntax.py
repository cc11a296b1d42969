"""The words of the notation of positions, shared by reader and writer.

docs/reference/positions.md explains them, with examples.
"""

from __future__ import annotations

from typing import Final

from tikal.state import PHASES

#: Between two statements; a line break does as well.
SEPARATOR: Final = ";"
#: Begins a comment, which goes to the end of the line.
COMMENT: Final = "#"
#: Stands for a seat that has nothing, where every seat has its place.
NOTHING: Final = "-"
#: Figures that have left the game, and where a digger is who has.
OUT: Final = "out"
#: The number of players unless more are named.
DEFAULT_PLAYERS: Final = 2

#: Statements that give every seat its entry, in the order of the seats.
SCORES, TREASURES = "scores", "treasures"
#: Statements of the auction.
DISPLAY, HIGH, PASSED, DONE = "display", "high", "passed", "done"
PLAYERS, AUCTION, EDITION, ASIDE = "players", "auction", "edition", "aside"
#: Words within a statement.
SCORING, TILE, AP, BY, DUG = "scoring", "tile", "ap", "by", "dug"

#: The words that begin a statement wherever they stand; cells and editions begin one as well.
BEGINNINGS: Final = frozenset(
    {PLAYERS, AUCTION, EDITION, SCORES, TREASURES, OUT, DISPLAY, HIGH, PASSED, DONE, ASIDE, *PHASES}
)
#: Statements in which `a1` is a tile.
LISTS_OF_TILES: Final = frozenset({DISPLAY, ASIDE})

#: A text with more characters is not looked at; a position has some six hundred.
MAX_TEXT_CHARACTERS: Final = 20_000
