"""Properties of rotation, neighbourhood, stone edges and path costs."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tikal import geometry
from tikal.components import BOX, TILE_INDEX
from tikal.geometry import Board, lying
from tikal.grid import CELL_INDEX, CELLS, NEIGHBOURS, SIDES, cell_of

sides = st.integers(0, 5)
rotations = st.integers(0, 5)
cells = st.sampled_from(CELLS)
stones = st.tuples(*[st.integers(0, 3)] * 6)
TILES = {tile.id: tile for tile in BOX.tiles}


@st.composite
def layouts(draw: st.DrawFn) -> dict[str, tuple[str, int]]:
    """Any tiles anywhere: more than the placement rules allow."""
    ids = draw(st.lists(st.sampled_from(sorted(TILES)), unique=True, min_size=1, max_size=36))
    where = draw(st.permutations(CELLS))
    return {cell: (tile, draw(rotations)) for cell, tile in zip(where, ids, strict=False)}


def stones_between(layout: dict[str, tuple[str, int]], a: str, b: str) -> int:
    """The stones on both touching sides, from the data alone; 0 where there is no path."""
    if a not in layout or b not in layout:
        return 0
    total = 0
    for here, there in ((a, b), (b, a)):
        tile, rotation = layout[here]
        if TILES[tile].kind == "volcano":
            return 0
        touching = [s for s, other in NEIGHBOURS[CELL_INDEX[here]] if CELLS[other] == there]
        if not touching:
            return 0
        total += TILES[tile].stones[(touching[0] - rotation) % 6]
    return total


def brute_force(layout: dict[str, tuple[str, int]], links: set[str]) -> dict[tuple[str, str], int]:
    """Cheapest costs between all pairs by relaxing every edge again and again."""
    nodes = [cell for cell, (tile, _) in layout.items() if TILES[tile].kind != "volcano"]
    costs = {(cell, cell): 0 for cell in nodes}
    edges = [(a, b, n) for a in nodes for b in nodes if (n := stones_between(layout, a, b))]
    edges += [(a, b, 1) for a in links for b in links if a != b]
    changed = True
    while changed:
        changed = False
        for origin in nodes:
            for a, b, price in edges:
                if (origin, a) in costs:
                    cost = costs[origin, a] + price
                    if cost < costs.get((origin, b), 999):
                        costs[origin, b] = cost
                        changed = True
    return costs


@given(stones, rotations, rotations)
def test_rotation_is_a_group_action(face: tuple[int, ...], r: int, s: int) -> None:
    assert geometry.rotate(face, 0) == face
    assert geometry.rotate(geometry.rotate(face, r), s) == geometry.rotate(face, (r + s) % 6)


@given(stones, rotations, sides)
def test_side_i_goes_to_side_i_plus_r(face: tuple[int, ...], r: int, side: int) -> None:
    assert geometry.rotate(face, r)[(side + r) % 6] == face[side]


@given(cells)
def test_names_and_axial_coordinates_are_bijections(name: str) -> None:
    cell = CELL_INDEX[name]
    assert CELLS[cell] == name
    assert geometry.cell_at(*geometry.axial(cell)) == cell


@given(st.integers(-20, 20), st.integers(-20, 20))
def test_axial_coordinates_off_the_board_belong_to_no_cell(q: int, r: int) -> None:
    cell = geometry.cell_at(q, r)
    assert cell is None or geometry.axial(cell) == (q, r)


@given(cells, sides)
def test_neighbours_are_symmetric_across_opposite_sides(name: str, side: int) -> None:
    cell = CELL_INDEX[name]
    other = dict(NEIGHBOURS[cell]).get(side)
    if other is not None:
        assert dict(NEIGHBOURS[other])[geometry.opposite(side)] == cell
        assert geometry.distance(cell, other) == 1


@given(cells, cells, cells)
def test_distance_is_a_metric_and_one_step_at_a_time(a: str, b: str, c: str) -> None:
    i, j, k = CELL_INDEX[a], CELL_INDEX[b], CELL_INDEX[c]
    assert geometry.distance(i, j) == geometry.distance(j, i)
    assert geometry.distance(i, k) <= geometry.distance(i, j) + geometry.distance(j, k)
    assert (geometry.distance(i, j) == 0) == (i == j)
    if i != j:
        nearer = [n for _, n in NEIGHBOURS[i] if geometry.distance(n, j) < geometry.distance(i, j)]
        assert nearer


@pytest.mark.clause("PATH-01", "PATH-02", "PATH-03", "VOLC-04")
@given(layouts())
def test_an_edge_has_the_stones_of_both_sides_and_one_to_six_of_them(
    layout: dict[str, tuple[str, int]],
) -> None:
    board = Board.of(layout)
    for a, name in enumerate(CELLS):
        steps = dict(board.steps[a])
        assert all(1 <= price <= 6 for price in steps.values())
        for b, other in enumerate(CELLS):
            assert steps.get(b, 0) == stones_between(layout, name, other) == board.connection(a, b)
            assert board.connection(a, b) == board.connection(b, a)


@pytest.mark.clause("PATH-02")
@given(layouts(), st.data())
def test_tiles_laid_one_by_one_in_any_order_are_the_same_board(
    layout: dict[str, tuple[str, int]], data: st.DataObject
) -> None:
    one, other = Board.of(layout), Board.of({})
    for name, (tile, rotation) in data.draw(st.permutations(list(layout.items()))):
        other = other.lay(cell_of(name), lying(TILE_INDEX[tile], rotation))
    assert one == other
    assert hash(one) == hash(other)
    assert one.steps == other.steps
    for cell in range(len(CELLS)):
        assert one.is_next_to_explored(cell) == other.is_next_to_explored(cell)
        assert one.is_next_to_passable(cell) == other.is_next_to_passable(cell)


@given(layouts())
def test_networkx_agrees_with_brute_force(layout: dict[str, tuple[str, int]]) -> None:
    board = Board.of(layout)
    expected = brute_force(layout, set())
    for a in CELLS:
        assert geometry.reachable(board, a, 999) == {
            b: expected[a, b] for b in CELLS if (a, b) in expected
        }
        for b in CELLS:
            assert geometry.path_cost(board, a, b) == expected.get((a, b))


@given(layouts(), st.data())
def test_a_cheapest_path_is_a_way_of_that_cost(
    layout: dict[str, tuple[str, int]], data: st.DataObject
) -> None:
    board = Board.of(layout)
    a, b = data.draw(st.sampled_from(sorted(layout))), data.draw(cells)
    path = geometry.cheapest_path(board, a, b)
    cost = geometry.path_cost(board, a, b)
    assert (path is None) == (cost is None)
    if path is not None:
        assert (path[0], path[-1]) == (a, b)
        prices = [board.connection(CELL_INDEX[x], CELL_INDEX[y]) for x, y in pairwise(path)]
        assert all(prices)
        assert sum(prices) == cost
        back = geometry.path_cost(board, b, a)
        assert back == cost


@pytest.mark.clause("CAMP-11", "C2C-01")
@given(layouts(), st.data())
def test_secret_paths_never_make_a_way_dearer(
    layout: dict[str, tuple[str, int]], data: st.DataObject
) -> None:
    layout = {**layout, "a1": ("A3", 0)}
    sites = sorted(c for c, (tile, _) in layout.items() if TILES[tile].kind != "volcano")
    camps = data.draw(st.lists(st.sampled_from(sites), unique=True, max_size=2))
    board = Board.of(layout)
    links = {"a1", *camps}
    expected = brute_force(layout, links)
    a = data.draw(st.sampled_from(sites))
    for b in CELLS:
        with_camps = geometry.path_cost(board, a, b, camps)
        without = geometry.path_cost(board, a, b)
        assert with_camps == expected.get((a, b))
        if without is not None:
            assert with_camps is not None
            assert with_camps <= without


@given(layouts(), st.integers(0, 12), cells)
def test_more_action_points_reach_at_least_as_far(
    layout: dict[str, tuple[str, int]], ap: int, origin: str
) -> None:
    board = Board.of(layout)
    less, more = geometry.reachable(board, origin, ap), geometry.reachable(board, origin, ap + 1)
    assert less.items() <= more.items()
    assert all(cost <= ap for cost in less.values())


def test_sides_are_named_clockwise_from_the_north() -> None:
    assert SIDES == ("N", "NE", "SE", "S", "SW", "NW")
