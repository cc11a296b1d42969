"""Builds the page: `make page`, or `python -m tools.packaging.page` where npm has been run.

    build/page/              a folder for a static site: Python runs in a worker
    build/tikal-VERSION.html one file that opens from disk: Python runs on the page

`tools/packaging/page/package-lock.json` pins Pyodide, which is taken as npm brings it, without the
parts of Python's library that no page loads. The same sources give the same bytes.
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
from tikal._support.resources import built
from tikal.asking.indexing import to_text
from tikal.asking.stored import FILE
from tikal.components import TILES
from tikal.fields import FIGURES
from tikal.languages import LANGUAGES, language_data, sentence
from tikal.page.files import LICENCES, policy, shared_files
from tikal.page.proofs import FILE as PROOFS
from tikal.pictures.svg import board_svg
from tikal.pictures.svg.colours import SEATS
from tikal.pictures.svg.markup import group
from tikal.pictures.svg.panel import loose_tile
from tikal.pictures.svg.pieces import camp, guard, pawn
from tools.packaging.page_modules import bundle

ROOT: Final = Path(__file__).parents[2]
SOURCE: Final = ROOT / "tikal" / "page" / "static"
NPM: Final = Path(__file__).with_name("page")
BUILD: Final = ROOT / "build"
PYODIDE: Final = NPM / "node_modules" / "pyodide"
#: Files of Pyodide that a browser loads.
OF_PYODIDE: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
STDLIB: Final = "python_stdlib.zip"
#: What no page loads of Python's own library: servers, clients, tests, debuggers, other encodings.
_UNUSED_STDLIB: Final = re.compile(
    r"(?:_pyrepl|asyncio/(?:windows_\w+|proactor_events)|concurrent/(?:interpreters|futures/process)"
    r"|http/(?:server|cookiejar|cookies)|argparse|gettext|uuid|logging/(?:config|handlers)|modulefinder|ctypes|mailbox|multiprocessing|sqlite3|unittest"
    r"|wsgiref|xml|xmlrpc|zoneinfo|_pyio|_strptime|bdb|cProfile|cmd|configparser|curses"
    r"|doctest|filecmp|fileinput|ftplib|getpass|imaplib|mimetypes|nntplib|optparse|pdb|pickletools"
    r"|plistlib|poplib|profile|profiling|pstats|pydoc|pydoc_data|pyclbr|rlcompleter|sched|shelve"
    r"|smtplib|socketserver|statistics|symtable|tabnanny|timeit|trace|tracemalloc|turtle|venv|wave"
    r"|webbrowser|zipapp|encodings/(?!__init__|aliases|ascii|cp437|idna|latin_1|punycode"
    r"|raw_unicode_escape|unicode_escape|utf_)\w+)(?:/|\.py$)"
)
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
    "tikal/__main__.py", "tikal/cli/", "tikal/conformance/", "tikal/formal/", "tikal/testing/",
    "tikal/page/server.py", "tikal/page/budget.py", "tikal/page/files.py", "tikal/page/static/",
    "tikal/bots/openspiel.py", "tikal/bots/pettingzoo.py", "tikal/bots/raster.py",
    "tikal/bots/gymnasium.py", "tikal/bots/spaces.py", "tikal/_built/",
    "tikal/_spec/cases/", "tikal/_spec/props/", "tikal/_spec/reports/", "tikal/_spec/rules/",
    "tikal/_spec/schemas/", "tikal/_spec/proofs/",
)  # fmt: skip
_SUFFIXES: Final = (".py", ".toml", ".json", ".typed", ".bin")
#: The files of which loading is shown.
_LOADED: Final = (
    "pyodide/pyodide.asm.wasm", f"pyodide/{STDLIB}", "pyodide/pyodide-lock.json", "engine.zip",
)  # fmt: skip
#: Modules that are read as texts, to see whether the index of questions fits them.
_READ_AS_TEXT: Final = "tikal/asking/"
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)


# --- the library as a browser loads it ---------------------------------------------------------


def engine(method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """The library and what it needs as a zip file, always the same bytes.

    With node the modules of the start are compiled, so that no browser need do it at every start.
    """
    files = library()
    compiled = _compiled(zipped(files))
    sources = {f"{name}c" for name in files} & {*compiled}
    left = {
        name: data
        for name, data in files.items()
        if f"{name}c" not in sources or name.startswith(_READ_AS_TEXT)
    }
    return zipped(left | compiled, method)


def zipped(files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Files as a zip file, always the same bytes."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method, compresslevel=9) as archive:
        for name, data in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), data, method)
    return target.getvalue()


def standard_library(method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Python's own library as Pyodide brings it, without what no page loads."""
    with zipfile.ZipFile(PYODIDE / STDLIB) as archive:
        names = (name for name in archive.namelist() if not name.endswith("/"))
        files = {name: archive.read(name) for name in names if not _UNUSED_STDLIB.match(name)}
    return zipped(files, method)


