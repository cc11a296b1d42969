"""Command `clauses`: list them."""

from __future__ import annotations

import click
from attrs import asdict

import tikal as library
from tikal.asking.questions import related_to
from tikal.cli.entry import text_of
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
)
from tikal.languages import word
from tikal.law.entries import CLAUSE_KINDS
from tikal.law.registry import chapters


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
        print_json([{**asdict(clause), **text_of(clause)} for clause in found])
        return
    titles, shown = chapters(language), ""
    for clause in found:
        if clause.chapter != shown and not words:
            shown = clause.chapter
            say(f"\n{titles[shown]}", "bold")
        kind_name = word("kinds", clause.kind, language)
        say(f"  {clause.id:<12} {clause.in_language(language).title} ({kind_name})")
    say("\n" + speak("clauses-found", language, clauses=len(found)), "dim")
