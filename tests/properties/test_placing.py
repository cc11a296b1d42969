"""Places of a drawn tile, and the effects of placing it."""

from __future__ import annotations

from itertools import product

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tests.asking.helpers import cited
from tests.properties.ground import (
    TILES,
    VOLCANOES,
    face,
    is_explored,
    is_walkable,
    neighbours,
    sides,
    turned,
)
from tests.properties.helpers import changes, legal_moves_where
from tests.properties.situations import is_placing
from tikal import Move, PlaceTile, Recover, RevealTreasure, State
from tikal.grid import CELLS
from tikal.testing import NearMiss, legal_moves_of, near_misses, states

rotations = st.integers(0, 5)


def is_beside_explored(state: State, cell: str) -> bool:
    """Whether some hex around the cell is explored."""
    return any(is_explored(state, other) for other in neighbours(cell))


def frontier(state: State) -> list[str]:
    """The free spaces beside explored land, volcanoes included."""
    explored = {cell for cell in CELLS if is_explored(state, cell)}
    return [
        cell
        for cell in CELLS
        if cell not in explored and any(other in explored for other in neighbours(cell))
    ]


def stones_towards(state: State, cell: str) -> dict[int, int]:
    """For every side that touches a walkable hex, the stones which that hex has there."""
    return {
        side: face(state, other)[(side + 3) % 6]
        for side, other in sides(cell)
        if is_walkable(state, other)
    }


def ways_in(state: State, cell: str) -> set[int]:
    """The rotations in which some stone leads onto the waiting tile."""
    towards, tile = stones_towards(state, cell), state.tile or ""
    return {
        r
        for r in range(6)
        if any(stones or turned(tile, r)[side] for side, stones in towards.items())
    }


def has_land_to_place(state: State) -> bool:
    return is_placing(state) and state.tile not in VOLCANOES


def has_a_volcano_to_place(state: State) -> bool:
    return is_placing(state) and state.tile in VOLCANOES


# --- beside explored land ----------------------------------------------------------------------


@pytest.mark.clause("PLACE-01")
@given(states(where=is_placing), st.sampled_from(CELLS), rotations)
def test_a_space_is_refused_exactly_if_it_is_taken_or_touches_nothing(
    state: State, cell: str, rotation: int
) -> None:
    found = cited(state, PlaceTile(cell, rotation))
    if is_explored(state, cell) or not is_beside_explored(state, cell):
        assert found == ["PLACE-01"]
    else:
        assert "PLACE-01" not in found


def has_spaces_beside_volcanoes_only(state: State) -> bool:
    """A volcano of an edition without PLACE-05 to place, and a space that only volcanoes touch."""
    return (
        has_a_volcano_to_place(state)
        and state.edition.volcano_may_foreclose
        and bool(_beside_volcanoes_only(state))
    )


def _beside_volcanoes_only(state: State) -> list[str]:
    return [cell for cell in frontier(state) if not stones_towards(state, cell)]


@pytest.mark.clause("PLACE-01")
@given(states(where=has_spaces_beside_volcanoes_only))
def test_a_volcano_counts_as_explored(state: State) -> None:
    for cell in _beside_volcanoes_only(state):
        assert cited(state, PlaceTile(cell, 0)) == []


# --- stones ------------------------------------------------------------------------------------


@pytest.mark.clause("PLACE-02")
@given(states(where=has_land_to_place), rotations, st.data())
def test_a_tile_may_lie_where_a_stone_leads_in(
    state: State, rotation: int, data: st.DataObject
) -> None:
    cell = data.draw(st.sampled_from(frontier(state)))
    leads_in = rotation in ways_in(state, cell)
    assert cited(state, PlaceTile(cell, rotation)) == ([] if leads_in else ["PLACE-02"])


@pytest.mark.clause("PLACE-02")
@given(legal_moves_of(PlaceTile))
def test_members_can_walk_onto_a_new_tile_at_once(situation: tuple[State, PlaceTile]) -> None:
    state, move = situation
    after = tikal.apply(state, move)
    if state.tile in VOLCANOES:
        assert tikal.path_cost(after, "a1", move.cell) is None
    else:
        assert tikal.path_cost(after, "a1", move.cell) is not None


def _paved(state: State) -> list[str]:
    return [cell for cell in frontier(state) if any(stones_towards(state, cell).values())]


def _bare(state: State) -> list[str]:
    return [
        cell
        for cell in frontier(state)
        if (towards := stones_towards(state, cell)) and not any(towards.values())
    ]


def has_a_paved_space(state: State) -> bool:
    return has_land_to_place(state) and bool(_paved(state))


def has_a_bare_space(state: State) -> bool:
    return has_land_to_place(state) and bool(_bare(state))


@pytest.mark.clause("PLACE-03")
@given(states(where=has_a_paved_space), rotations, st.data())
def test_stones_on_the_hex_beside_it_are_enough(
    state: State, rotation: int, data: st.DataObject
) -> None:
    cell = data.draw(st.sampled_from(_paved(state)))
    assert cited(state, PlaceTile(cell, rotation)) == []


