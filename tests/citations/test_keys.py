"""The keys of refusals: stable names of the sentences, each with every fact that it needs."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from string import Formatter
from typing import Final

import pytest

import tikal
from tests.citations.helpers import busy
from tikal.languages import refusals as sentences
from tikal.rules import order
from tikal.state import Phase

# Never renamed and never used again: other programs rely on these. A new refusal adds its key.
PINNED: Final = """
AUCTION-01/basic-game AUCTION-04/display-first AUCTION-04/start-of-round-only
AUCTION-07/not-your-turn AUCTION-08/too-low AUCTION-09/has-passed AUCTION-10/auction-over
AUCTION-12/bid-first AUCTION-12/not-on-display AUCTION-12/not-your-turn AUCTION-12/take-first
AUCTION-12/time-to-act AUCTION-15/had-turn AUCTION-17/last-player AUCTION-25/not-your-turn
AUCTION-29/beyond-score C2C-01/no-camp C2C-01/no-figure C2C-01/same-camp C2C-02/foreign-camp
C2C-03/foreign-camp CAMP-02/treasure-left CAMP-02/wrong-terrain CAMP-03/no-member CAMP-04/taken
CAMP-05/none-left COMP-01/no-seat COMP-03/unknown-tile COMP-05/all-seen COMP-05/unknown-kind
DEPLOY-02/no-camp DEPLOY-03/foreign-camp DEPLOY-04/none-left END-03/not-your-turn END-04/game-over
GUARD-02/no-temple GUARD-02/nobody-there GUARD-02/not-strongest GUARD-04/no-figure
GUARD-11/none-left GUARD-14/guarded MOVE-01/no-figure MOVE-01/not-adjacent MOVE-01/not-explored
MOVE-05/no-stones MOVE-06/volcano PLACE-01/apart PLACE-01/explored PLACE-01/volcanoes-only
PLACE-02/no-stone PLACE-02/no-stone-at-all PLACE-05/walled-off SCORE-01/not-your-turn
SCORE-02/no-tile SETUP-02/earlier-letter SWAP-02/no-seat SWAP-02/nothing-to-give
SWAP-02/nothing-to-take SWAP-02/oneself SWAP-05/not-single SWAP-05/same-kind TEMPLE-01/no-member
TEMPLE-01/no-temple TEMPLE-03/same-member TEMPLE-03/too-few-members TEMPLE-04/two-levels
TEMPLE-08/no-floor TEMPLE-10/guarded TEMPLE-11/complete TREASURE-01/no-member
TREASURE-01/no-treasure-hex TREASURE-01/none-left TREASURE-03/same-member
TREASURE-03/too-few-members TREASURE-04/two-treasures TREASURE-07/nothing-to-reveal
TREASURE-07/reveal-first TURN-01/not-your-turn TURN-02/draw-first TURN-02/must-place
TURN-02/one-tile TURN-02/place-first TURN-02/time-to-act TURN-03/already-drawn
TURN-04/too-few-points
"""
KEYS: Final = PINNED.split()
KEY: Final = re.compile(r"[A-Z0-9]+-\d\d/[a-z-]+")


def test_the_keys_are_these_and_every_one_has_a_sentence() -> None:
    assert sorted(sentences()) == sorted(KEYS)
    assert all(KEY.fullmatch(key) for key in KEYS)
    assert all(tikal.clause(key.split("/")[0]) for key in KEYS)


def test_every_key_stands_once_in_the_rules() -> None:
    files = Path(order.__file__).parent.glob("*.py")
    nodes = [node for file in files for node in ast.walk(ast.parse(file.read_text("utf-8")))]
    texts = [str(node.value) for node in nodes if isinstance(node, ast.Constant)]
    written = [text for text in texts if KEY.fullmatch(text)]
    assert sorted(written) == sorted(KEYS)


@pytest.mark.clause("TREASURE-07")
@pytest.mark.parametrize(
    ("phase", "move", "key", "sentence"),
    [
        (
            "reveal",
            "end",
            "reveal-first",
            "you must first reveal the treasure you have just recovered",
        ),
        ("act", "reveal 5", "nothing-to-reveal", "there is no treasure waiting to be revealed"),
    ],
)
def test_a_reveal_at_the_wrong_moment_and_anything_before_it_have_their_own_sentences(
    phase: Phase, move: str, key: str, sentence: str
) -> None:
    (violation,) = tikal.check(busy(phase=phase), move)
    assert (violation.key, violation.message) == (f"TREASURE-07/{key}", sentence)


def test_every_key_is_met_and_belongs_to_its_clause(met: list[tikal.Violation]) -> None:
    assert {violation.key for violation in met} == set(KEYS)
    for violation in met:
        assert violation.key.split("/")[0] == violation.clause, violation


def test_the_facts_hold_every_word_and_number_of_the_sentence(
    met: list[tikal.Violation],
) -> None:
    for violation in met:
        pattern = sentences()[violation.key]
        named = {name for _, name, _, _ in Formatter().parse(pattern) if name}
        assert named <= set(violation.facts), violation
        fixed = re.sub(r"\{[^}]*\}", "", pattern).replace("seats 1 to", "")
        assert not re.search(r"\d|\b[a-h][1-5]\b|\b(leader|worker)\b", fixed), pattern


def test_equal_facts_make_equal_sentences_and_others_do_not(
    met: list[tikal.Violation],
) -> None:
    by_facts: dict[tuple[str, str], str] = {}
    for violation in met:
        facts = str(sorted(violation.facts.items()))
        assert by_facts.setdefault((violation.key, facts), violation.message) == violation.message
        again = tikal.Violation(violation.clause, violation.key, dict(violation.facts))
        assert again.message == violation.message
    by_sentence = {(key.split("/")[0], message): key for (key, _), message in by_facts.items()}
    for (key, _), message in by_facts.items():
        assert by_sentence[key.split("/")[0], message] == key


@pytest.mark.clause("MOVE-01")
def test_two_faults_of_one_clause_have_different_keys() -> None:
    state = tikal.position(figures={1: {"a2": (0, 1)}})
    (far,) = tikal.check(state, "walk W a2-c4")
    (unknown,) = tikal.check(state, "walk W a2-a3")
    assert (far.key, dict(far.facts)) == (
        "MOVE-01/not-adjacent",
        {"origin": "a2", "target": "c4"},
    )
    assert (unknown.key, dict(unknown.facts)) == ("MOVE-01/not-explored", {"cell": "a3"})


@pytest.mark.parametrize("facts", [{}, {"cell": 3}, {"figure": []}, {"have": "x"}, {"edition": 3}])
def test_a_refusal_without_its_facts_still_says_something(facts: dict[str, object]) -> None:
    for key in (*KEYS, "X-1", ""):
        assert isinstance(tikal.Violation(key.split("/")[0], key, facts).message, str)
