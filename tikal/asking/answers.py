"""The answer to a player: yes or no, one sentence, where it is written, and how sure it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from attrs import evolve, field, frozen

from tikal.asking.canon import Entry, sentence_of, word_in, words_by_edition
from tikal.asking.deciding import Decision
from tikal.asking.positions import Verdicts
from tikal.editions import BOOKS, EDITIONS, Edition, base_of
from tikal.languages import sentence
from tikal.law.entries import Clause, Difference, Ruling
from tikal.law.registry import clause
from tikal.law.verdicts import verdict_on

Verdict = Literal["yes", "no", "depends", "fact"]


@frozen
class Answer:
    """An answer to a question, from a clause, a ruling or a difference between the editions."""

    id: str
    #: The question that is answered; empty where the rule is only stated.
    question: str
    #: The word of the answer (`yes`, `no`, `depends` on the edition, or `fact`: none of them).
    verdict: Verdict
    #: The answer in one sentence.
    sentence: str
    #: By the key of an edition, the headings in its rulebook.
    references: Mapping[str, tuple[str, ...]] = field(hash=False)
    #: What the edition asked about says, and how sure a ruling is; of all editions if none was.
    certainty: str
    #: The score; only comparable with other answers to the same question.
    score: float
    #: By the key of an edition, its yes or no; empty where the rule is only stated.
    by_edition: Mapping[str, str] = field(factory=dict, hash=False)
    #: The edition that is answered for; empty for all.
    edition: str = ""
    #: Whether the edition was not named but follows from the language.
    assumed: bool = False
    #: The title of the clause or the question of the ruling, and the whole text.
    title: str = ""
    text: str = ""
    #: The position and the move as which the question was read and checked; empty if it was not.
    position: str = ""
    move: str = ""


def usual_edition(language: str) -> Edition | None:
    """The printed edition in a language, if there is just one."""
    found = [key for key, book in BOOKS.items() if book.language == language]
    return EDITIONS[found[0]] if len(found) == 1 else None


def answer_of(
    entry: Entry,
    score: float,
    edition: Edition | None,
    language: str,
    decision: Decision | None = None,
    *,
    assumed: bool = False,
) -> Answer:
    """The answer that an entry gives, with a yes or no if that has been decided."""
    mark = decision.mark if decision else ""
    decided = decision is not None and decision.precedent.id == entry.id
    by_edition: dict[str, str] = dict(words_by_edition(entry, mark)) if decided else {}
    verdict: Verdict = "fact"
    if decided and edition is not None:
        verdict = word_in(entry, mark, edition) or "fact"
    elif by_edition:
        words = set(by_edition.values())
        verdict = "depends" if len(words) > 1 else "yes" if "yes" in words else "no"
    if verdict == "fact":
        by_edition = {}
    spoken = entry.in_language(language)
    return Answer(
        id=entry.id,
        question=decision.question if decision and verdict != "fact" else "",
        verdict=verdict,
        sentence=sentence_of(entry, language),
        references=headings_of(entry),
        certainty=verdict_on(entry, edition, language),
        score=score,
        by_edition=by_edition,
        edition=edition.key if edition else "",
        assumed=assumed,
        title=_title(spoken),
        text=spoken.handling if isinstance(spoken, Difference) else spoken.text(language),
    )


def answer_of_situation(
    question: str, judged: Verdicts, edition: Edition | None, language: str, *, assumed: bool
) -> Answer:
    """The answer of the engine to a question that was read as a position and a move."""
    situation, every = judged.situation, judged.violations
    broken = next(filter(None, every.values()), ())
    entry = clause(broken[0].clause if broken else situation.clause)
    own, most = situation.strengths
    facts = {"have": own, "most": most}
    if broken:
        found = broken[0].text(language)
    elif situation.compares:
        found = sentence("questions", "strongest", facts, language)
    else:
        found = sentence_of(entry, language)
    by_edition = {key: "no" if violations else "yes" for key, violations in every.items()}
    words = set(by_edition.values())
    return evolve(
        answer_of(entry, 1.0, edition, language, assumed=assumed),
        question=question.strip(),
        verdict="depends" if len(words) > 1 else "yes" if "yes" in words else "no",
        sentence=f"{found[:1].upper()}{found[1:].removesuffix('.')}.",
        by_edition=by_edition,
        position=situation.text,
        move=str(situation.move),
    )


def _title(entry: Entry) -> str:
    match entry:
        case Clause():
            return entry.title
        case Ruling():
            return entry.question
        case Difference():
            return entry.point


def headings_of(entry: Entry) -> dict[str, tuple[str, ...]]:
    """By the key of an edition, the headings under which its rulebook has an entry."""
    clauses = [entry] if isinstance(entry, Clause) else [clause(id_) for id_ in entry.clauses]
    found: dict[str, tuple[str, ...]] = {}
    for key in EDITIONS:
        of_each = (each.editions[key].headings for each in clauses if key in each.editions)
        if headings := next(filter(None, of_each), ()):
            found[key] = headings
    return found


def headings_in(answer: Answer, edition: Edition) -> tuple[str, ...]:
    """The headings of an answer in the rulebook of an edition."""
    return answer.references.get(base_of(edition).key, ())
