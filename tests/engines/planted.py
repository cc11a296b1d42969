"""Engines with one of the kit's own planted faults: each lacks one effect."""

from __future__ import annotations

from collections.abc import Mapping

from tests.engines.base import Faulty
from tikal.conformance.faults import Fault
from tikal.conformance.report import Json
from tikal.moves import Move
from tikal.state import State


class Planted(Faulty):
    """Makes moves as an engine without one effect."""

    def __init__(self, fault: Fault) -> None:
        super().__init__()
        self.fault = fault
        self.name = str(fault)

    def _new_game(self, case: Mapping[str, Json]) -> State:
        return self.fault.opening(super()._new_game(case))

    def outcome(self, before: State, move: Move, after: State) -> State:
        return self.fault.after(before, move, after)
