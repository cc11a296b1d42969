"""Positions and records as JSON, for other programs.

Moves stay what they are in text: `str(move)` and `tikal.parse_move`. Documents carry their format
and version, are described by the JSON Schemas of `schema`, and are read strictly: nothing is
rounded, converted or ignored. `InvalidNotation` names the path of what is malformed, such as
`$.moves[3]`; a well-formed position that no game can reach is an `InvalidState`.
A record has at most 4,000,000 characters, a position 1,000,000; `limits` has the whole table.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

from tikal.notation.documents.limits import MAX_DOCUMENT_CHARACTERS

if TYPE_CHECKING:
    from tikal.notation.documents.positions import (
        PositionDocument,
        dumps_position,
        loads_position,
        position_from_json,
        position_to_json,
    )
    from tikal.notation.documents.records import (
        RecordDocument,
        dumps_record,
        loads_record,
        record_from_json,
        record_to_json,
    )
    from tikal.notation.documents.schemas import schema
    from tikal.notation.documents.violations import (
        ClaimDocument,
        ViolationDocument,
        claim_to_json,
        violation_from_json,
        violation_to_json,
    )
    from tikal.notation.records import Record
    from tikal.state import State


def dumps(thing: Record | State, indent: int | None = None) -> str:
    """Write a record or a position as JSON."""
    from tikal.notation.documents.positions import dumps_position
    from tikal.notation.documents.records import dumps_record
    from tikal.notation.records import Record

    return (
        dumps_record(thing, indent) if isinstance(thing, Record) else dumps_position(thing, indent)
    )


def loads(text: str | bytes) -> Record | State:
    """Read a record or a position, whichever the document says it is."""
    from tikal.notation.documents.parsing import kind_of, parse_json

    data = parse_json(text, "record", "position")
    if kind_of(data, "record", "position") == "record":
        from tikal.notation.documents.records import record_from_json

        return record_from_json(data)
    from tikal.notation.documents.positions import position_from_json

    return position_from_json(data)


__all__ = [
    "MAX_DOCUMENT_CHARACTERS", "ClaimDocument", "PositionDocument", "RecordDocument",
    "ViolationDocument", "claim_to_json", "dumps", "dumps_position", "dumps_record", "loads",
    "loads_position", "loads_record", "position_from_json", "position_to_json", "record_from_json",
    "record_to_json", "schema", "violation_from_json", "violation_to_json",
]  # fmt: skip

# Loaded on first use: most programs need one kind of document, and many none.
_LAZY: Final = {
    **dict.fromkeys(
        (
            "PositionDocument", "dumps_position", "loads_position", "position_from_json",
            "position_to_json",
        ),
        "tikal.notation.documents.positions",
    ),
    **dict.fromkeys(
        ("RecordDocument", "dumps_record", "loads_record", "record_from_json", "record_to_json"),
        "tikal.notation.documents.records",
    ),
    "schema": "tikal.notation.documents.schemas",
    **dict.fromkeys(
        (
            "ClaimDocument", "ViolationDocument", "claim_to_json", "violation_from_json",
            "violation_to_json",
        ),
        "tikal.notation.documents.violations",
    ),
}  # fmt: skip


def __getattr__(name: str) -> object:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found = getattr(import_module(_LAZY[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})
