"""What opinions and repairs are as JSON."""

from __future__ import annotations

from typing import TypedDict

from tikal.notation.documents.violations import ViolationDocument


class RulingDocument(TypedDict):
    """A ruling that something rests on, for one rulebook."""

    id: str
    question: str
    answer: str
    #: How sure it is for this rulebook.
    confidence: str
    not_taken: list[str]
    #: The switch that plays its readings.
    switch: str | None


class GroundsDocument(TypedDict):
    """What a refusal rests on."""

    summary: str
    book: str
    verdict: str
    headings: list[str]
    of_the_house: bool
    rulings: list[RulingDocument]


class RefusalDocument(ViolationDocument):
    """A violation with the statement of its clause and its grounds."""

    statement: str
    grounds: GroundsDocument


class WayDocument(TypedDict):
    """Moves that make a refused one legal, and their action points."""

    moves: list[str]
    ap: int


class RemediesDocument(TypedDict):
    """The ways to make a refused move legal."""

    ways: list[WayDocument]
    exhaustive: bool


class VerdictDocument(TypedDict):
    """The verdict of another edition."""

    edition: str
    #: None where it is unknown; `reason` then says why.
    legal: bool | None
    clauses: list[str]
    reason: str | None


class ReadingDocument(TypedDict):
    """A switch turned to another value, and what becomes of a move then."""

    switch: str
    value: str
    rule: str
    meaning: str
    belongs_to: list[str]
    edition: str
    legal: bool
    clauses: list[str]


class OpinionDocument(TypedDict):
    """An opinion as JSON, see the schema `opinion-1`."""

    format: str
    edition: str
    move: str
    seat: int | None
    legal: bool
    violations: list[RefusalDocument]
    rests_on: list[RulingDocument]
    remedies: RemediesDocument
    editions: list[VerdictDocument]
    readings: list[ReadingDocument]


class RepairDocument(TypedDict):
    """A repair as JSON; moves count from 1."""

    edit: str
    number: int
    line: int | None
    before: str | None
    after: str | None
    #: The move at which the record is refused afterwards; None if all is legal.
    refused: int | None
    text: str
