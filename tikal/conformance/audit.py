"""Auditing recorded games: every move of every game, on as many processes as one likes."""

from __future__ import annotations

import json
import os
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from itertools import islice
from pathlib import Path
from typing import Final, TypeAlias

from tikal.conformance.executors import LoneWorker
from tikal.conformance.games import MOST_BYTES, Game, game_of, named_edition, read_file
from tikal.conformance.report import Json, Result
from tikal.errors import InvalidArgument, TikalError, Violation
from tikal.interchange import position_to_json
from tikal.nearest import nearest_legal

#: How many chunks wait in an executor at a time: memory does not grow with the corpus.
WINDOW: Final = 64
#: A game is a path, or a name with its bytes.
Source: TypeAlias = Path | tuple[str, bytes]


def find_games(*paths: Path) -> Iterator[Path]:
    """Files themselves, and all games below folders, by name; each once, however often it is named.

    In a folder, games are the files that end in .tikal or .json, but not JSON of other programs.
    """
    met: set[Path] = set()  # what was named and where links led, not every game of a large corpus
    for path in paths:
        root = Path(os.path.realpath(path))
        for game in _games_at(path):
            place = Path(os.path.realpath(game))
            is_link = place != root / game.relative_to(path)
            if place in met or _is_found_in(met, place):
                continue
            if is_link and _is_found_in({root}, place):
                continue
            if is_link:
                met.add(place)
            yield game
        met.add(root)


# What may not even be asked about (a folder that is closed to us, a name that is too long) counts
# as a game: reading it will tell. The questions of `os.path` are never answered by an exception.


def _is_found_in(folders: set[Path], place: Path) -> bool:
    """Whether going through the folders finds the game that lies there."""
    return not folders.isdisjoint(place.parents) and os.path.isfile(place) and _is_a_game(place)  # noqa: PTH113


def _games_at(path: Path) -> Iterator[Path]:
    if not os.path.isdir(path):  # noqa: PTH112
        yield path
        return
    unreadable: list[OSError] = []
    for folder, subfolders, files in os.walk(path, onerror=unreadable.append):
        subfolders.sort()
        for name in sorted(files):
            if _is_a_game(Path(folder, name)):
                yield Path(folder, name)

    yield from (Path(error.filename) for error in unreadable)  # to be reported as such


def _is_a_game(path: Path) -> bool:
    ending = path.suffix.lower()
    if ending not in (".tikal", ".json"):
        return False
    if os.path.exists(path) and not os.path.isfile(path):  # noqa: PTH110, PTH113
        return False  # a pipe would be waited for
    return ending == ".tikal" or not _is_of_another_program(path)


def _is_of_another_program(path: Path) -> bool:
    """Whether this is sound JSON without our format; what is damaged may have been a game."""
    try:
        text = read_file(path)
        if len(text) > MOST_BYTES:
            return True
        data = json.loads(text)
    except (TikalError, ValueError, RecursionError):
        return False
    given = data.get("format") if isinstance(data, dict) else None
    return not str(given).startswith(("tikal-record/", "tikal-position/"))


def audit_game(source: Source) -> Result:
    """One game: passed, failed at its first refusal, or errored because it cannot be read."""
    name, data = _name(source), b""
    try:
        data = read_file(source) if isinstance(source, Path) else source[1]
        return _result(name, game_of(data))
    except TikalError as error:
        return Result("game", name, "errored", named_edition(data), message=str(error))
    except Exception as error:  # ours to be ashamed of, but the other games go on
        fault = f"a fault of the auditor, please report it: {type(error).__name__}: {error}"
        return Result("game", name, "errored", message=fault)


def audit(
    sources: Iterable[Source], executor: Executor | None = None, chunk: int = 16
) -> Generator[Result, None, None]:
    """Audit games and yield the results in the order of the games.

    With an executor (a process pool, a thread pool, a Dask client's) chunks of games run there,
    and no more than some dozens of chunks wait at a time; the paths must mean the same to its
    workers. If they die, what they had, and what nobody takes any more, is audited game by game in
    another process, so that only those games are errored which no process survives.
    """
    if chunk < 1:
        raise InvalidArgument(f"a chunk has at least one game, not {chunk}")
    if executor is None:
        yield from map(audit_game, sources)
        return
    waiting: deque[tuple[list[Source], Future[list[Result]] | None]] = deque()
    remaining = iter(sources)
    with LoneWorker() as alone:
        try:
            while batch := list(islice(remaining, chunk)):
                waiting.append((batch, _submitted(executor, batch)))
                if len(waiting) >= WINDOW:
                    yield from _finished(*waiting.popleft(), alone)
            while waiting:
                yield from _finished(*waiting.popleft(), alone)
        finally:
            for _, future in waiting:
                if future:
                    future.cancel()


def audit_games(sources: Iterable[Source]) -> list[Result]:
    """Several games: what runs on a worker."""
    return [audit_game(source) for source in sources]


def _submitted(executor: Executor, batch: list[Source]) -> Future[list[Result]] | None:
    try:
        return executor.submit(audit_games, batch)
    except Exception:  # its workers died, or it was shut down
        return None


def _finished(
    batch: list[Source], future: Future[list[Result]] | None, alone: LoneWorker
) -> Iterator[Result]:
    try:
        results = future.result() if future else None
    except Exception:  # no fault of a game gets here, so it is the workers'
        results = None
    yield from results if results is not None else (_survived(source, alone) for source in batch)


def _survived(source: Source, alone: LoneWorker) -> Result:
    try:
        return alone.do(audit_game, source)
    except BrokenExecutor as error:
        message = f"the process that read this game died: {error}"
        return Result("game", _name(source), "errored", message=message)


def _name(source: Source) -> str:
    """What to call a game; a file name that is no text is told byte by byte."""
    if isinstance(source, Path):
        return os.fsencode(source).decode("utf-8", "backslashreplace")
    return source[0]


def _result(name: str, game: Game) -> Result:
    state, refusal = game.last, game.refusal
    detail: dict[str, Json] = {
        "players": state.players,
        "auction": state.auction,
        "moves": game.moves,
        "accepted": len(game.steps),
        "skipped": game.moves - len(game.steps) - bool(refusal),
        "phase": state.phase,
        "scores": {str(seat): points for seat, points in state.scores.items()},
        "winners": list(state.winners),
    }
    if game.record and game.record.names:
        detail["names"] = list(game.record.names)
    if refusal is None:
        return Result("game", name, "passed", state.edition.key, detail=detail)
    place = game.place(refusal.index)
    detail["refusal"] = {
        "number": refusal.index + 1,
        "line": place and place[0],
        "column": place and place[1],
        "move": str(refusal.move),
        "violations": [violation_data(violation) for violation in refusal.violations],
        "nearest": [str(move) for move in nearest_legal(state, refusal.move)],
        "position": position_to_json(state),
    }
    clauses = tuple(violation.clause for violation in refusal.violations)
    reasons = "; ".join(f"{v.clause}: {v.message}" for v in refusal.violations)
    where = f" (line {place[0]})" if place else ""
    message = f"move {refusal.index + 1}{where}, {refusal.move}, is refused: {reasons}"
    return Result("game", name, "failed", state.edition.key, clauses, message, detail)


def violation_data(violation: Violation) -> dict[str, Json]:
    """A violation as JSON."""
    return {
        "clause": violation.clause,
        "message": violation.message,
        "facts": dict(violation.facts),
    }
