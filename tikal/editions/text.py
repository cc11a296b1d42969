"""Editions as text: `legend-classic tiebreak=none`, house editions and their titles."""

from __future__ import annotations

import re
from typing import Final

from attrs import evolve

from tikal.editions.model import SWITCHES, Edition, Switch, SwitchValue, switch_named
from tikal.editions.printed import EDITIONS
from tikal.errors import InvalidNotation, Mistake, WrongType


def house(edition: Edition | str, **values: SwitchValue) -> Edition:
    """An edition with some switches turned, named after what differs from the printed one.

    Turning a switch to what the edition has anyway gives the edition itself.
    """
    base = edition_of(edition)
    for name in values:
        switch_named(name)
    # the edition itself refuses a value that its switch does not take
    return canonical_edition(evolve(base, **values))  # type: ignore[arg-type]


def edition_of(value: Edition | str) -> Edition:
    """The edition itself, or the one that a text stands for, as `read_edition` reads it."""
    if isinstance(value, Edition):
        return value
    if isinstance(value, str):
        return read_edition(value)
    raise WrongType(
        "edition is an Edition such as tikal.RIO_GRANDE_1999 or its key, not "
        f"{type(value).__name__}"
    )


def read_edition(text: str) -> Edition:
    """An edition by its key, perhaps with house rules: `legend-classic tiebreak=none`.

    A house rule may be named by its switch or by a ruling, as in `Q-37=different`. The names
    may be written in capitals.
    """
    if not isinstance(text, str):
        raise WrongType(f"an edition is written as a str, not {type(text).__name__}")
    words = [(match[0], match.start() + 1) for match in re.finditer(r"[^ \t]+", text)]
    written, column = words[0] if words else ("", 1)
    key = _in_small_letters(written)
    if key not in EDITIONS:
        known = ", ".join(EDITIONS)
        mistake = Mistake("edition", written=repr(written[:40]), known=known)
        raise InvalidNotation(mistake, column=column)
    values: dict[str, SwitchValue] = {}
    for word, column in words[1:]:
        name, _, value = word.partition("=")
        switch = _switch_called(name, column)
        if switch.name in values:
            raise InvalidNotation(Mistake("switch/twice", name=switch.name), column=column)
        try:
            values[switch.name] = switch.read(value)
        except InvalidNotation as error:
            raise InvalidNotation(error.message, column=column + len(name) + 1) from None
    return house(EDITIONS[key], **values)


def _in_small_letters(text: str) -> str:
    """ASCII text in small letters; other text unchanged."""
    return text.lower() if text.isascii() else text


def _switch_called(name: str, column: int) -> Switch:
    for switch in SWITCHES:
        rulings = (id_ for id_ in switch.belongs_to if id_.startswith("Q-"))
        if _in_small_letters(name) in (switch.name, *map(str.lower, rulings)):
            return switch
    names = ", ".join(switch.name for switch in SWITCHES)
    mistake = Mistake("switch/unknown", written=repr(name[:40]), known=names)
    raise InvalidNotation(mistake, column=column)


def write_edition(edition: Edition) -> str:
    """An edition as `read_edition` reads it: a printed edition, and the switches that differ.

    See `base_of` for which printed edition that is.
    """
    if not isinstance(edition, Edition):
        raise WrongType(
            "edition is an Edition such as tikal.RIO_GRANDE_1999, not " + type(edition).__name__
        )
    if edition is EDITIONS.get(edition.key):
        return edition.key
    base, values = base_of(edition), edition.switches()
    changed = [switch for switch in SWITCHES if switch.name in turned(edition, base)]
    return " ".join([base.key, *(switch.rule(values[switch.name]) for switch in changed)])


def base_of(edition: Edition) -> Edition:
    """The printed edition that a house edition changes.

    It is the one that the key begins with, or else the one with the fewest differences.
    """
    printed = EDITIONS.get(edition.key.split(" ")[0])
    return printed or min(EDITIONS.values(), key=lambda other: len(turned(edition, other)))


def turned(edition: Edition, base: Edition) -> set[str]:
    """The names of the switches that an edition has turned from their values in another."""
    before = base.switches()
    return {name for name, value in edition.switches().items() if value != before[name]}


def canonical_edition(edition: Edition) -> Edition:
    """A house edition under its written name; a printed edition unchanged."""
    key = write_edition(edition)
    return EDITIONS[key] if key in EDITIONS else evolve(edition, key=key, title=title_of(key))


#: The title of an edition with one house rule, and with several.
HOUSE_TITLES: Final = {
    "one": "{title} with the house rule {rules}",
    "many": "{title} with the house rules {rules}",
}


def title_of(key: str) -> str:
    """The title of an edition, also with house rules such as `legend-classic tiebreak=none`.

    The key itself if it is unknown. `tikal.languages.title` says it in any language.
    """
    base, *rules = key.split(" ")
    if base not in EDITIONS:
        return key
    if not rules:
        return EDITIONS[base].title
    pattern = HOUSE_TITLES["one" if len(rules) == 1 else "many"]
    return pattern.format(title=EDITIONS[base].title, rules=" and ".join(rules))
