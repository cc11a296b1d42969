"""Measures what the kit finds: `python -m tools.measure.kit [--ways run play] [ENGINE ...]`.

The engines are those of `tests/engines` with a planted fault. No case and no rule of blame was made
from those of `unseen.py` and `unread.py`; those of `heldout.py` were written before the blame of
this version was, and measured before it was changed. All say only legal or illegal. `run` asks them
the published cases of one edition, without lists of legal moves; `play` plays some games with them,
move by move, as an engine that cannot load a position. What is counted: the faults found, those of
which the report names the right clause first, the failures where there is no fault, and the broken
clauses that are called shown.

`--write` stores the rows in tests/engines/measured.json, from which the guide takes its figures;
`--check` fails if a broken clause is called shown, if something is found where there is no fault,
or if less is found or named first than is stored.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Final, Literal

from attrs import asdict, evolve, frozen

from tests.engines import CONDITIONS, FAULTS, HELDOUT, UNSEEN
from tests.engines.actions import HouseRules
from tests.engines.base import Faulty, legal_or_illegal
from tikal.conformance.adapter import Adapter
from tikal.conformance.cases import Case, asked_in, cases
from tikal.conformance.fuzzing.fuzz import Fuzzer
from tikal.conformance.fuzzing.setups import game_setups
from tikal.conformance.protocol.engine_info import EngineInfo, engine_from_json
from tikal.conformance.referee.session import run_case
from tikal.conformance.report import Json, Result
from tikal.conformance.report.causes import causes_of
from tikal.conformance.report.scoring import Scorer
from tikal.editions import EDITIONS
from tools.verify.forks import run_forked

Way = Literal["run", "play"]
WAYS: Final[tuple[Way, ...]] = ("run", "play")
#: The edition that is played, and the one for clauses that it does not have.
EDITION: Final = "rio-grande-1999"
OTHER_EDITION: Final = "super-meeple-2015"
ONLY_THERE: Final = {"END-06", "END-07"}
#: The engine that is right as long as it gives no clauses.
BY_NAME_ALONE: Final = {"third-levels-need-three-members"}
GAMES: Final = 9
#: Clauses of a row that are stored.
MAX_NAMED: Final = 3
#: Games after the one with the first difference, at most.
GAMES_AFTER: Final = 2
#: Seconds of CPU for an engine.
SECONDS: Final = 600
STORED: Final = Path(__file__).parents[2] / "tests" / "engines" / "measured.json"
#: The engines that are measured, by the list that they are from; the last has no fault.
LISTS: Final[Mapping[str, Mapping[str, Callable[[], Adapter]]]] = {
    "heldout": HELDOUT,
    "unseen": UNSEEN,
    "faults": FAULTS,
    "conditions": CONDITIONS,
    "right": {"tikal-rules": Adapter},
}


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
    #: Seconds of CPU until the first difference was found, or all was asked.
    seconds: float = 0

    @property
    def of_list(self) -> str:
        """The list that the engine is from."""
        return next(name for name, engines in LISTS.items() if self.engine in engines)

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
        edition = _edition_of(engine, clauses)
        info = _info(engine, way, edition)
        ask = engine.run if engine.name in BY_NAME_ALONE else legal_or_illegal(engine)
        fuzzer = Fuzzer(info, ask)
        asked: Iterable[Result] = (run_case(case, info, ask) for case in self._cases(edition))
        results, seconds = _timed(asked if way == "run" else self._played(fuzzer, info, edition))
        lengths = tuple(_length(case) for case in fuzzer.found.values())
        named = tuple(dict.fromkeys(cause.clause for cause in causes_of(lambda: results)))
        return Measured(engine.name, way, clauses, named, _shown(results), lengths, seconds)

    def _played(self, fuzzer: Fuzzer, info: EngineInfo, edition: str) -> Iterator[Result]:
        """The results of the games, of which few follow upon the first difference."""
        after = 0
        for setup in islice(game_setups(info, edition), self._games):
            yield from fuzzer.play(setup)
            after += bool(fuzzer.found)
            if after > GAMES_AFTER:
                break
        yield from fuzzer.slips()

    def _cases(self, edition: str) -> Iterable[Case]:
        return asked_in(self._asked, [edition])


def _edition_of(engine: Adapter, clauses: Sequence[str]) -> str:
    """An edition that the engine is wrong about."""
    if isinstance(engine, HouseRules):
        return next(key for key, each in EDITIONS.items() if engine.misread(each) != each)
    return OTHER_EDITION if ONLY_THERE & {*clauses} else EDITION


def _info(engine: Adapter, way: Way, edition: str) -> EngineInfo:
    full = engine.start()
    asks = ["new_game", "check", "state", "score", "path_cost", "components"]
    names = engine.name in BY_NAME_ALONE
    less = {"editions": [edition], "clauses": names, "positions": way == "run", "asks": asks}
    return engine_from_json({**full, "capabilities": {**full["capabilities"], **less}})


def _timed(asked: Iterable[Result]) -> tuple[list[Result], float]:
    """The results, and the seconds of CPU until the first that failed."""
    start, found = time.process_time(), 0.0
    results: list[Result] = []
    for result in asked:
        results.append(result)
        if result.outcome in ("failed", "errored") and not found:
            found = time.process_time() - start
    return results, round(found or time.process_time() - start, 1)


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
) -> Iterator[Measured]:
    """Measure engines, each in a process of its own, in the order in which they are done."""
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
            yield _from_json(json.loads(Path(folder, f"{number}-{way}").read_text("utf-8")))


# --- what is stored ----------------------------------------------------------------------------


def stored() -> list[Measured]:
    """The rows of the last measurement."""
    document: dict[str, Json] = json.loads(STORED.read_text("utf-8"))
    return [_from_json(row) for row in document["measured"]]


def _from_json(row: Mapping[str, Json]) -> Measured:
    return Measured(**{key: _tupled(value) for key, value in row.items()})


def _tupled(value: Json) -> Json:
    return tuple(value) if isinstance(value, list) else value


def write(measured: Iterable[Measured]) -> None:
    """Store rows beside those of other engines."""
    rows = {(each.engine, each.way): each for each in [*stored(), *measured]}
    order = {name: number for number, name in enumerate(n for all_ in LISTS.values() for n in all_)}
    every = sorted(
        (each for each in rows.values() if each.engine in order),
        key=lambda each: (order[each.engine], each.way),
    )
    lines = ",\n".join(json.dumps(asdict(_short(each))) for each in every)
    head = '{"made_by": "python -m tools.measure.kit --write", "measured": [\n'
    STORED.write_text(f"{head}{lines}\n]}}\n", "utf-8")


def _short(measured: Measured) -> Measured:
    """The row with the first clauses named, and of those shown the broken ones."""
    shown = tuple(each for each in measured.shown if each in measured.clauses)
    return evolve(measured, named=measured.named[:MAX_NAMED], shown=shown)


def complaints(measured: Sequence[Measured]) -> Iterator[str]:
    """What a measurement says against the kit.

    A false finding, a broken clause that is called shown, or fewer faults found or named first
    than were stored for the same engines.
    """
    for each in measured:
        if not each.clauses and each.named:
            yield f"found where there is no fault: {line(each)}"
        if each.is_called_shown:
            yield f"broken and called shown: {line(each)}"
    before = {(each.engine, each.way): each for each in stored()}
    for way in WAYS:
        now = [each for each in measured if each.way == way and (each.engine, way) in before]
        was = [before[each.engine, way] for each in now]
        for what, count in (
            ("found", figures(now).found),
            ("named first", figures(now).named_first),
        ):
            least = figures(was).found if what == "found" else figures(was).named_first
            if count < least:
                yield f"{way}: {count} {what}, stored are {least}"


# --- on the command line -----------------------------------------------------------------------


def line(each: Measured) -> str:
    """A row in words."""
    mark = "found" if each.is_found else "not found"
    first = "first" if each.is_named_first else "not first"
    shown = ", CALLED SHOWN" if each.is_called_shown else ""
    lengths = f", {min(each.moves)} moves" if each.moves else ""
    named = " ".join(name or "-" for name in each.named[:MAX_NAMED])
    return (
        f"{each.way:4} {each.engine:40} {'/'.join(each.clauses):30} "
        f"{mark}, {first}{shown}{lengths}, {each.seconds} s, {len(each.shown)} shown: {named}"
    )


def main(arguments: Sequence[str]) -> int:
    """Print a line for each engine and way, and the figures."""
    parser = argparse.ArgumentParser(prog="python -m tools.measure.kit", description=__doc__)
    parser.add_argument("engines", nargs="*", metavar="ENGINE", help="all if none is named")
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=WAYS)
    parser.add_argument("--lists", nargs="+", choices=LISTS, default=["heldout", "right"])
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--write", action="store_true", help=f"store the rows in {STORED.name}")
    parser.add_argument("--check", action="store_true", help="compare with what is stored")
    wanted = parser.parse_args(arguments)
    known = {name: make for of in wanted.lists for name, make in LISTS[of].items()}
    if unknown := sorted({*wanted.engines} - {*known}):
        parser.error(f"there is no engine {unknown[0]}")
    engines = [known[name] for name in wanted.engines or known]
    measured: list[Measured] = []
    for each in measure_all(engines, wanted.ways, wanted.games):
        print(line(each), flush=True)
        measured.append(each)
        if wanted.write:
            write([each])
    for way in wanted.ways:
        of_way = [each for each in measured if each.way == way]
        false = [name for each in of_way if not each.clauses for name in each.named]
        print(f"{way}: {figures(each for each in of_way if each.clauses)}; false: {len(false)}")
    against = [*complaints(measured)] if wanted.check else []
    print("\n".join(against))
    return 1 if against else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
