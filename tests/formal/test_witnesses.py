"""The witnesses of spec/props: judged by the engine and by the specification, and found again."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

import tikal
from tests.asking.helpers import cited
from tests.formal.specification import facts, successor
from tests.sample import WHOLE
from tikal.editions import turned, write_edition
from tikal.errors import InvalidArgument
from tikal.testing.near_misses import RECIPES
from tools.generate import witnesses
from tools.generate.witness_cases import Json, edition_of, state_of

SCHEMA = Path(__file__).parents[2] / "spec" / "schemas" / "witnesses-1.json"
CASES: dict[str, Json] = {case["id"]: case for case in witnesses.stored()}
MOVES = {id_: case for id_, case in CASES.items() if "move" in case}
TWINS = {id_: case for id_, case in CASES.items() if id_.endswith("/twin")}
#: The tables whose witnesses are found again; finding those of all takes a minute or so.
QUICK = frozenset({"new games", "the corner", "three at the auction"})

each_case = pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
each_move = pytest.mark.parametrize("case", MOVES.values(), ids=list(MOVES))
each_twin = pytest.mark.parametrize("twin", TWINS.values(), ids=list(TWINS))


def engine_verdict(case: Json) -> list[str]:
    """The clauses that the engine cites."""
    if "new_game" in case:
        start = case["new_game"]["start"]
        try:
            tikal.new_game(case["players"], edition_of(case), case["auction"], start)
        except InvalidArgument as error:
            return [str(error.clause)]
        return []
    return cited(state_of(case), case["move"], case.get("seat"))


def engine_outcome(case: Json) -> Json:
    """Phase, active seat, action points and scores after something legal."""
    if "new_game" in case:
        start = case["new_game"]["start"]
        state = tikal.new_game(case["players"], edition_of(case), case["auction"], start)
    else:
        state = tikal.apply(state_of(case), tikal.parse_move(case["move"]))
    scores = {str(seat): points for seat, points in state.scores.items()}
    return {"phase": state.phase, "active": state.active, "ap": state.ap, "scores": scores}


# --- every case --------------------------------------------------------------------------------


def test_the_file_follows_its_schema() -> None:
    schema = json.loads(SCHEMA.read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    document = json.loads(witnesses.CASES.read_text("utf-8"))
    errors = list(jsonschema.Draft202012Validator(schema).iter_errors(document))
    assert [error.message for error in errors] == []
    assert len(CASES) == len(document["cases"])


@each_case
def test_the_engine_cites_exactly_the_expected_clauses(case: Json) -> None:
    assert engine_verdict(case) == case["expected"]["clauses"]


@each_case
def test_the_specification_cites_exactly_the_expected_clauses(case: Json) -> None:
    assert witnesses.formal_verdict(case) == case["expected"]["clauses"]


@each_move
def test_the_position_is_sound(case: Json) -> None:
    assert tikal.problems(state_of(case)) == ()


@each_case
def test_the_edition_is_written_as_in_a_record(case: Json) -> None:
    assert case["edition"] == write_edition(edition_of(case))


def test_a_case_is_expected_to_break_its_own_clause_or_none() -> None:
    for id_, case in CASES.items():
        expected = [] if id_ in TWINS else [case["clause"]]
        assert case["expected"]["clauses"] == expected


# --- twins -------------------------------------------------------------------------------------


def entries(setup: Json) -> dict[tuple[str, ...], Json]:
    """The single facts of a setup: by kind, and by seat and cell where it has them."""
    found: dict[tuple[str, ...], Json] = {}
    for key, value in setup.items():
        if key in ("tokens", "treasures", "display"):
            continue  # pieces that change places: counted below
        if key == "camps":
            found |= {(key, cell): seat for seat, cells in value.items() for cell in cells}
        elif key == "guards":
            found |= {(key, c): (s, f) for s, by_cell in value.items() for c, f in by_cell.items()}
        elif key == "figures":
            found |= {(key, s, c): f for s, by_cell in value.items() for c, f in by_cell.items()}
        elif key == "diggers":
            found |= {(key, cell): tuple(map(tuple, who)) for cell, who in value.items()}
        elif isinstance(value, dict):
            found |= {(key, name): number for name, number in value.items()}
        elif key in ("passed", "done"):
            found |= {(key, str(seat)): True for seat in value}
        else:
            found[(key,)] = value
    return found


def moved_tokens(a: Json, b: Json) -> int:
    """The number of treasure tokens in another place or of another kind."""
    piles: list[dict[str, int]] = []
    tiles = [case["setup"].get("tiles", {}) for case in (a, b)]
    same = [cell for cell in tiles[0] if tiles[0][cell] == tiles[1].get(cell)]
    for case in (a, b):
        state = state_of(case)
        pile = {cell: state[cell].tokens for cell in same}
        for seat in state.scores:
            for kind, number in state.player(seat).treasures.items():
                pile[f"{seat} owns {kind}"] = number
        piles.append(pile)
    changes = [abs(number - piles[1][place]) for place, number in piles[0].items()]
    return (sum(changes) + 1) // 2


def differences(a: Json, b: Json) -> list[object]:
    """The independent facts in which two positions differ; supply and stock follow from them."""
    one, other = entries(a["setup"]), entries(b["setup"])
    found: list[object] = [
        key for key in sorted(one.keys() | other.keys()) if one.get(key) != other.get(key)
    ]
    found += ["token"] * moved_tokens(a, b)
    displays = [set(case["setup"].get("display", [])) for case in (a, b)]
    found += ["display"] * max(len(displays[0] - displays[1]), len(displays[1] - displays[0]))
    return found


MOMENT = {("phase",), ("active",), ("ap",), ("scoring",), ("queue",)}


@each_twin
def test_a_twin_differs_from_its_witness_in_one_thing(twin: Json) -> None:
    witness = CASES[twin["id"].replace("/twin", "/witness")]
    if twin["changed"] == ["edition"]:
        differing = turned(edition_of(twin), edition_of(witness))
        assert differing == {twin["id"].split("/")[-2].partition("=")[0]}
        parts = ("clause", "layer", "players", "auction", "setup", "move")
        assert [witness[part] for part in parts] == [twin[part] for part in parts]
        assert "seat" not in witness | twin
        return
    assert witness["edition"] == twin["edition"]
    table = [
        part for part in ("players", "auction", "new_game") if witness.get(part) != twin.get(part)
    ]
    if "new_game" in twin:
        assert table == [twin["changed"][0].replace("start", "new_game")]
        return
    assert table == []
    request = [part for part in ("move", "seat") if witness.get(part) != twin.get(part)]
    changed = differences(witness, twin)
    if twin["changed"] == ["moment"]:
        assert request == []
        assert set(changed) <= MOMENT
    elif request:
        assert request == twin["changed"]
        assert changed == []
    else:
        assert len(changed) == 1


@each_twin
def test_a_twin_leads_where_the_specification_says(twin: Json) -> None:
    assert engine_outcome(twin) == twin["expected"]["after"]
    if "move" in twin:
        state, move = state_of(twin), tikal.parse_move(twin["move"])
        assert facts(tikal.apply(state, move)) == successor(state, move)


def test_only_these_twins_change_something_else_than_the_position() -> None:
    """A precondition depends on the position, except that no position makes Z9 a tile."""
    for layer, expected in (("precondition", {"COMP-03"}), ("sequence", {"END-04"})):
        odd = set()
        for twin in TWINS.values():
            by_move = twin["changed"] == ["move"]
            if twin["layer"] == layer and by_move != (layer == "sequence"):
                odd.add(twin["clause"])
        assert odd == expected
    assert {tuple(t["changed"]) for t in TWINS.values() if t["layer"] == "turn"} == {("seat",)}


# --- readings ----------------------------------------------------------------------------------


def test_a_case_about_a_reading_is_played_by_it_or_against_it() -> None:
    """The id names a value of a switch: the edition of the witness or of the twin has it."""
    found = set()
    for id_, twin in TWINS.items():
        name, is_reading, value = id_.split("/")[-2].partition("=")
        if is_reading:
            witness = CASES[id_.replace("/twin", "/witness")]
            (switch,) = (switch for switch in tikal.switches() if switch.name == name)
            assert twin["clause"] in switch.clauses
            played = [edition_of(case).switches()[name] for case in (witness, twin)]
            assert switch.read(value) in played
            found.add((twin["clause"], name))
    assert found == {
        ("TEMPLE-03", "second_dig"),
        ("TREASURE-03", "second_dig"),
        ("SWAP-05", "same_kind_exchange"),
        ("PLACE-01", "beside_volcanoes_only"),
        ("PLACE-02", "stones_towards_volcanoes"),
        ("AUCTION-08", "lowest_bid"),
    }


def test_in_legend_it_matters_who_has_dug() -> None:
    for clause in ("TEMPLE-03", "TREASURE-03"):
        twin = CASES[f"{clause}/second_dig=different/twin"]
        assert twin["edition"] == "legend-classic"
        assert twin["changed"] == ["digger", twin["move"].split()[1]]


# --- the whole ---------------------------------------------------------------------------------


def test_every_clause_that_can_refuse_has_a_witness_and_a_twin() -> None:
    found = {(case["clause"], case["layer"]) for case in CASES.values()}
    assert found == {*RECIPES, *((q.clause, q.layer) for q in witnesses.NEW_GAMES)}
    at_the_start_too = {"new_game", "precondition"}
    of_moves = {clause for clause, layer in found if layer in at_the_start_too}
    of_order = {clause for clause, layer in found if layer not in at_the_start_too}
    assert of_moves == {c.id for c in tikal.clauses(kind="precondition") if c.modelled}
    assert of_order == {c.id for c in tikal.clauses(kind="sequence") if c.modelled}
    assert len(TWINS) * 2 == len(CASES)


@pytest.mark.parametrize("table", witnesses.tables(), ids=lambda table: table.name)
def test_the_boards_can_be_played(table: witnesses.Table) -> None:
    state = tikal.new_game(2, table.edition)
    for cell, tile, rotation in table.board:
        state = tikal.apply(state, tikal.DrawTile(tile))
        while state.phase == "act":  # a volcano's scoring round
            state = tikal.apply(state, tikal.EndTurn())
        state = tikal.apply(state, tikal.PlaceTile(cell, rotation))
        assert state[cell].rotation == rotation
        state = tikal.apply(state, tikal.EndTurn())


def test_the_cases_are_found_again() -> None:
    wanted = None if WHOLE else QUICK
    again = [case for _, pair in witnesses.generate(wanted) for case in pair]
    assert again == [CASES[case["id"]] for case in again]
    if WHOLE:
        assert witnesses.document(again) == witnesses.CASES.read_text("utf-8")
