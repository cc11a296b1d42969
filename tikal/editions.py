"""The four editions of the rulebook as values, their switches, and house editions.

A switch is one point that a table may decide otherwise: a real difference between the printed
rulebooks, or a contested reading of one. `SWITCHES` lists them all; nobody else does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import reduce
from typing import Final, Literal, TypeAlias, get_args

from attrs import evolve, field, fields, frozen

from tikal.errors import InvalidArgument, InvalidNotation, WrongType
from tikal.wording import brief

Criterion = Literal["guard", "second-guard", "tokens", "treasure-points"]
CRITERIA: Final[tuple[Criterion, ...]] = get_args(Criterion)
SecondDig = Literal["present", "different", "one"]
FinalRoundOpener = Literal["left-neighbour", "last-placer"]
SwitchValue: TypeAlias = bool | int | str | tuple[str, ...]

#: How long the key and the title of an edition may be.
LONGEST_NAME: Final = 4_000

# --- switches ----------------------------------------------------------------------------------


@frozen
class Switch:
    """One point that a table may decide otherwise."""

    name: str
    #: What each value means; of `tiebreak`, which is a tuple of them, what each criterion means.
    values: Mapping[SwitchValue, str] = field(hash=False)
    #: The differences and rulings that it plays.
    belongs_to: tuple[str, ...]
    #: The clauses that it touches.
    clauses: tuple[str, ...]

    @property
    def editions(self) -> dict[str, SwitchValue]:
        """Its value in each printed edition."""
        return {key: edition.switches()[self.name] for key, edition in EDITIONS.items()}

    def takes(self, value: object) -> bool:
        """Whether it can have this value."""
        if self.name == "tiebreak":
            return (
                type(value) is tuple
                and all(criterion in CRITERIA for criterion in value)
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
        said = {value: meanings.get(self.text(value), text) for value, text in self.values.items()}
        return evolve(self, values=said)

    def rule(self, value: SwitchValue) -> str:
        """A value as a house rule is written: `second_dig=different`."""
        return f"{self.name}={self.text(value)}"

    def meaning(self, value: SwitchValue, language: str = "en") -> str:
        """The sentence that says what a value means."""
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
        """What can be written as its value."""
        if self.name == "tiebreak":
            return "none, or a list such as guard,tokens"
        return " or ".join(map(self.text, self.values))

    def read(self, text: str) -> SwitchValue:
        """The value that a text stands for; `InvalidNotation` says what it can be."""
        if self.name == "tiebreak":
            value: SwitchValue = () if text == "none" else tuple(text.split(","))
            if self.takes(value):
                return value
        for known in self.values:
            if self.name != "tiebreak" and self.text(known) == text:
                return known
        raise InvalidNotation(f"{self.name} is {self.expected()}, not {text[:40]!r}")


SWITCHES: Final = (
    Switch(
        "camp_requires_member",
        {
            False: "a camp may be founded where none of its owner's members stands",
            True: "a camp is founded only where one of its owner's members stands",
        },
        belongs_to=("DIFF-01", "Q-28"),
        clauses=("CAMP-03",),
    ),
    Switch(
        "volcano_may_foreclose",
        {
            True: "a volcano may wall off a space for good",
            False: "a volcano laid beside another may not wall off a space",
        },
        belongs_to=("DIFF-02", "Q-05"),
        clauses=("PLACE-05",),
    ),
    Switch(
        "tiebreak",
        {
            "guard": "whoever guards the most valuable temple wins",
            "second-guard": "whoever has the more valuable second guarded temple wins",
            "tokens": "whoever owns more treasure tokens wins",
            "treasure-points": "whoever scores more points for treasures wins",
        },
        belongs_to=("DIFF-04", "DIFF-41", "Q-71"),
        clauses=("END-06", "END-07", "END-08"),
    ),
    Switch(
        "has_auction",
        {True: "there is an auction game", False: "there is no auction game"},
        belongs_to=("DIFF-09", "Q-84"),
        clauses=("AUCTION-01",),
    ),
    Switch(
        "second_dig",
        {
            "present": "the second level or token of a turn needs two own members on the hex",
            "different": "the second level or token of a turn needs a different member",
            "one": "one member may dig both levels or tokens of a turn",
        },
        belongs_to=("DIFF-15", "Q-37", "Q-38", "Q-45"),
        clauses=("TEMPLE-03", "TREASURE-03"),
    ),
    Switch(
        "stones_towards_volcanoes",
        {
            False: "a stone on an edge towards a volcano does not let a tile be laid",
            True: "a stone on an edge towards a volcano lets a tile be laid, too",
        },
        belongs_to=("Q-02",),
        clauses=("PLACE-02", "DER-01"),
    ),
    Switch(
        "beside_volcanoes_only",
        {
            True: "a volcano may be laid where the only explored neighbours are volcanoes",
            False: "a tile must touch an explored hex that is not a volcano",
        },
        belongs_to=("Q-03",),
        clauses=("PLACE-01",),
    ),
    Switch(
        "same_kind_exchange",
        {
            True: "a treasure may be exchanged for one of the same kind",
            False: "a treasure may not be exchanged for one of the same kind",
        },
        belongs_to=("DIFF-47", "Q-49"),
        clauses=("SWAP-05",),
    ),
    Switch(
        "guard_scores_alone",
        {
            True: "a guarded temple counts for the owner of its guard alone",
            False: "a guarded temple also counts for another player who is strongest there",
        },
        belongs_to=("DIFF-33", "Q-85"),
        clauses=("GUARD-10", "SCORE-04"),
    ),
    Switch(
        "final_round_opener",
        {
            "left-neighbour": "the player to the left of the last placer opens the final round",
            "last-placer": "the player who placed the last tile opens the final round",
        },
        belongs_to=("DIFF-03", "Q-70"),
        clauses=("END-03", "DER-07"),
    ),
    Switch(
        "lowest_bid",
        {1: "the lowest bid is 1", 0: "the first bid of an auction may be 0"},
        belongs_to=("Q-73",),
        clauses=("AUCTION-08",),
    ),
)


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


# --- editions ----------------------------------------------------------------------------------


@frozen
class Edition:
    """One rulebook: a key, a title, and its switches, which `tikal.switches` explains.

    A table that plays otherwise makes a house edition with `tikal.house`.
    """

    key: str
    title: str
    camp_requires_member: bool
    volcano_may_foreclose: bool
    tiebreak: tuple[Criterion, ...]
    has_auction: bool
    second_dig: SecondDig = "present"
    stones_towards_volcanoes: bool = False
    beside_volcanoes_only: bool = True
    same_kind_exchange: bool = True
    guard_scores_alone: bool = True
    final_round_opener: FinalRoundOpener = "left-neighbour"
    lowest_bid: int = 1

    def __attrs_post_init__(self) -> None:
        for name in ("key", "title"):
            if type(getattr(self, name)) is not str or not getattr(self, name).strip():
                raise WrongType(f"the {name} of an edition is a str that says something")
            if len(getattr(self, name)) > LONGEST_NAME:
                raise InvalidArgument(f"the {name} of an edition is too long")
        for switch in SWITCHES:
            value = getattr(self, switch.name)
            if not switch.takes(value):
                values = ", ".join(map(repr, switch.values))
                what = "a tuple of some of" if switch.name == "tiebreak" else "one of"
                raise WrongType(f"{switch.name} is {what} {values}, not {brief(value)}")

    def switches(self) -> dict[str, SwitchValue]:
        """Every switch with its value."""
        return {switch.name: getattr(self, switch.name) for switch in SWITCHES}

    def __str__(self) -> str:
        return self.title


assert [s.name for s in SWITCHES] == [f.name for f in fields(Edition)][2:]  # one list, no gaps

RIO_GRANDE_1999: Final = Edition(
    key="rio-grande-1999",
    title="Rio Grande 1999 (English)",
    camp_requires_member=False,
    volcano_may_foreclose=True,
    tiebreak=(),
    has_auction=True,
)
RAVENSBURGER_1999: Final = Edition(
    key="ravensburger-1999",
    title="Ravensburger 1999 (Dutch)",
    camp_requires_member=False,
    volcano_may_foreclose=True,
    tiebreak=(),
    has_auction=True,
)
SUPER_MEEPLE_2015: Final = Edition(
    key="super-meeple-2015",
    title="Super Meeple 2015 (French)",
    camp_requires_member=True,
    volcano_may_foreclose=True,
    tiebreak=("guard", "tokens"),
    has_auction=True,
)
LEGEND_CLASSIC: Final = Edition(
    key="legend-classic",
    title="Tikal Legend, Classic rules (English)",
    camp_requires_member=True,
    volcano_may_foreclose=False,
    tiebreak=("guard", "tokens"),
    has_auction=False,
    second_dig="different",
)

#: The four editions by key, the default first.
EDITIONS: Final = {
    edition.key: edition
    for edition in (RIO_GRANDE_1999, RAVENSBURGER_1999, SUPER_MEEPLE_2015, LEGEND_CLASSIC)
}

# --- house editions ----------------------------------------------------------------------------


def house(edition: Edition | str, **values: SwitchValue) -> Edition:
    """An edition with some switches turned, named after what differs from the printed one.

    Turning a switch to what the edition has anyway gives the edition itself.
    """
    base = edition_of(edition)
    for name in values:
        switch_named(name)
    # the edition itself refuses a value that its switch does not take
    return canonical_edition(evolve(base, **values))  # type: ignore[arg-type]


def edition_of(value: Edition | str) -> Edition:
    """The edition itself, or the one that a text stands for, as `read_edition` reads it."""
    if isinstance(value, Edition):
        return value
    if isinstance(value, str):
        return read_edition(value)
    raise WrongType(
        "edition is an Edition such as tikal.RIO_GRANDE_1999 or its key, not "
        f"{type(value).__name__}"
    )


def read_edition(text: str) -> Edition:
    """An edition by its key, perhaps with house rules: `legend-classic tiebreak=none`.

    A house rule may be named by its switch or by a ruling, as in `Q-37=different`. The names
    may be written in capitals.
    """
    if not isinstance(text, str):
        raise WrongType(f"an edition is written as a str, not {type(text).__name__}")
    words = [(match[0], match.start() + 1) for match in re.finditer(r"[^ \t]+", text)]
    written, column = words[0] if words else ("", 1)
    key = _in_small_letters(written)
    if key not in EDITIONS:
        raise InvalidNotation(
            f"no edition {written[:40]!r}: there are {', '.join(EDITIONS)}", column=column
        )
    values: dict[str, SwitchValue] = {}
    for word, column in words[1:]:
        name, _, value = word.partition("=")
        switch = _switch_called(name, column)
        if switch.name in values:
            raise InvalidNotation(f"{switch.name} is given twice", column=column)
        try:
            values[switch.name] = switch.read(value)
        except InvalidNotation as error:
            raise InvalidNotation(str(error), column=column + len(name) + 1) from None
    return house(EDITIONS[key], **values)


def _in_small_letters(text: str) -> str:
    """ASCII text in small letters; what is not ASCII is not one of our words."""
    return text.lower() if text.isascii() else text


def _switch_called(name: str, column: int) -> Switch:
    for switch in SWITCHES:
        rulings = (id_ for id_ in switch.belongs_to if id_.startswith("Q-"))
        if _in_small_letters(name) in (switch.name, *map(str.lower, rulings)):
            return switch
    names = ", ".join(switch.name for switch in SWITCHES)
    raise InvalidNotation(f"no house rule {name[:40]!r}: there are {names}", column=column)


def write_edition(edition: Edition) -> str:
    """An edition as `read_edition` reads it: a printed edition, and the switches that differ.

    See `base_of` for which printed edition that is.
    """
    if not isinstance(edition, Edition):
        raise WrongType(
            "edition is an Edition such as tikal.RIO_GRANDE_1999, not " + type(edition).__name__
        )
    base, values = base_of(edition), edition.switches()
    changed = [switch for switch in SWITCHES if switch.name in turned(edition, base)]
    return " ".join([base.key, *(switch.rule(values[switch.name]) for switch in changed)])


def base_of(edition: Edition) -> Edition:
    """The printed edition that a house edition changes.

    It is the one that the key begins with, or else the one with the fewest differences.
    """
    printed = EDITIONS.get(edition.key.split(" ")[0])
    return printed or min(EDITIONS.values(), key=lambda other: len(turned(edition, other)))


def turned(edition: Edition, base: Edition) -> set[str]:
    """The names of the switches that an edition has turned from their values in another."""
    before = base.switches()
    return {name for name, value in edition.switches().items() if value != before[name]}


def canonical_edition(edition: Edition) -> Edition:
    """A house edition under the name by which it is written; printed editions as they are."""
    key = write_edition(edition)
    return EDITIONS[key] if key in EDITIONS else evolve(edition, key=key, title=title_of(key))


#: What an edition with one house rule is called, or with several.
HOUSE_TITLES: Final = {
    "one": "{title} with the house rule {rules}",
    "many": "{title} with the house rules {rules}",
}


def title_of(key: str) -> str:
    """What to call an edition, also one with house rules such as `legend-classic tiebreak=none`.

    The key itself where it is not one of ours. `tikal.languages.title` says it in any language.
    """
    base, *rules = key.split(" ")
    if base not in EDITIONS:
        return key
    if not rules:
        return EDITIONS[base].title
    pattern = HOUSE_TITLES["one" if len(rules) == 1 else "many"]
    return pattern.format(title=EDITIONS[base].title, rules=" and ".join(rules))
