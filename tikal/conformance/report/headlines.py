"""The numbers that every view shows: the headlines of a report, and its table by edition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from tikal._support.wording import plural
from tikal.conformance.report.blame import blamed
from tikal.conformance.report.contents import Contents
from tikal.conformance.report.diagnosis import disputed_clauses
from tikal.conformance.report.log import OUTCOMES, Log, Outcome, Result
from tikal.conformance.report.matrix import Matrix
from tikal.conformance.report.phrases import percent
from tikal.conformance.report.scoring import EngineScore
from tikal.conformance.report.summary import Summary, Tally


class Headline(NamedTuple):
    """A number, what it counts, and whether it is good."""

    number: str
    label: str
    outcome: Outcome


def of_library(about: Mapping[str, Tally], examples: int, matrix: Matrix) -> list[Headline]:
    """The headlines of a report on this library."""
    return [_clauses(matrix), *_evidence(about, examples, matrix)]


def of_games(contents: Contents) -> list[Headline]:
    """The headlines of an audit."""
    moves = contents.summary.moves
    return [
        *_by_outcome(contents.summary.total, "game"),
        _moves(moves.accepted, "accepted", "passed" if moves.accepted else "skipped"),
        _moves(moves.refused, "refused", "failed" if moves.refused else "passed"),
        _moves(moves.skipped, "after a refusal, not looked at", "skipped"),
    ]


def of_engine(contents: Contents) -> list[Headline]:
    """The headlines of a report on another engine."""
    total, score = contents.summary.total, contents.log.footer.score
    whole = Headline(percent(total), "of the cases passed", total.outcome)
    first = _shown(score, contents.log.footer.is_clean) if score else [whole]
    return [
        *first,
        *_of_no_clause(blamed(contents.log)),
        *_slips(len(contents.slips)),
        *_by_outcome(total, "case"),
        *_known(contents.log),
    ]


def _shown(score: EngineScore, is_clean: bool) -> list[Headline]:
    """The clauses shown, and the share of right answers beside them.

    Beside a failure there is no "all": it may be about a clause that no question is about.
    """
    label = f"{plural(score.clauses, 'clause')} in scope shown"
    outcome: Outcome = "passed" if score.shown == score.clauses > 0 else "failed"
    share = f"{int(1000 * score.right / score.answered) / 10:g} %" if score.answered else "none"
    right: Outcome = "passed" if score.right == score.asked > 0 else "failed"
    unanswered = score.asked - score.answered
    beside = f", {unanswered:,} not answered" if unanswered else ""
    answers = f"of {score.answered:,} answers right{beside}"
    shown = f"{score.shown:,} of {score.clauses:,}"
    if is_clean:
        shown = _share_or_all(score.shown, score.clauses)
    return [Headline(shown, label, outcome), Headline(share, answers, right)]


def _known(log: Log) -> Iterator[Headline]:
    """The failures that `--known` names, if there are any."""
    number = sum(result.detail.get("known") is True for result in log.results())
    if number:
        yield Headline(f"{number:,}", f"known {plural(number, 'failure')} among them", "skipped")


def _slips(number: int) -> Iterator[Headline]:
    """The slips of the adapter, if there are any."""
    if number:
        yield Headline(f"{number:,}", f"{plural(number, 'slip')} of the adapter", "failed")


def _of_no_clause(results: Iterable[Result]) -> Iterator[Headline]:
    """The failures that no clause is the worse for, if there are any."""
    wrong = sum(
        result.outcome in ("failed", "errored") and not (result.clauses or disputed_clauses(result))
        for result in results
    )
    if wrong:
        yield Headline(f"{wrong:,}", f"{plural(wrong, 'failure')} without a clause", "failed")


def _clauses(matrix: Matrix) -> Headline:
    tally = matrix.tally()
    asked = tally.total - tally.skipped
    outcome: Outcome = "passed" if matrix.is_clean else "failed"
    return Headline(_share_or_all(tally.passed, asked), "rules by edition conform", outcome)


def _evidence(about: Mapping[str, Tally], examples: int, matrix: Matrix) -> Iterator[Headline]:
    for kind in ("test", "case", "mutant"):
        tally = about.get(kind, Tally())
        label = "mutants killed" if kind == "mutant" else f"{kind}s passed"
        label += f", {tally.skipped:,} skipped" if tally.skipped else ""
        yield Headline(_share_or_all(tally.passed, tally.total), label, tally.outcome)
    tried: Outcome = "passed" if examples else "skipped"
    yield Headline(f"{examples:,}", "generated examples", tried)
    whole = matrix.agreement
    label = f"verdicts agree with the formal rules, on {whole.positions:,} positions"
    if whole.disagreements:
        label = (
            f"verdicts compared with the formal rules: they disagree on {whole.disagreements:,} "
            f"of {whole.positions:,} positions"
        )
    agreed = about.get("agreement", Tally()).outcome
    yield Headline(f"{whole.verdicts:,}", label, agreed)


def _share_or_all(some: int, total: int) -> str:
    return f"all {total:,}" if some == total > 0 else f"{some:,} of {total:,}"


def _moves(number: int, fate: str, outcome: Outcome) -> Headline:
    return Headline(f"{number:,}", f"{plural(number, 'move')} {fate}", outcome)


def _by_outcome(tally: Tally, thing: str) -> Iterator[Headline]:
    passed = f"{plural(tally.passed, thing)} passed"
    yield Headline(f"{tally.passed:,}", passed, "passed" if tally.passed else "skipped")
    yield Headline(f"{tally.failed:,}", "failed", "failed" if tally.failed else "passed")
    yield Headline(f"{tally.errored:,}", "errored", "errored" if tally.errored else "passed")
    if tally.unfinished:
        yield Headline(f"{tally.unfinished:,}", "unfinished", "unfinished")
    if tally.skipped:
        yield Headline(f"{tally.skipped:,}", "skipped", "skipped")


class EditionTable(NamedTuple):
    """The results by edition and outcome."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def edition_table(summary: Summary, shares: bool = False) -> EditionTable:
    """The results by edition and outcome, perhaps with the share that passed.

    Only games can be unfinished, so only reports on games have that column.
    """
    share = ("Share",) if shares else ()
    shown = [each for each in OUTCOMES if each != "unfinished" or "game" in summary.about]
    return EditionTable(
        ("Edition", *share, *(outcome.capitalize() for outcome in shown)),
        tuple(
            (
                edition,
                *(percent(tally) for _ in share),
                *(str(getattr(tally, outcome)) for outcome in shown),
            )
            for edition, tally in summary.editions.items()
        ),
    )
