"""The published cases: what an engine is asked, and what it must answer.

They are in `spec/cases/` as JSON that any language can read, and travel inside the wheel. A case is
stored once, and `asked_in` gives it in every printed edition in which it holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from tikal._support.resources import specification
from tikal.conformance.case import (
    ANSWERS,
    ASKS,
    BOX_PARTS,
    ORIGINS,
    Ask,
    Case,
    Origin,
    Question,
    is_cheapest,
    rules_of,
)
from tikal.editions import EDITIONS
from tikal.notation.documents.editions import switches_of
from tikal.notation.documents.fields import Fields, Reading
from tikal.notation.documents.parsing import Json, format_of, parse_json, read_document
from tikal.notation.documents.parts import CELL_LIKE
from tikal.notation.documents.readings import (
    CLAUSE_ID,
    TRUTH,
    one_of,
    plain,
    plain_object,
    several,
    text,
    whole,
)

#: The files of the kit by the origin of their cases, in the order in which they are run.
FILES: Final[Mapping[Origin, str]] = {
    "components": "components",
    "witness": "witnesses",
    "near miss": "near-misses",
    "golden": "golden",
    "effect": "effects",
    "path": "paths",
    "game": "games",
}
FORMAT: Final = format_of("cases")


def cases(*origins: Origin) -> Iterator[Case]:
    """All cases, or those of some origins; a file is read when it is reached."""
    for origin, name in FILES.items():
        if not origins or origin in origins:
            yield from read_cases(specification().joinpath("cases", f"{name}.json").read_bytes())


def read_cases(text: str | bytes) -> list[Case]:
    """The cases of a file; `InvalidNotation` names what is wrong with it."""
    return list(read_document(parse_json(text, "cases"), "cases", _cases))


def asked_in(every: Iterable[Case], editions: Iterable[str] = EDITIONS) -> Iterator[Case]:
    """Every case in each of these editions in which it holds, its own first.

    Cases that hold in none of them are given as they are, so that a report can say what it skips.
    """
    wanted = tuple(editions)
    for case in every:
        there = [key for key in case.editions if key in wanted]
        for key in sorted(there, key=lambda key: key != case.edition) or [case.edition]:
            yield case.in_edition(key)


def case_to_json(case: Case) -> dict[str, Json]:
    """The entry of a case in a file; what is empty is left out."""
    entry: dict[str, Json] = {"id": case.id, "origin": case.origin, "clauses": list(case.clauses)}
    entry |= {"description": case.description, **case.to_json(questions=())}
    entry |= {"editions": list(case.editions), "not_with": list(case.not_with)}
    entry |= {"no_permission": case.no_permission, "fault": case.fault}
    entry["questions"] = [_entry_of(question) for question in case.questions]
    optional = ("editions", "not_with")
    return {
        key: value
        for key, value in entry.items()
        if value not in (None, "") and (value or key not in optional)
    }


def _entry_of(question: Question) -> dict[str, Json]:
    elsewhere = {"expect_in": dict(question.expect_in)} if question.expect_in else {}
    return {**question.to_json(), "expect": question.expect, **elsewhere}


# --- reading -----------------------------------------------------------------------------------

_FORMAT: Final = one_of(f'must be "{FORMAT}"', (FORMAT,))
_MADE_BY: Final = text("must be the command that wrote the file")
_ASK: Final = one_of("must be one of the questions of the protocol", ASKS)
_MOVE: Final = text('must be a move such as "walk W a1-b2"')
_THEN: Final = several(
    "must be the moves made before asking, on top of those of the questions before", _MOVE
)
_CELL: Final = text('must be a cell such as "b1"', like=CELL_LIKE)
#: The arguments of a question.
_ABOUT: Final[Mapping[str, Reading[Json]]] = {
    "move": text("must be a move"),
    "seat": whole("must be a seat"),
    "from": _CELL,
    "to": _CELL,
    "part": one_of("must be tiles, printed, floors or figures", BOX_PARTS),
}
_EXPECT: Final = plain(
    "must be the answer: clause ids, moves, facts of the state, points, "
    "or action points (null: no way)"
)
_EXPECT_IN: Final = plain_object(
    "must be the answers in those printed editions where it is another one"
)
_ID: Final = text("must be the name of the case, which never changes its meaning")
_ORIGIN: Final = one_of(f"must be {', '.join(ORIGINS[:-1])} or {ORIGINS[-1]}", ORIGINS)
_CLAUSES: Final = several("must be the clauses a wrong answer speaks against", CLAUSE_ID)
_DESCRIPTION: Final = text("must be a text")
_EDITION: Final = text("must be an edition as a record writes it")
_EDITIONS: Final = several(
    "must be the printed editions in which the case can be asked",
    text("must be the key of a printed edition"),
)
_NOT_WITH: Final = several(
    "must be the house rules with which an answer is another one, or the position cannot be",
    text("must be a house rule such as second_dig=one"),
)
_NO_PERMISSION: Final = text("must be the reason why nothing beside the refusal is legal")
_FAULT: Final = text("must be what an engine does that the questions notice")
_PLAYERS: Final = whole("must be a number of players, not always a possible one")
_START: Final = whole("must be a seat, not always a possible one")
_MOVES: Final = several("must be the moves from a new game to the position", _MOVE)
_POSITION: Final = plain_object("must be a position, see position-1.json")


def _cases(value: object) -> tuple[Case, ...]:
    fields = Fields(value)
    fields.required("format", _FORMAT)
    fields.optional("made_by", _MADE_BY, "")
    found = fields.required("cases", _LIST)
    fields.finish()
    return found


def _case(value: object) -> Case:
    fields = Fields(value, "must be a case")
    found = Case(
        id=fields.required("id", _ID),
        origin=fields.required("origin", _ORIGIN),
        clauses=fields.required("clauses", _CLAUSES),
        description=fields.optional("description", _DESCRIPTION, ""),
        edition=fields.required("edition", _EDITION),
        rules=fields.required("rules", _rules),
        editions=fields.optional("editions", _EDITIONS, ()),
        not_with=fields.optional("not_with", _NOT_WITH, ()),
        no_permission=fields.optional("no_permission", _NO_PERMISSION, ""),
        fault=fields.optional("fault", _FAULT, ""),
        players=fields.required("players", _PLAYERS),
        auction=fields.required("auction", TRUTH),
        start=fields.required("start", _START),
        moves=fields.optional("moves", _MOVES, None),
        position=fields.optional("position", _POSITION, None),
        questions=fields.required("questions", _QUESTIONS),
    )
    fields.finish()
    return found


def _rules(value: object) -> dict[str, Json]:
    """The switches as they are given: those left out stay out."""
    found = plain_object("must be the switches of the edition")(value)
    fields = Fields(found)
    switches_of(fields, {})
    fields.finish()
    return found


def _question(value: object) -> Question:
    fields = Fields(value, "must be a question")
    then = fields.optional("then", _THEN, ())
    ask = fields.required("ask", _ASK)
    about = {key: fields.optional(key, reading, None) for key, reading in _ABOUT.items()}
    found = Question(
        ask=ask,
        expect=fields.required("expect", _EXPECT),
        then=then,
        about={key: each for key, each in about.items() if key in fields},
        expect_in=fields.optional("expect_in", _EXPECT_IN, {}),
    )
    fields.finish()
    return found


_QUESTIONS: Final = several("must be the questions, in order", _question, 1)
_LIST: Final = several("must be a list of cases", _case)

__all__ = [
    "ANSWERS", "ASKS", "FILES", "FORMAT", "ORIGINS", "Ask", "Case", "Origin", "Question",
    "asked_in", "case_to_json", "cases", "is_cheapest", "read_cases", "rules_of",
]  # fmt: skip
