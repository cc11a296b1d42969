"""Write the cases of the conformance kit, spec/cases/*.json: `python -m tools.cases`.

- witnesses: the solver's witnesses and twins (tools/witnesses.py), with their positions as JSON;
- near misses: positions of played games with a move that breaks exactly one clause;
- golden: what the golden examples (tests/golden/examples) ask, and the state after every move;
- paths: what it costs to walk on boards of played games;
- games: whole games, asked about on the way.

Every answer is the engine's; tests/formal/test_cases.py checks the verdicts against the
specification.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

import tikal
from tikal.conformance.cases import FORMAT, Case, Question, case_to_json, rules_of
from tikal.conformance.kit.adapter import facts
from tikal.conformance.report import Json
from tikal.engine import Replay
from tikal.files import write_whole
from tikal.geometry import CELLS
from tikal.interchange import position_to_json
from tikal.moves import Move
from tikal.players import below, pick
from tikal.records import write_edition
from tikal.state import State
from tikal.testing.candidates import candidates
from tikal.testing.pool import SETUPS
from tools.example_cases import golden
from tools.witness_cases import edition_of, state_of
from tools.witnesses import stored

FOLDER = Path(__file__).parent.parent / "spec" / "cases"


def about(state: State) -> dict[str, Json]:
    """What a case says about the setup."""
    return {
        "edition": write_edition(state.edition),
        "rules": rules_of(state.edition),
        "players": state.players,
        "auction": state.auction,
    }


# --- witnesses ---------------------------------------------------------------------------------


def witnesses() -> Iterator[Case]:
    """The solver's cases."""
    for entry in stored():
        edition = edition_of(entry)
        shared: dict[str, Json] = {
            "id": entry["id"],
            "origin": "witness",
            "clauses": (entry["clause"],),
            "description": entry["description"],
            "edition": edition.key,
            "rules": rules_of(edition),
            "players": entry["players"],
            "auction": entry["auction"],
        }
        expected = entry["expected"]
        if "new_game" in entry:
            question = Question("new_game", expected["clauses"])
            yield Case(**shared, start=entry["new_game"]["start"], questions=(question,))
            continue
        about_move = {key: entry[key] for key in ("move", "seat") if key in entry}
        questions = [Question("check", expected["clauses"], about=about_move)]
        if "after" in expected:
            questions.append(Question("state", expected["after"], then=(entry["move"],)))
        position = position_to_json(state_of(entry))
        yield Case(**shared, position=position, questions=tuple(questions))


# --- played games ------------------------------------------------------------------------------


def played_games() -> Iterator[tuple[str, int, Replay]]:
    """A game of every setup by each of two policies, with a name and the seat that starts."""
    for number, (players, edition, auction) in enumerate(SETUPS):
        start = 1 + number % players
        opening = tikal.new_game(players, edition, auction, start)
        for policy in (tikal.random_policy, tikal.sensible_policy):
            kind = f"{players} players{', auction' if auction else ''}"
            name = f"{edition.key}, {kind}, {policy.__name__.removesuffix('_policy')}"
            yield name, start, tikal.play(opening, policy, seed=1000 + number)


def position_after(start: int, game: Replay, number: int) -> dict[str, Json]:
    """What a case says about the position after `number` moves of a game."""
    steps = game.steps[:number]
    return {
        **about(steps[-1].state),
        "start": start,
        "moves": tuple(str(step.move) for step in steps),
        "position": position_to_json(steps[-1].state),
    }


# --- near misses -------------------------------------------------------------------------------

CANDIDATES = 160  # of some 7,600 per position


def near_misses() -> Iterator[Case]:
    """For every clause, edition and kind of game the near miss with the shortest way to it."""
    found: dict[tuple[str, str, bool], Case] = {}
    rng = random.Random(1999)
    for name, start, game in played_games():
        for number, step in enumerate(game.steps, start=1):
            for move, seat in _moves_to_ask(step.state, rng):
                violations = tikal.check(step.state, move, seat)
                if len(violations) != 1:
                    continue
                clause, edition = violations[0].clause, step.state.edition.key
                key = (clause, edition, step.state.auction)
                if key not in found or len(found[key].moves or ()) > number:
                    found[key] = _near_miss(name, start, game, number, clause, move, seat)
    for key in sorted(found):
        yield found[key]


def _moves_to_ask(state: State, rng: random.Random) -> Iterator[tuple[Move, int | None]]:
    """Some candidates of every kind of move, and a legal one in the name of another seat."""
    every = candidates(state)
    for _ in range(CANDIDATES):
        yield pick(rng, every), None
    for move in every:
        # picked at random, the few moves without a cell would hardly ever come up
        if not hasattr(move, "cell") and not hasattr(move, "origin"):
            yield move, None
    legal = tikal.legal_moves(state)
    if legal:
        yield pick(rng, legal), 1 + below(rng, state.players)


def _near_miss(
    name: str, start: int, game: Replay, number: int, clause: str, move: Move, seat: int | None
) -> Case:
    state = game.steps[number - 1].state
    whose = {} if seat is None else {"seat": seat}
    question = Question("check", [clause], about={"move": str(move), **whose})
    kind = "auction" if state.auction else "basic"
    return Case(
        id=f"{clause}/near-miss/{state.edition.key}/{kind}",
        origin="near miss",
        clauses=(clause,),
        description=f"A game ({name}) after {number} moves: `{move}` breaks {clause} alone.",
        **position_after(start, game, number),
        questions=(question,),
    )


# --- paths -------------------------------------------------------------------------------------


def paths() -> Iterator[Case]:
    """Paths on boards that fill up: steps, long walks, volcanoes, secret paths."""
    rng = random.Random(1999)
    for name, start, game in list(played_games())[1:12:2]:
        for part in (0.25, 0.5, 0.75, 1.0):
            number = round(part * (len(game.steps) - 1))
            state = game.steps[number - 1].state
            for clause, ways in _ways(state, rng):
                yield Case(
                    id=f"{clause}/path/{game.state.edition.key}/{state.players}/{number}",
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
        yield Case(
            id=f"game/{name.replace(', ', '/').replace(' ', '-')}",
            origin="game",
            clauses=(),
            description=f"A whole game: {name}.",
            **about(game.state),
            start=start,
            moves=(),
            questions=tuple(questions),
        )


# --- writing -----------------------------------------------------------------------------------


def document(entries: Iterable[Case]) -> str:
    """The text of a file, a case per line."""
    lines = ",\n".join(json.dumps(case_to_json(case), ensure_ascii=False) for case in entries)
    head = f'{{"format": "{FORMAT}", "made_by": "python -m tools.cases", "cases": [\n'
    return head + lines + "\n]}\n"


SOURCES = {
    "witnesses": witnesses,
    "near-misses": near_misses,
    "golden": golden,
    "paths": paths,
    "games": games,
}


def main(arguments: list[str]) -> None:
    """Write all files, or those named."""
    parser = argparse.ArgumentParser(prog="python -m tools.cases", description=__doc__)
    parser.add_argument("names", nargs="*", help=f"some of {', '.join(SOURCES)}; all if none")
    names = parser.parse_args(arguments).names
    if unknown := sorted({*names} - {*SOURCES}):
        parser.error(f"there is no file of {unknown[0]}")
    for name, source in SOURCES.items():
        if not names or name in names:
            entries = list(source())
            text = document(entries)
            write_whole(FOLDER / f"{name}.json", text)
            print(f"{name}.json: {len(entries)} cases, {len(text) // 1024} KB", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
