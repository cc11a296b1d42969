"""Completion of the input line: the words that lead to a command or a legal move."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from tikal.cli.interactive.parse import COMMANDS, read_moves, read_order
from tikal.editions import switches
from tikal.engine import legal_moves, replay
from tikal.errors import InvalidNotation
from tikal.grid import CELLS
from tikal.law.registry import clauses, differences, rulings
from tikal.moves import MOVES, Move, verb_of
from tikal.rules.actions import price
from tikal.state import State

_FIGURES: Final = ("L", "W")


class Word(NamedTuple):
    """A word that may come next, and a remark about it."""

    text: str
    note: str = ""


def words_after(state: State, line: str) -> list[Word]:
    """The words that the last word of a line, which may be empty, can become."""
    typed = line.lstrip()
    order = read_order(typed)
    if order and " " in typed:
        return _after_command(state, order.command, typed.partition(" ")[2].lstrip())
    earlier, semicolon, last = typed.rpartition(";")
    if semicolon:
        later = _after(state, earlier)
        return _words_of(legal_moves(later), last.lstrip(), later) if later else []
    found = _words_of(legal_moves(state), typed, state)
    if " " not in typed:
        if state.to_move is None:  # the tile or the treasure alone will do
            found += _fitting((Word(str(m).split(" ")[1]) for m in legal_moves(state)), typed)
        found += _fitting(map(Word, COMMANDS), typed)
    return found


def _after(state: State, text: str) -> State | None:
    """The position after some moves; None if they cannot be made."""
    try:
        found = replay(state, read_moves(text, state))
    except InvalidNotation:
        return None
    return None if found.refusal else found.state


def _words_of(moves: Iterable[Move], typed: str, state: State) -> list[Word]:
    """The next words of the moves that begin as a text does."""
    *before, incomplete = typed.split(" ")
    begun = [word.lower() for word in before if word]
    found: dict[str, str] = {}
    for move in moves:
        words = str(move).split(" ")
        if [word.lower() for word in words[: len(begun)]] == begun and len(words) > len(begun):
            is_whole = len(words) == len(begun) + 1
            found.setdefault(words[len(begun)], _note(price(state, move)) if is_whole else "")
    return _fitting((Word(*pair) for pair in found.items()), incomplete)


def _note(cost: int) -> str:
    return f"{cost} AP" if cost else ""


def _fitting(words: Iterable[Word], incomplete: str) -> list[Word]:
    return [word for word in words if word.text.lower().startswith(incomplete.lower())]


# --- what follows a command --------------------------------------------------------------------


def _after_command(state: State, command: str, rest: str) -> list[Word]:
    *before, incomplete = rest.split(" ")
    if command == "why":
        return _of_any_move(state, rest)
    if before:
        return []
    if command == "look":
        return _fitting(map(Word, CELLS), incomplete)
    if command == "moves":
        verbs = dict.fromkeys(str(move).split(" ")[0] for move in legal_moves(state))
        return _fitting(map(Word, verbs), incomplete)
    if command == "explain":
        return _fitting(_entries(), incomplete)
    return []


def _of_any_move(state: State, typed: str) -> list[Word]:
    """Words of legal moves first, then others: one asks why about illegal ones."""
    *before, incomplete = typed.split(" ")
    found = _words_of(legal_moves(state), typed, state)
    if not before:
        others: Iterable[str] = map(verb_of, MOVES)
    elif "-" in incomplete:
        others = (f"{incomplete.partition('-')[0]}-{cell}" for cell in CELLS)
    else:
        others = (*_FIGURES, *CELLS)
    known = {word.text for word in found}
    return found + [
        word for word in _fitting(map(Word, others), incomplete) if word.text not in known
    ]


@lru_cache(maxsize=1)
def _entries() -> tuple[Word, ...]:
    """All entries for `explain`, with their titles."""
    return (
        *(Word(entry.id, entry.title) for entry in clauses()),
        *(Word(entry.id) for entry in rulings()),
        *(Word(entry.id) for entry in differences()),
        *(Word(switch.name) for switch in switches()),
    )
