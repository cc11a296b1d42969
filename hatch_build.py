"""Puts the files of the page and an index of the tests by clause into the wheel."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_OF_THE_PAGE = (".html", ".css", ".js", ".svg", ".png", ".webmanifest")


class ClauseIndex(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's own looseness
    """Write `tikal/_spec/tests.json` and `tikal/_page`."""

    PLUGIN_NAME = "custom"
    _folder: TemporaryDirectory[str] | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Scan the tests and add the index and the page to the files of the wheel."""
        if version == "editable":
            return  # a checkout reads its tests themselves
        root = Path(self.root)
        file = root / "tikal" / "clauses" / "clause_marks.py"
        spec = importlib.util.spec_from_file_location("clause_marks", file)
        assert spec is not None
        assert spec.loader is not None
        clause_marks = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(clause_marks)
        tests = [test._asdict() for test in clause_marks.marked_tests(root / "tests")]
        self._folder = TemporaryDirectory()  # not the folder of the wheel, which is published whole
        target = Path(self._folder.name) / "tests.json"
        target.write_text(json.dumps(tests, indent=1) + "\n", "utf-8")
        build_data["force_include"][str(target)] = "tikal/_spec/tests.json"
        for file in (root / "page").iterdir():  # not its folders: Python for browsers is too large
            if file.suffix in _OF_THE_PAGE:
                build_data["force_include"][str(file)] = f"tikal/_page/{file.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the index, which is in the wheel now."""
        if self._folder is not None:
            self._folder.cleanup()
