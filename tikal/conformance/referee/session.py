"""Asking an engine case by case: in a process restarted when it fails, or in this one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, Protocol, Self

from attrs import evolve

from tikal.conformance.cases import Case, Question
from tikal.conformance.protocol.connection import Child, ChildFailure
from tikal.conformance.protocol.engine_info import PROTOCOL, EngineInfo, engine_from_json
from tikal.conformance.referee.judge import INSTEAD, case_result, cut, judge, unanswered
from tikal.conformance.report import Json, Result
from tikal.errors import TikalError
from tikal.moves import parse_move

SECONDS_TO_START: Final = 30.0
SECONDS_PER_CASE: Final = 10.0
#: The engine is asked no further after this many failures in a row, or in all.
MAX_FAILURES_IN_A_ROW: Final = 10
MAX_FAILURES: Final = 50
#: Called with a case, the answers, and the result.
OnAnswer = Callable[[Case, Sequence[Json], Result], None]
_START: Final = {"cmd": "start", "version": PROTOCOL}


class Session:
    """An engine in a process of its own, which is restarted whenever it has failed.

    Leaving the `with` block ends the process.
    """

    def __init__(
        self,
        command: Sequence[str],
        seconds: float = SECONDS_PER_CASE,
        to_start: float = SECONDS_TO_START,
    ) -> None:
        self._command, self._seconds, self._to_start = command, seconds, to_start
        self._child: Child | None = None
        self._failures_in_a_row = self._failures = self._number = 0
        self._reason = ""
        self.engine = self._start()

    def run(self, cases: Iterable[Case], on_answer: OnAnswer | None = None) -> Iterator[Result]:
        """Ask all cases, one result each; `hear` gets every case with its answers."""
        for case in cases:
            yield run_case(case, self.engine, self.ask, on_answer)

    def close(self) -> None:
        """Tell the engine to stop."""
        if self._child:
            self._child.tell({"cmd": "stop"})
            self._child.close()
            self._child = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _start(self) -> EngineInfo:
        child = Child(self._command)
        try:
            engine = engine_from_json(child.ask(_START, self._to_start))
        except BaseException:  # not even Ctrl-C may leave the process behind
            child.kill()
            raise
        self._child = child
        return engine

    def ask(self, case: Mapping[str, Json]) -> Sequence[Json]:
        """The answers to the questions of a case; a `ChildFailure` is counted."""
        if self._failures_in_a_row >= MAX_FAILURES_IN_A_ROW or self._failures >= MAX_FAILURES:
            raise ChildFailure(
                f"was not asked: it has failed {self._failures} times, at last it {self._reason}"
            )
        try:
            if self._child is None:
                self._start()
            answers = self._answers(case)
        except ChildFailure as failure:
            self._reason = str(failure)
            self._failures_in_a_row += 1
            self._failures += 1
            if self._child:
                self._child.kill()
                self._child = None
            raise
        self._failures_in_a_row = 0
        return answers

    def _answers(self, case: Mapping[str, Json]) -> list[Json]:
        assert self._child is not None
        self._number += 1
        expected = len(case["questions"])
        request = {"cmd": "run", "seq": self._number, "case": case}
        answer = self._child.ask(request, self._seconds)
        if type(answer.get("seq")) is not int or answer["seq"] != self._number:
            raise ChildFailure(f"answered seq {answer.get('seq')!r:.20}, not {self._number}")
        for instead in INSTEAD:
            if answer.get(instead) is not None:
                return [{instead: answer[instead]}] * expected
        answers = answer.get("answers")
        if not isinstance(answers, list) or len(answers) != expected:
            raise ChildFailure(f"must give {expected} answers, not {answers!r:.60}")
        return answers


class LocalEngine(Protocol):
    """An engine in this process, such as an `Adapter`."""

    def start(self) -> Mapping[str, Json]:
        """The name of the engine, and what it can be asked."""

    def run(self, case: Mapping[str, Json]) -> Sequence[Json]:
        """The answers to the questions of a case."""


def run_here(
    adapter: LocalEngine, cases: Iterable[Case], on_answer: OnAnswer | None = None
) -> Iterator[Result]:
    """Ask an engine in this process, without a child."""
    engine = engine_from_json(adapter.start())

    def ask(case: Mapping[str, Json]) -> Sequence[Json]:
        try:
            return adapter.run(case)
        except TikalError as error:
            raise ChildFailure(f"says: {error}") from error
        except Exception as error:  # a bug in the engine must not stop the other cases
            raise ChildFailure(f"failed: {type(error).__name__}: {error}") from error

    for case in cases:
        yield run_case(case, engine, ask, on_answer)


def run_case(
    case: Case,
    engine: EngineInfo,
    ask: Callable[[Mapping[str, Json]], Sequence[Json]],
    on_answer: OnAnswer | None = None,
) -> Result:
    """Ask an engine one case and judge its answers, unless the case is not for this engine."""
    reason = engine.reason_to_skip(case)
    if reason:
        return case_result(case, "skipped", reason)
    requests = requests_for(engine, case)
    try:
        answers = _verdicts(case, engine, [each for request in requests for each in ask(request)])
    except ChildFailure as error:
        return case_result(case, "errored", f"the engine {error}", **unanswered(case, engine))
    result = judge(case, answers, engine)
    if on_answer:
        on_answer(case, answers, result)
    if result.outcome not in ("failed", "errored"):
        return result
    return evolve(result, detail={**result.detail, **_exchange(case, engine, answers, result)})


def _exchange(
    case: Case, engine: EngineInfo, answers: Sequence[Json], result: Result
) -> dict[str, Json]:
    """The first question that was answered wrongly as a request of its own, and the answer."""
    match result.detail.get("failures"):
        case [{"number": int(number)}, *_]:
            pass
        case _:
            number = engine.questions_for(case)[0]
    [request] = requests_for(engine, evolve(case, questions=(case.only(number),)))
    place = engine.questions_for(case).index(number)
    return {
        "request": {"cmd": "run", "seq": 1, "case": request},
        "answer": {"seq": 1, "answers": [cut(answers[place])]},
    }


def _verdicts(case: Case, engine: EngineInfo, answers: list[Json]) -> list[Json]:
    """The answers, with verdicts in place of the lists that they are read from."""
    if not engine.lists:
        return answers
    found: list[Json] = []
    for number, answer in zip(engine.questions_for(case), answers, strict=True):
        question = case.questions[number]
        is_given = isinstance(answer, dict) and not any(answer.get(key) for key in INSTEAD)
        found.append(
            _read_from(answer, question) if is_given and question.ask == "check" else answer
        )
    return found


def _read_from(answer: Mapping[str, Json], question: Question) -> dict[str, Json]:
    """The verdict on a move; what is wrong with lists as such is found where they are asked for."""
    try:
        listed = [str(parse_move(each)) for each in answer["moves"]]
    except (KeyError, TypeError, TikalError):
        return {"skip": "the list of moves cannot be read"}
    return {"legal": question.about["move"] in listed}


def requests_for(engine: EngineInfo, case: Case) -> list[dict[str, Json]]:
    """The requests: one case, or a case for each move that the engine has to try."""
    sent = case_for(engine, case)
    for question in sent["questions"] if engine.lists else ():
        if question["ask"] == "check":
            question["ask"] = "legal_moves"
            del question["move"]
    if not engine.tries:
        return [sent]
    requests: list[dict[str, Json]] = []
    moves: list[Json] = []  # all so far: after a move that was tried the position is another one
    is_fresh = False
    for question in sent["questions"]:
        then = question.pop("then", [])
        moves += then
        is_verdict = question["ask"] == "check"
        asked = {**question, "ask": "apply"} if is_verdict else question
        if is_fresh:
            requests[-1]["questions"].append({"then": then, **asked})
        else:
            requests.append({**sent, "questions": [{"then": [*moves], **asked}]})
        is_fresh = not is_verdict
    return requests


def case_for(engine: EngineInfo, case: Case) -> dict[str, Json]:
    """The questions that the engine can be asked, with the moves of those left out."""
    can_be_asked = engine.questions_for(case)
    asked: list[Question] = []
    moves: list[str] = []
    for number, question in enumerate(case.questions):
        moves += question.then
        if number in can_be_asked:
            asked.append(evolve(question, then=tuple(moves)))
            moves = []
    return case.to_json(asked, engine.positions)
