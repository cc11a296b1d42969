"""A case of the conformance kit: a position, the clauses it is about, and questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal, get_args

from attrs import Factory, evolve, frozen

from tikal.editions import Edition, title_of
from tikal.engine import replay
from tikal.errors import InvalidArgument
from tikal.moves import Walk, parse_move
from tikal.notation.documents import position_from_json, position_to_json
from tikal.notation.documents.editions import switches_to_json
from tikal.notation.documents.parsing import Json
from tikal.notation.records import read_edition
from tikal.rules.actions import price
from tikal.rules.digging import needs_another_member
from tikal.rules.walking import path_cost
from tikal.state import State, new_game

Ask = Literal[
    "new_game",
    "check",
    "legal_moves",
    "state",
    "score",
    "path_cost",
    "components",
    "apply",
    "draw",
    "position",
]
Origin = Literal["components", "witness", "near miss", "golden", "effect", "game", "path"]
ASKS: Final[tuple[Ask, ...]] = get_args(Ask)
ORIGINS: Final[tuple[Origin, ...]] = get_args(Origin)
#: What `components` can ask about.
BOX_PARTS: Final = ("tiles", "printed", "floors", "figures")
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
    "position": "position",
}
#: The questions that are answered with facts of the position.
FACTS: Final = ("state", "position")


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
    #: Of a case about an effect, what an engine does that its questions notice.
    fault: str = ""

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
        without = {key: value for key, value in there.items() if key != "diggers"}
        state = position_from_json(without)
        needs_diggers = needs_another_member(state) and "diggers" in there
        return there if needs_diggers else position_to_json(state)

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


def rules_of(edition: Edition) -> dict[str, Json]:
    """The switches of an edition as JSON."""
    return dict(switches_to_json(edition))


def is_cheapest(state: State, walk: Walk) -> bool:
    """Whether no other way on the ground between the two cells is cheaper than this step."""
    way = path_cost(state, walk.origin, walk.target)
    return walk.origin != walk.target and way in (None, price(state, walk))
