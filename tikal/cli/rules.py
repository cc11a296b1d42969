"""Commands about the rules: explain a clause or a refusal, list clauses, compare editions."""

from __future__ import annotations

import os
import re
import sys
from textwrap import indent

import click
from attrs import asdict

import tikal as library
from tikal.clauses import (
    CLAUSE_KINDS,
    CONFIDENCE,
    Clause,
    Reading,
    Ruling,
    chapters,
    difference,
    differences,
    index,
)
from tikal.clauses.grounds import Grounds, grounds
from tikal.cli.output import (
    console,
    fail,
    format_option,
    moment,
    print_json,
    print_near,
    print_violations,
    reporting_errors,
    say,
)
from tikal.cli.source import name_of, read, state_of
from tikal.editions import EDITIONS
from tikal.exit_codes import ExitCode
from tikal.interchange import violation_to_json
from tikal.wording import counted

_ID = re.compile(r"[A-Za-z][A-Za-z0-9]*-\d+")


@click.command()
@click.argument("subject", metavar="CLAUSE|RULING|GAME")
@click.option("--at", type=int, metavar="N", help="Explain move number N of GAME.")
@format_option
@reporting_errors
def explain(subject: str, at: int | None, as_json: bool) -> None:
    """Explain a clause, a ruling, or a move of GAME.

    Such as TEMPLE-04, Q-37, or `game.tikal --at 12`.

    A clause: what it says, what each edition says, how open questions are ruled, the code that
    enforces it, the formal rule, and the tests that would notice its loss.
    """
    is_file = subject == "-" or os.path.exists(subject)  # noqa: PTH110 - never raises
    if not is_file and not _ID.fullmatch(subject):
        fail(f"there is no file {subject}, and clauses are named like TEMPLE-04")
    if is_file:
        _explain_move(subject, at, as_json)
        return
    if at is not None:
        raise click.UsageError("--at belongs to a game, not to a clause or ruling")
    id_ = subject.upper()
    if id_.startswith("Q-"):
        _explain_ruling(library.ruling(id_), as_json)
    elif id_.startswith("DIFF-"):
        _explain_difference(id_, as_json)
    else:
        _explain_clause(library.clause(id_), as_json)


def _explain_difference(id_: str, as_json: bool) -> None:
    found = difference(id_)
    if as_json:
        print_json(asdict(found))
        return
    console.print(f"[bold]{found.id}[/] ", end="")
    say(found.point, "bold")
    for key, text in found.editions.items():
        say(f"  {EDITIONS[key].title}: {text}")
    say(f"Here: {found.handling}")
    say(f"Clauses: {', '.join(found.clauses)}")


def _explain_clause(clause: Clause, as_json: bool) -> None:
    predicates, formal, tests = (
        index.predicates(clause.id),
        index.formal_rules(clause.id),
        index.tests(clause.id),
    )
    if as_json:
        print_json(
            {
                **asdict(clause),
                "enforced_by": [f"{p.file}:{p.line} {p.name}" for p in predicates],
                "formal_rules": [{"place": f"{b.file}:{b.line}", "text": b.text} for b in formal],
                "tests": [f"tests/{t.file}::{t.name}" for t in tests],
                "rulings": [asdict(library.ruling(id_)) for id_ in clause.rulings],
            }
        )
        return
    _print_statement(clause)
    _print_sources(clause)
    _print_places("Enforced by", [f"{p.name} in {p.file}, line {p.line}" for p in predicates])
    rules = [f"{b.file}, line {b.line}\n{indent(b.text, '    ')}" for b in formal]
    _print_places("Formal rule", rules)
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
    say(f"\nWhy ({CONFIDENCE[ruling.confidence]}): {ruling.reasoning}")
    for reading in ruling.readings:
        say(f"Reading {_reading_in_words(ruling, reading)}")
    if ruling.why_no_switch:
        say(f"Without a switch: {ruling.why_no_switch}")
    for sentence in () if ruling.readings else ruling.rejected:
        say(f"Not taken: {sentence}")
    for evidence in ruling.evidence:
        say(f"Evidence: {evidence}", "dim")
    say(f"\nClauses: {', '.join(ruling.clauses)}")


