"""The pages in a real browser: opened from disk, without network, at any width."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.conformance.logs import audit_log, engine_log, hostile_results, self_log, written
from tests.page.browsing import (
    chromium,
    forget_pages,
    needs_chromium,
    wait,
)
from tests.sample import WHOLE, not_in_the_sample
from tikal.conformance.report import Json, read, views
from tikal.conformance.report.views import html_games
from tikal.law.registry import clauses

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

pytestmark = needs_chromium
NAMES = ("self", "audit", "engine", "hostile")
#: The entries that a reader can see now.
SHOWN = "return [...document.querySelectorAll('.entry')].filter(e => e.offsetHeight).map(e => e.id)"
IS_WHOLE = "return document.readyState === 'complete' && location.protocol === 'file:'"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    logs = {
        "self": self_log(folder / "self.jsonl"),
        "audit": audit_log(folder / "games"),
        "engine": engine_log(folder / "engine.jsonl"),
        "hostile": written(folder / "hostile.jsonl", "audit", hostile_results("game"), "<b>"),
    }
    for name, log in logs.items():
        views.write(log, folder / f"{name}.html")
    return folder


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    profile = tmp_path_factory.mktemp("profile")
    with chromium(profile, logs=("browser", "performance")) as browser:
        yield browser


def resize(page: Chrome, width: int) -> None:
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def logged(page: Json, kind: str) -> list[Json]:
    """The log of the browser since the last call; selenium leaves this untyped."""
    entries: list[Json] = page.get_log(kind)
    return entries


def requests(page: Chrome) -> Iterator[str]:
    """The addresses that our page asked for, itself included."""
    for entry in logged(page, "performance"):
        event = json.loads(entry["message"])["message"]
        params: Json = event["params"]
        is_asking = event["method"] == "Network.requestWillBeSent"
        if is_asking and params["documentURL"].startswith("file:"):
            yield params["request"]["url"]


@pytest.fixture
def visit(browser: Chrome, folder: Path) -> Callable[..., Chrome]:
    def to(name: str, anchor: str = "", width: int = 1200, scheme: str = "light") -> Chrome:
        resize(browser, width)
        media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
        browser.get("about:blank")
        forget_pages(browser)
        logged(browser, "browser")
        browser.get((folder / f"{name}.html").as_uri() + (f"#{anchor}" if anchor else ""))
        # on a busy machine `get` may come back while a large page is still being read
        wait.WebDriverWait(browser, 60).until(lambda page: page.execute_script(IS_WHOLE))
        return browser

    return to


def shown(page: Chrome) -> list[str]:
    found: list[str] = page.execute_script(SHOWN)
    return found


def choose(page: Chrome, **wanted: str) -> list[str]:
    """Fill in the form as a reader would, and tell what is left."""
    script = """
        const [id, value] = arguments;
        const field = document.getElementById(id);
        field.value = value;
        field.dispatchEvent(new Event("input", {bubbles: true}));
        return field.value"""
    for id_, value in wanted.items():
        assert page.execute_script(script, id_, value) == value
    return shown(page)


def open_all(page: Chrome) -> None:
    """Open everything; of pictures the frames are left, which is all that the page around sees.

    What is drawn in them would take the browser 150 MB, and most of its time.
    """
    page.execute_script(
        "document.querySelectorAll('figure svg').forEach(each => each.replaceChildren())"
    )
    forget_pages(page)
    page.execute_script("document.querySelectorAll('details').forEach(each => each.open = true)")


def is_open(page: Chrome, id_: str) -> bool:
    script = "return document.getElementById(arguments[0]).querySelector('details').open"
    return bool(page.execute_script(script, id_))


@pytest.mark.parametrize("name", NAMES)
def test_a_page_opens_from_disk_without_network_or_complaint(
    visit: Callable[..., Chrome], name: str
) -> None:
    page = visit(name)
    asked = list(requests(page))
    assert asked
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert logged(page, "browser") == []
    assert len(page.find_elements("tag name", "script")) == 1
    assert shown(page)
    assert page.find_element("id", "shown").text == ""


@pytest.mark.parametrize("name", NAMES if WHOLE else ("engine", "hostile"))
def test_nothing_sticks_out_at_any_width(visit: Callable[..., Chrome], name: str) -> None:
    page = visit(name, width=380)
    open_all(page)
    script = "const e = document.documentElement; return [e.scrollWidth, e.clientWidth]"
    for width in (380, 1200):
        resize(page, width)
        wide, there = page.execute_script(script)
        forget_pages(page)
        assert wide <= there <= width


@pytest.mark.parametrize("width", [420, 1100] if WHOLE else [420])
def test_every_choice_can_be_read_as_a_whole(visit: Callable[..., Chrome], width: int) -> None:
    page = visit("audit", width=width)
    script = """
        return [...document.querySelectorAll("#filters select")].map((each) => {
          const there = each.offsetWidth;
          each.style.width = "max-content";
          return [there, each.offsetWidth];
        })"""
    boxes = page.execute_script(script)
    assert len(boxes) == 3
    assert all(there >= needed for there, needed in boxes)


def test_the_page_says_how_much_of_the_log_it_shows(
    visit: Callable[..., Chrome], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = visit("audit")
    every, some = len(shown(page)), len(choose(page, outcome="passed"))
    assert page.find_element("id", "shown").text == f"{some} of {every} shown"
    unfinished = len(choose(page, outcome="unfinished"))
    assert min(some, unfinished) > 1
    for outcome in ("passed", "unfinished"):
        monkeypatch.setitem(html_games.MOST, outcome, 1)
    views.write(read(folder / "games" / "audit.jsonl"), folder / "large.html")
    page = visit("large")
    assert page.find_element("id", "shown").text == (
        f"{every - (some - 1) - (unfinished - 1)} of {every} shown"
    )


def test_searching_narrows_the_page(visit: Callable[..., Chrome]) -> None:
    page = visit("self")
    assert shown(page) == [entry.id for entry in clauses()]
    box = page.find_element("id", "search")
    box.send_keys("camp-03")
    assert "CAMP-03" in shown(page)
    assert len(shown(page)) < 10
    box.clear()
    box.send_keys("founder  SUPER meeple member needs")
    assert "CAMP-03" in shown(page)
    assert page.find_element("id", "chapter-camps").is_displayed()
    assert not page.find_element("id", "chapter-setup").is_displayed()
    assert choose(page, search="no such words anywhere") == []
    page.find_element("css selector", "button[type=reset]").click()
    page.execute_async_script("setTimeout(arguments[0], 20)")
    assert len(shown(page)) == len(clauses())


def test_filters_work_alone_and_together(visit: Callable[..., Chrome]) -> None:
    page = visit("self")
    assert choose(page, chapter="camps") == [entry.id for entry in clauses("camps")]
    assert choose(page, outcome="failed") == ["CAMP-04"]
    assert set(choose(page, chapter="")) == {"CAMP-04", "PATH-02"}
    assert choose(page, outcome="skipped", edition="legend-classic", chapter="auction")
    assert choose(page, edition="rio-grande-1999") != choose(page, edition="legend-classic")


@not_in_the_sample
def test_an_audit_is_filtered_by_outcome_and_clause(visit: Callable[..., Chrome]) -> None:
    page = visit("audit")
    every = shown(page)
    failed = choose(page, outcome="failed")
    assert failed
    assert len(failed) < len(every)
    clause = page.find_element("css selector", ".entry.failed .reasons a").text
    assert set(choose(page, search=clause)) <= set(failed)
    assert choose(page, search="", outcome="errored", edition="no-edition")


def test_an_anchor_opens_its_details(visit: Callable[..., Chrome]) -> None:
    page = visit("self", "CAMP-03")
    assert is_open(page, "CAMP-03")
    assert not is_open(page, "CAMP-02")
    top = page.execute_script(
        "return document.getElementById('CAMP-03').getBoundingClientRect().top"
    )
    assert 0 < top < 300
    choose(page, search="no such words anywhere")
    page.execute_script("location.hash = 'TEMPLE-04'")
    page.execute_async_script("setTimeout(arguments[0], 50)")
    assert is_open(page, "TEMPLE-04")
    assert "TEMPLE-04" in shown(page)


@not_in_the_sample
def test_a_clause_of_a_refusal_leads_to_what_it_says(visit: Callable[..., Chrome]) -> None:
    page = visit("audit")
    link = page.find_element("css selector", ".entry.failed .reasons a")
    clause = link.text
    link.click()
    page.execute_async_script("setTimeout(arguments[0], 50)")
    assert is_open(page, clause)
    assert page.find_element("css selector", f"#{clause} .statement").is_displayed()


@pytest.mark.parametrize("name", ["self", "audit", "engine"] if WHOLE else ["engine"])
def test_pictures_are_seen(visit: Callable[..., Chrome], name: str) -> None:
    page = visit(name)
    drawn = """
        const every = [...document.querySelectorAll("figure svg")];
        return every.map(each => each.querySelectorAll("[data-cell]").length)"""
    cells = page.execute_script(drawn)
    open_all(page)
    script = """
        return [...document.querySelectorAll("figure svg")].map((each) => {
          const box = each.getBoundingClientRect();
          return [box.width, box.height];
        })"""
    boxes = page.execute_script(script)
    assert len(boxes) == len(cells) > 1
    assert all(cells)
    assert all(width > 300 and height > 200 for width, height in boxes)


def test_a_keyboard_is_enough(visit: Callable[..., Chrome]) -> None:
    page = visit("self")
    body = page.find_element("tag name", "body")
    body.send_keys("/")
    assert page.switch_to.active_element.get_attribute("id") == "search"
    page.execute_script("document.querySelector('#COMP-01 summary').focus()")
    page.switch_to.active_element.send_keys("\ue007")
    assert is_open(page, "COMP-01")


@not_in_the_sample
def test_all_that_is_shown_opens_and_closes(visit: Callable[..., Chrome]) -> None:
    page = visit("self")
    choose(page, chapter="camps")
    page.find_element("id", "open").click()
    assert all(is_open(page, id_) for id_ in shown(page))
    assert not is_open(page, "COMP-01")
    page.find_element("id", "close").click()
    assert not any(is_open(page, id_) for id_ in shown(page))


@not_in_the_sample
def test_the_page_is_dark_where_the_reader_likes_it(visit: Callable[..., Chrome]) -> None:
    script = "return getComputedStyle(document.body).backgroundColor"
    light = visit("engine").execute_script(script)
    assert visit("engine", scheme="dark").execute_script(script) != light
