"""Moves of another phase: one citation, whatever else may be wrong with the move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

import pytest
from attrs import frozen

import tikal
from tests.asking.helpers import cited
from tests.citations.helpers import FAULTY, SOUND, accepted, busy, final_round, finished
from tikal.moves import MOVES, verb_of

if TYPE_CHECKING:
    from _pytest.mark.structures import ParameterSet

ACTIONS: Final = "deploy walk transfer uncover recover exchange camp guard"
SETTLING: Final = "bid pass take"
LAYING: Final = "place set-aside"
DISPLAY: Final = ("A6", "B2", "B4")


@frozen
class Situation:
    """A position, the kinds of moves that are out of order in it, and the kinds that are not."""

    state: Callable[[], tikal.State]
    wrong: Mapping[str, str]
    right: str = ""


SITUATIONS: Final[Mapping[str, Situation]] = {
    "basic, draw": Situation(
        lambda: busy(phase="draw"),
        {
            "TURN-02": f"{LAYING} {ACTIONS} end",
            "TREASURE-07": "reveal",
            "AUCTION-01": SETTLING,
        },
        right="draw",
    ),
    "basic, place": Situation(
        lambda: busy(phase="place", tile="A6"),
        {
            "TURN-02": f"draw {ACTIONS} end",
            "TREASURE-07": "reveal",
            "AUCTION-01": SETTLING,
        },
        right=LAYING,
    ),
    "basic, place, volcano": Situation(
        lambda: busy(phase="place", tile="D3"),
        {
            "TURN-02": f"draw {ACTIONS} end",
            "TREASURE-07": "reveal",
            "AUCTION-01": SETTLING,
        },
        right=LAYING,
    ),
    "basic, act": Situation(
        busy,
        {
            "TURN-02": f"draw {LAYING}",
            "TREASURE-07": "reveal",
            "AUCTION-01": SETTLING,
        },
        right=f"{ACTIONS} end",
    ),
    "basic, reveal": Situation(
        lambda: busy(phase="reveal"),
        {"TREASURE-07": f"draw {LAYING} {ACTIONS} end {SETTLING}"},
        right="reveal",
    ),
    "basic, scoring turn": Situation(
        lambda: busy(scoring=True, tile="D3", queue=(2,)),
        {
            "TREASURE-07": "reveal",
            "SCORE-02": f"draw {LAYING}",
            "AUCTION-01": SETTLING,
        },
        right=f"{ACTIONS} end",
    ),
    "basic, reveal in a scoring turn": Situation(
        lambda: busy(phase="reveal", scoring=True, tile="D3", queue=(2,)),
        {"TREASURE-07": f"draw {LAYING} {ACTIONS} end {SETTLING}"},
        right="reveal",
    ),
    "basic, final scoring turn": Situation(
        lambda: final_round(auction=False),
        {
            "TREASURE-07": "reveal",
            "SCORE-02": f"draw {LAYING}",
            "AUCTION-01": SETTLING,
        },
        right=f"{ACTIONS} end",
    ),
    "basic, reveal in the final round": Situation(
        lambda: final_round(auction=False, phase="reveal"),
        {"TREASURE-07": f"draw {LAYING} {ACTIONS} end {SETTLING}"},
        right="reveal",
    ),
    "basic, over": Situation(
        lambda: finished(auction=False),
        {"END-04": f"draw {LAYING} {ACTIONS} end reveal {SETTLING}"},
    ),
    "auction, empty display": Situation(
        lambda: busy(players=3, auction=True, phase="draw"),
        {
            "TREASURE-07": "reveal",
            "AUCTION-04": f"{LAYING} {ACTIONS} end {SETTLING}",
        },
        right="draw",
    ),
    "auction, display one short": Situation(
        lambda: busy(players=3, auction=True, phase="draw", display=("B2", "B4")),
        {
            "TREASURE-07": "reveal",
            "AUCTION-04": f"{LAYING} {ACTIONS} end {SETTLING}",
        },
        right="draw",
    ),
    "auction, bid": Situation(
        lambda: busy(players=3, auction=True, phase="bid", display=DISPLAY),
        {
            "TREASURE-07": "reveal",
            "AUCTION-04": "draw",
            "AUCTION-12": f"take {LAYING} {ACTIONS} end",
        },
        right="bid pass",
    ),
    "auction, take": Situation(
        lambda: busy(players=3, auction=True, phase="take", display=DISPLAY),
        {
            "TREASURE-07": "reveal",
            "AUCTION-04": "draw",
            "AUCTION-10": "bid pass",
            "AUCTION-12": f"{LAYING} {ACTIONS} end",
        },
        right="take",
    ),
    "auction, take, two players left": Situation(
        lambda: busy(players=3, auction=True, phase="take", display=("A6", "B2"), done=(3,)),
        {
            "TREASURE-07": "reveal",
            "AUCTION-04": "draw",
            "AUCTION-10": "bid pass",
            "AUCTION-12": f"{LAYING} {ACTIONS} end",
        },
        right="take",
    ),
    "auction, take, one player left": Situation(
        lambda: busy(players=3, auction=True, phase="take", display=("A6",), done=(2, 3)),
        {
            "TREASURE-07": "reveal",
            "AUCTION-04": "draw",
            "AUCTION-12": f"{LAYING} {ACTIONS} end",
            "AUCTION-17": "bid pass",
        },
        right="take",
    ),
    "auction, place": Situation(
        lambda: busy(players=3, auction=True, phase="place", tile="A6", display=("B2", "B4")),
        {
            "TURN-02": f"draw {ACTIONS} end {SETTLING}",
            "TREASURE-07": "reveal",
        },
        right=LAYING,
    ),
    "auction, act": Situation(
        lambda: busy(players=3, auction=True, display=("B2", "B4")),
        {
            "TURN-02": LAYING,
            "TREASURE-07": "reveal",
            "AUCTION-04": "draw",
            "AUCTION-12": SETTLING,
        },
        right=f"{ACTIONS} end",
    ),
    "auction, act, one player left": Situation(
        lambda: busy(players=3, auction=True, done=(2, 3)),
        {
            "TURN-02": LAYING,
            "TREASURE-07": "reveal",
            "AUCTION-04": "draw",
            "AUCTION-12": SETTLING,
        },
        right=f"{ACTIONS} end",
    ),
    "auction, reveal": Situation(
        lambda: busy(players=3, auction=True, phase="reveal", display=("B2", "B4")),
        {"TREASURE-07": f"draw {LAYING} {ACTIONS} end {SETTLING}"},
        right="reveal",
    ),
    "auction, scoring turn": Situation(
        lambda: busy(
            players=3, auction=True, scoring=True, tile="D3", queue=(2, 3), display=("B2", "B4")
        ),
        {
            "TREASURE-07": "reveal",
            "SCORE-02": f"draw {LAYING} {SETTLING}",
        },
        right=f"{ACTIONS} end",
    ),
    "auction, scoring turn, no other player left": Situation(
        lambda: busy(players=3, auction=True, scoring=True, tile="D3", queue=(2, 3), done=(2, 3)),
        {
            "TREASURE-07": "reveal",
            "SCORE-02": f"draw {LAYING} {SETTLING}",
        },
        right=f"{ACTIONS} end",
    ),
    "auction, final scoring turn": Situation(
        lambda: final_round(auction=True),
        {
            "TREASURE-07": "reveal",
            "SCORE-02": f"draw {LAYING} {SETTLING}",
        },
        right=f"{ACTIONS} end",
    ),
    "auction, reveal in the final round": Situation(
        lambda: final_round(auction=True, phase="reveal"),
        {"TREASURE-07": f"draw {LAYING} {ACTIONS} end {SETTLING}"},
        right="reveal",
    ),
    "auction, over": Situation(
        lambda: finished(auction=True),
        {"END-04": f"draw {LAYING} {ACTIONS} end reveal {SETTLING}"},
    ),
}
# All tiles lie, so that the moves of `SOUND` find other hexes and figures there.
ALL_LAID: Final = ("basic, final scoring turn", "auction, final scoring turn")


def out_of_order(samples: Mapping[str, str]) -> list[ParameterSet]:
    return [
        pytest.param(
            situation,
            samples[kind],
            clause,
            marks=pytest.mark.clause(clause),
            id=f"{name}: {samples[kind]}",
        )
        for name, situation in SITUATIONS.items()
        for clause, kinds in situation.wrong.items()
        for kind in kinds.split()
        if kind in samples
    ]


def in_order() -> list[ParameterSet]:
    return [
        pytest.param(
            situation,
            SOUND[kind],
            marks=pytest.mark.clause(*situation.wrong),
            id=f"{name}: {SOUND[kind]}",
        )
        for name, situation in SITUATIONS.items()
        for kind in situation.right.split()
        if kind != "set-aside" and (name not in ALL_LAID or kind == "end")
    ]


@pytest.mark.parametrize(("situation", "move", "clause"), out_of_order(SOUND))
def test_a_move_of_another_phase_is_refused(situation: Situation, move: str, clause: str) -> None:
    assert cited(situation.state(), move) == [clause]


@pytest.mark.parametrize(("situation", "move", "clause"), out_of_order(FAULTY))
def test_a_move_of_another_phase_is_cited_for_its_phase_alone(
    situation: Situation, move: str, clause: str
) -> None:
    assert cited(situation.state(), move) == [clause]


@pytest.mark.parametrize(("situation", "move"), in_order())
def test_a_move_of_its_own_phase_is_accepted(situation: Situation, move: str) -> None:
    accepted(situation.state(), move)


@pytest.mark.parametrize("situation", [pytest.param(s, id=n) for n, s in SITUATIONS.items()])
def test_every_kind_of_move_is_judged_in_every_situation(situation: Situation) -> None:
    named = " ".join([*situation.wrong.values(), situation.right]).split()
    assert sorted(named) == sorted(map(verb_of, MOVES))


# --- when several rows fit, the first one counts -----------------------------------------------


@pytest.mark.clause("END-04")
@pytest.mark.parametrize("auction", [False, True])
def test_a_game_that_is_over_is_over_for_every_seat_and_move(auction: bool) -> None:
    state = finished(auction)
    before = final_round(auction)
    for move in (*SOUND.values(), *FAULTY.values()):
        assert cited(state, move) == ["END-04"]
        assert "END-04" not in cited(before, move)
