"""The sentences of the library, by their stable keys, in catalogues beside this module."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any

from tikal.editions import title_of
from tikal.moves import FIGURE_NAMES

_NUMBERS = ("no", "one", "two", "three")


@cache
def refusals() -> dict[str, str]:
    """By key, the pattern of every sentence that refuses a move."""
    text = files(__package__).joinpath("refusals.en.toml").read_text("utf-8")
    return tomllib.loads(text)


def refusal(key: str, facts: Mapping[str, object]) -> str:
    """The sentence of a refusal with its facts filled in.

    A key that is not ours, or comes without its facts, is all there is to say.
    """
    try:
        return _FORMATTER.vformat(refusals()[key], (), facts)
    except (LookupError, TypeError, ValueError, AttributeError):
        return key


class _Facts(Formatter):
    """Writes facts as a person would say them."""

    def get_value(self, name: int | str, _args: object, facts: Any) -> object:  # noqa: ANN401
        """Figures and editions by their names, everything else as it is."""
        value = facts[name]
        if name == "figure":
            return FIGURE_NAMES[value]
        if name == "edition":
            return title_of(value)
        return value

    def format_field(self, value: Any, spec: str) -> str:  # noqa: ANN401 - as in the base class
        """`word` writes a small number as a word, `one/many` adds the noun that fits it."""
        if spec == "word":
            return _NUMBERS[value] if value < len(_NUMBERS) else str(value)
        if "/" in spec:
            one, many = spec.split("/")
            return f"{value} {one if value == 1 else many}"
        return super().format_field(value, spec)  # type: ignore[no-any-return]


_FORMATTER = _Facts()
