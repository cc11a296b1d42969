"""The reference adapter: this library behind the protocol.

`python -m tikal.conformance.adapter` serves it on standard input and output.
An adapter for another engine does the same in its own language: read a JSON object per line, answer
with one per line, in order. The protocol is described in docs/reference/protocol.md.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterable, Mapping

import tikal
from tikal._support.wording import brief
from tikal.components import BOX, Tile
from tikal.conformance.cases import ANSWERS, ASKS
from tikal.conformance.protocol.engine_info import PROTOCOL
from tikal.dice import sample
from tikal.editions import EDITIONS, Edition
from tikal.errors import IllegalMove, InvalidArgument, TikalError, WrongType
from tikal.moves import Move, parse_move
from tikal.notation.documents import position_from_json
from tikal.notation.documents.parsing import Json
from tikal.notation.documents.positions import unchecked_position_to_json
from tikal.notation.records import read_edition
from tikal.state import State


class Adapter:
    """Answers cases by this library; a faulty engine overrides what it gets wrong."""

    name = "tikal-rules"
    #: The position that the last case has reached, for games that go on.
    reached: State | None = None

    def __init__(self) -> None:
        self.chance = random.Random(1)

    def start(self) -> dict[str, Json]:
        """The name of the engine, and what it can be asked."""
        return {
            "version": PROTOCOL,
            "implementation": {
                "name": self.name,
                "version": tikal.__version__,
                "language": "python",
            },
            "capabilities": {
                "editions": list(EDITIONS),
                "house_rules": True,
                "auction": True,
                "positions": True,
                "clauses": True,
                "asks": list(ASKS),
            },
        }

    def run(self, case: Mapping[str, Json]) -> list[dict[str, Json]]:
        """The answers to the questions of a case; refusing a move on the way is an answer too."""
        questions: list[Json] = _entry(case, "questions", list)
        answers: list[dict[str, Json]] = []
        try:
            state = None
            for question in questions:
                if not isinstance(question, dict):
                    raise InvalidArgument(f"no such question: {brief(question)}")
                if question.get("ask") == "new_game":
                    answers.append({"clauses": self.new_game(case)})
                    continue
                if question.get("ask") == "components":
                    answers.append({"components": components(_entry(question, "part", str))})
                    continue
                state = self._begin(case) if state is None else state
                if "then" in question:
                    state = self._after(state, _entry(question, "then", list))
                    self.reached = state
                key, answer = self.keyed_answer(state, question)
                answers.append({key: answer})
        except IllegalMove as error:
            missing = len(questions) - len(answers)
            answers += [{"refused": str(error.move)}] * missing
        return answers

    def _begin(self, case: Mapping[str, Json]) -> State:
        """Where a case begins, or where the last one ended if the game goes on."""
        if not case.get("goes_on"):
            self.reached = self.position(case)
        elif self.reached is None:
            raise InvalidArgument("no game has begun that could go on")
        return self.reached

    def _after(self, state: State, moves: list[Json]) -> State:
        for move in moves:
            state = self.apply(state, parse_move(move))
        return state

    def keyed_answer(self, state: State, question: Mapping[str, Json]) -> tuple[str, Json]:
        """The key of the answer to a question in a position, and the answer."""
        ask = question.get("ask")
        if ask not in ASKS:
            raise InvalidArgument(f"no such question: {brief(question)}")
        return ANSWERS[ask], self._answer(state, question)

    def _answer(self, state: State, question: Mapping[str, Json]) -> Json:
        match question:
            case {"ask": "check", "move": move, **rest}:
                return self.check(state, parse_move(move), rest.get("seat"))
            case {"ask": "draw"}:
                return self.drawn(state)
            case {"ask": "apply", "move": move}:
                return self.tried(state, parse_move(move))
            case {"ask": "legal_moves"}:
                return [str(move) for move in self.legal_moves(state)]
            case {"ask": "state"}:
                return facts(state)
            case {"ask": "position"}:
                return dict(unchecked_position_to_json(state))
            case {"ask": "score", "seat": seat}:
                return self.score(state, seat)
            case {"ask": "path_cost", "from": origin, "to": target, **rest}:
                return self.path_cost(state, origin, target, rest.get("seat"))
        raise InvalidArgument(f"no such question: {brief(question)}")

    # --- the engine ----------------------------------------------------------------------------

    def edition(self, case: Mapping[str, Json]) -> Edition:
        """The edition of a case."""
        return read_edition(_entry(case, "edition", str))

    def new_game(self, case: Mapping[str, Json]) -> list[str]:
        """The clause that forbids beginning this game; [] if it may begin."""
        try:
            self._new_game(case)
        except InvalidArgument as error:
            if error.clause is None:  # not a game that cannot begin, but no game at all
                raise
            return [error.clause]
        return []

    def _new_game(self, case: Mapping[str, Json]) -> State:
        players, auction, start = (
            _entry(case, key, kind)
            for key, kind in (("players", int), ("auction", bool), ("start", int))
        )
        return tikal.new_game(players, self.edition(case), auction, start)

    def position(self, case: Mapping[str, Json]) -> State:
        """The position of a case: loaded if it is given, or else reached by its moves.

        Loading keeps faults of earlier moves out of the answer.
        """
        if case.get("position") is not None:
            return position_from_json(case["position"])
        return self._after(self._new_game(case), _entry(case, "moves", list))

    def apply(self, state: State, move: Move) -> State:
        """The next position."""
        return tikal.apply(state, move)

    def tried(self, state: State, move: Move) -> bool:
        """Whether the engine makes a move; if so, the game goes on from there."""
        try:
            self.reached = self.apply(state, move)
        except IllegalMove:
            return False
        return True

    def drawn(self, state: State) -> str:
        """What the engine draws by itself; the game goes on from there."""
        move = sample(state, self.chance)
        self.reached = self.apply(state, move)
        return str(move)

    def check(self, state: State, move: Move, seat: int | None) -> list[str]:
        """The clauses that forbid a move."""
        return [violation.clause for violation in tikal.check(state, move, seat)]

    def legal_moves(self, state: State) -> Iterable[Move]:
        """Every legal move."""
        return tikal.legal_moves(state)

    def score(self, state: State, seat: int) -> int:
        """What a seat would score now."""
        return tikal.score(state, seat).total

    def path_cost(self, state: State, origin: str, target: str, seat: int | None) -> int | None:
        """The cheapest way in action points."""
        return tikal.path_cost(state, origin, target, seat)


def _entry(case: Mapping[str, Json], key: str, kind: type) -> Json:
    """What a case or a question holds under a key."""
    if not isinstance(case.get(key), kind):
        raise WrongType(f"a case needs {key!r} as {kind.__name__}, not {brief(case.get(key))}")
    return case[key]


def components(part: str) -> dict[str, Json]:
    """What is in the box: `tiles`, `printed` hexes, loose `floors`, or everybody's `figures`."""
    match part:
        case "tiles":
            return {tile.id: _tile(tile) for tile in BOX.tiles}
        case "printed":
            return {cell: _tile(tile) for cell, tile in BOX.printed.items()}
        case "floors":
            return {str(number): pieces for number, pieces in BOX.floors.items()}
        case "figures":
            return {
                "leaders": BOX.leaders,
                "workers": BOX.workers,
                "camps": BOX.camps,
                "guards": BOX.guards,
                "leader_strength": BOX.leader_strength,
            }
    raise InvalidArgument(f"no such part of the box: {brief(part)}")


