"""The introduction of an engine: its name, and the questions that it answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from attrs import frozen

from tikal.conformance.cases import ASKS, Ask, Case, Question, is_cheapest
from tikal.conformance.protocol.connection import ChildFailure
from tikal.conformance.report import Json
from tikal.editions import EDITIONS
from tikal.geometry import ROTATIONS
from tikal.moves import MOVES, Move, PlaceTile, Walk, parse_move, verb_of
from tikal.state import State

#: The version of the protocol: see docs/reference/protocol.md.
PROTOCOL: Final = 1
#: The question to a bot, which no case asks.
CHOOSE: Final = "choose"
#: The moves without which no game goes on, by their first words.
IN_EVERY_GAME: Final = ("draw", "place", "end")


@frozen
class EngineInfo:
    """Another engine, as it introduces itself."""

    name: str
    version: str
    language: str
    #: The keys of the editions it plays, and whether it takes their switches one by one.
    editions: tuple[str, ...]
    house_rules: bool
    auction: bool
    #: Whether it can load a position, and whether it can name clauses.
    positions: bool
    clauses: bool
    asks: tuple[Ask, ...]
    #: The kinds of moves it knows, as the first words of their strings; all of them if empty.
    actions: tuple[str, ...] = ()
    #: Whether it draws tiles and treasures itself, and must be played with move by move.
    own_draws: bool = False
    #: Whether a walk takes the cheapest way between its cells, not the single step that is named.
    cheapest_walks: bool = False
    #: Parts of answers, such as `state/state/winners`, that its adapter never gets right: they are
    #: not compared, and an answer with one of them is not right.
    slips: tuple[str, ...] = ()

    @property
    def tries(self) -> bool:
        """Whether verdicts are found by making a move, because the engine cannot be asked them."""
        return "apply" in self.asks and "check" not in self.asks

    @property
    def lists(self) -> bool:
        """Whether verdicts are read from the list of legal moves: there is no other way to ask."""
        can_list = "legal_moves" in self.asks and not self.cheapest_walks and not self.own_draws
        return can_list and not {"check", "apply"} & {*self.asks}

    @property
    def gives_verdicts(self) -> bool:
        """Whether it can be asked about single moves."""
        return self.lists or bool({"check", "apply"} & {*self.asks})

    def names_clauses(self, ask: str) -> bool:
        """Whether a verdict that is asked for so comes with the clauses that are broken."""
        return self.clauses and not (ask == "check" and (self.tries or self.lists))

    @property
    def can_follow_games(self) -> bool:
        """Whether it knows the moves that every game needs."""
        return not self.actions or {*IN_EVERY_GAME} <= {*self.actions}

    def questions_for(self, case: Case) -> list[int]:
        """The numbers of the questions of a case that this engine can be asked."""
        found: list[int] = []
        is_loaded = self.positions and case.position is not None
        if not is_loaded and not self._knows(case.moves or ()):
            return found
        for number, question in enumerate(case.questions):
            if not self._knows(question.then):
                break  # the following moves cannot be asked either
            if self._can_answer(question) and not (self.lists and _is_left_out(case, number)):
                found.append(number)
        return found

    def _can_answer(self, question: Question) -> bool:
        move = question.about.get("move")
        if move is not None and not self._knows([move]):
            return False
        if question.ask == "check" and (self.tries or self.lists):
            return "seat" not in question.about  # it can only move for the seat whose turn it is
        if question.ask == "legal_moves" and self.cheapest_walks:
            return False  # it lists walks of several steps, too
        return question.ask in self.asks

    def takes(self, state: State, move: Move) -> bool:
        """Whether the engine knows such a move, and makes it as it is named."""
        if not self._knows([str(move)]):
            return False
        return not (self.cheapest_walks and isinstance(move, Walk)) or is_cheapest(state, move)

    def _knows(self, moves: Iterable[str]) -> bool:
        return not self.actions or all(move.split()[0] in self.actions for move in moves)

    def reason_to_skip(self, case: Case) -> str:
        """Why a case is not for this engine; empty if it is."""
        key, *house = case.edition.split()
        if key not in self.editions:
            return f"the engine does not play {key}"
        if house and not self.house_rules:
            return "the engine has no house rules"
        if case.auction and not self.auction:
            return "the engine has no auction"
        if case.moves is None and not self.positions and not _is_about_starting(case):
            return "the engine cannot load a position"
        if self.own_draws:
            return "the engine draws by itself: tikal conformance play asks it"
        if not self.questions_for(case):
            return f"the engine cannot be asked for {case.questions[0].ask.replace('_', ' ')}"
        if self.cheapest_walks and case.walks_a_longer_way():
            return "the engine walks the cheapest way only"
        return ""


def _is_left_out(case: Case, number: int) -> bool:
    """Whether a list of moves leaves out the move asked about: a tile turned to look the same."""
    question = case.questions[number]
    if question.ask != "check" or question.expect:
        return False
    move = parse_move(str(question.about["move"]))
    if not isinstance(move, PlaceTile):
        return False
    tile = case.state_at(number).course.tile
    return tile is not None and move.rotation not in ROTATIONS[tile]


def _is_about_starting(case: Case) -> bool:
    return all(question.ask in ("new_game", "components") for question in case.questions)


def engine_from_json(answer: Mapping[str, Json]) -> EngineInfo:
    """The engine that gives this answer to `start`; `ChildFailure` names what is wrong with it."""
    version = answer.get("version")
    if type(version) is not int or version != PROTOCOL:
        raise ChildFailure(f"speaks version {version!r:.20} of the protocol, not {PROTOCOL}")
    implementation = _part(answer, "implementation", dict)
    capabilities = _part(answer, "capabilities", dict)
    asks = _strings(capabilities, "asks")
    unknown = [ask for ask in asks if ask not in (*ASKS, CHOOSE)]
    if unknown:
        raise ChildFailure(
            f"answers start wrongly: capabilities.asks: there is no {unknown[0]!r:.40}"
        )
    unknown = [key for key in _strings(capabilities, "editions") if key not in EDITIONS]
    if unknown:
        raise ChildFailure(
            f"answers start wrongly: capabilities.editions: there is no {unknown[0]!r:.40}"
        )
    return EngineInfo(
        name=_part(implementation, "name", str),
        version=_part(implementation, "version", str),
        language=_part(implementation, "language", str),
        editions=_strings(capabilities, "editions"),
        house_rules=_part(capabilities, "house_rules", bool),
        auction=_part(capabilities, "auction", bool),
        positions=_part(capabilities, "positions", bool),
        clauses=_part(capabilities, "clauses", bool),
        asks=tuple(ask for ask in ASKS if ask in asks),
        actions=_actions(capabilities),
        own_draws=_flag(capabilities, "own_draws"),
        cheapest_walks=_flag(capabilities, "cheapest_walks"),
    )


def _actions(capabilities: Mapping[str, Json]) -> tuple[str, ...]:
    """The kinds of moves that the engine knows; a list without any would leave nothing to ask."""
    if capabilities.get("actions") is None:
        return ()
    actions = _strings(capabilities, "actions")
    known = {*map(verb_of, MOVES)}
    if unknown := [word for word in actions if word not in known]:
        raise ChildFailure(
            f"answers start wrongly: capabilities.actions: there is no {unknown[0]!r:.40}"
        )
    return actions


def _flag(capabilities: Mapping[str, Json], key: str) -> bool:
    """A capability that may be left out."""
    return False if capabilities.get(key) is None else _part(capabilities, key, bool)


_JSON_NAMES: Final = {dict: "an object", list: "a list", str: "a string", bool: "true or false"}


def _part(answer: Mapping[str, Json], key: str, kind: type) -> Json:
    if key not in answer:
        raise ChildFailure(f"answers start wrongly: {key} is missing")
    value = answer[key]
    if type(value) is not kind:
        raise ChildFailure(
            f"answers start wrongly: {key} must be {_JSON_NAMES[kind]}, not {value!r:.40}"
        )
    return value


def _strings(answer: Mapping[str, Json], key: str) -> tuple[str, ...]:
    values: list[Json] = _part(answer, key, list)
    if not all(isinstance(value, str) for value in values):
        raise ChildFailure(f"answers start wrongly: {key} must be a list of strings")
    return tuple(values)
