"""The colours that several parts of a picture share; those of one shape are beside that shape."""

from __future__ import annotations

from typing import Final

from tikal.components import Terrain

WHITE: Final = "#ffffff"
#: The background, and the colour of text on it.
PAPER: Final = "#fdfbf6"
INK: Final = "#1f1d1a"
FAINT: Final = "#5f594d"

#: Tones of Okabe and Ito, moved apart in lightness: distinct in every kind of colour blindness.
SEATS: Final = {1: "#0a5ca8", 2: "#c44c08", 3: "#f0b4d8", 4: "#171b19"}
#: Letters on them, and their outlines.
ON_SEATS: Final = {1: WHITE, 2: WHITE, 3: "#3f0d3a", 4: WHITE}
OUTLINES: Final = {1: WHITE, 2: WHITE, 3: "#6d1d66", 4: WHITE}
#: Lines and letters of a seat on white.
LINES: Final = {**SEATS, 3: "#a03a93"}
TERRAINS: Final[dict[Terrain, str]] = {
    "base_camp": "#cfdfe8",
    "temple": "#ecdcb2",
    "jungle": "#a3c98b",
    "treasure": "#f3c977",
    "volcano": "#c4b2ac",
}
UNEXPLORED: Final = "#f1ecdf"

HIGHLIGHTED: Final = "#ffd21f"
LEGAL: Final = "#006b4f"
REFUSED: Final = "#c00020"
#: The move that led to a position.
LAST: Final = "#3f8fc4"
