"""The JSON Schemas: a table of the properties, then the schema itself."""

from __future__ import annotations

import json
from typing import Any, Final, TypeAlias

from docs._pages.markdown import Pages, code, page, table
from tikal._support.resources import specification

# As `json` reads it.
Schema: TypeAlias = dict[str, Any]

_WHAT: Final = {
    "record-1": "A recorded game, as `tikal.notation.documents.dumps_record` writes it.",
    "position-1": "A position, as `tikal.notation.documents.dumps_position` writes it.",
    "opinion-1": "An opinion on a move, as `Opinion.to_json` writes it.",
    "cases-1": "The conformance cases in `spec/cases/`.",
    "report-1": "A line of a report, as `tikal audit -o report.jsonl` writes it.",
    "witnesses-1": "The witnesses that the solver found, in `spec/props/witnesses.json`.",
}


def pages() -> Pages:
    """The one page."""
    return {"schemas.md": _schemas()}


def _schemas() -> str:
    folder = specification().joinpath("schemas")
    names = sorted(file.name.removesuffix(".json") for file in folder.iterdir())
    names.sort(key=lambda name: name not in _WHAT)
    return page(
        "# JSON schemas",
        "Documents carry their format and its version, and are read strictly: an unknown key, a "
        "number such as 2.0, or a key given twice is an error that names its path.\n"
        "The schemas are in `spec/schemas/`; `tikal.notation.documents.schema` returns them.",
        *(_schema(name, json.loads(folder.joinpath(f"{name}.json").read_text("utf-8")))
          for name in names),
    )  # fmt: skip


def _schema(name: str, schema: Schema) -> str:
    return page(
        f"## {name}",
        _WHAT.get(name) or str(schema.get("description", "")),
        _properties(schema),
        "<details><summary>The schema</summary>",
        code("json", json.dumps(schema, indent=2, ensure_ascii=False)),
        "</details>",
    )


def _properties(schema: Schema) -> str:
    required = schema.get("required", [])
    return table(
        ("key", "", "what it holds"),
        (
            (f"`{key}`", "required" if key in required else "", _description(value))
            for key, value in schema.get("properties", {}).items()
        ),
    )


def _description(value: Schema) -> str:
    if "$ref" in value:
        return f"see `{value['$ref']}`"
    text = str(value.get("description", value.get("type", value.get("const", ""))))
    default = f"; {json.dumps(value['default'])} if left out" if "default" in value else ""
    return text.removeprefix("must be ") + default
