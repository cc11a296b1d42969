"""Questions with numbers at a temple, read as a position and a move, and answered by the engine.

`3 of mine against 2 and 2 on the temple, may I guard it?` is a position with one temple, and the
move `guard a2 W`. A question is read so only if each of its numbers is the figures of a player;
everything else is left to the rules in words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from attrs import frozen

from tikal.asking.directions import direction_of, hard, is_open, number_of
from tikal.asking.lexicon import Term, lexicon
from tikal.asking.tokens import words
from tikal.components import SEATS
from tikal.editions import DEFAULT_EDITION, EDITIONS, Edition
from tikal.engine import check
from tikal.errors import Violation
from tikal.fields import Figure
from tikal.languages import language_data
from tikal.moves import Move, PlaceGuard, Uncover
from tikal.notation.positions import format_position, position
from tikal.state import State

#: The temple of the position: one of the two that are there from the start.
TEMPLE: Final = "a2"
#: Figures of one player at most.
MAX_WORKERS: Final = 18
#: A number before one of these is not a number of figures, ...
_COUNTED: Final = frozenset(
    ("ap", "score", "level", "guard", "camp", "turn", "round", "treasure", "mask", "tile", "stone",
     "temple", "pair", "triplet", "n0", "hundred", "auction", "bid", "volcano", "space")
)  # fmt: skip
#: What a question may speak of, other than numbers; the position knows of nothing else.
_SPOKEN_OF: Final = frozenset(
    ("member", "worker", "leader", "guard", "temple", "strength", "opponent", "player", "owner",
     "need", "game", "put", "presence", "where", "uncover", "recover", "raise", "level", "only",
     "tie", "n1", "single", "all", "have", "take", "found", "when", "stack", "lock")
)  # fmt: skip
_NUMBER: Final = re.compile(r"n\d+|several|fewer-players")
#: Traits that do not turn the question round: `is that enough`, `red has two`, `mij tegen 2`.
_HARMLESS: Final = frozenset(("theirs", "enough", "block"))


@frozen
class Situation:
    """The figures at a temple, those of the player who asks first, and what is to be done."""

    state: State
    move: Move

    @property
    def strengths(self) -> tuple[int, int]:
        """The strength of the player who asks, and of the strongest other player."""
        figures = self.state[TEMPLE].figures
        by_seat = {seat: 3 * leaders + workers for seat, (leaders, workers) in figures.items()}
        return by_seat.pop(1, 0), max(by_seat.values(), default=0)

    @property
    def compares(self) -> bool:
        """Whether the strengths matter."""
        return isinstance(self.move, PlaceGuard)

    @property
    def clause(self) -> str:
        """The clause that allows the move."""
        return "GUARD-02" if self.compares else "TEMPLE-01"

    @property
    def text(self) -> str:
        """The position as a line of text."""
        return format_position(self.state)


@frozen
class Verdicts:
    """What the engine says of a situation in each edition."""

    situation: Situation
    violations: Mapping[str, tuple[Violation, ...]]


def judged(question: str, language: str, edition: Edition | None) -> Verdicts | None:
    """The verdicts on the situation of a question; None if it cannot be read as one."""
    crowd = _crowd(question, language)
    if crowd is None:
        return None
    digs, figures = crowd
    every = {edition.key: edition} if edition else EDITIONS
    found = {key: _situation(figures, digs, each) for key, each in every.items()}
    shown = found.get(DEFAULT_EDITION.key) or next(iter(found.values()))
    return Verdicts(shown, {key: check(each.state, each.move) for key, each in found.items()})


def _situation(figures: list[tuple[int, int]], digs: bool, edition: Edition) -> Situation:
    state = position(
        players=len(figures),
        edition=edition,
        figures={seat: {TEMPLE: each} for seat, each in enumerate(figures, 1) if any(each)},
    )
    guard: Figure = "W" if figures[0][1] else "L"
    return Situation(state, Uncover(TEMPLE) if digs else PlaceGuard(TEMPLE, guard))


def _crowd(question: str, language: str) -> tuple[bool, list[tuple[int, int]]] | None:
    """Whether the question is about digging, and (leaders, workers) of each player there."""
    if is_open(question, language) or hard(direction_of(question, language)) - _HARMLESS:
        return None
    written = words(question)
    named = [_concepts(word, language) for word in written]
    about = frozenset[str]().union(*named)
    digs = "uncover" in about and "guard" not in about
    others = {each for each in about - _SPOKEN_OF if not _NUMBER.fullmatch(each)}
    if others or not (digs or about & {"guard", "strength"}):
        return None
    if sum("guard" in each for each in named) > 1:  # one of them is there already
        return None
    counted = [number_of(word, language) for word in written]
    if any(
        number and following & _COUNTED
        for number, following in zip(counted, named[1:], strict=False)
    ):
        return None
    data = language_data(language)
    at = next((at for at, word in enumerate(written) if word in data.against), None)
    is_own = [word in data.oneself for word in written]
    is_other = [
        word in data.others or ("opponent" in names and "member" not in names)
        for word, names in zip(written, named, strict=True)
    ]
    last = max((at for at, number in enumerate(counted) if number), default=len(written))
    if any(is_other[last + 2 :]) and not any(is_own[last + 2 :]):
        return None  # another player's move is asked about
    if at is not None and (
        (any(is_other[:at]) and not any(is_own[:at]))
        or any(own and number for own, number in zip(is_own[at:], counted[at + 1 :], strict=False))
    ):
        return None  # the figures of others stand first
    if at is None:
        sides = _by_player(is_own, is_other, named, counted)
    else:
        sides = _by_side(named, counted, at)
    if sides is None or len(sides) < 2 or len(sides) > max(SEATS):
        return None
    leaders = sum(each for each, _ in sides)
    fits = all(any(side) and side[0] < 2 and side[1] <= MAX_WORKERS for side in sides)
    return (digs, sides) if fits and leaders < 2 else None


def _by_side(
    named: list[frozenset[str]], counted: list[int], at: int
) -> list[tuple[int, int]] | None:
    """Before *against* stand one's own figures, after it those of one more player each."""
    own = [*filter(None, counted[:at])]
    others = [(0, number) for number in counted[at:] if number]
    if any("leader" in each for each in named[at:]) and len(others) < 2:
        others = [(1, number) for _, number in others] or [(1, 0)]
    leader = any("leader" in each for each in named[:at])
    return [(int(leader), sum(own)), *others] if len(own) < 2 else None


def _by_player(
    is_own: list[bool], is_other: list[bool], named: list[frozenset[str]], counted: list[int]
) -> list[tuple[int, int]] | None:
    """Each number counts the figures of the player who was named last, once."""
    found: list[tuple[int, int]] = [(0, 0)]
    whose: int | None = None
    for own, other, names, number in zip(is_own, is_other, named, counted, strict=True):
        if own:
            whose = 0
        elif other:
            if any(found[-1]) or len(found) == 1:
                found.append((0, 0))
            whose = len(found) - 1
        if "leader" in names or number:
            if whose is None or (number and found[whose][1]):
                return None
            leaders, workers = found[whose]
            found[whose] = (leaders + ("leader" in names), workers + number)
    return found


@cache
def _concepts(word: str, language: str) -> frozenset[str]:
    """The concepts that a word may stand for."""
    speech = lexicon(language)
    terms = [each for each in speech.terms(word) if isinstance(each, Term)]
    return frozenset(key for term in terms or speech.split(word) for key in term.keys)
