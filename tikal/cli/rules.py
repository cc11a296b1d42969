"""Commands about the rules: explain a clause or a refusal, list clauses, compare editions."""

from __future__ import annotations

import os
import re
import sys
from textwrap import indent

import click
from attrs import asdict, evolve

import tikal as library
from tikal.clauses import (
    CLAUSE_KINDS,
    Clause,
    Reading,
    Ruling,
    chapters,
    confidence_text,
    difference,
    differences,
    index,
)
from tikal.cli.output import (
    console,
    fail,
    format_option,
    moment,
    print_json,
    print_near,
    print_opinion,
    reporting_errors,
    say,
)
from tikal.cli.source import (
    edition_named,
    editions_like,
    name_of,
    read,
    state_of,
)
from tikal.counsel.games import opinion_on_move
from tikal.editions import (
    EDITIONS,
    Edition,
    Switch,
    SwitchValue,
    base_of,
    switch_named,
    switches,
)
from tikal.exit_codes import ExitCode
from tikal.wording import counted

_ID = re.compile(r"[A-Za-z][A-Za-z0-9]*-\d+")


@click.command()
@click.argument("subject", metavar="CLAUSE|RULING|SWITCH|GAME")
@click.option("--at", type=int, metavar="N", help="Explain move number N of GAME.")
@click.option("--edition", type=click.Choice(list(EDITIONS)), help="A clause: this edition only.")
@click.option("--full", is_flag=True, help="A clause: also its code, formal rules and tests.")
@format_option
@reporting_errors
def explain(subject: str, at: int | None, edition: str | None, full: bool, as_json: bool) -> None:
    """Explain a clause, a ruling, a switch, or a move of GAME.

    Such as TEMPLE-04, Q-37, second_dig, or `game.tikal --at 12`.

    A clause: what it says, what each edition says, how open questions are ruled. With --full also
    the code that enforces it, the formal rule, and the tests that would notice its loss.

    A move: may it be made, why not, what would make it legal, and whether another edition or
    another reading of one point would allow it.

    A switch: what a table may decide by it, and how each edition has it. An edition with house
    rules is written `rio-grande-1999 second_dig=different`.
    """
    is_file = subject == "-" or os.path.exists(subject)  # noqa: PTH110 - never raises
    is_switch = not is_file and subject.lower() in {switch.name for switch in switches()}
    if not is_file and not is_switch and not _ID.fullmatch(subject):
        fail(
            f"there is no file {subject}, clauses are named like TEMPLE-04 and switches like "
            "second_dig"
        )
    is_clause = not is_file and not is_switch and not subject.upper().startswith(("Q-", "DIFF-"))
    if (edition or full) and not is_clause:
        raise click.UsageError("--edition and --full belong to a clause")
    if is_file:
        _explain_move(subject, at, as_json)
        return
    if at is not None:
        raise click.UsageError("--at belongs to a game, not to a clause, a ruling or a switch")
    if is_switch:
        _explain_switch(switch_named(subject.lower()), as_json)
        return
    id_ = subject.upper()
    if id_.startswith("Q-"):
        _explain_ruling(library.ruling(id_), as_json)
    elif id_.startswith("DIFF-"):
        _explain_difference(id_, as_json)
    else:
        _explain_clause(library.clause(id_), edition, full, as_json)


def _explain_switch(switch: Switch, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "name": switch.name,
                "values": {switch.text(v): meaning for v, meaning in _choices(switch)},
                "editions": switch.editions,
                "belongs_to": switch.belongs_to,
                "clauses": switch.clauses,
                "house_rules": [switch.rule(v) for v, _ in _choices(switch)],
            }
        )
        return
    say(switch.name, "bold")
    for value, meaning in _choices(switch):
        played = [EDITIONS[key].title for key, v in switch.editions.items() if v == value]
        by = f" ({', '.join(played)})" if played else ""
        say(f"  {switch.text(value)}: {meaning}{by}")
    if switch.name == "tiebreak":
        say("  A list of them, such as guard,tokens, is compared in this order.")
        for key, value in switch.editions.items():
            say(f"  {EDITIONS[key].title}: {switch.text(value)}")
    say()
    for id_ in switch.belongs_to:
        point = difference(id_).point if id_.startswith("DIFF-") else library.ruling(id_).question
        say(f"{id_}: {point}")
    for id_ in switch.clauses:
        say(f"{id_}: {library.clause(id_).title}")
    base, rule = next(
        (key, switch.rule(value))
        for key, printed in switch.editions.items()
        for value, _ in _choices(switch)
        if value != printed
    )
    say(f"\nA house edition: `{base} {rule}`")


