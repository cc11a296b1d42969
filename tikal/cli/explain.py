"""Commands about the rules: explain a clause or a refusal, list clauses, compare editions."""

from __future__ import annotations

import os
import re
import sys
from textwrap import indent
from typing import NoReturn

import click
from attrs import asdict, evolve

import tikal as library
from tikal._support.exit_codes import ExitCode
from tikal.asking.lexicon import languages
from tikal.asking.questions import entry_named, related_to
from tikal.cli.ask import print_answers
from tikal.cli.game_argument import (
    edition_named,
    editions_like,
    is_position,
    name_of,
    read,
    state_of,
)
from tikal.cli.language_option import asked_language, language_option
from tikal.cli.printing import (
    console,
    fail,
    format_option,
    moment,
    print_json,
    print_near,
    print_opinion,
    reporting_errors,
    say,
    speak,
)
from tikal.counsel.game_opinions import opinion_on_move
from tikal.editions import (
    EDITIONS,
    Edition,
    Switch,
    SwitchValue,
    base_of,
    switch_named,
    switches,
)
from tikal.languages import joined, labelled, listed, sentence, title, word
from tikal.law import sources
from tikal.law.registry import (
    CLAUSE_KINDS,
    Clause,
    Difference,
    Reading,
    Ruling,
    chapters,
    confidence_text,
    difference,
    differences,
)

_ID = re.compile(r"[A-Za-z][A-Za-z0-9]*-\d+")


@click.command()
@click.argument("subject", metavar="CLAUSE|RULING|SWITCH|GAME")
@click.option("--at", type=int, metavar="N", help="Explain move number N of GAME.")
@click.option("--edition", type=click.Choice(list(EDITIONS)), help="A clause: this edition only.")
@click.option("--full", is_flag=True, help="A clause: also its code and its formal rules.")
@format_option
@language_option
@reporting_errors
def explain(
    subject: str,
    at: int | None,
    edition: str | None,
    full: bool,
    as_json: bool,
    language: str,
) -> None:
    """Explain a clause, a ruling, a switch, or a move of GAME.

    Such as TEMPLE-04, Q-37, second_dig, or `game.tikal --at 12`.

    A clause: what it says, what each edition says, how open questions are ruled. With --full also
    the code that enforces it and the formal rule.

    A move: may it be made, why not, what would make it legal, and whether another edition or
    another reading of one point would allow it.

    A switch: what a table may decide by it, and how each edition has it. An edition with house
    rules is written `rio-grande-1999 second_dig=different`.

    Any other word, such as guard, is answered as `tikal ask` answers it.
    """
    is_file = subject == "-" or os.path.exists(subject)  # noqa: PTH110 - never raises
    entry = None if is_file else entry_named(subject)  # Q37 looks like a cell, too
    is_file = is_file or (entry is None and is_position(subject))
    is_switch = not is_file and subject.lower() in {switch.name for switch in switches()}
    if (edition or full) and not isinstance(entry, Clause):
        raise click.UsageError("--edition and --full belong to a clause")
    if is_file:
        _explain_move(subject, at, as_json, language)
        return
    if at is not None:
        raise click.UsageError("--at belongs to a game, not to a clause, a ruling or a switch")
    if is_switch:
        _explain_switch(switch_named(subject.lower()), as_json, language)
        return
    match entry:
        case Clause() as clause:
            _explain_clause(clause, edition, full, as_json, language)
        case Ruling() as ruling:
            _explain_ruling(ruling, as_json, language)
        case Difference() as point:
            _explain_difference(point, as_json, language)
        case None if _ID.fullmatch(subject):
            _fail_with_a_hint(subject.upper())
        case None:
            _explain_words(subject, as_json, language)


def _fail_with_a_hint(id_: str) -> NoReturn:
    """Stop because no entry is named so; the message names one that is."""
    lookup = {"Q": library.ruling, "DIFF": difference}.get(id_.split("-")[0], library.clause)
    lookup(id_)
    raise AssertionError(f"{id_} exists")


