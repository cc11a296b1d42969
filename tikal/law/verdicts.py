"""The stance of an edition on a clause, a ruling or a difference, in one line."""

from __future__ import annotations

from collections.abc import Iterable

from tikal._support.wording import one_line
from tikal.editions import EDITIONS, Edition, base_of, switches, turned
from tikal.languages import joined, refusals, sentence, short_title, title
from tikal.law.entries import Clause, Difference, Ruling, confidence_text
from tikal.law.grounds import Grounds, grounds
from tikal.law.registry import clause


def verdict_on(
    entry: Clause | Ruling | Difference,
    edition: Edition | None,
    language: str = "en",
    *,
    meanings: bool = True,
) -> str:
    """The verdict of an edition; without one, of all of them, and which of them have it.

    With `meanings` also how an edition is played where switches decide it.
    """
    if edition is not None:
        verdict = _verdict(entry, edition, language, in_full=True, meanings=meanings)
        return _say("in-editions", language, editions=title(edition, language), verdict=verdict)
    if isinstance(entry, Difference):
        return _say("editions-differ", language)
    by_verdict: dict[str, list[str]] = {}
    for each in EDITIONS.values():
        verdict = _verdict(entry, each, language, in_full=False, meanings=meanings)
        by_verdict.setdefault(verdict, []).append(short_title(each, language))
    if len(by_verdict) == 1:
        return _say("in-every-edition", language, verdict=next(iter(by_verdict)))
    verdicts = (
        _say("in-editions", language, editions=", ".join(titles), verdict=verdict)
        for verdict, titles in by_verdict.items()
    )
    return joined(verdicts, language)


def _verdict(
    entry: Clause | Ruling | Difference,
    edition: Edition,
    language: str,
    *,
    in_full: bool,
    meanings: bool,
) -> str:
    """The verdict without the name of the edition; in full it names headings of the rulebook."""
    match entry:
        case Clause():
            return _on_clause(entry, edition, language, in_full, meanings)
        case Ruling():
            return _on_ruling(entry.in_language(language), edition, language, meanings)
        case Difference():
            point = entry.in_language(language)
            return one_line(point.editions.get(base_of(edition).key, point.handling))


def _on_clause(
    entry: Clause, edition: Edition, language: str, in_full: bool, with_meanings: bool
) -> str:
    if not entry.editions:
        return _say("follows", language, clauses=", ".join(entry.follows_from))
    book, played = base_of(edition), edition.switches()
    if book.key not in entry.editions:
        return _say("no-entry", language)
    changed = turned(edition, book)
    # a switch that is the same in all rulebooks tells nothing until a house turns it
    telling = [
        switch
        for switch in switches()
        if entry.id in switch.clauses
        and (switch.name in changed or len(set(switch.editions.values())) > 1)
    ]
    meanings = [switch.meaning(played[switch.name], language) for switch in telling]
    meanings = meanings if with_meanings else []
    if missing := _without_auction(entry, edition):
        return _say(missing, language)
    refused = _grounds(entry, edition)
    by_the_book = any(each.in_force and not each.of_the_house for each in refused)
    is_turned = not by_the_book and any(switch.name in changed for switch in telling)
    if is_turned or (_is_about_auctions(entry) and not book.has_auction):
        return _with_meanings(_say("of-the-house", language), meanings, language)
    if refused and not any(each.in_force for each in refused):
        return _with_meanings(_say("not-a-rule", language), meanings, language)
    stance = entry.editions[book.key]
    text = _say(stance.verdict.replace(" ", "-"), language)
    if in_full and stance.headings:
        text = _say("with-headings", language, verdict=text, headings="; ".join(stance.headings))
    needed = {ruling.id for each in refused for ruling in each.rulings}
    if not needed and stance.verdict in ("silent", "differs"):
        needed = set(entry.rulings)
    if needed:
        key = "by-ruling" if len(needed) == 1 else "by-rulings"
        rulings = _say(key, language, rulings=", ".join(sorted(needed)))
        text = _say("with-rulings", language, verdict=text, rulings=rulings)
    return _with_meanings(text, meanings, language)


def _grounds(entry: Clause, edition: Edition) -> list[Grounds]:
    """The grounds of the refusals that cite a clause."""
    keys = [key for key in refusals() if key.split("/")[0] == entry.id]
    return [grounds(key, edition) for key in keys]


def _on_ruling(entry: Ruling, edition: Edition, language: str, with_meanings: bool) -> str:
    book = base_of(edition)
    if entry.switch != "has_auction" and (missing := _without_auction(entry, edition)):
        return _say(missing, language)
    if not entry.arises_in(edition):
        return _say("not-a-rule", language)
    if entry.switch in turned(edition, book):
        value = edition.switches()[entry.switch]
        played = [reading.sentence for reading in entry.readings if reading.value == value]
        return _with_meanings(_say("of-the-house", language), played, language)
    text = _say("ruled", language, confidence=confidence_text(entry.confidence_for(book), language))
    taken = [reading.sentence for reading in entry.readings if book.key in reading.taken_by]
    return _with_meanings(text, taken if with_meanings else [], language)


def _without_auction(entry: Clause | Ruling, edition: Edition) -> str:
    """The key of the sentence for an edition without auctions; empty if it does not apply."""
    if edition.has_auction or not _is_about_auctions(entry):
        return ""
    return "not-in-this-house" if base_of(edition).has_auction else "not-applicable"


def _is_about_auctions(entry: Clause | Ruling) -> bool:
    """Whether an edition without an auction game cannot have it."""
    if isinstance(entry, Ruling):
        return all(_is_about_auctions(clause(id_)) for id_ in entry.clauses)
    return any(stance.verdict == "not applicable" for stance in entry.editions.values())


def _with_meanings(verdict: str, meanings: Iterable[str], language: str) -> str:
    meaning = ", ".join(one_line(each).rstrip(".") for each in meanings)
    if not meaning:
        return verdict
    return _say("with-meaning", language, verdict=verdict, meaning=meaning)


def _say(key: str, language: str, **facts: object) -> str:
    return sentence("questions", key, facts, language)
