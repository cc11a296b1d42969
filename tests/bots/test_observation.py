"""An observation is the whole position, which can be rebuilt from the numbers alone."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tests.bots.setups import any_states, decisions
from tikal.bots.actions import mask
from tikal.bots.observation import LENGTH, PLANES, SCALARS, SEATS, observe
from tikal.components import LOOSE_TILES, TILES
from tikal.editions import CRITERIA
from tikal.fields import FIGURES, Figure
from tikal.geometry import FACES, UNEXPLORED, Board
from tikal.grid import CELLS, NEIGHBOURS, SIDES
from tikal.parts import (
    IN_SUPPLY,
    OUT_OF_PLAY,
    Bidding,
    Course,
    Digger,
    Expedition,
    Ground,
    Stock,
    Table,
    Turn,
)
from tikal.rules.queries import all_clockwise_from
from tikal.state import PHASES, State


class View:
    """An observation by the names of its parts."""

    def __init__(self, numbers: array[float]) -> None:
        whole = [int(number) for number in numbers]
        assert whole == list(numbers)  # nothing is scaled
        width = len(CELLS)
        self.planes = {
            name: tuple(whole[number * width : (number + 1) * width])
            for number, name in enumerate(PLANES)
        }
        self.scalars = dict(zip(SCALARS, whole[len(PLANES) * width :], strict=True))

    def cells(self, plane: str, number: int = 1) -> tuple[int, ...]:
        return tuple(cell for cell, each in enumerate(self.planes[plane]) if each == number)

    def tiles(self, what: str) -> tuple[int, ...]:
        return tuple(t for t in range(LOOSE_TILES) if self.scalars[f"{what} {TILES[t].id}"])

    def series(self, what: str, names: Iterable[object]) -> tuple[int, ...]:
        return tuple(self.scalars[f"{what} {name}"] for name in names)


def rebuilt(numbers: array[float], seat: int, edition: tikal.Edition) -> State:
    """The position behind the numbers, given the name of the edition and of the seat."""
    view = View(numbers)
    there = [name for name in SEATS if view.scalars[f"{name} is there"]]
    seat_of = {name: (seat - 1 + i) % len(there) + 1 for i, name in enumerate(there)}

    def seats(what: str) -> tuple[int, ...]:
        return tuple(sorted(s for name, s in seat_of.items() if view.scalars[f"{name} {what}"]))

    def only(what: str) -> int:
        return next(iter(seats(what)), 0)

    queued = [(view.scalars[f"{name} place in the queue"], s) for name, s in seat_of.items()]
    waiting = view.tiles("waiting")
    return State(
        table=Table(edition, bool(view.scalars["auction"])),
        course=Course(
            tile=waiting[0] if waiting else None,
            scoring=bool(view.scalars["scoring turn"]),
            queue=tuple(s for place, s in sorted(queued) if place),
            bidding=Bidding(
                display=view.tiles("on display"),
                high_bid=view.scalars["high bid"],
                high_bidder=only("is high bidder"),
                passed=seats("has passed"),
                first_passer=only("passed first"),
                done=seats("had turn"),
            ),
            winners=seats("has won"),
        ),
        turn=_turn(view, only("is active")),
        ground=Ground(_board(view), view.planes["temple value"], view.planes["tokens"]),
        stock=Stock(
            tiles=view.tiles("to draw"),
            floors=view.series("floors", range(2, 11)),
            unseen=view.series("unseen", range(1, 9)),
        ),
        expeditions=tuple(
            _expedition(view, name, s) for s, name in sorted((s, n) for n, s in seat_of.items())
        ),
    )


def _turn(view: View, active: int) -> Turn:
    [phase] = [phase for phase in PHASES if view.scalars[f"phase {phase}"]]
    worked = sorted(cell for times in (1, 2) for cell in view.cells("worked", times) * times)
    diggers: list[Digger] = [
        (cell, "L", OUT_OF_PLAY) for cell in view.cells("dug once by the leader", 2)
    ]
    for cell in view.cells("dug once by the leader"):
        [name] = [name for name in SEATS if view.scalars[f"{name} is active"]]
        [leader] = view.cells(f"{name} leader")
        diggers.append((cell, "L", leader))
    diggers += [(c, "W", OUT_OF_PLAY) for c in view.cells("dug once by a worker out of play")]
    once = sorted(c for c in set(worked) if worked.count(c) == 1)
    for number, cell in enumerate(once[:5], start=1):
        places = view.cells(f"worker who may have dug hex {number}")
        diggers += [(cell, "W", place) for place in places]
    return Turn(phase, active, view.scalars["action points"], tuple(worked), tuple(sorted(diggers)))


def _board(view: View) -> Board:
    tiles = bytearray([UNEXPLORED] * len(CELLS))
    for cell, number in enumerate(view.planes["tile number"]):
        if number:
            stones = tuple(view.planes[f"stones {s}"][cell] for s in SIDES)
            tile = 6 * (number - 1)
            tiles[cell] = tile + FACES[tile : tile + 6].index(stones)
    placed = {
        CELLS[cell]: (TILES[tile // 6].id, tile % 6)
        for cell, tile in enumerate(tiles)
        if tile != UNEXPLORED
    }
    return Board.of(placed)


def _expedition(view: View, name: str, seat: int) -> Expedition:
    standing = view.cells(f"{name} leader")
    gone = view.scalars[f"{name} leader out of play"]
    assert len(standing) + gone + view.scalars[f"{name} leader in supply"] == 1
    figures: dict[Figure, str] = {"L": "leader", "W": "worker"}
    guards = [(c, f) for f in FIGURES for c in view.cells(f"{name} guard {figures[f]}")]
    return Expedition(
        seat=seat,
        score=view.scalars[f"{name} score"],
        leader=standing[0] if standing else OUT_OF_PLAY if gone else IN_SUPPLY,
        workers=view.planes[f"{name} workers"],
        supply=view.scalars[f"{name} workers in supply"],
        removed=(
            view.scalars[f"{name} leaders removed"],
            view.scalars[f"{name} workers removed"],
        ),
        camps=view.cells(f"{name} camp"),
        guards=tuple(sorted(guards)),
        treasures=view.series(f"{name} treasures", range(1, 9)),
    )


# --- nothing is left out -----------------------------------------------------------------------


@given(any_states(), st.integers(0, 3))
def test_every_seat_sees_the_whole_position(state: State, chair: int) -> None:
    seat = 1 + chair % state.players
    assert rebuilt(observe(state, seat), seat, state.edition) == state


@given(any_states())
def test_the_switches_of_the_edition_are_seen(state: State) -> None:
    view = View(observe(state, 1))
    for switch in tikal.switches():
        value = state.edition.switches()[switch.name]
        if isinstance(value, tuple):
            ranks = view.series("tiebreak", CRITERIA)
            assert tuple(c for r, c in sorted(zip(ranks, CRITERIA, strict=True)) if r) == value
        else:
            marks = view.series(switch.name, map(switch.text, switch.values))
            assert dict(zip(switch.values, marks, strict=True)) == {
                known: int(known == value) for known in switch.values
            }


@given(any_states())
def test_steps_are_what_a_walk_costs(state: State) -> None:
    view, board = View(observe(state, 1)), state.ground.board
    for cell, around in enumerate(NEIGHBOURS):
        for side, other in around:
            shown = view.planes[f"step {SIDES[side]}"][cell]
            assert shown == board.connection(cell, other)


def _turned(state: State) -> State:
    """The same game with everybody one chair further."""
    n = state.players

    def chair(seat: int) -> int:
        return seat % n + 1 if seat else 0

    def chairs(seats: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(map(chair, seats)))

    course, bidding = state.course, state.course.bidding
    return attrs.evolve(
        state,
        course=attrs.evolve(
            course,
            queue=tuple(map(chair, course.queue)),
            winners=chairs(course.winners),
            bidding=attrs.evolve(
                bidding,
                high_bidder=chair(bidding.high_bidder),
                passed=chairs(bidding.passed),
                first_passer=chair(bidding.first_passer),
                done=chairs(bidding.done),
            ),
        ),
        turn=attrs.evolve(state.turn, active=chair(state.turn.active)),
        expeditions=tuple(
            attrs.evolve(state.expeditions[seat - 1], seat=chair(seat))
            for seat in all_clockwise_from(state, n)
        ),
    )


@given(decisions())
def test_equal_views_have_equal_moves_from_any_seat(state: State) -> None:
    turned = _turned(state)
    assert state.to_move is not None
    assert turned.to_move is not None
    assert turned != state
    assert observe(turned, turned.to_move) == observe(state, state.to_move)
    assert mask(turned) == mask(state)


@given(decisions())
def test_another_seat_sees_something_else(state: State) -> None:
    views = [tuple(observe(state, seat)) for seat in range(1, state.players + 1)]
    assert len(set(views)) == state.players


# --- its form ----------------------------------------------------------------------------------


def test_names_are_unique_and_count_the_numbers() -> None:
    assert len({*PLANES, *SCALARS}) == len(PLANES) + len(SCALARS)
    seen = observe(tikal.new_game(players=2), seat=2)
    assert len(seen) == LENGTH == 40 * len(PLANES) + len(SCALARS)
    assert seen.typecode == "f"


def test_an_observation_is_the_readers_own() -> None:
    state = tikal.new_game(players=2)
    first = observe(state, 1)
    first[0] = 99
    assert observe(state, 1)[0] != 99


@pytest.mark.parametrize("seat", [0, 3, -1])
def test_an_unknown_seat_is_refused(seat: int) -> None:
    with pytest.raises(tikal.InvalidArgument, match="seats 1 to 2"):
        observe(tikal.new_game(players=2), seat)


def test_an_argument_that_is_not_a_position_is_refused() -> None:
    with pytest.raises(tikal.WrongType):
        observe("a1", 1)  # type: ignore[arg-type]
