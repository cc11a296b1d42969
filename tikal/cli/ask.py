"""The command that answers questions in ordinary words."""

from __future__ import annotations

from textwrap import fill
from typing import Final

import click
from attrs import asdict

from tikal.asking.lexicon import language_of_question, languages
from tikal.asking.questions import Answer, ask
from tikal.cli.game_argument import edition_named, editions_like
from tikal.cli.printing import console, format_option, print_json, reporting_errors, say
from tikal.editions import Edition
from tikal.languages import language_data, language_of, listed, sentence


def _edition_or_none(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> Edition | None:
    return None if value is None else edition_named(context, parameter, value)


_NAMES: Final = listed(language_data(code).english for code in languages())


@click.command("ask", epilog=f"Questions are understood in {_NAMES}.")
@click.argument("question", nargs=-1, required=True, metavar="WORDS...")
@click.option(
    "--edition",
    callback=_edition_or_none,
    shell_complete=editions_like,
    metavar="EDITION",
    help="What this edition says, perhaps with house rules; without it, all printed editions.",
)
@click.option(
    "--lang",
    "language",
    type=click.Choice(languages()),
    help="The language of the question and its answers; without it the words decide.",
)
@click.option(
    "--limit",
    type=click.IntRange(1, 50),
    default=3,
    show_default=True,
    help="How many answers to show at most.",
)
@format_option
@reporting_errors
def ask_command(
    question: tuple[str, ...],
    edition: Edition | None,
    language: str | None,
    limit: int,
    as_json: bool,
) -> None:
    """Answer a question in ordinary words: `tikal ask can I place a third camp`.

    The answers are clauses, rulings and differences between the editions, the best first.
    """
    text = " ".join(question)
    answers = ask(text, edition, language, limit)
    spoken = language_of(language) if language else language_of_question(text)
    if as_json:
        print_json(
            {
                "question": text,
                "language": spoken,
                "edition": edition.key if edition else None,
                "answers": [asdict(answer) for answer in answers],
            }
        )
        return
    if not answers:
        say(sentence("questions", "nothing", {}, spoken))
        say(sentence("questions", "hint", {}, spoken), "dim")
    print_answers(answers, spoken)


def print_answers(answers: tuple[Answer, ...], language: str) -> None:
    """Print answers one below the other, each with its verdict and where to read more."""
    for number, answer in enumerate(answers):
        if number:
            say()
        console.print(f"[bold]{answer.id}[/] ", end="")
        say(_wrapped(answer.title, hanging=len(answer.id) + 1), "bold")
        say(_wrapped(answer.text))
        say(_wrapped(answer.verdict), "italic")
        command = f"tikal explain {answer.id}"
        say("  " + sentence("questions", "more", {"command": command}, language), "dim")


def _wrapped(text: str, hanging: int = 0) -> str:
    """A text that fits the terminal, indented; after an id that already stands on the line."""
    width = max(console.width, 40)
    if not hanging:
        return fill(text, width, initial_indent="  ", subsequent_indent="  ")
    return fill(text, width, initial_indent=" " * hanging, subsequent_indent="  ")[hanging:]
