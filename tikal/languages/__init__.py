"""The sentences of the library, by their stable keys, in catalogues beside this module.

A catalogue is a file such as `refusals.fr.toml`: a subject in a language. English has every key;
what another language lacks is said in English.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any, Final

from tikal.editions import title_of

#: English first: the language of the catalogues that have every key.
LANGUAGES: Final = ("en", "fr", "nl", "de")


def language_of(name: str | None) -> str:
    """The language that a name such as `fr`, `nl_BE.UTF-8` or `de-AT` asks for, else English."""
    code = (name or "").lower()[:2]
    return code if code in LANGUAGES and (name or "")[2:3] in ("", "-", "_", ".", "@") else "en"


@cache
def catalogue(subject: str, language: str = "en") -> dict[str, Any]:
    """What a catalogue holds by key; nothing where there is none."""
    file = files(__package__).joinpath(f"{subject}.{language_of(language)}.toml")
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


def sentence(
    subject: str, key: str, facts: Mapping[str, object] | None = None, language: str = "en"
) -> str:
    """The sentence of a key with its facts filled in.

    A key that is not ours, or comes without its facts, is all there is to say.
    """
    spoken = language_of(language)
    if key not in catalogue(subject, spoken):
        spoken = "en"
    try:
        return _formatter(spoken).vformat(catalogue(subject, spoken)[key], (), facts or {})
    except (LookupError, TypeError, ValueError, AttributeError):
        return key


def refusals() -> dict[str, str]:
    """By key, the English pattern of every sentence that refuses a move."""
    return catalogue("refusals")


def refusal(key: str, facts: Mapping[str, object], language: str = "en") -> str:
    """The sentence of a refusal with its facts filled in."""
    return sentence("refusals", key, facts, language)


class _Figure(str):
    """The letter of a figure, which a pattern can write as either of two words."""

    __slots__ = ()


class _Facts(Formatter):
    """Writes facts as a person would say them in a language."""

    def __init__(self, language: str) -> None:
        self.words = catalogue("words", language)
        #: The numbers that take the singular.
        self.singular = (0, 1) if language == "fr" else (1,)

    def get_value(self, name: int | str, _args: object, facts: Any) -> object:  # noqa: ANN401
        """Figures are marked as such, editions written by their titles."""
        value = facts[name]
        if name == "figure":
            return _Figure(value)
        if name == "edition":
            return title_of(value)
        return value

    def format_field(self, value: Any, spec: str) -> str:  # noqa: ANN401 - as in the base class
        """How a fact is written: the part behind the colon, in the catalogues.

        `word` writes a small number as a word, `one/many` a number with the noun that fits it,
        and of a figure `leader/worker` the word that fits it.
        """
        if isinstance(value, _Figure):
            figures = (
                dict(zip("LW", spec.split("/"), strict=True)) if spec else self.words["figures"]
            )
            return str(figures[value])
        if spec == "word":
            numbers = self.words["numbers"]
            return str(numbers[value]) if value < len(numbers) else str(value)
        if "/" in spec:
            one, many = spec.split("/")
            return f"{value} {one if value in self.singular else many}"
        return super().format_field(value, spec)  # type: ignore[no-any-return]


@cache
def _formatter(language: str) -> _Facts:
    return _Facts(language)
