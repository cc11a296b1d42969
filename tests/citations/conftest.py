"""Positions in which every refusal happens, and what is refused there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

import pytest

import tikal
from tests.citations.helpers import (
    BOARD,
    FAULTY,
    SOUND,
    busy,
    final_round,
    finished,
    walled_off,
)
from tests.golden.conftest import pytest_collect_file as pytest_collect_file  # for examples/
from tikal import position
from tikal.fields import FIGURES
from tikal.grid import CELLS

# A table that plays otherwise where no printed edition does.
HOUSE = tikal.house(tikal.RIO_GRANDE_1999, same_kind_exchange=False, beside_volcanoes_only=False)
# A refusal as `check` gives it, after the position and the move.
Refusal = tuple[tikal.State, tikal.Move, tuple[tikal.Violation, ...]]


def positions() -> Iterator[tikal.State]:
    """Positions in which every clause that can be cited is cited for some move."""
    legend = tikal.LEGEND_CLASSIC
    yield busy(phase="draw")
    yield position(
        tiles={"a3": ("A5", 0), "a4": ("B1", 0)}, edition=legend, phase="place", tile="D3"
    )
    yield position(tiles=BOARD, phase="place", tile="A6")
    yield busy()
    yield busy(edition=legend, ap=1)
    yield busy(phase="reveal")
    yield position(
        tiles=BOARD,
        tokens={"c2": 0},
        worked={"c2": 1},
        treasures={1: {3: 1}, 2: {3: 2}},
        figures={1: {"c2": (0, 2)}},
        phase="reveal",
        ap=7,
    )
    yield busy(scoring=True, tile="D3", queue=(2,), ap=2)
    yield position(
        tiles=BOARD,
        tokens={"c2": 2, "e2": 0},
        treasures={1: {1: 1, 2: 2}, 2: {1: 1}},
        values={"a2": 9, "b1": 10, "d2": 3},
        worked={"c2": 2, "d2": 1},
        figures={1: {"a2": (0, 1), "c2": (1, 1), "d2": (0, 1)}, 2: {"b1": (0, 3)}},
        camps={1: ["b2", "e2"], 2: ["b3"]},
        guards={1: {"a2": "W", "c1": "W"}, 2: {"b1": "L"}},
        ap=2,
    )
    yield position(
        tiles=BOARD, values={"b1": 3}, worked={"b1": 2}, figures={1: {"b1": (0, 3)}}, ap=3
    )
    yield position(tiles=BOARD, tokens={"c2": 3}, treasures={2: {3: 1}}, worked={"c2": 1},
                   figures={1: {"c2": (0, 1)}}, ap=7)  # fmt: skip
    yield position(tiles=BOARD, edition=legend, tokens={"c2": 3}, treasures={2: {3: 1}},
                   values={"b1": 2}, worked={"b1": 1, "c2": 1},
                   figures={1: {"b1": (1, 0), "c2": (0, 1)}}, ap=5)  # fmt: skip
    yield position(tiles=BOARD, edition=HOUSE, tokens={"c2": 2},
                   treasures={1: {1: 1}, 2: {1: 1}})  # fmt: skip
    yield position(tiles={"b3": ("B1", 0)}, edition=HOUSE, phase="place", tile="A3")
    stones = tikal.house(tikal.RIO_GRANDE_1999, stones_towards_volcanoes=True)
    yield position(tiles={"b3": ("B1", 0)}, edition=stones, phase="place", tile="C2")
    yield walled_off(auction=False)[0]
    yield final_round(auction=False)
    yield finished(auction=False)
    yield busy(players=3, auction=True, phase="draw", display=("B2",))
    yield position(
        players=4,
        auction=True,
        phase="bid",
        display=("A1", "A2", "A3"),
        high_bid=5,
        high_bidder=3,
        passed=(2,),
        done=(4,),
        scores={1: 3},
    )
    yield busy(auction=True, phase="take", display=("A6", "B2"))
    yield busy(auction=True, phase="take", display=("A6",), done=(2,))
    yield busy(auction=True, display=("B2",))
    yield busy(auction=True, scoring=True, tile="D3", queue=(2,), display=("B2",))
    yield final_round(auction=True)
    yield finished(auction=True)


def moves() -> Iterator[tikal.Move]:
    """Moves of every kind, to and from every cell."""
    for text in (*SOUND.values(), *FAULTY.values(), "draw A1", "draw B2", "bid 4", "bid 6"):
        yield tikal.parse_move(text)
    yield from map(tikal.RevealTreasure, (3, 1))
    yield from (tikal.Exchange(g, s, t) for g in (1, 2, 5) for s in (0, 1, 2) for t in (1, 2, 5))
    for cell in CELLS:
        yield from (tikal.PlaceTile(cell, rotation) for rotation in range(6))
        yield from (tikal.Uncover(cell), tikal.Recover(cell), tikal.EstablishCamp(cell))
        for figure in FIGURES:
            yield from (tikal.Deploy(figure, cell), tikal.PlaceGuard(cell, figure))
            for other in CELLS:
                yield from (tikal.Walk(figure, cell, other), tikal.Transfer(figure, cell, other))


def _refused(judged: Iterable[Refusal]) -> Iterator[Refusal]:
    """The refusals; of 180,000 only 2,000 differ, and equal ones are stored once."""
    distinct: dict[tuple[tikal.Violation, ...], tuple[tikal.Violation, ...]] = {}
    return ((s, m, distinct.setdefault(cited, cited)) for s, m, cited in judged if cited)


def _refusals() -> Iterator[Refusal]:
    candidates = list(moves())
    return _refused((s, m, tikal.check(s, m)) for s in positions() for m in candidates)


def _out_of_turn() -> Iterator[Refusal]:
    candidates = [tikal.parse_move(text) for text in (*SOUND.values(), *FAULTY.values())]
    return _refused(
        (s, m, tikal.check(s, m, seat))
        for s in positions()
        for m in candidates
        for seat in (0, 1, 2, 3, 4, 9)
    )


@pytest.fixture(scope="module")
def refusals() -> list[Refusal]:
    """Unnamed moves that are refused."""
    return list(_refusals())


@pytest.fixture(scope="module")
def out_of_turn() -> list[Refusal]:
    """Moves named for a seat that are refused."""
    return list(_out_of_turn())


@pytest.fixture(scope="session")
def met() -> list[tikal.Violation]:
    """Every distinct violation, without its state and move."""
    different: dict[str, tikal.Violation] = {}
    for _, _, violations in chain(_refusals(), _out_of_turn()):
        for violation in violations:
            different.setdefault(f"{violation} {sorted(violation.facts.items())}", violation)
    return list(different.values())
