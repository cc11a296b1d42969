"""The files of the page itself, and the rules that a browser is given with them."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Final

#: Files that are served, apart from the carriers.
SUFFIXES: Final = (".html", ".css", ".js", ".svg", ".png", ".webmanifest")
#: Modules that only one carrier needs: never shared.
CARRIERS: Final = (
    "carrier-worker.js", "carrier-server.js", "carrier-single.js", "desk.js", "worker.js",
    "worker-single.js", "packed.js", "python.js", "service-worker.js",
)  # fmt: skip
#: The folder of the licences.
LICENCES: Final = "licences"


def page_folder() -> Path:
    """The folder of HTML, CSS and JavaScript."""
    return Path(str(resources.files("tikal.page").joinpath("static")))


def shared_files(folder: Path) -> list[Path]:
    """The files that every carrier of the page has, by name."""
    return sorted(
        path
        for path in folder.iterdir()
        if path.suffix in SUFFIXES and path.name not in CARRIERS and path.is_file()
    )


def policy(
    script: str = "'self'", style: str = "'self'", connect: str = "'self'", worker: str = "'self'"
) -> str:
    """The Content-Security-Policy of the page: nothing is loaded from or sent to anywhere else."""
    rules = {
        "default-src": "'none'",
        "script-src": f"{script} 'wasm-unsafe-eval'",
        "style-src": style,
        "img-src": "'self' data: blob:",
        "connect-src": connect,
        "worker-src": worker,
        "manifest-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())
