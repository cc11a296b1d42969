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
    invalid_fields,
    switch_named,
    switches,
)
from tikal.editions.printed import BOOKS, DEFAULT_EDITION, EDITIONS, Book
from tikal.editions.stored import (
    STORED_VERSION,
    StoredLater,
    absent_switches,
    require_stored_version,
)
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
    "STORED_VERSION", "SWITCHES", "Book", "Criterion", "Edition", "FinalRoundOpener", "SecondDig",
    "StoredLater", "Switch", "SwitchValue", "absent_switches", "base_of", "canonical_edition",
    "edition_of", "house", "invalid_fields", "read_edition", "require_stored_version",
    "switch_named", "switches", "title_of", "turned", "write_edition",
]  # fmt: skip
