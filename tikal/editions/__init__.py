"""The printed editions of the rulebook as values, their switches, and house editions."""

from tikal.editions.model import (
    CRITERIA,
    MAX_NAME_CHARACTERS,
    SWITCHES,
    Criterion,
    Edition,
    FinalRoundOpener,
    SecondDig,
    Switch,
    SwitchValue,
    misfits,
    switch_named,
    switches,
)
from tikal.editions.printed import BOOKS, DEFAULT_EDITION, EDITIONS, Book
from tikal.editions.text import (
    HOUSE_TITLES,
    base_of,
    canonical_edition,
    edition_of,
    house,
    read_edition,
    title_of,
    turned,
    write_edition,
)

__all__ = [
    "BOOKS", "CRITERIA", "DEFAULT_EDITION", "EDITIONS", "HOUSE_TITLES", "MAX_NAME_CHARACTERS",
    "SWITCHES", "Book", "Criterion", "Edition", "FinalRoundOpener", "SecondDig", "Switch",
    "SwitchValue", "base_of", "canonical_edition", "edition_of", "house", "misfits", "read_edition",
    "switch_named", "switches", "title_of", "turned", "write_edition",
]  # fmt: skip
