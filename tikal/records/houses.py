"""Editions in one line of text, house rules included."""

from __future__ import annotations

import re
from typing import Final

from attrs import evolve

from tikal.editions import CRITERIA, EDITIONS, RIO_GRANDE_1999, Criterion, Edition, title_of
from tikal.errors import InvalidNotation, WrongType

_SWITCHES: Final = tuple(RIO_GRANDE_1999.switches())
YES_NO: Final = {"yes": True, "no": False}


def read_edition(text: str) -> Edition:
    """An edition by its key, perhaps with house rules: `legend-classic tiebreak=none`."""
    if not isinstance(text, str):
        raise WrongType(f"an edition is written as a str, not {type(text).__name__}")
    words = [(match[0], match.start() + 1) for match in re.finditer(r"[^ \t]+", text)]
    key, column = words[0] if words else ("", 1)
    if key not in EDITIONS:
        raise InvalidNotation(
            f"no edition {key[:40]!r}: there are {', '.join(EDITIONS)}", column=column
        )
    changes: dict[str, bool | tuple[Criterion, ...]] = {}
    for word, column in words[1:]:
        name, _, value = word.partition("=")
        if name not in _SWITCHES:
            raise InvalidNotation(
                f"no house rule {name[:40]!r}: there are {', '.join(_SWITCHES)}", column=column
            )
        if name in changes:
            raise InvalidNotation(f"{name} is given twice", column=column)
        changes[name] = _switch(name, value, column + len(name) + 1)
    # each value fits the switch it was read for, which is more than types can say
    return canonical(evolve(EDITIONS[key], **changes))  # type: ignore[arg-type]


def write_edition(edition: Edition) -> str:
    """An edition as `read_edition` reads it: a printed edition, and the switches that differ.

    It is the printed edition that the key begins with, or else the one with the fewest differences.
    """
    if not isinstance(edition, Edition):
        raise WrongType(f"edition is an Edition such as tikal.RIO_GRANDE_1999, not {edition!r:.40}")

    def changed(base: Edition) -> list[str]:
        return [name for name in _SWITCHES if getattr(base, name) != getattr(edition, name)]

    printed = EDITIONS.get(edition.key.split(" ")[0])
    base = printed or min(EDITIONS.values(), key=lambda other: len(changed(other)))
    words = [base.key]
    for name in changed(base):
        value = getattr(edition, name)
        shown = ",".join(value) or "none" if name == "tiebreak" else "yes" if value else "no"
        words.append(f"{name}={shown}")
    return " ".join(words)


def canonical(edition: Edition) -> Edition:
    """A house edition under the name by which it is written; printed editions as they are."""
    key = write_edition(edition)
    if key in EDITIONS:
        return EDITIONS[key]
    return evolve(edition, key=key, title=title_of(key))


def _switch(name: str, value: str, column: int) -> bool | tuple[Criterion, ...]:
    if name != "tiebreak":
        if value not in YES_NO:
            raise InvalidNotation(f"{name} is yes or no, not {value[:40]!r}", column=column)
        return YES_NO[value]
    words = [] if value == "none" else value.split(",")
    known = [criterion for word in words for criterion in CRITERIA if criterion == word]
    if len(known) != len(words) or len(set(words)) != len(words):
        raise InvalidNotation(
            f"tiebreak is none, or a list such as guard,tokens, not {value[:40]!r}", column=column
        )
    return tuple(known)
