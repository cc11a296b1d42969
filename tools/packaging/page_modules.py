"""Puts JavaScript modules into one script, for a page that opens from disk.

Browsers import nothing from `file:`, so each module becomes a function that is called once and
returns what it exports. Modules are written so that this is simple: `import { a, b as c } from
"./other.js";` or `import "./other.js";`, and `export` before a declaration. Anything else that
imports or exports is refused here rather than by a browser.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

_IMPORT: Final = re.compile(
    r"""^import\s+(?:\{(?P<names>[^}]*)\}\s+from\s+)?"\./(?P<file>[\w-]+\.js)";$""", re.MULTILINE
)
_EXPORT: Final = re.compile(
    r"^export (?P<rest>(?:async )?(?:function\*?|class|const|let) (?P<name>\w+))", re.MULTILINE
)
_LEFT_OVER: Final = re.compile(r"^(?:import\b(?!\()|export\b).*$", re.MULTILINE)


class CannotBundle(Exception):
    """A module that is not written as this reads it."""


def bundle(folder: Path, entries: list[str]) -> str:
    """One script that does what the entries do, one after the other."""
    done: dict[str, str] = {}
    for entry in entries:
        _add(folder, entry, done, ())
    return "\n".join(done.values()).replace("</script", "<\\/script")


def _add(folder: Path, name: str, done: dict[str, str], above: tuple[str, ...]) -> None:
    if name in above:
        raise CannotBundle(f"{' imports '.join((*above, name))}: modules import one way")
    if name in done:
        return
    text = (folder / name).read_text("utf-8")
    for found in _IMPORT.finditer(text):
        _add(folder, found["file"], done, (*above, name))
    names = [found["name"] for found in _EXPORT.finditer(text)]
    text = _EXPORT.sub(lambda found: found["rest"], _IMPORT.sub(_taken, text))
    if left := _LEFT_OVER.search(text):
        raise CannotBundle(
            f"{name}: {left[0]!r} is not written as tools/packaging/page_modules.py reads it"
        )
    returned = f"return {{ {', '.join(names)} }};"
    done[name] = f"const {_variable(name)} = (() => {{\n{text}\n{returned}\n}})();"


def _taken(found: re.Match[str]) -> str:
    names = (found["names"] or "").strip()
    if not names:
        return ""
    taken = re.sub(r"\b(\w+) as (\w+)", r"\1: \2", names)
    return f"const {{ {taken} }} = {_variable(found['file'])};"


def _variable(name: str) -> str:
    return "module_" + re.sub(r"\W", "_", name.removesuffix(".js"))
