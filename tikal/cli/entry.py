"""Clauses, rulings, differences and switches as the command line prints them."""

from __future__ import annotations

from textwrap import indent

from attrs import asdict, evolve

import tikal as library
from tikal.cli.language_option import asked_language
from tikal.cli.printing import (
    console,
    print_json,
    say,
    speak,
)
from tikal.editions import (
    Switch,
    SwitchValue,
    switches,
)
from tikal.languages import joined, labelled, sentence, short_title, title, word
from tikal.law import sources
from tikal.law.entries import Clause, Difference, Reading, Ruling, confidences_text
from tikal.law.registry import difference


def text_of(entry: Clause | Ruling | Difference) -> dict[str, object]:
    """The JSON fields that `--lang` adds to an entry: its text in that language."""
    language = asked_language()
    if language is None:
        return {}
    match entry.in_language(language):
        case Clause(title=heading, statement=statement):
            return {"text": {"title": heading, "statement": statement}}
        case Ruling(question=question, answer=answer, readings=readings):
            sentences = {reading.key: reading.sentence for reading in readings}
            return {"text": {"question": question, "answer": answer, "readings": sentences}}
        case Difference(point=point):
            return {"text": {"point": point}}


def print_switch(switch: Switch, as_json: bool, language: str) -> None:
    """Print what each value of a switch means, who plays it, and how a house edition has it."""
    asked = asked_language()
    if as_json:
        print_json(
            {
                "name": switch.name,
                "values": {switch.text(v): meaning for v, meaning in _choices(switch)},
                **({"text": _meanings(switch, asked)} if asked else {}),
                "editions": switch.editions,
                "belongs_to": switch.belongs_to,
                "clauses": switch.clauses,
                "house_rules": [switch.rule(v) for v, _ in _choices(switch)],
            }
        )
        return
    say(switch.name, "bold")
    for value, meaning in _choices(switch, language):
        played = [title(key, language) for key, v in switch.editions.items() if v == value]
        by = f" ({', '.join(played)})" if played else ""
        say(f"  {labelled(switch.text(value), meaning, language)}{by}")
    if switch.ranked:
        say("  " + speak("switch/list", language))
        for key, value in switch.editions.items():
            say("  " + labelled(title(key, language), switch.text(value), language))
    say()
    for id_ in switch.belongs_to:
        is_ruling = id_.startswith("Q-")
        point = library.ruling(id_).in_language(language).question if is_ruling else None
        say(labelled(id_, point or difference(id_).text(language), language))
    for id_ in switch.clauses:
        say(labelled(id_, library.clause(id_).in_language(language).title, language))
    base, rule = next(
        (key, switch.rule(value))
        for key, printed in switch.editions.items()
        for value, _ in _choices(switch)
        if value != printed
    )
    say("\n" + speak("switch/house", language, edition_rule=f"{base} {rule}"))


def _choices(switch: Switch, language: str = "en") -> list[tuple[SwitchValue, str]]:
    """The values of a switch with their sentences; of tie-breaks, every criterion and none."""
    if not switch.ranked:
        return list(switch.in_language(language).values.items())
    single: list[SwitchValue] = [(), *((criterion,) for criterion in switch.values)]  # type: ignore[list-item]
    return [(value, switch.meaning(value, language)) for value in single]


def _meanings(switch: Switch, language: str) -> dict[str, str]:
    return {switch.text(value): meaning for value, meaning in _choices(switch, language)}


def _switches_for(id_: str) -> list[Switch]:
    """The switches that a clause, a ruling or a difference has to do with."""
    return [switch for switch in switches() if id_ in (*switch.belongs_to, *switch.clauses)]


def _print_switches(id_: str, language: str) -> None:
    for switch in _switches_for(id_):
        if switch.ranked:
            values = sentence("lines", "list-or-none", {}, language)
        else:
            values = joined(map(switch.text, switch.values), language, "or")
        say(speak("switch/see", language, switch=switch.name, values=values))


def print_difference(found: Difference, as_json: bool, language: str) -> None:
    """Print what each rulebook says on a point, and how it is handled here."""
    if as_json:
        names = [switch.name for switch in _switches_for(found.id)]
        print_json({**asdict(found), "switches": names, **text_of(found)})
        return
    console.print(f"[bold]{found.id}[/] ", end="")
    found = found.in_language(language)
    say(found.point, "bold")
    for key, text in found.editions.items():
        say("  " + labelled(title(key, language), text, language))
    say(speak("here", language, handling=found.handling))
    say(speak("clauses", language, clauses=", ".join(found.clauses)))
    _print_switches(found.id, language)


