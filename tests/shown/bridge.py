"""Every request of the page, and requests with a field too few, too many or wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final
from unittest.mock import patch

import tikal
from tests.page.test_bridge import SAMPLES
from tests.shown.inputs import games, language, moves, states
from tikal.page import proofs
from tikal.page.bridge import REQUESTS, ask

Case = tuple[str, str]


def asked(name: str, **fields: Any) -> str:
    """The answer to a request, a line for every value, as where the page has not been built."""
    with patch.object(proofs, "_lines", lambda: ("[]",)):
        answer = json.loads(ask(json.dumps({"ask": name, **fields})))
    assert "bug" not in answer, answer
    return json.dumps(answer, indent=0, ensure_ascii=False, sort_keys=True)


def samples() -> Iterator[Case]:
    """One of each kind in every language, and again with mistakes."""
    wrong: tuple[Any, ...] = (None, "x", -1, [], {}, True)
    for number, (name, fields) in enumerate(SAMPLES.items()):
        yield name, asked(name, **fields, language=language(number))
        yield name, asked(name, **fields, language=language(number + 1))
        yield f"{name}, wrong", asked(name, **fields, fieldd=1, language=language(number))
        for place, field in enumerate(REQUESTS[name].fields):
            rest = {key: value for key, value in fields.items() if key != field}
            if field in fields:
                yield f"{name}, wrong", f"no {field}\n{asked(name, **rest)}"
            spoken = language(number + place)
            for value in wrong:
                found = asked(name, **rest, **{field: value}, language=spoken)
                yield f"{name}, wrong", f"{field} {value!r}\n{found}"


def texts() -> Iterator[Case]:
    """What people paste: games, positions, and what is neither."""
    for number, (name, text) in enumerate(games().items()):
        yield name, asked("load", text=text, language=language(number))
        yield name, asked("repairs", text=text, language=language(number))


def positions() -> Iterator[Case]:
    """What can be asked about positions."""
    for number, state in enumerate(states()):
        text = tikal.format_position(state)
        about: dict[str, Any] = {"position": text, "language": language(number)}
        yield f"position {number}", asked("view", **about)
        yield f"position {number}", asked("legal", **about)
        yield f"position {number}", asked("sheet", **about)
        yield f"position {number}", asked("edit", **about)
        if number % 3 == 0:
            yield f"position {number}", asked("chance", **about, seed=number)
            yield f"position {number}", asked("under", **about, edition="legend-classic")
            for form in ("record", "position", "json", "text", "svg", "link", "opinion", "bug"):
                yield f"position {number}", asked("export", **about, format=form)
        cells = [cell for cell in tikal.grid.CELLS if state[cell].tile][number % 3 :: 5]
        for cell in cells:
            yield f"on {number}", asked("actions", **about, cell=cell)
            for action in ("walk", "transfer", "deploy", "camp"):
                fields = {"action": action, "figure": "W", "from": cell}
                yield f"on {number}", asked("targets", **about, **fields)
        for move in [*moves(state, 2), "recover c2", "guard a2 L", "end"]:
            yield f"moves of {number}", asked("move", **about, move=str(move))
            seat = 1 + number % 2
            yield f"moves of {number}", asked("check", **about, move=str(move), seat=seat)


def opinions() -> Iterator[Case]:
    """Opinions and comparisons."""
    for number, state in enumerate(states()[::2]):
        about: dict[str, Any] = {
            "position": tikal.format_position(state),
            "language": language(number),
        }
        for move in [*moves(state, 1), "walk W a1-c2", "place b3 r2"]:
            yield f"position {number}", asked("opinion", **about, move=str(move))
            yield f"position {number}", asked("compare", **about, move=str(move))


GROUPS: Final = {
    "samples": samples, "texts": texts, "positions": positions, "opinions": opinions,
}  # fmt: skip
