"""One golden game per edition and variant, with digests of every observable after every move."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

import tikal
from tests.golden import playthroughs
from tests.golden.playthroughs import (
    COMMAND,
    FOLDER,
    GAMES,
    GROUPS,
    difference,
    main,
    stored,
    turns,
)
from tikal.notation.records import Line, Record, dumps


@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_as_it_always_went(name: str) -> None:
    record = stored(name)
    found = difference(name, record)
    assert not found, found
    assert record.replay().state.phase == "over"


@pytest.mark.parametrize("name", GAMES)
def test_the_policy_plays_the_stored_game(name: str) -> None:
    players, edition, auction, start, seed = GAMES[name]
    first = tikal.new_game(players, edition, auction, start)
    played = [step.move for step in tikal.play(first, tikal.sensible_policy, seed).steps]
    assert played == [*stored(name).moves], f"if this is meant: {COMMAND}"


def test_every_kind_of_move_occurs_in_the_playthroughs() -> None:
    verbs = {str(move).split()[0] for name in GAMES for move in stored(name).moves}
    assert verbs == {
        "draw", "place", "deploy", "walk", "transfer", "uncover", "recover", "reveal",
        "exchange", "camp", "guard", "end", "bid", "pass", "take", "set-aside",
    }  # fmt: skip


def test_every_playthrough_is_the_record_of_a_game_that_is_played() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}.tikal" for name in GAMES}


# --- what the test says when a game goes otherwise ---------------------------------------------

NAME = "legend-classic"


def changed(record: Record, number: int, line: Line) -> Record:
    """A record with another line; turn N is line N, and the start is line 0."""
    lines = list(record.lines)
    lines[number] = line
    return attrs.evolve(record, lines=lines)


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("number", [0, 7])
def test_the_first_turn_and_the_group_that_differ_are_named(number: int, group: str) -> None:
    record = stored(NAME)
    for each in (number, 48):  # later turns that differ are not named
        digests = (record.lines[each].comment or "").split(" ")
        digests[1 + GROUPS.index(group)] = "00000000"
        line = attrs.evolve(record.lines[each], comment=" ".join(digests))
        record = changed(record, each, line)
    first, *rest = difference(NAME, record).splitlines()
    assert first == f"{NAME}, turn {number}: {group} differ"
    [turn] = [turn for turn in turns(record) if turn.number == number]
    assert rest[:-2] == str(turn).splitlines()
    assert f"{COMMAND} --show {NAME} {number};" in rest[-2]


def test_another_score_is_seen_and_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    score = tikal.score
    monkeypatch.setattr(tikal, "score", lambda state, _seat: score(state, 1))
    first, *rest = difference(NAME, stored(NAME)).splitlines()
    assert first == f"{NAME}, turn 1: players differ"
    assert any(line.startswith("    players worth 2: Score(temples={'a2': 1}") for line in rest)


def test_a_move_that_is_refused_is_named_with_its_turn() -> None:
    record = stored(NAME)
    line = record.lines[3]
    refused = changed(record, 3, attrs.evolve(line, entries=line.entries[1:]))
    first, *_ = difference(NAME, refused).splitlines()
    assert first.startswith(f"{NAME}, turn 3: place ")


def test_a_turn_is_shown_and_all_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["--show", NAME, "1"])
    lines = capsys.readouterr().out.splitlines()
    moves = [line for line in lines if not line.startswith("    ")]
    assert moves[:2] == ["1. draw A1", "1. place b3 r0"]
    assert "    turn tile: A1" in lines
    for wrong in (["--show", "another-game", "1"], ["--show", NAME, "99"], ["--show", NAME, "x"]):
        with pytest.raises(SystemExit):
            main(wrong)
    monkeypatch.setattr(playthroughs, "FOLDER", tmp_path)
    monkeypatch.setattr(playthroughs, "GAMES", {NAME: GAMES[NAME]})
    main([])
    written = (tmp_path / f"{NAME}.tikal").read_text("utf-8")
    assert written == (FOLDER / f"{NAME}.tikal").read_text("utf-8") == dumps(stored(NAME))
