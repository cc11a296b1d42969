"""The success rate of `tikal.repairs`: records of whole games, each damaged in one place.

    python -m tools.measure.repairs                  # 400 damaged records
    python -m tools.measure.repairs --records 1000 --seed 7 --misses

A record is damaged as scribes damage theirs: a move dropped, written twice or swapped with the
next one, a cell mistyped, an `end` forgotten. Damage that leads to no refusal does not count. A
repair is right if the repaired record is legal to its end and ends in the position of the original.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice, product
from pathlib import Path
from typing import Final

import attrs
from attrs import frozen

import tikal
from tikal.bots.policies import Policy
from tikal.dice import pick
from tikal.grid import CELL_INDEX, CELLS
from tikal.moves import EndTurn
from tikal.notation.records import Entry, lines_of

EXAMPLES: Final = Path(__file__).parents[2] / "examples"
POLICIES: Final[tuple[Policy, ...]] = (tikal.sensible_policy, tikal.random_policy)
Entries = list[Entry]

# --- damage ------------------------------------------------------------------------------------


def drop(entries: Entries, rng: random.Random) -> Entries:
    """A move is missing."""
    at = pick(rng, [i for i, entry in enumerate(entries) if entry.move != EndTurn()])
    return entries[:at] + entries[at + 1 :]


def double(entries: Entries, rng: random.Random) -> Entries:
    """A move is written twice."""
    at = pick(rng, range(len(entries)))
    return [*entries[:at], entries[at], *entries[at:]]


def swap(entries: Entries, rng: random.Random) -> Entries:
    """A move stands behind the one that came after it."""
    differing = [i for i in range(len(entries) - 1) if entries[i].move != entries[i + 1].move]
    at = pick(rng, differing)
    return [*entries[:at], entries[at + 1], entries[at], *entries[at + 2 :]]


def mistype(entries: Entries, rng: random.Random) -> Entries:
    """A cell is wrong: in half of the cases by one character, otherwise altogether."""
    places = [
        (at, name)
        for at, entry in enumerate(entries)
        for name, value in attrs.asdict(entry.move).items()
        if value in CELL_INDEX
    ]
    at, name = pick(rng, places)
    cell = getattr(entries[at].move, name)
    if pick(rng, (True, False)):
        cells = [c for c in CELLS if (c[0] == cell[0]) != (c[1] == cell[1])]
    else:
        cells = [c for c in CELLS if c != cell]
    fields = {**attrs.asdict(entries[at].move), name: pick(rng, cells)}
    move = type(entries[at].move)(**fields)
    return [*entries[:at], attrs.evolve(entries[at], move=move), *entries[at + 1 :]]


def forget_end(entries: Entries, rng: random.Random) -> Entries:
    """A turn is not ended."""
    at = pick(rng, [i for i, entry in enumerate(entries) if entry.move == EndTurn()])
    return entries[:at] + entries[at + 1 :]


DAMAGE: Final[dict[str, Callable[[Entries, random.Random], Entries]]] = {
    "dropped": drop,
    "written twice": double,
    "swapped": swap,
    "cell mistyped": mistype,
    "end forgotten": forget_end,
}


def with_claims(record: tikal.Record) -> tikal.Record:
    """The record with the points after every turn, and at the end."""
    game = record.replay()
    entries = [
        attrs.evolve(entry, points=step.state.scores[step.seat])
        if step.seat and entry.move == EndTurn()
        else entry
        for entry, step in zip(record.entries, game.steps, strict=True)
    ]
    lines = lines_of(entries, record.auction)
    return attrs.evolve(record, lines=lines, scores=game.state.scores.values())


# --- records -----------------------------------------------------------------------------------


def records(seed: int) -> Iterator[tikal.Record]:
    """The examples, then games of both policies over all editions and tables, without an end."""
    for path in sorted(EXAMPLES.glob("*.tikal")):
        yield tikal.loads(path.read_text("utf-8"))
    tables = [
        (edition, players, auction, policy)
        for edition, players, auction, policy in product(
            tikal.EDITIONS.values(), (2, 3, 4), (False, True), POLICIES
        )
        if edition.has_auction or not auction
    ]
    rng = random.Random(seed)
    while True:
        edition, players, auction, policy = pick(rng, tables)
        start = tikal.new_game(players, edition, auction)
        game = tikal.play(start, policy, rng.getrandbits(32))
        yield tikal.Record.of(game, seats=pick(rng, (True, False)))


@frozen
class Damaged:
    """A damaged record with a refusal, and the position in which the game really ended."""

    how: str
    record: tikal.Record
    end: tikal.State


def damaged_records(seed: int, claims: bool = False) -> Iterator[Damaged]:
    """Records damaged in one place, every kind of damage in turn, without an end."""
    rng = random.Random(seed)
    for played in records(seed):
        end = played.replay().state
        record = with_claims(played) if claims else played
        for how, damage in DAMAGE.items():
            entries = damage(list(record.entries), rng)
            damaged = attrs.evolve(record, lines=lines_of(entries, record.auction))
            if damaged.replay().refusal:
                yield Damaged(how, damaged, end)


# --- the measurement ---------------------------------------------------------------------------


def place_of_truth(damaged: Damaged, limit: int = 3) -> int | None:
    """Which of the first suggestions is right, from 1; None if none is."""
    for place, repair in enumerate(tikal.repairs(damaged.record, limit), start=1):
        if repair.refused is None and repair.record.replay().state == damaged.end:
            return place
    return None


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--claims", action="store_true", help="points are claimed after each turn")
    parser.add_argument("--misses", action="store_true", help="show what was not found first")
    options = parser.parse_args()
    places: dict[str, Counter[int | None]] = {how: Counter() for how in DAMAGE}
    seconds: list[float] = []
    for number, damaged in enumerate(
        islice(damaged_records(options.seed, options.claims), options.records)
    ):
        began = time.process_time()
        place = place_of_truth(damaged)
        seconds.append(time.process_time() - began)
        places[damaged.how][place] += 1
        if options.misses and place != 1:
            print(number, damaged.how, place, _miss(damaged))
    print(f"{'':<14} records  first  first three")
    for how, found in (*places.items(), ("all", sum(places.values(), Counter()))):
        total = sum(found.values()) or 1
        first, three = found[1] / total, (total - found[None]) / total
        print(f"{how:<14} {total:>7} {first:>6.1%} {three:>12.1%}")
    seconds.sort()
    print(f"seconds of work: median {seconds[len(seconds) // 2]:.3f}, longest {seconds[-1]:.3f}")


def _miss(damaged: Damaged) -> str:
    refusal = damaged.record.replay().refusal
    assert refusal
    around = damaged.record.moves[max(0, refusal.index - 6) : refusal.index + 2]
    suggested = [
        (repair.edit, repair.index, str(repair.before), str(repair.after), repair.refused)
        for repair in tikal.repairs(damaged.record)
    ]
    return f"refused {refusal.index}: {'; '.join(map(str, around))}\n   {suggested}"


if __name__ == "__main__":
    main()
