"""The search for the cheapest ways to make a move legal in an action phase.

A best-first search (A*): positions are visited in the order of what a way through them costs at the
least, so that the first way found is a cheapest one. It leaves out only moves that no way needs:

- A figure that has begun to move goes on until it stands where a member is wanted. Walks of
  different figures do not disturb each other, so a way that mixes them can be sorted.
- Camps are founded and treasures recovered, but nothing else is done: no other move makes another
  one legal. Exchanges, which only other exchanges depend on, have a plan of their own.
- A way ends as soon as the move is legal.

Where chance decides what a token shows, a way must work for every outcome. Only exchanges look at
tokens, so for all other moves any outcome stands for all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count
from typing import Final, Protocol, TypeAlias

from attrs import Factory, evolve, field, frozen

from tikal.components import TREASURE_KINDS
from tikal.counsel.remedy_costs import UNREACHABLE, LowerBounds, may_found_a_camp
from tikal.engine import apply, check, is_legal, legal_moves
from tikal.fields import Figure
from tikal.grid import CELL_INDEX, CELLS
from tikal.moves import Deploy, EstablishCamp, Exchange, Move, Recover, Transfer, Walk
from tikal.rules.camps import camp_grounds
from tikal.rules.queries import mover
from tikal.state import State

#: A figure on its way, and where it is.
MovingFigure: TypeAlias = tuple[Figure, int] | None
#: The positions that chance may have led to; they differ in tokens owned and not yet seen.
Worlds: TypeAlias = tuple[State, ...]


@frozen
class Way:
    """Moves of one seat, one after the other, after which another move is legal.

    What chance decides on the way is not written: after a `recover` comes whatever is revealed. A
    way without moves only has to wait for that.
    """

    moves: tuple[Move, ...]
    #: The price of all moves.
    ap: int

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    def __len__(self) -> int:
        return len(self.moves)

    def __str__(self) -> str:
        return "; ".join(map(str, self.moves))


@frozen
class SearchResult:
    """The ways found, cheapest first, and whether the search was exhaustive."""

    ways: tuple[Way, ...]
    exhaustive: bool


class Plan(Protocol):
    """The goal of a search: its moves and its lower bounds."""

    @property
    def sees_tokens(self) -> bool:
        """Whether tokens matter, so that every outcome of chance must be followed."""
        ...

    def least(self, state: State) -> int:
        """A lower bound on what is still to be paid before the move is legal."""
        ...

    def moves(self, state: State, moving: MovingFigure) -> Iterator[tuple[Move, MovingFigure]]:
        """The legal moves that can be part of a way, each with the figure then on its way."""
        ...

    def left(self, state: State, moving: MovingFigure) -> int:
        """A lower bound on what the figure on its way has still to pay."""
        ...


@frozen
class _Node:
    worlds: Worlds
    moving: MovingFigure
    way: Way
    #: A lower bound on what is still to be paid; 0 if the move is legal here.
    need: int

    @property
    def cost(self) -> tuple[int, int]:
        return self.way.ap, len(self.way.moves)

    def after(self, move: Move, moving: MovingFigure, plan: Plan) -> _Node | None:
        """The node that a move leads to, None if no way leads through it."""
        worlds = _after(self.worlds, move, plan.sees_tokens)
        need = max(map(plan.least, worlds), default=UNREACHABLE)
        if need and worlds:
            need = max(need, plan.left(worlds[0], moving))
        if need >= UNREACHABLE:
            return None
        paid = self.worlds[0].turn.ap - worlds[0].turn.ap
        way = Way((*self.way.moves, move), self.way.ap + paid)
        return _Node(worlds, moving, way, need)


def cheapest_ways(start: Worlds, plan: Plan, limit: int, most: int) -> SearchResult:
    """Up to `limit` ways to the goal of a plan; at most `most` positions are looked at."""
    need = max(map(plan.least, start))
    if limit < 1 or need >= UNREACHABLE:
        return SearchResult((), True)
    order, seen = count(), 0
    queue = [(need, 0, next(order), _Node(start, None, Way((), 0), need))]
    best: dict[object, tuple[int, int]] = {}
    found: dict[object, Way] = {}
    while queue and len(found) < limit:
        node = heappop(queue)[-1]
        if not node.need:
            place = _positions(node.worlds)
            is_included = any(_includes(node.way, way) for way in found.values())
            if (
                place not in found
                and not is_included
                and not _has_more_than_needed(start, node.way.moves, plan)
            ):
                found[place] = node.way
            continue
        if best.get(_key(node), node.cost) < node.cost:
            continue
        for move, moving in plan.moves(node.worlds[0], node.moving):
            if seen == most:
                return SearchResult(tuple(found.values()), False)
            seen += 1
            child = node.after(move, moving, plan)
            if child and child.cost < best.get(_key(child), (UNREACHABLE, 0)):
                if child.need:
                    best[_key(child)] = child.cost
                ap, moves = child.cost
                heappush(queue, (ap + child.need, moves, next(order), child))
    return SearchResult(tuple(found.values()), True)


def _after(worlds: Worlds, move: Move, sees_tokens: bool) -> Worlds:
    """The positions after a move in every world and for every draw; () if one forbids it."""
    if len(worlds) > 1 and not all(is_legal(world, move) for world in worlds):
        return ()
    return after_chance(tuple(apply(world, move) for world in worlds), sees_tokens)


def after_chance(worlds: Worlds, sees_tokens: bool) -> Worlds:
    """The worlds after a due reveal; the same worlds if none is due."""
    if worlds[0].turn.phase != "reveal":
        return worlds
    outcomes = (
        apply(world, outcome)
        for world in worlds
        for outcome in legal_moves(world)[: None if sees_tokens else 1]
    )
    return tuple(dict.fromkeys(outcomes))


def _positions(worlds: Worlds) -> object:
    """All that a way can change, so that equal positions are equal here; AP do not count."""
    return tuple([(w.expeditions, w.ground.tokens, w.turn.worked, w.turn.diggers) for w in worlds])


def _key(node: _Node) -> object:
    return _positions(node.worlds), node.moving


def _includes(way: Way, other: Way) -> bool:
    """Whether a way has all the moves of another one: then it is not worth telling."""
    return Counter(other.moves) <= Counter(way.moves)


def _has_more_than_needed(
    worlds: Worlds, moves: tuple[Move, ...], plan: Plan, is_shorter: bool = False
) -> bool:
    """Whether some of the moves, in their order, would do without the others."""
    if is_shorter and not any(map(plan.least, worlds)):
        return True
    if not moves:
        return False
    move, *rest = moves
    if _has_more_than_needed(worlds, tuple(rest), plan, is_shorter=True):
        return True
    if not all(is_legal(world, move) for world in worlds):
        return False
    return _has_more_than_needed(
        _after(worlds, move, plan.sees_tokens), tuple(rest), plan, is_shorter
    )


# --- journeys ----------------------------------------------------------------------------------


@frozen
class WalkPlan:
    """The plan for all actions but exchanges: figures go where they are wanted."""

    target: Move
    #: The cells of the move.
    named: tuple[str, ...]
    #: Cells that may need members: the target, and sites for camps.
    wanted: tuple[int, ...] = ()
    costs: LowerBounds = Factory(LowerBounds)
    sees_tokens: bool = field(default=False, init=False)

    @classmethod
    def of(cls, state: State, move: Move) -> WalkPlan:
        """The plan for a move from a position on."""
        cells = {getattr(move, name, "") for name in ("cell", "origin", "target")} - {""}
        plan = cls(move, tuple(sorted(cells)))
        wanted = {*_sites(state, plan), *(CELL_INDEX[cell] for cell in cells)}
        return evolve(plan, wanted=tuple(sorted(wanted)))

    def least(self, state: State) -> int:
        """See `Plan`."""
        return self.costs.to_make_legal(state, self.target)

    def left(self, state: State, moving: MovingFigure) -> int:
        """See `Plan`."""
        if moving is None:
            return 0
        need = self.costs.distances(state, self.wanted)[moving[1]]
        return need if need + _price_at_least(self.target) <= state.turn.ap else UNREACHABLE

    def moves(self, state: State, moving: MovingFigure) -> Iterator[tuple[Move, MovingFigure]]:
        """See `Plan`."""
        for move in legal_moves(state):
            match move:
                case Walk(figure, origin, target) | Transfer(figure, origin, target):
                    if moving in (None, (figure, CELL_INDEX[origin])):
                        yield move, self._moving(figure, target)
                case Deploy(figure, cell) if moving is None:
                    yield move, self._moving(figure, cell)
                case EstablishCamp(cell) if moving is None:
                    if self._is_worth_a_camp(state, cell, EstablishCamp.price):
                        yield move, None
                case Recover(cell) if moving is None:
                    tokens = state.ground.tokens[CELL_INDEX[cell]] * Recover.price
                    if self.target == EstablishCamp(cell) or self._is_worth_a_camp(
                        state, cell, tokens + EstablishCamp.price
                    ):
                        yield move, None

    def _moving(self, figure: Figure, name: str) -> MovingFigure:
        cell = CELL_INDEX[name]
        return None if cell in self.wanted else (figure, cell)

    def _is_worth_a_camp(self, state: State, name: str, cost: int) -> bool:
        """Whether a camp there, at that cost, leaves enough to make use of it."""
        if name not in self.named:
            away = self.costs.distances(state, tuple(CELL_INDEX[cell] for cell in self.named))
            cost += Deploy.price + away[CELL_INDEX[name]]
        return cost + _price_at_least(self.target) <= state.turn.ap


def _price_at_least(move: Move) -> int:
    return 1 if move.price is None else move.price


def _sites(state: State, plan: WalkPlan) -> Iterator[int]:
    """The cells that need a member before a camp can be founded there for other figures."""
    if not may_found_a_camp(mover(state)):
        return
    for cell in camp_grounds(state):
        founding = EstablishCamp(CELLS[cell])
        if plan._is_worth_a_camp(state, CELLS[cell], EstablishCamp.price) and (
            0 < plan.costs.to_make_legal(state, founding) < UNREACHABLE
        ):
            yield cell


# --- exchanges ---------------------------------------------------------------------------------

#: With more unseen tokens of other kinds than the most frequent one, no token is certain.
_CERTAIN_WITHIN: Final = 3
_CURED_BY_TOKENS: Final = {"SWAP-02/nothing-to-give", "SWAP-02/nothing-to-take"}


@frozen
class ExchangePlan:
    """The plan for exchanges: other exchanges, and tokens that are certain to be found."""

    target: Exchange
    #: Whether so few tokens are unseen that recovering some can be counted on.
    recovers: bool
    sees_tokens: bool = field(default=True, init=False)

    @classmethod
    def of(cls, state: State, move: Exchange) -> ExchangePlan:
        """The plan for a move from a position on."""
        unseen = state.stock.unseen
        return cls(move, sum(unseen) - max(unseen) <= _CERTAIN_WITHIN)

    def least(self, state: State) -> int:
        """See `Plan`: an exchange or a token, both cost the same."""
        keys = {violation.key for violation in check(state, self.target)}
        is_lasting = keys - _CURED_BY_TOKENS or self.target.give not in TREASURE_KINDS
        is_too_dear = state.turn.ap < 2 * Exchange.price
        return UNREACHABLE if keys and (is_lasting or is_too_dear) else Exchange.price * bool(keys)

    def left(self, _state: State, _moving: MovingFigure) -> int:
        """See `Plan`."""
        return 0

    def moves(self, state: State, _moving: MovingFigure) -> Iterator[tuple[Move, MovingFigure]]:
        """See `Plan`."""
        is_last = state.turn.ap < 3 * Exchange.price
        for move in legal_moves(state):
            if isinstance(move, Exchange):
                if not is_last or self._brings_it_about(move):
                    yield move, None
            elif self.recovers and isinstance(
                move, Recover | Walk | Deploy | Transfer | EstablishCamp
            ):
                yield move, None

    def _brings_it_about(self, move: Exchange) -> bool:
        """Whether an exchange can be the last one before the target."""
        wanted = self.target
        return move.take == wanted.give or (move.seat == wanted.seat and move.give == wanted.take)
