"""The effects of all moves as subjects of a comparison."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from attrs import define, field, frozen

from tikal.engine import TABLE
from tikal.grid import CELLS
from tikal.moves import (
    Deploy,
    DrawTile,
    EndTurn,
    Exchange,
    Move,
    Pass,
    PlaceGuard,
    PlaceTile,
    Recover,
    RevealTreasure,
    TakeTile,
    Transfer,
    Uncover,
    Walk,
    verb_of,
)  # fmt: skip
from tools.every_position.effects.records import lazy_position, open_to_effects
from tools.every_position.effects.written import Write, writes
from tools.every_position.lazy import Key, Run, Sum, Unknown
from tools.every_position.question import Names, Question, Subject, question
from tools.every_position.rows import moves_of
from tools.proofs.footprints import possible_rules, specification

Effect = Callable[[Any, Any], Any]
AFTER: Final = Path(__file__).with_name("after.lp")

#: What the numbers in the name of a field are: those of cells can be cells of the move.
ABOUT: Final[dict[str, tuple[str, ...]]] = {
    "phase": (), "active": (), "ap": (), "worked": ("cell",), "digger": ("cell", "figure", "cell"),
    "tile": (), "aside": (), "scoring": (), "queue": ("place",), "display": ("tile",),
    "others": (), "high_bid": (), "high_bidder": (), "first_passer": (), "passed": ("number",),
    "done": ("number",), "lies": ("cell",), "value": ("cell",), "tokens": ("cell",),
    "undrawn": ("tile",), "floor": ("floor",), "unseen": ("kind",), "score": ("seat",),
    "leader": ("seat",), "workers": ("seat", "cell"), "supply": ("seat",),
    "removed": ("seat", "figure"), "camp": ("seat", "cell"), "guard": ("seat", "cell", "figure"),
    "owns": ("seat", "kind"),
}  # fmt: skip
#: The engine keeps them, the specification derives them from the last position.
NOT_COMPARED: Final = ("winners",)


@frozen
class Written:
    """What an effect has written along a path."""

    writes: tuple[Write, ...]

    @property
    def names(self) -> frozenset[str]:
        """The names of the fields."""
        return frozenset(key[0] for key, _ in self.writes)


@define
class Numbered:
    """All results of a subject, numbered."""

    found: dict[frozenset[str], int] = field(factory=dict)
    fields: set[str] = field(factory=set)
    names: set[str] = field(factory=set)
    roles: dict[str, tuple[object, ...]] = field(factory=dict)

    def number(self, result: Written, names: Names) -> int:
        """The number of a result; results that are alike have the same."""
        self.names |= result.names
        lines = frozenset(
            self._line(key, value, names)
            for key, value in result.writes
            if key[0] not in NOT_COMPARED
        )
        return self.found.setdefault(lines, len(self.found))

    def _line(self, key: Key, value: Any, names: Names) -> str:  # noqa: ANN401
        name = _field(key, names)
        if value is None:
            return f"clears(#,{name})"
        self.fields.add(name)
        if isinstance(value, Sum):
            sides = ",".join(f"{k},{t}" for k, t in map(names.side, (value.left, value.right)))
            return f"sums(#,{name},{value.sign},{sides})"
        if isinstance(value, Unknown) and len(value.seen()) > 1:
            known, table = names.side(value)
            return f"turns(#,{name},{known},{table})"
        if isinstance(value, Unknown):
            (value,) = value.seen()
        return f"sets(#,{name},{names.place(value) if key[0] == 'leader' else names.value(value)})"

    def lines(self) -> Iterator[str]:
        """The results as facts, and the fields that they write."""
        for result, number in self.found.items():
            yield f"result({number})."
            yield from (f"{line.replace('#', str(number), 1)}." for line in sorted(result))
        yield from sorted(map(_wanted, self.fields))
        for name in self.answers():
            yield f"also({name})."
        for name in sorted(self.names - {*NOT_COMPARED}):
            numbers = ",".join("_" * len(ABOUT[name]))
            yield f"spec(wrote({name})) :- wrote({name}{f'({numbers})' if numbers else ''})."
            yield f"spec(wrote({name})) :- gone({name})."

    def answers(self) -> Iterable[str]:
        """Each field that a path writes is written in some position."""
        return [f"wrote({name})" for name in sorted(self.names - {*NOT_COMPARED})]


def _field(key: Key, names: Names) -> str:
    words = [
        names.place(word) if kind == "cell" else names.value(word)
        for kind, word in zip(ABOUT[key[0]], key[1:], strict=False)
    ]
    return f"{key[0]}({','.join(words)})" if words else str(key[0])


ROLES: Final = ("r0", "r1", "rd", "rf", "rp", "rq")


def _wanted(name: str) -> str:
    """The field itself, where its name has cells that are chosen."""
    words = name.replace("(", " ").replace(")", " ").replace(",", " ").split()
    roles = [role for role in ROLES if role in words[1:]]
    concrete = name
    for role in roles:
        concrete = concrete.replace(role, role.upper())
    if not roles:
        return f"wants({name}). is({name},{name})."
    may = ", ".join(f"may_stand({role},{role.upper()})" for role in roles)
    stands = ", ".join(f"stands({role},{role.upper()})" for role in roles)
    return f"wants({concrete}) :- {may}. is({name},{concrete}) :- {stands}."


# --- the moves ---------------------------------------------------------------------------------

_CELLS: Final = tuple(range(len(CELLS)))
_PLACES: Final = (*_CELLS, -2)
_FIGURES: Final = ("l", "w")
#: What a position must have for the effect to be asked: rules that forbid the move, or conditions
#: that follow from them. That is less than legal, so more positions are compared.
_FORBIDDING: Final[dict[type[Move], tuple[str, ...]]] = {
    DrawTile: ('forbids("COMP-03"', 'forbids("TURN-03"'),
    TakeTile: ('forbids("AUCTION-12",anyone,take(',),
    Deploy: ('forbids("DEPLOY-04"',),
    Uncover: (
        'forbids("TEMPLE-01",anyone,uncover(C)) :- timely(uncover); candidate(uncover(C)); not',
        'forbids("TEMPLE-04"', 'forbids("TEMPLE-11"',
    ),
    Recover: (
        'forbids("TREASURE-01",anyone,recover(C)) :- timely(recover); candidate(recover(C)); not',
        'forbids("TREASURE-01",anyone,recover(C)) :- timely(recover); candidate(recover(C)); empt',
        'forbids("TREASURE-04"',
    ),
    RevealTreasure: ('forbids("COMP-05"',),
    Exchange: ('forbids("SWAP-02"',),
    PlaceGuard: ('forbids("GUARD-04"',),
}  # fmt: skip
_GIVEN: Final[dict[type[Move], str]] = {
    Walk: ":- candidate(walk(F,A,_)), not mine(F,A). :- candidate(walk(_,A,A)).",
    Transfer: ":- candidate(transfer(F,A,_)), not mine(F,A). :- candidate(transfer(_,A,A)).",
    PlaceTile: ":- candidate(place(C,_)), explored(C).",
    PlaceGuard: ":- candidate(guard(C,_)), not temple(C).",
    # the lemma BIDDING: all between the highest bidder and the one who is asked are out
    Pass: """
        :- true(high_bidder(H)), me(S), distance(H,S,D), distance(H,Q,E), E < D,
           not true(passed(Q)), not true(turned(Q)).""",
    EndTurn: """
        :- true(scoring(final)), true(display(_)).
        :- true(auction), not true(scoring(_)), true(players(N)), M != N - 1,
           M = #count { T : true(display(T)) ; S : true(turned(S)) }.""",
    DrawTile: """
        :- true(undrawn(T)), true(display(T)).
        :- true(players(N)), phase(draw), N <= #count { T : true(display(T)) }.""",
}
#: What engine and specification take from another definition, which is compared by itself, has any
#: value here: the price of a step, the points of a seat.
_FREE: Final[dict[type[Move], tuple[str, str]]] = {
    Walk: ("cost", "{ cost(A,B,1..6) } 1 :- candidate(walk(_,A,B))."),
    EndTurn: ("points", "1 { points(S,0..max_points) } 1 :- me(S), true(scoring(_))."),
}