def _explain_words(subject: str, as_json: bool, language: str) -> None:
    """Answer with what the rules say about a word that names none of their entries."""
    asked = asked_language()
    answers = library.ask(subject, language=asked if asked in languages() else None)
    if not answers:
        fail(
            f"there is no file {subject}, clauses are named like TEMPLE-04 and switches like "
            "second_dig"
        )
    if as_json:
        print_json({"question": subject, "answers": [asdict(answer) for answer in answers]})
        return
    say(sentence("questions", "instead", {"subject": subject}, language) + "\n")
    print_answers(answers, language)


def _text(entry: Clause | Ruling | Difference) -> dict[str, object]:
    """What JSON has besides about an entry, if `--lang` asks for it."""
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


def _explain_switch(switch: Switch, as_json: bool, language: str) -> None:
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


def _explain_difference(found: Difference, as_json: bool, language: str) -> None:
    if as_json:
        names = [switch.name for switch in _switches_for(found.id)]
        print_json({**asdict(found), "switches": names, **_text(found)})
        return
    console.print(f"[bold]{found.id}[/] ", end="")
    say(found.text(language), "bold")
    for key, text in found.editions.items():
        say("  " + labelled(title(key, language), text, language))
    say(speak("here", language, handling=found.handling))
    say(speak("clauses", language, clauses=", ".join(found.clauses)))
    _print_switches(found.id, language)


