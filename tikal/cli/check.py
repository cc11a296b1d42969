"""Command `check`: a game, a position, a move."""

from __future__ import annotations

import sys

import click

import tikal as library
from tikal._support.exit_codes import ExitCode
from tikal.cli.game_argument import game_argument, name_of, read
from tikal.cli.language_option import asked_language, language_option
from tikal.cli.printing import (
    format_option,
    moment,
    other_player,
    print_json,
    print_near,
    print_opinion,
    print_violations,
    reporting_errors,
    say,
    scores_text,
    speak,
)
from tikal.engine import Refusal
from tikal.languages import joined, labelled, refused_move, sentence, title
from tikal.moves import Move
from tikal.notation.documents import claim_to_json, violation_to_json
from tikal.notation.loading import LoadedGame


@click.command()
@game_argument
@click.option("--move", metavar="MOVE", help="Also check this move, or several with ; between.")
@click.option("--seat", type=int, help="The seat that would make the MOVE.")
@click.option(
    "--why",
    is_flag=True,
    help="Give an opinion on the refused move, as explain does, or on a legal MOVE.",
)
@format_option
@language_option
@reporting_errors
def check(
    game: str, move: str | None, seat: int | None, why: bool, as_json: bool, language: str
) -> None:
    """Check every move of GAME.

    All are legal, or the first refusal is explained with its clauses, the nearest legal moves and
    the likeliest repairs of the record. Points that the record claims are compared with the game.
    With --why also what the refusal rests on, what would make the move legal, and whether another
    edition or another reading of one point would allow it.
    Exit code 0 if every move is legal, 1 if one is refused or points are claimed wrongly, 2 if GAME
    cannot be read.

    With --move the question is whether a MOVE is legal at the end of GAME, which may be a position:

    \b
      tikal check 'a2=7 1L2 2W3' --move 'guard a2 L'
    """  # noqa: D301 - click reads the backspace as "keep these lines"
    if seat is not None and move is None:
        raise click.UsageError("--seat says by whom --move would be made")
    found = read(game, language)
    recorded = len(found.steps)
    asked: tuple[Move, ...] = ()
    if move is not None:
        moves = library.parse_moves(move)
        asked = () if found.refusal else moves
        found = found.then(moves, seat)
    state = found.last
    about = {"name": name_of(game, language), "title": title(state.edition, language)}
    refusal = found.refusal
    near = library.nearest_legal(state, refusal.move) if refusal else ()
    repairs = library.repairs(found.record) if refusal and found.record else ()
    claims = found.wrong_claims
    is_asked = why and (refusal is not None or len(found.steps) > recorded)
    opinion = _opinion(found, seat) if is_asked else None
    if as_json:
        print_json(
            {
                "game": name_of(game),
                "edition": state.edition.key,
                "legal": refusal is None,
                "moves": len(found.steps),
                "phase": state.phase,
                "scores": state.scores,
                "winners": list(state.winners),
                "wrong_claims": [claim_to_json(claim) for claim in claims],
                **({"opinion": opinion.to_json()} if opinion and opinion.legal else {}),
                "refusal": refusal
                and {
                    "number": refusal.index + 1,
                    "place": found.place(refusal.index),
                    "move": str(refusal.move),
                    "violations": [
                        violation_to_json(v, asked_language()) for v in refusal.violations
                    ],
                    "nearest_legal": [str(move) for move in near],
                    "repairs": [repair.to_json() for repair in repairs],
                    **({"opinion": opinion.to_json()} if opinion else {}),
                },
            }
        )
    elif refusal is None:
        _print_legal(found, about, asked, opinion, language)
    else:
        is_the_question = len(asked) == 1 and refusal.index == recorded
        refused = _refused(found, refusal, is_the_question, language)
        say(labelled(about["name"], refused, language), "bold red")
        say("  " + joined((moment(state, found.record, language), about["title"]), language))
        if opinion:
            print_opinion(opinion, found.record, has_headline=False, language=language)
        else:
            print_violations(refusal.violations, found.record, language)
        other = other_player(state, refusal.violations, found.record, language)
        print_near(near, other, language)
        for repair in repairs:
            facts = {"repair": repair.text(language)}
            say("  " + sentence("records", "suggestion", facts, language))
        if not opinion:
            command = f"tikal explain {refusal.violations[0].clause}"
            say("  " + speak("more", language, command=command), "dim")
    for claim in claims if not as_json else ():
        say(f"  {claim.text(language)}", "red")
    if refusal or claims:
        sys.exit(ExitCode.RULE_BROKEN)


def _print_legal(
    found: LoadedGame,
    about: dict[str, str],
    asked: tuple[Move, ...],
    opinion: library.Opinion | None,
    language: str,
) -> None:
    made, state = len(found.steps), found.last
    key = {0: "all-legal/none", 1: "all-legal/one"}.get(made, "all-legal")
    if len(asked) == 1:
        say(speak("all-legal/asked", language, **about, move=asked[0]), "green")
    else:
        say(speak(key, language, **about, moves=made), "green")
    now = moment(state, found.record, language), scores_text(state, found.record, language)
    say("  " + joined(now, language))
    if opinion:
        print_opinion(opinion, found.record, has_headline=False, language=language)


def _refused(found: LoadedGame, refusal: Refusal, is_the_question: bool, language: str) -> str:
    """The sentence about a refused move; the only one that was asked about has no number."""
    if is_the_question:
        return speak("refused/asked", language, move=refusal.move)
    line, column = found.place(refusal.index) or (None, None)
    return refused_move(refusal.move, refusal.index + 1, line, column, language)


def _opinion(game: LoadedGame, seat: int | None) -> library.Opinion:
    from tikal.counsel.game_opinions import (
        opinion_on_latest,  # imported here: few commands need it
    )

    return opinion_on_latest(game, seat)
