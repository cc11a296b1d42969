"""What `problems` accepts, everything can be asked about: positions of play, changed at will.

One to three changes are made to the records of a position: a field gets a value of the right type
or of a wrong one, or several fields change together, so that pieces are conserved and many of the
results are accepted.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Final, TypeAlias, TypeVar

import attrs
from hypothesis import given, note
from hypothesis import strategies as st

import tikal
from tikal import State
from tikal.components import TILES
from tikal.editions import CRITERIA, EDITIONS, SWITCHES, canonical_edition
from tikal.geometry import lying
from tikal.grid import CELLS
from tikal.moves import MOVES
from tikal.notation import documents
from tikal.parts import IN_SUPPLY, OUT_OF_PLAY
from tikal.pictures.svg import board_svg
from tikal.pictures.text import board_text
from tikal.rules.length import most_moves
from tikal.state import PHASES
from tikal.testing.candidates import candidates
from tikal.testing.surgery import with_camp, with_figure, with_guard, with_values, with_workers

T = TypeVar("T")
Draw: TypeAlias = Callable[[st.SearchStrategy[Any]], Any]
Change: TypeAlias = Callable[[Draw, State], State]

# --- positions of play -------------------------------------------------------------------------

HOUSES: Final = (
    tikal.house("legend-classic", tiebreak=("guard", "second-guard", "tokens")),
    tikal.house("super-meeple-2015", second_dig="different", volcano_may_foreclose=False),
    tikal.house("rio-grande-1999", stones_towards_volcanoes=True, lowest_bid=0),
    tikal.house("rio-grande-1999", beside_volcanoes_only=False, final_round_opener="last-placer"),
    tikal.house("ravensburger-1999", guard_scores_alone=False, second_dig="one"),
)


@cache
def positions() -> tuple[State, ...]:
    """Positions of games by every edition and some of the house."""
    found: list[State] = []
    for number, edition in enumerate((*EDITIONS.values(), *HOUSES)):
        for auction in (False, True)[: 1 + edition.has_auction]:
            start = tikal.new_game(2 + number % 3, edition, auction)
            game = tikal.play(start, tikal.sensible_policy, seed=number)
            found += [start, *(step.state for step in game.steps[::5]), game.state]
    return tuple(found)


def pick(draw: Draw, things: Sequence[T]) -> T:
    return things[draw(st.integers(0, len(things) - 1))]


# --- any field, any value ----------------------------------------------------------------------

STRANGE: Final[tuple[Any, ...]] = (
    None, True, False, -1, -2, -3, 0, 1, 2, 5, 10, 36, 39, 40, 42, 254, 255, 10**30, 1.0, "", "L",
    "W", "X", "1", b"", b"\x00" * 40, (), (0,), (1,), (1, 1), ((0, "W"),), ((0, "W", 0),), [], {},
    frozenset(), object(), "over", "act", float("nan"),
)  # fmt: skip


def places(record: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every field of nested records."""
    if path:
        yield path
    if attrs.has(type(record)):
        for attribute in attrs.fields(type(record)):
            yield from places(getattr(record, attribute.name), (*path, attribute.name))
    elif isinstance(record, tuple) and record and attrs.has(type(record[0])):
        for index, part in enumerate(record):
            yield from places(part, (*path, index))


