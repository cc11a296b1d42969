"""The refusal in the result of an audited game, read with care: a log may say anything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import frozen

from tikal.conformance.answers import said
from tikal.conformance.report import Json, Result
from tikal.errors import Violation
from tikal.wording import one_line


@frozen
class Refused:
    """The move at which a game stopped."""

    move: str
    #: Such as: move 81, line 36.
    place: str
    violations: tuple[Violation, ...]
    nearest: tuple[str, ...]
    position: Mapping[str, Json]
    names: tuple[str, ...]


def refusal_of(result: Result) -> Refused | None:
    """The refusal of a game, if it has one."""
    refusal: Json = result.detail.get("refusal")
    match refusal:
        case {"move": str(move), "violations": [*reasons], "position": dict(position)} as told:
            return Refused(
                move=one_line(move),
                place=_place(told),
                violations=tuple(_violations(reasons)),
                nearest=_texts(told.get("nearest")),
                position=position,
                names=_texts(result.detail.get("names")),
            )
    return None


def about_game(result: Result) -> str:
    """A game in a few words: players, moves, who won."""
    detail = result.detail
    names = _texts(detail.get("names"))
    scores = detail.get("scores")
    winners = detail.get("winners")
    parts = [
        f"{said(detail.get('players'))} players" if "players" in detail else "",
        f"{said(detail.get('moves'))} moves" if "moves" in detail else "",
        _scores(scores, names) if isinstance(scores, dict) else "",
        f"won by {_winners(winners, names)}" if isinstance(winners, list) and winners else "",
    ]
    return "; ".join(part for part in parts if part)


def _scores(scores: Mapping[str, Json], names: tuple[str, ...]) -> str:
    return ", ".join(f"{_name(seat, names)} {said(points)}" for seat, points in scores.items())


def _winners(winners: Iterable[Json], names: tuple[str, ...]) -> str:
    return " and ".join(_name(said(seat), names) for seat in winners)


def _name(seat: str, names: tuple[str, ...]) -> str:
    if seat.isascii() and seat.isdigit() and 0 < int(seat[:3]) <= len(names):
        return names[int(seat[:3]) - 1]
    return f"seat {one_line(seat)}"


def _place(refusal: Mapping[str, Json]) -> str:
    where = f", line {said(refusal['line'])}" if refusal.get("line") else ""
    return f"move {said(refusal.get('number'))}{where}"


def _violations(reasons: Iterable[Json]) -> Iterable[Violation]:
    for reason in reasons:
        match reason:
            case {"clause": str(id_), "message": str(message), **more}:
                facts = more.get("facts")
                yield Violation(
                    one_line(id_), one_line(message), facts if isinstance(facts, dict) else {}
                )


def _texts(values: Json) -> tuple[str, ...]:
    return tuple(map(one_line, values)) if isinstance(values, list) else ()
