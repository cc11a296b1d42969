"""Two people at one table, each with a browser and a language of their own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

import tikal
from tests.page.browsing import chromium, needs_chromium, wait
from tests.sample import not_in_the_sample
from tests.table.serving import Server, Table, serving

pytestmark = [needs_chromium, not_in_the_sample]
PATIENCE_SECONDS = 60


class Viewer:
    """A browser at a table."""

    def __init__(
        self, browser: Any, server: Server, table: Table, seat: int, language: str
    ) -> None:
        self.browser = browser
        token = table.tokens.get(seat, "")
        browser.get(f"{server.address}/tables/{table.id}?language={language}#{token}")

    def text(self, selector: str) -> str:
        """The text of a part of the page, as it is shown."""
        return str(self.browser.find_element("css selector", selector).text)

    def wait_for(self, selector: str, text: str) -> None:
        """Wait until a part of the page has a text in it."""
        wait.WebDriverWait(self.browser, PATIENCE_SECONDS, 0.05).until(
            lambda _: text in self.text(selector), f"{selector} never says {text!r}"
        )

    def wait_for_version(self, version: int) -> None:
        """Wait until the board of this version is drawn."""
        wait.WebDriverWait(self.browser, PATIENCE_SECONDS, 0.05).until(
            lambda _: self.browser.execute_script(
                "return document.body.dataset.version === arguments[0]", str(version)
            ),
            f"version {version} is never shown",
        )

    def click_hex(self, cell: str) -> None:
        """Click a hex of the board."""
        self.browser.execute_script(
            "document.querySelector(`#board [data-cell=${arguments[0]}]`)"
            ".dispatchEvent(new MouseEvent('click', { bubbles: true }))",
            cell,
        )

    def press(self, move: str) -> None:
        """Press the button of a move."""
        buttons = self.browser.find_elements("css selector", "#choices button")
        next(button for button in buttons if button.text == move).click()

    def write(self, move: str) -> None:
        """Write a move and send it."""
        field = self.browser.find_element("css selector", "#play input")
        field.clear()
        field.send_keys(move)
        self.browser.find_element("css selector", "#play button").click()


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[list[Server]]:
    """Two processes that share a database."""
    with serving(str(tmp_path / "tables.sqlite"), processes=2) as found:
        yield found


@pytest.fixture
def browsers(tmp_path: Path) -> Iterator[list[Any]]:
    """Two browsers that know nothing of each other."""
    with ExitStack() as stack:
        yield [stack.enter_context(chromium(tmp_path / f"profile{each}")) for each in (1, 2)]


def test_two_people_play_in_two_languages_through_a_restart(
    servers: list[Server], browsers: list[Any]
) -> None:
    table = servers[0].new(names=["Ana", "Ben"])
    ana = Viewer(browsers[0], servers[0], table, 1, "fr")
    ben = Viewer(browsers[1], servers[1], table, 2, "de")
    ana.wait_for("#viewer", "Vous êtes Ana.")
    ben.wait_for("#viewer", "Du bist Ben.")
    ana.wait_for("#moment", "C'est à vous de jouer.")
    ben.wait_for("#moment", "Ana ist am Zug.")

    # a move by clicks on the board: the other browser, at another process, shows it
    ana.wait_for_version(1)
    move = next(move for move in table.view(servers[0], 1)["legal"] if move.startswith("place c2"))
    ana.click_hex("c2")
    ana.press(move)
    for viewer in (ana, ben):
        viewer.wait_for_version(2)
        viewer.wait_for("#last", f"Ana: {move}")

    # a refusal with its clause, in the language of the player
    ana.write("uncover a2")
    state = tikal.Game.of(tikal.loads(table.record(servers[0]))).state
    for violation in tikal.check(state, "uncover a2", 1):
        ana.wait_for("#refusal", violation.text("fr"))
        ana.wait_for("#refusal", violation.clause)
    ana.wait_for("#refusal", "Autres règles")
    ben.write("end")
    ben.wait_for("#refusal", "TURN-01")

    # both processes end in the middle of the turn, and the table is as it was
    deploy = next(move for move in table.view(servers[0], 1)["legal"] if move.startswith("deploy"))
    ana.write(deploy)
    ana.wait_for_version(3)
    before = table.record(servers[0])
    for server in servers:
        server.kill()
    ana.wait_for("#lost", "Connexion perdue")
    for server in servers:
        server.start()
    wait.WebDriverWait(ana.browser, PATIENCE_SECONDS, 0.05).until(
        lambda browser: not browser.find_element("css selector", "#lost").is_displayed()
    )
    assert table.record(servers[1]) == before
    ana.write("end")
    ben.wait_for("#moment", "Du bist am Zug.")
    assert "draw" in ben.text("#last").splitlines()[-1]  # chance was decided by the server

    # the table is closed by one, and the other one sees it
    ben.browser.find_element("css selector", "#close").click()
    ana.wait_for("#moment", "Cette table est fermée.")
    assert ana.browser.find_element("css selector", "#record").get_attribute("href")


def test_a_table_is_opened_and_watched(servers: list[Server], browsers: list[Any]) -> None:
    browser = browsers[0]
    browser.get(f"{servers[0].address}/?language=nl")
    browser.find_element("css selector", "#new [name=names]").send_keys("Ana, Ben")
    browser.find_element("css selector", "#new button").click()
    links = wait.WebDriverWait(browser, PATIENCE_SECONDS, 0.05).until(
        lambda _: browser.find_elements("css selector", "#links a")
    )
    assert [link.text for link in links] == ["Ana", "Ben", "Voor toeschouwers"]
    links[2].click()
    wait.WebDriverWait(browser, PATIENCE_SECONDS, 0.05).until(
        lambda _: browser.find_element("css selector", "#viewer").text == "Je kijkt toe."
    )
    wait.WebDriverWait(browser, PATIENCE_SECONDS, 0.05).until(
        lambda _: browser.find_elements("css selector", "#board svg")
    )
    assert browser.find_elements("css selector", "#choices button") == []
    severe = [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]
    assert severe == []
