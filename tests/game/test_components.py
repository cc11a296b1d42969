"""The real game as data, its sources, and what happens to a damaged file."""

from __future__ import annotations

from importlib import resources

import pytest

from tikal.components import BOX, load
from tikal.errors import InvalidArgument

TEXT = resources.files("tikal").joinpath("components.toml").read_text("utf-8")


def damaged(old: str, new: str) -> str:
    """The data file with one thing changed."""
    assert TEXT.count(old) >= 1
    return TEXT.replace(old, new, 1)


@pytest.mark.clause(
    "COMP-01", "COMP-02", "COMP-03", "COMP-04", "COMP-05", "COMP-06", "COMP-07", "COMP-10"
)
def test_the_box_holds_what_the_rulebooks_count() -> None:
    # the numbers of the rulebooks, independent of components.toml
    assert len(BOX.tiles) == 36
    letters = [tile.letter for tile in BOX.tiles]
    assert [letters.count(letter) for letter in "ABCDEFG"] == [6, 6, 5, 5, 5, 5, 4]
    kinds = [tile.kind for tile in BOX.tiles]
    assert {k: kinds.count(k) for k in set(kinds)} == {
        "temple": 15, "jungle": 10, "treasure": 8, "volcano": 3,
    }  # fmt: skip
    assert [t.letter for t in BOX.tiles if t.kind == "volcano"] == ["B", "D", "F"]
    printed = [tile.kind for tile in BOX.printed.values()]
    assert sorted(printed) == ["base_camp", "jungle", "temple", "temple"]
    assert BOX.floors == {2: 3, 3: 6, 4: 9, 5: 11, 6: 8, 7: 5, 8: 3, 9: 2, 10: 1}
    assert sum(BOX.floors.values()) == 48
    assert (BOX.treasure_kinds, BOX.treasure_copies) == (8, 3)
    assert (BOX.leaders, BOX.workers, BOX.camps) == (1, 18, 2)
    assert (BOX.least_players, BOX.most_players) == (2, 4)


@pytest.mark.clause("GUARD-03", "GUARD-11", "LEADER-01")
def test_a_player_has_two_guards_and_a_leader_counts_for_three_workers() -> None:
    assert (BOX.guards, BOX.leader_strength) == (2, 3)


@pytest.mark.clause("DER-10", "COMP-11", "PLACE-08", "SETUP-08")
def test_starting_heights_of_all_seventeen_temples() -> None:
    values = [t.value for t in (*BOX.tiles, *BOX.printed.values()) if t.kind == "temple"]
    assert sorted(values) == [1] * 3 + [2] * 3 + [3] * 4 + [4] * 3 + [5] * 3 + [6]


@pytest.mark.clause("DER-11", "PLACE-11")
def test_masks_add_up_to_the_tokens() -> None:
    masks = sorted(tile.masks for tile in BOX.tiles if tile.kind == "treasure")
    assert masks == [2, 2, 2, 3, 3, 4, 4, 4]


@pytest.mark.clause("PLACE-07")
def test_every_tile_that_can_be_entered_has_three_stones() -> None:
    for tile in BOX.tiles:
        assert sum(tile.stones) == (0 if tile.kind == "volcano" else 3), tile.id


def test_every_tile_rests_on_two_sources_but_one() -> None:
    assert [tile.id for tile in BOX.tiles if len(tile.sources) < 2] == ["F5"]
    assert "S1 alone" in next(tile.note for tile in BOX.tiles if tile.id == "F5")
    assert all(label in BOX.sources for tile in BOX.tiles for label in tile.sources)


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('id = "A3"\nkind = "jungle"', 'id = "A3"\nkind = "lagoon"', "tile A3"),
        ('id = "A3"\nkind = "jungle"', 'id = "A3"', "tile A3: kind is missing"),
        ('id = "A3"', 'id = "A4"', "tile A4"),
        ('id = "A3"', 'id = "Q7"', "tile Q7"),
        ('id = "A3"', 'id = ""', "tile : is not a letter from A to G"),
        ('id = "A3"', "id = 3", "tile 3, id: expected str"),
        ("stones = [0, 0, 0, 2, 1, 0]", "stones = [0, 0, 0, 2, 2, 0]", "tile A1: needs 3 stones"),
        ("stones = [0, 0, 0, 2, 1, 0]", "stones = [0, 0, 0, 2, 1]", "tile A1: stones must be six"),
        ("stones = [0, 0, 0, 2, 1, 0]", 'stones = "many"', "tile A1, stones: expected list"),
        ("stones = [0, 0, 0, 2, 1, 0]", "stones = [0, 0, 0, 2, true, 0]", "tile A1, stones"),
        ("value = 6", "value = 7", "tile E1: a temple cannot have value 7"),
        ("masks = 4", "masks = 5", "tile A2: a treasure cannot show 5 masks"),
        ("masks = 4", "masks = 3", "23 masks do not match the 24 treasures"),
        ('sources = ["S1", "S2"]', "sources = []", "tile A1: sources must name"),
        ('sources = ["S1", "S2"]', 'sources = ["S9"]', "tile A1: sources must name"),
        ('cell = "a2"', 'cell = "a1"', "cell a1 is printed twice"),
        ('id = "A6"', 'id = "A7"', "tile A7: is not a letter from A to G with the next number"),
        ('kind = "base_camp"', 'kind = "jungle"', "printed hexes: there must be one base camp"),
        ("6 = 8,", "6 = 0,", "floors"),
        ("6 = 8,", "", "floors: must be numbered from 2 without gaps"),
        ("6 = 8,", "six = 8,", "'six' is not a number"),
        ("kinds = 8", "kinds = 6", "24 masks do not match the 18 treasures"),
        ("workers = 18", "workers = 0", "expedition: workers must be at least 1"),
        ("guards = 2 ", "guardians = 2 ", "expedition: guards is missing"),
        ("leader_strength = 3", "leader_strength = -3", "expedition: leader_strength must be"),
        ("least = 2", "least = 5", "players: least 5 exceeds most 4"),
        ("[treasures]", "[tresures]", "table treasures is missing|treasures is missing"),
        ("[floors]", "[floors", "components: "),
        ("pieces = {", "pieces = {} # {", "floors"),
        ("pieces = {", "pieces = 3 # {", "expected dict"),
    ],
)
def test_a_damaged_file_is_refused_and_the_entry_named(old: str, new: str, place: str) -> None:
    with pytest.raises(InvalidArgument, match=place):
        load(damaged(old, new))


def test_a_volcano_in_the_wrong_letter_is_noticed() -> None:
    swapped = TEXT.replace('id = "B1"', 'id = "X"').replace('id = "A1"', 'id = "B1"')
    text = swapped.replace('id = "X"', 'id = "A1"')
    with pytest.raises(InvalidArgument, match="order of their ids"):
        load(text)
