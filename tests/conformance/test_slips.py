"""Slips of an adapter: what is wrong in every answer is one line, and no clause is blamed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

import pytest
from attrs import evolve

from tests.conformance.kit_cases import every_case
from tests.conformance.logs import rendered, shown, written
from tests.sample import WHOLE
from tikal.conformance.adapter import Adapter
from tikal.conformance.cases import Case
from tikal.conformance.fuzzing.fuzz import Fuzzer, play_games
from tikal.conformance.fuzzing.setups import game_setups
from tikal.conformance.protocol.engine_info import engine_from_json
from tikal.conformance.referee import run_here
from tikal.conformance.report import Json, Log, Result, read
from tikal.conformance.report.blame import blamed, counted_slips, slips_of
from tikal.conformance.report.causes import causes
from tikal.conformance.report.diagnosis import most_suspect
from tikal.conformance.report.slips import slips_among
from tikal.errors import InvalidNotation
from tikal.moves import Move
from tikal.state import State

RIO = "rio-grande-1999"
Answer = dict[str, Json]


class Slipping(Adapter):
    """An engine that is right, behind an adapter that changes each answer."""

    name = "slipping"

    def __init__(self, slip: Callable[[Answer], Answer], *asks: str, clauses: bool = True) -> None:
        super().__init__()
        self._slip, self._asks, self._clauses = slip, asks, clauses

    def start(self) -> dict[str, Json]:
        full = super().start()
        less = {"editions": [RIO], "asks": [*self._asks], "clauses": self._clauses}
        return {**full, "capabilities": {**full["capabilities"], **less}}

    def run(self, case: Mapping[str, Json]) -> list[dict[str, Json]]:
        return [self._slip(answer) for answer in super().run(case)]


def in_state(change: Callable[[Answer], Answer]) -> Callable[[Answer], Answer]:
    """A slip in the facts of a state."""
    return lambda answer: {"state": change(dict(answer["state"]))} if "state" in answer else answer


def without(*keys: str) -> Callable[[Answer], Answer]:
    return lambda answer: {key: value for key, value in answer.items() if key not in keys}


def renamed(key: str, other: str) -> Callable[[Answer], Answer]:
    return lambda answer: {other if each == key else each: answer[each] for each in answer}


def changed(key: str, change: Callable[[Json], Json]) -> Callable[[Answer], Answer]:
    return lambda answer: {**answer, key: change(answer[key])} if key in answer else answer


#: By the sentence about it: the slip, and the question.
SLIPS: Final[dict[str, tuple[Callable[[Answer], Answer], str]]] = {
    "`winners` is missing from every `state`": (in_state(without("winners")), "state"),
    "`to_move` is missing from every `state`, which has `toMove`": (
        in_state(renamed("to_move", "toMove")), "state",
    ),
    "`ap` is a string in every `state`, not a whole number": (
        in_state(changed("ap", str)), "state",
    ),
    "`scoring` is a whole number in every `state`, not true or false": (
        in_state(changed("scoring", int)), "state",
    ),
    "`scores` is a list in every `state`, not an object with a whole number by seat": (
        in_state(changed("scores", lambda points: [*points.values()])), "state",
    ),
    "`scores` is not spelled as in the protocol in every `state`: `0, 1": (
        in_state(changed("scores", lambda points: {str(int(k) - 1): v for k, v in points.items()})),
        "state",
    ),
    "`phase` is not spelled as in the protocol in every `state`: `": (
        in_state(changed("phase", str.upper)), "state",
    ),
    "`state` is missing from every answer to `state`": (
        lambda answer: answer.get("state", answer), "state",
    ),
    "`score` is missing from every answer to `score`, which has `points`": (
        renamed("score", "points"), "score",
    ),
    "`score` is a string in every answer to `score`, not a whole number": (
        changed("score", str), "score",
    ),
    "`cost` is a string in every answer to `path_cost`, not a whole number or null": (
        changed("cost", str), "path_cost",
    ),
    "`moves` is not spelled as in the protocol in every answer to `legal_moves`: `": (
        changed("moves", lambda moves: [move.replace(" ", "_") + "!" for move in moves]),
        "legal_moves",
    ),
    "`clauses` is not spelled as in the protocol in every answer to `check`: `": (
        changed("clauses", lambda ids: [id_.lower() for id_ in ids]), "check",
    ),
    "`clauses` is missing from every answer to `check`, which has `legal`": (
        lambda answer: {"legal": not answer["clauses"]}, "check",
    ),
}  # fmt: skip


@cache
def some_cases(ask: str) -> tuple[Case, ...]:
    """Forty cases of the basic game with one kind of question, and some others."""
    about = [
        case for case in every_case()
        if case.edition == RIO and not case.auction
        and ask in {question.ask for question in case.questions}
    ]  # fmt: skip
    return tuple(about[:40])


def log_of(path: Path, adapter: Adapter, cases: Iterable[Case]) -> Log:
    return written(path, "engine", run_here(adapter, cases), "slipping")


def slips_by_run(path: Path, adapter: Slipping, ask: str) -> Log:
    return log_of(path / "log.jsonl", adapter, some_cases(ask))


# --- in a run ----------------------------------------------------------------------------------


@pytest.mark.parametrize("sentence", SLIPS)
def test_a_slip_in_every_answer_is_one_line_and_blames_no_clause(
    sentence: str, tmp_path: Path
) -> None:
    slip, ask = SLIPS[sentence]
    log = slips_by_run(tmp_path, Slipping(slip, ask), ask)
    wrong = log.footer.failed + log.footer.errored
    assert wrong > 3
    [found] = counted_slips(log)
    assert str(found.slip).startswith(sentence)
    assert found.results == wrong
    assert causes(log) == []
    terminal = shown(log, width=500, colours=False)
    assert "Look first at" not in terminal
    assert sentence in terminal
    assert sentence in rendered(log, "markdown").replace("\\", "")
    assert sentence in rendered(log, "html").replace("&#x27;", "'")
    assert next(iter(log.footer.slips.values())).startswith(sentence)


@pytest.mark.parametrize("sentence", [each for each in SLIPS if WHOLE or "missing" in each])
def test_play_meets_each_slip_once_and_goes_on(sentence: str) -> None:
    slip, ask = SLIPS[sentence]
    if ask == "path_cost":
        return  # games ask for no path
    fuzzer = fuzzer_of(Slipping(slip, ask))
    *games, last = play_games(fuzzer, islice(game_setups(fuzzer.engine), 1), 60)
    assert [game.outcome for game in games] == ["skipped"]
    assert last.outcome in ("failed", "errored")
    assert last.subject.endswith("/slip-1")
    [found] = slips_among(fuzzer.tally.forms)
    assert str(found).startswith(sentence)
    assert not fuzzer.found


def fuzzer_of(adapter: Slipping, positions: bool = True) -> Fuzzer:
    start = adapter.start()
    start["capabilities"] = {**start["capabilities"], "auction": False, "positions": positions}
    return Fuzzer(engine_from_json(start), adapter.run)


def test_junit_names_the_slip_and_not_the_clause(tmp_path: Path) -> None:
    slip = in_state(without("winners"))
    root = ET.fromstring(
        rendered(slips_by_run(tmp_path, Slipping(slip, "state"), "state"), "junit")
    )
    failures = [*root.iter("failure")]
    assert failures
    assert {each.get("message") for each in failures} == {"`winners` is missing from every `state`"}
    assert {each.get("type") for each in failures} == {"adapter"}
    assert "adapter" in [each.get("name") for each in root.iter("property")]


def test_what_one_answer_has_is_no_slip(tmp_path: Path) -> None:
    """A key that is missing now and then is a fault like any other."""
    seen: list[int] = []

    def now_and_then(facts: Answer) -> Answer:
        seen.append(1)
        return facts if len(seen) % 3 == 0 else without("winners")(facts)

    log = slips_by_run(tmp_path, Slipping(in_state(now_and_then), "state"), "state")
    assert log.footer.failed > 3
    assert slips_of(log) == ()
    assert causes(log)


def test_a_real_fault_beside_a_slip_is_blamed_on_its_clause(tmp_path: Path) -> None:
    class Generous(Slipping):
        """A level of a temple costs one point only."""

        def apply(self, state: State, move: Move) -> State:
            after = super().apply(state, move)
            cheap = str(move).startswith("uncover")
            turn = evolve(after.turn, ap=after.ap + 1)
            return evolve(after, turn=turn) if cheap and after.phase == "act" else after

    log = log_of(
        tmp_path / "log.jsonl",
        Generous(in_state(without("winners")), "state"),
        [case for case in every_case() if case.edition == RIO and case.origin == "golden"],
    )
    assert [slip.part for slip in slips_of(log)] == ["state/state/winners"]
    assert [cause.clause for cause in causes(log)][:1] == ["TEMPLE-02"]
    assert "TEMPLE-02" in most_suspect(blamed(log))
    assert "missing" not in causes(log)[0].example.message.partition("winners")[0]


def test_several_slips_in_one_answer_are_each_named(tmp_path: Path) -> None:
    def both(facts: Answer) -> Answer:
        return without("winners")(changed("ap", str)(facts))

    log = slips_by_run(tmp_path, Slipping(in_state(both), "state"), "state")
    assert {each.slip.part for each in counted_slips(log)} == {
        "state/state/ap", "state/state/winners",
    }  # fmt: skip
    assert causes(log) == []
    fuzzer = fuzzer_of(Slipping(in_state(both), "state"))
    results = [*play_games(fuzzer, islice(game_setups(fuzzer.engine), 1), 60)]
    assert [result.outcome for result in results] == ["skipped", "failed", "failed"]
    played = written(tmp_path / "play.jsonl", "engine", results)
    assert [each.results for each in counted_slips(played)] == [1, 1]


def test_a_slip_of_play_that_turns_out_to_be_none_is_a_difference() -> None:
    """Only the last state of a game has the winners."""

    def at_last(facts: Answer) -> Answer:
        return facts if facts["phase"] == "over" else without("winners")(facts)

    fuzzer = fuzzer_of(Slipping(in_state(at_last), "state", "check"), positions=False)
    results = [*play_games(fuzzer, islice(game_setups(fuzzer.engine), 1), 60)]
    assert slips_among(fuzzer.tally.forms) == ()
    found = [result for result in results if result.outcome == "failed"]
    assert found
    assert all("/found-" in result.subject for result in found)
    assert all(result.message.count("winners") == 2 for result in found)


def test_slips_of_an_engine_that_draws_by_itself_are_met_once() -> None:
    slipping = Slipping(in_state(without("winners")), "state", "check", "draw")
    fuzzer = fuzzer_of(slipping, positions=False)
    fuzzer.engine = evolve(fuzzer.engine, own_draws=True)
    results = [*play_games(fuzzer, islice(game_setups(fuzzer.engine), 1), 60)]
    assert fuzzer.moves > 100
    assert [str(slip) for slip in slips_among(fuzzer.tally.forms)] == [
        "`winners` is missing from every `state`"
    ]
    assert [result.outcome for result in results] == ["skipped", "failed"]


def test_a_log_whose_footer_names_other_slips_is_refused(tmp_path: Path) -> None:
    log = slips_by_run(tmp_path, Slipping(in_state(without("winners")), "state"), "state")
    lines = log.path.read_text("utf-8").splitlines()
    footer = json.loads(lines[-1])
    assert footer["slips"] == {"state/state/winners": "`winners` is missing from every `state`"}
    for slips in ({}, {"state/state/ap": "`ap` is missing"}):
        lines[-1] = json.dumps({**footer, "slips": slips})
        log.path.write_text("\n".join([*lines, ""]), "utf-8")
        with pytest.raises(InvalidNotation, match="other slips"):
            read(log.path)


def test_the_forms_of_a_hostile_log_do_no_harm(tmp_path: Path) -> None:
    hostile: list[Json] = [1, "x", ["a"], {"a": 1}, {"a/b": 1}, {"a/b": [1, "missing:<b>"]}]
    results = [
        Result("case", f"c{n}", "failed", RIO, detail={"forms": forms, "failures": [forms],
                                                       "slips": forms})
        for n, forms in enumerate(hostile)
    ]  # fmt: skip
    log = written(tmp_path / "log.jsonl", "engine", results)
    assert [slip.part for slip in slips_of(log)] == ["a/b"]
    for view in ("markdown", "junit", "html"):
        assert "<b>`" not in rendered(log, view)
    assert "is missing from every answer to `a`" in shown(log, width=300, colours=False)


# --- the box -----------------------------------------------------------------------------------


def box(change: Callable[[Json], Json]) -> Result:
    """The result of the question for the tiles, with the table of an engine."""
    [case] = [case for case in every_case() if case.id == "components/tiles"]

    def slip(answer: Answer) -> Answer:
        return {"components": change(answer["components"])}

    [result] = run_here(Slipping(slip, "components"), [case])
    return result


def listed(tiles: Mapping[str, Json], turn: int = 0) -> list[dict[str, Json]]:
    return [
        {**tile, "stones": tile["stones"][turn:] + tile["stones"][:turn]}
        for tile in reversed([*tiles.values()])
    ]


@pytest.mark.parametrize("turn", range(6))
def test_tiles_without_ids_are_compared_however_they_are_turned(turn: int) -> None:
    assert box(lambda tiles: listed(tiles, turn)).outcome == "passed"


def test_tiles_without_ids_may_leave_out_what_is_zero_and_have_letters() -> None:
    assert box(lambda tiles: [without("value", "masks")(tile) if not tile["value"] + tile["masks"]
                              else tile for tile in listed(tiles)]).outcome == "passed"  # fmt: skip
    with_letters = [
        lambda tiles: [{**tile, "letter": id_[0]} for id_, tile in tiles.items()],
        lambda tiles: [{**tile, "letter": "A"} for tile in tiles.values()],
    ]
    assert [box(change).outcome for change in with_letters] == ["passed", "failed"]


def test_a_wrong_tile_without_an_id_is_named_by_what_it_is() -> None:
    other = {"stones": [2, 1, 0, 1, 0, 0], "value": 0}
    result = box(lambda tiles: listed({**tiles, "F5": {**tiles["F5"], **other}}))
    assert result.outcome == "failed"
    [failure] = result.detail["failures"]
    assert failure["expected"] == ["temple value 4 stones 2 1 0 0 0 0"]
    assert failure["got"] == ["temple stones 2 1 0 1 0 0"]
    more = box(lambda tiles: [*listed(tiles), *listed(tiles)[:1]])
    assert (more.outcome, more.detail["failures"][0]["expected"]) == ("failed", [])
    fewer = box(lambda tiles: listed(tiles)[1:])
    assert (fewer.outcome, fewer.detail["failures"][0]["got"]) == ("failed", [])


@pytest.mark.parametrize("as_list", [True, False])
def test_a_key_that_every_tile_lacks_is_a_slip_and_hides_no_wrong_tile(
    as_list: bool, tmp_path: Path
) -> None:
    def table(wrong: bool, tiles: Mapping[str, Json]) -> Json:
        changed = {**tiles, "A1": {**tiles["A1"], "value": 6 if wrong else tiles["A1"]["value"]}}
        poor = {id_: without("masks")(tile) for id_, tile in changed.items()}
        return [*poor.values()] if as_list else poor

    for wrong in (False, True):
        result = box(partial(table, wrong))
        assert result.outcome == "failed"
        log = written(tmp_path / "log.jsonl", "engine", [result])
        [slip] = slips_of(log)
        assert str(slip) == "`masks` is missing from every tile in `components` of tiles"
        assert bool(causes(log)) == wrong


@pytest.mark.parametrize("junk", [None, 3, "x", [], [3], [{}], [{"stones": "0"}], {"A1": []}])
def test_a_table_that_is_none_is_no_crash(junk: Json) -> None:
    assert box(lambda _: junk).outcome in ("failed", "errored")
