"""A release: what it refuses, what it writes, how the builds of other platforms are described."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import tarfile
import warnings
import zipfile
from pathlib import Path

import pytest
import yaml

import tikal
from hatch_build import addresses, index_readme
from tools.packaging import release
from tools.packaging.release import CannotRelease

ROOT = Path(__file__).parents[2]
WORKFLOWS = ROOT / ".github" / "workflows"
NEWS = "# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.1.0 (2026-01-01)\n\n- Old.\n"
BEFORE = {
    "tikal/__init__.py": '"""The game."""\n\n__version__ = "0.1.0"\n',
    "CHANGELOG.md": NEWS,
    "CITATION.cff": "version: 0.1.0\ndate-released: 2026-01-01\n",
}


def git(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    (tmp_path / "tikal").mkdir()
    for name, text in BEFORE.items():
        (tmp_path / name).write_text(text, "utf-8")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "-m", "Begin")
    git(tmp_path, "tag", "v0.1.0")
    return tmp_path


def test_a_release_writes_its_version_where_it_is_shown(repository: Path) -> None:
    release.check_start("0.2.0", repository)
    assert release.set_version("0.2.0", "2026-02-03", repository) == list(BEFORE)
    texts = [(repository / name).read_text("utf-8") for name in BEFORE]
    assert texts == [
        '"""The game."""\n\n__version__ = "0.2.0"\n',
        NEWS.replace("## Unreleased", "## 0.2.0 (2026-02-03)"),
        "version: 0.2.0\ndate-released: 2026-02-03\n",
    ]
    # the same command again, on the next day, goes on
    assert release.set_version("0.2.0", "2026-02-04", repository) == []


@pytest.mark.parametrize(
    ("version", "reason"),
    [
        ("0.1.0", "v0.1.0 exists"),
        ("0.0.9", "is at 0.1.0"),
        ("1.0", "three numbers are needed"),
        ("v0.2.0", "three numbers are needed"),
    ],
)
def test_a_version_that_cannot_be_next_is_refused(
    version: str, reason: str, repository: Path
) -> None:
    with pytest.raises(CannotRelease, match=reason):
        release.check_start(version, repository)


def test_a_version_below_that_of_the_sources_is_refused_without_a_tag(repository: Path) -> None:
    git(repository, "tag", "--delete", "v0.1.0")
    with pytest.raises(CannotRelease, match=r"__init__.py is at 0\.1\.0: a release"):
        release.check_start("0.0.9", repository)
    release.check_start("0.1.0", repository)  # an interrupted release goes on


def test_what_is_not_committed_stops_a_release(repository: Path) -> None:
    (repository / "forgotten.py").write_text("", "utf-8")
    with pytest.raises(CannotRelease, match="git status"):
        release.check_start("0.2.0", repository)


@pytest.mark.parametrize(
    "news", ["# Changelog\n", "# Changelog\n\n## Unreleased\n\n## 0.1.0 (x)\n"]
)
def test_a_release_without_news_is_refused(news: str, repository: Path) -> None:
    (repository / "CHANGELOG.md").write_text(news, "utf-8")
    with pytest.raises(CannotRelease, match="says nothing under ## Unreleased"):
        release.set_version("0.2.0", "2026-02-03", repository)


def test_two_builds_are_compared_byte_by_byte(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one", "other")]
    for folder in files:
        folder.mkdir()
        for name in ("a.whl", "b.whl"):
            (folder / name).write_bytes(name.encode())
    one, other = ([*folder.iterdir()] for folder in files)
    assert not release.differing(one, other)
    (files[1] / "b.whl").write_bytes(b"B.whl")
    assert release.differing(one, other) == ["b.whl"]
    (files[0] / "a.whl").unlink()
    assert release.differing(files[0].iterdir(), other) == ["a.whl", "b.whl"]


def test_two_builds_that_differ_name_the_files_inside(tmp_path: Path) -> None:
    for folder, text in (("one", "1"), ("other", "2")):
        (tmp_path / folder).mkdir()
        with zipfile.ZipFile(tmp_path / folder / "a.whl", "w") as archive:
            archive.writestr("tikal/state.py", "")
            archive.writestr("tikal/_built/asking.jsonl", text)
        with tarfile.open(tmp_path / folder / "b.tar.gz", "w:gz") as sdist:
            member = tarfile.TarInfo(f"b/{folder}")
            sdist.addfile(member, io.BytesIO())
    files = [[*(tmp_path / folder).iterdir()] for folder in ("one", "other")]
    assert release.differing(*files) == [
        "a.whl (tikal/_built/asking.jsonl)",
        "b.tar.gz (b/one, b/other)",
    ]


def test_the_index_of_questions_does_not_depend_on_the_order_of_sets(tmp_path: Path) -> None:
    texts = []
    for seed in "12":
        file = tmp_path / seed
        write = (
            "import sys, pathlib, tools.packaging.asking as a; a.write(pathlib.Path(sys.argv[1]))"
        )
        subprocess.run(
            [sys.executable, "-c", write, file], cwd=ROOT, check=True,
            env=os.environ | {"PYTHONHASHSEED": seed},
        )  # fmt: skip
        texts.append(file.read_bytes())
    assert texts[0] == texts[1]


@pytest.mark.parametrize(
    "foreign", ["tests/test_x.py", "tikal/fast/src/game.c", "tools/x.py", "tikal/state.py"]
)
def test_what_does_not_belong_into_a_wheel_is_named(foreign: str, tmp_path: Path) -> None:
    wheel = tmp_path / "a.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("tikal/state.py", "")
    assert release.foreign_files(wheel) == []
    with zipfile.ZipFile(wheel, "a") as archive, warnings.catch_warnings(action="ignore"):
        archive.writestr(foreign, "")  # the library warns of a name that is there already
    assert release.foreign_files(wheel) == [foreign]


def test_version_and_date_agree_wherever_they_are_shown() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert citation["version"] == tikal.__version__
    assert f"## {tikal.__version__} ({citation['date-released']})" in changelog


# --- what an index shows -----------------------------------------------------------------------

LINKED = "![A page](docs/p.png)\n[the page](docs/page.md#top), [out](https://a.example), [x](#here)"


def test_links_of_the_readme_are_absolute_once_there_is_a_home() -> None:
    home = "https://code.example/tikal"
    assert index_readme(LINKED, home, "v1.0.0") == (
        "![A page](https://code.example/tikal/raw/v1.0.0/docs/p.png)\n"
        "[the page](https://code.example/tikal/blob/v1.0.0/docs/page.md#top), "
        "[out](https://a.example), [x](#here)"
    )
    assert addresses(home)["Issues"] == "https://code.example/tikal/issues"


def test_without_a_home_no_link_of_the_readme_leads_nowhere() -> None:
    shown = index_readme(LINKED, "", "v1.0.0")
    assert shown == "\nthe page, [out](https://a.example), [x](#here)"
    assert addresses("") == {}
    whole = index_readme((ROOT / "README.md").read_text("utf-8"), "", "v1.0.0")
    assert not re.findall(r"\]\((?!https?:)", whole)


# --- other platforms ---------------------------------------------------------------------------


def described() -> set[str]:
    """The builds that the configuration of cibuildwheel chooses, on all platforms."""
    found: set[str] = set()
    for platform in ("linux", "macos", "windows"):
        command = ("-m", "cibuildwheel", "--print-build-identifiers", "--platform", platform)
        done = subprocess.run(
            [sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=True
        )
        found |= set(done.stdout.split())
    return found


def test_a_wheel_is_built_for_every_platform_that_is_described() -> None:
    pytest.importorskip("cibuildwheel", reason="needs what make dev installs")
    jobs = yaml.safe_load((WORKFLOWS / "release.yml").read_text("utf-8"))["jobs"]
    built = {each["only"] for each in jobs["wheels"]["strategy"]["matrix"]["include"]}
    here = release.PLATFORM.replace("manylinux2014", "cp311-manylinux")  # make files builds it
    assert built | {here} == described()


def test_the_configuration_of_cibuildwheel_follows_its_schema() -> None:
    cibuildwheel = pytest.importorskip("cibuildwheel", reason="needs what make dev installs")
    import tomllib

    from jsonschema import Draft7Validator

    resources = Path(cibuildwheel.__file__).parent / "resources"
    schema = json.loads((resources / "cibuildwheel.schema.json").read_text("utf-8"))
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["cibuildwheel"]
    assert not [*Draft7Validator(schema).iter_errors(settings)]
    assert [*Draft7Validator(schema).iter_errors({**settings, "biuld": "cp311-*"})]


@pytest.mark.parametrize("path", sorted(WORKFLOWS.glob("*.yml")), ids=lambda path: path.name)
def test_every_action_is_pinned_by_its_digest_with_its_version_beside_it(path: Path) -> None:
    used = re.findall(r"uses: (.*)", path.read_text("utf-8"))
    assert used
    assert not [each for each in used if not re.fullmatch(r"\S+@[0-9a-f]{40} # v[\d.]+", each)]
