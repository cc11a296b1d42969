"""Folders of data files: inside an installed package, beside it in a checkout."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def specification() -> Traversable:
    """The folder of the specification."""
    # loaded here, because they load slowly and many programs never read a clause
    from importlib import resources
    from pathlib import Path

    shipped = resources.files("tikal").joinpath("_spec")
    return shipped if shipped.is_dir() else Path(__file__).parents[2] / "spec"


def built(name: str) -> Traversable:
    """A file that is made when the package is built or installed; it may be missing."""
    from importlib import resources

    return resources.files("tikal").joinpath("_built", name)
