"""Treasures: recovering tokens, seeing what they show, exchanging them."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import compress
from typing import Final

from tikal._support.evolve import evolve
from tikal.components import SEATS, TREASURE_KINDS
from tikal.grid import CELL_INDEX
from tikal.moves import Exchange, Recover, RevealTreasure, every
from tikal.parts import Expedition
from tikal.rules.actions import after_action, within_the_budget
from tikal.rules.digging import after_dig, may_dig_again, second_dig_fault, with_dig
from tikal.rules.queries import expeditions_with, mover, with_entry
from tikal.rules.rule import Fault, Rule, demanded_by, fault
from tikal.state import State, is_seat, shared_turn

TOKENS_A_TURN: Final = 2
#: Tokens of a kind of which one can be exchanged: pairs and triplets stay (SWAP-05).
SINGLE: Final = 1
_RECOVERS: Final = tuple(every(Recover))
_REVEALS: Final = tuple(every(RevealTreasure))
_EXCHANGES: Final = tuple(
    tuple(tuple(every(Exchange, give=(give,), seat=(seat,))) for seat in SEATS)
    for give in TREASURE_KINDS
)

# --- recovering --------------------------------------------------------------------------------


def is_treasure_hex(state: State, cell: int) -> bool:
    """Whether it is a treasure hex, emptied or not."""
    return state.ground.board.kind(cell) == "treasure"


@demanded_by("TREASURE-01")
def a_member_where_treasure_lies(state: State, move: Recover) -> Fault:
    """An own member stands on a treasure hex that still holds tokens."""
    cell = CELL_INDEX[move.cell]
    if not is_treasure_hex(state, cell):
        return fault("TREASURE-01/no-treasure-hex", cell=move.cell)
    if not state.ground.tokens[cell]:
        return fault("TREASURE-01/none-left", cell=move.cell, need=1, have=0)
    if not mover(state).members(cell):
        return fault("TREASURE-01/no-member", cell=move.cell, need=1, have=0)
    return None


@demanded_by("TREASURE-03")
def a_member_for_every_token(state: State, move: Recover) -> Fault:
    """The second token of a turn asks for two members, or for another one (Q-37, Q-38, Q-45)."""
    if not is_treasure_hex(state, CELL_INDEX[move.cell]):
        return None
    return second_dig_fault(
        state, move.cell, too_few="TREASURE-03/too-few-members", same="TREASURE-03/same-member"
    )


@demanded_by("TREASURE-04")
def two_tokens_a_turn(state: State, move: Recover) -> Fault:
    """At most two tokens of the same hex are taken in a turn."""
    cell = CELL_INDEX[move.cell]
    taken = state.turn.worked.count(cell)
    if taken < TOKENS_A_TURN or not is_treasure_hex(state, cell):
        return None
    return fault("TREASURE-04/two-treasures", cell=move.cell, have=taken)


RECOVER: Final[tuple[Rule[State, Recover], ...]] = (
    within_the_budget,
    a_member_where_treasure_lies,
    a_member_for_every_token,
    two_tokens_a_turn,
)


def recoveries(state: State, who: Expedition, cells: list[int]) -> list[Recover]:
    """Every token that can be taken now, at the cells with own members."""
    if state.turn.ap < Recover.price:
        return []
    tokens, worked = state.ground.tokens, state.turn.worked
    found = []
    for cell in cells:
        if not tokens[cell]:
            continue
        taken = worked.count(cell)
        if taken < TOKENS_A_TURN and (not taken or may_dig_again(state, who, cell)):
            found.append(_RECOVERS[cell])
    return found


def recover(state: State, move: Recover) -> State:
    """The top token leaves the hex; chance decides what it shows (TREASURE-06)."""
    cell = CELL_INDEX[move.cell]
    tokens = with_entry(state.ground.tokens, cell, state.ground.tokens[cell] - 1)
    who = mover(state)
    taken = evolve(
        state,
        turn=with_dig(state.turn, cell, "reveal"),
        ground=evolve(state.ground, tokens=tokens),
    )
    return after_action(taken, move, who, after_dig(state, who, cell))


# --- what a token shows ------------------------------------------------------------------------


@demanded_by("COMP-05")
def three_of_each_kind(state: State, move: RevealTreasure) -> Fault:
    """A kind of which all three tokens have been seen cannot turn up."""
    if move.kind in TREASURE_KINDS and state.stock.unseen[move.kind - 1]:
        return None
    if move.kind not in TREASURE_KINDS:
        return fault("COMP-05/unknown-kind", kind=move.kind)
    return fault("COMP-05/all-seen", kind=move.kind, need=1, have=0)


REVEAL_TREASURE: Final[tuple[Rule[State, RevealTreasure], ...]] = (three_of_each_kind,)


def revealable(state: State) -> list[RevealTreasure]:
    """The kinds of which some tokens are still face down."""
    return list(compress(_REVEALS, state.stock.unseen))


def reveals(state: State) -> list[tuple[RevealTreasure, Fraction]]:
    """The faces that the token can show: every unseen token is equally likely."""
    unseen = state.stock.unseen
    return [(move, Fraction(unseen[move.kind - 1], sum(unseen))) for move in revealable(state)]


def reveal(state: State, move: RevealTreasure) -> State:
    """The token lies open in front of its finder (TREASURE-07)."""
    turn, stock, kind = state.turn, state.stock, move.kind - 1
    who = mover(state)
    unseen = with_entry(stock.unseen, kind, stock.unseen[kind] - 1)
    treasures = with_entry(who.treasures, kind, who.treasures[kind] + 1)
    return evolve(
        state,
        turn=shared_turn("act", turn.active, turn.ap, turn.worked, turn.diggers),
        stock=evolve(stock, unseen=unseen),
        expeditions=expeditions_with(state, evolve(who, treasures=treasures)),
    )


# --- exchanging --------------------------------------------------------------------------------


def _owned(who: Expedition, kind: int) -> int:
    return who.treasures[kind - 1] if kind in TREASURE_KINDS else 0


def _is_partner(state: State, seat: int) -> bool:
    return is_seat(state, seat) and seat != state.turn.active


def _may_exchange_equals(state: State) -> bool:
    """Whether a token may be exchanged for one of the same kind (Q-49)."""
    return state.table.edition.same_kind_exchange


def _both_have(state: State, move: Exchange) -> bool:
    return (
        _is_partner(state, move.seat)
        and _owned(mover(state), move.give) > 0
        and _owned(state.expeditions[move.seat - 1], move.take) > 0
    )


@demanded_by("SWAP-02")
def one_own_token_for_one_of_another_player(state: State, move: Exchange) -> Fault:
    """One own token is exchanged for one token of one other player."""
    if move.seat == state.turn.active:
        return fault("SWAP-02/oneself", seat=move.seat)
    if not _is_partner(state, move.seat):
        return fault("SWAP-02/no-seat", seat=move.seat)
    if not _owned(mover(state), move.give):
        return fault("SWAP-02/nothing-to-give", kind=move.give, need=1, have=0)
    if not _owned(state.expeditions[move.seat - 1], move.take):
        return fault("SWAP-02/nothing-to-take", seat=move.seat, kind=move.take, need=1, have=0)
    return None


@demanded_by("SWAP-05")
def only_single_tokens(state: State, move: Exchange) -> Fault:
    """Pairs and triplets are untouchable; equals are exchanged if the edition says so (Q-49)."""
    sides = [(state.turn.active, move.give)]
    if _is_partner(state, move.seat):
        sides.append((move.seat, move.take))
    for seat, kind in sides:
        have = _owned(state.expeditions[seat - 1], kind)
        if have > SINGLE:
            return fault("SWAP-05/not-single", seat=seat, kind=kind, need=SINGLE, have=have)
    if move.give == move.take and not _may_exchange_equals(state) and _both_have(state, move):
        return fault("SWAP-05/same-kind", kind=move.give)
    return None


EXCHANGE: Final[tuple[Rule[State, Exchange], ...]] = (
    within_the_budget,
    one_own_token_for_one_of_another_player,
    only_single_tokens,
)


def exchanges(state: State, who: Expedition) -> tuple[Exchange, ...]:
    """Every exchange of a single token for a single token."""
    if state.turn.ap < Exchange.price or SINGLE not in who.treasures:
        return ()
    treasures = tuple([other.treasures for other in state.expeditions])
    every = _exchanges(treasures, state.turn.active)
    if _may_exchange_equals(state):
        return every
    return tuple(exchange for exchange in every if exchange.give != exchange.take)


@lru_cache(maxsize=4096)
def _exchanges(treasures: tuple[tuple[int, ...], ...], active: int) -> tuple[Exchange, ...]:
    """The same, cached by the treasures of all players, which change rarely."""
    singles = [
        [kind for kind, tokens in enumerate(owned, start=1) if tokens == SINGLE]
        for owned in treasures
    ]
    return tuple(
        _EXCHANGES[give - 1][seat - 1][take - 1]
        for give in singles[active - 1]
        for seat, takes in enumerate(singles, start=1)
        if seat != active
        for take in takes
    )


def exchange(state: State, move: Exchange) -> State:
    """Two tokens change owners; the other player cannot refuse (SWAP-04)."""
    other = state.expeditions[move.seat - 1]
    others = expeditions_with(state, _trade(other, move.take, move.give))
    own = _trade(mover(state), move.give, move.take)
    return after_action(evolve(state, expeditions=others), move, own)


def _trade(who: Expedition, away: int, back: int) -> Expedition:
    treasures = list(who.treasures)
    treasures[away - 1] -= 1
    treasures[back - 1] += 1
    return evolve(who, treasures=tuple(treasures))
