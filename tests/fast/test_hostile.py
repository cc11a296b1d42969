"""Forged records, a library imported twice, several interpreters: what hostile code can do."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs
import pytest

import tikal
from tests.fast.engines import each_engine, if_compiled
from tikal import fast
from tikal.editions import CRITERIA, SWITCHES, Edition, invalid_fields
from tikal.state import State

NEW = tikal.new_game(2)


def forged(record: Any, **values: object) -> Any:
    """A copy of a record with other values, which no validator has seen."""
    made = object.__new__(type(record))
    for field in attrs.fields(type(record)):
        value = values.get(field.name, getattr(record, field.name))
        if value is not MISSING:
            object.__setattr__(made, field.name, value)
    return made


def with_edition(edition: object) -> State:
    found: State = forged(NEW, table=forged(NEW.table, edition=edition))
    return found


class Text(str):
    """A subclass, which no record has."""


MISSING = object()
WRONG: dict[str, list[object]] = {
    "key": ["", " ", Text("rio-grande-1999"), 5, None, "x" * 4_001, MISSING],
    "title": ["", "\t", Text("Tikal"), b"Tikal", "x" * 4_001, MISSING],
    "tiebreak": [
        ("tokens",) * 2, ("tokens",) * 9, (*CRITERIA, "tokens"), ["tokens"], "tokens", ("token",),
        (Text("tokens"),), (1,), ([],), None, MISSING,
    ],
    "lowest_bid": [7, -1, True, False, 1.0, "1", 2**70, (), [], None, MISSING],
}  # fmt: skip


def forgeries() -> Iterator[tuple[str, object]]:
    """Every field of an edition with values that it cannot have."""
    for name in ("key", "title", *(switch.name for switch in SWITCHES)):
        for value in WRONG.get(name, [(), 0, 1, 2, "maybe", 0.0, None, [], Text("one"), MISSING]):
            yield name, value


@each_engine
@pytest.mark.parametrize(("name", "value"), [*forgeries()], ids=lambda part: repr(part)[:20])
def test_a_forged_edition_is_refused_as_problems_refuses_it(
    engine: ModuleType, name: str, value: object
) -> None:
    edition = forged(tikal.RIO_GRANDE_1999, **{name: value})
    assert invalid_fields(edition) == (name,)
    state = with_edition(edition)
    found = tikal.problems(state)
    assert found
    with pytest.raises(tikal.InvalidState) as caught:
        engine.Game(state)
    assert caught.value.problems == found
    if value is not MISSING and found[0].key != "records/unfit":
        assert f"state.table.edition.{name}" in found[0]


@pytest.mark.parametrize("edition", tikal.EDITIONS.values(), ids=str)
def test_a_whole_edition_has_no_misfits(edition: Edition) -> None:
    assert invalid_fields(edition) == ()
    assert invalid_fields(forged(edition)) == ()
    for switch in SWITCHES:
        for value in switch.values:
            turned = forged(edition, **{switch.name: (value,) if switch.ranked else value})
            assert invalid_fields(turned) == ()


@if_compiled
def test_records_that_change_while_they_are_read_do_no_harm() -> None:
    """The hash of a forged key replaces the records that the engine is reading."""
    other = tikal.new_game(3)
    changes = 0

    class Key(str):
        def __hash__(self) -> int:
            nonlocal changes
            changes += 1
            for field in attrs.fields(State):
                if field.name != "table":
                    object.__setattr__(state, field.name, getattr(other, field.name))
            return 1

        def __eq__(self, _other: object) -> bool:
            return False

    edition = forged(tikal.RIO_GRANDE_1999, key=Key("rio-grande-1999"))
    state = with_edition(edition)
    for field in attrs.fields(State):  # nothing else holds the records
        object.__setattr__(state, field.name, forged_deeply(getattr(state, field.name)))
    with pytest.raises(tikal.InvalidState):
        fast.Game(state)
    assert changes


def forged_deeply(record: Any) -> Any:
    if not attrs.has(type(record)) or isinstance(record, Edition):
        return record
    values = {field.name: getattr(record, field.name) for field in attrs.fields(type(record))}
    return forged(record, **{name: forged_deeply(value) for name, value in values.items()})


@if_compiled
def test_a_list_of_seeds_that_empties_itself_does_no_harm() -> None:
    """`many` of the C module sees only fresh lists; a hook could still change them."""
    from tikal.fast import compiled

    engine = sys.modules[compiled.Game.__base__.__module__]
    seeds: list[Any] = []

    class Seed:
        def __del__(self) -> None:
            seeds.clear()

    seeds += [2**70, Seed(), 3]
    with pytest.raises(tikal.WrongType):
        engine.many(fast.Game(NEW), seeds, 1)


# --- a library imported twice ------------------------------------------------------------------


def run(script: str) -> str:
    """What a script prints in an interpreter of its own."""
    root = str(Path(tikal.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {root!r})\n{script}"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


REIMPORT = """
import tikal
from tikal.fast import COMPILED, Game
old_state = tikal.new_game(2)
old = Game(old_state)
old.legal_moves()
for name in [*sys.modules]:
    if name.split(".")[0] == "tikal" and name not in STAYING:
        del sys.modules[name]
