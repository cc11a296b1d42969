"""The words of the table itself; what the rules say comes from tikal-rules."""

from __future__ import annotations

import json
from importlib.resources import files

from tikal.languages import language_of

WORDS: dict[str, dict[str, str]] = json.loads(
    files("online_table").joinpath("static", "words.json").read_text("utf-8")
)


def say(key: str, language: str, **facts: object) -> str:
    """A sentence of the table."""
    return WORDS[language][key].format(**facts)


def language_for(asked: object, header: str | None = None) -> str:
    """The language that a viewer has chosen, or that the browser prefers."""
    return asked if isinstance(asked, str) and asked in WORDS else language_of((header or "")[:200])
