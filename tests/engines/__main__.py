"""Serve a faulty engine: `python -m tests.engines NAME`, or `--list`."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Callable
from typing import Final

from tests.engines import CONDITIONS, FAULTS, MISBEHAVIOURS, STRANGERS, UNSEEN
from tikal.conformance.adapter import Adapter, serve

#: Every engine that keeps to the protocol.
KNOWN: Final[dict[str, Callable[[], Adapter]]] = {**FAULTS, **CONDITIONS, **UNSEEN, **STRANGERS}


def list_engines() -> str:
    """A line for each engine: its name, the clauses it is wrong about, what it does."""
    wrong = {**FAULTS, **CONDITIONS, **UNSEEN}
    rules = [(name, ", ".join(engine.clauses), engine.__doc__) for name, engine in wrong.items()]
    misbehaving = [(name, "protocol", act.__doc__) for name, act in MISBEHAVIOURS.items()]
    strange = [(name, "stranger", engine.__doc__) for name, engine in STRANGERS.items()]
    rows = [*rules, *misbehaving, *strange]
    wide, wider = max(len(name) for name, *_ in rows), max(len(about) for _, about, _ in rows)
    return "\n".join(f"{name:{wide}}  {about:{wider}}  {what}" for name, about, what in rows)


def main() -> None:
    """Serve the engine of the given name."""
    parser = argparse.ArgumentParser("python -m tests.engines", description=__doc__)
    parser.add_argument("name", nargs="?", choices=[*KNOWN, *MISBEHAVIOURS], metavar="NAME")
    parser.add_argument("--list", action="store_true", help="list all engines")
    wanted = parser.parse_args()
    if wanted.list:
        if hasattr(signal, "SIGPIPE"):  # not on Windows
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `--list | head` ends quietly
        print(list_engines())
    elif wanted.name in KNOWN:
        serve(KNOWN[wanted.name]())
    elif wanted.name:
        MISBEHAVIOURS[wanted.name]()
    else:
        parser.error("which one? --list lists them")


if __name__ == "__main__":
    main()
