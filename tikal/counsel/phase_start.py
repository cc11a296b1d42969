"""The start of an action phase, from where it stands now and the moves made since.

Positions forget how they came about, but where a second dig asks for another member the moves of
the phase decide who has dug. So the moves are taken back, and then made again under another rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from tikal.engine import Refusal, replay
from tikal.errors import InvalidArgument
from tikal.fields import Figure
from tikal.grid import CELL_INDEX
from tikal.moves import (
    Deploy,
    EstablishCamp,
    Exchange,
    Move,
    PlaceGuard,
    Recover,
    RevealTreasure,
    Transfer,
    Uncover,
    Walk,
)
from tikal.parts import IN_SUPPLY, OUT_OF_PLAY, Digger, Expedition, Turn
from tikal.rules.queries import expeditions_with, mover, with_entry
from tikal.state import ACTION_POINTS, MIN_FLOOR, State, expedition_of


def starts_of_phase(state: State, moves: Sequence[Move]) -> tuple[State, ...]:
    """Every position from which these moves of one action phase lead here.

    There may be several, because a guard's companions leave the game uncounted. `InvalidArgument`
    if there is none.
    """
    found = tuple(
        start
        for start in _taken_back(_as_begun(state), tuple(moves))
        if replay(start, moves).state == state
    )
    if not found:
        raise InvalidArgument(
            "the moves before do not lead from the start of this action phase to this position"
        )
    return found


def diggers_of_phase(
    starts: tuple[State, ...], moves: Sequence[Move]
) -> Iterator[tuple[Digger, ...] | Refusal]:
    """From each start who may have dug, where a second dig asks for another member.

    A refusal if one of the moves is not legal there.
    """
    for start in starts:
        edition = evolve(start.edition, second_dig="different")
        again = replay(evolve(start, table=evolve(start.table, edition=edition)), moves)
        yield again.refusal or again.state.turn.diggers


def _as_begun(state: State) -> State:
    return evolve(state, turn=Turn("act", state.turn.active, ACTION_POINTS))


def _taken_back(state: State, moves: tuple[Move, ...]) -> Iterator[State]:
    """The position without the effects of the moves, the last one first."""
    if not moves:
        yield state
        return
    try:
        for before in _undone(state, moves[-1]):
            yield from _taken_back(before, moves[:-1])
    except (IndexError, ValueError):  # there is nothing to take back
        return


def _undone(state: State, move: Move) -> Iterator[State]:
    who = mover(state)
    match move:
        case Deploy(figure, cell):
            back = _moved(who, figure, CELL_INDEX[cell], None)
            yield _with(state, evolve(back, supply=back.supply + (figure == "W")))
        case Walk(figure, origin, target) | Transfer(figure, origin, target):
            yield _with(state, _moved(who, figure, CELL_INDEX[target], CELL_INDEX[origin]))
        case Uncover(name):
            yield _covered(state, CELL_INDEX[name])
        case Recover(name):
            tokens = _plus(state.ground.tokens, CELL_INDEX[name], 1)
            yield evolve(state, ground=evolve(state.ground, tokens=tokens))
        case RevealTreasure(kind):
            unseen = _plus(state.stock.unseen, kind - 1, 1)
            state = evolve(state, stock=evolve(state.stock, unseen=unseen))
            yield _with(state, evolve(who, treasures=_plus(who.treasures, kind - 1, -1)))
        case Exchange():
            yield _exchanged_back(state, move)
        case EstablishCamp(name):
            camps = tuple(camp for camp in who.camps if camp != CELL_INDEX[name])
            yield _with(state, evolve(who, camps=camps))
        case PlaceGuard(name, figure):
            yield from _without_guard(state, CELL_INDEX[name], figure)
        case _:  # not an action
            return


def _covered(state: State, cell: int) -> State:
    """The top floor of a temple is back in the stock."""
    ground, stock, value = state.ground, state.stock, state.ground.values[cell]
    return evolve(
        state,
        ground=evolve(ground, values=_plus(ground.values, cell, -1)),
        stock=evolve(stock, floors=_plus(stock.floors, value - MIN_FLOOR, 1)),
    )


def _exchanged_back(state: State, move: Exchange) -> State:
    other = expedition_of(state, move.seat)
    theirs = _plus(_plus(other.treasures, move.give - 1, -1), move.take - 1, 1)
    state = _with(state, evolve(other, treasures=theirs))
    who = mover(state)
    own = _plus(_plus(who.treasures, move.take - 1, -1), move.give - 1, 1)
    return _with(state, evolve(who, treasures=own))


def _without_guard(state: State, cell: int, figure: Figure) -> Iterator[State]:
    """The guard's figure is back on its hex, with any number of those that left the game."""
    who = mover(state)
    guards = tuple(guard for guard in who.guards if guard != (cell, figure))
    leaders, workers = who.removed
    for leader in range(leaders + 1):
        for others in range(workers + 1):
            is_leader_back = figure == "L" or leader > 0
            yield _with(
                state,
                evolve(
                    who,
                    guards=guards,
                    leader=cell if is_leader_back else who.leader,
                    workers=with_entry(who.workers, cell, others + (figure == "W")),
                    removed=(leaders - leader, workers - others),
                ),
            )


def _moved(who: Expedition, figure: Figure, cell: int, back: int | None) -> Expedition:
    if figure == "L":
        if who.leader != cell or who.leader == OUT_OF_PLAY:
            raise ValueError
        return evolve(who, leader=IN_SUPPLY if back is None else back)
    workers = _plus(who.workers, cell, -1)
    return evolve(who, workers=workers if back is None else _plus(workers, back, 1))


def _plus(values: tuple[int, ...], index: int, change: int) -> tuple[int, ...]:
    if index < 0 or values[index] + change < 0:
        raise ValueError
    return with_entry(values, index, values[index] + change)


def _with(state: State, who: Expedition) -> State:
    return evolve(state, expeditions=expeditions_with(state, who))
