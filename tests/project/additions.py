"""Adds an edition or a language to a copy of the project, as the recipes of CONTRIBUTING.md say.

The law of the edition is that of Ravensburger 1999 under another key, and the language is English
with a mark before every text, which shows where a translation was used.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

from tests.languages import catalogues
from tikal.languages import catalogue

ROOT: Final = Path(__file__).parents[2]
EDITION: Final = "fifth-2020"
LANGUAGE: Final = "es"
#: What every text of the language begins with.
MARK: Final = "¡"
_LIKE: Final = "ravensburger-1999"
#: What a language needs for questions, with `language.toml`.
_SPOKEN: Final = ("asked", "directions", "synonyms")

#: By file, its text in the copy from the text before, which is empty if there is none.
Additions: TypeAlias = dict[str, Callable[[str], str]]


def copy(target: Path) -> Path:
    """A copy of what the project is made of, without what is built or hidden."""
    left_out = shutil.ignore_patterns(
        "__pycache__", "node_modules", "build", "dist", ".git", ".venv*", ".hypothesis", ".*_cache"
    )
    shutil.copytree(ROOT, target, ignore=left_out)
    return target


def add(root: Path, *recipes: Additions) -> None:
    """Write what some recipes add into a copy."""
    for name, text in (item for additions in recipes for item in additions.items()):
        path = root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text(path.read_text("utf-8") if path.exists() else ""), "utf-8")


# --- an edition ----------------------------------------------------------------------------------


def minimal_edition() -> Additions:
    """Only what the rules need to be played by."""
    return {"tikal/editions/printed.toml": _printed}


def edition() -> Additions:
    """Every file of the recipe."""
    law = [
        path
        for folder in ("clauses", "rulings")
        for path in sorted((ROOT / "spec" / folder).glob("*.toml"))
        if _LIKE in path.read_text("utf-8")
    ]
    names = [path.relative_to(ROOT).as_posix() for path in law]
    keys = (
        ".github/ISSUE_TEMPLATE/rules-question.yml",
        ".github/ISSUE_TEMPLATE/wrong-verdict.yml",
        "examples/node-adapter/adapter.mjs",
    )
    others = [f"tikal/languages/{code.name}" for code in _folders() if code.name != "en"]
    words = [f"{folder}/words.toml" for folder in others]
    notes = [f"{folder}/{name}.toml" for folder in others for name in ("clauses", "differences")]
    return {
        **minimal_edition(),
        "tikal/__init__.py": _exported,
        **dict.fromkeys((*names, "spec/grounds.toml"), _with_the_same_law),
        **dict.fromkeys(words, _titled),
        **dict.fromkeys(notes, _with_the_same_notes),
        **dict.fromkeys(keys, _listed),
        "docs/reference/api/state.md": _documented,
        "README.md": _advertised,
    }


def _printed(text: str) -> str:
    switches = text.partition(f"[{_LIKE}.switches]\n")[2].partition("\n\n")[0]
    title = f'[{EDITION}]\ntitle = "Fifth 2020 (Spanish)"\nlanguage = "{LANGUAGE}"\n'
    return f'{text}\n{title}asked = "fifth"\n[{EDITION}.switches]\n{switches}\n'


def _exported(text: str) -> str:
    constant = f'FIFTH_2020: Final = EDITIONS["{EDITION}"]\n'
    text = text.replace("LEGEND_CLASSIC: Final", f"{constant}LEGEND_CLASSIC: Final")
    return text.replace('    "EDITIONS", ', '    "EDITIONS", "FIFTH_2020", ', 1)


def _with_the_same_law(text: str) -> str:
    """A text with the entries of one edition copied for another, which is listed last."""
    found, latest = [], ""
    for line in text.split("\n"):
        if line.startswith(f"{_LIKE} = "):
            latest = line.replace(_LIKE, EDITION, 1)
        found.append(_with_the_same_entry(line))
        if line.startswith("legend-classic = ") and latest:
            found.append(latest)
            latest = ""
    return "\n".join(found)


def _with_the_same_entry(line: str) -> str:
    if f'"{_LIKE}"' in line:  # taken_by
        return re.sub(r"\]$", f', "{EDITION}"]', line)
    if line.startswith('handling = "switch'):
        line = line.replace("Rio Grande and Ravensburger", "Rio Grande, Ravensburger and Fifth")
        line = line.replace('in Ravensburger"', 'in Ravensburger and Fifth"')
        return line.replace(" and Super Meeple", ", Super Meeple and Fifth")
    inner = re.search(rf"{_LIKE} = (\[[^\]]*\]|\"[^\"]*\")", line)
    if inner and line.endswith(" }") and not line.startswith(_LIKE):  # grounds
        return f"{line[:-2]}, {EDITION} = {inner[1]} }}"
    return line


def _with_the_same_notes(text: str) -> str:
    """A catalogue with what it says of one edition copied for another."""
    line = rf"^(notes|editions)\.{_LIKE} = (.*)$"
    return re.sub(line, rf"\g<0>\n\1.{EDITION} = \2", text, flags=re.MULTILINE)


def _titled(text: str) -> str:
    return text.replace("[editions]\n", f'[editions]\n{EDITION} = "Fifth 2020"\n')


def _listed(text: str) -> str:
    return re.sub(r'("?)legend-classic\1', rf"\g<0>, \1{EDITION}\1", text, count=1)


def _documented(text: str) -> str:
    name = "tikal.LEGEND_CLASSIC\n"
    return text.replace(name, f"{name}             tikal.FIFTH_2020\n", 1)


def _advertised(text: str) -> str:
    return text.replace("Super Meeple 2015", "Super Meeple 2015, Fifth 2020", 1)


# --- a language ----------------------------------------------------------------------------------


def minimal_language() -> Additions:
    """Only its code."""
    return {"tikal/languages/__init__.py": _coded}


def language() -> Additions:
    """Every file of the recipe."""
    folder = f"tikal/languages/{LANGUAGE}"
    trees = {subject: catalogues.english_tree(subject) for subject in catalogues.SUBJECTS}
    if EDITION not in trees["words"]["editions"]:
        trees["words"]["editions"] = {**trees["words"]["editions"], EDITION: "Fifth 2020"}
    for name, part in (("clauses", "notes"), ("differences", "editions")):
        for entry in trees[name].values():
            if _LIKE in entry[part]:
                entry[part] = {**entry[part], EDITION: entry[part][_LIKE]}
    translations = {f"{folder}/{subject}.toml": _toml(_marked(trees[subject])) for subject in trees}
    copies = {f"{folder}/{each}.toml": _toml(catalogue(each)) for each in _SPOKEN}
    data = {**catalogue("language"), "name": "Español", "english": "Spanish"}
    question = '[[q]]\ntext = "¡can I place a third camp"\nlang = "es"\nids = ["CAMP-05"]\n'
    written = {**translations, **copies, f"{folder}/language.toml": _toml(data)}
    return {
        **minimal_language(),
        **{name: partial(_instead, text) for name, text in written.items()},
        "tests/asking/questions/spanish.toml": partial(_instead, question),
        **dict.fromkeys(("README.md", "docs/guide/languages.md"), _named),
    }


def _instead(new: str, _old: str) -> str:
    return new


def _coded(text: str) -> str:
    return re.sub(r"(LANGUAGES: Final = \([^)]*)\)", rf'\1, "{LANGUAGE}")', text)


def _named(text: str) -> str:
    return text.replace("English, French", "English, Spanish, French")


def _marked(tree: Any) -> Any:
    if isinstance(tree, str):
        return MARK + tree
    return {key: _marked(value) for key, value in tree.items()}


def _toml(tree: dict[str, Any]) -> str:
    return "".join(f"{json.dumps(key)} = {_value(value)}\n" for key, value in tree.items())


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(k)} = {_value(v)}" for k, v in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)


def _folders() -> list[Path]:
    return sorted(path.parent for path in (ROOT / "tikal" / "languages").glob("*/words.toml"))
