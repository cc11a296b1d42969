"""The learned weights: made of the words in the tree, and the same wherever they are read."""

from __future__ import annotations

from typing import Final

import numpy as np
import pytest
from attrs import evolve

import tikal
from tikal.asking import learned, questions
from tikal.asking.canon import MARKS
from tikal.asking.features import BUCKETS, features_of, numbered
from tikal.asking.learned import likelihoods, of_entries, weights
from tikal.asking.lexicon import languages
from tikal.asking.search import index
from tools.generate import asking_weights
from tools.generate.asking_weights import Example, Model, Row, digest_of, examples

IDS: Final = {each.id for each in (*tikal.clauses(), *tikal.rulings(), *tikal.differences())}  # type: ignore[attr-defined]


def test_the_weights_were_learned_from_the_ways_of_asking_of_today() -> None:
    """If not: `python -m tools.generate.asking_weights`, a minute or two of work."""
    assert weights().sources == digest_of(examples())
    assert {id_ for id_, _ in weights().labels} <= IDS
    assert {mark for _, mark in weights().labels} == {*MARKS, ""}


def test_another_way_of_asking_is_noticed() -> None:
    every = list(examples())
    other = evolve(every[0], text=every[0].text + " please")
    assert digest_of([other, *every[1:]]) != digest_of(every)
    assert digest_of([evolve(every[0], mark="yes"), *every[1:]]) != digest_of(every)


@pytest.mark.parametrize("language", languages())
def test_a_way_of_asking_is_known_by_the_weights(language: str) -> None:
    asked = [each for each in examples() if each.language == language and each.weight == 1][::25]
    found = [_likeliest(each.text, language) == each.id for each in asked]
    assert len(found) > 60
    assert sum(found) / len(found) >= 0.9


def _likeliest(text: str, language: str) -> str:
    likely = of_entries(likelihoods(text, index(language).read(text), language))
    assert sum(likely.values()) == pytest.approx(1)
    return max(likely, key=likely.__getitem__)


def test_features_are_named_and_numbered() -> None:
    text = "must I dig with my leader"
    named = features_of(text, index("en").read(text), "en")
    assert {"@must", "?closed", "=leader", "=uncover", "en:dig", "en/^dig"} <= named.keys()
    length = sum(value * value for value in numbered(named).values())
    assert length == pytest.approx(1, abs=0.2)  # more where two features have one number
    assert all(0 <= number < BUCKETS for number in numbered(named))
    french = features_of(text, index("fr").read(text), "fr")
    assert not {name for name in french if name.startswith("en")}


def test_without_the_weights_a_question_is_answered_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    question = "may I end my turn with points left"
    assert tikal.ask(question)[0].verdict == "yes"
    monkeypatch.setattr(questions, "likelihoods", lambda *_: {("TURN-05", "no"): 1.0})
    assert tikal.ask(question)[0].verdict != "yes"
    monkeypatch.setattr(questions, "likelihoods", lambda *_: {("GUARD-14", ""): 1.0})
    assert "GUARD-14" in [each.id for each in tikal.ask(question)]


def test_a_model_learns_and_is_read_back(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = {"CAMP-05": "no: camps", "GUARD-14": "no: guards"}
    every = [Example(text[4:], "en", id_, "no") for id_, text in asked.items()] * 40
    content = asking_weights.learned(every)
    monkeypatch.setattr(learned.pkgutil, "get_data", lambda *_: content)  # type: ignore[attr-defined]
    taken = weights.__wrapped__()
    assert taken.labels == (("CAMP-05", "no"), ("GUARD-14", "no"))
    for id_, text in asked.items():
        numbers, values = asking_weights.row_of(Example(text[4:], "en", id_, "no"))
        features = dict(zip(numbers.tolist(), values.tolist(), strict=True))
        assert taken.likelihoods(features)[id_, "no"] > 0.9


def test_where_several_answers_would_do_the_likeliest_is_learned() -> None:
    model = Model(3)
    first, second = ((np.array([at], np.int64), np.ones(1, np.float32)) for at in (0, 1))
    rows: list[Row] = [first, first, second] * 30
    model.learn(rows, [[0], [0, 1], [2]] * 30, np.ones(90, np.float32))
    shown = asking_weights.dense([first])
    found = shown @ model.parts[0] @ model.parts[1]
    assert found[0].argmax() == 0
    assert found[0].argmin() == 2
