"""The opinion on a refused move as a log has it; nothing in it can be relied on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from tikal._support.wording import one_line
from tikal.editions import EDITIONS, SWITCHES, title_of
from tikal.languages import sentence
from tikal.notation.documents.parsing import Json

#: The rules that can make a game legal; other names in a log are not counted.
_KNOWN: Final = frozenset(
    {*EDITIONS, *(s.rule(v) for s in SWITCHES if not s.ranked for v in s.values)}
)
#: Sentences for people.
Lines: TypeAlias = tuple[str, ...]


def seat_of(opinion: Json) -> int | None:
    """The seat whose move it was."""
    seat = opinion.get("seat") if isinstance(opinion, dict) else None
    return seat if type(seat) is int and 0 < seat < 10 else None


def grounds_of(opinion: Json) -> Lines:
    """The grounds of each reason, in the order of the reasons."""
    return tuple(
        one_line(grounds.get("summary"))
        for grounds in _each(opinion, "violations", "grounds")
        if grounds.get("summary")
    )


def ways_of(opinion: Json) -> Lines:
    """Moves that would have made this one legal."""
    return tuple(_ways(opinion))


def _ways(opinion: Json) -> Iterator[str]:
    remedies = opinion.get("remedies") if isinstance(opinion, dict) else None
    for way in _each(remedies, "ways"):
        moves, ap = way.get("moves"), way.get("ap")
        if isinstance(moves, list) and moves:
            facts = {"moves": "; ".join(map(one_line, moves)), "ap": one_line(ap)}
            yield sentence("counsel", "way/first" if ap else "way/free", facts)


def readings_of(opinion: Json) -> Lines:
    """The other editions and readings that would have allowed it."""
    return tuple(_readings(opinion))


def _readings(opinion: Json) -> Iterator[str]:
    titles = [title_of(one_line(v.get("edition"))) for v in _each(opinion, "editions")
              if v.get("legal") is True]  # fmt: skip
    if titles:
        yield sentence("counsel", "editions/legal", {"editions": "; ".join(titles)})
    for reading in _each(opinion, "readings"):
        if reading.get("legal") is True:
            facts = {name: one_line(reading.get(name)) for name in ("rule", "meaning")}
            yield sentence("counsel", "reading/legal", facts)


def rules_that_allow_the_game(refusal: Json) -> Lines:
    """By which editions and house rules the whole game is legal."""
    elsewhere = refusal.get("elsewhere") if isinstance(refusal, dict) else None
    if not isinstance(elsewhere, dict):
        return ()
    found: list[str] = []
    for name in ("editions", "rules"):
        listed = elsewhere.get(name)
        found += map(one_line, listed if isinstance(listed, list) else ())
    return tuple(title_of(rule) for rule in found if rule in _KNOWN)


def _each(value: Json, name: str, part: str | None = None) -> Iterator[dict[str, Json]]:
    listed = value.get(name) if isinstance(value, dict) else None
    for each in listed if isinstance(listed, list) else ():
        found = each.get(part) if part and isinstance(each, dict) else each
        if isinstance(found, dict):
            yield found
