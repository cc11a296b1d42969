"""The games to play with an engine, and the questions about them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from tikal.conformance.cases import Case, Question, rules_of
from tikal.conformance.fuzzing.policies import DIRECTIONS
from tikal.conformance.protocol.engine_info import EngineInfo
from tikal.editions import read_edition
from tikal.moves import Move


@frozen
class GameSetup:
    """One game: who plays what, and how it is directed."""

    edition: str
    players: int
    auction: bool
    direction: str
    seed: int

    @property
    def name(self) -> str:
        """As a result is called."""
        kind = "auction" if self.auction else "basic"
        how = self.direction.replace(" ", "-")
        return f"play/{self.edition}/{kind}/{self.players}/{how}/{self.seed}"


def game_setups(
    engine: EngineInfo, edition: str | None = None, seed: int = 0
) -> Iterator[GameSetup]:
    """Games without end: every edition, size, kind and direction in turn."""
    editions = [edition] if edition else list(engine.editions)
    number = seed
    while True:
        for direction in DIRECTIONS:
            key = editions[number % len(editions)]
            auction = engine.auction and read_edition(key).has_auction and number % 3 == 2
            yield GameSetup(key, 2 + number % 3, auction, direction, number)
            number += 1


def game_case(
    setup: GameSetup,
    moves: Sequence[str],
    questions: tuple[Question, ...],
    clauses: tuple[str, ...],
) -> Case:
    """Questions after some moves of a game."""
    edition = read_edition(setup.edition)
    return Case(
        id=setup.name,
        origin="game",
        clauses=clauses,
        description=f"A game played with the engine: {setup.name.removeprefix('play/')}.",
        edition=setup.edition,
        rules=rules_of(edition),
        players=setup.players,
        auction=setup.auction,
        moves=tuple(moves),
        questions=questions,
    )


def verdict_on(move: Move, clauses: list[str]) -> Question:
    """Whether a move is legal, with the clauses that forbid it."""
    return Question("check", clauses, about={"move": str(move)})
