"""A rules lawyer for the board game Tikal.

It knows the clauses of several editions of the rulebook, decides whether a move is legal, and
says which clauses forbid it and why.

>>> import tikal
>>> state = tikal.new_game(players=2)
>>> state = tikal.apply(state, "draw A3")
>>> for violation in tikal.check(state, "deploy L a1"):
...     print(violation)
TURN-02: you must place your tile before anything else
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

from tikal.editions import (
    EDITIONS,
    Edition,
    Switch,
    house,
    switches,
)
from tikal.engine import (
    Refusal,
    Replay,
    Step,
    apply,
    chance,
    check,
    is_legal,
    legal_moves,
    replay,
)
from tikal.errors import (
    IllegalMove,
    InvalidArgument,
    InvalidNotation,
    InvalidState,
    Problem,
    TikalError,
    UnknownClause,
    Violation,
    WrongType,
)
from tikal.fields import Figure
from tikal.moves import (
    Bid,
    Deploy,
    DrawTile,
    EndTurn,
    EstablishCamp,
    Exchange,
    Move,
    Pass,
    PlaceGuard,
    PlaceTile,
    Recover,
    RevealTreasure,
    SetAside,
    TakeTile,
    Transfer,
    Uncover,
    Walk,
    parse_move,
)
from tikal.rules.scoring import Score, score
from tikal.rules.walking import path_cost, reachable, route
from tikal.state import Hex, Phase, Player, State, new_game

if TYPE_CHECKING:
    from tikal.asking.answers import Answer
    from tikal.asking.questions import ask
    from tikal.bots.policies import Policy, play, random_policy, sensible_policy
    from tikal.counsel.nearest import nearest_legal
    from tikal.counsel.opinion import Opinion, opinion
    from tikal.counsel.remedies import Remedies, remedies
    from tikal.counsel.remedy_search import Way
    from tikal.counsel.repairs import Repair, repairs
    from tikal.game import Game
    from tikal.law.entries import Clause, Difference, Reading, Ruling
    from tikal.law.registry import (
        chapters,
        clause,
        clauses,
        difference,
        differences,
        ruling,
        rulings,
    )
    from tikal.notation.positions import format_position, parse_position, position
    from tikal.notation.records import Record, dump, dumps, load, loads, parse_moves
    from tikal.rules.invariants import problems
    from tikal.warm import preload

__version__ = "0.2.0"

# The printed editions, each under its key in capitals.
RIO_GRANDE_1999: Final = EDITIONS["rio-grande-1999"]
RAVENSBURGER_1999: Final = EDITIONS["ravensburger-1999"]
SUPER_MEEPLE_2015: Final = EDITIONS["super-meeple-2015"]
LEGEND_CLASSIC: Final = EDITIONS["legend-classic"]

__all__ = [
    "EDITIONS", "LEGEND_CLASSIC", "RAVENSBURGER_1999", "RIO_GRANDE_1999", "SUPER_MEEPLE_2015",
    "Answer", "Bid", "Clause", "Deploy", "Difference", "DrawTile", "Edition", "EndTurn",
    "EstablishCamp", "Exchange", "Figure", "Game", "Hex", "IllegalMove", "InvalidArgument",
    "InvalidNotation", "InvalidState", "Move", "Opinion", "Pass", "Phase", "PlaceGuard",
    "PlaceTile", "Player", "Policy", "Problem", "Reading", "Record", "Recover", "Refusal",
    "Remedies", "Repair", "Replay", "RevealTreasure", "Ruling", "Score", "SetAside", "State",
    "Step", "Switch", "TakeTile", "TikalError", "Transfer", "Uncover", "UnknownClause", "Violation",
    "Walk", "Way", "WrongType", "apply", "ask", "chance", "chapters", "check", "clause", "clauses",
    "difference", "differences", "dump", "dumps", "format_position", "house", "is_legal",
    "legal_moves", "load", "loads", "nearest_legal", "new_game", "opinion", "parse_move",
    "parse_moves", "parse_position", "path_cost", "play", "position", "preload", "problems",
    "random_policy", "reachable", "remedies", "repairs", "replay", "route", "ruling", "rulings",
    "score", "sensible_policy", "switches",
]  # fmt: skip

# Loaded on first use, because many programs never need them.
_LAZY: Final = {
    "Answer": "tikal.asking.answers",
    "ask": "tikal.asking.questions",
    **dict.fromkeys(("Opinion", "opinion"), "tikal.counsel.opinion"),
    **dict.fromkeys(("Remedies", "remedies"), "tikal.counsel.remedies"),
    **dict.fromkeys(("Repair", "repairs"), "tikal.counsel.repairs"),
    "Way": "tikal.counsel.remedy_search",
    "problems": "tikal.rules.invariants",
    "Game": "tikal.game",
    **dict.fromkeys(("Clause", "Difference", "Reading", "Ruling"), "tikal.law.entries"),
    **dict.fromkeys(
        ("chapters", "clause", "clauses", "difference", "differences", "ruling", "rulings"),
        "tikal.law.registry",
    ),
    "preload": "tikal.warm",
    "nearest_legal": "tikal.counsel.nearest",
    **dict.fromkeys(("format_position", "parse_position", "position"), "tikal.notation.positions"),
    **dict.fromkeys(("Policy", "play", "random_policy", "sensible_policy"), "tikal.bots.policies"),
    **dict.fromkeys(
        ("Record", "dump", "dumps", "load", "loads", "parse_moves"), "tikal.notation.records"
    ),
}


def __getattr__(name: str) -> object:
    if name not in _LAZY:
        raise AttributeError(f"module 'tikal' has no attribute {name!r}")
    globals()[name] = found = getattr(import_module(_LAZY[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})
