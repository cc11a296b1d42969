"""The wheel works on its own: built, installed in an empty environment, used outside the tree."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

import tikal
from tikal import fast
from tools.packaging.release import USE, foreign_files

ROOT = Path(__file__).parents[2]
CACHE = "__pycache__"
REFUSED = "edition: rio-grande-1999\nplayers: 2\n\ndraw A3; place b3 r3; uncover b1\n"

QUESTION = "may I place a second guard on a hex?"
ASKED = """
import tikal
from tikal.asking.stored import stored
assert PLACE in tikal.__file__, tikal.__file__
assert stored("en"), "the index is missing or stale"
print(*(answer.id for answer in tikal.ask(QUESTION)))
"""
PLAYED = """
import tikal
from tikal import fast
print(fast.many(tikal.new_game(3, auction=True), 2, seeds=1))
"""
PURE = PLAYED + "assert not fast.COMPILED and '.whl' in tikal.__file__"


def run(*command: str | Path, cwd: Path, code: int = 0, **variables: str) -> str:
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**clean, **variables},
        text=True,
        capture_output=True,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a build: the sdist, and the wheel that is made from it."""
    folder = tmp_path_factory.mktemp("build")
    build = ("-m", "build", "--no-isolation", "--outdir", folder / "dist", ROOT)
    run(sys.executable, *build, cwd=folder)
    return folder / "dist"


def only(folder: Path, pattern: str) -> Path:
    [file] = folder.glob(pattern)
    return file


