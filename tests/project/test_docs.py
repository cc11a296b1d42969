"""README and documentation: every example runs, every link leads somewhere, nothing is missing."""

from __future__ import annotations

import ast
import doctest
import re
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from html import escape, unescape
from pathlib import Path
from types import FunctionType

import pytest

pytest.importorskip("sphinx", reason="needs what make dev installs")

import tikal
from docs import draw
from docs._pages import examples as examples_module
from docs._pages import pages, playable, refusals
from docs._pages.clauses import KIND, VERDICT
from docs._pages.examples import add_links, examples
from docs._pages.markdown import Pages
from tests.page.asking import good
from tests.project.pages import SHOWN, WrongExample, blocks, prose, run_page
from tikal.editions import BOOKS
from tikal.languages import LANGUAGES
from tikal.law.entries import BOOK_VERDICTS, CLAUSE_KINDS, CONFIDENCE
from tikal.law.registry import differences, rulings

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
#: Folders of generated pages, which are not in git.
IGNORED = [
    ROOT / line
    for line in (ROOT / ".gitignore").read_text("utf-8").splitlines()
    if line.startswith("docs/")
]


def is_generated(path: Path) -> bool:
    return any(path.is_relative_to(each) for each in IGNORED)


@cache
def generated() -> Pages:
    """The generated pages, made once and only where a test looks at them: it takes two seconds."""
    return pages()


WRITTEN = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"] + [
    path for path in sorted(DOCS.rglob("*.md")) if not is_generated(path)
]
NAMES = [str(path.relative_to(ROOT)) for path in WRITTEN]


@pytest.fixture
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Start in an empty folder, like a reader who tries what a page says."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)


# --- examples ----------------------------------------------------------------------------------


@pytest.mark.usefixtures("empty_folder")
@pytest.mark.parametrize("path", WRITTEN, ids=NAMES)
def test_the_examples_of_a_page_run_as_shown(path: Path) -> None:
    run_page(path.name, path.read_text("utf-8"))


def test_the_pages_that_teach_have_examples() -> None:
    for path in [ROOT / "README.md", *(DOCS / "guide").glob("*.md")]:
        ran = [b for b in blocks(path.read_text("utf-8")) if b.language not in SHOWN]
        assert len(ran) >= 2, path.name


WRONG = {
    "wrong value": "```pycon\n>>> 1 + 1\n3\n```\n",
    "error in a session": "```pycon\n>>> 1 / 0\n0\n```\n",
    "no example": "```pycon\n1 + 1\n```\n",
    "error in code": "```python\nassert 1 + 1 == 3\n```\n",
    "other output": "```console\n$ tikal completion bash\nnothing\n```\n",
    "missing output": "```console\n$ tikal completion bash\n```\n",
    "output of a script": "```console\n$ python -c 'print(1)'\n2\n```\n",
    "no command": "```console\ntikal check game.tikal\n```\n",
    "unknown program": "```console\n$ rm game.tikal\n```\n",
    "unknown language": "```cobol\nSTOP RUN.\n```\n",
    "not JSON": "```json\n{,}\n```\n",
    "link that does not open": '```html\n<a href="index.html#position=a9+1L">x</a>\n```\n',
    "not TOML": "```toml\nid\n```\n",
    "refused game": "<!-- file: a.tikal -->\n```text\nedition: legend-classic\nplayers: 2\n\nend\n"
    "```\n\n```console\n$ tikal check a.tikal\na.tikal: all 1 moves are legal\n```\n",
}


@pytest.mark.usefixtures("empty_folder")
@pytest.mark.parametrize("page", WRONG.values(), ids=list(WRONG))
def test_a_wrong_example_is_noticed(page: str) -> None:
    with pytest.raises((WrongExample, AssertionError, ValueError)):
        run_page("wrong.md", page)


def test_the_docstring_of_the_package_tells_the_truth() -> None:
    result = doctest.testmod(tikal)
    assert result.attempted > 0
    assert result.failed == 0


def test_the_demo_runs() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "examples" / "demo.py"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "TREASURE-03" in done.stdout


# --- pictures ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", draw.pictures())
def test_a_picture_is_as_it_would_be_drawn_today(name: str) -> None:
    stored = (draw.FOLDER / name).read_text("utf-8")
    assert stored == draw.pictures()[name], "run python -m docs.draw"


def test_every_picture_is_shown_somewhere() -> None:
    text = "".join(path.read_text("utf-8") for path in WRITTEN)
    for path in draw.FOLDER.iterdir():
        assert f"pictures/{path.name}" in text


# --- links -------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", WRITTEN, ids=NAMES)
def test_links_lead_to_a_file(path: Path) -> None:
    # Sphinx checks the pages of docs/ and their anchors; this also holds for a code host
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", prose(path.read_text("utf-8"))):
        if "://" not in target:
            there = (path.parent / target).resolve()
            made = is_generated(there) and str(there.relative_to(DOCS / "reference"))
            assert made in generated() if made else there.exists(), target


