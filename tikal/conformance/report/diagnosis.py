"""Which clauses an engine is likely wrong about, by the cases in which it failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from math import log
from typing import Final

from attrs import frozen

from tikal.conformance.report.log import Result
from tikal.conformance.report.scoring import LIST, REFUSAL, TURNS, refusing_clauses
from tikal.law.registry import clauses
from tikal.notation.documents.parsing import Json

#: A report names this many suspects.
MAX_SUSPECTS: Final = 5
#: The weight of a failure against a clause if the engine gave no clause.
UNEXPLAINED: Final = 0.4
#: A clause at work in a smaller share of the refused moves does not explain them.
MIN_SHARE: Final = 0.7
#: Nor does one that is at work almost as often in the moves that are permitted.
MIN_RATIO: Final = 1.3
#: How telling a clause must be, as a log likelihood ratio, and how many of them are blamed.
MIN_POINTS: Final = 0.7
MAX_SITUATIONS: Final = 2
#: The rates that are known of every game count as much as this number of moves.
PRIOR: Final = 10
#: The key of all permitted moves of a kind.
ALL: Final = "all"


def suspects(results: Iterable[Result]) -> dict[str, float]:
    """The clauses behind the failures and how surprising each is, the most surprising first.

    A failed case counts against `blamed_clauses`, most against the first of them; at reduced weight
    if a legal move was refused without a clause. A clause is suspect if it has many more failures
    than the engine has elsewhere.
    A clause that no question expects to refuse anything is out of scope and never named.
    """
    failed: Counter[str] = Counter()
    passed: Counter[str] = Counter()
    scope: set[str] = set()
    every = list(results)
    evidence = evidence_of(every)
    for result in every:
        scope.update(_in_force(result))
        if result.outcome == "failed":
            failed.update(_shares(blamed_clauses(result, evidence), _weight(result)))
        elif result.outcome == "passed":
            passed.update(dict.fromkeys(result.clauses, 1 / len(result.clauses or "-")))
        passed.update(dict.fromkeys(_shown_in_game(result), 1))
    failures, passes = failed.total(), passed.total()
    usual = (failures + 1) / (failures + passes + 2)
    found = {
        clause: _surprise(number, number + passed[clause], usual)
        for clause, number in failed.items()
        if clause in scope or clause not in refusing_clauses()
    }
    return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))


def _shares(blamed: Sequence[str], weight: float) -> dict[str, float]:
    """The weight of a failure for each of the clauses behind it: 1, 1/2, 1/3, … of it in order."""
    total = sum(1 / place for place in range(1, len(blamed) + 1))
    return {id_: weight / place / total for place, id_ in enumerate(blamed, start=1)}


def _shown_in_game(result: Result) -> Iterator[str]:
    """The clauses of which the answers in a game show a refusal or an effect."""
    if result.detail.get("origin") == "game":
        yield from (id_ for id_, marks in _evidence(result) if _is_telling(marks))


def _is_telling(marks: Collection[Json]) -> bool:
    return REFUSAL in marks or any(str(mark).startswith(TURNS) for mark in marks)


# --- what the other answers say ----------------------------------------------------------------


@frozen
class Evidence:
    """What the answers say together about the cause of one that is wrong."""

    #: By kind of legal move that was refused, the clauses at work in those, and how telling.
    situations: Mapping[str, Mapping[str, float]]
    #: The clauses by which something was refused rightly, and by clause the planted faults that a
    #: right answer turned on.
    refused: frozenset[str]
    turned: Mapping[str, Collection[str]]


def evidence_of(results: Iterable[Result]) -> Evidence:
    """The evidence in all results.

    A clause at work in a legal move is telling if it was at work in most of the refused moves and
    is in few others.
    """
    wrong: dict[str, list[Mapping[str, float]]] = {}
    permitted: dict[str, Counter[str]] = {}
    refused: set[str] = set()
    turned: dict[str, set[str]] = {}
    for result in results:
        verb, at_work = _refused_move(result)
        if verb:
            wrong.setdefault(verb, []).append(at_work)
        _add_refused(wrong, result.detail.get("refused"))
        _add_permitted(permitted, result.detail.get("permitted"))
        for id_, marks in _evidence(result):
            refused.update([id_] if REFUSAL in marks else [])
            faults = {str(mark)[1:] for mark in marks if str(mark).startswith(TURNS)}
            turned.setdefault(id_, set()).update(faults)
    situations = {
        verb: _telling(all_, permitted.get(verb, Counter())) for verb, all_ in wrong.items()
    }
    return Evidence(situations, frozenset(refused), turned)


def _evidence(result: Result) -> Iterator[tuple[str, Collection[Json]]]:
    evidence = result.detail.get("evidence")
    for id_, marks in evidence.items() if isinstance(evidence, dict) else ():
        if isinstance(marks, list):
            yield id_, marks


def _telling(refused: Sequence[Mapping[str, float]], permitted: Counter[str]) -> dict[str, float]:
    found: dict[str, float] = {}
    counts = Counter(clause for each in refused for clause in each)
    for clause, count in counts.items():
        rate = max(each.get(clause, 0) for each in refused)
        usual = (permitted[clause] + PRIOR * rate) / (permitted[ALL] + PRIOR)
        share = count / len(refused)
        if share >= max(MIN_SHARE, MIN_RATIO * usual):
            found[clause] = count * log(share / min(usual, share))
    # stable: of two that are as telling, the one that the failures name first
    return dict(sorted(found.items(), key=lambda pair: -pair[1]))


def _refused_move(result: Result) -> tuple[str, Mapping[str, float]]:
    """The kind of the legal move that was refused, and the clauses at work in it."""
    match result.detail.get("failures"):
        case [{"at_work": dict(at_work), "question": str(question), "got": got}, *_]:
            pass
        case _:
            return "", {}
    words = (str(got) if str(got).endswith("refused") else question.partition(" ")[2]).split()
    return (words[0] if words else ""), _rates(at_work)


def _add_refused(wrong: dict[str, list[Mapping[str, float]]], logged: Json) -> None:
    """Add the other legal moves of a game that were refused: by kind, the clauses at work."""
    for verb, refused in logged.items() if isinstance(logged, dict) else ():
        for at_work in refused if isinstance(refused, list) else ():
            wrong.setdefault(verb, []).append(_rates(at_work))


def _rates(at_work: Json) -> dict[str, float]:
    """The clauses at work, with the rates that can be ones."""
    pairs = at_work.items() if isinstance(at_work, dict) else ()
    return {id_: rate for id_, rate in pairs if isinstance(rate, float) and rate > 0}


def _add_permitted(permitted: dict[str, Counter[str]], logged: Json) -> None:
    """Add the legal moves of a game that were permitted: by kind, the clauses at work in them."""
    for verb, counts in logged.items() if isinstance(logged, dict) else ():
        if isinstance(counts, dict):
            numbers = {id_: n for id_, n in counts.items() if type(n) is int and n > 0}
            permitted.setdefault(verb, Counter()).update(numbers)


def blamed_clauses(result: Result, evidence: Evidence) -> Sequence[str]:
    """The clauses behind the first wrong answer of a failed case, the likeliest first."""
    verb, at_work = _refused_move(result)
    disputed = disputed_clauses(result)
    effects = _missing_effects(result, evidence)
    own = [id_ for id_ in effects if id_ in result.clauses]
    if verb:
        points = evidence.situations.get(verb, {})
        telling = [id_ for id_ in points if id_ in at_work and points[id_] >= MIN_POINTS]
        order = [*own, *telling[:MAX_SITUATIONS], *effects]
    elif _is_allowed(result) and {*disputed} <= evidence.refused:
        order = [*effects, *disputed]  # it refuses the like elsewhere
    else:
        both = [id_ for id_ in disputed if id_ in effects]
        order = [*own, *both, *disputed, *effects]
    return [*dict.fromkeys(order)] or result.clauses


def _missing_effects(result: Result, evidence: Evidence) -> list[str]:
    """The effects without which an engine would answer so, those that the case is about first."""
    match result.detail.get("failures"):
        case [{"effects": dict(open_)}, *_]:
            pass
        case _:
            return []
    own = [id_ for id_ in open_ if id_ in result.clauses]
    others = [id_ for id_, faults in open_.items() if {*faults} - {*evidence.turned.get(id_, ())}]
    return [*dict.fromkeys((*own, *others))]


def _is_allowed(result: Result) -> bool:
    """Whether a forbidden move was allowed."""
    match result.detail.get("failures"):
        case [{"expected": False, "got": True}, *_] | [{"expected": [_, *_], "got": []}, *_]:
            return True
    return False


# --- how surprising ----------------------------------------------------------------------------


def _surprise(failed: float, asked: float, usual: float) -> float:
    """The log likelihood ratio of the failures at their own rate to the usual rate.

    Negative where the clause fails less often than others.
    """
    rate = failed / asked
    passed = asked - failed
    gain = failed * log(rate / usual)
    if passed > 0:
        gain += passed * log((1 - rate) / (1 - usual))
    return gain if rate >= usual else -gain


def _weight(result: Result) -> float:
    """Less for a refusal without reasons, which may come from any clause."""
    match result.detail.get("failures"):
        case [{"expected": True, "got": False}, *_] | [{"expected": "a legal move"}, *_]:
            return UNEXPLAINED
    return 1.0


def _in_force(result: Result) -> Iterator[str]:
    """The clauses that a question of the case expects to refuse something, or that it can show."""
    scope = result.detail.get("scope")
    for id_, marks in scope.items() if isinstance(scope, dict) else ():
        if isinstance(marks, list) and {REFUSAL, LIST} & {*marks}:
            yield id_


def most_suspect(results: Iterable[Result]) -> tuple[str, ...]:
    """The few clauses to look at first, the most suspect first."""
    return tuple(islice(suspects(results), MAX_SUSPECTS))


def disputed_clauses(result: Result) -> Sequence[str]:
    """The clauses that the first wrong answer of a failed case disputes.

    Later answers are often wrong only because the engine is in another position by then. Ids that
    are not in our registry are left out.
    """
    known = {entry.id for entry in clauses()}
    match result.detail.get("failures"):
        case [{"clauses": [*ids]}, *_]:
            return [id_ for id_ in ids if isinstance(id_, str) and id_ in known]
    return ()
