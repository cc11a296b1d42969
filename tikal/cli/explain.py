"""Command `explain`: a clause, a ruling, a switch, or a move of a game."""

from __future__ import annotations

import os
import re
import sys
from typing import NoReturn

import click
from attrs import asdict

import tikal as library
from tikal._support.exit_codes import ExitCode
from tikal.asking.lexicon import languages
from tikal.asking.questions import entry_named
from tikal.cli.ask import print_answers
from tikal.cli.entry import print_clause, print_difference, print_ruling, print_switch
from tikal.cli.game_argument import (
    is_position,
    name_of,
    read,
    state_of,
)
from tikal.cli.language_option import asked_language, language_option
from tikal.cli.printing import (
    fail,
    format_option,
    moment,
    other_player,
    print_json,
    print_near,
    print_opinion,
    reporting_errors,
    say,
    speak,
)
from tikal.cli.proof import print_proof
from tikal.counsel.game_opinions import opinion_on_move
from tikal.editions import (
    EDITIONS,
    switch_named,
    switches,
)
from tikal.languages import sentence
from tikal.law.entries import Clause, Difference, Ruling
from tikal.law.registry import difference

_ID = re.compile(r"[A-Za-z][A-Za-z0-9]*-\d+")


@click.command()
@click.argument("subject", metavar="CLAUSE|RULING|SWITCH|GAME")
@click.option("--at", type=int, metavar="N", help="Explain move number N of GAME.")
@click.option("--edition", type=click.Choice(list(EDITIONS)), help="A clause: this edition only.")
@click.option("--move", metavar="MOVE", help="With --proof: a MOVE at the end of GAME.")
@click.option("--seat", type=int, help="The seat that would make the MOVE.")
@click.option(
    "--proof",
    is_flag=True,
    help="The tree of formal rules behind the verdict on a move; needs clingo (the extra formal).",
)
@click.option("--full", is_flag=True, help="A clause: also its code and its formal rules.")
@format_option
@language_option
@reporting_errors
def explain(
    subject: str,
    at: int | None,
    edition: str | None,
    move: str | None,
    seat: int | None,
    proof: bool,
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

    With --proof why the formal specification forbids or allows it: the rules that lead there, each
    with its clauses, and for each condition that does not hold why. The move is that of a game, or
    a MOVE at the end of GAME, which may be a position:

    \b
      tikal explain 'a2=7 1L2 2W3' --move 'guard a2 L' --proof

    A switch: what a table may decide by it, and how each edition has it. An edition with house
    rules is written `rio-grande-1999 second_dig=different`.

    Any other word, such as guard, is answered as `tikal ask` answers it.
    """  # noqa: D301 - click reads the backspace as "keep these lines"
    is_file = subject == "-" or os.path.exists(subject)  # noqa: PTH110 - never raises
    entry = None if is_file else entry_named(subject)  # Q37 looks like a cell, too
    is_file = is_file or (entry is None and is_position(subject))
    is_switch = not is_file and subject.lower() in {switch.name for switch in switches()}
    if (edition or full) and not isinstance(entry, Clause):
        raise click.UsageError("--edition and --full belong to a clause")
    _refuse_parts_of_a_proof(is_file, proof, move, seat)
    if is_file:
        explained = _prove if proof else _explain_move
        explained(subject, at, move, seat, as_json, language)
        return
    if at is not None:
        raise click.UsageError("--at belongs to a game, not to a clause, a ruling or a switch")
    if is_switch:
        print_switch(switch_named(subject.lower()), as_json, language)
        return
    match entry:
        case Clause() as clause:
            print_clause(clause, edition, full, as_json, language)
        case Ruling() as ruling:
            print_ruling(ruling, as_json, language)
        case Difference() as point:
            print_difference(point, as_json, language)
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


def _refuse_parts_of_a_proof(
    is_file: bool, proof: bool, move: str | None, seat: int | None
) -> None:
    if (move or seat is not None) and not proof:
        raise click.UsageError(
            "--move and --seat go with --proof; `tikal check GAME --move MOVE --why` gives an "
            "opinion"
        )
    if proof and not is_file:
        raise click.UsageError("--proof belongs to a move of a game or a position")


def _prove(
    path: str, at: int | None, move: str | None, seat: int | None, as_json: bool, language: str
) -> None:
    if (at is None) == (move is None):
        raise click.UsageError("--proof needs either --at N or --move MOVE")
    game = read(path, language)
    if at is not None:
        state = state_of(path, game, at - 1)
        if game.record is None or not 1 <= at <= game.moves:
            fail(f"{name_of(path)}: there is no move number {at} to explain")
        wanted = game.steps[at - 1].move if at <= len(game.steps) else None
        wanted = wanted or (game.refusal.move if game.refusal else None)
    else:
        state, wanted = game.last, library.parse_move(move or "")
    assert wanted is not None, "the record has a move of this number"
    print_proof(state, wanted, seat, game.record, as_json, language)


def _explain_move(
    path: str, at: int | None, _move: str | None, _seat: int | None, as_json: bool, language: str
) -> None:
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
        now = moment(state, game.record, language)
        say(speak("move/moment", language, number=number, moment=now), "dim")
        print_opinion(found, game.record, language=language)
        print_near(near, other_player(state, found.violations, game.record, language), language)
    if not found.legal:
        sys.exit(ExitCode.RULE_BROKEN)
