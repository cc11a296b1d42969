"""A pool of played games, made once per run, from which the strategies take positions."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Sequence
from functools import cache
from itertools import permutations
from typing import Final, TypeVar

from attrs import frozen
from hypothesis import strategies as st

from tikal.bots.policies import play, random_policy, sensible_policy
from tikal.components import BOX
from tikal.dice import below, pick
from tikal.editions import CRITERIA, EDITIONS, SWITCHES, Edition, Switch, SwitchValue, house
from tikal.engine import Replay, legal_moves
from tikal.moves import Move, PlaceTile
from tikal.state import State, new_game

T = TypeVar("T")

#: Every edition with 2 to 4 players, basic and auction.
SETUPS: Final[tuple[tuple[int, Edition, bool], ...]] = tuple(
    (players, edition, auction)
    for edition in EDITIONS.values()
    for auction in (False, True)
    if edition.has_auction or not auction
    for players in (2, 3, 4)
)
#: Games of each policy per setup.
ROUNDS: Final = int(os.environ.get("TIKAL_POOL", "1"))


VOLCANOES: Final = tuple(tile.id for tile in BOX.tiles if tile.kind == "volcano")
_CORNER: Final = "a5"
_GATES: Final = ("a4", "b5")


def walling_policy(state: State, moves: tuple[Move, ...], rng: random.Random) -> Move:
    """Wall off a corner with volcanoes where the edition allows it, else move at random.

    The last tile then has no place and must be set aside.
    """
    placements = [move for move in moves if isinstance(move, PlaceTile)]
    if not placements:
        return pick(rng, moves)
    volcano = state.tile in VOLCANOES
    wanted = [m for m in placements if (m.cell in _GATES) == volcano and m.cell != _CORNER]
    return pick(rng, wanted or placements)


def every_value(switch: Switch) -> list[SwitchValue]:
    """All that a switch can be turned to; of the tie-breaks, every order of any of them."""
    if not switch.ranked:
        return list(switch.values)
    return [order for size in range(len(CRITERIA) + 1) for order in permutations(CRITERIA, size)]


def random_house_edition(rng: random.Random) -> Edition:
    """A printed edition with every switch turned to any of its values."""
    values = {switch.name: pick(rng, every_value(switch)) for switch in SWITCHES}
    return house(pick(rng, list(EDITIONS.values())), **values)


def house_game(number: int, limit: int | None = None) -> Replay:
    """A game of a random house edition, up to a number of moves or to its end.

    Of everything that a number can decide (edition, players, auction, policy) all happens often.
    """
    rng = random.Random(number)
    edition, players = random_house_edition(rng), 2 + below(rng, 3)
    auction = edition.has_auction and rng.random() < 0.5
    start = new_game(players, edition, auction, start=1 + below(rng, players))
    policy = pick(rng, (random_policy, sensible_policy, walling_policy))
    return play(start, policy, seed=number, limit=limit)


def one_of(draw: st.DrawFn, things: Sequence[T]) -> T:
    """Draw one of many things, by its number.

    `sampled_from` hashes all things for every example, which is slow for a whole pool.
    """
    return things[draw(st.integers(0, len(things) - 1))]


@frozen(eq=False)
class Spot:
    """A position of a played game, and where in the pool it is."""

    state: State
    game: int
    number: int

    def __str__(self) -> str:
        return f"pool game {self.game} after {self.number} moves: {self.state!r}"


@cache
def games(rounds: int = ROUNDS) -> tuple[Replay, ...]:
    """The played games: for every setup, by each policy, from different start seats."""
    played: list[Replay] = []
    for number, (players, edition, auction) in enumerate(SETUPS * rounds):
        start = new_game(players, edition, auction, start=1 + number % players)
        policies = (random_policy, sensible_policy, walling_policy)
        played.extend(play(start, policy, seed=number) for policy in policies)
    return tuple(played)


@cache
def spots() -> tuple[Spot, ...]:
    """Every position of the pool."""
    return tuple(
        Spot(step.state, game, number)
        for game, replay in enumerate(games())
        for number, step in enumerate(replay.steps, start=1)
    )


@cache
def spots_where(condition: Callable[[State], bool]) -> tuple[Spot, ...]:
    """The positions that meet a condition, searched for once per condition."""
    return tuple(spot for spot in spots() if condition(spot.state))


@cache
def _legal_moves() -> tuple[tuple[Move, ...], ...]:
    return tuple(legal_moves(spot.state) for spot in spots())


@cache
def spots_with(
    kind: type[Move], condition: Callable[[State], bool] = bool
) -> tuple[tuple[Spot, tuple[Move, ...]], ...]:
    """The positions that meet a condition and have legal moves of a kind, with those moves."""
    found = []
    for spot, moves in zip(spots(), _legal_moves(), strict=True):
        of_kind = tuple(move for move in moves if isinstance(move, kind))
        if of_kind and condition(spot.state):
            found.append((spot, of_kind))
    return tuple(found)
