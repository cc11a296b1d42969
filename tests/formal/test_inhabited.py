"""Values that the bounds of the induction promise: some state with a legal move has each."""

from __future__ import annotations

import pytest
from attrs import evolve

from tests.sample import not_in_the_sample
from tikal.editions import SWITCHES
from tools.proofs import PROOFS
from tools.proofs.inhabited import uninhabited

#: The moment, the players, the bidding and the edition: what a narrowed generator would lose.
KINDS = (
    "ap", "phase", "scoring", "players", "active", "auction", "queue", "turned", "passed",
    "high_bid", "high_bidder", *(switch.name for switch in SWITCHES),
)  # fmt: skip
#: Cases of which each value is met in one.
CASES = ("draw", "pass", "take", "place", "reveal", "end, few points", "deploy")
#: After the end no move is legal.
NEVER = {("`phase`", 0, "over")}


@not_in_the_sample
def test_each_value_of_the_moment_and_of_the_edition_is_met_by_a_state() -> None:
    assert uninhabited(PROOFS["steps"], CASES, KINDS) == NEVER


@pytest.mark.parametrize("key", ["stock", "draws", "volcanoes"])
def test_all_values_of_a_small_proof_are_met(key: str) -> None:
    assert uninhabited(PROOFS[key]) == set()


def test_a_narrowed_generator_is_noticed() -> None:
    steps = PROOFS["steps"]
    narrow = {"reveal": f"{steps.cases['reveal']} :- true(ap(0)). :- true(second_dig(one))."}
    found = uninhabited(evolve(steps, cases=narrow), ["reveal"], ("ap", "second_dig"))
    assert {("`ap`", 0, "0"), ("`second_dig`", 0, "one")} <= found
