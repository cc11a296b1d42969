"""The stages of `make verify` and the results of its last complete run."""

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
        "`make verify` runs these stages, shows its progress, and stores the result of every step: "
        "after an interruption it continues, and after a change it repeats only the steps that "
        "depend on the changed files.\n"
        "A stage that has ended is written to `spec/reports/verification.json`; once committed, "
        "it is not repeated on another machine either, as long as its files are the same.\n"
        "`make verify STAGES='proofs games'` runs some of them, "
        "`python -m tools.verify --list` lists the results.",
        table(("stage", "what it shows"), ((s["name"], s["about"]) for s in stages)),
        "## Results",
        _last(),
    )


def _last() -> str:
    if not SUMMARY.exists():
        return "No stage has been run since this page was made."
    stages = json.loads(SUMMARY.read_text("utf-8"))["stages"]
    return page(
        "Each stage as it last ended, which may be before the latest changes: its date says when, "
        "`python -m tools.verify --list` whether the files are still the same.",
        table(
            ("stage", "outcome", "what was counted", "minutes", "on"),
            (
                (
                    s["name"],
                    s["outcome"],
                    s["figures"],
                    f"{s['minutes']:.1f}",
                    f"{s['made']}, Python {s['python']}",
                )
                for s in stages
            ),
        ),
    )
