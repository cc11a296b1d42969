"""The clause registry: clauses, their editions, and the rulings on open questions.

The entries are under `spec/` in a checkout and travel inside the wheel. They are read when first
asked for. Where a clause is enforced and stated is found by `tikal.law.sources`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final, Protocol, TypeVar

from tikal import languages
from tikal._support.resources import specification
from tikal._support.wording import brief
from tikal.editions import EDITIONS, Edition
from tikal.errors import InvalidArgument, UnknownClause, WrongType
from tikal.law.entries import CLAUSE_KINDS, Clause, ClauseKind, Difference, Reading, Ruling, Stance

T = TypeVar("T")


# --- queries -----------------------------------------------------------------------------------


def clause(id: str) -> Clause:  # noqa: A002 - what `tikal.Clause` calls it
    """The entry of one clause; `UnknownClause` with a hint if there is none."""
    return _lookup(id, _clauses(), "clause")


def clauses(
    chapter: str | None = None,
    edition: Edition | str | None = None,
    kind: ClauseKind | None = None,
) -> tuple[Clause, ...]:
    """The clauses in the order of the rulebook: all, or those of one chapter, edition or kind.

    An edition's clauses are all that apply to its game, also where its rulebook is silent and a
    ruling fills the gap. A house edition has no rulebook, so `edition` must be a printed one.
    """
    for name, value in (("chapter", chapter), ("kind", kind)):
        if not isinstance(value, str | None):
            raise WrongType(f"a {name} is named by a str, not by {type(value).__name__}")
    key = edition.key if isinstance(edition, Edition) else edition
    if not isinstance(key, str | None):
        raise WrongType(f"an edition is an Edition or its key, not {type(key).__name__}")
    if key is not None and key not in EDITIONS:
        raise InvalidArgument(f"no edition {brief(key)}: there are {', '.join(EDITIONS)}")
    if kind is not None and kind not in CLAUSE_KINDS:
        raise InvalidArgument(f"no kind {brief(kind)}: there are {', '.join(CLAUSE_KINDS)}")
    if chapter is not None and chapter not in chapters():
        raise InvalidArgument(f"no chapter {brief(chapter)}: there are {', '.join(chapters())}")
    return tuple(
        entry
        for entry in _clauses().values()
        if (chapter is None or entry.chapter == chapter)
        and (kind is None or kind in entry.kinds)
        and (key is None or _applies(entry, key))
    )


def ruling(id: str) -> Ruling:  # noqa: A002
    """The entry of one ruling; `UnknownClause` with a hint if there is none."""
    return _lookup(id, _rulings(), "ruling")


def rulings() -> tuple[Ruling, ...]:
    """All rulings, by number."""
    return tuple(_rulings().values())


def difference(id: str) -> Difference:  # noqa: A002
    """The entry of one difference between the editions; `UnknownClause` with a hint if none."""
    return _lookup(id, _differences(), "difference")


def differences() -> tuple[Difference, ...]:
    """All differences between the editions, by number."""
    return tuple(_differences().values())


def chapters(language: str = "en") -> dict[str, str]:
    """The chapters of the rulebook in order, with their titles."""
    titles = languages.entry("words", "chapters", language)
    return {name: titles.get(name) or _read("clauses", name)["title"] for name in CHAPTERS}


def _applies(entry: Clause, key: str) -> bool:
    return key not in entry.editions or entry.editions[key].verdict != "not applicable"


def _lookup(id_: str, entries: Mapping[str, T], what: str) -> T:
    if not isinstance(id_, str):
        raise WrongType(f"a {what} is named by a str, not by {type(id_).__name__}")
    if id_ in entries:
        return entries[id_]
    import difflib  # here, because most ids are right

    known = {entry.upper(): entry for entry in entries}
    near = difflib.get_close_matches(id_.upper()[:40], known, n=1)
    hint = f": did you mean {known[near[0]]}?" if near else ""
    raise UnknownClause(f"no {what} {id_[:40]!r}{hint}")


# --- reading -----------------------------------------------------------------------------------

CHAPTERS: Final = (
    "components", "setup", "turns", "placing", "volcanoes", "passages", "deploying", "walking",
    "temples", "treasures", "exchange", "camps", "guards", "leader", "scoring", "end", "auction",
    "players", "derived",
)  # fmt: skip


@cache
def _read(folder: str, name: str) -> dict[str, Any]:
    text = specification().joinpath(folder, f"{name}.toml").read_text("utf-8")
    return tomllib.loads(text)


@cache
def _clauses() -> dict[str, Clause]:
    return _by_id(
        _clause(entry, chapter)
        for chapter in CHAPTERS
        for entry in _read("clauses", chapter)["clause"]
    )


@cache
def _rulings() -> dict[str, Ruling]:
    files = (file.name for file in specification().joinpath("rulings").iterdir())
    tables = [_read("rulings", name[:-5]) for name in files if name.endswith(".toml")]
    # evidence.toml holds sources and no rulings
    entries = [_ruling(entry) for table in tables for entry in table.get("ruling", ())]
    return _by_id(sorted(entries, key=lambda entry: entry.id))


@cache
def _differences() -> dict[str, Difference]:
    return _by_id(
        Difference(
            id=entry["id"],
            type=tuple(entry["type"]),
            point=entry["point"],
            handling=entry["handling"],
            clauses=tuple(entry["clauses"]),
            editions=entry["editions"],
        )
        for entry in _read("clauses", "differences")["difference"]
    )


class _Entry(Protocol):
    @property
    def id(self) -> str: ...


E = TypeVar("E", bound=_Entry)


def _by_id(entries: Iterable[E]) -> dict[str, E]:
    return {entry.id: entry for entry in entries}


def _clause(entry: dict[str, Any], chapter: str) -> Clause:
    editions = {
        key: Stance(
            verdict=stance["verdict"],
            headings=tuple(stance.get("headings", ())),
            note=stance.get("note", ""),
        )
        for key, stance in entry.get("editions", {}).items()
    }
    return Clause(
        id=entry["id"],
        title=entry["title"],
        chapter=chapter,
        kinds=tuple(entry["kinds"]),
        statement=entry["statement"],
        modelled=entry["modelled"],
        reason=entry.get("reason", ""),
        rulings=tuple(entry["rulings"]),
        differences=tuple(entry["differences"]),
        follows_from=tuple(entry.get("from", ())),
        notes=entry.get("notes", ""),
        editions=editions,
    )


def _ruling(entry: dict[str, Any]) -> Ruling:
    confidence, confidence_in = entry["confidence"], entry.get("confidence_in", {})
    # a text that settles the point leaves no room for another reading
    open_in = [key for key in EDITIONS if confidence_in.get(key, confidence) != "H"]
    readings = tuple(_reading(reading, open_in) for reading in entry.get("readings", ()))
    not_taken = [reading.sentence for reading in readings if not reading.taken_by]
    return Ruling(
        id=entry["id"],
        question=entry["question"],
        answer=entry["answer"],
        confidence=confidence,
        clauses=tuple(entry["clauses"]),
        reasoning=entry["reasoning"],
        rejected=tuple(not_taken if readings else entry["rejected"]),
        evidence=tuple(entry.get("evidence", ())),
        readings=readings,
        switch=entry.get("switch", ""),
        why_no_switch=entry.get("why_no_switch", ""),
        confidence_in=confidence_in,
        only_where=entry.get("only_where", {}),
    )


def _reading(entry: dict[str, Any], open_in: list[str]) -> Reading:
    value = entry.get("value")
    possible_in = {*entry.get("possible_in", open_in), *entry["taken_by"]}
    return Reading(
        key=entry["key"],
        sentence=entry["sentence"],
        taken_by=tuple(entry["taken_by"]),
        possible_in=tuple(key for key in EDITIONS if key in possible_in),
        value=tuple(value) if isinstance(value, list) else value,
    )
