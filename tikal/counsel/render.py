"""An opinion as text, as Markdown and as JSON.

A player reads it in the order of the questions: may I, why not, what can I do instead, would
another book or another reading allow it?
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from attrs import frozen

from tikal.counsel.documents import (
    GroundsDocument,
    OpinionDocument,
    ReadingDocument,
    RefusalDocument,
    RulingDocument,
    VerdictDocument,
)
from tikal.counsel.other_rules import OtherReading, Verdict
from tikal.counsel.remedy_search import Way
from tikal.editions import Edition
from tikal.errors import Violation
from tikal.languages import joined, labelled, sentence, title
from tikal.law.entries import Ruling, confidence_text
from tikal.law.grounds import Grounds
from tikal.law.registry import clause
from tikal.notation.documents.violations import violation_to_json

if TYPE_CHECKING:
    from tikal.counsel.opinion import Opinion

FORMAT: Final = "tikal-opinion/1"


@frozen
class Part:
    """One answer of an opinion: a title, and lines with how deep they are indented."""

    title: str
    lines: tuple[tuple[int, str], ...]


def _say(
    key: str,
    language: str,
    facts: Mapping[str, object] | None = None,
    names: Sequence[str] = (),
) -> str:
    return sentence("counsel", key, facts, language, names)


def headline(opinion: Opinion, language: str = "en") -> str:
    """The verdict in one line."""
    key = "verdict/legal" if opinion.legal else "verdict/refused"
    return _say(key, language, {"move": opinion.move, "edition": opinion.edition.key})


def parts(opinion: Opinion, language: str = "en", names: Sequence[str] = ()) -> tuple[Part, ...]:
    """The answers after the first one, without empty ones; players have their `names`."""
    every = (
        Part(_say("title/why", language), tuple(_reasons(opinion, language, names))),
        Part(_say("title/rests-on", language), tuple(_rests_on(opinion, language))),
        Part(_say("title/remedies", language), tuple(_remedies(opinion, language, names))),
        Part(_say("title/elsewhere", language), tuple(_elsewhere(opinion, language))),
    )
    return tuple(part for part in every if part.lines)


def _reasons(opinion: Opinion, language: str, names: Sequence[str]) -> Iterator[tuple[int, str]]:
    for violation, found in zip(opinion.violations, opinion.grounds, strict=True):
        yield 0, f"{violation.clause}  {violation.text(language, names)}"
        yield 1, found.text(language)
        for ruling in found.rulings:
            for line in _not_taken(ruling, found.book, language):
                yield 2, line


def _not_taken(ruling: Ruling, edition: Edition | str, language: str) -> Iterator[str]:
    for reading in ruling.in_language(language).not_taken(edition):
        yield _say("grounds/not-taken", language, {"ruling": ruling.id, "reading": reading})


def _rests_on(opinion: Opinion, language: str) -> Iterator[tuple[int, str]]:
    for ruling in opinion.rests_on:
        confidence = confidence_text(ruling.confidence_for(opinion.edition), language)
        facts = {"ids": ruling.id, "confidence": confidence}
        yield 0, sentence("grounds", "ruling", facts, language)
        for line in _not_taken(ruling, opinion.edition, language):
            yield 1, line


def _remedies(opinion: Opinion, language: str, names: Sequence[str]) -> Iterator[tuple[int, str]]:
    if opinion.legal:
        return
    found = opinion.remedies
    for way in found.ways:
        yield 0, way_text(way, opinion, language)
    if found.ways:
        if not found.exhaustive:
            yield 0, _say("ways/not-all-seen", language)
    elif any(violation.key.endswith("/not-your-turn") for violation in opinion.violations):
        yield 0, _say("ways/not-your-turn", language, opinion.violations[0].facts, names)
    else:
        yield 0, _say("ways/none" if found.exhaustive else "ways/none-found", language)


def way_text(way: Way, opinion: Opinion, language: str = "en") -> str:
    """One way to make the move legal."""
    if not way.moves:
        is_reveal = any(v.key == "TREASURE-07/reveal-first" for v in opinion.violations)
        return _say("way/reveal" if is_reveal else "way/chance", language)
    is_action = way.moves[0].phase == "act" and way.ap
    facts = {"moves": "; ".join(map(str, way)), "ap": way.ap}
    return _say("way/first" if is_action else "way/free", language, facts)


def _elsewhere(opinion: Opinion, language: str) -> Iterator[tuple[int, str]]:
    legal = [title(verdict.edition, language) for verdict in opinion.editions if verdict.legal]
    refused = [
        _refused_in(verdict, language) for verdict in opinion.editions if verdict.legal is False
    ]
    for key, editions in (("editions/legal", legal), ("editions/refused", refused)):
        if editions:
            yield 0, _say(key, language, {"editions": joined(editions, language)})
    for verdict in opinion.editions:
        if verdict.legal is None:
            facts = {"edition": verdict.edition.key, "reason": verdict.reason(language)}
            yield 0, _say("editions/open", language, facts)
    for reading in opinion.readings:
        key = "reading/legal" if reading.legal else "reading/refused"
        meaning = reading.switch.meaning(reading.value, language)
        yield 0, _say(key, language, {"rule": reading.rule, "meaning": meaning})
    if not opinion.readings:
        yield 0, _say("reading/none", language)


def _refused_in(verdict: Verdict, language: str) -> str:
    clauses = ", ".join(_clauses(verdict.violations))
    return labelled(title(verdict.edition, language), clauses, language)


def _clauses(violations: tuple[Violation, ...]) -> list[str]:
    return list(dict.fromkeys(violation.clause for violation in violations))


def opinion_text(opinion: Opinion, language: str = "en", names: Sequence[str] = ()) -> str:
    """The opinion for a terminal."""
    lines = [headline(opinion, language)]
    for part in parts(opinion, language, names):
        lines.append(part.title)
        lines += [f"{'  ' * (depth + 1)}{line}" for depth, line in part.lines]
    return "\n".join(lines)


def opinion_markdown(opinion: Opinion, language: str = "en", names: Sequence[str] = ()) -> str:
    """The opinion as Markdown: the verdict in bold, and a list for each question."""
    lines = [f"**{headline(opinion, language)}**"]
    for part in parts(opinion, language, names):
        lines += ["", f"{part.title}:", ""]
        lines += [f"{'  ' * depth}- {_escaped(line)}" for depth, line in part.lines]
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    for sign in "\\`*_[]<>":
        text = text.replace(sign, f"\\{sign}")
    return text


# --- JSON --------------------------------------------------------------------------------------


def opinion_to_json(opinion: Opinion) -> OpinionDocument:
    """The opinion as the dict that `json` would write."""
    return {
        "format": FORMAT,
        "edition": opinion.edition.key,
        "move": str(opinion.move),
        "seat": opinion.seat,
        "legal": opinion.legal,
        "violations": [
            _refusal_to_json(violation, found)
            for violation, found in zip(opinion.violations, opinion.grounds, strict=True)
        ],
        "rests_on": [_ruling_to_json(each, opinion.edition) for each in opinion.rests_on],
        "remedies": {
            "ways": [
                {"moves": [str(move) for move in way], "ap": way.ap}
                for way in opinion.remedies.ways
            ],
            "exhaustive": opinion.remedies.exhaustive,
        },
        "editions": [_verdict_to_json(verdict) for verdict in opinion.editions],
        "readings": [_reading_to_json(reading) for reading in opinion.readings],
    }


def _refusal_to_json(violation: Violation, found: Grounds) -> RefusalDocument:
    return {
        **violation_to_json(violation),
        "statement": clause(violation.clause).statement,
        "grounds": grounds_to_json(found),
    }


def grounds_to_json(found: Grounds) -> GroundsDocument:
    """The grounds of a refusal as a JSON object."""
    return {
        "summary": found.summary,
        "book": found.book,
        "verdict": found.stance.verdict,
        "headings": list(found.stance.headings),
        "of_the_house": found.of_the_house,
        "rulings": [_ruling_to_json(ruling, found.book) for ruling in found.rulings],
    }


def _ruling_to_json(ruling: Ruling, book: Edition | str) -> RulingDocument:
    return {
        "id": ruling.id,
        "question": ruling.question,
        "answer": ruling.answer,
        "confidence": ruling.confidence_for(book),
        "not_taken": list(ruling.not_taken(book)),
        "switch": ruling.switch or None,
    }


def _verdict_to_json(verdict: Verdict) -> VerdictDocument:
    return {
        "edition": verdict.edition.key,
        "legal": verdict.legal,
        "clauses": _clauses(verdict.violations),
        "reason": verdict.reason() or None,
    }


def _reading_to_json(reading: OtherReading) -> ReadingDocument:
    return {
        "switch": reading.switch.name,
        "value": reading.switch.text(reading.value),
        "rule": reading.rule,
        "meaning": reading.meaning,
        "belongs_to": list(reading.switch.belongs_to),
        "edition": reading.edition.key,
        "legal": reading.legal,
        "clauses": _clauses(reading.violations),
    }
