"""The command line about records with slips: claims, all mistakes at once, repairs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import tikal as library
from tikal.cli import tikal
from tikal.conformance.audit import audit_game
from tikal.notation import documents

HEADER = "edition: rio-grande-1999\nplayers: 2\nnames: Ana, Ben\n\n"
FORGOTTEN = HEADER + (
    "draw A2; place b3 r0; deploy L a1   # Ana\n"
    "Ben: draw A1; place c2 r1; deploy W a1 x2; end\ndraw A3; place a3 r0; end\n"
)
CLAIMS = HEADER.replace("\n\n", "\nscores: 0, 7\n\n") + (
    "draw A2; place b3 r0; end = 4\ndraw A1; place c2 r1; end = 0\n"
)
MISSPELT = HEADER + "draw A2; recover b3\nfly; place b3 r9\nend\n"


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(tikal, [*arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def json_of(*arguments: str) -> Any:
    return json.loads(run(*arguments).stdout)


@pytest.fixture
def write(tmp_path: Path) -> Any:
    def write(text: str, name: str = "game.tikal") -> str:
        path = tmp_path / name
        path.write_text(text, "utf-8")
        return str(path)

    return write


def test_check_shows_the_repairs_of_a_refused_record(write: Any) -> None:
    path = write(FORGOTTEN)
    result = run("check", path, "--format", "pretty")
    assert result.exit_code == 1
    assert (
        "  repair: insert `end` before move 4 (line 6) and all the rest is legal\n" in result.output
    )
    repair = json_of("check", path)["refusal"]["repairs"][0]
    assert (repair["edit"], repair["number"], repair["line"]) == ("insert", 4, 6)
    assert (repair["before"], repair["after"], repair["refused"]) == (None, "end", None)


def test_repair_writes_a_record_with_its_comments(write: Any, tmp_path: Path) -> None:
    output = tmp_path / "fixed.tikal"
    result = run("repair", write(FORGOTTEN), "-o", str(output), "--format", "pretty")
    assert result.exit_code == 0
    assert "1. insert `end` before move 4 (line 6) and all the rest is legal" in result.output
    fixed = library.loads(output.read_text("utf-8"))
    assert fixed.replay().refusal is None
    assert "deploy L a1; end  # Ana" in output.read_text("utf-8")
    assert run("check", str(output)).exit_code == 0
    as_json = tmp_path / "fixed.json"
    assert run("repair", write(FORGOTTEN), "-o", str(as_json)).exit_code == 0
    assert documents.loads_record(as_json.read_bytes()).moves == fixed.moves


def test_another_repair_can_be_chosen(write: Any, tmp_path: Path) -> None:
    record = library.loads((Path(__file__).parents[2] / "examples" / "basic.tikal").read_text())
    text = library.dumps(record).replace("reveal 8; ", "", 1)
    path = write(text)
    listed = json_of("repair", path)["repairs"]
    assert len(listed) > 1
    outputs = [tmp_path / f"{number}.tikal" for number in (1, 2)]
    for number, output in enumerate(outputs, start=1):
        assert run("repair", path, "-o", str(output), "--choose", str(number)).exit_code == 0
    first, second = (output.read_text("utf-8") for output in outputs)
    assert first != second
    result = run("repair", path, "-o", str(outputs[0]), "--choose", "99")
    assert result.exit_code == 2
    assert "there is no repair number 99, only " in result.stderr


def test_repair_reports_a_legal_game_and_one_beyond_repair(write: Any, tmp_path: Path) -> None:
    output = tmp_path / "fixed.tikal"
    legal = run("repair", write(HEADER + "draw A2"), "-o", str(output), "--format", "pretty")
    assert (legal.exit_code, output.exists()) == (0, False)
    assert "there is nothing to repair" in legal.output
    hopeless = HEADER + "end\npass\nbid 3\nguard b1 L\n"
    result = run("repair", write(hopeless), "-o", str(output), "--format", "pretty")
    assert (result.exit_code, output.exists()) == (1, False)
    assert "no single edit repairs it" in result.output
    position = write(documents.dumps(library.new_game(players=2)), "position.json")
    assert "has no moves to repair" in run("repair", position).stderr


def test_wrong_claims_are_listed_with_both_numbers(write: Any) -> None:
    path = write(CLAIMS)
    result = run("check", path, "--format", "pretty")
    assert result.exit_code == 1
    assert "all 6 moves are legal" in result.output
    assert (
        "move 3 (line 6): Ana has 0 points at that moment, but the record says 4" in result.output
    )
    assert "Ben has 0 points at the end, but the record says 7" in result.output
    data = json_of("check", path)
    assert (data["legal"], data["refusal"]) == (True, None)
    assert [
        (claim["seat"], claim["claimed"], claim["points"], claim["number"], claim["line"])
        for claim in data["wrong_claims"]
    ] == [(1, 4, 0, 3, 6), (2, 7, 0, None, None)]
    right = CLAIMS.replace("= 4", "= 0").replace("0, 7", "0, 0")
    assert run("check", write(right)).exit_code == 0


def test_an_audit_fails_a_game_with_wrong_claims_that_breaks_no_clause() -> None:
    result = audit_game(("claims", CLAIMS.encode()))
    assert (result.outcome, result.clauses) == ("failed", ())
    assert "Ana has 0 points at that moment, but the record says 4" in result.message
    assert [claim["claimed"] for claim in result.detail["claims"]] == [4, 7]
    assert "refusal" not in result.detail
    as_json = documents.dumps(library.loads(CLAIMS))
    assert audit_game(("claims", as_json.encode())).outcome == "failed"


def test_an_audit_shows_the_first_repair_and_claims_before_a_refusal() -> None:
    text = FORGOTTEN.replace("draw A3", "end\ndraw A3").replace("x2; end", "x2; end = 3")
    result = audit_game(("forgotten", text.encode()))
    assert result.outcome == "failed"
    assert result.detail["refusal"]["repairs"][0]["edit"] == "insert"
    whole = HEADER + "draw A2; place b3 r0; end = 3\ndraw A1; place c2 r1; draw A3\nplace a3 r0\n"
    result = audit_game(("both", whole.encode()))
    assert result.detail["refusal"]["repairs"][0]["text"].startswith("insert `end` before move 6")
    assert [claim["points"] for claim in result.detail["claims"]] == [0]


def test_every_view_of_an_audit_shows_repairs_and_claims(write: Any, tmp_path: Path) -> None:
    whole = HEADER + "draw A2; place b3 r0; end = 3\ndraw A1; place c2 r1; draw A3\nplace a3 r0\n"
    files = [tmp_path / f"report{ending}" for ending in (".html", ".md", ".xml")]
    outputs = [part for file in files for part in ("-o", str(file))]
    games = write(whole), write(CLAIMS, "claims.tikal")
    result = run("audit", *games, *outputs, "--format", "pretty", "--workers", "1")
    assert result.exit_code == 1
    for shown in (result.output, *(file.read_text("utf-8") for file in files)):
        assert "before move 6 (line 6) and all the rest is legal" in shown
        assert "Ana has 0 points at that moment, but the record says 3" in shown
        assert "Ben has 0 points at the end, but the record says 7" in shown


def test_all_mistakes_and_the_refusal_before_them_are_listed(write: Any) -> None:
    result = run("check", write(MISSPELT))
    assert result.exit_code == 2
    first, second, before = result.stderr.splitlines()
    assert "line 6, column 1: no move is called 'fly'" in first
    assert second.startswith("  line 6, column 16: ")
    assert before.startswith("  before that, move 2 (line 5), recover b3, is not legal: TURN-02")
    message = audit_game(("misspelt", MISSPELT.encode())).message
    assert "line 6, column 1" in message
    assert "line 6, column 16" in message
    assert "before that, move 2 (line 5), recover b3, is not legal" in message


def test_many_mistakes_are_counted(write: Any) -> None:
    lines = run("check", write(HEADER + "fly\n" * 300)).stderr.splitlines()
    assert len(lines) == 21
    assert lines[-1] == "  and 280 more mistakes"
    message = audit_game(("many", (HEADER + "fly\n" * 300).encode())).message
    assert message.endswith("and 295 more mistakes")
