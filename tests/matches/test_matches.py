"""Matches: what a bot can lose by, rotated seats, paired chance, going on, ratings."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from concurrent.futures import BrokenExecutor, Executor, Future
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner

import tikal
from tests.sample import not_in_the_sample
from tikal.cli import tikal as command
from tikal.conformance.audit.workers import dask_cluster, process_pool
from tikal.matches.bots import POLICIES, Bot, PolicyBot
from tikal.matches.folder import LOG, MatchFolder
from tikal.matches.game import Limits, play_game
from tikal.matches.match import FORMAT, GameResult, Plan, play_match, play_number
from tikal.matches.ratings import Result, elo_of, ratings_of, scores_of
from tikal.notation.records import loads

LAST, FIRST = "tests.matches.bots:last", "tests.matches.bots:first"


def plan(*bots: str, games: int = 2, players: int = 2, limits: Limits | None = None) -> Plan:
    return Plan.of(bots, games, tikal.RIO_GRANDE_1999, players, auction=False, limits=limits)


def bare(result: GameResult) -> dict[str, object]:
    """A result without the time it took."""
    return {key: value for key, value in result.to_json().items() if key != "seconds"}


# --- one game ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bot", "fault", "reason", "clauses"),
    [
        ("illegal", "illegal", "GUARD-02", ["GUARD-02", "GUARD-04"]),
        ("misspelt", "failed", "no move is called 'fly'", []),
        ("sleeping", "time", "gave no answer within", []),
        ("dying", "failed", "ended with exit code 3", []),
        ("raising", "failed", "once too often", []),
    ],
)
def test_a_bad_bot_loses_and_the_record_says_why(
    bot: str, fault: str, reason: str, clauses: list[str]
) -> None:
    bad = f"tests.matches.bots:{bot}"
    limits = Limits(move=2) if bot == "sleeping" else None
    result = play_number(plan(FIRST, bad, limits=limits), 0)
    assert result.places == (1, 2)
    assert result.forfeit is not None
    assert result.forfeit["seat"] == 2
    assert result.forfeit["fault"] == fault
    assert reason in result.forfeit["reason"]
    assert list(result.forfeit["clauses"]) == clauses
    record = loads(result.record)
    assert record.replay().refusal is None
    assert record.extra["forfeit"].startswith("2: ")
    assert all(clause in record.extra["forfeit"] for clause in clauses)


def test_time_is_counted_for_a_game_as_well() -> None:
    result = play_number(plan("mcts:easy", "random", limits=Limits(game=0.01)), 0)
    assert result.forfeit is not None
    assert (result.forfeit["seat"], result.forfeit["fault"]) == (1, "time")
    assert "0.01 s allowed" in result.forfeit["reason"]


class Slow:
    """A bot that takes longer than it is given."""

    def choose(
        self, game: tikal.Game, rng: random.Random, seconds: float | None = None
    ) -> tikal.Move:
        time.sleep(0.02)
        return tikal.legal_moves(game.state)[0]

    def close(self) -> None:
        """There is nothing to end."""


def test_a_move_too_late_loses_although_it_is_legal() -> None:
    bots: dict[int, Bot] = {1: PolicyBot(POLICIES["random"]), 2: Slow()}
    played = play_game(tikal.new_game(2), bots, 1, Limits(move=0.01))
    assert played.forfeit is not None
    assert (played.forfeit.seat, played.forfeit.fault) == (2, "time")
    assert played.forfeit.reason.endswith("s for a move, 0.01 s allowed")


class Dying(Executor):
    """Workers that die with the first games they are given."""

    def __init__(self, deaths: int) -> None:
        self.deaths = deaths

    def submit(self, task: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if self.deaths:
            self.deaths -= 1
            future.set_exception(BrokenExecutor("killed"))
        else:
            future.set_result(task(*arguments, **named))
        return future


def test_a_game_that_its_worker_took_along_is_played_again_once() -> None:
    wanted = plan(FIRST, LAST, games=3)

    def task(_plan: Plan, number: int) -> int:
        return number

    for deaths in (1, 2, 3):
        games = play_match(wanted, Dying(deaths), task=task)  # type: ignore[arg-type]
        assert {*games} == {0, 1, 2}  # type: ignore[comparison-overlap]
    with pytest.raises(tikal.InvalidArgument, match=r"game [1-3] has ended its worker: killed"):
        [*play_match(wanted, Dying(9), task=task)]  # type: ignore[arg-type]


def test_among_three_who_forfeits_is_last_and_the_others_follow_by_points() -> None:
    result = play_number(plan(FIRST, "sensible", "tests.matches.bots:raising", players=3), 0)
    assert result.forfeit is not None
    assert result.places[result.forfeit["seat"] - 1] == 3


# --- many --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bots", "players"), [("ab", 2), ("abc", 2), ("abc", 3), ("abcd", 3)])
def test_every_bot_has_every_seat_equally_often(bots: str, players: int) -> None:
    names = [f"mcts:0.{number}s" for number, _ in enumerate(bots, start=1)]
    found = plan(*names, players=players)
    seats = [found.seating(number) for number in range(3 * found.games_of_a_seed)]
    counts = Counter((bot, seat) for _, table in seats for seat, bot in enumerate(table))
    assert len(counts) == len(bots) * players
    assert len(set(counts.values())) == 1
    assert Counter(seed for seed, _ in seats) == dict.fromkeys((1, 2, 3), found.games_of_a_seed)


def test_draws_of_a_seed_are_paired() -> None:
    games = [*play_match(plan(LAST, FIRST, games=4))]
    draws = [[str(m) for m in loads(g.record).moves if str(m).startswith("draw")] for g in games]
    assert draws[0] == draws[1]  # tiles do not depend on what the bots do
    assert draws[2] == draws[3] != draws[0]


@pytest.mark.parametrize("bots", [("one",), ("random",), ("random", "random")])
def test_a_match_needs_different_bots(bots: tuple[str, ...]) -> None:
    with pytest.raises(tikal.InvalidArgument):
        plan(*bots)
    with pytest.raises(tikal.InvalidArgument, match="as many bots or more"):
        plan("random", "sensible", players=3)


def test_many_at_a_time_give_the_same_games() -> None:
    wanted = plan("random", "sensible", games=6)
    alone = sorted(map(str, map(bare, play_match(wanted))))
    with process_pool(2) as pool:
        assert sorted(map(str, map(bare, play_match(wanted, pool)))) == alone


@not_in_the_sample
def test_a_dask_cluster_gives_the_same_games() -> None:
    wanted = plan("random", "sensible", games=6)
    alone = sorted(map(str, map(bare, play_match(wanted))))
    with dask_cluster("local", 2) as cluster:
        assert sorted(map(str, map(bare, play_match(wanted, cluster)))) == alone


def test_a_match_goes_on_where_it_was(tmp_path: Path) -> None:
    wanted = plan("random", "sensible", games=5)
    whole = {result.number: bare(result) for result in play_match(wanted)}
    folder = MatchFolder(tmp_path, wanted)
    games = play_match(wanted)
    for _ in range(2):
        folder.add(next(games))
    with (tmp_path / LOG).open("a") as file:
        file.write('{"number": 2, "seed"')  # cut off by a full disk
    again = MatchFolder(tmp_path, wanted)
    assert sorted(again.results) == [0, 1]
    for result in play_match(wanted, None, tuple(again.results)):
        again.add(result)
    stored = MatchFolder(tmp_path, wanted).results
    assert {number: bare(result) for number, result in stored.items()} == whole
    assert len([*tmp_path.glob("*.tikal")]) == 5
    for path in tmp_path.glob("*.tikal"):
        assert loads(path.read_text("utf-8")).replay().refusal is None
    with pytest.raises(tikal.InvalidArgument, match="is of another match"):
        MatchFolder(tmp_path, plan("random", "mcts:easy", games=5))
    (tmp_path / LOG).write_text((tmp_path / LOG).read_text() + '{"number": 7}\n')
    with pytest.raises(tikal.InvalidArgument, match=r"line 7: \$: lacks seed, bots"):
        MatchFolder(tmp_path, wanted)


GAME: Final = {
    "number": 0, "seed": 1, "bots": ["random", "sensible"], "points": [10, 20], "places": [2, 1],
    "moves": 90, "seconds": [0.5, 1], "forfeit": None,
}  # fmt: skip
FORFEIT: Final = {"seat": 1, "fault": "illegal", "reason": "x", "clauses": ["GUARD-02"]}


def stored(folder: Path, *lines: object) -> MatchFolder:
    """A match of two games that goes on from these lines."""
    first = plan("random", "sensible").to_json()
    text = "".join(f"{json.dumps(line)}\n" for line in (first, *lines))
    (folder / LOG).write_text(text, "utf-8")
    return MatchFolder(folder, plan("random", "sensible"))


@pytest.mark.parametrize("forfeit", [None, FORFEIT])
def test_a_game_of_the_log_is_read(tmp_path: Path, forfeit: object) -> None:
    found = stored(tmp_path, {**GAME, "forfeit": forfeit}).results
    assert json.loads(json.dumps(found[0].to_json())) == {**GAME, "forfeit": forfeit}


WRONG: Final[tuple[object, ...]] = (
    None,
    True,
    "x",
    [],
    {},
    [[]],
    [None, None],
    -1,
    10**30,
    0.5,
    [1, 2, 3],
    [9, 9],
    "",
)


@pytest.mark.parametrize("key", [*GAME, *(f"forfeit.{key}" for key in FORFEIT), "more"])
def test_a_log_with_anything_else_in_a_game_is_refused(tmp_path: Path, key: str) -> None:
    fits: list[tuple[str, object]] = [
        ("moves", 10**30), ("points", [9, 9]), ("seconds", [9, 9]), ("forfeit", None),
        ("forfeit.reason", "x"), ("forfeit.reason", ""), ("forfeit.clauses", []),
    ]  # fmt: skip
    for value in WRONG:
        if (key, value) in fits:
            continue
        line: dict[str, object] = {**GAME, "forfeit": {**FORFEIT}}
        outer, _, inner = key.rpartition(".")
        line.update({outer: {**FORFEIT, inner: value}} if outer else {key: value})
        with pytest.raises(tikal.InvalidArgument, match=r"match.jsonl, line 2: "):
            stored(tmp_path, line)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "has no first line"),
        (b"\xff\xfe\n", "line 1: "),
        (b"[[[[\n", "line 1: "),
        (b"1\n", "is of another match"),
        (b'{"format": "tikal-match/2"}\n', f"'tikal-match/2': .*this one reads {FORMAT!r}"),
    ],
)
def test_a_log_of_another_match_or_version_is_refused(
    tmp_path: Path, content: bytes, message: str
) -> None:
    (tmp_path / LOG).write_bytes(content)
    with pytest.raises(tikal.InvalidArgument, match=message):
        MatchFolder(tmp_path, plan("random", "sensible"))
    assert (tmp_path / LOG).read_bytes() == content


def test_a_log_that_is_no_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / LOG).mkdir()
    with pytest.raises(tikal.InvalidArgument, match="not an ordinary file"):
        MatchFolder(tmp_path, plan("random", "sensible"))


def test_seats_of_many_bots_are_computed_for_one_game_alone() -> None:
    names = tuple(f"mcts:{number}s" for number in range(1, 2_001))
    found = Plan(names, 1, "rio-grande-1999", players=4)
    last = found.games_of_a_seed - 1
    assert found.seating(last) == (1, (names[-1], *names[-4:-1]))
    assert found.seating(last + 1) == (2, names[:4])


# --- ratings -----------------------------------------------------------------------------------


def test_before_two_bots_have_met_a_rating_is_nothing() -> None:
    assert ratings_of([]) == ()
    (alone,) = ratings_of([Result(1, ("a", "a"), (1, 2))])
    assert (alone.bot, alone.games, alone.wins, alone.elo) == ("a", 2, 1, 0.0)


def test_a_rating_follows_the_scores() -> None:
    assert elo_of(["a", "b"], {}) == {"a": 0, "b": 0}
    elo = elo_of(["a", "b"], {("a", "b"): 1_000, ("b", "a"): 100})
    assert elo["a"] - elo["b"] == pytest.approx(400, abs=1)  # ten to one
    chain = {("a", "b"): 10.0, ("b", "a"): 1.0, ("b", "c"): 10.0, ("c", "b"): 1.0}
    found = elo_of(["a", "b", "c"], chain)
    assert found["a"] > found["b"] > found["c"]
    assert sum(found.values()) == pytest.approx(0, abs=1e-6)


def test_places_are_scores_between_all_pairs() -> None:
    scores = scores_of([Result(1, ("a", "b", "c"), (1, 1, 3)), Result(1, ("a", "a"), (1, 2))])
    assert scores == {
        ("a", "b"): 0.5, ("b", "a"): 0.5, ("a", "c"): 1.0, ("c", "a"): 0.0,
        ("b", "c"): 1.0, ("c", "b"): 0.0,
    }  # fmt: skip


def test_an_interval_is_wide_for_few_games_and_narrow_for_many() -> None:
    games = [Result(seed, ("a", "b"), (1, 2) if seed % 3 else (2, 1)) for seed in range(300)]
    few, many = ratings_of(games[:6]), ratings_of(games)
    assert [each.bot for each in many] == ["a", "b"]
    assert (many[0].games, many[0].wins) == (300, 200)
    for rating in (*few, *many):
        assert rating.low < rating.elo < rating.high
    assert many[0].high - many[0].low < (few[0].high - few[0].low) / 4
    unbeaten = ratings_of([Result(seed, ("a", "b"), (1, 2)) for seed in range(4)])
    assert unbeaten[0].low < 0 < unbeaten[0].elo < unbeaten[0].high  # four games prove little


# --- the command -------------------------------------------------------------------------------


def test_the_command_plays_rates_and_goes_on(tmp_path: Path) -> None:
    evil = "tests.matches.bots:illegal"
    arguments = ["match", "--bot", "sensible", "--bot", evil, "--games", "2", "--workers", "1"]
    arguments += ["-o", str(tmp_path / "games")]
    result = CliRunner().invoke(command, [*arguments, "--format", "pretty"])
    assert result.exit_code == 0, result.output
    assert "2 games between 2 bots" in result.output
    assert f"lost before the end: {evil}: 2 illegal" in result.output
    found = json.loads((tmp_path / "games" / "match.json").read_text("utf-8"))
    assert [each["bot"] for each in found["bots"]] == ["sensible", evil]
    assert found["bots"][0]["against"] == {evil: 2.0}
    page = (tmp_path / "games" / "match.html").read_text("utf-8")
    assert "Who beat whom" in page
    assert "2 : 0" in page
    before = (tmp_path / "games" / LOG).read_text("utf-8")
    again = CliRunner().invoke(command, [*arguments, "--format", "json"])
    assert json.loads(again.output) == found
    assert (tmp_path / "games" / LOG).read_text("utf-8") == before
    audit = CliRunner().invoke(command, ["audit", str(tmp_path / "games"), "--workers", "1"])
    assert audit.exit_code == 3  # unfinished, because they were lost early; nothing is refused


def test_what_cannot_be_played_is_said_before_the_first_game(tmp_path: Path) -> None:
    for wrong in (["--bot", "random"], ["--bot", "random", "--bot", "clever"]):
        result = CliRunner().invoke(command, ["match", *wrong, "-o", str(tmp_path / "x")])
        assert result.exit_code == 2
        assert not (tmp_path / "x").exists()
