"""The game itself as programs see it: positions, prices, points, bots, numbers, pictures, words."""

from __future__ import annotations

import json
import pickle
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

import pytest

import tikal
from tests.shown.inputs import games, language, moves, states
from tikal import fast
from tikal.bots import actions, evaluation, observation
from tikal.bots.mcts import mcts_policy
from tikal.components import TILES
from tikal.editions import switches, write_edition
from tikal.errors import TikalError
from tikal.fast import fallback
from tikal.fields import FIGURES
from tikal.grid import CELLS
from tikal.languages import LANGUAGES
from tikal.law.entries import Clause, Difference, Ruling
from tikal.law.grounds import grounds
from tikal.law.registry import clauses, difference, differences, ruling, rulings
from tikal.law.sources import formal_rules, predicates
from tikal.law.verdicts import verdict_on
from tikal.notation import documents
from tikal.pictures import text
from tikal.pictures.svg import board_svg, tile_sheet_svg, tile_svg

Case = tuple[str, str]


def attempt(call: Callable[..., object], *arguments: object) -> str:
    """What a call returns, or the error that it raises."""
    try:
        return repr(call(*arguments))
    except (TikalError, TypeError, ValueError) as error:
        is_tikal = isinstance(error, TikalError)  # the words of Python differ between its versions
        return f"{type(error).__name__}: {error}" if is_tikal else type(error).__name__


def positions() -> Iterator[Case]:
    """Everything that can be asked about a position."""
    for number, state in enumerate(states()):
        found: list[object] = [state, tikal.problems(state), tikal.chance(state)]
        facts = [(name, getattr(state, name)) for name in dir(state) if name[0] != "_"]
        found += [f"{name} {value!r}" for name, value in facts if not callable(value)]
        for seat in state.scores:
            found += [state.player(seat), tikal.score(state, seat)]
            found += [tikal.reachable(state, cell, seat) for cell in CELLS[number % 7 :: 7]]
            for origin, target in zip(CELLS[::3], CELLS[number % 5 :: 3], strict=False):
                found.append(tikal.path_cost(state, origin, target, seat))
                for figure in FIGURES:
                    found.append(attempt(tikal.route, state, figure, origin, target))
        found += [tikal.apply(state, move) for move in moves(state, 5)]
        found += ["; ".join(map(str, tikal.legal_moves(state))), tikal.format_position(state)]
        found += [documents.dumps(state), json.dumps(documents.position_to_json(state))]
        assert pickle.loads(pickle.dumps(state)) == state
        yield f"position {number}", "\n".join(map(str, found))


def bots() -> Iterator[Case]:
    """Games of policies, and what bots see of a position."""
    for number, edition in enumerate(tikal.EDITIONS.values()):
        start = tikal.new_game(2 + number % 3, edition, auction=edition.has_auction and number > 0)
        policies = (tikal.random_policy, tikal.sensible_policy, mcts_policy(12))
        for place, policy in enumerate(policies):
            limit = 40 if place == 2 else 300
            played = tikal.play(start, policy, seed=number, limit=limit)
            yield edition.key, " ".join(str(step.move) for step in played.steps)
            yield edition.key, tikal.format_position(played.state)
    for number, state in enumerate(states()):
        shown: list[object] = [actions.numbers(state), evaluation.prospects(state)]
        shown += [evaluation.rounds_to_come(state), bytes(actions.mask(state)).hex()]
        chances = evaluation.win_chances(evaluation.prospects(state))
        shown.append([round(chance, 9) for chance in chances])  # sums differ between Pythons
        for seat in state.scores:
            for scaled in (False, True):
                shown.append(list(observation.observe(state, seat, scaled)))
        yield f"position {number}", "\n".join(map(str, shown))


def pixels() -> Iterator[Case]:
    """What a network sees."""
    pytest.importorskip("numpy")
    from tikal.bots.raster import board_pixels

    for number, state in enumerate(states()[::8]):
        yield f"position {8 * number}", bytes(bytearray(board_pixels(state))[:4000:17]).hex()


