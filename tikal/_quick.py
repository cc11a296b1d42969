"""Frozen records, made quickly.

attrs sets every field of a frozen class past its own guard, with a call for each: making a record
takes three times as long as with plain assignments, and making records is most of what `apply`
does. Here a record is filled in as a draft, a subclass with the same slots and without the guard,
and then given its frozen class.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import attrs

Fields = ParamSpec("Fields")
Record = TypeVar("Record")

_PLAIN = ("__init__", "__setattr__", "__delattr__")


def draft_of(record: type) -> Any:  # noqa: ANN401 - no type says that a frozen field is set
    """A subclass of a frozen class with slots: made empty, it can be filled in.

    Once all fields are set, its `__class__` is set to the frozen class, and nothing more can be.
    """
    return type("Draft", (record,), {"__slots__": (), **{n: getattr(object, n) for n in _PLAIN}})


def quick(record: Callable[Fields, Record]) -> Callable[Fields, Record]:
    """The constructor of a frozen class with slots, as a function that is quicker.

    Every field is given; there are no defaults, and validators would not be asked.
    """
    class_: Any = record  # a parameter cannot be both a class and what its constructor takes
    names = [attribute.name for attribute in attrs.fields(class_)]
    lines = [
        f"def make({', '.join(names)}):",
        "    made = draft()",
        *(f"    made.{name} = {name}" for name in names),
        "    made.__class__ = record",
        "    return made",
    ]
    scope: dict[str, Any] = {"draft": draft_of(class_), "record": record}
    exec("\n".join(lines), scope)  # as attrs itself writes constructors
    make: Callable[Fields, Record] = scope["make"]
    return make
