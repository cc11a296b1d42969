"""Engines without one effect: what the kit plants to know that a question turns on the effect.

Each fault is the position that such an engine would have after a move. A question is about an
effect if the answer in that position differs from the right one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tikal.conformance.faults.amounts import AMOUNTS
from tikal.conformance.faults.digging import DIGGING
from tikal.conformance.faults.fault import Fault
from tikal.conformance.faults.figures import FIGURES
from tikal.conformance.faults.order import ORDER
from tikal.moves import MOVES, Move

FAULTS: Final = (*FIGURES, *DIGGING, *ORDER, *AMOUNTS)
#: The clauses that lack an effect in some fault.
CLAUSES: Final = frozenset(fault.clause for fault in FAULTS)
#: The faults that can show after each kind of move.
BY_KIND: Final[Mapping[type[Move], tuple[Fault, ...]]] = {
    kind: tuple(fault for fault in FAULTS if kind in fault.kinds) for kind in MOVES
}

__all__ = ["BY_KIND", "CLAUSES", "FAULTS", "Fault"]
