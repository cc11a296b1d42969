"""No rule of the game is decided in JavaScript: no number and no word of the rules is in there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

import tikal
from tikal.components import TERRAINS
from tikal.page.files import page_folder

FILES: Final = sorted(page_folder().glob("*.js"), key=lambda path: path.name)
#: By module, its numbers above 1, none of them from the rules.
NUMBERS: Final[dict[str, str]] = {
    "address.js": "120",  # milliseconds
    "app.js": "2 30 72",  # sizes of the icon, letters of a code
    "board.js": "1.15 1.6 2 4 6 7 8 20 30 56 70 72 130 220 1000",  # pixels and milliseconds
    "bots.js": "2 3 10 30 60 450 1000",  # seconds for a move, milliseconds
    "carrier-single.js": "50",  # milliseconds
    "comments.js": "2 2000",  # lines and letters
    "dom.js": "2 3 60",  # halves, depth of lists, milliseconds
    "early.js": "2 4 5 10 12.5 14 24 25 30 32 44 59 60 100",  # the drawing
    "editor.js": "6",  # sides of a hex
    "history.js": "2",  # the middle of a list
    "holding.js": "7 450",  # pixels, milliseconds
    "lights.js": "2 5 12 14 15 16 33 47.5 53",  # the drawing
    "proofs.js": "3",  # how deep a tree is open
    "recent.js": "12 36",  # games remembered, the base of an id
    "rules.js": "2 3 300",  # answers and their letters
    "sending.js": "2",  # pixels
    "setup.js": "40",  # letters of a name
    "sharing.js": "9 12",  # lines
    "starting.js": "120 200 700 2500 4500",  # milliseconds
    "state.js": "3",  # seconds for a move of a bot
    "table.js": "2 3 6",  # parts of a pattern, sides of a hex
    "turn.js": "10",  # the base of numbers
    "typed.js": "60",  # letters
    "whole.js": "999",  # digits of a score
    "words.js": "2",  # letters of a code
    "zoom.js": "2 3 100 200 420",  # the drawing
}


def code_of(path: Path) -> str:
    """A module without comments and without the drawings of its symbols."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
    text = re.sub(r"(?m)(^|\s)//.*$", "", text)
    return re.sub(r"const SYMBOLS = \{.*?\n\};", "", text, flags=re.DOTALL)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_number_is_from_the_rules(path: Path) -> None:
    code = re.sub(r'"(?:[^"\\\n]|\\.)*"', '""', code_of(path))
    found = re.findall(r"(?<![\w.#$])(\d+(?:\.\d+)?)(?!\w)", code)
    new = {number for number in found if float(number) > 1}
    known = set(NUMBERS.get(path.name, "").split())
    assert new <= known, f"{sorted(new - known)}: from the rules? then the bridge should say it"
    assert known <= new, f"{sorted(known - new)} can be left out of the list"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_word_is_from_the_rules(path: Path) -> None:
    code = code_of(path)
    words = [*TERRAINS, *tikal.EDITIONS, *(switch.name for switch in tikal.switches())]
    quoted = {
        word for word in words if re.search(rf"""(?<!t\()["'`]{re.escape(word)}["'`]""", code)
    }
    assert quoted == set()
    assert re.findall(r"\b(?:[A-Z]{3,}-\d\d|Q-\d\d)\b", code) == []