def _explain_clause(
    clause: Clause, edition: str | None, full: bool, as_json: bool, language: str
) -> None:
    stances = {key: s for key, s in clause.editions.items() if edition in (None, key)}
    clause = evolve(clause, editions=stances)
    if as_json:
        print_json(
            {
                **asdict(clause),
                **(_places_to_json(clause) if full else {}),
                "rulings": [asdict(library.ruling(id_)) for id_ in clause.rulings],
                "switches": [switch.name for switch in _switches_for(clause.id)],
                **_text(clause),
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
    for key, stance in clause.editions.items():
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
    said = clause.in_language(language)
    console.print(f"[bold]{clause.id}[/] {said.title} ", end="")
    say(f"({', '.join(word('kinds', kind, language) for kind in clause.kinds)})", "dim")
    say(said.statement)
    if clause.notes:
        say(clause.notes, "dim")
    if not clause.modelled:
        say(speak("not-modelled", language, reason=clause.reason))
    say()


def _explain_ruling(ruling: Ruling, as_json: bool, language: str) -> None:
    if as_json:
        print_json({**asdict(ruling), **_text(ruling)})
        return
    said = ruling.in_language(language)
    sure = confidence_text(ruling.confidence, language)
    console.print(f"[bold]{ruling.id}[/] ", end="")
    say(said.question, "bold")
    say(said.answer)
    say("\n" + speak("ruling/why", language, confidence=sure, reasoning=ruling.reasoning))
    for choice in said.readings:
        say(_reading_in_words(said, choice, language))
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


def _explain_move(path: str, at: int | None, as_json: bool, language: str) -> None:
    game = read(path, language)
    number = at if at is not None else len(game.steps) + bool(game.refusal)
    if game.record is None:
        fail(
            f"{name_of(path)} has no moves to explain: `tikal check POSITION --move MOVE` tells why"
        )
    if not 1 <= number <= game.moves:
        fail(f"{path}: there is no move number {number} to explain")
    if number > len(game.steps) + 1:
        fail(f"{path}: the game stops at the refused move number {len(game.steps) + 1}")
    state = state_of(path, game, number - 1)
    found = opinion_on_move(game, number - 1)
    near = () if found.legal else library.nearest_legal(state, found.move)
    if as_json:
        print_json(
            {
                "game": name_of(path),
                "number": number,
                **found.to_json(),
                "nearest_legal": [str(move) for move in near],
            }
        )
    else:
        say(speak("move/moment", language, number=number, moment=moment(state, language)), "dim")
        print_opinion(found, language=language)
        print_near(near, language)
    if not found.legal:
        sys.exit(ExitCode.RULE_BROKEN)


@click.command()
@click.argument("words", nargs=-1, metavar="[WORDS]...")
@click.option("--chapter", help="Only this chapter: " + ", ".join(chapters()) + ".")
@click.option(
    "--edition", type=click.Choice(list(EDITIONS)), help="Only clauses that apply to this edition."
)
@click.option("--kind", type=click.Choice(CLAUSE_KINDS), help="Only clauses of this kind.")
@format_option
@language_option
@reporting_errors
def clauses(
    words: tuple[str, ...],
    chapter: str | None,
    edition: str | None,
    kind: str | None,
    as_json: bool,
    language: str,
) -> None:
    """List the clauses, all or of a chapter, edition or kind.

    With WORDS only those that have to do with them, the best first.
    """
    found = library.clauses(chapter, edition, kind)  # type: ignore[arg-type]  # click has checked it
    if words:
        by_id = {clause.id: clause for clause in found}
        found = tuple(by_id[id_] for id_ in related_to(" ".join(words)) if id_ in by_id)
    if as_json:
        print_json([{**asdict(clause), **_text(clause)} for clause in found])
        return
    titles, shown = chapters(language), ""
    for clause in found:
        if clause.chapter != shown and not words:
            shown = clause.chapter
            say(f"\n{titles[shown]}", "bold")
        kind_said = word("kinds", clause.kind, language)
        say(f"  {clause.id:<12} {clause.in_language(language).title} ({kind_said})")
    say("\n" + speak("clauses-found", language, clauses=len(found)), "dim")


@click.command("diff-editions", epilog=f"The editions are {listed(EDITIONS)}.")
@click.argument("one", callback=edition_named, shell_complete=editions_like, metavar="ONE")
@click.argument("other", callback=edition_named, shell_complete=editions_like, metavar="OTHER")
@format_option
@language_option
@reporting_errors
def diff_editions(one: Edition, other: Edition, as_json: bool, language: str) -> None:
    """Show where the editions ONE and OTHER differ.

    First in play, switch by switch, then in what their rulebooks say. House rules follow an
    edition within quotes, as in 'rio-grande-1999 second_dig=different'.
    """
    _diff_editions(one, other, as_json, language)


def _diff_editions(first: Edition, second: Edition, as_json: bool, language: str) -> None:
    one, other = first.key, second.key
    values = {
        switch: (first.switches()[switch.name], second.switches()[switch.name])
        for switch in switches()
    }
    differing = {switch: (a, b) for switch, (a, b) in values.items() if a != b}
    alike = {switch: a for switch, (a, b) in values.items() if a == b}
    books = base_of(first).key, base_of(second).key
    points = [d for d in differences() if len({d.editions.get(book) for book in books}) > 1]
    if as_json:
        print_json(
            {
                "switches": {s.name: {one: a, other: b} for s, (a, b) in differing.items()},
                "meanings": {
                    s.name: {one: s.meaning(a), other: s.meaning(b)}
                    for s, (a, b) in differing.items()
                },
                "alike": {
                    s.name: {"value": a, "meaning": s.meaning(a)} for s, a in alike.items()
                },
                "differences": [
                    {"id": d.id, "point": d.point,
                     **{book: d.editions.get(book) for book in books},
                     "handling": d.handling, "clauses": list(d.clauses), **_text(d)}
                    for d in points
                ],
            }
        )  # fmt: skip
        return
    nothing = "  " + speak("diff/nothing", language)
    say(speak("diff/in-play", language), "bold")
    for switch, both in differing.items():
        say(f"  {switch.name}")
        for key, value in zip((one, other), both, strict=True):
            meant = f"{switch.text(value)} ({switch.meaning(value, language)})"
            say("      " + labelled(key, meant, language))
    if not differing:
        say(nothing)
    say("\n" + speak("diff/alike", language), "bold")
    for switch, value in alike.items():
        meant = f"{switch.text(value)} ({switch.meaning(value, language)})"
        say("  " + labelled(switch.name, meant, language))
    if not alike:
        say(nothing)
    say("\n" + speak("diff/rulebooks", language), "bold")
    if not points:
        say(nothing)
    for point in points:
        say(f"  {point.id}  {point.text(language)}")
        for book in books:
            say("      " + labelled(book, point.editions.get(book), language))
        say("      " + speak("diff/here", language, handling=point.handling), "dim")


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the line for shell completion.

    Put it in the start file of your shell.
    """
    lines = {
        "bash": 'eval "$(_TIKAL_COMPLETE=bash_source tikal)"',
        "zsh": 'eval "$(_TIKAL_COMPLETE=zsh_source tikal)"',
        "fish": "_TIKAL_COMPLETE=fish_source tikal | source",
    }
    click.echo(lines[shell])
