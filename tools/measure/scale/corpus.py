"""Generated games in files: mostly legal to their end, some cut, some unreadable, some refused.

What is planted is known from playing: the engine in C lists the legal moves where that is compiled,
so that the auditor is not its own judge.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from typing import Final, Literal, get_args

from attrs import asdict, frozen

from tikal import fast
from tikal.conformance.audit.workers import process_pool
from tikal.conformance.report import Outcome
from tikal.moves import Move
from tikal.notation import documents
from tikal.notation.records import Entry, Record, dumps, lines_of
from tikal.state import State
from tools.verify.lockstep import STYLES, choose, start_of

#: Games in one folder.
PER_FOLDER: Final = 1000
GAMES: Final = "games"
_EXPECTED: Final = "expected.jsonl"

Plan = Literal["legal", "refused", "unfinished", "unreadable"]
#: How many games of a hundred are of each kind.
_SHARES: Final[dict[Plan, int]] = {"legal": 94, "refused": 2, "unfinished": 3, "unreadable": 1}
#: How many games of a hundred are written as JSON.
_JSON: Final = 5
_OUTCOMES: Final[dict[Plan, Outcome]] = {
    "legal": "passed", "refused": "failed", "unfinished": "unfinished", "unreadable": "errored",
}  # fmt: skip
Damage = Literal["empty", "binary", "misspelt", "headless", "cut"]


@frozen
class Expected:
    """The verdict that a game deserves, and for a refused one the number of the planted move."""

    name: str
    outcome: Outcome
    number: int | None = None


@frozen
class Written:
    """A game as it lies in its file."""

    data: bytes
    expected: Expected


def write_games(folder: Path, games: int) -> Iterator[int]:
    """Write this many games below a folder, if they are not there; yield how many there are."""
    listed = folder / _EXPECTED
    if listed.exists():
        there = sum(1 for _ in read_expected(folder))
        if there != games:
            raise SystemExit(f"{folder} holds {there:,} games, not {games:,}: name another folder")
        yield games
        return
    draft, written = listed.with_suffix(".partial"), 0
    folder.mkdir(parents=True, exist_ok=True)
    starts = range(0, games, PER_FOLDER)
    with process_pool(2) as pool, draft.open("w", encoding="utf-8") as file:
        assert pool is not None  # there are two workers
        parts = [
            pool.submit(_write_folder, folder / GAMES, start, min(start + PER_FOLDER, games))
            for start in starts
        ]
        for part in parts:
            for expected in part.result():
                file.write(json.dumps(asdict(expected)) + "\n")
                written += 1
            yield written
    draft.rename(listed)  # only now, so that half a corpus is not taken for a whole one


def read_expected(folder: Path) -> Iterator[Expected]:
    """The verdicts that the games below a folder deserve, in their order."""
    with (folder / _EXPECTED).open(encoding="utf-8") as file:
        for line in file:
            yield Expected(**json.loads(line))


def _write_folder(folder: Path, start: int, stop: int) -> list[Expected]:
    (folder / _folder_name(start)).mkdir(parents=True, exist_ok=True)
    written = [game(number) for number in range(start, stop)]
    for each in written:
        (folder / each.expected.name).write_bytes(each.data)
    return [each.expected for each in written]


def _folder_name(number: int) -> str:
    return f"{number // PER_FOLDER:04}"


# --- one game ----------------------------------------------------------------------------------


def game(number: int) -> Written:
    """The game with this number: the same bytes whenever and wherever it is made."""
    rng = random.Random(f"scale {number}")
    (plan,) = rng.choices(get_args(Plan), cum_weights=[*accumulate(_SHARES.values())])
    start, place = start_of(number), rng.random()
    moves = _play(start, rng, STYLES[number % len(STYLES)])
    at = int(place * (len(moves) - 1))
    if plan == "refused":
        moves.insert(at, _illegal(start, moves, at, rng))
    elif plan == "unfinished":
        del moves[at:]
    record = Record(
        edition=start.edition,
        players=start.players,
        auction=start.auction,
        start=start.active or 1,
        lines=lines_of(map(Entry, moves), start.auction),
    )
    ending, text = "tikal", dumps(record)
    if rng.randrange(100) < _JSON:
        ending, text = "json", documents.dumps(record)
    data = text.encode()
    if plan == "unreadable":
        ending, data = _damaged(record, rng)
    name = f"{_folder_name(number)}/game{number}.{ending}"
    planted = at + 1 if plan == "refused" else None
    return Written(data, Expected(name, _OUTCOMES[plan], planted))


def _play(start: State, rng: random.Random, style: float) -> list[Move]:
    played, moves = fast.Game(start), list[Move]()
    while legal := played.legal_moves():
        moves.append(choose(played.phase, legal, rng, style))
        played.apply(moves[-1])
    return moves


def _illegal(start: State, moves: list[Move], at: int, rng: random.Random) -> Move:
    """A move that the players make some other time, but that is illegal after `at` moves."""
    played = fast.Game(start)
    for move in moves[:at]:
        played.apply(move)
    legal = set(played.legal_moves())
    return rng.choice([move for move in moves if move not in legal])


def _damaged(record: Record, rng: random.Random) -> tuple[str, bytes]:
    """An unreadable record, and the ending of its file."""
    text = dumps(record)
    damage: Damage = rng.choice(get_args(Damage))
    match damage:
        case "empty":
            return "tikal", b""
        case "binary":
            return "tikal", rng.randbytes(len(text))
        case "misspelt":
            return "tikal", text.replace("draw", "drew").encode()
        case "headless":
            return "tikal", text[text.index("\n\n") :].encode()
        case "cut":
            whole = documents.dumps(record)
            return "json", whole[: rng.randrange(1, len(whole) - 1)].encode()
