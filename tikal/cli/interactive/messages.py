"""Messages of `tikal play`: in one language, with names, wrapped between words and moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

from tikal.cli.printing import console, say
from tikal.components import BOX, Tile
from tikal.errors import InvalidNotation, in_language
from tikal.languages import sentence
from tikal.pictures import text
from tikal.state import State

_TILES = {tile.id: tile for tile in BOX.tiles}


class Messages:
    """Says the sentences of the catalogue `play`; the language is chosen here and nowhere else."""

    def __init__(self, names: Sequence[str] = (), language: str = "en") -> None:
        self.names, self.language = names, language

    def mistake(self, error: InvalidNotation) -> None:
        """Say what is wrong with a line that was typed."""
        self.say(in_language(error.message, self.language), "red")

    # --- words ---------------------------------------------------------------------------------

    def words(self, key: str, **facts: object) -> str:
        """The sentence of a key."""
        return sentence("play", key, facts, self.language)

    def player(self, seat: int) -> str:
        """The name of a seat."""
        return text.player_name(seat, self.names, self.language)

    def moment(self, state: State) -> str:
        """The phase and the seat to move, by name."""
        words = text.moment(state, self.names, self.language)
        return self.words("moment/scoring", moment=words) if state.scoring else words

    def tile(self, id_: str) -> str:
        """A tile in words: its terrain, its tokens or value, its stones."""
        tile = _TILES[id_]
        return self.words(
            f"tile/{tile.kind}",
            tile=tile.id,
            value=tile.value,
            tokens=tile.masks,
            stones=self._stones(tile),
        )

    def _stones(self, tile: Tile) -> str:
        sides = zip(self.words("sides").split(), tile.stones, strict=True)
        each = [self.words("side", side=side, stones=n) for side, n in sides if n]
        return self.words("stones", sides=", ".join(each))

    # --- saying it -----------------------------------------------------------------------------

    def tell(self, key: str, style: str | None = None, **facts: object) -> None:
        """Say a sentence."""
        self.say(self.words(key, **facts), style)

    def say(
        self, line: str, style: str | None = None, indent: str = "  ", hanging: str = ""
    ) -> None:
        """Say a text, broken between words; later lines begin further in by `hanging`."""
        for part in wrap(
            line,
            console.width,
            initial_indent=indent,
            subsequent_indent=indent + hanging,
            break_long_words=False,
            break_on_hyphens=False,
        ):
            say(part, style)

    def list(self, things: Iterable[object], lead: str = "", style: str | None = None) -> None:
        """Say things one after the other, broken between them and never inside."""
        line, started = f"  {lead}", False
        for thing, is_last in _with_last(list(map(str, things))):
            part = thing if is_last else f"{thing},"
            if started and len(line) + 1 + len(part) > console.width:
                say(line, style)
                line, started = "    ", False
            line += f" {part}" if started else part
            started = True
        say(line, style)

    def map(self, lines: Sequence[str]) -> None:
        """Print a map; a narrow window cuts its lines off and gets a notice."""
        widest = max(map(len, lines))
        for line in lines:
            say(line[: console.width])
        if widest > console.width:
            self.tell("narrow", "yellow", columns=widest, width=console.width)

    def picture(self, id_: str) -> None:
        """Show a tile as it lies unturned, and describe it."""
        for line in text.tile_lines(_TILES[id_]):
            say(f"  {line}")
        self.say(self.tile(id_))


def _with_last(things: list[str]) -> Iterable[tuple[str, bool]]:
    return ((thing, number == len(things)) for number, thing in enumerate(things, start=1))
