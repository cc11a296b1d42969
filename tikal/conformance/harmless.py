"""Texts of strangers, made fit to be shown: file names, names of players, answers of engines."""

from __future__ import annotations

import re
from typing import Final

# What XML cannot hold, what moves a terminal's cursor, and what turns the direction of writing.
_UNSEEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)


def harmless(text: str) -> str:
    """A text in which every character that is not to be seen is replaced; lines stay."""
    return _UNSEEN.sub("\ufffd", text.replace("\r\n", "\n"))


def line(text: object) -> str:
    """Anything as one harmless line."""
    return " ".join(harmless(str(text)).split())
