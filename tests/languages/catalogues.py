"""The required texts of every catalogue, and the problems of one, by the path of the text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from string import Formatter
from typing import Any, Final, TypeAlias

import tikal
from tikal.editions import HOUSE_TITLES
from tikal.languages import catalogue, language_data, path_of
from tikal.law.registry import chapters, differences

#: By its path, such as `Q-37.readings.present`.
Texts: TypeAlias = Mapping[str, str]

# --- what there must be ------------------------------------------------------------------------


def flat(tree: object, path: str = "") -> dict[str, str]:
    """Every text of a catalogue by its path."""
    if isinstance(tree, str):
        return {path: tree}
    items = enumerate(tree) if isinstance(tree, list) else tree.items()  # type: ignore[attr-defined]
    inner = ((f"{path}.{key}" if path else str(key), value) for key, value in items)
    return {name: text for key, value in inner for name, text in flat(value, key).items()}


def english(subject: str) -> dict[str, str]:
    """The English texts of a subject by path, from any source."""
    return flat(english_tree(subject))


def english_tree(subject: str) -> dict[str, Any]:
    """The English texts of a subject in the form of a catalogue."""
    return _ENTRIES[subject]() if subject in _ENTRIES else catalogue(subject)


def _clauses() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for clause in tikal.clauses():
        notes = {key: stance.note for key, stance in clause.editions.items() if stance.note}
        found[clause.id] = {"title": clause.title, "statement": clause.statement, "notes": notes}
    return found


def _rulings() -> dict[str, Any]:
    return {
        r.id: {
            "question": r.question,
            "answer": r.answer,
            "readings": {reading.key: reading.sentence for reading in r.readings},
        }
        for r in tikal.rulings()
    }


def _switches() -> dict[str, Any]:
    return {
        s.name: {"values": {s.text(value): text for value, text in _written(s)}}
        for s in tikal.switches()
    }


def _written(switch: tikal.Switch) -> Iterator[tuple[Any, str]]:
    for value, text in switch.values.items():
        yield (value,) if switch.ranked else value, text


def _words() -> dict[str, Any]:
    return {
        **catalogue("words"),
        "editions": {key: edition.title for key, edition in tikal.EDITIONS.items()},
        "house": HOUSE_TITLES,
        "chapters": chapters(),
    }


_ENTRIES: Final = {
    "clauses": _clauses,
    "rulings": _rulings,
    "switches": _switches,
    "differences": lambda: {
        d.id: {"point": d.point, "handling": d.handling, "editions": dict(d.editions)}
        for d in differences()
    },
    "words": _words,
}
#: What a language has that says nothing to people.
_GRAMMAR: Final = {"asked", "directions", "synonyms", "language"}
#: Every subject: those with an English catalogue, and those whose English is elsewhere.
SUBJECTS: Final = sorted(
    {file.name.removesuffix(".toml") for file in files("tikal.languages").joinpath("en").iterdir()}
    - _GRAMMAR
    | _ENTRIES.keys()
)

#: The subjects whose entries are sentences.
SENTENCES: Final = [subject for subject in SUBJECTS if subject not in _ENTRIES]

# --- what can be wrong with it -----------------------------------------------------------------


def facts_in(text: str) -> set[str]:
    """The facts that a pattern asks for."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def problems(translated: Texts, english: Texts) -> list[str]:
    """Missing, unknown and badly written entries of a catalogue, compared with the English."""
    found = [f"{key} is missing" for key in english if key not in translated]
    found += [f"{key} is not a key" for key in translated if key not in english]
    for key in translated.keys() & english.keys():
        text, original = translated[key], english[key]
        if not text or text != text.strip() or "  " in text or "\n" in text:
            found.append(f"{key} is empty or badly spaced: {text!r}")
        try:
            facts = facts_in(text)
        except ValueError as error:
            found.append(f"{key}: {error}")
            continue
        if facts != facts_in(original):
            found.append(f"{key} has the facts {sorted(facts)}, not {sorted(facts_in(original))}")
        if _named(text) != _named(original):
            found.append(f"{key} names {sorted(_named(text))}, not {sorted(_named(original))}")
    return sorted(found)


def problems_of(subject: str, language: str) -> list[str]:
    """The problems of a catalogue, each with its file."""
    found = problems(flat(catalogue(subject, language)), english(subject))
    return [f"{path_of(subject, language)}: {problem}" for problem in found]


def _named(text: str) -> set[str]:
    """Words that are the same in every language: ids, commands and editions."""
    return set(re.findall(r"\b[A-Z][A-Z0-9]*-\d+\b|`[^`]*`", text)) | set(re.findall(_BOOKS, text))


_BOOKS: Final = r"\b(?:Legend|Rio Grande|Ravensburger|Super Meeple)\b"


# --- numbers -----------------------------------------------------------------------------------


def numbers_in(text: str, language: str) -> set[int]:
    """The numbers of a sentence, in figures or as words.

    The words for 0 and 1 are also articles or pronouns, so they are not looked for.
    """
    plain = re.sub(r"\b[A-Z]+[0-9C]*-\d+\b|`[^`]*`", " ", text).lower()
    found = {int(number) for number in re.findall(r"(?<![\w-])\d+", plain)}
    for value, forms in enumerate(language_data(language).numerals):
        if value > 1 and re.search(rf"(?<![\w-])({'|'.join(forms)})(?![\w-])", plain):
            found.add(value)
    return found


def has_one(text: str, language: str) -> bool:
    """Whether a sentence can have the number 1."""
    one = "|".join(("1", *language_data(language).numerals[1]))
    return re.search(rf"\b({one})\b", text.lower()) is not None


def lost_numbers(text: str, original: str, language: str) -> set[int]:
    """The numbers of the English that a translation has not, as figures or as words."""
    lost = numbers_in(original, "en") - numbers_in(text, language)
    return lost - {1} if has_one(text, language) else lost


def new_figures(text: str, original: str) -> set[int]:
    """The figures of a translation that the English has not, not even as words."""
    figures = {int(number) for number in re.findall(r"(?<![\w-])\d+", text)}
    figures -= {int(number) for number in re.findall(r"[A-Z][0-9C]*-(\d+)", text)}
    known = numbers_in(original, "en")
    return figures - known - ({1} if has_one(original, "en") else set())