@pytest.mark.parametrize("path", WRITTEN, ids=NAMES)
def test_ids_on_pages_exist(path: Path) -> None:
    known = {
        entry.id for entries in (tikal.clauses(), rulings(), differences()) for entry in entries
    }
    made_up = {"CAMP-12", "Q-89", "DIFF-51"}  # the guide for contributors adds these
    found = re.findall(r"\b(?:[A-Z][A-Z0-9]+|Q)-\d\d\b", path.read_text("utf-8"))
    assert set(found) - known - made_up == set()


def test_the_docs_never_install_the_unrelated_package() -> None:
    for path in WRITTEN:
        assert not re.search(r"pip install ['\"]?tikal(?!-rules)\b", path.read_text("utf-8")), path


# --- refusals open on the page -----------------------------------------------------------------

HREF = re.compile(rf'href="(?:\.\./)*{playable.PAGE}#([^"]+)"')


@pytest.fixture
def page_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether or not `make page` has run here."""
    for module in (playable, refusals, examples_module):
        monkeypatch.setattr(module, "is_built", lambda: True)


def on_the_page(fragment: str) -> list[dict[str, str]]:
    """Why the page says that the move of a link is refused."""
    opened = good(ask="load", link=unescape(fragment), picture=False)
    asked = {"position": opened["position"], "move": opened["asked"]}
    by = {"seat": opened["asked_seat"]} if opened["asked_seat"] else {}
    found: list[dict[str, str]] = good(ask="check", **asked, **by)["violations"]
    return found


@pytest.mark.usefixtures("page_is_built")
def test_every_refusal_on_the_list_opens_on_the_page_with_a_move_that_is_refused_for_it() -> None:
    rows = re.findall(r"^\| \S+ \| `(\S+)` \|(.*)$", refusals.pages()["refusals.md"], re.MULTILINE)
    assert [key for key, _ in rows] == sorted(tikal.languages.refusals())
    for key, row in rows:
        [fragment] = HREF.findall(row)
        assert key in [violation["key"] for violation in on_the_page(fragment)]


@pytest.mark.parametrize("path", WRITTEN[3:], ids=NAMES[3:])
def test_a_refusal_that_an_example_shows_can_be_tried(path: Path) -> None:
    for example in examples(path.read_text("utf-8")):
        refused = set()
        for each in example.playable:
            found = tikal.check(each.state, each.move, each.seat)
            refused |= {violation.clause for violation in found}
            texts = {v.text(language) for v in found for language in LANGUAGES}
            assert any(known in example.text for known in (*texts, *(v.key for v in found))), each
        left = example.refusals - refused
        assert not left, f"put `<!-- try: POSITION | MOVE -->` above this:\n{example.text}"


REFUSED = tikal.check(tikal.position(edition="super-meeple-2015"), "camp b2")[0]
EXAMPLES = f"""
<!-- file: a.txt -->
```text
super-meeple-2015
```

```console
$ tikal check a.txt --move 'camp b2' --lang de
  CAMP-03  {REFUSED.text("de")}
```

<!-- try: a2=7 1L 2W3 | guard a2 L -->
<!-- try: draw 1 | 2: draw A1 -->
```pycon
>>> two_refusals()
```

```pycon
>>> has_no_clause()
{REFUSED}
```

```pycon
>>> print(tikal.clause("CAMP-03"), tikal.difference("DIFF-01"))
CAMP-03: {tikal.clause("CAMP-03").title}
DIFF-01: {tikal.difference("DIFF-01").point}
```
"""


@pytest.mark.usefixtures("page_is_built")
def test_links_stand_below_the_examples_that_can_be_tried() -> None:
    source = [EXAMPLES]
    add_links(None, "guide/x", source)  # type: ignore[arg-type]  # Sphinx itself is not needed
    below = re.split("^```\n", source[0], flags=re.MULTILINE)[1:]
    found = [HREF.findall(text) for text in below]
    assert [len(links) for links in found] == [0, 1, 2, 0, 0]
    keys = [[why["key"] for why in on_the_page(fragment)] for links in found for fragment in links]
    assert keys == [["CAMP-03/no-member"], ["GUARD-02/not-strongest"], ["TURN-01/not-your-turn"]]
    assert found[1][0].endswith("language=de")
    refused = [each.refusals for each in examples(EXAMPLES)]
    assert refused == [{"CAMP-03"}, set(), {"CAMP-03"}, set()]


def test_without_the_page_nothing_links_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examples_module, "is_built", lambda: False)
    source = [EXAMPLES]
    add_links(None, "guide/x", source)  # type: ignore[arg-type]  # Sphinx itself is not needed
    assert source == [EXAMPLES]


# --- what the pages are made with --------------------------------------------------------------


def imports(path: Path) -> set[str]:
    """The modules that a module imports, also inside its functions."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
    return found


def packages(modules: Iterable[str]) -> set[str]:
    """The packages at the top that modules belong to."""
    return {module.split(".")[0] for module in modules}


def test_the_docs_are_built_without_tests_and_the_solver_and_with_plain_tools_only() -> None:
    modules = list(DOCS.rglob("*.py"))
    assert len(modules) > 10
    used = set[str]()
    for path in modules:
        found = imports(path)
        used |= {module for module in found if module.startswith("tools.")}
        assert packages(found) & {"tests", "clingo", "pytest"} == set(), path
    assert len(used) == 1
    for module in used:  # the group `docs` does not install what other tools need
        path = ROOT / f"{module.replace('.', '/')}.py"
        assert packages(imports(path)) <= sys.stdlib_module_names, path


