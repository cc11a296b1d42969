"""Tables: who sits there, what is played, and what each viewer sees."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
from collections import OrderedDict
from typing import Any, TypeVar

import tikal
from online_table.store import Stale, Store
from online_table.words import say
from tikal.languages import listed, title
from tikal.pictures.svg import board_svg

K, V = TypeVar("K"), TypeVar("V")
#: Games and pictures in memory; every other game is played again from its moves.
MAX_GAMES, MAX_PICTURES = 1_000, 200
#: The moves that a view lists.
LAST_MOVES = 12


class Refused(Exception):
    """A request that is not granted: a status, a sentence of the table, and more about it."""

    def __init__(
        self, status: int, key: str, more: dict[str, Any] | None = None, **facts: object
    ) -> None:
        super().__init__(key)
        self.status, self.key, self.more, self.facts = status, key, more or {}, facts


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


class Tables:
    """The tables of a store, with the games of late in memory."""

    def __init__(self, store: Store) -> None:
        self._store, self._lock = store, threading.Lock()
        self._games: OrderedDict[str, tikal.Game] = OrderedDict()
        self._tokens: OrderedDict[str, dict[int, str]] = OrderedDict()
        self._pictures: OrderedDict[tuple[str, int, str], str] = OrderedDict()

    def _remember(self, cache: OrderedDict[K, V], key: K, value: V) -> None:
        most = MAX_PICTURES if cache is self._pictures else MAX_GAMES
        with self._lock:
            cache[key] = value
            cache.move_to_end(key)
            if len(cache) > most:
                cache.popitem(last=False)

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
        self._remember(self._games, id_, game)
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
        self._remember(self._games, id_, game)
        return game, closed

    def seat(self, id_: str, token: str) -> int:
        """The seat of a token."""
        if id_ not in self._tokens:
            self._remember(self._tokens, id_, self._store.tokens(id_))
        digest = _digest(token)
        for seat, known in self._tokens[id_].items():
            if hmac.compare_digest(known, digest):
                return seat
        raise Refused(403, "wrong-token")

    def play(self, id_: str, token: str, move: str, version: int, language: str) -> tikal.Game:
        """Make a move for the version that the player saw, and all that chance decides then."""
        game, closed = self.game(id_)
        seat = self.seat(id_, token)
        if closed:
            raise Refused(409, "closed")
        if version != game.length:
            raise Refused(409, "stale", {"version": game.length})
        try:
            after = game.play(move, seat).deal()
        except tikal.IllegalMove as error:
            more = self._opinion(game, error, seat, language)
            raise Refused(422, "refused", more, move=str(error.move)) from None
        made = [str(step.move) for step in after.steps_since(game.length)]
        try:
            self._store.append(id_, version, made)
        except Stale:
            game, closed = self.game(id_)
            raise Refused(409, "closed" if closed else "stale", {"version": game.length}) from None
        self._remember(self._games, id_, after)
        return after

    def close(self, id_: str, token: str) -> None:
        """Close a table, as any of its players may."""
        self.game(id_)
        self.seat(id_, token)
        self._store.close(id_)

    @staticmethod
    def _opinion(
        game: tikal.Game, error: tikal.IllegalMove, seat: int, language: str
    ) -> dict[str, Any]:
        """Why a move is refused, what would help, and what other rulebooks say."""
        found = tikal.opinion(game.state, str(error.move), seat)
        words = {True: "legal", False: "not-legal", None: "open"}
        return {
            "reasons": [
                {"clause": each.clause, "text": each.text(language, game.names)}
                for each in error.violations
            ],
            "remedies": [[str(move) for move in way.moves] for way in found.remedies.ways],
            "nearest": [
                str(move) for move in tikal.nearest_legal(game.state, str(error.move), seat=seat)
            ],
            "editions": [
                {
                    "title": title(each.edition.key, language),
                    "verdict": say(words[each.legal], language),
                }
                for each in found.editions
            ],
        }

    # --- what a viewer sees ---------------------------------------------------------------------

    def view(self, id_: str, token: str, language: str) -> dict[str, Any]:
        """The table as one viewer sees it: a player with a token, or a spectator without."""
        game, closed = self.game(id_)
        seat = self.seat(id_, token) if token else None
        state = game.state
        names = game.names or tuple(map(str, range(1, state.players + 1)))
        if state.to_move is None:
            won = listed([names[winner - 1] for winner in state.winners], language)
            moment = say("over", language, names=won)
        elif state.to_move == seat:
            moment = say("yours", language)
        else:
            moment = say("to-move", language, name=names[state.to_move - 1])
        mine = not closed and seat is not None and state.to_move == seat
        return {
            "version": game.length,
            "seat": seat,
            "viewer": say("seated", language, name=names[seat - 1])
            if seat
            else say("watching", language),
            "moment": say("closed", language) if closed else moment,
            "closed": closed,
            "scores": {names[each - 1]: points for each, points in state.scores.items()},
            "ap": state.ap,
            "tile": state.tile,
            "legal": [str(move) for move in tikal.legal_moves(state)] if mine else [],
            "last": [
                {"name": names[step.seat - 1] if step.seat else "", "move": str(step.move)}
                for step in game.steps_since(game.length - LAST_MOVES)
            ],
        }

    def picture(self, id_: str, language: str) -> str:
        """The board as a picture."""
        game, _ = self.game(id_)
        key = (id_, game.length, language)
        if key not in self._pictures:
            last = game.last.move if game.last else None
            drawn = board_svg(game.state, last=last, names=game.names, language=language)
            self._remember(self._pictures, key, drawn)
            return drawn
        return self._pictures[key]

    def record(self, id_: str) -> str:
        """The game as a record that `tikal audit` reads."""
        return tikal.dumps(self.game(id_)[0].record(seats=True))