@pytest.mark.clause("PLACE-03")
@given(states(where=has_a_bare_space), rotations, st.data())
def test_stones_on_the_new_tile_are_enough(
    state: State, rotation: int, data: st.DataObject
) -> None:
    cell = data.draw(st.sampled_from(_bare(state)))
    own = turned(state.tile or "", rotation)
    reached = any(own[side] for side in stones_towards(state, cell))
    assert tikal.is_legal(state, PlaceTile(cell, rotation)) == reached
    assert ways_in(state, cell)  # turned the right way it fits


# --- volcanoes ---------------------------------------------------------------------------------


def has_a_free_volcano_to_place(state: State) -> bool:
    return has_a_volcano_to_place(state) and state.edition.volcano_may_foreclose


@pytest.mark.clause("PLACE-04")
@given(states(where=has_a_free_volcano_to_place), rotations)
def test_a_volcano_lies_on_any_space_beside_explored_land(state: State, rotation: int) -> None:
    legal = [cell for cell in CELLS if tikal.is_legal(state, PlaceTile(cell, rotation))]
    assert legal == frontier(state)


@pytest.mark.clause("PLACE-04")
@given(states(where=has_a_volcano_to_place), rotations)
def test_away_from_other_volcanoes_it_is_free_in_every_edition(state: State, rotation: int) -> None:
    apart = [
        cell
        for cell in frontier(state)
        if all(state[other].kind != "volcano" for other in neighbours(cell))
    ]
    assert apart
    assert all(tikal.is_legal(state, PlaceTile(cell, rotation)) for cell in apart)


@pytest.mark.clause("PLACE-05")
@given(near_misses("PLACE-05"), st.sampled_from(list(tikal.EDITIONS.values())))
def test_only_legend_forbids_to_foreclose(near_miss: NearMiss, edition: tikal.Edition) -> None:
    state, move = near_miss.miss.state, near_miss.miss.move
    state = evolve(state, table=evolve(state.table, edition=edition))
    forbidden = edition is tikal.LEGEND_CLASSIC
    assert cited(state, move) == (["PLACE-05"] if forbidden else [])


def _is_foreclosed(state: State, volcano: str) -> bool:
    """Whether one more volcano there leaves a space out of reach for ever."""
    blocked = {volcano, *(cell for cell in CELLS if state[cell].kind == "volcano")}
    reached, ahead = {"a1"}, ["a1"]
    while ahead:
        here = ahead.pop()
        new = set(neighbours(here)) - reached - blocked
        reached |= new
        ahead += new
    return len(reached) + len(blocked) < len(CELLS)


def has_a_volcano_beside_another(state: State) -> bool:
    """A volcano to place, and a space for it beside one that lies already."""
    return has_a_volcano_to_place(state) and bool(_beside_a_volcano(state))


def _beside_a_volcano(state: State) -> list[str]:
    return [
        cell
        for cell in frontier(state)
        if any(state[other].kind == "volcano" for other in neighbours(cell))
    ]


@pytest.mark.clause("PLACE-05")
@given(states(where=has_a_volcano_beside_another), st.data())
def test_volcanoes_side_by_side_are_fine_if_every_space_stays_open(
    state: State, data: st.DataObject
) -> None:
    legend = evolve(state, table=evolve(state.table, edition=tikal.LEGEND_CLASSIC, auction=False))
    cell = data.draw(st.sampled_from(_beside_a_volcano(state)))
    expected = ["PLACE-05"] if _is_foreclosed(state, cell) else []
    assert cited(legend, PlaceTile(cell, 0)) == expected


# --- rotation ----------------------------------------------------------------------------------


def _choosy(state: State) -> list[str]:
    """The spaces where the waiting tile fits in some orientations only."""
    return [cell for cell in frontier(state) if 0 < len(ways_in(state, cell)) < 6]


def has_a_choosy_space(state: State) -> bool:
    return has_land_to_place(state) and bool(_choosy(state))


@pytest.mark.clause("PLACE-06")
@given(states(where=has_a_choosy_space), st.data())
def test_a_space_can_be_legal_in_one_orientation_and_not_in_another(
    state: State, data: st.DataObject
) -> None:
    cell = data.draw(st.sampled_from(_choosy(state)))
    legal = {r for r in range(6) if tikal.is_legal(state, PlaceTile(cell, r))}
    assert legal == ways_in(state, cell)
    assert 0 < len(legal) < 6


@pytest.mark.clause("PLACE-06")
@given(states(where=has_a_paved_space), rotations, st.data())
def test_the_tile_lies_as_the_player_turned_it(
    state: State, rotation: int, data: st.DataObject
) -> None:
    cell = data.draw(st.sampled_from(_paved(state)))
    after = tikal.apply(state, PlaceTile(cell, rotation))
    assert face(after, cell) == turned(state.tile or "", rotation)


