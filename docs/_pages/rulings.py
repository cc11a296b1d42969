"""All rulings on one page, by chapter, so that the browser's search covers them all."""

from __future__ import annotations

import tomllib

from docs._pages import translations
from docs._pages.markdown import Pages, bullets, heading, page, table
from tikal._support.resources import specification
from tikal.editions import EDITIONS
from tikal.law.entries import Reading, Ruling, confidences_text
from tikal.law.registry import chapters, clause, rulings


def pages() -> Pages:
    """The one page."""
    return {"rulings.md": _rulings()}


def _rulings() -> str:
    by_chapter: dict[str, list[Ruling]] = {}
    for entry in rulings():
        by_chapter.setdefault(clause(entry.clauses[0]).chapter, []).append(entry)
    parts = [
        part
        for name, title in chapters().items()
        if name in by_chapter
        for part in (f"## {title}", *map(_ruling, by_chapter[name]))
    ]
    return page(
        "# Rulings",
        f"{len(rulings())} questions that the rulebooks leave open, or answer in more than one "
        "way, and the answers this library goes by.\n"
        "Each says why, which readings were not taken, and how sure it is, in each edition where "
        "that differs; a reading is possible where the text of the book leaves room for it.\n"
        "Where a table may choose another reading, a [switch](switches.md) plays it.\n"
        "Question, answer and readings unfold in the other languages below each.\n"
        "Use your browser's search on this page, or `tikal explain Q-37`.",
        *parts,
        "## Where the evidence comes from",
        bullets(f"**{key}**: {source}" for key, source in _evidence().items()),
    )


def _evidence() -> dict[str, str]:
    text = specification().joinpath("rulings", "evidence.toml").read_text("utf-8")
    return dict(tomllib.loads(text)["evidence"])


def _ruling(entry: Ruling) -> str:
    return page(
        heading(3, entry.id, entry.question),
        f"**{entry.answer}**",
        f"Why ({confidences_text(entry)}): {entry.reasoning}",
        _readings(entry),
        bullets(
            [f"Not taken: {reading}" for reading in entry.rejected if not entry.readings]
            + [f"Evidence: {evidence}" for evidence in entry.evidence]
        ),
        _why_no_switch(entry),
        f"Clauses: {', '.join(entry.clauses)}.",
        translations.ruling(entry),
    )


def _readings(entry: Ruling) -> str:
    """All readings with their keys, who takes them, and what to turn in order to play them."""
    rows = [(f"`{r.key}`", r.sentence, _taken_by(r), _room_in(r)) for r in entry.readings]
    heads = ("reading", "meaning", "taken by", "also possible in")
    if not entry.switch:
        return table(heads, rows)
    played = [(_played_with(entry, reading),) for reading in entry.readings]
    return table(
        (*heads, "played with"),
        (row + more for row, more in zip(rows, played, strict=True)),
    )


def _why_no_switch(entry: Ruling) -> str:
    without = [f"`{reading.key}`" for reading in entry.readings if reading.value is None]
    which = f" for {', '.join(without)}" if entry.switch else ""
    return f"No switch{which}: {entry.why_no_switch}" if entry.why_no_switch else ""


def _taken_by(reading: Reading) -> str:
    if len(reading.taken_by) == len(EDITIONS):
        return "all editions"
    return ", ".join(f"`{key}`" for key in reading.taken_by) or "not taken"


def _room_in(reading: Reading) -> str:
    """The editions whose texts leave room for a reading that they do not take."""
    return ", ".join(f"`{key}`" for key in reading.possible_in if key not in reading.taken_by)


def _played_with(entry: Ruling, reading: Reading) -> str:
    rule = entry.house_rule(reading)
    return f"[`{rule}`](switches.md#{entry.switch})" if rule else "no switch"
