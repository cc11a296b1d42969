"""Takes the pictures of the page for README and guide: `python -m tools.generate.screenshots`.

It needs Chromium and its driver. Fonts differ between machines, so no test compares pixels.
"""

from __future__ import annotations

import base64
import struct
import tempfile
import zlib
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
    target.write_bytes(smaller(base64.b64decode(taken["data"])))


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


def smaller(png: bytes) -> bytes:
    """The same picture in fewer bytes: not transparent, in colours that the eye still tells."""
    chunks, place = [], 8
    while place < len(png):
        (length,) = struct.unpack_from(">I", png, place)
        chunks.append((png[place + 4 : place + 8], png[place + 8 : place + 8 + length]))
        place += length + 12
    width, height, depth, kind = struct.unpack_from(">IIBB", chunks[0][1])
    assert depth == 8
    step = {2: 3, 6: 4}[kind]
    packed_pixels = b"".join(data for name, data in chunks if name == b"IDAT")
    rows = _unfiltered(zlib.decompress(packed_pixels), width * step, height, step)
    rounded = bytes(round(value / 3) * 3 for value in range(256))
    plain = [_without_alpha(row, step).translate(rounded) for row in rows]
    above = [bytes(3 * width), *plain[:-1]]
    ways = (
        b"".join(b"\0" + row for row in plain),
        b"".join(
            b"\2" + bytes((a - b) & 255 for a, b in zip(row, upper, strict=True))
            for row, upper in zip(plain, above, strict=True)
        ),
    )
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    best = min((zlib.compress(way, 9) for way in ways), key=len)
    written = ((b"IHDR", header), (b"IDAT", best), (b"IEND", b""))
    return png[:8] + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in written
    )


def _without_alpha(row: bytes, step: int) -> bytes:
    return row if step == 3 else b"".join(row[k : k + 3] for k in range(0, len(row), 4))


def _unfiltered(data: bytes, width: int, height: int, step: int) -> list[bytes]:
    """The rows of a picture as its pixels are, whatever filter each was written with."""
    rows, above = [], bytearray(width)
    for number in range(height):
        start = number * (width + 1)
        way, row = data[start], bytearray(data[start + 1 : start + 1 + width])
        for k in range(width if way else 0):
            left = row[k - step] if k >= step else 0
            corner = above[k - step] if k >= step else 0
            row[k] = (row[k] + _guess(way, left, above[k], corner)) & 255
        rows.append(bytes(row))
        above = row
    return rows


def _guess(way: int, left: int, up: int, corner: int) -> int:
    if way < 4:
        return (0, left, up, (left + up) // 2)[way]
    expected = left + up - corner
    return min((left, up, corner), key=lambda value: abs(expected - value))


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
