"""The printed editions, read from `printed.toml` beside this module."""

from __future__ import annotations

import pkgutil
import tomllib
from typing import Any, Final

from attrs import NOTHING, fields, frozen

from tikal.editions.model import SWITCHES, Edition
from tikal.errors import InvalidArgument, WrongType

_FILE: Final = "tikal/editions/printed.toml"


@frozen
class Book:
    """The rulebook of a printed edition."""

    edition: Edition
    #: The code of its language.
    language: str
    #: Its names in questions, in any language.
    asked: tuple[str, ...]


def load(text: str) -> dict[str, Book]:
    """The books by key; `InvalidArgument` names the entry and the key that is wrong or missing."""
    return {key: _book(key, entry) for key, entry in tomllib.loads(text).items()}


def _book(key: str, entry: dict[str, Any]) -> Book:
    for name in ("title", "language", "asked", "switches"):
        if name not in entry:
            raise InvalidArgument(f"{_FILE}: {key} has no {name}")
    switches = dict(entry["switches"])
    for attribute in fields(Edition)[2:]:
        default: object = attribute.default
        if default is NOTHING and attribute.name not in switches:
            raise InvalidArgument(f"{_FILE}: {key}.switches has no {attribute.name}")
    for unknown in switches.keys() - {switch.name for switch in SWITCHES}:
        raise InvalidArgument(f"{_FILE}: {key}.switches.{unknown} is not a switch")
    for switch in SWITCHES:
        if switch.ranked and switch.name in switches:
            switches[switch.name] = tuple(switches[switch.name])
    try:
        edition = Edition(key=key, title=entry["title"], **switches)
    except WrongType as error:
        raise InvalidArgument(f"{_FILE}: {key}: {error}") from None
    asked = tuple(part.strip() for part in entry["asked"].split(","))
    return Book(edition=edition, language=entry["language"], asked=asked)


#: The printed editions with what is known about their books, the default first.
BOOKS: Final = load((pkgutil.get_data("tikal.editions", "printed.toml") or b"").decode())
#: The printed editions by key, the default first.
EDITIONS: Final = {key: book.edition for key, book in BOOKS.items()}
#: The edition of a game for which none is named.
DEFAULT_EDITION: Final = next(iter(EDITIONS.values()))
