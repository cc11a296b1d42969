"""What is stated about an entry for an edition: every entry, every edition, every language."""

from __future__ import annotations

import pytest

from tikal.editions import EDITIONS, Edition
from tikal.languages import LANGUAGES
from tikal.law.entries import Clause, Difference, Ruling
from tikal.law.registry import clauses, differences, rulings
from tikal.law.verdicts import verdict_on

each_edition = pytest.mark.parametrize("edition", EDITIONS.values(), ids=str)
each_language = pytest.mark.parametrize("language", LANGUAGES)


def stated(entry: Clause | Ruling | Difference, edition: Edition, language: str = "en") -> str:
    """The verdict, which begins with the name of the edition."""
    name, colon, verdict = verdict_on(entry, edition, language).partition(": ")
    assert name
    assert colon
    return verdict


@each_edition
@each_language
def test_a_derived_clause_follows_from_others_in_every_edition(
    edition: Edition, language: str
) -> None:
    derived = [entry for entry in clauses() if not entry.editions]
    assert derived
    for entry in derived:
        assert stated(entry, edition, language).endswith(", ".join(entry.follows_from))


@each_edition
def test_a_ruling_is_a_rule_of_the_editions_in_which_it_arises(edition: Edition) -> None:
    for entry in rulings():
        text = stated(entry, edition)
        if entry.arises_in(edition) and (edition.has_auction or entry.switch == "has_auction"):
            assert "not a rule of this edition" not in text, entry.id
        elif not entry.arises_in(edition):
            assert text == "not a rule of this edition" or "auction" in text, entry.id


@each_edition
@each_language
def test_a_difference_says_what_the_edition_has(edition: Edition, language: str) -> None:
    for entry in differences():
        point = entry.in_language(language)
        expected = point.editions.get(edition.key, point.handling)
        assert stated(entry, edition, language) == " ".join(expected.split())
    assert "{" not in verdict_on(entry, None, language)


def test_without_an_edition_a_difference_says_that_they_differ() -> None:
    assert {verdict_on(entry, None, "en") for entry in differences()} == {"the editions differ"}
