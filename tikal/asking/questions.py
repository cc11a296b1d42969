"""Questions in ordinary words, and the clauses, rulings and differences that answer them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import accumulate
from math import log
from typing import Final

from attrs import evolve

from tikal.asking.answers import Answer, answer_of, answer_of_situation, usual_edition
from tikal.asking.deciding import decide, decide_whether_forbidden
from tikal.asking.indexing import WEIGHTS
from tikal.asking.learned import likelihoods, of_entries, weights
from tikal.asking.lexicon import Term, concepts, language_of_question, require_language
from tikal.asking.positions import judged
from tikal.asking.search import Hit, ParsedQuestion, index
from tikal.editions import EDITIONS, Edition, edition_of
from tikal.errors import InvalidArgument, WrongType, require_int
from tikal.languages import language_of
from tikal.law.entries import Clause, Difference, Ruling
from tikal.law.registry import clauses, differences, rulings

#: Characters of a question; a longer one is refused.
MAX_QUESTION_CHARACTERS: Final = 300
#: The share of known words that a question needs, with and without a core concept of this game.
KNOWN_PART: Final = 0.45
KNOWN_PART_OF_ANY_GAME: Final = 0.7
#: The least score of an answer, absolute and relative to the best.
MIN_SCORE: Final = 0.2
#: The least score of the best answer, and where no word belongs to this game alone.
MIN_BEST: Final = 0.42
MIN_BEST_OF_ANY_GAME: Final = 0.6
#: What the logarithm of the likelihood of an entry adds to its score, and the least that counts.
LEARNED: Final = 0.125
MIN_LIKELIHOOD: Final = 1e-4
#: The least likelihood of an entry that search has not found.
MIN_SHARE: Final = 0.05
#: So many nouns without any other word are no question, but ask for what has them in its title.
BARE: Final = 2
#: The least score of such an entry, relative to the best.
NEARLY_AS_NEAR: Final = 0.8
_NAMED_LIKE: Final = re.compile(r"\s*([A-Za-z][A-Za-z0-9]*?)[\s_.#-]*(\d{1,3})\s*")


def ask(
    question: str,
    edition: Edition | str | None = None,
    language: str | None = None,
    limit: int = 3,
) -> tuple[Answer, ...]:
    """The clauses, rulings and differences that answer a question, the best first.

    The question may be in any language that has words for it; without `language` the words
    decide, and the answers are in the same language where it has them. Without `edition`, and if
    the question names none, that of the only rulebook in the language is assumed; where there are
    several, all are answered for. A question about something else has no answers.
    """
    _require_a_question(question)
    if not isinstance(language, str | None):
        raise WrongType(f"a language is named by a str, not by {type(language).__name__}")
    require_int("limit", limit)
    asked_about = None if edition is None else edition_of(edition)
    named = entry_named(question)
    if named is not None:
        spoken = language_of(language)
        return (answer_of(named, 1.0, asked_about, spoken),)[: max(limit, 0)]
    spoken = language_of_question(question) if language is None else language_of(language)
    require_language(spoken)
    searched = index(spoken)
    reading = searched.read(question)
    if not _is_about_this_game(reading):
        return ()
    asked_about = asked_about or _edition_in(reading)
    assumed = usual_edition(spoken) if asked_about is None else None
    hits = [each for each in searched.search(reading) if each.score >= MIN_SCORE]
    if not hits or hits[0].score < _least(reading):
        return ()
    likely = likelihoods(question, reading, spoken)
    hits = _ranked(hits, of_entries(likely))
    entries = _entries()
    decision = None
    situation = judged(question, spoken, asked_about or assumed)
    if _is_bare(reading):
        least = NEARLY_AS_NEAR * hits[0].score
        near = [each for each in hits if each.score >= least]
        titled = {each.id for each in near if searched.has_in_its_title(each.id, reading)}
        hits.sort(
            key=lambda each: each.id not in titled or not isinstance(entries[each.id], Clause)
        )
    elif not situation and (
        decision := decide(question, reading, likely, entries, asked_about or assumed, spoken)
        or decide_whether_forbidden(question, entries, asked_about or assumed, spoken)
    ):
        deciding = decision.precedent.id
        hits.sort(key=lambda each: each.id != deciding)
    # what was put first is no worse than what follows
    scores = [*accumulate((each.score for each in reversed(hits)), max)][::-1]
    answers = [
        answer_of(
            entries[hit.id],
            round(score, 4),
            asked_about or assumed,
            spoken,
            decision,
            assumed=assumed is not None,
        )
        for hit, score in [*zip(hits, scores, strict=True)][: max(limit, 0)]
    ]
    if situation:
        edition = asked_about or assumed
        first = answer_of_situation(
            question, situation, edition, spoken, assumed=assumed is not None
        )
        first = evolve(first, score=max([first.score, *(each.score for each in answers)]))
        answers = [first, *(each for each in answers if each.id != first.id)][: max(limit, 0)]
    return tuple(answers)


def related_to(words: str) -> tuple[str, ...]:
    """The ids of everything that some words have to do with, the best first."""
    _require_a_question(words)
    named = entry_named(words)
    if named is not None:
        return (named.id,)
    searched = index(language_of_question(words))
    reading = searched.read(words)
    found = searched.search(reading) if _is_about_this_game(reading) else []
    return tuple(each.id for each in found if each.score >= found[0].score / 2)


def _ranked(hits: list[Hit], likely: Mapping[str, float]) -> list[Hit]:
    """What search has found, and what is likely by the learned weights, the best first."""
    known = {id_ for id_, _ in weights().labels}
    scores = {each.id: each.score for each in hits}
    scores |= {
        id_: MIN_SCORE for id_, share in likely.items() if share > 0.05 and id_ not in scores
    }

    def rank(id_: str) -> float:
        # a clause or ruling that is newer than the weights stands where search alone would put it
        new = id_ not in known and not id_.startswith("DIFF-")
        return scores[id_] + LEARNED * log(1.0 if new else likely.get(id_, 0.0) + MIN_LIKELIHOOD)

    return [Hit(id_, scores[id_]) for id_ in sorted(scores, key=lambda id_: -round(rank(id_), 9))]


def _require_a_question(question: object) -> None:
    if not isinstance(question, str):
        raise WrongType(f"a question is a str, not {type(question).__name__}")
    if len(question) > MAX_QUESTION_CHARACTERS:
        raise InvalidArgument(
            f"a question has at most {MAX_QUESTION_CHARACTERS} characters, not {len(question)}"
        )


def entry_named(text: str) -> Clause | Ruling | Difference | None:
    """The entry whose id is meant, also if it is written `Q37`, `temple 4` or `Temple-4`."""
    written = _NAMED_LIKE.fullmatch(text[:40])
    return _entries().get(f"{written[1].upper()}-{int(written[2]):02}") if written else None


def _is_bare(reading: ParsedQuestion) -> bool:
    """Whether a question is only one or two things of this game: `guard`, `volcano tile`."""
    return (
        not reading.unknown
        and len(reading.terms) <= BARE
        and all(term.about == "game" and term.certainty == 1 for term in reading.terms)
    )


def _is_about_this_game(reading: ParsedQuestion) -> bool:
    """Whether enough words of a question belong to this game."""
    named = [term for term in reading.terms if term.about not in ("stopword", "asking")]
    named = named or [term for term in reading.terms if term.about != "stopword"]
    known = sum(WEIGHTS[term.about] * _familiarity(term) for term in named)
    every = sum(WEIGHTS[term.about] for term in named) + reading.unknown
    core = any(_is_core(term) and term.certainty == 1 for term in reading.terms)
    return known > 0 and known >= every * (KNOWN_PART if core else KNOWN_PART_OF_ANY_GAME)


def _least(reading: ParsedQuestion) -> float:
    """The least score with which the best entry answers a question."""
    is_ours = any(term.about == "game" and term.certainty == 1 for term in reading.terms)
    return MIN_BEST if is_ours else MIN_BEST_OF_ANY_GAME


def _familiarity(term: Term) -> float:
    """How surely a word is about this game, from 0 to 1.

    A word that merely occurs in some entry, or that matches only after spelling correction, is weak
    evidence.
    """
    if not term.known:
        return 0.0
    is_concept = any(meaning in concepts() for meaning in term.meanings)
    return 1.0 if is_concept and (term.certainty == 1 or _is_core(term)) else 0.5


def _is_core(term: Term) -> bool:
    known = concepts()
    return any(key in known and known[key].core for key, fit in term.meanings.items() if fit == 1)


def _edition_in(reading: ParsedQuestion) -> Edition | None:
    """The edition that a question names."""
    named = [key for term in reading.terms for key in term.meanings if key in EDITIONS]
    return EDITIONS[named[0]] if len(named) == 1 else None


def _entries() -> dict[str, Clause | Ruling | Difference]:
    every: list[Clause | Ruling | Difference] = [*clauses(), *rulings(), *differences()]
    return {entry.id: entry for entry in every}
