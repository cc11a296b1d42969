"""Whole games, move by move: legal moves, refused ones, and questions out of turn."""

from __future__ import annotations

import random

import pytest
from hypothesis import note, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

import tikal
from tests.asking.helpers import cited
from tests.properties.helpers import choose
from tikal import EndTurn, IllegalMove, State
from tikal.engine import Step
from tikal.testing import broken_game_laws, broken_laws, candidates
from tikal.testing.pool import SETUPS


class WholeGames(RuleBasedStateMachine):
    """A game in which illegal moves are asked about at every step."""

    def __init__(self) -> None:
        super().__init__()
        self.start = self.state = tikal.new_game()
        self.steps: list[Step] = []
        self.untouched: tuple[State, int] = self.state, hash(self.state)

    @initialize(setup=st.sampled_from(SETUPS), start=st.integers(1, 4))
    def sit_down(self, setup: tuple[int, tikal.Edition, bool], start: int) -> None:
        players, edition, auction = setup
        seat = min(start, players)
        self.start = self.state = tikal.new_game(players, edition, auction, start=seat)
        self.untouched = self.state, hash(self.state)

    def make(self, move: tikal.Move) -> None:
        note(str(move))
        seat = self.state.active
        before, self.state = self.state, tikal.apply(self.state, move)
        self.steps.append(Step(seat, move, self.state))
        self.untouched = self.state, hash(self.state)
        assert self.state != before

    def is_on(self) -> bool:
        return self.state.phase != "over"

    def is_in_an_action_phase(self) -> bool:
        return self.state.phase == "act"

    @precondition(is_on)
    @rule(data=st.data())
    def a_legal_move(self, data: st.DataObject) -> None:
        moves = tikal.legal_moves(self.state)
        assert moves
        move = choose(data, moves)
        assert tikal.check(self.state, move) == ()
        assert tikal.is_legal(self.state, move, self.state.active)
        self.make(move)

    @precondition(is_in_an_action_phase)
    @rule()
    def the_end_of_a_turn(self) -> None:
        self.make(EndTurn())

    @rule(data=st.data())
    def an_illegal_move(self, data: st.DataObject) -> None:
        move = choose(data, candidates(self.state))
        violations = tikal.check(self.state, move)
        if not violations:
            return  # one candidate in a hundred is legal
        assert move not in tikal.legal_moves(self.state)
        with pytest.raises(IllegalMove) as refusal:
            tikal.apply(self.state, move)
        assert refusal.value.violations == violations
        assert refusal.value.state is self.state

    @precondition(is_on)
    @rule(data=st.data(), seat=st.integers(-1, 6))
    def a_question_for_another_seat(self, data: st.DataObject, seat: int) -> None:
        move = choose(data, tikal.legal_moves(self.state))
        found = cited(self.state, move, seat)
        filling = self.state.auction and self.state.phase == "draw"
        if seat not in self.state.scores:
            assert found == ["COMP-01"]
        elif seat == self.state.active or filling:
            assert found == []
        else:
            assert len(found) == 1
            assert not tikal.is_legal(self.state, move, seat)

    @invariant()
    def the_position_is_sound(self) -> None:
        assert tikal.problems(self.state) == ()

    @invariant()
    def no_law_is_broken(self) -> None:
        assert broken_laws(self.state) == []

    @invariant()
    def asking_changes_nothing(self) -> None:
        state, fingerprint = self.untouched
        assert self.state is state
        assert hash(state) == fingerprint

    def teardown(self) -> None:
        """Plays the game to its end and checks that every step was legal."""
        rng = random.Random(len(self.steps))
        rest = tikal.play(self.state, tikal.random_policy, rng.randrange(1000))
        steps = [*self.steps, *rest.steps]
        assert rest.state.phase == "over"
        assert rest.state.winners
        assert tikal.problems(rest.state) == ()
        assert broken_game_laws(self.start, steps) == []


TestWholeGames = pytest.mark.clause(
    "COMP-01",
    "DER-01",
    "DER-03",
    "DER-04",
    "DER-05",
    "DER-06",
    "DER-07",
    "DER-08",
    "DER-09",
    "DER-12",
)(WholeGames.TestCase)
TestWholeGames.settings = settings(max_examples=16, stateful_step_count=300)
