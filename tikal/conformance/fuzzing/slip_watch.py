"""What play learns about the adapter: parts of answers that it never gets right."""

from __future__ import annotations

from attrs import define, evolve, field

from tikal.conformance.case import Case
from tikal.conformance.protocol.engine_info import EngineInfo
from tikal.conformance.report import Result
from tikal.conformance.report.slips import add_forms, slips_among


@define
class SlipWatch:
    """The forms of all answers so far, and the first case for each slip."""

    _forms: dict[str, set[str]] = field(factory=dict)
    #: By part, the first case with an answer in which it had a wrong form, and its result.
    first: dict[str, tuple[Case, Result]] = field(factory=dict)

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts that no answer so far had right."""
        return tuple(slip.part for slip in slips_among(self._forms))

    def informed(self, engine: EngineInfo, case: Case, result: Result) -> EngineInfo:
        """The engine with the slips that are known after one more result.

        They are not compared as long as no answer has them right.
        """
        add_forms(self._forms, result.detail.get("forms"))
        parts = self.parts
        if parts == engine.slips:
            return engine
        for part in parts:
            self.first.setdefault(part, (case, result))
        return evolve(engine, slips=parts)
