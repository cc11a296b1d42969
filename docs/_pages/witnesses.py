"""Pictures of the witnesses: positions in which one clause alone is broken, and legal twins."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, Final, TypeAlias

import tikal
from docs._pages.markdown import Pages, figure, section
from tikal.clauses import specification
from tikal.errors import InvalidArgument
from tikal.svg import board_svg

# A case as `json` reads it; spec/schemas/cases.json says what is in it.
Case: TypeAlias = dict[str, Any]

_LAYERS: Final = {
    "new_game": "A game that cannot begin",
    "precondition": "A position that breaks it",
    "sequence": "Broken by the moment",
    "turn": "Broken by the seat",
}


@cache
def _cases() -> tuple[Case, ...]:
    text = specification().joinpath("cases", "witnesses.json").read_text("utf-8")
    return tuple(json.loads(text)["cases"])


def _picture_name(case: Case) -> str:
    return case["id"].replace("/", "-") + ".svg"


def pictures() -> Pages:
    """A picture of every case that is about a move."""
    return {
        f"clauses/pictures/{_picture_name(case)}": _picture(case)
        for case in _cases()
        if "move" in case
    }


def state_of(case: Case) -> tikal.State:
    """The position of a case; its setup is a position as JSON with the seats turned inside out."""
    setup = dict(case["setup"])
    by_seat = ("figures", "camps", "guards", "removed", "treasures", "scores")
    return tikal.position(
        players=case["players"],
        edition=tikal.EDITIONS[case["edition"]["key"]],
        auction=case["auction"],
        **{
            key: {int(seat): _kinds(key, has) for seat, has in value.items()}
            if key in by_seat
            else value
            for key, value in setup.items()
        },
    )


def _kinds(key: str, has: Any) -> Any:  # noqa: ANN401 - as JSON has it
    return {int(kind): number for kind, number in has.items()} if key == "treasures" else has


def _picture(case: Case) -> str:
    state, move = state_of(case), tikal.parse_move(case["move"])
    return board_svg(state, move=move, violations=tikal.check(state, move, case.get("seat")))


def sections(clause: str) -> Iterator[str]:
    """For every layer of a clause a section with a witness and its twin."""
    for layer, title in _LAYERS.items():
        found = [c for c in _cases() if (c["clause"], c["layer"]) == (clause, layer)]
        yield section(title, *map(_shown, found))


def _shown(case: Case) -> str:
    if "new_game" in case:
        return f"{case['description']}\n{_answer(case)}"
    told = case["description"]
    alt = f"A position that breaks {case['clause']}"
    if not case["expected"]["clauses"]:
        told, alt = told[told.index("Asked:") :], f"A legal twin of the witness of {case['clause']}"
    return figure(f"pictures/{_picture_name(case)}", alt, told)


def _answer(case: Case) -> str:
    """What `new_game` says to a start that is not allowed."""
    try:
        tikal.new_game(
            case["players"],
            tikal.EDITIONS[case["edition"]["key"]],
            case["auction"],
            case["new_game"]["start"],
        )
    except InvalidArgument as error:
        return f"`tikal.new_game` says: {error}."
    return ""