def _tile(tile: Tile) -> dict[str, Json]:
    return {
        "kind": tile.kind,
        "stones": list(tile.stones),
        "value": tile.value,
        "masks": tile.masks,
    }


def facts(state: State) -> dict[str, Json]:
    """What every engine can say about a position."""
    return {
        "phase": state.phase,
        "active": state.active,
        "to_move": state.to_move,
        "ap": state.ap,
        "scoring": state.scoring,
        "scores": {str(seat): points for seat, points in state.scores.items()},
        "winners": list(state.winners),
    }


def serve(adapter: Adapter) -> None:
    """Read requests from standard input and answer on standard output until a stop request."""
    for line in sys.stdin.buffer:
        try:
            request = json.loads(line)
        except (ValueError, RecursionError):  # not JSON, not UTF-8, or too much of it
            request = None
        match request:
            case {"cmd": "start"}:
                answer = adapter.start()
            case {"cmd": "run", "seq": int(number), "case": dict(case)}:
                answer = {"seq": number, **_run(adapter, case)}
            case {"cmd": "stop"}:
                return
            case _:
                answer = {"error": f"not understood: {line.decode(errors='replace')!r:.80}"}
        print(json.dumps(answer), flush=True)


def _run(adapter: Adapter, case: Mapping[str, Json]) -> dict[str, Json]:
    try:
        return {"answers": adapter.run(case)}
    except TikalError as error:
        return {"error": str(error)}


if __name__ == "__main__":
    serve(Adapter())
