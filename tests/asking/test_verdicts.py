"""Yes or no: the right word for questions that were written before, and never a wrong one."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

import pytest

import tikal
from tests.sample import WHOLE
from tikal.asking.canon import (
    MARKS,
    Entry,
    canonical_questions,
    mark_of,
    sentence_of,
    words_by_edition,
)
from tikal.asking.corpus import phrasings
from tikal.asking.directions import as_permitted
from tikal.asking.lexicon import languages
from tikal.languages import sentence
from tikal.law.registry import rulings
from tools.measure.questions import FOLDER, answered, questions, right_words, share

#: Questions of which it is known whether they ask for yes or no, and for which.
FILES: Final = sorted(FOLDER.glob("*-verdicts.toml"))
PAIRS: Final = tomllib.loads((Path(__file__).parent / "opposites.toml").read_text("utf-8"))["pair"]
#: All canonical questions are asked by `make verify`, every third one by `make test`.
STEP: Final = 1 if WHOLE else 3
#: Clauses that have no canonical question, with the reason.
NOT_ASKED: Final = {
    "PLACE-13": "no edition has lake tiles in the classic game",
    "SWAP-06": "the order inside an exchange shows only in Q-49, which is asked",
    "DER-01": "a consequence for engines; players ask Q-01 and Q-25",
    "DER-04": "an invariant that no player can break",
    "DER-05": "an invariant that no player can break",
    "DER-06": "an invariant; players ask TURN-04 and TURN-06",
    "DER-07": "arithmetic of the tiles; players ask END-03 and AUCTION-20",
}


@pytest.mark.parametrize("language", languages())
def test_questions_begin_with_the_right_word_and_never_with_a_wrong_one(language: str) -> None:
    asked = [each for each in questions(FILES) if each.lang == language]
    results = answered(asked, given_language=True)
    on_topic = [result for result in results if result.question.ids]
    assert len(on_topic) > 60
    assert [result.question.text for result in results if result.is_wrong] == []
    assert right_words(on_topic) >= 0.68  # none wrong is worth more; none of these was learned
    assert share(on_topic, 1) >= 0.87
    assert share(on_topic, 3) >= 0.97
    assert share([result for result in results if not result.question.ids], 1) >= 0.95


@pytest.mark.parametrize(
    ("language", "question", "word"),
    [
        ("en", "is it forbidden to build a third camp", "yes"),
        ("en", "is it forbidden to end my turn with points left", "no"),
        ("fr", "est-il interdit de construire un troisième camp", "yes"),
        ("nl", "is het verboden een derde kamp te bouwen", "yes"),
        ("de", "ist es verboten, ein drittes Lager zu bauen", "yes"),
    ],
)
def test_what_is_forbidden_is_not_permitted(language: str, question: str, word: str) -> None:
    answer = tikal.ask(question, "rio-grande-1999", language)[0]
    assert (answer.verdict, answer.question) == (word, question)
    assert answer.by_edition["rio-grande-1999"] == word


def test_a_question_for_what_is_forbidden_is_turned_only_if_it_denies_nothing_else() -> None:
    assert as_permitted("Is it forbidden to dig?", "en") == "is it allowed to dig"
    assert as_permitted("may I dig", "en") == ""
    assert as_permitted("is it not forbidden to dig", "en") == ""
    assert as_permitted("is it only forbidden to dig there", "en") == ""


@pytest.mark.parametrize("language", languages())
def test_a_question_never_has_the_answer_of_its_opposite(language: str) -> None:
    right = 0
    for pair in PAIRS:
        for text, word in zip(pair[language], ("yes", "no"), strict=True):
            found = tikal.ask(text, "rio-grande-1999", language)[0].verdict
            assert found in (word, "fact"), text
            right += found == word
    assert right >= len(PAIRS) * 2 * 0.7


def test_every_clause_has_a_canonical_question_or_a_reason_why_not() -> None:
    asked = canonical_questions("en")
    assert {each.id for each in tikal.clauses() if each.id not in asked} == set(NOT_ASKED)
    for language in languages():
        assert canonical_questions(language).keys() == asked.keys()


@pytest.mark.parametrize("language", languages())
def test_a_canonical_question_has_its_own_answer(language: str) -> None:
    """None is answered with the opposite, and nearly all find their own clause first."""
    found = 0
    asked = canonical_questions(language)
    tried = [entry for entry in tikal.clauses() if entry.id in asked][::STEP]
    for entry in tried:
        answer = tikal.ask(asked[entry.id], "rio-grande-1999", language, 1)[0]
        found += answer.id in (entry.id, *entry.rulings)
        expected = words_by_edition(entry, mark_of(entry.id)).get("rio-grande-1999", "fact")
        assert answer.verdict in (expected, "fact"), asked[entry.id]
    assert found >= 0.9 * len(tried)


@pytest.mark.parametrize("language", languages())
def test_a_sentence_leaves_out_the_word_of_an_answer_and_nothing_else(language: str) -> None:
    """Without its first word the rule on volcanoes, "No member ever ...", says the opposite."""
    words = {sentence("questions", word, {}, language).strip(".") for word in ("yes", "no")}
    entries: tuple[Entry, ...] = (*tikal.clauses(), *rulings())
    for entry in entries:
        text, stated = entry.in_language(language).text(language), sentence_of(entry, language)
        left_out = text[: -len(stated)]
        assert len(stated.split()) > 2, f"{entry.id} is answered without a sentence"
        assert text.endswith(stated[1:]), entry.id
        assert not left_out or left_out.strip(" ,.;:") in words, entry.id
        assert not left_out or left_out.rstrip()[-1] in ",.;:", entry.id


@pytest.mark.parametrize("language", languages())
def test_no_phrasing_of_an_entry_has_two_answers(language: str) -> None:
    for id_, every in phrasings(language).items():
        marks = {each.text.casefold(): each.mark for each in every}
        assert all(marks[each.text.casefold()] == each.mark for each in every), id_
        assert {each.mark for each in every} <= {*MARKS, ""}


@pytest.mark.parametrize(
    ("question", "wrong"),
    [
        ("pose-t-on le volcan avant de compter", "yes"),
        ("compte-t-on avant de poser le volcan", "no"),
        ("kommt erst das Plättchen und dann die Aktionen", "no"),
        ("kommen erst die Aktionen und dann das Plättchen", "yes"),
        ("leg je eerst het kaartje en doe je dan pas acties", "no"),
        ("doe je eerst acties en leg je dan pas het kaartje", "yes"),
        ("do I act first and lay the tile then", "yes"),
        ("ne paie-t-on que les dalles de son côté", "yes"),
    ],
)
def test_what_comes_first_and_what_is_left_out_turn_a_question_round(
    question: str, wrong: str
) -> None:
    assert tikal.ask(question)[0].verdict != wrong
