"""What an edition says about a clause, a ruling or a difference, in one line."""

from __future__ import annotations

from collections.abc import Mapping

from tikal.clauses import CONFIDENCE, Clause, Difference, Ruling, clause
from tikal.clauses.grounds import Grounds, grounds
from tikal.editions import EDITIONS, Edition, base_of, switches, turned
from tikal.languages import catalogue, refusals, sentence
from tikal.wording import one_line


def verdict_on(
    entry: Clause | Ruling | Difference, edition: Edition | None, language: str = "en"
) -> str:
    """The verdict of an edition, or of all four: in one breath where they agree."""
    if edition is None:
        return _of_all_four(entry, language)
    return _in_edition(entry, edition, language, in_full=True)


def _in_edition(
    entry: Clause | Ruling | Difference, edition: Edition, language: str, *, in_full: bool
) -> str:
    match entry:
        case Clause():
            return _on_clause(entry, edition, language, in_full)
        case Ruling():
            return _on_ruling(entry, edition, language)
        case Difference():
            return one_line(entry.editions.get(base_of(edition).key, entry.handling))


def _of_all_four(entry: Clause | Ruling | Difference, language: str) -> str:
    """The verdicts with the editions that have them, without headings, which all differ."""
    if isinstance(entry, Difference):
        return _say("editions-differ", language)
    by_verdict: dict[str, list[Edition]] = {}
    for edition in EDITIONS.values():
        verdict = _in_edition(entry, edition, language, in_full=False)
        by_verdict.setdefault(verdict, []).append(edition)
    if len(by_verdict) == 1:
        (verdict,) = by_verdict
        return _say("in-every-edition", language, verdict=verdict)
    return "; ".join(
        f"{', '.join(short_title(edition) for edition in editions)}: {verdict}"
        for verdict, editions in by_verdict.items()
    )


def short_title(edition: Edition) -> str:
    """The title of an edition without its language."""
    return edition.title.split(" (")[0].split(",")[0]


# --- clauses -----------------------------------------------------------------------------------


def _on_clause(entry: Clause, edition: Edition, language: str, in_full: bool) -> str:
    if not entry.editions:
        return _say("follows", language, clauses=", ".join(entry.follows_from))
    book = base_of(edition)
    changed = turned(edition, book)
    meanings = [
        switch.meaning(edition.switches()[switch.name])
        for switch in switches()
        if entry.id in switch.clauses
    ]
    house = any(entry.id in switch.clauses for switch in switches() if switch.name in changed)
    if _needs_an_auction(entry) and not edition.has_auction:
        key = "not-in-this-house" if book.has_auction else "not-applicable"
        return _say(key, language)
    if house or (_needs_an_auction(entry) and not book.has_auction):
        return _with(_say("of-the-house", language), meanings, language)
    refused = _grounds_of(entry, edition)
    if refused and not any(each.in_force for each in refused):
        return _with(_say("not-a-rule", language), meanings, language)
    stance = entry.editions[book.key]
    said = _say(stance.verdict.replace(" ", "-"), language)
    if in_full and stance.headings:
        said = _say("with-headings", language, verdict=said, headings="; ".join(stance.headings))
    ids = {ruling.id for each in refused for ruling in each.rulings}
    if stance.verdict in ("silent", "differs"):
        ids.update(entry.rulings)
    if ids:
        rulings = ", ".join(sorted(ids))
        meanings.insert(0, _say("by-rulings", language, number=len(ids), rulings=rulings))
    elif in_full and stance.note and stance.verdict != "says" and language == "en":
        meanings.append(stance.note)
    return _with(said, meanings, language)


def _needs_an_auction(entry: Clause | Ruling) -> bool:
    """Whether an edition without an auction game has no use for it."""
    if isinstance(entry, Ruling):
        return all(_needs_an_auction(clause(id_)) for id_ in entry.clauses)
    return any(stance.verdict == "not applicable" for stance in entry.editions.values())


def _grounds_of(entry: Clause, edition: Edition) -> list[Grounds]:
    """What the refusals that cite a clause rest on."""
    keys = [key for key in refusals() if key.split("/")[0] == entry.id]
    return [grounds(key, edition) for key in keys]


# --- rulings -----------------------------------------------------------------------------------


def _on_ruling(entry: Ruling, edition: Edition, language: str) -> str:
    book = base_of(edition)
    if _needs_an_auction(entry) and not edition.has_auction and entry.switch != "has_auction":
        return _say("not-in-this-house" if book.has_auction else "not-applicable", language)
    if entry.switch in turned(edition, book):
        value = edition.switches()[entry.switch]
        played = [reading.sentence for reading in entry.readings if reading.value == value]
        return _with(_say("of-the-house", language), played, language)
    degrees: Mapping[str, str] = catalogue("questions", language).get("confidence", CONFIDENCE)
    said = _say("ruled", language, confidence=degrees[entry.confidence])
    taken = [reading.sentence for reading in entry.readings if book.key in reading.taken_by]
    return _with(said, taken, language)


# --- sentences ---------------------------------------------------------------------------------


def _say(key: str, language: str, **facts: object) -> str:
    return sentence("questions", key, facts, language)


def _with(verdict: str, more: list[str], language: str) -> str:
    for each in more:
        verdict = _say("with-more", language, verdict=verdict, more=one_line(each).rstrip("."))
    return verdict
