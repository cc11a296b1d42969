"""Write the cases of the conformance kit, spec/cases/*.json: `python -m tools.generate.cases`.

- components: what is in the box;
- witnesses: the solver's witnesses and twins (tools/generate/witnesses.py), with their positions
as JSON;
- near misses: positions of played games with a move that breaks a clause, and a legal one;
- golden: what the golden examples (tests/golden/examples) ask, and the state after every move;
- effects: questions that turn on an effect, after moves of played games and golden examples;
- paths: what it costs to walk on boards of played games;
- games: whole games, asked about on the way.

Each is stored once, with the editions and readings in which it holds (tools/generate/validity.py).
Every answer is the engine's; tests/formal/test_cases.py checks the verdicts against the
specification.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from tikal._support.atomic_write import write_atomic
from tikal.conformance.adapter import components
from tikal.conformance.cases import FORMAT, Case, Question, case_to_json, cases, rules_of
from tikal.conformance.report import Json
from tikal.editions import EDITIONS
from tikal.notation.documents import position_to_json
from tools.generate.condition_cases import conditions
from tools.generate.effect_cases import effects
from tools.generate.example_cases import golden
from tools.generate.near_miss_cases import near_misses
from tools.generate.played_cases import games, paths
from tools.generate.validity import with_validity
from tools.generate.way_cases import way_cases
from tools.generate.witness_cases import edition_of, state_of
from tools.generate.witnesses import stored

FOLDER = Path(__file__).parents[2] / "spec" / "cases"


# --- the box -----------------------------------------------------------------------------------

#: The clauses that say what is in the box.
PARTS = {
    "tiles": ("COMP-04",),
    "printed": ("COMP-02",),
    "floors": ("COMP-06",),
    "figures": ("COMP-07",),
}


def box() -> Iterator[Case]:
    """The contents of the box, part by part."""
    for part, clauses in PARTS.items():
        yield Case(
            id=f"components/{part}",
            origin="components",
            clauses=clauses,
            description=f"What is in the box: {part}.",
            edition="rio-grande-1999",
            rules=rules_of(EDITIONS["rio-grande-1999"]),
            players=2,
            questions=(Question("components", components(part), about={"part": part}),),
        )


# --- witnesses ---------------------------------------------------------------------------------


def witnesses() -> Iterator[Case]:
    """The solver's cases."""
    for entry in stored():
        edition = edition_of(entry)
        shared: dict[str, Json] = {
            "id": entry["id"],
            "origin": "witness",
            "clauses": (entry["clause"],),
            "description": entry["description"],
            "edition": edition.key,
            "rules": rules_of(edition),
            "players": entry["players"],
            "auction": entry["auction"],
        }
        expected = entry["expected"]
        if "new_game" in entry:
            question = Question("new_game", expected["clauses"])
            yield Case(**shared, start=entry["new_game"]["start"], questions=(question,))
            continue
        about_move = {key: entry[key] for key in ("move", "seat") if key in entry}
        questions = [Question("check", expected["clauses"], about=about_move)]
        if "after" in expected:
            questions.append(Question("state", expected["after"], then=(entry["move"],)))
        position = position_to_json(state_of(entry))
        yield Case(**shared, position=position, questions=tuple(questions))


# --- writing -----------------------------------------------------------------------------------


def document(entries: Iterable[Case]) -> str:
    """The text of a file, a case per line."""
    lines = ",\n".join(json.dumps(case_to_json(case), ensure_ascii=False) for case in entries)
    head = f'{{"format": "{FORMAT}", "made_by": "python -m tools.generate.cases", "cases": [\n'
    return head + lines + "\n]}\n"


def _near_misses() -> Iterator[Case]:
    """Those of the keys, of the conditions, and then of the ways that no case asks about."""
    found = [*near_misses(), *conditions()]
    yield from found
    others = cases("components", "witness", "golden", "effect", "path")
    yield from way_cases([*others, *map(with_validity, found)])


SOURCES = {
    "components": box,
    "witnesses": witnesses,
    "near-misses": _near_misses,
    "golden": golden,
    "effects": effects,
    "paths": paths,
    "games": games,
}


def main(arguments: list[str]) -> None:
    """Write all files, or those named."""
    parser = argparse.ArgumentParser(prog="python -m tools.generate.cases", description=__doc__)
    parser.add_argument("names", nargs="*", help=f"some of {', '.join(SOURCES)}; all if none")
    names = parser.parse_args(arguments).names
    if unknown := sorted({*names} - {*SOURCES}):
        parser.error(f"there is no file of {unknown[0]}")
    for name, source in SOURCES.items():
        if not names or name in names:
            entries = list(map(with_validity, source()))
            text = document(entries)
            write_atomic(FOLDER / f"{name}.json", text)
            print(f"{name}.json: {len(entries)} cases, {len(text) // 1024} KB", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
