"""The real game as data: tiles, printed hexes, floors, treasures, and what each player owns.

The facts are in `components.toml` beside this module, each with its sources, and nowhere else. When
this module is imported, each entry is checked by itself and against the others.
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
STONES_PER_TILE: Final = 3  # PLACE-07
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
    #: The sources that agree on this tile.
    sources: tuple[str, ...] = ()
    note: str = ""

    @property
    def letter(self) -> str:
        """The letter on the back of a terrain tile."""
        return self.id[0]


@frozen
class Components:
    """The contents of the box, as far as the rules need them."""

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
    #: The number of a player's figures that may become guards (GUARD-11).
    guards: int
    #: The strength of a leader; a worker has 1 (GUARD-03, LEADER-01).
    leader_strength: int
    least_players: int
    most_players: int
    #: The meanings of the source labels.
    sources: Mapping[str, str]


def load(text: str) -> Components:
    """Read components from TOML; `InvalidArgument` names the entry that is damaged."""
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
            _refuse(place, f"cell {cell} is printed twice")
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

    def owned(name: str) -> int:
        return _count("expedition", expedition, name)

    components = Components(
        tiles=tuple(tiles),
        printed=printed,
        floors=floors,
        treasure_kinds=_count("treasures", treasures, "kinds"),
        treasure_copies=_count("treasures", treasures, "copies"),
        leaders=owned("leaders"),
        workers=owned("workers"),
        camps=owned("camps"),
        guards=owned("guards"),
        leader_strength=owned("leader_strength"),
        least_players=_count("players", players, "least"),
        most_players=_count("players", players, "most"),
        sources=sources,
    )
    _check_relations(components)
    return components


def _tile(place: str, entry: Mapping[str, object], sources: Mapping[str, str]) -> Tile:
    kind_name = _get(place, entry, "kind", str)
    kind = next((terrain for terrain in TERRAINS if terrain == kind_name), None)
    if kind is None:
        _refuse(place, f"kind {kind_name!r} is not one of {', '.join(TERRAINS)}")
    stones = tuple(_typed(f"{place}, stones", n, int) for n in _get(place, entry, "stones", list))
    if len(stones) != 6 or not all(0 <= n <= 3 for n in stones):
        _refuse(place, "stones must be six numbers from 0 to 3, clockwise from the north")
    value = _get(place, entry, "value", int, 0)
    if not (1 <= value <= 6 if kind == "temple" else value == 0):  # PLACE-08
        _refuse(place, f"a {kind} cannot have value {value}")
    masks = _get(place, entry, "masks", int, 0)
    if not (2 <= masks <= 4 if kind == "treasure" else masks == 0):  # PLACE-11
        _refuse(place, f"a {kind} cannot show {masks} masks")
    labels = [_typed(f"{place}, sources", s, str) for s in _get(place, entry, "sources", list)]
    if not labels or any(label not in sources for label in labels):
        _refuse(place, f"sources must name some of {', '.join(sources)}")
    return Tile(
        id=_get(place, entry, "id", str),
        kind=kind,
        stones=stones,
        value=value,
        masks=masks,
        sources=tuple(labels),
        note=_get(place, entry, "note", str, ""),
    )


def _check_relations(box: Components) -> None:
    """Refuse entries that contradict each other, whatever their numbers are."""
    _check_tiles(box)
    camps = [cell for cell, tile in box.printed.items() if tile.kind == "base_camp"]
    if len(camps) != 1:
        _refuse("printed hexes", f"there must be one base camp, not {len(camps)}")
    numbers = list(range(2, len(box.floors) + 2))
    if not numbers or list(box.floors) != numbers or min(box.floors.values()) < 1:
        _refuse("floors", "must be numbered from 2 without gaps, with some pieces of each")
    masks, tokens = sum(t.masks for t in box.tiles), box.treasure_kinds * box.treasure_copies
    if masks != tokens:  # DER-11
        _refuse("tiles", f"{masks} masks do not match the {tokens} treasures")
    if box.least_players > box.most_players:
        _refuse("players", f"least {box.least_players} exceeds most {box.most_players}")


def _check_tiles(box: Components) -> None:
    """Every tile has its number of stones, and ids count up from 1 within each letter, in order."""
    seen: set[str] = set()
    for tile in box.tiles:
        expected = 0 if tile.kind == "volcano" else STONES_PER_TILE
        if sum(tile.stones) != expected:
            _refuse(f"tile {tile.id}", f"needs {expected} stones, has {sum(tile.stones)}")
        if tile.id in seen:
            _refuse(f"tile {tile.id}", "is listed twice")
        seen.add(tile.id)
    per_letter = Counter(tile.id[:1] for tile in box.tiles)
    wanted = [f"{letter}{i + 1}" for letter in LETTERS for i in range(per_letter[letter])]
    for tile in box.tiles:
        if tile.id not in wanted:
            _refuse(f"tile {tile.id}", "is not a letter from A to G with the next number")
    if [tile.id for tile in box.tiles] != wanted:
        _refuse("tiles", "must be listed in the order of their ids")


def _refuse(place: str, what: str) -> NoReturn:
    raise InvalidArgument(f"components, {place}: {what}")


def _typed(place: str, value: object, kind: type[T]) -> T:
    if not isinstance(value, kind) or isinstance(value, bool):
        _refuse(place, f"expected {kind.__name__}, found {value!r}")
    return value


def _get(
    place: str, entry: Mapping[str, object], key: str, kind: type[T], default: T | None = None
) -> T:
    if key in entry:
        return _typed(f"{place}, {key}", entry[key], kind)
    if default is None:
        _refuse(place, f"{key} is missing")
    return default


def _count(place: str, entry: Mapping[str, object], key: str) -> int:
    number = _get(place, entry, key, int)
    if number < 1:
        _refuse(place, f"{key} must be at least 1, not {number}")
    return number


def _table(data: Mapping[str, object], name: str) -> list[tuple[str, object]]:
    return list(_get(f"table {name}", data, name, dict).items())


def _entries(data: Mapping[str, object], name: str) -> list[Mapping[str, object]]:
    return [_typed(f"{name} list", entry, dict) for entry in _get(f"{name} list", data, name, list)]


def _number(place: str, text: str) -> int:
    if not text.isascii() or not text.isdigit():
        _refuse(place, f"{text!r} is not a number")
    return int(text)


BOX: Final = load((pkgutil.get_data("tikal", "components.toml") or b"").decode())

#: The 36 tiles and then the four printed hexes; inside the engine a tile is its index in here.
TILES: Final = (*BOX.tiles, *BOX.printed.values())
TILE_INDEX: Final = {tile.id: index for index, tile in enumerate(TILES)}
LOOSE_TILES: Final = len(BOX.tiles)
TREASURE_KINDS: Final = tuple(range(1, BOX.treasure_kinds + 1))
#: The seats of a game with as many players as there can be.
SEATS: Final = tuple(range(1, BOX.most_players + 1))
