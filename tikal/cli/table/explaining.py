"""Explanations at the table: why a move is refused, and what a clause says."""

from __future__ import annotations

from tikal.clauses import clause, difference, ruling
from tikal.cli.output import say
from tikal.cli.table.completion import price_text
from tikal.cli.table.voice import Voice
from tikal.editions import EDITIONS, Edition, base_of, switch_named, switches
from tikal.engine import check
from tikal.errors import UnknownClause, Violation
from tikal.moves import Move
from tikal.nearest import nearest_legal
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
    """Say all there is to say about a move that somebody thinks of making."""
    violations = check(state, move)
    if not violations:
        cost = price_text(state, move).removesuffix(" AP")
        voice.tell("legal-price" if cost else "legal", "green", move=move, ap=cost)
        return
    refuse(voice, state, move, violations)
    for id_ in dict.fromkeys(violation.clause for violation in violations):
        _explain_clause(voice, id_, state.edition)


def explain(voice: Voice, word: str, edition: Edition) -> bool:
    """Say what a clause, a ruling, a difference or a switch says; False if it is none of them."""
    id_ = word.upper()
    try:
        if word.lower() in {switch.name for switch in switches()}:
            _explain_switch(voice, word.lower(), edition)
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
    entry = clause(id_)
    voice.tell("clause-title", "bold", clause=entry.id, title=entry.title)
    voice.say(entry.statement)
    book = base_of(edition).key
    stance = entry.editions.get(book)
    if stance:
        headings = f": {'; '.join(stance.headings)}" if stance.headings else ""
        note = f" ({stance.note})" if stance.note else ""
        verdict = f"{stance.verdict}{headings}{note}"
        voice.tell("book", "dim", book=EDITIONS[book].title, verdict=verdict)
    if entry.rulings:
        voice.list(entry.rulings, voice.words("rulings", rulings=""), "dim")


def _explain_ruling(voice: Voice, id_: str) -> None:
    found = ruling(id_)
    voice.tell("ruling", ruling=found.id, question=found.question, answer=found.answer)


def _explain_difference(voice: Voice, id_: str) -> None:
    found = difference(id_)
    voice.say(f"{found.id} {found.point}", "bold")
    for key, words in found.editions.items():
        voice.say(f"{EDITIONS[key].title}: {words}")


def _explain_switch(voice: Voice, name: str, edition: Edition) -> None:
    switch = switch_named(name)
    say(f"  {switch.name}", "bold")
    for value, meaning in switch.values.items():
        voice.say(f"{switch.text(value)}: {meaning}")
    voice.say(f"{edition.title}: {switch.text(getattr(edition, switch.name))}", "dim")
