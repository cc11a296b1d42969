"""Treasures: recovering tokens, seeing what they show, exchanging them."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import compress
from typing import Final

from tikal.components import BOX
from tikal.geometry import CELL_INDEX, CELLS
from tikal.moves import PRICES, Exchange, Recover, RevealTreasure
from tikal.rules.actions import acted, seated, within_the_budget
from tikal.rules.table import Fault, Rule, demanded_by, fault
from tikal.state import KINDS, Expedition, Ground, State, Stock, replaced, shared_turn

TOKENS_A_TURN: Final = 2
#: As many tokens of a kind as can be exchanged: pairs and triplets cannot (SWAP-05).
SINGLE: Final = 1
_RECOVERS: Final = tuple(Recover(name) for name in CELLS)
_REVEALS: Final = tuple(RevealTreasure(kind) for kind in KINDS)
_EXCHANGES: Final = tuple(
    tuple(
        tuple(Exchange(give, seat, take) for take in KINDS)
        for seat in range(1, BOX.most_players + 1)
    )
    for give in KINDS
)

# --- recovering --------------------------------------------------------------------------------


def is_treasure_hex(state: State, cell: int) -> bool:
    """Whether it is a treasure hex, emptied or not."""
    return state.kind(cell) == "treasure"


@demanded_by("TREASURE-01")
def a_member_where_treasure_lies(state: State, move: Recover) -> Fault:
    """An own member stands on a treasure hex that still holds tokens."""
    cell = CELL_INDEX[move.cell]
    if not is_treasure_hex(state, cell):
        return fault(f"{move.cell} is no treasure hex", cell=move.cell)
    if not state.ground.tokens[cell]:
        return fault(f"no treasure is left on {move.cell}", cell=move.cell, need=1, have=0)
    if not state.mover().members(cell):
        return fault(f"no own member stands on {move.cell}", cell=move.cell, need=1, have=0)
    return None


@demanded_by("TREASURE-03")
def a_member_for_every_token(state: State, move: Recover) -> Fault:
    """One own member is present for every token taken there this turn (Q-37, Q-45)."""
    cell = CELL_INDEX[move.cell]
    have = state.mover().members(cell)
    if not have or not is_treasure_hex(state, cell):
        return None  # that is TREASURE-01
    need = state.turn.worked.count(cell) + 1
    if have >= need:
        return None
    return fault(
        f"treasure number {need} of this turn needs {need} members on {move.cell}, has {have}",
        cell=move.cell,
        need=need,
        have=have,
    )


@demanded_by("TREASURE-04")
def two_tokens_a_turn(state: State, move: Recover) -> Fault:
    """At most two tokens of the same hex are taken in a turn."""
    cell = CELL_INDEX[move.cell]
    taken = state.turn.worked.count(cell)
    if taken < TOKENS_A_TURN or not is_treasure_hex(state, cell):
        return None
    return fault(
        f"two treasures of {move.cell} were already recovered this turn",
        cell=move.cell,
        have=taken,
    )


RECOVER: Final[tuple[Rule[State, Recover], ...]] = (
    within_the_budget,
    a_member_where_treasure_lies,
    a_member_for_every_token,
    two_tokens_a_turn,
)


def recoveries(state: State, who: Expedition, cells: list[int]) -> list[Recover]:
    """Every token that can be taken now, at the cells with own members."""
    if state.turn.ap < PRICES[Recover]:
        return []
    tokens, worked = state.ground.tokens, state.turn.worked
    found = []
    for cell in cells:
        if tokens[cell] and who.members(cell) > worked.count(cell) < TOKENS_A_TURN:
            found.append(_RECOVERS[cell])  # noqa: PERF401 - a loop costs no frame
    return found


def recover(state: State, move: Recover) -> State:
    """The top token leaves the hex; chance decides what it shows (TREASURE-06)."""
    cell = CELL_INDEX[move.cell]
    tokens = replaced(state.ground.tokens, cell, state.ground.tokens[cell] - 1)
    ground = Ground(state.ground.board, state.ground.values, tokens)
    return acted(state, move, state.mover(), worked=cell, reveals=True, ground=ground)


# --- what a token shows ------------------------------------------------------------------------


@demanded_by("COMP-05")
def three_of_each_kind(state: State, move: RevealTreasure) -> Fault:
    """A kind of which all three tokens have been seen cannot turn up."""
    if move.kind in KINDS and state.stock.unseen[move.kind - 1]:
        return None
    if move.kind not in KINDS:
        return fault(f"no treasure of kind {move.kind} exists: kinds are 1 to {KINDS[-1]}")
    return fault(f"all treasures of kind {move.kind} have been seen", need=1, have=0)


REVEAL_TREASURE: Final[tuple[Rule[State, RevealTreasure], ...]] = (three_of_each_kind,)


def revealable(state: State) -> list[RevealTreasure]:
    """The kinds that nobody has seen all tokens of."""
    return list(compress(_REVEALS, state.stock.unseen))


def reveals(state: State) -> list[tuple[RevealTreasure, Fraction]]:
    """What the token can show: every unseen token is equally likely."""
    unseen = state.stock.unseen
    return [(move, Fraction(unseen[move.kind - 1], sum(unseen))) for move in revealable(state)]


def reveal(state: State, move: RevealTreasure) -> State:
    """The token lies open in front of its finder (TREASURE-07)."""
    turn, stock, kind = state.turn, state.stock, move.kind - 1
    who = state.mover()
    unseen = replaced(stock.unseen, kind, stock.unseen[kind] - 1)
    treasures = replaced(who.treasures, kind, who.treasures[kind] + 1)
    return state.changed(
        turn=shared_turn("act", turn.active, turn.ap, turn.worked),
        stock=Stock(stock.tiles, stock.floors, unseen),
        expeditions=seated(state, who.owning(who.score, treasures)),
    )


# --- exchanging --------------------------------------------------------------------------------


def _owned(who: Expedition, kind: int) -> int:
    return who.treasures[kind - 1] if kind in KINDS else 0


def _is_partner(state: State, seat: int) -> bool:
    return state.is_seat(seat) and seat != state.turn.active


@demanded_by("SWAP-02")
def one_own_token_for_one_of_another_player(state: State, move: Exchange) -> Fault:
    """One own token is exchanged for one token of one other player."""
    if move.seat == state.turn.active:
        return fault("nobody exchanges with themselves", seat=move.seat)
    if not _is_partner(state, move.seat):
        return fault(f"there is no seat {move.seat} to exchange with", seat=move.seat)
    if not _owned(state.mover(), move.give):
        return fault(f"no own treasure of kind {move.give}", need=1, have=0)
    if not _owned(state.expeditions[move.seat - 1], move.take):
        return fault(
            f"seat {move.seat} has no treasure of kind {move.take}", seat=move.seat, need=1, have=0
        )
    return None


@demanded_by("SWAP-05")
def only_single_tokens(state: State, move: Exchange) -> Fault:
    """Pairs and triplets are untouchable on either side."""
    sides = [(state.turn.active, move.give)]
    if _is_partner(state, move.seat):
        sides.append((move.seat, move.take))
    for seat, kind in sides:
        have = _owned(state.expeditions[seat - 1], kind)
        if have > SINGLE:
            return fault(
                f"seat {seat} holds {have} treasures of kind {kind}, and only a single one "
                "can be exchanged",
                seat=seat,
                need=1,
                have=have,
            )
    return None


EXCHANGE: Final[tuple[Rule[State, Exchange], ...]] = (
    within_the_budget,
    one_own_token_for_one_of_another_player,
    only_single_tokens,
)


def exchanges(state: State, who: Expedition) -> tuple[Exchange, ...]:
    """Every exchange of a single token for a single token."""
    if state.turn.ap < PRICES[Exchange] or SINGLE not in who.treasures:
        return ()
    treasures = tuple([other.treasures for other in state.expeditions])
    return _exchanges(treasures, state.turn.active)


@lru_cache(maxsize=4096)
def _exchanges(treasures: tuple[tuple[int, ...], ...], active: int) -> tuple[Exchange, ...]:
    """The same, from what everybody owns: that changes seldom."""
    singles = [[kind for kind in KINDS if owned[kind - 1] == SINGLE] for owned in treasures]
    return tuple(
        _EXCHANGES[give - 1][seat - 1][take - 1]
        for give in singles[active - 1]
        for seat, takes in enumerate(singles, start=1)
        if seat != active
        for take in takes
    )


def exchange(state: State, move: Exchange) -> State:
    """Two tokens change owners; the other player cannot refuse (SWAP-04)."""
    who, other = state.mover(), state.expeditions[move.seat - 1]
    others = seated(state, _swapped(other, move.take, move.give))
    return acted(state.changed(expeditions=others), move, _swapped(who, move.give, move.take))


def _swapped(who: Expedition, away: int, back: int) -> Expedition:
    treasures = list(who.treasures)
    treasures[away - 1] -= 1
    treasures[back - 1] += 1
    return who.owning(who.score, tuple(treasures))