def _roles(kind: type[Move]) -> tuple[dict[str, tuple[object, ...]], str]:
    """What the solver chooses of a digger that stands for all, and what it is not."""
    roles: dict[str, tuple[object, ...]]
    if kind in (Walk, Transfer):
        roles = {"rd": _CELLS, "rp": _PLACES, "rq": _PLACES}
        return roles, ":- stands(rp,I), stands((r0;r1),I)."
    if kind is PlaceGuard:
        roles = {"rd": _CELLS, "rf": _FIGURES, "rp": _CELLS}
        return roles, ":- stands(rp,I), stands(r0,I)."
    roles = {"rd": _CELLS, "rf": _FIGURES, "rq": _PLACES}
    if kind in (Uncover, Recover):
        return {**roles, "rp": _PLACES}, ":- stands(rd,I), stands(r0,I)."
    return roles, ""


#: What is true of sound positions (DER-06, COMP-03 in spec/rules/invariants.lp, DISPLAY in
#: spec/props/lemmas.lp), and is needed.
_SOUND: Final = """
    acts :- phase((act;reveal)).
    :- not acts, true(uncovered(_,_)).
    :- not acts, true(taken(_,_)).
    :- not acts, true(digger(_,_,_)).
    :- not acts, true(ap(N)), N != 0.
"""


#: Faster than the options for refusals where the solver chooses a digger.
OPTIONS: Final = ("--warn=none", "--configuration=tweety", "--eq=0")


def effect_of(
    kind: type[Move],
    effect: Effect | None = None,
    moves: tuple[Move, ...] = (),
    *,
    dug: int | None = None,
) -> Subject:
    """The effect of a move class, for all its moves or some, in all positions that permit them.

    With `dug` the digger that is looked at dug on this hex, otherwise on any.
    """
    made: Effect = effect or TABLE[kind].effect
    verb = verb_of(kind).replace("-", "_")

    def answer(run: Run, move: Move) -> Written:
        run.keeps_sums = True
        before = lazy_position(run, move)
        return Written(tuple(writes(run, before, made(before, move))))

    roles, given = _roles(kind)
    if dug is not None:
        roles = {**roles, "rd": (dug,)}
    free, choice = _FREE.get(kind, ("", ""))
    possible = {rule.text for rule in possible_rules(verb)}
    return Subject(
        name=f"effect of {verb_of(kind)}",
        acts=moves or moves_of(kind),
        answer=answer,
        spec="\n".join([AFTER.read_text("utf-8"), _SOUND, _GIVEN.get(kind, ""), choice]),
        forbidding=_FORBIDDING.get(kind, ()),
        given=f"true(phase({kind.phase})). {given}",
        roles=roles,
        without=frozenset(
            rule.text
            for rule in specification()
            if (rule.text not in possible and rule.head[0] != "now") or rule.head[0] == free
        ),
        results=Numbered(),
    )


def asked(subject: Subject) -> Question:
    """The question to the solver, from the engine on lazy positions."""
    with open_to_effects():
        return question(subject)
