"""The published cases: what an engine is asked, and what it must answer.

They are in `spec/cases/` as JSON that any language can read, and travel inside the wheel.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, get_args

from attrs import Factory, frozen

from tikal.clauses import specification
from tikal.editions import Edition
from tikal.engine import replay
from tikal.interchange import position_from_json
from tikal.interchange.strict import Json, format_of, parse_json, validate
from tikal.moves import parse_move
from tikal.records import read_edition
from tikal.state import State, new_game

Ask = Literal["new_game", "check", "legal_moves", "state", "score", "path_cost"]
Origin = Literal["witness", "near miss", "golden", "game", "path"]
ASKS: Final[tuple[Ask, ...]] = get_args(Ask)
ORIGINS: Final[tuple[Origin, ...]] = get_args(Origin)
#: The key of the answer to each question.
ANSWERS: Final[Mapping[Ask, str]] = {
    "new_game": "clauses",
    "check": "clauses",
    "legal_moves": "moves",
    "state": "state",
    "score": "score",
    "path_cost": "cost",
}
#: The files of the kit by the origin of their cases, in the order in which they are run.
FILES: Final[Mapping[Origin, str]] = {
    "witness": "witnesses",
    "near miss": "near-misses",
    "golden": "golden",
    "path": "paths",
    "game": "games",
}


@frozen
class Question:
    """Something to ask, perhaps after further moves from the position of the previous question."""

    ask: Ask
    #: The answer: clause ids, move strings, some facts of the state, points or action points.
    expect: Json
    then: tuple[str, ...] = ()
    #: The arguments: `move` and `seat`, or `from` and `to`.
    about: Mapping[str, Json] = Factory(dict)

    def __str__(self) -> str:
        arguments = " ".join(str(value) for value in self.about.values() if value is not None)
        later = f" after {'; '.join(self.then[-3:])}" if self.then else ""
        return f"{self.ask.replace('_', ' ')} {arguments}".strip() + later

    def to_json(self) -> dict[str, Json]:
        """What is sent to the engine: everything but the answer."""
        then = {"then": list(self.then)} if self.then else {}
        return {**then, "ask": self.ask, **self.about}


@frozen
class Case:
    """A position, the clauses it is about, and questions."""

    id: str
    origin: Origin
    #: The clauses that a wrong answer counts against; none for whole games.
    clauses: tuple[str, ...]
    #: As a record writes it, house rules included.
    edition: str
    #: The switches of the edition, for engines that do not know its name.
    rules: Mapping[str, Json]
    players: int
    questions: tuple[Question, ...]
    auction: bool = False
    start: int = 1
    description: str = ""
    #: The moves that lead there from a new game; None if there is only the position.
    moves: tuple[str, ...] | None = None
    #: The position as JSON, for engines that can load one.
    position: Mapping[str, Json] | None = None

    def state_at(self, number: int) -> State:
        """The position in which a question is asked, by the rules of this library."""
        moves = [move for question in self.questions[: number + 1] for move in question.then]
        if self.position is not None:
            start = position_from_json(self.position)
        else:
            start = new_game(self.players, read_edition(self.edition), self.auction, self.start)
            moves = [*(self.moves or ()), *moves]
        return replay(start, map(parse_move, moves)).state

    def to_json(
        self, questions: Iterable[Question] | None = None, positions: bool = True
    ) -> dict[str, Json]:
        """What is sent to an engine: neither the answers nor the clauses."""
        asked = self.questions if questions is None else questions
        sent: dict[str, Json] = {
            "id": self.id,
            "edition": self.edition,
            "rules": dict(self.rules),
            "players": self.players,
            "auction": self.auction,
            "start": self.start,
            "moves": None if self.moves is None else list(self.moves),
        }
        if positions:
            sent["position"] = self.position
        return {**sent, "questions": [question.to_json() for question in asked]}


def cases(*origins: Origin) -> Iterator[Case]:
    """All cases, or those of some origins; a file is read when it is reached."""
    for origin, name in FILES.items():
        if not origins or origin in origins:
            text = specification().joinpath("cases", f"{name}.json").read_bytes()
            yield from map(case_from_json, validate(parse_json(text, "cases"), "cases")["cases"])


def case_from_json(entry: Mapping[str, Json]) -> Case:
    """A case from its entry in a file."""
    moves = entry.get("moves")
    return Case(
        **{
            **entry,
            "clauses": tuple(entry["clauses"]),
            "moves": None if moves is None else tuple(moves),
            "questions": tuple(_question(question) for question in entry["questions"]),
        }
    )


def case_to_json(case: Case) -> dict[str, Json]:
    """The entry of a case in a file; what is empty is left out."""
    entry: dict[str, Json] = {"id": case.id, "origin": case.origin, "clauses": list(case.clauses)}
    entry |= {"description": case.description, **case.to_json(questions=())}
    entry["questions"] = [
        {**question.to_json(), "expect": question.expect} for question in case.questions
    ]
    return {key: value for key, value in entry.items() if value not in (None, "")}


def rules_of(edition: Edition) -> dict[str, Json]:
    """The switches of an edition as JSON."""
    switches = edition.switches().items()
    return {name: list(value) if isinstance(value, tuple) else value for name, value in switches}


def _question(entry: Mapping[str, Json]) -> Question:
    about = {key: entry[key] for key in ("move", "seat", "from", "to") if key in entry}
    return Question(entry["ask"], entry["expect"], tuple(entry.get("then", ())), about)


FORMAT: Final = format_of("cases")
