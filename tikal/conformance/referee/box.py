"""Tiles without ids, compared with those of the box: as many of each, however they are turned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from tikal.conformance.report import Json

#: Tiles of an answer beyond this number are not compared.
MAX_TILES: Final = 200
_SIDES: Final = 6


def tiles_that_differ(
    box: Mapping[str, Json], given: list[Json], without: Collection[str] = ()
) -> tuple[list[str], list[str]]:
    """The tiles that a list lacks, and those that it has too many, each in words.

    Letters are compared if every tile of the list has one, the keys in `without` never.
    """
    some = given[:MAX_TILES]
    left_out = {*without}
    if not all(isinstance(tile, dict) and tile.get("letter") for tile in some):
        left_out.add("letter")
    wanted = Counter(_text({**tile, "letter": id_[0]}, left_out) for id_, tile in box.items())
    theirs = Counter(_text(tile, left_out) for tile in some)
    return [*_texts(wanted - theirs)], [*_texts(theirs - wanted)]


def _texts(tiles: Counter[str]) -> Iterator[str]:
    for text, number in sorted(tiles.items()):
        yield text if number == 1 else f"{number} x {text}"


def _text(tile: Json, left_out: Collection[str]) -> str:
    """A tile in words, the same for all its rotations."""
    if not isinstance(tile, dict):
        return f"no tile: {tile!r:.40}"
    known = {key: value for key, value in tile.items() if key not in left_out and value}
    words = [f"{known[key]!s:.20}" for key in ("letter", "kind") if key in known]
    words += [f"{key} {known[key]!s:.10}" for key in ("value", "masks") if key in known]
    stones: Json = known.get("stones", [])
    if not isinstance(stones, list) or len(stones) > _SIDES:
        return " ".join([*words, f"stones {stones!s:.40}"])
    turned = max((stones[n:] + stones[:n] for n in range(len(stones))), key=str, default=[])
    around = [f"stones {' '.join(f'{each!s:.10}' for each in turned)}"] if turned else []
    return " ".join([*words, *around])
