"""The board as people name it, and bad input."""

from __future__ import annotations

from itertools import pairwise

import pytest

import tikal
from tikal import geometry
from tikal.components import BOX, TILES
from tikal.errors import InvalidArgument, InvalidNotation, WrongType
from tikal.geometry import FACES, ROTATIONS, Board, lying
from tikal.grid import CELL_INDEX, CELLS, NEIGHBOURS, SIDES, rotate


def neighbours(name: str) -> dict[str, str]:
    return {SIDES[side]: CELLS[other] for side, other in NEIGHBOURS[CELL_INDEX[name]]}


def test_there_are_forty_cells_in_eight_columns_of_five() -> None:
    assert len(CELLS) == 40
    assert CELLS[0] == "a1"
    assert CELLS[4:6] == ("a5", "b1")
    assert CELLS[-1] == "h5"


def test_columns_b_d_f_h_lie_half_a_cell_lower() -> None:
    assert neighbours("a1") == {"N": "a2", "NE": "b2", "SE": "b1"}
    assert neighbours("b1") == {"N": "b2", "NE": "c1", "NW": "a1"}
    assert neighbours("c3") == {
        "N": "c4", "NE": "d4", "SE": "d3", "S": "c2", "SW": "b3", "NW": "b4",
    }  # fmt: skip
    assert neighbours("d3") == {
        "N": "d4", "NE": "e3", "SE": "e2", "S": "d2", "SW": "c2", "NW": "c3",
    }  # fmt: skip
    assert neighbours("a5") == {"SE": "b5", "S": "a4"}
    assert neighbours("h1") == {"N": "h2", "NW": "g1"}


def test_the_printed_hexes_lie_where_the_board_shows_them() -> None:
    kinds = {name: tile.kind for name, tile in BOX.printed.items()}
    assert kinds == {"a1": "base_camp", "a2": "temple", "b2": "jungle", "b1": "temple"}


def test_fifteen_tiles_are_chiral_so_turning_never_mirrors() -> None:
    def is_chiral(stones: tuple[int, ...]) -> bool:
        mirrored = tuple(reversed(stones))
        return all(rotate(stones, r) != mirrored for r in range(6))

    assert sum(is_chiral(tile.stones) for tile in BOX.tiles) == 15


def test_only_volcanoes_and_the_three_way_tile_have_fewer_than_six_orientations() -> None:
    few = {TILES[i].id: rotations for i, rotations in enumerate(ROTATIONS) if len(rotations) < 6}
    assert few == {"B1": (0,), "D3": (0,), "F2": (0,), "D4": (0, 1)}


@pytest.mark.parametrize("rotation", range(6))
def test_a_tile_as_it_lies_can_be_taken_apart(rotation: int) -> None:
    cell = CELL_INDEX["d4"]
    for index, tile in enumerate(TILES):
        board = Board.of({"d4": (tile.id, rotation)})
        found = board.rotation(cell)
        assert found in ROTATIONS[index]
        assert rotate(tile.stones, found) == rotate(tile.stones, rotation)
        assert board.stones(cell) == FACES[board.tiles[cell]] == rotate(tile.stones, rotation)
        assert (board.tile(cell), board.kind(cell)) == (tile, tile.kind)
        assert board.placements() == {cell: (index, found)}
        assert board.tiles[cell] == lying(index, rotation) == lying(index, found)


def test_an_unexplored_cell_has_no_tile_no_rotation_and_no_terrain() -> None:
    board, cell = Board.printed(), CELL_INDEX["d4"]
    assert (board.tile(cell), board.rotation(cell), board.kind(cell)) == (None, None, None)
    assert board.stones(cell) == (0,) * 6
    assert [CELLS[cell] for cell in board.placements()] == sorted(BOX.printed)


def test_paths_between_the_printed_hexes() -> None:
    board = Board.printed()
    assert geometry.path_cost(board, "a1", "b2") == 1
    assert geometry.path_cost(board, "a1", "a2") == 2
    assert geometry.path_cost(board, "a1", "b1") == 2
    assert geometry.path_cost(board, "a2", "b2") == 3
    assert geometry.cheapest_path(board, "a2", "b2") == ("a2", "a1", "b2")
    assert geometry.reachable(board, "a1", 1) == {"a1": 0, "b2": 1}


def test_a_cell_is_at_no_distance_from_itself_but_only_if_one_can_stand_there() -> None:
    board = Board.of({"c3": ("A3", 0), "d3": ("B1", 0)})
    assert geometry.path_cost(board, "c3", "c3") == 0
    assert geometry.cheapest_path(board, "c3", "c3") == ("c3",)
    assert geometry.path_cost(board, "d3", "d3") is None
    assert geometry.path_cost(board, "h5", "h5") is None
    assert geometry.reachable(board, "d3", 10) == {}


def test_there_is_no_way_into_a_volcano_or_an_unexplored_cell() -> None:
    board = Board.of({"c3": ("C2", 5), "d3": ("B1", 0), "c2": ("A3", 0)})
    assert geometry.path_cost(board, "c3", "d3") is None
    assert geometry.cheapest_path(board, "c3", "e3") is None


