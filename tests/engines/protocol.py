"""Engines that do not keep to the protocol, each in its own way."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Mapping
from typing import Final

from tests.engines.base import require_new
from tikal.conformance.adapter import Adapter, serve
from tikal.notation.documents.parsing import Json

#: The engines that misbehave, by name; the docstring says how.
MISBEHAVIOURS: Final[dict[str, Callable[[], None]]] = {}


def _misbehaves(act: Callable[[], None]) -> Callable[[], None]:
    name = act.__name__.replace("_", "-")
    require_new(name, MISBEHAVIOURS)
    MISBEHAVIOURS[name] = act
    return act


class Misbehaving(Adapter):
    """Introduces itself properly, then does something else before it answers a case."""

    name = "misbehaving"

    def __init__(self, interlude: Callable[[int], None]) -> None:
        self._interlude, self._cases = interlude, 0

    def run(self, case: Mapping[str, Json]) -> list[dict[str, Json]]:
        """The right answers, after the interlude, which gets the number of the case."""
        self._cases += 1
        self._interlude(self._cases)
        return super().run(case)


def _say(text: str) -> None:
    print(text, flush=True)


def _wait() -> None:
    time.sleep(3600)


@_misbehaves
def crashes_at_the_third_case() -> None:
    """Ends with an error when it is asked its third case."""

    def crash(number: int) -> None:
        if number == 3:
            sys.exit("the third case is too much")

    serve(Misbehaving(crash))


@_misbehaves
def hangs() -> None:
    """Reads a case and never answers."""
    serve(Misbehaving(lambda _: _wait()))


@_misbehaves
def prints_garbage() -> None:
    """Answers with something that is not JSON."""
    serve(Misbehaving(lambda _: _say("Segmentation fault (core dumped)")))


@_misbehaves
def prints_an_endless_line() -> None:
    """Prints a line that never ends."""

    def shout(_: int) -> None:
        while True:
            sys.stdout.write("x" * 65536)

    serve(Misbehaving(shout))


@_misbehaves
def answers_another_case() -> None:
    """Answers with the wrong sequence number."""
    serve(Misbehaving(lambda _: _say('{"seq": -1, "answers": []}')))


@_misbehaves
def answers_with_wrong_types() -> None:
    """Answers every question with a list that holds a number."""
    wrong = {key: [1] for key in ("clauses", "moves", "state", "score", "cost")}

    class Wrong(Adapter):
        def run(self, case: Mapping[str, Json]) -> list[dict[str, Json]]:
            return [wrong] * len(case["questions"])

    serve(Wrong())


@_misbehaves
def answers_too_little() -> None:
    """Leaves out the answers."""

    class Silent(Adapter):
        def run(self, case: Mapping[str, Json]) -> list[dict[str, Json]]:
            return []

    serve(Silent())


@_misbehaves
def floods_standard_error() -> None:
    """Complains without end instead of answering."""

    def complain(_: int) -> None:
        while True:
            os.write(2, b"warning: deprecated\n" * 4096)

    serve(Misbehaving(complain))


@_misbehaves
def never_reads() -> None:
    """Introduces itself unasked and never reads anything."""
    _say(json.dumps(Adapter().start()))
    _wait()


@_misbehaves
def babbles() -> None:
    """Prints answers before it is asked, and goes on doing so."""
    _say(json.dumps(Adapter().start()))
    while True:
        _say('{"seq": 0, "answers": []}')


@_misbehaves
def exits_at_once() -> None:
    """Ends before it has sent its name."""
    sys.exit(3)


@_misbehaves
def speaks_version_99() -> None:
    """Speaks a version of the protocol that does not exist."""

    class Modern(Adapter):
        def start(self) -> dict[str, Json]:
            return {**super().start(), "version": 99}

    serve(Modern())
