"""Two characters for each line that users see, and the difference from the stored ones."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import chdir
from difflib import SequenceMatcher
from importlib import import_module
from pathlib import Path
from typing import Final, TypeAlias
from unittest.mock import patch

import tikal

FOLDER: Final = Path(__file__).with_name("stored")
COMMAND: Final = "python -m tests.shown.stored"
#: Cases with what is shown for them, several things one after the other; it may write files.
Group: TypeAlias = Callable[[], Iterable[tuple[str, str]]]
#: Codes of a case with one long text or a few, and of each text of a case with many: where there
#: are more lines, several have one.
MAX_CODES: Final = 120
MAX_CODES_OF_MANY: Final = 3
#: The terminal and its language, which decide too; no other variable of these names is handed on.
SURROUNDINGS: Final = {"COLUMNS": "80", "LINES": "24", "TERM": "dumb", "TIKAL_LANG": "en"}
_HIDDEN: Final = ("TIKAL_LANG", "LC_", "LANG", "NO_COLOR", "FORCE_COLOR", "CLICOLOR")
#: Cases of a group whose difference is printed.
MAX_PRINTED: Final = 4
#: What differs from run to run and from Python to Python: times, versions, its words about JSON.
_PASSING: Final = re.compile(
    rf"\b\d[\d.]*(?=\s(?:s|ms|min|h)\b)|{re.escape(tikal.__version__)}\b|\b3\.1\d\.\d+\b"
    r"|(?<=\s)0\.\d{3}$|0\.\d{3,}(?=<)|(?<=time=\")[\d.]+"
    r"|\d{4}-\d\d-\d\d[T ][\d:.+Z]+|\b\w{1,9} \d+, \w{1,9} \d+.?: this is not JSON: [^\"\n;]+",
    re.MULTILINE,
)
#: Seconds in JSON, which are left out where they round to none.
_SECONDS: Final = re.compile(r",? ?\"seconds(?:_\w+)?\": ?(?:[\d.e-]+|\[[^\]]*\])")


def modules() -> list[str]:
    """The modules with groups."""
    return sorted(
        path.stem for path in FOLDER.parent.glob("*.py") if "\nGROUPS" in path.read_text("utf-8")
    )


def groups() -> dict[str, Group]:
    """Every group by the names of its module and itself."""
    return {
        f"{module}/{name}": group
        for module in modules()
        for name, group in import_module(f"tests.shown.{module}").GROUPS.items()
    }


def blocks(text: str, most: int = MAX_CODES) -> list[str]:
    """The lines of a text, without what differs from run to run; of a long text several in one."""
    lines = _PASSING.sub("…", _SECONDS.sub("", text)).splitlines() or [""]
    size = -(-len(lines) // most)
    return ["\n".join(lines[start : start + size]) for start in range(0, len(lines), size)]


def code(block: str) -> str:
    """Two characters that one change in 4,096 leaves alone."""
    digest = hashlib.sha256(block.encode("utf-8", "backslashreplace")).digest()
    return base64.b64encode(digest)[:2].decode()


def shown_by(group: Group) -> dict[str, list[str]]:
    """The blocks of every case of a group, which runs in an empty folder."""
    found: dict[str, list[str]] = {}
    around = {name: text for name, text in os.environ.items() if not name.startswith(_HIDDEN)}
    with (
        patch.dict(os.environ, around | SURROUNDINGS, clear=True),
        tempfile.TemporaryDirectory() as folder,
        chdir(folder),
    ):
        for name, text in group():
            found.setdefault(" ".join(name.split()), []).append(text.replace(folder, "FOLDER"))
    most = {name: max(MAX_CODES // len(texts), MAX_CODES_OF_MANY) for name, texts in found.items()}
    return {
        name: [block for text in texts for block in blocks(text, most[name])]
        for name, texts in found.items()
    }


def stored(group: str) -> dict[str, str]:
    """The codes of every case of a group; none if nothing is stored."""
    module, _, name = group.partition("/")
    path = FOLDER / f"{module}.txt"
    sections = path.read_text("utf-8").split("\n# ") if path.exists() else []
    for section in sections:
        heading, *lines = section.removeprefix("# ").splitlines()
        if heading == name:
            return {case: codes for codes, _, case in (line.partition(" ") for line in lines)}
    return {}


def differences(old: dict[str, str], new: dict[str, list[str]]) -> list[str]:
    """A paragraph for every case that shows something else; none if nothing does."""
    found = [f"{name}: is no longer tried" for name in old if name not in new]
    for name, now in new.items():
        codes = list(map(code, now))
        if name not in old:
            found.append(f"{name}: is not stored")
        elif "".join(codes) != old[name]:
            before = [old[name][at : at + 2] for at in range(0, len(old[name]), 2)]
            found.append("\n".join([f"{name}:", *_changed(before, codes, now)]))
    return found


def _changed(before: list[str], codes: list[str], now: list[str]) -> Iterator[str]:
    matcher = SequenceMatcher(None, before, codes, autojunk=False)
    for tag, start, end, first, last in matcher.get_opcodes():
        if tag == "equal":
            shown = now[first:last]
            yield from (f"    {line}" for line in (shown if len(shown) < 4 else ["…", shown[-1]]))
            continue
        yield from (f"  + {line}" for line in now[first:last][:12])
        if missing := end - start:
            yield f"  - {missing} that {'was' if missing == 1 else 'were'} shown before"


def write(names: Iterable[str]) -> None:
    """Write the files of modules anew."""
    FOLDER.mkdir(exist_ok=True)
    for module in names:
        lines = []
        for name, group in import_module(f"tests.shown.{module}").GROUPS.items():
            lines.append(f"# {name}")
            cases = shown_by(group).items()
            lines += [f"{''.join(map(code, now))} {case}" for case, now in cases]
        (FOLDER / f"{module}.txt").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    write(sys.argv[1:] or modules())
