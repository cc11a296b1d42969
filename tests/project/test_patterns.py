"""Every regular expression of the library and the page takes steps in proportion to its text.

The patterns are found in the syntax of the sources, so a new one is tried with worst cases of its
own. Those of `docs` and of the tests read files of the checkout only.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from typing import Final

import pytest

from tests.project import patterns
from tests.project.patterns import Counter, Pattern, TooManySteps
from tests.sample import WHOLE
from tikal.asking.directions import _patterns
from tikal.languages import LANGUAGES, language_data
from tikal.moves import MOVES, _grammar
from tikal.notation.records.parts import BLANK, UNPRINTABLE

SIZE: Final = 24
PYTHON, UNRESOLVED = patterns.python_patterns("tikal")
TOOLS, UNRESOLVED_IN_TOOLS = patterns.python_patterns("tools")
JAVASCRIPT: Final = [*patterns.javascript_patterns()]


@pytest.fixture(autouse=True)
def deep() -> Iterator[None]:
    """The matcher calls itself for every repeated group."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    yield
    sys.setrecursionlimit(before)


def made(text: str, flags: int = 0, everywhere: bool = True, file: str = "made") -> Pattern:
    return Pattern(file, 0, text, flags, everywhere)


def dynamic() -> dict[str, list[Pattern]]:
    """The patterns that only a run puts together, by the function that does."""
    compiled = [_grammar(kind.pattern) for kind in MOVES]
    endings = [made(ending) for code in LANGUAGES for ending, _ in language_data(code).verb_endings]
    return {
        "tikal/moves.py:_grammar": [made(each.pattern, each.flags, False) for each in compiled],
        "tikal/notation/documents/records.py:_line": [
            made(f"{UNPRINTABLE.pattern}|^[{BLANK}]|[{BLANK}]${but_not}")
            for but_not in ("", "|#", "|[,#]")
        ],
        "tikal/asking/directions.py:_patterns": [
            made(each.pattern, each.flags)
            for code in LANGUAGES
            for each in _patterns(code).values()
        ],
        "tikal/asking/tokens.py:infinitives": endings,
        "tikal/law/sources.py:formal_rules": [made(rf"\b{re.escape('TEMPLE-03')}\b")],
    }


# --- the patterns ------------------------------------------------------------------------------


@pytest.mark.parametrize("pattern", [*PYTHON, *TOOLS, *JAVASCRIPT], ids=str)
def test_a_pattern_takes_steps_in_proportion_to_its_text(pattern: Pattern) -> None:
    assert patterns.growth(pattern, SIZE, 1 if WHOLE else 3) is None


@pytest.mark.parametrize("place", sorted(UNRESOLVED))
def test_a_pattern_that_a_run_puts_together_is_linear(place: str) -> None:
    found = dynamic()
    assert place in found, f"add the patterns of {place} to this test"
    assert found[place]
    for pattern in found[place]:
        assert patterns.growth(pattern, SIZE) is None, pattern.text


def test_no_pattern_is_listed_that_is_gone() -> None:
    assert {*dynamic()} == UNRESOLVED
    # both edit files of the checkout with patterns of their own
    edits = {"tools/packaging/release.py:_once", "tools/mutation/random_mutants.py:script_change"}
    assert edits == UNRESOLVED_IN_TOOLS


# --- the search for them -----------------------------------------------------------------------


def test_every_call_of_re_is_found() -> None:
    """By another way than the syntax: the text of the sources."""
    call = re.compile(r"\bre\.(?:compile|match|search|fullmatch|sub|subn|split|findall|finditer)\(")
    written = sum(
        len(call.findall(path.read_text("utf-8")))
        for path in (patterns.ROOT / "tikal").rglob("*.py")
    )
    assert len(PYTHON) > 40
    assert written == len(PYTHON) + len(UNRESOLVED) + 1  # `infinitives` has two


def test_no_script_puts_a_pattern_together_while_it_runs() -> None:
    """`new RegExp` could not be tried here."""
    made = [path.name for path in patterns.scripts() if "RegExp(" in path.read_text("utf-8")]
    assert [name for name in made if not name.endswith(".test.mjs")] == []
    assert {pattern.file for pattern in JAVASCRIPT} >= {
        "tikal/page/static/words.js", "tikal/conformance/report/views/page.js",
    }  # fmt: skip


def test_literals_of_javascript_are_found_between_divisions() -> None:
    assert len(JAVASCRIPT) > 10
    texts = {pattern.text for pattern in JAVASCRIPT}
    assert r"^(?:https?|file):" in texts
    assert patterns.as_python(r"(?<a>\/\p{L}\u{1f600})") == "(?P<a>/\\w\U0001f600)"


# --- the matcher -------------------------------------------------------------------------------

SLOW: Final = {
    "brackets of a link": (r"^\s*(?:https?|file):\S*#(\S+)\s*$", 0),
    "an unclosed string": (r'"(?:[^"\\]|\\.)*"|[^][{}"]+', re.DOTALL),
    "a number at every place": (r"\d+-", 0),
    "blanks before a sign": (r"\s*=", 0),
    "a repeat in a repeat": (r"(a+)+b", 0),
    "two ways for a letter": (r"(?:a|a)*b", 0),
    "a repeat beside a repeat": (r"^a*a*b", 0),
    "lazy repeats": (r"^.*?,.*?,.*?x$", 0),
    "a template": (r"\{(\w+)(?::([^}/]*)/([^}]*))?\}", 0),
    "a tag": (r"<[^>]*>", 0),
    "a look ahead": (r"(?=.*x)a", 0),
}
FAST: Final = {
    "letters": r"[a-z0-9]+",
    "possessive": r'^(?:"[^"]*+"|[^"]++)*+$',
    "atomic": r"^(?>a+)(?>a*)b",
    "anchored": r"^\d+-",
    "bounded": r"\d{1,6}-",
    "a sign first": r"=\d",
}


@pytest.mark.parametrize(("text", "flags"), SLOW.values(), ids=list(SLOW))
def test_a_pattern_that_takes_longer_is_noticed(text: str, flags: int) -> None:
    assert patterns.growth(made(text, flags), SIZE)


@pytest.mark.parametrize("text", FAST.values(), ids=list(FAST))
def test_a_pattern_that_is_linear_is_not_blamed(text: str) -> None:
    assert patterns.growth(made(text), SIZE) is None


@pytest.mark.parametrize("pattern", [*PYTHON, *(made(text) for text in FAST.values())], ids=str)
def test_the_matcher_finds_what_re_finds(pattern: Pattern) -> None:
    """Else its steps would be those of another pattern."""
    rng = random.Random(repr(pattern.text))
    letters = patterns.alphabet(pattern.tree, pattern.flags)
    whole = patterns.example(pattern.tree, letters, pattern.flags)
    compiled = re.compile(pattern.text, pattern.flags)
    for number in range(60 if WHOLE else 12):
        text = "".join(rng.choices(letters, k=rng.randrange(9)))
        if number % 3 == 0:
            text += whole + text
        counter = Counter(text, pattern.flags)
        counter.search(pattern.tree, everywhere=True)
        expected = [match.span() for match in compiled.finditer(text)]
        assert [span for span in counter.found if span[0] < span[1]] == [
            span for span in expected if span[0] < span[1]
        ], text


def test_an_endless_match_is_given_up() -> None:
    with pytest.raises(TooManySteps):
        Counter("a" * 60, 0).search(made("(a+)+b").tree, everywhere=False)
