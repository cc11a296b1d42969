"""Frozen records, made several times as fast as attrs makes them.

attrs sets every field of a frozen class with a call of `object.__setattr__`: making a record takes
three times as long as with plain assignments, and making records is most of what `apply` does.
Here a record is filled in as a draft, a subclass with the same slots that is not frozen, and then
given its frozen class. Converters and validators are not run.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar

import attrs

Fields = ParamSpec("Fields")
Record = TypeVar("Record")

if TYPE_CHECKING:  # mypy checks the names and types of the fields that a call changes
    from attrs import evolve as evolve
else:

    def evolve(record, /, **changes):  # noqa: ANN001, ANN003, ANN202 - as in attrs
        """The same record with some fields replaced, as by `attrs.evolve`."""
        return _EVOLVERS[type(record)](record, changes)


def constructor(record: Callable[Fields, Record]) -> Callable[Fields, Record]:
    """The constructor of a frozen class with slots; every field is given."""
    names = _names(record)
    return _compile(record, ", ".join(names), [f"made.{name} = {name}" for name in names])


class _Evolvers(dict[type, Callable[..., Any]]):
    """By class, the function that makes a changed copy; compiled when it is first needed."""

    def __missing__(self, class_: type) -> Callable[..., Any]:
        copied = [f"made.{name} = record.{name}" for name in _names(class_)]
        changed = ["for name in changes: setattr(made, name, changes[name])"]
        self[class_] = _compile(class_, "record, changes", [*copied, *changed])
        return self[class_]


_EVOLVERS: Final = _Evolvers()
_FROZEN_METHODS: Final = ("__init__", "__setattr__", "__delattr__")


def _names(class_: Any) -> list[str]:  # noqa: ANN401 - no type is both a class and its constructor
    return [attribute.name for attribute in attrs.fields(class_)]


def _compile(class_: Any, parameters: str, lines: list[str]) -> Callable[..., Any]:  # noqa: ANN401
    """A function with these lines, which fill in the record that it makes."""
    not_frozen = {name: getattr(object, name) for name in _FROZEN_METHODS}
    scope: dict[str, Any] = {
        "draft": type("Draft", (class_,), {"__slots__": (), **not_frozen}),
        "frozen": class_,
    }
    body = ["made = draft()", *lines, "made.__class__ = frozen", "return made"]
    source = "\n    ".join([f"def make({parameters}):", *body])
    exec(source, scope)  # as attrs itself writes constructors
    make: Callable[..., Any] = scope["make"]
    return make
