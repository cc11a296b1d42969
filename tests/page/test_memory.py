"""Games that the bridge remembers: named by an id, answered with what changed."""

from __future__ import annotations

import json
import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tests.page.asking import answer, good, refused
from tests.page.test_bridge import GAME, MOVES
from tests.page.test_scores import as_game
from tikal.page import memory
from tikal.page.bridge import REQUESTS
from tikal.testing.strategies import games


def whole(found: dict[str, Any], known: dict[str, Any]) -> dict[str, Any]:
    """A view of which only the changes were sent, as `asking.js` puts it together."""
    changes = found.pop("changes", None)
    if changes is None:
        return found
    first = changes["from"]
    written = [*known["game"]["moves"][:first], *changes["written"]]
    moves = [*known["moves"][:first], *changes["moves"]]
    return {**found, "game": {**known["game"], "moves": written}, "moves": moves}


@given(games(), st.data())
def test_what_changed_makes_the_same_view(game: tikal.Replay, data: st.DataObject) -> None:
    sent = as_game(game)
    known = good(ask="view", game=sent, picture=False)
    at = data.draw(st.integers(0, len(game.steps)))
    about = {"at": at, "picture": False}
    expected = good(ask="view", game=sent, **about)
    named = {"id": known["game_id"]}
    assert good(ask="view", game=named, **about) == expected
    short = good(ask="view", game=named, known=known["game_id"], **about)
    assert "game" not in short
    assert len(short["changes"]["moves"]) == 0
    assert whole(short, known) == expected
    legal = tikal.legal_moves(game.steps[at - 1].state if at else game.start)
    if not legal:
        return
    move = str(data.draw(st.sampled_from(legal)))
    played = good(ask="move", game=sent, move=move, **about)
    again = good(ask="move", game=named, known=known["game_id"], move=move, **about)
    assert whole(again, known) == played


@given(games(), st.sampled_from(list(tikal.EDITIONS)))
def test_a_game_played_here_is_answered_like_one_that_was_sent(
    game: tikal.Replay, edition: str
) -> None:
    sent = as_game(game)
    if not game.steps:
        return
    before, last = {**sent, "moves": sent["moves"][:-1]}, sent["moves"][-1]
    named = {"id": good(ask="move", game=before, move=last, picture=False)["game_id"]}
    requests: list[dict[str, Any]] = [
        {"ask": "view", "picture": False},
        {"ask": "under", "edition": edition, "picture": False},
        {"ask": "sheet"},
        {"ask": "export", "format": "record"},
        {"ask": "export", "format": "link"},
    ]
    found = [good(game=named, **request) for request in requests]
    memory.forget_all()
    assert found == [good(game=sent, **request) for request in requests]


def test_a_game_that_is_not_remembered_is_asked_for() -> None:
    known = good(ask="view", game=GAME)["game_id"]
    memory.forget_all()
    found = answer(ask="view", game={"id": known})
    assert (found["ok"], found["kind"]) == (False, "UnknownGame")
    assert good(ask="view", game=GAME, known=known)["game"]["moves"] == MOVES
    assert good(ask="view", game={"id": known})["game"]["moves"] == MOVES


def test_an_id_comes_with_nothing_else() -> None:
    known = good(ask="view", game=GAME)["game_id"]
    assert "an id or moves, not both" in refused(ask="view", game={"id": known, "moves": []})


def test_only_the_last_games_are_remembered() -> None:
    first = good(ask="new", names=["A", "B"], players=2)["game_id"]
    for number in range(memory.MAX_GAMES):
        good(ask="new", names=["A", str(number)], players=2)
    assert memory.recall(first) is None
    assert len(memory._games) == memory.MAX_GAMES


def test_games_with_other_names_are_others() -> None:
    one, other = (good(ask="new", names=[name, "B"], players=2) for name in "AC")
    assert one["game_id"] != other["game_id"]
    found = good(ask="view", game={"id": one["game_id"]}, known=other["game_id"])
    assert found["game"]["names"] == ["A", "B"]


@given(games(), st.data())
def test_changes_of_a_picture_make_the_same_picture(
    game: tikal.Replay, data: st.DataObject
) -> None:
    sent, length = as_game(game), len(game.steps)
    before, after = data.draw(st.integers(0, length)), data.draw(st.integers(0, length))
    crop = data.draw(st.booleans())
    begun = good(ask="view", game=sent, at=before, picture={"crop": crop})
    since = {"game": begun["game_id"], "at": before}
    found = good(ask="view", game=sent, at=after, picture={"crop": crop, "since": since})
    expected = cells_of(good(ask="view", game=sent, at=after, picture={"crop": crop})["picture"])
    if "picture" in found:
        assert crop
        assert cells_of(found["picture"]) == expected
        return
    changed = cells_of(found["picture_changes"])
    earlier = {key: value for key, value in cells_of(begun["picture"]).items() if key != "last"}
    assert earlier | changed == expected


def cells_of(picture: str) -> dict[str, str]:
    """What is drawn of each cell, and of the last move."""
    svg = "{http://www.w3.org/2000/svg}"
    root = ET.fromstring(picture)
    board = next(each for each in root.iter(f"{svg}g") if each.get("class") == "board")
    return {
        "last" if each.get("class") == "last" else each.get("data-cell", ""): ET.tostring(
            each, "unicode"
        ).strip()
        for each in board
    }


@pytest.mark.parametrize("since", [{"game": "x", "at": 0}, {"game": "", "at": 10**9}])
def test_a_picture_that_is_not_remembered_is_drawn_whole(since: dict[str, Any]) -> None:
    found = good(ask="view", game=GAME, picture={"since": since})
    assert found["picture"].startswith("<svg")
    other = {"game": found["game_id"], "at": 99}
    assert "picture" in good(ask="view", game=GAME, picture={"since": other})
    assert "at" in refused(ask="view", game=GAME, picture={"since": {"game": found["game_id"]}})


def test_ids_say_nothing_of_the_game() -> None:
    found = good(ask="view", game=GAME)["game_id"]
    assert re.fullmatch("[0-9a-f]{32}", found)
    assert json.dumps(found).isascii()
    assert "known" in REQUESTS["view"].fields
