"""The conformance kit: ask another engine the published cases and judge its answers."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from typing import Final

from attrs import evolve, frozen

from tikal.conformance.adapter import PROTOCOL, Adapter
from tikal.conformance.cases import ANSWERS, ASKS, Ask, Case, Question
from tikal.conformance.child import Child, ChildFailure
from tikal.conformance.report import Json, Outcome, Result
from tikal.conformance.suspects import disputed
from tikal.editions import EDITIONS

SECONDS_TO_START: Final = 30.0
SECONDS_PER_CASE: Final = 10.0
#: After so many failures in a row the engine is not asked any more.
PATIENCE: Final = 10


@frozen
class Engine:
    """Another engine, as it introduces itself."""

    name: str
    version: str
    language: str
    #: The keys of the editions it plays, and whether it takes their switches one by one.
    editions: tuple[str, ...]
    house_rules: bool
    auction: bool
    #: Whether it can load a position, and whether it can tell clauses.
    positions: bool
    clauses: bool
    asks: tuple[Ask, ...]

    def reason_to_skip(self, case: Case) -> str:
        """Why a case is not for this engine; empty if it is."""
        key, *house = case.edition.split()
        if key not in self.editions:
            return f"the engine does not play {key}"
        if house and not self.house_rules:
            return "the engine knows no house rules"
        if case.auction and not self.auction:
            return "the engine has no auction"
        if case.moves is None and not self.positions and not _is_about_starting(case):
            return "the engine cannot load a position"
        if not any(question.ask in self.asks for question in case.questions):
            return f"the engine cannot be asked for {case.questions[0].ask.replace('_', ' ')}"
        return ""


def _is_about_starting(case: Case) -> bool:
    return all(question.ask == "new_game" for question in case.questions)


def engine_from_json(answer: Mapping[str, Json]) -> Engine:
    """The engine that answers `start` so; `ChildFailure` names what is amiss."""
    version = answer.get("version")
    if version != PROTOCOL:
        raise ChildFailure(f"speaks version {version!r:.20} of the protocol, not {PROTOCOL}")
    who = _part(answer, "implementation", dict)
    can = _part(answer, "capabilities", dict)
    asks = _texts(can, "asks")
    unknown = [ask for ask in asks if ask not in ASKS]
    if unknown:
        raise ChildFailure(f"capabilities.asks: there is no {unknown[0]!r:.40}")
    strange = [key for key in _texts(can, "editions") if key not in EDITIONS]
    if strange:
        raise ChildFailure(f"capabilities.editions: there is no {strange[0]!r:.40}")
    return Engine(
        name=_part(who, "name", str),
        version=_part(who, "version", str),
        language=_part(who, "language", str),
        editions=_texts(can, "editions"),
        house_rules=_part(can, "house_rules", bool),
        auction=_part(can, "auction", bool),
        positions=_part(can, "positions", bool),
        clauses=_part(can, "clauses", bool),
        asks=tuple(ask for ask in ASKS if ask in asks),
    )


def _part(answer: Mapping[str, Json], key: str, kind: type) -> Json:
    value = answer.get(key)
    if type(value) is not kind:
        raise ChildFailure(
            f"the answer to start: {key} must be a {kind.__name__}, not {value!r:.40}"
        )
    return value


def _texts(answer: Mapping[str, Json], key: str) -> tuple[str, ...]:
    values: list[Json] = _part(answer, key, list)
    return tuple(values) if all(isinstance(v, str) for v in values) else _part({}, key, list)


# --- asking ------------------------------------------------------------------------------------


class Session:
    """An engine that is started again whenever it has failed."""

    def __init__(
        self,
        command: Sequence[str],
        seconds: float = SECONDS_PER_CASE,
        to_start: float = SECONDS_TO_START,
    ) -> None:
        self._command, self._seconds, self._to_start = command, seconds, to_start
        self._child: Child | None = None
        self._failures = self._number = 0
        self.engine = self._start()

    def _start(self) -> Engine:
        child = Child(self._command)
        try:
            engine = engine_from_json(child.ask(_START, self._to_start))
        except ChildFailure:
            child.kill()
            raise
        self._child = child
        return engine

    def run(self, cases: Iterable[Case]) -> Generator[Result, None, None]:
        """Ask all cases, one result each; closing the iterator ends the engine."""
        try:
            for case in cases:
                yield self._run(case)
        finally:
            self.close()

    def close(self) -> None:
        """Tell the engine to stop."""
        if self._child:
            self._child.tell({"cmd": "stop"})
            self._child.close()
            self._child = None

    def _run(self, case: Case) -> Result:
        reason = self.engine.reason_to_skip(case)
        if reason:
            return _result(case, "skipped", reason)
        if self._failures >= PATIENCE:
            return _result(
                case, "errored", f"not asked: the engine failed {PATIENCE} times in a row"
            )
        try:
            if self._child is None:
                self._start()
            result = judged(case, self._answers(case), self.engine)
        except ChildFailure as error:
            self._failures += 1
            if self._child:
                self._child.kill()
                self._child = None
            return _result(case, "errored", f"the engine {error}")
        self._failures = 0
        return result

    def _answers(self, case: Case) -> list[Json]:
        assert self._child is not None
        self._number += 1
        sent = sent_case(case, self.engine)
        asked = sent["questions"]
        request = {"cmd": "run", "seq": self._number, "case": sent}
        answer = self._child.ask(request, self._seconds)
        if answer.get("seq") != self._number:
            raise ChildFailure(f"answered seq {answer.get('seq')!r:.20}, not {self._number}")
        if "error" in answer:
            return [{"error": answer["error"]}] * len(asked)
        if "skip" in answer:
            return [{"skip": answer["skip"]}] * len(asked)
        answers = answer.get("answers")
        if not isinstance(answers, list) or len(answers) != len(asked):
            raise ChildFailure(f"must give {len(asked)} answers, not {answers!r:.60}")
        return answers


_START: Final = {"cmd": "start", "version": PROTOCOL}


def sent_case(case: Case, engine: Engine) -> dict[str, Json]:
    """What the engine is sent: the questions it can be asked, after the moves of all others too."""
    asked: list[Question] = []
    moves: list[str] = []
    for question in case.questions:
        moves += question.then
        if question.ask in engine.asks:
            asked.append(evolve(question, then=tuple(moves)))
            moves = []
    sent = case.to_json(positions=engine.positions)
    return {**sent, "questions": [question.to_json() for question in asked]}


def run_here(adapter: Adapter, cases: Iterable[Case]) -> Iterator[Result]:
    """Ask an adapter in this process, without a child."""
    engine = engine_from_json(adapter.start())
    for case in cases:
        yield judged(case, adapter.run(sent_case(case, engine)), engine)


# --- judging -----------------------------------------------------------------------------------


def judged(case: Case, answers: Sequence[Json], engine: Engine) -> Result:
    """The result of a case by the answers to those of its questions that the engine can be asked.

    An error outweighs a wrong answer, which outweighs a skip; skips alone make a skipped case.
    """
    asked = [question for question in case.questions if question.ask in engine.asks]
    failures: list[dict[str, Json]] = []
    skips = [f"{q.ask} cannot be asked" for q in case.questions if q not in asked]
    for question, answer in zip(asked, answers, strict=True):
        problem = _malformed(question, answer, engine)
        if problem:
            return _result(case, "errored", f"{question}: {problem}")
        if "skip" in answer:
            skips.append(str(answer["skip"]))
            continue
        got, wanted = _given(question, answer, engine), _wanted(question, engine)
        if "refused" in answer:
            got = f"{answer['refused']!s:.40} refused"
            failures.append(_failure(question, "a legal move", got))
        elif got != wanted:
            clauses = disputed(case, question, got)
            if question.ask == "state":
                wrong = [key for key in wanted if got[key] != wanted[key]]
                wanted, got = ({key: facts[key] for key in wrong} for facts in (wanted, got))
            failures.append({**_failure(question, wanted, got), "clauses": clauses})
    if failures:
        first = failures[0]
        message = f"{first['question']}: {_said(first['got'])}, expected {_said(first['expected'])}"
        return _result(case, "failed", message, failures=failures)
    if len(skips) == len(case.questions):
        return _result(case, "skipped", skips[0])
    return _result(case, "passed", "")


def _failure(question: Question, wanted: Json, got: Json) -> dict[str, Json]:
    return {"question": str(question), "expected": wanted, "got": got}


def _malformed(question: Question, answer: Json, engine: Engine) -> str:
    if not isinstance(answer, dict):
        return f"the answer must be an object, not {answer!r:.60}"
    if "error" in answer:
        return f"the engine says: {answer['error']!s:.200}"
    if "skip" in answer or "refused" in answer:
        return ""
    key = _key(question, engine)
    if key not in answer:
        return f"the answer has no {key!r}: {answer!r:.60}"
    if not _is_well_formed(key, answer[key]):
        return f"{key} must be {_SHAPES[key]}, not {answer[key]!r:.60}"
    return ""


_SHAPES: Final = {
    "clauses": "a list of clause ids",
    "legal": "true or false",
    "moves": "a list of moves",
    "state": "an object",
    "score": "a number",
    "cost": "a number or null",
}


def _is_well_formed(key: str, value: Json) -> bool:
    match key:
        case "clauses" | "moves":
            return isinstance(value, list) and all(isinstance(each, str) for each in value)
        case "legal":
            return isinstance(value, bool)
        case "state":
            return isinstance(value, dict)
        case "score":
            return type(value) is int
        case _:
            return value is None or type(value) is int


def _key(question: Question, engine: Engine) -> str:
    key = ANSWERS[question.ask]
    return "legal" if key == "clauses" and not engine.clauses else key


def _given(question: Question, answer: Mapping[str, Json], engine: Engine) -> Json:
    """The answer, with lists in a fixed order and only those facts that are asked for."""
    value = answer.get(_key(question, engine))
    if isinstance(value, dict):
        return {key: value.get(key) for key in question.expect}
    return sorted(value) if isinstance(value, list) else value


def _wanted(question: Question, engine: Engine) -> Json:
    if _key(question, engine) == "legal":
        return not question.expect
    return sorted(question.expect) if isinstance(question.expect, list) else question.expect


def _said(value: Json) -> str:
    match value:
        case bool():
            return "legal" if value else "illegal"
        case []:
            return "no objection"
        case None:
            return "nothing"
        case [*several] if len(several) > 8:
            return f"{len(several)} moves"
        case [*several]:
            return ", ".join(map(str, several))
        case dict():
            return ", ".join(f"{key} {each}" for key, each in value.items())
    return str(value)


def _result(case: Case, outcome: Outcome, message: str, **detail: Json) -> Result:
    more = {"origin": case.origin, "description": case.description, **detail}
    if outcome in ("passed", "skipped"):
        more = {"origin": case.origin}
    return Result("case", case.id, outcome, case.edition, case.clauses, message, more)
