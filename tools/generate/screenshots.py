"""Takes the pictures of the page for README and guide: `python -m tools.generate.screenshots`.

It needs Chromium and its driver. Fonts differ between machines, so no test compares pixels.
"""

from __future__ import annotations

import base64
import tempfile
from pathlib import Path
from typing import Final

import tikal
from tests.page.browsing import Page, chromium, served
from tikal.notation.records import Record
from tikal.page.files import page_folder
from tikal.page.links import link, packed

FOLDER: Final = Path(__file__).parents[2] / "docs" / "pictures"
STATIC: Final = page_folder()
NAMES: Final = ("Ana", "Ben", "Cleo")


def game() -> str:
    """The link of a game between three players, in the middle of a turn of Ana's."""
    start = tikal.new_game(players=3)
    played = tikal.play(start, tikal.sensible_policy, seed=5)
    return link(game=packed(tikal.dumps(Record.of(played, start, NAMES))), at="149")


def shoot(page: Page, target: Path, width: int, height: int) -> None:
    """Take a picture of what is seen."""
    page.resize(width, height)
    page.browser.execute_script("scrollTo(0, 0); document.activeElement.blur()")
    size = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
    taken = page.browser.execute_cdp_cmd("Page.captureScreenshot", {"format": "png", "clip": size})
    target.write_bytes(base64.b64decode(taken["data"]))


def draw_icon(page: Page) -> None:
    """The icon for phones, which take no SVG: with paper around it, for those who cut it round."""
    drawing = base64.b64encode((STATIC / "icon.svg").read_bytes()).decode()
    page.open()
    page.resize(192, 192)
    page.browser.execute_script(
        """document.body.replaceChildren(new Image(120, 120));
        document.body.firstChild.src = arguments[0];
        document.adoptedStyleSheets = [new CSSStyleSheet()];
        document.adoptedStyleSheets[0].replaceSync(
            "body { background: #fdfbf6; display: grid; place-items: center; min-height: 192px }");
        return document.body.firstChild.decode()""",
        f"data:image/svg+xml;base64,{drawing}",
    )
    shoot(page, STATIC / "icon.png", 192, 192)


def main() -> None:
    """Take both pictures, and the icon."""
    with (
        tempfile.TemporaryDirectory() as profile,
        served() as address,
        chromium(Path(profile)) as browser,
    ):
        page = Page(browser, address)
        page.prefer(prefers_color_scheme="light", prefers_reduced_motion="reduce")
        page.open("position=act+1+9ap;a1+1W3;a2=3+2L2;b3=A2r4+1W;c3=A6+2W2;scores+12+9")
        page.recover_twice()
        page.wait_for_text("#verdict", "TREASURE-03")
        page.hover("e1")
        shoot(page, FOLDER / "page-desktop.png", 1280, 800)
        page.open(game(), width=380)
        page.tap("c3")
        page.wait("document.querySelector('.lights .target')")
        shoot(page, FOLDER / "page-phone.png", 380, 760)
        draw_icon(page)


if __name__ == "__main__":
    main()
