"""Obligations that others imply: no facts at all break one of them and keep the others.

An obligation without a position that it alone forbids may be implied by others. Then the solver is
asked for any set of facts of the kinds that these rules read, whether a game could lead there or
not, in which it is broken and the others are not; there must be none.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final

import clingo

from tools.proofs import guard

LISTED: Final = Path(__file__).with_name("implied.toml")
#: Any facts, each there or not.
_ANY: Final = """
{ true(F) : may(F) }.
may(auction). may(players(2..5)). may(scoring((volcano;final))).
may(phase((draw;bid;take;place;act;reveal;over))).
may((active(1..4);turned(1..4);passed(1..4);high_bidder(1..4);first_passer(1..4);queue(1..3,1..4))).
may((waiting(T);undrawn(T);display(T);set_aside(T))) :- letter(T,_).
may(tile(C,T,R)) :- spot(C,_,_), not printed(C,_,_), letter(T,_), rotation(R).
may((value(C,1..10);tokens(C,0..4);uncovered(C,1..2);taken(C,1..2))) :- spot(C,_,_).
may((digger(C,F,nowhere);at(1..4,F,C,1))) :- spot(C,_,_), figure(F).
may((owns(1..4,K,1..3);unseen(K,0..3))) :- kind(K).
may(W) :- switch(W,_).
"""


def listed() -> dict[str, dict[str, Any]]:
    """Why there is no position for an obligation; the others by name, where they imply it."""
    found: dict[str, dict[str, Any]] = tomllib.loads(LISTED.read_text("utf-8"))
    return found


@cache
def _asking() -> tuple[clingo.Control, dict[str, int]]:
    numbers = {one.name: number for number, one in enumerate(guard.obligations())}
    control = clingo.Control(["--warn=none"], logger=lambda _code, _message: None)
    broke = (
        f"broke({numbers[one.name]}) :- {one.rule.text.split(':-', 1)[1]}"
        for one in guard.obligations()
    )
    control.add("base", [], "\n".join([guard.program(), _ANY, *broke]))
    control.ground([("base", [])])
    return control, numbers


def is_implied(name: str, others: Iterable[str]) -> bool:
    """Whether no facts break an obligation and keep the others."""
    control, numbers = _asking()
    others_hold = [(numbers[other], False) for other in others]
    asked = [
        (clingo.Function("broke", [clingo.Number(number)]), is_broken)
        for number, is_broken in [(numbers[name], True), *others_hold]
    ]
    return bool(control.solve(assumptions=asked).unsatisfiable)
