"""Repairs of a record with a mistake, as the page offers them."""

from __future__ import annotations

import random

import tikal
from tests.page.asking import good, refused
from tikal.page.links import link, packed


def slip(seed: int) -> str:
    """A record of a game in which one move is missing."""
    played = tikal.play(tikal.new_game(2), tikal.sensible_policy, seed, limit=60)
    moves = [str(step.move) for step in played.steps]
    del moves[random.Random(seed).randrange(10, 50)]
    return "edition: rio-grande-1999\nplayers: 2\n\n" + "\n".join(
        f"{move}  # note" for move in moves
    )


def test_the_repairs_are_those_of_the_library_and_can_be_opened() -> None:
    found_any = 0
    for seed in range(8):
        text = slip(seed)
        refusal = good(ask="load", text=text).get("refusal")
        offered = good(ask="repairs", text=text, language="de")["repairs"]
        expected = tikal.repairs(tikal.loads(text), 5)
        assert [each["text"] for each in offered] == [each.text("de") for each in expected]
        assert refusal or not offered
        for each in offered:
            mended = good(ask="load", text=each["record"]).get("refusal")
            assert (mended["index"] + 1 if mended else None) == each["refused"]
            assert each["record"].count("# note") == text.count("# note")
        found_any += bool(offered)
    assert found_any > 3


def test_a_link_can_be_repaired_and_a_position_cannot() -> None:
    text = slip(1)
    by_text = good(ask="repairs", text=text)
    assert good(ask="repairs", link="#" + link(game=packed(text))) == by_text
    assert "no moves to repair" in refused(ask="repairs", text="b3=A2 1L")
    assert (
        good(ask="repairs", text="edition: rio-grande-1999\nplayers: 2\n\ndraw A3")["repairs"] == []
    )
