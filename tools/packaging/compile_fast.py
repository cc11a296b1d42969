"""Compile the engine of `tikal.fast`.

`python -m tools.packaging.compile_fast` builds it beside its Python modules, as an editable
install does; `--output FOLDER` elsewhere, `--sanitize` with AddressSanitizer and
UndefinedBehaviorSanitizer. The build hook of the wheel uses the same functions.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shlex
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
SOURCES: Final = ROOT / "tikal" / "fast" / "src"
#: One file for CPython 3.11 and every later version.
ENGINE: Final = "_engine.pyd" if os.name == "nt" else "_engine.abi3.so"
_WARNINGS: Final = ("-Wall", "-Wextra", "-Wno-unused-const-variable")
#: Hidden: the names must not clash with those of another library.
_POSIX: Final = () if os.name == "nt" else ("-fPIC", "-fvisibility=hidden")
_FAST: Final = ("-O2",)
SANITIZED: Final = (
    "-O1", "-g", "-fno-omit-frame-pointer", "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
)  # fmt: skip


class CannotCompile(Exception):
    """There is no compiler here, or it refuses."""


def digest(sources: Path = SOURCES) -> str:
    """The digest of the sources of a build, which a test compares with the checkout."""
    from tikal.fast.tables import tables

    found = hashlib.sha256(tables().encode())
    for file in sorted((*sources.glob("*.c"), *sources.glob("*.h"))):
        found.update(file.name.encode() + file.read_bytes())
    return found.hexdigest()


def compile_engine(folder: Path, sources: Path = SOURCES, options: Sequence[str] = _FAST) -> Path:
    """Build the engine into a folder; `CannotCompile` says why if that is not possible."""
    from tikal.fast.tables import tables

    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        # its own build would need a lock in every game, and would turn the lock of Python on again
        raise CannotCompile("a free-threaded Python loads no module of the limited API")
    target = folder / ENGINE
    with tempfile.TemporaryDirectory() as generated:
        (Path(generated) / "tables.h").write_text(tables(), "utf-8")
        built = Path(generated) / ENGINE
        command = [
            *_linker(),
            *("-std=c11", *_POSIX, *_WARNINGS, *options),
            f'-DSOURCES="{digest(sources)}"',
            f"-I{generated}",
            f"-I{sysconfig.get_paths()['include']}",
            *map(str, sorted(sources.glob("*.c"))),
            *("-o", str(built)),
        ]
        try:
            done = subprocess.run(command, capture_output=True, text=True)
        except OSError as error:
            raise CannotCompile(str(error)) from error
        if done.returncode or not built.exists():
            raise CannotCompile(done.stderr.strip()[:4000] or f"{command[0]} failed")
        folder.mkdir(parents=True, exist_ok=True)
        built.chmod(0o755)
        # put in place as a whole: another process may be about to load the old one
        beside = target.with_name(f".{ENGINE}.{os.getpid()}")
        beside.write_bytes(built.read_bytes())
        beside.chmod(0o755)
        beside.replace(target)
    return target


def _linker() -> list[str]:
    """The command that links shared libraries, with the compiler of CC if it is set."""
    if os.name == "nt":  # the sources are for gcc and clang; untried, there is no Windows here
        libraries = Path(sys.base_prefix) / "libs"
        compiler = shlex.split(os.environ.get("CC", "clang"))
        return [*compiler, "-shared", f"-L{libraries}", "-lpython3"]
    found = shlex.split(sysconfig.get_config_var("LDSHARED") or "cc -shared")
    if os.environ.get("CC"):
        link_options = ("-shared", "-bundle", "-undefined", "dynamic_lookup")
        plain = [word for word in found[1:] if word in link_options]
        return [*shlex.split(os.environ["CC"]), *plain]
    return found


def main(arguments: Sequence[str]) -> int:
    """Build, and say where the result is."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.packaging.compile_fast", description=__doc__
    )
    parser.add_argument("--output", type=Path, default=SOURCES.parent, metavar="FOLDER")
    parser.add_argument("--sanitize", action="store_true")
    wanted = parser.parse_args(arguments)
    try:
        print(compile_engine(wanted.output, options=SANITIZED if wanted.sanitize else _FAST))
    except CannotCompile as error:
        print(f"not compiled: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
