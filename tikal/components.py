"""The real game as data: tiles, printed hexes, floors, treasures, and what each player owns.

The facts lie beside this module in `components.toml`, each with its sources. They are checked
against every total the rulebooks state when this module is imported.
"""

from __future__ import annotations

import pkgutil
import tomllib
from collections import Counter
from collections.abc import Mapping
from typing import Final, Literal, NoReturn, TypeVar, get_args

from attrs import frozen

from tikal.errors import InvalidArgument

Terrain = Literal["base_camp", "temple", "jungle", "treasure", "volcano"]
TERRAINS: Final[tuple[Terrain, ...]] = get_args(Terrain)
LETTERS: Final = "ABCDEFG"

# The totals that the rulebooks state; the clause behind each is named where it is checked.
TILES_PER_LETTER: Final = {"A": 6, "B": 6, "C": 5, "D": 5, "E": 5, "F": 5, "G": 4}
TILES_PER_TERRAIN: Final = {"temple": 15, "jungle": 10, "treasure": 8, "volcano": 3}
PRINTED_TERRAINS: Final = {"base_camp": 1, "temple": 2, "jungle": 1}
PIECES_PER_FLOOR: Final = {2: 3, 3: 6, 4: 9, 5: 11, 6: 8, 7: 5, 8: 3, 9: 2, 10: 1}
STONES_PER_TILE: Final = 3
T = TypeVar("T")


@frozen
class Tile:
    """One of the 36 terrain tiles, or one of the four printed hexes."""

    id: str
    kind: Terrain
    #: Stones on the sides, clockwise from the north, as the tile lies unturned.
    stones: tuple[int, ...]
    #: A temple's starting value, 0 elsewhere.
    value: int = 0
    #: Treasure tokens that the tile is laid with, 0 elsewhere.
    masks: int = 0
    #: The sources that give this tile alike.
    sources: tuple[str, ...] = ()
    note: str = ""

    @property
    def letter(self) -> str:
        """The letter on the back of a terrain tile."""
        return self.id[0]


@frozen
class Components:
    """Everything in the box that the rules speak of."""

    tiles: tuple[Tile, ...]
    #: The four hexes explored from the start, by cell.
    printed: Mapping[str, Tile]
    #: Loose temple floors by their number.
    floors: Mapping[int, int]
    treasure_kinds: int
    treasure_copies: int
    leaders: int
    workers: int
    camps: int
    least_players: int
    most_players: int
    #: What the source labels stand for.
    sources: Mapping[str, str]


