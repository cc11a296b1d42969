"""Below an example that shows a refusal: a link that opens it on the page.

For `$ tikal check GAME --move MOVE` and its like the game is played again here, from the file that
the page of Markdown shows or from the position in the command. Above other examples a comment says
what to open: `<!-- try: POSITION | MOVE -->`, and `2: MOVE` where it is not the turn of seat 2.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from attrs import frozen
from sphinx.application import Sphinx

import tikal
from docs._pages.playable import Playable, is_built
from tikal.errors import TikalError
from tikal.languages import language_data
from tikal.notation.loading import LoadedGame, game_of

_BLOCK: Final = re.compile(
    r"(?:^<!-- file: (\S+) -->\n)?((?:^<!-- try: [^\n]+ -->\n)*)^```(\w+)\n(.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_TRY: Final = re.compile(r"^<!-- try: (.+) \| (?:(\d): )?(.+) -->$", re.MULTILINE)
_COMMAND: Final = re.compile(r"^\$ tikal \w+ (.+)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
_REFUSAL: Final = re.compile(r"\b([A-Z][A-Z0-9]+-\d\d)(?:: |  )(\w.*)")


@frozen
class Example:
    """A fenced block of a page, and what can be tried of it."""

    text: str
    #: Where it ends on its page.
    end: int
    playable: tuple[Playable, ...]

    @property
    def refusals(self) -> set[str]:
        """The clauses of the refusals that can be read in it; a list of titles has none."""
        titles = {entry.id: entry.title for entry in tikal.clauses()}
        found = _REFUSAL.findall(self.text)
        return {id_ for id_, text in found if id_ in titles and text != titles[id_]}


def examples(page: str) -> Iterator[Example]:
    """The blocks of a page of Markdown."""
    files: dict[str, str] = {}
    for block in _BLOCK.finditer(page):
        file, comments, language, text = block.groups()
        if file:
            files[file] = text
            continue
        found = [
            *_from_comments(comments),
            *(_replayed(text, files) if language == "console" else ()),
        ]
        yield Example(text, block.end(), tuple(dict.fromkeys(found)))


def _from_comments(comments: str) -> Iterator[Playable]:
    """The playable moves that the comments above a block declare."""
    for position, seat, move in _TRY.findall(comments):
        yield Playable(tikal.parse_position(position), move, int(seat) if seat else None)


def _replayed(text: str, files: dict[str, str]) -> Iterator[Playable]:
    """The moves that commands say are refused, as far as that follows from the page alone."""
    for arguments, printed in _COMMAND.findall(text):
        game, *words = shlex.split(arguments)
        options = dict(pairwise(words))
        language = options.get("--lang", "en")
        found = _game(files.get(game, game), options.get("--move"))
        refusal = found and found.refusal
        if found and refusal and any(v.text(language) in printed for v in refusal.violations):
            yield Playable(found.last, refusal.move, language=language)


def _game(text: str, moves: str | None) -> LoadedGame | None:
    """The game that a command was given, perhaps with further moves."""
    try:
        game = game_of(text.encode())
        return game.then(tikal.parse_moves(moves)) if moves else game
    except TikalError:
        return None  # what it was given is not a game: a question, or a file that it has made


# --- for Sphinx --------------------------------------------------------------------------------


def add_links(_app: Sphinx, name: str, source: list[str]) -> None:
    """Put a line with links below every example that can be tried."""
    page, up = source[0], "../" * name.count("/")
    for example in reversed(list(examples(page)) if is_built() else []):
        links = f"\n\n{_links(example, up)}\n" if example.playable else ""
        page = page[: example.end] + links + page[example.end :]
    source[0] = page


def _links(example: Example, up: str) -> str:
    if len(example.playable) == 1:
        return example.playable[0].link(up=up)
    return " · ".join(
        each.link(f"Try {_title(each)} on the board", up) for each in example.playable
    )


def _title(each: Playable) -> str:
    spoken = f" ({language_data(each.language).name})" if each.language != "en" else ""
    return f"<code>{each.move}</code>{spoken}"
