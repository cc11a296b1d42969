"""Every refusal that can occur has a sentence in every language, with all its facts."""

from __future__ import annotations

import re

import pytest

import tikal
from tikal.languages import LANGUAGES, catalogue, refusals


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_a_sentence_with_its_facts(
    met: list[tikal.Violation], language: str
) -> None:
    assert {violation.key for violation in met} == refusals().keys()
    for violation in met:
        text = violation.text(language)
        assert re.fullmatch(r"\S+( \S+)+", text), (violation.key, text)
        assert not re.search(r"[{}!?\n]|\.$|^[A-Z]+[0-9C]*-", text), (violation.key, text)
        for fact in ("cell", "origin", "target", "tile", "letter"):
            if f"{{{fact}}}" in catalogue("refusals")[violation.key]:
                assert str(violation.facts[fact]) in text, (violation.key, text)
        if language == "en":
            assert text == violation.message


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_no_refusal_is_left_in_english(met: list[tikal.Violation], language: str) -> None:
    for violation in met:
        assert violation.text(language) != violation.message, violation.key
