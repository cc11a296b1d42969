"""What the long verification runs, and what it said when it last came to its end."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Final

from docs._pages.markdown import Pages, page, table

_ROOT: Final = Path(__file__).parents[2]
STAGES: Final = _ROOT / "tools" / "verify" / "stages.toml"
SUMMARY: Final = _ROOT / "spec" / "reports" / "verification.json"


def pages() -> Pages:
    """The one page."""
    return {"verification.md": _verification()}


def _verification() -> str:
    stages = tomllib.loads(STAGES.read_text("utf-8"))["stage"]
    return page(
        "# The long verification",
        "`make verify` runs these stages, shows how far it is, and keeps what has passed: "
        "interrupted, it goes on where it was, and after a change it repeats only what rests on "
        "the changed files.\n"
        "`make verify STAGES='proofs games'` runs some of them, "
        "`python -m tools.verify --list` shows what is done.",
        table(("stage", "what it shows"), ((s["name"], s["about"]) for s in stages)),
        "## What it said last",
        _last(),
    )


def _last() -> str:
    if not SUMMARY.exists():
        return "It has not come to its end since its stages were last changed."
    told = json.loads(SUMMARY.read_text("utf-8"))
    return page(
        f"On {told['made']}, with Python {told['python']} on {told['cores']} cores, "
        f"in {told['minutes']} minutes.",
        table(
            ("stage", "outcome", "what was counted", "minutes"),
            (
                (s["name"], s["outcome"], s["figures"], f"{s['minutes']:.1f}")
                for s in told["stages"]
            ),
        ),
    )
