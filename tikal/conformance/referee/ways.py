"""The ways in which a clause refuses a move, and the kinds of moves that it permits.

An engine may know a clause in one way and not in another: that a bid must be higher than the last,
but not that an auction is opened with 1. So each way that is in force has to be asked about before
the clause is called shown. A key of `tikal.languages`, such as `MOVE-01/no-figure`, is a way; some
are split further, by the figure, the kind of move, or what is on the hex. What holds for actions
is asked about in scoring turns and in the auction game too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from itertools import chain, product
from typing import Any, Final, get_args

from tikal.components import BOX, TILES
from tikal.conformance.faults import FAULTS
from tikal.conformance.protocol.engine_info import EngineInfo
from tikal.conformance.referee.at_work import Here, Step, ways_to_permit
from tikal.conformance.report.scoring import PERMISSION, REFUSAL, TURNS
from tikal.editions import Edition
from tikal.engine import TABLE
from tikal.errors import Violation
from tikal.grid import CELL_INDEX
from tikal.languages import catalogue
from tikal.law.grounds import grounds
from tikal.moves import Bid, Move, RevealTreasure, SetAside, Transfer, Walk, verb_of
from tikal.rules.order import SEQUENCE, Moment
from tikal.rules.rule import first_violation
from tikal.state import ACTION_PHASES, Phase, State, camp_owner, guard_on

#: Whether a refusal is of a way: the position, the move and the facts of the violation decide.
Sort = Callable[[State, Any, Mapping[str, object]], bool]


def _cell(move: Step | Here) -> int:
    return CELL_INDEX[move.target if isinstance(move, (Walk, Transfer)) else move.cell]


def _letter(letter: str) -> Sort:
    return lambda _s, _m, facts: facts["letter"] == letter


def _verb(verb: str) -> Sort:
    return lambda _s, move, _f: verb_of(type(move)) == verb


_BY_FIGURE: Final[Mapping[str, Sort]] = {
    "of the leader": lambda _s, move, _f: move.figure == "L",
    "of a worker": lambda _s, move, _f: move.figure == "W",
}
_BY_GUARD: Final[Mapping[str, Sort]] = {
    "by oneself": lambda s, move, _f: (guard_on(s, _cell(move)) or (0,))[0] == s.active,
    "by another": lambda s, move, _f: (guard_on(s, _cell(move)) or (0,))[0] != s.active,
}
_BY_RIVALS: Final[Mapping[str, Sort]] = {
    "beside others": lambda s, move, _f: any(e.members(_cell(move)) for e in s.expeditions),
    "alone": lambda s, move, _f: not any(e.members(_cell(move)) for e in s.expeditions),
}
_ACTIONS: Final = tuple(
    verb_of(kind)
    for kind, row in TABLE.items()
    if any(rule.clause == "TURN-04" for rule in row.rules)
)


def _by_verb(*verbs: str) -> Mapping[str, Sort]:
    return {verb: _verb(verb) for verb in verbs}


_BY_TILE: Final[Mapping[str, Sort]] = {
    "of a volcano": lambda s, _m, _f: _is_volcano(s),
    "of another tile": lambda s, _m, _f: not _is_volcano(s),
}


def _by_moment() -> dict[str, dict[str, set[bool]]]:
    """By key of the order of events the kinds of moves that it refuses, each with the games.

    The moves that few engines have are left out, and what comes after the end of the game.
    """
    found: dict[str, dict[str, set[bool]]] = {}
    for phase, *moment in product(get_args(Phase), *[(False, True)] * 3):
        scoring, auction, last_tile = moment
        if phase == "over" or (scoring and phase not in ACTION_PHASES):
            continue
        if not auction and (last_tile or phase in _OF_BIDDING):
            continue
        for kind in (kind for kind in TABLE if kind not in (SetAside, RevealTreasure)):
            broken = first_violation(SEQUENCE, Moment(phase, scoring, auction, last_tile), kind)
            # in the basic game one clause is enough to know that nothing is bid
            is_foreign = kind.phase in _OF_BIDDING and not auction
            if broken is not None and (not is_foreign or broken.clause == "AUCTION-01"):
                found.setdefault(broken.key, {}).setdefault(verb_of(kind), set()).add(auction)
    return found


_OF_BIDDING: Final = ("bid", "take")
_MOMENTS: Final = _by_moment()
_LETTERS: Final = sorted({tile.letter for tile in BOX.tiles})
#: The keys that are split, and how.
SPLIT: Final[Mapping[str, Mapping[str, Sort]]] = {
    **{key: _by_verb(*sorted(verbs)) for key, verbs in _MOMENTS.items() if len(verbs) > 1},
    "SETUP-02/earlier-letter": {letter: _letter(letter) for letter in _LETTERS[:-1]},
    "TURN-01/not-your-turn": _by_verb("draw", "place", *_ACTIONS, "end"),
    "SCORE-01/not-your-turn": _by_verb(*_ACTIONS, "end"),
    "END-03/not-your-turn": _by_verb(*_ACTIONS, "end"),
    "AUCTION-25/not-your-turn": _by_verb(*_ACTIONS, "end"),
    "AUCTION-12/not-your-turn": _by_verb("take", "place", *_ACTIONS, "end"),
    "AUCTION-07/not-your-turn": _by_verb("bid", "pass"),
    "AUCTION-09/has-passed": _by_verb("bid", "pass"),
    "AUCTION-15/had-turn": _by_verb("bid", "pass"),
    "TURN-04/too-few-points": _by_verb(*_ACTIONS),
    "PLACE-01/explored": _BY_TILE,
    "PLACE-01/apart": _BY_TILE,
    "MOVE-01/no-figure": _BY_FIGURE,
    "MOVE-01/not-adjacent": _BY_FIGURE,
    "MOVE-01/not-explored": _BY_FIGURE,
    "MOVE-05/no-stones": _BY_FIGURE,
    "MOVE-06/volcano": _BY_FIGURE,
    "DEPLOY-02/no-camp": _BY_FIGURE,
    "DEPLOY-03/foreign-camp": _BY_FIGURE,
    "DEPLOY-04/none-left": _BY_FIGURE,
    "C2C-01/no-camp": _BY_FIGURE,
    "C2C-01/same-camp": _BY_FIGURE,
    "C2C-01/no-figure": _BY_FIGURE,
    "C2C-02/foreign-camp": _BY_FIGURE,
    "C2C-03/foreign-camp": _BY_FIGURE,
    "GUARD-02/not-strongest": {
        **_BY_FIGURE,
        "at a tie": lambda _s, _m, facts: facts["need"] == int(str(facts["have"])) + 1,
        "behind": lambda _s, _m, facts: int(str(facts["need"])) > int(str(facts["have"])) + 1,
    },
    "GUARD-04/no-figure": _BY_FIGURE,
    "GUARD-11/none-left": _BY_FIGURE,
    "GUARD-14/guarded": {**_BY_FIGURE, **_BY_GUARD},
    "TEMPLE-01/no-member": _BY_RIVALS,
    "TEMPLE-10/guarded": _BY_GUARD,
    "TREASURE-01/no-member": _BY_RIVALS,
    "CAMP-03/no-member": _BY_RIVALS,
    "CAMP-04/taken": {
        "by oneself": lambda s, move, _f: camp_owner(s, _cell(move)) == s.active,
        "by another": lambda s, move, _f: camp_owner(s, _cell(move)) != s.active,
    },
    "SWAP-05/not-single": {
        "that is given": lambda s, _m, facts: facts["seat"] == s.active,
        "that is taken": lambda s, _m, facts: facts["seat"] != s.active,
    },
    "AUCTION-08/too-low": {
        "to open": lambda s, _m, _f: not s.course.bidding.high_bidder,
        "as high": lambda s, m, _f: _raises_by(s, m) == 0,
        "lower": lambda s, m, _f: _raises_by(s, m) < 0,
    },
}
#: The ways that some editions do not have, beside those that are never in force there.
_ONLY_IF: Final[Mapping[str, Callable[[Edition], bool]]] = {
    "AUCTION-08/too-low to open": lambda e: e.lowest_bid > 0,
    "CAMP-03 camp": lambda e: not e.camp_requires_member,
    "SWAP-06 exchange": lambda e: e.same_kind_exchange,
}
#: Where the clauses of actions hold beside turns of the basic game, and those of placing too.
_WHILE_SCORING: Final = "while scoring"
_IN_AUCTIONS: Final = "in auctions"
#: Never the only reason why a move is refused: a hex without members has none to become a guard.
NEVER_ALONE: Final = {"GUARD-02/nobody-there"}


_VERBS: Final = frozenset(map(verb_of, TABLE))


def _is_volcano(state: State) -> bool:
    return state.course.tile is not None and TILES[state.course.tile].kind == "volcano"


def _is_in_force(way: str, edition: Edition) -> bool:
    return way not in _ONLY_IF or _ONLY_IF[way](edition)


def _raises_by(state: State, move: Bid) -> int:
    bidding = state.course.bidding
    # without a high bid it raises nothing, and is neither as high nor lower
    return move.points - bidding.high_bid if bidding.high_bidder else 1


def refused_ways(state: State, move: Move, violation: Violation) -> tuple[str, ...]:
    """The ways of a refusal."""
    sorts = SPLIT.get(violation.key, {"": lambda _s, _m, _f: True})
    found = [name for name, is_of in sorts.items() if is_of(state, move, violation.facts)]
    ways = [f"{violation.key} {name}".rstrip() for name in found]
    where = _WHILE_SCORING if state.scoring else _IN_AUCTIONS
    if (state.scoring or state.auction) and where in _settings(violation.clause):
        ways.append(f"{violation.clause} {where}")
    return tuple(ways)


def clause_of(mark: str) -> str:
    """The clause of the mark of a way."""
    return mark[1:].partition(" ")[0].partition("/")[0]


@cache
def _settings(clause: str) -> tuple[str, ...]:
    """Where the clause has to be asked about beside turns of the basic game."""
    phases = {kind.phase for kind, row in TABLE.items() if clause in [r.clause for r in row.rules]}
    if "act" in phases:
        return _WHILE_SCORING, _IN_AUCTIONS
    return (_IN_AUCTIONS,) if "place" in phases else ()


def _is_of_auctions(way: str) -> bool:
    """Whether no game but the auction game has the way."""
    key, _, name = way.partition(" ")
    games = _MOMENTS.get(key, {})
    return name == _IN_AUCTIONS or {*games.get(name, chain.from_iterable(games.values()))} == {True}


@cache
def ways_to_refuse(clause: str, edition: Edition) -> Mapping[str, frozenset[str]]:
    """The ways that are in force in an edition, each with the kinds of moves that it refuses."""
    found: dict[str, frozenset[str]] = {}
    for key in catalogue("refusals"):
        if key.partition("/")[0] != clause or key in NEVER_ALONE:
            continue
        for way in (f"{key} {name}" for name in SPLIT[key]) if key in SPLIT else (key,):
            if grounds(key, edition).in_force and _is_in_force(way, edition):
                own = way.rpartition(" ")[2]
                found[way] = frozenset([own]) if own in _VERBS else _verbs_of(clause)
    for where in _settings(clause) if found else ():
        found[f"{clause} {where}"] = _verbs_of(clause)
    return found


@cache
def needed_marks(clause: str, edition: Edition, engine: EngineInfo) -> frozenset[str]:
    """What right answers must have shown of a clause: a mark for each way that is in force.

    The only way in which a clause refuses is not named: any refusal is of it.
    """
    known = {*engine.actions} or _VERBS
    refuse = {way for way, verbs in ways_to_refuse(clause, edition).items() if verbs & known}
    has_auction = engine.auction and edition.has_auction
    if not has_auction:
        refuse = {way for way in refuse if not _is_of_auctions(way)}
    permit = {
        way
        for way, (kind, _) in ways_to_permit(clause).items()
        if verb_of(kind) in known and _is_in_force(way, edition)
    }
    turned = {
        TURNS + fault.does
        for fault in FAULTS
        if fault.clause == clause and fault.in_auctions and has_auction
    }
    refused = (REFUSAL + way for way in refuse if len(refuse) > 1)
    return frozenset((*refused, *(PERMISSION + way for way in permit), *turned))


@cache
def _verbs_of(clause: str) -> frozenset[str]:
    """The kinds of moves that a clause can refuse; all of them if it is of the order of events."""
    own = {
        verb_of(kind) for kind, row in TABLE.items() if any(r.clause == clause for r in row.rules)
    }
    return frozenset(own or _VERBS)
