"""Verdicts that travel: as a link, as text and as a picture, with the words of a player."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tests.page.asking import good, refused
from tikal.languages import LANGUAGES, sentence
from tikal.testing.strategies import candidate_moves

#: A worker on a1 with 2 AP; b4 is three steps away.
FAR = "act 1 2ap; a1 1W; b3=A2r4; b4=A4r0; c2=A3r0"
WAY = ["walk W a1-b2", "walk W b2-b3", "walk W b3-b4"]


@given(candidate_moves(), st.sampled_from(LANGUAGES))
def test_a_link_text_and_picture_have_the_verdict(
    pair: tuple[tikal.State, tikal.Move], language: str
) -> None:
    state, move = pair
    about = {"position": tikal.format_position(state), "moves": [str(move)], "language": language}
    verdict = good(ask="opinion", **about)
    link = good(ask="export", format="link", **about)["text"]
    loaded = good(ask="load", link=link, picture=False)
    assert (loaded["asked"], loaded["asked_moves"]) == (str(move), [str(move)])
    assert tikal.parse_position(loaded["position"]) == state
    text = good(ask="export", format="verdict", **about)["text"]
    word = sentence("controls", f"legal.{'yes' if verdict['legal'] else 'no'}", {}, language)
    assert f"{word}, " in text.splitlines()[0]
    picture = good(ask="export", format="verdict-svg", **about)["text"]
    ET.fromstring(picture)
    for violation in verdict["violations"]:
        assert violation["clause"] in text
        assert violation["message"] in text
        assert violation["clause"] in picture
    for way in verdict["remedies"]["ways"]:
        assert way["text"] in text


def test_the_first_refused_step_of_a_way_is_judged() -> None:
    found = good(ask="opinion", position=FAR, moves=WAY)
    assert (found["move"], found["before"], found["asked_moves"]) == (WAY[1], WAY[:1], WAY)
    assert found["wish"]["asked"] == "walk a worker from a1 to b4"
    assert found["wish"]["why"]["text"] == "b4: 5 AP by the cheapest way, you have 2"
    link = good(ask="export", format="link", position=FAR, moves=WAY)["text"]
    assert good(ask="load", link=link)["asked_moves"] == WAY


@pytest.mark.parametrize("move", ["end", "walk W a1-b2", "camp b3"])
def test_other_moves_have_no_wish(move: str) -> None:
    assert good(ask="opinion", position=FAR, move=move)["wish"] is None


def test_a_link_says_by_whom_the_move_would_be_made() -> None:
    link = good(ask="export", format="link", position=FAR, move="end", seat=2)["text"]
    assert link.endswith("&move=end&seat=2")
    assert good(ask="load", link=link)["asked_seat"] == 2
    own = good(ask="export", format="link", position=FAR, move="end", seat=1)["text"]
    assert "seat=" not in own


def test_a_verdict_without_a_move_is_refused() -> None:
    for format_ in ("verdict", "verdict-svg"):
        assert refused(ask="export", format=format_, position=FAR) == "give either a move or moves"
    assert "at least one" in refused(ask="opinion", position=FAR, moves=[])
