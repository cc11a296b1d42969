"""`python -m tikal` and the command `tikal`."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import NoReturn

from tikal._support.exit_codes import ExitCode


def main() -> None:
    """Run the command line, or name the extra that it needs."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by the parent process
            stream = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 - to the end
            setattr(sys, name, stream)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # where there is no ✗, a ? will do
    try:
        _run()
    except KeyboardInterrupt:  # outside the commands, which handle it themselves: in an import
        _interrupted()


def _run() -> NoReturn:
    try:
        from tikal.cli import tikal
    except ModuleNotFoundError as error:
        if error.name not in ("click", "rich"):
            raise
        print(f"tikal: {error}", file=sys.stderr)
        sys.exit(ExitCode.UNREADABLE)
    import click

    try:
        sys.exit(tikal.main(standalone_mode=False))
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except click.Abort:
        _interrupted()


def _interrupted() -> NoReturn:
    print("tikal: interrupted", file=sys.stderr)
    sys.exit(ExitCode.INTERRUPTED)


if __name__ == "__main__":
    main()
