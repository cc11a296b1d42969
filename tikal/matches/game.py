"""One game between bots, by the clock: chance comes from the seed, moves from the bots."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

from attrs import frozen

from tikal.dice import sample
from tikal.engine import check
from tikal.game import Game
from tikal.matches.bots import Bot, BotFailure
from tikal.moves import Move
from tikal.notation.records import Record
from tikal.rules.length import most_moves
from tikal.state import State

#: Why a bot loses a game before its end.
Fault: TypeAlias = Literal["illegal", "time", "failed"]


@frozen
class Limits:
    """The time that a bot has, in seconds; None is without limit."""

    move: float | None = None
    game: float | None = None


@frozen
class Forfeit:
    """A game that a bot has lost before its end."""

    seat: int
    fault: Fault
    #: The refused move with its clauses, or what went wrong.
    reason: str
    #: The clauses that the move breaks.
    clauses: tuple[str, ...] = ()


@frozen
class Played:
    """A game, to its end or to the forfeit."""

    game: Game
    forfeit: Forfeit | None
    #: By seat, the seconds that its bot has thought.
    seconds: Mapping[int, float]

    def places(self) -> dict[int, int]:
        """By seat, its place: 1 for winners; who forfeits is last, the others follow by points."""
        scores = self.game.state.scores
        worth = {seat: (0, points) for seat, points in scores.items()}
        if self.forfeit:
            worth[self.forfeit.seat] = (-1, 0)
        for seat in self.game.state.winners:
            worth[seat] = (1, 0)
        return {
            seat: 1 + sum(other > own for other in worth.values()) for seat, own in worth.items()
        }

    def record(self, names: Sequence[str], extra: Mapping[str, str]) -> Record:
        """The record; a forfeit stands in its header."""
        found = dict(extra)
        if self.forfeit:
            found["forfeit"] = f"{self.forfeit.seat}: {_in_a_header(self.forfeit.reason)}"
        return Record.of(self.game.replay(), names=names, extra=found)


def _in_a_header(text: str) -> str:
    printable = "".join(sign if sign.isprintable() and sign != "#" else " " for sign in text)
    return " ".join(printable.split())[:300]


_NO_LIMITS: Final = Limits()


def play_game(
    start: State, bots: Mapping[int, Bot], seed: int, limits: Limits = _NO_LIMITS
) -> Played:
    """Play a game between the bots of all seats.

    Draws depend on the seed and the order of draws alone, so games of one seed are paired: as long
    as they go alike they draw alike. An illegal move, a move too late or none at all loses.
    """
    chance = random.Random(f"chance {seed}")
    own = {seat: random.Random(f"bot {seed} {seat}") for seat in bots}
    seconds = dict.fromkeys(bots, 0.0)
    game = Game(start)
    for _ in range(most_moves(start)):
        state = game.state
        if state.phase == "over":
            break
        if state.to_move is None:
            game = game.play(sample(state, chance))
            continue
        seat = state.to_move
        found = _chosen(game, bots[seat], own[seat], _left(limits, seconds[seat]))
        move, spent, forfeit = found
        seconds[seat] += spent
        forfeit = forfeit or _too_late(seat, spent, seconds[seat], limits)
        if move is not None and not forfeit:
            violations = check(state, move, seat)
            if violations:
                reasons = "; ".join(map(str, violations))
                clauses = tuple(dict.fromkeys(each.clause for each in violations))
                forfeit = Forfeit(seat, "illegal", f"{move} is not legal: {reasons}", clauses)
        if forfeit or move is None:
            return Played(game, forfeit, seconds)
        game = game.play(move)
    return Played(game, None, seconds)


def _left(limits: Limits, spent: float) -> float | None:
    """The seconds for the next move."""
    given = [limits.move] if limits.move is not None else []
    if limits.game is not None:
        given.append(max(limits.game - spent, 0.001))
    return min(given, default=None)


def _chosen(
    game: Game, bot: Bot, rng: random.Random, seconds: float | None
) -> tuple[Move | None, float, Forfeit | None]:
    """The move of a bot and the seconds it took, or the forfeit."""
    seat = game.state.active
    assert seat is not None
    began = time.monotonic()
    try:
        move = bot.choose(game, rng, seconds)
    except BotFailure as error:
        spent = time.monotonic() - began
        fault: Fault = "time" if seconds is not None and spent >= seconds else "failed"
        return None, spent, Forfeit(seat, fault, str(error))
    return move, time.monotonic() - began, None


def _too_late(seat: int, spent: float, in_all: float, limits: Limits) -> Forfeit | None:
    if limits.move is not None and spent > limits.move:
        return Forfeit(seat, "time", f"took {spent:.3f} s for a move, {limits.move:g} s allowed")
    if limits.game is not None and in_all > limits.game:
        return Forfeit(seat, "time", f"took {in_all:.3f} s in all, {limits.game:g} s allowed")
    return None
