"""JUnit XML, for the tools that show the outcome of continuous integration."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Final

from attrs import evolve

from tikal._support.wording import one_line, printable
from tikal.conformance.report.blame import slipped_parts, slips_of, without_slips
from tikal.conformance.report.kinds import KINDS
from tikal.conformance.report.log import Log, Outcome, Result
from tikal.conformance.report.phrases import (
    answer_text,
    claims_of,
    facts,
    notes,
    refusal_of,
    wrong_answers,
)
from tikal.conformance.report.slips import Slip
from tikal.conformance.report.summary import Tally, summarise

#: The JUnit elements of cases that did not pass. JUnit has none for an unfinished game: viewers
#: show `skipped` as neither a success nor a failure.
_TAGS: Final[Mapping[Outcome, str]] = {
    "failed": "failure",
    "errored": "error",
    "skipped": "skipped",
    "unfinished": "skipped",
}


def render(log: Log) -> Iterator[str]:
    """The log as JUnit XML: a suite per edition, or per sort of evidence in a self report."""
    summary = summarise(log)
    # a suite carries the notes, so there is one even if there are no results
    suites = KINDS[log.header.kind].suites(summary) or {log.header.kind: Tally()}
    name = f"{log.header.kind}: {log.header.subject}"
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    took, slips = _seconds(log), slips_of(log)
    excused = {suite: _without_known(log, suite, tally) for suite, tally in suites.items()}
    whole = sum(excused.values(), Tally())
    yield _opening("testsuites", name=name, **_counts(whole), time=_time(log.footer.seconds)) + "\n"
    for suite, tally in excused.items():
        yield from _suite(log, suite, tally, _time(took[suite]), slips)
    yield "</testsuites>\n"


def _is_known(result: Result) -> bool:
    """Whether a failure is one that `--known` names: viewers must not show it as a new one."""
    return result.detail.get("known") is True and result.outcome in ("failed", "errored")


def _without_known(log: Log, suite: str, tally: Tally) -> Tally:
    """The counts of a suite, with known failures as skipped."""
    suite_of = KINDS[log.header.kind].suite_of
    known = Counter(
        result.outcome
        for result in log.results()
        if suite_of(result) == suite and _is_known(result)
    )
    return evolve(
        tally,
        failed=tally.failed - known["failed"],
        errored=tally.errored - known["errored"],
        skipped=tally.skipped + known.total(),
    )


def _seconds(log: Log) -> Mapping[str, float]:
    """The time that each suite took, as far as it was measured."""
    took: defaultdict[str, float] = defaultdict(float)
    for result in log.results():
        took[KINDS[log.header.kind].suite_of(result)] += result.seconds
    return took


def _suite(log: Log, suite: str, tally: Tally, took: str, slips: Sequence[Slip]) -> Iterator[str]:
    # the counts of a suite come before its cases, so the log is read again for each suite
    moment, suite_of = log.header.made[:19], KINDS[log.header.kind].suite_of
    yield _opening("testsuite", name=suite, **_counts(tally), time=took, timestamp=moment) + "\n"
    yield "<properties>\n"
    for key, value in (*_properties(log), *(("adapter", str(slip)) for slip in slips)):
        yield _opening("property", name=key, value=value) + "</property>\n"
    yield "</properties>\n"
    for result in log.results():
        if suite_of(result) == suite:
            yield _case(log, suite, result, slips)
    yield "</testsuite>\n"


def _properties(log: Log) -> Iterator[tuple[str, str]]:
    yield "library", log.header.library
    yield "python", log.header.python
    yield from facts(log).items()
    for note in notes(log):
        yield "note", note


def _case(log: Log, suite: str, result: Result, slips: Sequence[Slip]) -> str:
    classname = f"{log.header.kind}.{suite}"
    took = _time(result.seconds)
    opening = _opening("testcase", classname=classname, name=_name(result), time=took)
    return f"{opening}{_verdict(result, slips)}</testcase>\n"


def _name(result: Result) -> str:
    """The subject; with its clause or edition where several results share it."""
    parts = [result.subject]
    if result.about in ("agreement", "mutant"):
        parts += result.clauses
    if result.about == "agreement" and result.edition:
        parts.append(result.edition)
    return " · ".join(parts)


def _verdict(result: Result, slips: Sequence[Slip]) -> str:
    """The element that says why a case did not pass; of the adapter's slips, only those."""
    tag = "skipped" if _is_known(result) else _TAGS.get(result.outcome)
    if not tag:
        return ""
    attributes = {"message": result.message}
    if tag != "skipped":
        attributes["type"] = " ".join(result.clauses) or result.outcome
    if _is_known(result):
        attributes = {"message": f"known: {result.message}"}
    elif without_slips(result, {slip.part for slip in slips}) is None:
        mine = [str(slip) for slip in slips if slip.part in slipped_parts(result)]
        attributes = {"message": "; ".join(mine), "type": "adapter"}
    text = escape(printable("\n".join(_lines(result))), quote=False)
    return f"{_opening(tag, **attributes)}{text}</{tag}>"


def _lines(result: Result) -> Iterator[str]:
    refusal = refusal_of(result)
    if refusal:
        yield refusal.sentence()
        yield from map(str, refusal.violations)
        yield f"legal instead: {', '.join(refusal.nearest) or 'nothing'}"
        yield from (f"repair: {repair}" for repair in refusal.repairs)
    yield from claims_of(result)
    if description := result.detail.get("description"):
        yield answer_text(description)
    for question, expected, got in wrong_answers(result):
        yield f"{question}: expected {expected}, got {got}"


def _counts(tally: Tally) -> dict[str, str]:
    return {
        "tests": str(tally.total),
        "failures": str(tally.failed),
        "errors": str(tally.errored),
        "skipped": str(tally.skipped + tally.unfinished),
    }


def _time(seconds: float) -> str:
    return f"{seconds:.3f}"


def _opening(tag: str, **attributes: str) -> str:
    written = "".join(f' {key}="{escape(one_line(value))}"' for key, value in attributes.items())
    return f"<{tag}{written}>"