def files_of_python(method: int = zipfile.ZIP_DEFLATED) -> dict[str, bytes]:
    """What Python in a browser is started from, by name."""
    found = {f"pyodide/{name}": (PYODIDE / name).read_bytes() for name in OF_PYODIDE}
    library_ = {f"pyodide/{STDLIB}": standard_library(method), "engine.zip": engine(method)}
    return found | library_


@cache
def _compiled(archive: bytes) -> dict[str, bytes]:
    """The compiled modules of an archive; empty where node or Pyodide is missing."""
    node = shutil.which("node")
    if not node or not PYODIDE.is_dir():
        return {}
    command = [node, str(NPM / "compile.mjs"), str(PYODIDE.parent)]
    done = subprocess.run(command, input=archive, capture_output=True, check=True)
    return {name: base64.b64decode(data) for name, data in json.loads(done.stdout).items()}


def library() -> dict[str, bytes]:
    """The files of the library, and of what it needs, that a browser has a use for."""
    return dict(_library_files())


def _library_files() -> Iterator[tuple[str, bytes]]:
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
            if path.suffix in _SUFFIXES and path.is_file() and not is_left_out(name):
                yield name, path.read_bytes()
    yield f"tikal/_built/{FILE}", to_text().encode()  # of these sources in any case
    if (trees := Path(str(built(PROOFS)))).is_file():
        yield f"tikal/_built/{PROOFS}", trees.read_bytes()


def is_left_out(name: str) -> bool:
    """Whether a browser has no use for this file."""
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
    files |= files_of_python()
    files |= {f"{LICENCES}/{name}": data for name, data in licences().items()}
    sizes = {name: len(files[name]) for name in _LOADED}
    files["files.json"] = json.dumps({"version": tikal.__version__, "load": sizes}).encode()
    page = _with_early_board(_with_texts(files["index.html"].decode()))
    files["index.html"] = _with_policy(page, policy()).encode()
    files["service-worker.js"] = _service_worker(source, files)
    if target.exists():
        shutil.rmtree(target)
    for name, data in files.items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def early_board() -> str:
    """The board of a new game and the pieces of any other position, shown until Python runs."""
    board = board_svg(tikal.new_game(2), panel=False, size=760)
    board = re.sub(r"<(?:title|desc)>[^<]*</(?:title|desc)>", "", board)
    pieces = {tile.id: loose_tile(tile.id) for tile in TILES}
    for seat in SEATS:
        pieces[f"{seat}C"] = camp(seat)
        for figure in FIGURES:
            pieces |= {
                f"{seat}{figure}": pawn(seat, figure),
                f"{seat}G{figure}": guard(seat, figure),
            }
    drawn = "".join(group(each, data_piece=name) for name, each in pieces.items())
    return f'<div id="early" hidden>{board}<svg class="pieces">{drawn}</svg></div>'


def _with_early_board(page: str) -> str:
    before, body, after = page.partition("</body>")
    assert body, "the page has no end"
    return f"{before}{early_board()}\n{body}{after}"


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
    page = _with_early_board(page)
    rules = policy(
        script=_digest(script) + " blob:", style=_digest(style), connect="blob:", worker="blob:"
    )
    files = files_of_python(zipfile.ZIP_STORED)  # packed as a whole they are smaller
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