@pytest.mark.clause("PLACE-06")
@given(states(where=is_placing))
def test_every_legal_orientation_is_listed(state: State) -> None:
    tile = state.tile or ""
    listed = {(m.cell, turned(tile, m.rotation)) for m in _placements(state)}
    legal = {
        (cell, turned(tile, r))
        for cell, r in product(CELLS, range(6))
        if tikal.is_legal(state, PlaceTile(cell, r))
    }
    assert listed == legal


def _placements(state: State) -> list[PlaceTile]:
    return [move for move in tikal.legal_moves(state) if isinstance(move, PlaceTile)]


# --- what a tile shows -------------------------------------------------------------------------


@pytest.mark.clause("PLACE-07")
@given(states())
def test_every_hex_that_can_be_entered_shows_stones(state: State) -> None:
    for cell in CELLS:
        if is_walkable(state, cell):
            stones = face(state, cell)
            assert any(stones)
            assert all(0 <= number <= 3 for number in stones)


def _is(kind: str, state: State) -> bool:
    return TILES[state.tile or ""].kind == kind


def is_a_temple(state: State, _move: Move) -> bool:
    return _is("temple", state)


def is_a_treasure(state: State, _move: Move) -> bool:
    return _is("treasure", state)


def is_plain(state: State, _move: Move) -> bool:
    return _is("jungle", state) or _is("volcano", state)


def is_a_high_temple(state: State, _move: Move) -> bool:
    return TILES[state.tile or ""].value > 1


@pytest.mark.clause("PLACE-08")
@given(legal_moves_where(PlaceTile, is_a_temple))
def test_a_temple_begins_with_one_to_six(situation: tuple[State, PlaceTile]) -> None:
    state, move = situation
    assert 1 <= tikal.apply(state, move)[move.cell].value <= 6


@pytest.mark.clause("PLACE-08")
@given(states())
def test_every_temple_has_a_value_and_nothing_else_has(state: State) -> None:
    for cell in CELLS:
        hex_ = state[cell]
        assert (hex_.value > 0) == (hex_.kind == "temple")


def laid(state: State, move: PlaceTile) -> dict[str, tuple[object, object]]:
    """All that changes when the waiting tile is laid, but for its rotation."""
    tile = TILES[state.tile or ""]
    return {
        "phase": ("place", "act"),
        "ap": (0, 10),
        "tile": (state.tile, None),
        f"{move.cell}.tile": (None, state.tile),
        f"{move.cell}.kind": (None, tile.kind),
    }


def all_but_rotation(state: State, move: PlaceTile) -> dict[str, tuple[object, object]]:
    found = changes(state, tikal.apply(state, move))
    before, after = found.pop(f"{move.cell}.rotation")
    assert before is None
    assert isinstance(after, int)
    assert turned(state.tile or "", after) == turned(state.tile or "", move.rotation)
    return found


@pytest.mark.clause("PLACE-09", "PLACE-10")
@given(legal_moves_where(PlaceTile, is_plain))
def test_jungle_and_volcanoes_bring_nothing_along(situation: tuple[State, PlaceTile]) -> None:
    assert all_but_rotation(*situation) == laid(*situation)


@pytest.mark.clause("PLACE-09")
@given(legal_moves_where(PlaceTile, is_a_high_temple))
def test_a_temple_is_laid_with_its_starting_levels(situation: tuple[State, PlaceTile]) -> None:
    state, move = situation
    value = TILES[state.tile or ""].value
    assert all_but_rotation(state, move) == {
        **laid(state, move),
        f"{move.cell}.value": (0, value),  # and the stock of levels is not touched
    }


@pytest.mark.clause("PLACE-10", "PLACE-12")
@given(legal_moves_where(PlaceTile, is_a_treasure))
def test_a_treasure_tile_receives_a_token_for_each_mask(
    situation: tuple[State, PlaceTile],
) -> None:
    state, move = situation
    masks = TILES[state.tile or ""].masks
    assert all_but_rotation(state, move) == {
        **laid(state, move),
        f"{move.cell}.tokens": (0, masks),  # their faces stay hidden
    }


@pytest.mark.clause("PLACE-11")
@given(legal_moves_where(PlaceTile, is_a_treasure))
def test_a_treasure_tile_has_two_to_four_masks(situation: tuple[State, PlaceTile]) -> None:
    state, move = situation
    assert 2 <= tikal.apply(state, move)[move.cell].tokens <= 4


@pytest.mark.clause("PLACE-12")
@given(legal_moves_of(Recover))
def test_a_token_on_a_hex_may_show_whatever_has_not_been_seen(
    situation: tuple[State, Recover],
) -> None:
    state, move = situation
    after = tikal.apply(state, move)
    assert after.unseen == state.unseen
    hidden = sum(state.unseen.values())
    odds = {outcome: chance * hidden for outcome, chance in tikal.chance(after)}
    assert odds == {RevealTreasure(k): copies for k, copies in state.unseen.items() if copies}
