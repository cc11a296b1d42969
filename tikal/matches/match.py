"""Many games between bots: seats rotated, chance paired, in parallel, stored as they end.

A match is a folder: `match.jsonl` has a line that says what is played and one for every game that
has ended, and the records lie beside it. The same match in the same folder goes on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import ExitStack
from itertools import combinations
from pathlib import Path
from typing import Any, Final

from attrs import asdict, field, frozen

from tikal._support.atomic_write import write_atomic
from tikal.editions import Edition, read_edition, write_edition
from tikal.errors import InvalidArgument, InvalidNotation
from tikal.matches.bots import bot_of, require_bot
from tikal.matches.game import Limits, play_game
from tikal.matches.ratings import Result
from tikal.notation.documents.parsing import Json, parse_json
from tikal.notation.records import dumps
from tikal.state import new_game

FORMAT: Final = "tikal-match/1"
LOG: Final = "match.jsonl"
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
        tables = [
            (*chosen[turn:], *chosen[:turn])
            for chosen in combinations(range(len(self.bots)), self.players)
            for turn in range(self.players)
        ]
        round_, at = divmod(number, len(tables))
        return self.seed + round_, tuple(self.bots[index] for index in tables[at])

    @property
    def games_of_a_seed(self) -> int:
        """The games after which all seats have been rotated."""
        return sum(self.players for _ in combinations(self.bots, self.players))

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


# --- the folder --------------------------------------------------------------------------------


class MatchFolder:
    """The log and the records of a match."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path, self.plan = path, plan
        self.log = path / LOG
        self.results: dict[int, GameResult] = {}
        path.mkdir(parents=True, exist_ok=True)
        if self.log.exists():
            self._read()
        else:
            self._write_line(plan.to_json())

    def add(self, result: GameResult) -> None:
        """Store a game that has ended: its record first, then its line."""
        write_atomic(self.path / f"{result.number + 1:05}.tikal", [result.record])
        self._write_line(result.to_json())
        self.results[result.number] = result

    def _write_line(self, line: Mapping[str, Json]) -> None:
        with self.log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=True) + "\n")

    def _read(self) -> None:
        whole = self.log.read_text("utf-8").split("\n")
        lines = whole[:-1]  # what has no end of line was cut off
        if not lines or _read_line(lines[0]) != json.loads(json.dumps(self.plan.to_json())):
            raise InvalidArgument(
                f"{self.log} is of another match: give the same bots and options, or another folder"
            )
        for number, line in enumerate(lines[1:], start=2):
            found = _result(_read_line(line))
            if found is None:
                raise InvalidArgument(f"{self.log}, line {number}: this is not a game of a match")
            self.results[found.number] = found
        if whole[-1]:
            write_atomic(self.log, [f"{line}\n" for line in lines])


def _read_line(line: str) -> object:
    try:
        return parse_json(line)
    except InvalidNotation:
        return None


def _result(line: object) -> GameResult | None:
    if not isinstance(line, dict):
        return None
    try:
        return GameResult(
            line["number"], line["seed"], tuple(line["bots"]), tuple(line["points"]),
            tuple(line["places"]), line["moves"], tuple(line["seconds"]), line["forfeit"],
        )  # fmt: skip
    except (KeyError, TypeError):
        return None
