"""What is asked in a copy of the project that has the switch `camps_on_temples`.

`test_one_home_switch.py` makes the copy and runs this there. Whatever a user can do with a switch
works with the new one, although its ruling has no translation yet.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import jsonschema
import pytest
from click.testing import CliRunner

import tikal
from tests import sample  # test_one_home_switch.py is the one that waits for the verification
from tests.asking.helpers import cited
from tests.counsel.brute_force import least_cost
from tests.formal.agreement import disagreements
from tests.golden.examples import LAYOUT
from tests.page.asking import good
from tikal._support.resources import specification
from tikal.cli import tikal as command
from tikal.conformance.audit import Source, audit
from tikal.conformance.report import Header, Writer, read, views
from tikal.languages import LANGUAGES
from tikal.notation import documents
from tools.verify import lockstep

RULE: Final = "camps_on_temples=yes"
HOUSE: Final = f"rio-grande-1999 {RULE}"
TEMPLE: Final = "a2=1 1W"
#: The ruling behind the switch is the newest one.
RULING: Final = tikal.rulings()[-1]


def printed() -> tikal.State:
    return tikal.parse_position(TEMPLE)


def house() -> tikal.State:
    return tikal.parse_position(f"{HOUSE}; {TEMPLE}")


def run(*arguments: str) -> str:
    result = CliRunner().invoke(command, [*arguments, "--format", "pretty"])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    return result.stdout


# --- verdicts ----------------------------------------------------------------------------------


def test_the_switch_turns_a_verdict() -> None:
    assert cited(printed(), "camp a2") == ["CAMP-02"]
    assert cited(house(), "camp a2") == []
    assert cited(house(), "camp a1") == ["CAMP-02"]


def test_the_move_is_listed_and_made() -> None:
    move = tikal.EstablishCamp("a2")
    assert move not in tikal.legal_moves(printed())
    assert move in tikal.legal_moves(house())
    after = tikal.apply(house(), move)
    assert after["a2"].camp == 1
    assert tikal.problems(after) == ()
    assert tikal.is_legal(after, "deploy L a2")


def test_a_camp_on_a_temple_is_impossible_in_a_printed_edition() -> None:
    assert tikal.parse_position(f"{HOUSE}; a2=1 1C")["a2"].camp == 1
    with pytest.raises(tikal.InvalidState, match="a2"):
        tikal.parse_position("a2=1 1C")


# --- counsel -----------------------------------------------------------------------------------


def test_an_opinion_names_the_switch_and_the_ruling() -> None:
    found = tikal.opinion(printed(), "camp a2")
    turning = {reading.edition.key for reading in found.readings}
    assert turning == {HOUSE}
    assert RULING.id in found.grounds[0].summary
    document = found.to_json()
    schema = specification().joinpath("schemas", "opinion-1.json").read_text("utf-8")
    jsonschema.validate(document, json.loads(schema))
    assert RULE in json.dumps(document)
    for language in LANGUAGES:
        assert RULE in found.text(language)
        assert RULE in found.markdown(language).replace("\\", "")


@pytest.mark.parametrize("cell", ["d5", "h2"])
def test_remedies_count_on_camps_on_temples(cell: str) -> None:
    far, there = (
        tikal.position(tiles=LAYOUT, players=2, phase="act", ap=8, edition=edition)
        for edition in ("rio-grande-1999", HOUSE)
    )
    assert tikal.remedies(far, f"uncover {cell}").ways == ()
    found = tikal.remedies(there, f"uncover {cell}")
    assert [str(move) for move in found.ways[0]] == [f"camp {cell}", f"deploy L {cell}"]


@sample.not_in_the_sample
@pytest.mark.parametrize("ap", range(9))
def test_remedies_are_as_cheap_as_trying_everything(ap: int) -> None:
    state = tikal.position(players=2, edition=HOUSE, tiles={"b3": ("A4", 0)}, phase="act", ap=ap)
    for move in ("uncover b3", "guard b1 W", "transfer W a1-a2", "deploy W b1"):
        ways = tikal.remedies(state, move).ways
        cheapest = least_cost(state, tikal.parse_move(move))
        assert bool(ways) == (cheapest is not None)
        if ways and cheapest:
            assert len(ways[0]) == cheapest[1]


# --- words -------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_switch_is_explained(language: str) -> None:
    shown = run("explain", "camps_on_temples", "--lang", language)
    switch = tikal.switches()[-1].in_language(language)
    assert switch.name == "camps_on_temples"
    for meaning in switch.values.values():
        assert meaning in shown
    assert "camps_on_temples" in run("explain", "CAMP-02", "--lang", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_ruling_without_a_translation_is_given_in_english(language: str) -> None:
    assert RULING.in_language(language).question == "May a camp be founded on a temple hex?"
    assert RULING.question in run("explain", RULING.id, "--lang", language)
    assert "A temple hex takes a camp" in run(
        "check", TEMPLE, "--move", "camp a2", "--why", "--lang", language
    )


def test_questions_are_answered() -> None:
    found = [answer.id for answer in tikal.ask("may a camp be founded on a temple hex?")]
    assert {"CAMP-02", RULING.id} <= set(found)
    for language in LANGUAGES:
        assert tikal.ask("camp temple", language=language)
        assert tikal.ask("camp temple", edition=HOUSE, language=language)


def test_editions_are_compared() -> None:
    shown = run("diff-editions", "rio-grande-1999", HOUSE)
    assert shown.index("camps_on_temples") < shown.index("Alike in play")


# --- writing down ------------------------------------------------------------------------------


def test_records_and_positions_keep_it() -> None:
    record = tikal.loads(f"position: {HOUSE}; {TEMPLE}\n\ncamp a2; end\n")
    assert record.replay().refusal is None
    assert tikal.loads(tikal.dumps(record)) == record
    assert documents.loads(documents.dumps(record)) == record
    state = tikal.apply(house(), "camp a2")
    assert tikal.parse_position(tikal.format_position(state)) == state
    assert documents.loads(documents.dumps(state)) == state


def test_json_takes_it_and_does_without_it() -> None:
    document = documents.position_to_json(house())
    jsonschema.validate(document, documents.schema("position"))
    values: dict[str, object] = {**house().edition.switches(), "tiebreak": []}
    older = {key: value for key, value in values.items() if key != "camps_on_temples"}
    for given, expected in ((values, True), (older, False)):
        written = {**document, "edition": {"key": "club", "title": "Our club", **given}}
        jsonschema.validate(written, documents.schema("position"))
        edition = documents.position_from_json(written).edition
        assert edition.switches()["camps_on_temples"] is expected


# --- the page ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_knows_it(language: str) -> None:
    about = good(ask="about", language=language)
    assert about["switches"][-1]["name"] == "camps_on_temples"
    game = good(ask="new", edition=HOUSE, players=2, language=language)
    assert RULE in json.dumps(game)
    refused = good(ask="opinion", position=TEMPLE, move="camp a2", language=language)
    assert RULE in json.dumps(refused)
    there = f"{HOUSE}; {TEMPLE}"
    assert good(ask="check", position=there, move="camp a2", language=language)["legal"]
    actions = good(ask="actions", position=there, cell="a2", language=language)
    assert "camp a2" in json.dumps(actions)
    drawn = good(ask="view", position=f"{HOUSE}; a2=1 1C", language=language)
    assert "<svg" in drawn["picture"]


# --- reports -----------------------------------------------------------------------------------


def test_reports_show_it(tmp_path: Path) -> None:
    games = {"refused": f"position: {TEMPLE}\n\ncamp a2\n"}
    games["unfinished"] = f"position: {HOUSE}; {TEMPLE}\n\ncamp a2\n"
    sources: list[Source] = [(f"{name}.tikal", text.encode()) for name, text in games.items()]
    path = tmp_path / "log.jsonl"
    with path.open("w", encoding="utf-8") as file, Writer(file, Header("audit", "games")) as log:
        for result in audit(sources):
            log.add(result)
            assert result.clauses == (("CAMP-02",) if result.subject == "refused.tikal" else ())
    for ending in views.FORMATS.keys() - {".json"}:  # a badge counts games and names no clauses
        view = tmp_path / f"view{ending}"
        views.write(read(path), view)
        assert "CAMP-02" in view.read_text("utf-8"), ending


# --- the other engines -------------------------------------------------------------------------


def test_the_specification_says_the_same() -> None:
    numbers = range(60 if sample.WHOLE else 3)
    positions = [printed(), house(), tikal.parse_position(f"{HOUSE}; a2=1 1C; b1=1 2W2")]
    for number in numbers:
        replay = tikal.play(tikal.new_game(3, HOUSE), tikal.random_policy, seed=number, limit=120)
        positions.append(replay.state)
    for state in positions:
        moves = tikal.legal_moves(state)
        camps = [move for move in moves if isinstance(move, tikal.EstablishCamp)]
        made = camps[0] if camps else moves[0]
        assert list(disagreements(state, 1, made)) == []


@sample.not_in_the_sample
def test_the_compiled_engine_goes_the_same_way() -> None:
    from tikal import fast
    from tikal.fast.compiled import Game

    assert fast.COMPILED
    assert "camp a2" in map(str, Game(house()).legal_moves())
    assert "camp a2" not in map(str, Game(printed()).legal_moves())
    turned = 0
    for number in range(1, 120, 2):
        if lockstep.start_of(number).edition.switches()["camps_on_temples"]:
            turned += 1
            assert lockstep.play(number) > 100
    assert turned > 5
