"""The build of the page: its files, its reproducibility, its licences."""

from __future__ import annotations

import ast
import base64
import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Final

import pytest

import tikal
from tikal.components import TILES
from tikal.grid import CELLS
from tikal.languages import LANGUAGES, catalogue
from tikal.page.files import CARRIERS, shared_files
from tools.packaging import page
from tools.packaging.page_modules import CannotBundle, bundle

NODE: Final = shutil.which("node")
HAS_PYODIDE: Final = page.PYODIDE.is_dir()
#: What a page on a stick or in an e-mail may weigh; the learned weights of questions are 0.5 MB.
MAX_BYTES: Final = 10_200_000
needs_pyodide = pytest.mark.skipif(not HAS_PYODIDE, reason="Pyodide is missing: make page")
INDEX: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<link rel="icon" href="icon.svg">
<link rel="stylesheet" href="style.css">
<script type="module" src="carrier.js"></script>
<script type="module" src="app.js"></script>
</head>
<body><p>a page</p><img src="icon.svg" alt=""><div class="board" id="board"></div></body>
</html>
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """The carriers with a small page of our own."""
    folder = tmp_path / "page"
    folder.mkdir()
    for name in CARRIERS:
        shutil.copy(page.SOURCE / name, folder / name)
    (folder / "index.html").write_text(INDEX, "utf-8")
    (folder / "style.css").write_text("p { color: black }", "utf-8")
    (folder / "icon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>", "utf-8")
    (folder / "app.js").write_text('import { one } from "./app-one.js";\none();\n', "utf-8")
    (folder / "app-one.js").write_text("export function one() {}\n", "utf-8")
    return folder


def test_a_build_writes_what_the_page_shows_until_python_runs() -> None:
    index = (page.SOURCE / "index.html").read_text("utf-8")
    [texts] = re.findall(r'id="loading-text" data-texts="([^"]*)"', page._with_texts(index))
    assert json.loads(unescape(texts)) == {
        code: {
            "loading": catalogue("controls", code)["loading"],
            "starting": catalogue("controls", code)["loading.starting"],
        }
        for code in LANGUAGES
    }


def test_a_build_has_the_pieces_of_every_position() -> None:
    board = page.early_board()
    names = set(re.findall(r'data-piece="(\w+)"', board))
    assert {tile.id for tile in TILES} <= names
    assert {"1L", "4W", "2C", "3GL", "3GW"} <= names
    assert {*re.findall(r'data-cell="(\w+)"', board)} == {*CELLS}
    assert "<title" not in board


# --- the engine --------------------------------------------------------------------------------


def test_the_engine_has_what_a_browser_needs_and_nothing_else() -> None:
    with zipfile.ZipFile(io.BytesIO(page.engine())) as archive:
        names = set(archive.namelist())
    sources = {name.removesuffix("c") for name in names}
    assert {"tikal/page/bridge.py", "tikal/components.toml", "attr/__init__.py"} <= sources
    assert {"tikal/_spec/grounds.toml", "tikal/_spec/clauses/temples.toml"} <= names
    for prefix in ("tikal/cli/", "tikal/testing/", "tikal/conformance/", "tikal/_spec/cases/"):
        assert not [name for name in names if name.startswith(prefix)]
    assert not [name for name in names if "networkx" in name]
    compiled = {name for name in names if name.endswith(".pyc")}
    both = {name for name in compiled if name.removesuffix("c") in names}
    assert all(name.startswith("tikal/asking/") for name in both)  # read as texts
    if NODE and HAS_PYODIDE:
        assert "tikal/page/bridge.pyc" in compiled


@needs_pyodide
def test_python_is_shipped_with_what_the_library_imports() -> None:
    with zipfile.ZipFile(io.BytesIO(page.standard_library())) as archive:
        shipped = set(archive.namelist())
    with zipfile.ZipFile(page.PYODIDE / page.STDLIB) as archive:
        left_out = set(archive.namelist()) - shipped
    assert shipped
    assert "unittest/__init__.py" in left_out
    for name, data in page.library().items():
        for module in _imported(data) if name.endswith(".py") else ():
            path = module.replace(".", "/")
            assert not {f"{path}.py", f"{path}/__init__.py"} & left_out, f"{name}: {module}"


