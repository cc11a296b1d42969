"""A position for each obligation that it alone forbids.

    python -m tools.proofs.guard      find them again and write spec/props/obligations.toml

An obligation is a rule for `broken`. A proof that assumes or asks it says nothing if the rule never
fires, and no other rule would notice. So the solver is asked, for each rule, for a position that
this rule calls broken and no other rule does: a sound position with a few facts changed. Without
the rule the position would pass as sound. A test asks the rules about every stored position.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from typing import Any, Final

import clingo
from attrs import frozen

import tikal
from tests.formal.test_crowded_positions import LAND, MOMENTS, WALLED
from tikal._support.atomic_write import write_atomic
from tikal.formal.facts import facts
from tikal.state import State
from tools.proofs.footprints import Rule, rules_of
from tools.proofs.model import SPEC
from tools.proofs.program import sources

STORED: Final = SPEC / "props" / "obligations.toml"
#: The files with obligations about a position; those of tallies.lp count the turns of a game.
FILES: Final = ("rules/invariants.lp", "props/lemmas.lp", "props/spent.lp")
#: A position differs in at most that many facts from a sound one; fewer are tried first.
CHANGES: Final = (1, 4, 6)
#: A question that takes longer is given up; the next position may be easier.
CONFLICTS: Final = 2_000

_HEADER: Final = (
    "Written by `python -m tools.proofs.guard`: for each obligation a position that it alone "
    "forbids, as changes of a sound one."
)
_EDITS: Final = """
{{ gone(F) : was(F) }} {most}.
{{ more(F) : could(F), not was(F) }} {most}.
:- {most}+1 <= #count {{ F : gone(F); F : more(F) }}.
true(F) :- was(F), not gone(F).
true(F) :- more(F).
1 {{ only(K) : rule(K) }} 1.
:- broke(K), not only(K).
:- only(K), not broke(K).
#show gone/1. #show more/1.
could(misspelt). could(auction). could(players(2..4)). could(ap(0..10)). could(active(1..4)).
could(phase((draw;bid;take;place;act;reveal;over))). could(scoring((volcano;final))).
could(queue(1..3,1..4)). could(turned(1..3)). could(passed(1..3)). could(first_passer(1..3)).
could(high_bid(0..9)). could(high_bidder(1..3)). could(score(1..3,(0;5;9))).
could((waiting(T);undrawn(T);display(T);set_aside(T))) :- letter(T,_).
could(tile(C,T,0)) :- letter(T,_), free(C).
free((d2;a4;b5;h5)).
could(value(C,1..10)) :- spot(C,_,_), dug_hex(C).
dug_hex((a2;b1;c1;d2)).
could(tokens((c2;c3;d2),0..4)). could((uncovered(C,1..3);taken(C,1..3))) :- lies(C).
could(camp(1..4,C)) :- lies(C). could(guard(1..3,C,(l;w))) :- lies(C).
could(at(1..3,(l;w),C,0..3)) :- lies(C).
could((supply(1..3,F,N);removed(1..3,F,N))) :- figure_stock(F,K), N = 0..K.
could(owns(1..3,K,0..4)) :- kind(K). could(unseen(K,0..3)) :- kind(K).
could(floor(V,0..K)) :- floor_stock(V,K).
could(digger(C,F,P)) :- lies(C), figure(F), lies(P). could(digger(C,(l;w),nowhere)) :- lies(C).
could(ghost(spent,0..10)). could(W) :- switch(W,_).
lies((a1;a2;b1;b2;b3;c1;c2;c3;d1)).
"""


@frozen
class Obligation:
    """One rule for `broken`, named by its group, what it says is broken, and its number."""

    name: str
    rule: Rule


def obligations() -> tuple[Obligation, ...]:
    """All of them that are about one position, in the order of the files."""
    found: dict[str, Rule] = {}
    for file in FILES:
        for rule in rules_of(sources()[file]):
            if rule.group and not any(name == "next" for name, _ in rule.reads):
                number = 1
                while (name := f"{rule.obligation} {number}") in found:
                    number += 1
                found[name] = rule
    return tuple(Obligation(name, rule) for name, rule in found.items())


@cache
def positions() -> dict[str, frozenset[str]]:
    """Sound positions to start from, with the counter of paid points."""
    found = {name: tikal.position(**{**_LAND, **moment}) for name, moment in _moments()}
    for auction in (False, True):
        game = tikal.play(tikal.new_game(3, auction=auction), tikal.random_policy, seed=1)
        final = [s.state for s in game.steps if s.state.scoring and not s.state.tile]
        kind = "auction" if auction else "basic game"
        found |= {f"{kind}, start": game.start, f"{kind}, end": game.state}
        found[f"{kind}, final round"] = final[0]
    found["a free cell behind a volcano"] = walled()
    several = ("five points", "a bid above another", "basic game, end", "auction, final round")
    first = {name: found[name] for name in several}  # moments as different as can be
    every = {name: _with_counter(state) for name, state in (first | found).items()}
    every["a free cell behind a volcano"] -= {'undrawn("D3")'}
    every["a free cell behind a volcano"] |= {'set_aside("D3")'}
    return every


def walled() -> State:
    """A volcano waits, and on one of the last two free cells it would wall off the other."""
    rules = {"volcano_may_foreclose": False, "beside_volcanoes_only": False}
    return tikal.position(**WALLED, edition=tikal.house("rio-grande-1999", **rules))


#: All tiles of the letter A lie, so that the letters come in order.
_LAND: Final = {**LAND, "tiles": {**LAND["tiles"], "a3": ("A1", 0), "c4": ("A6", 0)}}


def _moments() -> Iterator[tuple[str, dict[str, Any]]]:
    before = {cell: tile for cell, tile in _LAND["tiles"].items() if tile[0] != "B1"}
    basic = ("five points", "no points", "a token in hand", "another token in hand", "Legend")
    yield from ((name, MOMENTS[name]) for name in basic)
    yield "a volcano round", {**MOMENTS["a volcano round"], "tiles": before, "tile": "B1"}
    yield "placing", {"tiles": before, "phase": "place", "tile": "B1"}
    two = {"auction": True, "display": ["B2", "B3"]}
    yield "a turn of an auction", {**two, "ap": 6}
    yield "taking", {**two, "phase": "take", "done": [2]}
    placing = {"phase": "place", "tile": "B2", "display": ["B3"], "done": [2]}
    yield "placing in an auction", {**two, **placing}
    three = {**two, "tiles": before, "display": ["B1", "B2", "B3"], "phase": "bid", "passed": [3]}
    yield "a bid after a pass", {**three, "first_passer": 3}
    yield "a bid above another", {**three, "high_bid": 2, "high_bidder": 2}


def _with_counter(state: State) -> frozenset[str]:
    paid = 10 - state.ap if state.phase in ("act", "reveal") else 0
    return facts(state) | {f"ghost(spent,{paid})"}


def program() -> str:
    """The rules, the lemmas and the counter."""
    texts = [text for name, text in sources().items() if name.startswith("rules/")]
    every = [t for t in texts if "#program candidates" not in t]
    every += [sources()[f"props/{name}.lp"] for name in ("lemmas", "spent")]
    return "\n".join(t.replace("#program invariants.", "") for t in every)


def found_for(
    start: frozenset[str], wanted: Iterable[int], most: int
) -> Iterator[tuple[int, list[str]]]:
    """For each obligation by number the changes after which it alone is broken, where there are."""
    control = clingo.Control(["--warn=none"], logger=lambda _code, _message: None)
    every = obligations()
    lines = [program(), _EDITS.format(most=most)]
    lines += [f"was({fact})." for fact in start]
    lines.append(f"rule(0..{len(every) - 1}).")
    for number, one in enumerate(every):
        lines.append(f"broke({number}) :- {one.rule.text.split(':-', 1)[1]}")
    control.add("base", [], "\n".join(lines))
    control.ground([("base", [])])
    control.configuration.solve.solve_limit = str(CONFLICTS)  # type: ignore[union-attr]
    for number in wanted:
        asked = [(clingo.Function("only", [clingo.Number(number)]), True)]
        with control.solve(assumptions=asked, yield_=True) as handle:
            for model in handle:
                shown = model.symbols(shown=True)
                yield number, sorted(str(s) for s in shown if s.name in ("gone", "more"))
                break


def generate() -> dict[str, dict[str, Any]]:
    """By obligation a position and the changes."""
    waiting = dict(enumerate(obligations()))
    found: dict[str, dict[str, Any]] = {}
    for most, (place, start) in product(CHANGES, positions().items()):
        for number, changes in found_for(start, [*waiting], most):
            found[waiting.pop(number).name] = {"position": place, "changes": changes}
        names = ", ".join(one.name for one in waiting.values())
        print(f"{place}, {most} changes: {len(waiting)} left: {names}", flush=True)
        if not waiting:
            break
    return {one.name: found[one.name] for one in obligations() if one.name in found}


def stored() -> dict[str, dict[str, Any]]:
    """The stored positions by obligation."""
    found: dict[str, dict[str, Any]] = tomllib.loads(STORED.read_text("utf-8"))
    return found


def position_of(entry: dict[str, Any]) -> frozenset[str]:
    """The facts of a stored position."""
    start = set(positions()[entry["position"]])
    for change in entry["changes"]:
        kind, fact = change.split("(", 1)
        (start.discard if kind == "gone" else start.add)(fact[:-1])
    return frozenset(start)


def broken(position: frozenset[str]) -> set[tuple[str, str]]:
    """What the rules call broken."""
    control = clingo.Control(["--warn=none"], logger=lambda _code, _message: None)
    control.add("base", [], program() + " ".join(f"true({fact})." for fact in position))
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        (symbols,) = ([*model.symbols(atoms=True)] for model in handle)
    named = (symbol.arguments for symbol in symbols if symbol.name == "broken")
    return {(group.string, str(what)) for group, what in named}


def _quoted(text: str) -> str:
    return f'"{text}"' if "'" in text else f"'{text}'"


def main() -> int:
    """Find the positions again and write them."""
    found = generate()
    lines = [f"# {_HEADER}"]
    for name, entry in found.items():
        changes = ", ".join(map(_quoted, entry["changes"]))
        lines += ["", f"[{_quoted(name)}]", f"position = {_quoted(entry['position'])}"]
        lines.append(f"changes = [{changes}]")
    write_atomic(STORED, "\n".join(lines) + "\n")
    missing = [one.name for one in obligations() if one.name not in found]
    print(f"{len(found)} of {len(obligations())} obligations; none for {', '.join(missing)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
