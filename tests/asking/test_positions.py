"""Questions with numbers in them, read as a position and a move."""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tikal.asking.positions import judged
from tikal.languages import LANGUAGES

#: By language: a question with one's own figures and those of two others.
ASKED: Final = {
    "en": "{0} of mine against {1} and {2} on the temple, may I place a guard?",
    "fr": "{0} pions à moi contre {1} et {2} sur le temple, puis-je poser un gardien ?",
    "nl": "{0} van mij tegen {1} en {2} bij de tempel, mag ik een wachter plaatsen?",
    "de": "{0} von mir gegen {1} und {2} am Tempel, darf ich einen Wächter setzen?",
}


@given(st.sampled_from(sorted(ASKED)), st.tuples(*[st.integers(1, 9)] * 3))
def test_a_guard_is_answered_by_the_engine(language: str, figures: tuple[int, int, int]) -> None:
    own, *others = figures
    answer = tikal.ask(ASKED[language].format(*figures), language=language)[0]
    assert answer.verdict == ("yes" if own > max(others) else "no")
    assert answer.id == "GUARD-02"
    state = tikal.parse_position(answer.position)
    assert [sum(state["a2"].figures.get(seat, (0, 0))) for seat in (1, 2, 3)] == [*figures]
    assert bool(tikal.check(state, answer.move)) is (answer.verdict == "no")
    assert str(own) in answer.sentence


def test_every_language_reads_numbers() -> None:
    assert ASKED.keys() == {*LANGUAGES}


@pytest.mark.parametrize(
    ("question", "position", "move", "verdict"),
    [
        ("three of my dudes against 2 + 2, majority?", "a2 1W3 2W2 3W2", "guard a2 W", "yes"),
        ("me 5, blue 4, red 4. may I guard it?", "a2 1W5 2W4 3W4", "guard a2 W", "yes"),
        ("my leader against 3 workers, can I guard?", "a2 1L 2W3", "guard a2 L", "no"),
        ("my leader and 1 worker against 3, may I guard", "a2 1L1 2W3", "guard a2 W", "yes"),
        ("my buddy has 5 dudes and I have just 1, may I dig?", "a2 1W 2W5", "uncover a2", "yes"),
        ("es steht zwei gegen zwei, darf ich bewachen?", "a2 1W2 2W2", "guard a2 W", "no"),
        ("2 contre 3, je peux poser un gardien ?", "a2 1W2 2W3", "guard a2 W", "no"),
        ("mijn leider tegen 2, mag ik bewaken?", "a2 1L 2W2", "guard a2 L", "yes"),
    ],
)
def test_a_question_is_read_as_a_position_and_a_move(
    question: str, position: str, move: str, verdict: str
) -> None:
    answer = tikal.ask(question)[0]
    assert (answer.position.split(";")[-1], answer.move) == (position, move)
    assert answer.verdict == verdict
    assert answer.question == question


@pytest.mark.parametrize(
    "question",
    [
        "may I place a third guard",
        "red has 3 against my 2, may I guard",
        "I have 2 and red has 3, can red guard",
        "3 against 2, he wants to place a guard, may he",
        "there is already a guard of red, 3 against 2, may mine join",
        "3 against 2, must I place a guard",
        "3 against 2, may I not place a guard",
        "3 against 2, how many guards may I place",
        "3 against 2, may I place a guard with 4 action points",
        "3 levels against 2 levels, may I guard",
        "40 of mine against 2, may I guard",
        "3 against 2 against 2 against 2 against 2, may I guard",
        "2 gegen 2 an nem 6er tempel, kriegt dann jeder 3?",
        "can two guards be on one temple",
        "",
    ],
)
def test_other_questions_are_left_to_the_rules(question: str) -> None:
    assert judged(question, "en", None) is None
    assert all(not answer.position for answer in tikal.ask(question))


@given(st.text(max_size=60), st.sampled_from(sorted(LANGUAGES)))
def test_any_text_is_read_or_not(text: str, language: str) -> None:
    found = judged(f"3 {text} 2 guard gardien wachter Wächter", language, None)
    assert found is None or found.violations.keys() == tikal.EDITIONS.keys()
