"""Play games with the Python engine and the compiled one side by side, and compare everything.

`python -m tools.verify.lockstep --games 2000` goes through all editions, numbers of players and
both games, and through house editions with switches turned at random. Compared are, in every
position, the legal moves in their order, the whole state, its bytes, phase and seats; in some of
them scores, chances, the numbers and views of bots, and verdicts on moves that may be illegal; once
a game a playout; at the end the winners, also as if all had the same points. Positions built by
hand, of which play knows few, are taken from the cases of the kit. `--engine FILE` compares another
build.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import TYPE_CHECKING, Final

from attrs import evolve

import tikal
from tikal.bots.evaluation import prospects
from tikal.editions import CRITERIA, EDITIONS, SWITCHES, Edition, SwitchValue, house
from tikal.geometry import lying
from tikal.grid import CELL_INDEX, CELLS
from tikal.moves import (
    EndTurn,
    EstablishCamp,
    Exchange,
    Move,
    Pass,
    PlaceGuard,
    PlaceTile,
    Recover,
    Uncover,
)
from tikal.state import State

if TYPE_CHECKING:
    from tikal.fast.compiled import Game

#: More than anybody scores in one turn of these games.
ALL_HAVE: Final = 300
#: Moves that are rare in random games.
_RARE: Final = (Uncover, Recover, Exchange, EstablishCamp, PlaceGuard)
#: How eager for rare moves the players of a game are, game by game.
STYLES: Final = (0.0, 0.5, 0.9)


class Difference(AssertionError):
    """The difference of the two engines, and the moves that lead to it."""


def load_engine(file: Path) -> None:
    """Let `tikal.fast` use this build; before it is imported."""
    name = "tikal.fast._engine"
    assert "tikal.fast" not in sys.modules
    loader = ExtensionFileLoader(name, str(file))
    spec = spec_from_loader(name, loader)
    assert spec is not None
    sys.modules[name] = module = module_from_spec(spec)
    loader.exec_module(module)


# --- setups ------------------------------------------------------------------------------------


def house_edition(rng: random.Random) -> Edition:
    """A printed edition with about half of its switches set at random."""
    base = rng.choice(list(EDITIONS.values()))
    values: dict[str, SwitchValue] = {}
    for switch in SWITCHES:
        if switch.ranked:
            values[switch.name] = tuple(rng.sample(CRITERIA, rng.randrange(len(CRITERIA) + 1)))
        elif rng.random() < 0.5:
            values[switch.name] = rng.choice(list(switch.values))
    return house(base, **values)


def start_of(number: int) -> State:
    """The start of a game: printed editions in turn, and after each a house edition."""
    rng = random.Random(number)
    printed = list(EDITIONS.values())
    edition = printed[number // 2 % len(printed)] if number % 2 == 0 else house_edition(rng)
    players = 2 + number // 8 % 3
    auction = edition.has_auction and number // 24 % 2 == 0
    return tikal.new_game(players, edition, auction, start=1 + rng.randrange(players))


def choose(phase: str, moves: Sequence[Move], rng: random.Random, style: float) -> Move:
    """A random move; in an eager style rather one of the rare ones, and not yet the end."""
    if rng.random() < style:
        rare = [move for move in moves if isinstance(move, _RARE)]
        others = [move for move in moves if not isinstance(move, EndTurn)]
        if phase == "bid" and rng.random() < 0.5:
            return Pass()
        if rare or others:
            return rng.choice(rare or others)
    return rng.choice(moves)


# --- comparing ---------------------------------------------------------------------------------


def play(number: int) -> int:
    """Play one game; the number of positions compared. `Difference` if they part."""
    from tikal.fast.compiled import Game

    state, rng, made = start_of(number), random.Random(-1 - number), list[Move]()
    style = STYLES[number % len(STYLES)]
    game, at = Game(state), rng.randrange(300)
    while True:
        where = f"game {number}, after {len(made)} moves"
        moves = tikal.legal_moves(state)
        _compare(where, state, game, moves)
        if len(made) % 8 == number % 8 or not moves:
            _compare_more(where, state, game, rng)
        if len(made) == at:
            _compare_playouts(where, state, game, seed=number)
        if not moves:
            return len(made) + 1
        move = choose(state.phase, moves, rng, style)
        if isinstance(move, EndTurn) and state.scoring and state.tile is None:
            _compare_ties(where, state)
        state = tikal.apply(state, move)
        game.apply(_another_way(move, state, rng))
        made.append(move)


def _another_way(move: Move, after: State, rng: random.Random) -> Move | str:
    """The same move as a string, or a tile in any rotation that looks the same."""
    if isinstance(move, PlaceTile):
        board, cell = after.ground.board, CELL_INDEX[move.cell]
        tile = board.tiles[cell] // 6
        alike = [r for r in range(6) if lying(tile, r) == board.tiles[cell]]
        return PlaceTile(move.cell, rng.choice(alike))
    return str(move) if rng.random() < 0.1 else move


def _demand(where: str, what: str, own: object, other: object) -> None:
    if own != other:
        raise Difference(f"{where}: {what}: Python {own!r:.600}, compiled {other!r:.600}")


def _compare(where: str, state: State, game: Game, moves: tuple[Move, ...]) -> None:
    from tikal.fast.packing import body

    _demand(where, "legal moves", list(map(str, moves)), list(map(str, game.legal_moves())))
    _demand(where, "bytes", body(state), game._body())
    found = game.state()
    if found != state:
        for record in ("table", "course", "turn", "ground", "stock", "expeditions"):
            _demand(where, record, getattr(state, record), getattr(found, record))
    _demand(where, "winners", state.winners, game.winners)


def _compare_more(where: str, state: State, game: Game, rng: random.Random) -> None:
    from tikal.fast.compiled import Game
    from tikal.testing.candidates import candidates

    _demand(where, "seats", _seats(state), _seats(game))
    _demand(where, "scores", state.scores, game.scores)
    _demand(where, "prospects", prospects(state), game.prospects())
    for seat in state.scores:
        _demand(where, f"score {seat}", tikal.score(state, seat).total, game.score(seat))
    _demand(where, "chance", tikal.chance(state), game.chance())
    _compare_numbers(where, state, game, rng)
    moves = game.legal_moves()
    _demand(where, "count", len(moves), game.count())
    if moves:
        place = rng.randrange(len(moves))
        _demand(where, f"move {place}", moves[place], game.nth(place))
    for move in rng.choices(candidates(state), k=10):
        _demand(where, f"legality of {move}", tikal.is_legal(state, move), game.is_legal(move))
    for again in (Game(state), Game.from_packed(game.packed()), game.copy()):
        _demand(where, "bytes of a copy", game.packed(), again.packed())
        _demand(where, "moves of a copy", moves, again.legal_moves())


def _compare_numbers(where: str, state: State, game: Game, rng: random.Random) -> None:
    """The same in the numbers of bots, with one number that may be illegal."""
    from tikal.bots import actions, observation

    _demand(where, "numbers", actions.numbers(state), game.numbers())
    _demand(where, "mask", actions.mask(state), bytes(game.mask()))
    for seat in state.scores:
        for scaled in (False, True):
            seen = observation.observe(state, seat, scaled)
            shown = array("f", game.observe(seat, scaled))
            for name, own, other in zip(_places(), seen, shown, strict=True):
                _demand(where, f"{name}, seat {seat}, scaled {scaled}", own, other)
    for number in _asked_numbers(state, rng):
        _compare_take(where, state, game, number)


def _asked_numbers(state: State, rng: random.Random) -> Iterator[int]:
    """A number that may be illegal; of a tile all rotations, and some of the exchanges."""
    from tikal.bots import actions

    legal = actions.numbers(state)
    yield rng.choice([rng.randrange(actions.SIZE), *legal])
    laid = [entry for number in legal if isinstance(entry := actions.LAYOUT[number], PlaceTile)]
    if laid:  # in every rotation: some look the same, and are legal without a mark
        cell = rng.choice(laid).cell
        yield from (actions.encode(state, PlaceTile(cell, rotation)) for rotation in range(6))
    if any(isinstance(actions.LAYOUT[number], Exchange) for number in legal):
        all_of_them = [n for n, entry in enumerate(actions.LAYOUT) if isinstance(entry, Exchange)]
        yield from rng.sample(all_of_them, 20)


def _compare_take(where: str, state: State, game: Game, number: int) -> None:
    from tikal.bots import actions

    then = game.copy()
    try:
        after = actions.take(state, number)
    except tikal.IllegalMove as error:
        try:
            then.take(number)
        except tikal.IllegalMove as other_error:
            _demand(where, f"refusal of {number}", str(error), str(other_error))
        else:
            _demand(where, f"refusal of {number}", str(error), None)
    else:
        then.take(number)
        _demand(where, f"position after {number}", after, then.state())


@cache
def _places() -> tuple[str, ...]:
    """The name of every number of an observation."""
    from tikal.bots.observation import PLANES, SCALARS

    return (*(f"{plane} {cell}" for plane in PLANES for cell in CELLS), *SCALARS)


def _seats(game: State | Game) -> tuple[object, ...]:
    return game.phase, game.active, game.to_move


def _compare_playouts(where: str, state: State, game: Game, seed: int) -> None:
    from tikal.fast import fallback

    own = fallback.Game._of(state)  # played to, so it needs no examination
    _demand(where, f"playout {seed}", own.rollout(seed), game.rollout(seed))


def _compare_ties(where: str, state: State) -> None:
    """At the very end, let all have the same points: tie-breaks are rare otherwise."""
    from tikal.fast.compiled import Game

    if state.course.queue:
        return
    gain = tikal.score(state, state.turn.active).total
    tied = tuple(
        evolve(who, score=ALL_HAVE - (gain if who.seat == state.active else 0))
        for who in state.expeditions
    )
    state = evolve(state, expeditions=tied)
    game, over = Game(state), tikal.apply(state, "end")
    game.apply("end")
    assert {*over.scores.values()} == {ALL_HAVE}
    _demand(where, "winners of a tie", over.winners, game.winners)


def kit_positions() -> Iterator[tuple[str, State]]:
    """The positions of the cases of the kit, most of them made by the solver or by hand."""
    from tikal.conformance.cases import cases

    for case in cases():
        if case.moves is None and case.position is not None:
            yield case.id, case.state_at(0)


def compare_positions(positions: Iterator[tuple[str, State]]) -> int:
    """Compare positions, and all that one move leads to; their number."""
    from tikal.fast.compiled import Game

    number = 0
    for name, state in positions:
        rng, game = random.Random(number), Game(state)
        moves = tikal.legal_moves(state)
        _compare(name, state, game, moves)
        _compare_more(name, state, game, rng)
        for move in moves:
            after, then = tikal.apply(state, move), game.copy()
            then.apply(move)
            _compare(f"{name}, after {move}", after, then, tikal.legal_moves(after))
        number += 1 + len(moves)
    return number


def main(arguments: Sequence[str]) -> int:
    """Compare, and say how much was compared; exit code 1 at the first difference."""
    parser = argparse.ArgumentParser(prog="python -m tools.verify.lockstep", description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--batches", type=int, default=0, help="a number of batches to step")
    parser.add_argument("--kit", action="store_true", help="also the positions of the kit")
    parser.add_argument("--engine", type=Path, metavar="FILE")
    wanted = parser.parse_args(arguments)
    if wanted.engine:
        load_engine(wanted.engine)
    started, positions = time.process_time(), 0
    setups: Counter[str] = Counter()
    try:
        for number in range(wanted.first, wanted.first + wanted.games):
            positions += play(number)
            start = start_of(number)
            setups["house edition" if " " in start.edition.key else start.edition.key] += 1
            setups[f"{start.players} players, {'auction' if start.auction else 'basic'}"] += 1
            if sys.stderr.isatty():
                print(f"\r{number + 1 - wanted.first} games", end="", file=sys.stderr, flush=True)
        for number in range(wanted.first, wanted.first + wanted.batches):
            from tools.verify.lockstep_batch import play_batch

            positions += play_batch(number)
        if wanted.kit:
            positions += compare_positions(kit_positions())
    except Difference as error:
        print(f"DIFFERENCE: {error}")
        return 1
    seconds = time.process_time() - started
    print(f"{wanted.games} games, {positions:,} positions: no difference ({seconds:.0f} s CPU)")
    for setup, games in sorted(setups.items()):
        print(f"  {setup}: {games}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
