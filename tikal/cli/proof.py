"""The proof of a verdict, for `tikal explain GAME --proof`."""

from __future__ import annotations

import sys

import tikal as library
from tikal._support.exit_codes import ExitCode
from tikal.cli.printing import (
    fail,
    moment,
    names_in,
    print_json,
    say,
    speak,
)
from tikal.errors import Violation
from tikal.moves import Move
from tikal.notation.records import Record
from tikal.state import State


def print_proof(
    state: State,
    move: Move,
    seat: int | None,
    record: Record | None,
    as_json: bool,
    language: str,
) -> None:
    """Print the tree of rules behind every refusal of a move, or behind its permission."""
    try:
        from tikal.formal import changes, proofs
    except ModuleNotFoundError as error:
        fail(str(error))
    from tikal.formal.render import change_lines, lines, step_to_json, to_json

    violations = library.check(state, move, seat)
    found = proofs(state, move, seat)
    changed = () if violations else changes(state, move)
    if as_json:
        print_json(
            {
                "move": str(move),
                "seat": seat,
                "legal": not violations,
                "proofs": [to_json(proof, language) for proof in found],
                "changes": [step_to_json(change) for change in changed],
            }
        )
    else:
        say(moment(state, record, language), "dim")
        for proof in found:
            say()
            say(*_headline(proof.clause, move, violations, record, language))
            for depth, step, place in lines(proof, language):
                say(f"  {'  ' * depth}{step}" + (f"   {place}" if place else ""))
        if changed:
            say()
            say(speak("proof/changes", language, move=move), "bold")
        for depth, step, place in change_lines(changed, language):
            say(f"  {'  ' * depth}{step}" + (f"   {place}" if place else ""))
    if violations:
        sys.exit(ExitCode.RULE_BROKEN)


def _headline(
    clause: str,
    move: Move,
    violations: tuple[Violation, ...],
    record: Record | None,
    language: str,
) -> tuple[str, str]:
    """The sentence of the engine that the tree explains."""
    if not clause:
        return speak("proof/legal", language, move=move), "bold green"
    spoken = [v.text(language, names_in(record)) for v in violations if v.clause == clause]
    return f"{clause}  {'; '.join(spoken)}", "bold red"
