"""The published JSON Schemas of the documents."""

from __future__ import annotations

import json
from typing import Any

from tikal._support.resources import specification
from tikal._support.wording import brief
from tikal.errors import InvalidArgument
from tikal.notation.documents.limits import DOCUMENT_KINDS, DocumentKind
from tikal.notation.documents.parsing import VERSION


def schema(kind: DocumentKind) -> dict[str, Any]:
    """The JSON Schema of a kind of document; of a report, that of one line."""
    if kind not in DOCUMENT_KINDS:
        raise InvalidArgument(f"no schema {brief(kind)}: there are {', '.join(DOCUMENT_KINDS)}")
    path = specification().joinpath("schemas", f"{kind}-{VERSION}.json")
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found
