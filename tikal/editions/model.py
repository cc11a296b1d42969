"""The classes `Edition` and `Switch`.

A switch is one point that a table may decide otherwise: a real difference between the printed
rulebooks, or a contested reading of one. It is declared once, as a field of `Edition` whose
metadata say what its values mean; `SWITCHES` is read from these fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, reduce
from operator import attrgetter
from typing import Any, Final, Literal, TypeAlias, get_args

from attrs import evolve, field, fields, frozen

from tikal._support.wording import brief
from tikal.errors import InvalidArgument, InvalidNotation, Mistake, WrongType

Criterion = Literal["guard", "second-guard", "tokens", "treasure-points"]
CRITERIA: Final[tuple[Criterion, ...]] = get_args(Criterion)
SecondDig = Literal["present", "different", "one"]
FinalRoundOpener = Literal["left-neighbour", "last-placer"]
SwitchValue: TypeAlias = bool | int | str | tuple[str, ...]

#: Longer keys and titles of an edition are refused.
MAX_NAME_CHARACTERS: Final = 4_000


@frozen
class Switch:
    """One point that a table may decide otherwise."""

    name: str
    #: The meaning of each value; if `ranked`, of each element of a value.
    values: Mapping[SwitchValue, str] = field(hash=False)
    #: The differences and rulings that it plays.
    belongs_to: tuple[str, ...]
    #: The clauses that it touches.
    clauses: tuple[str, ...]
    #: The first version of stored positions that has it: see `tikal.editions.stored`.
    since: int
    #: Whether a value is a tuple of different elements, the most important first.
    ranked: bool = False

    @property
    def editions(self) -> dict[str, SwitchValue]:
        """Its value in each printed edition."""
        from tikal.editions.printed import EDITIONS

        return {key: edition.switches()[self.name] for key, edition in EDITIONS.items()}

    def takes(self, value: object) -> bool:
        """Whether it can have this value."""
        if self.ranked:
            return (
                type(value) is tuple
                and all(type(element) is str and element in self.values for element in value)
                and len(set(value)) == len(value)
            )
        return any(type(value) is type(known) and value == known for known in self.values)

    def text(self, value: SwitchValue) -> str:
        """A value as it is written: `yes` and `no` for True and False."""
        if isinstance(value, tuple):
            return ",".join(value) or "none"
        return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)

    def in_language(self, language: str) -> Switch:
        """The same switch with the meanings of its values in another language."""
        from tikal.languages import entry

        meanings = entry("switches", self.name, language).get("values", {})
        texts = {value: meanings.get(self.text(value), text) for value, text in self.values.items()}
        return evolve(self, values=texts)

    def rule(self, value: SwitchValue) -> str:
        """A value as a house rule is written: `second_dig=different`."""
        return f"{self.name}={self.text(value)}"

    def meaning(self, value: SwitchValue, language: str = "en") -> str:
        """The meaning of a value, as a sentence."""
        from tikal.languages import sentence

        meanings = self.in_language(language).values
        if not isinstance(value, tuple):
            return meanings[value]
        if not value:
            return sentence("commands", "switch/shared", {}, language)
        return reduce(
            lambda first, then: sentence(
                "commands", "switch/then", {"first": first, "then": then}, language
            ),
            (meanings[criterion] for criterion in value),
        )

    def expected(self) -> str:
        """The values that can be written."""
        if self.ranked:
            return f"none, or a list such as {','.join(map(self.text, list(self.values)[::2]))}"
        return " or ".join(map(self.text, self.values))

    def read(self, text: str) -> SwitchValue:
        """The value that a text stands for; `InvalidNotation` says what it can be."""
        if self.ranked:
            value: SwitchValue = () if text == "none" else tuple(text.split(","))
            if self.takes(value):
                return value
        for known in self.values:
            if not self.ranked and self.text(known) == text:
                return known
        written = repr(text[:40])
        if self.ranked:
            example = ",".join(map(self.text, list(self.values)[::2]))
            raise InvalidNotation(
                Mistake("switch/list", name=self.name, example=example, written=written)
            )
        known = (*map(self.text, self.values),)
        raise InvalidNotation(Mistake("switch/value", name=self.name, known=known, written=written))


def switch(
    values: Mapping[SwitchValue, str],
    *,
    belongs_to: tuple[str, ...],
    clauses: tuple[str, ...],
    since: int,
    ranked: bool = False,
) -> dict[str, Any]:
    """The metadata of a field of `Edition` that is a switch: the other fields of its `Switch`."""
    return {
        "values": values, "belongs_to": belongs_to, "clauses": clauses, "since": since,
        "ranked": ranked,
    }  # fmt: skip


@frozen
class Edition:
    """One rulebook: a key, a title, and its switches, which `tikal.switches` explains.

    A table that plays otherwise makes a house edition with `tikal.house`.
    """

    key: str
    title: str
    camp_requires_member: bool = field(
        metadata=switch(
            {
                False: "a camp may be founded where none of its owner's members stands",
                True: "a camp is founded only where one of its owner's members stands",
            },
            belongs_to=("DIFF-01", "Q-28"),
            clauses=("CAMP-03",),
            since=1,
        ),
    )
    volcano_may_foreclose: bool = field(
        metadata=switch(
            {
                True: "a volcano may wall off a space for good",
                False: "a volcano laid beside another may not wall off a space",
            },
            belongs_to=("DIFF-02", "Q-05"),
            clauses=("PLACE-05",),
            since=1,
        ),
    )
    tiebreak: tuple[Criterion, ...] = field(
        metadata=switch(
            {
                "guard": "the owner of the guard on the most valuable temple wins",
                "second-guard": "the owner of the more valuable second guarded temple wins",
                "tokens": "the owner of more treasure tokens wins",
                "treasure-points": "more points for treasures win",
            },
            belongs_to=("DIFF-04", "DIFF-41", "Q-71"),
            clauses=("END-06", "END-07", "END-08"),
            since=1,
            ranked=True,
        ),
    )
    has_auction: bool = field(
        metadata=switch(
            {
                True: "there is an auction game",
                False: "there is no auction game",
            },
            belongs_to=("DIFF-09", "Q-84"),
            clauses=("AUCTION-01",),
            since=1,
        ),
    )
    second_dig: SecondDig = field(
        default="present",
        metadata=switch(
            {
                "present": "the second level or token of a turn needs two own members on the hex",
                "different": "the second level or token of a turn needs a different member",
                "one": "one member may dig both levels or tokens of a turn",
            },
            belongs_to=("DIFF-15", "Q-37", "Q-38", "Q-45"),
            clauses=("TEMPLE-03", "TREASURE-03"),
            since=1,
        ),
    )
    stones_towards_volcanoes: bool = field(
        default=False,
        metadata=switch(
            {
                False: "a stone on an edge towards a volcano does not let a tile be laid",
                True: "a stone on an edge towards a volcano lets a tile be laid, too",
            },
            belongs_to=("Q-02",),
            clauses=("PLACE-02", "DER-01"),
            since=1,
        ),
    )
    beside_volcanoes_only: bool = field(
        default=True,
        metadata=switch(
            {
                True: "a volcano may be laid where the only explored neighbours are volcanoes",
                False: "a tile must touch an explored hex that is not a volcano",
            },
            belongs_to=("Q-03",),
            clauses=("PLACE-01",),
            since=1,
        ),
    )
    same_kind_exchange: bool = field(
        default=True,
        metadata=switch(
            {
                True: "a treasure may be exchanged for one of the same kind",
                False: "a treasure may not be exchanged for one of the same kind",
            },
            belongs_to=("DIFF-47", "Q-49"),
            clauses=("SWAP-05",),
            since=1,
        ),
    )
    guard_scores_alone: bool = field(
        default=True,
        metadata=switch(
            {
                True: "a guarded temple counts for the owner of its guard alone",
                False: "a guarded temple also counts for another player who is strongest there",
            },
            belongs_to=("DIFF-33", "Q-85"),
            clauses=("GUARD-10", "SCORE-04"),
            since=1,
        ),
    )
    final_round_opener: FinalRoundOpener = field(
        default="left-neighbour",
        metadata=switch(
            {
                "left-neighbour": "the player to the left of the last placer opens the final round",
                "last-placer": "the player who placed the last tile opens the final round",
            },
            belongs_to=("DIFF-03", "Q-70"),
            clauses=("END-03", "DER-07"),
            since=1,
        ),
    )
    lowest_bid: int = field(
        default=1,
        metadata=switch(
            {
                1: "the lowest bid is 1",
                0: "the first bid of an auction may be 0",
            },
            belongs_to=("Q-73",),
            clauses=("AUCTION-08",),
            since=1,
        ),
    )
    final_ties_from: FinalRoundOpener = field(
        default="left-neighbour",
        metadata=switch(
            {
                "left-neighbour": "a last placer who is tied comes last of them in the final round",
                "last-placer": "a last placer who is tied comes first of them in the final round",
            },
            belongs_to=("Q-80",),
            clauses=("AUCTION-26",),
            since=2,
        ),
    )

    def __attrs_post_init__(self) -> None:
        for name in invalid_fields(self):
            value = getattr(self, name)
            if name not in ("key", "title"):
                known = switch_named(name)
                values = ", ".join(map(repr, known.values))
                what = "a tuple of some of" if known.ranked else "one of"
                raise WrongType(f"{name} is {what} {values}, not {brief(value)}")
            if type(value) is not str or not value.strip():
                raise WrongType(f"the {name} of an edition is a non-empty str")
            raise InvalidArgument(f"the {name} of an edition is too long")

    def __getstate__(self) -> dict[str, object]:
        """The fields, with the version of what is stored."""
        from tikal.editions.stored import STORED_VERSION

        return {"version": STORED_VERSION, **{each: getattr(self, each) for each in _NAMES}}

    def __setstate__(self, stored: Mapping[str, object]) -> None:
        """Fill in what was stored; switches of later versions take the value of the edition.

        Like the constructor of a position this checks no values; `problems` does.
        """
        from tikal.editions.stored import absent_switches, require_stored_version

        require_stored_version(stored.get("version", 1), "pickled edition")
        values = {name: stored[name] for name in _NAMES if name in stored}
        for name, value in {**absent_switches(values), **values}.items():
            object.__setattr__(self, name, value)

    def switches(self) -> dict[str, SwitchValue]:
        """Every switch with its value."""
        return {switch.name: getattr(self, switch.name) for switch in SWITCHES}

    def __str__(self) -> str:
        return self.title


#: Every switch, in the order of the fields of `Edition`.
SWITCHES: Final = tuple(Switch(each.name, **each.metadata) for each in fields(Edition)[2:])


_NAMES: Final = tuple(each.name for each in fields(Edition))
_values_of: Final = attrgetter(*_NAMES)


def invalid_fields(edition: Edition) -> tuple[str, ...]:
    """The fields whose value no edition has; only a forged or damaged edition has such fields."""
    try:
        values = _values_of(edition)
        inner = [tuple(map(type, value)) for value in values if type(value) is tuple]
        return _invalid(values, (*map(type, values), *inner))  # equal values differ by their types
    except Exception:  # a field is missing or cannot be hashed, and a forged one may raise anything
        pass
    found = {name: getattr(edition, name, None) for name in _NAMES}
    return tuple(name for name, value in found.items() if not _takes(name, value))


@lru_cache(maxsize=256)
def _invalid(values: tuple[Any, ...], _types: object) -> tuple[str, ...]:
    named = zip(_NAMES, values, strict=True)
    return tuple(name for name, value in named if not _takes(name, value))


def _takes(name: str, value: object) -> bool:
    if name in ("key", "title"):
        return type(value) is str and bool(value.strip()) and len(value) <= MAX_NAME_CHARACTERS
    return switch_named(name).takes(value)


def switches() -> tuple[Switch, ...]:
    """Every switch of `Edition`, in the order of its fields."""
    return SWITCHES


def switch_named(name: str) -> Switch:
    """One switch by its name."""
    for each in SWITCHES:
        if each.name == name:
            return each
    names = ", ".join(each.name for each in SWITCHES)
    raise InvalidArgument(f"no switch {name[:40]!r}: there are {names}")
