"""Reader of the statement about a hex: `c3=A5r2 7 1L2 2W3 1GL dug`."""

from __future__ import annotations

import re
from typing import Final

from tikal.components import BOX, TERRAINS, TILE_INDEX, TILES, Tile
from tikal.errors import InvalidNotation, Mistake
from tikal.fields import Figure
from tikal.grid import CELL_INDEX, no_cell
from tikal.notation.positions.draft import Sketch
from tikal.notation.positions.syntax import DUG, OUT
from tikal.notation.positions.tokens import Statement, Word

TILE_WORD: Final = re.compile(r"([a-z][0-9]+)(?:r([0-5]))?", re.ASCII)
_TURN: Final = re.compile(r"r([0-5])", re.ASCII)
NUMBER: Final = re.compile(r"[0-9]{1,6}", re.ASCII)
_FIGURES: Final = re.compile(r"([1-9])(?:(l)([0-9]{0,2})|w([0-9]{0,2})|:([0-9]{1,2}))", re.ASCII)
_CAMP: Final = re.compile(r"([1-9])c", re.ASCII)
_GUARD: Final = re.compile(r"([1-9])g([lw])", re.ASCII)
_DIGGER: Final = re.compile(rf"([lw])(?:-({OUT}|[a-z][0-9]+))?", re.ASCII)
_FIGURE: Final[dict[str, Figure]] = {"l": "L", "w": "W"}
#: More of anything on a hex is refused at once.
_MOST: Final = 99


def require_cell(word: Word, name: str) -> None:
    """Refuse what is not the name of a cell."""
    if name not in CELL_INDEX:
        raise word.located(no_cell(name))


def figures_of(leader: str | None, beside: str | None, alone: str | None) -> tuple[int, int]:
    """Leaders and workers: `L2` has two workers beside the leader, `W` is one worker alone."""
    if leader:
        return 1, int(beside or 0)
    return 0, int(alone or 1)


class HexReader:
    """Reads the statement about one cell."""

    def __init__(self, sketch: Sketch, cell: str) -> None:
        self._sketch, self._cell = sketch, cell
        self._tile: Tile | None = BOX.printed.get(cell)
        self._is_turned = False
        self._seen: set[str] = set()

    def read(self, statement: Statement) -> None:
        """Read the words of the statement."""
        if not statement.words:
            raise statement.end.refuse("hex/empty", cell=self._cell)
        for number, word in enumerate(statement.words):
            if word.text == DUG:
                self._read_digs(statement.words[number + 1 :])
                return
            self._read_word(word, is_first=number == 0)

    def _once(self, word: Word, what: str) -> None:
        if what in self._seen:
            raise word.refuse("hex/twice", what=what, cell=self._cell)
        self._seen.add(what)

    def _read_word(self, word: Word, is_first: bool) -> None:
        if not self._read_ground(word, is_first) and not self._read_piece(word):
            what = "hex/tile" if is_first and self._tile is None else "hex"
            raise word.unexpected(what, dug=DUG)

    def _read_ground(self, word: Word, is_first: bool) -> bool:
        """A tile, its rotation, its terrain or a number; whether it is any of them."""
        sketch, cell = self._sketch, self._cell
        laid, turn = TILE_WORD.fullmatch(word.text), _TURN.fullmatch(word.text)
        if laid and is_first:
            if cell in BOX.printed:
                raise word.refuse("hex/printed", cell=cell)
            id_ = sketch.new_tile(word, laid[1])
            sketch.tiles[cell] = (id_, int(laid[2] or 0))
            self._tile, self._is_turned = TILES[TILE_INDEX[id_]], laid[2] is not None
        elif turn and cell in sketch.tiles and not self._is_turned:
            sketch.tiles[cell] = (sketch.tiles[cell][0], int(turn[1]))
            self._is_turned = True
        elif word.text in TERRAINS:
            self._read_terrain(word)
        elif NUMBER.fullmatch(word.text):
            self._once(word, Mistake("the-number"))
            self._read_number(word)
        else:
            return False
        return True

    def _read_piece(self, word: Word) -> bool:
        """Figures, a camp or a guard; whether it is any of them."""
        sketch, cell = self._sketch, self._cell
        if group := _FIGURES.fullmatch(word.text):
            seat = sketch.seat(int(group[1]), word)
            self._once(word, Mistake("seat", seat=seat))
            leaders, workers = (0, int(group[5])) if group[5] else figures_of(*group.group(2, 3, 4))
            if leaders:
                sketch.leader(seat, word)
            sketch.figures.setdefault(seat, {})[cell] = (leaders, workers)
        elif camp := _CAMP.fullmatch(word.text):
            self._once(word, Mistake("the-camp"))
            sketch.camps.setdefault(sketch.seat(int(camp[1]), word), []).append(cell)
        elif guard := _GUARD.fullmatch(word.text):
            self._once(word, Mistake("the-guard"))
            seat, figure = sketch.seat(int(guard[1]), word), _FIGURE[guard[2]]
            if figure == "L":
                sketch.leader(seat, word)
            sketch.guards.setdefault(seat, {})[cell] = figure
        else:
            return False
        return True

    def _read_terrain(self, word: Word) -> None:
        """A terrain may be named to be sure; it must be the right one."""
        if self._tile is None:
            raise self._no_tile(word)
        if self._tile.kind != word.text:
            raise word.refuse(
                "hex/terrain", cell=self._cell, terrain=self._tile.kind, written=word.text
            )

    def _read_number(self, word: Word) -> None:
        number = int(word.text)
        if self._tile is None:
            raise self._no_tile(word)
        if number > _MOST:
            raise word.refuse("hex/number", number=number, cell=self._cell)
        if self._tile.kind == "temple":
            self._sketch.values[self._cell] = number
        elif self._tile.kind == "treasure":
            self._sketch.tokens[self._cell] = number
        else:
            raise word.refuse("hex/no-number", cell=self._cell, terrain=self._tile.kind)

    def _no_tile(self, word: Word) -> InvalidNotation:
        return word.refuse("hex/which-tile", cell=self._cell)

    def _read_digs(self, words: tuple[Word, ...]) -> None:
        """The digs on the hex in this turn, and the possible diggers."""
        times = words[:1] if words and NUMBER.fullmatch(words[0].text) else ()
        if times and int(times[0].text) > _MOST:
            raise times[0].unexpected("times")
        self._sketch.worked[self._cell] = int(times[0].text) if times else 1
        for word in words[len(times) :]:
            digger = _DIGGER.fullmatch(word.text)
            if not digger:
                raise word.unexpected("digger", dug=DUG, out=OUT)
            place = digger[2] or self._cell
            if place != OUT:
                require_cell(word, place)
            who = (_FIGURE[digger[1]], None if place == OUT else place)
            self._sketch.diggers.setdefault(self._cell, []).append(who)
