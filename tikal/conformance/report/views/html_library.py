"""The page about this library: every clause with its evidence and a witness to look at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from attrs import astuple

from tikal.conformance.report.log import Log, Outcome, Result
from tikal.conformance.report.matrix import Cell, Matrix
from tikal.conformance.report.phrases import short_edition
from tikal.conformance.report.summary import Tally, number
from tikal.conformance.report.views.html_elements import (
    Child,
    Markup,
    definitions,
    element,
    fold,
    items,
    join,
    part,
    prose,
    table,
)
from tikal.conformance.report.views.html_entries import (
    chip,
    clause_heading,
    clause_text,
    enforcers,
    entry,
    symbol,
)
from tikal.conformance.report.views.html_pictures import (
    Witness,
    case_link,
    case_picture,
    figure,
    witnesses,
)
from tikal.editions import EDITIONS
from tikal.law.entries import Clause
from tikal.law.registry import chapters, clauses

#: Results by what they are about: test, agreement, case, mutant.
_ByKind: TypeAlias = dict[str, list[Result]]


def content(log: Log, matrix: Matrix) -> Iterator[Markup]:
    """The chapters of the page."""
    by_clause: defaultdict[str, _ByKind] = defaultdict(lambda: defaultdict(list))
    rest: _ByKind = defaultdict(list)
    for result in log.results():
        for id_ in dict.fromkeys(result.clauses):
            by_clause[id_][result.about].append(result)
        if not result.clauses:
            rest[result.about].append(result)
    yield _overview(matrix)
    pictured = witnesses()
    for chapter, title in chapters().items():
        yield element("h2", title, id=f"chapter-{chapter}", class_="chapter")
        for each in clauses(chapter):
            yield _clause(each, matrix.row(each.id), by_clause[each.id], pictured.get(each.id, []))
    yield _rest(matrix, rest)


def _overview(matrix: Matrix) -> Markup:
    heads = ["Chapter", *map(short_edition, EDITIONS)]
    rows = [
        [
            element("a", title, href=f"#chapter-{chapter}"),
            *(_meter(matrix.tally(chapter, key)) for key in EDITIONS),
        ]
        for chapter, title in chapters().items()
    ]
    return element(
        "section",
        element("h2", "By chapter", id="overview"),
        table(heads, rows, "Clauses that conform, by chapter and edition"),
        class_="overview",
    )


def _meter(tally: Tally) -> Markup:
    asked = tally.total - tally.skipped
    if not asked:
        return symbol("skipped", "nothing to conform to")
    outcome: Outcome = "passed" if tally.passed == asked else "failed"
    return element("span", f"{tally.passed} of {asked}", class_=f"score {outcome}")


def _clause(
    clause: Clause, row: tuple[Cell, ...], results: _ByKind, pictured: Iterable[Witness]
) -> Markup:
    outcomes = [cell.outcome for cell in row]
    worst = min(outcomes, key=_BY_WEIGHT.index)
    chips = [chip(cell.edition, cell.outcome, _outcome(cell)) for cell in row]
    return entry(
        clause.id,
        clause_heading(clause.id),
        join(chips),
        clause_text(clause),
        part("Witness", *map(_witness, pictured)),
        part("Enforced by", enforcers(clause.id)),
        part("Evidence", _cells(row)),
        part("Tests", items(map(_test, results["test"]), class_="plain")),
        part("Mutants", items(map(_mutant, results["mutant"]), class_="plain")),
        part("Conformance cases", _cases(results["case"])),
        outcome=worst,
        cells=[(cell.edition, cell.outcome) for cell in row],
        chapters=[clause.chapter],
        is_open=worst in ("failed", "errored"),
    )


_BY_WEIGHT: Final[tuple[Outcome, ...]] = (
    "errored", "failed", "unfinished", "passed", "skipped",
)  # fmt: skip


def _outcome(cell: Cell) -> str:
    return f"{cell.outcome}, {cell.reason}" if cell.reason else cell.outcome


def _cells(row: Iterable[Cell]) -> Markup:
    pairs: list[tuple[Child, Child]] = []
    for cell in row:
        reason: Child = element("strong", f"{cell.reason} ") if cell.reason else ""
        verdict = join((symbol(cell.outcome), " ", reason, str(cell.evidence)))
        pairs.append((EDITIONS[cell.edition].title, verdict))
    return definitions(pairs, class_="pairs")


def _test(result: Result) -> Markup:
    file, _, name = result.subject.rpartition("::")
    sentence = name.removeprefix("test_").replace("_", " ")
    sentence = sentence[:1].upper() + sentence[1:]
    counts = [
        f"{number(result, key):,} {key}" for key in ("cases", "examples") if number(result, key) > 1
    ]
    return join(
        (
            symbol(result.outcome),
            " ",
            sentence,
            " ",
            element("span", ", ".join([*counts, file]), class_="quiet"),
            _message(result),
        )
    )


def _mutant(result: Result) -> Markup:
    killer = result.detail.get("killer")
    fate: Child = "survived"
    if result.outcome == "passed":
        fate = join(("killed by ", element("code", str(killer)))) if killer else "killed"
    quiet = element("span", fate, class_="quiet")
    return join((symbol(result.outcome), " ", result.subject, " ", quiet, _message(result)))


def _message(result: Result) -> Child:
    return element("span", f" {result.message}", class_="message") if result.message else ""


def _cases(results: list[Result]) -> Markup:
    counts: dict[str, int] = {}
    for result in results:
        if result.outcome == "passed":
            origin = str(result.detail.get("origin", "case"))
            counts[origin] = counts.get(origin, 0) + 1
    wrong = [
        join((symbol(result.outcome), " ", element("code", result.subject), _message(result)))
        for result in results
        if result.outcome != "passed"
    ]
    origins = ", ".join(f"{count} {origin}" for origin, count in counts.items())
    passed = element("p", symbol("passed"), f" {origins}") if origins else ""
    return join((passed, items(wrong, class_="plain")))


def _witness(witness: Witness) -> Markup:
    picture = case_picture(witness.case)
    twin = witness.twin.description if witness.twin else ""
    return figure(
        picture,
        element("p", symbol("failed", "refused"), " ", prose(witness.case.description)),
        element("p", symbol("passed", "legal"), " Its legal twin: ", prose(twin)) if twin else "",
        case_link(witness.case),
    )


def _rest(matrix: Matrix, rest: _ByKind) -> Markup:
    rows = [
        [short_edition(key), *(f"{n:,}" for n in astuple(agreement))]
        for key, agreement in matrix.agreements.items()
    ]
    heads = ["Edition", "Positions", "with disagreements", "Verdicts compared"]
    others = [result for results in rest.values() for result in results]
    wrong = [_test(result) for result in others if result.outcome in ("failed", "errored")]
    good = [_test(result) for result in rest["test"] if result.outcome not in ("failed", "errored")]
    formal = table(heads, rows, "Engine and formal specification, by edition")
    return element(
        "section",
        element("h2", "Beyond single clauses", id="rest"),
        join((element("h3", "Engine and formal specification"), formal)) if rows else "",
        items(wrong, class_="plain"),
        fold(f"{len(good)} tests that are not about a single clause", items(good, class_="plain"))
        if good
        else "",
        class_="rest",
    )
