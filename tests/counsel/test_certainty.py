"""How sure a ruling is, by edition: one answer in opinions, questions, `explain`, page and JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest
from attrs import evolve
from click.testing import CliRunner

import tikal
from docs._pages import rulings as ruling_pages
from tests.page.asking import answer
from tikal.cli import tikal as command_line
from tikal.conformance.report.views import html_entries
from tikal.counsel.opinion import Opinion
from tikal.languages import LANGUAGES, sentence
from tikal.law.entries import confidence_text, confidences_text
from tikal.law.verdicts import verdict_on
from tikal.page import opinions as page_opinions

BY_EDITION = [ruling for ruling in tikal.rulings() if ruling.confidence_in]
NAMES = [ruling.id for ruling in BY_EDITION]
#: A refusal whose grounds the tests replace by those in question.
REFUSED = tikal.opinion(tikal.new_game(players=2), "camp b2")


def resting_on(ruling: tikal.Ruling, key: str) -> Opinion:
    """An opinion that rests on a ruling in an edition."""
    (found,) = REFUSED.grounds[:1]
    grounds = evolve(found, book=key, rulings=(ruling,))
    return evolve(REFUSED, violations=REFUSED.violations[:1], grounds=(grounds,))


@pytest.mark.parametrize("key", tikal.EDITIONS)
@pytest.mark.parametrize("ruling", BY_EDITION, ids=NAMES)
def test_an_opinion_is_as_sure_as_the_book_of_its_edition(ruling: tikal.Ruling, key: str) -> None:
    opinion = resting_on(ruling, key)
    degree = ruling.confidence_for(key)
    for language in LANGUAGES:
        text = opinion.text(language)
        assert f"{ruling.id}, {confidence_text(degree, language)}" in text
        there = ruling.in_language(language)
        for reading in there.readings:
            is_listed = key in reading.possible_in and key not in reading.taken_by
            line = sentence(
                "counsel",
                "grounds/not-taken",
                {"ruling": ruling.id, "reading": reading.sentence},
                language,
            )
            assert (line in text) == is_listed
    document: Any = opinion.to_json()
    (found,) = document["violations"][0]["grounds"]["rulings"]
    assert found["confidence"] == degree
    assert found["not_taken"] == list(ruling.not_taken(key))
    shown: Any = page_opinions._authority(opinion.violations[0], opinion.grounds[0], "en")
    (found,) = shown["grounds"]["rulings"]
    assert found["confidence"] == confidence_text(degree)
    assert found["not_taken"] == list(ruling.not_taken(key))


@pytest.mark.parametrize("ruling", BY_EDITION, ids=NAMES)
def test_an_answer_is_as_sure_as_the_book_of_its_edition(ruling: tikal.Ruling) -> None:
    for key, edition in tikal.EDITIONS.items():
        for language in LANGUAGES:
            verdict = verdict_on(ruling, edition, language)
            sure = confidence_text(ruling.confidence_for(key), language)
            if edition.has_auction or not ruling.clauses[0].startswith("AUCTION"):
                assert f", {sure}" in verdict
    page = answer(ask="clause", id=ruling.id)
    assert page["confidence_in"] == {
        key: confidence_text(ruling.confidence_for(key)) for key in tikal.EDITIONS
    }
    for shown, reading in zip(page["readings"], ruling.readings, strict=True):
        assert shown["possible_in"] == list(reading.possible_in)


@pytest.mark.parametrize("ruling", BY_EDITION, ids=NAMES)
def test_without_an_edition_every_degree_is_given_with_its_editions(ruling: tikal.Ruling) -> None:
    run = CliRunner().invoke
    for language in LANGUAGES:
        sure = confidences_text(ruling, language)
        for key in tikal.EDITIONS:
            assert confidence_text(ruling.confidence_for(key), language) in sure
        command = ["explain", ruling.id, "--format", "pretty", "--lang", language]
        assert sure in " ".join(run(command_line, command).output.split())
    data = json.loads(run(command_line, ["explain", ruling.id, "--format", "json"]).output)
    assert data["confidence_in"] == dict(ruling.confidence_in)
    assert [r["possible_in"] for r in data["readings"]] == [
        list(reading.possible_in) for reading in ruling.readings
    ]
    assert confidences_text(ruling) in ruling_pages._ruling(ruling)
    assert confidences_text(ruling) in str(html_entries._ruling(ruling))
