"""Writes what questions need computed: `python -m tools.packaging.asking`.

The build of the package does so too (`hatch_build.py`). A checkout without the file, or with one
that was made of other sources, computes it for every question.
"""

from __future__ import annotations

from pathlib import Path


def write(file: Path) -> None:
    """Write the file."""
    # here, because the build loads this module before it can import the package
    from tikal._support.atomic_write import write_atomic
    from tikal.asking.indexing import to_text

    file.parent.mkdir(exist_ok=True)
    write_atomic(file, to_text())


def main() -> None:
    """Write the file of this checkout."""
    from tikal._support.resources import built
    from tikal.asking.stored import FILE

    write(Path(str(built(FILE))))


if __name__ == "__main__":
    main()