def print_clause(
    clause: Clause, edition: str | None, full: bool, as_json: bool, language: str
) -> None:
    """Print a clause with what the editions say; with `full` its code and its formal rules."""
    stances = {key: s for key, s in clause.editions.items() if edition in (None, key)}
    clause = evolve(clause, editions=stances)
    if as_json:
        print_json(
            {
                **asdict(clause),
                **(_places_to_json(clause) if full else {}),
                "rulings": [asdict(library.ruling(id_)) for id_ in clause.rulings],
                "switches": [switch.name for switch in _switches_for(clause.id)],
                **text_of(clause),
            }
        )
        return
    _print_statement(clause, language)
    _print_sources(clause, language)
    if full:
        _print_all_places(clause, language)


def _places_to_json(clause: Clause) -> dict[str, object]:
    formal = sources.formal_rules(clause.id)
    return {
        "enforced_by": [f"{p.file}:{p.line} {p.name}" for p in sources.predicates(clause.id)],
        "formal_rules": [{"place": f"{b.file}:{b.line}", "text": b.text} for b in formal],
    }


def _print_all_places(clause: Clause, language: str) -> None:
    places = [
        speak("enforced-by/place", language, name=p.name, file=p.file, line=p.line)
        for p in sources.predicates(clause.id)
    ]
    _print_places(speak("enforced-by", language), places)
    rules = [
        speak("formal-rule/place", language, file=b.file, line=b.line)
        + f"\n{indent(b.text, '    ')}"
        for b in sources.formal_rules(clause.id)
    ]
    _print_places(speak("formal-rule", language), rules)


def _print_sources(clause: Clause, language: str) -> None:
    for key, stance in clause.in_language(language).editions.items():
        note = f" ({stance.note})" if stance.note else ""
        verdict = word("verdicts", stance.verdict, language)
        if stance.headings:
            verdict = labelled(verdict, "; ".join(stance.headings), language)
        say(f"  {title(key, language)} — {verdict}{note}")
    if clause.follows_from:
        say("  " + speak("follows-from", language, clauses=", ".join(clause.follows_from)))
    for id_ in clause.differences:
        say("  " + labelled(id_, difference(id_).text(language), language))
    for id_ in clause.rulings:
        ruling = library.ruling(id_).in_language(language)
        console.print(f"\n[bold]{id_}[/]", end=" ")
        say(f"{ruling.question} {ruling.answer}")
    if _switches_for(clause.id):
        say()
    _print_switches(clause.id, language)


def _print_places(heading: str, lines: list[str]) -> None:
    if lines:
        say(f"\n{heading}", "bold")
    for line in lines:
        say(f"  {line}")


def _print_statement(clause: Clause, language: str) -> None:
    translated = clause.in_language(language)
    console.print(f"[bold]{clause.id}[/] {translated.title} ", end="")
    say(f"({', '.join(word('kinds', kind, language) for kind in clause.kinds)})", "dim")
    say(translated.statement)
    if clause.notes:
        say(clause.notes, "dim")
    if not clause.modelled:
        say(speak("not-modelled", language, reason=clause.reason))
    say()


def print_ruling(ruling: Ruling, as_json: bool, language: str) -> None:
    """Print the answer to an open question, the reasoning, and the readings of the texts."""
    if as_json:
        print_json({**asdict(ruling), **text_of(ruling)})
        return
    translated = ruling.in_language(language)
    sure = confidences_text(ruling, language)
    console.print(f"[bold]{ruling.id}[/] ", end="")
    say(translated.question, "bold")
    say(translated.answer)
    say("\n" + speak("ruling/why", language, confidence=sure, reasoning=ruling.reasoning))
    for choice in translated.readings:
        say(_reading_in_words(translated, choice, language))
        room = [key for key in choice.possible_in if key not in choice.taken_by]
        if room:
            titles = ", ".join(short_title(key, language) for key in room)
            say("  " + speak("reading/possible", language, editions=titles), "dim")
    if ruling.why_no_switch:
        say(speak("ruling/no-switch", language, reason=ruling.why_no_switch))
    for rejected in () if ruling.readings else ruling.rejected:
        say(speak("ruling/rejected", language, reading=rejected))
    for evidence in ruling.evidence:
        say(speak("ruling/evidence", language, evidence=evidence), "dim")
    say("\n" + speak("clauses", language, clauses=", ".join(ruling.clauses)))
    _print_switches(ruling.id, language)


def _reading_in_words(ruling: Ruling, reading: Reading, language: str) -> str:
    titles = ", ".join(title(key, language) for key in reading.taken_by)
    return speak(
        "reading/taken" if titles else "reading/not-taken",
        language,
        reading=reading.key,
        sentence=reading.sentence,
        editions=titles,
        rule=ruling.house_rule(reading) or speak("reading/no-switch", language),
    )
