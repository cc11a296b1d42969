"""The page in a real browser, carried by `tikal serve`."""

from __future__ import annotations

import base64
import inspect
import re
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import pytest

import tikal
from tests.page.browsing import (
    Page,
    chromium,
    needs_chromium,
    served,
)
from tests.sample import WHOLE, not_in_the_sample
from tikal.languages import LANGUAGES, catalogue
from tikal.notation.records import Record
from tikal.page.files import page_folder
from tools.packaging import page as page_build

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

pytestmark = needs_chromium

#: A treasure hex with a single worker on it, and others at the base camp.
DIG: Final = "position=act+1+9ap;a1+1W3;b3=A2r4+1W;c3=A6"
RECORD: Final = (
    "edition: rio-grande-1999\nplayers: 2\n\ndraw A3; place b3 r1; deploy L a1; walk L a1-b2\n"
)
REFUSED: Final = "TREASURE-03"
ENTER, ESCAPE, TAB, LEFT, RIGHT, UP, DOWN = (
    "\ue007", "\ue00c", "\ue004", "\ue012", "\ue014", "\ue013", "\ue015",
)  # fmt: skip


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served() as address:
        yield address


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    with chromium(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture
def page(browser: Chrome, address: str) -> Iterator[Page]:
    page = Page(browser, address)
    page.prefer(prefers_color_scheme="light", prefers_reduced_motion="reduce")
    yield page
    assert page.complaints == []  # the Content-Security-Policy included
    assert not page.js("window.hacked")
    page.browser.execute_script("localStorage.clear()")


def game_link(text: str) -> str:
    packed = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    return f"game={packed}"


# --- the refusal of the README -----------------------------------------------------------------


def test_a_refusal_by_clicking_cites_its_clause_and_is_marked(page: Page) -> None:
    page.open(DIG)
    page.recover_twice()
    page.wait_for_text("#verdict", REFUSED)
    verdict = page.text("#verdict")
    assert verdict.startswith("No, that is not legal Recover a treasure on b3 recover b3")
    assert "needs 2 of your figures on b3; you have 1" in verdict
    assert page.js("document.querySelectorAll('.lights .refused').length") == 1
    page.wait_for_text("#live", "needs 2 of your figures on b3; you have 1")
    assert "recover b3; reveal 5" not in page.position  # it is a position, not a game
    assert page.text(".at") == "2 / 2"  # nothing was lost, nothing was added


@not_in_the_sample
def test_a_clause_opens_and_leads_on_and_back(page: Page) -> None:
    page.open(f"{DIG}&move=camp+b3")
    page.click("#verdict .clause-name")
    page.wait_for_text("dialog h2", "CAMP-")
    first = page.text("dialog h2")
    page.wait("document.activeElement.closest('dialog')")
    page.click("dialog .ruling .clause-name, dialog .books .clause-name")
    page.wait_for_text("dialog h2", "Q-")
    page.click("dialog .dialog-body > button.quiet")
    page.wait_for_text("dialog h2", first)
    page.type(ESCAPE)
    page.wait("!document.querySelector('dialog')")
    assert page.js("document.activeElement.className") == "clause-name"


@not_in_the_sample
def test_a_legal_move_may_be_asked_about_without_making_it(page: Page) -> None:
    page.open(DIG)
    page.browser.find_element("id", "typed").send_keys("walk W b3-b2", ENTER)
    page.wait_for_text("#verdict", "Yes, that is legal")
    assert page.text(".at") == "0 / 0"
    page.press("play")
    page.wait_for_text(".at", "1 / 1")
    page.browser.find_element("id", "typed").send_keys(" nonsense", ENTER)
    page.wait("!document.getElementById('notice').hidden")
    assert page.text(".at") == "1 / 1"


def test_a_verdict_is_in_the_address_and_goes_when_it_is_closed(page: Page) -> None:
    page.open(DIG)
    page.recover_twice()
    page.wait_for_text("#verdict", REFUSED)
    page.wait("location.hash.includes('&move=recover+b3')")
    page.reload()
    page.wait_for_text("#verdict", REFUSED)
    assert page.text(".at") == "2 / 2"
    page.press("close-verdict")
    page.wait("!location.hash.includes('move=')")


@not_in_the_sample
def test_a_verdict_is_copied_as_link_text_and_picture(page: Page) -> None:
    allowed = {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    page.browser.execute_cdp_cmd("Browser.grantPermissions", allowed)
    page.open(f"{DIG}&move=camp+b3")
    read = "const done = arguments[0]; navigator.clipboard.readText().then(done)"
    page.press("copy-link")
    page.wait_for_text(".sending", "Copied.")
    link = page.browser.execute_async_script(read)
    assert link.endswith("&move=camp+b3")
    page.press("copy-text")
    page.wait_for_text(".sending", "Copied.")
    assert link in page.browser.execute_async_script(read)
    kinds = """const done = arguments[0];
        navigator.clipboard.read().then((found) => done(found[0].types))"""
    page.press("copy-picture")
    page.wait_for_text(".sending", "Copied.")
    assert page.browser.execute_async_script(kinds) == ["image/png"]


@not_in_the_sample
def test_a_legal_verdict_can_be_played(page: Page) -> None:
    page.open(f"{DIG}&move=walk+W+b3-b2")
    page.press("play-verdict")
    page.wait_for_text(".at", "1 / 1")
    assert "b2 1W" in page.position


OPINION: Final = {
    "ok": True, "move": "recover b3", "verb": "recover", "legal": False, "price": 3, "seat": 1,
    "violations": [
        {
            "clause": REFUSED, "key": f"{REFUSED}/too-few-members", "message": "needs <b>two</b>",
            "facts": {"cell": "b3", "need": 2, "have": 1}, "statement": "One member per treasure.",
            "grounds": {
                "summary": "by ruling Q-37",
                "rulings": [{"id": "Q-37", "question": "Who digs?", "answer": "Another one.",
                             "not_taken": ["the same one"]}],
            },
        }
    ],
    "remedies": {
        "ways": [
            {"moves": ["walk W a1-a2", "walk W a2-b3"], "ap": 3, "text": "first walk to b3 (3 AP)"}
        ],
        "exhaustive": False,
    },
    "editions": [
        {"edition": "ravensburger-1999", "title": "Ravensburger", "legal": False,
         "violations": [{"clause": "TREASURE-04"}], "reason": None},
        {"edition": "super-meeple-2015", "title": "Super Meeple", "legal": True, "violations": [],
         "reason": None},
        {"edition": "legend-classic", "title": "Legend", "legal": None, "violations": [],
         "reason": "it depends"},
    ],
    "readings": [
        {"rule": "second_dig=one", "meaning": "one may dig twice", "legal": True, "violations": []}
    ],
}  # fmt: skip
ANSWER_WITH: Final = """
    const real = tikal.ask, fixed = JSON.stringify(arguments[0]);
    tikal.ask = async (text) => JSON.parse(text).ask === "opinion" ? fixed : real(text)"""


def test_a_whole_opinion_is_shown_in_the_order_of_the_questions(page: Page) -> None:
    page.open(DIG)
    page.browser.execute_script(ANSWER_WITH, OPINION)  # as docs/reference/bridge.md has it
    page.browser.find_element("id", "typed").send_keys("recover b3", ENTER)
    page.wait_for_text("#verdict", "needs <b>two</b>".capitalize())
    page.click("#verdict summary")
    verdict = page.text("#verdict")
    expected = (
        "No, that is not legal", "recover b3", "Needs <b>two</b>", REFUSED, "by ruling Q-37",
        "Who digs?", "Reading not taken: the same one", "What would make it legal",
        "First walk to b3 (3 AP)", "There may be other ways", "In the other editions",
        "Rio Grande 1999", "this game", "Ravensburger", "TREASURE-04", "Super Meeple", "Legend",
        "it depends", "Legal if your table plays: one may dig twice second_dig=one",
    )  # fmt: skip
    places = [verdict.casefold().find(part.casefold()) for part in expected]
    assert -1 not in places
    assert places == sorted(places)
    assert page.js("[...document.querySelectorAll('.editions li')].map(e => e.classList[0])") == [
        "no", "no", "yes", "maybe",
    ]  # fmt: skip
    page.press("way-0")
    page.wait_for_text(".at", "2 / 2")  # the remedy was played
    assert "b3=A2r4 1W2" in page.position


# --- moving ------------------------------------------------------------------------------------


@not_in_the_sample
def test_targets_are_lit_with_prices_and_hovering_says_why_not(page: Page) -> None:
    page.open(DIG)
    page.hex("b3")
    page.wait("document.querySelectorAll('.lights .target').length")
    prices = page.js("[...document.querySelectorAll('.price text')].map(each => each.textContent)")
    assert sorted(prices) == ["1", "2", "2", "3", "5"]
    page.hover("c5")
    page.wait("!document.getElementById('tip').hidden")
    assert page.text("#tip") == "No way to c5: c5 is not explored MOVE-01"
    page.hover("b2")
    page.wait_for_text("#tip", "2 AP")


@not_in_the_sample
def test_the_way_is_drawn_and_another_one_can_be_taken(page: Page) -> None:
    page.open("position=act+1+9ap;a1+1W;b3=A2r4")
    page.hex("a1")
    page.wait("document.querySelectorAll('.lights .target').length")
    page.hover("b3")
    page.wait_for_text("#tip", "3 AP, 2 steps, way 1 of 2")
    sums = "[...document.querySelectorAll('.way-drawn text')].map(each => each.textContent)"
    assert page.js(sums) == ["1", "2"]
    page.type("v")  # while the mouse points
    page.wait_for_text("#tip", "way 2 of 2")
    page.type("v")
    page.wait_for_text("#tip", "way 1 of 2")
    page.type(TAB)  # by keyboard
    page.js("document.querySelector('.hit[data-cell=b3]').focus()")
    page.type("v")
    page.wait_for_text("#tip", "way 2 of 2")
    assert page.js(sums) == ["2", "1"]
    page.type(ENTER)
    page.wait_for_text(".at", "2 / 2")
    assert "from a2 to b3" in page.text("#history")
    page.press("moves.turn")
    page.wait_for_text(".at", "0 / 2")


def test_strengths_stand_on_the_temple_and_points_on_the_sheet(page: Page) -> None:
    page.open("position=players+3;scores+9+5+0;a2=7+1L+2W6+3W5")
    seen = "[...document.querySelectorAll('.strengths text')].map(each => each.textContent)"
    assert page.js(seen) == ["6", "5", "3"]
    page.press("scores")
    page.wait_for_text("dialog .sheet", "temple on a2 \u2013 7 \u2013")
    page.type(ESCAPE)


@not_in_the_sample
def test_the_edition_in_the_bar_judges_again(page: Page) -> None:
    page.open(f"{DIG}&move=camp+b3")
    page.choose("judge-by", "super-meeple-2015")
    page.wait("document.querySelector('.editions .here')?.innerText.includes('Super Meeple')")
    assert page.position.startswith("super-meeple-2015;")
    page.open("position=bid+1;auction;players+2;display+A1+A2")
    page.choose("judge-by", "legend-classic")
    page.wait_for_text("#notice", "cannot occur")
    assert "rio-grande-1999" in page.position


@not_in_the_sample
def test_a_figure_is_dragged_over_several_hexes(page: Page) -> None:
    page.open(DIG)
    page.drag('.cell[data-cell="b3"] .pawn', "a1")
    page.wait_for_text(".at", "2 / 2")  # the cheapest way has two steps
    assert "a1 1W4" in page.position
    page.drag('[data-key="supply-L"]', "a1")
    page.wait_for_text(".at", "3 / 3")
    page.drag('.cell[data-cell="a1"] .pawn[data-figure="L"]', "e5")
    page.wait_for_text("#verdict", "No way to e5: e5 is not explored")
    assert page.text(".at") == "3 / 3"


def test_a_finger_is_enough(page: Page) -> None:
    page.open(DIG, width=380)
    page.tap("b3")
    page.wait("document.querySelectorAll('.lights .target').length")
    page.tap("c4")
    page.wait_for_text("#verdict", "c4 is not adjacent to b3")
    page.click('[data-key="close-verdict"]')
    page.wait("document.getElementById('verdict').hidden")
    page.swipe('.cell[data-cell="b3"] .pawn', "c3")
    page.wait_for_text(".at", "1 / 1")
    assert "c3=A6 1W" in page.position


def test_a_finger_that_rests_shows_the_way_and_goes_nowhere(page: Page) -> None:
    page.open("position=act+1+9ap;a1+1W;b3=A2r4", width=380)
    page.tap("a1")
    page.wait("document.querySelectorAll('.lights .target').length")
    sums = "[...document.querySelectorAll('.way-drawn text')].map(each => each.textContent)"
    for number, expected in ((1, ["1", "2"]), (2, ["2", "1"])):
        with page.finger_on("b3"):
            page.wait_for_text("#tip", f"way {number} of 2")
        assert page.js(sums) == expected
        assert page.text(".at") == "0 / 0"
    page.tap("b3")  # the way that was shown last
    page.wait_for_text(".at", "2 / 2")
    assert "from a2 to b3" in page.text("#history")


def test_a_phone_zooms_and_has_the_end_at_hand(page: Page) -> None:
    page.open(DIG, width=380)
    page.tap("b3")
    page.wait("document.querySelectorAll('.lights .target').length")
    box = "document.querySelector('.picture').getAttribute('viewBox').split(' ').map(Number)"
    whole = page.js(box)
    page.press("zoom")
    page.wait(f"({box})[2] < {whole[2]}")
    closely = page.js(box)
    page.tap("a1")  # the closer look follows
    page.wait(f"({box})[1] > {closely[1]}")
    page.press("zoom")
    page.wait(f"({box})[2] === {whole[2]}")
    page.tap("b3")
    page.wait_for_text(".quick", "Recover a treasure 3 AP")
    assert page.text(".quick").endswith("AP End the turn")
    page.press("quick-end")
    page.wait("document.body.dataset.phase === 'draw'")
    page.wait("document.querySelector('.quick').hidden")


def test_a_phone_shows_the_hex_that_a_verdict_is_about(page: Page) -> None:
    page.open(DIG, width=380)
    page.choose("typed", "camp b1")
    page.press("may")
    page.wait_for_text("#verdict", "b1 is neither jungle nor")
    seen = """(() => {
        const ring = document.querySelector('.lights .refused').getBoundingClientRect();
        const card = document.getElementById('verdict').getBoundingClientRect();
        return ring.top >= 0 && ring.bottom <= card.top })()"""
    page.wait(seen)


#: Controls that are smaller than the tip of a finger; a clause reaches beyond its frame.
SMALL: Final = """[...document.querySelectorAll('button, select, input, summary')]
    .filter((each) => each.checkVisibility() && !each.closest('.unseen'))
    .map((each) => [each, (each.closest('label.tick') ?? each).getBoundingClientRect(),
        2 * Number.parseFloat(getComputedStyle(each, '::after').top) || 0])
    .filter(([each, {width, height}, more]) => height - more < 43.9
        || (width - more < 43.9 && !each.closest('.kinds')))
    .map(([each, {width, height}]) => [each.outerHTML.slice(0, 80), width, height])"""


def test_targets_are_large_enough_for_fingers(page: Page) -> None:
    page.open(f"{DIG}&move=camp+b3", width=380)
    page.hex("b3")
    page.wait("document.querySelector('.hex')")
    assert page.js("matchMedia('(pointer: coarse)').matches")
    assert page.js(SMALL) == []
    page.open("position=place+1+tile+A4;b3=A6", width=380)
    assert page.js(SMALL) == []
    page.press("edit")
    page.wait("document.querySelector('[data-key=\"whole-table\"]')")
    page.hex("b3")
    page.wait("document.querySelector('.figures-table')")
    page.browser.execute_script("document.querySelectorAll('details').forEach(e => e.open = true)")
    assert page.js(SMALL) == []


def test_the_page_can_be_installed(page: Page) -> None:
    page.open()
    manifest = page.browser.execute_cdp_cmd("Page.getAppManifest", {})
    assert manifest["url"].endswith("/manifest.webmanifest")
    assert manifest["errors"] == []
    found = page.browser.execute_cdp_cmd("Page.getInstallabilityErrors", {})
    assert found["installabilityErrors"] == []


@not_in_the_sample
def test_a_bot_thinks_is_stopped_and_another_plays(page: Page) -> None:
    page.open(DIG)
    page.press("bots")
    page.choose("bot-1", "mcts")
    page.choose("bot-limit", "30")
    page.press("seat-bots")
    page.wait("document.querySelector('#thinking')?.value > 0")
    page.press("scores")  # answered while it thinks
    page.wait_for_text("dialog", "Scoring rounds")
    page.type(ESCAPE)
    page.press("stop-bot")
    page.wait("document.querySelector('[data-key=wake-bot]')")
    assert page.text(".at") == "0 / 0"
    page.press("bots")
    page.choose("bot-1", "sensible")
    page.press("seat-bots")
    page.wait("document.body.dataset.phase === 'draw'")
    assert page.position.split(";")[1].startswith("draw 2")


@not_in_the_sample
def test_a_record_with_a_mistake_is_repaired_with_one_click(page: Page) -> None:
    page.open(game_link(RECORD.replace("deploy L a1; ", "")))
    page.wait_for_text(".repairs", "deploy L a1")
    assert page.text(".at") == "2 / 2"
    page.press("repair-0")
    page.wait("!document.querySelector('.repairs')")
    assert page.text(".at") == "4 / 4"


@not_in_the_sample
def test_the_board_is_there_before_the_rules_when_an_address_is_opened_again(page: Page) -> None:
    page.open(DIG)
    held = """const own = fetch;
        window.fetch = (...all) => new Promise((done) => (window.go = () => done(own(...all))));"""
    script = page.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": held})
    try:
        page.browser.refresh()
        page.wait("document.querySelector('#board [data-cell=b3]') && !!window.go")
        assert page.js("document.body.dataset.ready ?? 'no'") == "no"
        assert page.js("document.querySelector('#loading').className") == "loading early"
        page.browser.execute_script("window.fetch = own; go()")
        page.when_ready()
    finally:
        page.browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)


@not_in_the_sample
def test_the_wheel_scrolls_a_page_that_can_be_scrolled(page: Page) -> None:
    page.open("position=place+1+tile+A4;b3=A6")
    turned = "document.querySelector('.waiting svg')?.querySelector('.tile')?.dataset.rotation"
    page.resize(800, 500)
    wheel = """document.querySelector('.hit').dispatchEvent(
        new WheelEvent('wheel', {deltaY: 9, shiftKey: %s, bubbles: true, cancelable: true}))"""
    assert page.js(wheel % "false")  # not prevented
    assert not page.js(wheel % "true")
    page.wait(f"{turned} === '1'")


def test_a_keyboard_is_enough(page: Page) -> None:
    page.open(DIG)
    page.type("b")
    page.type(RIGHT, UP, UP)
    assert page.js("document.activeElement.dataset.cell") == "b3"
    assert "treasure hex" in page.js("document.activeElement.getAttribute('aria-label')")
    page.type(ENTER)
    page.wait("document.querySelectorAll('.lights .target').length")
    page.type(RIGHT)
    page.wait_for_text("#tip", "MOVE-")
    page.type(UP)
    assert page.js("document.activeElement.dataset.cell") == "c3"
    assert "2 AP" in page.js("document.activeElement.getAttribute('aria-label')")
    page.type(ENTER)
    page.wait_for_text(".at", "1 / 1")
    page.wait_for_text("#live", "walks a worker from b3 to c3")
    page.type(ESCAPE)
    page.js("document.querySelector('[data-key=end]').focus()")
    page.type(LEFT)
    page.wait_for_text(".at", "0 / 1")
    page.type(RIGHT)
    page.wait_for_text(".at", "1 / 1")
    assert page.js("document.activeElement.dataset.key") == "end"  # the focus stays where it was


@not_in_the_sample
def test_a_tile_is_turned_and_placed(page: Page) -> None:
    page.open("position=place+1+tile+A4;b3=A6")
    page.wait("document.querySelectorAll('.lights .turnable').length")
    page.hex("e5")
    page.wait_for_text("#verdict", "PLACE-")
    page.hex("c3")  # it does not fit as it lies
    page.wait("document.querySelector('.aimed')")
    turned = page.js("document.querySelector('.aimed').dataset.rotation")
    assert turned != "0"
    page.press("right")
    page.wait(f"document.querySelector('.aimed').dataset.rotation !== '{turned}'")
    page.press("left")
    page.wait(f"document.querySelector('.aimed').dataset.rotation === '{turned}'")
    page.hex("c3")
    page.wait_for_text(".at", "1 / 1")
    assert f"c3=A4r{turned}" in page.position


@not_in_the_sample
def test_an_auction_is_bid_for(page: Page) -> None:
    start = {"edition": "rio-grande-1999", "players": 2, "auction": "yes"}
    head = "".join(f"{key}: {value}\n" for key, value in start.items())
    page.open(game_link(f"{head}\ndraw A1; draw A2\n"))
    page.press("bid")
    page.wait_for_text(".standing", "1 by Seat 1")
    page.choose("amount", "1")
    page.press("bid")  # not higher
    page.wait_for_text("#verdict", "AUCTION-")
    page.press("pass")
    page.wait("document.body.dataset.phase === 'take'")
    page.press("take-A2")
    page.wait("document.body.dataset.phase === 'place'")


@not_in_the_sample
def test_a_new_game_is_played_by_the_rules_of_the_house(page: Page) -> None:
    page.open()
    page.press("new")
    page.wait("document.querySelector('dialog')")
    page.choose("new-edition", "legend-classic")
    assert not page.js("document.querySelector('dialog input[type=checkbox]')")  # no auction there
    page.choose("switch-has_auction", "yes")
    page.choose("switch-second_dig", "one")
    page.choose("switch-tiebreak", "none")
    page.browser.find_element("css selector", "dialog input[type=checkbox]").click()
    page.click("dialog .main")
    page.wait_for_text(".edition", "second_dig=one")
    position = page.position
    assert position.startswith("legend-classic ")
    assert {"second_dig=one", "tiebreak=none", "has_auction=yes"} <= set(re.split("[ ;]", position))
    assert "auction" in position.split(";")


@not_in_the_sample
def test_a_move_list_leads_back_and_forth(page: Page) -> None:
    page.open(game_link(RECORD))
    assert page.text(".at") == "4 / 4"
    page.press("move-2")
    page.wait_for_text(".at", "2 / 4")
    assert page.js("document.querySelectorAll('.moves .later').length") == 2
    page.press("moves.forth")
    page.wait_for_text(".at", "3 / 4")
    page.press("moves.last")
    page.wait_for_text(".at", "4 / 4")


def test_a_held_key_loses_no_press_and_draws_only_what_changed(page: Page) -> None:
    game = tikal.play(tikal.new_game(2), tikal.sensible_policy, seed=3)
    length = len(game.steps)
    page.open(game_link(tikal.dumps(Record.of(game))))
    page.browser.execute_script("""
        window.sent = [];
        const ask = tikal.ask;
        tikal.ask = async (request) => {
            const answer = await ask(request);
            sent.push([JSON.parse(request), answer.length]);
            return answer;
        };
        window.row = document.querySelector('.moves li');
        for (let press = 0; press < 60; press += 1)
            document.body.dispatchEvent(
                new KeyboardEvent('keydown', {key: 'ArrowLeft', bubbles: true}))""")
    page.wait_for_text(".at", f"{length - 60} / {length}")
    requests = page.js("sent.filter(([request]) => request.ask === 'view')")
    assert len(requests) < 60  # those in between are passed over
    for request, size in requests:
        assert set(request["game"]) == {"id"}
        assert size < 80_000  # all moves alone are as much
    assert page.js("row === document.querySelector('.moves li')")
    assert page.js("document.querySelectorAll('.moves .later').length") == 60
    assert page.js("document.querySelectorAll('.moves [aria-current]').length") == 1


# --- links, records, the editor ----------------------------------------------------------------


def test_a_link_survives_a_reload_and_a_broken_one_stays(page: Page) -> None:
    page.open()
    page.press("roll")
    page.wait("document.body.dataset.phase === 'place'")
    before = page.position
    page.reload()
    assert page.position == before
    assert page.text(".at") == "1 / 1"
    page.open("position=b9")
    assert "No cell 'b9'" in page.text("#notice")
    wait = "const done = arguments[0]; setTimeout(done, 400)"  # links are written a little later
    page.browser.execute_async_script(wait)
    assert page.js("location.hash") == "#position=b9"


def test_a_game_goes_out_and_comes_in_again(page: Page) -> None:
    page.open(game_link(RECORD))
    page.press("save")
    page.wait("document.querySelector('dialog textarea').value.includes('#game=')")
    link = page.js("document.querySelector('dialog textarea').value")
    for format_ in ("record", "json", "position", "position-json", "svg"):
        page.browser.execute_script(
            "const s = document.querySelector('dialog select'); s.value = arguments[0];"
            "s.dispatchEvent(new Event('change'))",
            format_,
        )
        start = {"record": "edition:", "svg": "<svg"}.get(format_, "")
        page.wait(f"document.querySelector('dialog textarea').value.startsWith('{start}')")
    page.type(ESCAPE)
    page.open()
    page.press("open")
    fill = "const b = document.querySelector('dialog textarea'); b.value = arguments[0]"
    page.browser.execute_script(fill, "edition: deluxe\nplayers: 9\n\nwalk\n")
    page.click("dialog .main")
    page.wait_for_text("dialog .problem", "Line 1")
    page.browser.execute_script(fill, "http:" + "#" * 200 + " x")  # not a link: it has a blank
    page.click("dialog .main")
    page.wait_for_text("dialog .problem", "the header lacks 'edition'")
    page.browser.execute_script(fill, f"\n {link} \n")
    page.click("dialog .main")
    page.wait_for_text(".at", "4 / 4")
    page.wait("!document.querySelector('dialog')")


CTRL_Z: Final = "dispatchEvent(new KeyboardEvent('keydown', {key: 'z', ctrlKey: true}))"


def test_the_editor_refuses_a_broken_position_and_plays_a_sound_one(page: Page) -> None:
    page.open(DIG)
    page.press("edit")
    page.wait_for_text(".sound", "This position is possible.")
    page.hex("e4")
    page.wait("document.querySelector('[data-key=tile]')")
    page.choose("tile", "D1")
    page.wait_for_text("#problems", "e4 cannot be reached from the base camp (DER-01)")
    assert page.js("document.querySelector('[data-key=play-draft]').disabled")
    page.press("clear")
    page.wait_for_text(".sound", "This position is possible.")
    page.browser.execute_script(CTRL_Z)
    page.wait_for_text("#problems", "(DER-01)")
    page.press("clear")
    page.wait_for_text(".sound", "This position is possible.")
    page.hex("a2")
    page.wait("document.querySelector('[data-key=\"workers-2\"]')")
    page.choose("workers-2", "3")
    page.choose("value", "7")
    page.wait("document.querySelector('[data-key=value]').value === '7'")
    page.browser.execute_script("document.querySelector('[data-key=\"leader-1\"]').click()")
    page.wait("document.querySelector('[data-key=\"leader-1\"]').checked")
    page.press("play-draft")
    page.wait("document.body.dataset.mode === 'play'")
    assert "a2=7 1L 2W3" in page.position


def test_the_editor_sets_up_an_auction_and_says_who_has_dug(page: Page) -> None:
    page.open("position=players+3;a2=2+1W;b1+1GW;b2+1W")
    page.press("edit")
    page.press("auction")
    page.wait("document.querySelector('[data-key=display-A1]')")
    page.choose("phase", "bid")
    page.wait("document.querySelector('[data-key=bidder]')")
    page.press("passed-3")
    page.press("passed-2")
    page.wait("document.querySelector('[data-key=first-passer]')?.value === '3'")
    page.choose("out-workers-1", "2")
    page.wait_for_text("#seats", "13")
    page.wait_for_text(".sound", "This position is possible.")
    assert page.js("document.querySelector('[data-key=display-A3]').textContent") == "Take A3 away"
    page.press("auction")
    page.wait("!document.querySelector('[data-key=bidder]')")
    page.choose("edition", "legend-classic")
    page.choose("phase", "act")
    page.wait("document.querySelector('[data-key=ap]')")
    page.choose("ap", "8")
    page.hex("a2")
    page.press("dug-more")
    page.wait("document.querySelector('[data-key=digger-2]')")
    page.press("digger-2")
    page.press("digger-1")
    page.press("play-draft")
    page.wait("document.body.dataset.mode === 'play'")
    assert page.position == (
        "legend-classic;players 3;act 1 8ap;a2=2 1W dug W-b2;b1 1GW;b2 1W;out W2 - -"
    )


# --- nothing is lost ---------------------------------------------------------------------------


def test_playing_from_the_middle_leaves_a_variation(page: Page) -> None:
    page.open(game_link(RECORD))
    page.press("move-3")
    page.wait_for_text(".at", "3 / 4")
    page.hex("a1")
    page.wait("document.querySelectorAll('.lights .target').length")
    page.hex("a2")
    page.wait_for_text(".at", "4 / 4")
    assert "a2 1L" in page.position
    assert "after move 3: 1 move" in page.text(".lines")
    page.reload()
    page.press("line-0")
    page.wait_for_text(".at", "3 / 4")
    page.press("moves.forth")
    page.wait_for_text(".at", "4 / 4")
    assert "b2 1L" in page.position
    page.press("forget-line-0")
    page.wait("!document.querySelector('.lines')")


@not_in_the_sample
def test_a_new_game_and_an_edited_position_can_be_gone_back_from(page: Page) -> None:
    page.open(game_link(RECORD))
    page.press("new")
    page.click("dialog .main")
    page.wait_for_text(".at", "0 / 0")
    page.press("edit")
    page.wait("document.body.dataset.mode === 'edit'")
    page.press("play-draft")
    page.wait("document.body.dataset.mode === 'play'")
    page.browser.back()
    page.wait("location.hash.startsWith('#game=')")
    page.browser.back()
    page.wait_for_text(".at", "4 / 4")
    page.press("open")
    page.wait("document.querySelectorAll('.recents li').length === 2")
    page.click(".recents .recall")
    page.wait("!document.querySelector('dialog')")
    page.press("open")
    page.press("forget-all")
    page.wait("!document.querySelector('.recents')")
    assert page.js("localStorage.getItem('tikal-recent')") is None


def test_an_edited_position_survives_a_reload_and_discarding_asks(page: Page) -> None:
    page.open(DIG)
    page.press("edit")
    page.hex("a2")
    page.wait("document.querySelector('[data-key=\"workers-2\"]')")
    page.choose("workers-2", "3")
    page.wait_for_text(".hex h3", "3 workers")
    page.reload()
    page.press("resume")
    page.wait("document.body.dataset.mode === 'edit'")
    page.hex("a2")
    page.wait("document.querySelector('[data-key=\"workers-2\"]')?.value === '3'")
    page.choose("workers-2", "4")
    page.wait_for_text(".hex h3", "4 workers")
    page.press("leave")
    page.press("stay")
    page.wait("!document.querySelector('dialog')")
    page.press("leave")
    page.press("leave-sure")
    page.wait("document.body.dataset.mode === 'play'")
    assert page.js("localStorage.getItem('tikal-draft')") is None


def test_a_newcomer_finds_disputes_and_edits_where_they_arise(page: Page) -> None:
    page.open()
    page.press("edit")
    page.wait("document.querySelector('[data-key=phase]')?.value === 'act'")
    assert page.js("localStorage.getItem('tikal-draft')") is None
    page.press("leave")
    page.wait("document.body.dataset.mode === 'play'")
    for key in ("help.guard", "help.dig", "help.camp"):
        page.press("help")
        page.press(key)
        page.wait("!document.querySelector('dialog')")
        page.wait_for_text("#verdict", "No, that is not legal")


HOSTILE: Final = (
    "position=<script>hacked=1</script>",
    "position=%3Cimg+src%3Dx+onerror%3Dhacked%3D1%3E",
    "game=AAAA",
    "game=" + "A" * 5_000,
    "game=" + base64.urlsafe_b64encode(zlib.compress(b" " * 50_000_000, 9)).decode().rstrip("="),
    "__proto__=1&constructor=2",
    "position=a2=7&move=<svg/onload=hacked=1>",
    "%E0%A4%A",
    "position=" + "a2=7;" * 9_000,
)


def test_hostile_links_do_no_harm(page: Page) -> None:
    page.open()
    for fragment in HOSTILE:
        page.browser.execute_script("location.hash = arguments[0]", fragment)
        page.wait("!document.getElementById('notice').hidden")
        assert len(page.text("#notice")) < 2_000
        page.press("roll" if page.js("document.body.dataset.phase === 'draw'") else "moves.first")
        page.wait("document.getElementById('notice').hidden")  # the game went on
        page.press("moves.first")
        page.wait("document.body.dataset.phase === 'draw'")


def test_names_are_text_whatever_they_are(page: Page) -> None:
    evil = "<img src=x onerror=hacked=1>"
    record = RECORD.replace("\n\n", f"\nnames: {evil}, <script>hacked=1</script>\n\n")
    page.open(game_link(record))
    assert page.text(".seat .name") == evil
    assert evil in page.text("#history")
    assert page.js("document.querySelectorAll('main img, main script').length") == 0


@not_in_the_sample
def test_records_of_other_kinds_are_explained_and_the_game_stays(page: Page) -> None:
    page.open(game_link(RECORD))
    drop = """
        const data = new DataTransfer();
        data.items.add(new File([arguments[0]], "game.tikal"));
        dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true}))"""
    for text in (
        '{"format": "tikal-record/99"}',
        '{"format": "tikal-state/1", "players": 1e999}',
        "[" * 100_000,
        "\0" * 50,
        "x" * 4_000_001,
        "edition: rio-grande-1999\nplayers: 2\n\n" + "end;" * 30_000,
    ):
        page.browser.execute_script("document.getElementById('notice').hidden = true")
        page.browser.execute_script(drop, text)
        page.wait("!document.getElementById('notice').hidden")
        assert page.text(".at") == "4 / 4"
    page.browser.execute_script(drop, f"{RECORD}recover b3\n")
    page.wait_for_text(".stopped", "Move 5, recover b3, is not legal")


# --- for everybody -----------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES if WHOLE else LANGUAGES[-1:])
def test_every_language_is_spoken(page: Page, language: str) -> None:
    words = catalogue("controls", language)
    page.open(f"{DIG}&move=camp+b3&language={language}")
    assert page.js("document.documentElement.lang") == language
    page.wait_for_text("#verdict", words["verdict.no"])
    message = tikal.check(tikal.parse_position("b3=A2r4 1W;act 1 9ap"), "camp b3")[0].text(language)
    assert message.casefold() in page.text("#verdict").casefold()
    left = page.js("document.body.innerText.match(/\\{\\w+\\}|undefined|\\[object/g)")
    assert left is None


def test_the_words_of_the_page_are_those_of_the_catalogue() -> None:
    source = "".join(path.read_text("utf-8") for path in page_folder().glob("*.js"))
    source += inspect.getsource(page_build)  # which writes what is shown before the rules are there
    used = set(re.findall(r"""["'`]([a-z]+(?:\.[a-z-]+)*)["'`]""", source))
    prefixes = set(re.findall(r"`([a-z]+)\.\$\{", source))
    keys = set(catalogue("controls"))
    assert {key for key in keys if key not in used and key.split(".")[0] not in prefixes} == set()
    asked = set(re.findall(r"""\bt\(["']([a-z.-]+)["']""", source))
    assert asked - keys == set()


@pytest.mark.parametrize("width", [380, 760, 1280] if WHOLE else [380])
def test_nothing_sticks_out(page: Page, width: int) -> None:
    names = ["An Extraordinarily Long Name Without End", "Ben", "Cleo", "Dirk"]
    game = tikal.play(tikal.new_game(4), tikal.sensible_policy, seed=5)
    page.open(game_link(tikal.dumps(Record.of(game, names=names))), width=width)
    assert page.text(".at") == f"{len(game.steps)} / {len(game.steps)}"
    assert page.sticks_out <= 0
    page.open(f"{DIG}&move=camp+b3", width=width)
    page.hex("b3")
    page.wait("document.querySelector('.hex')")
    assert page.sticks_out <= 0
    page.press("edit")
    page.wait("document.querySelector('[data-key=\"whole-table\"]')")
    page.browser.execute_script("document.querySelectorAll('details').forEach(e => e.open = true)")
    assert page.sticks_out <= 0
    page.press("new")
    page.browser.execute_script("document.querySelectorAll('details').forEach(e => e.open = true)")
    assert page.sticks_out <= 0


def test_every_control_has_a_name(page: Page) -> None:
    page.open(f"{DIG}&move=camp+b3")
    page.hex("b3")
    page.wait("document.querySelector('.hex')")
    nameless = """[...document.querySelectorAll("button, input, select, textarea, [role=button]")]
        .filter(each => !(each.innerText ?? "").trim() && !each.textContent.trim()
            && !each.getAttribute("aria-label") && !each.closest("label"))
        .map(each => each.outerHTML)"""
    assert page.js(nameless) == []
    page.press("edit")
    page.hex("a2")
    page.wait("document.querySelector('.figures-table')")
    assert page.js(nameless) == []
    assert page.js("document.querySelectorAll('.hit[tabindex=\"0\"]').length") == 1


@not_in_the_sample
def test_dark_print_and_motion_are_as_the_reader_wants(page: Page) -> None:
    page.open(DIG)
    colour = "getComputedStyle(document.documentElement).backgroundColor"
    light = page.js(colour)
    page.prefer(prefers_color_scheme="dark", prefers_reduced_motion="no-preference")
    assert page.js(colour) != light
    page.hex("b3")
    page.wait("document.querySelector('.lights .target')")
    moving = "getComputedStyle(document.querySelector('.lights .target')).animationName"
    assert page.js(moving) == "pulse"
    page.hex("b2")
    page.wait_for_text(".at", "1 / 1")
    page.wait("!document.querySelector('.gliding')")
    page.prefer(prefers_reduced_motion="reduce")
    page.wait("document.querySelector('.lights .target')")
    assert page.js(moving) == "none"
    page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    assert not page.js("document.querySelector('.typed').checkVisibility()")
    page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


# --- the files of the page ---------------------------------------------------------------------


def test_no_file_of_the_page_makes_elements_of_text() -> None:
    for path in page_folder().glob("*.js"):
        text = path.read_text("utf-8")
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", text)
    html = (page_folder() / "index.html").read_text("utf-8")
    assert not re.search(r"\son\w+=|style=|javascript:|https?:", html)
