"""Sentences for people: a folder of catalogues for each language.

A catalogue is a file such as `fr/refusals.toml`: a subject in a language. There are three kinds:

- sentences, by flat keys with their facts in braces: `sentence(subject, key, facts, language)`.
  English has every key.
- entries of clauses, rulings, differences, switches, and names of things: `entry` and `word`. Their
  English is in the specification and in the code, and `en/words.toml` has what neither has; the
  entries themselves give it back with `in_language("fr")`.
- `language`, which is a `Language`, and for questions `asked` and `synonyms`.

What another language lacks is English, and so is everything in an unknown language.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache, reduce
from string import Formatter
from typing import TYPE_CHECKING, Any, Final

from attrs import fields_dict, frozen

from tikal.editions import EDITIONS, HOUSE_TITLES, Edition, title_of
from tikal.errors import InvalidArgument, Sentence, WrongType

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

#: English first: the language of the catalogues that have every key. Each has a folder beside this
#: module, where it may lack any file.
LANGUAGES: Final = ("en", "fr", "nl", "de")

_WEIGHT: Final = re.compile(r"0(\.[0-9]{0,3})?|1(\.0{0,3})?")


def language_of(name: str | None) -> str:
    """The language that a name such as `fr`, `nl_BE.UTF-8` or `de-AT` asks for, else English.

    Several names may have weights, as in the header `Accept-Language`: `de-AT, fr;q=0.8, *;q=0.1`.
    """
    if not isinstance(name, str | None):
        raise WrongType(f"a language is named by a str such as 'fr', not by {type(name).__name__}")
    if name in LANGUAGES:
        return name
    wanted = [(_weight(rest), code) for code, rest in map(_named, (name or "").split(",")) if code]
    return max(wanted, key=lambda each: each[0], default=(1.0, "en"))[1]  # the first of equals


def _named(part: str) -> tuple[str, str]:
    """The language of one name, empty if it is none of ours or unwanted, and what follows it."""
    tag, _, rest = part.strip().partition(";")
    code, next_ = tag[:2].lower(), tag[2:3]
    known = code in LANGUAGES and next_ in ("", "-", "_", ".", "@", " ")
    return code if known and _weight(rest) else "", rest


def _weight(rest: str) -> float:
    """The weight in `q=0.8`: 1 if there is none, and 0, which is unwanted, if it is no weight."""
    name, sign, weight = rest.replace(" ", "").partition("=")
    if not sign:
        return 1.0
    match = _WEIGHT.fullmatch(weight)
    return float(weight) if name.lower() == "q" and match else 0.0


def preferred_language(environment: Mapping[str, str]) -> str:
    """The language that `TIKAL_LANG` or else the locale asks for; English if neither does."""
    names = ("TIKAL_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    return language_of(next((environment[name] for name in names if environment.get(name)), None))


# --- catalogues --------------------------------------------------------------------------------


def catalogue(subject: str, language: str = "en") -> dict[str, Any]:
    """The entries of a catalogue by key; empty if there is none."""
    return _read(subject, language_of(language))


@cache
def _read(subject: str, language: str) -> dict[str, Any]:
    if not has_catalogue(subject, language):
        return {}
    try:
        return tomllib.loads(catalogue_text(subject, language))
    except tomllib.TOMLDecodeError as error:
        raise InvalidArgument(f"{path_of(subject, language)}: {error}") from None


def catalogue_text(subject: str, language: str) -> str:
    """The file of a catalogue, which must exist."""
    return _file(subject, language).read_text("utf-8")


def _file(subject: str, language: str) -> Traversable:
    from importlib.resources import files  # here, because it loads slowly

    return files(__package__).joinpath(language, f"{subject}.toml")


def has_catalogue(subject: str, language: str) -> bool:
    """Whether a language has a catalogue of a subject; it is not read."""
    return _file(subject, language).is_file()


def path_of(subject: str, language: str) -> str:
    """The path of a catalogue, for messages: `languages/fr/words.toml`."""
    return f"languages/{language}/{subject}.toml"


def entry(subject: str, key: str, language: str) -> dict[str, Any]:
    """The translation of a clause, a ruling, a switch or a group of names, by part."""
    found: dict[str, Any] = catalogue(subject, language).get(key, {})
    return found


def sentence(
    subject: str,
    key: str,
    facts: Mapping[str, object] | None = None,
    language: str = "en",
    names: Sequence[str] = (),
) -> str:
    """The sentence of a key with its facts filled in.

    Seats are written as the names of their players where `names` has them. A key that is not ours,
    or comes without its facts, is all there is to say.
    """
    spoken = language_of(language)
    if key not in catalogue(subject, spoken):
        spoken = "en"
    try:
        pattern = catalogue(subject, spoken)[key]
        return _formatter(spoken, tuple(names)).vformat(pattern, (), facts or {})
    except (LookupError, TypeError, ValueError, AttributeError):
        return key


# --- what a language is ------------------------------------------------------------------------


@frozen
class Language:
    """A language: its names, its numbers, and what is needed to read questions in it."""

    code: str
    #: Its own name.
    name: str
    #: Its English name.
    english: str
    #: The numbers that take the singular.
    singular: tuple[int, ...] = (1,)
    #: By number, from 0, its forms as a word; sentences write the first.
    numerals: tuple[tuple[str, ...], ...] = ()
    #: Words that lose their last letter before a vowel, and the letters that are vowels.
    elided: tuple[str, ...] = ()
    vowels: str = ""
    #: Letters that it writes more often than the other languages.
    letters: str = ""
    #: The name of its stemmer in snowballstemmer; without one, words keep their endings.
    stemmer: str = ""
    #: Letters between the parts of a compound word; empty if it has no such words.
    compounds: tuple[str, ...] = ()
    #: Substitutes typed for letters with an accent, and the letters without it.
    retyped: tuple[tuple[str, str], ...] = ()
    #: Separable prefixes of verbs: `fängt ... an`, `houdt ... op`.
    particles: tuple[str, ...] = ()
    #: Endings of verbs that the stemmer leaves alone, as regular expressions on words without
    #: accents, and what the infinitive has in their place.
    verb_endings: tuple[tuple[str, str], ...] = ()
    #: Words that say nothing about what is asked; they also show which language it is.
    stop_words: tuple[str, ...] = ()
    #: Words between the figures of two sides, and those for oneself and for other players.
    against: tuple[str, ...] = ()
    oneself: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


@cache
def language_data(code: str) -> Language:
    """The content of `language.toml` of a language; defaults if the file is missing."""
    found = {"name": code, "english": code, **catalogue("language", code)}
    for key in found.keys() - (fields_dict(Language).keys() - {"code"}):
        raise InvalidArgument(f"{path_of('language', code)}: {key} is not a key of a language")
    if "numerals" in found:
        found["numerals"] = [forms.split() for forms in found["numerals"]]
    for key in ("particles", "stop_words", "against", "oneself", "others"):
        found[key] = found.get(key, "").split()
    return Language(code, **{key: _as_tuple(value) for key, value in found.items()})


def _as_tuple(value: Any) -> Any:  # noqa: ANN401 - what TOML holds
    return tuple(map(_as_tuple, value)) if isinstance(value, list) else value


# --- refusals ----------------------------------------------------------------------------------


def refusals() -> dict[str, str]:
    """By key, the English pattern of every sentence that refuses a move."""
    return catalogue("refusals")


def refusal(
    key: str, facts: Mapping[str, object], language: str = "en", names: Sequence[str] = ()
) -> str:
    """The sentence of a refusal with its facts filled in; see `sentence`."""
    return sentence("refusals", key, facts, language, names)


def refused_move(
    move: object,
    number: object,
    line: object = None,
    column: object = None,
    language: str = "en",
) -> str:
    """The sentence about a refused move: `move 81 (line 36), walk W a1-b2, is refused`."""
    key = "refused" if not line else "refused/place" if column else "refused/line"
    facts = {"move": move, "number": number, "line": line, "column": column}
    return sentence("commands", key, facts, language)


# --- names of things ---------------------------------------------------------------------------

#: Names whose English is needed where this package cannot be asked.
_ELSEWHERE: Final[Mapping[str, Mapping[str, str]]] = {
    "editions": {key: edition.title for key, edition in EDITIONS.items()},
    "house": HOUSE_TITLES,
}


def word(group: str, key: str, language: str = "en") -> str:
    """The name of a phase, a terrain, a figure, an edition, a verdict or the like.

    A key that has no name is written as it is.
    """
    english = _ELSEWHERE.get(group) or entry("words", group, "en")
    return str(entry("words", group, language).get(key) or english.get(key, key))


def title(edition: Edition | str, language: str = "en") -> str:
    """The title of an edition or of the one with a key, also with house rules; see `title_of`.

    A title that somebody has made up is left as it is.
    """
    key = edition if isinstance(edition, str) else edition.key
    english = edition if isinstance(edition, str) else edition.title
    base, *rules = key.split(" ")
    if base not in EDITIONS or english not in (key, title_of(key)):
        return english
    if language_of(language) == "en":
        return title_of(key)
    if not rules:
        return word("editions", base, language)
    pattern = word("house", "one" if len(rules) == 1 else "many", language)
    return pattern.format(title=word("editions", base, language), rules=listed(rules, language))


def listed(things: Iterable[object], language: str = "en") -> str:
    """Things as a person lists them: `1, 2 and 3`."""
    *others, last = map(str, things)
    conjunction = catalogue("words", language).get("and") or catalogue("words")["and"]
    return f"{', '.join(others)} {conjunction} {last}" if others else last


def short_title(edition: Edition | str, language: str = "en") -> str:
    """The title of an edition without the language of its book."""
    return title(edition, language).split(" (")[0].split(",")[0]


def labelled(label: object, value: object, language: str = "en") -> str:
    """Something with a label before it: `seat 1: 12 points`."""
    return sentence("lines", "label", {"label": label, "value": value}, language)


def joined(parts: Iterable[str], language: str = "en", how: str = "also") -> str:
    """Parts of a line one after the other: `also` with a semicolon, `or` as alternatives."""
    return reduce(
        lambda one, other: sentence("lines", how, {"one": one, "other": other}, language), parts
    )


# --- facts -------------------------------------------------------------------------------------


#: Facts that are keys of names, and the group of the names.
_NAMED: Final = {"terrain": "terrains", "phase": "phases"}


class _Figure(str):
    """The letter of a figure, which a pattern can write as either of two words."""

    __slots__ = ()


@frozen
class _Player:
    """The player of a seat; the name is empty if it is not known."""

    seat: object
    name: str


class _Facts(Formatter):
    """Writes facts as words of a language."""

    def __init__(self, language: str, names: tuple[str, ...]) -> None:
        self.language, self.names = language, names
        self.data = language_data(language)

    def get_value(self, name: int | str, _args: object, facts: Any) -> object:  # noqa: ANN401
        """Figures are marked as such; names and sentences are written in the language."""
        value = facts[name]
        if name == "figure":
            return _Figure(value)
        if name == "edition":
            return title(value, self.language)
        if name in _NAMED:
            return word(_NAMED[name], value, self.language)
        return self._spoken(value)

    def convert_field(self, value: Any, conversion: Any) -> Any:  # noqa: ANN401 - as in the base
        """`!p` makes a seat a player."""
        if conversion != "p":
            return super().convert_field(value, conversion)
        is_named = type(value) is int and 1 <= value <= len(self.names)
        return _Player(value, self.names[value - 1] if is_named else "")

    def format_field(self, value: Any, spec: str) -> str:  # noqa: ANN401 - as in the base class
        """The form of a fact: the part behind the colon in the catalogues.

        `word` writes a small number as a word, `one/many` a number with the noun that fits it,
        of a figure `leader/worker` the word that fits it, and of a player `au joueur/à` the words
        before the number of a seat and before a name. `or` lists several things as alternatives.
        """
        if isinstance(value, tuple):
            return joined(map(self._spoken, value), self.language, spec or "also")
        if isinstance(value, _Player):
            before_seat, before_name = spec.split("/")
            if value.name:
                return self._joined(before_name, value.name)
            return self._joined(before_seat, str(value.seat))
        if isinstance(value, _Figure):
            leader, worker = spec.split("/") if spec else (None, None)
            return {"L": leader, "W": worker}[value] or word("figures", value, self.language)
        if spec == "word":
            numerals = self.data.numerals
            return numerals[value][0] if value < len(numerals) else str(value)
        if "/" in spec:
            one, many = spec.split("/")
            return f"{value} {one if value in self.data.singular else many}"
        return super().format_field(value, spec)  # type: ignore[no-any-return]

    def _spoken(self, value: Any) -> Any:  # noqa: ANN401 - a fact may be anything
        return value.text(self.language) if isinstance(value, Sentence) else value

    def _joined(self, word: str, text: str) -> str:
        """A word and a text, which takes the vowel of the word away if it begins with one."""
        if word in self.data.elided and text[:1].lower() in self.data.vowels:
            return f"{word[:-1]}'{text}"
        return f"{word} {text}".lstrip()


@lru_cache(maxsize=64)
def _formatter(language: str, names: tuple[str, ...]) -> _Facts:
    return _Facts(language, names)
