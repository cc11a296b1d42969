"""A check of the log of an audit: every game once, with its planted verdict."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from attrs import frozen

from tools.measure.scale.corpus import GAMES, Expected, read_expected


def problems(folder: Path, log: Path) -> Iterator[str]:
    """The differences of a log from the planted corpus: order, games, verdicts."""
    root = folder / GAMES
    for wanted, found in zip_longest(read_expected(folder), _verdicts(root, log)):
        if wanted != found:
            yield f"expected {wanted}, found {found}"


def _verdicts(root: Path, log: Path) -> Iterator[Expected]:
    with log.open("rb") as file:
        for event in map(json.loads, file):
            if event["event"] == "result":
                refusal = event.get("detail", {}).get("refusal", {})
                name = str(Path(event["subject"]).relative_to(root))
                yield Expected(name, event["outcome"], refusal.get("number"))


@frozen
class Opened:
    """A page in Chromium: how long it took to open and to search it, in seconds."""

    open: float
    search: float
    entries: int


def open_page(page: Path) -> Opened | None:
    """Open a page in Chromium and search it for a clause; None if there is no such browser."""
    try:
        from tests.page.browsing import CHROMIUM, DRIVER, chromium
    except BaseException as error:  # pytest's Skipped, where selenium is not installed
        if type(error).__name__ != "Skipped":
            raise
        return None
    if not (CHROMIUM and DRIVER):
        return None
    with tempfile.TemporaryDirectory() as profile, chromium(Path(profile)) as browser:
        started = time.monotonic()
        browser.get(page.as_uri())
        browser.execute_script("return document.body.offsetHeight")  # laid out as well
        opened = time.monotonic()
        browser.execute_script(
            "const search = document.getElementById('search'); search.value = 'TURN-04';"
            "search.dispatchEvent(new Event('input', {bubbles: true}));"
            "return document.body.offsetHeight"
        )
        searched = time.monotonic()
        count = "return document.querySelectorAll('.entry').length"
        entries = int(browser.execute_script(count))
    return Opened(opened - started, searched - opened, entries)