def _imported(source: bytes) -> Iterator[str]:
    """The modules that a module imports, wherever it does."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield str(node.module)
            yield from (f"{node.module}.{each.name}" for each in node.names)


ASKED = """
import sys
sys.path.insert(0, sys.argv[1])
import tikal
from tikal.asking.stored import stored
assert tikal.__file__.startswith(sys.argv[1]), tikal.__file__
assert stored("en")
print(tikal.ask("may I place a second guard")[0].id)
"""


def test_the_engine_need_not_index_what_answers_questions(tmp_path: Path) -> None:
    (tmp_path / "engine.zip").write_bytes(page.zipped(page.library()))
    command = [sys.executable, "-c", ASKED, str(tmp_path / "engine.zip")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout.split() == [tikal.ask("may I place a second guard")[0].id], done.stderr


def test_the_engine_has_every_file_that_the_package_reads() -> None:
    package = page.ROOT / "tikal"
    elsewhere = ("page/static/", "fast/", "_built/")
    read = {
        f"tikal/{name}"
        for path in package.rglob("*")
        if path.is_file() and path.suffix not in (".py", ".pyc")
        if not (name := path.relative_to(package).as_posix()).startswith(elsewhere)
    }
    missing = {name for name in read - {*page.library()} if not page.is_left_out(name)}
    assert missing == set()
    assert "tikal/asking/weights.bin" in read


BOTS: Final = """
import sys
sys.path.insert(0, sys.argv[1])
import json
import tikal
from tikal.bots.levels import BOTS
from tikal.fast import COMPILED
from tikal.page.bridge import ask
assert tikal.__file__.startswith(sys.argv[1]) and not COMPILED
for bot in BOTS:
    place = {"position": "act 1 9ap;a1 1W3;b3=A2r4 1W", "bot": bot, "visits": 3}
    answer = json.loads(ask(json.dumps({"ask": "bot", **place})))
    assert answer["ok"], (bot, answer)
