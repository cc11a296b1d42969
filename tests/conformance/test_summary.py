"""The counts of a report: the tallies of its log, a cell for every clause and edition."""

from __future__ import annotations

import pytest

import tikal
from tests.conformance.logs import LEGEND, RIO, every_log, evidence
from tikal.conformance.report import OUTCOMES, Json, Log, Outcome, Result, phrases
from tikal.conformance.report.headlines import Headline, of_library
from tikal.conformance.report.matrix import Agreement, Cell, Evidence, matrix_of
from tikal.conformance.report.summary import (
    HOUSE_RULES,
    NO_EDITION,
    WHOLE_GAMES,
    Moves,
    Tally,
    summarise,
    summary_of,
)
from tikal.law.registry import chapters, clauses

# --- headlines ---------------------------------------------------------------------------------


def test_a_headline_says_what_was_skipped() -> None:
    outcomes: tuple[Outcome, ...] = ("passed", "passed", "skipped")
    results = [Result("mutant", str(n), outcome) for n, outcome in enumerate(outcomes)]
    summary = summary_of(results)
    found = of_library(summary.about, summary.examples, matrix_of(results))
    assert Headline("2 of 3", "mutants killed, 1 skipped", "skipped") in found


# --- counting ----------------------------------------------------------------------------------


@every_log
def test_the_tallies_are_those_of_the_footer(logs: dict[str, Log], name: str) -> None:
    log = logs[name]
    summary, footer = summarise(log), log.footer
    assert summary.total == Tally(**{each: getattr(footer, each) for each in OUTCOMES})
    assert summary.total.total == footer.results
    assert sum(summary.about.values(), Tally()) == summary.total
    assert sum(summary.editions.values(), Tally()) == summary.total


def test_a_skip_or_an_error_does_not_count_as_passed() -> None:
    assert Tally(passed=1, skipped=1).share == 0.5
    assert Tally(passed=1, errored=3).share == 0.25
    assert Tally().share == 0
    assert Tally(passed=2).outcome == "passed"
    assert Tally(passed=2, skipped=1).outcome == "skipped"
    assert Tally(passed=2, failed=1, skipped=1).outcome == "failed"
    assert Tally(passed=2, failed=1, errored=1).outcome == "errored"
    assert Tally().outcome == "skipped"
    assert Tally(passed=2, unfinished=1, skipped=1).outcome == "unfinished"
    assert Tally(passed=1, unfinished=1).share == 0.5
    assert phrases.percent(Tally(passed=9999, failed=1)) == "99.9 %"


def test_unknown_and_house_editions_count_together() -> None:
    editions = (RIO, "mine", f"{RIO} tiebreak=none", None)
    summary = summary_of(Result("game", "x", "passed", edition) for edition in editions)
    assert summary.editions == {
        RIO: Tally(1),
        HOUSE_RULES: Tally(2),
        NO_EDITION: Tally(1),
    }


def test_the_moves_of_games_are_counted(logs: dict[str, Log]) -> None:
    results = list(logs["audit"].results())
    moves = summarise(logs["audit"]).moves
    refused = sum(result.outcome == "failed" for result in results)
    assert refused == moves.refused > 1
    assert moves.total == moves.accepted + moves.refused + moves.skipped
    assert Moves(10, 6, 3).refused == 1


def test_the_clause_broken_most_comes_first() -> None:
    def game(*broken: str) -> Result:
        return Result("game", "x", "failed", RIO, broken)

    summary = summary_of([game("TURN-02"), game("CAMP-03", "CAMP-03"), game("CAMP-03", "CAMP-02")])
    assert list(summary.broken.items()) == [("CAMP-03", 2), ("CAMP-02", 1), ("TURN-02", 1)]


def test_a_scorecard_has_the_order_of_the_rulebook_and_whole_games_last() -> None:
    def case(outcome: Json, *clauses_: str) -> Result:
        return Result("case", "x", outcome, RIO, clauses_)

    summary = summary_of(
        [
            case("passed"),
            case("failed", "NONE-99"),
            case("passed", "CAMP-03", "COMP-01"),
            case("skipped", "CAMP-03"),
        ]
    )
    rows = summary.scorecard()
    assert [row.clause for row in rows] == ["COMP-01", "CAMP-03", "NONE-99", WHOLE_GAMES]
    assert rows[1].total == rows[1].editions[RIO] == Tally(passed=1, skipped=1)


# --- the matrix --------------------------------------------------------------------------------


