"""The bridge inside Pyodide answers as it does outside: Python for browsers, run by node.

Needs node, and Pyodide, which `make page` brings; nothing is
downloaded here.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

import tikal
from tests.conformance.kit_cases import every_case
from tests.page.test_bridge import HOSTILE, SAMPLES
from tests.sample import WHOLE
from tikal.languages import LANGUAGES
from tikal.page.bridge import ask
from tools.packaging.page import PYODIDE, SOURCE, files_of_python

NODE: Final = shutil.which("node")
pytestmark = [
    pytest.mark.skipif(NODE is None, reason="node is not installed"),
    pytest.mark.skipif(not PYODIDE.is_dir(), reason="Pyodide is missing: make page"),
]
#: All questions of the kit, or some of them.
STRIDE: Final = 1 if WHOLE else 80


def of_the_kit() -> Iterator[dict[str, Any]]:
    """The questions of the published cases, as the page would ask them."""
    number = 0
    for case in every_case():
        for index, question in enumerate(case.questions):
            number += 1
            if number % STRIDE:
                continue
            if question.ask == "new_game":
                yield {
                    "ask": "new", "players": case.players, "edition": case.edition,
                    "auction": case.auction, "start": case.start,
                }  # fmt: skip
                continue
            position = tikal.format_position(case.state_at(index))
            if question.ask == "check":
                yield {"ask": "check", "position": position, **question.about}
                yield {"ask": "actions", "position": position, "cell": "b1"}
            elif question.ask == "legal_moves":
                yield {"ask": "legal", "position": position}
            else:
                yield {"ask": "view", "position": position, "picture": number % 5 == 0}


@pytest.fixture
def node() -> str:
    assert NODE is not None
    return NODE


def inside(node: str, requests: list[str], folder: Path) -> list[str]:
    """The answers of Pyodide."""
    for name, data in files_of_python().items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    script = Path(__file__).with_name("pyodide.mjs")
    done = subprocess.run(
        [node, script, SOURCE, PYODIDE.parent, folder],
        input="\n".join(requests) + "\n",
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    first, *answers = done.stdout.splitlines()
    assert json.loads(first)["steps"] > 3
    return answers


def test_the_bridge_answers_in_a_browser_as_it_does_here(node: str, tmp_path: Path) -> None:
    asked = [
        {"ask": name, "language": language, **fields}
        for number, (name, fields) in enumerate(SAMPLES.items())
        for language in (LANGUAGES if WHOLE else LANGUAGES[number % len(LANGUAGES) :][:1])
    ]
    requests = [json.dumps(request) for request in (*asked, *of_the_kit())]
    hostile = [text for text in HOSTILE if text.isprintable() and text.isascii() and text]
    answers = inside(node, [*requests, *hostile], tmp_path)
    for request, answer in zip([*requests, *hostile], answers, strict=True):
        assert answer == ask(request), request[:2_000]
        is_new = json.loads(request).get("ask") == "new" if request in requests else False
        assert is_new or json.loads(answer)["ok"] is (request in requests)  # some cannot begin
        assert "bug" not in json.loads(answer)
