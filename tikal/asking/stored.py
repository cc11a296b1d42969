"""What the build of the package computes of itself, so that a question need not.

To index a language takes a third of a second: its sentences are read word by word, and the shapes
of the other languages with every stemmer. The build writes a file with a line for the digest of
all sources, one for the words of all languages, and one for the index of each. A file that was
made of other sources never answers; without it everything is computed.
"""

from __future__ import annotations

import hashlib
import inspect
import json
from collections.abc import Iterator
from functools import cache
from importlib import import_module, resources
from typing import Any, Final

from tikal._support.resources import built, specification
from tikal.languages import LANGUAGES, catalogue_text, has_catalogue, path_of

#: The file of the build, and its line for words.
FILE: Final = "asking.jsonl"
WORDS: Final = "words"
#: The sources: catalogues of each language, folders and files of the specification, ...
CATALOGUES: Final = (
    "asked", "canonical", "directions", "language", "synonyms", "clauses", "rulings", "differences",
)  # fmt: skip
_FOLDERS: Final = ("clauses", "rulings")
_FILE_OF_ANSWERS: Final = "questions.toml"
#: ... data of packages, and the modules that read them.
_DATA: Final = (("tikal.asking", "concepts.toml"), ("tikal.editions", "printed.toml"))
_CODE: Final = ("canon", "corpus", "directions", "indexing", "lexicon", "tokens")


def sources() -> Iterator[tuple[str, bytes]]:
    """The sources of all that is stored, by name."""
    for language in LANGUAGES:
        for subject in CATALOGUES:
            if has_catalogue(subject, language):
                yield path_of(subject, language), catalogue_text(subject, language).encode()
    for folder in _FOLDERS:
        files = specification().joinpath(folder).iterdir()
        for file in sorted(files, key=lambda each: each.name):
            yield f"{folder}/{file.name}", file.read_bytes()
    yield _FILE_OF_ANSWERS, specification().joinpath(_FILE_OF_ANSWERS).read_bytes()
    for package, name in _DATA:
        yield name, resources.files(package).joinpath(name).read_bytes()
    for module in _CODE:
        yield module, inspect.getsource(import_module(f"tikal.asking.{module}")).encode()


@cache
def digest_of_sources() -> str:
    """The SHA-256 of everything that the file is made of."""
    found = hashlib.sha256()
    for name, text in sources():
        found.update(f"{name} {len(text)}\n".encode() + text)
    return found.hexdigest()


@cache
def stored(part: str) -> dict[str, Any] | None:
    """The words, or the index of a language; None where the file does not fit the sources."""
    return part_of(_text(), part)


def part_of(text: str, part: str) -> dict[str, Any] | None:
    """A part of the content of a file; None if it was made of other sources or is damaged."""
    try:
        head, *lines = text.splitlines()
        header = json.loads(head)
        if header["sources"] != digest_of_sources():
            return None
        found: dict[str, Any] = json.loads(lines[header["parts"].index(part)])
        return found
    except (ValueError, LookupError, TypeError):
        return None


def _text() -> str:
    try:
        return built(FILE).read_text("utf-8")
    except (OSError, ValueError):
        return ""
