"""Disagreements of the engine and the formal specification about a position.

`python -m tests.formal.agreement 5000` compares that many positions, with a progress line.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from pathlib import Path

from attrs import asdict, frozen

import tikal
from tests.asking.helpers import cited
from tests.formal.specification import Answer, facts, successor, verdicts
from tikal.conformance.report import Outcome, Result
from tikal.conformance.report.summary import HOUSE_RULES
from tikal.dice import below, pick
from tikal.editions import EDITIONS
from tikal.grid import CELLS
from tikal.moves import Move
from tikal.state import State
from tikal.testing.candidates import candidates
from tikal.testing.pool import SETUPS, games, house_game


def disagreements(state: State, seat: int, move: Move | None) -> Iterator[str]:
    """Every difference about one position: verdicts, legal moves, chance, scores, the successor.

    All candidate moves are judged unnamed and as moves of `seat`; `move` is made.
    """
    answer = verdicts(state, asked=(seat,))
    yield from (f"the specification calls it broken: {what}" for what in answer.broken)
    yield from _verdicts(state, seat, answer)
    yield from _observables(state, answer)
    if move is not None:
        engine, formal = facts(tikal.apply(state, move)), successor(state, move)
        if engine != formal:
            yield (
                f"after {move}: only the engine has {sorted(engine - formal)}, "
                f"only the specification has {sorted(formal - engine)}"
            )


def _verdicts(state: State, seat: int, answer: Answer) -> Iterator[str]:
    for candidate in candidates(state):
        for role in (None, seat):
            engine = frozenset(cited(state, candidate, role))
            formal = answer.forbidden.get((role, candidate), frozenset())
            if engine != formal:
                yield f"{candidate} by {role}: engine {set(engine)}, specification {set(formal)}"
            if ((role, candidate) in answer.legal) == bool(formal):
                yield f"{candidate} is legal and forbidden in the specification"
    listed = frozenset(tikal.legal_moves(state))
    if listed != answer.listed:
        yield f"listed moves differ: {[str(m) for m in listed ^ answer.listed]}"


def _observables(state: State, answer: Answer) -> Iterator[str]:
    if dict(tikal.chance(state)) != {m: Fraction(*odds) for m, odds in answer.chance.items()}:
        yield "the odds differ"
    for seat in state.scores:
        worth = tikal.score(state, seat)
        temples = {c: n for (s, c), n in answer.temple_points.items() if s == seat}
        treasures = {k: n for (s, k), n in answer.treasure_points.items() if s == seat}
        if worth != tikal.Score(temples, treasures, answer.points[seat]):
            yield f"the points of seat {seat} differ"
    if state.phase == "over" and frozenset(state.winners) != answer.winners:
        yield f"winners are {state.winners}, in the specification {set(answer.winners)}"
    board = state.ground.board
    steps = {(CELLS[a], CELLS[b]): n for a in range(len(CELLS)) for b, n in board.steps[a]}
    if steps != answer.costs:
        yield "the connections differ"


def sample(number: int) -> tuple[State, int, Move | None]:
    """Position number so-and-so: a random moment of a game.

    Even numbers take the setups of the printed editions in turn, odd ones a random house edition.
    """
    rng = random.Random(number)
    half, is_house = divmod(number, 2)
    replay = house_game(number) if is_house else _printed_game(half, rng)
    state = pick(rng, replay.steps).state
    if half % 20 == 0:
        state = replay.state  # the last positions would rarely be drawn
    moves = tikal.legal_moves(state)
    return state, below(rng, 6), pick(rng, moves) if moves else None


def _printed_game(number: int, rng: random.Random) -> tikal.Replay:
    per_setup = len(games()) // len(SETUPS)
    return games()[number % len(SETUPS) * per_setup + below(rng, per_setup)]


@frozen
class Comparison:
    """The result of one position: differences of engine and specification, and their agreements."""

    #: The key of a printed edition; all house editions are one.
    edition: str
    disagreements: list[str]
    #: How many candidate moves were judged.
    judged: int
    #: How many of them each clause refuses, according to both.
    refused: Counter[str]


def comparison(number: int) -> Comparison:
    """Compare one sampled position."""
    state, seat, move = sample(number)
    found = [f"position {number}, {state!r}: {what}" for what in disagreements(state, seat, move)]
    every = [cited(state, candidate) for candidate in candidates(state)]
    refused = Counter(clause for found in every for clause in found)
    key = state.edition.key if state.edition.key in EDITIONS else HOUSE_RULES
    return Comparison(key, found, len(every), refused)


def compare(number: int) -> list[str]:
    """The disagreements about one sampled position, each with its place."""
    return comparison(number).disagreements


def results(comparisons: Iterable[Comparison]) -> Iterator[Result]:
    """The counts for a report: by edition, and by printed edition and clause."""
    positions, judged, wrong = Counter[str](), Counter[str](), Counter[str]()
    refused = Counter[tuple[str, str]]()
    for one in comparisons:
        positions[one.edition] += 1
        judged[one.edition] += one.judged
        wrong[one.edition] += bool(one.disagreements)
        if one.edition in EDITIONS:  # a house edition is no evidence for a clause of a rulebook
            refused.update({(one.edition, clause): n for clause, n in one.refused.items()})
    for edition, number in positions.items():
        bad = wrong[edition]
        message = f"{bad} positions with disagreements" if bad else ""
        detail = {"positions": number, "verdicts": judged[edition], "disagreements": bad}
        outcome: Outcome = "failed" if bad else "passed"
        yield Result("agreement", "positions", outcome, edition, (), message, detail)
    for (edition, clause), number in sorted(refused.items()):
        outcome = "failed" if wrong[edition] else "passed"
        detail = {"verdicts": number}
        yield Result("agreement", clause, outcome, edition, (clause,), "", detail)


def main(arguments: list[str]) -> int:
    """Compare many positions on all cores."""
    parser = argparse.ArgumentParser(prog="python -m tests.formal.agreement", description=__doc__)
    parser.add_argument("positions", nargs="?", type=int, default=5000)
    parser.add_argument("--results", type=Path, help="write results for a report to this file")
    wanted = parser.parse_args(arguments)
    games()  # before the pool forks, so that it is played once
    started, found, number = time.monotonic(), 0, 0
    compared: list[Comparison] = []
    with ProcessPoolExecutor() as executor:
        numbers = range(wanted.positions)
        for number, one in enumerate(executor.map(comparison, numbers, chunksize=8), 1):
            for what in one.disagreements:
                print(f"\n{what}")
            found += bool(one.disagreements)
            compared.append(one)
            if sys.stderr.isatty() or number % 250 == 0 or number == wanted.positions:
                _progress(number, wanted.positions, found, started)
    if wanted.results:
        lines = [json.dumps(asdict(result, recurse=False)) for result in results(compared)]
        wanted.results.write_text("\n".join(lines) + "\n", "utf-8")
    print(f"\n{number} positions compared, {found} with disagreements")
    return 1 if found else 0


def _progress(number: int, positions: int, found: int, started: float) -> None:
    rate = number / (time.monotonic() - started)
    print(
        f"\r{number}/{positions} positions, {found} with disagreements, "
        f"{rate:.1f} a second, {(positions - number) / rate:.0f} s left ",
        end="" if sys.stderr.isatty() else "\n",
        file=sys.stderr,
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
