"""Building the compiled engine, doing without it, and one build on several versions of Python."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import attr
import attrs
import pytest

import tikal
from tests.fast.engines import if_compiled
from tests.fast.test_hostile import INTERPRETERS
from tikal import fast
from tools.packaging import compile_fast

ROOT = Path(__file__).parent.parent.parent

PLAY = """
import sys, tikal
from tikal import fast
for number, edition in enumerate(tikal.EDITIONS.values()):
    for auction in (False, True)[: 1 + edition.has_auction]:
        print(fast.many(tikal.new_game(2 + number % 3, edition, auction), 2, seeds=number))
references, start = sys.getrefcount(None), fast.Game(tikal.new_game(2))
for move in start.legal_moves() * 300:
    game = start.copy()
    game.apply(move)
assert abs(sys.getrefcount(None) - references) < 300, "a reference for every call"
print(fast.COMPILED, file=sys.stderr)
"""


def test_the_build_is_that_of_the_sources() -> None:
    """Also of a build so old that `tikal.fast` leaves it alone."""
    _engine = pytest.importorskip("tikal.fast._engine", reason="the engine is not compiled here")
    advice = "the engine is older than its sources: python -m tools.packaging.compile_fast"
    assert compile_fast.digest() == _engine.SOURCES, advice


def test_a_missing_compiler_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for compiler in ("false", "/nowhere/cc"):
        monkeypatch.setenv("CC", compiler)
        with pytest.raises(compile_fast.CannotCompile):
            compile_fast.compile_engine(tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_free_threaded_python_gets_no_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sysconfig, "get_config_var", lambda name: int(name == "Py_GIL_DISABLED"))
    with pytest.raises(compile_fast.CannotCompile, match="free-threaded"):
        compile_fast.compile_engine(tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_build_of_another_version_is_left_alone(tmp_path: Path) -> None:
    """A module that does not fit makes `tikal.fast` use the Python engine."""
    (tmp_path / "sitecustomize.py").write_text(
        "import sys, types\n"
        "sys.modules['tikal.fast._engine'] = old = types.ModuleType('_engine')\n"
        "old.FORMAT, old.Game = 0, object\n"
    )
    assert played(sys.executable, tmp_path)[1] == "False\n"


def played(python: str | Path, *path: Path) -> tuple[str, str]:
    """The games of some seeds in another interpreter, and whether its engine is compiled."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (*path, ROOT)))}
    done = subprocess.run(
        [str(python), "-c", PLAY], env=environment, cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


def pythons() -> dict[str, Path]:
    """The supported versions of CPython on this machine, as `every-python` finds them."""
    folder = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found: dict[str, Path] = {}
    for minor in ("11", "12", "13", "13t", "14", "14t"):  # t: free-threaded
        shim = shutil.which(f"python3.{minor}")
        number = minor.rstrip("t")
        built = folder.glob(f"3.{number}.[0-9]*{minor.removeprefix(number)}/bin/python")
        for candidate in (shim, *map(str, built)):
            # a shim may stand for a version that is not active
            if (
                candidate
                and not subprocess.run([candidate, "-c", ""], capture_output=True).returncode
            ):
                found[f"3.{minor}"] = Path(candidate)
                break
    return found


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """A folder with all that the library needs to play, for any version of Python."""
    for package in (attr, attrs):  # they are pure Python
        assert package.__file__
        (tmp_path / package.__name__).symlink_to(Path(package.__file__).parent)
    return tmp_path


def test_one_build_plays_the_same_games_on_every_version(packages: Path, tmp_path: Path) -> None:
    without = tmp_path / "without"
    without.mkdir()
    (without / "sitecustomize.py").write_text(
        "import sys; sys.modules['tikal.fast._engine'] = None\n"
    )
    games, compiled = played(sys.executable, without)
    assert compiled == "False\n"
    assert games.count("Playout") == 2 * (3 + 4)
    for version, python in pythons().items():
        # a free-threaded one plays in Python: the build is of the limited API, which it cannot load
        expected = fast.COMPILED and not version.endswith("t")
        assert played(python, packages) == (games, f"{expected}\n"), version


def test_several_interpreters_have_an_engine_each_in_every_version(packages: Path) -> None:
    """From 3.12 on with a lock each."""
    for version, python in pythons().items():
        done = subprocess.run(
            [str(python), "-W", "error", "-c", f"import sys\n{INTERPRETERS}"],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (packages, ROOT)))},
            capture_output=True,
            text=True,
        )
        assert done.stdout == f"{fast.COMPILED and not version.endswith('t')}\n" * 2, done.stderr


@if_compiled
def test_a_build_by_the_newest_version_works_in_the_oldest(packages: Path, tmp_path: Path) -> None:
    """Later headers know that None is immortal; 3.11 counts its references."""
    versions = [*pythons().values()] or [Path(sys.executable)]
    oldest, newest = versions[0], versions[-1]
    environment = {**os.environ, "PYTHONPATH": str(packages)}
    build = (newest, "-m", "tools.packaging.compile_fast", "--output", tmp_path)
    done = subprocess.run(build, cwd=ROOT, env=environment, capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"{newest} {done.stderr}")  # such as one without its headers
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\n"
        "from importlib.util import module_from_spec, spec_from_file_location\n"
        f"spec = spec_from_file_location('_engine', {str(tmp_path / compile_fast.ENGINE)!r})\n"
        "sys.modules['tikal.fast._engine'] = built = module_from_spec(spec)\n"
        "spec.loader.exec_module(built)\n"
    )
    assert played(oldest, packages) == (played(sys.executable, packages)[0], "True\n")


def test_the_module_is_light() -> None:
    """`import tikal` does not load it."""
    done = subprocess.run(
        [sys.executable, "-c", "import sys, tikal; print('tikal.fast' in sys.modules)"],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert done.stdout == "False\n"
    assert tikal.__version__


@pytest.mark.parametrize("error", ["ImportError", "SystemError"])
def test_an_engine_that_cannot_be_loaded_is_done_without(error: str) -> None:
    """A free-threaded Python raises SystemError where it finds a module of the limited API."""
    script = f"""
import sys
class Finder:
    def find_spec(self, name, *_):
        if name == "tikal.fast._engine":
            raise {error}("it cannot be loaded")
sys.meta_path.insert(0, Finder())
from tikal import fast
assert fast.COMPILED is False
assert fast.Game.__module__ == "tikal.fast.fallback"
"""
    subprocess.run([sys.executable, "-c", script], check=True)
