"""Keeping differences: as records that replay, as cases that can be asked again, as pictures."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import tikal
from tikal._support.atomic_write import write_atomic
from tikal.conformance.cases import FORMAT, Case, case_to_json
from tikal.editions import read_edition
from tikal.moves import parse_move
from tikal.notation.positions import format_position
from tikal.notation.records import Record, dumps, loads
from tikal.pictures.svg import board_svg

#: Characters of the expected answer that a record quotes.
MAX_EXPECTED_CHARACTERS = 300


def save_differences(found: Iterable[Case], folder: Path) -> None:
    """Write the record, the case and the picture of each difference, numbered from 1."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, case in enumerate(found, start=1):
        write_atomic(folder / f"{number}.tikal", record_text(case))
        write_atomic(folder / f"{number}.json", case_text(case))
        write_atomic(folder / f"{number}.svg", picture(case))


def record_text(case: Case) -> str:
    """The game as a record, a turn per line, with what is asked at its end as a comment."""
    question = case.questions[-1]
    moves = [*(case.moves or ()), *(move for each in case.questions for move in each.then)]
    lines: list[list[str]] = [[]]
    for move in moves:
        lines[-1].append(move)
        if move == "end":
            lines.append([])
    if case.moves is None:  # the engine is wrong about the position by itself
        header = f"position: {format_position(case.state_at(-1))}"
    else:
        record = Record(read_edition(case.edition), case.players, case.auction, case.start)
        header = dumps(record).rstrip()
    expected = json.dumps(question.expect, ensure_ascii=False)
    asked = f"# asked: {question}; expected: {expected:.{MAX_EXPECTED_CHARACTERS}}"
    body = "\n".join("; ".join(line) for line in lines if line)
    return dumps(loads(f"{header}\n\n{body}\n{asked}\n"))


def case_text(case: Case) -> str:
    """The case as a file that `tikal conformance run --cases` reads."""
    entry = case_to_json(case)
    document = {"format": FORMAT, "made_by": "tikal conformance play", "cases": [entry]}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def picture(case: Case) -> str:
    """The position in which the engine differs, with the move in question if there is one."""
    number = len(case.questions) - 1
    state, move = case.state_at(number), case.questions[number].about.get("move")
    if move is None:
        return board_svg(state)
    asked = parse_move(move)
    return board_svg(state, move=asked, violations=tikal.check(state, asked))
