"""Auditing games: each until its first refusal, and the results in the order of the games."""

from __future__ import annotations

import hashlib
import os
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from itertools import islice
from pathlib import Path
from typing import Final, TypeAlias

from attrs import define

from tikal._support.wording import counted
from tikal.conformance.audit.find import NotOrdinary
from tikal.conformance.audit.workers import RestartingPool
from tikal.conformance.report import Json, Outcome, Result
from tikal.conformance.report.log import timed
from tikal.counsel.game_opinions import opinion_on_move, rules_where_legal
from tikal.counsel.nearest import nearest_legal
from tikal.counsel.repairs import Repair, repairs
from tikal.errors import InvalidArgument, TikalError
from tikal.languages import refused_move
from tikal.notation.documents import claim_to_json, position_to_json, violation_to_json
from tikal.notation.loading import LoadedGame, edition_in, game_of, mistakes_in, read_file
from tikal.notation.records import WrongClaim
from tikal.pictures.text import moment

#: Chunks that wait in an executor at a time, so that memory does not grow with the corpus.
WINDOW: Final = 64
#: Mistakes or wrong claims of one game that are listed; the rest are counted.
_MAX_REPORTED: Final = 5
#: Report a game as the cause after this many worker deaths; one may have been killed.
_ATTEMPTS: Final = 2
#: A game is a path, or a name with its bytes; what is not an ordinary file is only reported.
Source: TypeAlias = Path | tuple[str, bytes] | NotOrdinary


def audit_game(source: Source) -> Result:
    """One game: passed, unfinished, failed at its first refusal, or errored: it cannot be read."""
    name, data = name_of(source), b""
    try:
        data = bytes_of(source)
        return _result(name, game_of(data), digest_of(data))
    except TikalError as error:
        detail = {"sha256": digest_of(data)} if data else {}
        message = "; ".join(mistakes_in(data, error, most=_MAX_REPORTED))
        return Result("game", name, "errored", edition_in(data), (), message, detail)
    except Exception as error:  # a bug in this library must not stop the audit of the other games
        message = f"a bug in the auditor, please report it: {type(error).__name__}: {error}"
        return Result("game", name, "errored", message=message)


def audit(
    sources: Iterable[Source], executor: Executor | None = None, chunk: int = 16
) -> Generator[Result, None, None]:
    """Audit games and yield the results in the order of the games.

    With an executor (a process pool, a thread pool, a Dask client's) chunks of games run there,
    and only a few dozen chunks wait at a time; its workers must see the same files under the same
    paths. If workers die, the chunks that were lost are submitted again; the games of a chunk that
    is lost twice are audited one by one in a process of their own, so that only a game that kills
    its process, twice, is errored.
    """
    if chunk < 1:
        raise InvalidArgument(f"a chunk has at least one game, not {chunk}")
    if executor is None:
        yield from timed(map(audit_game, sources))
        return
    waiting: deque[_Chunk] = deque()
    remaining = iter(sources)
    with RestartingPool(1) as alone:
        try:
            while batch := list(islice(remaining, chunk)):
                waiting.append(_Chunk(batch, _submit(executor, batch)))
                if len(waiting) >= WINDOW:
                    yield from _finish_first(waiting, executor, alone)
            while waiting:
                yield from _finish_first(waiting, executor, alone)
        finally:
            for each in waiting:
                if each.future:
                    each.future.cancel()


def audit_games(sources: Iterable[Source]) -> list[Result]:
    """Audit several games; this is what runs on a worker."""
    return [*timed(map(audit_game, sources))]


@define
class _Chunk:
    """Games that were given to a worker; without a future if that was not possible."""

    games: list[Source]
    future: Future[list[Result]] | None

    def results(self) -> list[Result] | None:
        """Wait for the results; None if the games are lost."""
        try:
            return self.future.result() if self.future else None
        except Exception:  # `audit_game` raises nothing, so the workers have died
            return None

    @property
    def is_lost(self) -> bool:
        """Whether it is known by now that there will be no results."""
        return self.future is None or (self.future.done() and self.results() is None)


def _submit(executor: Executor, batch: list[Source]) -> Future[list[Result]] | None:
    try:
        return executor.submit(audit_games, batch)
    except Exception:  # its workers died, or it was shut down
        return None


