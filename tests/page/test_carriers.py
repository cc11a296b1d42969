"""The carriers in a real browser, with a page of our own: progress, the cache, failures.

Loading Python takes seconds each time, so this is part of `make verify`.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.page.browsing import chromium, needs_chromium, wait
from tests.sample import not_in_the_sample
from tikal.page import server as serving
from tikal.page.files import CARRIERS
from tikal.page.server import PageServer
from tools.packaging import page

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

pytestmark = [
    needs_chromium,
    not_in_the_sample,
    pytest.mark.skipif(not page.PYODIDE.is_dir(), reason="Pyodide is missing: make page"),
]
PATIENCE: Final = 180
INDEX: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<link rel="stylesheet" href="style.css">
<script type="module" src="carrier.js"></script>
<script type="module" src="app.js"></script>
</head>
<body><p id="answer"></p></body>
</html>
"""
APP: Final = """
window.reports = [];
addEventListener("tikal-progress", ({ detail }) => window.reports.push(detail));
const asked = { ask: "check", position: "b3=A2 1L; act 1 2ap", move: "recover b3" };
const request = JSON.stringify(asked);
const show = (text) => (document.getElementById("answer").textContent = text);
window.tikal.ask(request).then(show, (error) => show(`failed: ${error.message}`));
"""


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("page")
    for name in CARRIERS:
        shutil.copy(page.SOURCE / name, folder / name)
    for name, text in (("index.html", INDEX), ("style.css", "p {}"), ("app.js", APP)):
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Chrome]:
    with chromium(tmp_path) as browser:
        browser.set_script_timeout(PATIENCE)
        yield browser


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_args: object) -> None:
        pass


@contextmanager
def site(folder: Path) -> Iterator[str]:
    handler = partial(_Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, running(server):
        yield f"http://127.0.0.1:{server.server_port}/"


@contextmanager
def running(server: ThreadingHTTPServer) -> Iterator[None]:
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()


def answer(browser: Chrome) -> str:
    """The final text of the page."""

    def text(driver: Chrome) -> Any:
        return driver.execute_script("return document.getElementById('answer')?.textContent")

    return str(wait.WebDriverWait(browser, PATIENCE).until(text))


def is_right(shown: str) -> bool:
    return bool(json.loads(shown)["violations"][0]["clause"] == "TURN-04")


def test_a_folder_is_loaded_shows_progress_and_works_offline_the_second_time(
    browser: Chrome, source: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    target = tmp_path_factory.mktemp("built") / "page"
    page.write_folder(target, source)
    with site(target) as address:
        browser.get(address)
        assert is_right(answer(browser))
        reports = browser.execute_script("return window.reports")
        shares = [each["share"] for each in reports]
        assert shares == sorted(shares)
        assert (shares[0], shares[-1], reports[-1]["step"]) == (0, 1, "ready")
        assert len(shares) > 10
        assert browser.execute_script("return window.tikal.carrier") == "worker"
        browser.execute_async_script("navigator.serviceWorker.ready.then(() => arguments[0]())")
    browser.get(address)  # the server has stopped
    assert is_right(answer(browser))
    browser.get(address + "index.html#position=b3=A2")
    assert is_right(answer(browser))


def test_one_file_opens_from_disk(
    browser: Chrome, source: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    target = tmp_path_factory.mktemp("single") / "tikal.html"
    page.write_single(target, source)
    browser.get(target.as_uri())
    assert is_right(answer(browser))
    assert browser.execute_script("return window.tikal.carrier") == "single"
    assert browser.execute_script("return window.reports.at(-1).step") == "ready"


def test_a_file_that_is_missing_is_named(
    browser: Chrome, source: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    target = tmp_path_factory.mktemp("broken") / "page"
    page.write_folder(target, source)
    (target / "engine.zip").unlink()
    with site(target) as address:
        browser.get(address)
        assert answer(browser).startswith("failed: engine.zip: 404")
        assert browser.execute_script("return window.reports.at(-1).step") == "failed"


def test_the_server_carries_the_page(
    browser: Chrome, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "page_folder", lambda: source)
    with PageServer(port=0) as server, running(server):
        browser.get(server.address)
        assert is_right(answer(browser))
        assert browser.execute_script("return window.tikal.carrier") == "server"
