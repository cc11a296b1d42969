"""The page in a real browser, used as a person would: by clicking, dragging, touching, typing."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from selenium.webdriver import Chrome

webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
wait = pytest.importorskip("selenium.webdriver.support.wait")

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
needs_chromium = pytest.mark.skipif(
    not (CHROMIUM and DRIVER), reason="chromium or its driver is not installed"
)
#: Of Chromium only what shows a page: one process that draws, none for network or address bar.
_WITHOUT: Final = (
    "BackForwardCache", "SpareRendererForSitePerProcess", "PreloadTopChromeWebUI",
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup",
)  # fmt: skip
_OPTIONS: Final = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-extensions", "--in-process-gpu", "--no-zygote", "--renderer-process-limit=1",
    "--disable-site-isolation-trials", "--enable-features=NetworkServiceInProcess2",
    f"--disable-features={','.join(_WITHOUT)}", "--lang=en", "--accept-lang=en",
)  # fmt: skip
#: How long a busy machine may take over one thing.
_PATIENCE: Final = 60


@contextmanager
def chromium(profile: Path, *more: str, logs: tuple[str, ...] = ("browser",)) -> Iterator[Chrome]:
    """A browser with an empty profile, further options and these logs."""
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for option in (*_OPTIONS, f"--user-data-dir={profile}", *more):
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", dict.fromkeys(logs, "ALL"))
    service = webdriver.ChromeService(executable_path=DRIVER)
    driver = webdriver.Chrome(options=options, service=service)
    try:
        yield driver
    finally:
        driver.quit()


def forget_pages(browser: Chrome) -> None:
    """Free what was on pages that are left: of itself the browser keeps it, and grows by 100 MB."""
    browser.execute_cdp_cmd("HeapProfiler.collectGarbage", {})


@contextmanager
def served() -> Iterator[str]:
    """The address of the page as `tikal serve` has it, on any free port."""
    from tikal.page.server import PageServer

    server = PageServer(port=0)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server.address
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class Page:
    """A page that is open in a browser."""

    def __init__(self, browser: Chrome, address: str) -> None:
        self.browser, self.address, self.width = browser, address, 0

    # --- opening ---------------------------------------------------------------------------------

    def open(self, fragment: str = "", *, width: int = 1280, patience: int = _PATIENCE) -> Page:
        """Open the page as on a first visit."""
        self.resize(width)
        self.browser.get("about:blank")
        forget_pages(self.browser)
        self.forget_complaints()
        self.browser.get(f"{self.address}#{fragment}" if fragment else self.address)
        return self.when_ready(patience)

    def reload(self, patience: int = _PATIENCE) -> Page:
        """Load the same address again."""
        self.browser.refresh()
        return self.when_ready(patience)

    def when_ready(self, patience: int = _PATIENCE) -> Page:
        """Wait until the rules are there."""
        self.wait("document.body?.dataset.ready === 'yes'", patience)
        return self

    def resize(self, width: int, height: int = 900) -> None:
        """Make the window so wide."""
        self.width = width
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        touch = {"enabled": width < 600, "maxTouchPoints": 1}
        self.browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", touch)

    def prefer(self, **features: str) -> None:
        """The preferences of the reader's system."""
        media = [{"name": name.replace("_", "-"), "value": each} for name, each in features.items()]
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": media})

    # --- looking ---------------------------------------------------------------------------------

    def js(self, expression: str, *arguments: object) -> Any:
        """The value of an expression on the page."""
        return self.browser.execute_script(f"return ({expression})", *arguments)

    def wait(self, condition: str, patience: int = _PATIENCE) -> None:
        """Wait until something holds."""
        until = wait.WebDriverWait(self.browser, patience, poll_frequency=0.02)
        until.until(lambda _: self.js(condition), f"never: {condition}")

    def text(self, selector: str) -> str:
        """The visible text of an element; empty if there is no such element."""
        found = self.js("document.querySelector(arguments[0])?.innerText ?? ''", selector)
        return " ".join(str(found).split())

    def wait_for_text(self, selector: str, text: str) -> None:
        """Wait until a text is shown."""
        seen = f"document.querySelector({json.dumps(selector)})?.innerText ?? ''"
        self.wait(f"({seen}).replace(/\\s+/g, ' ').includes({json.dumps(text)})")

    @property
    def position(self) -> str:
        """The position on the table, as text; the link must lead to it as well."""
        wait.WebDriverWait(self.browser, _PATIENCE, poll_frequency=0.02).until(
            lambda _: self._linked() == self.js("document.body.dataset.position")
        )
        return str(self.js("document.body.dataset.position"))

    def _linked(self) -> str | None:
        request = json.dumps({"ask": "load", "link": self.js("location.hash"), "picture": False})
        script = "const done = arguments[1]; tikal.ask(arguments[0]).then(done)"
        found: str | None = json.loads(self.browser.execute_async_script(script, request)).get(
            "position"
        )
        return found

    @property
    def complaints(self) -> list[str]:
        """The errors in the log of the browser."""
        browser: Any = self.browser  # selenium leaves this untyped
        return [str(entry["message"]) for entry in browser.get_log("browser")]

    def forget_complaints(self) -> None:
        """Those of the last page are not about this one."""
        del self.complaints[:]

    @property
    def sticks_out(self) -> int:
        """By how many pixels the page is wider than the window."""
        # on a phone the window itself grows with what sticks out
        return int(self.js("document.documentElement.scrollWidth")) - self.width

    # --- doing -----------------------------------------------------------------------------------

    def click(self, selector: str) -> None:
        """Click on something, as soon as it is there and nothing is about to be drawn anew."""
        self.wait("!document.querySelector('[aria-busy=true]')")
        self._mouse(*self._middle(selector, centred=True))

    def press(self, key: str) -> None:
        """Click on the control with a key."""
        self.click(f'[data-key="{key}"]')

    def recover_twice(self) -> None:
        """Take a treasure on b3, and ask for another: one member may not (TREASURE-03)."""
        self.hex("b3")
        self.press("recover b3")
        self.press("pick-5")
        self.wait("document.body.dataset.phase === 'act'")
        self.hex("b3")
        self.press("recover b3")

    def hex(self, cell: str) -> None:
        """Click on a hex."""
        self._at_cell(cell, self._mouse)

    def hover(self, cell: str) -> None:
        """Point at a hex."""
        self._at_cell(cell, lambda x, y: self._dispatch("mouseMoved", x, y))

    def drag(self, selector: str, cell: str) -> None:
        """Drag something to a hex with the mouse."""
        x, y = self._middle(selector)
        self._dispatch("mouseMoved", x, y)
        self._dispatch("mousePressed", x, y, 1)
        self._dispatch("mouseMoved", x + 20, y - 20, 1)
        self.wait("document.querySelector('.drag')")
        x, y = self._middle(_hit(cell))
        self._dispatch("mouseMoved", x, y, 1)
        self._dispatch("mouseReleased", x, y, 1)

    def tap(self, cell: str) -> None:
        """Touch a hex with a finger."""
        x, y = self._middle(_hit(cell))
        self._touch("touchStart", (x, y))
        self._touch("touchEnd")

    @contextmanager
    def finger_on(self, cell: str) -> Iterator[None]:
        """A finger that rests on a hex."""
        self._touch("touchStart", self._middle(_hit(cell)))
        yield
        self._touch("touchEnd")

    def swipe(self, selector: str, cell: str) -> None:
        """Drag something to a hex with a finger."""
        start, end = self._middle(selector), self._middle(_hit(cell))
        self._touch("touchStart", start)
        for share in (0.2, 0.5, 0.8, 1.0):
            x, y = (a + (b - a) * share for a, b in zip(start, end, strict=True))
            self._touch("touchMove", (x, y))
        self._touch("touchEnd")

    def type(self, *keys: str) -> None:
        """Press keys, wherever the focus is."""
        for key in keys:
            self.browser.switch_to.active_element.send_keys(key)

    def choose(self, key: str, value: str) -> None:
        """Choose from a list, or fill a field in, as a person would."""
        script = """
            const field = document.querySelector(`[data-key="${arguments[0]}"]`);
            field.value = arguments[1];
            field.dispatchEvent(new Event("change", {bubbles: true}));
            return field.value"""
        assert self.browser.execute_script(script, key, value) == value

    # --- fingers and mice ------------------------------------------------------------------------

    def _middle(self, selector: str, *, centred: bool = False) -> tuple[float, float]:
        self.wait(f"document.querySelector({json.dumps(selector)})")
        script = """
            const found = document.querySelector(arguments[0]);
            const seen = found.getBoundingClientRect();
            const isHidden = seen.top < 0 || seen.bottom > innerHeight;
            if (arguments[1] || isHidden) found.scrollIntoView({block: "center"});
            const box = found.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2]"""
        x, y = self.browser.execute_script(script, selector, centred)
        return x, y

    def _at_cell(self, cell: str, then: Callable[[float, float], None]) -> None:
        then(*self._middle(_hit(cell)))

    def _mouse(self, x: float, y: float) -> None:
        self._dispatch("mouseMoved", x, y)
        self._dispatch("mousePressed", x, y, 1)
        self._dispatch("mouseReleased", x, y, 1)

    def _dispatch(self, kind: str, x: float, y: float, buttons: int = 0) -> None:
        event: dict[str, object] = {"type": kind, "x": x, "y": y, "buttons": buttons}
        if buttons:
            event |= {"button": "left", "clickCount": 1}
        self.browser.execute_cdp_cmd("Input.dispatchMouseEvent", event)

    def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        places = [{"x": x, "y": y} for x, y in points]
        event = {"type": kind, "touchPoints": places}
        self.browser.execute_cdp_cmd("Input.dispatchTouchEvent", event)


def _hit(cell: str) -> str:
    return f'.hit[data-cell="{cell}"]'
