"""Cases about effects: questions that an engine without the effect answers otherwise.

For each planted fault of `tikal.conformance.faults` the played games and the golden examples are
searched for a move with the effect, and for questions after it, made of `check`, `state` and
`score`, that the fault turns. A verdict is wanted for each fault beside the facts of `state`, so
that engines which only judge moves are asked too; where none turns at once, some moves of the game
follow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from attrs import evolve, frozen

import tikal
from tests.engines.planted import Planted
from tikal.conformance.adapter import Adapter
from tikal.conformance.cases import Case, Question
from tikal.conformance.faults import FAULTS, Fault
from tikal.conformance.fuzzing.candidates import candidates
from tikal.conformance.fuzzing.effect_questions import turned
from tikal.conformance.fuzzing.policies import DIRECTIONS, prefer_verbs
from tikal.conformance.referee.session import run_here
from tikal.editions import EDITIONS
from tikal.engine import Replay
from tikal.errors import TikalError
from tikal.moves import Move, parse_move
from tikal.notation.documents import position_to_json
from tikal.state import State
from tools.generate.example_cases import golden
from tools.generate.played_cases import COMMON, about, in_edition, played_games
from tools.generate.validity import answers, in_other_edition

#: The places at which questions are looked for and the moves after the effect, in turn; the last
#: two only if nothing was found.
STAGES: Final = ((60, 0), (25, 16), (10_000, 0), (400, 200))
SURE_STAGES: Final = 2
#: Games that dig and nothing else, so that floors run out.
DIGGING_GAMES: Final = 6


@frozen
class Line:
    """A line of moves from a position, and the case that leads to its beginning."""

    #: Where it is from, for the description.
    source: str
    case: Case
    start: State
    moves: tuple[Move, ...]
    states: tuple[State, ...]

    def before(self, number: int) -> State:
        """The position before a move."""
        return self.states[number - 1] if number else self.start


@frozen
class Place:
    """A move of a line after which a fault shows."""

    line: Line
    number: int

    @property
    def weight(self) -> int:
        """The number of moves from a new game, more for the long ones of an auction."""
        return len(self.line.case.moves or ()) + self.number + 400 * self.line.case.auction


# --- where effects are -------------------------------------------------------------------------


@cache
def _lines() -> tuple[Line, ...]:
    """Lines of golden examples, played games, and directed games."""
    return (*_golden(), *map(_line, _games()))


def _golden() -> Iterator[Line]:
    for case in golden():
        moves = tuple(parse_move(move) for each in case.questions for move in each.then)
        if not moves or case.edition not in tikal.EDITIONS:
            continue
        start = case.state_at(-1)
        reached = tikal.replay(start, moves)
        if reached.refusal is None:
            states = tuple(step.state for step in reached.steps)
            yield Line(f"the example {case.id}", case, start, moves, states)


def _games() -> Iterator[tuple[str, int, Replay]]:
    yield from played_games()
    for number, (name, policy) in enumerate(DIRECTIONS.items()):
        for auction in (False, True):
            players = 2 + number % 3
            game = tikal.play(tikal.new_game(players, COMMON, auction), policy, seed=4000 + number)
            kind = f"{players} players{', auction' if auction else ''}, {name}"
            yield kind, 1, in_edition(game, _RIO, 1)

    for seed in range(DIGGING_GAMES):
        game = tikal.play(tikal.new_game(4, COMMON), _digging, seed=5000 + seed)
        yield f"4 players, digging, seed {5000 + seed}", 1, in_edition(game, _RIO, 1)


_RIO: Final = tikal.RIO_GRANDE_1999
_digging: Final = prefer_verbs("uncover", "recover")


def _line(played: tuple[str, int, Replay]) -> Line:
    name, start, game = played
    states = tuple(step.state for step in game.steps)
    opening = tikal.new_game(game.state.players, tikal.RIO_GRANDE_1999, game.state.auction, start)
    case = Case(
        id=name, origin="effect", clauses=(), questions=(), moves=(), start=start, **about(opening)
    )
    return Line(f"a game ({name})", case, opening, tuple(s.move for s in game.steps), states)


@cache
def _places(fault: Fault) -> list[Place]:
    """Every move after which the fault shows, those near the beginning first."""
    if not fault.kinds:
        starting = [line for line in _lines() if line.case.moves == () and len(line.moves) > 1]
        return [Place(each, 0) for each in starting if fault.opening(each.start) != each.start]
    found = [
        Place(line, number)
        for line in _lines()
        for number, move in enumerate(line.moves)
        if isinstance(move, fault.kinds)
        and fault.after(line.before(number), move, line.states[number]) != line.states[number]
    ]
    return sorted(found, key=lambda place: place.weight)


# --- what is asked there -----------------------------------------------------------------------


def effects() -> Iterator[Case]:
    """The cases for every fault, with more for editions in which the first do not hold."""
    for fault in FAULTS:
        found = list(_cases(fault))
        if not found:
            raise ValueError(f"no question turns on {fault}")
        yield from found
        asked = {key for case in found for key in _editions(fault, case)}
        for key in EDITIONS:
            there = None if key in asked else next(_in_edition(fault, key), None)
            if there is not None:  # otherwise the edition has no such effect
                asked |= {*_editions(fault, there)}
                there = _without_position(there)
                yield evolve(there, id=f"{fault.clause}/effect/{slug_of(fault)}/in-{key}")


def _editions(fault: Fault, case: Case) -> Iterator[str]:
    """The editions in which the case notices the fault."""
    return (key for key in EDITIONS if _notices_in(key, fault, case))


def _notices_in(key: str, fault: Fault, case: Case) -> bool:
    """Whether the case can be asked in an edition, with the same answers, and notices the fault."""
    there = in_other_edition(case, key)
    own = [question.expect for question in case.questions]
    return answers(there) == own and _is_turned(fault, there)


def _in_edition(fault: Fault, key: str) -> Iterator[Case]:
    """Cases for an edition."""
    places = [
        place
        for place in _places(fault)
        if EDITIONS[key].has_auction or not place.line.case.auction
    ]
    for limit, later in STAGES[:SURE_STAGES]:
        for place in places[:limit]:
            for case in _asked(fault, place, later):
                if _sorts(case) and _notices_in(key, fault, case):
                    yield case


def _cases(fault: Fault) -> Iterator[Case]:
    """The facts or a score that the fault turns, and verdicts; as few cases as that takes."""
    places = _places(fault)
    wanted = {"facts", "refusal", "permission"}
    number = 0
    for stage, (limit, later) in enumerate(STAGES):
        if number and stage >= SURE_STAGES:
            break
        best = _best(fault, places[:limit], later, wanted)
        if best:
            number += 1
            best = best if number == 1 else _without_position(best)
            yield evolve(best, id=f"{fault.clause}/effect/{slug_of(fault)}/{number}")
            wanted -= _sorts(best)
        if {"refusal", "permission"} - wanted:
            break  # a verdict is enough
    if not number:  # nothing but the whole position shows it
        case = next(case for place in places for case in _asked(fault, place, 0))
        yield evolve(case, id=f"{fault.clause}/effect/{slug_of(fault)}/1")


def _best(fault: Fault, places: list[Place], later: int, wanted: set[str]) -> Case | None:
    """The first case with the most sorts of questions that are wanted."""
    best, most = None, 0
    for place in places:
        for case in _asked(fault, place, later):
            new = len(_sorts(case) & wanted)
            if new > most and _is_turned(fault, case):
                best, most = case, new
        if most == len(wanted) or (most and later):
            break
    return best


def _sorts(case: Case) -> set[str]:
    """The sorts of questions beside that for the whole position."""
    return {_sort(each) for each in case.questions if each.ask != "position"}


def _without_position(case: Case) -> Case:
    """The case without the whole position, if something else is asked: few engines write one."""
    [first, *_], rest = case.questions, [q for q in case.questions if q.ask != "position"]
    if not rest:
        return case
    return evolve(case, questions=(evolve(rest[0], then=first.then), *rest[1:]))


def _sort(question: Question) -> str:
    if question.ask != "check":
        return "facts"
    return "refusal" if question.expect else "permission"


def slug_of(fault: Fault) -> str:
    """The words of a fault in the id of a case."""
    return re.sub(r"\W+", "-", fault.does.lower())


def _asked(fault: Fault, place: Place, later: int) -> Iterator[Case]:
    """The case at a place, and with up to `later` moves of the line after the effect."""
    line, number = place.line, place.number
    move, right = line.moves[number], line.states[number]
    wrong = fault.after(line.before(number), move, right)
    if not fault.kinds:
        wrong = fault.after(line.start, move, tikal.apply(fault.opening(line.start), move))
    if not later:
        yield from _case(fault, place, (move,), [*turned(right, wrong)])
        return
    then: tuple[Move, ...] = (move,)
    for next_move in line.moves[number + 1 : number + 1 + later]:
        try:
            after = tikal.apply(wrong, next_move)
        except TikalError:
            verdict = Question("check", [], about={"move": str(next_move)})
            yield from _case(fault, place, then, [verdict])
            return
        wrong = fault.after(wrong, next_move, after)
        then = (*then, next_move)
        right = line.states[number + len(then) - 1]
        if wrong == right:
            return
        yield from _case(fault, place, then, [*turned(right, wrong)])


def _case(
    fault: Fault, place: Place, then: tuple[Move, ...], questions: list[Question]
) -> Iterator[Case]:
    if not questions:
        return
    line, number = place.line, place.number
    after = line.states[number + len(then) - 1]
    first, *rest = [*questions, *_company(after, questions)]
    made = [str(move) for move in line.moves[:number]]
    moves = None if line.case.moves is None else (*line.case.moves, *made)
    before = line.before(number)
    made_by = str(then[0])
    yield evolve(
        line.case,
        id=fault.clause,
        origin="effect",
        clauses=(fault.clause,),
        description=f"In {line.source} `{made_by}` is made: an engine is wrong afterwards that "
        f"{fault.does}.",
        moves=moves,
        position=position_to_json(before) if fault.kinds else None,
        questions=(evolve(first, then=tuple(map(str, then))), *rest),
        editions=(),
        not_with=(),
        no_permission="",
        fault=fault.does,
    )


def _company(state: State, questions: list[Question]) -> Iterator[Question]:
    """A verdict of the other sort where all are of one, for an engine that always says the same."""
    verdicts = [question for question in questions if question.ask == "check"]
    if len({bool(question.expect) for question in verdicts}) != 1:
        return
    [verdict, *_] = verdicts
    move = parse_move(str(verdict.about["move"]))
    if verdict.expect:
        beside = tikal.nearest_legal(state, move)
        yield from (Question("check", [], about={"move": str(each)}) for each in beside[:1])
        return
    for each in candidates(state, type(move)):
        broken = [violation.clause for violation in tikal.check(state, each)]
        if len(broken) == 1:
            yield Question("check", broken, about={"move": str(each)})
            return


def _is_turned(fault: Fault, case: Case) -> bool:
    """Whether the engine with the fault fails, whether it loads the position or makes the moves."""
    case = _without_position(case)
    is_whole = case.moves is not None and case.position is not None
    asked = [case, evolve(case, position=None)] if is_whole else [case]
    wrong = [result.outcome for result in run_here(Planted(fault), asked)]
    right = [result.outcome for result in run_here(Adapter(), asked)]
    return {*wrong} == {"failed"} and {*right} == {"passed"}
