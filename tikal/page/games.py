"""A game of the page: its start, moves and names, and its positions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from attrs import evolve, field, frozen

from tikal._support.wording import brief
from tikal.editions import DEFAULT_EDITION, edition_of, write_edition
from tikal.engine import Replay, replay
from tikal.errors import InvalidNotation
from tikal.moves import Move, move_of, parse_move
from tikal.notation.documents.readings import converted, several, text
from tikal.notation.positions import format_position, parse_position
from tikal.notation.records import MAX_MOVES, Record
from tikal.page.drafts import state_of
from tikal.page.memory import id_of, recall
from tikal.page.requests import Request, unknown_key
from tikal.state import State, new_game

#: The fields that say which position is meant; one of the first two is given.
PLACE_FIELDS: Final = ("game", "position", "at")
_SETUP: Final = ("players", "edition", "auction", "start")
_PARTS: Final = ("id", "start", "moves", "names")
#: Longer names fit nowhere.
_MAX_NAME_CHARACTERS: Final = 80
_MOVES: Final = several(
    "must be a list of moves", converted(text("must be a move such as 'end'"), move_of)
)


class UnknownGame(InvalidNotation):
    """Raised for the id of a game that is not remembered."""


@frozen
class Game:
    """A game, and how it is written in requests and answers."""

    start: State
    #: A setup as an object, or the text of a position.
    start_written: object
    moves: tuple[Move, ...] = ()
    names: tuple[str, ...] = ()
    #: The moves as they were played, if they were.
    played: Replay | None = field(default=None, kw_only=True, repr=False, eq=False)

    @cached_property
    def replayed(self) -> Replay:
        """The moves, played as far as they are legal."""
        return self.played or replay(self.start, self.moves)

    @cached_property
    def id(self) -> str:
        """What this game is called in requests."""
        return id_of(self)

    def to_json(self) -> dict[str, object]:
        """The game as requests and answers carry it."""
        return {
            "start": self.start_written,
            "moves": [str(move) for move in self.moves],
            "names": list(self.names),
        }

    @property
    def length(self) -> int:
        """The number of legal moves from the start."""
        return len(self.replayed.steps)

    def state(self, at: int) -> State:
        """The position after `at` moves."""
        return self.replayed.steps[at - 1].state if at else self.start

    def with_move(self, move: Move, at: int) -> Game:
        """The game with a move after `at` moves; later moves are dropped unless it is the same."""
        if self.moves[at : at + 1] == (move,):
            return self
        if at >= MAX_MOVES:
            raise InvalidNotation(f"a game has at most {MAX_MOVES} moves")
        done = replay(self.state(at), (move,))
        steps = (*self.replayed.steps[:at], *done.steps)
        refusal = evolve(done.refusal, index=at) if done.refusal else None
        replayed = Replay(done.state, steps, refusal, start=self.start)
        return evolve(self, moves=(*self.moves[:at], move), played=replayed)

    def name(self, seat: int) -> str | None:
        """The name of a seat, if there are names."""
        return self.names[seat - 1] if seat <= len(self.names) else None


def game_of_setup(setup: Request, names: tuple[str, ...] = ()) -> Game:
    """A new game: players, edition, auction, start."""
    setup.require_only(_SETUP)
    players, auction = setup.number("players", 4), setup.flag("auction", False)
    edition = edition_of(setup.text("edition", DEFAULT_EDITION.key))
    start = setup.number("start", 1)
    state = new_game(players, edition, auction, start)
    written = {
        "players": players,
        "edition": write_edition(edition),
        "auction": auction,
        "start": start,
    }
    return Game(state, written, names=checked_names(names, state))


def game_of_state(state: State, names: tuple[str, ...] = ()) -> Game:
    """A game that begins with a position."""
    return Game(state, format_position(state), names=checked_names(names, state))


def game_of_record(record: Record) -> Game:
    """The game of a record, comments and further headers left out."""
    if record.position is not None:
        start = format_position(record.position)
        return Game(record.position, start, record.moves, record.names)
    return Game(record.start_state(), _setup_of(record), record.moves, record.names)


def _setup_of(record: Record) -> dict[str, object]:
    return {
        "players": record.players,
        "edition": write_edition(record.edition),
        "auction": record.auction,
        "start": record.start,
    }


def checked_names(names: tuple[str, ...], state: State) -> tuple[str, ...]:
    """One name per seat or none at all, none of them endless."""
    if names and len(names) != state.players:
        raise InvalidNotation(f"{len(names)} names for {state.players} players")
    for name in names:
        if not name or len(name) > _MAX_NAME_CHARACTERS:
            raise InvalidNotation(f"a name has 1 to {_MAX_NAME_CHARACTERS} characters")
    return names


# --- reading -----------------------------------------------------------------------------------


def game_of(request: Request) -> Game:
    """The game that a request is about, or a game that begins with its position."""
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
    names = parts.texts("names")
    if isinstance(parts.fields.get("start"), str):
        game = game_of_state(parse_position(parts.text("start")), names)
    else:
        game = game_of_setup(parts.part("start"), names)
    moves = parts.optional("moves", _MOVES, ())
    game = evolve(game, moves=moves)
    return recall(game.id) or game


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
