"""Moves, hexes and ways in the words of a player."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from attrs import asdict

from tikal.engine import Step
from tikal.grid import SIDES, cell_of
from tikal.languages import joined, labelled, sentence
from tikal.moves import EndTurn, Exchange, Move, verb_of
from tikal.pictures.text import describe_figures, player_name
from tikal.rules.queries import strengths
from tikal.state import Hex, State

_say: Final = partial(sentence, "page")

# --- moves -------------------------------------------------------------------------------------


def made_text(before: State, step: Step, names: Sequence[str], language: str) -> str:
    """A sentence about a move that was made."""
    verb, seat = verb_of(step.move), step.seat or 0
    facts = _facts(step.move, names, language)
    facts["player"] = player_name(seat, names, language)
    if isinstance(step.move, EndTurn) and before.scoring:
        verb, facts["points"] = "score", step.state.scores[seat] - before.scores[seat]
    return _say(f"made/{verb}", facts, language)


def move_phrase(move: Move, names: Sequence[str], language: str, seat: int | None = None) -> str:
    """A move as what one could do: `walk a worker from a1 to b2`; with the player of a seat."""
    phrase = _say(f"do/{verb_of(move)}", _facts(move, names, language), language)
    return labelled(player_name(seat, names, language), phrase, language) if seat else phrase


def _facts(move: Move, names: Sequence[str], language: str) -> dict[str, object]:
    facts = asdict(move)
    if isinstance(move, Exchange):
        facts["other"] = player_name(move.seat, names, language)
    return facts


# --- hexes -------------------------------------------------------------------------------------


def hex_text(state: State, cell: str, there: Hex, names: Sequence[str], language: str) -> str:
    """The contents of a cell, grouped by player: `b3: jungle; Ana: camp, leader`."""
    if there.kind is None:
        return sentence("board", "cell/unexplored", {"cell": cell}, language)
    facts = {"terrain": there.kind, "value": there.value, "tokens": there.tokens}
    key = {"temple": "cell/temple", "treasure": "cell/treasure"}.get(there.kind, "cell/terrain")
    parts = [sentence("board", key, facts, language)]
    power = strengths(state, cell_of(cell)) if there.value else []
    for seat in state.scores:
        if has := _has(there, seat, language):
            if power and power[seat - 1]:
                has.append(_say("hex/strength", {"strength": power[seat - 1]}, language))
            parts.append(labelled(player_name(seat, names, language), ", ".join(has), language))
    return labelled(cell, joined(parts, language), language)


def _has(there: Hex, seat: int, language: str) -> list[str]:
    """The things of a seat on a hex."""
    found = []
    if there.camp == seat:
        found.append(_say("hex/camp", {}, language))
    if there.guard and there.guard[0] == seat:
        found.append(_say("hex/guard", {"figure": there.guard[1]}, language))
    figures = there.figures.get(seat, (0, 0))
    if any(figures):
        found.append(describe_figures(*figures, language))
    return found


def stones_text(stones: Sequence[int], language: str) -> str:
    """The stones of a hex by side, for ears: `stones: 1 north, 2 south`."""
    sides = [
        _say(f"hex/{side}", {"stones": number}, language)
        for side, number in zip(SIDES, stones, strict=True)
        if number
    ]
    return _say("hex/stones" if sides else "hex/no-stones", {"stones": ", ".join(sides)}, language)
