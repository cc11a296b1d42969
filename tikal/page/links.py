"""A position or a whole game in the part of a link behind the `#`: nothing is sent anywhere.

`position=a2=7+1L2&move=guard+a2+L` can be read and written by hand; `game=` holds the record of a
game, compressed. Both may go on with `&at=12` and `&language=fr`; `&seat=2` says by whom the move
would be made.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from typing import Final
from urllib.parse import quote_plus, unquote_plus

from tikal.errors import InvalidNotation, Mistake
from tikal.moves import Move
from tikal.notation.documents.limits import MAX_DOCUMENT_CHARACTERS
from tikal.notation.positions import format_position
from tikal.page.requests import unknown_key
from tikal.state import State

#: The names that a fragment may hold.
NAMES: Final = ("position", "game", "move", "seat", "at", "language")
#: No browser takes longer links along.
MAX_LINK_CHARACTERS: Final = 200_000
_UNQUOTED: Final = ";=,:/"


def link(**parts: str) -> str:
    """A fragment, without the `#`, that `read_link` reads back."""
    return "&".join(f"{name}={quote_plus(value, safe=_UNQUOTED)}" for name, value in parts.items())


def link_to(state: State, move: Move | str, seat: int | None = None, language: str = "en") -> str:
    """A fragment that asks about a move of a seat, which is left out where it is its turn."""
    parts = {"position": format_position(state), "move": str(move)}
    if seat not in (None, state.active):
        parts["seat"] = str(seat)
    if language != "en":
        parts["language"] = language
    return link(**parts)


def read_link(fragment: str) -> dict[str, str]:
    """The parts of a fragment, with or without its `#`."""
    if len(fragment) > MAX_LINK_CHARACTERS:
        raise InvalidNotation(Mistake("link/long", most=MAX_LINK_CHARACTERS, have=len(fragment)))
    found: dict[str, str] = {}
    for part in fragment.removeprefix("#").split("&"):
        name, _, value = part.partition("=")
        if name not in NAMES:
            raise InvalidNotation(unknown_key(name, "part of a link", NAMES))
        if name in found:
            raise InvalidNotation(Mistake("link/twice", name=name))
        found[name] = unquote_plus(value)
    return found


def packed(text: str) -> str:
    """A text as it travels in a link."""
    deflated = zlib.compress(text.encode(), 9)
    return base64.urlsafe_b64encode(deflated).decode().rstrip("=")


def unpacked(text: str) -> str:
    """The text that travelled in a link; one that would become endless is refused."""
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        inflater = zlib.decompressobj()
        found = inflater.decompress(data, MAX_DOCUMENT_CHARACTERS)
        if not inflater.eof:
            raise InvalidNotation(Mistake("link/cut"))
        return found.decode()
    except (binascii.Error, zlib.error, ValueError) as error:
        if isinstance(error, InvalidNotation):
            raise
        raise InvalidNotation(Mistake("link/damaged")) from None
