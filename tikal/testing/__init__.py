"""Tools to test other engines: candidates, strategies, near misses, a battery.

Needs the extra `testing`.
"""

from tikal.errors import missing_extra

try:
    import hypothesis as _hypothesis  # noqa: F401 - to name the missing extra
except ModuleNotFoundError as error:
    raise missing_extra("testing", error) from error

from tikal.testing.battery import BatteryFailure, Engine, run_battery
from tikal.testing.candidates import candidates
from tikal.testing.laws import GAME_LAWS, LAWS, broken_game_laws, broken_laws
from tikal.testing.near_misses import NearMiss, Situation, near_misses
from tikal.testing.strategies import candidate_moves, games, house_editions, legal_moves_of, states

__all__ = [
    "BatteryFailure", "Engine", "GAME_LAWS", "LAWS", "NearMiss", "Situation", "broken_game_laws",
    "broken_laws", "candidate_moves", "candidates", "games", "house_editions", "legal_moves_of",
    "near_misses", "run_battery", "states",
]  # fmt: skip
