"""The page about this library: every clause with its evidence and a witness to look at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from attrs import Factory, astuple, frozen

from tikal.clauses import Clause, chapters, clauses
from tikal.conformance.matrix import Cell, Matrix
from tikal.conformance.report import Log, Outcome, Result
from tikal.conformance.summary import Tally, number
from tikal.conformance.views.elements import (
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
from tikal.conformance.views.entries import chip, clause_heading, enforcers, entry, law, mark
from tikal.conformance.views.pictures import Witness, case_picture, figure, witnesses
from tikal.conformance.views.words import short_edition
from tikal.editions import EDITIONS


@frozen
class _Results:
    """The results about one clause, by what they are."""

    test: list[Result] = Factory(list)
    agreement: list[Result] = Factory(list)
    case: list[Result] = Factory(list)
    mutant: list[Result] = Factory(list)
    game: list[Result] = Factory(list)

    def add(self, result: Result) -> None:
        getattr(self, result.about).append(result)


def content(log: Log, matrix: Matrix) -> Iterator[Markup]:
    """The chapters of the page."""
    found: dict[str, _Results] = {}
    rest = _Results()
    for result in log.results():
        for id_ in dict.fromkeys(result.clauses):
            found.setdefault(id_, _Results()).add(result)
        if not result.clauses:
            rest.add(result)
    yield _overview(matrix)
    pictured = witnesses()
    for chapter, title in chapters().items():
        yield element("h2", title, id=f"chapter-{chapter}", class_="chapter")
        for told in clauses(chapter):
            yield _clause(
                told, matrix.row(told.id), found.get(told.id, _Results()), pictured.get(told.id, [])
            )
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
        return mark("skipped", "nothing to conform to")
    outcome: Outcome = "passed" if tally.passed == asked else "failed"
    return element("span", f"{tally.passed} of {asked}", class_=f"score {outcome}")


def _clause(
    told: Clause, row: tuple[Cell, ...], results: _Results, pictured: Iterable[Witness]
) -> Markup:
    outcomes = [cell.outcome for cell in row]
    worst = min(outcomes, key=_BY_WEIGHT.index)
    chips = [chip(cell.edition, cell.outcome, _said(cell)) for cell in row]
    return entry(
        told.id,
        clause_heading(told.id),
        join(chips),
        law(told),
        part("Witness", *map(_witness, pictured)),
        part("Enforced by", enforcers(told.id)),
        part("Evidence", _cells(row)),
        part("Tests", items(map(_test, results.test), class_="plain")),
        part("Mutants", items(map(_mutant, results.mutant), class_="plain")),
        part("Conformance cases", _cases(results.case)),
        outcome=worst,
        cells=[(cell.edition, cell.outcome) for cell in row],
        chapters=[told.chapter],
        is_open=worst in ("failed", "errored"),
    )


_BY_WEIGHT: Final[tuple[Outcome, ...]] = ("errored", "failed", "passed", "skipped")


def _said(cell: Cell) -> str:
    return f"{cell.outcome}, {cell.reason}" if cell.reason else cell.outcome


def _cells(row: Iterable[Cell]) -> Markup:
    pairs: list[tuple[Child, Child]] = []
    for cell in row:
        reason: Child = element("strong", f"{cell.reason} ") if cell.reason else ""
        told = join((mark(cell.outcome), " ", reason, str(cell.evidence)))
        pairs.append((EDITIONS[cell.edition].title, told))
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
            mark(result.outcome),
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
    return join((mark(result.outcome), " ", result.subject, " ", quiet, _message(result)))


def _message(result: Result) -> Child:
    return element("span", f" {result.message}", class_="message") if result.message else ""


def _cases(results: list[Result]) -> Markup:
    counts: dict[str, int] = {}
    for result in results:
        if result.outcome == "passed":
            origin = str(result.detail.get("origin", "case"))
            counts[origin] = counts.get(origin, 0) + 1
    wrong = [
        join((mark(result.outcome), " ", element("code", result.subject), _message(result)))
        for result in results
        if result.outcome != "passed"
    ]
    told = ", ".join(f"{count} {origin}" for origin, count in counts.items())
    passed = element("p", mark("passed"), f" {told}") if told else ""
    return join((passed, items(wrong, class_="plain")))


def _witness(witness: Witness) -> Markup:
    picture = case_picture(witness.case)
    twin = witness.twin.description if witness.twin else ""
    return figure(
        picture,
        element("p", mark("failed", "refused"), " ", prose(witness.case.description)),
        element("p", mark("passed", "legal"), " Its legal twin: ", prose(twin)) if twin else "",
    )


def _rest(matrix: Matrix, rest: _Results) -> Markup:
    rows = [
        [short_edition(key), *(f"{n:,}" for n in astuple(told))]
        for key, told in matrix.agreements.items()
    ]
    heads = ["Edition", "Positions", "with disagreements", "Verdicts compared"]
    others = [*rest.agreement, *rest.test, *rest.case, *rest.mutant, *rest.game]
    wrong = [_test(result) for result in others if result.outcome in ("failed", "errored")]
    good = [_test(result) for result in rest.test if result.outcome not in ("failed", "errored")]
    formal = table(heads, rows, "Engine and formal specification, by edition")
    return element(
        "section",
        element("h2", "Beyond single clauses", id="rest"),
        join((element("h3", "Engine and formal specification"), formal)) if rows else "",
        items(wrong, class_="plain"),
        fold(f"{len(good)} tests that are about no single clause", items(good, class_="plain"))
        if good
        else "",
        class_="rest",
    )
