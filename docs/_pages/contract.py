"""The import contract of pyproject.toml: packages and modules, layer by layer."""

from __future__ import annotations

import ast
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from attrs import frozen

ROOT: Final = Path(__file__).parent.parent.parent
PYPROJECT: Final = ROOT / "pyproject.toml"


@frozen
class Contract:
    """The import contract."""

    #: The highest first: a package may import those of lower layers.
    layers: tuple[tuple[str, ...], ...]
    #: The exceptions, imports from a higher layer, as pairs of packages.
    upward: tuple[tuple[str, str], ...]
    #: For each library that only one package may import, this package.
    keepers: dict[str, str]


def contract(pyproject: Path = PYPROJECT) -> Contract:
    """The contract as import-linter is given it.

    Layers inside one package and imports that no package may have are not part of it.
    """
    settings = tomllib.loads(pyproject.read_text("utf-8"))["tool"]["importlinter"]
    package = settings["root_package"]
    [layers] = [each for each in settings["contracts"] if each.get("containers") == [package]]
    forbidden = [each for each in settings["contracts"] if each["type"] == "forbidden"]
    return Contract(
        layers=tuple(tuple(layer.split(" | ")) for layer in layers["layers"]),
        upward=tuple(_rooms(text, package) for text in layers["ignore_imports"]),
        keepers={
            library: room
            for each in forbidden
            for room, library in (_rooms(text, package) for text in each.get("ignore_imports", ()))
        },
    )


def _rooms(imported: str, package: str) -> tuple[str, str]:
    """The packages at both ends of `tikal.editions.model -> tikal.languages`."""
    ends = (each.strip().removeprefix(f"{package}.") for each in imported.split("->"))
    importer, target = (each.split(".")[0] for each in ends)
    return importer, target


@cache
def sentence_of(room: str) -> str:
    """The content of a package, by the first paragraph of its docstring."""
    module = ROOT / "tikal" / f"{room}.py"
    if not module.exists():
        module = ROOT / "tikal" / room / "__init__.py"
    docstring = ast.get_docstring(ast.parse(module.read_text("utf-8"))) or ""
    return " ".join(docstring.split("\n\n")[0].split())
