"""The trees of formal rules that the page shows with the clauses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tikal
from tests.page.asking import good, refused, stored_proofs
from tikal.formal import proofs as proved
from tikal.formal.render import lines
from tikal.languages import LANGUAGES
from tikal.page import proofs as page

CLAUSES = ("TEMPLE-04", "TREASURE-03")


@pytest.fixture(autouse=True)
def stored(tmp_path: Path) -> Iterator[Path]:
    with stored_proofs(tmp_path, *CLAUSES) as file:
        yield file


@pytest.mark.parametrize("id_", CLAUSES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_shows_the_trees_of_the_specification(id_: str, language: str) -> None:
    found: Any = good(ask="proof", id=id_, language=language)
    assert {each["legal"] for each in found["witnesses"]} == {True, False}
    for witness in found["witnesses"]:
        loaded: Any = good(ask="load", link=witness["link"])
        state, move = tikal.parse_position(loaded["position"]), tikal.parse_move(loaded["asked"])
        seat = loaded["asked_seat"]
        violations = tikal.check(state, move, seat)
        assert witness["legal"] is (not violations)
        assert [v["message"] for v in witness["violations"]] == [
            v.text(language) for v in violations
        ]
        wanted = proved(state, move, seat)
        assert [each["clause"] for each in witness["proofs"]] == [each.clause for each in wanted]
        for shown, proof in zip(witness["proofs"], wanted, strict=True):
            steps = [(step["depth"], step["text"]) for step in shown["steps"]]
            assert steps == [(depth, text) for depth, text, _ in lines(proof, language)]
            assert {c for step in shown["steps"] for c in step["clauses"]} <= found["says"].keys()
    for name, says in found["says"].items():
        assert says["sentence"]
        assert says["title"] or name.startswith("Q-")


def test_a_clause_says_whether_it_has_trees() -> None:
    assert good(ask="clause", id="TEMPLE-04")["has_proof"] is True
    assert good(ask="clause", id="COMP-03")["has_proof"] is False
    assert good(ask="proof", id="COMP-03")["witnesses"] == []
    assert "no clause" in refused(ask="proof", id="TEMPLE-99")


def test_without_a_built_page_there_are_no_trees(stored: Path) -> None:
    stored.unlink()
    page._lines.cache_clear()
    assert good(ask="clause", id="TEMPLE-04")["has_proof"] is False
    assert good(ask="proof", id="TEMPLE-04")["witnesses"] == []
