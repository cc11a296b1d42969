"""Adds to the package what its sources lack: the shapes of questions, the compiled engine.

The shapes of all ways of asking (`tikal.asking.corpus`) are computed, for an editable install
too: a second of work that no question has to wait for.

The engine of `tikal.fast` is compiled where there is a compiler, for an editable install too;
without one the package is pure Python and gives the same answers. The variable TIKAL_FAST changes
that: with `no` nothing is compiled, with `required` it is an error if that fails.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Additions(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's own looseness
    """Add `tikal/_built/shapes.json` and `tikal/fast/_engine.abi3.so`."""

    PLUGIN_NAME = "custom"
    _folder: TemporaryDirectory[str] | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the files, and add them to those of the wheel."""
        sys.path.insert(0, self.root)  # data of the package and of its engine are made by itself
        try:
            self._add(version, build_data)
        finally:
            sys.path.remove(self.root)

    def _add(self, version: str, build_data: dict[str, Any]) -> None:
        package = Path(self.root) / "tikal"
        shapes = _module(Path(self.root) / "tools" / "packaging" / "shapes.py")
        if version == "editable":  # a checkout reads the page itself
            shapes.write(package / "_built" / "shapes.json")
            self._compile(package / "fast")
            return
        self._folder = TemporaryDirectory()  # not the folder of the wheel, which is published whole
        folder = Path(self._folder.name)
        included = build_data["force_include"]
        shapes.write(folder / "shapes.json")
        included[str(folder / "shapes.json")] = "tikal/_built/shapes.json"
        engine = self._compile(folder)
        if engine:
            included[str(engine)] = f"tikal/fast/{engine.name}"
            platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
            build_data["pure_python"] = False
            build_data["tag"] = f"cp311-abi3-{platform}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the files, which are in the wheel now."""
        if self._folder is not None:
            self._folder.cleanup()

    def _compile(self, folder: Path) -> Path | None:
        """The compiled engine in a folder, None if there is none."""
        compiling = _module(Path(self.root) / "tools" / "packaging" / "compile_fast.py")
        wish = os.environ.get("TIKAL_FAST", "")
        try:
            if wish == "no":
                raise compiling.CannotCompile("TIKAL_FAST=no")
            engine: Path = compiling.compile_engine(folder)
        except compiling.CannotCompile as error:
            (folder / compiling.ENGINE).unlink(missing_ok=True)  # one of other sources, if any
            if wish == "required":
                raise
            self.app.display_warning(f"tikal.fast is not compiled: {error}")
            return None
        return engine


def _module(file: Path) -> ModuleType:
    """A module of the checkout, without what its package would import."""
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
