"""What an edition, a language or a switch still lacks: `python -m tests.project.one_home`.

Where something can be computed from `printed.toml` or `LANGUAGES`, it is. The rest is written by
hand, and every sentence below names a file and what is missing in it. CONTRIBUTING.md has the
recipes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import tikal
from tests.languages import catalogues
from tests.project import switch_homes
from tikal.asking.lexicon import concepts
from tikal.editions import BOOKS
from tikal.errors import InvalidArgument
from tikal.languages import (
    LANGUAGES,
    catalogue,
    has_catalogue,
    language_data,
    listed,
    path_of,
    refusals,
)
from tikal.law.grounds import grounds
from tikal.law.registry import differences, rulings

ROOT: Final = Path(__file__).parents[2]
#: Files that list the editions, each by its key.
_LISTING_KEYS: Final = (
    ".github/ISSUE_TEMPLATE/rules-question.yml",
    ".github/ISSUE_TEMPLATE/wrong-verdict.yml",
    "examples/node-adapter/adapter.mjs",
)
#: Prose that names every language.
_NAMING_LANGUAGES: Final = ("README.md", "docs/guide/languages.md")
#: The numbers that have a word in every language: 0 to 20.
_NUMERALS: Final = 21


# --- editions ------------------------------------------------------------------------------------


def missing_of_editions() -> Iterator[str]:
    """What the editions lack."""
    for key, edition in tikal.EDITIONS.items():
        name = key.replace("-", "_").upper()
        if name not in tikal.__all__ or getattr(tikal, name, None) is not edition:
            yield f"tikal exports no {name}"
        if f"tikal.{name}\n" not in _text("docs/reference/api/state.md"):
            yield f"docs/reference/api/state.md: tikal.{name} is missing"
        for file in _LISTING_KEYS:
            if not re.search(rf"\b{key}\b", _text(file)):
                yield f"{file}: {key} is missing"
        if _name_of(edition) not in _text("README.md"):
            yield f"README.md: {_name_of(edition)} is missing"
        yield from _missing_in_the_law(key)
    for difference in differences():
        switch = re.match(r"switch (\w+): (?:yes|no) in (?!all)", difference.handling)
        if switch and difference.handling != (meant := values_in_words(switch[1])):
            yield f"spec/clauses/differences.toml: the handling of {difference.id} is not {meant!r}"


def _missing_in_the_law(key: str) -> Iterator[str]:
    """What the clauses, differences and rulings do not say about an edition."""
    silent: set[str] = set()
    for clause in tikal.clauses():
        if clause.chapter != "derived":
            try:
                clause.stance(key)
            except InvalidArgument as error:
                silent.add(clause.id)
                yield str(error)
    for difference in differences():
        if key not in difference.editions:
            yield f"spec/clauses/differences.toml: {difference.id} is silent on {key}"
    for ruling in rulings():
        taken = [key for reading in ruling.readings if key in reading.taken_by]
        if ruling.readings and not taken:
            yield f"{_file_of(ruling.id)}: {ruling.id} has no reading that {key} takes"
    for refusal in refusals():
        if refusal.split("/")[0] not in silent and grounds(refusal, key).of_the_house:
            yield f"spec/grounds.toml: {refusal} rests on nothing in {key}"


def values_in_words(switch: str) -> str:
    """What a difference says of a switch: `switch NAME: no in one edition, yes in two others`."""
    by_value: dict[str, list[str]] = {}
    for book in BOOKS.values():
        value = "yes" if getattr(book.edition, switch) else "no"
        by_value.setdefault(value, []).append(book.asked[0].title())
    words = ", ".join(f"{value} in {listed(names)}" for value, names in by_value.items())
    return f"switch {switch}: {words}"


def _name_of(edition: tikal.Edition) -> str:
    """The title without the language and the variant."""
    return edition.title.partition(" (")[0].partition(",")[0]


def _file_of(ruling: str) -> str:
    for path in sorted((ROOT / "spec" / "rulings").glob("*.toml")):
        if f'id = "{ruling}"' in path.read_text("utf-8"):
            return path.relative_to(ROOT).as_posix()
    raise LookupError(ruling)


# --- languages -----------------------------------------------------------------------------------


def missing_of_languages() -> Iterator[str]:
    """What the languages lack."""
    for code in LANGUAGES:
        yield from _missing_in_the_folder(code)
        for file in _NAMING_LANGUAGES:
            if language_data(code).english not in _text(file):
                yield f"{file}: {language_data(code).english} is missing"
        asked = "".join(map(_text, _questions()))
        if has_catalogue("asked", code) and f'lang = "{code}"' not in asked:
            yield f'tests/asking/questions: a question with lang = "{code}" is missing'


def _missing_in_the_folder(code: str) -> Iterator[str]:
    subjects = [each for each in catalogues.SUBJECTS if code != "en" or has_catalogue(each, "en")]
    for subject in (*subjects, "language", "asked", "directions", "synonyms"):
        if not has_catalogue(subject, code):
            yield f"{path_of(subject, code)} is missing"
        elif subject in catalogues.SUBJECTS and code != "en":
            yield from catalogues.problems_of(subject, code)
    yield from (f"{path_of('language', code)}: {each}" for each in _missing_in_the_data(code))
    yield from _missing_in_the_questions(code)


def _missing_in_the_data(code: str) -> Iterator[str]:
    if has_catalogue("language", code):
        found = catalogue("language", code)
        for key in ("name", "english", "singular", "stop_words"):
            if not found.get(key):
                yield f"{key} is missing"
        if len(language_data(code).numerals) != _NUMERALS:
            yield f"numerals has not the words from 0 to {_NUMERALS - 1}"


def _missing_in_the_questions(code: str) -> Iterator[str]:
    wanted = {
        "asked": [*(c.id for c in tikal.clauses()), *(r.id for r in tikal.rulings())],
        # the words of an edition are in printed.toml, and a language may add some
        "synonyms": [key for key in concepts() if key not in BOOKS],
        "directions": list(catalogue("directions")),
    }
    known = {
        **wanted,
        "asked": {*wanted["asked"], *(d.id for d in differences())},
        "synonyms": concepts(),
    }
    for subject, keys in wanted.items():
        if has_catalogue(subject, code):
            found = catalogue(subject, code)
            for key in keys:
                if not found.get(key):
                    yield f"{path_of(subject, code)}: {key} is missing"
            for key in found:
                if key not in known[subject]:
                    yield f"{path_of(subject, code)}: {key} is not a key"


def _questions() -> list[str]:
    folder = ROOT / "tests" / "asking" / "questions"
    return [path.relative_to(ROOT).as_posix() for path in sorted(folder.glob("*.toml"))]


def _text(file: str) -> str:
    return (ROOT / file).read_text("utf-8")


if __name__ == "__main__":
    of_switches = switch_homes.missing(switch_homes.Tree.at(ROOT))
    for sentence in (*missing_of_editions(), *missing_of_languages(), *of_switches):
        print(sentence)
