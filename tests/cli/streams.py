"""Commands in processes of their own, with streams as one meets them outside of tests."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys


def _command(arguments: tuple[object, ...], module: str = "tikal") -> list[str]:
    return [sys.executable, "-m", module, *map(str, arguments)]


def unread(*arguments: object, module: str = "tikal") -> subprocess.CompletedProcess[bytes]:
    """Run a command whose output pipe is closed."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        return subprocess.run(_command(arguments, module), stdout=writer, stderr=subprocess.PIPE)
    finally:
        os.close(writer)


def on_a_terminal(*arguments: object) -> tuple[int, str]:
    """Run a command that is looked at: its exit code, and all that it shows."""
    master, slave = os.openpty()
    with subprocess.Popen(_command(arguments), stdin=slave, stdout=slave, stderr=slave) as process:
        os.close(slave)
        parts = []
        with contextlib.suppress(OSError):  # the end of the terminal
            while part := os.read(master, 65536):
                parts.append(part)
    os.close(master)
    return process.returncode, b"".join(parts).decode()
