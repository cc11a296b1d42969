"""Pictures: everything on the board is in them, and nothing else gets in."""

from __future__ import annotations

import itertools
import math
import os
import pickle
import re
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from typing import Final
from xml.etree import ElementTree as ET

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tikal
from tikal.components import BOX, TILE_INDEX, TILES
from tikal.grid import CELLS, NEIGHBOURS, SIDES, rotate
from tikal.languages import LANGUAGES
from tikal.moves import Move
from tikal.pictures.svg import (
    board_svg,
    colours,
    ornaments,
    pieces,
    shapes,
    tile_sheet_svg,
    tile_svg,
)
from tikal.pictures.svg.markup import number
from tikal.testing import candidate_moves, states

# A picture takes some 20 ms to draw and read: a long run takes fewer of them.
some = settings(max_examples=min(300, settings().max_examples))

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "</text><script>alert('x')</script> & \" \x00\x1b\ud800 \u202e"


def read(svg: str) -> ET.Element:
    return ET.fromstring(svg.encode())


def of_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [element for element in root.iter() if element.get("class") == name]


def texts(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def number_of(element: ET.Element, key: str) -> int:
    return int(element.attrib[f"data-{key}"])


def cells(root: ET.Element) -> dict[str, ET.Element]:
    return {cell.attrib["data-cell"]: cell for cell in of_class(root, "cell")}


def assert_self_contained(svg: str) -> ET.Element:
    root = read(svg)
    allowed = {"svg", "title", "desc", "g", "rect", "circle", "ellipse", "path", "polygon", "text"}
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= allowed
    for element in root.iter():
        for key, value in element.attrib.items():
            assert key not in ("id", "style", "href")
            assert not key.startswith(("on", "{"))
            assert "url(" not in value
    assert root.attrib["role"] == "img"
    assert [child.tag for child in root[:3]] == [f"{SVG}title", f"{SVG}desc", f"{SVG}rect"]
    assert root[0].text == root.attrib["aria-label"]
    width, height = root.attrib["viewBox"].split()[2:]
    assert (root[2].attrib["width"], root[2].attrib["height"]) == (width, height)
    return root


def crowded() -> tikal.State:
    return tikal.position(
        players=4,
        tiles={"b3": ("A2", 1), "c2": ("A3", 0), "c3": ("C5", 3), "c1": ("B5", 2), "d1": ("D4", 0)},
        tokens={"c1": 0, "b3": 3},
        values={"c3": 7, "a2": 4},
        figures={
            1: {"c2": (1, 10), "c3": (0, 2)},
            2: {"c2": (0, 11)},
            3: {"c2": (1, 0)},
            4: {"c2": (1, 1)},
        },
        camps={1: ["c1"], 3: ["d1"]},
        guards={2: {"a2": "L", "c3": "W"}},
        treasures={1: {4: 1}, 3: {2: 2}, 2: {1: 1}, 4: {1: 1}},
        scores={1: 12, 4: 105},
        ap=4,
    )


# --- the board ---------------------------------------------------------------------------------


@some
@given(states())
def test_a_picture_is_one_self_contained_document(state: tikal.State) -> None:
    assert_self_contained(board_svg(state))


@some
@given(states())
def test_every_cell_is_drawn_once_with_its_tile(state: tikal.State) -> None:
    root = read(board_svg(state))
    drawn, empty = cells(root), of_class(root, "unexplored")
    assert len(of_class(root, "cell")) + len(empty) == len(CELLS)
    assert {cell.attrib["data-cell"] for cell in empty} == set(CELLS) - set(drawn)
    for name in CELLS:
        there = state[name]
        if there.tile is None:
            assert name not in drawn
            continue
        shown = drawn[name].attrib
        assert (shown["data-tile"], shown["data-kind"]) == (there.tile, there.kind)
        assert number_of(drawn[name], "rotation") == there.rotation
        assert name in texts(drawn[name])
        assert (there.tile in texts(drawn[name])) == (name not in BOX.printed)


@some
@given(states())
def test_every_stone_lies_on_its_own_side_of_the_edge(state: tikal.State) -> None:
    for name, cell in cells(read(board_svg(state))).items():
        there = state[name]
        assert there.tile is not None
        assert there.rotation is not None
        face = rotate(TILES[TILE_INDEX[there.tile]].stones, there.rotation)
        rows = {row.attrib["data-side"]: of_class(row, "stone") for row in of_class(cell, "stones")}
        assert {side: len(row) for side, row in rows.items()} == {
            side: stones for side, stones in zip(SIDES, face, strict=True) if stones
        }
        for side, row in rows.items():
            nx, ny = shapes.NORMALS[SIDES.index(side)]
            for stone in row:
                found = re.match(r"translate\((\S+) (\S+)\)", stone.attrib["transform"])
                assert found
                x, y = map(float, found.groups())
                assert 0.8 * shapes.APOTHEM < x * nx + y * ny < shapes.APOTHEM - 5


@some
@given(states())
def test_every_group_of_figures_shows_its_seat_and_its_count(state: tikal.State) -> None:
    drawn = cells(read(board_svg(state)))
    for name in CELLS:
        figures = {seat: crew for seat, crew in state[name].figures.items() if any(crew)}
        if not figures:
            assert name not in drawn or not of_class(drawn[name], "figures")
            continue
        badges = of_class(drawn[name], "figures")
        assert {
            number_of(badge, "seat"): (number_of(badge, "leaders"), number_of(badge, "workers"))
            for badge in badges
        } == figures
        assert len(badges) == len(figures)
        for badge in badges:
            seat = number_of(badge, "seat")
            leaders, workers = figures[seat]
            pawns = of_class(badge, "pawn")
            assert [pawn.attrib["data-figure"] for pawn in pawns] == (
                ["L"] * leaders + ["W"] * (workers > 0)
            )
            assert [texts(pawn) for pawn in pawns] == [[str(seat)]] * len(pawns)
            number = [f"\u00d7{workers}"] * (workers > 1)
            assert texts(badge) == [str(seat)] * len(pawns) + number


@some
@given(states())
def test_strengths_stand_on_every_open_temple_that_several_seats_contend_for(
    state: tikal.State,
) -> None:
    for name, cell in cells(read(board_svg(state))).items():
        there = state[name]
        power = sorted((BOX.leader_strength * a + b for a, b in there.figures.values()))
        rivals = [str(each) for each in reversed(power) if each]
        shown = [texts(row) for row in of_class(cell, "strengths")]
        contended = there.kind == "temple" and there.guard is None and len(rivals) > 1
        assert shown == ([rivals] if contended else [])


@some
@given(states())
def test_temples_treasures_camps_and_guards_are_on_their_cells(state: tikal.State) -> None:
    for name, cell in cells(read(board_svg(state))).items():
        there = state[name]
        temples, piles = of_class(cell, "temple"), of_class(cell, "treasure")
        assert [number_of(temple, "value") for temple in temples] == (
            [there.value] if there.kind == "temple" else []
        )
        assert [texts(temple) for temple in temples] == [[str(there.value)]] * len(temples)
        assert [len(of_class(pile, "token")) for pile in piles] == (
            [there.tokens] if there.kind == "treasure" else []
        )
        assert [texts(pile) for pile in piles] == [[str(there.tokens)]] * len(piles)
        camps, guards = of_class(cell, "camp"), of_class(cell, "guard")
        assert [texts(camp) for camp in camps] == ([[str(there.camp)]] if there.camp else [])
        assert [texts(guard) for guard in guards] == (
            [[str(there.guard[0]), there.guard[1]]] if there.guard else []
        )


@some
@given(states())
def test_the_title_of_every_cell_says_what_is_on_it(state: tikal.State) -> None:
    for name, cell in cells(read(board_svg(state))).items():
        words = cell.findtext(f"{SVG}title") or ""
        assert words.startswith(f"{name}: ")
        for seat, (leaders, workers) in state[name].figures.items():
            assert (f"seat {seat} leader" in words) == (leaders == 1)
            assert not workers or re.search(rf"seat {seat} (leader and )?{workers} worker", words)


@some
@given(states())
def test_the_panel_shows_what_everybody_has_and_what_is_left(state: tikal.State) -> None:
    root = read(board_svg(state))
    rows = {number_of(row, "seat"): row for row in of_class(root, "player")}
    owned = {number_of(row, "seat"): row for row in of_class(root, "treasures")}
    for seat, points in state.scores.items():
        assert number_of(rows[seat], "score") == points
        player = state.player(seat)
        now = "-" if state.phase == "over" else f"+{tikal.score(state, seat).total}"
        assert texts(rows[seat]) == [
            str(seat), f"Seat {seat}", str(points), now, in_short(player.supply),
            str(2 - len(player.camps)), str(len(player.guards)), in_short(player.removed),
        ]  # fmt: skip
        assert tokens_in(owned[seat]) == tokens(state.player(seat).treasures)
    assert tokens_in(owned[0]) == tokens(state.unseen)
    assert len(rows) == state.players == len(owned) - 1
    letters = Counter(tile[0] for tile in state.remaining)
    assert amounts(root, "tiles") == {letter: letters[letter] for letter in "ABCDEFG"}
    assert amounts(root, "floors") == {str(floor): n for floor, n in state.floors.items()}
    shown = " ".join(texts(root))
    assert state.edition.title in shown
    assert state.edition.key in shown


def in_short(figures: tuple[int, int]) -> str:
    return "+".join(["L"] * figures[0] + [str(figures[1])] * (figures[1] > 0)) or "0"


def tokens(treasures: dict[int, int]) -> dict[int, str]:
    return {kind: str(count) for kind, count in treasures.items() if count}


def tokens_in(row: ET.Element) -> dict[int, str]:
    return {
        number_of(text, "kind"): text.text or ""
        for text in row.iter(f"{SVG}text")
        if "data-kind" in text.attrib
    }


def amounts(root: ET.Element, name: str) -> dict[str, int]:
    found = {}
    for column in of_class(root, name):
        assert texts(column) == [column.attrib["data-name"], column.attrib["data-count"]]
        found[column.attrib["data-name"]] = number_of(column, "count")
    return found


@some
@given(states())
def test_the_tile_that_waits_or_else_the_display_is_drawn(state: tikal.State) -> None:
    drawn = [tile.attrib["data-tile"] for tile in of_class(read(board_svg(state)), "tile")]
    assert drawn == ([state.tile] if state.tile else list(state.display))


@some
@given(states())
def test_the_panel_says_whose_turn_it_is(state: tikal.State) -> None:
    status = " ".join(text.text or "" for text in of_class(read(board_svg(state)), "status"))
    if state.phase == "over":
        assert all(str(seat) in status for seat in state.winners)
        assert str(max(state.scores.values())) in status
    else:
        assert f"seat {state.active}" in status
    assert ("AP left" in status) == (state.phase in ("act", "reveal"))
    assert f"{state.ap} AP left" in status or state.phase not in ("act", "reveal")
    assert ("scoring turn" in status) == state.scoring
    if state.phase == "bid":
        bid = "none yet" if state.high_bid is None else f"{state.high_bid} by"
        assert f"high bid: {bid}" in status


def test_a_bid_of_nothing_is_shown_beside_the_display() -> None:
    state = tikal.new_game(2, "rio-grande-1999 lowest_bid=0", auction=True)
    for move in ("draw A1", "draw A2"):
        state = tikal.apply(state, tikal.parse_move(move))
    assert ">high bid: none<" in board_svg(state)
    state = tikal.apply(state, tikal.Bid(0))
    assert ">high bid: 0<" in board_svg(state)


def test_the_panel_tells_who_has_dug() -> None:
    state = tikal.position(
        edition="legend-classic",
        phase="act",
        active=1,
        ap=7,
        tiles={"c1": ("A1", 2)},
        values={"b1": 2},
        worked={"b1": 1},
        diggers={"b1": [("L", "c1")]},
        figures={1: {"c1": (1, 0)}},
    )
    texts = " ".join(text.text or "" for text in of_class(read(board_svg(state)), "status"))
    assert "dug in this turn: b1 once (its digger: the leader, now on c1)" in texts


def test_seats_differ_without_colour() -> None:
    signs = {
        re.sub(r"#\w+|data-seat=\"\d\"|>\d<", "", pieces.emblem(seat, size=10))
        for seat in range(1, 5)
    }
    assert len(signs) == 4
    root = read(board_svg(crowded()))
    crews = of_class(cells(root)["c2"], "figures")
    assert [texts(crew) for crew in crews] == [
        ["1", "1", "\u00d710"], ["2", "\u00d711"], ["3"], ["4", "4"],
    ]  # fmt: skip
    assert len({pieces.pawn(1, figure).count("<path") for figure in ("L", "W")}) == 2, "the hat"
    for figure in ("L", "W"):
        bodies = [re.search(r' d="([^"]+)"', pieces.pawn(seat, figure)) for seat in range(1, 5)]
        assert len({body[1] for body in bodies if body}) == 4


#: How a colour looks without one kind of cone, in linear light (Machado, Oliveira, Fernandes 2009).
EYES: Final = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}  # fmt: skip


