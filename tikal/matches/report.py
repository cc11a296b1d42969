"""The standings of a match, as JSON and as a page of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from typing import ClassVar, Final

from attrs import asdict, frozen

from tikal._support.wording import counted
from tikal.conformance.report.views.html_elements import element, raw, table
from tikal.editions import title_of
from tikal.matches.match import FORMAT, GameResult, Plan
from tikal.matches.ratings import Rating, ratings_of, scores_of
from tikal.notation.documents.parsing import Json

_STYLE: Final = "tikal.conformance.report.views", "page.css"


@frozen
class Summary:
    """What a match has shown so far."""

    HEADS: ClassVar = ("Elo", "95 %", "Games", "Wins", "Shared", "Points", "Seconds a move")

    plan: Plan
    games: int
    ratings: tuple[Rating, ...]
    #: By pair of bots, what the first has scored against the second, and in how many games.
    scores: Mapping[tuple[str, str], float]
    points: Mapping[str, float]
    seconds: Mapping[str, float]
    #: By bot, how often it lost before the end: `illegal`, `time` or `failed`.
    faults: Mapping[str, Counter[str]]

    @classmethod
    def of(cls, plan: Plan, results: Iterable[GameResult]) -> Summary:
        """The summary of the games that have ended."""
        games = sorted(results, key=lambda each: each.number)
        points, seats, moves = Counter[str](), Counter[str](), Counter[str]()
        seconds: dict[str, float] = {}
        faults: dict[str, Counter[str]] = {}
        for game in games:
            for bot, scored, spent in zip(game.bots, game.points, game.seconds, strict=True):
                points[bot] += scored
                seats[bot] += 1
                moves[bot] += game.moves // len(game.bots)
                seconds[bot] = seconds.get(bot, 0.0) + spent
            if game.forfeit:
                bot = game.bots[int(game.forfeit["seat"]) - 1]
                faults.setdefault(bot, Counter())[str(game.forfeit["fault"])] += 1
        found = [game.result for game in games]
        return cls(
            plan, len(games), ratings_of(found), scores_of(found),
            {bot: round(points[bot] / seats[bot], 1) for bot in seats},
            {bot: round(seconds[bot] / max(moves[bot], 1), 4) for bot in seats},
            faults,
        )  # fmt: skip

    def rows(self) -> Iterator[tuple[str, ...]]:
        """A bot a row, as the heads say."""
        for each in self.ratings:
            yield (
                each.bot, f"{each.elo:+.0f}", f"{each.low:+.0f} to {each.high:+.0f}",
                str(each.games), str(each.wins), str(each.shared), f"{self.points[each.bot]:.1f}",
                f"{self.seconds[each.bot]:.3f}",
            )  # fmt: skip

    def to_json(self) -> dict[str, Json]:
        """The standings as JSON."""
        return {
            "format": FORMAT,
            "plan": self.plan.to_json(),
            "games": self.games,
            "bots": [
                {
                    **{key: _short(value) for key, value in asdict(each).items()},
                    "points": self.points[each.bot],
                    "seconds_a_move": self.seconds[each.bot],
                    "lost_early": dict(self.faults.get(each.bot, {})),
                    "against": {
                        other.bot: self.scores[each.bot, other.bot]
                        for other in self.ratings
                        if (each.bot, other.bot) in self.scores
                    },
                }
                for each in self.ratings
            ],
        }


def _short(value: object) -> object:
    return round(value, 1) if isinstance(value, float) else value


def page(summary: Summary) -> str:
    """The standings as one page, readable without a network or a script."""
    plan = summary.plan
    bots = [each.bot for each in summary.ratings]
    game = "auction game" if plan.auction else "basic game"
    heading = f"A match between {counted(len(bots), 'bot')}"
    setup = f"{title_of(plan.edition)}, {game}, {plan.players} players"
    against = [
        (one, *(_against(summary, one, other) for other in bots)) for one in bots
    ]  # fmt: skip
    lost = [
        element("li", f"{bot}: " + ", ".join(f"{n} {fault}" for fault, n in sorted(each.items())))
        for bot, each in summary.faults.items()
    ]
    style = resources.files(_STYLE[0]).joinpath(_STYLE[1]).read_text("utf-8")
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("link", rel="icon", href="data:,"),
        element("title", heading),
        element("style", raw(style)),
    )
    body = element(
        "body",
        element("header", element("h1", heading), element("p", f"{summary.games:,} of "
                f"{plan.games:,} games. {setup}. Seeds from {plan.seed}.")),
        element(
            "main",
            element("h2", "Ratings"),
            element("p", "Elo against the mean of these bots, with an interval of 95 %."),
            table(["Bot", *summary.HEADS], summary.rows(), "Ratings"),
            element("h2", "Who beat whom"),
            element("p", "What the bot of the row has scored against that of the column."),
            table(["", *bots], against, "Who beat whom"),
            *([element("h2", "Lost before the end"), element("ul", *lost)] if lost else []),
        ),
    )  # fmt: skip
    return f'<!doctype html>\n<html lang="en">\n{head[0]}\n{body[0]}\n</html>\n'


def _against(summary: Summary, one: str, other: str) -> str:
    won = summary.scores.get((one, other))
    if won is None:
        return "-"
    return f"{won:g} : {summary.scores[other, one]:g}"
