"""A check of the types of nested attrs records from outside against their annotations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from types import UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

import attrs

_Test: TypeAlias = Callable[[object], bool]


def mistyped_fields(record: object, hint: object, path: str) -> Iterator[str]:
    """The path of every field whose value does not match its annotation; `path` is the record's.

    True is not an int here, and a subclass is not its base.
    """
    fields = _fields(hint)
    if fields is None:
        if not _test(hint)(record):
            yield path
    elif type(record) is not hint:
        yield path
    else:
        for name, inner in fields.items():
            yield from mistyped_fields(getattr(record, name), inner, f"{path}.{name}")


@cache
def _fields(hint: object) -> dict[str, object] | None:
    """The annotations of an attrs class, None for any other type."""
    if not isinstance(hint, type) or not attrs.has(hint):
        return None
    hints = get_type_hints(hint)
    return {attribute.name: hints[attribute.name] for attribute in attrs.fields(hint)}


@cache
def _test(hint: object) -> _Test:
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return lambda value: type(value) is str and value in inner
    if origin in (Union, UnionType):
        tests = [_test(part) for part in inner]
        return lambda value: any(test(value) for test in tests)
    if origin is tuple:
        return _test_of_tuple(inner)
    if _fields(hint) is not None:
        return lambda value: next(mistyped_fields(value, hint, ""), None) is None
    return lambda value: type(value) is hint


def _test_of_tuple(inner: tuple[Any, ...]) -> _Test:
    if len(inner) == 2 and inner[1] is Ellipsis:
        each = _test(inner[0])
        return lambda value: type(value) is tuple and all(map(each, value))
    tests = [_test(part) for part in inner]
    return lambda value: (
        type(value) is tuple
        and len(value) == len(tests)
        and all(test(part) for test, part in zip(tests, value, strict=True))
    )
