"""The command that answers questions in ordinary words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from shutil import get_terminal_size
from textwrap import fill
from typing import Final

import click
from attrs import asdict

from tikal.asking.answers import Answer
from tikal.asking.lexicon import language_of_question, languages
from tikal.asking.questions import ask, entry_named
from tikal.cli.game_argument import edition_named, editions_like
from tikal.cli.printing import console, format_option, print_json, reporting_errors, say
from tikal.editions import EDITIONS, Edition, edition_of
from tikal.languages import language_data, language_of, listed, sentence, short_title, title
from tikal.law.verdicts import verdict_on

#: The entries that a short answer names in addition to its own.
SEE_ALSO: Final = 2
#: Lines for the sentences of a short answer; a single one may be longer.
MAX_LINES_OF_SENTENCES: Final = 2
#: The space between two sentences.
_SENTENCE_END: Final = re.compile(r"(?<=[.!?]) (?=[A-ZÀ-Ý])")
#: The space that French has before a mark, at which no line may end.
_BEFORE_A_MARK: Final = re.compile(r" (?=[?!;:»](?: |$))")
_FIXED_SPACE: Final = "\N{NO-BREAK SPACE}"


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
    help="How many answers to show at most, with --all and in JSON.",
)
@click.option("--all", "in_full", is_flag=True, help="Show several answers, each with its text.")
@format_option
@reporting_errors
def ask_command(
    question: tuple[str, ...],
    edition: Edition | None,
    language: str | None,
    limit: int,
    in_full: bool,
    as_json: bool,
) -> None:
    """Answer a question in ordinary words: `tikal ask can I place a third camp`.

    The answer is yes or no if the question is known, a sentence, and where it is written. In
    French and Dutch it is that of the one edition in the language unless another is named.
    """
    text = " ".join(question)
    answers = ask(text, edition, language, limit if in_full or as_json else 1 + SEE_ALSO)
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
    elif in_full:
        print_answers(answers, spoken)
    else:
        for number, line in enumerate(short_answer(answers, spoken)):
            if number:
                say(_folded(line, "  ", "    "), "dim")
            else:
                say(_folded(line), "bold")


def short_answer(answers: tuple[Answer, ...], language: str) -> Iterator[str]:
    """The first answer in at most five parts, the last of which names the others."""
    answer, *others = answers
    if answer.verdict == "fact":
        yield _brief(answer.sentence)
        if answer.id.startswith("Q-"):  # what a ruling says presupposes its question
            yield _phrase("about", language, question=answer.title)
    else:
        yield _brief(answer.sentence, _phrase(answer.verdict, language))
        if answer.position:
            yield _phrase("read-as", language, position=answer.position, move=answer.move)
        else:
            yield _phrase("question", language, question=answer.question)
    if answer.verdict == "depends":
        yield from _by_edition(answer, ("yes", "no"), language)
    else:
        yield _reference(answer, language)
        if answer.edition and answer.verdict != "fact":
            opposite = "no" if answer.verdict == "yes" else "yes"
            yield from _by_edition(answer, (opposite,), language)
    if others:
        yield _see_also(others[:SEE_ALSO], language)


def _brief(text: str, word: str = "") -> str:
    """The yes or no and as many sentences as fit in two lines, but at least one."""
    first, *more = _SENTENCE_END.split(text)
    brief = f"{word} {first}".strip()
    for sentence_ in more:
        if len(brief) + 1 + len(sentence_) > MAX_LINES_OF_SENTENCES * _width():
            break
        brief += f" {sentence_}"
    return brief


def _see_also(others: Sequence[Answer], language: str) -> str:
    """The titles of other answers, as many as there is room for in a line, or else their ids."""
    named = [f"{each.id} {each.title}" for each in others]
    lines = [
        _phrase("see-also", language, entries=" · ".join(named[:count]))
        for count in range(1, 1 + len(named))
    ]
    ids = _phrase("see-also", language, entries=" · ".join(each.id for each in others))
    return max((line for line in lines if len(line) <= _width() - 2), key=len, default=ids)


def _by_edition(answer: Answer, words: tuple[str, ...], language: str) -> Iterator[str]:
    """A line for each answer, with the editions that give it."""
    for word in words:
        keys = [key for key, given in answer.by_edition.items() if given == word]
        if keys:
            titles = ", ".join(short_title(key, language) for key in keys)
            yield _phrase(f"{word}-in", language, editions=titles)


def _reference(answer: Answer, language: str) -> str:
    """Where the answer is written, in the edition asked about or in all."""
    text = answer.certainty
    is_same = len(answer.by_edition) == len(EDITIONS) and len(set(answer.by_edition.values())) == 1
    asked_about = edition_of(answer.edition) if answer.edition and not answer.assumed else None
    if asked_about is None and (entry := entry_named(answer.id)):
        edition = edition_of(answer.edition) if answer.edition else None
        text = verdict_on(entry, edition, language, meanings=False)  # the sentence has it already
    if answer.edition:
        headings = answer.references.get(edition_of(answer.edition).key.split(" ")[0], ())
        text = text.replace("; ".join(headings), headings[0]) if headings else text
        if headings and headings[0] not in text:
            text = _phrase("heading", language, reference=text, heading=headings[0])
        if answer.assumed:  # that of the only book in the language, which need not be named
            shown = short_title(answer.edition, language)
            text = text.replace(title(answer.edition, language), shown, 1)
            text = _phrase("assumed", language, reference=text)
    if is_same:
        text = _phrase("same-in-all", language, reference=text)
    return f"{text}   {answer.id}"


def _phrase(key: str, language: str, **facts: object) -> str:
    return sentence("questions", key, facts, language)


def print_answers(answers: tuple[Answer, ...], language: str) -> None:
    """Print answers one below the other, each with its verdict and where to read more."""
    for number, answer in enumerate(answers):
        if number:
            say()
        console.print(f"[bold]{answer.id}[/] ", end="")
        say(_wrapped(answer.title, hanging=len(answer.id) + 1), "bold")
        say(_wrapped(answer.text))
        say(_wrapped(answer.certainty), "italic")
        command = f"tikal explain {answer.id}"
        say("  " + sentence("questions", "more", {"command": command}, language), "dim")


def _width() -> int:
    """The columns of the terminal, but no fewer than can be read."""
    return max(get_terminal_size().columns, 40)


def _folded(text: str, first: str = "", following: str = "") -> str:
    """A part of a short answer that fits the terminal; a mark is on the line of its word."""
    folded = fill(
        _BEFORE_A_MARK.sub(_FIXED_SPACE, text),
        _width(),
        initial_indent=first,
        subsequent_indent=following,
        break_on_hyphens=False,
    )
    return folded.replace(_FIXED_SPACE, " ")


def _wrapped(text: str, hanging: int = 0) -> str:
    """A text that fits the terminal, indented; after an id that already stands on the line."""
    width = _width()
    if not hanging:
        return fill(text, width, initial_indent="  ", subsequent_indent="  ")
    return fill(text, width, initial_indent=" " * hanging, subsequent_indent="  ")[hanging:]
