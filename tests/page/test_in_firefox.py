"""The page in Firefox, which can be driven without a driver: it speaks WebDriver BiDi itself.

A second browser takes a while to start, so this is part of `make verify`.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest

from tests.page.browsing import served
from tests.sample import not_in_the_sample

websocket = pytest.importorskip("websocket", reason="selenium's websocket-client is missing")

FIREFOX: Final = shutil.which("firefox-esr") or shutil.which("firefox")
pytestmark = [
    pytest.mark.skipif(not FIREFOX, reason="firefox is not installed"),
    not_in_the_sample,
]
PATIENCE: Final = 90


class Firefox:
    """A tab of Firefox."""

    def __init__(self, log: Path) -> None:
        end = time.monotonic() + PATIENCE
        while not (found := re.search(r"ws://\S+", log.read_text("utf-8"))):
            assert time.monotonic() < end, log.read_text("utf-8")
            time.sleep(0.1)
        self._socket = websocket.create_connection(
            f"{found[0]}/session", timeout=PATIENCE, suppress_origin=True
        )
        self._number = 0
        self._send("session.new", capabilities={})
        self._tab = self._send("browsingContext.getTree")["contexts"][0]["context"]

    def _send(self, method: str, **parameters: object) -> Any:
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        self._socket.send(json.dumps(message))
        while True:
            answer = json.loads(self._socket.recv())
            if answer.get("id") == self._number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def open(self, address: str) -> None:
        """Load a page, and wait until the rules are there."""
        self._send("browsingContext.navigate", context=self._tab, url=address, wait="complete")
        self.wait("document.body.dataset.ready === 'yes'")

    def js(self, expression: str) -> Any:
        """The value of an expression on the page: a text, a number or a truth value."""
        found = self._send(
            "script.evaluate", expression=expression, target={"context": self._tab},
            awaitPromise=True,
        )  # fmt: skip
        assert found["type"] == "success", found
        return found["result"].get("value")

    def wait(self, condition: str) -> None:
        """Wait until something holds."""
        end = time.monotonic() + PATIENCE
        while not self.js(f"Boolean({condition})"):
            assert time.monotonic() < end, f"never: {condition}"
            time.sleep(0.02)

    def point(self, *steps: tuple[str, str]) -> None:
        """Move the mouse to the middle of things, and press or let go of it there."""
        actions: list[dict[str, object]] = []
        for selector, then in steps:
            self.wait(f"document.querySelector({json.dumps(selector)})")
            box = f"document.querySelector({json.dumps(selector)}).getBoundingClientRect()"
            x, y = (
                int(self.js(f"{box}.{start} + {box}.{size} / 2"))
                for start, size in (("x", "width"), ("y", "height"))
            )
            actions.append({"type": "pointerMove", "x": x, "y": y})
            if then in ("press", "click"):
                actions.append({"type": "pointerDown", "button": 0})
            if then in ("release", "click"):
                actions.append({"type": "pointerUp", "button": 0})
        mouse = {"type": "pointer", "id": "mouse", "actions": actions}
        self._send("input.performActions", context=self._tab, actions=[mouse])

    def close(self) -> None:
        """Hang up."""
        self._socket.close()

    def click(self, selector: str) -> None:
        """Click on something."""
        self.wait(f"document.querySelector({json.dumps(selector)})")
        self.js(
            f"document.querySelector({json.dumps(selector)}).scrollIntoView({{block: 'center'}})"
        )
        self.point((selector, "click"))


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    assert FIREFOX is not None
    profile = tmp_path_factory.mktemp("firefox")
    (profile / "user.js").write_text('user_pref("intl.accept_languages", "en");\n', "utf-8")
    command = [
        FIREFOX, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile",
        str(profile), "--width=1280", "--height=900", "about:blank",
    ]  # fmt: skip
    with (profile / "log").open("w", encoding="utf-8") as log:
        process = subprocess.Popen(command, stderr=log, stdout=subprocess.DEVNULL)
    try:
        with closing(Firefox(profile / "log")) as firefox:
            yield firefox
    finally:
        process.terminate()
        process.wait(30)


def test_firefox_refuses_by_clicking_and_moves_by_dragging(browser: Firefox) -> None:
    with served() as address:
        browser.open(f"{address}#position=act+1+9ap;a1+1W3;b3=A2r4+1W;c3=A6")
        hit = '.hit[data-cell="{}"]'.format
        browser.click(hit("b3"))
        browser.click('[data-key="recover b3"]')
        browser.click('[data-key="pick-5"]')
        browser.wait("document.body.dataset.phase === 'act'")
        browser.click(hit("b3"))
        browser.click('[data-key="recover b3"]')
        browser.wait("document.getElementById('verdict').innerText.includes('TREASURE-03')")
        browser.js("scrollTo(0, 0)")
        browser.point((hit("b3"), "press"), (hit("c3"), ""), (hit("c3"), "release"))
        browser.wait("document.querySelector('.at').innerText === '3 / 3'")
        assert "c3=A6 1W" in browser.js("document.body.dataset.position")
        assert browser.js("document.documentElement.scrollWidth <= innerWidth")
