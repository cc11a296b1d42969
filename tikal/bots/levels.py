"""How strong the bots for people are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

ITERATIONS: Final = 100
#: Levels of tree search, by how many visits a move gets.
LEVELS: Final[Mapping[str, int]] = {"easy": 15, "medium": ITERATIONS, "hard": 1_000}
#: The largest search of one move on the page: some 40 MB.
MAX_VISITS: Final = 20_000
#: Every bot of the page, with the visits of its search; None for one that does not search.
BOTS: Final[Mapping[str, int | None]] = {
    "sensible": None,
    **{f"mcts:{level}": visits for level, visits in LEVELS.items()},
    "mcts": MAX_VISITS,
}
