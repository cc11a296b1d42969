"""A position inside a box: of the fields that a path asks, each has one of the values it leaves.

The other fields are drawn so that the move is mostly legal, and what has to follow follows: supply,
stock and tokens are counted. Whether the position is possible is for `tikal.problems` to say.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Final

from attrs import evolve

from tikal.components import BOX, LOOSE_TILES, TILES
from tikal.editions import Edition, house
from tikal.fields import Figure
from tikal.geometry import BASE_CAMP, UNEXPLORED, Board
from tikal.moves import Bid, Deploy, Exchange, Move, PlaceGuard, Transfer
from tikal.parts import (
    IN_SUPPLY,
    OUT_OF_PLAY,
    Bidding,
    Course,
    Digger,
    Expedition,
    Ground,
    Stock,
    Table,
    Turn,
)  # fmt: skip
from tikal.rules.scoring import winners
from tikal.state import ACTION_POINTS, State
from tools.every_position.boards import FREE, TILES_LYING, grown, of_kind
from tools.every_position.fields import (
    ALL_CELLS,
    FLOORS,
    NO_TILE,
    PRINTED,
    VOLCANOES,
    value_in,
)
from tools.every_position.lazy import MEETS, RELATIONS, Key, Values
from tools.every_position.position import cells_of_move

#: By field the values that are left on a path.
Box = dict[Key, Values]

_STANDABLE: Final = of_kind("base_camp", "jungle", "temple", "treasure")
_SITES: Final = of_kind("jungle", "treasure")
_DIGGABLE: Final = of_kind("temple", "treasure")
_TERRAIN: Final = {"Uncover": "temple", "PlaceGuard": "temple", "Recover": "treasure"}
_VOLCANO: Final = of_kind("volcano")
_ANYTHING: Final = frozenset((*TILES_LYING, UNEXPLORED))
_ON_SITES: Final = ("EstablishCamp", "Deploy", "Transfer")
_ORIGIN: Final = {x: TILES[x // 6].value for x in TILES_LYING}
_MASKS: Final = {x: TILES[x // 6].masks for x in TILES_LYING}


def _with_value(values: Values) -> frozenset[int]:
    fits = frozenset(x for x, value in _ORIGIN.items() if 0 < value <= max(values))
    return fits | (_ANYTHING - of_kind("temple")) if 0 in values else fits


#: By field of a cell, what can lie there for these values; None if anything can.
_LIES: Final[dict[str, Callable[[Values], frozenset[int] | None]]] = {
    "lies": frozenset,
    "value": _with_value,
    "tokens": lambda values: (
        None if 0 in values else frozenset(x for x, n in _MASKS.items() if n >= min(values))
    ),
    "campable": lambda values: _SITES if values == (True,) else _ANYTHING - _SITES,
    "worked": lambda values: None if 0 in values else _DIGGABLE,
    "offer": lambda values: FREE if values == (True,) else None,
    "camp": lambda values: _SITES if values == (True,) else None,
    "guard": lambda values: of_kind("temple") if values == (True,) else None,
    "workers": lambda values: None if 0 in values else _STANDABLE,
}
_TEMPLES, _TREASURES, _JUNGLES = (
    frozenset(t for t in range(LOOSE_TILES) if TILES[t].kind == kind)
    for kind in ("temple", "treasure", "jungle")
)


@lru_cache(maxsize=4096)
def _edition(values: tuple[tuple[str, Any], ...]) -> Edition:
    return house("rio-grande-1999", **dict(values))


def holds(state: State, key: Key, values: Values) -> bool:
    """Whether a position answers a question of a path as the path has it."""
    if key[0] == MEETS:
        _, (_, *offer), (other, table) = key
        mask = dict(table)[value_in(state, other)]
        found: Any = any(value_in(state, ("bit", *offer, n)) for n in range(8) if mask >> n & 1)
    elif key[0] in RELATIONS:
        sides = [dict(table)[value_in(state, side)] for side, table in key[1:]]
        found = RELATIONS[key[0]](*sides)
    else:
        found = value_in(state, key)
    return found in values


def is_in(state: State, box: Box) -> bool:
    """Whether a position is in a box."""
    try:
        return all(holds(state, key, values) for key, values in box.items())
    except (IndexError, TypeError):  # no such seat; no tile waits
        return False


#: Fields of a seat.
_OF_SEATS: Final = ("workers", "leader", "owns", "camp", "strength")


class _Draft:
    """One try at a position; `ValueError` where it leads nowhere."""

    def __init__(self, rng: random.Random, act: Move, box: Box) -> None:
        self.rng, self.act, self.box = rng, act, box
        self.cells = cells_of_move(act)
        scoring = box.get(("scoring",)) == (True,)
        self.phase = self.pick(("phase",), "act" if scoring else act.phase)
        auction = self.phase in ("bid", "take") or rng.random() < 0.2
        self.auction = self.pick(("auction",), auction)
        switches = {key[1]: self.pick(key) for key in box if key[0] == "switch"}
        if self.auction:
            switches["has_auction"] = True
        self.edition = _edition(tuple(sorted(switches.items())))
        self.owners = {k[1]: rng.choice(v) for k, v in box.items() if k[0] == "owner"}
        seats = [key[1] + 1 for key in box if key[0] in _OF_SEATS] + [*self.owners.values()]
        self.players = self.pick(("players",), rng.randint(max((2, *seats)), 4))
        is_over = self.phase == "over"
        self.active = self.pick(("active",), 0 if is_over else rng.randint(1, self.players))
        if self.active > self.players:
            raise ValueError("more than the players")
        self.me = self.active - 1
        self.scoring = self.pick(("scoring",), False)
        #: The cells with camps or guards.
        self.taken = set[int]()

    def pick(self, key: Key, usual: Any = None) -> Any:  # noqa: ANN401 - values of any kind
        """The usual value if the box has it, or another one of the box."""
        values = self.box.get(key)
        if values is None or (usual in values and usual is not None):
            return usual
        if self.rng.random() < 0.6:  # off by one shows at the ends
            return self.rng.choice((values[0], values[-1]))
        return self.rng.choice(values)

    # --- the board

    def board(self) -> Board:
        """A board for the box, and the waiting tile."""
        rng, box = self.rng, self.box
        lies = dict(self._lies())
        self.tile = None
        if self.phase == "place" or (self.scoring and rng.random() < 0.5):
            usual = rng.choice(VOLCANOES if self.scoring else range(LOOSE_TILES))
            self.tile = self.pick(("tile",), usual)
        unlaid = {k[1] for k, v in box.items() if k[0] in ("undrawn", "display") and v == (True,)}
        must = {k[1] for k, v in box.items() if k[0] == "undrawn" and v == (False,)}
        first = self.pick(("first",))
        if first is not None:
            must |= set(range(first))
            unlaid |= {first} - {NO_TILE}
        if self.tile is not None:
            unlaid.add(self.tile)
        if self.phase == "reveal" or any(key[0] in ("owns", "digs_else") for key in box):
            must |= set(rng.sample(sorted(_TREASURES), len(_TREASURES) * 3 // 4))
        if any(key[0] in ("guard", "guards", "floor", "leader") for key in box):
            must |= set(rng.sample(sorted(_TEMPLES), 6))
        if any(key[0] in ("camp", "camps") for key in box):
            must |= set(rng.sample(sorted(_JUNGLES), 4))
        if self.phase == "over" or (self.scoring and self.tile is None):
            must |= set(range(LOOSE_TILES))
        found = grown(rng, lies, unlaid, must - unlaid, rng.randint(0, 16))
        if found is None:
            raise ValueError("no board")
        return found

    def _lies(self) -> Iterator[tuple[int, frozenset[int]]]:
        """What may lie on the cells that matter."""
        wanted = defaultdict[int, frozenset[int]](lambda: _ANYTHING)
        decided = {key[1] for key in self.box if key[0] in ("lies", "value", "tokens", "campable")}
        for cell in self.cells:
            if cell not in decided:
                wanted[cell] &= self._usual()
        for key, values in self.box.items():
            if key[0] in _LIES and (lies := _LIES[key[0]](values)) is not None:
                wanted[key[-1]] &= lies
        self._far_cells(wanted)
        for cell, lies in wanted.items():
            chosen = lies
            if UNEXPLORED in lies and lies != FREE and cell in self.cells:
                chosen = self.rng.choice((FREE, lies - FREE))
            if cell not in PRINTED and (cell in self.cells or UNEXPLORED not in lies):
                yield cell, chosen

    def _far_cells(self, wanted: dict[int, frozenset[int]]) -> None:
        """What owners, leaders and volcanoes demand, wherever that is."""
        for cell, owner in self.owners.items():
            wanted[cell] &= _SITES if owner else _ANYTHING
        for key, values in self.box.items():
            if key[0] == "leader" and len(values) == 1 and values[0] >= 0:
                wanted[values[0]] &= _STANDABLE
        if ("volcanoes",) in self.box:
            places = self.rng.choice(self.box["volcanoes",])
            for cell in ALL_CELLS:
                wanted[cell] &= _VOLCANO if cell in places else _ANYTHING - _VOLCANO

    def _usual(self) -> frozenset[int]:
        """What lies on a cell of the move if it is to be legal."""
        name = type(self.act).__name__
        if name in _TERRAIN and self.rng.random() < 0.9:
            return of_kind(_TERRAIN[name])
        if name == "PlaceTile":
            return FREE
        return _SITES if name in _ON_SITES else _STANDABLE

    # --- what stands on it

    def position(self) -> State:
        """The position."""
        board = self.board()
        self.tiles = board.tiles
        values, tokens, owned = self.grounds()
        worked = self.digs(values, tokens)
        expeditions = tuple(self.expedition(index, owned[index]) for index in range(self.players))
        bidding, left = self.bidding()
        spent = sum(2 if TILES[self.tiles[c] // 6].kind == "temple" else 3 for c in worked)
        acting = self.phase in ("act", "reveal")
        most = ACTION_POINTS - spent
        if any(key[0] in RELATIONS for key in self.box):  # they may be about action points
            most = self.rng.randint(0, max(0, most))
        ap = self.pick(("ap",), most) if acting else 0
        floors = list(FLOORS)
        for cell, value in enumerate(values):
            for number in range(_ORIGIN.get(self.tiles[cell], 0) + 1, value + 1):
                floors[number - 2] -= 1
        if min(floors) < 0:
            raise ValueError("too few floors")
        unseen = [BOX.treasure_copies - sum(who[k] for who in owned) for k in range(8)]
        found = State(
            table=Table(self.edition, self.auction),
            course=Course(self.tile, self.scoring, (), bidding),
            turn=Turn(self.phase, self.active, ap, worked, self.diggers(worked, expeditions)),
            ground=Ground(board, tuple(values), tuple(tokens)),
            stock=Stock(left, tuple(floors), tuple(unseen)),
            expeditions=expeditions,
        )
        if self.phase == "over":
            found = evolve(found, course=evolve(found.course, winners=winners(found)))
        return found

    def grounds(self) -> tuple[list[int], list[int], list[list[int]]]:
        """The values of temples, tokens on hexes, and tokens by owner and kind."""
        rng, tiles = self.rng, self.tiles
        values = [_ORIGIN.get(x, 0) for x in tiles]
        masks = [_MASKS.get(x, 0) for x in tiles]
        tokens, owned = masks[:], self.owned()
        fixed = set(self.cells)
        for cell in self.cells:
            dug = max(self.box.get(("worked", cell), (0,)))
            if values[cell]:
                usual = min(10, values[cell] + max(dug, rng.randint(0, 2)))
                values[cell] = self.pick(("value", cell), usual)
            if masks[cell]:
                usual = max(0, masks[cell] - dug)
                if type(self.act).__name__ in ("EstablishCamp", "Deploy", "Transfer"):
                    usual = 0
                tokens[cell] = self.pick(("tokens", cell), usual)
        for key in self.box:
            if (key[0] == "camp" and self.box[key] == (True,)) or key[0] == "owner":
                tokens[key[-1]] = 0
                fixed.add(key[-1])
        for (field, *about), left in self.box.items():
            if field == "floor":
                self.raise_temples(values, about[0], rng.choice(left), fixed)
        self.dig_elsewhere(tokens, fixed)
        self.balance(masks, tokens, owned, fixed)
        return values, tokens, owned

    def dig_elsewhere(self, tokens: list[int], fixed: set[int]) -> None:
        """Take a token of another hex than that of the move, if the box has it."""
        self.elsewhere: list[int] = []
        if self.phase == "reveal" or ("digs_else", *self.cells) in self.box:
            others = [c for c in ALL_CELLS if tokens[c] and c not in fixed]
            if others and self.pick(("digs_else", *self.cells), True):
                self.elsewhere = [self.rng.choice(others)]
                tokens[self.elsewhere[0]] -= 1
                fixed.update(self.elsewhere)

    def raise_temples(self, values: list[int], floor: int, left: int, fixed: set[int]) -> None:
        """Lay the floors that are not in stock on other temples."""
        number = floor + 2
        laid = sum(_ORIGIN.get(self.tiles[c], 0) < number <= values[c] for c in range(len(values)))
        others = [c for c in ALL_CELLS if values[c] and c not in fixed and values[c] < number]
        others.sort(key=lambda c: -values[c])
        for cell in others[: max(0, FLOORS[floor] - left - laid)]:
            values[cell] = number

    def owned(self) -> list[list[int]]:
        """The tokens by seat and kind."""
        rng, found = self.rng, [[0] * 8 for _ in range(4)]
        asked = {key[1:]: values for key, values in self.box.items() if key[0] == "owns"}
        for (seat, kind), values in asked.items():
            found[seat][kind] = rng.choice(values)
        for kind in range(8):
            left = BOX.treasure_copies - sum(who[kind] for who in found)
            others = [s for s in range(self.players) if (s, kind) not in asked]
            unseen = self.box.get(("unseen", kind))
            give = left - rng.choice(unseen) if unseen else 0
            if not unseen and isinstance(self.act, Exchange) and others:
                give = rng.randint(0, max(0, left))
                give = give if kind + 1 in (self.act.give, self.act.take) else 0
            for _ in range(give):
                if not others:
                    raise ValueError("none to own it")
                found[rng.choice(others)][kind] += 1
        if any(sum(who[kind] for who in found) > BOX.treasure_copies for kind in range(8)):
            raise ValueError("too many of a kind")
        return found

    def balance(
        self, masks: list[int], tokens: list[int], owned: list[list[int]], fixed: set[int]
    ) -> None:
        """Make the tokens that lie nowhere those that a seat owns, or has just turned up."""
        revealed = self.phase == "reveal"
        gone = sum(masks) - sum(tokens)
        have = sum(map(sum, owned)) + revealed
        cells = [c for c in ALL_CELLS if tokens[c] and c not in fixed]
        self.rng.shuffle(cells)
        for cell in cells:
            while gone < have and tokens[cell]:
                tokens[cell] -= 1
                gone += 1
        asked = {key[1:] for key in self.box if key[0] == "owns"}
        counted = {key[1] for key in self.box if key[0] == "unseen"}
        for kind in range(8):
            for seat in range(self.players):
                while (
                    have < gone
                    and kind not in counted
                    and (seat, kind) not in asked
                    and sum(who[kind] for who in owned) < BOX.treasure_copies
                ):
                    owned[seat][kind] += 1
                    have += 1
        if gone != have:
            raise ValueError("tokens without an owner")

    def digs(self, values: list[int], tokens: list[int]) -> tuple[int, ...]:
        """The digs of the turn."""
        found: list[int] = []
        for cell in self.cells:
            found += [cell] * self.pick(("worked", cell), 0)
        found += self.elsewhere
        return tuple(sorted(found))

    def diggers(
        self, worked: tuple[int, ...], expeditions: tuple[Expedition, ...]
    ) -> tuple[Digger, ...]:
        """Where the diggers of hexes dug once may be."""
        if self.edition.second_dig != "different":
            return ()
        who, found = expeditions[self.me], set[Digger]()
        for cell in {c for c in worked if worked.count(c) == 1}:
            figures: tuple[Figure, ...] = ("L", "W")
            for figure in figures:
                if self.pick(("digs", cell, figure, False), who.has_figure(figure, cell)):
                    found.add((cell, figure, cell))
                if self.pick(("digs", cell, figure, True), False):
                    places = [c for c in ALL_CELLS if c != cell and who.has_figure(figure, c)]
                    found.add((cell, figure, self.rng.choice([*places, OUT_OF_PLAY])))
            if not any(digger[0] == cell for digger in found):
                found.add((cell, "W", OUT_OF_PLAY))
        return tuple(sorted(found))

    def places(self, index: int, field: str, most: int, usable: list[int]) -> list[int]:
        """The cells of camps or guards of a seat."""
        found = [k[2] for k, v in self.box.items() if k[:2] == (field, index) and v == (True,)]
        if field == "camp":
            found += [c for c, seat in self.owners.items() if seat == index + 1 and c not in found]
            found += self.usual_camps(index)
        never = {k[2] for k in self.box if k[0] == field} | self.taken | {*self.cells}
        number = self.pick((f"{field}s", index), len(found))
        others = [cell for cell in usable if cell not in never]
        self.rng.shuffle(others)
        found += others[: max(0, number - len(found))]
        if len(found) > most:
            raise ValueError("more than a player has")
        self.taken |= {*found}
        return sorted(found)

    def usual_camps(self, index: int) -> list[int]:
        """Camps where a figure of the active seat is to go, or to come from."""
        if index != self.me or not isinstance(self.act, Deploy | Transfer):
            return []
        asked = {key[-1] for key in self.box if key[0] in ("camp", "owner")}
        return [c for c in {*self.cells} - asked if self.tiles[c] in _SITES]

    def expedition(self, index: int, owned: list[int]) -> Expedition:
        """The pieces of one player."""
        rng, box, tiles = self.rng, self.box, self.tiles
        standable = [c for c in ALL_CELLS if tiles[c] in _STANDABLE]
        sites = [c for c in standable if TILES[tiles[c] // 6].kind == "jungle"]
        temples = [c for c in standable if TILES[tiles[c] // 6].kind == "temple"]
        camps = self.places(index, "camp", BOX.camps, sites)
        guards = self.places(index, "guard", BOX.guards, temples)
        usual = rng.choice((IN_SUPPLY, *(c for c in self.cells if c in standable)))
        leader = self.pick(("leader", index), usual)
        if leader >= 0 and leader not in standable:
            leader = rng.choice([p for p in box["leader", index] if p < 0 or p in standable])
        if leader == OUT_OF_PLAY and not guards:
            guards = self.places(index, "guard", 1, temples[:]) or temples[:1]
        by_leader = leader == OUT_OF_PLAY and bool(guards)
        figures: list[Figure] = ["L" if by_leader and not n else "W" for n in range(len(guards))]
        workers = [0] * len(ALL_CELLS)
        for cell in self.cells:
            if cell in standable:
                some = rng.choice((1, 2, 4)) if index == self.me else rng.choice((0, 0, 1))
                if isinstance(self.act, PlaceGuard):
                    some = rng.randint(0, 4)
                strength = self.pick(("strength", index, cell), some)
                if ("strength", index, cell) in box:
                    leader = cell if strength > BOX.workers else IN_SUPPLY
                    some = strength - BOX.leader_strength * (leader == cell)
                workers[cell] = self.pick(("workers", index, cell), some)
        left = BOX.workers - sum(workers) - figures.count("W")
        supply = self.pick(("supply", index), left)
        away = [c for c in standable if c not in self.cells] or [BASE_CAMP]
        if supply < left:
            workers[rng.choice(away)] += left - supply
        usual_score = rng.randint(20, 60) if isinstance(self.act, Bid) else rng.randint(0, 60)
        return Expedition(
            seat=index + 1,
            score=self.pick(("score", index), usual_score),
            leader=leader,
            workers=tuple(workers),
            supply=supply,
            removed=(0, 0),
            camps=tuple(camps),
            guards=tuple(zip(guards, figures, strict=True)),
            treasures=tuple(owned),
        )

    # --- tiles that do not lie

    def bidding(self) -> tuple[Bidding, tuple[int, ...]]:
        """The auction, and the tiles face down."""
        rng = self.rng
        laid = {x // 6 for x in self.tiles if x != UNEXPLORED}
        left = sorted(set(range(LOOSE_TILES)) - laid - {self.tile})
        if not self.auction or self.phase == "over" or (self.scoring and self.tile is None):
            return Bidding(), tuple(left)
        choosing = self.phase in ("bid", "take")
        done = [n for n in range(1, self.players + 1) if self.pick(("done", n), False)]
        shown = self.box.get(("displayed",))
        if shown and self.phase != "draw":
            free = [n for n in range(1, self.players + 1) if n != self.active]
            free = [n for n in free if n not in done and ("done", n) not in self.box]
            more = self.players - (not choosing) - rng.choice(shown) - len(done)
            done = sorted(done + free[: max(0, more)])
        open_ = self.players - len(done) - (not choosing)
        if self.phase == "draw":
            open_ = self.pick(("displayed",), 0)
        usual = rng.sample(left, min(open_, len(left)))
        display = [t for t in left if self.box.get(("display", t)) == (True,)]
        never = {t for t in left if ("display", t) in self.box or ("undrawn", t) in self.box}
        first = self.pick(("first",))
        display += [t for t in usual if t not in never and t != first][: open_ - len(display)]
        bidder, bid, passed = 0, 0, list[int]()
        if self.phase == "bid":
            others = [n for n in range(1, self.players + 1) if n not in (*done, self.active)]
            bidder = self.pick(("high_bidder",), rng.choice((0, *others)))
            bid = self.pick(("high_bid",), rng.randint(1, 9) if bidder else 0)
            passed = [n for n in others if n != bidder and self.pick(("passed", n), False)]
        first_passer = passed[0] if passed and not bidder else 0
        found = Bidding(
            tuple(sorted(display)), bid, bidder, tuple(passed), first_passer, tuple(done)
        )
        return found, tuple(t for t in left if t not in display)


def drafted(rng: random.Random, act: Move, box: Box) -> State | None:
    """A try at a position in a box; None if it failed."""
    try:
        return _Draft(rng, act, box).position()
    except (ValueError, IndexError):
        return None
