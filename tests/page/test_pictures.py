"""The small pictures of the page, and what stands behind a verdict on it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from tests.page.asking import good, refused
from tikal.components import BOX
from tikal.languages import LANGUAGES
from tikal.moves import parse_move

SVG = "{http://www.w3.org/2000/svg}svg"


def test_every_tile_has_a_picture_in_every_rotation() -> None:
    names = [tile.id for tile in BOX.tiles]
    for rotation in range(6):
        found = good(ask="pictures", tiles=names, rotation=rotation)["tiles"]
        assert list(found) == names
        assert all(ET.fromstring(text).tag == SVG for text in found.values())


@pytest.mark.parametrize("rotation", range(6))
def test_tiles_name_their_stones_as_they_lie(rotation: int) -> None:
    names = [tile.id for tile in BOX.tiles]
    found = good(ask="pictures", tiles=names, rotation=rotation)["spoken"]
    compass = ("north", "north-east", "south-east", "south", "south-west", "north-west")
    for tile in BOX.tiles:
        sides = [
            f"{tile.stones[(k - rotation) % 6]} {compass[k]}"
            for k in range(6)
            if tile.stones[(k - rotation) % 6]
        ]
        assert found[tile.id] == (f"stones: {', '.join(sides)}" if sides else "no stones")


def test_figures_seats_and_treasures_have_pictures() -> None:
    found = good(ask="pictures")
    assert list(found["figures"]) == [f"{seat}{figure}" for seat in (1, 2, 3, 4) for figure in "LW"]
    assert list(found["seats"]) == ["1", "2", "3", "4"]
    assert list(found["treasures"]) == [str(kind) for kind in range(1, BOX.treasure_kinds + 1)]
    for group in ("figures", "seats", "treasures"):
        assert len(set(found[group].values())) == len(found[group])
        assert all(ET.fromstring(text).tag == SVG for text in found[group].values())


def test_small_things_are_drawn_in_the_middle_of_their_picture() -> None:
    found = good(ask="pictures")
    for group in ("figures", "seats", "treasures"):
        for text in found[group].values():
            picture = ET.fromstring(text)
            width, height = (float(picture.attrib[side]) for side in ("width", "height"))
            (moved,) = re.findall(r'<g transform="translate\(([^)]+)\)"', text)[:1]
            x, y = map(float, re.split("[ ,]+", moved))
            assert x == width / 2
            assert abs(y - height / 2) < height / 4


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"tiles": ["Z9"]}, "no tile 'Z9': the tiles are A1 to G4"),
        ({"rotation": 6}, "rotation is a number from 0 to 5, not 6"),
        ({"rotation": -1}, "rotation is a number from 0 to 5, not -1"),
    ],
)
def test_a_picture_of_nothing_is_refused(fields: dict[str, object], error: str) -> None:
    assert refused(ask="pictures", **fields) == error


def test_an_opinion_says_what_every_reason_rests_on() -> None:
    found = good(ask="opinion", position="b3=A2 1L; act 1 2ap", move="recover b3")
    assert (found["legal"], found["price"], found["seat"]) == (False, 3, 1)
    assert found["move"] == str(parse_move("recover b3"))
    [reason] = found["violations"]
    assert (reason["clause"], reason["title"]) == ("TURN-04", "Ten action points")
    assert reason["grounds"]["summary"].startswith("the rules say so")
    assert reason["grounds"]["book"] == found["edition"]["key"] == "rio-grande-1999"


def test_an_opinion_on_a_legal_move_has_nothing_against_it() -> None:
    found = good(ask="opinion", position="b3=A2 1L", move="recover b3")
    assert (found["legal"], found["violations"]) == (True, [])


def test_the_words_of_the_page_come_in_every_language() -> None:
    found = {language: good(ask="about", language=language)["words"] for language in LANGUAGES}
    assert len({frozenset(words) for words in found.values()}) == 1
    assert len({words["verdict.no"] for words in found.values()}) == len(LANGUAGES)
