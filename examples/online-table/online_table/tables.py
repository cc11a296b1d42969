"""Tables: who sits there, what is played, and what the page of each viewer is answered."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
from collections import OrderedDict
from functools import lru_cache
from typing import Any

import tikal
from online_table.store import Stale, Store
from online_table.words import language_for, say
from tikal.page import bridge

#: Games in memory; every other one is played again from its moves.
MAX_GAMES = 1_000
#: The requests that are about a player: at a table it is the one who asks.
_OF_A_SEAT = ("move", "check", "opinion", "compare", "export")


class Refused(Exception):
    """A request that is not granted: a status, the key of a sentence, and its facts."""

    def __init__(self, status: int, key: str, **facts: object) -> None:
        super().__init__(key)
        self.status, self.key, self.facts = status, key, facts


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


class Tables:
    """The tables of a store, with the games of late in memory."""

    def __init__(self, store: Store) -> None:
        self._store, self._lock = store, threading.Lock()
        self._games: OrderedDict[str, tikal.Game] = OrderedDict()
        self._tokens = lru_cache(MAX_GAMES)(store.tokens)

    def _remember(self, id_: str, game: tikal.Game) -> None:
        with self._lock:
            self._games[id_] = game
            self._games.move_to_end(id_)
            if len(self._games) > MAX_GAMES:
                self._games.popitem(last=False)

    def create(
        self, players: int, edition: str, auction: bool, names: list[str]
    ) -> tuple[str, dict[int, str]]:
        """A new table: its id, and by seat the token that is asked of its player."""
        start = tikal.Game(tikal.new_game(players, edition, auction), names)
        game = start.deal()
        id_ = secrets.token_urlsafe(12)
        tokens = {seat: secrets.token_urlsafe(18) for seat in range(1, players + 1)}
        digests = {seat: _digest(token) for seat, token in tokens.items()}
        self._store.add(id_, tikal.dumps(start.record()), digests, list(map(str, game.moves)))
        self._remember(id_, game)
        return id_, tokens

    def status(self, id_: str) -> tuple[int, bool]:
        """The version of a table, and whether it is closed."""
        found = self._store.status(id_)
        if found is None:
            raise Refused(404, "no-table")
        return found

    def game(self, id_: str) -> tuple[tikal.Game, bool]:
        """The game of a table as it is in the store now, and whether the table is closed."""
        version, closed = self.status(id_)
        game = self._games.get(id_)
        if game is None:
            game = tikal.Game.of(tikal.loads(self._store.start(id_)))
        if game.length < version:
            for move in self._store.moves(id_, game.length):
                game = game.play(move)
        self._remember(id_, game)
        return game, closed

    def seat(self, id_: str, token: str) -> int:
        """The seat of a token."""
        digest = _digest(token)
        for seat, known in self._tokens(id_).items():
            if hmac.compare_digest(known, digest):
                return seat
        raise Refused(403, "wrong-token")

    def close(self, id_: str, token: str) -> None:
        """Close a table, as any of its players may."""
        self.game(id_)
        self.seat(id_, token)
        self._store.close(id_)

    def record(self, id_: str) -> str:
        """The game as a record that `tikal audit` reads."""
        return tikal.dumps(self.game(id_)[0].record(seats=True))

    # --- what the page asks ---------------------------------------------------------------------

    def answer(self, id_: str, token: str, request: dict[str, Any]) -> dict[str, Any]:
        """The answer to a request of the page, of a player with a token or a spectator without."""
        if request["ask"] == "about":  # the words, also of what is refused then
            return bridge.answer(request)
        if request["ask"] == "bot":  # advice in the middle of a game, and long work
            raise Refused(403, "not-understood")
        game, closed = self.game(id_)
        seat = self.seat(id_, token) if token else None
        if seat and request["ask"] in _OF_A_SEAT:
            request = {**request, "seat": seat}
        if request["ask"] == "move":
            found = self._play(id_, game, closed, seat, request)
        else:
            found = bridge.answer(request, game)
        if "game_id" in found:  # a view, perhaps of an earlier position
            mine = not closed and found["at"] == found["length"] and found["to_move"] == seat
            note = "watching" if not seat else "yours" if mine else "seated"
            language = language_for(request.get("language"))
            name = game.names[seat - 1] if seat and game.names else say("seat", language, seat=seat)
            found |= {"mine": mine, "note": say("closed" if closed else note, language, name=name)}
        return found

    def _play(
        self, id_: str, game: tikal.Game, closed: bool, seat: int | None, request: dict[str, Any]
    ) -> dict[str, Any]:
        """Make moves in the position that the player saw, and all that chance decides then."""
        if closed:
            raise Refused(409, "closed")
        if seat is None:
            raise Refused(403, "spectator")
        if request.get("at") != game.length:
            raise Refused(409, "stale")
        after = game
        try:
            for move in request.get("moves") or [request.get("move")]:
                after = after.play(move, seat)
            after = after.deal()
        except tikal.TikalError:
            return bridge.answer(request, game)  # which says why
        made = [str(step.move) for step in after.steps_since(game.length)]
        try:
            self._store.append(id_, game.length, made)
        except Stale:
            raise Refused(409, "closed" if self.status(id_)[1] else "stale") from None
        self._remember(id_, after)
        wanted = {key: request[key] for key in ("language", "known", "picture") if key in request}
        return {**bridge.answer({"ask": "view", **wanted}, after), "legal": True, "violations": []}
