"""Positions as text: the map shows every cell, the lines below it say the rest."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given

import tikal
from tikal._support.wording import counted
from tikal.components import TILE_INDEX, TILES
from tikal.fields import Figure
from tikal.grid import CELLS, NEIGHBOURS, rotate
from tikal.pictures.text import board_text, describe_cell, status
from tikal.testing import states

# Where each side of a hex shows its stones, seen from the first corner of the hex.
SPOTS = {0: (5, 0), 1: (10, 2), 2: (9, 4), 3: (5, 4), 4: (1, 4), 5: (0, 2)}


def the_map(state: tikal.State) -> list[str]:
    """The 23 lines of the map, all equally long."""
    lines = board_text(state).split("\n")
    top = next(k for k, line in enumerate(lines) if line.startswith("  ___"))
    return [line.ljust(74) for line in lines[top : top + 23]]


def corner(cell: int) -> tuple[int, int]:
    column, row = divmod(cell, 5)
    return 9 * column, 4 * (4 - row) + 2 * (column % 2)


def inside(lines: list[str], cell: int) -> tuple[str, str, str]:
    """The text in a hex."""
    x, y = corner(cell)
    return lines[y + 1][x + 2 : x + 9], lines[y + 2][x + 1 : x + 10], lines[y + 3][x + 1 : x + 10]


AROUND_THE_BASE_CAMP = r"""
 \___1___/         \_______/
 / a2 T1 \         /  c2 . \
/         1___1___/         \
\         /  b2 J \         /
 \___2___/         1_______/
 /  a1 B \         /  c1 . \
/         1_______1         \
\         / b1 T1 \         /
 \_______2         1_______/
         \         /       \
          \_______/
