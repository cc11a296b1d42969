"""axe-core finds nothing on the page: in every state, language and theme."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

import tikal
from tests.page.asking import stored_proofs
from tests.page.browsing import Page, chromium, needs_chromium, served
from tests.page.test_in_a_browser import DIG, ESCAPE, game_link
from tests.sample import WHOLE
from tikal.languages import LANGUAGES
from tikal.notation.records import Record
from tools.packaging.page import NPM

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

AXE: Final = NPM / "node_modules" / "axe-core" / "axe.min.js"
pytestmark = [
    needs_chromium,
    pytest.mark.skipif(not AXE.is_file(), reason="axe-core is missing: make page"),
]
#: Every rule of the standards and the best practices.
RUN: Final = """
    const done = arguments[0];
    axe.run(document, {resultTypes: ["violations"]}).then((found) => done(
        found.violations.flatMap(({id, impact, nodes}) =>
            nodes.map(({html, any, all}) => [id, impact, html.slice(0, 160),
                [...any, ...all].map(({message}) => message).join(" ").slice(0, 200)]))))"""


def _game() -> str:
    game = tikal.play(tikal.new_game(4), tikal.sensible_policy, seed=5)
    return game_link(tikal.dumps(Record.of(game, names=["Ana", "Ben", "Cleo", "Dirk"])))


def _opened(key: str) -> Callable[[Page], None]:
    def open_(page: Page) -> None:
        page.press(key)
        page.wait("document.querySelector('dialog[open]')")

    return open_


def _hex(cell: str) -> Callable[[Page], None]:
    def choose(page: Page) -> None:
        page.hex(cell)
        page.wait("document.querySelector('.hex')")

    return choose


def _edited(page: Page) -> None:
    page.press("edit")
    page.wait("document.querySelector('[data-key=whole-table]')")
    page.hex("a2")
    page.wait("document.querySelector('.figures-table')")
    page.js("document.querySelectorAll('details').forEach((each) => (each.open = true))")


def _clause(page: Page) -> None:
    page.click("#verdict .clause-name")
    page.click("dialog .proofs > summary")
    page.wait("document.querySelector('dialog .tree')")


#: By name, a link and what is done there.
STATES: Final[dict[str, tuple[str, Callable[[Page], None]]]] = {
    "a new game": ("", lambda _: None),
    "a hex": (DIG, _hex("b3")),
    "a refusal": (f"{DIG}&move=camp+b3", _hex("a1")),
    "a far hex": ("position=act+1+2ap;a1+1W;b3=A2r4&move=walk+W+a1-d3", lambda _: None),
    "a legal move": (f"{DIG}&move=walk+W+b3-b2", lambda _: None),
    "a clause": (f"{DIG}&move=camp+b3", _clause),
    "a tile": ("position=place+1+tile+A4;b3=A6", lambda _: None),
    "an auction": ("position=bid+1;auction;players+2;display+A1+A2", lambda _: None),
    "a treasure": ("position=reveal+1+5ap;b3=A2+3+1L+dug", lambda _: None),
    "the middle of a game": (f"{_game()}&at=260", lambda _: None),
    "the end of a game": (_game(), lambda _: None),
    "points": (f"{_game()}&at=260", _opened("scores")),
    "new": (DIG, _opened("new")),
    "open": (DIG, _opened("open")),
    "help": (DIG, _opened("help")),
    "share": (f"{DIG}&move=camp+b3", _opened("save")),
    "the editor": (DIG, _edited),
}
SAMPLE: Final = ("a refusal", "a clause", "the editor", "points")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with stored_proofs(tmp_path_factory.mktemp("built"), "CAMP-02"), served() as address:
        yield address


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    with chromium(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.mark.parametrize("theme", ["light", "dark"] if WHOLE else ["light"])
@pytest.mark.parametrize("language", LANGUAGES if WHOLE else ["de"])
@pytest.mark.parametrize("state", STATES if WHOLE else SAMPLE)
def test_axe_finds_nothing(
    browser: Chrome, address: str, state: str, language: str, theme: str
) -> None:
    page = Page(browser, address)
    page.prefer(prefers_color_scheme=theme, prefers_reduced_motion="reduce")
    fragment, do = STATES[state]
    joined = "&".join(filter(None, [fragment, f"language={language}"]))
    page.open(joined, width=380 if state == "the middle of a game" else 1280)
    do(page)
    page.browser.execute_script(Path(AXE).read_text("utf-8"))
    found = page.browser.execute_async_script(RUN)
    page.type(ESCAPE)
    page.browser.execute_script("localStorage.clear()")
    assert found == []