def load(text: str) -> Components:
    """Read components from TOML; a damaged text gives `InvalidArgument` that names the entry."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidArgument(f"components: {error}") from error
    sources = {key: _typed(f"sources {key}", text, str) for key, text in _table(data, "sources")}
    printed = {}
    for number, entry in enumerate(_entries(data, "printed"), start=1):
        place = f"printed hex {entry.get('id', f'number {number}')}"
        cell = _get(place, entry, "cell", str)
        if cell in printed:
            _damaged(place, f"cell {cell} is printed twice")
        printed[cell] = _tile(place, entry, sources)
    tiles = []
    for number, entry in enumerate(_entries(data, "tile"), start=1):
        tile = _tile(f"tile {entry.get('id', f'number {number}')}", entry, sources)
        tiles.append(tile)
    floors = {
        _number("floors", number): _typed(f"floors, number {number}", pieces, int)
        for number, pieces in _table(dict(_table(data, "floors")), "pieces")
    }
    treasures, expedition, players = (
        dict(_table(data, name)) for name in ("treasures", "expedition", "players")
    )
    components = Components(
        tiles=tuple(tiles),
        printed=printed,
        floors=floors,
        treasure_kinds=_get("treasures", treasures, "kinds", int),
        treasure_copies=_get("treasures", treasures, "copies", int),
        leaders=_get("expedition", expedition, "leaders", int),
        workers=_get("expedition", expedition, "workers", int),
        camps=_get("expedition", expedition, "camps", int),
        least_players=_get("players", players, "least", int),
        most_players=_get("players", players, "most", int),
        sources=sources,
    )
    _check_totals(components)
    return components


def _tile(place: str, entry: Mapping[str, object], sources: Mapping[str, str]) -> Tile:
    named_kind = _get(place, entry, "kind", str)
    kind = next((terrain for terrain in TERRAINS if terrain == named_kind), None)
    if kind is None:
        _damaged(place, f"kind {named_kind!r} is none of {', '.join(TERRAINS)}")
    stones = tuple(_typed(f"{place}, stones", n, int) for n in _get(place, entry, "stones", list))
    if len(stones) != 6 or not all(0 <= n <= 3 for n in stones):
        _damaged(place, "stones must be six numbers from 0 to 3, clockwise from the north")
    value = _get(place, entry, "value", int, 0)
    if not (1 <= value <= 6 if kind == "temple" else value == 0):  # PLACE-08
        _damaged(place, f"a {kind} cannot have value {value}")
    masks = _get(place, entry, "masks", int, 0)
    if not (2 <= masks <= 4 if kind == "treasure" else masks == 0):  # PLACE-11
        _damaged(place, f"a {kind} cannot show {masks} masks")
    named = [_typed(f"{place}, sources", s, str) for s in _get(place, entry, "sources", list)]
    if not named or any(name not in sources for name in named):
        _damaged(place, f"sources must name some of {', '.join(sources)}")
    return Tile(
        id=_get(place, entry, "id", str),
        kind=kind,
        stones=stones,
        value=value,
        masks=masks,
        sources=tuple(named),
        note=_get(place, entry, "note", str, ""),
    )


def _check_totals(box: Components) -> None:
    """Compare with every total the rulebooks state."""
    _check_tiles(box)
    printed = Counter(tile.kind for tile in box.printed.values())
    _same("printed hexes", "of each kind", printed, PRINTED_TERRAINS)  # COMP-02
    _same("floors", "pieces", dict(box.floors), PIECES_PER_FLOOR)  # COMP-06
    tokens = (box.treasure_kinds, box.treasure_copies)
    _same("treasures", "kinds and copies", tokens, (8, 3))  # COMP-05
    masks = sum(tile.masks for tile in box.tiles)
    _same("tiles", "masks in all", masks, box.treasure_kinds * box.treasure_copies)  # DER-11
    owned = (box.leaders, box.workers, box.camps)
    _same("expedition", "leaders, workers and camps", owned, (1, 18, 2))  # COMP-07
    _same("players", "least and most", (box.least_players, box.most_players), (2, 4))  # COMP-01


def _check_tiles(box: Components) -> None:
    for tile in box.tiles:
        expected = 0 if tile.kind == "volcano" else STONES_PER_TILE
        if sum(tile.stones) != expected:
            _damaged(f"tile {tile.id}", f"needs {expected} stones, has {sum(tile.stones)}")
    ids = [tile.id for tile in box.tiles]
    wanted = [f"{letter}{i + 1}" for letter, n in TILES_PER_LETTER.items() for i in range(n)]
    for tile_id, times in Counter(ids).items():
        if times > 1:
            _damaged(f"tile {tile_id}", "is listed twice")
        if tile_id not in wanted:
            _damaged(f"tile {tile_id}", "is not one of the 36 ids A1 to G4")
    for tile_id in wanted:  # COMP-03
        if tile_id not in ids:
            _damaged(f"tile {tile_id}", "is missing")
    if ids != wanted:
        _damaged("tiles", "must be listed in the order of their ids")
    _same("tiles", "of each kind", Counter(t.kind for t in box.tiles), TILES_PER_TERRAIN)  # COMP-04
    volcanoes = "".join(t.letter for t in box.tiles if t.kind == "volcano")
    if volcanoes != "BDF":  # COMP-10
        _damaged("tiles", f"the volcanoes must lie one each in B, D and F, not in {volcanoes}")


def _same(place: str, what: str, found: object, expected: object) -> None:
    if found != expected:
        _damaged(place, f"{what} must be {expected}, not {found}")


def _damaged(place: str, what: str) -> NoReturn:
    raise InvalidArgument(f"components, {place}: {what}")


def _typed(place: str, value: object, kind: type[T]) -> T:
    if not isinstance(value, kind) or isinstance(value, bool):
        _damaged(place, f"expected {kind.__name__}, found {value!r}")
    return value


def _get(
    place: str, entry: Mapping[str, object], key: str, kind: type[T], default: T | None = None
) -> T:
    if key in entry:
        return _typed(f"{place}, {key}", entry[key], kind)
    if default is None:
        _damaged(place, f"{key} is missing")
    return default


def _table(data: Mapping[str, object], name: str) -> list[tuple[str, object]]:
    return list(_get(f"table {name}", data, name, dict).items())


def _entries(data: Mapping[str, object], name: str) -> list[Mapping[str, object]]:
    return [_typed(f"{name} list", entry, dict) for entry in _get(f"{name} list", data, name, list)]


def _number(place: str, text: str) -> int:
    if not text.isascii() or not text.isdigit():
        _damaged(place, f"{text!r} is no number")
    return int(text)


BOX: Final = load((pkgutil.get_data("tikal", "components.toml") or b"").decode())

#: The 36 tiles and then the four printed hexes; everywhere inside, a tile is its index in here.
TILES: Final = (*BOX.tiles, *BOX.printed.values())
TILE_INDEX: Final = {tile.id: index for index, tile in enumerate(TILES)}
LOOSE_TILES: Final = len(BOX.tiles)
