"""Many games between bots: seats rotated, chance paired, in parallel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import ExitStack
from math import comb
from typing import Any, Final

from attrs import asdict, field, frozen

from tikal.editions import Edition, read_edition, write_edition
from tikal.errors import InvalidArgument
from tikal.matches.bots import bot_of, require_bot
from tikal.matches.game import Limits, play_game
from tikal.matches.ratings import Result
from tikal.notation.documents.parsing import Json
from tikal.notation.records import dumps
from tikal.state import new_game

FORMAT: Final = "tikal-match/1"
#: A game that was lost with its worker is tried so often.
_ATTEMPTS: Final = 2


@frozen
class Plan:
    """What is played: the same plan and the same bots give the same games, but for their time."""

    bots: tuple[str, ...]
    games: int
    edition: str
    players: int = 2
    auction: bool = False
    seed: int = 1
    limits: Limits = field(factory=Limits)

    @classmethod
    def of(
        cls, bots: Sequence[str], games: int, edition: Edition, players: int, auction: bool,
        seed: int = 1, limits: Limits | None = None,
    ) -> Plan:  # fmt: skip
        """A plan that can be played; `InvalidArgument` says why another cannot."""
        for bot in bots:
            require_bot(bot)
        if len(set(bots)) < 2:
            raise InvalidArgument("a match needs two different bots or more")
        if len(bots) < players:
            raise InvalidArgument(
                f"{players} players need as many bots or more, and there are {len(bots)}: "
                "name a bot twice and it plays two seats"
            )
        new_game(players, edition, auction)  # refuses what cannot begin
        return cls(
            tuple(bots), games, write_edition(edition), players, auction, seed, limits or Limits()
        )

    def seating(self, number: int) -> tuple[int, tuple[str, ...]]:
        """The seed of a game and its bots by seat.

        With one seed every choice of bots plays in every rotation of the seats, so that each bot
        has each seat equally often; the next seed follows.
        """
        round_, at = divmod(number, self.games_of_a_seed)
        choice, turn = divmod(at, self.players)
        chosen = self._chosen(choice)
        return self.seed + round_, (*chosen[turn:], *chosen[:turn])

    def _chosen(self, number: int) -> tuple[str, ...]:
        """The bots of a game: a choice by its number, in the order of `itertools.combinations`."""
        chosen, first = [], 0
        for others in reversed(range(self.players)):
            while number >= (with_first := comb(len(self.bots) - first - 1, others)):
                number -= with_first
                first += 1
            chosen.append(self.bots[first])
            first += 1
        return tuple(chosen)

    @property
    def games_of_a_seed(self) -> int:
        """The games after which all seats have been rotated."""
        return self.players * comb(len(self.bots), self.players)

    def to_json(self) -> dict[str, Json]:
        """The first line of a log."""
        return {"format": FORMAT, **asdict(self), "bots": list(self.bots)}


@frozen
class GameResult:
    """A game of a match."""

    number: int
    seed: int
    bots: tuple[str, ...]
    points: tuple[int, ...]
    places: tuple[int, ...]
    moves: int
    #: By seat, the seconds that its bot has thought.
    seconds: tuple[float, ...]
    #: The seat that lost before the end, the fault, its reason and its clauses; or None.
    forfeit: Mapping[str, Json] | None
    #: The record as text.
    record: str = ""

    @property
    def result(self) -> Result:
        """What a rating needs of it."""
        return Result(self.seed, self.bots, self.places)

    def to_json(self) -> dict[str, Json]:
        """A line of the log; the record is a file of its own."""
        found = asdict(self)
        del found["record"]
        return found


def play_number(plan: Plan, number: int) -> GameResult:
    """Play one game of a match, with bots that are started for it and ended after it."""
    seed, names = plan.seating(number)
    edition = read_edition(plan.edition)
    with ExitStack() as stack:
        bots = {}
        for seat, name in enumerate(names, start=1):
            bots[seat] = bot_of(name, apart=True)
            stack.callback(bots[seat].close)
        start = new_game(plan.players, edition, plan.auction)
        played = play_game(start, bots, seed, plan.limits)
    state, places = played.game.state, played.places()
    record = played.record([_name(name) for name in names], {"seed": str(seed)})
    return GameResult(
        number, seed, names, tuple(state.scores.values()), tuple(places.values()),
        played.game.length, tuple(round(each, 3) for each in played.seconds.values()),
        asdict(played.forfeit) if played.forfeit else None, dumps(record),
    )  # fmt: skip


def _name(bot: str) -> str:
    """A bot as a record can name a player."""
    text = "".join(sign if sign.isprintable() and sign not in ",#" else " " for sign in bot)
    return " ".join(text.split())[:60] or "bot"


# --- many --------------------------------------------------------------------------------------


def play_match(
    plan: Plan,
    executor: Executor | None = None,
    done: Iterable[int] = (),
    task: Callable[[Plan, int], GameResult] = play_number,
) -> Iterator[GameResult]:
    """The games of a match as they end, without those that are done."""
    left = iter(sorted({*range(plan.games)} - {*done}))
    if executor is None:
        yield from (task(plan, number) for number in left)
        return
    waiting: dict[Future[GameResult], tuple[int, int]] = {}
    tries: list[tuple[int, int]] = []

    def submit() -> None:
        while len(waiting) < _QUEUE:
            number, attempt = tries.pop() if tries else (next(left, None), 1)
            if number is None:
                return
            waiting[executor.submit(task, plan, number)] = number, attempt

    submit()
    while waiting:
        ended = next(future for future in _as_ended(waiting))
        number, attempt = waiting.pop(ended)
        try:
            yield ended.result()
        except BrokenExecutor as error:  # a worker has died, and its tasks with it
            if attempt >= _ATTEMPTS:
                raise InvalidArgument(f"game {number + 1} has ended its worker: {error}") from None
            tries.append((number, attempt + 1))
        submit()


#: Games that are given to the workers before their results are there.
_QUEUE: Final = 16


def _as_ended(waiting: Iterable[Future[Any]]) -> Iterator[Future[Any]]:
    from concurrent.futures import FIRST_COMPLETED, wait

    done, _ = wait(list(waiting), return_when=FIRST_COMPLETED)
    yield from done