"""


def test_the_first_position() -> None:
    lower_left = [line[:29] for line in the_map(tikal.new_game(2))[12:]]
    lower_left[-1] = lower_left[-1][:19]  # the next hex begins here
    assert [line.rstrip() for line in lower_left] == AROUND_THE_BASE_CAMP.strip("\n").split("\n")


@given(states())
def test_every_hex_shows_its_name_its_terrain_and_its_pieces(state: tikal.State) -> None:
    lines = the_map(state)
    for cell, name in enumerate(CELLS):
        there, (first, *_) = state[name], inside(lines, cell)
        sign = {None: ".", "base_camp": "B", "temple": f"T{there.value}", "jungle": "J",
                "treasure": f"${there.tokens}", "volcano": "V"}[there.kind]  # fmt: skip
        if there.camp:
            sign += f"^{there.camp}"
        if there.guard:
            sign += f"#{there.guard[0]}"
        assert first.replace(" ", "") == name + sign


@given(states())
def test_every_hex_shows_its_figures_by_seat(state: tikal.State) -> None:
    lines = the_map(state)
    for cell, name in enumerate(CELLS):
        _, second, third = inside(lines, cell)
        expected = {
            f"{seat}{'L' if leaders else ':'}{workers}"
            for seat, (leaders, workers) in state[name].figures.items()
            if leaders or workers
        }
        assert set(second.split()) | set(third.split()) == expected
        assert len(second.split()) + len(third.split()) == len(expected)


@given(states())
def test_the_number_on_an_edge_is_what_a_step_over_it_costs(state: tikal.State) -> None:
    lines = the_map(state)
    for cell, name in enumerate(CELLS):
        for side, other in NEIGHBOURS[cell]:
            kinds = {state[name].kind, state[CELLS[other]].kind}
            (left, top), (x, y) = corner(cell), SPOTS[side]
            sign = lines[top + y][left + x]
            if kinds.isdisjoint({None, "volcano"}):
                stones = state.ground.board.connection(cell, other)
                assert sign == (str(stones) if stones else r"_\/_\/"[side])
            elif kinds <= {None, "volcano"}:
                assert sign in "/\\_"


@given(states())
def test_the_stones_at_the_end_of_the_known_world_are_shown(state: tikal.State) -> None:
    lines = the_map(state)
    for cell, name in enumerate(CELLS):
        there = state[name]
        if there.tile is None or there.rotation is None:
            continue
        face = rotate(TILES[TILE_INDEX[there.tile]].stones, there.rotation)
        for side, other in NEIGHBOURS[cell]:
            if state[CELLS[other]].kind is None:
                (left, top), (x, y) = corner(cell), SPOTS[side]
                sign = lines[top + y][left + x]
                assert (int(sign) if sign.isdigit() else 0) == face[side]


@given(states())
def test_the_lines_below_the_map_say_what_everybody_has(state: tikal.State) -> None:
    text = board_text(state)
    for seat, points in state.scores.items():
        player = state.player(seat)
        now = "" if state.phase == "over" else f" (+{tikal.score(state, seat).total} if scored now)"
        assert f"\nseat {seat}: {counted(points, 'point')}{now}; treasures: " in text
        for cell, figure in player.guards.items():
            assert f" {cell}({figure})" in text
        assert f"camps: {' '.join(player.camps) or 'none'} ({2 - len(player.camps)} left)" in text
    for kind, count in state.unseen.items():
        assert not count or f" {kind}x{count}" in text.split("treasures unseen:")[1]
    for floor, count in state.floors.items():
        assert not count or f" {floor}x{count}" in text.split("levels left:")[1]
    for letter in "ABCDEFG":
        count = sum(tile[0] == letter for tile in state.remaining)
        assert (f" {letter}x{count}" in text.split("tiles to draw:")[1].split("\n")[0]) == (
            count > 0
        )


@given(states())
def test_the_text_is_plain_and_fits_a_terminal(state: tikal.State) -> None:
    text = board_text(state)
    assert text.isascii()
    assert max(map(len, text.split("\n"))) <= 120
    assert max(len(line.rstrip()) for line in the_map(state)) <= 74
    assert state.edition.key in text.split("\n")[0]


@given(states())
def test_the_state_tells_where_the_game_stands(state: tikal.State) -> None:
    lines = status(state)
    assert ("game over" in lines[0]) == (state.phase == "over")
    assert state.phase == "over" or lines[0].startswith(f"seat {state.active} ")
    assert any("waits to be placed" in line for line in lines) == (
        state.tile is not None and state.phase != "place"
    )
    assert any(line.startswith("display: ") for line in lines) == bool(state.display)
    assert any("dug in this turn" in line for line in lines) == bool(state.turn.worked)


def test_an_auction_is_shown_with_its_bid_and_the_players_who_passed() -> None:
    state = tikal.new_game(3, auction=True, start=2)
    for move in ("draw A1", "draw A2", "draw A3", "bid 2", "pass"):
        state = tikal.apply(state, tikal.parse_move(move))
    assert status(state) == (
        "seat 1 bids or passes",
        "display: A1 A2 A3",
        "high bid: 2 by seat 2",
        "passed: seat 3",
    )


def test_a_bid_of_nothing_is_a_bid() -> None:
    state = tikal.new_game(2, "rio-grande-1999 lowest_bid=0", auction=True)
    for move in ("draw A1", "draw A2"):
        state = tikal.apply(state, tikal.parse_move(move))
    assert "high bid: none yet" in status(state)
    assert "high bid: 0 by seat 1" in status(tikal.apply(state, tikal.Bid(0)))


@pytest.mark.clause("TEMPLE-03")
@pytest.mark.parametrize(
    ("diggers", "text"),
    [
        ((("L", "a2"),), "the leader, still there"),
        ((("L", "b1"),), "the leader, now on b1"),
        ((("W", None),), "a worker, no longer on the board"),
        ((("W", "a1"), ("W", "a2")), "a worker, now on a1, or a worker, still there"),
    ],
)
def test_in_legend_the_digger_is_named(
    diggers: tuple[tuple[Figure, str | None], ...], text: str
) -> None:
    leader = next((place for kind, place in diggers if kind == "L"), "b2")
    state = tikal.position(
        edition="legend-classic",
        phase="act",
        active=1,
        ap=2,
        tiles={"c1": ("A1", 2)},
        values={"a2": 2, "b1": 3},
        worked={"a2": 1, "b1": 2},
        diggers={"a2": diggers},
        figures={
            1: {
                "a1": (0, 1),
                "a2": (int(leader == "a2"), 1),
                **({} if leader == "a2" else {str(leader): (1, 0)}),
            }
        },
    )
    assert f"dug in this turn: a2 once (its digger: {text}), b1 twice" in status(state)
    elsewhere = tikal.position(
        phase="act", active=1, ap=8, tiles={"c1": ("A1", 2)}, values={"a2": 2}, worked={"a2": 1}
    )
    assert "dug in this turn: a2 once" in status(elsewhere)


def test_winners_are_named() -> None:
    state = tikal.play(tikal.new_game(2), tikal.sensible_policy, 3).state
    (winner,) = state.winners
    points = state.scores[winner]
    assert status(state) == (f"game over: seat {winner} wins with {counted(points, 'point')}",)
    shared = attrs.evolve(state, course=attrs.evolve(state.course, winners=(1, 2)))
    assert status(shared)[0].startswith("game over: seats 1 and 2 win together")


def test_a_cell_is_described() -> None:
    state = tikal.position(
        tiles={"b3": ("A2", 1), "c2": ("A3", 0), "c3": ("B1", 0)},
        tokens={"b3": 1},
        values={"a2": 4},
        treasures={1: {1: 3}},
        figures={1: {"b3": (1, 2)}, 2: {"b3": (0, 1), "c2": (1, 0)}},
        camps={2: ["c2"]},
        guards={1: {"a2": "W"}},
    )
    described = [describe_cell(name, state[name]) for name in ("a1", "a2", "b3", "c2", "c3", "h5")]
    assert described == [
        "a1: base camp",
        "a2: temple of value 4, guarded by a worker of seat 1",
        "b3: treasure hex with 1 token, seat 1 leader and 2 workers, seat 2 1 worker",
        "c2: jungle, seat 2's camp, seat 2 leader",
        "c3: volcano",
        "h5: unexplored",
    ]


def test_str_is_the_text_and_repr_stays_short() -> None:
    state = tikal.new_game(2)
    assert str(state) == board_text(state)
    assert repr(state) == "<State rio-grande-1999, 2 players, draw, seat 1, 36 tiles to draw>"


def test_a_title_with_line_breaks_stays_on_its_line() -> None:
    edition = attrs.evolve(tikal.RIO_GRANDE_1999, title="my\nown\r\nrules")
    assert board_text(tikal.new_game(2, edition)).split("\n")[0].startswith("my own rules [")


@pytest.mark.parametrize("thing", [None, "state", 3, tikal.new_game])
def test_only_positions_have_a_text(thing: object) -> None:
    with pytest.raises(tikal.WrongType):
        board_text(thing)  # type: ignore[arg-type]


def test_a_long_sentence_about_digging_goes_on_in_the_next_line() -> None:
    state = tikal.position(
        edition="legend-classic",
        ap=4,
        tiles={"b3": ("A3", 3), "b4": ("A1", 0)},
        values={"a2": 2, "b1": 2, "b4": 2},
        worked={"a2": 1, "b1": 1, "b4": 1},
        figures={1: {"a1": (0, 2), "a2": (0, 1), "b4": (1, 1), "b3": (0, 1)}},
        diggers={"a2": [("W", "a1"), ("W", "a2")], "b1": [("W", None)], "b4": [("L", "b4")]},
    )
    *_, sentence = status(state)
    assert len(sentence) > 120
    lines = board_text(state).split("\n")
    assert max(map(len, lines)) <= 120
    first = next(number for number, line in enumerate(lines) if line.startswith("dug in"))
    assert lines[first + 1].startswith("  ")
    assert f"{lines[first]} {lines[first + 1].strip()}" == sentence
