"""Writes down the shapes of all ways of asking: `python -m tools.packaging.shapes`.

To be run whenever `asked.toml` or `synonyms.toml` of a language has changed; a test compares.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from tikal.asking.corpus import asked_in, shape_of
from tikal.asking.lexicon import languages, lexicon

FILE: Final = Path(__file__).parents[2] / "spec" / "asked" / "shapes.json"


def shapes(language: str) -> dict[str, list[str]]:
    """By entry, the shapes of what is asked in a language, each of them once."""
    speech = lexicon(language)
    found = {
        id_: list(dict.fromkeys(shape_of(sentence, speech) for sentence in sentences))
        for id_, sentences in asked_in(language).items()
    }
    return {id_: [shape for shape in told if shape] for id_, told in found.items()}


def written() -> str:
    """What belongs into the file: a line for each shape, by language and entry."""
    return json.dumps({language: shapes(language) for language in languages()}, indent=0) + "\n"


if __name__ == "__main__":
    FILE.write_text(written(), "utf-8")
