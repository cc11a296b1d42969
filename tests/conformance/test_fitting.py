"""An engine that plays another edition or reading than it claims is recognised and named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import permutations

import pytest

import tikal
from tests.sample import WHOLE
from tikal.conformance.adapter import Adapter
from tikal.conformance.cases import Case, asked_in, cases
from tikal.conformance.protocol.engine_info import engine_from_json
from tikal.conformance.referee import run_here
from tikal.conformance.referee.fit import Fit, Fitter, RuleSet, _further
from tikal.conformance.report import Json
from tikal.editions import title_of

RIO, SUPER_MEEPLE, LEGEND = "rio-grande-1999", "super-meeple-2015", "legend-classic"
RAVENSBURGER = "ravensburger-1999"


class Playing(Adapter):
    """An engine that claims an edition and plays another."""

    def __init__(self, claimed: str, played: str, **less: Json) -> None:
        super().__init__()
        self._claimed, self._played, self._less = claimed, played, less

    def start(self) -> dict[str, Json]:
        full = super().start()
        less = {"editions": [self._claimed], "house_rules": False, **self._less}
        return {**full, "capabilities": {**full["capabilities"], **less}}

    def run(self, case: Mapping[str, Json]) -> list[dict[str, Json]]:
        position = case.get("position")
        there = position and {**position, "edition": self._played}
        return super().run({**case, "edition": self._played, "position": there})


@cache
def telling_cases(claimed: str) -> Sequence[Case]:
    """The cases of an edition that depend on a switch, or some for each house rule."""
    every = asked_in(cases("witness", "near miss", "golden"), [claimed])
    here = [case for case in every if case.edition == claimed and case.not_with]
    if WHOLE:
        return here
    rules = {rule for case in here for rule in case.not_with}
    some = [[case for case in here if rule in case.not_with][:3] for rule in sorted(rules)]
    return [case for case in here if any(case in few for few in some)]


def fits(claimed: str, played: str, **less: Json) -> list[Fit]:
    """The fits of an engine that claims one edition and plays another."""
    engine = Playing(claimed, played, **less)
    fitter = Fitter(engine_from_json(engine.start()))
    for _ in run_here(engine, telling_cases(claimed), fitter.on_answer):
        pass
    return list(fitter.fits())


# --- printed editions --------------------------------------------------------------------------

PAIRS = [
    pair
    for pair in permutations(tikal.EDITIONS, 2)
    if tikal.EDITIONS[pair[0]].switches() != tikal.EDITIONS[pair[1]].switches()
]
SOME_PAIRS = [(LEGEND, RIO), (RAVENSBURGER, RIO)]


@pytest.mark.parametrize(("claimed", "played"), PAIRS if WHOLE else SOME_PAIRS)
def test_an_engine_that_plays_another_printed_edition_is_named_as_that(
    claimed: str, played: str
) -> None:
    [fit] = fits(claimed, played)
    assert fit.rule_set == RuleSet(played)
    assert fit.contradicted == 0
    assert str(fit).startswith(f"answers as {title_of(played)}, not as {title_of(claimed)}: ")
    assert fit.alike == ()


def test_no_two_printed_editions_play_alike() -> None:
    assert set(PAIRS) == {*permutations(tikal.EDITIONS, 2)}


def test_the_two_editions_of_1999_differ_in_an_exchange_alone() -> None:
    rio, ravensburger = (tikal.EDITIONS[key].switches() for key in (RIO, RAVENSBURGER))
    assert {name for name in rio if rio[name] != ravensburger[name]} == {"same_kind_exchange"}


def test_a_fit_lists_the_editions_that_its_questions_cannot_separate() -> None:
    # no new game depends on the exchange that alone tells the two of 1999 apart
    [fit] = fits(LEGEND, RIO, asks=["new_game"])
    assert fit.rule_set == RuleSet(RIO)
    assert fit.alike == (RAVENSBURGER, SUPER_MEEPLE)
    # only the state after the last move shows how ties are broken
    [fit] = fits(RIO, f"{SUPER_MEEPLE} tiebreak=none", asks=["check", "new_game"])
    assert fit.rule_set == RuleSet(SUPER_MEEPLE)
    [fit] = fits(SUPER_MEEPLE, f"{SUPER_MEEPLE} same_kind_exchange=no", asks=["check"])
    assert fit.rule_set == RuleSet(SUPER_MEEPLE, ("same_kind_exchange=no",))
    assert fit.alike == ()


# --- readings ----------------------------------------------------------------------------------

RULES = [rule_set.rules[0] for rule_set in _further(RuleSet(RIO))]
SOME_RULES = [RULES[0]]


def test_every_switch_has_a_reading_to_recognise() -> None:
    assert {rule.partition("=")[0] for rule in RULES} == {s.name for s in tikal.switches()}


@pytest.mark.parametrize("rule", RULES if WHOLE else SOME_RULES)
def test_an_engine_that_plays_another_reading_is_recognised(rule: str) -> None:
    [fit] = fits(RIO, f"{RIO} {rule}")
    assert fit.contradicted == 0
    assert fit.alike == ()
    if rule == "same_kind_exchange=no":  # the one point in which Ravensburger differs
        assert fit.rule_set == RuleSet(RAVENSBURGER)
        return
    assert fit.rule_set == RuleSet(RIO, (rule,))
    start = f"answers as Rio Grande 1999 (English) with {rule.replace('=', ' = ')}: "
    assert str(fit).startswith(start)


OTHER_RULES = [rule_set.rules[0] for rule_set in _further(RuleSet(SUPER_MEEPLE))]


@pytest.mark.parametrize("rule", OTHER_RULES if WHOLE else ["second_dig=one"])
def test_another_edition_with_another_reading_is_recognised(rule: str) -> None:
    played = RuleSet(SUPER_MEEPLE, (rule,))
    [fit] = fits(RIO, played.key)
    assert fit.rule_set.switches == played.switches
    # what one house rule makes of either is described by the edition that is claimed
    as_claimed = ("camp_requires_member=no", "tiebreak=none")
    assert fit.rule_set.edition == (RIO if rule in as_claimed else SUPER_MEEPLE)
    assert len(fit.rule_set.rules) == 1
    if rule == "second_dig=one":
        named = "Super Meeple 2015 (French) with second_dig = one, not as Rio Grande 1999 (English)"
        assert str(fit).startswith(f"answers as {named}: ")


def test_an_engine_that_keeps_to_its_edition_fits_it() -> None:
    fitter = Fitter(engine_from_json(Adapter().start()))
    list(run_here(Adapter(), telling_cases(RIO)[:50], fitter.on_answer))
    assert list(fitter.fits()) == []
