"""The golden examples as values, read from `examples/*.toml`.

README.md beside this file says how an example is written. A key that is misspelt, a placeholder
without a value or a setup that does not exist is an error, so that nothing goes unasked.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from attrs import Factory, field, frozen, validators

import tikal
from tools.verify.clause_marks import example_name

FOLDER: Final = Path(__file__).parent / "examples"
LAYOUT: Final[Mapping[str, tuple[str, int]]] = {
    cell: (tile, rotation)
    for cell, (tile, rotation) in tomllib.loads(
        Path(__file__).with_name("layout.toml").read_text("utf-8")
    ).items()
}
_ALL: Final = tuple(tikal.EDITIONS)
#: What `editions` can say instead of a list.
EDITIONS: Final[Mapping[str, Sequence[str]]] = {
    "all": _ALL,
    "auction": [key for key in _ALL if tikal.EDITIONS[key].has_auction],
    # for rules that no edition changes: an early and a late one
    "old and new": ["rio-grande-1999", "legend-classic"],
    "old and new auction": ["ravensburger-1999", "super-meeple-2015"],
}

#: What TOML can say.
Data: TypeAlias = Any
Table: TypeAlias = dict[str, Data]
_NOT_EMPTY: Final[Callable[[Any, Any, Any], Any]] = validators.deep_mapping(
    validators.instance_of(str), validators.min_len(1)
)


@frozen(kw_only=True)
class Beginning:
    """The start of a line of play: a new game or a position, and moves from there."""

    new_game: Table | None = None
    position: Table = Factory(dict)
    text: str = ""
    play: Sequence[str] = ()

    def __attrs_post_init__(self) -> None:
        if (self.new_game is not None) + bool(self.position) + bool(self.text) > 1:
            raise ValueError("a line of play begins with a new game, a position or a text alone")

    def state(self, edition: tikal.Edition) -> tikal.State:
        """The position before the moves."""
        if self.new_game is not None:
            return tikal.new_game(edition=edition, **self.new_game)
        if self.text:
            return tikal.parse_position(f"{tikal.editions.write_edition(edition)};{self.text}")
        keywords = dict(self.position)
        tiles = {**_explored(keywords.pop("explored", "")), **keywords.pop("tiles", {})}
        for cell in keywords.pop("without", ()):
            del tiles[cell]
        return tikal.position(edition=edition, tiles=tiles, **_keywords(keywords))


def _explored(letter: str) -> Mapping[str, tuple[str, int]]:
    return {cell: tile for cell, tile in LAYOUT.items() if tile[0][0] <= letter}


def _keywords(value: Data) -> Data:
    """With seats and kinds of treasure as numbers, which are strings as keys in TOML."""
    if isinstance(value, dict):
        return {int(k) if k.isdigit() else k: _keywords(v) for k, v in value.items()}
    return tuple(value) if isinstance(value, list) else value


@frozen(kw_only=True)
class Step:
    """Some moves, and what is asked when they have been made."""

    begin: Beginning | None = None
    play: Sequence[str] = ()
    log: Mapping[str, Sequence[Data]] = Factory(dict)
    legal: Sequence[str] = ()
    refused: Mapping[str, Sequence[str]] = field(factory=dict, validator=_NOT_EMPTY)
    legal_moves: Sequence[str] = ()
    listed: Mapping[str, Sequence[str]] = Factory(dict)
    chance: Sequence[str] = ()
    state: Table = Factory(dict)
    hex: Mapping[str, Table] = Factory(dict)
    player: Mapping[str, Table] = Factory(dict)
    score: Mapping[str, Table] = Factory(dict)
    path_cost: Mapping[str, Data] = Factory(dict)
    route: Mapping[str, Sequence[str]] = Factory(dict)
    reachable: Mapping[str, Mapping[str, int]] = Factory(dict)
    stones: Mapping[str, Mapping[str, int]] = Factory(dict)
    no_game: str = ""

    @property
    def moves(self) -> tuple[str, ...]:
        """All moves, those that lead to where the step begins included."""
        return (*(self.begin.play if self.begin else ()), *self.play)


@frozen
class Scenario:
    """An example in one of its editions and variants."""

    #: As a test is called: `test_a_third_level_of_the_same_temple_is_refused[legend-classic]`.
    name: str
    #: What holds, in a sentence.
    sentence: str
    clauses: tuple[str, ...]
    edition: tikal.Edition
    steps: tuple[Step, ...]

    def lines(self) -> Iterator[tuple[Beginning, tuple[Step, ...]]]:
        """The steps by line of play, each with where it begins."""
        starts = [number for number, step in enumerate(self.steps) if step.begin]
        for start, end in zip(starts, [*starts[1:], None], strict=True):
            begin = self.steps[start].begin
            assert begin is not None
            yield begin, self.steps[start:end]


def named(text: str) -> tuple[int | None, str]:
    """The seat that is named before a colon, if any, and the rest: `2: bid 6`."""
    seat, _, rest = text.rpartition(": ")
    return (int(seat) if seat else None), rest


# --- reading -----------------------------------------------------------------------------------


@cache
def scenarios(path: Path) -> tuple[Scenario, ...]:
    """All examples of a file, each in all of its editions and variants."""
    chapter = tomllib.loads(path.read_text("utf-8"))
    setups, entries = chapter.pop("setup", {}), chapter.pop("example")
    if chapter:
        raise ValueError(f"{path.name}: a chapter has no {', '.join(chapter)}")
    return tuple(scenario for entry in entries for scenario in _scenarios(entry, setups))


def _scenarios(entry: Table, setups: Table) -> Iterator[Scenario]:
    sentence, editions = entry["name"], entry.get("editions")
    pattern = {key: value for key, value in entry.items() if key != "variant"}
    for variant in entry.get("variant", [{}]):
        _require_use(variant, pattern)
        example = _filled(pattern, variant)
        for key in _editions(variant.get("editions", editions)):
            parts = [key] if editions or "editions" in variant else []
            about = ", ".join([*parts, *([variant["name"]] if variant else [])])
            name = example_name(sentence)
            yield Scenario(
                f"{name}[{about}]" if about else name,
                f"{sentence} ({about})." if about else f"{sentence}.",
                tuple(entry["clauses"]),
                tikal.editions.read_edition(key),
                tuple(_steps(example, variant.get("step", ()), setups)),
            )


def _require_use(variant: Table, pattern: Table) -> None:
    for key in variant.keys() - {"name", "editions", "step"}:
        if f"{{{key}}}" not in str(pattern):
            raise ValueError(f"{pattern['name']}: {variant['name']} has a {key} that is not used")


def _editions(keys: Sequence[str] | str | None) -> Sequence[str]:
    if keys is None:
        return ["rio-grande-1999"]
    return EDITIONS[keys] if isinstance(keys, str) else keys


_WHERE: Final[Sequence[str]] = ("setup", "new_game", "position", "text")


def _steps(example: Table, more: Sequence[Table], setups: Table) -> Iterator[Step]:
    known = {"name", "clauses", "editions", "step", *_WHERE}
    if unknown := example.keys() - known:
        raise ValueError(f"{example['name']}: an example has no {', '.join(sorted(unknown))}")
    start = {key: example[key] for key in _WHERE if key in example}
    for number, entry in enumerate([*example.get("step", ()), *more]):
        step = {key: value for key, value in entry.items() if key not in (*_WHERE, "again")}
        where = {key: entry[key] for key in _WHERE if key in entry}
        if entry.get("again") or not number:
            yield Step(begin=_beginning(_merged(start, where), setups), **step)
        elif where:
            yield Step(begin=_beginning(where, setups), **step)
        else:
            yield Step(**step)


def _beginning(entry: Table, setups: Table) -> Beginning:
    """The start of a line of play, with the setups that it extends."""
    here = Beginning(**{key: value for key, value in entry.items() if key != "setup"})
    if "setup" not in entry:
        return here
    below = _beginning(setups[entry["setup"]], setups)
    return Beginning(
        new_game=below.new_game if here.new_game is None else here.new_game,
        position=_merged(below.position, here.position),
        text=_joined(below.text, here.text),
        play=[*below.play, *here.play],
    )


def _joined(below: str, above: str) -> str:
    """Two texts of a position as one: a hex that both name is as it is above."""
    parts = [part.strip() for part in above.split(";") if part.strip()]
    named = {part[:2] for part in parts}
    return ";".join([*(part for part in below.split(";") if part[:2] not in named), *parts])


def _merged(below: Table, above: Table) -> Table:
    """Two tables as one, with tables in them merged likewise; what is above hides what is below."""
    both = {
        key: _merged(below[key], value)
        if isinstance(value, dict) and isinstance(below.get(key), dict)
        else value
        for key, value in above.items()
    }
    return {**below, **both}


def _filled(value: Data, variant: Table) -> Data:
    """With `{name}` replaced by what the variant says; alone in a string it can be any value."""
    if isinstance(value, dict):
        return {str(_filled(k, variant)): _filled(v, variant) for k, v in value.items()}
    if isinstance(value, list):
        return [_filled(part, variant) for part in value]
    if isinstance(value, str):
        if alone := re.fullmatch(r"{(\w+)}", value):
            return variant[alone[1]]
        return value.format_map(variant)
    return value
