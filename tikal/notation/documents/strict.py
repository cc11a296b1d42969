"""JSON in and out without silent conversions: the text, the schemas, the typed documents."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

import attrs

from tikal._support.resources import specification
from tikal._support.wording import brief
from tikal.editions import EDITIONS, Edition
from tikal.errors import (
    MOST_DIGITS,
    InvalidArgument,
    InvalidNotation,
    WrongType,
    missing_extra,
    require_int,
)
from tikal.moves import MOVES, Move, parse_move
from tikal.notation.documents.limits import (
    DEEPEST,
    DOCUMENT_KINDS,
    Ambiguous,
    DocumentKind,
    longest,
    require_within_limits,
)
from tikal.notation.records import read_edition, write_edition
from tikal.notation.records.lines import decode_utf8

if TYPE_CHECKING:  # otherwise `_extra` loads them
    import cattrs
    import jsonschema

#: What `json` reads and writes.
Json: TypeAlias = Any
#: More blanks than this before a line serve nobody.
WIDEST_INDENT: Final = 100
_VERSION: Final = 1
_MOST_PROBLEMS: Final = 5
# A long document can have thousands of problems, so the search stops at this number.
_MOST_SOUGHT: Final = 100
T = TypeVar("T")


def format_name(kind: DocumentKind) -> str:
    """The name of a kind of document, to which its version is added."""
    return f"tikal-{kind}/"


def format_of(kind: DocumentKind) -> str:
    """The name and version that a document of this kind carries."""
    return f"{format_name(kind)}{_VERSION}"


def invalid_at(path: str, message: str) -> InvalidNotation:
    """The error for something wrong at a path of a document, such as `$.moves[3]`."""
    return InvalidNotation(f"{path}: {message}")


# --- text --------------------------------------------------------------------------------------


def json_text(document: dict[str, object], kind: DocumentKind, indent: int | None) -> str:
    """A document as text."""
    if indent is not None:
        require_int("indent", indent)
        if not 0 <= indent <= WIDEST_INDENT:
            raise InvalidArgument(f"an indent is 0 to {WIDEST_INDENT} blanks")
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


# Texts, and whatever is neither a bracket nor the beginning of a text.
_NOT_NESTING: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[^][{}"]+', re.DOTALL)


def _require_shallow(text: str) -> None:
    """Refuse what is nested without end before it is read.

    Reading goes as deep as the text does, and where the stack is small, as in a browser, that ends
    the program. Every pass takes away the innermost brackets; those without a partner stay.
    """
    if text.count("[") + text.count("{") <= DEEPEST:
        return
    brackets = _NOT_NESTING.sub("", text)
    for _ in range(DEEPEST):
        brackets = brackets.replace("[]", "").replace("{}", "")
    if len(brackets) > DEEPEST:
        raise InvalidNotation("this JSON is nested too deeply")


def _object(pairs: list[tuple[str, object]]) -> dict[str, object] | Ambiguous:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            return Ambiguous(key)
        found[key] = value
    return found


def _integer(digits: str) -> float:
    # a number that is too long becomes a float, which the schema then refuses at its place
    return int(digits) if len(digits) <= MOST_DIGITS else float(digits)


# --- schemas -----------------------------------------------------------------------------------


def _extra(name: str) -> Any:  # noqa: ANN401 - a module
    """A module of the extra `json`, loaded when a document is first checked or converted."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise missing_extra("json", error) from error


def schema(kind: DocumentKind) -> dict[str, Any]:
    """The JSON Schema of a kind of document; of a report, that of one line."""
    if kind not in DOCUMENT_KINDS:
        raise InvalidArgument(f"no schema {brief(kind)}: there are {', '.join(DOCUMENT_KINDS)}")
    path = specification().joinpath("schemas", f"{kind}-{_VERSION}.json")
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


@cache
def _validator(kind: DocumentKind) -> Any:  # noqa: ANN401 - the class is made on the spot
    library = _extra("jsonschema")
    draft = library.Draft202012Validator
    # JSON Schema accepts 2.0 as an integer, we do not
    strict = draft.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int)
    return library.validators.extend(draft, type_checker=strict)(schema(kind))


def _problems(data: object, kind: DocumentKind) -> Iterator[jsonschema.ValidationError]:
    yield from islice(_validator(kind).iter_errors(data), _MOST_SOUGHT)


def kind_of(data: object, *wanted: DocumentKind) -> DocumentKind:
    """The kind of a document, if it is one of those wanted in a version we know."""
    if not isinstance(data, dict):
        raise invalid_at("$", f"must be an object, not {brief(data)}")
    given = data.get("format")
    for kind in wanted:
        if given == format_of(kind):
            return kind
    names = " or ".join(repr(format_of(kind)) for kind in wanted)
    if given is None:
        raise invalid_at("$.format", f"is missing: it must be {names}")
    if any(given == format_of(kind) for kind in DOCUMENT_KINDS):
        raise invalid_at(
            "$.format", f"{given!r} is another kind of document: {names} is wanted here"
        )
    if isinstance(given, str) and any(given.startswith(format_name(kind)) for kind in wanted):
        hint = "is another version: a newer tikal-rules may read it, this one reads"
        raise invalid_at("$.format", f"{given[:40]!r} {hint} {names}")
    raise invalid_at("$.format", f"must be {names}, not {brief(given)}")


