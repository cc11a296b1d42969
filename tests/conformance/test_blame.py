"""What is blamed for wrong answers: the clauses at work, missing effects, parts of a score."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice

import pytest
from attrs import evolve

import tikal
from tests.conformance.test_effects import cases_of, engine_for
from tests.engines.base import legal_or_illegal
from tests.engines.planted import Planted
from tikal.conformance.adapter import Adapter
from tikal.conformance.faults import FAULTS, Fault
from tikal.conformance.fuzzing.fuzz import Fuzzer, play_games
from tikal.conformance.fuzzing.setups import game_setups
from tikal.conformance.protocol.engine_info import engine_from_json
from tikal.conformance.referee.at_work import SITUATIONS, clauses_at_work, rated
from tikal.conformance.referee.points import behind_points
from tikal.conformance.referee.session import run_case
from tikal.conformance.report import Json, Result
from tikal.conformance.report.diagnosis import ALL, blamed_clauses, evidence_of
from tikal.dice import pick
from tikal.moves import Move, verb_of
from tikal.state import State
from tools.mutation.kit_mutants import engine_without_lists

POLICIES = (tikal.sensible_policy, tikal.random_policy)


@cache
def positions() -> tuple[State, ...]:
    """The positions of some games, one of them with auctions."""
    found: list[State] = []
    for seed in range(4):
        opening = tikal.new_game(2 + seed % 3, tikal.RIO_GRANDE_1999, auction=seed == 3)
        game = tikal.play(opening, POLICIES[seed % 2], seed=100 + seed)
        found += [step.state for step in game.steps[:-1]]
    return tuple(found)


@cache
def legal_moves() -> tuple[tuple[State, Move], ...]:
    """A legal move of each kind in each position."""
    rng = random.Random(1)
    found: list[tuple[State, Move]] = []
    for state in positions():
        of_kind: dict[type[Move], list[Move]] = {}
        for move in tikal.legal_moves(state):
            of_kind.setdefault(type(move), []).append(move)
        found += [(state, pick(rng, moves)) for moves in of_kind.values()]
    return tuple(found)


# --- legal moves that are refused --------------------------------------------------------------


@pytest.mark.parametrize("clause", sorted({each.clause for each in SITUATIONS}))
def test_each_clause_is_at_work_in_some_legal_moves_and_not_in_all(clause: str) -> None:
    kinds = {kind for each in SITUATIONS if each.clause == clause for kind in each.kinds}
    found = [clause in clauses_at_work(*each) for each in legal_moves() if type(each[1]) in kinds]
    if clause != "SWAP-06":  # few have the same single token
        assert any(found)
    assert not all(found)


def refusing(clause: str, verb: str) -> Iterator[Result]:
    """The results of an engine that refuses moves of a kind where a clause is at work."""
    permitted: Counter[str] = Counter()
    for state, move in legal_moves():
        if verb_of(type(move)) != verb:
            continue
        at_work = clauses_at_work(state, move)
        if clause in at_work:
            failure = {
                "question": f"check {move}",
                "number": 0,
                "expected": True,
                "got": False,
                "clauses": [],
                "at_work": rated(state, move),
            }
            detail = {"origin": "game", "failures": [failure]}
            yield Result("case", str(move), "failed", None, ("X-1",), "", detail)
        else:
            permitted.update((ALL, *at_work))
    game: Json = {"origin": "game", "permitted": {verb: dict(permitted)}}
    yield Result("case", "game", "skipped", None, (), "", game)


@pytest.mark.parametrize(
    ("clause", "verb"),
    [
        ("GUARD-12", "walk"),
        ("CAMP-09", "walk"),
        ("MOVE-04", "walk"),
        ("PATH-04", "walk"),
        ("DEPLOY-07", "deploy"),
        ("CAMP-06", "camp"),
        ("TEMPLE-05", "uncover"),
        ("SWAP-04", "exchange"),
        ("END-02", "recover"),
    ],
)
def test_the_clause_at_work_in_all_refused_moves_is_blamed(clause: str, verb: str) -> None:
    results = list(refusing(clause, verb))
    evidence = evidence_of(results)
    failed = [each for each in results if each.outcome == "failed"]
    assert failed
    for result in failed:
        assert blamed_clauses(result, evidence)[0] == clause


def test_what_is_permitted_elsewhere_is_not_blamed() -> None:
    results = list(refusing("GUARD-12", "walk"))
    [*failed, game] = results
    permitted = {"walk": {ALL: 500, "GUARD-12": 500}}
    acquitted = evolve(game, detail={**game.detail, "permitted": permitted})
    evidence = evidence_of([*failed, acquitted])
    assert "GUARD-12" not in blamed_clauses(failed[0], evidence)


# --- effects -----------------------------------------------------------------------------------

#: Two clauses with the same effect, of which either may be named.
SAME = {"GUARD-09": "SCORE-06", "SCORE-06": "GUARD-09", "SCORE-08": "SCORE-03"}


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_a_missing_effect_is_named_first_by_the_cases_about_it(fault: Fault) -> None:
    ask = legal_or_illegal(Planted(fault))
    engine = engine_for(fault, clauses=False)
    results = [run_case(case, engine, ask) for case in cases_of(fault)]
    evidence = evidence_of(results)
    blamed = [blamed_clauses(each, evidence)[0] for each in results if each.outcome == "failed"]
    assert blamed
    assert {*blamed} <= {fault.clause, SAME.get(fault.clause)}


def test_a_refusal_on_the_way_is_explained_by_an_effect_before_it() -> None:
    fault = next(each for each in FAULTS if str(each) == "GUARD-13: returns a leader on guard")
    ask = legal_or_illegal(Planted(fault))
    engine = engine_without_lists(clauses=False)
    result = run_case(cases_of(fault)[0], engine, ask)
    [failure, *_] = result.detail["failures"]
    assert fault.clause in failure["effects"]


# --- points ------------------------------------------------------------------------------------


def test_points_that_are_off_by_a_part_of_the_score_blame_its_clauses() -> None:
    seen: set[str] = set()
    for state in positions():
        for seat in state.scores:
            score = tikal.score(state, seat)
            treasures = sum(score.treasures.values())
            if treasures and treasures not in score.temples.values():
                blamed = behind_points(state, seat, score.total - treasures)
                assert "SCORE-07" in blamed
                seen.add("treasures")
            if len(score.temples) == 1 and not treasures:
                assert behind_points(state, seat, 0)[0] in (
                    "SCORE-04", "LEADER-01", "GUARD-09", "SCORE-06"
                )  # fmt: skip
                seen.add("temple")
    assert seen == {"treasures", "temple"}


# --- whole positions ---------------------------------------------------------------------------


class LeavesRivalsBehind(Adapter):
    """Writes positions in which the figures of seat 2 are missing."""

    def _answer(self, state: State, question: Mapping[str, Json]) -> Json:
        answer = super()._answer(state, question)
        if question["ask"] == "position":
            seats = answer["seats"]
            answer = {**answer, "seats": {**seats, "2": {**seats["2"], "figures": {}}}}
        return answer


def found_by_positions(adapter: Adapter) -> list[Result]:
    full = adapter.start()
    less = {"asks": ["position"], "positions": False, "editions": ["rio-grande-1999"]}
    engine = engine_from_json({**full, "capabilities": {**full["capabilities"], **less}})
    return list(play_games(Fuzzer(engine, adapter.run), islice(game_setups(engine), 1), 0))


def test_an_engine_that_writes_positions_is_compared_by_them() -> None:
    assert {each.outcome for each in found_by_positions(Adapter())} == {"passed"}
    results = found_by_positions(LeavesRivalsBehind())
    [failure, *_] = next(e for e in results if e.outcome == "failed").detail["failures"]
    assert [*failure["expected"]] == ["seats"]
