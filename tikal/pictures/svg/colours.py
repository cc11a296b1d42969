"""The colours that several parts of a picture share; those of one shape are beside that shape."""

from __future__ import annotations

from typing import Final

from tikal.components import Terrain

WHITE: Final = "#ffffff"
#: The background, and the colour of text on it.
PAPER: Final = "#fdfbf6"
INK: Final = "#1f1d1a"
FAINT: Final = "#5f594d"

#: Distinct for most colour-blind people, and dark enough for white letters.
SEATS: Final = {1: "#0a57a3", 2: "#b3380a", 3: "#7b2486", 4: "#26312b"}
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
