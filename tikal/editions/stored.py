"""The version of packed positions and pickles.

A new switch raises it by one. What was stored before takes the value of its printed edition for the
new switch; what a later version of the library has stored is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tikal._support.wording import brief
from tikal.editions.model import SWITCHES, Edition, SwitchValue
from tikal.editions.printed import EDITIONS
from tikal.errors import InvalidArgument, WrongType

STORED_VERSION: Final = max(each.since for each in SWITCHES)


class StoredLater(InvalidArgument):
    """Something that a later version of the library has stored."""


def require_stored_version(version: object, what: str) -> None:
    """Refuse what a later version of the library has stored."""
    if type(version) is not int or version < 1:
        raise WrongType(f"the version of a {what} is 1 to {STORED_VERSION}, not {brief(version)}")
    if version > STORED_VERSION:
        raise StoredLater(
            f"a {what} of version {version}: this version of tikal-rules reads 1 to "
            f"{STORED_VERSION}, so a later one has stored it"
        )


def absent_switches(stored: Mapping[str, object]) -> dict[str, SwitchValue]:
    """The switches that stored fields of an edition lack, with the values of its printed edition.

    That is the one that the key begins with, or else the one with the fewest differences.
    """
    lacking = [switch.name for switch in SWITCHES if switch.name not in stored]
    if not lacking:
        return {}

    def differences(printed: Edition) -> int:
        return sum(stored.get(name, value) != value for name, value in printed.switches().items())

    key = str(stored.get("key")).split(" ")[0]
    base = EDITIONS.get(key) or min(EDITIONS.values(), key=differences)
    return {name: base.switches()[name] for name in lacking}
