"""The targets of a selected thing: every cell with its price, or the reason against it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from itertools import chain, count, islice
from typing import Final

import attrs
from attrs import evolve, frozen

from tikal.engine import TABLE, check, replay
from tikal.errors import InvalidNotation
from tikal.fields import Figure, require_figure
from tikal.grid import CELL_INDEX, CELLS, NEIGHBOURS, SIDES
from tikal.languages import sentence
from tikal.moves import MOVES, Deploy, Move, PlaceTile, Transfer, Walk, every, verb_of
from tikal.page.requests import Request
from tikal.page.views import price_of, verdict_view, violations_view
from tikal.page.wording import move_phrase
from tikal.rules.queries import mover
from tikal.state import State

TARGET_FIELDS: Final = ("action", "figure", "from", "rotation")
#: By verb what can be aimed at a cell; a walk may have several steps, secret paths included.
ACTIONS: Final[dict[str, type[Move]]] = {
    verb_of(kind): kind for kind in MOVES if kind is Walk or "cell" in attrs.fields_dict(kind)
}
#: More AP than any way costs: to find out what a way would cost.
_PLENTY: Final = 1_000
#: Equal ways that are offered; there can be hundreds over open ground.
_MAX_WAYS: Final = 6


def targets(
    state: State, wanted: Request, names: tuple[str, ...]
) -> Mapping[str, Mapping[str, object]]:
    """By cell, the verdict on the action that is aimed at it."""
    kind = ACTIONS.get(wanted.text("action", "walk" if wanted.has("from") else ""))
    if kind is None:
        raise InvalidNotation(f"action is one of {', '.join(ACTIONS)}")
    figure = wanted.text("figure", "W")
    require_figure(figure)
    if kind is Walk:
        origin = wanted.text("from")
        require_cell(origin)
        return ways_of(state, "L" if figure == "L" else "W", origin, wanted.language, names)
    if kind is PlaceTile:
        return _placements(state, wanted, names)
    moves = zip(CELLS, every(kind, figure=(figure,)), strict=True)
    return {cell: verdict_view(state, move, wanted.language, names) for cell, move in moves}


def actions_at(
    state: State, cell: str, language: str, names: tuple[str, ...]
) -> list[dict[str, object]]:
    """The verdict on everything that can be done on a cell without going elsewhere."""
    require_cell(cell)
    kinds = [kind for kind in ACTIONS.values() if kind.phase == "act" and kind is not Walk]
    kinds.sort(key=lambda kind: kind is Deploy)  # last, because the figure is not yet on the cell
    moves = chain.from_iterable(every(kind, cell=(cell,)) for kind in kinds)
    return [verdict_view(state, move, language, names) for move in moves]


def require_cell(name: str) -> None:
    """Refuse what is not a cell."""
    if name not in CELL_INDEX:
        raise InvalidNotation(f"no cell {name[:20]!r}: the cells are {CELLS[0]} to {CELLS[-1]}")


# --- tiles -------------------------------------------------------------------------------------


def _placements(
    state: State, wanted: Request, names: tuple[str, ...]
) -> dict[str, dict[str, object]]:
    """By cell, the verdict on the tile as it is turned, and the rotations that would be legal."""
    rotation = wanted.number("rotation", 0)
    if not 0 <= rotation < len(SIDES):
        raise InvalidNotation(f"rotation is a number from 0 to {len(SIDES) - 1}, not {rotation}")
    found: dict[str, dict[str, object]] = {}
    for cell in CELLS:
        verdict = verdict_view(state, PlaceTile(cell, rotation), wanted.language, names)
        legal = [turn for turn in range(len(SIDES)) if not check(state, PlaceTile(cell, turn))]
        found[cell] = {**verdict, "rotations": legal}
    return found


# --- walks -------------------------------------------------------------------------------------


@frozen
class _Way:
    """The cheapest moves to a cell, and the position after them if points were no object."""

    moves: tuple[Move, ...]
    after: State
    #: The last steps of the ways that cost as much: the cell before and the move.
    steps: list[tuple[str, Move]]


def ways_of(
    state: State, figure: Figure, origin: str, language: str, names: tuple[str, ...]
) -> dict[str, dict[str, object]]:
    """By cell, the cheapest way there: legal as far as the points go, or the reason why not.

    `why` is about the whole way, where the reason against one step would mislead.
    """
    found: dict[str, dict[str, object]] = {}
    ways = _ways(state, figure, origin)
    for cell in CELLS:
        way, whole = ways.get(cell), Walk(figure, origin, cell)
        asked = move_phrase(whole, names, language)
        if way is None:  # no way at all: what is wrong with one step says why
            verdict = verdict_view(state, whole, language, names)
            why = _blocked(ways, figure, cell, language, names) if ways else None
            found[cell] = {
                **verdict,
                "moves": [verdict["move"]],
                "ways": [],
                "asked": asked,
                "why": why,
            }
        elif way.moves:
            refusal = replay(state, way.moves).refusal
            cost = sum(price_of(state, move) or 0 for move in way.moves)
            why = None
            if refusal and cost > state.ap:
                why = {
                    "clause": refusal.violations[0].clause,
                    "text": sentence(
                        "page", "way/far", {"cell": cell, "need": cost, "have": state.ap}, language
                    ),
                }
            found[cell] = {
                "move": str(way.moves[0]),
                "verb": verb_of(way.moves[0]),
                "legal": refusal is None,
                "price": cost,
                "violations": violations_view(
                    refusal.violations if refusal else (), language, names
                ),
                "moves": [str(move) for move in way.moves],
                "ways": _equal_ways(state, ways, cell),
                "asked": asked,
                "why": why,
            }
    return found


def _blocked(
    ways: dict[str, _Way], figure: Figure, cell: str, language: str, names: tuple[str, ...]
) -> dict[str, object]:
    """Why no way leads to a cell: what forbids the last step, if a way leads to a neighbour."""
    tried = (
        check(ways[near].after, Walk(figure, near, cell))
        for _, other in NEIGHBOURS[CELL_INDEX[cell]]
        if (near := CELLS[other]) in ways
    )
    violations = min(tried, key=len, default=())
    if violations:
        facts = {"cell": cell, "reason": violations[0].text(language, names)}
        clause = violations[0].clause
        return {"clause": clause, "text": sentence("page", "way/blocked", facts, language)}
    somewhere = next(iter(ways.values())).after
    if somewhere[cell].tile is None:
        reason = sentence("refusals", "MOVE-01/not-explored", {"cell": cell}, language)
        text = sentence("page", "way/blocked", {"cell": cell, "reason": reason}, language)
        return {"clause": "MOVE-01", "text": text}
    return {"clause": "MOVE-01", "text": sentence("page", "way/none", {"cell": cell}, language)}


def _ways(state: State, figure: Figure, origin: str) -> dict[str, _Way]:
    """By cell, the cheapest moves that lead there if points were no object, then the fewest.

    The rules themselves say which steps there are, so this knows nothing of stones and camps.
    """
    if state.phase != "act" or not mover(state).has_figure(figure, CELL_INDEX[origin]):
        return {}
    rich = evolve(state, turn=evolve(state.turn, ap=_PLENTY))
    found: dict[str, _Way] = {}
    order = count()  # of two ways alike the one found first: moves have no order
    queue: list[tuple[int, int, int, str, tuple[Move, ...], State]]
    queue = [(0, 0, next(order), origin, (), rich)]
    while queue:
        cost, _, _, cell, moves, there = heappop(queue)
        step = [(_origin(moves[-1]), moves[-1])] if moves else []
        if cell in found:
            if cost == _PLENTY - found[cell].after.ap:
                found[cell].steps.extend(step)
            continue
        found[cell] = _Way(moves, there, step)
        for target, move in _steps(there, figure, cell):
            if not check(there, move):
                after = TABLE[type(move)].effect(there, move)
                way = (*moves, move)
                heappush(queue, (_PLENTY - after.ap, len(way), next(order), target, way, after))
    return found


def _origin(move: Move) -> str:
    assert isinstance(move, Walk | Transfer)
    return move.origin


def _equal_ways(state: State, ways: dict[str, _Way], cell: str) -> list[list[dict[str, object]]]:
    """All ways to a cell that cost as little as any, each as its steps with their prices."""
    return [
        [
            {"move": str(move), "from": origin, "to": target, "price": price_of(state, move)}
            for origin, target, move in way
        ]
        for way in islice(_routes(ways, cell), _MAX_WAYS)
    ]


def _routes(ways: dict[str, _Way], cell: str) -> Iterator[tuple[tuple[str, str, Move], ...]]:
    if not ways[cell].steps:
        yield ()
    for origin, move in ways[cell].steps:
        for way in _routes(ways, origin):
            yield (*way, (origin, cell, move))


def _steps(state: State, figure: Figure, cell: str) -> Iterator[tuple[str, Move]]:
    """Every single move of a figure from a cell that might be legal."""
    for _, other in NEIGHBOURS[CELL_INDEX[cell]]:
        yield CELLS[other], Walk(figure, cell, CELLS[other])
    usable = mover(state).usable_camps()
    if CELL_INDEX[cell] in usable:
        for other in usable:
            yield CELLS[other], Transfer(figure, cell, CELLS[other])
