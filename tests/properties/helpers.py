"""Helpers of the properties: comparing positions, and drawing from played games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Final, TypeVar

import attrs
from hypothesis import note
from hypothesis import strategies as st

import tikal
from tikal import (
    Deploy,
    EndTurn,
    EstablishCamp,
    Exchange,
    Move,
    Pass,
    PlaceGuard,
    Recover,
    Replay,
    State,
    Step,
    Transfer,
    Uncover,
)
from tikal.grid import CELLS
from tikal.state import Hex, Player
from tikal.testing import pool as played
from tikal.testing.pool import one_of

M = TypeVar("M", bound=Move)
T = TypeVar("T")
#: What each action costs on the summary card; a step costs its stones.
PRICES: Final[dict[type[Move], int]] = {
    Deploy: 1, Transfer: 1, Uncover: 2, Recover: 3, Exchange: 3, EstablishCamp: 5, PlaceGuard: 5,
}  # fmt: skip
#: The public facts of a position, without hexes and players.
FACTS: Final = (
    "edition", "auction", "players", "phase", "active", "ap", "scoring", "tile", "display",
    "high_bid", "remaining", "floors", "unseen", "winners",
)  # fmt: skip

# --- positions ---------------------------------------------------------------------------------


def seen(state: State) -> dict[str, object]:
    """All there is to a position, fact by fact: `ap`, `b1.value`, `seat 2.score`."""
    facts: dict[str, object] = {name: getattr(state, name) for name in FACTS}
    for cell in CELLS:
        hex_ = state[cell]
        for field in attrs.fields(Hex):
            facts[f"{cell}.{field.name}"] = getattr(hex_, field.name)
    for seat in state.scores:
        player = state.player(seat)
        for field in attrs.fields(Player):
            facts[f"seat {seat}.{field.name}"] = getattr(player, field.name)
    # what the public face does not show is compared, but not looked into
    facts["queue"] = state.course.queue
    facts["bidders"] = attrs.evolve(state.course.bidding, display=(), high_bid=0)
    facts["worked"] = state.turn.worked
    return facts


def changes(before: State, after: State) -> dict[str, tuple[object, object]]:
    """Every fact that differs between two positions of a game, old and new."""
    old, new = seen(before), seen(after)
    assert old.keys() == new.keys()
    return {fact: (old[fact], new[fact]) for fact in old if old[fact] != new[fact]}


def mover(state: State) -> int:
    """The seat whose turn it is."""
    assert state.active
    return state.active


def let_time_pass(state: State) -> State:
    """One move on: players pass and end their turns, and tiles go to the first place that fits."""
    idle: dict[str, Move] = {"act": EndTurn(), "bid": Pass()}
    return tikal.apply(state, idle.get(state.phase) or tikal.legal_moves(state)[0])


# --- games -------------------------------------------------------------------------------------


def moments(game: Replay) -> Iterator[tuple[State, Step]]:
    """Every step of a game with the position before it."""
    end, start = game.state, game.steps[0].seat or 0
    before = tikal.new_game(end.players, end.edition, end.auction, start)
    for step in game.steps:
        yield before, step
        before = step.state


@st.composite
def _games_by(draw: st.DrawFn, auction: bool) -> Replay:
    return one_of(draw, [game for game in played.games() if game.state.auction == auction])


def basic_games() -> st.SearchStrategy[Replay]:
    """Whole games without auctions."""
    return _games_by(auction=False)


def auction_games() -> st.SearchStrategy[Replay]:
    """Whole games with auctions."""
    return _games_by(auction=True)


@st.composite
def openings(draw: st.DrawFn) -> State:
    """New games of every edition, number of players and kind."""
    edition = draw(st.sampled_from(list(tikal.EDITIONS.values())))
    players = draw(st.integers(2, 4))
    auction = draw(st.booleans()) and edition.has_auction
    return tikal.new_game(players, edition, auction, start=draw(st.integers(1, players)))


# --- moves -------------------------------------------------------------------------------------


def choose(data: st.DataObject, things: Sequence[T]) -> T:
    """Draw one of many things, by its number: `sampled_from` would hash them all."""
    thing = things[data.draw(st.integers(0, len(things) - 1))]
    note(f"chosen: {thing}")
    return thing


@cache
def _situations(
    kind: type[Move], where: Callable[[State, Move], bool]
) -> list[tuple[State, tuple[Move, ...]]]:
    spots = played.spots_with(kind)  # type: ignore[arg-type]  # a class is hashable
    found = [
        (spot.state, tuple(move for move in moves if where(spot.state, move)))
        for spot, moves in spots
    ]
    return [(state, moves) for state, moves in found if moves]


@st.composite
def legal_moves_where(
    draw: st.DrawFn, kind: type[M], where: Callable[[State, Move], bool]
) -> tuple[State, M]:
    """Positions with one of their legal moves of a kind for which something holds."""
    state, moves = one_of(draw, _situations(kind, where))  # type: ignore[arg-type]  # a class is hashable
    move = one_of(draw, moves)
    note(f"{state!r}; {move}")
    return state, move  # type: ignore[return-value]  # all moves found are of this kind
