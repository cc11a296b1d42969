"""Explanations at the table: why a move is refused, and what a clause says."""

from __future__ import annotations

from tikal.cli.interactive.messages import Voice
from tikal.cli.printing import say
from tikal.counsel.nearest import nearest_legal
from tikal.editions import EDITIONS, Edition, base_of, switch_named, switches
from tikal.engine import check
from tikal.errors import UnknownClause, Violation
from tikal.languages import labelled, title, word
from tikal.law.registry import clause, difference, ruling
from tikal.moves import Move
from tikal.rules.actions import price
from tikal.state import State


def refuse(voice: Voice, state: State, move: Move, violations: tuple[Violation, ...]) -> None:
    """Say which clauses forbid a move, and what is legal instead."""
    voice.tell("refused", "red", move=move)
    for violation in violations:
        voice.say(f"{violation.clause}  {violation.text(voice.language)}", indent="    ")
    near = nearest_legal(state, move)
    if near:
        voice.list(near, voice.words("instead", moves=""))


def why(voice: Voice, state: State, move: Move) -> None:
    """Print the verdict on a move, the reasons and what could be done instead."""
    violations = check(state, move)
    if not violations:
        cost = price(state, move)
        voice.tell("legal-price" if cost else "legal", "green", move=move, ap=cost)
        return
    refuse(voice, state, move, violations)
    for id_ in dict.fromkeys(violation.clause for violation in violations):
        _explain_clause(voice, id_, state.edition)


def explain(voice: Voice, name: str, edition: Edition) -> bool:
    """Say what a clause, a ruling, a difference or a switch says; False if it is none of them."""
    id_ = name.upper()
    try:
        if name.lower() in {switch.name for switch in switches()}:
            _explain_switch(voice, name.lower(), edition)
        elif id_.startswith("Q-"):
            _explain_ruling(voice, id_)
        elif id_.startswith("DIFF-"):
            _explain_difference(voice, id_)
        else:
            _explain_clause(voice, id_, edition)
    except UnknownClause:
        return False
    return True


def _explain_clause(voice: Voice, id_: str, edition: Edition) -> None:
    entry = clause(id_).in_language(voice.language)
    voice.tell("clause-title", "bold", clause=entry.id, title=entry.title)
    voice.say(entry.statement)
    book = base_of(edition).key
    stance = entry.editions.get(book)
    if stance:
        verdict = word("verdicts", stance.verdict, voice.language)
        if stance.headings:
            verdict = labelled(verdict, "; ".join(stance.headings), voice.language)
        note = f" ({stance.note})" if stance.note else ""
        printed = title(EDITIONS[book], voice.language)
        voice.tell("book", "dim", book=printed, verdict=verdict + note)
    if entry.rulings:
        voice.list(entry.rulings, voice.words("rulings", rulings=""), "dim")


def _explain_ruling(voice: Voice, id_: str) -> None:
    found = ruling(id_).in_language(voice.language)
    voice.tell("ruling", ruling=found.id, question=found.question, answer=found.answer)


def _explain_difference(voice: Voice, id_: str) -> None:
    found = difference(id_).in_language(voice.language)
    voice.say(f"{found.id} {found.point}", "bold")
    for key, words in found.editions.items():
        voice.say(labelled(title(EDITIONS[key], voice.language), words, voice.language))


def _explain_switch(voice: Voice, name: str, edition: Edition) -> None:
    switch = switch_named(name)
    say(f"  {switch.name}", "bold")
    for value, meaning in switch.in_language(voice.language).values.items():
        voice.say(labelled(switch.text(value), meaning, voice.language))
    played = switch.text(getattr(edition, switch.name))
    voice.say(labelled(title(edition, voice.language), played, voice.language), "dim")
