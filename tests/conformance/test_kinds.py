"""Kinds and formats of reports: one table each, and every view has its part of a kind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

import pytest
from click.testing import CliRunner

from tests.conformance.logs import NAMES
from tikal._support.resources import specification
from tikal.cli import tikal as command
from tikal.conformance.report import Log, ReportKind, views
from tikal.conformance.report.kinds import KINDS
from tikal.conformance.report.views import badge, html, markdown, terminal

ROOT = Path(__file__).parents[2]
BY_KIND = {
    "tikal/conformance/report/kinds.py: KINDS": KINDS,
    "tikal/conformance/report/views/html.py: CONTENTS": html.CONTENTS,
    "tikal/conformance/report/views/html.py: LEFT_OUT": html.LEFT_OUT,
    "tikal/conformance/report/views/markdown.py: CONTENTS": markdown.CONTENTS,
    "tikal/conformance/report/views/terminal.py: CONTENTS": terminal.CONTENTS,
    "tikal/conformance/report/views/badge.py: FIGURES": badge.FIGURES,
}


def what_a_kind_lacks(kind: str) -> list[str]:
    """The tables without an entry for a kind, and the schema if it does not know the kind."""
    schema = json.loads(specification().joinpath("schemas", "report-1.json").read_text("utf-8"))
    known = {
        **BY_KIND,
        "spec/schemas/report-1.json: kind": _kinds_in(schema),
        "tests/conformance/logs.py: NAMES": NAMES,
    }
    return [f"{place} lacks {kind}" for place, table in known.items() if kind not in table]


def _kinds_in(schema: object) -> list[str]:
    """The values of the property `kind`, wherever it stands in a schema."""
    if isinstance(schema, dict):
        here = schema.get("kind")
        if isinstance(here, dict) and "enum" in here:
            return [str(value) for value in here["enum"]]
        return [value for part in schema.values() for value in _kinds_in(part)]
    parts = schema if isinstance(schema, list) else []
    return [value for part in parts for value in _kinds_in(part)]


@pytest.mark.parametrize("kind", get_args(ReportKind))
def test_every_view_has_its_part_of_a_kind(kind: str) -> None:
    assert what_a_kind_lacks(kind) == []


def test_a_new_kind_is_asked_for_by_file_and_table() -> None:
    assert what_a_kind_lacks("league") == [
        *(f"{place} lacks league" for place in BY_KIND),
        "spec/schemas/report-1.json: kind lacks league",
        "tests/conformance/logs.py: NAMES lacks league",
    ]


def test_the_guide_names_the_formats() -> None:
    guide = (ROOT / "docs" / "guide" / "run-a-tournament.md").read_text("utf-8")
    assert views.named() in guide


def test_a_format_needs_one_entry(
    monkeypatch: pytest.MonkeyPatch, logs: dict[str, Log], tmp_path: Path
) -> None:
    csv = views.Format(".csv", "a table", lambda log: (f"{log.header.subject}\n",))
    monkeypatch.setitem(views.FORMATS, csv.ending, csv)
    assert ".csv (a table)" in views.named()
    views.write(logs["audit"], tmp_path / "report.csv")
    assert (tmp_path / "report.csv").read_text("utf-8") == f"{logs['audit'].header.subject}\n"
    log = str(logs["audit"].path)
    done = CliRunner().invoke(command, ["report", log, "-o", str(tmp_path / "more.csv")])
    assert (tmp_path / "more.csv").exists(), done.output
    refused = CliRunner().invoke(command, ["report", log, "-o", str(tmp_path / "more.pdf")])
    assert ".csv" in refused.stderr
