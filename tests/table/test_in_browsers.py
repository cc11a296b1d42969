"""Two people at one table, each with a browser, a language and a screen of their own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

import tikal
from tests.page.browsing import Page, chromium, needs_chromium
from tests.sample import not_in_the_sample
from tests.table.serving import Server, Table, serving

pytestmark = [needs_chromium, not_in_the_sample]
PHONE = 390


def seated(
    browser: Any, server: Server, table: Table, seat: int, language: str, width: int = 1280
) -> Page:
    """The page of a player, or of a spectator."""
    page = Page(browser, f"{server.address}/tables/{table.id}/")
    return page.open(f"{table.tokens.get(seat, '')}&language={language}", width=width)


def game_of(table: Table, server: Server) -> tikal.Game:
    """The game of a table, from its record."""
    return tikal.Game.of(tikal.loads(table.record(server)))


def wait_for_the_position(page: Page, game: tikal.Game) -> None:
    """Wait until the page shows where a game is now."""
    page.wait(f"document.body.dataset.position === {json.dumps(tikal.format_position(game.state))}")


def ask_for(page: Page, move: str, key: str) -> None:
    """Write a move, and press a button beside it."""
    page.js("void (document.querySelector('#typed').value = arguments[0])", move)
    page.press(key)


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
    ana = seated(browsers[0], servers[0], table, 1, "fr")
    ben = seated(browsers[1], servers[1], table, 2, "de", PHONE)
    ana.wait_for_text("#turn .note", "Vous êtes Ana. C'est à vous de jouer.")
    ben.wait_for_text("#turn .note", "Du bist Ben.")
    assert ben.js("document.querySelector('.waiting.still') !== null")
    assert not ben.js("document.querySelector('[data-key=turn-left]')")
    assert ben.sticks_out == 0

    # a tile, and a figure, by clicks; the other browser, at another process, shows both
    place = table.view(servers[0], 1)["legal"][0]
    ana.hex(place.split()[1])
    ana.press("place")
    ana.press("supply-L")
    ana.hex("a1")
    ana.wait("document.querySelectorAll('.moves li').length === 3")
    game = game_of(table, servers[1])
    assert [str(move) for move in game.moves[2:]] == ["deploy L a1"]
    for page in (ana, ben):
        wait_for_the_position(page, game)
        assert not re.search(r"\b(?:deploy|walk|place) \w", page.text("#turn"))
    assert "Ana" in ben.text("#turn h2")
    assert not ben.js("document.querySelector('[data-key=end]')")
    ana.js("void document.querySelector('#skip').click()")
    ana.wait(f"location.hash === '#{table.tokens[1]}&language=fr'")
    assert ana.complaints == []
    assert ben.complaints == []

    # a browser that was offline looks up what it has missed
    browsers[1].set_network_conditions(offline=True, latency=0, throughput=0)
    ana.press("supply-W")
    ana.hex("a1")
    ana.wait("document.querySelectorAll('.moves li').length === 4")
    ben.wait_for_text("#notice", "Verbindung verloren")
    browsers[1].set_network_conditions(offline=False, latency=0, throughput=-1)
    game = game_of(table, servers[1])
    wait_for_the_position(ben, game)

    # refusals with their clauses, in the language of the player
    ask_for(ana, "uncover a2", "may")
    for violation in tikal.check(game.state, "uncover a2", 1):
        ana.wait_for_text("#verdict", violation.clause)
    ask_for(ben, "end", "play")
    ben.wait_for_text("#verdict", "TURN-01")
    assert table.record(servers[0]) == table.record(servers[1]) == tikal.dumps(game.record(True))

    # both processes end in the middle of the turn, and the table is as it was
    for server in servers:
        server.kill()
    ana.wait_for_text(".lost", "Connexion perdue")
    ana.press("end")
    ana.wait_for_text("#notice", "Connexion perdue")
    for server in servers:
        server.start()
    ana.wait("document.querySelector('.lost').hidden")
    wait_for_the_position(ana.reload(), game)
    ana.press("end")
    ben.wait("document.querySelector('[data-key=turn-left]')")
    wait_for_the_position(ben, game_of(table, servers[1]))  # chance was decided by the server
    assert game_of(table, servers[1]).state.phase == "place"

    # the table is closed by one, and the other one sees it
    ben.click(".at-the-table button")
    browsers[1].switch_to.alert.accept()
    ana.wait_for_text("#turn .note", "Cette table est fermée.")
    ben.wait_for_text("#turn .note", "Dieser Tisch ist geschlossen.")
    assert not ben.js("document.querySelector('[data-key=turn-left]')")


def test_a_table_is_opened_and_watched(servers: list[Server], browsers: list[Any]) -> None:
    lobby = Page(browsers[0], f"{servers[0].address}/?language=nl")
    lobby.resize(PHONE)
    browsers[0].get(lobby.address)
    lobby.wait("document.querySelectorAll('#names input').length === 2")
    lobby.js("void (document.querySelector('#names input').value = 'Ana')")
    assert lobby.sticks_out == 0
    lobby.click("#new button")
    lobby.wait("document.querySelectorAll('#links a').length === 3")
    links = lobby.js(
        "[...document.querySelectorAll('#links a')].map(({ textContent }) => textContent)"
    )
    assert links == ["Ana", "speler 2", "Voor toeschouwers"]
    address = lobby.js("document.querySelectorAll('#links a')[2].href")
    viewer = Page(browsers[1], address).open("&language=nl")
    viewer.wait_for_text("#turn .note", "Je kijkt toe.")
    assert not viewer.js(
        "document.querySelector('[data-key=turn-left], .at-the-table button:not([hidden])')"
    )
    # a link that gives no seat says so instead of a board
    browsers[1].get("about:blank")
    browsers[1].get(f"{address}#no-token&language=nl")
    viewer.wait_for_text("#loading", "Je link geeft je geen plaats aan deze tafel.")
    browsers[1].get(f"{servers[0].address}/tables/none/#&language=de")
    viewer.wait_for_text("#loading", "Diesen Tisch gibt es nicht.")
