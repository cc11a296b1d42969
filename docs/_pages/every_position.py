"""Engine and formal specification, clause by clause: compared in every position or on samples."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from docs._pages.markdown import Pages, page, table

_REPORTS: Final = Path(__file__).parents[2] / "spec" / "reports"
SUMMARY: Final = _REPORTS / "every-position.json"
EFFECTS: Final = _REPORTS / "every-effect.json"


def pages() -> Pages:
    """The one page."""
    return {"every-position.md": _page()}


def _page() -> str:
    stored = json.loads(SUMMARY.read_text("utf-8"))
    subjects = stored["subjects"]
    moves, paths = (sum(s[name] for s in subjects.values()) for name in ("moves", "paths"))
    seconds = sum(subject["seconds"] for subject in subjects.values())
    return page(
        "# Engine and specification, clause by clause",
        "A predicate of the engine is run, unchanged, on a position in which nothing is known; "
        "each answer to each of its questions is tried. "
        "The solver gets all these paths beside the formal rules, and a generator of any position: "
        "is there a position and a move for which the two differ, or which no path leads to? "
        "Where the answer is no, engine and specification **agree in every position** about that "
        "clause, for all the moves that are counted below.\n"
        "[What the proofs show](../explanation/proofs.md) says what this rests on.",
        f"In all {moves:,} moves and {paths:,} paths in {seconds:,.0f} seconds of one processor."
        f" This is about sources with the digest `{stored['sources']}`; "
        "`tests/formal/test_every_position.py` skips with a reason when they have changed since.",
        table(
            ("clause", "engine and specification were compared"),
            (
                (f"[{clause}](clauses/{clause}.md)", stored["clauses"][clause])
                for clause in stored["clauses"]
            ),
        ),
        "## What was asked",
        "*Different paths* are those left when moves share paths that differ only in their cells.",
        table(
            ("clause and move", "moves", "paths", "different paths", "seconds"),
            (
                (name, f"{s['moves']:,}", f"{s['paths']:,}", f"{s['different_paths']:,}",
                 f"{s['seconds']:.1f}")
                for name, s in subjects.items()
            ),
        ),
        "Without an answer yet: " + (", ".join(stored["not_asked"]) or "nothing") + ".",
        *_effects(),
        *_compiled(stored.get("compiled", {}).get("subjects", {})),
    )  # fmt: skip


def _effects() -> tuple[str, ...]:
    stored = json.loads(EFFECTS.read_text("utf-8"))
    about = (
        "An effect is run in the same way, and the fields that it writes along each path are "
        "compared with the next position of the formal rules; a fact that changes there and is "
        f"not written here is a difference, too. The sources have the digest `{stored['sources']}`."
    )
    missing = ", ".join(name.removeprefix("effect of ") for name in stored["not_asked"])
    rows = (
        (name.removeprefix("effect of "), f"{e['moves']:,}", f"{e['paths']:,}",
         f"{e['seconds']:.1f}", ", ".join(e["writes"]))
        for name, e in stored["effects"].items()
    )  # fmt: skip
    return (
        "## What moves do",
        about,
        table(("move", "moves", "paths", "seconds", "fields that are written"), rows),
        f"Compared on positions of games only: {missing}; of all moves winners and points.",
    )


def _compiled(subjects: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    """What came of asking the compiled engine."""
    if not subjects:
        return
    boxes, asked, alone = (
        sum(count[name] for count in subjects.values()) for name in ("boxes", "asked", "alone")
    )
    yield "## The compiled engine"
    yield (
        f"Of {boxes:,} different paths {asked:,} have a possible position that was found, and the "
        "compiled engine was asked about it: no difference to the engine in Python, for the move "
        f"and for the list of moves. In {alone:,} of them the clause alone decides about the move."
    )
    yield table(
        ("clause and move", "different paths", "asked", "it decides alone"),
        (
            (name, *(f"{count[word]:,}" for word in ("boxes", "asked", "alone")))
            for name, count in subjects.items()
        ),
    )
