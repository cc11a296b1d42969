"""Asking the bridge as the page does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tikal.page import proofs
from tikal.page.bridge import ask
from tikal.state import State


def answer(**request: Any) -> dict[str, Any]:
    """The answer to a request; fails if the answer reports a bug."""
    found: dict[str, Any] = json.loads(ask(json.dumps(request)))
    assert "bug" not in found, found
    assert found["ok"] is ("error" not in found)
    return found


def good(**request: Any) -> dict[str, Any]:
    """The answer to a request that can be answered."""
    found = answer(**request)
    assert found["ok"], found
    return found


def refused(**request: Any) -> str:
    """Why a request cannot be answered."""
    error = answer(**request)["error"]
    assert isinstance(error, str)
    return error


def game_json(start: State, moves: list[str] | None = None) -> dict[str, Any]:
    """A game that begins with a position."""
    from tikal import format_position

    return {"start": format_position(start), "moves": moves or []}


@cache
def _trees(*clauses: str) -> str:
    from tools.packaging.proofs import to_text  # with clingo, which few of these tests need

    return to_text(*clauses)


@contextmanager
def stored_proofs(folder: Path, *clauses: str) -> Iterator[Path]:
    """The page with the trees of these clauses, whatever has been built; the file that has them."""
    file = folder / proofs.FILE
    file.write_text(_trees(*clauses), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(proofs, "built", lambda name: folder / name)
        proofs._lines.cache_clear()
        yield file
    proofs._lines.cache_clear()