def _choices(switch: Switch) -> list[tuple[SwitchValue, str]]:
    """The values of a switch with their sentences; of tie-breaks, every criterion and none."""
    if switch.name != "tiebreak":
        return list(switch.values.items())
    single: list[SwitchValue] = [(), *((criterion,) for criterion in switch.values)]  # type: ignore[list-item]
    return [(value, _meaning(switch, value)) for value in single]


def _meaning(switch: Switch, value: SwitchValue) -> str:
    """The sentence that says what a value means."""
    if isinstance(value, tuple):
        return ", then ".join(switch.values[word] for word in value) or "victory is shared"
    return switch.values[value]


def _switches_for(id_: str) -> list[Switch]:
    """The switches that a clause, a ruling or a difference has to do with."""
    return [switch for switch in switches() if id_ in (*switch.belongs_to, *switch.clauses)]


def _print_switches(id_: str) -> None:
    for switch in _switches_for(id_):
        say(f"Switch: {switch.name} ({switch.expected()}); `tikal explain {switch.name}`")


def _explain_difference(id_: str, as_json: bool) -> None:
    found = difference(id_)
    if as_json:
        print_json({**asdict(found), "switches": [s.name for s in _switches_for(id_)]})
        return
    console.print(f"[bold]{found.id}[/] ", end="")
    say(found.point, "bold")
    for key, text in found.editions.items():
        say(f"  {EDITIONS[key].title}: {text}")
    say(f"Here: {found.handling}")
    say(f"Clauses: {', '.join(found.clauses)}")
    _print_switches(id_)


def _explain_clause(clause: Clause, edition: str | None, full: bool, as_json: bool) -> None:
    stances = {key: s for key, s in clause.editions.items() if edition in (None, key)}
    clause = evolve(clause, editions=stances)
    if as_json:
        print_json(
            {
                **asdict(clause),
                **(_places_to_json(clause) if full else {}),
                "rulings": [asdict(library.ruling(id_)) for id_ in clause.rulings],
                "switches": [switch.name for switch in _switches_for(clause.id)],
            }
        )
        return
    _print_statement(clause)
    _print_sources(clause)
    if full:
        _print_all_places(clause)


def _places_to_json(clause: Clause) -> dict[str, object]:
    formal = index.formal_rules(clause.id)
    return {
        "enforced_by": [f"{p.file}:{p.line} {p.name}" for p in index.predicates(clause.id)],
        "formal_rules": [{"place": f"{b.file}:{b.line}", "text": b.text} for b in formal],
        "tests": [f"tests/{t.file}::{t.name}" for t in index.tests(clause.id)],
    }


def _print_all_places(clause: Clause) -> None:
    predicates, formal = index.predicates(clause.id), index.formal_rules(clause.id)
    _print_places("Enforced by", [f"{p.name} in {p.file}, line {p.line}" for p in predicates])
    rules = [f"{b.file}, line {b.line}\n{indent(b.text, '    ')}" for b in formal]
    _print_places("Formal rule", rules)
    tests = index.tests(clause.id)
    _print_places("Tests", [f"{test.sentence} (tests/{test.file})" for test in tests])


def _print_sources(clause: Clause) -> None:
    for key, stance in clause.editions.items():
        headings = f": {'; '.join(stance.headings)}" if stance.headings else ""
        note = f" ({stance.note})" if stance.note else ""
        say(f"  {EDITIONS[key].title} — {stance.verdict}{headings}{note}")
    if clause.follows_from:
        say("  follows from " + ", ".join(clause.follows_from))
    for id_ in clause.differences:
        say(f"  {id_}: {difference(id_).point}")
    for id_ in clause.rulings:
        ruling = library.ruling(id_)
        console.print(f"\n[bold]{id_}[/]", end=" ")
        say(f"{ruling.question} {ruling.answer}")
    if _switches_for(clause.id):
        say()
    _print_switches(clause.id)


def _print_places(title: str, lines: list[str]) -> None:
    if lines:
        say(f"\n{title}", "bold")
    for line in lines:
        say(f"  {line}")


def _print_statement(clause: Clause) -> None:
    console.print(f"[bold]{clause.id}[/] {clause.title} ", end="")
    say(f"({', '.join(clause.kinds)})", "dim")
    say(clause.statement)
    if clause.notes:
        say(clause.notes, "dim")
    if not clause.modelled:
        say(f"Not modelled: {clause.reason}")
    say()


