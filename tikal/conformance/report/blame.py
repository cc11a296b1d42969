"""The results that count against a clause: those that slips of the adapter do not explain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from attrs import evolve, frozen

from tikal._support.wording import counted
from tikal.conformance.report.log import Log, Result
from tikal.conformance.report.phrases import failure_text
from tikal.conformance.report.slips import Slip, slips_in
from tikal.notation.documents.parsing import Json

#: What belongs to the first failure of a result alone.
_OF_THE_FIRST = ("request", "answer")


def slips_of(log: Log) -> tuple[Slip, ...]:
    """The slips of the adapter behind an engine."""
    return slips_in(result.detail for result in log.results())


@frozen
class SlipCount:
    """A slip, and the number of results that fail for it, and for nothing but slips."""

    slip: Slip
    results: int

    def __str__(self) -> str:
        if not self.results:
            return str(self.slip)
        cases = counted(self.results, "case")
        fails = "fails" if self.results == 1 else "fail"
        return f"{self.slip} ({cases} {fails} for no other reason)"


def counted_slips(log: Log) -> tuple[SlipCount, ...]:
    """The slips of the adapter, those that cost most at the top."""
    found = slips_of(log)
    parts = {slip.part for slip in found}
    explained: Counter[str] = Counter()
    for result in log.results():
        if without_slips(result, parts) is None:
            explained.update(slipped_parts(result))
    counts = [SlipCount(slip, explained[slip.part]) for slip in found]
    return tuple(sorted(counts, key=lambda each: -each.results))


def blamed(log: Log) -> Iterator[Result]:
    """The results without what slips explain; one that they explain as a whole is left out."""
    parts = {slip.part for slip in slips_of(log)}
    for result in log.results():
        rest = without_slips(result, parts)
        if rest is not None:
            yield rest


def without_slips(result: Result, parts: Collection[str]) -> Result | None:
    """The result without the failures that slips explain; None if they explain all that is wrong.

    `parts` are those of the slips.
    """
    if not parts or result.outcome not in ("failed", "errored"):
        return result
    if result.outcome == "errored":
        return None if _is_explained(result.detail, parts) else result
    failures: Json = result.detail.get("failures")
    if not isinstance(failures, list) or not failures:
        return result
    rest = [
        each for each in failures if not (isinstance(each, dict) and _is_explained(each, parts))
    ]
    if len(rest) == len(failures):
        return result
    if not rest:
        return None
    left_out = () if rest[0] is failures[0] else _OF_THE_FIRST
    detail = {key: value for key, value in result.detail.items() if key not in left_out}
    message = result.message if not left_out else failure_text(rest[0])
    return evolve(result, message=message, detail={**detail, "failures": rest})


def slipped_parts(result: Result) -> set[str]:
    """The parts of answers with a wrong form that a result is wrong about."""
    failures: Json = result.detail.get("failures")
    wrong = failures if isinstance(failures, list) else []
    return {
        part for each in (result.detail, *wrong) if isinstance(each, Mapping) for part in _in(each)
    }


def _is_explained(wrong: Mapping[str, Json], parts: Collection[str]) -> bool:
    """Whether nothing is wrong but parts that are slips."""
    slipped = _in(wrong)
    return bool(slipped) and {*slipped} <= {*parts}


def _in(wrong: Mapping[str, Json]) -> list[str]:
    slipped: Json = wrong.get("slips")
    return [part for part in slipped if isinstance(part, str)] if isinstance(slipped, list) else []
