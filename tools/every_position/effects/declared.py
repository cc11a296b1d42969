"""What each effect may write, and which facts of the specification these fields stand for."""

from __future__ import annotations

from typing import Final

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
)  # fmt: skip

#: A new turn has no action points, digs and diggers but those that it is given.
_TURN: Final = frozenset({"phase", "ap", "worked", "digger"})
_TILE: Final = frozenset({"tile", "scoring", "queue"})
_OFFER: Final = frozenset({"active", "high_bid", "high_bidder", "passed", "first_passer", "score"})
_STEP: Final = frozenset({"leader", "workers", "digger", "ap"})

WRITES: Final[dict[type[Move], frozenset[str]]] = {
    DrawTile: _TURN | _TILE | {"undrawn", "display"},
    PlaceTile: _TURN | {"tile", "lies", "value", "tokens"},
    SetAside: _TURN | {"tile", "aside"},
    Deploy: frozenset({"leader", "workers", "supply", "ap"}),
    Walk: _STEP,
    Transfer: _STEP,
    Uncover: _TURN | {"value", "floor"},
    Recover: _TURN | {"tokens"},
    RevealTreasure: frozenset({"owns", "unseen", "phase"}),
    Exchange: frozenset({"owns", "ap"}),
    EstablishCamp: frozenset({"camp", "ap"}),
    PlaceGuard: _STEP | {"guard", "removed"},
    EndTurn: _TURN | _OFFER | {"display", "done", "queue", "scoring", "winners"},
    Bid: _TURN | _OFFER,
    Pass: _TURN | _OFFER,
    TakeTile: _TURN | _TILE | {"display"},
}
#: The facts that a field stands for, where they have other names.
FACTS: Final[dict[str, frozenset[str]]] = {
    "worked": frozenset({"uncovered", "taken"}),
    "tile": frozenset({"waiting"}),
    "aside": frozenset({"set_aside"}),
    "done": frozenset({"turned"}),
    "lies": frozenset({"tile"}),
    "leader": frozenset({"at", "supply"}),
    "workers": frozenset({"at"}),
    "winners": frozenset(),
}


def facts_of(names: frozenset[str]) -> frozenset[str]:
    """The kinds of facts that these fields stand for."""
    return frozenset().union(*(FACTS.get(name, {name}) for name in names))
