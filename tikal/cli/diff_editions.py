"""Command `diff-editions`: where two editions differ."""

from __future__ import annotations

import click

from tikal.cli.entry import text_of
from tikal.cli.game_argument import (
    edition_named,
    editions_like,
)
from tikal.cli.language_option import language_option
from tikal.cli.printing import (
    format_option,
    print_json,
    reporting_errors,
    say,
    speak,
)
from tikal.editions import (
    EDITIONS,
    Edition,
    base_of,
    switches,
)
from tikal.languages import labelled, listed
from tikal.law.registry import (
    differences,
)


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
                     "handling": d.handling, "clauses": list(d.clauses), **text_of(d)}
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
    for point in (each.in_language(language) for each in points):
        say(f"  {point.id}  {point.point}")
        for book in books:
            say("      " + labelled(book, point.editions.get(book), language))
        say("      " + speak("diff/here", language, handling=point.handling), "dim")
