"""Standings over many games: what counts, how it is counted, and how it is written."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from attrs import evolve
from click.testing import CliRunner
from click.testing import Result as Ran

from tikal.cli import tikal as command
from tikal.conformance.audit.standings import (
    COLUMNS,
    LeftOut,
    Setup,
    Standing,
    standings_of,
    to_csv,
    to_json,
)
from tikal.conformance.report import Json, Outcome, Result
from tikal.notation.records import loads

EXAMPLES = Path(__file__).parents[2] / "examples"
RIO = "rio-grande-1999"


def game(
    name: str = "a",
    outcome: Outcome = "passed",
    edition: str = RIO,
    auction: bool = False,
    winners: tuple[int, ...] | None = None,
    scored: dict[str, int] | None = None,
    **more: int,
) -> Result:
    points = {**(scored or {}), **more}
    scores = {str(seat): each for seat, each in enumerate(points.values(), start=1)}
    best = max(points.values(), default=0)
    won = [seat for seat, each in enumerate(points.values(), start=1) if each == best]
    detail: dict[str, Json] = {
        "names": list(points),
        "scores": scores,
        "winners": list(winners) if winners else won,
        "auction": auction,
    }
    return Result("game", name, outcome, edition, detail=detail)


# --- counting ----------------------------------------------------------------------------------


def test_wins_points_and_means_are_counted_by_name() -> None:
    found = standings_of([game(Ana=60, Ben=50), game(Ben=70, Ana=41), game(Cleo=80, Ana=30)])
    assert found.games == 3
    assert found.players == (
        Standing("Cleo", 1, 1, 0, 80, 80),
        Standing("Ben", 2, 1, 0, 120, 70),
        Standing("Ana", 3, 1, 0, 131, 60),
    )
    assert [each.mean for each in found.players] == [80, 60, 43.67]


def test_a_shared_victory_is_a_win_of_each_and_marked_as_shared() -> None:
    found = standings_of([game(Ana=60, Ben=60, Cleo=1), game(Ana=9, Ben=8, Cleo=9, winners=(3,))])
    counts = {each.player: (each.wins, each.shared) for each in found.players}
    assert counts == {"Ana": (1, 1), "Ben": (1, 1), "Cleo": (1, 0)}


def test_each_setup_has_its_own_standings() -> None:
    found = standings_of(
        [
            game(Ana=60, Ben=50),
            game(Ana=20, Ben=30),
            game(Ana=40, Ben=50, auction=True),
            game(Ana=40, Ben=50, Cleo=60, edition="legend-classic"),
        ]
    )
    assert list(found.setups) == [
        Setup("legend-classic", 3, False), Setup(RIO, 2, False), Setup(RIO, 2, True),
    ]  # fmt: skip
    ana = [
        next(each for each in ranked if each.player == "Ana") for ranked in found.setups.values()
    ]
    assert [(each.games, each.wins, each.points) for each in ana] == [
        (1, 0, 40), (2, 1, 80), (1, 0, 40),
    ]  # fmt: skip


@pytest.mark.parametrize("wrong", ["x", None, 1.5, True, [1]])
@pytest.mark.parametrize("seat", ["1", "2"])
def test_a_game_with_a_score_that_is_no_number_does_not_count(seat: str, wrong: Json) -> None:
    """A log may have been changed by hand; the other score alone does not make a game."""
    result = game(Ana=60, Ben=50)
    scores = result.detail["scores"]
    assert isinstance(scores, dict)
    scores[seat] = wrong
    found = standings_of([result])
    assert (found.games, found.players) == (0, ())


def test_names_are_the_same_whichever_way_an_accent_is_written() -> None:
    written = {"Zoe\u0308": 3, "Ben": 1}, {"Zo\u00eb": 4, "Ben": 2}
    assert len({*written[0], *written[1]}) == 3
    found = standings_of([game(scored=scored) for scored in written])
    assert [(each.player, each.games) for each in found.players] == [("Zo\u00eb", 2), ("Ben", 2)]


def test_equal_players_come_in_the_order_in_which_people_count() -> None:
    found = standings_of([game(scored=dict.fromkeys(("Team 10", "team 2", "Team 1"), 5))])
    assert [each.player for each in found.players] == ["Team 1", "team 2", "Team 10"]


@pytest.mark.parametrize(
    ("result", "reason"),
    [
        (game(outcome="failed", Ana=1, Ben=2), "a move is refused"),
        (game(outcome="errored"), "it cannot be read"),
        (game(outcome="unfinished", Ana=1, Ben=2), "it is not finished"),
        (game(), "it has no names"),
        (evolve(game(Ana=1, Ben=2), detail={"names": ["Ana", "Ana"]}), "two of its players"),
        (evolve(game(Ana=1), detail={"names": ["Ana"], "scores": {"1": "x"}}), "its result"),
        (evolve(game(Ana=1), detail={"names": ["Ana", "Ben"], "scores": {"1": 4}}), "its result"),
        (game(Ana=1, winners=(2,)), "its result"),
    ],
)
def test_games_that_do_not_count_are_listed_with_the_reason(result: Result, reason: str) -> None:
    found = standings_of([result, game("b", Ana=1, Ben=2)])
    assert found.games == 1
    [left] = found.left_out
    assert left == LeftOut("a", left.reason)
    assert left.reason.startswith(reason)


# --- writing -----------------------------------------------------------------------------------


def table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_csv_has_every_player_over_all_games_and_in_each_setup() -> None:
    rows = table("".join(to_csv(standings_of([game(Ana=60, Ben=50), game(Ana=7, Ben=8)]))))
    assert tuple(rows[0]) == COLUMNS
    assert [(row["player"], row["edition"], row["players"]) for row in rows] == [
        ("Ana", "all", "all"), ("Ben", "all", "all"), ("Ana", RIO, "2"), ("Ben", RIO, "2"),
    ]  # fmt: skip
    assert [rows[0][key] for key in ("games", "wins", "shared", "points", "mean", "best")] == [
        "2", "1", "0", "67", "33.50", "60",
    ]  # fmt: skip


@pytest.mark.parametrize("sign", [*"=+-@", "\uff1d", "\t=", "\r@", " +", "\x00-", "\u202e="])
def test_a_name_cannot_become_a_formula_or_break_a_line(sign: str) -> None:
    name = f'{sign}HYPERLINK("http://x","y")\n,;\x1b[2J'
    rows = table("".join(to_csv(standings_of([game(scored={name: 60, "Ben": 50})]))))
    assert len(rows) == 4
    for row in rows:
        assert None not in row
        assert not row["player"].startswith(tuple("=+-@\t\r\n\uff1d"))
        assert not any(ord(sign) < 32 or ord(sign) == 0x202E for sign in row["player"])


def test_json_has_the_same_numbers() -> None:
    data = json.loads(json.dumps(to_json(standings_of([game(Ana=60, Ben=50), game(Ana=7, Ben=8)]))))
    assert data["standings"][0] == {
        "player": "Ana", "games": 2, "wins": 1, "shared": 0, "points": 67, "best": 60, "mean": 33.5,
    }  # fmt: skip
    assert data["setups"][0]["edition"] == RIO


# --- the command -------------------------------------------------------------------------------


def run(*arguments: object, stdin: bytes | None = None) -> Ran:
    result = CliRunner().invoke(command, ["standings", *map(str, arguments)], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture
def games(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    folder.mkdir()
    whole = (EXAMPLES / "basic.tikal").read_text("utf-8")
    (folder / "round2.tikal").write_text(whole, "utf-8")
    (folder / "round10.tikal").write_text(whole[: whole.rindex("end")].rstrip(), "utf-8")
    (folder / "round11.tikal").write_text("edition: none", "utf-8")
    (folder / "auction.tikal").write_bytes((EXAMPLES / "auction.tikal").read_bytes())
    return folder


def test_standings_are_those_of_the_games(games: Path) -> None:
    data = json.loads(run(games).stdout)
    assert data["games"] == 2
    state = loads((games / "round2.tikal").read_bytes()).replay().state
    points = {each["player"]: each["points"] for each in data["standings"]}
    assert [points[name] for name in ("Ana", "Ben", "Cleo", "Dan")] == [*state.scores.values()]
    assert [Path(each["game"]).name for each in data["left_out"]] == [
        "round10.tikal", "round11.tikal",
    ]  # fmt: skip


def test_standings_for_people_name_what_is_left_out(games: Path) -> None:
    result = run(games, "--format", "pretty")
    assert result.exit_code == 0
    assert "Standings after 2 games" in result.stdout
    assert "Super Meeple 2015 (French), auction game, 3 players" in result.stdout
    assert result.stderr.splitlines() == [
        f"tikal: left out: {games / 'round10.tikal'}: it is not finished",
        f"tikal: left out: {games / 'round11.tikal'}: it cannot be read",
    ]


def test_standings_are_written_for_a_spreadsheet(games: Path, tmp_path: Path) -> None:
    sheet, data = tmp_path / "standings.csv", tmp_path / "standings.json"
    result = run(games, "-o", sheet, "-o", data, "--format", "csv")
    assert sheet.read_text("utf-8-sig") == result.stdout
    assert sheet.read_bytes().startswith(b"\xef\xbb\xbfplayer,")
    assert json.loads(data.read_text("utf-8"))["games"] == 2
    assert "Chlo\u00e9" in result.stdout


def test_nothing_to_count_is_an_error(games: Path, tmp_path: Path) -> None:
    assert run(games / "round10.tikal").exit_code == 2
    empty = tmp_path / "empty"
    empty.mkdir()
    assert "there is no game" in run(empty).stderr
    assert "must end in" in run(games, "-o", "standings.xls").stderr
    record = (games / "auction.tikal").read_bytes()
    place = games / "auction.json"
    place.write_bytes(record)
    assert "one of the games" in run(place, "-o", place).stderr
    assert place.read_bytes() == record
    assert run("-", stdin=record).exit_code == 0
