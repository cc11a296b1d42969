"""Builds the page: `make page`, or `python -m tools.packaging.page` where npm has been run.

    build/page/              a folder for a static site: Python runs in a worker
    build/tikal-VERSION.html one file that opens from disk: Python runs on the page

`tools/packaging/page/package-lock.json` pins Pyodide, which is taken as npm brings it. The same
sources give the same bytes.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import tikal
from tikal.asking.indexing import to_text
from tikal.asking.stored import FILE
from tikal.languages import LANGUAGES, language_data, sentence
from tikal.page.files import LICENCES, policy, shared_files
from tikal.pictures.svg import board_svg
from tools.packaging.page_modules import bundle

ROOT: Final = Path(__file__).parents[2]
SOURCE: Final = ROOT / "tikal" / "page" / "static"
NPM: Final = Path(__file__).with_name("page")
BUILD: Final = ROOT / "build"
PYODIDE: Final = NPM / "node_modules" / "pyodide"
#: Files of Pyodide that a browser loads.
OF_PYODIDE: Final = (
    "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json",
)  # fmt: skip
#: Pure Python that the library needs in a browser, by the name of its distribution.
DISTRIBUTIONS: Final = {"attrs": ("attr", "attrs"), "snowballstemmer": ("snowballstemmer",)}
#: The stemmers of the languages; without `__init__.py`, which would load some thirty others.
_STEMMERS: Final = {
    f"snowballstemmer/{name}.py"
    for name in (
        "basestemmer",
        "among",
        *(f"{language_data(code).stemmer.lower()}_stemmer" for code in LANGUAGES),
    )
}
#: What a browser never asks for: commands, tests, other engines.
_LEFT_OUT: Final = (
    "tikal/__main__.py", "tikal/cli/", "tikal/conformance/", "tikal/testing/",
    "tikal/page/server.py", "tikal/page/files.py", "tikal/page/static/",
    "tikal/bots/openspiel.py", "tikal/bots/pettingzoo.py", "tikal/bots/raster.py",
    "tikal/bots/gymnasium.py", "tikal/bots/spaces.py", "tikal/_built/",
    "tikal/_spec/cases/", "tikal/_spec/props/", "tikal/_spec/reports/", "tikal/_spec/rules/",
    "tikal/_spec/schemas/", "tikal/_spec/proofs/",
)  # fmt: skip
_SUFFIXES: Final = (".py", ".toml", ".json", ".typed")
#: The files of which loading is shown.
_LOADED: Final = (
    "pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip", "pyodide/pyodide-lock.json",
    "engine.zip",
)  # fmt: skip
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)


# --- the library as a browser loads it ---------------------------------------------------------


def engine() -> bytes:
    """The library and what it needs as a zip file, always the same bytes.

    With node its modules are compiled, so that a browser need not do it at every start.
    """
    files = dict(_engine_files())
    return _zipped(files | _compiled(_zipped(files)))


def _zipped(files: Mapping[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), data, zipfile.ZIP_DEFLATED)
    return target.getvalue()


@cache
def _compiled(archive: bytes) -> dict[str, bytes]:
    """The compiled modules of an archive; empty where node or Pyodide is missing."""
    node = shutil.which("node")
    if not node or not PYODIDE.is_dir():
        return {}
    command = [node, str(NPM / "compile.mjs"), str(PYODIDE.parent)]
    done = subprocess.run(command, input=archive, capture_output=True, check=True)
    return {name: base64.b64decode(data) for name, data in json.loads(done.stdout).items()}


def _engine_files() -> Iterator[tuple[str, bytes]]:
    folders = {"tikal": ROOT / "tikal", "tikal/_spec": ROOT / "spec"}
    for packages in DISTRIBUTIONS.values():
        for package in packages:
            found = find_spec(package)
            assert found is not None
            assert found.origin is not None
            folders[package] = Path(found.origin).parent
    for inside, folder in folders.items():
        for path in folder.rglob("*"):
            name = f"{inside}/{path.relative_to(folder).as_posix()}"
            if path.suffix in _SUFFIXES and path.is_file() and not _is_left_out(name):
                yield name, path.read_bytes()
    yield f"tikal/_built/{FILE}", to_text().encode()  # of these sources in any case


def _is_left_out(name: str) -> bool:
    if name.startswith("snowballstemmer/"):
        return name not in _STEMMERS
    return name.startswith(_LEFT_OUT)


def licences() -> dict[str, bytes]:
    """The licences of everything that is shipped, by file name."""
    found = {path.name: path.read_bytes() for path in (NPM / "licences").iterdir()}
    found["tikal-rules.txt"] = (ROOT / "LICENSE").read_bytes()
    for name in DISTRIBUTIONS:
        files = distribution(name).files or ()
        [text] = [file for file in files if file.name in ("LICENSE", "COPYING", "LICENSE.txt")]
        found[f"{name}.txt"] = Path(str(text.locate())).read_bytes()
    return dict(sorted(found.items()))


# --- a folder ----------------------------------------------------------------------------------


def write_folder(target: Path, source: Path = SOURCE) -> None:
    """The page as a folder for a static site."""
    files = {path.name: path.read_bytes() for path in shared_files(source)}
    files["carrier.js"] = (source / "carrier-worker.js").read_bytes()
    for name in ("desk.js", "worker.js", "python.js"):
        files[name] = (source / name).read_bytes()
    files |= {f"pyodide/{name}": (PYODIDE / name).read_bytes() for name in OF_PYODIDE}
    files |= {f"{LICENCES}/{name}": data for name, data in licences().items()}
    files["engine.zip"] = engine()
    sizes = {name: len(files[name]) for name in _LOADED}
    files["files.json"] = json.dumps({"version": tikal.__version__, "load": sizes}).encode()
    files["opening.svg"] = opening()
    page = _with_opening(_with_texts(files["index.html"].decode()), "opening.svg")
    files["index.html"] = _with_policy(page, policy()).encode()
    files["service-worker.js"] = _service_worker(source, files)
    if target.exists():
        shutil.rmtree(target)
    for name, data in files.items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def opening() -> bytes:
    """The board of a new game, which the page shows until Python runs."""
    return board_svg(tikal.new_game(2), panel=False, size=760).encode()


def _with_opening(page: str, source: str) -> str:
    image = f'<img class="picture" id="opening" src="{source}" alt="" hidden>'
    before, board, after = page.partition('<div class="board" id="board"')
    assert board, "the page has no board"
    end = after.index(">") + 1
    return f"{before}{board}{after[:end]}{image}{after[end:]}"


def _service_worker(source: Path, files: dict[str, bytes]) -> bytes:
    """The service worker, with the names of all files and a version that changes with them."""
    digest = hashlib.sha256()
    for name, data in sorted(files.items()):
        digest.update(name.encode() + b"\0" + data)
    text = (source / "service-worker.js").read_text("utf-8")
    listed = json.dumps(["./", *sorted(files)])
    text = text.replace('VERSION = "development"', f'VERSION = "{digest.hexdigest()[:16]}"')
    return text.replace("FILES = []", f"FILES = {listed}").encode()


def _with_policy(page: str, rules: str) -> str:
    meta = f'<meta http-equiv="Content-Security-Policy" content="{rules}">'
    return re.sub(r"<head>", f"<head>\n{meta}", page, count=1)


def _with_texts(page: str) -> str:
    """The page with what it says in every language until Python runs."""
    keys = {"loading": "loading", "starting": "loading.starting"}
    texts = {
        code: {name: sentence("controls", key, {}, code) for name, key in keys.items()}
        for code in LANGUAGES
    }
    written = escape(json.dumps(texts, ensure_ascii=False))
    return page.replace('id="loading-text"', f'id="loading-text" data-texts="{written}"', 1)


# --- one file ----------------------------------------------------------------------------------


def write_single(target: Path, source: Path = SOURCE) -> None:
    """The page as one file that opens from disk."""
    page = _with_texts((source / "index.html").read_text("utf-8"))
    scripts = re.findall(r'<script type="module" src="([^"]+)"></script>', page)
    styles = re.findall(r'<link rel="stylesheet" href="([^"]+)">', page)
    entries = ["carrier-single.js" if name == "carrier.js" else name for name in scripts]
    script = bundle(source, entries)
    style = "\n".join((source / name).read_text("utf-8") for name in styles)
    page = re.sub(r'(?<![ \t])[ \t]*<script type="module" src="[^"]+"></script>\n?', "", page)
    page = re.sub(r'(?<![ \t])[ \t]*<link rel="(?:stylesheet|manifest)" [^<>]*>\n?', "", page)
    page = re.sub(r'((?:href|src)=")([\w-]+\.(?:svg|png))"', lambda m: _image(source, m), page)
    page = _with_opening(page, f"data:image/svg+xml;base64,{base64.b64encode(opening()).decode()}")
    rules = policy(
        script=_digest(script) + " blob:", style=_digest(style), connect="blob:", worker="blob:"
    )
    files = {f"pyodide/{name}": (PYODIDE / name).read_bytes() for name in OF_PYODIDE}
    files["engine.zip"] = engine()
    sizes = json.dumps({name: len(files[name]) for name in _LOADED})
    worker = bundle(source, ["worker-single.js"])
    notes = "\n\n".join(f"== {name}\n\n{text.decode()}" for name, text in licences().items())
    assert "</" not in notes  # it would end the element
    parts = [
        f"<style>{style}</style>",
        f'<script type="application/json" id="file:sizes">{sizes}</script>',
        f'<script type="text/plain" id="file:worker-single.js">{worker}</script>',
        *(
            f'<script type="text/plain" id="file:{n}">{_packed(d)}</script>'
            for n, d in files.items()
        ),
        f'<script type="text/plain" id="licences">{notes}</script>',
        f'<script type="module">{script}</script>',
    ]
    head, _, rest = _with_policy(page, rules).partition("</head>")
    body, _, end = rest.rpartition("</body>")
    whole = f"{head}{parts[0]}\n</head>{body}" + "\n".join(parts[1:]) + f"\n</body>{end}"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(whole, "utf-8")


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _packed(data: bytes) -> str:
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()


def _image(source: Path, found: re.Match[str]) -> str:
    data = base64.b64encode((source / found[2]).read_bytes()).decode()
    kind = "image/svg+xml" if found[2].endswith(".svg") else "image/png"
    return f'{found[1]}data:{kind};base64,{data}"'


def main() -> int:
    """Build both."""
    if not (PYODIDE / "pyodide.asm.wasm").exists():
        print(
            "Pyodide is missing: run make page, which needs npm",
            file=sys.stderr,
        )
        return 2
    if not (SOURCE / "index.html").exists():
        print("tikal/page/static/index.html is missing", file=sys.stderr)
        return 2
    folder, single = BUILD / "page", BUILD / f"tikal-{tikal.__version__}.html"
    write_folder(folder)
    write_single(single)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    print(f"{folder.relative_to(ROOT)}: {size:,} bytes, for a static site")
    print(f"{single.relative_to(ROOT)}: {single.stat().st_size:,} bytes, opens from disk")
    return 0


if __name__ == "__main__":
    sys.exit(main())
