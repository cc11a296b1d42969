"""Parser of typed lines: moves in any case, or a command."""

from __future__ import annotations

from typing import Final, NamedTuple

from tikal.moves import DrawTile, Move, RevealTreasure, TakeTile, parse_move, verb_of
from tikal.notation.records import parse_moves
from tikal.state import State

#: The commands, each with its argument.
COMMANDS: Final = {
    "help": "",
    "moves": "[WORD]",
    "board": "",
    "look": "CELL",
    "score": "",
    "why": "MOVE",
    "explain": "CLAUSE",
    "undo": "",
    "redo": "",
    "save": "[FILE]",
    "quit": "",
}
_OTHER_NAMES: Final = {"legal": "moves", "exit": "quit", "?": "help"}
_WITH_TILES: Final = {verb_of(DrawTile), verb_of(TakeTile)}


class Order(NamedTuple):
    """A command of the table and what follows it."""

    command: str
    rest: str


def read_order(line: str) -> Order | None:
    """The command that a line begins with; None if it is a move or nothing known."""
    word, _, rest = line.strip().partition(" ")
    command = _OTHER_NAMES.get(word.lower(), word.lower())
    return Order(command, rest.strip()) if command in COMMANDS else None


def read_moves(line: str, state: State) -> tuple[Move, ...]:
    """The moves of a line, separated by `;`; `InvalidNotation` if one cannot be read.

    Where chance decides, the tile or the kind of treasure alone will do.
    """
    drawn = _drawn(line.strip(), state)
    if drawn:
        return (drawn,)
    return parse_moves("; ".join(map(in_usual_case, line.split(";"))))


def in_usual_case(text: str) -> str:
    """A move as records write it: verbs and cells in small letters, tiles and figures in large."""
    verb, *rest = text.split() or [""]
    large = verb.lower() in _WITH_TILES
    return " ".join([verb.lower(), *(_word(part, large) for part in rest)])


def _word(part: str, large: bool) -> str:
    return part.upper() if large or part.upper() in ("L", "W") else part.lower()


def _drawn(text: str, state: State) -> Move | None:
    if state.to_move is not None:
        return None
    if state.phase == "draw" and text.upper() in state.remaining:
        return DrawTile(text.upper())
    if state.phase == "reveal" and text.isascii() and text.isdigit() and len(text) < 3:
        return RevealTreasure(int(text))
    return None


def read_move(text: str, state: State) -> Move:
    """The one move of a text."""
    drawn = _drawn(text.strip(), state)
    return drawn or parse_move(in_usual_case(text))
