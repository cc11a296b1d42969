"""Near misses from played games: every way in which a clause is broken, and a legal move beside it.

A key such as `MOVE-01/not-adjacent` names one way in which a predicate finds a fault. For each key
the positions of the played games are searched for moves that break nothing else. Each key has a
near miss with a permission (tools/generate/permissions.py): the move legal with one word changed,
or at another moment.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from attrs import frozen

import tikal
from tikal._support.wording import counted
from tikal.conformance.cases import Case, Question
from tikal.dice import below, pick
from tikal.editions import house
from tikal.engine import Replay
from tikal.moves import MOVES, Move, PlaceTile
from tikal.state import State
from tikal.testing.candidates import candidates
from tools.generate.permissions import is_beside, one_word_changed, other_moment
from tools.generate.played_cases import DIFFERENT, in_edition, played_games, position_after

#: Of every kind of move, this many candidates are asked about in a position.
CANDIDATES: Final = 14
#: A key is shown in this many positions of a kind of game, of different sizes if it can be.
POSITIONS: Final = 2
#: Moves at most between a refusal and the moment when the same move is legal.
FAR: Final = 80
#: Refusals without a permission, and why.
WITHOUT_PERMISSION: Final = {
    "AUCTION-01/basic-game": "in the basic game such a move is legal at no moment",
}
#: A hex without members has none to become a guard.
NEVER_ALONE: Final = {"GUARD-02/nobody-there"}


@frozen
class Miss:
    """A move that breaks one clause in one way, and where."""

    game: int
    number: int
    edition: int
    key: str
    #: How many clauses the move breaks: some are never broken alone.
    broken: int
    move: Move
    seat: int | None
    beside: Move

    @property
    def is_one_word_off(self) -> bool:
        """Whether the legal move beside it is the same but for one word, or for the seat."""
        return is_beside(str(self.move), str(self.beside))

    def weight(self) -> tuple[int, int, int]:
        """One clause alone is best; editions come in their order, then short ways there."""
        return self.broken, self.edition, self.number


def near_misses() -> Iterator[Case]:
    """For every key and kind of game the near misses with the shortest ways to them."""
    found = found_misses()
    permitted = {
        key for (key, _), misses in found.items() if any(m.is_one_word_off for m in misses)
    }
    for key, kind in sorted(found):
        for number, miss in enumerate(found[key, kind], start=1):
            name = f"{key}/near-miss/{kind}/{number}"
            yield _case(name, miss)
            moment = None if key in permitted else _moment(miss)
            if moment is not None:
                permitted.add(key)
                yield _permission(f"{name}/permitted", miss, moment)
    yield from _ends()
    yield _without_any_stone()


def _ends() -> Iterator[Case]:
    """The last move of a game, and the moves refused after it."""
    for game, (name, start, played) in enumerate(played_games()[::5]):
        before = len(played.steps) - 1
        last = str(played.steps[-1].move)
        yield Case(
            id=f"END-04/game-over/near-miss/{game + 1}",
            origin="near miss",
            clauses=("END-04",),
            description=f"The last move of a game ({name}): after `{last}` nothing is legal.",
            **position_after(start, played, before),
            questions=(
                Question("check", [], about={"move": last}),
                Question("check", ["END-04"], (last,), {"move": last}),
            ),
        )


def _without_any_stone() -> Case:
    """A tile without a stone even towards a volcano, where such stones would do (Q-02)."""
    edition = house("rio-grande-1999", stones_towards_volcanoes=True)
    game = tikal.play(tikal.new_game(2, edition), tikal.random_policy, seed=1, limit=200)
    key = "PLACE-02/no-stone-at-all"
    for number, step in enumerate(game.steps, start=1):
        for move in _by_kind()[PlaceTile] if step.state.phase == "place" else ():
            if [violation.key for violation in tikal.check(step.state, move)] == [key]:
                beside = one_word_changed(tikal.legal_moves(step.state), move)
                if beside is None:
                    continue
                miss = Miss(0, number, 0, key, 1, move, None, beside)
                name = "stones towards volcanoes"
                return _case_in(f"{key}/near-miss/1", miss, name, 1, game)
    raise ValueError(f"no placement breaks {key}")


@cache
def found_misses() -> Mapping[tuple[str, str], list[Miss]]:
    """The near misses to keep, by key and kind of game."""
    best: dict[tuple[str, str, int, int], Miss] = {}
    every: dict[str, list[Miss]] = {}
    rng = random.Random(1999)
    for game, (_, start, played) in enumerate(played_games()):
        kind = "auction" if played.state.auction else "basic"
        for edition, variant in enumerate(_variants(game)):
            for number, step in enumerate(variant.steps, start=1):
                for miss in _misses(step.state, rng, game, number, edition):
                    every.setdefault(miss.key, []).append(miss)
                    place = (miss.key, kind, start, played.state.players)
                    if place not in best or miss.weight() < best[place].weight():
                        best[place] = miss
    found: dict[tuple[str, str], list[Miss]] = {}
    for (key, kind, *_), miss in best.items():
        found.setdefault((key, kind), []).append(miss)
    chosen = {place: sorted(all_, key=Miss.weight)[:POSITIONS] for place, all_ in found.items()}
    _permit(chosen, every)
    return chosen


def _permit(chosen: dict[tuple[str, str], list[Miss]], every: Mapping[str, Sequence[Miss]]) -> None:
    """Add a near miss with a permission to each key that has none."""
    for key, misses in every.items():
        of_key = [miss for (of, _), some in chosen.items() if of == key for miss in some]
        if key in WITHOUT_PERMISSION or any(map(_is_permitted, of_key)):
            continue
        first = next(filter(_is_permitted, sorted(misses, key=Miss.weight)), None)
        if first is not None:  # otherwise a witness and its twin must show it
            kind = "auction" if played_games()[first.game][2].state.auction else "basic"
            chosen[key, kind].append(first)


def _is_permitted(miss: Miss) -> bool:
    return miss.is_one_word_off or _moment(miss) is not None


def _moment(miss: Miss) -> int | None:
    """After how many moves of the game the same move is legal."""
    if miss.seat is not None:
        return None
    game = _variants(miss.game)[miss.edition]
    return other_moment(game, miss.number, miss.move, FAR)


@cache
def _variants(game: int) -> tuple[Replay, ...]:
    """A game in each edition that plays differently; the moves are legal in all."""
    _, start, played = played_games()[game]
    editions = [e for e in DIFFERENT if e.has_auction or not played.state.auction]
    return tuple(in_edition(played, edition, start) for edition in editions)


def _misses(
    state: State, rng: random.Random, game: int, number: int, edition: int
) -> Iterator[Miss]:
    legal = tikal.legal_moves(state)
    for move, seat in _moves_to_ask(state, legal, rng):
        violations = tikal.check(state, move, seat)
        broken = len(violations)
        keys = [
            violation.key for violation in violations if broken == 1 or violation.key in NEVER_ALONE
        ]
        if not keys or (edition and not _is_its_own(keys[0], game, number, move, seat)):
            continue
        beside: Move | None = move
        if not _is_out_of_turn(state, move, seat):
            beside = one_word_changed(legal, move) or legal_beside(state, move)
        if beside is not None:
            yield Miss(game, number, edition, keys[0], broken, move, seat, beside)


def _is_its_own(key: str, game: int, number: int, move: Move, seat: int | None) -> bool:
    """Whether the first edition finds nothing of the kind there."""
    first = _variants(game)[0].steps[number - 1].state
    return key not in [violation.key for violation in tikal.check(first, move, seat)]


def _is_out_of_turn(state: State, move: Move, seat: int | None) -> bool:
    return seat is not None and tikal.is_legal(state, move)


def legal_beside(state: State, move: Move) -> Move | None:
    """The legal move most like one that is refused; None where nothing is legal."""
    return next(iter(tikal.nearest_legal(state, move)), None)


@cache
def _by_kind() -> Mapping[type[Move], tuple[Move, ...]]:
    """The candidates that depend on no position, by kind of move."""
    every = candidates(tikal.new_game(2))
    return {kind: tuple(move for move in every if type(move) is kind) for kind in MOVES}


def _moves_to_ask(
    state: State, legal: Sequence[Move], rng: random.Random
) -> Iterator[tuple[Move, int | None]]:
    """Some candidates of every kind of move, neighbours of legal ones, and one of another seat."""
    for kind, every in _by_kind().items():
        few = every if len(every) <= CANDIDATES else [pick(rng, every) for _ in range(CANDIDATES)]
        yield from ((move, None) for move in few if kind is type(move))
    for move in candidates(state)[-3:]:  # bids at the edge of what can be paid
        yield move, None
    if legal:
        yield pick(rng, legal), below(rng, state.players + 2)


def _case(id_: str, miss: Miss) -> Case:
    name, start, _ = played_games()[miss.game]
    return _case_in(id_, miss, name, start, _variants(miss.game)[miss.edition])


def _case_in(id_: str, miss: Miss, name: str, start: int, game: Replay) -> Case:
    state = game.steps[miss.number - 1].state
    clauses = [violation.clause for violation in tikal.check(state, miss.move, miss.seat)]
    whose = {} if miss.seat is None else {"seat": miss.seat}
    return Case(
        id=id_,
        origin="near miss",
        clauses=tuple(clauses),
        description=f"A game ({name}) after {miss.number} moves: `{miss.move}` breaks "
        f"{' and '.join(clauses)} ({miss.key}), and `{miss.beside}` is legal.",
        **position_after(start, game, miss.number),
        questions=(
            Question("check", clauses, about={"move": str(miss.move), **whose}),
            Question("check", [], about={"move": str(miss.beside)}),
        ),
        no_permission=WITHOUT_PERMISSION.get(miss.key, ""),
    )


def _permission(id_: str, miss: Miss, moment: int) -> Case:
    """The same move at another moment of the game, when it is legal."""
    name, start, _ = played_games()[miss.game]
    far = counted(abs(moment - miss.number), "move")
    when = "earlier" if moment > miss.number else "later"
    return Case(
        id=id_,
        origin="near miss",
        clauses=(miss.key.partition("/")[0],),
        description=f"A game ({name}) after {moment} moves: `{miss.move}` is legal, "
        f"which breaks {miss.key} {far} {when}.",
        **position_after(start, _variants(miss.game)[miss.edition], moment),
        questions=(Question("check", [], about={"move": str(miss.move)}),),
    )