@pytest.mark.parametrize("eyes", EYES)
def test_the_colours_of_seats_differ_in_every_kind_of_colour_blindness(eyes: str) -> None:
    seen = [as_seen(colour, EYES[eyes]) for colour in colours.SEATS.values()]
    # colours that lie side by side are told apart from a distance of some 2.3
    assert min(math.dist(one, other) for one, other in itertools.combinations(seen, 2)) > 25


def as_seen(colour: str, eyes: tuple[tuple[float, float, float], ...]) -> tuple[float, ...]:
    """A colour as L*a*b*."""
    light = linear(colour)
    r, g, b = (min(1, max(0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in eyes)
    x, y, z = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116
        for part in (
            (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
            0.2126 * r + 0.7152 * g + 0.0722 * b,
            (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
        )
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def linear(colour: str) -> list[float]:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    return [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]


def luminance(colour: str) -> float:
    r, g, b = linear(colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_names_and_numbers_stand_out_from_what_lies_behind_them() -> None:
    for seat, colour in colours.SEATS.items():
        assert contrast(colour, colours.ON_SEATS[seat]) >= 4.5
        assert contrast(colours.LINES[seat], colours.WHITE) >= 4.5
    for cell in of_class(read(board_svg(crowded())), "cell"):
        land = cell.find(f"{SVG}polygon")
        assert land is not None
        for text in cell.findall(f"{SVG}text"):
            assert contrast(land.attrib["fill"], text.attrib["fill"]) >= 4.5


@some
@given(states())
def test_a_temple_has_the_colour_and_the_sign_of_the_seat_it_counts_for(state: tikal.State) -> None:
    scored = {
        cell: seat for seat in reversed(state.scores) for cell in tikal.score(state, seat).temples
    }
    guarded = {name: state[name].guard for name in CELLS}
    for name, cell in cells(read(board_svg(state))).items():
        guard = guarded[name]
        holder = guard[0] if guard else scored.get(name, 0)
        for temple in of_class(cell, "temple"):
            assert number_of(temple, "holder") == holder
            plate = temple.find(f"{SVG}rect")
            assert plate is not None
            assert plate.attrib["fill"] == (colours.SEATS[holder] if holder else colours.WHITE)
            signs = [number_of(sign, "seat") for sign in of_class(cell, "emblem")]
            assert (holder in signs) == bool(holder)


# --- parts of the board ------------------------------------------------------------------------


@some
@given(states())
def test_a_cropped_board_has_what_is_explored_and_what_borders_on_it(state: tikal.State) -> None:
    whole, part = read(board_svg(state)), read(board_svg(state, crop=True, panel=False))
    explored = {name for name in CELLS if state[name].tile}
    border = {
        CELLS[other] for name in explored for _, other in NEIGHBOURS[CELLS.index(name)]
    } - explored
    assert {cell.attrib["data-cell"] for cell in of_class(part, "cell")} == explored
    assert {cell.attrib["data-cell"] for cell in of_class(part, "unexplored")} == border
    assert not of_class(part, "panel")
    assert float(part.attrib["viewBox"].split()[2]) < float(whole.attrib["viewBox"].split()[2])


def test_highlighted_cells_are_never_cropped() -> None:
    state = tikal.new_game(players=2)
    part = read(board_svg(state, crop=True, highlight=["h5"], move="place g1 r0"))
    assert {"h5", "g1"} <= {cell.attrib["data-cell"] for cell in of_class(part, "unexplored")}


def test_a_narrow_picture_breaks_its_reasons_earlier() -> None:
    state = tikal.new_game(players=2)
    reasons = tikal.check(state, "guard a2 L")
    for panel in (True, False):
        picture = read(
            board_svg(state, move="guard a2 L", violations=reasons, panel=panel, crop=True)
        )
        room = float(picture.attrib["viewBox"].split()[2]) / 8
        assert all(len(line) <= room for line in texts(of_class(picture, "reason")[0]))


def test_the_last_move_is_drawn() -> None:
    state = crowded()
    for move, cell in (("walk W c2-c3", "c3"), ("uncover c3", "c3"), ("end", None)):
        drawn = of_class(read(board_svg(state, last=move)), "last")
        assert [mark.attrib["data-cell"] for mark in drawn] == ([cell] if cell else [])


# --- sameness ----------------------------------------------------------------------------------


@some
@given(states())
def test_equal_positions_give_the_same_bytes(state: tikal.State) -> None:
    assert board_svg(pickle.loads(pickle.dumps(state))) == board_svg(state)


def test_the_seed_of_hashing_changes_nothing() -> None:
    program = (
        "import tikal, tikal.pictures.svg, hashlib;"
        "s = tikal.play(tikal.new_game(3), tikal.sensible_policy, 4, limit=120).state;"
        "m = tikal.parse_move('walk L a1-b2');"
        "t = tikal.pictures.svg.board_svg(s, highlight=['c3', 'a1'], move=m) + str(s);"
        "t += tikal.pictures.svg.tile_sheet_svg();"
        "print(hashlib.sha256(t.encode()).hexdigest())"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(seen) == 1


@given(st.floats(-10_000, 10_000))
def test_numbers_are_short_and_close(value: float) -> None:
    text = number(value)
    assert re.fullmatch(r"-?\d+(\.\d{0,1}[1-9])?", text)
    assert text != "-0"
    assert abs(float(text) - value) <= 0.00501


def test_a_notebook_shows_the_picture() -> None:
    state = tikal.new_game(2)
    assert state._repr_svg_() == board_svg(state)


# --- options -----------------------------------------------------------------------------------


def test_highlighted_cells_are_ringed() -> None:
    root = read(board_svg(tikal.new_game(2), highlight=["b1", "h5", "b1"]))
    rings = of_class(root, "highlight")
    assert [ring.attrib["data-cell"] for ring in rings] == ["b1", "h5"]
    assert rings[0].attrib["transform"] == cells(root)["b1"].attrib["transform"]


@some
@given(candidate_moves())
def test_every_move_can_be_drawn_with_the_reasons_against_it(
    pair: tuple[tikal.State, Move],
) -> None:
    state, move = pair
    violations = tikal.check(state, move)
    root = assert_self_contained(board_svg(state, move=move, violations=violations))
    (caption,) = of_class(root, "caption")
    verdict, *_ = texts(caption)
    assert verdict == f"{'Refused' if violations else 'Move'}: {move}"
    reasons = of_class(caption, "reason")
    assert [" ".join(texts(reason)) for reason in reasons] == [str(v) for v in violations]
    marked = {mark.attrib["data-cell"] for mark in of_class(root, "refusal")}
    cells = {v.facts.get("cell", v.facts.get("target")) for v in violations}
    assert marked == cells - {None}
    written = re.findall(r"\b[a-h][1-5]\b", str(move))
    assert len(of_class(root, "move")) == (1 if written else 0)


def test_a_walk_is_an_arrow_and_a_refused_one_is_crossed_out() -> None:
    state, move = crowded(), tikal.parse_move("walk W c2-b2")
    (legal,) = of_class(read(board_svg(state, move=move)), "move")
    reason = tikal.Violation("MOVE-03", "this costs 2 AP and you have 1")
    (refused,) = of_class(read(board_svg(state, move=move, violations=[reason])), "move")
    assert not legal.findall(f".//{SVG}circle")
    assert len(refused.findall(f".//{SVG}circle")) == 1
    assert len(legal.findall(f"{SVG}path")) == 2


def test_a_tile_to_be_placed_is_shown_as_it_would_lie() -> None:
    state = tikal.apply(tikal.new_game(2), tikal.parse_move("draw A2"))
    move = tikal.parse_move("place b3 r2")
    (ghost,) = of_class(read(board_svg(state, move=move)), "ghost")
    assert ghost.attrib["data-tile"] == "A2"
    rows = {row.attrib["data-side"]: number_of(row, "stones") for row in of_class(ghost, "stones")}
    assert rows == {"NW": 2, "NE": 1}
    assert not of_class(read(board_svg(state, move=tikal.parse_move("place a2 r2"))), "ghost")


def test_several_clauses_on_one_cell_share_their_mark() -> None:
    reasons = [tikal.Violation(clause, "no", {"cell": "a2"}) for clause in ("X-1", "X-2", "X-3")]
    (mark,) = of_class(read(board_svg(tikal.new_game(2), violations=reasons)), "refusal")
    assert texts(mark) == ["X-1 +2"]


def test_facts_that_name_no_cell_are_left_unmarked() -> None:
    reasons = [
        tikal.Violation("X-1", "no", {"cell": cell}) for cell in ("z9", None, 3, ["a1"], HOSTILE)
    ]
    root = assert_self_contained(board_svg(tikal.new_game(2), violations=reasons))
    assert not of_class(root, "refusal")
    assert len(of_class(root, "reason")) == 5


def test_a_long_reason_is_broken_into_lines() -> None:
    short = read(board_svg(tikal.new_game(2), violations=[tikal.Violation("X-1", "no")]))
    long = read(board_svg(tikal.new_game(2), violations=[tikal.Violation("X-1", "no way " * 99)]))
    assert max(map(len, texts(long))) <= 150
    assert float(long.attrib["height"]) > float(short.attrib["height"])


def test_players_are_called_by_their_names() -> None:
    root = read(board_svg(tikal.new_game(3), names=("Ana", "Ben", "Cleopatra VII")))
    assert [texts(row)[1] for row in of_class(root, "player")] == ["Ana", "Ben", "Cleopatr…"]


def test_hostile_words_stay_words() -> None:
    edition = attrs.evolve(tikal.RIO_GRANDE_1999, key=HOSTILE, title=HOSTILE)
    state = tikal.new_game(2, edition)
    reasons = [tikal.Violation(HOSTILE, HOSTILE, {"cell": "a1"})]
    svg = board_svg(state, names=[HOSTILE, "<b>"], violations=reasons)
    root = assert_self_contained(svg)
    assert "<script" not in svg
    assert "<b>" in texts(root)
    assert any("</text><script>alert('x')</script> & \"" in text for text in texts(root))


@pytest.mark.parametrize("size", [1, 640, 100_000])
def test_the_size_is_the_width_and_the_shape_stays(size: int) -> None:
    root = read(board_svg(tikal.new_game(2), size=size))
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    assert root.attrib["width"] == str(size)
    assert float(root.attrib["height"]) == pytest.approx(size * height / width, rel=1e-4, abs=0.01)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"state": "start"}, tikal.WrongType),
        ({"state": None}, tikal.WrongType),
        ({"highlight": "b1"}, tikal.WrongType),
        ({"highlight": 5}, tikal.WrongType),
        ({"highlight": ["z9"]}, tikal.InvalidNotation),
        ({"highlight": [3]}, tikal.WrongType),
        ({"move": b"walk W a1-b2"}, tikal.WrongType),
        ({"move": "walk W a1"}, tikal.InvalidNotation),
        ({"violations": ["TURN-02"]}, tikal.WrongType),
        ({"violations": tikal.Violation("X-1", "no")}, tikal.WrongType),
        ({"violations": [tikal.Violation("X-1", None)]}, tikal.WrongType),  # type: ignore[arg-type]
        ({"violations": [tikal.Violation(1, "no")]}, tikal.WrongType),  # type: ignore[arg-type]
        ({"names": "AB"}, tikal.WrongType),
        ({"names": ["Ana", 2]}, tikal.WrongType),
        ({"names": ["Ana"]}, tikal.InvalidArgument),
        ({"size": 0}, tikal.InvalidArgument),
        ({"size": 10**5000}, tikal.InvalidArgument),
        ({"size": "640"}, tikal.WrongType),
        ({"size": 6.5}, tikal.WrongType),
        ({"size": True}, tikal.WrongType),
    ],
)
def test_bad_arguments_give_tikal_errors(
    options: dict[str, object], error: type[tikal.TikalError]
) -> None:
    with pytest.raises(error):
        board_svg(**{"state": tikal.new_game(2), **options})  # type: ignore[arg-type]


# --- tiles -------------------------------------------------------------------------------------


@pytest.mark.parametrize("rotation", range(6))
def test_a_tile_is_drawn_turned(rotation: int) -> None:
    for tile in TILES:
        root = assert_self_contained(tile_svg(tile.id, rotation))
        stones = {row.attrib["data-side"]: number_of(row, "stones")
                  for row in of_class(root, "stones")}  # fmt: skip
        expected = {
            SIDES[(side + rotation) % 6]: count for side, count in enumerate(tile.stones) if count
        }
        assert stones == expected
        assert len(of_class(root, "token")) == tile.masks
        (drawn,) = of_class(root, "tile")
        assert (drawn.attrib["data-tile"], number_of(drawn, "rotation")) == (tile.id, rotation)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("Z1",), tikal.InvalidArgument),
        ((1,), tikal.WrongType),
        ((None,), tikal.WrongType),
        (("A1", 6), tikal.InvalidNotation),
        (("A1", "0"), tikal.WrongType),
    ],
)
def test_a_tile_that_does_not_exist_cannot_be_drawn(
    arguments: tuple[object, ...], error: type[tikal.TikalError]
) -> None:
    with pytest.raises(error):
        tile_svg(*arguments)  # type: ignore[arg-type]