def test_secret_paths_link_the_camps_and_the_base_camp_for_one_point() -> None:
    state = tikal.position(tiles={"b3": ("A3", 3), "b4": ("B3", 0)}, camps={1: ["b4", "b2"]})
    walked = tikal.path_cost(state, "a1", "b4")
    assert walked is not None
    assert walked > 1
    assert tikal.path_cost(state, "a1", "b4", seat=1) == 1
    assert tikal.path_cost(state, "b2", "b4", seat=1) == 1
    assert tikal.path_cost(state, "a1", "b4", seat=2) == walked
    assert tikal.route(state, "W", "a1", "b4", seat=1) == (tikal.Transfer("W", "a1", "b4"),)
    assert tikal.route(state, "W", "a1", "b2", seat=1) == (tikal.Walk("W", "a1", "b2"),)


def test_the_way_with_fewer_steps_wins_among_equal_prices() -> None:
    board = tikal.position(tiles={"b3": ("C1", 1), "c2": ("A3", 4)}).ground.board
    ways = ("a2", "a1", "b2", "c2"), ("a2", "b3", "c2")  # the longer one has the earlier cells
    for way in ways:
        steps = [board.connection(CELL_INDEX[a], CELL_INDEX[b]) for a, b in pairwise(way)]
        assert all(steps)
        assert sum(steps) == geometry.path_cost(board, "a2", "c2") == 5
    assert geometry.cheapest_path(board, "a2", "c2") == ways[1]
    assert geometry.cheapest_path(board, "c2", "a2") == ways[1][::-1]


def test_reachable_cells_are_in_the_order_of_the_board() -> None:
    board = tikal.position(tiles={"b3": ("C1", 1), "c2": ("A3", 4)}).ground.board
    for origin in ("a1", "b2", "c2"):
        reached = geometry.reachable(board, origin, 10)
        assert len(reached) == 6
        assert list(reached) == sorted(reached, key=CELL_INDEX.__getitem__)
        assert list(reached.values()) != sorted(reached.values())  # not that of the costs


def test_the_way_with_earlier_cells_wins_among_equal_steps() -> None:
    # GT-02: from the base camp to b3 by the jungle or by the northern temple, 3 AP either way
    board = tikal.position(tiles={"b3": ("A5", 2)}).ground.board
    costs = {(a, b): board.connection(CELL_INDEX[a], CELL_INDEX[b]) for a in CELLS for b in CELLS}
    assert costs["a1", "a2"] + costs["a2", "b3"] == 3
    assert costs["a1", "b2"] + costs["b2", "b3"] == 3
    assert geometry.cheapest_path(board, "a1", "b3") == ("a1", "a2", "b3")
    assert geometry.cheapest_path(board, "b3", "a1") == ("b3", "a2", "a1")


@pytest.mark.parametrize("name", ["a0", "a6", "i1", "A1", "", "a10", "a1 ", "ä1"])
def test_an_unknown_cell_is_named_in_the_error(name: str) -> None:
    board = Board.printed()
    with pytest.raises(InvalidNotation, match="cells are a1 to h5"):
        geometry.path_cost(board, name, "a1")
    with pytest.raises(InvalidNotation):
        geometry.reachable(board, name, 3)


def test_a_cell_that_is_no_str_is_a_type_error_that_says_what_to_pass() -> None:
    with pytest.raises(TypeError, match='a str such as "b1"'):
        geometry.path_cost(Board.printed(), 3, "a1")  # type: ignore[arg-type]
    with pytest.raises(WrongType):
        geometry.path_cost(Board.printed(), ["a1"], "a1")  # type: ignore[arg-type]


def test_impossible_rotations_and_action_points_are_refused() -> None:
    with pytest.raises(InvalidNotation, match="0 to 5"):
        Board.of({"c3": ("A1", 7)})
    with pytest.raises(WrongType):
        Board.of({"c3": ("A1", True)})
    with pytest.raises(InvalidArgument, match="no tile"):
        Board.of({"c3": ("Z9", 0)})
    with pytest.raises(InvalidArgument, match="negative"):
        geometry.reachable(Board.printed(), "a1", -1)
    with pytest.raises(WrongType):
        geometry.reachable(Board.printed(), "a1", 2.5)  # type: ignore[arg-type]
    with pytest.raises(InvalidArgument, match="no camp on h5"):
        geometry.path_cost(Board.printed(), "a1", "b2", camps=["h5"])


@pytest.mark.clause("PATH-01", "PATH-02")
def test_the_four_hexes_of_an_example_alone_have_its_costs() -> None:
    # GT-01; on the whole board it is among the golden examples
    tiles = {"c1": ("A6", 5), "d1": ("A3", 5), "d2": ("A2", 0), "b1": ("board_temple_southeast", 0)}
    board = Board.of(tiles)
    assert geometry.reachable(board, "c1", ap=10) == {"b1": 1, "c1": 0, "d1": 3, "d2": 6}
    assert geometry.cheapest_path(board, "c1", "d2") == ("c1", "d1", "d2")
    assert geometry.path_cost(board, "b1", "d2") == 7
