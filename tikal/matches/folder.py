"""The folder of a match, which goes on in it.

`match.jsonl` has a line that says what is played and one for every game that has ended; the
records lie beside it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final, get_args

from tikal._support.atomic_write import write_atomic
from tikal._support.wording import brief
from tikal.errors import InvalidArgument, InvalidNotation
from tikal.matches.game import Fault
from tikal.matches.match import FORMAT, GameResult, Plan
from tikal.notation.documents.fields import Fields, Misfit, misfit_at
from tikal.notation.documents.parsing import Json, parse_json
from tikal.notation.documents.readings import (
    CLAUSE_ID,
    TEXT,
    maybe,
    number,
    one_of,
    several,
    whole,
)

LOG: Final = "match.jsonl"
_FORMAT_NAME: Final = FORMAT.rpartition("/")[0] + "/"
_SEAT: Final = whole("must be a seat", 1)
_SEATS: Final = several("must be a place for every seat", _SEAT)
_COUNT: Final = whole("must be a number", 0)
_POINTS: Final = several("must be the points of every seat", _COUNT)
_SECONDS: Final = several("must be the seconds of every seat", number("must be seconds", 0))
_BOTS: Final = several("must be the bots by seat", TEXT)
_FAULT: Final = one_of(f"must be {' or '.join(get_args(Fault))}", get_args(Fault))
_CLAUSES: Final = several("must be a list of clause ids", CLAUSE_ID)


class MatchFolder:
    """The log and the records of a match; `InvalidArgument` if they are of another one."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path, self.plan = path, plan
        self.log = path / LOG
        self.results: dict[int, GameResult] = {}
        path.mkdir(parents=True, exist_ok=True)
        if self.log.exists():
            self._read()
        else:
            self._write_line(plan.to_json())

    def add(self, result: GameResult) -> None:
        """Store a game that has ended: its record first, then its line."""
        write_atomic(self.path / f"{result.number + 1:05}.tikal", [result.record])
        self._write_line(result.to_json())
        self.results[result.number] = result

    def _write_line(self, line: Mapping[str, Json]) -> None:
        with self.log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=True) + "\n")

    def _read(self) -> None:
        if not self.log.is_file():
            raise InvalidArgument(f"{self.log} is not an ordinary file")
        whole = 0
        with self.log.open("rb") as file:
            for at, line in enumerate(file, start=1):
                if not line.endswith(b"\n"):  # cut off
                    break
                whole += len(line)
                self._read_line(at, line)
        if not whole:
            raise InvalidArgument(f"{self.log} has no first line: remove it, or give another one")
        os.truncate(self.log, whole)

    def _read_line(self, at: int, line: bytes) -> None:
        try:
            value = parse_json(line.decode("utf-8", "replace"))
            if at == 1:
                self._require_this_match(value)
            else:
                result = result_of(value, self.plan)
                self.results[result.number] = result
        except Misfit as error:
            raise InvalidArgument(f"{self.log}, line {at}: {error.invalid()}") from None
        except InvalidNotation as error:
            raise InvalidArgument(f"{self.log}, line {at}: {error}") from None

    def _require_this_match(self, value: object) -> None:
        given = value.get("format") if isinstance(value, dict) else None
        if given != FORMAT and str(given).startswith(_FORMAT_NAME):
            raise InvalidArgument(
                f"{self.log} is of the format {brief(given)}: a newer tikal-rules may read it, "
                f"this one reads {FORMAT!r}"
            )
        if value != json.loads(json.dumps(self.plan.to_json())):
            raise InvalidArgument(
                f"{self.log} is of another match: give the same bots and options, or another folder"
            )


def result_of(value: object, plan: Plan) -> GameResult:
    """The game in a line of the log of a match; a `Misfit` says why it is none of its games."""
    fields = Fields(value, "must be a game of the match")
    found = GameResult(
        number=fields.required("number", _COUNT),
        seed=fields.required("seed", whole("must be a seed")),
        bots=fields.required("bots", _BOTS),
        points=fields.required("points", _POINTS),
        places=fields.required("places", _SEATS),
        moves=fields.required("moves", _COUNT),
        seconds=fields.required("seconds", _SECONDS),
        forfeit=fields.required("forfeit", maybe(_forfeit)),
    )
    fields.finish()
    if found.number >= plan.games:
        raise misfit_at("number", sentence=f"the match has {plan.games} games, the first is 0")
    if (found.seed, found.bots) != plan.seating(found.number):
        raise misfit_at("bots", sentence="in this game other bots play, or by another seed")
    seats = range(1, plan.players + 1)
    if any(len(each) != plan.players for each in (found.points, found.places, found.seconds)):
        raise misfit_at(sentence=f"needs points, places and seconds of {plan.players} seats")
    given = [*found.places, *([found.forfeit["seat"]] if found.forfeit else [])]
    if not {*given} <= {*seats}:
        raise misfit_at(sentence=f"seats and places are 1 to {plan.players}")
    return found


def _forfeit(value: object) -> dict[str, Json]:
    fields = Fields(value, "must be null, or how a seat lost before the end")
    found: dict[str, Json] = {
        "seat": fields.required("seat", _SEAT),
        "fault": fields.required("fault", _FAULT),
        "reason": fields.required("reason", TEXT),
        "clauses": [*(fields.required("clauses", _CLAUSES) or ())],
    }
    fields.finish()
    return found
