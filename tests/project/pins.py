"""Digests of what other programs rely on: numbers of moves, C tables, public names.

The order of legal moves is part of the playthroughs in `tests/golden`.

`python -m tests.project.pins` writes `pins.json` anew, after a change that was meant.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, TypeAlias

import tikal
from tests.project.test_imports import REFUSED, loaded_by, loaded_by_import, within
from tikal.bots import actions, observation
from tikal.fast import codes, tables
from tikal.testing.candidates import candidates

FILE: Final = Path(__file__).with_name("pins.json")
COMMAND: Final = "python -m tests.project.pins"

#: The pinned value of every key of a subject.
Pin: TypeAlias = dict[str, int | str]


def digest(lines: Iterable[object], length: int = 12) -> str:
    """The first hexadecimal digits of the SHA-256 of some lines."""
    return hashlib.sha256("\n".join(map(str, lines)).encode()).hexdigest()[:length]


def action_layout() -> Pin:
    """Sizes, and a digest of the moves behind the numbers by the word that they begin with."""
    state = tikal.new_game(players=4)
    moves = [str(actions.decode(state, number)) for number in range(actions.SIZE)]
    outcomes = [str(actions.decode_outcome(number)) for number in range(actions.OUTCOMES)]
    numbered: dict[str, list[str]] = {}
    for number, move in [*enumerate(moves), *enumerate(outcomes)]:
        numbered.setdefault(move.split()[0], []).append(f"{number} {move}")
    return {
        "VERSION": actions.VERSION,
        "BASIC_SIZE": actions.BASIC_SIZE,
        "SIZE": actions.SIZE,
        "OUTCOMES": actions.OUTCOMES,
        **{f"numbers of {verb}": digest(lines) for verb, lines in numbered.items()},
    }


def observation_layout() -> Pin:
    """The version, the length, and digests of the names and scales of planes and scalars."""
    return {
        "VERSION": observation.VERSION,
        "LENGTH": observation.LENGTH,
        "PLANES": digest(observation.PLANES),
        "SCALARS": digest(observation.SCALARS),
        "SCALES": digest(observation.SCALES),
    }


def move_codes() -> Pin:
    """A digest of the numbers by which the compiled engine names moves, by their first word."""
    numbered: dict[str, list[str]] = {}
    for move in sorted(map(str, candidates(tikal.new_game(players=4)))):
        code = codes.code_of_move(tikal.parse_move(move))
        assert code is None or str(codes.move_of_code(code)) == move
        numbered.setdefault(move.split()[0], []).append(f"{code} {move}")
    return {f"codes of {verb}": digest(lines) for verb, lines in numbered.items()}


def c_tables() -> Pin:
    """A digest of the tables that the compiled engine is built with."""
    return {"tables.h": digest([tables.tables()])}


def public_names() -> Pin:
    """The names of `tikal.__all__`, by the moment at which their module is loaded."""
    late = tikal._LAZY
    return {
        "at once": " ".join(name for name in tikal.__all__ if name not in late),
        "later": " ".join(name for name in tikal.__all__ if name in late),
    }


def edition_values() -> Pin:
    """By edition its title and the value of every switch."""
    return {
        key: "; ".join([edition.title, *(f"{n}={v}" for n, v in edition.switches().items())])
        for key, edition in tikal.EDITIONS.items()
    }


def registry_sizes() -> Pin:
    """The number of entries by the word that their ids begin with: none can be lost unseen."""
    ids = [
        *(clause.id for clause in tikal.clauses()),
        *(difference.id for difference in tikal.differences()),
        *(ruling.id for ruling in tikal.rulings()),
    ]
    return {**Counter(id_.rpartition("-")[0] for id_ in ids)}


def loaded_modules() -> Pin:
    """The number of modules of this package that a fresh interpreter loads.

    One more is a decision: `tikal check` is the command that people wait for.
    """
    with tempfile.TemporaryDirectory() as folder:
        game = Path(folder) / "game.tikal"
        game.write_text(REFUSED, "utf-8")
        _, for_check = loaded_by("check", str(game))
    return {
        "import tikal": len(within(("tikal",), loaded_by_import("tikal"))),
        "tikal check": len(within(("tikal",), for_check)),
    }


#: What is pinned, by the name of its section in the file.
PINS: Final[dict[str, Callable[[], Pin]]] = {
    "action layout": action_layout,
    "observation layout": observation_layout,
    "move codes": move_codes,
    "C tables": c_tables,
    "public names": public_names,
    "editions": edition_values,
    "registry": registry_sizes,
    "loaded modules": loaded_modules,
}


def pinned() -> dict[str, Pin]:
    """The content of the file."""
    stored: dict[str, Pin] = json.loads(FILE.read_text("utf-8"))
    return stored


def changes(section: str, old: Pin, new: Pin) -> list[str]:
    """A sentence for every key of a section that changed; none if nothing did."""
    found = [f"{section}: {key} is gone" for key in old if key not in new]
    found += [f"{section}: {key} is new" for key in new if key not in old]
    found += [
        f"{section}: {key} was {old[key]}, is {new[key]}"
        for key in old
        if key in new and old[key] != new[key]
    ]
    if not found and [*old] != [*new]:
        found.append(f"{section}: the keys are in another order")
    return found


def main() -> None:
    """Write the file."""
    found = {section: pin() for section, pin in PINS.items()}
    FILE.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    print(f"wrote {FILE}")


if __name__ == "__main__":
    main()
