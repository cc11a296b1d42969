"""Measures what the kit finds: `python -m tools.measure.kit [--ways run play] [ENGINE ...]`.

The engines are those of `tests/engines/unseen.py` and `unread.py`, from which no case and no rule
of blame was made. They say only legal or illegal. `run` asks them the published cases of one
edition, without lists of legal moves; `play` plays some games with them, move by move, as an
engine that cannot load a position. What is counted: the faults found, those of which the report
names the right clause first, the failures where there is no fault, and the broken clauses shown.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Final, Literal

from attrs import asdict, frozen

from tests.engines import HELDOUT, UNSEEN
from tests.engines.base import Faulty, legal_or_illegal
from tikal.conformance.adapter import Adapter
from tikal.conformance.cases import Case, asked_in, cases
from tikal.conformance.fuzzing.fuzz import Fuzzer, play_games
from tikal.conformance.fuzzing.setups import game_setups
from tikal.conformance.protocol.engine_info import EngineInfo, engine_from_json
from tikal.conformance.referee.session import run_case
from tikal.conformance.report import Json, Result
from tikal.conformance.report.causes import causes_of
from tikal.conformance.report.scoring import Scorer
from tools.verify.forks import run_forked

Way = Literal["run", "play"]
WAYS: Final[tuple[Way, ...]] = ("run", "play")
#: The edition that is played, and the one for clauses that it does not have.
EDITION: Final = "rio-grande-1999"
OTHER_EDITION: Final = "super-meeple-2015"
ONLY_THERE: Final = {"END-06", "END-07"}
GAMES: Final = 9
#: Seconds of CPU for an engine.
SECONDS: Final = 600


@frozen
class Measured:
    """What the kit found out about an engine."""

    engine: str
    way: Way
    #: The clauses that it is wrong about: the first is broken, the others may be named for it.
    clauses: tuple[str, ...]
    #: The clauses of the failures, those to look at first at the top.
    named: tuple[str, ...]
    shown: tuple[str, ...]
    #: The moves of each counterexample that `play` found.
    moves: tuple[int, ...] = ()

    @property
    def is_found(self) -> bool:
        """Whether anything failed."""
        return bool(self.named)

    @property
    def is_named_first(self) -> bool:
        """Whether the first cause is a clause of the fault."""
        return self.named[:1] != () and self.named[0] in self.clauses

    @property
    def is_called_shown(self) -> bool:
        """Whether the clause that is broken is called shown."""
        return bool(self.clauses) and self.clauses[0] in self.shown


class Measurer:
    """Asks engines as `run` and `play` do."""

    def __init__(self, asked: Sequence[Case], games: int = GAMES) -> None:
        self._asked, self._games = asked, games

    def measure(self, engine: Adapter, way: Way) -> Measured:
        """Ask an engine in one of the two ways."""
        clauses = engine.clauses if isinstance(engine, Faulty) else ()
        edition = OTHER_EDITION if ONLY_THERE & {*clauses} else EDITION
        info = _info(engine, way, edition)
        ask = legal_or_illegal(engine)
        if way == "run":
            results = [run_case(case, info, ask) for case in self._cases(edition)]
            lengths: tuple[int, ...] = ()
        else:
            fuzzer = Fuzzer(info, ask)
            games = islice(game_setups(info, edition), self._games)
            results = list(play_games(fuzzer, games, float("inf")))
            lengths = tuple(_length(case) for case in fuzzer.found.values())
        named = tuple(dict.fromkeys(cause.clause for cause in causes_of(lambda: results)))
        return Measured(engine.name, way, clauses, named, _shown(results), lengths)

    def _cases(self, edition: str) -> Iterable[Case]:
        return asked_in(self._asked, [edition])


def _info(engine: Adapter, way: Way, edition: str) -> EngineInfo:
    full = engine.start()
    asks = ["new_game", "check", "state", "score", "path_cost", "components"]
    less = {"editions": [edition], "clauses": False, "positions": way == "run", "asks": asks}
    return engine_from_json({**full, "capabilities": {**full["capabilities"], **less}})


def _shown(results: Iterable[Result]) -> tuple[str, ...]:
    scorer = Scorer()
    for result in results:
        scorer.add(result.outcome, result.clauses, result.detail)
    return tuple(id_ for id_, is_shown in scorer.in_scope().items() if is_shown)


def _length(case: Case) -> int:
    return len(case.moves or ()) + sum(len(question.then) for question in case.questions)


# --- figures -----------------------------------------------------------------------------------


@frozen
class Figures:
    """The figures of one way."""

    engines: int
    found: int
    named_first: int
    called_shown: int
    #: Of the shortest counterexample of each engine.
    median_moves: float


def figures(measured: Iterable[Measured]) -> Figures:
    """Count what was found."""
    every = list(measured)
    lengths = [min(each.moves) for each in every if each.moves]
    return Figures(
        engines=len(every),
        found=sum(each.is_found for each in every),
        named_first=sum(each.is_named_first for each in every),
        called_shown=sum(each.is_called_shown for each in every),
        median_moves=statistics.median(lengths) if lengths else 0,
    )


def measure_all(
    engines: Sequence[Callable[[], Adapter]], ways: Sequence[Way], games: int = GAMES
) -> list[Measured]:
    """Measure engines, each in a process of its own."""
    measurer = Measurer(list(cases()), games)
    with tempfile.TemporaryDirectory() as folder:

        def work(task: tuple[int, Way]) -> int:
            number, way = task
            found = measurer.measure(engines[number](), way)
            Path(folder, f"{number}-{way}").write_text(json.dumps(asdict(found)), "utf-8")
            return os.EX_OK

        tasks = [(number, way) for number in range(len(engines)) for way in ways]
        for (number, way), _, code in run_forked(tasks, work, SECONDS):
            if code:
                raise RuntimeError(f"{engines[number]().name} by {way}: exit code {code}")
        rows: list[dict[str, Json]] = [
            json.loads(Path(folder, f"{number}-{way}").read_text("utf-8")) for number, way in tasks
        ]
    return [Measured(**{key: _tupled(value) for key, value in row.items()}) for row in rows]


def _tupled(value: Json) -> Json:
    return tuple(value) if isinstance(value, list) else value


def main(arguments: Sequence[str]) -> int:
    """Print a line for each engine and way, and the figures."""
    parser = argparse.ArgumentParser(prog="python -m tools.measure.kit", description=__doc__)
    parser.add_argument("engines", nargs="*", metavar="ENGINE", help="all if none is named")
    parser.add_argument("--faults", choices=["heldout", "unseen"], default="unseen")
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=WAYS)
    parser.add_argument("--games", type=int, default=GAMES)
    wanted = parser.parse_args(arguments)
    known = {"heldout": HELDOUT, "unseen": UNSEEN}[wanted.faults]
    if unknown := sorted({*wanted.engines} - {*known}):
        parser.error(f"there is no engine {unknown[0]}")
    engines = [known[name] for name in wanted.engines or known]
    measured = measure_all([*engines, Adapter], wanted.ways, wanted.games)
    for each in measured:
        if each.clauses:
            mark = "found" if each.is_found else "not found"
            first = "first" if each.is_named_first else "not first"
            shown = ", CALLED SHOWN" if each.is_called_shown else ""
            lengths = f", {min(each.moves)} moves" if each.moves else ""
            named = " ".join(name or "-" for name in each.named[:3])
            print(
                f"{each.way:4} {each.engine:40} {'/'.join(each.clauses):30} "
                f"{mark}, {first}{shown}{lengths}: {named}"
            )
    for way in wanted.ways:
        of_way = [each for each in measured if each.way == way]
        false = [name for each in of_way if not each.clauses for name in each.named]
        print(f"{way}: {figures(each for each in of_way if each.clauses)}; false: {len(false)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