# --- nothing is missing ------------------------------------------------------------------------


def test_every_public_name_has_a_docstring() -> None:
    for name in tikal.__all__:
        thing = getattr(tikal, name)
        if isinstance(thing, type | FunctionType):
            assert thing.__doc__, name


def test_every_public_name_is_in_the_api_reference() -> None:
    text = "".join(path.read_text("utf-8") for path in (DOCS / "reference" / "api").glob("*.md"))
    documented = re.findall(r"^(?:\.\. \S+::|  +) ?(tikal\.[\w.]+)", text, re.MULTILINE)
    assert {f"tikal.{name}" for name in tikal.__all__} - set(documented) == set()
    assert len(documented) == len(set(documented))


def test_no_generated_page_is_in_git() -> None:
    in_git = [name for name in generated() if not is_generated(DOCS / "reference" / name)]
    assert in_git == []


def test_every_clause_has_a_page_and_every_ruling_and_difference_an_anchor() -> None:
    for clause in tikal.clauses():
        assert clause.statement in generated()[f"clauses/{clause.id}.md"]
    for ruling in rulings():
        assert f"({ruling.id})=" in generated()["rulings.md"]
        assert ruling.answer in generated()["rulings.md"]
    for difference in differences():
        assert f"({difference.id})=" in generated()["differences.md"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_and_ruling_is_shown_in_every_language(language: str) -> None:
    for clause in tikal.clauses():
        page, translated = generated()[f"clauses/{clause.id}.md"], clause.in_language(language)
        assert f"<p>{escape(translated.statement)}</p>" in page
        assert f'<p class="title">{escape(translated.title)}</p>' in page
        for key, book in BOOKS.items():
            stance = clause.editions.get(key) if book.language == language else None
            assert stance is None or escape("; ".join(stance.headings)) in page
    for ruling in rulings() if language != "en" else ():
        texts = ruling.in_language(language)
        for text in (texts.answer, *(f"{r.key}: {r.sentence}" for r in texts.readings)):
            assert f"<p>{escape(text)}</p>" in generated()["rulings.md"]


def test_every_switch_stands_on_its_page_with_every_value_and_what_it_decides() -> None:
    page = generated()["switches.md"]
    assert "[Switches](reference/switches.md)" in (DOCS / "index.md").read_text("utf-8")
    for switch in tikal.switches():
        [section] = re.findall(
            rf"^\({switch.name}\)=$(.*?)(?=^\(|\Z)", page, re.MULTILINE | re.DOTALL
        )
        for value, meaning in switch.values.items():
            assert f"`{switch.text(value)}`" in section
            assert f"| {meaning} |" in section
        for value in switch.editions.values():
            assert f"| `{value!r}` | `{switch.text(value)}` |" in section
        for id_ in (*switch.belongs_to, *switch.clauses):
            assert id_ in section


def test_every_reading_of_a_ruling_stands_on_the_page_with_its_key() -> None:
    for ruling in rulings():
        for reading in ruling.readings:
            assert f"| `{reading.key}` | {reading.sentence} |" in generated()["rulings.md"]


def test_kinds_stances_and_degrees_of_confidence_are_explained() -> None:
    assert tuple(KIND) == CLAUSE_KINDS
    assert tuple(VERDICT) == BOOK_VERDICTS
    assert {r.confidence_for(key) for r in rulings() for key in tikal.EDITIONS} == {*CONFIDENCE}


def test_every_difference_speaks_of_every_edition() -> None:
    for difference in differences():
        assert list(difference.editions) == list(tikal.EDITIONS), difference.id


def test_the_guide_for_contributors_names_tests_that_exist() -> None:
    tests = "".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    guide = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = set(re.findall(r"`(test_\w+)`", guide))
    assert len(named) >= 10
    assert {name for name in named if f"def {name}(" not in tests} == set()


def test_the_page_of_a_clause_shows_all_there_is_about_it() -> None:
    page = generated()["clauses/TEMPLE-04.md"]
    for part in (
        "two_levels_a_turn",  # the predicate
        'forbids("TEMPLE-04"',  # the formal rule
        "tests/properties/test_temples.py",
        "pictures/TEMPLE-04-witness.svg",
        "pictures/TEMPLE-04-twin.svg",
        "limits it by the round, not the turn",  # what one edition says
        "Q-41",
    ):
        assert part in page


def test_every_clause_that_can_refuse_a_move_is_shown_in_a_picture() -> None:
    refusing = [*tikal.clauses(kind="precondition"), *tikal.clauses(kind="sequence")]
    for clause in refusing:
        if clause.modelled:
            page = generated()[f"clauses/{clause.id}.md"]
            shown = re.findall(r"\{figure\} (\S+)", page)
            assert all(f"clauses/{name}" in generated() for name in shown)
            assert len(shown) >= 2 or "tikal.new_game" in page
