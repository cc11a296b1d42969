"""Clauses that are compared in parts, because as a whole they have too many paths.

A function of the engine becomes a field that can have any of its values. One part compares that
function with a relation of the specification, in every position; in the other the field has the
values of the relation. With `free` the relation is not derived there, but can be anything.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any, Final

import tikal
from tikal.engine import TABLE
from tikal.errors import InvalidArgument
from tikal.grid import CELL_INDEX
from tikal.moves import EstablishCamp, Move, PlaceGuard, PlaceTile, SetAside, Transfer, every
from tikal.rules import camps, guards, placing, queries
from tikal.rules.rule import Rule
from tikal.rules.temples import is_temple
from tikal.state import NEW_GAME_CLAUSES, camp_owner
from tools.every_position.fields import MAX_STRENGTH
from tools.every_position.lazy import Run, Unknown, plain
from tools.every_position.position import Entries, LazyState
from tools.every_position.question import NewGame, Subject
from tools.every_position.rows import Replaced, moves_of, open_to_unknowns, refusal


def _rule(kind: type[Move], clause: str) -> Rule[Any, Any]:
    return next(rule for rule in TABLE[kind].rules if rule.clause == clause)


# --- C2C-01: whose camp it is ------------------------------------------------------------------


def _owner_is_a_field(_function: object) -> Callable[[LazyState, int], Unknown]:
    return lambda state, cell: state.ask("owner", cell)


_OWNERS: Final[Replaced] = ((camps, "camp_owner", _owner_is_a_field),)


def _transfers() -> Iterator[Subject]:
    yield Subject(
        name="C2C-01 transfer, whose camp it is",
        acts=moves_of(EstablishCamp),
        answer=lambda run, move: camp_owner(_any_state(run, move), CELL_INDEX[move.cell]) or 0,
        spec="""
            spec(S) :- candidate(camp(C)), true(camp(S,C)).
            spec(0) :- candidate(camp(C)), not true(camp(_,C)).""",
        clauses=("C2C-01",),
        given="true(phase(act)).",
    )
    yield refusal(Transfer, _rule(Transfer, "C2C-01"), fields=_OWNERS)


def _any_state(run: Run, move: Move) -> Any:  # noqa: ANN401 - a lazy position
    return LazyState(run, move)


# --- GUARD-02: strength ------------------------------------------------------------------------


def _strengths_are_fields(_function: object) -> Callable[[LazyState, int], list[Unknown]]:
    return lambda state, cell: [state.ask("strength", i, cell) for i in range(state.players)]


_STRENGTHS: Final[Replaced] = ((guards, "strengths", _strengths_are_fields),)


def _guards() -> Iterator[Subject]:
    def strength(run: Run, act: tuple[int, PlaceGuard]) -> Hashable:
        (seat, move), state = act, _any_state(run, act[1])
        cell = CELL_INDEX[move.cell]
        if seat > state.players or not is_temple(state, cell):
            return 0
        return int(plain(queries.strengths(state, cell)[seat - 1]))

    yield Subject(
        name="GUARD-02 guard, the strength of a seat",
        acts=tuple((s, move) for s in (1, 2, 3, 4) for move in every(PlaceGuard, figure=("L",))),
        answer=strength,
        spec="""
            spec(N) :- asked(S), candidate(guard(C,_)), strength(S,C,N).
            spec(0) :- asked(S), candidate(guard(C,_)), not strength(S,C,_).""",
        clauses=("GUARD-02",),
        given="true(phase(act)).",
    )
    yield refusal(
        PlaceGuard,
        _rule(PlaceGuard, "GUARD-02"),
        fields=_STRENGTHS,
        free=f"1 {{ strength(S,C,0..{MAX_STRENGTH}) }} 1 :- role(S), temple(C).",
    )


# --- TURN-02: setting a tile aside -------------------------------------------------------------


class _Offer:
    """A byte that a board offers to a tile; rules look at its bits."""

    def __init__(self, byte: Unknown) -> None:
        self._byte = byte

    def __bool__(self) -> bool:
        return bool(self._byte)

    def __and__(self, mask: object) -> bool:
        return bool(self._byte & plain(mask))


#: Nothing, or any bits with the highest one.
_OFFERS: Final = (0, *range(128, 256))


def _anything_at(cell: int) -> Replaced:
    """The two functions that the list of placements and the rules for one call alike."""

    def offers(state: LazyState) -> Entries:
        byte = state.ask.run.unknown(("offered", cell), _OFFERS)
        return Entries(lambda c: _Offer(byte) if c == cell else 0, 40)

    def forecloses(state: LazyState, cell: int) -> bool:
        is_volcano = placing._IS_VOLCANO[state.course.tile]
        return is_volcano and state.ask.run.is_true(("forecloses", cell))

    return (placing, "offers", lambda _: offers), (placing, "_forecloses", lambda _: forecloses)


def _set_asides() -> Iterator[Subject]:
    """The engine asks whether the list of placements is empty, and builds it cell by cell.

    For each cell alone: there is a placement if and only if no rule of the engine refuses one of
    the six rotations. Those rules are compared with the specification as PLACE-01, -02 and -05.
    The other part is about the specification alone: a tile must be placed if some placement is
    refused by no clause. That the list of a board is made of the lists of its cells is read off
    its form. An explored cell offers nothing, as boards
    show to which the fields are compared, and in this phase a tile waits.
    """

    def answer(run: Run, move: PlaceTile) -> Hashable:
        cell = CELL_INDEX[move.cell]
        with open_to_unknowns(_anything_at(cell)):
            state: Any = LazyState(run, move)
            tile = state.course.tile
            if tile is None or state.ground.board.is_explored(cell):
                return 1
            tile.settle()
            turned = [PlaceTile(move.cell, rotation) for rotation in range(6)]
            fits = any(not any(r.test(state, m) for r in placing.PLACE_TILE) for m in turned)
            return int(fits == bool(placing.placements(state)))

    yield Subject(
        name="TURN-02 set-aside, cell by cell",
        acts=tuple(every(PlaceTile, rotation=(0,))),
        answer=answer,
        spec="spec(1).",
        clauses=("TURN-02",),
        given="true(phase(place)).",
        inside=True,
    )
    yield Subject(
        name="TURN-02 set-aside, of all cells",
        acts=(SetAside(),),
        answer=lambda _run, _move: 1,
        spec="""
            candidate(place(C,R)) :- cell(C), rotation(R).
            fits :- cell(C), rotation(R), not forbids(_,anyone,place(C,R)).
            refused :- forbids("TURN-02",anyone,set_aside).
            spec(1) :- fits, refused.
            spec(1) :- not fits, not refused.
            spec(0) :- not spec(1).""",
        clauses=("TURN-02",),
        forbidding=('forbids("PLACE-0', 'forbids("TURN-02",anyone,set_aside'),
        given="true(phase(place)). few_volcanoes.",
    )


# --- starts of games ---------------------------------------------------------------------------

#: With more and with fewer than there can be.
_STARTS: Final = tuple(
    NewGame(players, start, auction)
    for players in range(7)
    for start in range(-1, 8)
    for auction in (False, True)
)


def _starts() -> Iterator[Subject]:
    def refused(run: Run, act: NewGame) -> Hashable:
        edition = tikal.house(
            "rio-grande-1999", has_auction=bool(LazyState(run).edition.has_auction)
        )
        try:
            tikal.new_game(act.players, edition, act.auction, act.start)
        except InvalidArgument as error:
            return error.clause
        return "none"

    first, second, third = NEW_GAME_CLAUSES
    yield Subject(
        name="starts of games",
        acts=_STARTS,
        answer=refused,
        # the engine cites one clause, in this order
        spec=f"""
            against(C) :- candidate(M), forbids(C,anyone,M).
            spec("{first}")  :- against("{first}").
            spec("{second}") :- against("{second}"), not against("{first}").
            spec("{third}")  :- against("{third}"), not against("{first}"), not against("{second}").
            spec("none") :- candidate(_), not against(_).""",
        clauses=NEW_GAME_CLAUSES,
        forbidding=("new_game(",),
        given="true(phase(draw)).",
    )


#: The subjects by clause.
IN_PARTS: Final[dict[str, Callable[[], Iterator[Subject]]]] = {
    "C2C-01": _transfers,
    "GUARD-02": _guards,
    "TURN-02": _set_asides,
    "SETUP-07": _starts,
}
