"""A bot that is a program and answers `choose` of the protocol (docs/reference/protocol.md)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from tikal.conformance.cases import rules_of
from tikal.conformance.protocol.connection import Child, ChildFailure
from tikal.conformance.protocol.engine_info import PROTOCOL
from tikal.editions import write_edition
from tikal.engine import legal_moves
from tikal.errors import InvalidNotation
from tikal.game import Game
from tikal.matches.bots import BotFailure
from tikal.moves import Move, parse_move
from tikal.notation.documents import position_to_json
from tikal.notation.documents.parsing import Json
from tikal.state import State, new_game

#: A program that says nothing for so long at its start is broken.
SECONDS_TO_START: Final = 30.0
#: Without a limit of time a program is asked for ever but for this.
MAX_SECONDS: Final = 3_600.0


class CommandBot:
    """A program in a process of its own, which is started when it is first asked."""

    def __init__(self, command: Sequence[str], seconds_to_start: float = SECONDS_TO_START) -> None:
        self._command, self._to_start = command, seconds_to_start
        self._child: Child | None = None
        self._number = 0
        #: The game as the program knows it.
        self._start: State | None = None
        self._moves: tuple[Move, ...] = ()

    def choose(self, game: Game, rng: random.Random, seconds: float | None = None) -> Move:
        """The move that the program answers; `BotFailure` if it gives none in time."""
        try:
            if self._child is None:
                self._begin()
            return self._ask(game, seconds)
        except ChildFailure as error:
            self.close()
            raise BotFailure(str(error)) from None

    def _begin(self) -> None:
        child = Child(self._command)
        try:
            answer = child.ask({"cmd": "start", "version": PROTOCOL}, self._to_start)
            if answer.get("version") != PROTOCOL:
                raise ChildFailure(f"speaks version {answer.get('version')!r:.20}, not {PROTOCOL}")
            capabilities = answer.get("capabilities")
            asks = capabilities.get("asks") if isinstance(capabilities, dict) else None
            if not isinstance(asks, list) or "choose" not in asks:
                raise ChildFailure("does not list choose under capabilities.asks")
        except BaseException:
            child.kill()
            raise
        self._child, self._start = child, None

    def _ask(self, game: Game, seconds: float | None) -> Move:
        assert self._child is not None
        limit = MAX_SECONDS if seconds is None else seconds
        moves, known = game.moves, len(self._moves)
        goes_on = self._start == game.start and moves[:known] == self._moves  # nothing taken back
        state = game.state
        question: dict[str, Json] = {
            "ask": "choose",
            "seat": state.active,
            "moves": list(map(str, legal_moves(state))),
        }
        if then := moves[known if goes_on else 0 :]:
            question["then"] = list(map(str, then))
        if seconds is not None:
            question["milliseconds"] = int(seconds * 1_000)
        self._number += 1
        request = {
            "cmd": "run",
            "seq": self._number,
            "case": {**_case(game.start), "goes_on": goes_on, "questions": [question]},
        }
        answer = self._child.ask(request, limit)
        self._start, self._moves = game.start, moves
        if answer.get("seq") != self._number:
            raise ChildFailure(f"answered seq {answer.get('seq')!r:.20}, not {self._number}")
        return _move(answer)

    def close(self) -> None:
        """End the program and all that it has started."""
        if self._child is not None:
            self._child.tell({"cmd": "stop"})
            self._child.close()
            self._child = None


def _case(start: State) -> dict[str, Json]:
    """How a game begins, as the protocol has it."""
    opening = start.active or 1
    new = new_game(start.players, start.edition, start.auction, opening)
    return {
        "id": "game",
        "edition": write_edition(start.edition),
        "rules": rules_of(start.edition),
        "players": start.players,
        "auction": start.auction,
        "start": opening,
        "moves": [] if start == new else None,
        "position": None if start == new else position_to_json(start),
    }


def _move(answer: dict[str, Json]) -> Move:
    """The move in an answer; `ChildFailure` if there is none."""
    answers = answer.get("answers")
    given = answers[0] if isinstance(answers, list) and len(answers) == 1 else answer
    move = given.get("move") if isinstance(given, dict) else None
    if not isinstance(move, str):
        raise ChildFailure(f"answered {given!r:.80} instead of a move")
    try:
        return parse_move(move)
    except InvalidNotation as error:
        raise ChildFailure(f"answered {move!r:.40}: {error}") from None
