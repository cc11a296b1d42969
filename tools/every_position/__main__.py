"""Compare engine and specification in every position, and store the summary.

`python -m tools.every_position` asks all that has changed since the last time; `--fresh` asks
everything. `--only TEMPLE-03` asks the subjects with this in their names and writes no summary;
`--stored` asks nothing and writes the summary of what has been asked. Then the compiled engine is
asked about one position of every box; `--boxes` does this alone.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from attrs import asdict

from tikal._support.atomic_write import write_atomic
from tikal._support.exit_codes import ExitCode
from tools.every_position import results
from tools.every_position.fields import MAX_POINTS
from tools.every_position.question import Subject, question, solved
from tools.every_position.subjects import clauses, refusals
from tools.verify.lockstep import load_engine

#: Subjects that take longest come last.
_SLOW: Final = ("MOVE", "GUARD-02", "PLACE", "TURN-02", "C2C-01")


def asked(subject: Subject, fresh: bool = False, stored: bool = False) -> dict[str, Any]:
    """The result of a subject, from the solver or, if the question is the same, the stored one.

    With `stored` the solver is not asked: the result is empty if the question has changed.
    """
    last = results.remembered(subject.name)
    sources = results.sources()
    if last.get("sources") == sources and not fresh:
        return last
    text = question(subject)
    mark = results.digest(text.text)
    if last.get("question") == mark and not fresh:
        results.remember(subject.name, {**last, "sources": sources})
        return last
    if stored:
        return {}
    finding = solved(text)
    result = {
        "sources": sources,
        "question": mark,
        "clauses": subject.clauses,
        "moves": text.moves,
        "groups": text.groups,
        "paths": text.paths,
        "different_paths": text.different,
        "answers": text.answers,
        "never": finding.never,
        "wrong": {name: list(facts) for name, facts in finding.wrong.items()},
        "seconds": round(text.seconds + finding.seconds, 1),
    }
    results.remember(subject.name, result)
    return result


def compiled(
    subject: Subject, last: Mapping[str, Any], fresh: bool = False, keep: bool = True
) -> dict[str, Any]:
    """What came of asking the compiled engine; what came last time if it is the same engine.

    Empty if the engine is not compiled. With `keep` the result is stored beside that of the solver.
    """
    from tools.every_position import boxes  # here, because an engine may be chosen first

    stored: dict[str, Any] = last.get("compiled", {})
    if not boxes.ENGINE or (stored.get("engine") == boxes.ENGINE and not fresh):
        return stored if boxes.ENGINE else {}
    is_current = last.get("sources") == results.sources()
    count = boxes.asked(subject, last["groups"] if is_current else ())
    found = {"engine": boxes.ENGINE, **asdict(count)}
    if keep and is_current:
        results.remember(subject.name, {**last, "compiled": found})
    return found


def _by_length(subject: Subject) -> int:
    slow = [number for number, name in enumerate(_SLOW) if subject.name.startswith(name)]
    return slow[0] if slow else -1


def failures(result: Mapping[str, Any]) -> list[str]:
    """What is wrong with a result."""
    return [
        *(f"{name}: {' '.join(facts)}" for name, facts in result["wrong"].items()),
        *(f"no position has the answer {answer}" for answer in result["never"]),
    ]


def _summary(found: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    subjects = {subject.name: subject.clauses for subject in refusals()}
    figures = ("moves", "paths", "different_paths", "seconds")
    return {
        "sources": results.sources(),
        "bounds": {"points": MAX_POINTS},
        "clauses": {clause: _standing(clause, subjects, found) for clause in sorted(clauses())},
        "subjects": {
            name: {figure: result[figure] for figure in figures} for name, result in found.items()
        },
        "not_asked": sorted(subjects.keys() - found.keys()),
        "compiled": _of_compiled(found),
    }


def _of_compiled(found: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The engine, and what came of its boxes by subject."""
    figures = ("boxes", "asked", "alone")
    asked_of = {
        name: result["compiled"]
        for name, result in found.items()
        if result.get("compiled", {}).get("boxes")
    }
    engines = {result["engine"] for result in asked_of.values()}
    return {
        "engine": " ".join(sorted(engines)),
        "subjects": {
            name: {figure: result[figure] for figure in figures}
            for name, result in asked_of.items()
        },
    }


def _standing(
    clause: str, subjects: Mapping[str, tuple[str, ...]], found: Mapping[str, object]
) -> str:
    """How far a clause has been compared: in every position, on samples, or in part."""
    mine = [name for name, about in subjects.items() if clause in about]
    missing = [name for name in mine if name not in found]
    if not missing:
        return results.EVERY
    if len(missing) == len(mine):
        return results.SAMPLED
    return f"{results.EVERY}, but {results.SAMPLED}: {'; '.join(missing)}"


def _say(subject: Subject, result: Mapping[str, Any], only_boxes: bool) -> bool:
    """Print a result; whether something is wrong."""
    wrong = [] if only_boxes else failures(result)
    if not only_boxes:
        print(
            f"{subject.name}: {result['moves']} moves, {result['paths']} paths, "
            f"{result['seconds']} s: {'; '.join(wrong) or 'no position tells them apart'}",
            flush=True,
        )
    count = result.get("compiled", {})
    if count.get("boxes"):
        wrong += count["wrong"]
        print(
            f"{subject.name}: {count['boxes']} boxes, {count['asked']} of them with a possible "
            f"position, {count['alone']} in which it decides alone; "
            f"{'; '.join(count['wrong'][:3]) or 'the compiled engine agrees'}",
            flush=True,
        )
    return bool(wrong)


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tools.every_position", description=__doc__)
    parser.add_argument("--only", metavar="NAME", action="append", help="subjects with this name")
    parser.add_argument(
        "--stored", action="store_true", help="ask nothing: the summary of what was asked before"
    )
    parser.add_argument("--fresh", action="store_true", help="ask again what was asked before")
    parser.add_argument("--boxes", action="store_true", help="ask the compiled engine alone")
    parser.add_argument("--engine", type=Path, help="another build of it; with --boxes")
    options = parser.parse_args(arguments)
    if options.engine:
        load_engine(options.engine)
    found, failed = {}, False
    for subject in sorted(refusals(), key=_by_length):
        if options.only and not any(word in subject.name for word in options.only):
            continue
        result = results.remembered(subject.name)
        if options.stored and not result:
            continue
        if not options.boxes:
            result = asked(subject, options.fresh, options.stored)
        if not result and not options.boxes:
            continue
        if not options.stored:
            count = compiled(subject, result, options.fresh, keep=not options.engine)
            result = {**result, "compiled": count}
        found[subject.name] = result
        failed |= _say(subject, result, options.boxes)
    if not options.only and not options.boxes and not failed:
        write_atomic(results.SUMMARY, json.dumps(_summary(found), indent=1) + "\n")
    return ExitCode.RULE_BROKEN if failed else ExitCode.FINE


if __name__ == "__main__":
    sys.exit(main())
