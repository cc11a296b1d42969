"""A game of the page: its start, moves and names, and its positions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from attrs import evolve, frozen

import tikal
from tikal._support.wording import brief
from tikal.editions import DEFAULT_EDITION, Edition, edition_of, write_edition
from tikal.engine import Refusal, Step, replay
from tikal.errors import InvalidNotation
from tikal.moves import Move, move_of, parse_move
from tikal.notation.documents.readings import converted, several, text
from tikal.notation.positions import format_position, parse_position
from tikal.notation.records import MAX_MOVES, Record
from tikal.page.comments import Comments, comments_in, joined_comments
from tikal.page.drafts import state_of
from tikal.page.memory import id_of, recall
from tikal.page.requests import Request, unknown_key
from tikal.state import State, new_game

#: The fields that say which position is meant; one of the first two is given.
PLACE_FIELDS: Final = ("game", "position", "at")
_SETUP: Final = ("players", "edition", "auction", "start")
_PARTS: Final = ("id", "start", "moves", "names", "comments")
_MOVES: Final = several(
    "must be a list of moves", converted(text("must be a move such as 'end'"), move_of)
)


class UnknownGame(InvalidNotation):
    """Raised for the id of a game that is not remembered."""


@frozen
class Game:
    """A `tikal.Game`, how its start is written in requests, and the moves that cannot follow it."""

    played: tikal.Game
    #: A setup as an object, or the text of a position.
    start_written: object
    #: Why the first of the further moves is refused.
    refusal: Refusal | None = None
    #: Moves that were sent and not played, from the refused one.
    unplayed: tuple[Move, ...] = ()
    comments: Comments = ()

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The legal moves and the positions after them."""
        return self.played.steps

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """All moves, the refused one and those after it too."""
        return (*(step.move for step in self.steps), *self.unplayed)

    @cached_property
    def id(self) -> str:
        """What this game is called in requests."""
        return id_of(self.to_json())

    def to_json(self) -> dict[str, object]:
        """The game as requests and answers carry it."""
        return _written(self.start_written, self.moves, self.names, self.comments)

    @property
    def names(self) -> tuple[str, ...]:
        """One name per seat, or none at all."""
        return self.played.names

    @property
    def length(self) -> int:
        """The number of legal moves from the start."""
        return self.played.length

    def state(self, at: int) -> State:
        """The position after `at` moves."""
        return self.steps[at - 1].state if at else self.played.start

    def with_move(self, move: Move, at: int) -> Game:
        """The game with a legal move after `at` moves; others after them are dropped."""
        if self.moves[at : at + 1] == (move,):
            return self
        if at >= MAX_MOVES:
            raise InvalidNotation(f"a game has at most {MAX_MOVES} moves")
        played = self.played.undo(self.length - at).play(move)
        comments = tuple(each for each in self.comments if each.after <= at)
        return Game(played, self.start_written, comments=comments)

    def name(self, seat: int) -> str | None:
        """The name of a seat, if there are names."""
        return self.names[seat - 1] if seat <= len(self.names) else None


def _written(
    start: object, moves: tuple[Move, ...], names: tuple[str, ...], comments: Comments
) -> dict[str, object]:
    found = {"start": start, "moves": [str(move) for move in moves], "names": list(names)}
    noted = [{"after": each.after, "text": each.text} for each in comments]
    return {**found, "comments": noted} if noted else found


def game_from(
    start: State,
    written: object,
    moves: tuple[Move, ...] = (),
    names: tuple[str, ...] = (),
    comments: Comments = (),
) -> Game:
    """The game of moves, played as far as they are legal unless it is remembered."""
    known = recall(id_of(_written(written, moves, names, comments)))
    if known is not None:
        return known
    done = replay(start, moves)
    played = tikal.Game.of(evolve(done, refusal=None), names)
    return Game(played, written, done.refusal, moves[len(done.steps) :], comments)


