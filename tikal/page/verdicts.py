"""A verdict to be sent to others: as text and as a picture."""

from __future__ import annotations

from tikal.counsel.render import parts
from tikal.languages import joined, labelled, sentence, title
from tikal.notation.positions import format_position
from tikal.page.opinions import Asked, way_words, wish_of
from tikal.pictures.svg import board_svg


def verdict_title(asked: Asked, language: str) -> str:
    """The verdict in one line: `Recover a treasure on b3: not legal, Rio Grande 1999`."""
    word = sentence("controls", "legal.yes" if asked.found.legal else "legal.no", {}, language)
    wish = wish_of(asked, language)
    phrase = str(wish["asked"]) if wish else asked.phrase(language)
    edition = title(asked.found.edition, language)
    return labelled(phrase[:1].upper() + phrase[1:], f"{word}, {edition}", language)


def verdict_text(asked: Asked, language: str) -> str:
    """The verdict, what it rests on, what helps, other books, and the position to try it in."""
    found, names = asked.found, asked.game.names
    why, remedies, elsewhere = "why", "remedies", "elsewhere"
    by_title = {
        sentence("counsel", f"title/{each}", {}, language): each
        for each in (why, remedies, elsewhere)
    }
    lines = [verdict_title(asked, language)]
    if wish := wish_of(asked, language):
        step = {"step": asked.phrase(language)}
        lines += [str(_text(wish["why"])), sentence("controls", "verdict.step", step, language)]
    for part in parts(found, language, names):
        lines += ["", part.title]
        shown = list(part.lines)
        if by_title[part.title] == remedies:  # in words, not in notation
            words = [(0, way_words(way, found, names, language)) for way in found.remedies.ways]
            shown = [*words, *shown[len(words) :]]
        lines += [f"{'  ' * depth}- {text}" for depth, text in shown]
    lines += ["", format_position(asked.state), str(found.move)]
    return "\n".join(lines)


def _text(why: object) -> object:
    return why["text"] if isinstance(why, dict) else why


def verdict_svg(asked: Asked, language: str) -> str:
    """The board with the move that is judged, and below it the verdict and its reasons."""
    found = asked.found
    wish = wish_of(asked, language)
    heading = verdict_title(asked, language)
    return board_svg(
        asked.state,
        move=found.move,
        violations=found.violations,
        names=asked.game.names,
        panel=False,
        crop=True,
        size=760,
        language=language,
        title=joined([heading, str(_text(wish["why"]))], language) if wish else heading,
    )
