"""The switches of an edition: what each decides, and who plays it how."""

from __future__ import annotations

from collections.abc import Iterable

from docs._pages.markdown import Pages, page, table
from tikal.editions import CRITERIA, EDITIONS, Switch, SwitchValue, switches


def pages() -> Pages:
    """The one page."""
    return {"switches.md": _switches()}


def differing() -> tuple[Switch, ...]:
    """The switches that the printed editions do not all set alike."""
    return tuple(switch for switch in switches() if len(set(switch.editions.values())) > 1)


def by_edition(shown: Iterable[Switch]) -> str:
    """A table of the values that the printed editions have."""
    return table(
        ("switch", *(f"`{key}`" for key in EDITIONS)),
        ((_link(switch), *map(switch.text, switch.editions.values())) for switch in shown),
    )


def _link(switch: Switch) -> str:
    return f"[`{switch.name}`](switches.md#{switch.name})"


def _switches() -> str:
    everywhere = [switch for switch in switches() if switch not in differing()]
    return page(
        "# Switches",
        f"A switch is one point that a table may decide otherwise; `tikal.Edition` has "
        f"{len(switches())}, and `tikal.switches` returns them.\n"
        "`tikal.house` turns them, and [House rules](../guide/house-rules.md) shows each at work.",
        "## Where the printed editions differ",
        by_edition(differing()),
        "## Where they agree, or are read alike",
        "Here a ruling decides for all of them, and a table may prefer the other reading.",
        table(
            ("switch", "all editions", "the other reading"),
            ((_link(switch), *map(switch.text, switch.values)) for switch in everywhere),
        ),
        *map(_switch, switches()),
    )


def _switch(switch: Switch) -> str:
    name = switch.name
    return page(
        f"({name})=\n## `{name}`\n\n```{{index}} ! single: {name}\n```",
        *(_criteria(switch) if switch.ranked else [_values(switch)]),
        f"Decides {', '.join(switch.belongs_to)}; touches {', '.join(switch.clauses)}.",
    )


def _values(switch: Switch) -> str:
    return table(
        ("in Python", "written", "meaning", "editions"),
        (
            (f"`{value!r}`", f"`{switch.text(value)}`", meaning, _played_by(switch, value))
            for value, meaning in switch.values.items()
        ),
    )


def _criteria(switch: Switch) -> list[str]:
    """The one switch that is a list: its criteria, and the lists that are printed."""
    lists: list[SwitchValue] = list(dict.fromkeys(switch.editions.values()))
    how = (
        "A tuple of criteria, each at most once.\n"
        "Players who share the highest score compare them in this order until one of them is "
        "ahead; if none is, they share the victory."
    )
    return [
        how,
        table(
            ("criterion", "meaning"),
            ((f"`{criterion}`", switch.values[criterion]) for criterion in CRITERIA),
        ),
        table(
            ("in Python", "written", "editions"),
            (
                (f"`{value!r}`", f"`{switch.text(value)}`", _played_by(switch, value))
                for value in lists
            ),
        ),
    ]


def _played_by(switch: Switch, value: SwitchValue) -> str:
    found = [key for key, printed in switch.editions.items() if printed == value]
    if len(found) == len(EDITIONS):
        return "all editions"
    return "; ".join(EDITIONS[key].title for key in found) or "none"