def engines() -> Iterator[Case]:
    """Both fast engines: the same answers, also to what they refuse."""
    for number, state in enumerate(states()):
        answers = []
        for engine in (fast.Game, fallback.Game):
            game = engine(state)
            shown: list[object] = [game.count(), game.weights(), game.numbers(), game.chance()]
            shown += [game.phase, game.active, game.to_move, game.scores, game.winners]
            shown += [game.packed().hex(), game.prospects(), game.copy().state(), game.state()]
            shown += [bytes(game.mask()).hex(), game.legal_moves()[:9]]
            shown += [attempt(game.nth, index) for index in (0, -1, 99_999)]
            shown += [attempt(game.is_legal, "end"), attempt(game.is_legal, "fly")]
            shown += [attempt(game.score, 1), attempt(game.score, 9), attempt(game.observe, 7)]
            shown += [bytes(game.observe(1)).hex(), bytes(game.observe(2, True)).hex()]
            shown += [attempt(game.rollout, number), attempt(game.rollout, -1)]
            shown += [attempt(game.take, 10**6), attempt(game.take, 1), attempt(game.apply, "end")]
            shown.append(game.packed().hex())
            answers.append("\n".join(map(str, shown)))
        assert answers[0].splitlines()[:9] == answers[1].splitlines()[:9]
        yield f"position {number}", answers[1]
    for many in (fast.many, fallback.many):
        yield "many", repr(many(tikal.new_game(3), 5, 7)).replace("fallback", "compiled")


def pictures() -> Iterator[Case]:
    """Boards as pictures and as text, with moves, targets and reasons; tiles."""
    for number, state in enumerate(states()):
        spoken = language(number)
        yield f"position {number}", text.board_text(state, spoken)
        move = next(moves(state, 1), None)
        yield f"position {number}", board_svg(state, language=spoken)
        yield f"position {number}", board_svg(state, move=move, crop=True, language=spoken)
        bad = tikal.parse_move(("guard a2 L", "walk W a1-c2", "camp b2", "place b3 r2")[number % 4])
        yield f"position {number}", board_svg(state, move=bad, highlight=("a1", "b3"))
        lines = [text.heading(state, spoken), text.moment(state, ("Ana",), spoken)]
        lines += text.status(state, spoken)
        lines += [text.describe_cell(cell, state[cell], spoken) for cell in CELLS]
        yield f"position {number}", "\n".join(lines)
    for number, tile in enumerate(TILES):
        yield "tiles", "\n".join([*text.tile_lines(tile), tile_svg(tile.id, number % 6)])
    yield "sheet", "\n".join(map(tile_sheet_svg, LANGUAGES))


def law() -> Iterator[Case]:
    """Entries of the law in every language, grounds, editions, words."""
    every: list[Clause | Ruling | Difference] = [*clauses(), *rulings(), *differences()]
    for number, entry in enumerate(every):
        spoken = language(number)
        name = entry.id.partition("-")[0]
        yield name, f"{entry.text(spoken)}\n{entry.in_language(spoken)}"
    for clause in clauses()[::3]:
        yield "places", repr((predicates(clause.id), formal_rules(clause.id)))
        for key in tikal.EDITIONS:
            yield (
                "verdicts",
                attempt(verdict_on, clause, tikal.EDITIONS[key], language(len(key))),
            )
    for number, key in enumerate(_refusal_keys()):
        for edition in tikal.EDITIONS.values():
            found = grounds(key, edition)
            yield "grounds", f"{found} {found.text(language(number))}"
    for switch in switches():
        yield "switches", "\n".join([repr(switch), *map(str, map(switch.rule, switch.values))])
        for other in switch.values:
            yield "switches", attempt(_house, switch.name, other)
    for wrong in ("Q-1000", "TEMPLE-99", "temple-3", "", "DIFF-0"):
        for look_up in (tikal.clause, ruling, difference):
            yield "wrong", attempt(look_up, wrong)


@cache
def _refusal_keys() -> tuple[str, ...]:
    found = {
        violation.key
        for state in states()
        for move in (
            "end",
            "recover c2",
            "guard a2 L",
            "camp b2",
            "walk W a1-c2",
            "bid 0",
            "draw Z9",
        )
        for violation in tikal.check(state, move)
    }
    return tuple(sorted(found))


def _house(name: str, value: object) -> str:
    return write_edition(tikal.house("legend-classic", **{name: value}))  # type: ignore[arg-type]


def wrong() -> Iterator[Case]:
    """Calls with a wrong argument: which error, with which words."""
    state = states()[3]
    rng = random.Random(1)
    values: tuple[object, ...] = (None, "x", -1, 9, 3.0, (), True, state, b"a1", {"a": 1})
    for name in sorted(tikal.__all__):
        call = getattr(tikal, name)
        if not callable(call) or name in ("preload", "Policy", "dump", "load"):
            continue
        for first in values:
            yield name, attempt(call, first)
            second = rng.choice(values)
            yield name, attempt(call, state, first)
            yield name, attempt(call, first, second)
    record = tikal.loads(games()["legal"])
    game = tikal.Game.of(record)
    for name in dir(game):
        if not name.startswith("_"):
            found = getattr(game, name)
            for value in values if callable(found) else ():
                yield "Game", attempt(found, value)


GROUPS: Final = {
    "positions": positions, "bots": bots, "pixels": pixels, "engines": engines,
    "pictures": pictures, "law": law, "wrong": wrong,
}  # fmt: skip
