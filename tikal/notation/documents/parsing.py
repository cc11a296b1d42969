"""Strict JSON text, and the kinds and versions of documents.

Reading takes time in proportion to the length of the text.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias, TypeVar

from tikal._support.wording import brief
from tikal.errors import MAX_DIGITS, InvalidArgument, InvalidNotation, WrongType, require_int
from tikal.notation.documents.fields import Misfit
from tikal.notation.documents.limits import (
    DOCUMENT_KINDS,
    MAX_DEPTH,
    Ambiguous,
    DocumentKind,
    longest,
    require_within_limits,
)
from tikal.notation.records.lines import decode_utf8

#: The values that `json` reads and writes.
Json: TypeAlias = Any
T = TypeVar("T")

#: Wider indents are refused.
MAX_INDENT: Final = 100
VERSION: Final = 1
_NOT_BRACKETS: Final = bytes(set(range(256)) - set(b"[]{}"))


# --- text --------------------------------------------------------------------------------------


def json_text(document: Mapping[str, object], kind: DocumentKind, indent: int | None) -> str:
    """A document as text."""
    if indent is not None:
        require_int("indent", indent)
        if not 0 <= indent <= MAX_INDENT:
            raise InvalidArgument(f"an indent is 0 to {MAX_INDENT} blanks")
    text = json.dumps(document, ensure_ascii=False, indent=indent)
    most = longest((kind,))
    if len(text) > most:
        raise InvalidArgument(f"a {kind} has at most {most} characters, not {len(text)}")
    return text


def parse_json(text: str | bytes, *kinds: DocumentKind) -> object:
    """The value of JSON text, if every reader would read it alike.

    It is as long as a document of these kinds may be, or a record if none is named.
    """
    if not isinstance(text, str | bytes | bytearray):
        raise WrongType(f"JSON is read from text or bytes, not from {type(text).__name__}")
    most = longest(kinds or ("record",))
    if len(text) > most:
        raise InvalidNotation(f"a document has at most {most} characters, not {len(text)}")
    if not isinstance(text, str):
        text = decode_utf8(bytes(text))
    _require_shallow(text)
    try:
        return json.loads(
            text.removeprefix("\ufeff"),
            object_pairs_hook=_object,
            parse_int=_integer,
        )
    except json.JSONDecodeError as error:
        raise InvalidNotation(f"this is not JSON: {error.msg}", error.lineno, error.colno) from None
    except RecursionError:
        raise InvalidNotation("this JSON is nested too deeply") from None


def _require_shallow(text: str) -> None:
    """Refuse text that is nested without end, before it is read.

    Reading goes as deep as the text does, and where the stack is small, as in a browser, that ends
    the program. Every pass takes away the innermost brackets; those without a partner stay.
    """
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return
    # No pattern searches for strings: one for which the closing quote is missing would be
    # searched again from each of its escaped quotes.
    unescaped = text.replace("\\\\", "").replace('\\"', "")
    outside = "".join(unescaped.split('"')[::2])
    brackets = outside.encode("ascii", "ignore").translate(None, _NOT_BRACKETS)
    for _ in range(MAX_DEPTH):
        brackets = brackets.replace(b"[]", b"").replace(b"{}", b"")
    if len(brackets) > MAX_DEPTH:
        raise InvalidNotation("this JSON is nested too deeply")


def _object(pairs: list[tuple[str, object]]) -> dict[str, object] | Ambiguous:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            return Ambiguous(key)
        found[key] = value
    return found


def _integer(digits: str) -> float:
    # a number that is too long becomes a float, which its reading then refuses at its place
    return int(digits) if len(digits) <= MAX_DIGITS else float(digits)


def is_plain(value: Json, depth: int = MAX_DEPTH) -> bool:
    """Whether this is JSON that every language reads alike, nested at most `depth` levels."""
    match value:
        case None | bool() | str() | int():
            return depth > 0
        case float():
            return depth > 0 and math.isfinite(value)
        case list():
            return depth > 0 and all(is_plain(each, depth - 1) for each in value)
        case dict():
            return depth > 0 and all(is_plain(each, depth - 1) for each in value.values())
    return False


# --- documents ---------------------------------------------------------------------------------


def format_name(kind: DocumentKind) -> str:
    """The name of a kind of document, to which its version is added."""
    return f"tikal-{kind}/"


def format_of(kind: DocumentKind) -> str:
    """The name and version that a document of this kind carries."""
    return f"{format_name(kind)}{VERSION}"


def kind_of(data: object, *wanted: DocumentKind) -> DocumentKind:
    """The kind of a document, if it is one of those wanted in a version we know."""
    if not isinstance(data, dict):
        raise InvalidNotation(f"$: must be an object, not {brief(data)}")
    given = data.get("format")
    for kind in wanted:
        if given == format_of(kind):
            return kind
    names = " or ".join(repr(format_of(kind)) for kind in wanted)
    if given is None:
        raise InvalidNotation(f"$.format: is missing: it must be {names}")
    if any(given == format_of(kind) for kind in DOCUMENT_KINDS):
        what = "is another kind of document"
        raise InvalidNotation(f"$.format: {given!r} {what}: {names} is wanted here")
    if isinstance(given, str) and any(given.startswith(format_name(kind)) for kind in wanted):
        what = "is another version: a newer tikal-rules may read it, this one reads"
        raise InvalidNotation(f"$.format: {given[:40]!r} {what} {names}")
    raise InvalidNotation(f"$.format: must be {names}, not {brief(given)}")


def read_document(data: object, kind: DocumentKind, reading: Callable[[object], T]) -> T:
    """The value of a document; `InvalidNotation` names every wrong path.

    A document that is too large is refused before its content is looked at.
    """
    require_within_limits(data, kind)
    try:
        return reading(data)
    except Misfit as error:
        raise error.invalid() from None