def cell(*results: Result, clause: str = "CAMP-03", edition: str = RIO) -> Cell:
    return matrix_of(results)[clause, edition]


def about(
    kind: str, outcome: Json = "passed", edition: str | None = None, **detail: Json
) -> Result:
    return Result(kind, "it", outcome, edition, ("CAMP-03",), "why", detail)


def test_every_clause_has_a_cell_in_every_edition() -> None:
    matrix = matrix_of(())
    assert set(matrix.cells) == {(e.id, key) for e in clauses() for key in tikal.EDITIONS}
    assert [cell.edition for cell in matrix.row("CAMP-03")] == list(tikal.EDITIONS)


def test_a_clause_without_a_passed_test_fails() -> None:
    assert (cell().outcome, cell().reason) == ("failed", "no test")
    other = [about("agreement", verdicts=9), about("case"), about("mutant")]
    assert cell(*other).outcome == "failed"
    skipped = cell(about("test", "skipped"))
    assert (skipped.outcome, skipped.reason) == ("failed", "every test of it was skipped")
    assert cell(about("test")).outcome == "passed"


@pytest.mark.parametrize("kind", ["test", "agreement", "case", "mutant"])
@pytest.mark.parametrize("outcome", ["failed", "errored"])
def test_whatever_goes_wrong_about_a_clause_is_the_outcome(kind: str, outcome: str) -> None:
    found = cell(about("test"), about(kind, outcome), about("test"))
    assert found.outcome == outcome
    assert found.reason


def test_an_error_outweighs_a_failure() -> None:
    assert cell(about("test", "failed"), about("test", "errored")).outcome == "errored"


def test_a_failure_counts_in_its_edition_only_or_in_all() -> None:
    legend = (about("test"), about("case", "failed", LEGEND))
    assert cell(*legend, edition=LEGEND).outcome == "failed"
    assert cell(*legend, edition=RIO).outcome == "passed"
    house = (about("test"), about("case", "failed", f"{LEGEND} tiebreak=none"))
    assert cell(*house, edition=LEGEND).outcome == "failed"
    assert cell(*house, edition=RIO).outcome == "passed"
    unknown = (about("test"), about("case", "failed", "mine"))
    assert cell(*unknown, edition=RIO).outcome == "failed"


def test_a_clause_that_is_not_modelled_is_skipped_with_its_reason() -> None:
    entry = next(entry for entry in clauses() if not entry.modelled)
    found = cell(clause=entry.id)
    assert found.outcome == "skipped"
    assert entry.reason in found.reason


def test_a_clause_that_does_not_apply_in_an_edition_is_skipped_there() -> None:
    result = Result("test", "it", "passed", None, ("AUCTION-04",))
    assert cell(result, clause="AUCTION-04", edition=RIO).outcome == "passed"
    legend = cell(result, clause="AUCTION-04", edition=LEGEND)
    assert legend.outcome == "skipped"
    assert "does not apply" in legend.reason


def test_a_cell_counts_its_evidence() -> None:
    found = cell(
        about("test", examples=60),
        about("test", examples=0),
        about("agreement", edition=RIO, verdicts=7),
        about("agreement", edition=LEGEND, verdicts=100),
        about("case", edition=RIO),
        about("mutant"),
        about("mutant", "failed"),
    )
    assert found.evidence == Evidence(2, 60, 7, 1, 1, 2)
    assert str(found.evidence) == (
        "2 tests, 60 examples, 7 agreed refusals, 1 case, 1 of 2 mutants killed"
    )
    assert found.reason == "a mutant survived: it"


def test_a_summary_has_the_agreement_of_an_edition() -> None:
    detail = {"positions": 10, "verdicts": 99, "disagreements": 2}
    both = [
        Result("agreement", "positions", "failed", edition, (), "", detail)
        for edition in (RIO, LEGEND)
    ]
    matrix = matrix_of(both)
    assert matrix.agreements == {RIO: Agreement(10, 2, 99), LEGEND: Agreement(10, 2, 99)}
    assert matrix.agreement == Agreement(20, 4, 198)


def test_the_cells_are_counted_by_chapter_and_edition(logs: dict[str, Log]) -> None:
    matrix = matrix_of(logs["self"].results())
    assert matrix.tally().total == len(matrix.cells)
    assert sum((matrix.tally(chapter) for chapter in chapters()), Tally()) == matrix.tally()
    assert matrix.tally("camps", RIO).failed == 1
    assert not matrix.is_clean
    sound = [result for entry in clauses() for result in evidence(entry.id)]
    assert matrix_of(sound).is_clean
