"""Pictures of the witnesses: positions in which one clause alone is broken, and legal twins."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final, TypeAlias

import tikal
from docs._pages.markdown import Pages, figure, section
from tikal.errors import InvalidArgument
from tikal.svg import board_svg
from tools.witness_cases import edition_of, state_of
from tools.witnesses import stored

# A case as `json` reads it; a schema in spec/schemas says what is in it.
Case: TypeAlias = dict[str, Any]

_LAYERS: Final = {
    "new_game": "A game that cannot begin",
    "precondition": "A position that breaks it",
    "sequence": "Broken by the moment",
    "turn": "Broken by the seat",
}


@cache
def _cases() -> tuple[Case, ...]:
    return tuple(stored())


def _picture_name(case: Case) -> str:
    return f"{case['id'].replace('/', '-')}.svg"


def pictures() -> Pages:
    """A picture of every case that is about a move."""
    return {
        f"clauses/pictures/{_picture_name(case)}": _picture(case)
        for case in _cases()
        if "move" in case
    }


def _violations(case: Case) -> tuple[tikal.Violation, ...]:
    return tikal.check(state_of(case), tikal.parse_move(case["move"]), case.get("seat"))


def _picture(case: Case) -> str:
    move = tikal.parse_move(case["move"])
    return board_svg(state_of(case), move=move, violations=_violations(case))


def sections(clause: str) -> Iterator[str]:
    """For every layer of a clause a section with a witness and its twin."""
    for layer, title in _LAYERS.items():
        found = [c for c in _cases() if (c["clause"], c["layer"]) == (clause, layer)]
        yield section(title, *map(_shown, found))


def _shown(case: Case) -> str:
    if "new_game" in case:
        return f"{case['description']}\n{_answer(case)}"
    told = case["description"]
    reasons = _violations(case)
    if reasons:
        alt = f"A position that breaks {case['clause']}"
        told += "".join(f"\nThe engine says: {reason.message}." for reason in reasons)
    else:
        alt = f"A legal twin of the witness of {case['clause']}"
        told = told[told.index("Asked:") :]
    return figure(f"pictures/{_picture_name(case)}", alt, told)


def _answer(case: Case) -> str:
    """What `new_game` says to a start that is not allowed."""
    try:
        tikal.new_game(
            case["players"],
            edition_of(case),
            case["auction"],
            case["new_game"]["start"],
        )
    except InvalidArgument as error:
        return f"`tikal.new_game` says: {error}."
    return ""
