"""Recovering, revealing and exchanging treasures."""

from __future__ import annotations

from typing import Final

from hypothesis import strategies as st

from tikal.components import TREASURE_KINDS
from tikal.engine import apply, legal_moves
from tikal.grid import CELL_INDEX, CELLS
from tikal.moves import Exchange, Recover, RevealTreasure
from tikal.state import State
from tikal.testing.candidates import NO_KIND
from tikal.testing.pool import one_of
from tikal.testing.recipes.ingredients import (
    Draw,
    Situation,
    active_seat,
    cells,
    has_workers,
    is_acting,
    legal,
    recipe,
    same_move,
    same_state,
    spot_where,
)
from tikal.testing.surgery import fresh_phase, with_switches, with_workers, without_members


@recipe("TREASURE-01")
def recover_without_a_member(draw: Draw) -> tuple[Situation, Situation]:
    """The player has no member there."""
    state, move = legal(draw, Recover)
    return same_move(move, without_members(state, active_seat(state), CELL_INDEX[move.cell]), state)


def _treasure_work(draw: Draw, tokens: int) -> tuple[State, int, Recover]:
    """A fresh phase, a treasure hex with at least this many tokens, and three workers there."""
    state = fresh_phase(spot_where(draw, _DIGS[tokens]))
    cell = one_of(draw, cells(lambda cell: state.ground.tokens[cell] >= tokens))
    me = active_seat(state)
    state = with_workers(without_members(state, me, cell), me, cell, 3)
    return state, cell, Recover(CELLS[cell])


def _recover(draw: Draw, state: State, move: Recover) -> State:
    state = apply(state, move)
    return apply(state, one_of(draw, legal_moves(state)))


@recipe("TREASURE-03")
def recover_a_second_token_alone(draw: Draw) -> tuple[Situation, Situation]:
    """One member for both tokens; in the twin there are three, or one member is enough."""
    state, cell, move = _treasure_work(draw, 2)
    state = with_switches(state, second_dig=draw(st.sampled_from(("present", "different"))))
    twin = _recover(draw, state, move)
    alone = with_workers(twin, active_seat(state), cell, 1)
    if draw(st.booleans()):
        twin = with_switches(alone, second_dig="one")
    return same_move(move, alone, twin)


@recipe("TREASURE-04")
def recover_a_third_token(draw: Draw) -> tuple[Situation, Situation]:
    """Two tokens are taken already; in the twin only one."""
    state, _, move = _treasure_work(draw, 3)
    twin = _recover(draw, state, move)
    return same_move(move, _recover(draw, twin, move), twin)


def _digs_2(state: State) -> bool:
    return is_acting(state) and max(state.ground.tokens) >= 2 and has_workers(state, 3)


def _digs_3(state: State) -> bool:
    return is_acting(state) and max(state.ground.tokens) >= 3 and has_workers(state, 3)


_DIGS: Final = {2: _digs_2, 3: _digs_3}


@recipe("COMP-05")
def reveal_what_is_not_there(draw: Draw) -> tuple[Situation, Situation]:
    """A kind that does not exist, or of which all three have been seen."""
    state, move = legal(draw, RevealTreasure)
    wrong = [0, NO_KIND, -1, *(kind for kind, left in state.unseen.items() if not left)]
    return same_state(state, RevealTreasure(one_of(draw, wrong)), move)


@recipe("SWAP-02")
def exchange_what_is_not_owned(draw: Draw) -> tuple[Situation, Situation]:
    """A kind that one side does not own, the player's own seat, or an empty seat."""
    state, move = legal(draw, Exchange)
    me, kinds = active_seat(state), (0, NO_KIND, *TREASURE_KINDS)
    mine, theirs = (state.player(seat).treasures for seat in (me, move.seat))
    wrong = [Exchange(move.give, seat, move.take) for seat in (me, 0, state.players + 1)]
    wrong += [Exchange(kind, move.seat, move.take) for kind in kinds if not mine.get(kind)]
    wrong += [Exchange(move.give, move.seat, kind) for kind in kinds if not theirs.get(kind)]
    return same_state(state, one_of(draw, wrong), move)


def _has_set_to_break(state: State) -> bool:
    return is_acting(state) and bool(_broken_sets(state)) and bool(_fair_exchanges(state))


def _owned_exactly(state: State, seat: int, numbers: tuple[int, ...]) -> list[int]:
    return [kind for kind, n in state.player(seat).treasures.items() if n in numbers]


def _exchanges(state: State, mine: tuple[int, ...], theirs: tuple[int, ...]) -> list[Exchange]:
    """Exchanges in which each side owns one of these numbers of what it gives."""
    return [
        Exchange(give, seat, take)
        for seat in state.scores
        if seat != state.active
        for give in _owned_exactly(state, active_seat(state), mine)
        for take in _owned_exactly(state, seat, theirs)
    ]


def _fair_exchanges(state: State) -> list[Exchange]:
    found, equals = _exchanges(state, (1,), (1,)), _exchanges_of_equals(state)
    return [e for e in found if state.edition.same_kind_exchange or e not in equals]


def _broken_sets(state: State) -> list[Exchange]:
    return [
        *_exchanges(state, (2, 3), (1,)),
        *_exchanges(state, (1,), (2, 3)),
        *_exchanges(state, (2, 3), (2, 3)),
    ]


def _exchanges_of_equals(state: State) -> list[Exchange]:
    return [each for each in _exchanges(state, (1,), (1,)) if each.give == each.take]


def _could_exchange_equals(state: State) -> bool:
    return is_acting(state) and bool(_exchanges_of_equals(state))


@recipe("SWAP-05")
def exchange_out_of_a_set(draw: Draw) -> tuple[Situation, Situation]:
    """A pair or triplet would be broken, or equals exchanged where that is not allowed."""
    if draw(st.integers(0, 2)) == 0:
        state = fresh_phase(spot_where(draw, _could_exchange_equals))
        strict, lax = (with_switches(state, same_kind_exchange=may) for may in (False, True))
        return same_move(one_of(draw, _exchanges_of_equals(state)), strict, lax)
    state = fresh_phase(spot_where(draw, _has_set_to_break))
    return same_state(
        state, one_of(draw, _broken_sets(state)), one_of(draw, _fair_exchanges(state))
    )
