"""Write positions as this version stores them, for the tests of every later one.

`python -m tools.generate.stored` writes `tests/golden/stored/VERSION.json`, once: a file that is
there stays as it is. A new switch raises the version, and this is run again.
"""

from __future__ import annotations

import base64
import json
import pickle
import random
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import tikal
from tikal._support.atomic_write import write_atomic
from tikal.editions import CRITERIA, STORED_VERSION, SWITCHES, Switch, house
from tikal.fast import fallback, packing
from tikal.notation import documents

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "tests" / "golden" / "stored"
#: Moves between two positions of a game that are stored.
_MOVES: Final = 97


def editions() -> Iterator[tikal.Edition]:
    """The printed editions, every value of each switch, and an edition with a key of its own."""
    for number, printed in enumerate(tikal.EDITIONS.values()):
        found = {printed: None}
        for switch in SWITCHES[number :: len(tikal.EDITIONS)]:
            values = [(), CRITERIA[::-1]] if switch.ranked else [*switch.values]
            found |= {house(printed, **{switch.name: value}): None for value in values}
        yield from found
    switches = house("legend-classic", tiebreak=()).switches()
    yield tikal.Edition("an own key", "Our own, 我们的", **switches)  # type: ignore[arg-type]


def positions() -> Iterator[tikal.State]:
    """Positions of random games, early and late."""
    for number, edition in enumerate(editions()):
        rng = random.Random(number)
        state = tikal.new_game(2 + number % 3, edition, edition.has_auction and number % 3 == 0)
        for _ in range(number % 7 * _MOVES):
            moves = tikal.legal_moves(state)
            if not moves:
                break
            state = tikal.apply(state, rng.choice(moves))
        yield state


def pickled(thing: object, protocol: int) -> str:
    """A pickle as text."""
    return as_text(pickle.dumps(thing, protocol))


def as_text(stored: bytes) -> str:
    """Bytes, compressed, as text; `from_text` is the way back."""
    return base64.b64encode(zlib.compress(stored, 9)).decode()


def from_text(text: str) -> bytes:
    """The bytes that were stored."""
    return zlib.decompress(base64.b64decode(text))


def refusal(state: tikal.State) -> tikal.IllegalMove:
    """The error of a move that no position allows."""
    try:
        tikal.apply(state, "exchange 1 9 1")
    except tikal.IllegalMove as error:
        return error
    raise AssertionError("an exchange with seat 9")


def texts(switch: Switch) -> list[str]:
    """The values of a switch as they are written; of a ranked one its elements."""
    return [*map(str, switch.values)] if switch.ranked else [*map(switch.text, switch.values)]


def stored() -> dict[str, Any]:
    """Positions in every form in which they can be stored."""
    return {
        "library": tikal.__version__,
        "refusal": pickled(refusal(tikal.new_game(2)), 4),
        "switches": {switch.name: texts(switch) for switch in SWITCHES},
        "positions": [
            {
                "text": tikal.format_position(state),
                "json": documents.dumps(state),
                "key": state.edition.key,
                "title": state.edition.title,
                "packed": as_text(packing.pack(state)),
                "state": pickled(state, 2 + number % 4),
                "game": pickled(fallback.Game(state), 2 + number % 4),
            }
            for number, state in enumerate(positions())
        ],
    }


def main(version: int) -> int:
    """Write the file of a version, if it is not there."""
    file = FOLDER / f"{version}.json"
    if file.exists():
        print(f"{file} is there: what a version has stored does not change", file=sys.stderr)
        return 0
    write_atomic(file, json.dumps(stored(), indent=1, ensure_ascii=False) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(STORED_VERSION))
