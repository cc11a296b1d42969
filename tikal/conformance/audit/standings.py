"""Standings over many games: who has won how often, and with how many points.

Only games that are legal to their end count. A victory that several share is a win of each of them,
and is also counted among the shared ones.
"""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from attrs import Factory, asdict, define, frozen

from tikal._support.wording import by_number, one_line
from tikal.conformance.report.log import Outcome, Result
from tikal.notation.documents.parsing import Json

#: Spreadsheets take a cell that begins with one of these for a formula, some also the full-width
#: forms of = + - and @.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", *"\uff1d\uff0b\uff0d\uff20")
#: Stands in a table for every edition, or every number of players.
ALL: Final = "all"
_REASONS: Final[Mapping[Outcome, str]] = {
    "failed": "a move is refused",
    "errored": "it cannot be read",
    "unfinished": "it is not finished",
    "skipped": "it was skipped",
}


class Setup(NamedTuple):
    """The setup that comparable games share."""

    edition: str
    players: int
    auction: bool


@define
class Standing:
    """One player's games."""

    player: str
    games: int = 0
    #: Games that the player won, alone or together with others.
    wins: int = 0
    #: The number of these wins that were shared.
    shared: int = 0
    points: int = 0
    best: int = 0

    @property
    def mean(self) -> float:
        """Points a game, with two decimals."""
        return round(self.points / self.games, 2)

    def add(self, points: int, winners: int, has_won: bool) -> None:
        """Count one more game."""
        self.games += 1
        self.points += points
        self.best = max(self.best, points)
        self.wins += has_won
        self.shared += has_won and winners > 1


@frozen
class LeftOut:
    """A game that does not count, and why."""

    game: str
    reason: str


@frozen
class Standings:
    """All players, the most wins first, and the same for each setup that was played."""

    games: int
    players: tuple[Standing, ...]
    setups: Mapping[Setup, tuple[Standing, ...]] = Factory(dict)
    left_out: tuple[LeftOut, ...] = ()


class _Played(NamedTuple):
    setup: Setup
    points: dict[str, int]
    winners: set[str]


def standings_of(results: Iterable[Result]) -> Standings:
    """The standings after the games of some results."""
    everybody: dict[str, Standing] = {}
    setups: dict[Setup, dict[str, Standing]] = {}
    left_out: list[LeftOut] = []
    games = 0
    for result in results:
        played = _played(result)
        if isinstance(played, str):
            left_out.append(LeftOut(one_line(result.subject), played))
            continue
        games += 1
        for table in (everybody, setups.setdefault(played.setup, {})):
            for name, points in played.points.items():
                standing = table.setdefault(name, Standing(name))
                standing.add(points, len(played.winners), name in played.winners)
    return Standings(
        games,
        _ranked(everybody),
        {setup: _ranked(setups[setup]) for setup in sorted(setups)},
        tuple(left_out),
    )


def _ranked(table: Mapping[str, Standing]) -> tuple[Standing, ...]:
    """The most wins first, then the better mean, then by name."""
    return tuple(
        sorted(table.values(), key=lambda each: (-each.wins, -each.mean, by_number(each.player)))
    )


def _played(result: Result) -> _Played | str:
    """A game that counts, or why it does not."""
    if result.outcome != "passed":
        return _REASONS[result.outcome]
    names = _names(result.detail.get("names"))
    if not names:
        return "it has no names"
    if len(set(names)) < len(names):
        return "two of its players have the same name"
    match result.detail:
        case {"scores": dict(scores), "winners": [*winners], "auction": bool(auction)} if (
            list(scores) == [str(seat) for seat in range(1, len(names) + 1)]
            and all(type(points) is int for points in scores.values())
            and all(type(seat) is int and 1 <= seat <= len(names) for seat in winners)
        ):
            return _Played(
                Setup(result.edition or "", len(names), auction),
                dict(zip(names, scores.values(), strict=True)),
                {names[seat - 1] for seat in winners},
            )
    return "its result is not in the log"


def _names(names: Json) -> list[str]:
    """The players' names, the same whichever way their accents are written."""
    several = names if isinstance(names, list) else []
    return [unicodedata.normalize("NFC", one_line(name)) for name in several]


# --- as a table, as CSV, as JSON ---------------------------------------------------------------

COLUMNS: Final = (
    "player", "edition", "players", "auction", "games", "wins", "shared", "points", "mean", "best",
)  # fmt: skip


def rows(standings: Standings) -> Iterator[dict[str, str]]:
    """A row for each player over all games, then one for each player in each setup."""
    whole = {"edition": ALL, "players": ALL, "auction": ALL}
    for standing in standings.players:
        yield {**_cells(standing), **whole}
    for setup, ranked in standings.setups.items():
        for standing in ranked:
            yield {
                **_cells(standing),
                "edition": one_line(setup.edition),
                "players": str(setup.players),
                "auction": "yes" if setup.auction else "no",
            }


def _cells(standing: Standing) -> dict[str, str]:
    counts = {key: str(value) for key, value in asdict(standing).items()}
    return {**counts, "mean": f"{standing.mean:.2f}"}


def to_csv(standings: Standings) -> Iterator[str]:
    """The rows as CSV, line by line; no cell is taken for a formula."""
    for cells in (
        COLUMNS,
        *(tuple(map(_harmless, (row[c] for c in COLUMNS))) for row in rows(standings)),
    ):
        line = io.StringIO()
        csv.writer(line, lineterminator="\n").writerow(cells)
        yield line.getvalue()


def _harmless(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA) else cell


def to_json(standings: Standings) -> dict[str, Json]:
    """The standings as JSON, nested as they are."""
    return {
        "games": standings.games,
        "standings": [_with_mean(each) for each in standings.players],
        "setups": [
            {**setup._asdict(), "standings": [_with_mean(each) for each in ranked]}
            for setup, ranked in standings.setups.items()
        ],
        "left_out": [asdict(each) for each in standings.left_out],
    }


def _with_mean(standing: Standing) -> dict[str, Json]:
    return {**asdict(standing), "mean": standing.mean}