def value_at(record: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        record = record[step] if isinstance(step, int) else getattr(record, step)
    return record


def replaced(state: State, path: tuple[Any, ...], value: object) -> State:
    """The position with another value at this place of its records."""
    changed: State = _replaced(state, path, value)
    return changed


def _replaced(record: Any, path: tuple[Any, ...], value: object) -> Any:
    if not path:
        return value
    step, *rest = path
    inner = _replaced(value_at(record, (step,)), tuple(rest), value)
    if isinstance(step, int):
        return (*record[:step], inner, *record[step + 1 :])
    return attrs.evolve(record, **{step.lstrip("_"): inner})


def varied(draw: Draw, value: object) -> object:
    """Another value of the same kind, or one of a wrong kind."""
    if draw(st.integers(0, 5)) == 0:
        return pick(draw, STRANGE)
    match value:
        case bool():
            return not value
        case int():
            return value + draw(st.integers(-3, 3))
        case str():
            return pick(draw, (*PHASES, "L", "W", value + "x"))
        case tuple() | bytes() if value:
            return varied_row(draw, value)
        case tuple() | bytes():
            return type(value)([draw(st.integers(0, 40))])
    return pick(draw, STRANGE)


def varied_row(draw: Draw, row: tuple[Any, ...] | bytes) -> object:
    kind, entries = type(row), list(row)
    index = draw(st.integers(0, len(entries) - 1))
    match draw(st.integers(0, 6)):
        case 0:
            del entries[index]
        case 1:
            entries.insert(index, entries[index])
        case 2:
            entries.reverse()
        case 3:
            entries.sort(key=repr)
        case 4:
            other = draw(st.integers(0, len(entries) - 1))
            entries[index], entries[other] = entries[other], entries[index]
        case 5:
            return list(entries)
        case _:
            entries[index] = varied(draw, entries[index])
    return (
        bytes(each % 256 if type(each) is int else 0 for each in entries)
        if kind is bytes
        else (kind(entries))
    )


def any_field(draw: Draw, state: State) -> State:
    path = pick(draw, list(places(state)))
    note(f"change of {path}")
    return replaced(state, path, varied(draw, value_at(state, path)))


def a_number_that_names_nothing(draw: Draw, state: State) -> State:
    """A cell, tile or seat that does not exist, in its place of an ascending row."""
    seat = draw(st.integers(0, len(state.expeditions) - 1))
    path = pick(
        draw,
        [
            ("stock", "tiles"), ("course", "bidding", "display"), ("course", "bidding", "passed"),
            ("course", "bidding", "done"), ("turn", "worked"), ("expeditions", seat, "camps"),
        ],
    )  # fmt: skip
    row = {*value_at(state, path), pick(draw, (-40, -39, -35, -1, 0, 5, 36, 40, 42, 255))}
    return replaced(state, path, tuple(sorted(row)))


# --- changes that conserve pieces --------------------------------------------------------------


def seat_of(draw: Draw, state: State) -> int:
    seat: int = draw(st.integers(1, len(state.expeditions)))
    return seat


def cell_on(draw: Draw, state: State, *kinds: str) -> int | None:
    found = [c for c in range(len(CELLS)) if state.ground.board.kind(c) in kinds]
    return pick(draw, found) if found else None


def workers_elsewhere(draw: Draw, state: State) -> State:
    cell = cell_on(draw, state, "temple", "jungle", "treasure", "base_camp")
    return with_workers(state, seat_of(draw, state), cell or 0, draw(st.integers(0, 4)))


def leader_elsewhere(draw: Draw, state: State) -> State:
    cell = cell_on(draw, state, "temple", "jungle", "treasure", "base_camp")
    return with_figure(state, seat_of(draw, state), "L", cell or 0)


def leader_anywhere(draw: Draw, state: State) -> State:
    place = draw(st.sampled_from((IN_SUPPLY, OUT_OF_PLAY, 0, 3, 39, 40)))
    return replaced(state, ("expeditions", seat_of(draw, state) - 1, "leader"), place)


def another_camp(draw: Draw, state: State) -> State:
    cell = cell_on(draw, state, "jungle", "treasure")
    return state if cell is None else with_camp(state, seat_of(draw, state), cell)


def another_guard(draw: Draw, state: State) -> State:
    cell = cell_on(draw, state, "temple")
    guarded = {place for who in state.expeditions for place, _ in who.guards}
    if cell is None or cell in guarded:
        return state
    return with_guard(state, seat_of(draw, state), cell)


def another_score(draw: Draw, state: State) -> State:
    points = draw(st.sampled_from((0, 1, 20, 100, 891, 892, 893, 1000, 1500, 1765, 2000)))
    return replaced(state, ("expeditions", seat_of(draw, state) - 1, "score"), points)


def other_values(draw: Draw, state: State) -> State:
    values = {
        cell: max(tile.value, min(10, tile.value + draw(st.integers(0, 3))))
        for cell in range(len(CELLS))
        if (tile := state.ground.board.tile(cell)) and tile.kind == "temple"
    }
    return with_values(state, values)


def a_treasure_more(draw: Draw, state: State) -> State:
    """A token from a hex to a seat."""
    cells = [cell for cell, tokens in enumerate(state.ground.tokens) if tokens]
    kinds = [kind for kind, tokens in enumerate(state.stock.unseen) if tokens]
    if not cells or not kinds:
        return state
    cell, kind, seat = pick(draw, cells), pick(draw, kinds), seat_of(draw, state)
    owned = state.expeditions[seat - 1].treasures[kind]
    state = replaced(state, ("ground", "tokens", cell), state.ground.tokens[cell] - 1)
    state = replaced(state, ("stock", "unseen", kind), state.stock.unseen[kind] - 1)
    return replaced(state, ("expeditions", seat - 1, "treasures", kind), owned + 1)


def another_tile(draw: Draw, state: State) -> State:
    """A tile from the stock to the board, or to wait, or to nowhere."""
    if not state.stock.tiles:
        return state
    tile = pick(draw, state.stock.tiles)
    left = tuple(other for other in state.stock.tiles if other != tile)
    state = replaced(state, ("stock", "tiles"), left)
    match draw(st.integers(0, 3)):
        case 0:
            return state
        case 1:
            return replaced(state, ("course", "tile"), tile)
    free = [c for c in range(len(CELLS)) if state.ground.board.is_next_to_explored(c)]
    if not free:
        return state
    cell, board = pick(draw, free), state.ground.board
    board = board.lay(cell, lying(tile, draw(st.integers(0, 5))))
    state = replaced(state, ("ground", "board"), board)
    state = replaced(state, ("ground", "values", cell), TILES[tile].value)
    return replaced(state, ("ground", "tokens", cell), TILES[tile].masks)


def many_volcanoes(draw: Draw, state: State) -> State:
    """The volcanoes of the stock on free cells."""
    for tile in [tile for tile in state.stock.tiles if TILES[tile].kind == "volcano"]:
        free = [c for c in range(len(CELLS)) if state.ground.board.is_next_to_explored(c)]
        if free:
            board = state.ground.board.lay(pick(draw, free), lying(tile, 0))
            left = tuple(other for other in state.stock.tiles if other != tile)
            state = replaced(state, ("ground", "board"), board)
            state = replaced(state, ("stock", "tiles"), left)
    return state


def another_moment(draw: Draw, state: State) -> State:
    """Another phase, seat, action points, work or queue."""
    seats = list(range(1, len(state.expeditions) + 1))
    phase = draw(st.sampled_from(PHASES))
    acting = phase in ("act", "reveal")
    state = replaced(state, ("turn", "phase"), phase)
    state = replaced(state, ("turn", "ap"), draw(st.integers(0, 10)) if acting else 0)
    state = replaced(state, ("turn", "active"), 0 if phase == "over" else pick(draw, seats))
    if not acting:
        state = replaced(state, ("turn", "worked"), ())
        state = replaced(state, ("turn", "diggers"), ())
    if draw(st.booleans()):
        state = replaced(state, ("course", "scoring"), False)
        state = replaced(state, ("course", "queue"), ())
    if draw(st.booleans()):
        state = replaced(state, ("course", "tile"), None)
    return state


def fewer_action_points(draw: Draw, state: State) -> State:
    return replaced(state, ("turn", "ap"), draw(st.integers(0, 10)))


def another_queue(draw: Draw, state: State) -> State:
    seats = list(range(1, len(state.expeditions) + 1))
    queue = tuple(draw(st.permutations(seats)))[: draw(st.integers(0, 3))]
    return replaced(state, ("course", "queue"), queue)


@cache
def auctions() -> tuple[State, ...]:
    return tuple(state for state in positions() if state.phase in ("bid", "take"))


@cache
def digs() -> tuple[State, ...]:
    return tuple(state for state in positions() if state.turn.worked)


def other_diggers(draw: Draw, _state: State) -> State:
    """Other work of this turn, and other places where the diggers may be."""
    state = pick(draw, digs())
    figures = [(figure, cell) for figure in ("L", "W") for cell in (-2, -1, 0, *state.turn.worked)]
    for cell in dict.fromkeys(state.turn.worked):
        if draw(st.booleans()):
            figure, place = pick(draw, figures)
            diggers = sorted({*state.turn.diggers, (cell, figure, place)})
            state = replaced(state, ("turn", "diggers"), tuple(diggers))
    if draw(st.booleans()):
        worked = sorted((*state.turn.worked, pick(draw, state.turn.worked)))
        state = replaced(state, ("turn", "worked"), tuple(worked))
        state = fewer_action_points(draw, state)
    if draw(st.booleans()):
        edition = tikal.house(state.edition, second_dig=pick(draw, ("present", "different", "one")))
        state = replaced(state, ("table", "edition"), edition)
    return state


def another_auction(draw: Draw, _state: State) -> State:
    """Other bids, passes and turns of this round."""
    state = pick(draw, auctions())
    seats = range(len(state.expeditions) + 1)
    some = st.lists(st.sampled_from(seats), unique=True, max_size=3).map(sorted).map(tuple)
    bidding = state.course.bidding
    one_seat = st.sampled_from(seats)
    for name, values in (
        ("passed", some), ("done", some), ("high_bid", st.integers(0, 3)),
        ("high_bidder", one_seat), ("first_passer", one_seat),
    ):  # fmt: skip
        if draw(st.integers(0, 2)) == 0:
            bidding = attrs.evolve(bidding, **{name: draw(values)})
    return replaced(state, ("course", "bidding"), bidding)


def another_edition(draw: Draw, state: State) -> State:
    """Another printed edition, or one switch turned, under its own name or any other."""
    if draw(st.booleans()):
        edition = pick(draw, (*EDITIONS.values(), *HOUSES))
    else:
        switch = pick(draw, SWITCHES)
        values = [*switch.values] if not switch.ranked else [(), CRITERIA, CRITERIA[::-1]]
        turned: dict[str, Any] = {switch.name: pick(draw, values)}
        edition = attrs.evolve(state.edition, **turned)
    if draw(st.booleans()):
        edition = attrs.evolve(edition, key=pick(draw, ("x", "my rules", "rio-grande-1999", "é\n")))
    return replaced(state, ("table", "edition"), edition)


def auction_or_not(_draw: Draw, state: State) -> State:
    return replaced(state, ("table", "auction"), not state.auction)


CHANGES: Final[tuple[Change, ...]] = (
    any_field, any_field, a_number_that_names_nothing, workers_elsewhere, leader_elsewhere,
    leader_anywhere, another_camp, another_guard, another_score, other_values, a_treasure_more,
    another_tile, many_volcanoes, another_moment, another_moment, fewer_action_points,
    another_queue, another_auction, another_auction, other_diggers, another_edition,
    auction_or_not,
)  # fmt: skip


def mutated(draw: Draw) -> State:
    """A position of play after one to three changes."""
    state = pick(draw, positions())
    note(repr(state))  # now, because a changed one may be unable to show itself
    for _ in range(draw(st.integers(1, 3))):
        change = pick(draw, CHANGES)
        note(change.__name__)
        try:
            state = change(draw, state)
        except (TypeError, ValueError, AttributeError, LookupError):
            break  # an earlier change was so wild that this one cannot be made
    return state


# --- everything --------------------------------------------------------------------------------


def is_stuck(state: State) -> bool:
    """Whether the display cannot be filled, as `problems` says it may happen."""
    return state.auction and state.phase == "draw" and not state.stock.tiles


def show_everything(state: State) -> None:
    assert str(state) == board_text(state)
    assert repr(state)
    assert board_svg(state) == state._repr_svg_()
    for name in dir(State):
        if not name.startswith("_"):
            getattr(state, name)
    for cell in state:
        assert hash(state[cell]) is not None
    for seat in state.scores:
        assert hash(state.player(seat)) is not None
    for again in (
        pickle.loads(pickle.dumps(state)),
        copy.copy(state),
        copy.deepcopy(state),
        documents.loads(documents.dumps(state)),
    ):
        assert again == state
        assert hash(again) == hash(state)
    text = tikal.format_position(state)
    again = tikal.parse_position(text)
    assert again == written_under_its_name(state)
    assert tikal.format_position(again) == text


def written_under_its_name(state: State) -> State:
    """The position with its edition named as it is written, however it is called."""
    return replaced(state, ("table", "edition"), canonical_edition(state.edition))


def ask_for_moves(draw: Draw, state: State) -> None:
    moves = tikal.legal_moves(state)
    assert len(set(moves)) == len(moves)
    for move in moves:
        assert tikal.check(state, move) == (), str(move)
        if state.active:
            assert tikal.check(state, move, state.active) == ()
    every = candidates(state)
    asked = [pick(draw, every) for _ in range(8)] + [kind_of(every, kind) for kind in MOVES]
    for move in asked:
        found = tikal.check(state, move)
        assert all(violation.message for violation in found)
        if not found and not isinstance(move, tikal.PlaceTile):
            assert move in moves, str(move)
        if not found and isinstance(move, tikal.PlaceTile):
            assert move.cell in {other.cell for other in moves if isinstance(other, type(move))}
        assert set(tikal.nearest_legal(state, move)) <= set(moves)
        tikal.check(state, move, 1 + len(state.expeditions))
    assert tikal.opinion(state, asked[0]).legal is tikal.is_legal(state, asked[0])
    assert bool(moves) == (state.phase != "over" and not is_stuck(state))
    outcomes = tikal.chance(state)
    if state.phase in ("draw", "reveal") and not is_stuck(state):
        assert [move for move, _ in outcomes] == list(moves)
        assert sum(probability for _, probability in outcomes) == 1
    else:
        assert outcomes == ()


def kind_of(moves: Sequence[tikal.Move], kind: type[tikal.Move]) -> tikal.Move:
    return next(move for move in moves if type(move) is kind)


def ask_for_ways(draw: Draw, state: State) -> None:
    for seat in state.scores:
        tikal.score(state, seat)
        a, b = pick(draw, CELLS), pick(draw, CELLS)
        cost = tikal.path_cost(state, a, b, seat)
        assert cost == tikal.path_cost(state, b, a, seat)
        assert tikal.reachable(state, a, 10, seat).get(b) == (
            cost if cost is not None and cost <= 10 else None
        )
        if cost is not None:
            tikal.route(state, "W", a, b, seat)


def follow(draw: Draw, state: State) -> None:
    moves = tikal.legal_moves(state)
    some = {pick(draw, moves) for _ in range(6)} | {moves[0], moves[-1]} if moves else set()
    for move in some:
        after = tikal.apply(state, move)
        assert tikal.problems(after) == () or is_stuck(after), str(move)
    limit = most_moves(state) if draw(st.integers(0, 15)) == 7 else 40
    seed = draw(st.integers(0, 9))
    while limit and state.phase != "over" and not is_stuck(state):
        step = tikal.play(state, tikal.random_policy, seed, limit=1)
        state, limit, seed = step.state, limit - 1, seed + 1
    assert limit == 0 or state.phase == "over" or is_stuck(state)
    assert tikal.problems(state) == () or is_stuck(state)


def ask_everything(draw: Draw, state: State) -> None:
    show_everything(state)
    ask_for_moves(draw, state)
    ask_for_ways(draw, state)
    follow(draw, state)


@given(st.data())
def test_whatever_problems_accepts_can_be_asked_about(data: st.DataObject) -> None:
    for _ in range(4):  # two of five are accepted
        state = mutated(data.draw)
        if not tikal.problems(state):
            ask_everything(data.draw, state)
            break
