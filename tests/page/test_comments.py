"""Comments on moves: in games of the bridge, in records, in links."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tests.page.asking import good, refused
from tests.page.test_bridge import GAME, MOVES
from tests.page.test_scores import as_game
from tikal.testing.strategies import games

TEXTS = st.text(st.characters(categories=("L", "N", "P")), min_size=1, max_size=20)


def noted(*comments: tuple[int, str]) -> dict[str, Any]:
    return {**GAME, "comments": [{"after": after, "text": text} for after, text in comments]}


@given(games(), st.data())
def test_comments_go_through_a_record_and_a_link(game: tikal.Replay, data: st.DataObject) -> None:
    sent = as_game(game)
    places = st.integers(0, len(game.steps))
    texts = data.draw(st.dictionaries(places, TEXTS, min_size=1, max_size=4))
    comments = [{"after": after, "text": texts[after]} for after in sorted(texts)]
    about = {"game": {**sent, "comments": comments}}
    view = good(ask="view", picture=False, **about)
    assert view["game"]["comments"] == comments
    for written in ({"text": export("record", about)}, {"link": "#" + export("link", about)}):
        assert good(ask="load", picture=False, **written)["game"]["comments"] == comments
    plain = good(ask="view", picture=False, game=sent)
    assert plain["game_id"] != view["game_id"]
    assert plain["position"] == view["position"]


def export(form: str, about: dict[str, Any]) -> str:
    return str(good(ask="export", format=form, **about)["text"])


def test_several_comments_of_one_place_stand_below_each_other() -> None:
    text = "edition: rio-grande-1999\nplayers: 2\n\n# first\n# second\ndraw A3 # third\n"
    found = good(ask="load", text=text)["game"]["comments"]
    assert found == [{"after": 0, "text": "first\nsecond"}, {"after": 1, "text": "third"}]


def test_a_move_from_the_middle_drops_the_comments_behind_it() -> None:
    about = noted((0, "a"), (3, "b"), (5, "c"))
    found = good(ask="move", game=about, at=3, move="end")
    assert [each["text"] for each in found["game"]["comments"]] == ["a", "b"]
    again = good(ask="move", game=about, at=3, move=MOVES[3])
    assert [each["text"] for each in again["game"]["comments"]] == ["a", "b", "c"]


def test_a_game_whose_comments_changed_is_sent_whole() -> None:
    known = good(ask="view", game=GAME)["game_id"]
    assert "changes" in good(ask="view", game=GAME, known=known)
    assert good(ask="view", game=noted((1, "a")), known=known)["game"]["comments"]


@pytest.mark.parametrize(
    ("comment", "reason"),
    [
        ({"after": 6, "text": "a"}, "0 to 5 moves, not 6"),
        ({"after": -1, "text": "a"}, "0 to 5 moves, not -1"),
        ({"after": 1, "text": "a" * 2001}, "at most 2000 characters"),
        ({"after": 1}, "text"),
        ({"after": 1, "text": "a", "by": "b"}, "by"),
        ({"after": 1, "text": "\0"}, "comment"),
        ("a", "must be an object"),
    ],
)
def test_a_comment_that_cannot_be_is_refused(comment: Any, reason: str) -> None:
    assert reason in refused(ask="view", game={**GAME, "comments": [comment]})


def test_blank_comments_are_left_out() -> None:
    found = good(ask="view", game=noted((1, " \n "), (2, "a\n\nb")))["game"]
    assert found["comments"] == [{"after": 2, "text": "a\nb"}]