"""


def test_every_bot_plays_with_what_the_engine_has(tmp_path: Path) -> None:
    (tmp_path / "engine.zip").write_bytes(page.zipped(page.library()))
    command = [sys.executable, "-c", BOTS, str(tmp_path / "engine.zip")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_engine_is_always_the_same() -> None:
    assert page.engine() == page.engine()


def test_licences_of_everything_are_there() -> None:
    found = page.licences()
    assert {"MPL-2.0.txt", "Python.txt", "README.txt", "attrs.txt", "tikal-rules.txt"} <= set(found)
    named = set(re.findall(r"[\w.-]+\.txt", found["README.txt"].decode()))
    assert named == set(found) - {"README.txt"}


def test_the_lock_file_pins_what_is_built_with_and_names_no_host() -> None:
    wanted = json.loads((page.NPM / "package.json").read_text("utf-8"))["dependencies"]
    lock = (page.NPM / "package-lock.json").read_text("utf-8")
    packages = json.loads(lock)["packages"]
    assert packages["node_modules/pyodide"]["version"] == wanted["pyodide"]
    assert all("integrity" in entry for name, entry in packages.items() if name)
    assert "://" not in lock, "drop the entries `funding`, which npm adds: they name hosts"
    if HAS_PYODIDE:
        there = json.loads((page.PYODIDE / "package.json").read_text("utf-8"))
        assert there["version"] == wanted["pyodide"], "Pyodide is out of date: make page"


# --- the folder --------------------------------------------------------------------------------


@needs_pyodide
def test_a_folder_holds_everything_and_says_so(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "built"
    (target / "old").mkdir(parents=True)
    page.write_folder(target, source)
    files = {path.relative_to(target).as_posix() for path in target.rglob("*") if path.is_file()}
    assert {"index.html", "carrier.js", "worker.js", "engine.zip", "licences/MPL-2.0.txt"} <= files
    assert not files & {"carrier-server.js", "carrier-single.js", "carrier-worker.js"}
    worker = (target / "service-worker.js").read_text("utf-8")
    listed = re.search(r"FILES = (\[.*\]);", worker)
    assert listed
    assert set(json.loads(listed[1])) == files - {"service-worker.js"} | {"./"}
    sizes = json.loads((target / "files.json").read_text("utf-8"))["load"]
    assert sizes == {name: (target / name).stat().st_size for name in sizes}
    assert "Content-Security-Policy" in (target / "index.html").read_text("utf-8")


@needs_pyodide
def test_the_cache_is_renewed_when_a_file_changes_and_not_otherwise(
    source: Path, tmp_path: Path
) -> None:
    target = tmp_path / "built"

    def built() -> bytes:
        page.write_folder(target, source)
        return (target / "service-worker.js").read_bytes()

    first = built()
    assert built() == first
    (source / "style.css").write_text("p { color: blue }", "utf-8")
    assert built() != first


# --- one file ----------------------------------------------------------------------------------


@needs_pyodide
def test_one_file_needs_no_other(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "tikal.html"
    page.write_single(target, source)
    text = target.read_text("utf-8")
    small = re.sub(r'<script type="text/plain".*?</script>', "", text, flags=re.DOTALL)
    assert not re.search(r'(?:src|href)="(?!data:)', small)
    assert small.count('<script type="module">') == 1
    assert "Mozilla Public License" in text
    for kind in ('script type="module"', "style"):
        tag = kind.split()[0]
        found = re.search(rf"<{kind}>(.*?)</{tag}>", small, re.DOTALL)
        assert found
        digest = base64.b64encode(hashlib.sha256(found[1].encode()).digest()).decode()
        assert f"'sha256-{digest}'" in small


@needs_pyodide
def test_one_file_stays_small(tmp_path: Path) -> None:
    page.write_single(tmp_path / "tikal.html")
    assert (tmp_path / "tikal.html").stat().st_size < MAX_BYTES


# --- modules in one script ---------------------------------------------------------------------


def write(folder: Path, **modules: str) -> Path:
    for name, text in modules.items():
        (folder / f"{name}.js").write_text(text, "utf-8")
    return folder


@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_modules_in_one_script_do_what_they_did_apart(tmp_path: Path) -> None:
    write(
        tmp_path,
        app='import { twice, N as n } from "./b.js";\nimport "./c.js";\n'
        'import {\n  k,\n} from "./c.js";\n'
        "const hidden = 1;\nconsole.log(twice(n) + k + hidden);\n",
        b='import { k } from "./c.js";\nexport const N = 5;\nexport function twice(x) {\n'
        "  return 2 * x * k;\n}\nconst hidden = 7;\n",
        c="export let k = 3;\nexport class C {}\nexport async function f() {}\n"
        'console.log("once");\n',
    )
    apart = subprocess.run(
        [str(NODE), "--experimental-default-type=module", tmp_path / "app.js"],
        capture_output=True,
        text=True,
        check=True,
    )
    (tmp_path / "one.mjs").write_text(bundle(tmp_path, ["app.js"]), "utf-8")
    together = subprocess.run(
        [str(NODE), tmp_path / "one.mjs"], capture_output=True, text=True, check=True
    )
    assert together.stdout == apart.stdout == "once\n34\n"


@pytest.mark.parametrize(
    "text",
    [
        'import x from "./b.js";',
        'import * as x from "./b.js";',
        "export default 3;",
        "export { a };",
        'import { a } from "../b.js";',
        'import { a } from "https://elsewhere.example/b.js";',
        'import { a } from "./a.js";',
    ],
)
def test_modules_that_cannot_be_put_together_are_refused(tmp_path: Path, text: str) -> None:
    write(tmp_path, a=text, b="export const x = 1;")
    with pytest.raises(CannotBundle):
        bundle(tmp_path, ["a.js"])


def test_a_script_cannot_end_itself(tmp_path: Path) -> None:
    write(tmp_path, a='const x = "</script>";')
    assert "</script" not in bundle(tmp_path, ["a.js"])


def test_the_page_of_this_checkout_can_be_put_together() -> None:
    modules = [path.name for path in shared_files(page.SOURCE) if path.suffix == ".js"]
    assert bundle(page.SOURCE, ["carrier-single.js", *modules])
