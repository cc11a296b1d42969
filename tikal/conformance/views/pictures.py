"""Pictures for a page: the position of a witness, of a case, of a refused move."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from attrs import frozen

import tikal
from tikal.conformance.cases import Case, Question, cases
from tikal.conformance.report import Result
from tikal.conformance.views.elements import Child, Markup, element, raw, scrolling
from tikal.conformance.views.refusals import Refused
from tikal.errors import TikalError
from tikal.interchange import position_from_json
from tikal.moves import parse_move
from tikal.state import State
from tikal.svg import board_svg

_WIDTH: Final = 1080


@frozen
class Witness:
    """A move that breaks one clause, and its legal twin."""

    case: Case
    twin: Case | None


def witnesses() -> dict[str, list[Witness]]:
    """The published witnesses by clause."""
    every = {case.id: case for case in cases("witness")}
    found: dict[str, list[Witness]] = {}
    for id_, case in every.items():
        stem, _, role = id_.rpartition("/")
        if role == "witness":
            for clause in case.clauses:
                found.setdefault(clause, []).append(Witness(case, every.get(f"{stem}/twin")))
    return found


def figure(picture: str, *caption: Child) -> Markup:
    """A picture with what there is to say about it."""
    return element(
        "figure",
        scrolling(raw(picture), "Picture of the position") if picture else "",
        element("figcaption", *caption),
    )


def case_picture(case: Case, number: int = 0) -> str:
    """The position where a question is asked, with the move or way it asks for; perhaps none."""
    asked = case.questions[number]
    try:
        state = _position(case)
        if state is None or asked.ask == "new_game":
            return ""
        for move in case.moves_before(number):
            state = tikal.apply(state, parse_move(move))
        return _asked(state, asked)
    except TikalError:
        return ""


def _asked(state: State, asked: Question) -> str:
    match asked.about:
        case {"move": str(text), **more}:
            move = parse_move(text)
            broken = tikal.check(state, move, more.get("seat"))
            return board_svg(state, move=move, violations=broken, size=_WIDTH)
        case {"from": str(origin), "to": str(target)}:
            return board_svg(state, highlight=(origin, target), size=_WIDTH)
    return board_svg(state, size=_WIDTH)


def _position(case: Case) -> State | None:
    if case.position is not None:
        return position_from_json(case.position)
    # a whole game has no position that would tell much
    return None


def refusal_picture(refusal: Refused) -> str:
    """The position of a refused move as SVG, if the log has one that can be drawn."""
    try:
        state = position_from_json(refusal.position)
        names = refusal.names if len(refusal.names) == state.players else ()
        return board_svg(
            state,
            move=parse_move(refusal.move),
            violations=refusal.violations,
            names=names,
            size=_WIDTH,
        )
    except TikalError:
        return ""


def cases_of(wanted: Iterable[str]) -> dict[str, Case]:
    """The published cases with these ids."""
    ids = set(wanted)
    return {case.id: case for case in cases() if case.id in ids}


def failing_question(case: Case, result: Result) -> int:
    """The number of the first question that was answered wrongly, so far as the result tells."""
    match result.detail.get("failures"):
        case [{"number": int(number)}, *_] if 0 <= number < len(case.questions):
            return number
    return 0
