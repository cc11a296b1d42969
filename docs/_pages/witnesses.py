"""Pictures of the witnesses: positions in which one clause alone is broken, and legal twins."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

import tikal
from docs._pages.markdown import Pages, code, figure, page, section
from docs._pages.playable import Playable
from tikal.conformance.cases import Case, cases
from tikal.errors import InvalidArgument
from tikal.formal import proofs
from tikal.formal.render import lines
from tikal.notation.documents import position_from_json
from tikal.pictures.svg import board_svg

# The title of the section for each layer in which a clause can be broken, and for its readings.
_LAYERS: Final = {
    "new_game": "A game that cannot begin",
    "precondition": "A position that breaks it",
    "sequence": "Broken by the moment",
    "turn": "Broken by the seat",
    "reading": "Where a reading decides",
}


@cache
def _cases() -> tuple[Case, ...]:
    return tuple(cases("witness"))


def _layer(case: Case) -> str:
    """The layer that the id names, as in TURN-02/sequence/witness; TEMPLE-04/witness names none.

    What SWAP-05/same_kind_exchange=no/witness names is a reading.
    """
    if case.questions[0].ask == "new_game":
        return "new_game"
    _, *layers, _ = case.id.split("/")
    if any("=" in word for word in layers):
        return "reading"
    return layers[0] if layers else "precondition"


def _picture_name(case: Case) -> str:
    return f"{case.id.replace('/', '-').replace('=', '-')}.svg"


def pictures() -> Pages:
    """A picture of every case that is about a move."""
    return {
        f"clauses/pictures/{_picture_name(case)}": _picture(case)
        for case in _cases()
        if _layer(case) != "new_game"
    }


@cache
def _verdict(id_: str) -> tuple[tikal.State, tikal.Move, tuple[tikal.Violation, ...]]:
    """The position of a case, the move it asks about, and the violations the engine finds."""
    [case] = (case for case in _cases() if case.id == id_)
    asked = case.questions[0].about
    state, move = position_from_json(case.position), tikal.parse_move(asked["move"])
    return state, move, tikal.check(state, move, asked.get("seat"))


def _picture(case: Case) -> str:
    state, move, violations = _verdict(case.id)
    return board_svg(state, move=move, violations=violations, crop=True, size=None)


def sections(clause: str) -> Iterator[str]:
    """For every layer of a clause a section with a witness and its twin."""
    for layer, title in _LAYERS.items():
        found = [c for c in _cases() if c.clauses == (clause,) and _layer(c) == layer]
        yield section(title, *map(_witness, found))


def _witness(case: Case) -> str:
    if _layer(case) == "new_game":
        return f"{case.description}\n{_refusal_of_new_game(case)}"
    [clause], caption = case.clauses, case.description
    state, move, violations = _verdict(case.id)
    if violations:
        alt = f"A position that breaks {clause}"
        caption += "".join(f"\nThe engine says: {violation.message}." for violation in violations)
    else:
        alt = f"A legal twin of the witness of {clause}"
        caption = caption[caption.index("Asked:") :]
    if link := Playable(state, move, case.questions[0].about.get("seat")).link():
        caption += f"\n{link}."
    seat = case.questions[0].about.get("seat")
    return page(
        figure(f"pictures/{_picture_name(case)}", alt, caption), _reasons(state, move, seat)
    )


def _reasons(state: tikal.State, move: tikal.Move, seat: int | None) -> str:
    """The trees of formal rules behind the verdict, folded away."""
    steps = "\n\n".join(
        "\n".join(
            f"{'  ' * depth}{step}" + (f"   {place}" if place else "")
            for depth, step, place in lines(proof)
        )
        for proof in proofs(state, move, seat)
    )
    return page(
        "<details><summary>The formal rules behind this verdict</summary>",
        code("text", steps),
        "</details>",
    )


def _refusal_of_new_game(case: Case) -> str:
    """The refusal of `new_game` to a start that is not allowed; empty if it is allowed."""
    try:
        tikal.new_game(case.players, tikal.EDITIONS[case.edition], case.auction, case.start)
    except InvalidArgument as error:
        return f"`tikal.new_game` says: {error}."
    return ""
