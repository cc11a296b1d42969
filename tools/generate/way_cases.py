"""Cases for the ways in which a clause refuses or permits that no other case asks about.

`tikal.conformance.referee.ways` says which ways there are in each edition. Those that are missing
are looked for in played games, then in games that prefer what is rare. A position is taken whose
moves are the same in every edition that lacks the way, if there is one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from attrs import evolve

import tikal
from tikal.conformance.adapter import Adapter
from tikal.conformance.cases import Case, Question, asked_in
from tikal.conformance.fuzzing.candidates import KINDS, candidates
from tikal.conformance.fuzzing.policies import DIRECTIONS, prefer_verbs
from tikal.conformance.protocol.engine_info import engine_from_json
from tikal.conformance.referee.at_work import clauses_at_work, ways_at_work
from tikal.conformance.referee.marks import marks_of
from tikal.conformance.referee.ways import clause_of, needed_marks, refused_ways
from tikal.conformance.report.scoring import PERMISSION, REFUSAL
from tikal.editions import EDITIONS
from tikal.engine import TABLE, Replay
from tikal.law.registry import clauses
from tikal.moves import EndTurn, Move, Pass, parse_move, verb_of
from tikal.rules.order import OUT_OF_TURN, SEQUENCE, out_of_sequence, out_of_turn
from tikal.state import State
from tools.generate.near_miss_cases import legal_beside
from tools.generate.played_cases import COMMON, in_edition, played_games, position_after
from tools.generate.validity import with_validity

#: An edition and a mark that its cases lack.
Gap = tuple[str, str]
#: Games in each direction, for the ways that the played games do not have.
ROUNDS: Final = 3
#: Kinds of moves of a wrong seat or moment that a position must have, in the order of searching.
LEAST_OF_A_SEAT: Final = (6, 4, 2, 1)
#: Seeds, players, auction and favoured moves of games with a third token of a hex in scoring turns
#: and in auctions, and a second camp in auctions.
DIGGING: Final = ((6004, 2, True, ("camp", "recover")), (6004, 4, False, ("recover",)))
#: From this number of kinds of moves on the id of a case does not list them.
MANY: Final = 4
_ENGINE: Final = evolve(engine_from_json(Adapter().start()), clauses=False)


def way_cases(others: Iterable[Case]) -> Iterator[Case]:
    """A case for each way that the others lack in an edition.

    Those of a wrong seat come together, and those of a wrong moment.
    """
    gaps = missing(others)
    order = {*(rule.clause for rule in SEQUENCE), *(rule.clause for rule in OUT_OF_TURN)}
    for least in LEAST_OF_A_SEAT:
        for name, start, game in _games():
            if order.isdisjoint(clause_of(mark) for _, mark in gaps):
                break
            yield from _of_seats(gaps, least, name, start, game)
            yield from _of_moments(gaps, least, name, start, game)
    for name, start, game in _games():
        for number, step in enumerate(game.steps[:-1], start=1):
            if not gaps:
                return
            for move, mark in _telling(step.state, {mark for _, mark in gaps}):
                lack = {key for key, other in gaps if other == mark}
                if not all(_holds(key, step.state, move, mark) for key in lack):
                    continue
                case = with_validity(_case(mark, move, number, name, start, game))
                if lack <= {*case.editions}:  # an earlier move may be illegal in one of them
                    yield case
                    gaps -= {(key, mark) for key in lack}
    raise ValueError(f"no game has {', '.join(sorted({mark for _, mark in gaps}))}")


def _of_seats(gaps: set[Gap], least: int, name: str, start: int, game: Replay) -> Iterator[Case]:
    """Cases of moves that are legal for the seat whose turn it is, named for another one."""
    for number, step in enumerate(game.steps[:-1], start=1):
        state = step.state
        lacking = {clause_of(mark) for _, mark in gaps}
        broken = {out_of_turn(state, m, s) for m in (EndTurn(), Pass()) for s in state.scores}
        if lacking.isdisjoint(each.clause for each in broken if each):
            continue
        one_of_each = {type(move): move for move in reversed(tikal.legal_moves(state))}
        for seat in state.scores if state.to_move else ():
            found: dict[str, Move] = {}
            for move in one_of_each.values():
                for mark in _refusals(state, move, seat):
                    if any(other == mark for _, other in gaps):
                        found.setdefault(mark, move)
            clause = next(map(clause_of, found), "")
            lack = {gap for gap in gaps if gap[1] in found}
            if len(found) < least:
                continue
            case = with_validity(
                _case_of_seat(clause, seat, [*found.values()], number, name, start, game)
            )
            if {key for key, _ in lack} <= {*case.editions}:
                yield case
                gaps -= lack


def _case_of_seat(
    clause: str, seat: int, moves: list[Move], number: int, name: str, start: int, game: Replay
) -> Case:
    state = game.steps[number - 1].state
    questions = [Question("check", [clause], about={"move": str(m), "seat": seat}) for m in moves]
    allowed = [Question("check", [], about={"move": str(m)}) for m in moves[:1]]
    verbs = "-".join(sorted(verb_of(type(move)) for move in moves))
    return Case(
        id=f"{clause}/refuses/{verbs}-of-another-seat",
        origin="near miss",
        clauses=(clause,),
        description=f"A game ({name}) after {number} moves: what seat {state.turn.active} may do, "
        f"seat {seat} may not ({clause}).",
        **position_after(start, game, number),
        questions=(*questions, *allowed),
    )


def _of_moments(gaps: set[Gap], least: int, name: str, start: int, game: Replay) -> Iterator[Case]:
    """Cases of moves at the wrong moment: one of each kind, made in the game if there is one."""
    made = {type(step.move): step.move for step in reversed(game.steps)}
    moves = [made.get(kind) or parse_move(kind.example) for kind in TABLE]
    for number, step in enumerate(game.steps[:-1], start=1):
        found: dict[str, Move] = {}
        for move in moves:
            broken = out_of_sequence(step.state, move)
            for way in refused_ways(step.state, move, broken) if broken else ():
                if any(other == REFUSAL + way for _, other in gaps):
                    found.setdefault(REFUSAL + way, move)
        lack = {gap for gap in gaps if gap[1] in found}
        if len(found) < least:
            continue
        [clause] = {clause_of(mark) for mark in found}
        case = with_validity(_case_of_moment(clause, [*found.values()], number, name, start, game))
        if {key for key, _ in lack} <= {*case.editions}:
            yield case
            gaps -= lack


def _case_of_moment(
    clause: str, moves: list[Move], number: int, name: str, start: int, game: Replay
) -> Case:
    state = game.steps[number - 1].state
    legal = tikal.legal_moves(state)[:1]
    questions = [Question("check", [clause], about={"move": str(each)}) for each in moves]
    allowed = [Question("check", [], about={"move": str(each)}) for each in legal]
    verbs = [verb_of(type(move)) for move in moves]
    kinds = "-".join(verbs) if len(verbs) < MANY else f"{len(verbs)}-kinds"
    return Case(
        id=f"{clause}/refuses/{kinds}-at-{state.phase}",
        origin="near miss",
        clauses=(clause,),
        description=f"A game ({name}) after {number} moves: it is no time for {', '.join(verbs)} "
        f"({clause}).",
        **position_after(start, game, number),
        questions=(*questions, *allowed),
    )


def missing(every: Iterable[Case]) -> set[Gap]:
    """The ways in force that no case asks about, as marks, by edition."""
    found = list(every)
    return {(key, mark) for key in EDITIONS for mark in _needed(key) - _asked(found, key)}


def _needed(key: str) -> set[str]:
    edition = EDITIONS[key]
    engine = evolve(_ENGINE, auction=edition.has_auction)
    return {
        mark
        for clause in clauses()
        if edition.has_auction or not clause.id.startswith("AUCTION-")
        for mark in needed_marks(clause.id, edition, engine)
        if mark[0] in (REFUSAL, PERMISSION)
    }


def _asked(every: Iterable[Case], key: str) -> set[str]:
    there = (case for case in asked_in(every, [key]) if case.edition == key)
    return {
        mark
        for case in there
        for number in range(len(case.questions))
        for marks in marks_of(case, number, _ENGINE).values()
        for mark in marks
    }


@cache
def _games() -> tuple[tuple[str, int, Replay], ...]:
    return (*played_games(), *_directed())


def _directed() -> Iterator[tuple[str, int, Replay]]:
    for seed in range(ROUNDS):
        for number, (name, policy) in enumerate(DIRECTIONS.items()):
            players = 2 + (seed + number) % 3
            opening = tikal.new_game(players, COMMON, (seed + number) % 4 == 0)
            game = tikal.play(opening, policy, seed=5000 + seed)
            name = f"{players} players, {name}, seed {5000 + seed}"
            yield name, 1, in_edition(game, tikal.RIO_GRANDE_1999, 1)
    for seed, players, auction, verbs in DIGGING:
        game = tikal.play(tikal.new_game(players, COMMON, auction), prefer_verbs(*verbs), seed)
        name = f"{players} players, preferring {' and '.join(verbs)}, seed {seed}"
        for edition in (tikal.RIO_GRANDE_1999, tikal.SUPER_MEEPLE_2015):
            yield name, 1, in_edition(game, edition, 1)


def _telling(state: State, wanted: set[str]) -> Iterator[tuple[Move, str]]:
    """For each mark that is wanted here the move in which the fewest other clauses are at work."""
    found: dict[str, Move] = {}
    for move in sorted(
        tikal.legal_moves(state), key=lambda each: len(clauses_at_work(state, each))
    ):
        for id_ in clauses_at_work(state, move):
            for way in ways_at_work(state, move, id_):
                found.setdefault(PERMISSION + way, move)
    refusals = {*map(clause_of, wanted)}
    for kind in KINDS:
        if refusals.isdisjoint(rule.clause for rule in TABLE[kind].rules):
            continue
        for move in candidates(state, kind):
            for mark in _refusals(state, move):
                found.setdefault(mark, move)
    return ((move, mark) for mark, move in found.items() if mark in wanted)


def _refusals(state: State, move: Move, seat: int | None = None) -> list[str]:
    broken = tikal.check(state, move, seat)
    if len(broken) != 1:
        return []
    return [REFUSAL + way for way in refused_ways(state, move, broken[0])]


def _holds(key: str, state: State, move: Move, mark: str) -> bool:
    """Whether the move shows the same in another edition."""
    there = evolve(state, table=evolve(state.table, edition=EDITIONS[key]))
    if mark.startswith(REFUSAL):
        return mark in _refusals(there, move)
    return tikal.is_legal(there, move) and mark[1:] in ways_at_work(there, move, clause_of(mark))


def _case(mark: str, move: Move, number: int, name: str, start: int, game: Replay) -> Case:
    state, way = game.steps[number - 1].state, mark[1:]
    clause = clause_of(mark)
    broken = [violation.clause for violation in tikal.check(state, move)]
    questions = [Question("check", broken, about={"move": str(move)})]
    beside = legal_beside(state, move) if broken else _refused_beside(state, move)
    if beside is not None:
        against = [violation.clause for violation in tikal.check(state, beside)]
        questions.append(Question("check", against, about={"move": str(beside)}))
    verdict = f"breaks {clause} ({way})" if broken else f"is legal, and {clause} is at work in it"
    return Case(
        id=f"{clause}/{'refuses' if broken else 'permits'}/{_slug(way)}",
        origin="near miss",
        clauses=(clause,),
        description=f"A game ({name}) after {number} moves: `{move}` {verdict}.",
        **position_after(start, game, number),
        questions=tuple(questions),
    )


def _refused_beside(state: State, move: Move) -> Move | None:
    """A move of the kind that is refused."""
    if type(move) not in KINDS:
        return None
    return next((each for each in candidates(state, type(move)) if tikal.check(state, each)), None)


def _slug(way: str) -> str:
    return "-".join(way.replace("/", " ").split()[1:])