def test_a_tile_has_a_size_too() -> None:
    assert read(tile_svg("A1", size=64)).attrib["width"] == "64"
    with pytest.raises(tikal.InvalidArgument):
        tile_svg("A1", size=-1)


def test_the_sheet_is_a_page_with_all_tiles_and_all_kinds_of_treasure() -> None:
    root = assert_self_contained(tile_sheet_svg())
    assert (root.attrib["width"], root.attrib["height"]) == ("210mm", "297mm")
    tiles = {tile.attrib["data-tile"]: tile for tile in of_class(root, "tile")}
    assert list(tiles) == [tile.id for tile in TILES]
    for tile in BOX.tiles:
        assert tile.id in texts(tiles[tile.id])
    for cell, tile in BOX.printed.items():
        assert cell in texts(tiles[tile.id])
    stones = {name: len(of_class(tile, "stone")) for name, tile in tiles.items()}
    assert stones == {tile.id: sum(tile.stones) for tile in TILES}
    kinds = of_class(root, "kind")
    assert [number_of(kind, "kind") for kind in kinds] == list(range(1, 9))
    for kind in kinds:
        assert kind.attrib["data-kind"] in texts(kind)


def test_the_eight_ornaments_differ() -> None:
    drawn = {re.sub(r' data-kind="\d"', "", ornaments.ornament(kind)) for kind in range(1, 9)}
    assert len(drawn) == 8