def _finish_first(waiting: deque[_Chunk], executor: Executor, alone: Executor) -> Iterator[Result]:
    """The results of the chunk that waits first, which waits no longer."""
    results = waiting[0].results()
    if results is None:  # resubmit the other lost chunks while waiting
        for each in waiting:
            if each.is_lost:
                each.future = _submit(executor, each.games)
        results = waiting[0].results()
    games = waiting.popleft().games
    yield from results if results is not None else (_audit_alone(game, alone) for game in games)


def _audit_alone(source: Source, alone: Executor) -> Result:
    for _ in range(_ATTEMPTS):
        try:
            [result] = alone.submit(audit_games, [source]).result()
            return result
        except BrokenExecutor as error:
            reason = error
    message = f"the process that read this game died, {_ATTEMPTS} times: {reason}"
    return Result("game", name_of(source), "errored", message=message)


def bytes_of(source: Source) -> bytes:
    """The bytes of a game; `InvalidArgument` if they cannot be read."""
    if isinstance(source, NotOrdinary):
        raise InvalidArgument("is not an ordinary file, so it is not read")
    return read_file(source) if isinstance(source, Path) else source[1]


def name_of(source: Source) -> str:
    """The name of a game; a file name that is not text is shown byte by byte."""
    if isinstance(source, NotOrdinary):
        source = source.path
    if isinstance(source, Path):
        return os.fsencode(source).decode("utf-8", "backslashreplace")
    return source[0]


def digest_of(data: bytes) -> str:
    """The identity of a game: `tikal audit --resume` reuses the results of the same games only."""
    return hashlib.sha256(data).hexdigest()


def _outcome(game: LoadedGame, claims: tuple[WrongClaim, ...]) -> tuple[Outcome, str]:
    """Outcome and message of a game without refusals."""
    if claims:
        message = "; ".join(map(str, claims[:_MAX_REPORTED]))
        if len(claims) > _MAX_REPORTED:
            message += f"; and {counted(len(claims) - _MAX_REPORTED, 'more wrong claim')}"
        return "failed", message
    if game.last.phase == "over" or game.record is None:
        return "passed", ""  # a position has no moves, so there is nothing that could be missing
    return "unfinished", f"not played to its end: {moment(game.last, game.record.names)}"


def _counsel(game: LoadedGame) -> dict[str, Json]:
    """The opinion on the refused move, and the rules by which the whole game is legal."""
    if game.record is None:
        return {}
    elsewhere = rules_where_legal(game.record)
    return {
        "opinion": opinion_on_move(game, len(game.steps)).to_json(),
        "elsewhere": {
            "editions": [edition.key for edition in elsewhere.editions],
            "rules": list(elsewhere.rules),
        },
    }


def _result(name: str, game: LoadedGame, digest: str) -> Result:
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
        "sha256": digest,
    }
    if game.record and game.record.names:
        detail["names"] = list(game.record.names)
    claims = game.wrong_claims
    if claims:
        detail["claims"] = [claim_to_json(claim) for claim in claims[:_MAX_REPORTED]]
        detail["wrong_claims"] = len(claims)
    if refusal is None:
        outcome, message = _outcome(game, claims)
        return Result("game", name, outcome, state.edition.key, message=message, detail=detail)
    place = game.place(refusal.index)
    detail["refusal"] = {
        "number": refusal.index + 1,
        "line": place and place[0],
        "column": place and place[1],
        "move": str(refusal.move),
        "violations": [violation_to_json(violation) for violation in refusal.violations],
        "nearest": [str(move) for move in nearest_legal(state, refusal.move)],
        "repairs": [each.to_json() for each in _repairs(game)],
        "position": position_to_json(state),
        **_counsel(game),
    }
    clauses = tuple(violation.clause for violation in refusal.violations)
    reasons = "; ".join(f"{v.clause}: {v.message}" for v in refusal.violations)
    sentence = refused_move(refusal.move, refusal.index + 1, place and place[0])
    message = f"{sentence}: {reasons}"
    return Result("game", name, "failed", state.edition.key, clauses, message, detail)


def _repairs(game: LoadedGame) -> tuple[Repair, ...]:
    return repairs(game.record, limit=1) if game.record else ()
