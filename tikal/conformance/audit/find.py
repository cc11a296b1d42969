"""Finding games: files themselves, and the records below folders."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from attrs import frozen

from tikal._support.wording import by_number
from tikal.errors import TikalError
from tikal.notation.documents.limits import DocumentKind
from tikal.notation.documents.parsing import format_name
from tikal.notation.loading import is_too_large, read_file

_GAMES: Final[tuple[DocumentKind, ...]] = ("record", "position")
_FORMATS: Final = tuple(map(format_name, _GAMES))
#: The start of this library's own JSON documents, which need not be parsed.
_OWN_FORMAT: Final = re.compile(
    rb'(?:\xef\xbb\xbf)?\s*\{\s*"format"\s*:\s*"(?:%s)' % "|".join(_FORMATS).encode()
)


@frozen
class NotOrdinary:
    """A pipe, a socket or a device below a folder: named in the audit, and never opened."""

    path: Path


def find_games(*paths: Path) -> Iterator[Path | NotOrdinary]:
    """Files themselves, and all games below folders, in the order in which people count; each once.

    In a folder, games are the files that end in .tikal or .json, but not JSON of other programs;
    what is too large to tell is given too, so that it is reported.
    """
    seen: set[Path] = set()  # arguments and targets of links, not every game of a large corpus
    for path in paths:
        root = Path(os.path.realpath(path))
        for game in _games_at(path):
            place = Path(os.path.realpath(game))
            is_link = place != root / game.relative_to(path)
            if place in seen or _is_found_in(seen, place):
                continue
            if is_link and _is_found_in({root}, place):
                continue
            if is_link:
                seen.add(place)
            # one that is named itself is read, such as the pipe of a shell
            yield NotOrdinary(game) if game != path and _blocks(game) else game
        seen.add(root)


# A path that cannot even be examined (in a folder without permission, with too long a name) counts
# as a game, so that reading it reports the error. The functions of `os.path` never raise.


def _is_found_in(folders: set[Path], place: Path) -> bool:
    """Whether a walk through the folders finds the game at this place, or cannot enter it."""
    if folders.isdisjoint(place.parents):
        return False
    return os.path.isdir(place) or (os.path.lexists(place) and _is_a_game(place))  # noqa: PTH112


def _games_at(path: Path) -> Iterator[Path]:
    if not os.path.isdir(path):  # noqa: PTH112
        yield path
        return
    unreadable: list[OSError] = []
    for folder, subfolders, files in os.walk(path, onerror=unreadable.append):
        subfolders.sort(key=by_number)
        for name in sorted(files, key=by_number):
            if _is_a_game(Path(folder, name)):
                yield Path(folder, name)

    yield from (Path(error.filename) for error in unreadable)  # reading them reports the error


def _is_a_game(path: Path) -> bool:
    ending = path.suffix.lower()
    if ending not in (".tikal", ".json"):
        return False
    if os.path.isdir(path):  # noqa: PTH112
        return False
    return _blocks(path) or ending == ".tikal" or not _is_of_another_program(path)


def _blocks(path: Path) -> bool:
    """Whether it is neither a file nor a folder: opening a pipe would wait for its writer."""
    is_other = not os.path.isfile(path) and not os.path.isdir(path)  # noqa: PTH112, PTH113
    return is_other and os.path.exists(path)  # noqa: PTH110


def _is_of_another_program(path: Path) -> bool:
    """Whether this is valid JSON in another format; a damaged file may have been a game."""
    try:
        text = read_file(path)
        if is_too_large(text) or _OWN_FORMAT.match(text):
            return False  # a truncated read cannot tell the format
        data = json.loads(text)
    except (TikalError, ValueError, RecursionError):
        return False
    given = data.get("format") if isinstance(data, dict) else None
    return not str(given).startswith(_FORMATS)
