"""Explanations at the table: why a move is refused, and what a clause says."""

from __future__ import annotations

from tikal.cli.interactive.messages import Messages
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


def refuse(messages: Messages, state: State, move: Move, violations: tuple[Violation, ...]) -> None:
    """Say which clauses forbid a move, and what is legal instead."""
    messages.tell("refused", "red", move=move)
    for violation in violations:
        messages.say(
            f"{violation.clause}  {violation.text(messages.language, messages.names)}",
            indent="    ",
        )
    near = nearest_legal(state, move)
    if near:
        messages.list(near, messages.words("instead", moves=""))


def why(messages: Messages, state: State, move: Move) -> None:
    """Print the verdict on a move, the reasons and what could be done instead."""
    violations = check(state, move)
    if not violations:
        cost = price(state, move)
        messages.tell("legal-price" if cost else "legal", "green", move=move, ap=cost)
        return
    refuse(messages, state, move, violations)
    for id_ in dict.fromkeys(violation.clause for violation in violations):
        _explain_clause(messages, id_, state.edition)


def explain(messages: Messages, name: str, edition: Edition) -> bool:
    """Print a clause, a ruling, a difference or a switch; False if the name is none of them."""
    id_ = name.upper()
    try:
        if name.lower() in {switch.name for switch in switches()}:
            _explain_switch(messages, name.lower(), edition)
        elif id_.startswith("Q-"):
            _explain_ruling(messages, id_)
        elif id_.startswith("DIFF-"):
            _explain_difference(messages, id_)
        else:
            _explain_clause(messages, id_, edition)
    except UnknownClause:
        return False
    return True


def _explain_clause(messages: Messages, id_: str, edition: Edition) -> None:
    entry = clause(id_).in_language(messages.language)
    messages.tell("clause-title", "bold", clause=entry.id, title=entry.title)
    messages.say(entry.statement)
    book = base_of(edition).key
    stance = entry.editions.get(book)
    if stance:
        verdict = word("verdicts", stance.verdict, messages.language)
        if stance.headings:
            verdict = labelled(verdict, "; ".join(stance.headings), messages.language)
        note = f" ({stance.note})" if stance.note else ""
        printed = title(EDITIONS[book], messages.language)
        messages.tell("book", "dim", book=printed, verdict=verdict + note)
    if entry.rulings:
        messages.list(entry.rulings, messages.words("rulings", rulings=""), "dim")


def _explain_ruling(messages: Messages, id_: str) -> None:
    found = ruling(id_).in_language(messages.language)
    messages.tell("ruling", ruling=found.id, question=found.question, answer=found.answer)


def _explain_difference(messages: Messages, id_: str) -> None:
    found = difference(id_).in_language(messages.language)
    messages.say(f"{found.id} {found.point}", "bold")
    for key, words in found.editions.items():
        messages.say(labelled(title(EDITIONS[key], messages.language), words, messages.language))


def _explain_switch(messages: Messages, name: str, edition: Edition) -> None:
    switch = switch_named(name)
    say(f"  {switch.name}", "bold")
    for value, meaning in switch.in_language(messages.language).values.items():
        messages.say(labelled(switch.text(value), meaning, messages.language))
    played = switch.text(getattr(edition, switch.name))
    messages.say(labelled(title(edition, messages.language), played, messages.language), "dim")
