"""Cases that tell engines apart which are wrong about a single condition of a clause.

The table of such engines is `tests.engines.conditions`. The positions of played
games are searched for a move that one of them judges otherwise than the rules do.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from attrs import evolve

import tikal
from tests.engines.conditions import CONDITIONS, SingleCondition
from tikal.conformance.cases import Case, Question
from tikal.conformance.fuzzing.candidates import candidates
from tikal.dice import pick
from tikal.engine import Replay
from tikal.moves import Deploy, Move
from tikal.state import State
from tools.generate.near_miss_cases import legal_beside
from tools.generate.played_cases import COMMON, in_edition, played_games, position_after

#: Further games, for the conditions that the first do not meet.
FURTHER_GAMES: Final = 60
#: The number of moves of a game, its name and start seat, the game, and the move to ask about.
Found: TypeAlias = tuple[int, str, int, Replay, Move]


def conditions() -> Iterator[Case]:
    """A case for every condition, with the shortest way to a position that shows it."""
    found = search(CONDITIONS)
    if missing := {*CONDITIONS} - {*found}:
        raise ValueError(f"no played game shows {', '.join(sorted(missing))}")
    for name in CONDITIONS:
        yield _case(name, *found[name])


def search(wanted: Mapping[str, type[SingleCondition]]) -> dict[str, Found]:
    """The first position that shows each condition, as far as there is one."""
    found: dict[str, Found] = {}
    for number, (name, start, game) in enumerate(_games()):
        left = {key: kind for key, kind in wanted.items() if key not in found}
        is_further = number >= len(played_games())
        for key, move, place in _shown(game, left if is_further else wanted):
            # the basic game is played in every edition
            is_first = key not in found
            if is_first or _weight(game, place) < _weight(found[key][3], found[key][0]):
                found[key] = (place, name, start, game, move)
        if is_further and len(found) == len(wanted):
            break
    return found


def _weight(game: Replay, place: int) -> tuple[bool, int]:
    return game.state.auction, place


def _workers_first(state: State, moves: tuple[Move, ...], rng: random.Random) -> Move:
    """Deploy every worker, and keep the leader back until none is left."""
    workers = [move for move in moves if isinstance(move, Deploy) and move.figure == "W"]
    others = [move for move in moves if not isinstance(move, Deploy)]
    return pick(rng, workers or others)


def _games() -> Iterator[tuple[str, int, Replay]]:
    yield from played_games()
    workers = tikal.play(tikal.new_game(2, COMMON), _workers_first, seed=1, limit=200)
    yield "2 players, workers first", 1, in_edition(workers, tikal.RIO_GRANDE_1999, 1)
    for seed in range(FURTHER_GAMES):
        players = 2 + seed % 3
        opening = tikal.new_game(players, COMMON, seed % 4 == 3)
        policy = (tikal.random_policy, tikal.sensible_policy)[seed % 2]
        game = tikal.play(opening, policy, seed=3000 + seed)
        yield (
            f"{players} players, seed {3000 + seed}",
            1,
            in_edition(game, tikal.RIO_GRANDE_1999, 1),
        )


def _shown(
    game: Replay, wanted: Mapping[str, type[SingleCondition]]
) -> Iterator[tuple[str, Move, int]]:
    """The first move of a game that shows each of these conditions, and where it is."""
    left = dict(wanted)
    for place, step in enumerate(game.steps, start=1):
        kinds = {engine.kind for engine in left.values() if engine.kind.phase == step.state.phase}
        if not kinds:
            continue
        # a move refused by the strictest rules only would differ between editions
        state = evolve(step.state, table=evolve(step.state.table, edition=COMMON))
        legal = tikal.legal_moves(state)
        for key, engine in [*left.items()]:
            if engine.kind in kinds and (move := _telling(engine, state, legal)):
                yield key, move, place
                del left[key]


def _telling(engine: type[SingleCondition], state: State, legal: tuple[Move, ...]) -> Move | None:
    """A move that the engine judges otherwise, and that breaks one clause at most."""
    if engine.imposed is not None:
        every = [move for move in legal if type(move) is engine.kind]
        return next((move for move in every if engine.imposed(state, move)), None)
    assert engine.overlooked is not None
    for move in candidates(state, engine.kind):
        broken = tikal.check(state, move)
        if [each.clause for each in broken] == [engine.clause] and engine.overlooked(state, move):
            return move
    return None


def _case(name: str, number: int, game_name: str, start: int, game: Replay, move: Move) -> Case:
    engine, state = CONDITIONS[name], game.steps[number - 1].state
    broken = [violation.clause for violation in tikal.check(state, move)]
    questions = [Question("check", broken, about={"move": str(move)})]
    beside = legal_beside(state, move) if broken else None
    if beside is not None:
        questions.append(Question("check", [], about={"move": str(beside)}))
    verdict = f"breaks {broken[0]}" if broken else "is legal"
    return Case(
        id=f"{engine.clause}/condition/{name}",
        origin="near miss",
        clauses=(engine.clause,),
        description=f"A game ({game_name}) after {number} moves: `{move}` {verdict}. "
        f"An engine is wrong here that does this: {engine.__doc__}",
        **position_after(start, game, number),
        questions=tuple(questions),
    )
