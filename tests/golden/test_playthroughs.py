"""One golden game per edition and variant, every observable after every move."""

from __future__ import annotations

import pytest

from tests.golden.playthroughs import FOLDER, GAMES, render


@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_as_it_always_went(name: str) -> None:
    recorded = (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
    played = render(name).splitlines()
    for number, (old, new) in enumerate(zip(recorded, played, strict=False), start=1):
        assert old == new, f"{name}.txt, line {number}"
    assert len(recorded) == len(played)


def test_every_kind_of_move_occurs_in_the_playthroughs() -> None:
    lines = [line for name in GAMES for line in (FOLDER / f"{name}.txt").read_text().splitlines()]
    verbs = {line.split()[1] for line in lines if line[0].isdigit()}
    assert verbs == {
        "start", "draw", "place", "deploy", "walk", "transfer", "uncover", "recover", "reveal",
        "exchange", "camp", "guard", "end", "bid", "pass", "take", "set-aside",
    }  # fmt: skip