import tikal as again
from tikal import fast
assert again is not tikal and fast.Game is not Game and fast.COMPILED == COMPILED
new_state = again.new_game(2)
new = fast.Game(new_state)
first, second = (tikal, old_state, old, Game), (again, new_state, new, fast.Game)
for library, state, game, class_ in (first, second):
    assert game.legal_moves() == library.legal_moves(state)
    assert {type(move) for move in game.legal_moves()} == {library.DrawTile}
    state = library.apply(state, game.nth(0))
    game.apply(game.nth(0))
    assert type(game.state()) is library.State and game.state() == state
    assert class_(state).packed() == game.packed()
    assert game.legal_moves() == library.legal_moves(state)
for class_, state in ((Game, new_state), (fast.Game, old_state)):
    try:
        class_(state)
    except ValueError as error:
        print(type(error).__name__)
try:
    fast.many(old, 1)
except ValueError as error:
    print(type(error).__name__)
"""


@pytest.mark.parametrize("staying", [(), ("tikal.fast._engine",)])
def test_a_library_that_is_imported_again_has_an_engine_of_its_own(
    staying: tuple[str, ...],
) -> None:
    assert run(f"STAYING = {staying!r}\n{REIMPORT}") == "WrongType\n" * 3


@if_compiled
def test_an_engine_takes_its_hooks_only_once() -> None:
    printed = run(
        "from tikal.fast import _engine, compiled\n"
        "try: _engine.install((None,) * 11, (None,) * 9)\n"
        "except RuntimeError as error: print(error)\n"
        "for wrong in ((), (1, 2), ((), ()), ([], [])):\n"
        "    try: _engine.install(*wrong)\n"
        "    except TypeError: print('refused')\n"
    )
    assert printed == "this compiled engine has its hooks: load another one\n" + "refused\n" * 4


@if_compiled
def test_an_engine_without_hooks_is_refused_and_not_used() -> None:
    printed = run(
        "from importlib.util import module_from_spec\n"
        "import tikal\n"
        "from tikal.fast import _engine, Game\n"
        "bare = module_from_spec(_engine.__spec__)\n"
        "bare.__spec__.loader.exec_module(bare)\n"
        "packed = Game(tikal.new_game(2)).packed()\n"
        "for make, of in ((bare.Game, tikal.new_game(2)), (bare.Game.from_packed, packed)):\n"
        "    try: make(of)\n"
        "    except RuntimeError as error: print(error)\n"
        "try: bare.many(Game(tikal.new_game(2)), [1], 1)\n"
        "except TypeError: print('of another engine')\n"
    )
    expected = "the compiled engine has no hooks: import tikal.fast\n"
    assert printed == 2 * expected + "of another engine\n"


INTERPRETERS = """
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
import tikal
from tikal import fast
state = tikal.new_game(2)
before = fast.many(state, 2), fast.Game(state).legal_moves()
second = '''
import sys
sys.path[:] = PATH
import tikal
from tikal import fast
state = tikal.new_game(3)
game = fast.Game(state)
game.apply("draw A3")
assert game.legal_moves() == tikal.legal_moves(game.state())
assert fast.many(state, 2) == fast.many(state, 2, threads=2)
print(fast.COMPILED, flush=True)
'''.replace("PATH", repr(sys.path))
for _ in range(2):
    other = interpreters.create()
    failed = interpreters.run_string(other, second)
    assert not failed, failed
    assert before == (fast.many(state, 2), fast.Game(state).legal_moves())
    interpreters.destroy(other)
    assert before == (fast.many(state, 2), fast.Game(state).legal_moves())
"""


def test_several_interpreters_of_a_process_have_an_engine_each() -> None:
    assert run(INTERPRETERS) == f"{fast.COMPILED}\n" * 2


@if_compiled
def test_an_unused_engine_is_freed() -> None:
    printed = run(
        "import gc, weakref, tikal\n"
        "from tikal import fast\n"
        "from tikal.fast import _engine\n"
        "fast.Game(tikal.new_game(2)).legal_moves()\n"
        "found = weakref.ref(_engine)\n"
        "for name in [name for name in sys.modules if name.split('.')[0] == 'tikal']:\n"
        "    del sys.modules[name]\n"
        "del _engine, fast, tikal\n"
        "gc.collect()\n"
        "print(found())\n"
    )
    assert printed == "None\n"


# --- pickles -----------------------------------------------------------------------------------


@each_engine
def test_a_pickled_game_is_the_same_game(engine: ModuleType) -> None:
    for edition in tikal.EDITIONS.values():
        game = engine.Game(tikal.new_game(2, edition))
        assert pickle.loads(pickle.dumps(game)).packed() == game.packed()
