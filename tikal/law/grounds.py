"""The grounds of a refusal in an edition: the letter of its rulebook, rulings, or a house rule.

The entries are those of `spec/grounds.toml`, which says when a refusal rests on a ruling.
"""

from __future__ import annotations

import tomllib
from functools import cache, partial
from typing import Any, Final

from attrs import evolve, field, frozen

from tikal._support.resources import specification
from tikal.editions import EDITIONS, Edition, base_of, edition_of, turned
from tikal.languages import joined, sentence
from tikal.law.entries import BookVerdict, Ruling, Stance, confidence_text
from tikal.law.registry import _lookup, clause, ruling

#: Verdicts of a rulebook that has a text on the clause.
_BY_THE_BOOK: Final[tuple[BookVerdict, ...]] = ("says", "implied", "partly")


@frozen
class Grounds:
    """The grounds of a refusal in an edition."""

    #: The key of the refusal, and the clause it cites.
    key: str
    clause: str
    #: The key of the printed edition whose book is asked: of a house edition, what it changes.
    book: str
    #: The stance of that rulebook on this very point, which may differ from that on the clause.
    stance: Stance
    #: The rulings without which the book would not carry the refusal.
    rulings: tuple[Ruling, ...] = ()
    #: Whether moves are refused for this reason at all; otherwise the edition has no such rule.
    in_force: bool = True
    #: Whether neither the book nor a ruling carries it, but only what the house has changed.
    of_the_house: bool = False

    @property
    def summary(self) -> str:
        """One line, such as `by the letter (Recover treasure)`."""
        return self.text()

    def text(self, language: str = "en") -> str:
        """The summary in a language; headings are those of the book."""
        say = partial(sentence, "grounds", language=language)
        if not self.in_force:
            return say("not-in-force")
        if self.of_the_house:
            return say("of-the-house")
        verdict = self.stance.verdict
        if verdict == "partly" and not self.rulings:
            verdict = "says"  # the house has turned the ruling, and what it leaves is the letter
        parts = _by_ruling(self.rulings, self.book, language)
        if verdict in _BY_THE_BOOK:
            parts.insert(0, say(verdict, {"headings": "; ".join(self.stance.headings)}))
        return joined(parts, language)


def grounds(key: str, edition: Edition | str) -> Grounds:
    """The grounds of a refusal in an edition, by the `key` of its `tikal.Violation`.

    A house edition is judged by the book it changes; what that book does not have is a rule of the
    house, and so is what the house plays against it. `UnknownClause` with a hint if there is no
    such refusal, `InvalidArgument` if nothing is written down about the clause in that book.
    """
    entry = _lookup(key, _entries(), "refusal")
    played = edition_of(edition)
    book = base_of(played)
    values, printed, changed = played.switches(), book.switches(), turned(played, book)
    stance = clause(entry.clause).stance(book.key)
    if book.key in entry.verdicts:
        stance = evolve(stance, verdict=entry.verdicts[book.key], note="")
    needed = tuple(map(ruling, entry.rulings.get(book.key, ())))
    found = Grounds(
        key=key,
        clause=entry.clause,
        book=book.key,
        stance=stance,
        rulings=tuple(each for each in needed if each.switch not in changed),
        in_force=entry.is_in_force(values),
    )
    if not found.in_force:
        return evolve(found, rulings=())
    is_the_houses = (
        (not entry.is_in_force(printed) and book.key not in entry.verdicts)
        or bool(changed & set(entry.replaced_by))
        or not (found.rulings or stance.verdict in _BY_THE_BOOK)
    )
    return evolve(found, rulings=(), of_the_house=True) if is_the_houses else found


def _by_ruling(rulings: tuple[Ruling, ...], book: str, language: str) -> list[str]:
    by_confidence: dict[str, list[str]] = {}
    for each in rulings:
        by_confidence.setdefault(each.confidence_for(book), []).append(each.id)
    return [
        sentence(
            "grounds",
            "ruling" if len(ids) == 1 else "rulings",
            {"ids": ", ".join(ids), "confidence": confidence_text(degree, language)},
            language,
        )
        for degree, ids in by_confidence.items()
    ]


# --- reading -----------------------------------------------------------------------------------


@frozen
class _Entry:
    clause: str
    #: By the key of a printed edition.
    rulings: dict[str, tuple[str, ...]] = field(hash=False)
    verdicts: dict[str, BookVerdict] = field(hash=False)
    #: The values that switches must have.
    only_where: dict[str, object] = field(hash=False)
    replaced_by: tuple[str, ...]

    def is_in_force(self, values: dict[str, Any]) -> bool:
        """Whether an edition with these switches has such a rule."""
        return all(values[name] == value for name, value in self.only_where.items())


@cache
def _entries() -> dict[str, _Entry]:
    table = tomllib.loads(specification().joinpath("grounds.toml").read_text("utf-8"))
    conditions: dict[str, dict[str, object]] = {}
    for condition in table["only_where"]:
        for key in condition["keys"]:
            conditions.setdefault(key, {})[condition["switch"]] = condition["value"]
    return {
        key: _Entry(
            clause=key.split("/")[0],
            rulings={book: tuple(ids) for book, ids in _by_book(rulings).items()},
            verdicts=_by_book(table["stances"].get(key, {})),
            only_where=conditions.get(key, {}),
            replaced_by=tuple(s for s, keys in table["replaced_by"].items() if key in keys),
        )
        for key, rulings in table["rulings"].items()
    }


def _by_book(value: Any) -> dict[str, Any]:  # noqa: ANN401 - what TOML holds
    """The values of all editions, from one for all or from one for each."""
    return value if isinstance(value, dict) else dict.fromkeys(EDITIONS, value)
