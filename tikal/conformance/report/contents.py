"""A log with what is counted in it, for every view."""

from __future__ import annotations

from functools import cached_property

from attrs import frozen

from tikal.conformance.report.blame import SlipCount, counted_slips
from tikal.conformance.report.log import Log
from tikal.conformance.report.matrix import Matrix, matrix_of
from tikal.conformance.report.summary import Summary, summarise


@frozen
class Contents:
    """A log and its counts, each computed when a view first asks for it."""

    log: Log

    @cached_property
    def summary(self) -> Summary:
        """The counts by outcome, edition and clause."""
        return summarise(self.log)

    @cached_property
    def slips(self) -> tuple[SlipCount, ...]:
        """The slips of the adapter behind an engine."""
        return counted_slips(self.log)

    @cached_property
    def matrix(self) -> Matrix:
        """The evidence by clause and edition, of a report on this library."""
        return matrix_of(self.log.results())
