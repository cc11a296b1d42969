"""The conformance kit: ask another engine the published cases and judge its answers."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Final, Self

from attrs import evolve

from tikal.conformance.adapter import Adapter
from tikal.conformance.cases import Case, Question
from tikal.conformance.child import Child, ChildFailure
from tikal.conformance.engines import PROTOCOL, Engine, engine_from_json
from tikal.conformance.judging import judged, result_of
from tikal.conformance.report import Json, Result
from tikal.errors import TikalError

SECONDS_TO_START: Final = 30.0
SECONDS_PER_CASE: Final = 10.0
#: After so many failures in a row, or so many in all, the engine is not asked any more.
PATIENCE: Final = 10
MOST_FAILURES: Final = 50
_START: Final = {"cmd": "start", "version": PROTOCOL}


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
        self._failures = self._all_failures = self._number = 0
        self.engine = self._start()

    def _start(self) -> Engine:
        child = Child(self._command)
        try:
            engine = engine_from_json(child.ask(_START, self._to_start))
        except BaseException:  # Ctrl-C too must not leave it behind
            child.kill()
            raise
        self._child = child
        return engine

    def run(self, cases: Iterable[Case]) -> Generator[Result, None, None]:
        """Ask all cases, one result each; the engine ends with them."""
        try:
            for case in cases:
                yield self._run(case)
        finally:
            self.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
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
            return result_of(case, "skipped", reason)
        if self._failures >= PATIENCE or self._all_failures >= MOST_FAILURES:
            return result_of(
                case, "errored", f"not asked: the engine failed {self._all_failures} times"
            )
        try:
            if self._child is None:
                self._start()
            result = judged(case, self._answers(case), self.engine)
        except ChildFailure as error:
            self._failures += 1
            self._all_failures += 1
            if self._child:
                self._child.kill()
                self._child = None
            return result_of(case, "errored", f"the engine {error}")
        self._failures = 0
        return result

    def _answers(self, case: Case) -> list[Json]:
        assert self._child is not None
        self._number += 1
        sent = sent_case(case, self.engine)
        asked = sent["questions"]
        request = {"cmd": "run", "seq": self._number, "case": sent}
        answer = self._child.ask(request, self._seconds)
        if type(answer.get("seq")) is not int or answer["seq"] != self._number:
            raise ChildFailure(f"answered seq {answer.get('seq')!r:.20}, not {self._number}")
        for instead in ("error", "skip", "refused"):
            if answer.get(instead) is not None:
                return [{instead: answer[instead]}] * len(asked)
        answers = answer.get("answers")
        if not isinstance(answers, list) or len(answers) != len(asked):
            raise ChildFailure(f"must give {len(asked)} answers, not {answers!r:.60}")
        return answers


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
        reason = engine.reason_to_skip(case)
        if reason:
            yield result_of(case, "skipped", reason)
            continue
        try:
            answers = adapter.run(sent_case(case, engine))
        except TikalError as error:
            yield result_of(case, "errored", f"the engine says: {error}")
        except Exception as error:  # the other cases go on
            yield result_of(case, "errored", f"the engine failed: {type(error).__name__}: {error}")
        else:
            yield judged(case, answers, engine)
