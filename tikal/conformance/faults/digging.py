"""Faults in what happens to tiles, temples and treasures."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from tikal.conformance.faults.fault import Fault, Outcome, no_move, with_seat
from tikal.grid import CELL_INDEX
from tikal.moves import (
    DrawTile,
    EndTurn,
    Exchange,
    Move,
    PlaceTile,
    Recover,
    RevealTreasure,
    Uncover,
)
from tikal.rules.queries import mover, with_entry
from tikal.state import MIN_FLOOR, State


def _with_value(state: State, cell: int, value: int) -> State:
    values = with_entry(state.ground.values, cell, value)
    return evolve(state, ground=evolve(state.ground, values=values))


def _with_tokens(state: State, cell: int, tokens: int) -> State:
    every = with_entry(state.ground.tokens, cell, tokens)
    return evolve(state, ground=evolve(state.ground, tokens=every))


def _with_floors(state: State, floors: tuple[int, ...]) -> State:
    return evolve(state, stock=evolve(state.stock, floors=floors))


# --- tiles -------------------------------------------------------------------------------------


def _starts_at_one(before: State, move: PlaceTile, after: State) -> State:
    cell = CELL_INDEX[move.cell]
    return _with_value(after, cell, 1) if after.ground.values[cell] > 1 else after


def _levels_from_the_stock(before: State, move: PlaceTile, after: State) -> State:
    floors = after.stock.floors
    for number in range(after.ground.values[CELL_INDEX[move.cell]] - 1):
        floors = with_entry(floors, number, max(0, floors[number] - 1))
    return _with_floors(after, floors)


def _no_tokens(before: State, move: PlaceTile, after: State) -> State:
    return _with_tokens(after, CELL_INDEX[move.cell], 0)


def _a_token_less(before: State, move: PlaceTile, after: State) -> State:
    cell = CELL_INDEX[move.cell]
    return _with_tokens(after, cell, max(0, after.ground.tokens[cell] - 1))


def _a_token_more(before: State, move: PlaceTile, after: State) -> State:
    cell = CELL_INDEX[move.cell]
    tokens = after.ground.tokens[cell]
    return _with_tokens(after, cell, tokens + 1) if tokens else after


def _stays_in_the_stack(before: State, _move: DrawTile, after: State) -> State:
    return evolve(after, stock=evolve(after.stock, tiles=before.stock.tiles))


# --- temples -----------------------------------------------------------------------------------


def _no_level(before: State, move: Uncover, after: State) -> State:
    cell = CELL_INDEX[move.cell]
    return _with_value(after, cell, before.ground.values[cell])


def _stock_stays(before: State, _move: Uncover, after: State) -> State:
    return _with_floors(after, before.stock.floors)


def _level_below_returns(before: State, move: Uncover, after: State) -> State:
    """The level that is covered goes back to the stock."""
    value = before.ground.values[CELL_INDEX[move.cell]]
    if value < MIN_FLOOR:
        return after
    place = value - MIN_FLOOR
    return _with_floors(after, with_entry(after.stock.floors, place, after.stock.floors[place] + 1))


def _limits_go_on(is_temple: bool) -> Outcome:
    """Where the last player has dug counts against the next one."""

    def outcome(before: State, _move: Move, after: State) -> State:
        if after.phase != "act":
            return after
        values = before.ground.values
        worked = tuple(cell for cell in before.turn.worked if (values[cell] > 0) is is_temple)
        return evolve(after, turn=evolve(after.turn, worked=worked))

    return outcome


# --- treasures ---------------------------------------------------------------------------------


def _token_stays(before: State, move: Recover, after: State) -> State:
    cell = CELL_INDEX[move.cell]
    return _with_tokens(after, cell, before.ground.tokens[cell])


def _all_tokens_go(before: State, move: Recover, after: State) -> State:
    return _with_tokens(after, CELL_INDEX[move.cell], 0)


def _token_is_not_owned(before: State, _move: RevealTreasure, after: State) -> State:
    return with_seat(after, evolve(mover(after), treasures=mover(before).treasures))


def _stays_hidden(before: State, _move: Recover, after: State) -> State:
    """The action phase goes on before the token is turned face up."""
    return evolve(after, turn=evolve(after.turn, phase="act"))


def _nothing_is_given(before: State, move: Exchange, after: State) -> State:
    own = mover(after)
    kind = move.give - 1
    whole = with_entry(own.treasures, kind, own.treasures[kind] + 1)
    return with_seat(after, evolve(own, treasures=whole))


def _nothing_is_taken(before: State, move: Exchange, after: State) -> State:
    own, kind = mover(after), move.take - 1
    without = with_entry(own.treasures, kind, own.treasures[kind] - 1)
    return with_seat(after, evolve(own, treasures=without))


def _the_other_keeps_all(before: State, move: Exchange, after: State) -> State:
    other = after.expeditions[move.seat - 1]
    was = before.expeditions[move.seat - 1]
    return with_seat(after, evolve(other, treasures=was.treasures))


def _the_other_receives_nothing(before: State, move: Exchange, after: State) -> State:
    other, kind = after.expeditions[move.seat - 1], move.give - 1
    without = with_entry(other.treasures, kind, other.treasures[kind] - 1)
    return with_seat(after, evolve(other, treasures=without))


# --- the beginning -----------------------------------------------------------------------------


def _one_kind(state: State) -> State:
    """All tokens of the hidden supply are of the first kind."""
    unseen = (sum(state.stock.unseen), *(0 for _ in state.stock.unseen[1:]))
    return evolve(state, stock=evolve(state.stock, unseen=unseen))


def _printed_temples_doubled(state: State) -> State:
    values = tuple(2 * value for value in state.ground.values)
    return evolve(state, ground=evolve(state.ground, values=values))


DIGGING: Final = (
    Fault("SETUP-05", "hides tokens of one kind", (), no_move, _one_kind),
    Fault("SETUP-08", "begins with temples worth 2", (), no_move, _printed_temples_doubled),
    Fault("PLACE-09", "starts every temple at 1", (PlaceTile,), _starts_at_one),
    Fault("PLACE-09", "takes the levels out of the stock", (PlaceTile,), _levels_from_the_stock),
    Fault("PLACE-10", "puts no token on the tile", (PlaceTile,), _no_tokens),
    Fault("PLACE-10", "puts a token too few on the tile", (PlaceTile,), _a_token_less),
    Fault("PLACE-10", "puts a token too many on the tile", (PlaceTile,), _a_token_more),
    Fault("TURN-03", "leaves the tile in the stack", (DrawTile,), _stays_in_the_stack),
    Fault("TEMPLE-06", "does not raise the temple", (Uncover,), _no_level),
    Fault("TEMPLE-06", "takes no level out of the stock", (Uncover,), _stock_stays),
    Fault("TEMPLE-09", "returns the level below to the stock", (Uncover,), _level_below_returns),
    Fault("TEMPLE-04", "keeps the limit of the last player", (EndTurn,), _limits_go_on(True)),
    Fault("TREASURE-04", "keeps the limit of the last player", (EndTurn,), _limits_go_on(False)),
    Fault("TREASURE-06", "leaves the token on the hex", (Recover,), _token_stays),
    Fault("TREASURE-06", "takes every token off the hex", (Recover,), _all_tokens_go),
    Fault("TREASURE-07", "does not turn the token up", (Recover,), _stays_hidden),
    Fault("TREASURE-07", "gives the token to no player", (RevealTreasure,), _token_is_not_owned),
    Fault("SWAP-02", "leaves the token that is given", (Exchange,), _nothing_is_given),
    Fault("SWAP-02", "hands over nothing to the player", (Exchange,), _nothing_is_taken),
    Fault("SWAP-02", "changes nothing of the other player", (Exchange,), _the_other_keeps_all),
    Fault("SWAP-02", "hands over nothing to the other", (Exchange,), _the_other_receives_nothing),
)
