"""How many answers of an engine a reading explains, and how many it contradicts."""

from __future__ import annotations

from collections.abc import Mapping

from tikal.conformance.adapter import Adapter
from tikal.conformance.cases import Case, asked_in, cases
from tikal.conformance.protocol.engine_info import engine_from_json
from tikal.conformance.referee import run_here
from tikal.conformance.referee.fit import Fitter
from tikal.conformance.report import Json

RIO, RULE = "rio-grande-1999", "second_dig=one"


class Wavering(Adapter):
    """An engine that plays by a house rule, but for some cases."""

    def __init__(self, by_the_book: frozenset[str] = frozenset()) -> None:
        super().__init__()
        self._by_the_book = by_the_book

    def start(self) -> dict[str, Json]:
        full = super().start()
        less = {"editions": [RIO], "house_rules": False}
        return {**full, "capabilities": {**full["capabilities"], **less}}

    def run(self, case: Mapping[str, Json]) -> list[dict[str, Json]]:
        if case["id"] in self._by_the_book:
            return super().run(case)
        edition, position = f"{RIO} {RULE}", case.get("position")
        there = position and {**position, "edition": edition}
        return super().run({**case, "edition": edition, "position": there})


def failed(engine: Adapter, asked: list[Case], fitter: Fitter) -> list[str]:
    results = run_here(engine, asked, fitter.on_answer)
    return [result.subject for result in results if result.outcome == "failed"]


def test_a_fit_counts_what_it_explains_and_what_it_contradicts() -> None:
    every = asked_in(cases("witness", "near miss"), [RIO])
    asked = [case for case in every if any(r.startswith("second_dig") for r in case.not_with)][:20]
    steady = Fitter(engine_from_json(Wavering().start()))
    wrong = failed(Wavering(), asked, steady)
    assert len(wrong) > 5
    [fit] = steady.fits()
    assert (fit.explained, fit.contradicted) == (len(wrong), 0)
    engine = Wavering(frozenset(wrong[1:3]))
    wavering = Fitter(engine_from_json(engine.start()))
    assert failed(engine, asked, wavering) == [wrong[0], *wrong[3:]]
    [fit] = wavering.fits()
    assert (fit.explained, fit.contradicted) == (len(wrong) - 2, 2)
    assert f"{len(wrong) - 2} of its wrong cases are right by that, 2 right ones wrong" in str(fit)
