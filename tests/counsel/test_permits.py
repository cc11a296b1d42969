"""Rulings that a legal move rests on, where the rulebook leaves room for another reading."""

from __future__ import annotations

import json

import jsonschema
import pytest
from hypothesis import given

import tikal
from tikal._support.resources import specification
from tikal.counsel.permits import _CONDITIONS
from tikal.editions import EDITIONS
from tikal.languages import LANGUAGES
from tikal.testing import states

SCHEMA = json.loads(specification().joinpath("schemas", "opinion-1.json").read_text("utf-8"))
GUARD = "players 3; a2=6 1W3 2W2 3W{rival}"
AUCTION = "players 3; auction; {bid}; display A1 A2 A3; scores 20 20 20"


def behind(text: str, move: str, edition: str) -> list[str]:
    """The rulings behind a legal move in an edition."""
    found = tikal.opinion(tikal.parse_position(f"{edition}; {text}"), move)
    assert found.legal
    return [ruling.id for ruling in found.rests_on]


@pytest.mark.parametrize(
    ("edition", "rulings"),
    [("rio-grande-1999", []), ("ravensburger-1999", []), ("super-meeple-2015", ["Q-57"]),
     ("legend-classic", ["Q-57"])],
)  # fmt: skip
def test_a_guard_against_two_who_are_stronger_together_rests_on_a_ruling(
    edition: str, rulings: list[str]
) -> None:
    assert behind(GUARD.format(rival=1), "guard a2 W", edition) == rulings  # 3 against 2 and 1
    assert behind(GUARD.format(rival=2), "guard a2 W", edition) == rulings  # 3 against 2 and 2
    assert behind("players 3; a2=6 1W4 2W2 3W1", "guard a2 W", edition) == []  # 4 against 3


@pytest.mark.parametrize(
    ("edition", "rulings"), [("rio-grande-1999", []), ("super-meeple-2015", ["Q-83"])]
)
def test_the_opener_passes_by_a_ruling(edition: str, rulings: list[str]) -> None:
    assert behind(AUCTION.format(bid="bid 1"), "pass", edition) == rulings
    assert behind(AUCTION.format(bid="bid 1"), "bid 1", edition) == []
    assert behind(AUCTION.format(bid="bid 2; passed 1"), "pass", edition) == []
    assert behind(AUCTION.format(bid="bid 2; high 3 by 1"), "pass", edition) == []
    later = "players 3; auction; bid 2; done 1; display A1 A2; scores 20 20 20"
    assert behind(later, "pass", edition) == []


def test_a_volcano_beside_another_is_laid_by_a_ruling_where_none_may_seal_off_a_space() -> None:
    text = "c2=A3;d2=A4;c3=B1;place 1 tile D3"
    moves = [str(move) for move in tikal.legal_moves(tikal.parse_position(text))]
    beside = [move for move in moves if move.split()[1] in {"b3", "c4", "d3", "d4"}]
    apart = [move for move in moves if move.split()[1] in {"c1", "d1", "e2", "e3", "a3"}]
    assert beside
    assert apart
    for edition in EDITIONS:
        is_ruled = edition == "legend-classic"
        for move in beside:
            assert behind(text, move, edition) == (["Q-06"] if is_ruled else [])
        for move in apart:
            assert behind(text, move, edition) == []


def test_every_condition_belongs_to_a_ruling_without_a_switch() -> None:
    for id_ in _CONDITIONS:
        assert not tikal.ruling(id_).switch
        assert any(tikal.ruling(id_).not_taken(edition) for edition in EDITIONS)


@given(states())
def test_only_a_legal_move_rests_on_such_a_ruling(state: tikal.State) -> None:
    for move in ("guard a2 W", "pass", "end"):
        found = tikal.opinion(state, move)
        assert found.legal or not found.rests_on


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_shown_with_the_reading_that_is_not_taken(language: str) -> None:
    state = tikal.parse_position("super-meeple-2015; " + GUARD.format(rival=2))
    found = tikal.opinion(state, "guard a2 W")
    reading = tikal.ruling("Q-57").in_language(language).not_taken("super-meeple-2015")[0]
    assert reading in found.text(language)
    assert reading in found.markdown(language)
    document = found.to_json()
    jsonschema.validate(document, SCHEMA)
    assert [each["id"] for each in document["rests_on"]] == ["Q-57"]
