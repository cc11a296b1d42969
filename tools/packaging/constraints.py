"""The exact versions that everything was verified with: constraints.txt.

`make` installs these versions, unless NEWEST=1 asks for the newest. `python -m
tools.packaging.constraints` writes what is installed into the file, as the versions for the Python
that runs it; what the file says for other Pythons stays. With `--check` it only compares.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Final, TypeAlias

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT: Final = Path(__file__).parents[2]
FILE: Final = ROOT / "constraints.txt"
PYTHONS: Final = ("3.11", "3.12", "3.13")
HERE: Final = f"{sys.version_info.major}.{sys.version_info.minor}"
_HEAD: Final = """\
# The exact versions that everything was verified with. make installs them, unless NEWEST=1 asks
# for the newest; CONTRIBUTING.md says how they are renewed.
# Written by python -m tools.packaging.constraints.
"""

#: By the normalized name of a distribution, its version.
Versions: TypeAlias = dict[str, str]


# --- what pyproject.toml asks for --------------------------------------------------------------


def required(pyproject: Path = ROOT / "pyproject.toml") -> list[Requirement]:
    """The requirements of the package, its extras, dependency groups and build, and pip itself."""
    data = tomllib.loads(pyproject.read_text("utf-8"))
    project = data["project"]
    texts = [*data["build-system"]["requires"], *project["dependencies"], "pip"]
    for extra in project["optional-dependencies"].values():
        texts += extra
    for group in data["dependency-groups"].values():
        texts += [each for each in group if isinstance(each, str)]  # a table includes a group
    requirements = map(Requirement, texts)
    own = canonicalize_name(project["name"])
    return [each for each in requirements if canonicalize_name(each.name) != own]


# --- the file ----------------------------------------------------------------------------------


def read(text: str) -> dict[str, Versions]:
    """By Python, the versions that the file gives for it."""
    found: dict[str, Versions] = {python: {} for python in PYTHONS}
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        constraint = Requirement(line)
        [pin] = constraint.specifier
        name = canonicalize_name(constraint.name)
        for python, versions in found.items():
            if constraint.marker is None or constraint.marker.evaluate({"python_version": python}):
                if name in versions:
                    raise ValueError(f"{name} has two versions for Python {python}")
                versions[name] = pin.version
    return found


def render(versions: Mapping[str, Versions]) -> str:
    """The file: a line for every version of every distribution, with the Pythons that take it."""
    names = sorted({name for each in versions.values() for name in each})
    return _HEAD + "".join(line for name in names for line in _lines(name, versions))


def _lines(name: str, versions: Mapping[str, Versions]) -> Iterator[str]:
    runs: list[list[str]] = []  # neighbouring Pythons that take the same version
    for before, python in zip((None, *PYTHONS), PYTHONS, strict=False):
        if before and versions[before].get(name) == versions[python].get(name):
            runs[-1].append(python)
        else:
            runs.append([python])
    for run in runs:
        if version := versions[run[0]].get(name):
            marker = _marker(run[0], run[-1])
            yield f"{name}=={version}{f' ; {marker}' if marker else ''}\n"


def _marker(first: str, last: str) -> str:
    """The Pythons from the first to the last, open where the list of all of them ends."""
    bounds = []
    if first != PYTHONS[0]:
        bounds.append(f'python_version >= "{first}"')
    if last != PYTHONS[-1]:
        following = PYTHONS[PYTHONS.index(last) + 1]
        bounds.append(f'python_version < "{following}"')
    return " and ".join(bounds)


# --- what is installed -------------------------------------------------------------------------


def installed(requirements: Iterable[Requirement]) -> tuple[Versions, set[str]]:
    """The versions here of what is required, and of what that requires; and what is missing."""
    versions: Versions = {}
    missing: set[str] = set()
    seen: set[tuple[str, str]] = set()
    waiting = [(each, "") for each in requirements]
    while waiting:
        requirement, wanted_by = waiting.pop()
        if requirement.marker and not requirement.marker.evaluate({"extra": wanted_by}):
            continue
        name = canonicalize_name(requirement.name)
        try:
            found = distribution(name)
        except PackageNotFoundError:
            missing.add(name)
            continue
        versions[name] = Version(found.version).public
        for extra in ("", *requirement.extras):
            if (name, extra) not in seen:
                seen.add((name, extra))
                waiting += [(Requirement(text), extra) for text in found.requires or ()]
    return versions, missing


def differences(written: Versions, here: Versions) -> list[str]:
    """In sentences, where the file does not say what is installed."""
    return [
        f"{name} {version} is installed, constraints.txt says {written.get(name, 'nothing of it')}"
        for name, version in sorted(here.items())
        if written.get(name) != version
    ]


def main(arguments: list[str] | None = None) -> int:
    """Write the file anew, or compare it with what is installed."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.packaging.constraints", description=__doc__
    )
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    check = parser.parse_args(arguments).check
    versions = read(FILE.read_text("utf-8") if FILE.exists() else "")
    if HERE not in versions:
        print(f"the file is for Python {', '.join(PYTHONS)}, and this is {HERE}", file=sys.stderr)
        return 0 if check else 2
    here, missing = installed(required())
    if check:
        found = differences(versions[HERE], here)
        print(*found, sep="\n", end="\n" if found else "", file=sys.stderr)
        return 1 if found else 0
    if missing:
        print(f"not installed here: {', '.join(sorted(missing))}", file=sys.stderr)
        return 2
    versions[HERE] = here
    FILE.write_text(render(versions), "utf-8")
    print(f"{FILE.name}: {len(here)} versions for Python {HERE}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
