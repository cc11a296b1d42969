"""The question to the solver: a position and move that tell engine and specification apart.

All moves of a subject stand in one program, and the solver chooses one of them. Cells that a move
names are called `r0` and `r1` in the paths, so moves whose paths are alike share them: a move that
the engine treats in another way has paths of its own.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Protocol, TypeAlias

import clingo
from attrs import define, field, frozen

from tikal.components import LOOSE_TILES, TILES
from tikal.editions import SWITCHES
from tikal.formal.facts import term
from tikal.grid import CELLS
from tikal.moves import Move
from tools.every_position.fields import (
    FIELDS,
    LYING,
    MAX_POINTS,
    PRINTED,
    VOLCANO_PLACES,
)
from tools.every_position.lazy import (
    BOTH,
    EQUAL,
    LESS,
    MEETS,
    RELATIONS,
    Key,
    Path,
    Run,
    Unknown,
    Values,
    paths,
)
from tools.every_position.position import cells_of_move
from tools.every_position.slices import any_position, needed_by, parsed, specification


@frozen
class NewGame:
    """The start of a game, to be allowed or refused."""

    players: int
    start: int
    auction: bool


#: A move, or a move and the seat that it is named for, or the start of a game.
Act: TypeAlias = Move | tuple[int, Move] | NewGame
#: A condition of a path: a field, whether its value is among these or not, the values.
Condition: TypeAlias = tuple[str, bool, frozenset[str]]
#: The paths of a move, each with its result and its conditions.
Paths: TypeAlias = frozenset[tuple[str, frozenset[Condition]]]


class Results(Protocol):
    """Answers that have parts, such as fields with new values."""

    def number(self, result: Any, names: Names) -> int:  # noqa: ANN401
        """The number that stands for a result."""

    def lines(self) -> Iterable[str]:
        """The results as facts for the solver."""

    def answers(self) -> Iterable[str]:
        """What some position must have in the relation `spec`."""


@frozen
class Subject:
    """What is compared: a function of the engine, for some moves, with a relation `spec`."""

    name: str
    acts: tuple[Act, ...]
    #: What the engine answers along one run.
    answer: Callable[[Run, Any], Hashable]
    #: The relation `spec(Answer)` in clingo, of the move `candidate(Move)`, or for a seat that is
    #: named of `chosen(by(Seat,Move))`.
    spec: str
    #: The clauses that it is about.
    clauses: tuple[str, ...] = ()
    #: Parts of the text of the rules for `forbids` that are asked.
    forbidding: tuple[str, ...] = ()
    #: Facts about the positions that are searched.
    given: str = ""
    #: Cells and places that the solver chooses, by name: the numbers that it chooses from.
    roles: Mapping[str, tuple[object, ...]] = field(factory=dict)
    #: Rules that are left out, because they say nothing here.
    without: frozenset[str] = frozenset()
    #: What an answer is, if it is more than a number or word.
    results: Results | None = None
    #: A rule that takes the place of all rules for its head.
    free: str = ""
    #: Whether the engine is compared with itself: each path has to answer as `spec` says, whether
    #: a position leads there or not, so its fields need no words in the specification.
    inside: bool = False


@define
class Names:
    """Unknowns and values as the solver reads them, and what the names stand for."""

    #: The cells of the move that is looked at.
    roles: dict[int, str] = field(factory=dict)
    #: Its fields, each with the number of the set of all its values.
    fields: dict[str, int] = field(factory=dict)
    domains: dict[frozenset[str], int] = field(factory=dict)
    #: What is seen of the values of compared unknowns, by number.
    tables: dict[tuple[tuple[str, int], ...], int] = field(factory=dict)
    #: Comparisons by number: the relation, and of each side the field and the table.
    relations: dict[tuple[str, str, int, str, int], int] = field(factory=dict)

    def value(self, value: object) -> str:
        """A value that is no cell."""
        if isinstance(value, bool):
            return str(int(value))
        if isinstance(value, tuple):
            return str(VOLCANO_PLACES.index(value))
        return value.lower().replace("-", "_") if isinstance(value, str) else str(value)

    def place(self, value: Any) -> str:  # noqa: ANN401
        """A value that may be a cell of the move."""
        return self.roles.get(value) or self.value(value)

    def key(self, key: Key, full: Values) -> str:
        """A field with all its values, or a comparison of two."""
        if key[0] == MEETS:
            sides = self.key(key[1], BOTH), -1, *self._side(*key[2])
        elif key[0] in RELATIONS:
            sides = *self._side(*key[1]), *self._side(*key[2])
        if key[0] not in FIELDS:
            number = self.relations.setdefault((key[0], *sides), len(self.relations))
            return f"compared({number})"
        known = FIELDS[key[0]]
        words = [
            self.place(word) if kind == "cell" else self.value(word)
            for kind, word in zip(known.about, key[1:], strict=True)
        ]
        name = f"{key[0]}({','.join(words)})" if words else str(key[0])
        if name not in self.fields:
            every = frozenset(map(self.value, full))
            self.fields[name] = self.domains.setdefault(every, len(self.domains))
        return name

    def side(self, unknown: Unknown) -> tuple[str, int]:
        """The field of an unknown, and the table of what is seen of its values."""
        return self._side(unknown.key, unknown.table())

    def _side(self, key: Key, rows: Iterable[tuple[Any, Any]]) -> tuple[str, int]:
        table = tuple((self.value(v), int(seen)) for v, seen in rows)
        name = self.key(key, tuple(v for v, _ in rows))
        return name, self.tables.setdefault(table, len(self.tables))

    def condition(self, key: Key, left: Values, full: Values) -> Condition:
        """A condition, with the fewer values."""
        is_place = key[0] in FIELDS and FIELDS[key[0]].is_place
        see = self.place if is_place else self.value
        name = self.key(key, full)
        if 2 * len(left) <= len(full):
            return name, True, frozenset(map(see, left))
        among = set(left)
        return name, False, frozenset(see(v) for v in full if v not in among)


@frozen
class Question:
    """The program, and how many paths it has."""

    text: str
    answers: tuple[str, ...]
    moves: int
    #: The places of moves in the subject's list; moves with like paths are together.
    groups: tuple[tuple[int, ...], ...]
    paths: int
    #: Paths that are left once moves with like paths share them.
    different: int
    #: Whether the moves name cells.
    has_roles: bool
    seconds: float


def written(act: Act) -> str:
    """The act as the solver reads it."""
    if isinstance(act, NewGame):
        return f"new_game({act.players},{act.start},{'yes' if act.auction else 'no'})"
    return f"by({act[0]},{term(act[1])})" if isinstance(act, tuple) else str(term(act))


def _roles(act: Act) -> dict[int, str]:
    cells = dict.fromkeys(cells_of_move(act[1] if isinstance(act, tuple) else act))
    return {cell: f"r{number}" for number, cell in enumerate(cells)}


def _paths_of(subject: Subject, act: Act, names: Names) -> tuple[Paths, int]:
    """All paths for one move, and how many there were."""
    names.roles, names.fields = _roles(act), {}
    found, number = set(), 0
    for path in paths(lambda run: subject.answer(run, act)):
        number += 1
        box = {} if subject.inside else path.box
        conditions = frozenset(names.condition(k, *v) for k, v in box.items())
        found.add((_answer(path, subject, names), conditions))
    return frozenset(found), number


def _answer(path: Path, subject: Subject, names: Names) -> str:
    if subject.results and not isinstance(path.result, str):
        return str(subject.results.number(path.result, names))
    return str(path.result) if isinstance(path.result, int) else f'"{path.result}"'


#: Moves by their paths and the fields in them.
Groups: TypeAlias = dict[tuple[Paths, frozenset[tuple[str, int]]], list[Act]]


def grouped(subject: Subject, names: Names) -> tuple[Groups, int]:
    """Run the engine along all paths; how many there were."""
    groups: Groups = {}
    number = 0
    for act in subject.acts:
        found, more = _paths_of(subject, act, names)
        number += more
        groups.setdefault((found, frozenset(names.fields.items())), []).append(act)
    return groups, number


def question(subject: Subject) -> Question:
    """Run the engine along all paths, and write down the program."""
    began = time.process_time()
    names = Names()
    groups, number = grouped(subject, names)
    lines: list[str] = []
    sets: dict[frozenset[str], int] = {}
    answers: set[str] = set()
    wanted: set[tuple[str, int]] = set()
    fields: set[str] = set()
    for group, ((leaves, used), acts) in enumerate(groups.items()):
        lines += [f"of({written(act)},{group})." for act in acts]
        lines += [f"uses({group},{name},{domain})." for name, domain in sorted(used)]
        fields |= {name for name, _ in used}
        for answer, conditions in sorted(leaves, key=_order):
            answers.add(answer)
            body = [f"group({group})"]
            for key, positive, values in sorted(conditions, key=_condition_order):
                chosen = sets.setdefault(values, len(sets))
                wanted.add((key, chosen))
                body.append(f"{'' if positive else 'not '}hit({key},{chosen})")
            lines.append(f"verdict({answer}) :- {', '.join(body)}.")
    lines += [f"want({key},{chosen})." for key, chosen in sorted(wanted)]
    lines += [f"among({n},{v})." for values, n in sets.items() for v in sorted(values)]
    lines += _about_roles(subject, sorted(fields))
    lines += subject.results.lines() if subject.results else ()
    lines += _about_names(names)
    places = {act: place for place, act in enumerate(subject.acts)}
    alike = tuple(tuple(places[act] for act in acts) for acts in groups.values())
    bits = any(relation == MEETS for relation, *_ in names.relations)
    text = "\n".join(
        [_slice(subject, fields, bits), _FACTS, subject.given, *lines, _DEFINED, _ASKING]
    )
    if subject.results:
        answers = {*subject.results.answers()}
    return Question(
        text, tuple(sorted(answers)), len(subject.acts), alike, number,
        sum(len(leaves) for leaves, _ in groups),
        any(map(_roles, subject.acts)),
        time.process_time() - began,
    )  # fmt: skip


def _condition_order(condition: Condition) -> tuple[str, bool, list[str]]:
    return condition[0], condition[1], sorted(condition[2])


def _order(leaf: tuple[str, frozenset[Condition]]) -> tuple[str, list[Any]]:
    return leaf[0], sorted(map(_condition_order, leaf[1]))


def _about_roles(subject: Subject, fields: Sequence[str]) -> Iterator[str]:
    """The fields that are asked for, with the cells that the names in them can stand for."""
    cells: dict[str, set[Any]] = {role: set(some) for role, some in subject.roles.items()}
    for role, some in subject.roles.items():
        yield f"1 {{ stands({role},({';'.join(map(str, some))})) }} 1."
    for act in subject.acts:
        for cell, role in _roles(act).items():
            cells.setdefault(role, set()).add(cell)
            yield f"stands({role},{cell}) :- chosen({written(act)})."
    yield from (
        f"may_stand({role},{c})." for role, some in cells.items() for c in sorted(some, key=str)
    )
    for name in fields:
        roles = sorted(set(_WORDS.findall(name)) & cells.keys())
        concrete = _WORDS.sub(lambda m: m[0].upper() if m[0] in cells else m[0], name)
        if not roles:
            yield f"use({name})."
            continue
        yield f"use({concrete}) :- {', '.join(f'may_stand({r},{r.upper()})' for r in roles)}."
        stands = ", ".join(f"stands({r},{r.upper()})" for r in roles)
        yield f"k({name},V) :- {stands}, k({concrete},V)."
        if name.startswith("offer("):
            yield f"bit({name},D) :- {stands}, bit({concrete},D)."


def _about_names(names: Names) -> Iterator[str]:
    for values, number in names.domains.items():
        yield from (f"possible({number},{value})." for value in sorted(values))
    for rows, number in names.tables.items():
        yield from (f"seen({number},{value},{seen})." for value, seen in rows)
    for (relation, left, seen, right, shown), number in names.relations.items():
        mine = f"k({left},A), seen({seen},A,X)" if seen >= 0 else f"bit({left},X)"
        yield (
            f"k(compared({number}),1) :- {mine}, k({right},B), seen({shown},B,Y), "
            f"{_HOLDS[relation]}."
        )
        yield f"k(compared({number}),0) :- not k(compared({number}),1)."


_WORDS: Final = re.compile(r"\w+")
_HOLDS: Final = {LESS: "X < Y", EQUAL: "X = Y", MEETS: "Y & 2**X != 0"}

#: The numbers of the engine.
_FACTS: Final = "\n".join(
    [
        *(f"ix({name},{number})." for number, name in enumerate(CELLS)),
        *(f'lying({x},"{TILES[x // 6].id}",{x % 6}).' for x in LYING),
        *(f'number_of("{TILES[t].id}",{t}).' for t in range(LOOSE_TILES)),
        *(f"printed_as({c},{x})." for c, x in PRINTED.items()),
        f"#const max_points = {MAX_POINTS}.",
    ]
)
_PLACES: Final = "\n".join(
    f"places({n},{len(cells)})." + "".join(f" in_place({n},{c})." for c in cells)
    for n, cells in enumerate(VOLCANO_PLACES)
)

_DEFINED: Final = """
#defined k/2. #defined among/2. #defined want/2. #defined stands/2. #defined uses/3.
#defined possible/2. #defined spec/1. #defined verdict/1. #defined forbids/3. #defined use/1.
#defined few_volcanoes/0. #defined given_basic/0. #defined places/2. #defined in_place/2.
#defined true/1. #defined bit/2. #defined seen/3. #defined cost/3. #defined also/1.
"""

#: What is asked: 1, the answers differ; 2, no path leads there; 3, a field has no value that the
#: engine knows, or two.
_ASKING: Final = """
1 { chosen(A) : of(A,_) } 1.
group(G) :- chosen(A), of(A,G).
named(by(S,M),S,M) :- of(by(S,M),_).
candidate(A) :- chosen(A), not named(A,_,_).
candidate(M) :- chosen(A), named(A,S,M).
asked(S) :- chosen(A), named(A,S,M).
hit(K,S) :- want(K,S), k(K,V), among(S,V).
hit(K,S) :- want(K,S), among(S,R), stands(R,C), k(K,C).
differ :- verdict(V), not spec(V).
differ :- spec(V), not verdict(V), verdict(_), not also(V).
uncovered :- not verdict(_).
odd :- group(G), uses(G,K,_), not 1 { k(K,_) } 1.
odd :- group(G), uses(G,K,D), k(K,V), not possible(D,V).
#external asked_about(1..4).
:- asked_about(1), not differ.
:- asked_about(2), not uncovered.
:- asked_about(3), not odd.
:- asked_about(4), not differ, not uncovered, not odd.
#heuristic chosen(A) : of(A,_). [10,true]
#show true/1. #show chosen/1. #show spec/1. #show verdict/1.
"""


def _slice(subject: Subject, fields: Iterable[str], bits: bool) -> str:
    """The rules of the specification, the generator and the fields that the question needs."""
    own = parsed(subject.spec)
    words = {word for rule in own for word in rule.body} | ({"bit"} if bits else set())
    words |= {f"k:{_WORDS.findall(name)[0]}" for name in fields}
    switches = {f"true:{_WORDS.findall(f)[1]}" for f in fields if f.startswith("switch(")}
    # only rules of this clause refuse here
    every = [
        rule
        for rule in specification()
        if ("forbids" not in rule.head or any(c in rule.text for c in subject.forbidding))
        and rule.text not in subject.without
    ]
    free = parsed(subject.free)
    freed = frozenset[str]().union(*(rule.head for rule in free))
    every = [*free, *(rule for rule in every if not rule.head & freed)]
    rules = needed_by([*every, *any_position()], words | switches)
    places = _PLACES if "volcanoes" in fields else ""
    return "\n".join([*(rule.text for rule in rules), *(rule.text for rule in own), places])


@frozen
class Finding:
    """What the solver answers about a subject."""

    #: By what is wrong, a move and position in facts; empty if there is no such position.
    wrong: dict[str, tuple[str, ...]]
    #: Answers of the engine that no position has in the specification.
    never: tuple[str, ...]
    seconds: float


#: One thread; the move is chosen before the position.
_SOLVER: Final = ("--warn=none", "--configuration=handy", "--heuristic=Domain")
#: More moves than these are asked about cell by cell.
_MANY_MOVES: Final = 200
_TROUBLES: Final = ("differ", "uncovered", "odd")


def solved(asked: Question, *, by_cell: bool = False, options: Sequence[str] = _SOLVER) -> Finding:
    """Put the question to clingo, cell by cell if there are many moves or as it is wished."""
    began = time.process_time()
    control = clingo.Control(list(options))
    control.add("base", [], asked.text)
    control.ground([("base", [])])

    def model(number: int) -> tuple[str, ...] | None:
        for other in range(1, 5):
            control.assign_external(_asked_about(other), other == number)
        with control.solve(yield_=True) as handle:
            found = handle.model()
            return found and tuple(sorted(map(str, found.symbols(shown=True))))

    control.assign_external(_asked_about(4), True)
    by_cell |= asked.moves > _MANY_MOVES
    cells = range(len(CELLS)) if by_cell and asked.has_roles else (None,)
    fine = all(control.solve(assumptions=_from(cell)).unsatisfiable for cell in cells)
    wrong = {}
    if not fine:
        for number, name in enumerate(_TROUBLES, start=1):
            if found := model(number):
                wrong[name] = found
    for number in range(1, 5):
        control.assign_external(_asked_about(number), False)
    never = [
        answer
        for answer in asked.answers
        if not answer.startswith('"error')
        and not control.solve(
            assumptions=[(clingo.Function("spec", [clingo.parse_term(answer)]), True)]
        ).satisfiable
    ]
    return Finding(wrong, tuple(never), time.process_time() - began)


def _from(cell: int | None) -> list[tuple[clingo.Symbol, bool]]:
    if cell is None:
        return []
    return [(clingo.Function("stands", [clingo.Function("r0"), clingo.Number(cell)]), True)]


def _asked_about(number: int) -> clingo.Symbol:
    return clingo.Function("asked_about", [clingo.Number(number)])


# --- one position ------------------------------------------------------------------------------


def viewed(given: str, keys: Iterable[Key]) -> dict[Key, str]:
    """The fields of a position that is given as facts, as the solver reads them.

    The position is made by the generator of any position; if that cannot make it there is none.
    """
    names = Names()
    by_name = {names.key(key, ()): key for key in keys}
    words = {f"k:{_WORDS.findall(name)[0]}" for name in by_name}
    switches = {f"true:{key[1]}" for key in by_name.values() if key[0] == "switch"}
    every = [rule for rule in specification() if "forbids" not in rule.head]
    rules = needed_by([*every, *any_position()], words | switches)
    made = {word.removeprefix("true:") for rule in rules for word in rule.head if "true:" in word}
    made |= {switch.name for switch in SWITCHES} - {"tiebreak"}
    facts = [fact[len("true(") : -len(").")] for fact in given.split() if fact.startswith("true(")]
    mine = [fact for fact in facts if re.split(r"\W", fact)[0] in made]
    phase = next(fact for fact in facts if fact.startswith("phase("))
    control = clingo.Control(["--warn=none", "-c", "max_points=999"])
    text = "\n".join(
        [
            *(rule.text for rule in rules), _FACTS, _PLACES, _DEFINED, f"true({phase}).",
            *(f"use({name})." for name in by_name),
            *(f"fact({fact})." for fact in mine),
            ":- fact(F), not true(F).",
            *(f":- true(F), not fact(F), F = {name}." for name in _shapes(made)),
            ":- switch(F,_), true(F), not fact(F).",
            "#show k/2.",
        ]
    )  # fmt: skip
    control.add("base", [], text)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        model = handle.model()
        atoms = model.symbols(shown=True) if model else []
        found = [tuple(map(str, atom.arguments)) for atom in atoms]
    return {by_name[name.replace(" ", "")]: value for name, value in found}


#: The facts of a position by the number of their arguments.
_ARITY: Final = {
    "players": 1, "active": 1, "ap": 1, "auction": 0, "tile": 3, "value": 2, "tokens": 2, "at": 4,
    "supply": 3, "camp": 2, "guard": 3, "uncovered": 2, "taken": 2, "digger": 3, "owns": 3,
    "unseen": 2, "floor": 2, "score": 2, "undrawn": 1, "waiting": 1, "scoring": 1, "turned": 1,
    "passed": 1, "high_bidder": 1, "high_bid": 1, "display": 1, "removed": 3,
    "queue": 2, "first_passer": 1,
}  # fmt: skip


def _shapes(made: Iterable[str]) -> Iterator[str]:
    for name in made:
        if number := _ARITY.get(name, 0):
            yield f"{name}({','.join('_' * number)})"
        elif name in _ARITY:
            yield name
