"""Compare what moves do in engine and specification, in every position, and store the summary.

`python -m tools.every_position.effects` asks about all moves of nine of the sixteen kinds;
`--only guard` asks about those with this in their names and writes no summary.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any, Final

from tikal._support.atomic_write import write_atomic
from tikal._support.exit_codes import ExitCode
from tikal.moves import (
    MOVES,
    EndTurn,
    PlaceGuard,
    PlaceTile,
    Recover,
    Transfer,
    Uncover,
    Walk,
)
from tools.every_position import results
from tools.every_position.effects import SUMMARY, sources
from tools.every_position.effects.subjects import NOT_COMPARED, asked, effect_of
from tools.every_position.fields import MAX_POINTS
from tools.every_position.question import Subject, solved

#: Asked only by `--only`: no answer yet about all their moves. The tests ask about a few moves.
_UNFINISHED: Final = (
    EndTurn, PlaceGuard, PlaceTile, Recover, Transfer, Uncover, Walk,
)  # fmt: skip


def found_by(subject: Subject) -> dict[str, Any]:
    """The result of a subject: the stored one if the question is the same, or the solver's."""
    text = asked(subject)
    mark, last = results.digest(text.text), results.remembered(subject.name)
    if last.get("question") == mark:
        return last
    finding = solved(text, by_cell=True)
    result = {
        "question": mark,
        "moves": text.moves,
        "paths": text.paths,
        "different_paths": text.different,
        "writes": sorted(subject.results.names),  # type: ignore[union-attr]
        "never": finding.never,
        "wrong": {name: list(facts) for name, facts in finding.wrong.items()},
        "seconds": round(text.seconds + finding.seconds, 1),
    }
    results.remember(subject.name, result)
    return result


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.every_position.effects", description=__doc__
    )
    parser.add_argument("--only", metavar="NAME", action="append", help="moves with this name")
    options = parser.parse_args(arguments)
    found, failed = {}, False
    for kind in MOVES:
        subject = effect_of(kind)
        if options.only and not any(word in subject.name for word in options.only):
            continue
        if not options.only and kind in _UNFINISHED:
            continue
        result = found_by(subject)
        found[subject.name] = result
        failed |= bool(result["wrong"] or result["never"])
        print(
            f"{subject.name}: {result['moves']} moves, {result['paths']} paths, "
            f"{result['seconds']} s, writes {' '.join(result['writes'])}: "
            f"{result['wrong'] or result['never'] or 'no position tells them apart'}",
            flush=True,
        )
    if not options.only and not failed:
        figures = ("moves", "paths", "different_paths", "seconds", "writes")
        summary = {
            "sources": sources(),
            "bounds": {"points": MAX_POINTS},
            "effects": {name: {f: result[f] for f in figures} for name, result in found.items()},
            "not_asked": [effect_of(kind).name for kind in MOVES if kind in _UNFINISHED],
            "sampled": dict.fromkeys((*NOT_COMPARED, "points"), results.SAMPLED),
        }
        write_atomic(SUMMARY, json.dumps(summary, indent=1) + "\n")
    return ExitCode.RULE_BROKEN if failed else ExitCode.FINE


if __name__ == "__main__":
    sys.exit(main())
