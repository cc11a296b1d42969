"""Engines that are wrong about a single condition of a clause, as a table.

Each allows or refuses moves of one kind in one situation and is right everywhere else: the faults
that one witness per clause does not find. `tools/generate/condition_cases.py` searches played
games for the positions that tell them apart.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final

from tests.engines.base import Faulty, require_new
from tikal.grid import CELL_INDEX, distance
from tikal.moves import (
    Bid,
    Deploy,
    EndTurn,
    EstablishCamp,
    Exchange,
    Move,
    PlaceGuard,
    PlaceTile,
    Recover,
    Transfer,
    Uncover,
    Walk,
)
from tikal.parts import IN_SUPPLY
from tikal.rules.actions import price
from tikal.rules.queries import mover, strengths
from tikal.state import ACTION_POINTS, State, camp_owner, expedition_of, guard_on

#: A situation: a position, and a move of the kind that the condition is about.
When = Callable[[State, Any], bool]


class SingleCondition(Faulty):
    """Overlooks one clause, or demands it, where a situation is given."""

    kind: ClassVar[type[Move]]
    clause: ClassVar[str]
    #: The situation in which a broken clause is overlooked, or a clause is held to be broken.
    overlooked: ClassVar[When | None] = None
    imposed: ClassVar[When | None] = None

    def overlooks(self, state: State, move: Move, clause: str) -> bool:
        when = type(self).overlooked
        is_meant = when is not None and clause == self.clause and type(move) is self.kind
        return is_meant and when is not None and when(state, move)

    def check(self, state: State, move: Move, seat: int | None) -> list[str]:
        cited, when = super().check(state, move, seat), type(self).imposed
        if cited or when is None or type(move) is not self.kind:
            return cited
        return [self.clause] if when(state, move) else []


#: The engines by name; the docstring says what is wrong.
CONDITIONS: Final[dict[str, type[SingleCondition]]] = {}


def _register(name: str, clause: str, kind: type[Move], sentence: str, **when: When) -> None:
    require_new(name, CONDITIONS)
    about = {
        "name": name,
        "clauses": (clause,),
        "clause": clause,
        "kind": kind,
        "__doc__": sentence,
        "allows": kind if "overlooked" in when else None,
        **{key: staticmethod(situation) for key, situation in when.items()},
    }
    CONDITIONS[name] = type(name, (SingleCondition,), about)


def _allows(name: str, clause: str, kind: type[Move], sentence: str, when: When) -> None:
    _register(name, clause, kind, sentence, overlooked=when)


def _refuses(name: str, clause: str, kind: type[Move], sentence: str, when: When) -> None:
    _register(name, clause, kind, sentence, imposed=when)


# --- situations --------------------------------------------------------------------------------


def _here(move: Deploy | Uncover | Recover | EstablishCamp | PlaceGuard | PlaceTile) -> int:
    return CELL_INDEX[move.cell]


def _others_stand(state: State, cell: int) -> bool:
    """Whether another player has members there."""
    return any(who.members(cell) for who in state.expeditions if who.seat != state.turn.active)


def _owner(state: State, cell: int) -> int | None:
    return camp_owner(state, cell)


def _is_foreign(state: State, cell: int) -> bool:
    return _owner(state, cell) not in (None, state.turn.active)


def _guard_owner(state: State, cell: int) -> int | None:
    guard = guard_on(state, cell)
    return guard[0] if guard else None


def _leader_alone(state: State, cell: int) -> bool:
    return mover(state).leader == cell and mover(state).members(cell) == 1


def _own_strength(state: State, cell: int) -> int:
    """The strength of the active seat on a hex."""
    return strengths(state, cell)[state.turn.active - 1]


def _other_strengths(state: State, cell: int) -> list[int]:
    """The strengths of the other seats there."""
    by_seat = enumerate(strengths(state, cell), start=1)
    return [strength for seat, strength in by_seat if seat != state.turn.active]


def _has_other_figure(state: State, figure: str, cell: int) -> bool:
    """Whether the figure of the other kind stands there, and none of this kind."""
    who = mover(state)
    return who.members(cell) > 0 and not who.has_figure("L" if figure == "L" else "W", cell)


def _owned(state: State, seat: int, kind: int) -> int:
    return expedition_of(state, seat).treasures[kind - 1]


# --- walking -----------------------------------------------------------------------------------

_allows(
    "a-worker-walks-for-the-leader", "MOVE-01", Walk,
    "Lets a worker walk from where only the leader stands.",
    lambda s, m: m.figure == "W" and _has_other_figure(s, "W", CELL_INDEX[m.origin]),
)  # fmt: skip
_allows(
    "the-leader-walks-for-a-worker", "MOVE-01", Walk,
    "Lets the leader walk from where only workers stand.",
    lambda s, m: m.figure == "L" and _has_other_figure(s, "L", CELL_INDEX[m.origin]),
)  # fmt: skip
_allows(
    "others-are-led-away", "MOVE-01", Walk,
    "Lets a worker walk from where only others have one.",
    lambda s, m: m.figure == "W"
    and not mover(s).members(CELL_INDEX[m.origin])
    and any(who.workers[CELL_INDEX[m.origin]] for who in s.expeditions),
)  # fmt: skip
_allows(
    "walks-into-the-unknown", "MOVE-01", Walk,
    "Lets a figure walk to an adjacent space without a tile.",
    lambda s, m: mover(s).has_figure(m.figure, CELL_INDEX[m.origin])
    and distance(CELL_INDEX[m.origin], CELL_INDEX[m.target]) == 1,
)  # fmt: skip
_allows(
    "the-leader-needs-no-stones", "MOVE-05", Walk,
    "Lets the leader walk where no stones lie.",
    lambda _, m: m.figure == "L",
)  # fmt: skip
_refuses(
    "walks-past-nobody", "MOVE-01", Walk,
    "Refuses a walk to a hex on which others stand.",
    lambda s, m: _others_stand(s, CELL_INDEX[m.target]),
)  # fmt: skip
_refuses(
    "foreign-camps-are-closed-to-walkers", "MOVE-01", Walk,
    "Refuses a walk to a hex with the camp of another player.",
    lambda s, m: _is_foreign(s, CELL_INDEX[m.target]),
)  # fmt: skip
_refuses(
    "guarded-hexes-are-closed", "MOVE-01", Walk,
    "Refuses a walk to a temple that another player guards.",
    lambda s, m: _guard_owner(s, CELL_INDEX[m.target]) not in (None, s.turn.active),
)  # fmt: skip
_refuses(
    "the-last-point-is-kept", "TURN-04", Walk,
    "Refuses a walk that takes the last action point.",
    lambda s, m: price(s, m) == s.ap,
)  # fmt: skip

# --- camps -------------------------------------------------------------------------------------

_allows(
    "a-second-leader", "DEPLOY-04", Deploy,
    "Deploys the leader again while it stands on the board.",
    lambda s, m: m.figure == "L" and mover(s).leader >= 0,
)  # fmt: skip
_allows(
    "the-leader-comes-back", "DEPLOY-04", Deploy,
    "Deploys the leader again after it has left the game.",
    lambda s, m: m.figure == "L" and mover(s).leader < 0,
)  # fmt: skip
_allows(
    "workers-come-back", "DEPLOY-04", Deploy,
    "Deploys a worker when none is in the supply.",
    lambda _, m: m.figure == "W",
)  # fmt: skip
_refuses(
    "the-leader-needs-a-worker", "DEPLOY-04", Deploy,
    "Refuses to deploy the leader when no worker is left in the supply.",
    lambda s, m: m.figure == "L" and mover(s).supply == 0,
)  # fmt: skip
_refuses(
    "the-leader-comes-first", "DEPLOY-04", Deploy,
    "Refuses to deploy a worker while the leader is in the supply.",
    lambda s, m: m.figure == "W" and mover(s).leader == IN_SUPPLY,
)  # fmt: skip
_allows(
    "camps-without-limit", "CAMP-05", EstablishCamp,
    "Founds a third camp where an own member stands.",
    lambda s, m: mover(s).members(_here(m)) > 0,
)  # fmt: skip
_refuses(
    "only-the-base-camp", "DEPLOY-02", Deploy,
    "Refuses to deploy figures into an own camp.",
    lambda s, m: _owner(s, _here(m)) == s.turn.active,
)  # fmt: skip
_allows(
    "own-guards-keep-a-camp", "DEPLOY-02", Deploy,
    "Deploys figures on a temple under an own guard.",
    lambda s, m: _guard_owner(s, _here(m)) == s.turn.active,
)  # fmt: skip
_allows(
    "camps-are-hospitable", "DEPLOY-03", Deploy,
    "Deploys figures into the camp of another player where an own member stands.",
    lambda s, m: mover(s).members(_here(m)) > 0,
)  # fmt: skip
_allows(
    "a-path-to-where-one-is", "C2C-01", Transfer,
    "Transfers a figure from a camp to the same camp.",
    lambda s, m: m.origin == m.target and mover(s).has_figure(m.figure, CELL_INDEX[m.origin]),
)  # fmt: skip
_allows(
    "a-worker-transfers-for-the-leader", "C2C-01", Transfer,
    "Transfers a worker from where only the leader stands.",
    lambda s, m: m.figure == "W"
    and _has_other_figure(s, "W", CELL_INDEX[m.origin])
    and {CELL_INDEX[m.origin], CELL_INDEX[m.target]} <= {*mover(s).usable_camps()}
    and m.origin != m.target,
)  # fmt: skip
_refuses(
    "paths-begin-at-the-base-camp", "C2C-01", Transfer,
    "Refuses a secret path between two founded camps.",
    lambda _, m: "a1" not in (m.origin, m.target),
)  # fmt: skip
_refuses(
    "leaders-use-no-secret-paths", "C2C-01", Transfer,
    "Refuses to transfer the leader.",
    lambda _, m: m.figure == "L",
)  # fmt: skip
_allows(
    "camps-stand-in-temples", "CAMP-02", EstablishCamp,
    "Founds a camp on a temple.",
    lambda s, m: s.ground.values[_here(m)] > 0,
)  # fmt: skip
_allows(
    "one-token-may-lie-there", "CAMP-02", EstablishCamp,
    "Founds a camp where one treasure is left.",
    lambda s, m: s.ground.tokens[_here(m)] == 1,
)  # fmt: skip
_allows(
    "camps-beside-other-camps", "CAMP-04", EstablishCamp,
    "Founds a camp on a hex with the camp of another player.",
    lambda s, m: _is_foreign(s, _here(m)),
)  # fmt: skip
_refuses(
    "camps-only-in-the-jungle", "CAMP-02", EstablishCamp,
    "Refuses a camp on a treasure hex without treasures.",
    lambda s, m: s[m.cell].kind == "treasure",
)  # fmt: skip
_refuses(
    "camps-where-nobody-else-stands", "CAMP-02", EstablishCamp,
    "Refuses a camp where others stand.",
    lambda s, m: _others_stand(s, _here(m)),
)  # fmt: skip

# --- temples and treasures ---------------------------------------------------------------------

_allows(
    "others-dig-for-you", "TEMPLE-01", Uncover,
    "Uncovers a level where only others stand.",
    lambda s, m: s.ground.values[_here(m)] > 0 and _others_stand(s, _here(m)),
)  # fmt: skip
_allows(
    "the-leader-digs-twice", "TEMPLE-03", Uncover,
    "Uncovers the second level of a turn with the leader alone.",
    lambda s, m: _leader_alone(s, _here(m)),
)  # fmt: skip
_allows(
    "three-members-three-levels", "TEMPLE-04", Uncover,
    "Uncovers a third level in a turn with three members.",
    lambda s, m: mover(s).members(_here(m)) >= 3,
)  # fmt: skip
_allows(
    "own-guards-look-away", "TEMPLE-10", Uncover,
    "Uncovers a level of a temple that the player guards.",
    lambda s, m: _guard_owner(s, _here(m)) == s.turn.active,
)  # fmt: skip
_refuses(
    "the-leader-does-not-dig", "TEMPLE-01", Uncover,
    "Refuses to uncover a level where only the leader stands.",
    lambda s, m: _leader_alone(s, _here(m)),
)  # fmt: skip
_refuses(
    "the-strongest-digs", "TEMPLE-01", Uncover,
    "Refuses to uncover a level where another player is stronger.",
    lambda s, m: max(_other_strengths(s, _here(m))) > _own_strength(s, _here(m)),
)  # fmt: skip
_refuses(
    "one-temple-a-turn", "TEMPLE-04", Uncover,
    "Refuses to uncover a level when another hex has been worked in the turn.",
    lambda s, m: any(cell != _here(m) for cell in s.turn.worked),
)  # fmt: skip
_allows(
    "others-recover-for-you", "TREASURE-01", Recover,
    "Recovers a treasure where only others stand.",
    lambda s, m: s.ground.tokens[_here(m)] > 0 and _others_stand(s, _here(m)),
)  # fmt: skip
_allows(
    "the-leader-recovers-twice", "TREASURE-03", Recover,
    "Recovers the second treasure of a turn with the leader alone.",
    lambda s, m: _leader_alone(s, _here(m)),
)  # fmt: skip
_refuses(
    "the-leader-recovers-nothing", "TREASURE-01", Recover,
    "Refuses to recover a treasure where only the leader stands.",
    lambda s, m: _leader_alone(s, _here(m)),
)  # fmt: skip
_refuses(
    "treasures-without-company", "TREASURE-01", Recover,
    "Refuses to recover a treasure where others stand too.",
    lambda s, m: _others_stand(s, _here(m)),
)  # fmt: skip
_allows(
    "own-pairs-are-given", "SWAP-05", Exchange,
    "Lets a token of an own pair be given for a single one.",
    lambda s, m: m.seat != s.turn.active
    and _owned(s, s.turn.active, m.give) > 1
    and _owned(s, m.seat, m.take) == 1,
)  # fmt: skip
_allows(
    "foreign-pairs-are-taken", "SWAP-05", Exchange,
    "Lets a token of another player's pair be taken for a single one.",
    lambda s, m: m.seat != s.turn.active
    and _owned(s, s.turn.active, m.give) == 1
    and _owned(s, m.seat, m.take) > 1,
)  # fmt: skip
_refuses(
    "no-exchange-into-a-pair", "SWAP-05", Exchange,
    "Refuses an exchange that would make a pair.",
    lambda s, m: _owned(s, s.turn.active, m.take) == 1 and m.give != m.take,
)  # fmt: skip

# --- guards ------------------------------------------------------------------------------------

_allows(
    "a-worker-guards-for-the-leader", "GUARD-04", PlaceGuard,
    "Places a worker as a guard where only the leader stands.",
    lambda s, m: m.figure == "W" and _has_other_figure(s, "W", _here(m)),
)  # fmt: skip
_allows(
    "an-absent-leader-guards", "GUARD-04", PlaceGuard,
    "Places the leader as a guard where only workers stand.",
    lambda s, m: m.figure == "L" and _has_other_figure(s, "L", _here(m)),
)  # fmt: skip
_refuses(
    "stronger-than-all-together", "GUARD-02", PlaceGuard,
    "Refuses a guard where the others together are as strong.",
    lambda s, m: _own_strength(s, _here(m)) <= sum(_other_strengths(s, _here(m))),
)  # fmt: skip
_refuses(
    "the-leader-never-guards", "GUARD-04", PlaceGuard,
    "Refuses to make the leader a guard.",
    lambda _, m: m.figure == "L",
)  # fmt: skip
_refuses(
    "guards-where-nobody-else-stands", "GUARD-02", PlaceGuard,
    "Refuses a guard where others stand, however few.",
    lambda s, m: _others_stand(s, _here(m)),
)  # fmt: skip

# --- tiles, turns, bids ------------------------------------------------------------------------

_refuses(
    "no-tiles-beside-volcanoes", "PLACE-01", PlaceTile,
    "Refuses to place a tile beside a volcano.",
    lambda s, m: any(
        distance(_here(m), cell) == 1 for cell in s.ground.board.volcanoes()
    ),
)  # fmt: skip
_refuses(
    "something-must-be-done", "TURN-05", EndTurn,
    "Refuses to end a turn in which nothing was done.",
    lambda s, _: s.ap == ACTION_POINTS,
)  # fmt: skip
_refuses(
    "all-points-must-be-spent", "TURN-05", EndTurn,
    "Refuses to end a turn while a figure could still be deployed.",
    lambda s, _: s.ap > 0 and mover(s).supply > 0,
)  # fmt: skip
_refuses(
    "a-point-is-kept-in-bidding", "AUCTION-29", Bid,
    "Refuses a bid of all points that a player has.",
    lambda s, m: m.points == mover(s).score,
)  # fmt: skip
_refuses(
    "bids-rise-by-two", "AUCTION-08", Bid,
    "Refuses a bid that is only one above the highest.",
    lambda s, m: s.high_bid is not None and m.points == s.high_bid + 1,
)  # fmt: skip
