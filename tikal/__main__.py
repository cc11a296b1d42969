"""`python -m tikal` and the command `tikal`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line, or say what it needs."""
    try:
        from tikal.cli import tikal
    except ModuleNotFoundError as error:
        if error.name not in ("click", "rich"):
            raise
        print(
            f"the command line needs {error.name}: install tikal-rules with its extra `cli`",
            file=sys.stderr,
        )
        sys.exit(2)
    tikal()


if __name__ == "__main__":
    main()
