"""`tikal explain --proof`: the rules behind a verdict."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import tikal
from tests.cli.test_cli import REFUSED, run, run_json
from tikal._support.exit_codes import ExitCode
from tikal.languages import LANGUAGES

POSITION = ("a2=7 1L2 2W3", "--proof", "--format", "pretty")


def test_a_refusal_is_proved_with_the_sentence_of_the_engine() -> None:
    result = run("explain", *POSITION, "--move", "camp a2")
    assert result.exit_code == ExitCode.RULE_BROKEN
    assert 'forbids("CAMP-02",anyone,camp(a2))' in result.output
    (violation,) = tikal.check(tikal.parse_position(POSITION[0]), tikal.parse_move("camp a2"))
    assert f"CAMP-02  {violation.text()}" in result.output


def test_a_permission_is_proved() -> None:
    result = run("explain", *POSITION, "--move", "guard a2 L")
    assert result.exit_code == 0
    assert "guard a2 L is legal" in result.output
    assert "not forbids(_,anyone,guard(a2,l))" in result.output


def test_every_clause_that_refuses_has_its_proof() -> None:
    found = run_json("explain", "a2=7 1L2 2W3", "--move", "guard b1 L", "--proof", code=1)
    assert not found["legal"]
    cited = tikal.check(tikal.parse_position("a2=7 1L2 2W3"), tikal.parse_move("guard b1 L"))
    assert {proof["clause"] for proof in found["proofs"]} == {v.clause for v in cited}
    assert len(cited) > 1


def test_a_move_of_another_seat_is_proved() -> None:
    found = run_json("explain", "a2=7 1L2 2W3", "--move", "end", "--seat", "2", "--proof", code=1)
    assert [proof["clause"] for proof in found["proofs"]] == ["TURN-01"]


def test_the_refused_move_of_a_record_is_proved(tmp_path: Path) -> None:
    path = tmp_path / "game.tikal"
    path.write_text(REFUSED, "utf-8")
    number = len(tikal.loads(REFUSED).moves) - 1
    found = run_json("explain", str(path), "--at", str(number), "--proof", code=1)
    assert found["move"] == "recover b3"


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_and_marks_are_in_the_language_of_the_player(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIKAL_LANG", language)
    output = run("explain", *POSITION, "--move", "camp a2").output
    assert tikal.clause("CAMP-02").in_language(language).title in output


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("CAMP-02", "--proof"), "--proof belongs to a move"),
        (("a2=7", "--move", "end"), "--move and --seat go with --proof"),
        (("a2=7", "--proof"), "--proof needs either --at N or --move MOVE"),
        (("a2=7", "--proof", "--at", "1"), "there is no"),
    ],
)
def test_what_is_missing_is_named(arguments: tuple[str, ...], named: str) -> None:
    result = run("explain", *arguments)
    assert result.exit_code == ExitCode.UNREADABLE
    assert named in result.stderr


def test_without_clingo_the_command_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("tikal.formal")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "clingo", None)
    result = run("explain", *POSITION, "--move", "end")
    assert result.exit_code == ExitCode.UNREADABLE
    assert "pip install 'tikal-rules[formal]'" in result.stderr
