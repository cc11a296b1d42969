"""For any input the library raises only its own errors, or names the package to install."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tikal import fast
from tikal.bots import actions
from tikal.bots.mcts import search
from tikal.bots.observation import observe
from tikal.conformance.adapter import Adapter, _run
from tikal.conformance.cases import cases
from tikal.notation import documents, records
from tikal.notation.documents.parsing import Json
from tikal.page import drafts
from tikal.pictures.svg import board_svg

STATE: Final = tikal.new_game(2)
HUGE: Final = 10**5_000
POSITION: Final = {"format": "tikal-position/1", "edition": "rio-grande-1999", "players": 2}
RECORD: Final = {**POSITION, "format": "tikal-record/1", "moves": ["bid 1"]}


class Shy:
    """Something that cannot show itself."""

    def __repr__(self) -> str:
        raise RuntimeError


CALLS: Final[dict[str, Callable[[Any], object]]] = {
    "position_from_json": documents.position_from_json,
    "record_from_json": documents.record_from_json,
    "a position with this number of players": lambda x: documents.position_from_json(
        {**POSITION, "players": x}
    ),
    "a position with such a key": lambda x: documents.position_from_json({**POSITION, x: 1}),
    "a record that starts with": lambda x: documents.record_from_json({**RECORD, "start": x}),
    "a record with such a seat": lambda x: documents.record_from_json({**RECORD, "seats": [x]}),
    "a record with such a note": lambda x: records.Record(
        "rio-grande-1999",  # type: ignore[arg-type]
        2,
        notes={x: records.Note(["c"])},
    ),
    "a record with such points": lambda x: documents.record_from_json({**RECORD, "points": [x]}),
    "a record with such a score": lambda x: records.Record(tikal.RIO_GRANDE_1999, 2, scores=[x, 1]),
    "an end with such points": lambda x: records.Entry(tikal.EndTurn(), points=x),
    "repairs": tikal.repairs,
    "this number of repairs": lambda x: tikal.repairs(records.Record(tikal.RIO_GRANDE_1999, 2), x),
    "a violation": documents.violation_from_json,
    "schema": documents.schema,
    "write_edition": records.write_edition,
    "house": lambda x: tikal.house("rio-grande-1999", lowest_bid=x),
    "new_game": tikal.new_game,
    "new_game by": lambda x: tikal.new_game(2, x),
    "score": lambda x: tikal.score(STATE, x),
    "clause": tikal.clause,
    "clauses of an edition": lambda x: tikal.clauses(edition=x),
    "clauses of a kind": lambda x: tikal.clauses(kind=x),
    "clauses of a chapter": lambda x: tikal.clauses(chapter=x),
    "ruling": tikal.ruling,
    "ask": tikal.ask,
    "ask about an edition": lambda x: tikal.ask("guard", x),
    "ask in a language": lambda x: tikal.ask("guard", None, x),
    "ask for this number of answers": lambda x: tikal.ask("guard", limit=x),
    "board_svg": lambda x: board_svg(STATE, highlight=x),
    "the size of a picture": lambda x: board_svg(STATE, size=x),
    "indent": lambda x: documents.dumps(STATE, indent=x),
    "reachable": lambda x: tikal.reachable(STATE, "a1", x),
    "nearest_legal": lambda x: tikal.nearest_legal(STATE, "end", x),
    "remedies": lambda x: tikal.remedies(STATE, "end", x),
    "opinion by": lambda x: tikal.opinion(STATE, "end", x),
    "opinion after": lambda x: tikal.opinion(STATE, "end", before=[x]),
    "check by": lambda x: tikal.check(STATE, "end", x),
    "play": lambda x: tikal.play(STATE, tikal.random_policy, x, limit=0),
    "position": lambda x: tikal.position(scores={1: x}),
    "a draft of the page": lambda x: drafts.state_of({"scores": {"1": x}}),
    "an argument of a draft": lambda x: drafts.state_of({"figures": x}),
    "a change of a draft": lambda x: drafts.state_of(drafts.changed({}, "tiles.b3", x)),
    "the figures of a position": lambda x: tikal.position(figures=x),
    "the tiles of a position": lambda x: tikal.position(tiles={"c1": (x, x)}),
    "the queue of a position": lambda x: tikal.position(queue=[x]),
    "the move behind a number": lambda x: actions.decode(STATE, x),
    "the number of a move": lambda x: actions.encode(STATE, x),
    "the outcome behind a number": actions.decode_outcome,
    "the number of an outcome": actions.encode_outcome,
    "what may be done": actions.mask,
    "what a seat sees": lambda x: observe(STATE, x),
    "a search": lambda x: search(x, iterations=1),
    "a search with a seed": lambda x: search(STATE, iterations=1, seed=x),
    "parse_position": tikal.parse_position,
    "format_position": tikal.format_position,
    "a record that begins with": lambda x: records.Record(tikal.RIO_GRANDE_1999, 2, position=x),
    "a fast game": fast.Game,
    "a packed game": fast.Game.from_packed,
    "a move of a fast game": lambda x: fast.Game(STATE).apply(x),
    "a place in a list": lambda x: fast.Game(STATE).nth(x),
    "a score of a fast game": lambda x: fast.Game(STATE).score(x),
    "a seed": lambda x: fast.Game(STATE).rollout(x),
    "this number of games": lambda x: fast.many(STATE, x),
    "such seeds": lambda x: fast.many(STATE, 2, x),
    "this number of threads": lambda x: fast.many(STATE, 2, 1, x),
}


@pytest.mark.parametrize("thing", [HUGE, -HUGE, Shy()], ids=["huge", "negative", "shy"])
@pytest.mark.parametrize("call", CALLS.values(), ids=list(CALLS))
def test_a_number_without_end_or_something_that_cannot_be_shown(
    call: Callable[[Any], object], thing: object
) -> None:
    with pytest.raises(tikal.TikalError) as caught:
        call(thing)
    assert len(str(caught.value)) < 1_000


@pytest.mark.parametrize("indent", [-1, 101, 10**30, True, 1.5, "  "])
def test_an_indent_is_a_small_number(indent: Any) -> None:
    with pytest.raises(tikal.InvalidArgument, match="indent"):
        documents.dumps(STATE, indent=indent)


def test_indents_change_nothing_but_the_layout() -> None:
    for indent in (None, 0, 2, 100):
        assert documents.loads(documents.dumps(STATE, indent=indent)) == STATE


# --- policies ----------------------------------------------------------------------------------

RNG: Final = random.Random(1)
DRAWN: Final = tikal.legal_moves(STATE)
ACTING: Final = tikal.position()


@pytest.mark.parametrize("policy", [tikal.random_policy, tikal.sensible_policy])
@pytest.mark.parametrize(
    ("state", "moves", "rng"),
    [
        (3, (), None),
        (None, DRAWN, RNG),
        (STATE, "end", "L"),
        (STATE, "end", RNG),
        (STATE, None, RNG),
        (STATE, ("end",), RNG),
        (STATE, (), RNG),
        (STATE, DRAWN, None),
        (STATE, DRAWN, random),
    ],
)
def test_a_policy_refuses_what_it_cannot_choose_from(
    policy: tikal.Policy, state: Any, moves: Any, rng: Any
) -> None:
    with pytest.raises(tikal.InvalidArgument):
        policy(state, moves, rng)


def test_a_policy_refuses_moves_that_are_never_legal() -> None:
    for move in (tikal.Exchange(1, 9, 2), tikal.Exchange(99, 2, 99)):
        with pytest.raises(tikal.InvalidArgument, match="not the legal moves"):
            tikal.sensible_policy(ACTING, (move,), RNG)


# --- files -------------------------------------------------------------------------------------


def test_a_file_opened_for_writing_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "game.tikal").open("w") as file, pytest.raises(tikal.WrongType, match="load"):
        tikal.load(file)
    with (tmp_path / "game.tikal").open("wb") as file, pytest.raises(tikal.WrongType, match="load"):
        tikal.load(file)


def test_a_closed_file_is_neither_read_nor_written() -> None:
    file = io.StringIO()
    file.close()
    record = records.Record.of(tikal.replay(STATE, ()))
    with pytest.raises(tikal.WrongType, match="opened for reading"):
        tikal.load(file)
    with pytest.raises(tikal.WrongType, match="opened for writing"):
        tikal.dump(record, file)


def test_a_file_opened_for_reading_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "game.tikal"
    path.touch()
    record = records.Record.of(tikal.replay(STATE, ()))
    with path.open() as file, pytest.raises(tikal.WrongType, match="opened for writing"):
        tikal.dump(record, file)


# --- the reference adapter ---------------------------------------------------------------------

CASE: Final[dict[str, Json]] = {
    "edition": "rio-grande-1999", "players": 2, "auction": False, "start": 1, "moves": [],
    "questions": [{"ask": "state"}],
}  # fmt: skip
WRONG: Final[tuple[Json, ...]] = (None, 5, "x", [], {}, [5], [None], True, -1, 1.5, HUGE, [[]])
MALFORMED: Final[list[dict[str, Json]]] = [
    {},
    {"questions": 5},
    {**CASE, "questions": [{"ask": "nope"}]},
    {**CASE, "questions": [{"ask": ["state"]}]},
    {**CASE, "questions": [{}]},
    {**CASE, "questions": [{"ask": "check"}]},
    {**CASE, "questions": [{"ask": "score"}]},
    {**CASE, "questions": [{"ask": "path_cost", "from": "a1"}]},
    {**CASE, "questions": [{"ask": "state", "then": 5}]},
    {**CASE, "questions": [{"ask": "state", "then": [5]}]},
    {key: value for key, value in CASE.items() if key != "auction"},
    {key: value for key, value in CASE.items() if key != "moves"},
    {**CASE, "position": 5},
    {**CASE, "players": None, "questions": [{"ask": "new_game"}]},
    {**CASE, "edition": 7, "questions": [{"ask": "new_game"}]},
    {**CASE, "auction": "no", "questions": [{"ask": "new_game"}]},
]


def answer(case: dict[str, Json]) -> dict[str, Json]:
    return _run(Adapter(), case)


@pytest.mark.parametrize("case", MALFORMED, ids=range(len(MALFORMED)))
def test_a_malformed_case_is_answered_with_an_error(case: dict[str, Json]) -> None:
    assert list(answer(case)) == ["error"]


def test_the_adapter_goes_on_after_malformed_requests() -> None:
    requests = [json.dumps({"cmd": "run", "seq": n, "case": c}) for n, c in enumerate(MALFORMED)]
    requests += ['{"cmd": "run", "seq": {"a": []}, "case": {}}', "9" * 5_000]
    lines = b"\n".join([*map(str.encode, requests), b"\xff\xfe", b""])
    sound = json.dumps({"cmd": "run", "seq": 99, "case": CASE})
    done = subprocess.run(
        [sys.executable, "-m", "tikal.conformance.adapter"],
        input=lines + f'{sound}\n{{"cmd": "stop"}}\n'.encode(),
        capture_output=True,
        check=True,
    )
    *errors, last = map(json.loads, done.stdout.splitlines())
    assert len(errors) == len(requests) + 1
    assert all("error" in each for each in errors)
    assert [each.get("seq") for each in errors[: len(MALFORMED)]] == list(range(len(MALFORMED)))
    assert last["answers"][0]["state"]["phase"] == "draw"
    assert done.stderr == b""


PUBLISHED: Final = [case.to_json() for case in cases("witness")][::9]


@given(st.data())
def test_a_damaged_case_is_answered(data: st.DataObject) -> None:
    case = json.loads(json.dumps(data.draw(st.sampled_from(PUBLISHED))))
    here: Any = case
    while True:
        key = data.draw(st.sampled_from(list(here) if isinstance(here, dict) else range(len(here))))
        if not isinstance(here[key], dict | list) or not here[key] or data.draw(st.booleans()):
            break
        here = here[key]
    if data.draw(st.booleans()):
        here[key] = data.draw(st.sampled_from(WRONG))
    else:
        del here[key]
    assert answer(case).keys() <= {"answers", "error"}


# --- what is not installed ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("package", "program", "extra"),
    [
        ("hypothesis", "import tikal.testing", "testing"),
        ("hypothesis", "import tikal.testing.strategies", "testing"),
        ("click", "import tikal.cli", "cli"),
        ("rich", "import tikal.cli", "cli"),
        ("rich", "import tikal.conformance.report.views.terminal", "cli"),
        ("click", "from tikal.__main__ import main; main()", "cli"),
        ("rich", "from tikal.__main__ import main; main()", "cli"),
        ("numpy", "import tikal.bots.pettingzoo", "bots"),
        ("numpy", "import tikal.bots.raster", "bots"),
        ("gymnasium", "import tikal.bots.pettingzoo", "bots"),
        ("pettingzoo", "import tikal.bots.pettingzoo", "bots"),
        ("numpy", "import tikal.bots.gymnasium", "bots"),
        ("gymnasium", "import tikal.bots.gymnasium", "bots"),
        ("gymnasium", "import tikal.bots.spaces", "bots"),
        ("pyspiel", "import tikal.bots.openspiel", "bots"),
        ("clingo", "import tikal.formal", "formal"),
        (
            "distributed",
            "import tikal.conformance.audit.workers as e\nwith e.dask_cluster('local'): pass",
            "dask",
        ),
    ],
)
def test_a_missing_package_is_reported_with_the_command_that_installs_it(
    package: str, program: str, extra: str
) -> None:
    if extra == "bots" and package != "numpy":
        pytest.importorskip("numpy", reason="needs the extra bots: numpy is asked for first")
    code = f"import sys; sys.modules[{package!r}] = None\n{program}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode
    last = done.stderr.splitlines()[-1]
    assert package in last
    assert f"pip install 'tikal-rules[{extra}]'" in last


def test_every_package_that_is_imported_belongs_to_the_core_or_to_an_extra() -> None:
    """So that the list above is complete."""
    code = "import ast, pathlib, tikal\n" + IMPORTED
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    known = {"attrs", "networkx", "hypothesis", "click", "rich"}
    known |= {"distributed", "dask"}  # the former asks for the latter in its own version
    known |= {"prompt_toolkit"}  # without it one plays all the same
    known |= {"numpy", "gymnasium", "pettingzoo", "pyspiel", "clingo"}
    assert set(done.stdout.split()) == known


IMPORTED: Final = """
import sys
found = set()
for path in pathlib.Path(tikal.__file__).parent.rglob("*.py"):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add(node.module.partition(".")[0])
print(*sorted(found - set(sys.stdlib_module_names) - {"tikal"}))
"""