def _sentence(problem: jsonschema.ValidationError) -> str:
    """One sentence about a problem, from the schema's own description where there is one."""
    path = problem.json_path
    value: Any = problem.instance  # untyped JSON
    rule = problem.schema if isinstance(problem.schema, dict) else {}
    if problem.validator == "required":
        missing = [key for key in rule["required"] if key not in value]
        return f"{path}: lacks {', '.join(missing)}"
    known = rule.get("properties", {})
    if problem.validator == "additionalProperties" and known:
        unknown = next(key for key in value if key not in known)
        near = difflib.get_close_matches(unknown[:40], known, n=1)
        hint = f": did you mean {near[0]!r}?" if near else f": there are {', '.join(known)}"
        return f"{path}: no key is called {unknown[:40]!r}{hint}"
    return f"{path}: {rule.get('description', problem.message[:100])}, not {brief(value)}"


def validate(data: object, kind: DocumentKind) -> Any:  # noqa: ANN401 - whatever the schema describes
    """The data, if it matches the schema; `InvalidNotation` names every path that does not.

    What is too large is refused before its content is looked at.
    """
    require_within_limits(data, kind)
    found = sorted((problem.json_path, _sentence(problem)) for problem in _problems(data, kind))
    if found:
        raise _all_invalid([sentence for _, sentence in found])
    return data


# --- typed documents ---------------------------------------------------------------------------


def structure(data: object, kind: DocumentKind, document: type[T]) -> T:
    """The document that the data describes; `InvalidNotation` names every path that is wrong."""
    library = _extra("cattrs")
    try:
        kind_of(data, kind)
        return _converter().structure(validate(data, kind), document)
    except library.BaseValidationError as error:
        lines = library.transform_error(error, format_exception=lambda inner, _: str(inner))
        places = [line.rpartition(" @ ") for line in lines]
        raise _all_invalid([f"{path}: {message}" for message, _, path in places]) from None
    except RecursionError:
        raise InvalidNotation("this JSON is nested too deeply") from None


def _all_invalid(sentences: list[str]) -> InvalidNotation:
    different = list(dict.fromkeys(sentences))
    more = len(different) - _MOST_PROBLEMS
    rest = [f"and {more} more"] if more > 0 else []
    return InvalidNotation("; ".join([*different[:_MOST_PROBLEMS], *rest]))


def unstructure(document: object) -> dict[str, object]:
    """A document as the dict that `json` would write."""
    found: dict[str, object] = _converter().unstructure(document)
    return found


@cache
def _converter() -> cattrs.Converter:
    library = _extra("cattrs")
    converter: cattrs.Converter = library.Converter(
        forbid_extra_keys=True, unstruct_collection_overrides={tuple: list}
    )
    for kind in (int, bool, str):
        converter.register_structure_hook(kind, _exactly(kind))
    converter.register_structure_hook(Move, lambda text, _: _move(text))
    for move in MOVES:
        converter.register_unstructure_hook(move, str)
    fields_of = library.gen.make_dict_structure_fn(Edition, converter)
    converter.register_structure_hook(
        Edition,
        lambda given, _: (
            read_edition(given)
            if isinstance(given, str)
            else fields_of({**_switches_of_book(given), **given}, _)
        ),
    )
    converter.register_unstructure_hook(Edition, _edition)
    return converter


def _switches_of_book(given: dict[str, Any]) -> dict[str, object]:
    """What an edition given as an object leaves out is as in the printed one that it changes."""
    printed = EDITIONS.get(str(given.get("key")).split(" ")[0])
    return dict(printed.switches()) if printed else {}


def _exactly(kind: type[T]) -> Callable[[object, object], T]:
    """Take a value as it is or not at all: cattrs would turn 2.9 into 2 and True into 1."""

    def hook(value: object, _: object) -> T:
        if type(value) is not kind:
            raise WrongType(f"{kind.__name__} is needed, not {brief(value)}")
        return value

    return hook


def _move(text: str) -> Move:
    """A move as it is written, letter for letter: JSON comes from programs."""
    move = parse_move(text)
    if str(move) != text:
        raise InvalidNotation(f"{text[:40]!r} is written {str(move)!r}")
    return move


def _edition(edition: Edition) -> object:
    """The text of an edition if that says everything, otherwise all its fields."""
    text = write_edition(edition)
    if read_edition(text) == edition:
        return text
    return {**attrs.asdict(edition), "tiebreak": list(edition.tiebreak)}