# --- languages ---------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_nothing_in_a_picture_stays_english(language: str) -> None:
    state = tikal.position(auction=True, phase="bid", display=["A1", "A2"], players=2)
    english, other = (
        set(texts(read(board_svg(state, language=each)))) for each in ("en", language)
    )
    alike = {text for text in english & other if re.search("[a-z]{3}", text)}
    assert alike <= {"points", "camp", "camps"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_speaks_every_language_and_names_eight_kinds(language: str) -> None:
    root = assert_self_contained(tile_sheet_svg(language))
    assert len({texts(kind)[-1] for kind in of_class(root, "kind")}) == 8
    alike = {text for text in texts(root) if re.search("[a-z]{3}", text)}
    alike &= set(texts(read(tile_sheet_svg())))
    assert language == "en" or alike <= {"serpent", "hand"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_headings_of_the_panel_do_not_run_into_each_other(language: str) -> None:
    root = read(board_svg(tikal.new_game(4), language=language))
    (panel,) = of_class(root, "panel")
    rows: dict[str, list[tuple[float, float]]] = {}
    for text in panel.iter(f"{SVG}text"):
        if text.get("font-size") == "10.5":
            half = 0.29 * 10.5 * len(text.text or "")  # of a letter of the usual typefaces
            x = float(text.attrib["x"])
            rows.setdefault(text.attrib["y"], []).append((x - half, x + half))
    assert len(rows) == 2
    for row in rows.values():
        assert all(end < start for (_, end), (start, _) in pairwise(sorted(row))), row
