"""The compiled engine follows the Python one, move by move."""

from __future__ import annotations

import pytest

from tests.conformance.kit_cases import every_case
from tests.fast.engines import if_compiled
from tests.sample import WHOLE
from tikal.conformance.cases import cases
from tikal.conformance.compiled_adapter import FastAdapter
from tikal.conformance.referee.session import run_here
from tikal.editions import EDITIONS, SWITCHES
from tools.verify import lockstep

pytestmark = if_compiled
SHARES = 8
GAMES = 2000 if WHOLE else 24


@pytest.mark.parametrize("share", range(SHARES))
def test_games_of_all_setups_go_the_same_way(share: int) -> None:
    for number in range(share, GAMES, SHARES):
        assert lockstep.play(number) > 100


def test_the_setups_are_all_of_them() -> None:
    starts = [lockstep.start_of(number) for number in range(GAMES)]
    assert {(s.edition.key, s.players) for s in starts} >= {
        (key, players) for key in EDITIONS for players in (2, 3, 4)
    }
    assert {(s.players, s.auction) for s in starts} == {
        (n, a) for n in (2, 3, 4) for a in (False, True)
    } or not WHOLE
    turned = {
        (name, value) for s in starts for name, value in s.edition.switches().items()
        if name != "tiebreak"
    }  # fmt: skip
    switches = [switch for switch in SWITCHES if not switch.ranked]
    assert turned == {(switch.name, value) for switch in switches for value in switch.values}


def test_a_difference_is_found_and_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    from tikal.fast import compiled

    monkeypatch.setattr(compiled.Game, "winners", (9,))
    with pytest.raises(lockstep.Difference, match=r"game 3, after 0 moves: winners: .*\(9,\)"):
        lockstep.play(3)


def test_the_kit_finds_nothing_wrong() -> None:
    asked = every_case()[:: 1 if WHOLE else 4]
    found = list(run_here(FastAdapter(), asked))
    assert [result.message for result in found if result.outcome not in ("passed", "skipped")] == []
    skipped = [result.message for result in found if result.outcome == "skipped"]
    unasked = ("path cost", "new game", "components", "position")
    assert all(message.endswith(unasked) for message in skipped)
    assert len(skipped) < len(found) / 8


def test_the_kit_finds_a_faulty_one() -> None:
    class Faulty(FastAdapter):
        """Takes every move for legal."""

        def check(self, *_: object) -> list[str]:
            return []

    found = list(run_here(Faulty(), list(cases("witness"))[::20]))
    assert [result for result in found if result.outcome == "failed"]
