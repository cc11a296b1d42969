"""The published cases: what an engine is asked, and what it must answer.

They are in `spec/cases/` as JSON that any language can read, and travel inside the wheel. A case is
stored once, and `asked_in` gives it in every printed edition in which it holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, get_args

from attrs import Factory, evolve, frozen

from tikal._support.resources import specification
from tikal.editions import EDITIONS, Edition, title_of
from tikal.engine import TABLE, replay
from tikal.errors import InvalidArgument
from tikal.moves import VERBS, Move, Walk, parse_move
from tikal.notation.documents import position_from_json, position_to_json
from tikal.notation.documents.strict import Json, format_of, parse_json, validate
from tikal.notation.records import read_edition
from tikal.rules.actions import price
from tikal.rules.digging import needs_another_member
from tikal.rules.order import OUT_OF_TURN, SEQUENCE
from tikal.rules.walking import path_cost
from tikal.state import NEW_GAME_CLAUSES, State, new_game

Ask = Literal[
    "new_game", "check", "legal_moves", "state", "score", "path_cost", "components", "apply", "draw"
]
Origin = Literal["components", "witness", "near miss", "golden", "game", "path"]
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
    "components": "components",
    "apply": "legal",
    "draw": "move",
}
#: The files of the kit by the origin of their cases, in the order in which they are run.
FILES: Final[Mapping[Origin, str]] = {
    "components": "components",
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
    #: The arguments: `move` and `seat`, or `from` and `to`, or `part`.
    about: Mapping[str, Json] = Factory(dict)
    #: The answer in those printed editions of the case where it is another one.
    expect_in: Mapping[str, Json] = Factory(dict)

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
    #: The one it was made for, as a record writes it, house rules included.
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
    #: The printed editions in which it can be asked; empty if only its own, with house rules, can.
    editions: tuple[str, ...] = ()
    #: The readings it does not hold with: house rules that change an answer or the way there.
    not_with: tuple[str, ...] = ()
    #: Why nothing beside its refusal is legal, if nothing is.
    no_permission: str = ""

    def in_edition(self, edition: str) -> Case:
        """The same case in another edition, under a name that says so; the answers are its own."""
        if edition == self.edition:
            return self
        return evolve(
            self,
            id=f"{self.id}@{edition}",
            edition=edition,
            rules=rules_of(read_edition(edition)),
            description=f"Asked in {title_of(edition)}, and told of {title_of(self.edition)}: "
            f"{self.description}",
            position=self._position_in(edition),
            questions=tuple(
                evolve(each, expect=each.expect_in.get(edition, each.expect), expect_in={})
                for each in self.questions
            ),
        )

    def only(self, number: int) -> Question:
        """One question by itself, after the moves of those before it."""
        moves = [move for question in self.questions[: number + 1] for move in question.then]
        return evolve(self.questions[number], then=tuple(moves))

    def _position_in(self, edition: str) -> Mapping[str, Json] | None:
        """The position with another edition, and with who has dug where that one asks for it."""
        if self.position is None:
            return None
        there = {**self.position, "edition": edition}
        if not there.get("worked"):
            return there
        if self.moves is not None:
            start = new_game(self.players, read_edition(edition), self.auction, self.start)
            reached = replay(start, map(parse_move, self.moves))
            if reached.refusal:
                raise InvalidArgument(f"{self.id} cannot be asked in {edition}: {reached.refusal}")
            return position_to_json(reached.state)
        untold = {key: value for key, value in there.items() if key != "diggers"}
        state = position_from_json(untold)
        is_told = needs_another_member(state) and "diggers" in there
        return there if is_told else position_to_json(state)

    def walks_a_longer_way(self) -> bool:
        """Whether a step, made or asked about, is not the cheapest way to where it leads."""
        moves = [move for question in self.questions for move in question.then]
        state = self.state_at(-1)
        if self.position is None:
            moves = [*(self.moves or ()), *moves]
            state = new_game(self.players, read_edition(self.edition), self.auction, self.start)
        steps = replay(state, map(parse_move, moves)).steps
        befores = [state, *(step.state for step in steps)]
        walks = [(before, step.move) for before, step in zip(befores, steps, strict=False)]
        walks += [
            (self.state_at(number), parse_move(str(question.about["move"])))
            for number, question in enumerate(self.questions)
            if "move" in question.about
        ]
        return any(isinstance(move, Walk) and not is_cheapest(at, move) for at, move in walks)

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
            yield from read_cases(specification().joinpath("cases", f"{name}.json").read_bytes())


def read_cases(text: str | bytes) -> list[Case]:
    """The cases of a file; `InvalidNotation` names what is wrong with it."""
    document: Json = validate(parse_json(text, "cases"), "cases")
    return [case_from_json(entry) for entry in document["cases"]]


def asked_in(every: Iterable[Case], editions: Iterable[str] = EDITIONS) -> Iterator[Case]:
    """Every case in each of these editions in which it holds, its own first.

    Cases that hold in none of them are given as they are, so that a report can say what it skips.
    """
    wanted = tuple(editions)
    for case in every:
        there = [key for key in case.editions if key in wanted]
        for key in sorted(there, key=lambda key: key != case.edition) or [case.edition]:
            yield case.in_edition(key)


def case_from_json(entry: Mapping[str, Json]) -> Case:
    """A case from its entry in a file."""
    moves = entry.get("moves")
    return Case(
        **{
            **entry,
            "clauses": tuple(entry["clauses"]),
            "moves": None if moves is None else tuple(moves),
            "editions": tuple(entry.get("editions", ())),
            "not_with": tuple(entry.get("not_with", ())),
            "questions": tuple(_question(question) for question in entry["questions"]),
        }
    )


def case_to_json(case: Case) -> dict[str, Json]:
    """The entry of a case in a file; what is empty is left out."""
    entry: dict[str, Json] = {"id": case.id, "origin": case.origin, "clauses": list(case.clauses)}
    entry |= {"description": case.description, **case.to_json(questions=())}
    entry |= {"editions": list(case.editions), "not_with": list(case.not_with)}
    entry["no_permission"] = case.no_permission
    entry["questions"] = [_entry_of(question) for question in case.questions]
    optional = ("editions", "not_with")
    return {
        key: value
        for key, value in entry.items()
        if value not in (None, "") and (value or key not in optional)
    }


def rules_of(edition: Edition) -> dict[str, Json]:
    """The switches of an edition as JSON."""
    switches = edition.switches().items()
    return {name: list(value) if isinstance(value, tuple) else value for name, value in switches}


def _question(entry: Mapping[str, Json]) -> Question:
    about = {key: entry[key] for key in ("move", "seat", "from", "to", "part") if key in entry}
    return Question(
        entry["ask"],
        entry["expect"],
        tuple(entry.get("then", ())),
        about,
        entry.get("expect_in", {}),
    )


def _entry_of(question: Question) -> dict[str, Json]:
    elsewhere = {"expect_in": dict(question.expect_in)} if question.expect_in else {}
    return {**question.to_json(), "expect": question.expect, **elsewhere}


def forbidding(kind: type[Move]) -> tuple[str, ...]:
    """The clauses that can forbid such a move at the right moment."""
    return tuple(dict.fromkeys(rule.clause for rule in TABLE[kind].rules))


_KINDS: Final = {verb: kind for kind, verb in VERBS.items()}
#: The clauses that can forbid a move of any kind: it may not be the moment, or the turn.
_ORDER: Final = {rule.clause for rule in SEQUENCE} | {rule.clause for rule in OUT_OF_TURN}


def can_forbid(clause: str, question: Question) -> bool:
    """Whether the clause could forbid what a question asks about."""
    if question.ask == "new_game":
        return clause in NEW_GAME_CLAUSES
    kind = _KINDS.get(str(question.about.get("move", "")).split(" ")[0])
    return clause in _ORDER or (kind is not None and clause in forbidding(kind))


def is_cheapest(state: State, walk: Walk) -> bool:
    """Whether no other way on the ground between the two cells is cheaper than this step."""
    way = path_cost(state, walk.origin, walk.target)
    return walk.origin != walk.target and way in (None, price(state, walk))


FORMAT: Final = format_of("cases")
