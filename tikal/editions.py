"""The four editions of the rulebook as values."""

from __future__ import annotations

from typing import Final, Literal, get_args

from attrs import fields, frozen

from tikal.errors import InvalidArgument, WrongType
from tikal.wording import plural

Criterion = Literal["guard", "tokens"]
CRITERIA: Final[tuple[Criterion, ...]] = get_args(Criterion)


@frozen
class Edition:
    """One rulebook: a key, a title, and one switch per real difference between the rulebooks.

    A house rule is `attrs.evolve(edition, key="…", switch=…)`.
    """

    key: str
    title: str
    #: CAMP-03: an own member must stand where a camp is founded.
    camp_requires_member: bool
    #: PLACE-05: a volcano may be laid so that a space can never be reached any more.
    volcano_may_foreclose: bool
    #: END-06, END-07: what is compared, in this order, between players with equal scores.
    tiebreak: tuple[Criterion, ...]
    #: AUCTION-01: the rulebook contains the auction game.
    has_auction: bool

    def __attrs_post_init__(self) -> None:
        for name in ("key", "title"):
            if type(getattr(self, name)) is not str or not getattr(self, name).strip():
                raise WrongType(f"the {name} of an edition is a str that says something")
        for name in ("camp_requires_member", "volcano_may_foreclose", "has_auction"):
            if type(getattr(self, name)) is not bool:
                raise WrongType(f"{name} is True or False")
        if type(self.tiebreak) is not tuple or not set(self.tiebreak) <= set(CRITERIA):
            raise WrongType(f"tiebreak is a tuple of some of {', '.join(CRITERIA)}")

    def switches(self) -> dict[str, object]:
        """Every switch with its value: all fields but the key and the title, in their order."""
        return {
            field.name: getattr(self, field.name)
            for field in fields(Edition)
            if field.name not in ("key", "title")
        }

    def __str__(self) -> str:
        return self.title


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
)

#: The four editions by key, the default first.
EDITIONS: Final = {
    edition.key: edition
    for edition in (RIO_GRANDE_1999, RAVENSBURGER_1999, SUPER_MEEPLE_2015, LEGEND_CLASSIC)
}


def title_of(key: str) -> str:
    """What to call an edition, also one with house rules such as `legend-classic tiebreak=none`.

    The key itself where it is not one of ours.
    """
    base, *rules = key.split(" ")
    if base not in EDITIONS:
        return key
    named = f" with the house {plural(len(rules), 'rule')} {' and '.join(rules)}"
    return EDITIONS[base].title + (named if rules else "")


def edition_of(value: Edition | str) -> Edition:
    """The edition itself, or the printed one with this key."""
    if isinstance(value, Edition):
        return value
    if not isinstance(value, str):
        raise WrongType(
            "edition is an Edition such as tikal.RIO_GRANDE_1999 or its key, not "
            f"{type(value).__name__}"
        )
    if value not in EDITIONS:
        raise InvalidArgument(f"no edition {value[:40]!r}: the editions are {', '.join(EDITIONS)}")
    return EDITIONS[value]
