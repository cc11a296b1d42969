"""The page as `make page` builds it, with Python inside the browser: a folder, and one file.

Loading takes many seconds on a busy machine, so this is part of `make verify`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from tests.page.browsing import Page, chromium, needs_chromium
from tests.sample import not_in_the_sample
from tools.packaging import page as build

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

pytestmark = [
    needs_chromium,
    not_in_the_sample,
    pytest.mark.skipif(not build.PYODIDE.is_dir(), reason="Pyodide is missing: make page"),
]
PATIENCE = 240


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_args: object) -> None:
        pass


@contextmanager
def folder(target: Path) -> Iterator[str]:
    build.write_folder(target / "page")
    handler = partial(_Quiet, directory=str(target / "page"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@contextmanager
def single(target: Path) -> Iterator[str]:
    build.write_single(target / "tikal.html")
    yield (target / "tikal.html").as_uri()


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Chrome]:
    with chromium(tmp_path / "profile") as browser:
        yield browser


@pytest.mark.parametrize("carried", [folder, single])
def test_a_second_treasure_by_one_member_is_refused_inside_the_browser(
    browser: Chrome, tmp_path: Path, carried: object
) -> None:
    assert callable(carried)
    with carried(tmp_path) as address:
        page = Page(browser, address).open(
            "position=act+1+9ap;a1+1W3;b3=A2r4+1W", patience=PATIENCE
        )
        page.recover_twice()
        page.wait_for_text("#verdict", "TREASURE-03")
        assert "a1 1W3" in page.position
        page.reload(PATIENCE)
        assert page.text(".at") == "2 / 2"
        page.browser.find_element("id", "question").send_keys(
            "may one member recover two treasures?", "\ue007"
        )
        page.wait_for_text("dialog", "TREASURE-")
        assert page.complaints == []
