"""Cases from played games: near misses, what ways cost, whole games.

The games are played by rules that every printed edition allows, so that nearly all that is asked
about them can be asked in each edition.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Final, TypeAlias

import tikal
from tikal.conformance.adapter import facts
from tikal.conformance.cases import Case, Question, rules_of
from tikal.conformance.report import Json
from tikal.dice import pick
from tikal.editions import Edition, house
from tikal.engine import Replay
from tikal.grid import CELLS
from tikal.notation.documents import position_to_json
from tikal.notation.records import write_edition
from tikal.state import State

#: What is legal by these rules is legal in every printed edition.
COMMON: Final = house("rio-grande-1999", camp_requires_member=True, volcano_may_foreclose=False)
#: The printed editions that play differently; Ravensburger plays as Rio Grande does.
DIFFERENT: Final = (tikal.RIO_GRANDE_1999, tikal.SUPER_MEEPLE_2015, tikal.LEGEND_CLASSIC)
_POLICIES: Final = (tikal.random_policy, tikal.sensible_policy)


def about(state: State) -> dict[str, Json]:
    """The setup in a case."""
    return {
        "edition": write_edition(state.edition),
        "rules": rules_of(state.edition),
        "players": state.players,
        "auction": state.auction,
    }


def in_edition(game: Replay, edition: Edition, start: int) -> Replay:
    """The same moves in another edition."""
    opening = tikal.new_game(game.state.players, edition, game.state.auction, start)
    return tikal.replay(opening, [step.move for step in game.steps])


@cache
def played_games() -> tuple[tuple[str, int, Replay], ...]:
    """A game of every size and kind by each of two policies, with a name and the start seat."""
    found = []
    sizes = [(players, auction) for auction in (False, True) for players in (2, 3, 4)]
    for number, (players, auction) in enumerate(sizes):
        start = 1 + number % players
        opening = tikal.new_game(players, COMMON, auction, start)
        for policy in _POLICIES:
            kind = f"{players} players{', auction' if auction else ''}"
            name = f"{kind}, {policy.__name__.removesuffix('_policy')}"
            game = tikal.play(opening, policy, seed=1000 + number)
            found.append((name, start, in_edition(game, tikal.RIO_GRANDE_1999, start)))
    return tuple(found)


def position_after(start: int, game: Replay, number: int) -> dict[str, Json]:
    """The position in a case, after `number` moves of a game."""
    steps = game.steps[:number]
    return {
        **about(steps[-1].state),
        "start": start,
        "moves": tuple(str(step.move) for step in steps),
        "position": position_to_json(steps[-1].state),
    }


# --- paths -------------------------------------------------------------------------------------


def paths() -> Iterator[Case]:
    """Paths on boards that fill up: steps, long walks, volcanoes, secret paths."""
    rng = random.Random(1999)
    for name, start, game in played_games()[1::2]:
        for part in (0.25, 0.5, 0.75, 1.0):
            number = round(part * (len(game.steps) - 1))
            state = game.steps[number - 1].state
            for clause, ways in _ways(state, rng):
                kind = "auction" if state.auction else "basic"
                yield Case(
                    id=f"{clause}/path/{kind}/{state.players}/{number}",
                    origin="path",
                    clauses=(clause,),
                    description=f"What ways cost in a game ({name}) after {number} moves.",
                    **position_after(start, game, number),
                    questions=tuple(_way(state, *way) for way in ways),
                )


Way: TypeAlias = tuple[str, str, int | None]


def _ways(state: State, rng: random.Random) -> Iterator[tuple[str, list[Way]]]:
    """Paths to ask about, by the clause that decides their cost."""
    seen = [cell for cell in CELLS if state[cell].tile is not None]
    land = [cell for cell in seen if state[cell].kind != "volcano"]
    pairs = [(a, b) for a in land for b in land if a != b]
    costs = {pair: tikal.path_cost(state, *pair) for pair in pairs}
    beside = [pair for pair in pairs if costs[pair] is not None and _is_step(state, *pair)]
    far = [pair for pair in pairs if (costs[pair] or 0) >= 4 and not _is_step(state, *pair)]
    yield "PATH-02", [(*pick(rng, beside), None) for _ in range(6)]
    if far:
        yield "MOVE-03", [(*pick(rng, far), None) for _ in range(10)]
    volcanoes = [cell for cell in seen if state[cell].kind == "volcano"]
    if volcanoes:
        yield "VOLC-04", [(pick(rng, land), volcano, None) for volcano in volcanoes]
    secret: list[Way] = [
        (camp, "a1", seat) for seat in state.scores for camp in state.player(seat).camps
    ]
    if secret:
        yield "C2C-01", secret


def _is_step(state: State, a: str, b: str) -> bool:
    route = tikal.route(state, "W", a, b)
    return route is not None and len(route) == 1


def _way(state: State, origin: str, target: str, seat: int | None) -> Question:
    whose = {} if seat is None else {"seat": seat}
    cost = tikal.path_cost(state, origin, target, seat)
    return Question("path_cost", cost, about={"from": origin, "to": target, **whose})


# --- whole games -------------------------------------------------------------------------------

STRIDE = 12


def games() -> Iterator[Case]:
    """Whole games: the state every dozen moves, the legal moves and the scores now and then."""
    for name, start, game in played_games():
        yield _game(f"any edition, {name}", start, game)
    for number, edition in enumerate(DIFFERENT):  # with what only this one allows
        for auction in (False, True)[: 1 + edition.has_auction]:
            start = 1 + number
            opening = tikal.new_game(3, edition, auction, start)
            kind = "auction" if auction else "basic"
            game = tikal.play(opening, tikal.sensible_policy, seed=2000 + number)
            yield _game(f"{edition.key}, {kind}, sensible", start, game)


def _game(name: str, start: int, game: Replay) -> Case:
    questions: list[Question] = []
    for number in range(0, len(game.steps), STRIDE):
        steps = game.steps[number : number + STRIDE]
        state = steps[-1].state
        then = tuple(str(step.move) for step in steps)
        questions.append(Question("state", facts(state), then))
        if number % (8 * STRIDE) == 0:
            legal = [str(move) for move in tikal.legal_moves(state)]
            questions.append(Question("legal_moves", legal))
            questions += [
                Question("score", tikal.score(state, seat).total, about={"seat": seat})
                for seat in state.scores
            ]
    return Case(
        id=f"game/{name.replace(', ', '/').replace(' ', '-')}",
        origin="game",
        clauses=(),
        description=f"A whole game: {name}.",
        **about(game.state),
        start=start,
        moves=(),
        questions=tuple(questions),
    )
