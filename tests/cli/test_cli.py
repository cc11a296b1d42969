"""The command line: what people at a table touch first."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from attrs import evolve
from click.testing import CliRunner, Result

import tikal as library
from tests.cli.streams import unread
from tests.matches import bots as matches
from tikal import fast
from tikal._support.exit_codes import ExitCode, exit_codes
from tikal.cli import tikal
from tikal.cli.ask import short_answer
from tikal.fast import fallback
from tikal.matches.bots import PolicyBot
from tikal.matches.game import play_game
from tikal.notation import documents, records

LEGAL = """edition: rio-grande-1999
players: 2
names: Ana, Ben

draw A2; place b3 r1; deploy L a1; walk L a1-b2; walk L b2-b3
recover b3; reveal 5
"""
BASIC = Path(__file__).parents[2] / "examples" / "basic.tikal"
REFUSED = LEGAL + "recover b3\nend\n"


def run(*arguments: str, stdin: str | bytes | None = None) -> Result:
    """Run a command for people."""
    result = CliRunner().invoke(tikal, [*arguments], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


def run_json(*arguments: str, code: int = 0, stdin: str | None = None) -> Any:
    """Run a command in a pipe, where it speaks JSON."""
    result = run(*arguments, stdin=stdin)
    assert result.exit_code == code, result.output
    return json.loads(result.stdout)


@pytest.fixture
def legal(tmp_path: Path) -> str:
    path = tmp_path / "legal.tikal"
    path.write_text(LEGAL, "utf-8")
    return str(path)


@pytest.fixture
def refused(tmp_path: Path) -> str:
    path = tmp_path / "refused.tikal"
    path.write_text(REFUSED, "utf-8")
    return str(path)


# --- exit codes --------------------------------------------------------------------------------


def test_the_help_names_every_exit_code() -> None:
    words = " ".join(run("--help").output.split())
    assert exit_codes() in words
    for code in ExitCode:
        assert f"{code.value} {code.meaning}" in words
    assert [*map(int, ExitCode)] == [0, 1, 2, 3, 130, 141]


def test_no_command_ends_with_a_bare_number() -> None:
    package = Path(library.__file__).parent
    for file in (package / "__main__.py", *(package / "cli").glob("*.py")):
        assert not re.search(r"exit\(\s*\d", file.read_text("utf-8")), file


# --- check -------------------------------------------------------------------------------------


def test_the_end_of_a_game_names_the_points_and_who_won() -> None:
    record = library.loads(BASIC.read_text("utf-8"))
    over = record.replay().state
    (winner,) = over.winners
    names = record.names or [f"seat {seat}" for seat in over.scores]
    shown = " ".join(run("check", str(BASIC), "--format", "pretty").output.split())
    points = ", ".join(
        f"{name} {score}" for name, score in zip(names, over.scores.values(), strict=True)
    )
    assert f"{points}; won by {names[winner - 1]}" in shown


def test_a_legal_record_passes(legal: str) -> None:
    result = run("check", legal, "--format", "pretty")
    assert result.exit_code == 0
    assert "all 7 moves are legal" in result.output
    assert "Ana 0, Ben 0" in result.output
    assert run_json("check", legal)["legal"] is True


@pytest.mark.parametrize(
    ("moves", "words"), [("", "there are no moves yet"), ("draw A1", "the one move is legal")]
)
def test_short_games_are_described_in_whole_sentences(moves: str, words: str) -> None:
    record = f"edition: rio-grande-1999\nplayers: 2\n\n{moves}\n"
    result = run("check", "-", "--format", "pretty", stdin=record)
    assert result.output.startswith(f"standard input: {words} (Rio Grande 1999")


def test_only_the_player_whose_turn_it_is_is_offered_moves() -> None:
    auction = "rio-grande-1999; auction; bid 1; display A1 A2"
    for asked in (("bid 5", "2"), ("bid 5", "3")):
        output = run(
            "check", auction, "--move", asked[0], "--seat", asked[1], "--format", "pretty"
        ).output
        assert "  seat 1 may play: bid 5, bid 4, bid 6\n" in output
        assert "legal instead" not in output
    output = run(
        "check", "b1=2 1W", "--move", "walk W b1-c1", "--seat", "2", "--format", "pretty"
    ).output
    assert "legal instead" not in output
    output = run(
        "check", "b1=2 1W", "--move", "walk W b1-c1", "--seat", "1", "--format", "pretty"
    ).output
    assert "  legal instead: " in output


def test_the_moment_of_a_refusal_names_the_players() -> None:
    record = "edition: rio-grande-1999\nplayers: 2\nnames: Ana, Ben\n\ndraw A2; end\n"
    assert (
        "  Ana places tile A2; Rio" in run("check", "-", "--format", "pretty", stdin=record).output
    )


def test_a_refusal_is_explained_with_its_clauses(refused: str) -> None:
    result = run("check", refused, "--format", "pretty")
    assert result.exit_code == 1
    assert "move 8 (line 7, column 1), recover b3, is not legal" in result.output
    assert "TREASURE-03" in result.output
    assert "legal instead: " in result.output
    data = run_json("check", refused, code=1)
    assert (data["refusal"]["number"], data["refusal"]["place"]) == (8, [7, 1])
    assert [v["clause"] for v in data["refusal"]["violations"]] == ["TREASURE-03"]
    assert data["refusal"]["nearest_legal"] == ["walk L b3-a2", "walk L b3-b2", "deploy W a1"]


def test_a_record_can_come_from_a_pipe() -> None:
    assert run_json("check", "-", stdin=REFUSED, code=1)["game"] == "standard input"


def test_a_move_named_for_the_wrong_seat_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "seat.tikal"
    path.write_text(LEGAL + "2: end\n", "utf-8")
    data = run_json("check", str(path), code=1)
    assert [v["clause"] for v in data["refusal"]["violations"]] == ["TURN-01"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b"   \n\n", "is empty"),
        (b"\x89PNG\r\n\x1a\n\0\0", "line 1"),
        ("édition: x\n".encode("latin-1"), "line 1"),
        (b"edition: rio-grande-1999\nplayers: 2\n\nfly W a1-b2\n", "line 4, column 1"),
        (b"edition: deluxe\nplayers: 2\n\nend\n", "line 1"),
        (b"edition: rio-grande-1999\nplayers: 9\n\nend\n", "COMP-01"),
        (b'{"format": "tikal-record/9"}', "tikal-record/1"),
        (b'{"format": ', "JSON"),
        (b"{}", "format"),
    ],
)
def test_an_unreadable_record_names_the_place_and_exits_with_2(
    tmp_path: Path, content: bytes, message: str
) -> None:
    path = tmp_path / "bad.tikal"
    path.write_bytes(content)
    for command in (["check"], ["legal"], ["show"], ["path"]):
        extra = ["a1", "b2"] if command == ["path"] else []
        result = run(*command, str(path), *extra)
        assert result.exit_code == 2, result.output
        assert message in result.stderr
        assert str(path) in result.stderr


def test_a_file_that_is_not_there_and_one_that_is_huge(tmp_path: Path) -> None:
    result = run("check", str(tmp_path / "nowhere"))
    assert result.exit_code == 2
    assert "cannot be read" in result.stderr
    assert run("check", str(tmp_path)).exit_code == 2
    huge = tmp_path / "huge"
    with huge.open("wb") as file:
        file.truncate(100_000_000)
    result = run("check", str(huge))
    assert result.exit_code == 2
    assert "larger than" in result.stderr


# --- looking at a game -------------------------------------------------------------------------


def test_legal_moves_are_listed_with_their_prices(legal: str) -> None:
    result = run("legal", legal, "--format", "pretty")
    assert "walk L b3-b2  1 AP" in result.output
    data = run_json("legal", legal, "--at", "0")
    assert data["moves"][0] == {"move": "draw A1", "odds": "1/6"}


def test_there_is_no_position_after_more_moves_than_were_made(refused: str) -> None:
    result = run("legal", refused, "--at", "9")
    assert result.exit_code == 2
    assert "7 legal moves" in result.stderr
    assert run("legal", refused, "--at", "-1").exit_code == 2


def test_a_path_is_shown_step_by_step(legal: str) -> None:
    data = run_json("path", legal, "a1", "b3")
    assert data["cost"] == 2
    assert data["route"] == ["walk W a1-b2", "walk W b2-b3"]
    assert "2 AP" in run("path", legal, "a1", "b3", "--format", "pretty").output
    assert run_json("path", legal, "a1", "h5")["cost"] is None
    assert run("path", legal, "a1", "z9").exit_code == 2
    assert run("path", legal, "a1", "b2", "--seat", "7").exit_code == 2


def test_a_position_is_shown_as_text_as_json_and_as_a_picture(refused: str, tmp_path: Path) -> None:
    text = run("show", refused, "--format", "pretty").output
    assert "is not legal" in text
    state = documents.loads_position(run("show", refused).stdout)
    assert state["b3"].tokens == 3
    picture = tmp_path / "board.svg"
    assert run("show", refused, "-o", str(picture)).exit_code == 0
    assert picture.read_text("utf-8").startswith("<svg")
    assert "TREASURE-03" in picture.read_text("utf-8")
    assert "Ana" in picture.read_text("utf-8")
    assert run("show", refused, "-o", str(picture), "--lang", "fr").exit_code == 0
    assert "explorateurs" in picture.read_text("utf-8")
    assert run("show", refused, "-o", str(tmp_path / "no" / "folder.svg")).exit_code == 2
    assert "ends in .svg" in run("show", refused, "-o", str(tmp_path / "board.png")).stderr


def test_a_json_position_is_accepted_wherever_a_record_is(legal: str, tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_text(run("show", legal).stdout, "utf-8")
    assert run_json("check", str(path))["moves"] == 0
    assert run_json("legal", str(path)) == run_json("legal", legal)
    assert "has no moves to explain" in run("explain", str(path)).stderr
    marked = tmp_path / "marked.json"
    marked.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert run_json("legal", str(marked)) == run_json("legal", legal)
    assert run_json("path", str(path), "a1", "b3")["cost"] == 2


def test_the_tiles_are_listed_and_drawn(tmp_path: Path) -> None:
    assert len(run_json("tiles")) == 36
    assert "A1  temple" in run("tiles", "--format", "pretty").output
    sheet = tmp_path / "tiles.svg"
    assert run("tiles", "-o", str(sheet)).exit_code == 0
    assert "G4" in sheet.read_text("utf-8")


# --- the rules ---------------------------------------------------------------------------------


def test_a_clause_is_explained_with_editions_ruling_code_and_formal_rule() -> None:
    text = run("explain", "camp-03", "--full", "--format", "pretty").output
    for part in (
        "CAMP-03", "Rio Grande 1999", "Legend", "Q-28", "a_member_on_the_site",
        "tikal/rules/camps.py", "spec/rules/camps.lp", "forbids(",
    ):  # fmt: skip
        assert part in text, part
    data = run_json("explain", "CAMP-03", "--full")
    assert data["enforced_by"][0].startswith("tikal/rules/camps.py:")
    assert data["formal_rules"][0]["place"].startswith("spec/rules/camps.lp:")
    assert "tests" not in data


def test_players_are_spared_the_code_and_may_ask_about_one_edition() -> None:
    text = run("explain", "camp-03", "--format", "pretty").output
    assert "Q-28" in text
    for part in ("tikal/rules", "spec/rules", "forbids("):
        assert part not in text
    assert {"enforced_by", "formal_rules"}.isdisjoint(run_json("explain", "CAMP-03"))
    legend = run("explain", "camp-03", "--edition", "legend-classic", "--format", "pretty").output
    assert "Legend, Classic rules (English) —" in legend
    assert "Rio Grande 1999 (English) —" not in legend
    assert [*run_json("explain", "CAMP-03", "--edition", "legend-classic")["editions"]] == [
        "legend-classic"
    ]
    assert run("explain", "Q-37", "--full").exit_code == 2
    assert run("explain", "second_dig", "--edition", "legend-classic").exit_code == 2


def test_a_clause_that_is_not_modelled_says_why() -> None:
    assert "Not modelled" in run("explain", "COMP-14", "--format", "pretty").output


def test_a_derived_clause_says_what_it_follows_from() -> None:
    assert "follows from PLACE-01" in run("explain", "DER-01", "--format", "pretty").output


def test_a_ruling_is_explained() -> None:
    text = run("explain", "Q-37", "--format", "pretty").output
    assert "Reading one: One member is enough for both levels. (not taken; second_dig=one)" in text
    assert "(taken by Rio Grande 1999 (English), Ravensburger" in text
    assert "TEMPLE-03" in text
    assert run_json("explain", "Q-37")["id"] == "Q-37"


def test_a_ruling_says_why_there_is_no_switch_and_what_was_not_taken() -> None:
    text = run("explain", "Q-74", "--format", "pretty").output
    assert "not taken; no switch)" in text
    assert "Without a switch: Without the limit" in text
    assert "Reading not taken: A lone leader" in run("explain", "Q-40", "--format", "pretty").output


def test_a_difference_is_explained() -> None:
    assert "Legend" in run("explain", "DIFF-01", "--format", "pretty").output
    assert run_json("explain", "diff-01")["clauses"] == ["CAMP-03"]


def test_a_file_whose_name_looks_like_a_clause_is_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("GAME-01").write_text(REFUSED, "utf-8")
    assert run_json("explain", "GAME-01", code=1)["number"] == 8
    assert run("explain", "TEMPLE-04", "--at", "3").exit_code == 2


@pytest.mark.parametrize("way", ["pretty", "json"])
def test_a_reader_that_has_seen_enough_gets_no_noise_and_no_good_news(way: str) -> None:
    done = unread("clauses", "--format", way)
    assert (done.returncode, done.stderr) == (141, b"")


def test_signs_that_the_output_cannot_hold_are_replaced(tmp_path: Path) -> None:
    game = tmp_path / "game.tikal"
    game.write_text(REFUSED, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "tikal", "audit", str(game), "--format", "pretty"],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
    )
    assert (done.returncode, done.stderr) == (1, b"")
    assert b"? " + os.fsencode(game) in done.stdout


def test_foreign_text_is_never_taken_as_markup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    house = evolve(library.RIO_GRANDE_1999, key="mine", title="T:tiger:[red]\x1b]0;PWNED\x07")
    Path("a:tiger:[b].json").write_text(documents.dumps(library.new_game(2, house)), "utf-8")
    for command in ("check", "legal", "show"):
        output = run(command, "a:tiger:[b].json", "--format", "pretty").stdout
        assert "T:tiger:[red]" in output
        assert "\x1b" not in output
    assert "a:tiger:[b].json" in run("check", "a:tiger:[b].json", "--format", "pretty").stdout


@pytest.mark.parametrize("command", ["check", "explain", "show", "audit"])
def test_a_name_that_no_file_can_have_is_a_clear_error(command: str) -> None:
    result = run(command, "a" * 5000, "--format", "pretty")
    assert result.exit_code == 2
    assert "written" not in result.output


def test_an_unknown_clause_gets_a_hint() -> None:
    assert "named like TEMPLE-04" in run("explain", "zork").stderr
    result = run("explain", "TEMPEL-04")
    assert result.exit_code == 2
    assert "did you mean TEMPLE-04" in result.stderr


@pytest.mark.parametrize(
    ("subject", "id_"),
    [("Q37", "Q-37"), ("Temple 4", "TEMPLE-04"), ("temple-4", "TEMPLE-04"), ("diff1", "DIFF-01")],
)
def test_an_id_is_explained_however_it_is_written(subject: str, id_: str) -> None:
    assert run_json("explain", subject)["id"] == id_


def test_a_word_is_explained_with_what_the_rules_say_about_it() -> None:
    result = run("explain", "guard", "--format", "pretty")
    assert result.exit_code == 0
    assert "guard is not a file" in result.output
    assert "tikal explain GUARD-" in result.output
    ids = [answer["id"] for answer in run_json("explain", "gardien")["answers"]]
    assert any(id_.startswith("GUARD-") for id_ in ids)


# --- ask ---------------------------------------------------------------------------------------


def test_a_question_is_answered_within_eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    text = run("ask", "can", "I", "place", "a", "third", "camp", "--format", "pretty").output
    assert text.startswith("No. Each player can found two camps")
    assert "  Asked: " in text
    assert "CAMP-05\n  See also: " in text
    assert len(text.splitlines()) <= 5
    assert max(map(len, text.splitlines())) <= 80
    everything = run("ask", "can I place a third camp", "--all", "--format", "pretty").output
    assert everything.startswith("CAMP-05 Two camps per player\n  Each player can found two camps")
    assert "More: tikal explain CAMP-05" in everything


@pytest.mark.parametrize("columns", [40, 80, 120])
@pytest.mark.parametrize(
    "question",
    [
        "do I need a worker on the site of a camp",
        "mon adversaire peut-il refuser un échange",
        "mag ik een derde kamp zetten",
        "darf mein Gegner den Tausch ablehnen",
    ],
)
def test_an_answer_fits_the_terminal(
    columns: int, question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = run("ask", question, "--format", "pretty").output.splitlines()
    assert max(map(len, lines)) <= columns
    assert all(line.strip()[0] not in "?!;:»" for line in lines)


def test_a_question_is_answered_as_json() -> None:
    data = run_json("ask", "peut-on poser un troisième camp", "--edition", "legend-classic")
    assert (data["language"], data["edition"]) == ("fr", "legend-classic")
    assert len(data["answers"]) == 3
    assert data["answers"][0]["id"] == "CAMP-05"
    assert data["answers"][0].keys() == {
        "id", "question", "verdict", "sentence", "references", "certainty", "score", "by_edition",
        "edition", "assumed", "title", "text", "position", "move",
    }  # fmt: skip
    assert data["answers"][0]["verdict"] == "no"
    assert len(run_json("ask", "camp", "--limit", "7")["answers"]) == 7


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "may figures wait on the stones of a path"),
        ("fr", "le volcan est-il posé avant le décompte"),
        ("nl", "mag ik drie niveaus van een tempel in een beurt vrijmaken"),
        ("de", "kann ich einen Zug zurücknehmen"),
    ],
)
def test_a_short_answer_names_other_rules_in_one_line(language: str, question: str) -> None:
    parts = list(short_answer(library.ask(question, language=language), language))
    assert len(parts) <= 5
    assert len(parts[-1]) <= 78
    brief = parts[0]
    whole = library.ask(question, language=language)[0].sentence
    is_one_sentence = ". " not in brief.removeprefix(brief.split(". ")[0] + ". ")
    assert brief.endswith(whole) or len(brief) <= 160 or is_one_sentence
    assert brief[-20:] in whole


def test_a_question_off_topic_gets_a_sentence_that_says_so() -> None:
    assert "Nothing in the rules" in run("ask", "how do I castle", "--format", "pretty").output
    assert "Rien dans les règles" in run(
        "ask", "--lang", "fr", "comment faire la mayonnaise", "--format", "pretty"
    ).output  # fmt: skip
    assert run_json("ask", "how", "do", "I", "castle")["answers"] == []


def test_a_house_edition_can_be_asked_about() -> None:
    rules = "rio-grande-1999 volcano_may_foreclose=no"
    answers = run_json("ask", "may a volcano wall off a space", "--edition", rules)["answers"]
    assert "a house rule" in answers[0]["certainty"]
    assert run("ask", "guard", "--edition", "lost-2020").exit_code == 2
    assert run("ask").exit_code == 2
    assert run("ask", "x" * 5000).exit_code == 2


def test_clauses_are_found_by_words() -> None:
    found = [clause["id"] for clause in run_json("clauses", "volcano")]
    assert "VOLC-04" in found
    assert len(found) < 60
    assert {c["chapter"] for c in run_json("clauses", "volcano", "--chapter", "placing")} == {
        "placing"
    }
    assert run_json("clauses", "how", "do", "I", "castle") == []
    assert "VOLC-01" in run("clauses", "volcano", "--format", "pretty").output


def test_a_move_of_a_record_is_explained(refused: str) -> None:
    data = run_json("explain", refused, code=1)
    assert (data["number"], data["legal"]) == (8, False)
    assert "member" in data["violations"][0]["statement"]
    rests_on = data["violations"][0]["grounds"]
    assert [ruling["id"] for ruling in rests_on["rulings"]] == ["Q-37", "Q-45"]
    assert (rests_on["book"], rests_on["verdict"]) == ("rio-grande-1999", "says")
    assert rests_on["headings"][0] == "Recover treasure"
    assert run_json("explain", refused, "--at", "3")["legal"] is True
    text = run("explain", refused, "--format", "pretty").output
    assert "is not legal" in text
    assert f"  {rests_on['summary']}\n" in text
    why = run("check", refused, "--why", "--format", "pretty").output
    assert f"  {rests_on['summary']}\n" in why
    assert why.index("Why not") < why.index("What would make it legal") < why.index("In other ed")
    opinion = run_json("check", refused, "--why", code=1)["refusal"]["opinion"]
    assert {**data, **opinion} == data
    assert run("explain", refused, "--at", "9").exit_code == 2
    assert run("explain", refused, "--at", "77").exit_code == 2


def test_an_opinion_on_a_legal_move_says_what_other_books_think_of_it() -> None:
    asked = ("check", "a1 1W", "--move", "deploy W a1; camp b2", "--why")
    text = run(*asked, "--format", "pretty").output
    assert "all 2 moves are legal" in text
    assert "not legal in Super Meeple 2015 (French): CAMP-03" in text
    found = run_json(*asked)
    assert found["refusal"] is None
    assert (found["opinion"]["move"], found["opinion"]["legal"]) == ("camp b2", True)
    assert "opinion" not in run_json("check", "a1 1W", "--why")
    assert "opinion" not in run_json(*asked[:-1])


@pytest.mark.parametrize(("language", "name"), [("fr", "la position :"), ("de", "die Stellung:")])
def test_a_position_that_is_typed_is_named_in_the_language(language: str, name: str) -> None:
    for move in ("camp b2", "recover b2"):
        asked = ("check", "a1 1W", "--move", move, "--lang", language)
        assert run(*asked, "--format", "pretty").output.startswith(name)
        assert json.loads(run(*asked, "--format", "json").output)["game"] == "the position"


def test_clauses_are_listed_and_filtered() -> None:
    assert len(run_json("clauses")) == 194
    assert {c["chapter"] for c in run_json("clauses", "--chapter", "temples")} == {"temples"}
    assert "Two levels a turn" in run("clauses", "--format", "pretty").output
    assert run("clauses", "--chapter", "lakes").exit_code == 2
    assert len(run_json("clauses", "--edition", "legend-classic")) < 194


def test_editions_are_compared() -> None:
    data = run_json("diff-editions", "rio-grande-1999", "legend-classic")
    assert set(data["switches"]) == {
        "camp_requires_member", "volcano_may_foreclose", "tiebreak", "has_auction", "second_dig",
    }  # fmt: skip
    assert data["switches"]["second_dig"] == {
        "rio-grande-1999": "present",
        "legend-classic": "different",
    }
    text = run("diff-editions", "rio-grande-1999", "legend-classic", "--format", "pretty").output
    for switch in library.switches():
        assert (switch.name in data["switches"]) != (switch.name in data["alike"])
        for key in ("rio-grande-1999", "legend-classic"):
            value = switch.editions[key]
            if isinstance(value, tuple):
                meanings = [switch.values[word] for word in value] or ["victory is shared"]
            else:
                meanings = [switch.values[value]]
            assert switch.name in text
            assert f"{switch.text(value)} ({', then '.join(meanings)})" in text
            found = data["meanings"].get(switch.name) or {
                key: data["alike"][switch.name]["meaning"]
            }
            assert found[key] == ", then ".join(meanings)
    same = run_json("diff-editions", "rio-grande-1999", "ravensburger-1999")
    only = {"rio-grande-1999": True, "ravensburger-1999": False}
    assert same["switches"] == {"same_kind_exchange": only}
    assert same["meanings"].keys() == same["switches"].keys()
    assert len(same["alike"]) == len(library.switches()) - 1


def test_house_editions_are_compared() -> None:
    house = "rio-grande-1999 lowest_bid=0"
    data = run_json("diff-editions", "rio-grande-1999", house)
    assert data["switches"] == {"lowest_bid": {"rio-grande-1999": 1, house: 0}}
    assert data["differences"] == []
    assert "nothing" in run("diff-editions", house, house, "--format", "pretty").output
    against = run_json("diff-editions", house, "legend-classic")
    assert {point["id"] for point in against["differences"]} == {
        point["id"]
        for point in run_json("diff-editions", "rio-grande-1999", "legend-classic")["differences"]
    }
    refused = run("diff-editions", "rio-grande-1999", "rio-grande-1999 lowest_bid=2")
    assert refused.exit_code == 2
    assert "lowest_bid is 1 or 0, not '2'" in refused.stderr
    assert "within quotes" in run("diff-editions", "--help").output


def test_a_house_edition_is_played() -> None:
    house = "legend-classic has_auction=yes"
    data = run_json("simulate", "--games", "1", "--edition", house, "--auction")
    assert data["edition"] == house
    assert run("simulate", "--games", "1", "--edition", "legend").exit_code == 2
    for command in ("play", "simulate"):
        assert "second_dig=different" in run(command, "--help").output


def test_a_switch_is_explained() -> None:
    for switch in library.switches():
        text = run("explain", switch.name, "--format", "pretty").output
        for part in (*switch.values.values(), *switch.belongs_to, *switch.clauses):
            assert part in text
        for edition in library.EDITIONS.values():
            assert edition.title in text
        data = run_json("explain", switch.name.upper())
        assert data["name"] == switch.name
        assert data["clauses"] == list(switch.clauses)
        assert data["belongs_to"] == list(switch.belongs_to)
        assert set(data["values"].values()) >= set(switch.values.values())
        assert set(data["editions"]) == set(library.EDITIONS)
        # every house rule that is named can be written after an edition
        for rule in data["house_rules"]:
            name, _, text = rule.partition("=")
            edition = records.read_edition(f"rio-grande-1999 {rule}")
            assert switch.text(edition.switches()[name]) == text
    text = run("explain", "second_dig", "--format", "pretty").output
    assert "A house edition: `rio-grande-1999 second_dig=different`" in text
    assert "guard,tokens" in run("explain", "tiebreak", "--format", "pretty").output
    assert run("explain", "second_dig", "--at", "3").exit_code == 2


@pytest.mark.parametrize("id_", ["Q-37", "TEMPLE-03", "DIFF-15"])
def test_whatever_a_switch_decides_names_it(id_: str) -> None:
    assert "tikal explain second_dig" in run("explain", id_, "--format", "pretty").output
    data = run_json("explain", id_)
    assert data["switch"] == "second_dig" if id_ == "Q-37" else data["switches"] == ["second_dig"]
    assert "tikal explain" not in run("explain", "MOVE-01", "--format", "pretty").output


# --- simulating --------------------------------------------------------------------------------


def test_random_games_are_the_same_without_the_compiled_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = ("simulate", "--games", "5", "--policy", "random", "--seed", "3", "--auction")
    data = run_json(*asked)
    monkeypatch.setattr(fast, "many", fallback.many)
    assert run_json(*asked) == data
    assert data["moves"]["draw"] == 5 * 36
    alone = [run_json("simulate", "--games", "1", "--policy", "random", "--seed", str(seed),
                      "--auction") for seed in range(3, 8)]  # fmt: skip
    assert data["highest_score"] == max(each["highest_score"] for each in alone)


def test_many_games_are_simulated() -> None:
    data = run_json("simulate", "--games", "3", "--players", "3", "--auction")
    assert data["games"] == 3
    assert data["moves"]["draw"] == 108
    text = run("simulate", "--games", "2", "--policy", "random", "--format", "pretty").output
    assert "2 games in" in text
    assert "1 game in" in run("simulate", "--games", "1", "--format", "pretty").output
    assert run("simulate", "--edition", "legend-classic", "--auction").exit_code == 2
    assert run("simulate", "--players", "7").exit_code == 2


def test_bots_by_seat_are_simulated_like_a_match() -> None:
    first, last = "tests.matches.bots:first", "tests.matches.bots:last"
    setup = ("simulate", "--games", "2", "--seed", "4", "--policy", first)
    data = run_json(*setup, "--bot", f"2={last}")
    start = library.new_game(2)
    bots = {1: PolicyBot(matches.first), 2: PolicyBot(matches.last)}
    ended = [play_game(start, bots, seed).game.state for seed in (4, 5)]
    assert data["games"] == 2
    assert data["highest_score"] == max(max(state.scores.values()) for state in ended)
    assert data["wins"] == {
        str(seat): sum(seat in state.winners for state in ended) for seat in (1, 2)
    }
    failed = run(*setup, "--bot", "2=tests.matches.bots:raising")
    assert failed.exit_code == 2
    assert "the bot of seat 2 has failed in game 1: raised ZeroDivisionError" in failed.output


# --- help --------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [[], *([name] for name in tikal.commands)], ids=str)
def test_every_command_has_help(command: list[str]) -> None:
    result = run(*command, "--help")
    assert result.exit_code == 0
    assert len(result.output) > 150


def every_command(context: click.Context) -> Iterator[click.Context]:
    """A command with all commands in it."""
    yield context
    if isinstance(context.command, click.Group):
        for name in context.command.list_commands(context):
            inner = context.command.get_command(context, name)
            assert inner is not None
            yield from every_command(click.Context(inner, parent=context, info_name=name))


@pytest.mark.parametrize(
    "context",
    [*every_command(click.Context(tikal, info_name="tikal"))],
    ids=lambda context: context.command_path,
)
def test_every_option_and_argument_is_explained(context: click.Context) -> None:
    text = (context.command.help or "").lower()
    for parameter in context.command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{parameter.opts[0]} has no help"
        elif not isinstance(parameter.type, click.Choice):  # the usage line lists the choices
            name = parameter.human_readable_name
            for word in re.findall("[a-z]+", name.lower()):
                assert re.search(rf"\b{word}\b", text), f"{name} is not explained"


def test_wrong_usage_exits_with_2() -> None:
    assert run("fly").exit_code == 2
    assert run("check").exit_code == 2
    assert run("clauses", "--kind", "rumour").exit_code == 2


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_offered(shell: str) -> None:
    assert f"{shell}_source" in run("completion", shell).output


def test_the_module_is_the_command(legal: str) -> None:
    command = [sys.executable, "-m", "tikal", "check", legal]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["legal"] is True


# --- positions as text -------------------------------------------------------------------------

GUARDED = "a2=7 1L2 2W3"


def test_a_position_is_an_argument_wherever_a_game_is(tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text(f"# at the table\n{GUARDED}  # a dispute\n", "utf-8")
    for source in (GUARDED, str(file)):
        assert run_json("show", source)["values"]["a2"] == 7
        assert run("show", source, "--position").output == f"rio-grande-1999;{GUARDED}\n"
        assert "guard a2 L" in run("legal", source, "--format", "pretty").output
        assert "a1 to a2: 2 AP" in run("path", source, "a1", "a2", "--format", "pretty").output
        assert run("check", source).exit_code == 0
        assert run("audit", source).exit_code == 0
        assert "no moves to explain" in run("explain", source).stderr
    assert run_json("check", "-", "--move", "guard a2 L", stdin=GUARDED)["legal"] is True


def test_a_move_is_asked_of_a_position() -> None:
    fine = run("check", GUARDED, "--move", "guard a2 L", "--format", "pretty")
    assert fine.exit_code == 0
    assert "the position: guard a2 L is legal" in fine.output
    answer = run_json("check", f"{GUARDED}; act 2", "--move", "guard a2 W", code=1)
    assert [v["clause"] for v in answer["refusal"]["violations"]] == ["GUARD-02"]
    assert answer["refusal"]["number"] == 1
    turn = run("check", GUARDED, "--move", "guard a2 W", "--seat", "2", "--format", "pretty")
    assert turn.exit_code == 1
    assert "TURN-01" in turn.output
    several = run_json("check", GUARDED, "--move", "walk W a2-a1; uncover b1", code=1)
    assert (several["moves"], several["refusal"]["number"]) == (1, 2)


def test_a_move_is_asked_at_the_end_of_a_record(legal: str, refused: str) -> None:
    made = run_json("check", legal)["moves"]
    answer = run_json("check", legal, "--move", "guard b2 L", code=1)
    assert (answer["moves"], answer["refusal"]["number"]) == (made, made + 1)
    result = run("check", legal, "--move", "end; fly")
    assert result.exit_code == 2
    assert "column 6" in result.stderr
    before = run("check", refused).output
    assert run("check", refused, "--move", "end").output == before
    assert run("check", legal, "--seat", "1").exit_code == 2


def test_an_argument_that_is_neither_file_nor_position_is_refused(tmp_path: Path) -> None:
    result = run("check", str(tmp_path / "nowhere"))
    assert result.exit_code == 2
    assert "there is no such file, and it does not begin like a position" in result.stderr
    meant = run("check", "legend; a2=7 1L", "--move", "end").stderr
    assert meant.endswith(
        ": column 1: no edition is called 'legend': did you mean legend-classic?\n"
    )
    result = run("check", "a2=7 foo; a9=3")
    assert result.exit_code == 2
    assert "the position: column 6: expected" in result.stderr
    assert "column 11: no cell 'a9'" in result.stderr
    result = run("check", "a2=7; c3 1W; b2 1GL")
    assert result.exit_code == 2
    assert "c3, which is unexplored" in result.stderr
    assert "no guard can stand on b2" in result.stderr


def test_a_file_named_like_a_position_is_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a2=7").write_text("edition: legend-classic\nplayers: 2\n", "utf-8")
    assert run_json("check", "a2=7")["edition"] == "legend-classic"


def test_a_record_that_begins_with_a_position_is_checked(tmp_path: Path) -> None:
    record = tmp_path / "late.tikal"
    record.write_text(f"position: {GUARDED}\nnames: Ana, Ben\n\nguard a2 L\nguard a2 W\n", "utf-8")
    result = run("check", str(record), "--format", "pretty")
    assert result.exit_code == 1
    assert "move 2 (line 5, column 1), guard a2 W, is not legal" in result.output
    assert "GUARD" in run("explain", str(record), "--at", "2", "--format", "pretty").output


def test_moves_without_a_header_get_the_missing_keys(tmp_path: Path) -> None:
    moves = tmp_path / "moves.tikal"
    moves.write_text("draw A3; place b3 r3\n", "utf-8")
    assert "is not a header line" in run("check", str(moves)).stderr


@pytest.mark.parametrize(
    "module", ["tikal.cli", "click", "rich", "tikal.cli.audit", "tikal.conformance.audit"]
)
def test_ctrl_c_while_modules_are_imported_ends_quietly(module: str) -> None:
    script = (
        "import sys\n"
        "from tikal.__main__ import main\n"
        "class Interrupt:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {module!r}: raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupt())\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, "audit", "."], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr.strip() == "tikal: interrupted"  # click ends the line of ^C
