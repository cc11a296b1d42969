"""The games to play with an engine, and the questions about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count

from attrs import frozen

from tikal.conformance.cases import Case, Question, rules_of
from tikal.conformance.fuzzing.policies import DIRECTIONS
from tikal.conformance.protocol.engine_info import EngineInfo
from tikal.editions import read_edition
from tikal.moves import Move


@frozen
class GameKind:
    """An edition, and whether it is played with auctions."""

    edition: str
    auction: bool

    def __str__(self) -> str:
        return f"{self.edition} {'with' if self.auction else 'without'} auctions"


@frozen
class GameSetup:
    """One game: who plays what, and how it is directed."""

    edition: str
    players: int
    auction: bool
    direction: str
    seed: int

    @property
    def kind(self) -> GameKind:
        """The edition, and whether there are auctions."""
        return GameKind(self.edition, self.auction)

    @property
    def name(self) -> str:
        """As a result is called."""
        kind = "auction" if self.auction else "basic"
        how = self.direction.replace(" ", "-")
        return f"play/{self.edition}/{kind}/{self.players}/{how}/{self.seed}"


def game_kinds(engine: EngineInfo, edition: str | None = None) -> list[GameKind]:
    """The kinds of games that an engine claims to play, perhaps in one edition alone."""
    editions = [edition] if edition else engine.editions
    basic = [GameKind(key, False) for key in editions]
    auctions = [GameKind(key, True) for key in editions if read_edition(key).has_auction]
    return [*basic, *(auctions if engine.auction else [])]


def left_out(played: Mapping[GameKind, int], kinds: Iterable[GameKind]) -> list[str]:
    """The kinds without a game, and those without one that was played to its end, in sentences.

    `played` has the number of those by kind; 0 if all were broken off.
    """
    unplayed = ", ".join(str(kind) for kind in kinds if kind not in played)
    begun = ", ".join(str(kind) for kind in kinds if played.get(kind) == 0)
    return [
        *([f"Not played, because of --games: {unplayed}."] if unplayed else []),
        *([f"No game was played to its end: {begun}."] if begun else []),
    ]


def game_setups(
    engine: EngineInfo, edition: str | None = None, seed: int = 0
) -> Iterator[GameSetup]:
    """Games without end: every edition, size, kind and direction in turn.

    In each round all editions are played; every third round has auctions.
    """
    kinds = game_kinds(engine, edition)
    editions = [edition] if edition else list(engine.editions)
    for number in count(seed):
        turn, place = divmod(number, len(editions))
        has_auction = turn % 3 == 2 and GameKind(editions[place], True) in kinds
        direction = [*DIRECTIONS][(turn + place) % len(DIRECTIONS)]
        players = 2 + (turn + turn // 3 + place) % 3  # auctions have another size each time
        yield GameSetup(editions[place], players, has_auction, direction, number)


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
