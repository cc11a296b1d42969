"""Editions as JSON: their text, or an object with all their fields."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final, TypeAlias

from attrs import NOTHING, fields_dict

from tikal.editions import (
    EDITIONS,
    MAX_NAME_CHARACTERS,
    SWITCHES,
    Edition,
    Switch,
    SwitchValue,
    read_edition,
    write_edition,
)
from tikal.errors import InvalidArgument
from tikal.notation.documents.fields import Fields, Reading, misfit_at
from tikal.notation.documents.readings import converted, one_of, several, text

#: Longer editions are refused as text.
_MAX_CHARACTERS: Final = 400
_MUST: Final = (
    'must be an edition, perhaps with house rules, such as "legend-classic tiebreak=none"'
)


#: An edition as an object: its key, its title, and its switches by name.
EditionDocument: TypeAlias = dict[str, bool | int | str | list[str]]


# --- switches ----------------------------------------------------------------------------------


def must_be(switch: Switch) -> str:
    """The JSON values of a switch."""
    values = tuple(switch.values)
    if switch.ranked:
        return f"must be a list of {_listed(values, 'and')}, each at most once"
    if all(isinstance(value, bool) for value in values):
        return "must be true or false"
    return f"must be {_listed(values, 'or')}"


def must_be_an_entry(switch: Switch) -> str:
    """The JSON values in the list of a ranked switch."""
    return f"must be {_listed(switch.values, 'or')}"


def _listed(values: Iterable[SwitchValue], last: str) -> str:
    *most, end = map(json.dumps, values)
    return f"{', '.join(most)} {last} {end}"


def _reading(switch: Switch) -> Reading[SwitchValue]:
    values = tuple(switch.values)
    if not switch.ranked:
        return one_of(must_be(switch), values)
    entry = one_of(must_be_an_entry(switch), tuple(map(str, values)))
    return several(must_be(switch), entry, most=len(values))


_READINGS: Final = {switch.name: _reading(switch) for switch in SWITCHES}


def switches_of(fields: Fields, usual: dict[str, SwitchValue]) -> dict[str, SwitchValue]:
    """The switches among the fields; one that is left out has its usual value, if there is one."""
    found: dict[str, SwitchValue] = {}
    for name, reading in _READINGS.items():
        default: Any = fields_dict(Edition)[name].default  # attrs does not know its type
        if default is NOTHING:
            found[name] = fields.required(name, reading)
        else:
            found[name] = fields.optional(name, reading, usual.get(name, default))
    return found


def switches_to_json(edition: Edition) -> EditionDocument:
    """The switches of an edition by name."""
    switches = edition.switches().items()
    return {name: list(value) if isinstance(value, tuple) else value for name, value in switches}


# --- editions ----------------------------------------------------------------------------------

#: An edition as text.
EDITION_TEXT: Final = converted(text(_MUST, _MAX_CHARACTERS), read_edition)
_TEXT_OR_OBJECT: Final = converted(
    text(f"{_MUST}, or an object with all its fields", _MAX_CHARACTERS), read_edition
)
_NAME: Final = text("must be text", MAX_NAME_CHARACTERS)


def edition_from_json(value: object) -> Edition:
    """An edition given as text or as an object."""
    return _from_object(value) if isinstance(value, dict) else _TEXT_OR_OBJECT(value)


def _from_object(value: object) -> Edition:
    """An edition given as an object; the switches left out are as in the edition it changes."""
    fields = Fields(value)
    key = fields.required("key", _NAME)
    title = fields.required("title", _NAME)
    base = EDITIONS.get(key.split(" ")[0]) if key else None
    switches = switches_of(fields, base.switches() if base else {})
    fields.finish()
    try:
        return Edition(key, title, **switches)  # type: ignore[arg-type]  # of the types it asks for
    except InvalidArgument as error:
        sentence = str(error)
    raise misfit_at(sentence=sentence)


def edition_to_json(edition: Edition) -> str | EditionDocument:
    """The text of an edition if it is complete, otherwise an object."""
    text = write_edition(edition)
    if read_edition(text) == edition:
        return text
    return {"key": edition.key, "title": edition.title, **switches_to_json(edition)}
