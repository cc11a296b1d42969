"""Engines that know little or nothing, and one like a public engine that only judges positions.

What a report says of them must not be more than they have answered.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Final

from attrs import evolve

from tests.engines.base import require_new
from tikal.components import TILES
from tikal.conformance.adapter import Adapter, components
from tikal.conformance.report import Json
from tikal.geometry import CELL_INDEX, ways_in
from tikal.moves import Deploy, Move, PlaceGuard, PlaceTile, Walk, parse_move
from tikal.notation.documents import position_from_json
from tikal.rules.placing import offers
from tikal.rules.queries import mover, strengths
from tikal.state import State, guard_on

#: The engines by name; the docstring says what they are.
STRANGERS: Final[dict[str, Callable[[], Adapter]]] = {}


def _stranger(engine: type[Stranger]) -> type[Stranger]:
    require_new(engine.name, STRANGERS)
    STRANGERS[engine.name] = engine
    return engine


class Stranger(Adapter):
    """An engine that introduces itself with some capabilities and answers question by question."""

    def capabilities(self) -> dict[str, Json]:
        """What differs from the reference."""
        return {}

    def start(self) -> dict[str, Json]:
        full = super().start()
        return {**full, "capabilities": {**full["capabilities"], **self.capabilities()}}

    def run(self, case: Mapping[str, Json]) -> list[dict[str, Json]]:
        return [self.answer(case, question) for question in case["questions"]]

    def answer(self, case: Mapping[str, Json], question: Mapping[str, Json]) -> dict[str, Json]:
        """The answer to one question."""
        raise NotImplementedError


@_stranger
class SkipsEverything(Stranger):
    """Claims everything and answers every question with a skip."""

    name = "skips-everything"

    def answer(self, case: Mapping[str, Json], question: Mapping[str, Json]) -> dict[str, Json]:
        return {"skip": "not yet"}


@_stranger
class AlwaysIllegal(Stranger):
    """Holds every move for illegal, and whatever else it is asked for nothing."""

    name = "always-illegal"
    verdict = False

    def capabilities(self) -> dict[str, Json]:
        return {"clauses": False}

    def answer(self, case: Mapping[str, Json], question: Mapping[str, Json]) -> dict[str, Json]:
        facts = {"phase": "act", "active": 1, "to_move": 1, "ap": 0, "scoring": False}
        state = {**facts, "scores": {}, "winners": []}
        numbers: dict[str, Json] = {"score": 0, "cost": None, "moves": []}
        return {"legal": self.verdict, **numbers, "state": state, "components": {}}


@_stranger
class AlwaysLegal(AlwaysIllegal):
    """Holds every move for legal, and whatever else it is asked for nothing."""

    name = "always-legal"
    verdict = True


@_stranger
class Guesses(Stranger):
    """Throws a coin for every verdict and dice for every number."""

    name = "guesses"

    def __init__(self, seed: int = 0) -> None:
        super().__init__()
        self._rng = random.Random(seed)

    def capabilities(self) -> dict[str, Json]:
        return {"clauses": False, "asks": ["new_game", "check", "score", "path_cost"]}

    def answer(self, case: Mapping[str, Json], question: Mapping[str, Json]) -> dict[str, Json]:
        number = self._rng.randint
        return {"legal": number(0, 1) == 1, "score": number(0, 40), "cost": number(0, 9)}


@_stranger
class KnowsPrices(Stranger):
    """The first adapter of the guide: an action needs as many points as it costs."""

    name = "knows-prices"
    _PRICES: Final = {"uncover": 2, "recover": 3, "exchange": 3, "camp": 5, "guard": 5}

    def capabilities(self) -> dict[str, Json]:
        about = {"editions": ["rio-grande-1999"], "house_rules": False, "auction": False}
        return {**about, "clauses": False, "asks": ["check"], "actions": list(self._PRICES)}

    def answer(self, case: Mapping[str, Json], question: Mapping[str, Json]) -> dict[str, Json]:
        if question.get("then") or question.get("seat"):
            return {"skip": "judges positions, and makes no moves"}
        verb = question["move"].split()[0]
        return {"legal": case["position"]["ap"] >= self._PRICES[verb]}


@_stranger
class OneEdition(Stranger):
    """Knows one edition by heart, the basic game alone, and says only legal or illegal."""

    name = "one-edition"

    def capabilities(self) -> dict[str, Json]:
        about = {"editions": ["rio-grande-1999"], "house_rules": False, "auction": False}
        return {**about, "clauses": False}

    def run(self, case: Mapping[str, Json]) -> list[dict[str, Json]]:
        answers = Adapter.run(self, case)
        return [{"legal": not a["clauses"]} if "clauses" in a else a for a in answers]


@_stranger
class JudgesPositions(Stranger):
    """Judges placements and actions, as a public engine in Java does, with the same faults."""

    name = "judges-positions"
    _ACTIONS: Final = ("place", "deploy", "walk", "transfer", "uncover", "recover", "camp", "guard")

    def capabilities(self) -> dict[str, Json]:
        about = {"editions": ["super-meeple-2015"], "house_rules": False, "auction": False}
        asks = ["check", "score", "components"]
        return {**about, "clauses": False, "asks": asks, "actions": list(self._ACTIONS)}

    def answer(self, case: Mapping[str, Json], question: Mapping[str, Json]) -> dict[str, Json]:
        if question.get("then") or question.get("seat"):
            return {"skip": "judges positions, and makes no moves"}
        if question["ask"] == "components":
            return {"components": self._box(question["part"])}
        if case.get("position") is None:
            return {"skip": "needs a position"}
        state = position_from_json(case["position"])
        if question["ask"] == "score":
            return {"score": self.score(state, question["seat"])}
        return {"legal": not self.check(state, parse_move(question["move"]), None)}

    def _box(self, part: str) -> dict[str, Json]:
        box = components(part)
        if part == "printed":
            return {**box, "a2": {**box["a2"], "value": 2}}
        return {**box, "workers": 10} if part == "figures" else box

    def check(self, state: State, move: Move, seat: int | None) -> list[str]:
        cited = [id_ for id_ in super().check(state, move, seat) if not _ignores(state, move, id_)]
        return cited or [id_ for id_, demands in _DEMANDS.items() if demands(state, move)]

    def score(self, state: State, seat: int) -> int:
        """A guarded temple to the strongest too, and a tied one to the first."""
        edition = evolve(state.edition, guard_scores_alone=False)
        shared = evolve(state, table=evolve(state.table, edition=edition))
        return super().score(shared, seat) + _tied_for(state, seat)


def _tied_for(state: State, seat: int) -> int:
    """What the first of the strongest gets where the rules give nothing."""
    points = 0
    for cell, value in enumerate(state.ground.values):
        by_seat = strengths(state, cell)
        is_tie = max(by_seat) > 0 and by_seat.count(max(by_seat)) > 1
        points += value if is_tie and by_seat.index(max(by_seat)) == seat - 1 else 0
    return points


#: The clauses that the engine does not know at all.
_UNKNOWN: Final = {
    "TEMPLE-03", "TEMPLE-04", "TEMPLE-08", "TEMPLE-11", "TREASURE-03", "TREASURE-04",
    "GUARD-04", "GUARD-11", "CAMP-05", "PLACE-02",
}  # fmt: skip


def _ignores(state: State, move: Move, clause: str) -> bool:
    """Whether the engine overlooks a broken clause."""
    if clause in _UNKNOWN:
        return True
    match clause, move:
        case "TURN-04", Walk(_, origin):  # it asks whether any neighbour can be afforded
            steps = state.ground.board.steps[CELL_INDEX[origin]]
            return any(stones <= state.turn.ap for _, stones in steps)
        case "GUARD-02", PlaceGuard(cell):  # the first of those tied
            by_seat = strengths(state, CELL_INDEX[cell])
            is_first = by_seat.index(max(by_seat)) == state.turn.active - 1
            return max(by_seat) > 0 and is_first
        case "MOVE-01", Walk("W", origin):
            return mover(state).leader == CELL_INDEX[origin]
        case "DEPLOY-02", Deploy(_, cell):  # a temple under an own guard is a camp to it
            guard = guard_on(state, CELL_INDEX[cell])
            return guard is not None and guard[0] == state.turn.active
    return False


#: What the engine demands although the rules do not, by the clause that it misunderstands.
_DEMANDS: Final[dict[str, Callable[[State, Move], bool]]] = {
    "DEPLOY-04": lambda state, move: (
        isinstance(move, Deploy) and move.figure == "L" and not mover(state).supply
    ),
    "PLACE-04": lambda state, move: isinstance(move, PlaceTile) and _lacks_stones(state, move),
}


def _lacks_stones(state: State, move: PlaceTile) -> bool:
    """Whether no stone leads to a volcano, which needs none."""
    tile, cell = state.course.tile, CELL_INDEX[move.cell]
    if tile is None or TILES[tile].kind != "volcano":
        return False
    return move.rotation not in ways_in(offers(state)[cell], tile)
