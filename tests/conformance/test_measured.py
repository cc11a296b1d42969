"""What the guide says of the kit's findings is what was measured, and it holds for a sample."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.conformance.kit_cases import every_case
from tests.engines import CONDITIONS, FAULTS, HELDOUT, UNSEEN
from tikal.conformance.adapter import Adapter
from tools.measure.kit import WAYS, Figures, Measured, Measurer, Way, complaints, figures, stored

GUIDE = Path(__file__).parents[2] / "docs" / "guide" / "check-another-engine.md"
KNOWN = {**FAULTS, **CONDITIONS, **UNSEEN, **HELDOUT}
#: Engines of every list: faults of refusals, permissions, effects, points and the order of events.
BY_RUN = ("guards-on-a-tie", "own-guards-keep-a-camp", "four-on-a-hex", "rival-leaders-go-home")
BY_PLAY = ("own-guards-close-the-hex", "rivals-score-too")


def rows(way: Way) -> list[Measured]:
    """The stored rows of the held-out faults."""
    return [each for each in stored() if each.way == way and each.engine in HELDOUT]


def of(way: Way) -> Figures:
    return figures(rows(way))


@pytest.mark.parametrize("way", WAYS)
def test_every_held_out_fault_is_measured(way: Way) -> None:
    assert {each.engine: each.clauses for each in rows(way)} == {
        name: engine.clauses for name, engine in HELDOUT.items()
    }


def test_the_measurement_says_nothing_against_the_kit() -> None:
    assert list(complaints(stored())) == []
    assert {each.way for each in stored() if not each.clauses} == {*WAYS}  # the reference too
    assert of("run").named_first >= 0.75 * of("run").found
    assert of("play").named_first >= 2 / 3 * of("play").found


def test_the_guide_has_the_figures_that_were_measured() -> None:
    run, play = of("run"), of("play")
    text = GUIDE.read_text("utf-8")
    for way, each in (("run", run), ("play", play)):
        row = f"| `{way}` | {each.engines} | {each.found} | {each.named_first} | 0 | 0 |"
        assert row in text
    assert f"have {play.median_moves:g} moves in the median" in text


@cache
def measurer() -> Measurer:
    return Measurer(every_case(), games=2)


@pytest.mark.parametrize("name", BY_RUN)
def test_a_fault_is_found_by_run_and_its_clause_is_not_called_shown(name: str) -> None:
    measured = measurer().measure(KNOWN[name](), "run")
    assert measured.is_found
    assert not measured.is_called_shown


@pytest.mark.parametrize("name", BY_PLAY)
def test_a_fault_is_found_by_play_and_its_clause_is_not_called_shown(name: str) -> None:
    measured = measurer().measure(KNOWN[name](), "play")
    assert measured.is_found
    assert not measured.is_called_shown


def test_a_measurement_with_a_broken_clause_called_shown_is_complained_about() -> None:
    wrong = Measured("four-to-a-hex", "run", ("DEPLOY-07",), ("PC-01",), ("DEPLOY-07",))
    false = Measured(Adapter.name, "run", (), ("CAMP-02",), ())
    assert [each.partition(":")[0] for each in complaints([wrong, false])] == [
        "broken and called shown",
        "found where there is no fault",
        "run",
    ]
