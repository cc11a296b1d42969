"""Prose counts neither editions nor languages, switches, clauses or rulings: their number grows."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
#: What is searched; the changelog is not, because it speaks of what was so.
PLACES: Final = (
    "tikal", "tools", "docs", "spec", "tests", "page", "examples", "benchmarks", "Makefile",
    "README.md", "CONTRIBUTING.md", "pyproject.toml", ".github",
)  # fmt: skip
#: Data, questions as players ask them, and files that a command writes whole.
NOT_PROSE: Final = re.compile(
    r"\.(json|jsonl|svg|png|tikal|ipynb)$|/playthroughs/|^tests/shown/stored/|^spec/PROOFS\.md$"
    r"|/(asked|synonyms)\.toml$|^tests/asking/questions/|/test_counts\.py$"
)
#: The figures in the README are generated.
GENERATED: Final = re.compile(r"<!-- figures -->.*?<!-- /figures -->", re.DOTALL)
_NUMBER: Final = "three|four|five|six|seven|eight|nine|ten|eleven|twelve|[3-9]|[1-9][0-9]{1,2}"
_COUNTED: Final = (
    "editions|languages|switches|clauses|rulings|differences|rulebooks|books|vocabularies"
)
_ELSEWHERE: Final = "éditions|langues|livrets|ausgaben|sprachen|uitgaven|edities|talen"
PATTERNS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # "four printed editions", "182 clauses", but no heading such as "4.6 Clauses"
        rf"(?<![\w.])(?:{_NUMBER})(?:[ -][a-z]+)?(?:[ -]|\n *#? *)(?:{_COUNTED})\b",
        # "all four", "one of the four", "none of the other three"
        r"\b(?:all|of the|of these|than the|the other)\s(?:three|four|eleven)\b",
        # the same in the other catalogues
        rf"\b(?:trois|quatre|onze|drei|drie|vier|elf)(?: \w+)? (?:{_ELSEWHERE})\b",
    )
)
#: Facts of the game and of its pieces, which no further edition changes.
FACTS: Final = (
    "all three tokens", "of which all three have been seen", "6 points for all three",
    "of the three volcanoes", "the other four letters", "of the four scorings",
    "of the four corners", "of the four printed hexes", "The other three and a camp",
)  # fmt: skip


def counts_in(text: str) -> Iterator[tuple[int, str]]:
    """The line and the words of every count in a text."""
    text = GENERATED.sub("", text)
    for fact in FACTS:
        text = text.replace(fact, "")
    for pattern in PATTERNS:
        for match in pattern.finditer(text):
            yield text.count("\n", 0, match.start()) + 1, " ".join(match[0].split())


def prose() -> list[Path]:
    """The files of the repository that are searched."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", *PLACES], cwd=ROOT, capture_output=True, check=False, text=True
    )
    if listed.returncode:
        pytest.skip("the files of the project are listed by git, and this is not a checkout")
    names = [name for name in listed.stdout.split("\0") if name and not NOT_PROSE.search(name)]
    return [ROOT / name for name in names if (ROOT / name).is_file()]


def test_prose_counts_nothing_that_grows() -> None:
    assert len(prose()) > 400
    found = [
        f"{path.relative_to(ROOT)}, line {line}: {words!r} will be wrong one day"
        for path in prose()
        for line, words in counts_in(path.read_text("utf-8", errors="ignore"))
    ]
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        "in all four", "Every one of the four printed editions.", "there are eleven switches",
        "each of the 182 clauses", "in four languages", "the other three editions", "85 rulings",
        "It knows four\neditions.", "# of the four\n# editions", "in den vier Ausgaben",
        "comme dans les trois autres éditions",
    ],
)  # fmt: skip
def test_a_count_is_found(text: str) -> None:
    assert [*counts_in(text)]


@pytest.mark.parametrize(
    "text",
    [
        "in every edition", "two to four players", "all three tokens", "### 4.6 Clauses that are",
        "these two clauses", "<!-- figures -->\n| 194 clauses |\n<!-- /figures -->",
    ],
)  # fmt: skip
def test_a_fact_of_the_game_is_no_count(text: str) -> None:
    assert [*counts_in(text)] == []