def _reading_in_words(ruling: Ruling, reading: Reading) -> str:
    titles = ", ".join(EDITIONS[key].title for key in reading.taken_by)
    taken = f"taken by {titles}" if titles else "not taken"
    rule = ruling.house_rule(reading) or "no switch"
    return f"{reading.key}: {reading.sentence} ({taken}; {rule})"


def _grounds_to_json(found: Grounds) -> dict[str, object]:
    return {
        "summary": found.summary,
        "book": found.book,
        "verdict": found.stance.verdict,
        "headings": found.stance.headings,
        "rulings": [ruling.id for ruling in found.rulings],
    }


def _explain_move(path: str, at: int | None, as_json: bool) -> None:
    game = read(path)
    number = at if at is not None else len(game.steps) + bool(game.refusal)
    if game.record is None:
        fail(f"{path} is a position, and has no moves to explain")
    if not 1 <= number <= game.moves:
        fail(f"{path}: there is no move number {number} to explain")
    if number > len(game.steps) + 1:
        fail(f"{path}: the game stops at the refused move number {len(game.steps) + 1}")
    refused = game.refusal is not None and number == len(game.steps) + 1
    state = state_of(path, game, number - 1)
    move = game.record.moves[number - 1]
    violations = game.refusal.violations if game.refusal and refused else ()
    rests_on = [grounds(violation.key, state.edition) for violation in violations]
    near = library.nearest_legal(state, move) if refused else ()
    if as_json:
        print_json(
            {
                "game": name_of(path),
                "edition": state.edition.key,
                "number": number,
                "move": str(move),
                "legal": not refused,
                "violations": [
                    {
                        **violation_to_json(violation),
                        "statement": library.clause(violation.clause).statement,
                        "grounds": _grounds_to_json(found),
                    }
                    for violation, found in zip(violations, rests_on, strict=True)
                ],
                "nearest_legal": [str(m) for m in near],
            }
        )
    else:
        verdict = "refused" if refused else "legal"
        say(f"move {number}, {move}: {verdict} ({moment(state)}; {state.edition})", "bold")
        for violation, found in zip(violations, rests_on, strict=True):
            print_violations((violation,))
            say(f"  {found.summary}", "dim")
        for violation in violations:
            say()
            _print_statement(library.clause(violation.clause))
        print_near(near)
    if refused:
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
@click.argument("one", type=click.Choice(list(EDITIONS)))
@click.argument("other", type=click.Choice(list(EDITIONS)))
@format_option
@reporting_errors
def diff_editions(one: str, other: str, as_json: bool) -> None:
    """Show where two editions differ.

    First in play, then in what their rulebooks say.
    """
    first, second = EDITIONS[one].switches(), EDITIONS[other].switches()
    switches = {name: (first[name], second[name]) for name in first if first[name] != second[name]}
    points = [d for d in differences() if d.editions.get(one) != d.editions.get(other)]
    if as_json:
        print_json(
            {
                "switches": {name: {one: a, other: b} for name, (a, b) in switches.items()},
                "differences": [
                    {"id": d.id, "point": d.point, one: d.editions.get(one),
                     other: d.editions.get(other), "handling": d.handling,
                     "clauses": list(d.clauses)}
                    for d in points
                ],
            }
        )  # fmt: skip
        return
    say("In play", "bold")
    for name, (a, b) in switches.items():
        say(f"  {name}: {_switch_text(a)} in {one}, {_switch_text(b)} in {other}")
    if not switches:
        say("  nothing")
    say("\nIn the rulebooks", "bold")
    if not points:
        say("  nothing")
    for point in points:
        say(f"  {point.id}  {point.point}")
        say(f"      {one}: {point.editions.get(one)}")
        say(f"      {other}: {point.editions.get(other)}")
        say(f"      here: {point.handling}", "dim")


def _switch_text(value: object) -> str:
    if isinstance(value, tuple):
        return ", then ".join(map(str, value)) or "shared victory"
    return {True: "yes", False: "no"}.get(value, str(value))  # type: ignore[call-overload, no-any-return]


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
