"""Write the switches and the printed editions into the JSON Schemas.

`python -m tools.generate.schemas` is to be run when a switch or a printed edition was added or
changed; `tests/project/test_schemas.py` compares. The rest of each schema is written by hand.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, TypeAlias

from attrs import NOTHING, fields_dict

from tikal._support.atomic_write import write_atomic
from tikal.editions import EDITIONS, SWITCHES, Edition, Switch
from tikal.notation.documents.editions import must_be, must_be_an_entry

FOLDER: Final = Path(__file__).parents[2] / "spec" / "schemas"
COMMAND: Final = "python -m tools.generate.schemas"

# A part of a JSON Schema, as `json` reads it.
Schema: TypeAlias = dict[str, Any]


def of_switch(switch: Switch) -> Schema:
    """The values that a switch can have in JSON, with its default if there is one."""
    values = list(switch.values)
    found: Schema = {"description": must_be(switch)}
    if switch.ranked:
        found |= {"type": "array", "maxItems": len(values)}
        found["items"] = {"description": must_be_an_entry(switch), "enum": values}
    elif all(isinstance(value, bool) for value in values):
        found["type"] = "boolean"
    else:
        if all(isinstance(value, int) for value in values):
            found["type"] = "integer"
        found["enum"] = values
    default: object = fields_dict(Edition)[switch.name].default
    return found if default is NOTHING else found | {"default": default}


def with_switches(schema: Schema) -> None:
    """Replace the switches of an object that has all of them, beside other keys."""
    is_switch = {switch.name for switch in SWITCHES}
    other = {key: value for key, value in schema["properties"].items() if key not in is_switch}
    properties = {switch.name: of_switch(switch) for switch in SWITCHES}
    needed = [name for name, value in properties.items() if "default" not in value]
    schema["required"] = [key for key in schema["required"] if key in other] + needed
    schema["properties"] = other | properties


def with_editions(schema: Schema) -> None:
    """Replace the keys of the printed editions."""
    schema["enum"] = list(EDITIONS)


def position(schema: Schema) -> None:
    """The switches of the edition of a position."""
    with_switches(schema["properties"]["edition"])


def cases(schema: Schema) -> None:
    """The switches that hold in a case."""
    with_switches(schema["properties"]["cases"]["items"]["properties"]["rules"])


def opinion(schema: Schema) -> None:
    """The printed edition whose book is asked, and those that judge the move too."""
    violation = schema["properties"]["violations"]["items"]["properties"]
    with_editions(violation["grounds"]["properties"]["book"])
    with_editions(schema["properties"]["editions"]["items"]["properties"]["edition"])


#: What fills in the generated parts of each schema.
PARTS: Final = {"position-1": position, "cases-1": cases, "opinion-1": opinion}


def written(name: str) -> str:
    """The content of the file of a schema."""
    schema: Schema = json.loads(file_of(name).read_text("utf-8"))
    PARTS[name](schema)
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def file_of(name: str) -> Path:
    """The file of a schema."""
    return FOLDER / f"{name}.json"


if __name__ == "__main__":
    for each in PARTS:
        write_atomic(file_of(each), written(each))
