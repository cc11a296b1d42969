"""What an effect has written: the fields of the next position that are not as they were."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from tikal.parts import Bidding, Turn
from tools.every_position.effects.records import (
    Display,
    Laid,
    Whole,
    Without,
    word,
)  # fmt: skip
from tools.every_position.lazy import Key, Run, Unanswered, Unknown
from tools.every_position.position import Entries, Record

#: A written field with its value: a number or word, an unknown, or nothing if a set was emptied.
Write: TypeAlias = tuple[Key, Any]
_SINGLE: Final = {
    Turn: ("phase", "active", "ap"),
    Bidding: ("high_bid", "high_bidder", "first_passer"),
}


def part(record: Any, name: str) -> Any:  # noqa: ANN401 - lazy and ordinary records
    """A part of a record as it is, not asked for."""
    return record.parts[name] if isinstance(record, Record) else getattr(record, name)


def is_same(run: Run, before: Any, after: Any, key: Key) -> bool:  # noqa: ANN401
    """Whether a part was left alone, or is the unknown that it was, or its one value."""
    if isinstance(after, Unknown):
        return after.key == key and not after.see
    return after is before or run.left.get(key) == (after,)


def writes(run: Run, before: Record, after: Any) -> Iterator[Write]:  # noqa: ANN401 - lazy or ordinary
    """Every field that an effect has written."""
    if part(after, "table") is not before.table:
        raise Unanswered("the setup is written")
    yield from _turn(run, before.turn, part(after, "turn"))
    yield from _course(run, before, part(after, "course"), part(after, "ground"))
    yield from _ground(run, before.ground, part(after, "ground"))
    yield from _stock(run, before.stock, part(after, "stock"))
    made = part(after, "expeditions")
    if made is not before.expeditions:
        for index, who in enumerate(made):
            yield from _player(run, index, before.expeditions[index], who)


def _simple(run: Run, before: Record, after: Any, names: tuple[str, ...]) -> Iterator[Write]:  # noqa: ANN401
    for name in names:
        value = part(after, name)
        if not is_same(run, part(before, name), value, (name,)):
            yield (name,), value


def _turn(run: Run, before: Record, after: Any) -> Iterator[Write]:  # noqa: ANN401
    if after is before:
        return
    yield from _simple(run, before, after, _SINGLE[Turn])
    yield from _grown("worked", part(before, "worked"), part(after, "worked"))
    was, now = part(before, "diggers"), part(after, "diggers")
    if now is was:
        return
    if was.rest not in now:
        yield ("digger",), None
        if now:
            raise Unanswered("diggers are dropped that the move does not name")
        return
    found = {tuple(map(word, one)) for one in now if one != was.rest}
    for key in {tuple(map(word, probe)) for probe in (*was.probes, *was.added)} | found:
        yield ("digger", *key), key in found


def _grown(name: str, before: Any, after: Any, *about: Any) -> Iterator[Write]:  # noqa: ANN401
    """A set that has more entries, or was emptied."""
    if after is before:
        return
    if not after:
        yield (name, *about), None
        return
    new = [entry for entry in after if not isinstance(entry, Whole)]
    if before.whole not in list(map(_identity, after)):
        raise Unanswered(f"{name} is made anew")
    for entry in new:
        words = entry if isinstance(entry, tuple) else (entry,)
        one = before.count(entry) + 1 if name == "worked" else True
        yield (name, *about, *words), one


def _identity(entry: object) -> object:
    return entry if isinstance(entry, Whole) else None


def _course(run: Run, before: Record, after: Any, ground: Any) -> Iterator[Write]:  # noqa: ANN401
    course = before.course
    if after is course:
        return
    for name in ("scoring", "winners"):
        if part(after, name) is not part(course, name):
            yield (name,), part(after, name)
    tile = part(after, "tile")
    if tile is not part(course, "tile"):
        yield ("tile",), -1 if tile is None else tile
        if tile is None and ground is before.ground:
            yield ("aside",), course.tile
    queue = part(after, "queue")
    if queue is not part(course, "queue"):
        for place in range(4):
            yield ("queue", place), queue[place] if place < len(queue) else 0
    yield from _bidding(run, course.bidding, part(after, "bidding"))


def _bidding(run: Run, before: Record, after: Any) -> Iterator[Write]:  # noqa: ANN401
    if after is before:
        return
    yield from _simple(run, before, after, _SINGLE[Bidding])
    for name in ("passed", "done"):
        yield from _grown(name, part(before, name), part(after, name))
    was, now = part(before, "display"), part(after, "display")
    if now is not was:
        yield from _displayed(was, now)


def _displayed(before: Display, after: tuple[Any, ...]) -> Iterator[Write]:
    if not after:
        yield ("display",), None
        return
    if [tile for tile in after if not isinstance(tile, int)] != before.shown:
        yield ("others",), True
    if before.tile is not None:
        yield ("display", before.tile), before.tile in [t for t in after if isinstance(t, int)]


def _ground(run: Run, before: Record, after: Any) -> Iterator[Write]:  # noqa: ANN401
    if after is before:
        return
    board = part(after, "board")
    if board is not part(before, "board"):
        if not isinstance(board, Laid) or board.before is not part(before, "board"):
            raise Unanswered("the board is made anew")
        yield ("lies", board.cell), board.tile
    yield from _entries(run, "value", part(before, "values"), part(after, "values"))
    yield from _entries(run, "tokens", part(before, "tokens"), part(after, "tokens"))


def _entries(run: Run, name: str, before: Entries, after: Any, *about: Any) -> Iterator[Write]:  # noqa: ANN401
    if after is before:
        return
    if len(after) != len(before):
        raise Unanswered(f"{name} has another length")
    for index, value in enumerate(after):
        key = (name, *about, index)
        if not is_same(run, None, value, key):
            yield key, value


def _stock(run: Run, before: Record, after: Any) -> Iterator[Write]:  # noqa: ANN401
    if after is before:
        return
    tiles = part(after, "tiles")
    if tiles is not part(before, "tiles"):
        if not isinstance(tiles, Without):
            raise Unanswered("the stack is made anew")
        yield ("undrawn", tiles.tile), False
    yield from _entries(run, "floor", part(before, "floors"), part(after, "floors"))
    yield from _entries(run, "unseen", part(before, "unseen"), part(after, "unseen"))


def _player(run: Run, index: int, before: Record, after: Any) -> Iterator[Write]:  # noqa: ANN401
    if after is before:
        return
    if part(after, "seat") != index + 1:
        raise Unanswered("the players change places")
    for name in ("score", "leader", "supply"):
        value = part(after, name)
        if not is_same(run, part(before, name), value, (name, index)):
            yield (name, index), value
    yield from _entries(run, "workers", part(before, "workers"), part(after, "workers"), index)
    yield from _entries(run, "owns", part(before, "treasures"), part(after, "treasures"), index)
    for figure, value in zip("LW", part(after, "removed"), strict=True):
        if not is_same(run, None, value, ("removed", index, figure)):
            yield ("removed", index, figure), value
    yield from _grown("camp", part(before, "camps"), part(after, "camps"), index)
    yield from _grown("guard", part(before, "guards"), part(after, "guards"), index)
