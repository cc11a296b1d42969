"""Every view of reports: on games, on engines with planted faults, on this library, on nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Final
from zlib import crc32

from attrs import asdict, evolve

from tests.conformance.logs import VIEWS, every_kind, rendered, shown, written
from tests.engines import CONDITIONS, FAULTS, STRANGERS, UNSEEN
from tests.shown.inputs import games
from tikal.conformance.adapter import Adapter
from tikal.conformance.audit.auditing import audit_game
from tikal.conformance.audit.standings import standings_of, to_csv, to_json
from tikal.conformance.cases import asked_in, cases
from tikal.conformance.fuzzing.fuzz import Fuzzer, play_games
from tikal.conformance.fuzzing.save import case_text, picture, record_text
from tikal.conformance.fuzzing.setups import game_kinds, game_setups, left_out
from tikal.conformance.protocol.engine_info import engine_from_json
from tikal.conformance.referee import run_here
from tikal.conformance.referee.fit import Fitter
from tikal.conformance.report import Log

Case = tuple[str, str]
#: Engines with faults of every sort, and some that know little.
ENGINES: Final = (
    "camps-anywhere", "ties-go-to-all", "the-leader-needs-a-worker", "guards-clear-the-hex",
    "treasures-break-no-ties", "knows-prices",
)  # fmt: skip

_ALL: Final[dict[str, Callable[[], Adapter]]] = {**FAULTS, **CONDITIONS, **UNSEEN, **STRANGERS}


def _views(name: str, log: Log) -> Iterator[Case]:
    for view in VIEWS:
        yield f"{name} {view}", rendered(log, view)
    for width, colours in ((100, True), (60, False)):
        yield f"{name} terminal", shown(log, width, colours)


def kinds() -> Iterator[Case]:
    """A log of every kind, sound, empty and hostile."""
    for name, log in every_kind(Path()).items():
        yield from _views(name, log)
        noted = evolve(log, footer=evolve(log.footer, interrupted=True, notes=("a note",)))
        yield f"{name} interrupted", shown(noted)


def audited() -> Iterator[Case]:
    """Games one by one, and the standings after them."""
    folder = Path("games")
    folder.mkdir()
    found = []
    for number, (name, text) in enumerate(games().items()):
        path = folder / f"{name.replace(' ', '-')}.tikal"
        path.write_text(text, "utf-8")
        found.append(audit_game(path))
        yield name, repr(found[number])
    standings = standings_of(found)
    yield "standings", f"{standings!r}\n{to_json(standings)}\n{''.join(to_csv(standings))}"
    yield from _views("games", written(Path("games.jsonl"), "audit", found, "games"))


@cache
def _asked() -> tuple[object, ...]:
    """One of twenty-five cases; which ones does not depend on the others."""
    every = asked_in(cases(), ["rio-grande-1999", "legend-classic"])
    return tuple(case for case in every if crc32(case.id.encode()) % 25 == 0)


def _log(name: str, engine: Adapter) -> tuple[Log, Fitter]:
    info = engine_from_json(engine.start())
    fitter = Fitter(info)
    results = run_here(engine, _asked(), fitter.on_answer)  # type: ignore[arg-type]
    facts = {key: value for key, value in asdict(info).items() if key != "slips"}
    log = written(Path(f"{name}.jsonl"), "engine", results, name)
    return evolve(log, header=evolve(log.header, facts=facts)), fitter


def engines() -> Iterator[Case]:
    """Engines with faults of every sort, and those that know little."""
    for number, name in enumerate(ENGINES):
        log, fitter = _log(name, _ALL[name]())
        yield name, shown(log)
        yield name, "\n".join(map(str, fitter.fits()))
        if number % 3 == 0:
            yield from _views(name, log)


def playing() -> Iterator[Case]:
    """A game with an engine that makes moves: what differs, how it is shrunk and saved."""
    name = "pairs-are-exchanged"
    adapter = _ALL[name]()
    info = engine_from_json(adapter.start())
    fuzzer = Fuzzer(info, adapter.run)
    results = [*play_games(fuzzer, game_setups(info, seed=0), 0.0, most=1)]
    yield name, "\n".join(map(repr, results))
    yield name, fuzzer.coverage()
    for case in fuzzer.found.values():
        yield name, f"{record_text(case)}\n{case_text(case)}\n{picture(case)}"
    kinds = game_kinds(info)
    yield name, "\n".join([*map(str, kinds), *left_out(dict.fromkeys(kinds[:1], 1), kinds)])


GROUPS: Final = {"kinds": kinds, "audited": audited, "engines": engines, "playing": playing}
