"""Opinions, remedies, repairs, proofs: the advice on moves and records."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final
from zlib import crc32

import pytest

import tikal
from tests.citations.conftest import moves as some_moves
from tests.shown.inputs import games, language, states
from tikal.conformance.cases import cases
from tikal.counsel.game_opinions import rules_where_legal
from tikal.counsel.permits import rulings_behind
from tikal.counsel.render import opinion_markdown, opinion_text, opinion_to_json
from tikal.notation.documents import position_from_json
from tools.measure.repairs import damaged_records

NAMES: Final = ("Ana", "Ben", "Cleo", "Dan")


def refused() -> Iterator[tuple[int, tikal.State, str, int | None]]:
    """A position for each refusal that has a published case, with the move.

    The number is that of the case, whatever other cases there are.
    """
    for case in cases("near miss", "witness"):
        number = crc32(case.id.encode())
        for question in case.questions:
            if question.ask == "check" and question.expect and case.position and not question.then:
                seat = question.about.get("seat")
                state = position_from_json(case.position)
                yield number, state, str(question.about["move"]), seat


def opinions() -> Iterator[tuple[str, str]]:
    """On every refusal: in a language, as Markdown, as JSON."""
    for number, state, move, seat in refused():
        spoken = language(number)
        found = tikal.opinion(state, move, seat)
        name = found.violations[0].key if found.violations else "legal"
        yield name, opinion_text(found, spoken, NAMES if number % 2 else ())
        if number % 4 == 0:
            yield name, opinion_markdown(found, spoken)
            yield name, "\n".join(f"{k}: {v}" for k, v in opinion_to_json(found).items())


def remedies() -> Iterator[tuple[str, str]]:
    """Ways to make every refused move legal, and what is legal instead."""
    for number, state, move, seat in refused():
        violations = tikal.check(state, move, seat)
        name = violations[0].key if violations else "legal"
        yield name, f"{move}: {tikal.remedies(state, move, 1 + number % 4, seat)}"
        nearest = tikal.nearest_legal(state, move, 1 + number % 4, seat)
        yield name, f"{move}: {'; '.join(map(str, nearest))}"


def crowded() -> Iterator[tuple[str, str]]:
    """Every refusal of many moves in positions where much can be done, with its sentence."""
    moves = [*map(str, some_moves())]
    for number, state in enumerate(states()):
        spoken = language(number)
        lines = []
        for move in moves[number % 17 :: 17]:
            for seat in (None, 1 + number % 2):
                found = tikal.check(state, move, seat)
                text = "; ".join(f"{v.key} {v.text(spoken, NAMES)} {v.facts}" for v in found)
                lines.append(f"{move} {seat}: {text}")
        legal = islice(tikal.legal_moves(state), number % 3, None, 7)
        behind = {id_.id: str(move) for move in legal for id_ in rulings_behind(state, move)}
        yield f"position {number}", "\n".join([*lines, repr(behind)])


def records() -> Iterator[tuple[str, str]]:
    """Repairs of records with a slip, and the rules by which their moves are legal."""
    found = [(damaged.how, damaged.record) for damaged in islice(damaged_records(8), 15)]
    found += [(f"{d.how}, points", d.record) for d in islice(damaged_records(9, claims=True), 8)]
    for name, text in games().items():
        try:
            record = tikal.loads(text)
        except tikal.TikalError:
            continue
        found.append((name, record))
    for number, (name, record) in enumerate(found):
        for repair in tikal.repairs(record, 1 + number % 4):
            yield name, f"{repair!r}".partition("record=")[0] + str(repair)
        if number % 5 == 0:
            yield name, repr(rules_where_legal(record))


def formal() -> Iterator[tuple[str, str]]:
    """Proofs of refusals and permissions, and what moves change."""
    pytest.importorskip("clingo")
    from tikal.formal import render
    from tikal.formal.verdict import changes, proofs

    for number, state, move, seat in refused():
        if number % 24 != 3:
            continue
        for proof in proofs(state, tikal.parse_move(move), seat):
            shown = [f"{'  ' * depth}{text} {at}" for depth, text, at in render.lines(proof)]
            yield proof.clause or "legal", "\n".join(shown)
            yield proof.clause or "legal", repr(render.to_json(proof, language(number)))
    for state in states()[3:40:9]:
        reasons = changes(state, tikal.legal_moves(state)[0])
        yield "changes", "\n".join(map(str, render.change_lines(reasons, "fr")))


GROUPS: Final = {
    "opinions": opinions, "remedies": remedies, "crowded": crowded, "records": records,
    "formal": formal,
}  # fmt: skip