def _explain_ruling(ruling: Ruling, as_json: bool) -> None:
    if as_json:
        print_json(asdict(ruling))
        return
    console.print(f"[bold]{ruling.id}[/] ", end="")
    say(ruling.question, "bold")
    say(ruling.answer)
    say(f"\nWhy ({confidence_text(ruling.confidence)}): {ruling.reasoning}")
    for reading in ruling.readings:
        say(f"Reading {_reading_in_words(ruling, reading)}")
    if ruling.why_no_switch:
        say(f"Without a switch: {ruling.why_no_switch}")
    for sentence in () if ruling.readings else ruling.rejected:
        say(f"Not taken: {sentence}")
    for evidence in ruling.evidence:
        say(f"Evidence: {evidence}", "dim")
    say(f"\nClauses: {', '.join(ruling.clauses)}")
    _print_switches(ruling.id)


def _reading_in_words(ruling: Ruling, reading: Reading) -> str:
    titles = ", ".join(EDITIONS[key].title for key in reading.taken_by)
    taken = f"taken by {titles}" if titles else "not taken"
    rule = ruling.house_rule(reading) or "no switch"
    return f"{reading.key}: {reading.sentence} ({taken}; {rule})"


def _explain_move(path: str, at: int | None, as_json: bool) -> None:
    game = read(path)
    number = at if at is not None else len(game.steps) + bool(game.refusal)
    if game.record is None:
        fail(f"{path} is a position, and has no moves to explain")
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
        say(f"move {number} ({moment(state)})", "dim")
        print_opinion(found)
        print_near(near)
    if not found.legal:
        sys.exit(ExitCode.RULE_BROKEN)


@click.command()
@click.option("--chapter", help="Only this chapter: " + ", ".join(chapters()) + ".")
@click.option(
    "--edition", type=click.Choice(list(EDITIONS)), help="Only clauses that apply to this edition."
)
@click.option("--kind", type=click.Choice(CLAUSE_KINDS), help="Only clauses of this kind.")
@format_option
@reporting_errors
def clauses(chapter: str | None, edition: str | None, kind: str | None, as_json: bool) -> None:
    """List the clauses, all or of a chapter, edition or kind."""
    found = library.clauses(chapter, edition, kind)  # type: ignore[arg-type]  # click has checked it
    if as_json:
        print_json([asdict(clause) for clause in found])
        return
    titles, shown = chapters(), ""
    for clause in found:
        if clause.chapter != shown:
            shown = clause.chapter
            say(f"\n{titles[shown]}", "bold")
        say(f"  {clause.id:<12} {clause.title} ({clause.kind})")
    say(f"\n{counted(len(found), 'clause')}; `tikal explain ID` shows one in full", "dim")


@click.command("diff-editions")
@click.argument("one", callback=edition_named, shell_complete=editions_like, metavar="ONE")
@click.argument("other", callback=edition_named, shell_complete=editions_like, metavar="OTHER")
@format_option
@reporting_errors
def diff_editions(one: Edition, other: Edition, as_json: bool) -> None:
    """Show where the editions ONE and OTHER differ.

    First in play, switch by switch, then in what their rulebooks say. An edition is one of
    rio-grande-1999, ravensburger-1999, super-meeple-2015 and legend-classic; house rules follow it
    within quotes, as in 'rio-grande-1999 second_dig=different'.
    """
    _diff_editions(one, other, as_json)


def _diff_editions(first: Edition, second: Edition, as_json: bool) -> None:
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
                    s.name: {one: _meaning(s, a), other: _meaning(s, b)}
                    for s, (a, b) in differing.items()
                },
                "alike": {
                    s.name: {"value": a, "meaning": _meaning(s, a)} for s, a in alike.items()
                },
                "differences": [
                    {"id": d.id, "point": d.point,
                     **{book: d.editions.get(book) for book in books},
                     "handling": d.handling, "clauses": list(d.clauses)}
                    for d in points
                ],
            }
        )  # fmt: skip
        return
    say("In play", "bold")
    for switch, both in differing.items():
        say(f"  {switch.name}")
        for key, value in zip((one, other), both, strict=True):
            say(f"      {key}: {switch.text(value)} ({_meaning(switch, value)})")
    if not differing:
        say("  nothing")
    say("\nAlike in play", "bold")
    for switch, value in alike.items():
        say(f"  {switch.name}: {switch.text(value)} ({_meaning(switch, value)})")
    if not alike:
        say("  nothing")
    say("\nIn the rulebooks", "bold")
    if not points:
        say("  nothing")
    for point in points:
        say(f"  {point.id}  {point.point}")
        for book in books:
            say(f"      {book}: {point.editions.get(book)}")
        say(f"      here: {point.handling}", "dim")


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
