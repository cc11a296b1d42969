"""The greatest length of a game: one number of the engine and of the proof that every game ends."""

from __future__ import annotations

import re
from pathlib import Path

import clingo
import pytest

import tikal
from tests.formal.agreement import sample
from tests.formal.specification import facts
from tests.sample import WHOLE
from tikal.rules.length import most_decisions, most_moves
from tools.proofs import PROOFS
from tools.proofs.program import sources

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "proofs.md"
SETUPS = [(players, auction) for players in (2, 3, 4) for auction in (False, True)]
POSITIONS = range(400 if WHOLE else 40)


def room(state: tikal.State) -> int:
    """The sum of all parts in `spec/props/length.lp`."""
    control = clingo.Control(["--warn=none"])
    rules = [text for name, text in sources().items() if name.startswith("rules/")]
    for text in (*rules, sources()["props/lemmas.lp"], sources()["props/length.lp"]):
        control.add("base", [], f"#program base.\n{text}")
    control.add("base", [], " ".join(f"true({fact})." for fact in facts(state)))
    control.add("base", [], "#show. #show (N,X) : room(X,N).")
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        (terms,) = ([t.arguments[0].number for t in m.symbols(terms=True)] for m in handle)
    return sum(terms)


@pytest.mark.parametrize(("players", "auction"), SETUPS)
def test_a_new_game_has_the_length_of_the_proof(players: int, auction: bool) -> None:
    start = tikal.new_game(players, auction=auction)
    assert room(start) == most_moves(start)


def test_positions_of_games_have_the_room_of_the_proof() -> None:
    for number in POSITIONS:
        state, _, _ = sample(number)
        assert room(state) == most_moves(state), repr(state)


@pytest.mark.parametrize("number", POSITIONS)
def test_every_legal_move_lowers_the_number_of_moves_to_come(number: int) -> None:
    state, _, _ = sample(number)
    for move in tikal.legal_moves(state):
        after = tikal.apply(state, move)
        assert most_moves(after) < most_moves(state), f"{move} in {state!r}"
        assert most_decisions(after) <= most_decisions(state) - (state.to_move is not None)


def test_nothing_can_follow_the_end() -> None:
    for number in range(0, 80, 40):  # the sample ends some games
        state, _, _ = sample(number)
        assert state.phase == "over"
        assert most_moves(state) == 0


def test_the_proof_asks_every_kind_of_move() -> None:
    proof = PROOFS["length"]
    asked = frozenset[str]().union(*(proof.moves_of(case) for case in proof.cases))
    assert asked == PROOFS["steps"].moves_of("draw").union(
        *(PROOFS["steps"].moves_of(case) for case in PROOFS["steps"].cases)
    )


def test_the_page_states_the_greatest_lengths() -> None:
    rows = re.findall(
        r"^\| (\d) \| ([\d,]+) \| ([\d,]+) \|$", PAGE.read_text("utf-8"), re.MULTILINE
    )
    assert [tuple(int(cell.replace(",", "")) for cell in row) for row in rows] == [
        (n, *(most_moves(tikal.new_game(n, auction=auction)) for auction in (False, True)))
        for n in (2, 3, 4)
    ]