def game_of_setup(
    setup: Request,
    moves: tuple[Move, ...] = (),
    names: tuple[str, ...] = (),
    comments: Comments = (),
) -> Game:
    """A game that begins with players, edition, auction, start."""
    setup.require_only(_SETUP)
    players, auction = setup.number("players", 4), setup.flag("auction", False)
    edition = edition_of(setup.text("edition", DEFAULT_EDITION.key))
    start = setup.number("start", 1)
    state = new_game(players, edition, auction, start)
    return game_from(state, _setup(players, edition, auction, start), moves, names, comments)


def game_of_state(
    state: State,
    moves: tuple[Move, ...] = (),
    names: tuple[str, ...] = (),
    comments: Comments = (),
) -> Game:
    """A game that begins with a position."""
    return game_from(state, format_position(state), moves, names, comments)


def hosted_game(game: tikal.Game) -> Game:
    """A game of the program that answers."""
    start = game.start
    table, first = (start.players, start.edition, start.auction), start.active or 1
    if start == new_game(*table, first):
        return Game(game, _setup(*table, first))
    return Game(game, format_position(start))


def game_of_record(record: Record) -> Game:
    """The game of a record, further headers left out."""
    comments = joined_comments(record.comments)
    if record.position is not None:
        return game_of_state(record.position, record.moves, record.names, comments)
    written = _setup(record.players, record.edition, record.auction, record.start)
    return game_from(record.start_state(), written, record.moves, record.names, comments)


def _setup(players: int, edition: Edition, auction: bool, start: int) -> dict[str, object]:
    return dict(zip(_SETUP, (players, write_edition(edition), auction, start), strict=True))


# --- reading -----------------------------------------------------------------------------------


def game_of(request: Request) -> Game:
    """The game that a request is about, or a game that begins with its position."""
    if request.hosted is not None:
        return request.hosted
    if request.has("game") == request.has("position"):
        raise InvalidNotation("give either a game or a position")
    if request.has("position"):
        return game_of_state(position_of(request.fields["position"]))
    parts = request.part("game")
    for key in parts.fields:
        if key not in _PARTS:
            raise InvalidNotation(unknown_key(key, "part of a game", _PARTS))
    if parts.has("id"):
        return _recalled(parts)
    names, moves = parts.texts("names"), parts.optional("moves", _MOVES, ())
    comments = comments_in(parts, len(moves))
    if isinstance(parts.fields.get("start"), str):
        return game_of_state(parse_position(parts.text("start")), moves, names, comments)
    return game_of_setup(parts.part("start"), moves, names, comments)


def _recalled(parts: Request) -> Game:
    """A game that is named by its id."""
    for other in _PARTS[1:]:
        if parts.has(other):
            raise InvalidNotation(f"a game has an id or {other}, not both")
    game = recall(parts.text("id"))
    if game is None:
        raise UnknownGame("this game is not remembered: send it whole")
    return game


def position_of(value: object) -> State:
    """The position that a text or a draft stands for."""
    if isinstance(value, str):
        return parse_position(value)
    if isinstance(value, Mapping):
        return state_of(value)
    raise InvalidNotation(f"a position is a text or a draft, not {brief(value)}")


def place_of(request: Request) -> tuple[Game, int]:
    """The game that a request is about, and after how many of its moves."""
    game = game_of(request)
    at = request.number("at", game.length)
    if not 0 <= at <= game.length:
        raise InvalidNotation(f"at is a number of legal moves from 0 to {game.length}, not {at}")
    return game, at


def state_at(request: Request) -> State:
    """The position that a request is about."""
    game, at = place_of(request)
    return game.state(at)


def move_in(request: Request) -> Move:
    """The move that a request is about."""
    return parse_move(request.text("move"))


def moves_in(request: Request) -> tuple[Move, ...]:
    """The move that a request is about, or the moves of a way."""
    if request.has("move") == request.has("moves"):
        raise InvalidNotation("give either a move or moves")
    if request.has("move"):
        return (move_in(request),)
    moves = tuple(parse_move(text) for text in request.texts("moves"))
    if not moves:
        raise InvalidNotation("moves has at least one move")
    return moves
