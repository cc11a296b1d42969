"""The switches of an edition in the formal specification, one by one, without the engine.

Positions are sketched by hand: unnamed pieces stay in supply, and floors and unseen tokens follow
from the rest. Every sketch satisfies the specification's invariants unless a test names a broken
one. Each value of each switch must change a verdict, a next position, points or a winner.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import clingo
import pytest

from tests.formal import specification
from tests.sample import WHOLE
from tikal import LEGEND_CLASSIC, RIO_GRANDE_1999

Facts = frozenset[str]
#: How many action phases are followed by all possible names of their figures.
PHASES = 12 if WHOLE else 4

# --- asking ------------------------------------------------------------------------------------


class Answer:
    """The one answer set, by relation."""

    def __init__(self, symbols: Iterable[clingo.Symbol]) -> None:
        self._atoms: dict[str, set[tuple[str, ...]]] = {}
        for symbol in symbols:
            arguments = tuple(str(argument) for argument in symbol.arguments)
            self._atoms.setdefault(symbol.name, set()).add(arguments)

    def __getitem__(self, relation: str) -> set[tuple[str, ...]]:
        return self._atoms.get(relation, set())

    @property
    def next(self) -> Facts:
        return frozenset(fluent for (fluent,) in self["next"])

    @property
    def broken(self) -> set[str]:
        return {clause.strip('"') for clause, _ in self["broken"]}

    @property
    def winners(self) -> set[int]:
        return {int(seat) for (seat,) in self["winner"]}

    def clauses(self, move: str) -> set[str]:
        return {c.strip('"') for c, role, m in self["forbids"] if (role, m) == ("anyone", move)}

    def points(self) -> dict[int, int]:
        return {int(seat): int(number) for seat, number in self["points"]}


def ask(facts: Iterable[str], *questions: str) -> Answer:
    """The answer of the specification, with invariants; any message of clingo is an error."""
    return _answer(frozenset(facts), questions)


@lru_cache(maxsize=64)  # the same is asked again soon or never
def _answer(facts: Facts, questions: tuple[str, ...]) -> Answer:
    given = " ".join([*(f"true({fact})." for fact in facts), *(f"{q}." for q in questions)])
    return Answer(specification.solve(given, (("invariants", []),)))


def verdict(facts: Facts, move: str) -> set[str]:
    """The clauses that forbid the move; the position itself is sound."""
    answer = ask(facts, f"candidate({move})")
    assert not answer["broken"], answer["broken"]
    return answer.clauses(move)


def after(facts: Facts, *moves: str) -> Facts:
    """The position after these moves, each of them legal, and each position sound."""
    for move in moves:
        answer = ask(facts, f"candidate({move})", f"does(anyone,{move})")
        assert not answer["broken"], answer["broken"]
        assert answer.clauses(move) == set(), move
        facts = answer.next
    assert not ask(facts)["broken"]
    return facts


def about(facts: Facts, relation: str) -> set[str]:
    """The facts of one relation."""
    return {fact for fact in facts if fact.partition("(")[0] == relation}


# --- editions and positions --------------------------------------------------------------------

PRINTED: dict[str, Any] = RIO_GRANDE_1999.switches()
LEGEND: dict[str, Any] = LEGEND_CLASSIC.switches()


def edition(switches: Mapping[str, Any]) -> Iterator[str]:
    for name, value in switches.items():
        if isinstance(value, tuple):
            yield from (f"{name}({i},{word})" for i, word in enumerate(value, start=1))
        elif value is True:
            yield name
        elif value is not False:
            yield f"{name}({str(value).replace('-', '_')})"


def _data() -> dict[str, tuple[str, int]]:
    control = clingo.Control()
    control.load(str(specification.RULES / "components.lp"))
    control.ground([("base", [])])
    rows = [atom.symbol.arguments for atom in control.symbolic_atoms.by_signature("tile_data", 5)]
    return {row[0].string: (row[2].name, row[3].number) for row in rows}


TILES = _data()
FLOORS = {2: 3, 3: 6, 4: 9, 5: 11, 6: 8, 7: 5, 8: 3, 9: 2, 10: 1}
FIGURES = {"l": 1, "w": 18}


def sketch(
    switches: Mapping[str, Any],
    *more: str,
    tiles: Mapping[str, tuple[str, int]] | None = None,
    phase: str = "act",
    ap: int | None = None,
    players: int = 2,
    active: int | None = 1,
    figures: Iterable[tuple[int, str, str, int]] = (),
    guards: Iterable[tuple[int, str, str]] = (),
    owned: Iterable[tuple[int, int, int]] = (),
    built: Mapping[str, int] | None = None,
    lifted: Mapping[str, int] | None = None,
    gone: Iterable[str] = (),
    scores: Mapping[int, int] | None = None,
) -> Facts:
    """A position; `built` levels and `lifted` tokens are those taken so far, in this phase or not.

    `gone` tiles are set aside, or all that are left with "rest".
    """
    tiles, built, lifted = tiles or {}, built or {}, lifted or {}
    facts = {*edition(switches), *more, f"players({players})", f"phase({phase})"}
    facts.add(f"ap({ap if ap is not None else 10 if phase == 'act' else 0})")
    facts |= {f"active({active})"} if active else set()
    elsewhere = {id_ for id_ in TILES if any(f'"{id_}"' in fact for fact in more)}
    rest = TILES.keys() - {id_ for id_, _ in tiles.values()} - elsewhere
    aside = rest if "rest" in gone else {*gone}
    facts |= {f'set_aside("{id_}")' for id_ in aside}
    facts |= {f'undrawn("{id_}")' for id_ in rest - aside}
    floors = dict(FLOORS)
    origins = {"a2": 1, "b1": 1}
    for cell, (id_, rotation) in tiles.items():
        facts.add(f'tile({cell},"{id_}",{rotation})')
        kind, number = TILES[id_]
        if kind == "temple":
            origins[cell] = number
        if kind == "treasure":
            facts.add(f"tokens({cell},{number - lifted.get(cell, 0)})")
    for cell, origin in origins.items():
        value = origin + built.get(cell, 0)
        facts.add(f"value({cell},{value})")
        for level in range(origin + 1, value + 1):
            floors[level] -= 1
    facts |= {f"floor({level},{number})" for level, number in floors.items()}
    figures, guards = list(figures), list(guards)
    for seat in range(1, players + 1):
        facts.add(f"score({seat},{(scores or {}).get(seat, 0)})")
        for figure, number in FIGURES.items():
            used = sum(n for s, f, _, n in figures if (s, f) == (seat, figure))
            used += sum((s, f) == (seat, figure) for s, _, f in guards)
            facts |= {f"supply({seat},{figure},{number - used})", f"removed({seat},{figure},0)"}
    facts |= {f"at({s},{f},{c},{n})" for s, f, c, n in figures}
    facts |= {f"guard({s},{c},{f})" for s, c, f in guards}
    hidden = dict.fromkeys(range(1, 9), 3)
    for seat, kind_, number in owned:
        facts.add(f"owns({seat},{kind_},{number})")
        hidden[kind_] -= number
    facts |= {f"unseen({kind_},{number})" for kind_, number in hidden.items()}
    return frozenset(facts)


# --- second_dig --------------------------------------------------------------------------------

# A temple of value 2 on c1; between b1 and c1 there is one stone. A treasure hex on c2.
LAND = {"c1": ("A4", 0), "c2": ("A2", 0)}


def digging(second_dig: str, *figures: tuple[int, str, str, int], **more: Any) -> Facts:
    switches = LEGEND | {"second_dig": second_dig}
    return sketch(switches, tiles=LAND, figures=figures, **more)


SWAPPED = (
    "uncover(b1)",
    "uncover(c1)",
    "walk(l,b1,c1)",
    "uncover(c1)",
    "walk(w,c1,b1)",
    "uncover(b1)",
)


@pytest.mark.clause("TEMPLE-03")
def test_leader_and_worker_who_change_places() -> None:
    start = digging("different", (1, "l", "b1", 1), (1, "w", "c1", 1))
    done = after(start, *SWAPPED)
    assert about(done, "uncovered") == {"uncovered(b1,2)", "uncovered(c1,2)"}
    assert about(done, "ap") == {"ap(0)"}
    assert not about(done, "digger")


@pytest.mark.clause("TEMPLE-03")
def test_change_of_places_where_both_must_be_present() -> None:
    start = digging("present", (1, "l", "b1", 1), (1, "w", "c1", 1))
    # the leader has joined the worker on c1, so two are present there, but one alone comes to b1
    there = after(start, *SWAPPED[:-1])
    assert not about(there, "digger")
    assert verdict(there, "uncover(b1)") == {"TEMPLE-03"}


@pytest.mark.clause("TEMPLE-03")
@pytest.mark.parametrize(
    ("value", "clauses"), [("present", {"TEMPLE-03"}), ("different", set()), ("one", set())]
)
def test_two_workers_and_one_leaves(value: str, clauses: set[str]) -> None:
    start = digging(value, (1, "w", "b1", 2))
    assert verdict(after(start, "uncover(b1)", "walk(w,b1,c1)"), "uncover(b1)") == clauses


@pytest.mark.clause("TEMPLE-03")
@pytest.mark.parametrize(
    ("value", "clauses"), [("present", {"TEMPLE-03"}), ("different", {"TEMPLE-03"}), ("one", set())]
)
def test_the_same_worker_away_and_back(value: str, clauses: set[str]) -> None:
    start = digging(value, (1, "w", "b1", 1))
    assert verdict(after(start, "uncover(b1)"), "uncover(b1)") == clauses
    back = after(start, "uncover(b1)", "walk(w,b1,c1)", "walk(w,c1,b1)")
    assert verdict(back, "uncover(b1)") == clauses


@pytest.mark.clause("TEMPLE-03")
def test_the_possible_places_of_the_digger() -> None:
    first = after(digging("different", (1, "l", "b1", 1), (1, "w", "b1", 2)), "uncover(b1)")
    assert about(first, "digger") == {"digger(b1,l,b1)", "digger(b1,w,b1)"}
    # one of two workers goes: the digger may be either of them, or the leader still
    second = after(first, "walk(w,b1,c1)")
    assert about(second, "digger") == {"digger(b1,l,b1)", "digger(b1,w,b1)", "digger(b1,w,c1)"}
    # the last worker goes, and the leader: b1 is empty
    third = after(second, "walk(w,b1,c1)", "walk(l,b1,c1)")
    assert about(third, "digger") == {"digger(b1,l,c1)", "digger(b1,w,c1)"}
    # the leader who comes back may be the one who has not dug there
    assert verdict(after(third, "walk(l,c1,b1)"), "uncover(b1)") == set()


@pytest.mark.clause("TEMPLE-03")
def test_workers_in_a_crowd_are_interchangeable() -> None:
    start = digging("different", (1, "w", "b1", 1), (1, "w", "c1", 1))
    met = after(start, "uncover(b1)", "walk(w,b1,c1)", "walk(w,c1,b1)")
    assert about(met, "digger") == {"digger(b1,w,b1)", "digger(b1,w,c1)"}
    assert verdict(met, "uncover(b1)") == set()


@pytest.mark.clause("TEMPLE-03", "C2C-01")
def test_the_digger_goes_from_camp_to_camp() -> None:
    tiles = {"c2": ("A2", 0)}
    figures = [(1, "w", "c2", 1), (1, "l", "a1", 1)]
    start = sketch(LEGEND, tiles=tiles, figures=figures, lifted={"c2": 3}, owned=[(2, 2, 3)])
    taken = after(start, "recover(c2)", "reveal(1)")
    assert about(taken, "digger") == {"digger(c2,w,c2)"}
    gone = after(taken, "camp(c2)", "transfer(w,c2,a1)")
    assert about(gone, "digger") == {"digger(c2,w,a1)"}


@pytest.mark.clause("TEMPLE-03", "GUARD-04", "GUARD-05")
@pytest.mark.parametrize("leader_digs", [True, False])
def test_a_digger_who_becomes_a_guard(leader_digs: bool) -> None:
    start = digging("different", (1, "l", "b1", 1), (1, "w", "b1", int(not leader_digs)))
    start = frozenset(fact for fact in start if not fact.endswith(",0)") or "at(" not in fact)
    there = after(start, "uncover(b1)", "walk(l,b1,c1)")
    on_guard = after(there, "guard(c1,l)")
    kinds = {"digger(b1,l,nowhere)"} | (set() if leader_digs else {"digger(b1,w,b1)"})
    assert about(on_guard, "digger") == kinds
    # the other figures on b1 are workers
    clauses = {"TEMPLE-01"} if leader_digs else set()
    assert verdict(on_guard, "uncover(b1)") == clauses


@pytest.mark.clause("TEMPLE-03", "GUARD-05")
def test_a_digger_who_leaves_the_game_beside_a_guard() -> None:
    start = digging("different", (1, "l", "c1", 1), (1, "w", "b1", 1))
    there = after(start, "uncover(b1)", "walk(w,b1,c1)", "guard(c1,l)")
    assert about(there, "digger") == {"digger(b1,w,nowhere)"}
    assert about(there, "removed") >= {"removed(1,w,1)", "removed(1,l,0)"}


@pytest.mark.clause("TEMPLE-03", "TREASURE-03")
def test_the_end_of_the_phase_forgets_the_diggers() -> None:
    start = digging("different", (1, "w", "c1", 1))
    assert not about(after(start, "uncover(c1)", "end"), "digger")


@pytest.mark.clause("TREASURE-03")
@pytest.mark.parametrize("value", ["present", "different", "one"])
def test_two_tokens(value: str) -> None:
    # b2 and c2 share an edge with one stone of b2
    start = digging(value, (1, "l", "c2", 1), (1, "w", "c2", 1), (1, "w", "b2", 1))
    taken = after(start, "recover(c2)", "reveal(1)")
    left = {"digger(c2,l,c2)", "digger(c2,w,c2)"} if value == "different" else set()
    assert about(taken, "digger") == left
    assert verdict(taken, "recover(c2)") == set()
    alone = after(taken, "walk(l,c2,b2)")
    refused = {"present": {"TREASURE-03"}, "different": set(), "one": set()}
    assert verdict(alone, "recover(c2)") == refused[value]
    lone = after(digging(value, (1, "l", "c2", 1)), "recover(c2)", "reveal(1)")
    refused["different"] = {"TREASURE-03"}
    assert verdict(lone, "recover(c2)") == refused[value]


@pytest.mark.clause("TEMPLE-04", "TREASURE-04")
@pytest.mark.parametrize("value", ["present", "different", "one"])
def test_the_third_one(value: str) -> None:
    """For any number of members; without one TEMPLE-01 and TREASURE-01 refuse too."""
    for number in (1, 2, 3):
        temple = digging(value, (1, "w", "c1", number), built={"c1": 2}, ap=6)
        assert verdict(temple | {"uncovered(c1,2)"}, "uncover(c1)") == {"TEMPLE-04"}
        lifted: dict[str, Any] = {"lifted": {"c2": 2}, "owned": [(1, 1, 2)]}
        treasure = digging(value, (1, "w", "c2", number), **lifted, ap=4)
        assert verdict(treasure | {"taken(c2,2)"}, "recover(c2)") == {"TREASURE-04"}
    bare = digging(value, built={"c1": 2}, ap=6) | {"uncovered(c1,2)"}
    assert verdict(bare, "uncover(c1)") == {"TEMPLE-01", "TEMPLE-04"}


@pytest.mark.clause("TEMPLE-01", "TEMPLE-03")
def test_a_second_level_without_members_is_refused() -> None:
    start = digging("different", (1, "w", "b1", 1))
    left = after(start, "uncover(b1)", "walk(w,b1,c1)")
    assert verdict(left, "uncover(b1)") == {"TEMPLE-01"}


@pytest.mark.clause("TEMPLE-03")
@pytest.mark.parametrize(
    "bad",
    [
        {"digger(b1,w,c1)"},  # no figure stands there
        {"digger(b1,l,b1)"},  # no leader stands there
        {"digger(a2,w,b1)"},  # nothing has been dug on a2
        {"digger(b1,l,nowhere)", "digger(b1,l,c2)"},  # the leader is one person
        set(),  # a dug hex needs a digger
    ],
)
def test_diggers_that_cannot_be(bad: set[str]) -> None:
    facts = digging("different", (1, "w", "b1", 1), (1, "l", "c2", 1), built={"b1": 1}, ap=8)
    assert not ask(facts | {"uncovered(b1,1)", "digger(b1,w,b1)"})["broken"]
    assert ask(facts | {"uncovered(b1,1)"} | bad).broken == {"vocabulary"}


def test_diggers_are_recorded_only_where_a_switch_needs_them() -> None:
    facts = digging("present", (1, "w", "b1", 1), built={"b1": 1}, ap=8) | {"uncovered(b1,1)"}
    assert not ask(facts)["broken"]
    assert ask(facts | {"digger(b1,w,b1)"}).broken == {"vocabulary"}


# --- the same with names for everybody ---------------------------------------------------------

World = tuple[tuple[str, ...], tuple[tuple[str, int], ...]]
KINDS = ("l", "w", "w", "w")
SITES = ("b1", "c1", "c2", "b2")


class Names:
    """Every way of telling four figures apart: where each one is, and who dug once on which hex."""

    def __init__(self, places: tuple[str, ...]) -> None:
        self.worlds: set[World] = {(places, ())}

    def walk(self, kind: str, start: str, goal: str) -> None:
        self.worlds = {
            ((*places[:i], goal, *places[i + 1 :]), diggers)
            for places, diggers in self.worlds
            for i, place in enumerate(places)
            if (KINDS[i], place) == (kind, start)
        }

    def first(self, cell: str) -> None:
        self.worlds = {
            (places, tuple(sorted((*diggers, (cell, i)))))
            for places, diggers in self.worlds
            for i, place in enumerate(places)
            if place == cell
        }

    def second(self, cell: str) -> set[World]:
        """The worlds in which another figure digs the second time."""
        return {
            (places, tuple(pair for pair in diggers if pair[0] != cell))
            for places, diggers in self.worlds
            if any(p == cell and i != dict(diggers)[cell] for i, p in enumerate(places))
        }


def phase_by_names(seed: int) -> Iterator[tuple[bool, bool]]:
    """A random action phase, and for every second dig: whether it is legal, and has a name."""
    chance = random.Random(seed)
    places = tuple(chance.choice(SITES) for _ in KINDS)
    figures = [(1, *who, places_of(places).count(who)) for who in {*places_of(places)}]
    facts = digging("different", *figures)
    names, dug = Names(places), dict.fromkeys(SITES, 0)
    moves = ["uncover(b1)", "uncover(c1)", "recover(c2)"]
    walks = [f"walk({f},{a},{b})" for f in "lw" for a in SITES for b in SITES if a != b]
    while True:
        answer = ask(facts, *(f"candidate({move})" for move in moves + walks))
        assert not answer["broken"]
        for move in moves:
            cell = move[-3:-1]
            present = any(cell in world[0] for world in names.worlds)
            if dug[cell] == 1 and present and "TURN-04" not in answer.clauses(move):
                assert answer.clauses(move) <= {"TEMPLE-03", "TREASURE-03"}
                yield not answer.clauses(move), bool(names.second(cell))
        legal = [move for move in moves + walks if not answer.clauses(move)]
        if not legal:
            return
        digs = [move for move in legal if move in moves]
        move = chance.choice(digs if digs and chance.random() < 0.5 else legal)
        facts = ask(facts, f"does(anyone,{move})").next
        if move in walks:
            names.walk(*move[5:-1].split(","))
            continue
        cell = move[-3:-1]
        if dug[cell]:
            names.worlds = names.second(cell)
        else:
            names.first(cell)
        dug[cell] += 1
        if "phase(reveal)" in facts:
            facts = ask(facts, f"does(anyone,reveal({dug[cell]}))").next


def places_of(places: tuple[str, ...]) -> list[tuple[str, str]]:
    return [*zip(KINDS, places, strict=True)]


@pytest.mark.clause("TEMPLE-03", "TREASURE-03")
def test_legend_by_all_possible_names() -> None:
    """A second dig is legal if some naming of the figures leaves a member who has not dug."""
    probes = [probe for seed in range(PHASES) for probe in phase_by_names(seed)]
    assert {*probes} == {(True, True), (False, False)}


# --- stones_towards_volcanoes, beside_volcanoes_only -------------------------------------------

# c1 is a volcano. d1 touches c1 alone; d2 touches c1 too, and c2 is free.
SMOKE = {"c1": ("B1", 0)}


def placing(tile: str, tiles: Mapping[str, tuple[str, int]] = SMOKE, **switches: Any) -> Facts:
    return sketch(PRINTED | switches, f'waiting("{tile}")', tiles=tiles, phase="place")


@pytest.mark.clause("PLACE-02", "DER-01")
def test_stones_towards_volcanoes() -> None:
    # C5 has stones on its side 3 only, so r2 turns them to c1 (side 5 of d1)
    assert verdict(placing("C5"), "place(d1,2)") == {"PLACE-02"}
    house = placing("C5", stones_towards_volcanoes=True)
    assert verdict(house, "place(d1,2)") == set()
    # on another side they do no good
    assert verdict(house, "place(d1,0)") == {"PLACE-02"}
    # only the volcano connects the hex with the map: no path leads there
    laid = after(house, "place(d1,2)")
    assert ask(laid - {"stones_towards_volcanoes"}).broken == {"DER-01"}
    costs = {cost[:2] for cost in ask(laid)["cost"]}
    assert not any("d1" in pair for pair in costs)


@pytest.mark.clause("PLACE-02", "MOVE-06")
def test_stones_towards_volcanoes_open_no_passage() -> None:
    tiles = SMOKE | {"d1": ("C5", 2)}
    facts = sketch(
        PRINTED | {"stones_towards_volcanoes": True}, tiles=tiles, figures=[(1, "w", "b1", 1)]
    )
    assert verdict(facts, "walk(w,b1,c1)") == {"MOVE-06"}
    assert verdict(facts, "walk(w,b1,d1)") == {"MOVE-01"}


@pytest.mark.clause("DER-01")
def test_a_hex_apart_from_everything_is_no_map_in_any_reading() -> None:
    for value in (False, True):
        switches = PRINTED | {"stones_towards_volcanoes": value}
        facts = sketch(switches, tiles={"h5": ("A3", 0)})
        assert ask(facts).broken == {"DER-01"}
    # a volcano apart: only where volcanoes are part of the map
    assert not ask(sketch(PRINTED, tiles={"h5": ("B1", 0)}))["broken"]
    switches = PRINTED | {"stones_towards_volcanoes": True}
    assert ask(sketch(switches, tiles={"h5": ("B1", 0)})).broken == {"DER-01"}


@pytest.mark.clause("PLACE-01", "PLACE-02")
def test_beside_volcanoes_only() -> None:
    assert verdict(placing("D3"), "place(d1,0)") == set()
    house = placing("D3", beside_volcanoes_only=False)
    assert verdict(house, "place(d1,0)") == {"PLACE-01"}
    assert verdict(house, "place(c2,0)") == set()
    # other tiles: refused in both readings, but by another clause
    assert verdict(placing("C5"), "place(d1,2)") == {"PLACE-02"}
    assert verdict(placing("C5", beside_volcanoes_only=False), "place(d1,2)") == {"PLACE-01"}
    both = placing("C5", beside_volcanoes_only=False, stones_towards_volcanoes=True)
    assert verdict(both, "place(d1,2)") == {"PLACE-01"}
    # d2 touches c2 as well, so PLACE-01 holds, and a stone towards the volcano is enough
    tiles = SMOKE | {"c2": ("A3", 0)}
    both = placing("C5", tiles, beside_volcanoes_only=False, stones_towards_volcanoes=True)
    assert verdict(both, "place(d2,1)") == set()
    assert verdict(placing("C5", tiles), "place(d2,1)") == {"PLACE-02"}


@pytest.mark.clause("TURN-02", "PLACE-01")
def test_a_volcano_without_a_place_is_set_aside() -> None:
    """All cells but a5 are explored, and a5 touches two volcanoes alone."""
    cells = [f"{column}{row}" for column in "abcdefgh" for row in range(1, 6)]
    free = [cell for cell in cells if cell not in ("a1", "a2", "b1", "b2", "a5")]
    lake = {"a4": ("B1", 0), "b5": ("D3", 0)}
    others = [id_ for id_, (kind, _) in TILES.items() if kind != "volcano"]
    land = zip([cell for cell in free if cell not in lake], others, strict=True)
    tiles = lake | {cell: (id_, 0) for cell, id_ in land}
    for value, clauses in ((True, {"TURN-02"}), (False, set())):
        facts = placing("F2", tiles, beside_volcanoes_only=value)
        answer = ask(facts, "candidate(set_aside)", "candidate(place(a5,0))")
        assert answer.clauses("set_aside") == clauses
        assert answer.clauses("place(a5,0)") == (set() if value else {"PLACE-01"})
    done = ask(facts, "does(anyone,set_aside)").next
    assert about(done, "set_aside") == {'set_aside("F2")'}
    assert about(done, "phase") == {"phase(act)"}


# --- volcano_may_foreclose, camp_requires_member, has_auction ----------------------------------


@pytest.mark.clause("PLACE-05")
def test_walled_off_spaces_are_broken_where_volcanoes_may_not_foreclose() -> None:
    tiles = {"a3": ("A3", 1), "b4": ("A6", 0), "b3": ("A1", 0), "a4": ("B1", 0), "b5": ("D3", 0)}
    switches = PRINTED | {"has_auction": False}
    assert "PLACE-05" not in ask(sketch(switches, tiles=tiles)).broken
    walled = ask(sketch(switches | {"volcano_may_foreclose": False}, tiles=tiles))
    assert ('"PLACE-05"', "a5") in walled["broken"]
    # with one of them moved on, nothing is walled off
    tiles = {cell: tile for cell, tile in tiles.items() if cell != "b5"} | {"c4": ("D3", 0)}
    walled = ask(sketch(switches | {"volcano_may_foreclose": False}, tiles=tiles))
    assert "PLACE-05" not in walled.broken


@pytest.mark.clause("PLACE-05")
def test_volcano_may_foreclose() -> None:
    tiles = {"b3": ("A1", 0), "b4": ("A6", 0), "a3": ("A3", 1), "a4": ("B1", 0)}
    for value, clauses in ((True, set()), (False, {"PLACE-05"})):
        facts = placing("D3", tiles, volcano_may_foreclose=value, has_auction=False)
        assert ask(facts, "candidate(place(b5,0))").clauses("place(b5,0)") == clauses


@pytest.mark.clause("CAMP-03")
def test_camp_requires_member() -> None:
    for value, clauses in ((False, set()), (True, {"CAMP-03"})):
        facts = sketch(PRINTED | {"camp_requires_member": value})
        assert verdict(facts, "camp(b2)") == clauses


@pytest.mark.clause("AUCTION-01")
def test_has_auction() -> None:
    for value, clauses in ((True, set()), (False, {"AUCTION-01"})):
        switches = edition(PRINTED | {"has_auction": value})
        answer = ask(switches, "candidate(new_game(2,1,yes))")
        assert answer.clauses("new_game(2,1,yes)") == clauses


@pytest.mark.clause("AUCTION-01")
@pytest.mark.parametrize("phase", ["bid", "take"])
def test_no_auction_in_the_basic_game(phase: str) -> None:
    assert ask(sketch(PRINTED, phase=phase)).broken == {"AUCTION-01"}
    display = ['display("A1")', 'display("A2")', "auction"]
    assert not ask(sketch(PRINTED, *display, phase=phase))["broken"]
    switches = PRINTED | {"has_auction": False}
    assert ask(sketch(switches, *display, phase=phase)).broken == {"AUCTION-01"}


# --- same_kind_exchange ------------------------------------------------------------------------


def trading(same: bool, *owned: tuple[int, int, int], ap: int = 10) -> Facts:
    taken = sum(number for _, _, number in owned)
    tiles = {"c1": ("A2", 0), "b3": ("A5", 0)}
    lifted = {"c1": min(taken, 4), "b3": max(taken - 4, 0)}
    switches = PRINTED | {"same_kind_exchange": same}
    return sketch(switches, tiles=tiles, owned=owned, lifted=lifted, ap=ap)


@pytest.mark.clause("SWAP-05")
@pytest.mark.parametrize(
    ("owned", "with_switch", "without"),
    [
        (((1, 3, 1), (2, 3, 1)), set(), {"SWAP-05"}),
        (((1, 3, 1), (2, 4, 1)), {"SWAP-02"}, {"SWAP-02"}),
        (((1, 4, 1), (2, 3, 1)), {"SWAP-02"}, {"SWAP-02"}),
        (((1, 3, 2), (2, 3, 1)), {"SWAP-05"}, {"SWAP-05"}),
        (((1, 3, 2),), {"SWAP-02", "SWAP-05"}, {"SWAP-02", "SWAP-05"}),
    ],
)
def test_same_kind_exchange(
    owned: tuple[tuple[int, int, int], ...], with_switch: set[str], without: set[str]
) -> None:
    assert verdict(trading(True, *owned), "exchange(3,2,3)") == with_switch
    assert verdict(trading(False, *owned), "exchange(3,2,3)") == without
    poor = verdict(trading(False, *owned, ap=2), "exchange(3,2,3)")
    assert poor == {*without, "TURN-04"}


@pytest.mark.clause("SWAP-05")
def test_other_exchanges_do_not_ask_the_switch() -> None:
    for same in (True, False):
        facts = trading(same, (1, 3, 1), (2, 3, 1), (2, 4, 1))
        done = after(facts, "exchange(3,2,4)")
        assert about(done, "owns") == {"owns(1,4,1)", "owns(2,3,2)"}
        # oneself is no partner, whatever one has
        assert verdict(facts, "exchange(3,1,3)") == {"SWAP-02"}


# --- guard_scores_alone ------------------------------------------------------------------------


@pytest.mark.clause("GUARD-10", "SCORE-04", "GUARD-14")
@pytest.mark.parametrize(
    ("figures", "alone", "shared"),
    [
        ([(2, "w", "c1", 1)], {1: 2, 2: 0}, {1: 2, 2: 2}),
        ([(2, "w", "c1", 1), (1, "w", "c1", 1)], {1: 2, 2: 0}, {1: 2, 2: 0}),  # a tie
        ([(1, "w", "c1", 3)], {1: 2, 2: 0}, {1: 2, 2: 0}),  # the owner never scores twice
        ([(2, "l", "c1", 1), (1, "w", "c1", 2)], {1: 2, 2: 0}, {1: 2, 2: 2}),  # the guard adds none
        ([], {1: 2, 2: 0}, {1: 2, 2: 0}),
    ],
)
def test_guard_scores_alone(
    figures: list[tuple[int, str, str, int]], alone: dict[int, int], shared: dict[int, int]
) -> None:
    for value, points in ((True, alone), (False, shared)):
        switches = PRINTED | {"guard_scores_alone": value}
        facts = sketch(switches, tiles=LAND, figures=figures, guards=[(1, "c1", "w")], active=2)
        answer = ask(facts, "candidate(guard(c1,w))")
        assert not answer["broken"]
        assert answer.points() == points
        assert "GUARD-14" in answer.clauses("guard(c1,w)")


# --- final_round_opener ------------------------------------------------------------------------


@pytest.mark.clause("END-03", "TEMPLE-04")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("value", ["left_neighbour", "last_placer"])
def test_final_round_opener(players: int, value: str) -> None:
    switches = LEGEND | {"final_round_opener": value, "second_dig": "present"}
    facts = sketch(
        switches,
        "uncovered(c1,2)",
        tiles=LAND,
        gone=["rest"],
        players=players,
        active=players,
        built={"c1": 2},
        ap=3,
    )
    begun = after(facts, "end")
    clockwise = [*range(1, players + 1)]
    seats = [players, *clockwise[:-1]] if value == "last_placer" else clockwise
    assert about(begun, "active") == {f"active({seats[0]})"}
    assert about(begun, "queue") == {f"queue({i},{seat})" for i, seat in enumerate(seats[1:], 1)}
    assert about(begun, "scoring") == {"scoring(final)"}
    assert about(begun, "ap") == {"ap(10)"}
    assert not about(begun, "uncovered")
    over = after(begun, *["end"] * players)
    assert about(over, "phase") == {"phase(over)"}
    assert not about(over, "active")


@pytest.mark.clause("AUCTION-25")
def test_the_auction_game_keeps_its_order() -> None:
    results = []
    for value in ("left_neighbour", "last_placer"):
        switches = PRINTED | {"final_round_opener": value}
        scores = {1: 5, 2: 3, 3: 5}
        facts = sketch(
            switches,
            "auction",
            "turned(1)",
            "turned(2)",
            tiles=LAND,
            gone=["rest"],
            players=3,
            active=3,
            scores=scores,
        )
        begun = after(facts, "end")
        results.append(about(begun, "active") | about(begun, "queue"))
    assert results[0] == results[1] == {"active(2)", "queue(1,1)", "queue(2,3)"}


@pytest.mark.clause("AUCTION-26")
@pytest.mark.parametrize(
    ("value", "order"),
    [
        ("left_neighbour", {"active(2)", "queue(1,1)", "queue(2,3)"}),
        ("last_placer", {"active(2)", "queue(1,3)", "queue(2,1)"}),
    ],
)
def test_final_ties_from(value: str, order: set[str]) -> None:
    facts = sketch(
        PRINTED | {"final_ties_from": value}, "auction", "turned(1)", "turned(2)",
        tiles=LAND, gone=["rest"], players=3, active=3, scores={1: 5, 2: 3, 3: 5},
    )  # fmt: skip
    begun = after(facts, "end")
    assert about(begun, "active") | about(begun, "queue") == order


@pytest.mark.clause("TURN-01")
def test_before_the_last_tile_the_left_neighbour_goes_on() -> None:
    for value in ("left_neighbour", "last_placer"):
        facts = sketch(PRINTED | {"final_round_opener": value}, tiles=LAND)
        assert about(after(facts, "end"), "active") == {"active(2)"}


# --- lowest_bid --------------------------------------------------------------------------------


def bidding(lowest: int, *more: str, active: int = 1) -> Facts:
    display = ['display("A1")', 'display("A2")', 'display("A3")', "auction"]
    scores = dict.fromkeys((1, 2, 3), 20)
    switches = PRINTED | {"lowest_bid": lowest}
    return sketch(switches, *display, *more, phase="bid", players=3, active=active, scores=scores)


@pytest.mark.clause("AUCTION-08")
def test_lowest_bid() -> None:
    assert verdict(bidding(1), "bid(0)") == {"AUCTION-08"}
    assert verdict(bidding(0), "bid(0)") == set()
    for lowest in (0, 1):
        assert verdict(bidding(lowest), "bid(-1)") == {"AUCTION-08"}
        assert verdict(bidding(lowest), "bid(1)") == set()
        assert verdict(bidding(lowest), "bid(21)") == {"AUCTION-29"}
        later = bidding(lowest, "high_bid(1)", "high_bidder(3)")
        assert verdict(later, "bid(1)") == {"AUCTION-08"}
        assert verdict(later, "bid(2)") == set()
    after_zero = after(bidding(0), "bid(0)")
    assert verdict(after_zero, "bid(0)") == {"AUCTION-08"}
    assert verdict(after_zero, "bid(1)") == set()


@pytest.mark.clause("AUCTION-08", "AUCTION-11", "AUCTION-16")
def test_a_bid_of_nothing_is_a_bid() -> None:
    passed = after(bidding(0), "pass")
    assert about(passed, "first_passer") == {"first_passer(1)"}
    bid = after(passed, "bid(0)")
    assert about(bid, "high_bid") == {"high_bid(0)"}
    assert about(bid, "high_bidder") == {"high_bidder(2)"}
    assert not about(bid, "first_passer")
    won = after(bid, "pass")
    # seat 2 wins, not the first passer, and pays nothing
    assert about(won, "phase") == {"phase(take)"}
    assert about(won, "active") == {"active(2)"}
    assert about(won, "score") == {f"score({seat},20)" for seat in (1, 2, 3)}
    assert not about(won, "high_bid") | about(won, "high_bidder") | about(won, "passed")
    # all passing is another matter
    assert about(after(bidding(0), "pass", "pass", "pass"), "active") == {"active(1)"}


@pytest.mark.clause("AUCTION-03", "AUCTION-11")
def test_no_bid_is_no_fact() -> None:
    first = ask(edition(PRINTED), "start(3,1,yes)")["init"]
    assert not {fluent for (fluent,) in first if fluent.startswith("high_bid")}
    won = after(bidding(1), "bid(4)", "pass", "pass")
    assert "score(1,16)" in won
    assert not about(won, "high_bid")
    assert ask(bidding(1, "high_bid(0)", "high_bidder(3)")).broken == {"vocabulary"}
    assert not ask(bidding(0, "high_bid(0)", "high_bidder(3)"))["broken"]


# --- tiebreak ----------------------------------------------------------------------------------

# Seat 1 guards c1 (2), seat 2 c2 (5) and d2 (2), seat 3 e2 (5) and f2 (1); 4 has the tokens.
TEMPLES = {"c1": ("A4", 0), "c2": ("D1", 0), "d2": ("A6", 0), "e2": ("E5", 0), "f2": ("A1", 0)}
GUARDS = [(1, "c1", "w"), (2, "c2", "w"), (2, "d2", "w"), (3, "e2", "w"), (3, "f2", "w")]
TOKENS = [(4, 1, 1), (4, 2, 1), (4, 3, 1), (4, 4, 1), (1, 5, 3)]


@pytest.mark.clause("END-06", "END-07", "END-08")
@pytest.mark.parametrize(
    ("criteria", "winners"),
    [
        ((), {1, 2, 3, 4}),
        (("guard",), {2, 3}),
        (("guard", "second_guard"), {2}),
        (("second_guard",), {2}),
        (("tokens",), {4}),
        (("treasure_points",), {1}),
        (("guard", "tokens"), {2, 3}),
        (("guard", "tokens", "treasure_points", "second_guard"), {2}),
    ],
)
def test_tiebreak(criteria: tuple[str, ...], winners: set[int]) -> None:
    facts = sketch(
        PRINTED | {"tiebreak": criteria},
        tiles=TEMPLES,
        guards=GUARDS,
        owned=TOKENS,
        phase="over",
        players=4,
        active=None,
        scores=dict.fromkeys((1, 2, 3, 4), 30),
        gone=["rest"],
    )
    assert ask(facts).winners == winners


@pytest.mark.clause("END-07", "SCORE-06")
def test_sets_of_treasures_of_the_same_size_count_each() -> None:
    """Four single treasures are worth four points, a pair is worth three."""
    facts = sketch(
        PRINTED | {"tiebreak": ("treasure_points",)},
        owned=[(2, 1, 1), (2, 2, 1), (2, 3, 1), (2, 4, 1), (1, 5, 2)],
        phase="over",
        active=None,
        scores={1: 9, 2: 9},
        gone=["rest"],
    )
    answer = ask(facts)
    assert answer.points() == {1: 3, 2: 4}
    assert answer.winners == {2}


@pytest.mark.clause("END-06")
def test_two_guards_on_temples_of_one_value() -> None:
    """The second best is the other one, even if both are worth the same."""
    guards = [(1, "c2", "w"), (1, "e2", "w"), (2, "d2", "w"), (2, "c1", "w")]
    facts = sketch(
        PRINTED | {"tiebreak": ("second_guard",)},
        tiles=TEMPLES,
        guards=guards,
        phase="over",
        active=None,
        scores={1: 9, 2: 9},
        gone=["rest"],
    )
    assert ask(facts).winners == {1}


@pytest.mark.parametrize(
    "bad",
    [
        {"tiebreak(1,guard)", "tiebreak(1,tokens)"},
        {"tiebreak(2,guard)"},
        {"tiebreak(1,luck)"},
        {"second_dig(one)"},
        {"lowest_bid(2)"},
        {"final_round_opener(youngest)"},
        {"final_ties_from(youngest)"},
    ],
)
def test_editions_that_are_none(bad: set[str]) -> None:
    assert ask(sketch(PRINTED) | bad).broken == {"vocabulary"}


@pytest.mark.parametrize(
    "missing", ["second_dig(", "lowest_bid(", "final_round_opener(", "final_ties_from("]
)
def test_editions_with_something_missing(missing: str) -> None:
    facts = frozenset(fact for fact in sketch(PRINTED) if not fact.startswith(missing))
    assert ask(facts).broken == {"vocabulary"}


# --- the edition as part of the position -------------------------------------------------------


@pytest.mark.parametrize("switches", [PRINTED, LEGEND])
def test_the_edition_goes_with_the_game(switches: Mapping[str, Any]) -> None:
    given = {*edition(switches)}
    first = frozenset(fluent for (fluent,) in ask(given, "start(2,1,no)")["init"])
    assert given <= first
    assert not ask(first)["broken"]
    assert given <= after(first, 'draw("A3")', "place(c2,0)", "deploy(l,a1)", "end")
