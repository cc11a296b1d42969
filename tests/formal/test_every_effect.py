"""What moves do in engine and specification, in every position, on a sample of the moves.

`python -m tools.every_position.effects` compares all moves of nine kinds; `make verify` runs it.
"""

from __future__ import annotations

import json
import random
import re

import pytest

from tests.formal.agreement import sample
from tests.formal.specification import facts
from tests.sample import WHOLE
from tikal.engine import TABLE, legal_moves
from tikal.moves import MOVES, Move, Pass, verb_of
from tools.every_position.effects import SUMMARY, sources
from tools.every_position.effects.declared import FACTS, WRITES, facts_of
from tools.every_position.effects.faults import FAULTS, Fault
from tools.every_position.effects.records import lazy_position, open_to_effects
from tools.every_position.effects.subjects import (
    ABOUT,
    AFTER,
    NOT_COMPARED,
    OPTIONS,
    Effect,
    asked,
    effect_of,
)
from tools.every_position.effects.written import writes
from tools.every_position.fields import FIELDS, value_in
from tools.every_position.lazy import Run, Unanswered, plain
from tools.every_position.question import solved
from tools.every_position.rows import moves_of
from tools.every_position.slices import any_position, parsed, specification

POSITIONS = range(2_000 if WHOLE else 12)
#: Moves of which some take less than a second or two.
QUICK = ("draw", "take", "set-aside", "deploy", "reveal", "exchange", "camp", "bid")
SLOWER = ("place", "pass")
#: Asked about the diggers of one hex: about those of all the solver has not answered.
ONE_HEX = {"walk": 17, "transfer": 17, "recover": 17}
KINDS = {verb_of(kind): kind for kind in MOVES}


def some(kind: type[Move]) -> tuple[Move, ...]:
    """A few moves of a class, of all kinds that the effect tells apart."""
    return tuple(random.Random(verb_of(kind)).sample(moves_of(kind), min(4, len(moves_of(kind)))))


# --- lazy positions are positions --------------------------------------------------------------


@pytest.mark.parametrize("number", POSITIONS)
def test_an_effect_writes_on_a_lazy_position_what_it_writes_on_an_ordinary_one(number: int) -> None:
    state, _, _ = sample(number)
    rng = random.Random(number)
    legal = legal_moves(state)
    for move in rng.sample(legal, min(6, len(legal))):
        run = Run(given=lambda key: value_in(state, key))
        run.keeps_sums = True
        effect: Effect = TABLE[type(move)].effect
        before = lazy_position(run, move)
        with open_to_effects():
            found = {key: plain(value) for key, value in writes(run, before, effect(before, move))}
        real = effect(state, move)
        names = frozenset(key[0] for key in found)
        assert names <= WRITES[type(move)]
        changed = {re.split(r"\W", fact)[0] for fact in facts(state) ^ facts(real)}
        assert changed <= facts_of(names), move
        for key, value in found.items():
            there = FIELDS.get(key[0])
            if value is None or not there or len(there.about) != len(key) - 1 or "rd" in key:
                continue
            expected = value_in(real, key)
            assert value == (-1 if key == ("tile",) and expected is None else expected), key


# --- what is written ---------------------------------------------------------------------------


def test_every_move_has_a_list_of_what_it_may_write() -> None:
    assert WRITES.keys() == TABLE.keys()
    assert frozenset().union(*WRITES.values()) <= ABOUT.keys() | {*NOT_COMPARED}
    assert FACTS.keys() <= ABOUT.keys() | {*NOT_COMPARED}


def test_the_stored_result_writes_what_is_declared() -> None:
    stored = json.loads(SUMMARY.read_text("utf-8"))
    for name, result in stored["effects"].items():
        kind = KINDS[name.removeprefix("effect of ")]
        assert {*result["writes"]} == WRITES[kind], name
    assert {*stored["effects"]} | {*stored["not_asked"]} == {f"effect of {verb}" for verb in KINDS}
    if stored["sources"] != sources():
        pytest.skip("stale: python -m tools.every_position.effects renews the summary")


def test_names_of_the_comparison_are_not_those_of_the_rules() -> None:
    mine = {name for rule in parsed(AFTER.read_text("utf-8")) for name in rule.head}
    assert not mine & {name for rule in (*specification(), *any_position()) for name in rule.head}


def test_an_effect_that_asks_for_more_is_refused() -> None:
    def counts_diggers(state, move):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        return state if len(state.turn.diggers) > 1 else TABLE[Pass].effect(state, move)

    with pytest.raises((TypeError, Unanswered)):
        asked(effect_of(Pass, counts_diggers))


# --- the comparison ----------------------------------------------------------------------------


@pytest.mark.parametrize("verb", (*QUICK, *SLOWER) if WHOLE else QUICK)
def test_no_position_tells_the_next_positions_apart(verb: str) -> None:
    assert solved(asked(effect_of(KINDS[verb], moves=some(KINDS[verb])))).wrong == {}


@pytest.mark.parametrize("verb", ONE_HEX if WHOLE else ("transfer",))
def test_no_position_with_diggers_of_one_hex_tells_the_next_positions_apart(verb: str) -> None:
    subject = effect_of(KINDS[verb], moves=some(KINDS[verb]), dug=ONE_HEX[verb])
    found = solved(asked(subject), options=OPTIONS)
    assert found.wrong == {}
    assert not found.never


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.title)
def test_planted_faults_are_found(fault: Fault) -> None:
    assert "differ" in solved(asked(fault.subject())).wrong
