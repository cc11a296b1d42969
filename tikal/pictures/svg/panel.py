"""The panel beside the board: whose turn it is, what each player has, what is left."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Sequence
from typing import Final

from tikal.components import BOX, LETTERS, TILE_INDEX, TILES, TREASURE_KINDS
from tikal.grid import rotate
from tikal.languages import sentence, title
from tikal.pictures.svg.colours import FAINT, INK
from tikal.pictures.svg.markup import group, label, shorten, tag
from tikal.pictures.svg.ornaments import ornament
from tikal.pictures.svg.pieces import camp, crew, emblem, guard
from tikal.pictures.svg.shapes import APOTHEM, RADIUS, stone, terrain_hex, terrain_symbol
from tikal.pictures.text import status
from tikal.rules.scoring import score
from tikal.state import State

WIDTH: Final = 340.0
_BAR: Final = "#ece5d3"
_ROW: Final = 24.0


def loose_tile(tile_id: str, rotation: int = 0, under: str | None = None) -> str:
    """A tile by itself, with its id in it."""
    tile = TILES[TILE_INDEX[tile_id]]
    return group(
        terrain_hex(tile.kind, rotate(tile.stones, rotation)),
        group(terrain_symbol(tile.kind, tile.value, tile.masks), y=-20),
        label(0, 28, under or tile_id, 24 if len(under or tile_id) < 6 else 15, bold=True),
        class_="tile",
        data_tile=tile_id,
        data_rotation=rotation,
    )


def panel(state: State, names: Sequence[str], language: str = "en") -> tuple[str, float]:
    """The whole panel and its height."""
    blocks = (
        _head(state, language),
        _players(state, names, language),
        _treasures(state, language),
        _stock(state, language),
        _offer(state, language),
        _key(language),
    )
    y, drawn = 0.0, []
    for markup, height in blocks:
        drawn.append(group(markup, y=y) if height else "")
        y += height
    return "".join(drawn), y


def _say(key: str, language: str, /, **facts: object) -> str:
    return sentence("board", f"panel/{key}", facts, language)


def _head(state: State, language: str) -> tuple[str, float]:
    edition, key = state.edition, "auction" if state.auction else "basic"
    game = _say(key, language, key=edition.key, players=state.players)
    lines = [
        label(0, 10, shorten(title(edition, language), 38), 16, anchor="start", bold=True),
        label(0, 30, shorten(game, 56), 12, anchor="start", fill=FAINT),
    ]
    first, *others = status(state, language)
    y = 54.0
    for line, size, width in ((first, 16, 34), *((other, 13, 50) for other in others)):
        for part in textwrap.wrap(line, width):
            lines.append(label(0, y, part, size, anchor="start", bold=size == 16, class_="status"))
            y += size + 5
    return "".join(lines), y + 8


def _players(state: State, names: Sequence[str], language: str) -> tuple[str, float]:
    """One row per seat; the row of the seat whose turn it is, or of a winner, is marked."""
    columns = (118, 156, 198, 238, 282, 324)
    titles = ("points", "if-scored", "supply", "camps", "guards", "removed")
    heads = "".join(
        label(x, y, line, 10.5, fill=FAINT)
        for x, key in zip(columns, titles, strict=True)
        for y, line in zip((8, 14, 20), _say(key, language).rpartition(" "), strict=True)
        if line.strip()
    )
    rows = [heads]
    for seat in state.scores:
        player, y = state.player(seat), 12 + _ROW * seat + 8
        if seat == state.active or seat in state.winners:
            rows.append(tag("rect", x=-6, y=y - _ROW / 2, width=WIDTH + 6, height=_ROW, rx=5,
                            fill=_BAR, stroke=INK, stroke_width=1.5))  # fmt: skip
        name = names[seat - 1] if names else _say("seat", language, seat=seat)
        cells = (
            str(player.score),
            "-" if state.phase == "over" else f"+{score(state, seat).total}",
            _short(player.supply),
            str(BOX.camps - len(player.camps)),
            str(len(player.guards)),
            _short(player.removed),
        )
        row = "".join(
            label(x, y, text, 16 if k == 0 else 13, bold=k == 0)
            for k, (x, text) in enumerate(zip(columns, cells, strict=True))
        )
        shown_name = label(26, y, shorten(name, 9), 13, anchor="start", bold=True)
        rows.append(
            group(emblem(seat, 10, y), shown_name, row, class_="player", data_seat=seat,
                  data_score=player.score)
        )  # fmt: skip
    return "".join(rows), 12 + _ROW * (state.players + 1) + 6


def _short(figures: tuple[int, int]) -> str:
    leaders, workers = figures
    if not leaders:
        return str(workers)
    return f"L+{workers}" if workers else "L"


def _treasures(state: State, language: str) -> tuple[str, float]:
    """The treasure tokens of each player by kind."""
    x0, pitch = 90.0, 32.0
    drawn = [label(0, 12, _say("treasures", language), 13, anchor="start", bold=True)]
    drawn += [ornament(kind, x0 + pitch * (kind - 1), 12, 0.6) for kind in TREASURE_KINDS]
    drawn.append(label(0, 34, _say("kind", language), 11, anchor="start", fill=FAINT))
    drawn += [
        label(x0 + pitch * (kind - 1), 34, str(kind), 11, fill=FAINT) for kind in TREASURE_KINDS
    ]
    rows = [(seat, state.player(seat).treasures) for seat in state.scores]
    y = 52.0
    for seat, tokens in (*rows, (0, state.unseen)):
        unseen = label(0, y, _say("unseen", language), 11.5, anchor="start")
        sign = emblem(seat, 10, y, 7) if seat else unseen
        counts = [
            label(x0 + pitch * (kind - 1), y, str(count), 13, bold=seat > 0, data_kind=kind)
            if count
            else label(x0 + pitch * (kind - 1), y, "-", 12, fill=FAINT)
            for kind, count in tokens.items()
        ]
        drawn.append(tag("g", sign, *counts, class_="treasures", data_seat=seat))
        y += 19
    return "".join(drawn), y + 6


def _stock(state: State, language: str) -> tuple[str, float]:
    """Tiles by letter and floors by number."""
    letters = Counter(tile[0] for tile in state.remaining)
    tiles = [(letter, letters[letter]) for letter in LETTERS]
    floors = [(str(floor), count) for floor, count in state.floors.items()]
    drawn = []
    tiles_left = _say("tiles-left", language, tiles=len(state.remaining))
    floors_left = _say("floors-left", language, floors=sum(state.floors.values()))
    for y, heading, kind, columns in (
        (8, tiles_left, "tiles", tiles),
        (46, floors_left, "floors", floors),
    ):
        drawn.append(label(0, y, heading, 12, anchor="start", bold=True))
        for k, (name, count) in enumerate(columns):
            x = 116 + 25.0 * k
            column = label(x, y, name, 11, fill=FAINT) + label(x, y + 15, str(count), 13, bold=True)
            drawn.append(tag("g", column, class_=kind, data_name=name, data_count=count))
    return "".join(drawn), 78


def _offer(state: State, language: str) -> tuple[str, float]:
    """The tile to be placed, or the display."""
    tiles = (state.tile,) if state.tile else state.display
    if not tiles:
        return "", 0
    scale = 0.5
    heading = _say("to-place" if state.tile else "display", language)
    drawn = [label(0, 8, heading, 12, anchor="start", bold=True)]
    if state.tile and state.display:
        display = sentence("board", "display", {"tiles": " ".join(state.display)}, language)
        drawn.append(label(WIDTH, 8, display, 12, anchor="end"))
    pitch = 2 * RADIUS * scale + 6
    for k, tile in enumerate(tiles):
        x, y = RADIUS * scale + pitch * k, 20 + APOTHEM * scale
        drawn.append(group(loose_tile(tile), x=x, y=y, scale=scale))
    if state.phase == "bid":
        key = "no-bid" if state.high_bid is None else "high-bid"
        bid = _say(key, language, points=state.high_bid)
        drawn.append(label(WIDTH, 8, bid, 13, anchor="end", bold=True))
    return "".join(drawn), 34 + 2 * APOTHEM * scale


def _key(language: str) -> tuple[str, float]:
    """The legend of the symbols on the board."""
    line = tag("path", d=f"M0 2H{WIDTH:.0f}", stroke="#b4a98f")
    signs = (
        group(crew(1, 1, 3), x=29, y=24),
        label(66, 25, _say("key-figures", language, strength=BOX.leader_strength), 12,
              anchor="start"),
        group(camp(2), x=24, y=56, scale=0.6),
        label(54, 55, _say("key-camp", language), 12, anchor="start"),
        group(guard(4, "W"), x=112, y=55, scale=0.75),
        label(130, 55, _say("key-guard", language), 12, anchor="start"),
        stone(210, 50),
        label(230, 55, _say("key-stone", language), 12, anchor="start"),
        label(0, 84, _say("key-corners", language), 12, anchor="start"),
    )  # fmt: skip
    return line + tag("g", *signs, class_="key"), 94
