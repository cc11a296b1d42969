"""Opening a session: a new game, or one that continues its record."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from attrs import evolve, frozen

from tikal._support.exit_codes import ExitCode
from tikal.cli.game_argument import read
from tikal.cli.interactive.game import InteractiveGame
from tikal.cli.interactive.input import line_reader
from tikal.cli.interactive.messages import Messages
from tikal.cli.interactive.opponents import read_bots, write_bots
from tikal.cli.interactive.session import CHANCES, Chance, InteractiveSession
from tikal.cli.printing import fail
from tikal.errors import InvalidArgument
from tikal.languages import refused_move
from tikal.moves import DrawTile, RevealTreasure
from tikal.notation.records import Record

_SEED: Final = re.compile(r"-?[0-9]{1,18}")
#: The number of seeds from which a game without `--seed` takes one.
_SEEDS: Final = 10**6


def unfinished_record(path: Path) -> Record:
    """The record of a game to go on with; any other file ends the command and stays as it is."""
    found = read(str(path))
    assert found.record is not None, "a position begins a game of its own"
    if found.refusal:
        refusal = found.refusal
        place = found.place(refusal.index) or ()
        reasons = "; ".join(map(str, refusal.violations))
        sentence = refused_move(refusal.move, refusal.index + 1, *place)
        fail(
            f"{path} cannot go on, and stays as it is: {sentence}: {reasons}",
            ExitCode.RULE_BROKEN,
        )
    if found.last.phase == "over":
        fail(f"{path}: this game is over; `tikal show {path}` shows how it ended")
    return found.record


@frozen
class Settings:
    """Bots, seed and source of chance, as stored in the header of the record."""

    bots: Mapping[int, str]
    chance: Chance
    seed: int

    @classmethod
    def of(
        cls, record: Record, bots: Iterable[str], chance: Chance | None, seed: int | None
    ) -> Settings:
        """The settings from the options, else from the header of the record, else the defaults."""
        header = record.extra
        given = tuple(bots)
        stored = tuple(filter(None, header.get("bots", "").split(",")))
        return cls(
            read_bots(given or stored, record.players, of_a_record=not given),
            chance or _chance(header.get("chance", CHANCES[0])),
            _seed(header.get("seed")) if seed is None else seed,
        )

    def in_header_of(self, record: Record) -> Record:
        """The record with these settings in its header."""
        extra = {
            **record.extra,
            "seed": str(self.seed),
            "chance": self.chance,
            "bots": write_bots(self.bots),
        }
        if not self.bots:
            del extra["bots"]
        if self.chance == CHANCES[0]:
            del extra["chance"]
        return evolve(record, extra=extra)


def _chance(text: str) -> Chance:
    for each in CHANCES:
        if text == each:
            return each
    raise InvalidArgument(f"the header has chance: {text[:40]!r}, which is not one of {CHANCES}")


def _seed(text: str | None) -> int:
    if text is None:
        return random.SystemRandom().randrange(_SEEDS)
    if not _SEED.fullmatch(text):
        raise InvalidArgument(f"the header has seed: {text[:40]!r}, which is not a number")
    return int(text)


def open_session(
    record: Record, settings: Settings, path: Path, language: str = "en"
) -> InteractiveSession:
    """A session with the game of a record and its file; prints the welcome."""
    game = InteractiveGame(record)
    messages = Messages(record.names, language)
    session = InteractiveSession(
        game,
        path,
        line_reader(_typed(game, settings)),
        messages,
        seed=settings.seed,
        bots=settings.bots,
        chance=settings.chance,
    )
    if game.steps:
        messages.tell("goes-on", "bold", file=path, moves=len(game.steps))
    messages.tell("welcome", edition=record.edition.key)
    return session


def _typed(game: InteractiveGame, settings: Settings) -> Iterator[str]:
    """The moves that were typed so far, for the history of the input line."""
    for step in game.steps:
        is_luck = isinstance(step.move, DrawTile | RevealTreasure) and settings.chance == "roll"
        if step.seat not in settings.bots and not is_luck:
            yield str(step.move)


def say_where(session: InteractiveSession) -> None:
    """Print the path of the record and the command that continues the game."""
    session.messages.tell("saved-in", file=session.path)
    if session.state.phase != "over":
        session.messages.tell("goes-on-with", file=session.path)
