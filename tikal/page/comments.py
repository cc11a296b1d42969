"""Comments on the moves of a game: one text for each place, of as many lines as it has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from attrs import evolve

from tikal.errors import InvalidNotation
from tikal.notation.documents.readings import several
from tikal.notation.records import Comment, Line, Record, lines_of
from tikal.page.requests import OBJECT, Request

#: In the order of the game, one for each place.
Comments: TypeAlias = tuple[Comment, ...]

#: Of one comment; the page offers no more.
MAX_CHARACTERS: Final = 2_000
_OBJECTS: Final = several("must be a list of objects", OBJECT)


def joined_comments(comments: Iterable[Comment]) -> Comments:
    """One comment for each place, its texts below each other."""
    texts: dict[int, list[str]] = {}
    for comment in comments:
        texts.setdefault(comment.after, []).append(comment.text)
    return tuple(Comment(after, "\n".join(texts[after])) for after in sorted(texts))


def comments_in(game: Request, moves: int) -> Comments:
    """The comments in a request, none behind the last of its moves."""
    found = [
        _comment(Request(fields, (*game.steps, "comments", place)), moves)
        for place, fields in enumerate(game.optional("comments", _OBJECTS, ()))
    ]
    return joined_comments(sorted((each for each in found if each.text), key=lambda c: c.after))


def _comment(part: Request, moves: int) -> Comment:
    part.require_only(("after", "text"))
    after, text = part.number("after"), part.text("text")
    if not 0 <= after <= moves:
        raise InvalidNotation(f"a comment stands after 0 to {moves} moves, not {after}")
    if len(text) > MAX_CHARACTERS:
        raise InvalidNotation(f"a comment has at most {MAX_CHARACTERS} characters")
    lines = [Line(comment=line).comment for line in text.split("\n") if line.strip()]
    return Comment(after, "\n".join(line for line in lines if line))


def with_comments(record: Record, comments: Comments) -> Record:
    """The record with comments between its lines."""
    single = [Comment(each.after, line) for each in comments for line in each.text.split("\n")]
    return evolve(record, lines=lines_of(record.entries, record.auction, single))
