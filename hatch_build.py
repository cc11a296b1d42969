"""Adds to the package what its sources lack: the index of questions, the compiled engine.

What `tikal.asking.stored` holds of all ways of asking is computed, for an editable install
too: a second of work that no question has to wait for.

The engine of `tikal.fast` is compiled where there is a compiler, for an editable install too;
without one the package is pure Python and gives the same answers. The variable TIKAL_FAST changes
that: with `no` nothing is compiled, with `required` it is an error if that fails.

What an index shows of the project is made here too: addresses and the README, whose links are
absolute there. Both follow from `home` in pyproject.toml, the address of the repository; as long
as it is empty, there are no addresses, and the README has no links.
"""

from __future__ import annotations

import importlib.util
import os
import re
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface


class Additions(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's own looseness
    """Add `tikal/_built/asking.jsonl` and `tikal/fast/_engine.abi3.so`."""

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
        asking = _module(Path(self.root) / "tools" / "packaging" / "asking.py")
        if version == "editable":  # a checkout reads the page itself
            asking.write(package / "_built" / "asking.jsonl")
            self._compile(package / "fast")
            return
        self._folder = TemporaryDirectory()  # not the folder of the wheel, which is published whole
        folder = Path(self._folder.name)
        included = build_data["force_include"]
        asking.write(folder / "asking.jsonl")
        included[str(folder / "asking.jsonl")] = "tikal/_built/asking.jsonl"
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


class Addresses(MetadataHookInterface):
    """Add the addresses and the README of the index."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in what pyproject.toml calls dynamic."""
        home = str(self.config["home"]).rstrip("/")
        text = (Path(self.root) / "README.md").read_text("utf-8")
        shown = index_readme(text, home, f"v{metadata['version']}")
        metadata["readme"] = {"content-type": "text/markdown", "text": shown}
        metadata["urls"] = {"The game": GAME, **addresses(home)}


GAME = "https://boardgamegeek.com/boardgame/54/tikal"
_LINK = re.compile(r"(?P<picture>!?)\[(?P<text>[^\]]*)\]\((?P<target>(?![a-z]+:|#)[^)]+)\)")


def addresses(home: str) -> dict[str, str]:
    """The pages of the project at its home; none without one."""
    pages = {"Source": "", "Issues": "/issues", "Changelog": "/blob/main/CHANGELOG.md"}
    return {name: home + page for name, page in pages.items()} if home else {}


def index_readme(text: str, home: str, version: str) -> str:
    """The README with absolute links; without a home only their texts, and no pictures."""

    def absolute(link: re.Match[str]) -> str:
        if not home:
            return "" if link["picture"] else link["text"]
        way = "raw" if link["picture"] else "blob"
        return f"{link['picture']}[{link['text']}]({home}/{way}/{version}/{link['target']})"

    return _LINK.sub(absolute, text)


def _module(file: Path) -> ModuleType:
    """A module of the checkout, without what its package would import."""
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
