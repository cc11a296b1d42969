"""Plant mutants that end in every way a process can: run by test_mutants.py.

In a process of its own, for `run_forked` waits for every child of its process.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import Any, Final

from tools.mutation import kit_mutants
from tools.mutation.mutant_list import Mutant
from tools.verify.forks import RAISED, TIMEOUT, run_forked

SECONDS: Final = 1
WAYS: Final[dict[str, Callable[[], Any]]] = {
    "returns": lambda: 3,
    "raises": lambda: 1 / 0,
    "returns nothing": lambda: None,
    "is killed": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "runs in circles": lambda: any(iter(int, 1)),
}


def main() -> None:
    """Assert how each ends, and which of them count as found."""
    ended = {way: code for way, _, code in run_forked(WAYS, lambda way: WAYS[way](), SECONDS)}
    wanted = (3, RAISED, RAISED, -signal.SIGKILL, TIMEOUT)
    assert ended == dict(zip(WAYS, wanted, strict=True)), ended

    kit_mutants.SECONDS = SECONDS
    planted = [Mutant("CAMP-03", way, plant) for way, plant in WAYS.items()]
    alive, by_name = kit_mutants.survivors(planted, ())
    found = {name.removeprefix("CAMP-03: ") for name in alive}
    assert found == {"returns", "raises", "returns nothing", "is killed"}, alive
    assert not by_name


if __name__ == "__main__":
    main()
