"""Words for messages and reports: numbers with their nouns, and text that is safe to show."""

from __future__ import annotations

import re
import reprlib
from typing import Final

# Characters that XML forbids, that move a terminal's cursor, or that turn the writing direction:
# for text that is shown anywhere. Two narrower classes serve other purposes:
# `tikal.pictures.svg.markup` replaces only what XML cannot hold, `tikal.notation.records.parts`
# refuses what would break a line.
_UNPRINTABLE: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
_NUMBER: Final = re.compile("([0-9]+)")
_BRIEF: Final = reprlib.Repr()
_BRIEF.maxstring = _BRIEF.maxother = 80


def brief(value: object) -> str:
    """Any value in a few words, however long, deeply nested or strange it is."""
    try:
        return _BRIEF.repr(value)
    except Exception:  # a number too long for Python to write, or a class that cannot show itself
        return f"this {type(value).__name__}"


def counted(number: int, noun: str) -> str:
    """A number with its noun: `1 level`, `2 levels`."""
    return f"{number} {plural(number, noun)}"


def plural(number: int, noun: str) -> str:
    """The noun alone, in the singular for 1 and in the plural otherwise."""
    return noun if number == 1 else f"{noun}s"


def by_number(text: str) -> tuple[tuple[object, ...], str]:
    """A key to sort names as people count: `round2` before `round10`, in any case."""
    parts = _NUMBER.split(text.casefold())  # words and numbers by turns
    return tuple(part if n % 2 == 0 else _size(part) for n, part in enumerate(parts)), text


def _size(digits: str) -> tuple[int, str]:
    """A number of any length, to be compared with others."""
    plain = digits.lstrip("0")
    return len(plain), plain


def printable(text: str) -> str:
    """Text from outside with every unprintable character replaced; line breaks stay."""
    return _UNPRINTABLE.sub("\ufffd", text.replace("\r\n", "\n"))


def escaped_json(text: str) -> str:
    r"""JSON with every unprintable character as its `\uXXXX`; what is read from it is the same."""
    return _UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def one_line(value: object) -> str:
    """Any value as one line of printable text."""
    return " ".join(printable(str(value)).split())
