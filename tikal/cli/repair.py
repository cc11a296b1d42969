"""The command that mends a record."""

from __future__ import annotations

import sys
from pathlib import Path

import click

import tikal as library
from tikal._support.atomic_write import write_atomic
from tikal._support.exit_codes import ExitCode
from tikal.cli.game_argument import game_argument, name_of, read
from tikal.cli.language_option import language_option
from tikal.cli.printing import (
    fail,
    format_option,
    print_json,
    reporting_errors,
    say,
    stoppable,
    writing,
)
from tikal.languages import labelled, refused_move, sentence


@click.command()
@game_argument
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the repaired record to this file; as JSON if its name ends in .json.",
)
@click.option(
    "--choose",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Which of the repairs to write.",
)
@format_option
@language_option
@reporting_errors
def repair(game: str, output: Path | None, choose: int, as_json: bool, language: str) -> None:
    """Repair the record GAME, in which a move is refused.

    Lists the smallest edits after which most of the rest is legal, the likeliest first, and writes
    the record with one of them made. Comments stay where they are. If the record is still refused
    further on, repair the repaired one.
    """
    found, name = read(game, language), name_of(game)
    if found.record is None:
        fail(f"{name} is a position, and has no moves to repair")
    repairs = library.repairs(found.record, max(5, choose))
    if output and repairs and choose > len(repairs):
        fail(f"{name}: there is no repair number {choose}, only {len(repairs)}")
    if as_json:
        number = found.refusal and found.refusal.index + 1
        shown = [each.to_json() for each in repairs]
        print_json({"game": name, "refused": number, "repairs": shown})
    elif found.refusal is None:
        say(
            sentence("records", "nothing-to-repair", {"game": name_of(game, language)}, language),
            "green",
        )
    else:
        line, column = found.place(found.refusal.index) or (None, None)
        number = found.refusal.index + 1
        refused = refused_move(found.refusal.move, number, line, column, language)
        say(labelled(name_of(game, language), refused, language), "bold red")
        for number, each in enumerate(repairs, start=1):
            say(f"  {number}. {each.text(language)}")
        if not repairs:
            say(f"  {sentence('records', 'no-repair', {}, language)}")
    if found.refusal and not repairs:
        sys.exit(ExitCode.RULE_BROKEN)
    if output and repairs:
        _write(output, repairs[choose - 1].record)
        if not as_json:
            say(sentence("records", "written", {"file": output, "number": choose}, language))


def _write(path: Path, record: library.Record) -> None:
    if path.suffix.lower() == ".json":
        from tikal.notation import documents

        text = documents.dumps(record, indent=2)
    else:
        text = library.dumps(record)
    with stoppable(), writing(path):
        write_atomic(path, text)
