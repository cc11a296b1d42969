"""Pictures for a page: the position of a witness, of a case, of a refused move."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

import tikal
from tikal.conformance.cases import Case, Question, cases
from tikal.conformance.report.log import Result
from tikal.conformance.report.phrases import LoggedRefusal
from tikal.conformance.report.views.html_elements import Child, Markup, element, raw, scrolling
from tikal.errors import TikalError
from tikal.moves import parse_move
from tikal.notation.documents import position_from_json
from tikal.notation.positions import format_position
from tikal.page.links import link_to
from tikal.page.server import DEFAULT_PORT, LOOPBACK
from tikal.pictures.svg import board_svg
from tikal.state import State


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
    """A picture with its caption."""
    return element(
        "figure",
        scrolling(raw(picture), "Picture of the position") if picture else "",
        element("figcaption", *caption),
    )


def case_picture(case: Case, number: int = 0) -> str:
    """The position where a question is asked, with the move or way in question, if there is one.

    A whole game is known only by its moves: no single position of it would show much.
    """
    asked = case.questions[number]
    if case.position is None or asked.ask == "new_game":
        return ""
    try:
        return _question_picture(case.state_at(number), asked)
    except TikalError:
        return ""


def _question_picture(state: State, asked: Question) -> str:
    match asked.about:
        case {"move": str(text), **more}:
            move = parse_move(text)
            broken = tikal.check(state, move, more.get("seat"))
            return board_svg(state, move=move, violations=broken, crop=True, size=None)
        case {"from": str(origin), "to": str(target)}:
            return board_svg(state, highlight=(origin, target), crop=True, size=None)
    return board_svg(state, crop=True, size=None)


def refusal_picture(refusal: LoggedRefusal) -> str:
    """The position of a refused move as SVG, if the log has one that can be drawn."""
    try:
        state = position_from_json(refusal.position)
        names = refusal.names if len(refusal.names) == state.players else ()
        return board_svg(
            state,
            move=parse_move(refusal.move),
            violations=refusal.violations,
            names=names,
            crop=True,
            size=None,
        )
    except TikalError:
        return ""


def page_link(state: State, move: str, seat: int | None = None) -> Markup:
    """A link that opens a position on the page of `tikal serve`, with a move to be judged."""
    address = f"http://{LOOPBACK}:{DEFAULT_PORT}/#{link_to(state, move, seat)}"
    by = f" --seat {seat}" if seat not in (None, state.active) else ""
    return element(
        "p",
        element("a", "Open on the page", href=address),
        " (while ",
        element("code", "tikal serve"),
        " runs), or ask: ",
        element("code", f"tikal check '{format_position(state)}' --move '{move}'{by} --why"),
        class_="quiet",
    )


def refusal_link(refusal: LoggedRefusal) -> Child:
    """A link to the position of a refused move, if the log has one."""
    try:
        state, move = position_from_json(refusal.position), str(parse_move(refusal.move))
        return page_link(state, move, refusal.seat)
    except TikalError:
        return ""


def case_link(case: Case) -> Child:
    """A link to the position of a case that is about a move."""
    asked = case.questions[0].about
    if case.position is None or "move" not in asked:
        return ""
    return page_link(case.state_at(0), str(asked["move"]), asked.get("seat"))


def cases_of(wanted: Iterable[str]) -> dict[str, Case]:
    """The published cases with these ids."""
    ids: dict[str, list[str]] = {}
    for id_ in wanted:
        ids.setdefault(id_.partition("@")[0], []).append(id_)
    return {
        id_: case.in_edition(id_.partition("@")[2] or case.edition)
        for case in cases()
        for id_ in ids.get(case.id, ())
        if id_.partition("@")[2] in ("", *case.editions)
    }


def failing_question(case: Case, result: Result) -> int:
    """The number of the first question that was answered wrongly; 0 if the result has none."""
    match result.detail.get("failures"):
        case [{"number": int(number)}, *_] if 0 <= number < len(case.questions):
            return number
    return 0
