"""The compiled engine behind the protocol: it judges moves, but names no clauses.

`python -m tikal.conformance.compiled_adapter` serves it on standard input and output.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tikal.conformance.adapter import Adapter, serve
from tikal.fast import Game
from tikal.moves import Move
from tikal.notation.documents.parsing import Json
from tikal.state import State


class FastAdapter(Adapter):
    """Answers cases by `tikal.fast`: everything but how to begin a game and what a path costs."""

    name = "tikal-rules, tikal.fast"

    def start(self) -> dict[str, Json]:
        """The name of the engine, and what it can be asked."""
        about = super().start()
        about["capabilities"] |= {
            "clauses": False,
            "asks": ["check", "legal_moves", "state", "score"],
        }
        return about

    def run(self, case: Mapping[str, Json]) -> list[dict[str, Json]]:
        """The answers to the questions of a case, with verdicts instead of clauses."""
        return [
            {"legal": not answer["clauses"]} if "clauses" in answer else answer
            for answer in super().run(case)
        ]

    def position(self, case: Mapping[str, Json]) -> State:
        """The position of a case, through the compiled engine and back."""
        return Game(super().position(case)).state()

    def apply(self, state: State, move: Move) -> State:
        """The next position."""
        game = Game(state)
        game.apply(move)
        return game.state()

    def check(self, state: State, move: Move, seat: int | None) -> list[str]:
        """Something if the move is not legal; who moves is asked first."""
        game = Game(state)
        is_theirs = seat in (None, game.active) or self._is_for_anybody(state, seat)
        return [] if is_theirs and game.is_legal(move) else ["illegal"]

    def _is_for_anybody(self, state: State, seat: int | None) -> bool:
        """A display is turned up by anybody at the table."""
        return state.auction and state.phase == "draw" and seat in state.scores

    def legal_moves(self, state: State) -> Iterable[Move]:
        """Every legal move."""
        return Game(state).legal_moves()

    def score(self, state: State, seat: int) -> int:
        """The points that a seat would score now."""
        return Game(state).score(seat)


if __name__ == "__main__":
    serve(FastAdapter())