def files_in(folder: Path) -> set[str]:
    """The files in a folder, by their paths in it, without what Python caches."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix() for path in files if path.parent.name != CACHE}


def tag() -> str:
    """The platform tag of the wheel: with the compiled engine, that of this machine."""
    if not fast.COMPILED:
        return "py3-none-any"
    return "cp311-abi3-" + sysconfig.get_platform().replace("-", "_").replace(".", "_")


def test_a_build_leaves_the_sdist_and_the_wheel_and_nothing_else(dist: Path) -> None:
    version = tikal.__version__
    assert sorted(path.name for path in dist.iterdir()) == [
        f"tikal_rules-{version}-{tag()}.whl",
        f"tikal_rules-{version}.tar.gz",
    ]


def test_without_a_compiler_the_wheel_is_pure_python(tmp_path: Path) -> None:
    build = ("-m", "build", "--no-isolation", "--wheel", "--outdir", tmp_path, ROOT)
    run(sys.executable, *build, cwd=tmp_path, CC="false")
    wheel = only(tmp_path, "*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as content:
        assert not [name for name in content.namelist() if name.endswith(".so")]
    shown = run(sys.executable, "-c", PURE, cwd=tmp_path, PYTHONPATH=str(wheel))
    assert shown == run(sys.executable, "-c", PLAYED, cwd=tmp_path)
    assert_asked(sys.executable, ".whl", tmp_path, PYTHONPATH=str(wheel))


def assert_asked(python: str | Path, place: str, folder: Path, **variables: str) -> None:
    """A question is answered by the package in this place, with the index that was built."""
    asked = f"PLACE, QUESTION = {place!r}, {QUESTION!r}" + ASKED
    shown = run(python, "-c", asked, cwd=folder, code=0, **variables)
    assert shown.split() == [answer.id for answer in tikal.ask(QUESTION)]


def test_an_editable_install_builds_what_a_question_needs(dist: Path, tmp_path: Path) -> None:
    with tarfile.open(only(dist, "*.tar.gz")) as sdist:
        sdist.extractall(tmp_path, filter="data")
    checkout = only(tmp_path, "tikal_rules-*")
    assert not (checkout / "tikal" / "_built").exists()
    python = empty_environment(tmp_path)
    install(python, "--editable", f"{checkout}[ask]", TIKAL_FAST="no")
    assert_asked(python, str(checkout), tmp_path)


def test_the_wheel_contains_the_package_the_specification_and_the_page(dist: Path) -> None:
    with zipfile.ZipFile(only(dist, "*.whl")) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
    package = {f"tikal/{name}" for name in files_in(ROOT / "tikal")}
    assert ("tikal/fast/_engine.abi3.so" in package) is fast.COMPILED
    specification = {f"tikal/_spec/{name}" for name in files_in(ROOT / "spec")}
    assert "tikal/page/static/carrier-server.js" in package
    sources = {name for name in package if name.startswith("tikal/fast/src/")}
    trees = {"tikal/_built/proofs.jsonl"}  # of make page, if it was made here
    assert names == package - sources - trees | specification | {"tikal/_built/asking.jsonl"}
    assert sources
    assert not foreign_files(only(dist, "*.whl"))
    assert "tikal/languages/en/refusals.toml" in names


def test_the_sizes_are_those_of_the_documentation(dist: Path) -> None:
    wheel = only(dist, "*.whl")
    with zipfile.ZipFile(wheel) as content:
        unpacked = sum(each.file_size for each in content.infolist())
    page = (ROOT / "docs" / "guide" / "install.md").read_text("utf-8")
    stated = re.search(r"A wheel has ([\d.]+) MB, and takes ([\d.]+) MB installed", page)
    assert stated, "the sizes are missing"
    for size, shown in zip((wheel.stat().st_size, unpacked), stated.groups(), strict=True):
        assert size / 1e6 == pytest.approx(float(shown), rel=0.1)


def test_the_sdist_contains_what_the_tests_read(dist: Path) -> None:
    with tarfile.open(only(dist, "*.tar.gz")) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    folders = ("tikal", "spec", "tests", "docs", "examples", "tools", "benchmarks")
    missing = {f"{folder}/{name}" for folder in folders for name in files_in(ROOT / folder)} - names
    made = (
        "docs/reference/", "tikal/_built/", "tikal/fast/_engine.abi3.so",
        "tools/packaging/page/node_modules/",
    )  # fmt: skip
    assert {name for name in missing if not name.startswith(made)} == set()
    assert {
        "tikal/page/static/index.html",
        "tools/packaging/page/package-lock.json",
        "tools/packaging/page/licences/MPL-2.0.txt",
    } <= names
    assert not {name for name in names if "node_modules" in name}
    assert not {name for name in names if name.startswith((".venv", "build/", "dist/"))}


def empty_environment(folder: Path) -> Path:
    """The Python of a new environment without pip."""
    run(sys.executable, "-m", "venv", "--without-pip", folder / "venv", cwd=folder)
    return folder / "venv" / "bin" / "python"


def install(python: Path, *wanted: str | Path, **variables: str) -> None:
    """Install with our pip, which leaves it to Python to compile what is used."""
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python)
    command = (*pip, "install", "--quiet", "--no-compile", *wanted)
    run(*command, cwd=python.parent, code=0, **variables)


@pytest.mark.stored_report
def test_the_wheel_works_in_an_empty_environment(dist: Path, tmp_path: Path) -> None:
    wheel = only(dist, "*.whl")
    python = empty_environment(tmp_path)
    install(python, wheel)
    assert run(python, USE, cwd=tmp_path).startswith("works")
    install(python, f"{wheel}[cli]")
    assert_asked(python, "site-packages", tmp_path)
    command = tmp_path / "venv" / "bin" / "tikal"
    _explain_a_refusal(tmp_path, command)
    _make_reports(tmp_path, command, python)


def _explain_a_refusal(folder: Path, command: Path) -> None:
    """The sentences and the registry travel in the wheel."""
    (folder / "refused.tikal").write_text(REFUSED, "utf-8")
    explained = ("explain", "refused.tikal", "--format", "pretty")
    shown = run(command, *explained, cwd=folder, code=1)
    assert "TEMPLE-01" in shown
    assert "you have nobody at the temple on b1" in shown
    shown = run(command, "explain", "TEMPLE-04", "--format", "pretty", cwd=folder)
    assert tikal.clause("TEMPLE-04").statement.split(".")[0] in " ".join(shown.split())


def _make_reports(folder: Path, tikal: Path, python: Path) -> None:
    """Cases, pages and the summary of the last report on the library travel in the wheel."""
    shown = run(tikal, "conformance", "self", "--format", "pretty", cwd=folder)
    assert "Conformance of this library" in shown
    assert all(clause in shown for clause in ("CAMP-03", "TEMPLE-04"))
    adapter = ("--", python, "-m", "tikal.conformance.adapter")
    shown = run(tikal, "conformance", "run", "--only", "witness", *adapter, cwd=folder)
    assert '"failed":0' in shown
    game = ROOT / "examples" / "basic.tikal"
    run(tikal, "audit", game, "-o", "games.html", cwd=folder)
    assert "basic.tikal" in (folder / "games.html").read_text("utf-8")
