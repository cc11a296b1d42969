"""The header `tables.h` of the compiled engine, written from the data of this package.

Everything the C code knows about the box, the board, the prices, the switches and the numbers of
moves comes from here; the rules themselves are in `src/`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from tikal.components import BOX, LETTERS, LOOSE_TILES, TERRAINS, TILES
from tikal.editions import CRITERIA, SWITCHES
from tikal.fast import codes, packing
from tikal.fast.numbered import actions, evaluation, observation
from tikal.fast.playout import MAX_BATCH
from tikal.fields import FIGURES
from tikal.geometry import BASE_CAMP, FACES, ROTATIONS, UNEXPLORED, lying
from tikal.grid import CELL_INDEX, CELLS, FACING
from tikal.moves import MOVES, Bid, Exchange, Move, verb_of
from tikal.parts import IN_SUPPLY, OUT_OF_PLAY
from tikal.rules.invariants import MAX_POINTS, MAX_POINTS_AT_A_TIME, SCORINGS
from tikal.rules.scoring import TREASURE_POINTS
from tikal.rules.temples import LEVELS_A_TURN
from tikal.rules.treasures import SINGLE, TOKENS_A_TURN
from tikal.state import ACTION_POINTS, MAX_FLOOR, MIN_FLOOR, PHASES


def tables() -> str:
    """The text of the header."""
    return "\n".join(("/* Written by tikal/fast/tables.py: do not edit. */", *_lines(), ""))


def _lines() -> Iterator[str]:
    yield "#ifndef TIKAL_TABLES_H\n#define TIKAL_TABLES_H\n#include <stdint.h>"
    yield from _numbers()
    yield from _names()
    yield from _switches()
    yield from _board()
    yield from _tiles()
    yield from _actions()
    yield from _views()
    yield from _worth()
    yield "#endif"


def _numbers() -> Iterator[str]:
    numbers = {
        "FORMAT": packing.VERSION,
        "LONGEST": packing.MAX_PACKED_BYTES,
        "CELLS": len(CELLS),
        "BASE_CAMP": BASE_CAMP,
        "UNEXPLORED": UNEXPLORED,
        "IN_SUPPLY": IN_SUPPLY % 256,
        "OUT_OF_PLAY": OUT_OF_PLAY % 256,
        "NOTHING": packing.NOTHING,
        "TILES": len(TILES),
        "LOOSE_TILES": LOOSE_TILES,
        "LETTERS": len(LETTERS),
        "FLOORS": len(BOX.floors),
        "MIN_FLOOR": MIN_FLOOR,
        "MAX_FLOOR": MAX_FLOOR,
        "KINDS": BOX.treasure_kinds,
        "COPIES": BOX.treasure_copies,
        "WORKERS": BOX.workers,
        "CAMPS": BOX.camps,
        "GUARDS": BOX.guards,
        "LEADER_STRENGTH": BOX.leader_strength,
        "MIN_PLAYERS": BOX.least_players,
        "MAX_PLAYERS": BOX.most_players,
        "ACTION_POINTS": ACTION_POINTS,
        "LEVELS_A_TURN": LEVELS_A_TURN,
        "TOKENS_A_TURN": TOKENS_A_TURN,
        "SINGLE": SINGLE,
        "MAX_POINTS_AT_A_TIME": MAX_POINTS_AT_A_TIME,
        "MAX_POINTS": MAX_POINTS,
        "MAX_SCORE": MAX_POINTS + SCORINGS * MAX_POINTS_AT_A_TIME,
        "MOVE_KINDS": len(MOVES),
        "SWITCHES": len(SWITCHES),
        "CRITERIA": len(CRITERIA),
        "PHASES": len(PHASES),
        "MAX_BATCH": MAX_BATCH,
    }
    yield from (f"#define {name} {number}" for name, number in numbers.items())
    yield from (
        f"#define PRICE_OF_{_word(verb_of(kind))} {kind.price}" for kind in MOVES if kind.price
    )


def _names() -> Iterator[str]:
    """Names for what is numbered, and for the numbers of moves."""
    yield _enum("PHASE", PHASES)
    yield _enum("TERRAIN", TERRAINS)
    yield _enum("FIGURE", ("LEADER", "WORKER"))
    assert FIGURES == ("L", "W")
    yield _enum("CRITERION", CRITERIA)
    yield _enum("KIND", map(verb_of, MOVES))
    first_codes = codes.first_codes()
    for kind, first in first_codes.items():
        yield f"#define FIRST_{_word(verb_of(kind))} {first}"
    yield "/* the kind of every move but the bids */"
    yield _array(
        "uint8_t KIND_OF",
        (
            MOVES.index(kind)
            for (kind, first), (_, after) in pairwise(first_codes.items())
            for _ in range(first, after)
        ),
    )
    yield _array("char *const PHASE_NAMES", [f'"{phase}"' for phase in PHASES])


def _switches() -> Iterator[str]:
    """For every switch its number, and a name for each of its values."""
    yield _enum("SWITCH", (switch.name for switch in SWITCHES))
    for switch in SWITCHES:
        if not switch.ranked:
            yield _enum(_word(switch.name), map(switch.text, switch.values))


def _board() -> Iterator[str]:
    yield "typedef struct { uint8_t cell, side, facing; } Neighbour;"
    yield _array("uint8_t NEIGHBOUR_COUNT", map(len, FACING))
    yield _rows(
        "Neighbour NEIGHBOURS",
        [
            [f"{{{cell},{side},{facing}}}" for cell, side, facing in around]
            + ["{0,0,0}"] * (6 - len(around))
            for around in FACING
        ],
    )
    yield _array(
        "uint64_t NEIGHBOUR_CELLS",
        (_bits(other for other, _, _ in around) for around in FACING),
    )
    printed = [UNEXPLORED] * len(CELLS)
    for number, name in enumerate(BOX.printed):
        printed[CELL_INDEX[name]] = lying(LOOSE_TILES + number, 0)
    yield _array("uint8_t PRINTED", printed)


def _tiles() -> Iterator[str]:
    """Tiles by number; a tile as it lies is six times its number plus its rotation."""
    yield _array("uint8_t TERRAIN_OF", (TERRAINS.index(tile.kind) for tile in TILES))
    yield _array("uint8_t VALUE_OF", (tile.value for tile in TILES))
    yield _array("uint8_t MASKS_OF", (tile.masks for tile in TILES))
    yield _rows("uint8_t STONES", [[str(stones) for stones in face] for face in FACES])
    yield _array("uint8_t PAVED_SIDES", (_bits(i for i in range(6) if face[i]) for face in FACES))
    yield _rows("uint8_t LYING", [[str(lying(t, r)) for r in range(6)] for t in range(len(TILES))])
    yield _array("uint8_t ROTATIONS", (_bits(ROTATIONS[t]) for t in range(len(TILES))))
    letters = [
        _bits(n for n, tile in enumerate(BOX.tiles) if tile.letter == letter) for letter in LETTERS
    ]
    yield _array("uint64_t TILES_OF_LETTER", letters)
    yield _array("uint8_t LETTER_OF", (LETTERS.index(tile.letter) for tile in BOX.tiles))
    volcanoes = _bits(n for n, tile in enumerate(BOX.tiles) if tile.kind == "volcano")
    yield f"#define VOLCANO_TILES {volcanoes}ull"
    yield _array("uint8_t FLOOR_PIECES", BOX.floors.values())
    yield _array("uint8_t TREASURE_POINTS", TREASURE_POINTS)


def _actions() -> Iterator[str]:
    """The numbers of tikal.bots.actions; those that depend on the seat to move by their parts."""
    numbers: dict[Move | actions.Slotted | None, int]
    numbers = {entry: number for number, entry in enumerate(actions.LAYOUT)}
    slots, partners = range(1 + BOX.camps), range(1, BOX.most_players)
    kinds = range(1, BOX.treasure_kinds + 1)
    yield f"#define ACTIONS {actions.SIZE}"
    yield f"#define BASIC_ACTIONS {actions.BASIC_SIZE}"
    yield f"#define HIGHEST_BID {actions.HIGHEST_BID}"
    yield f"#define SLOTS {len(slots)}"
    yield _array(
        "int16_t NUMBERS",
        (-1 if type(m) is Exchange else numbers.get(m, -1) for m in codes.moves()),
    )
    bids = (numbers[Bid(points)] for points in range(actions.HIGHEST_BID + 1))
    yield _array("int16_t BID_NUMBERS", bids)
    yield _rows(
        "int16_t TRANSFER_NUMBERS",
        [[str(numbers.get((f, a, b), -1)) for a in slots for b in slots] for f in FIGURES],
    )
    yield _rows(
        "int16_t EXCHANGE_NUMBERS",
        [
            [str(numbers[Exchange(give, left, take)]) for left in partners for take in kinds]
            for give in kinds
        ],
    )
    yield _enum("ENTRY", ("MOVE", "TRANSFER", "EXCHANGE"))
    yield "typedef struct { uint16_t code; uint8_t kind, a, b, c; } Entry;"
    yield _array("Entry ENTRIES", map(_action, actions.LAYOUT))


def _action(entry: Move | actions.Slotted) -> str:
    """What C knows of a number: its code, or the parts that a seat sees in its own way."""
    if isinstance(entry, tuple):
        figure, origin, target = entry
        return f"{{0,1,{FIGURES.index(figure)},{origin},{target}}}"
    if isinstance(entry, Exchange):
        return f"{{0,2,{entry.give - 1},{entry.seat},{entry.take - 1}}}"
    return f"{{{codes.code_of_move(entry)},0,0,0,0}}"


def _views() -> Iterator[str]:
    """The places of the planes and scalars of tikal.bots.observation, and their factors."""
    yield f"#define PLANES {len(observation.PLANES)}"
    yield f"#define SCALARS {len(observation.SCALARS)}"
    yield f"#define OBSERVATION {observation.LENGTH}"
    yield _enum("PLANE", observation.PLANES)
    yield _enum("SCALAR", observation.SCALARS)
    first = (
        next(n for n, name in enumerate(observation.SCALARS) if name.split()[0] == switch.name)
        for switch in SWITCHES
    )
    yield _array("uint8_t FIRST_SWITCH_SCALAR", first)
    factors = [f"{1 / scale}f" for scale in observation.SCALES]
    yield _array("float PLANE_FACTORS", factors[: len(observation.PLANES)])
    yield _array("float SCALAR_FACTORS", factors[len(observation.PLANES) :])


# --- C -----------------------------------------------------------------------------------------


def _word(text: str) -> str:
    return re.sub(r"\W", "_", text).upper()


def _worth() -> Iterator[str]:
    """The weights of tikal.bots.evaluation."""
    yield from (f"#define WORTH_{name} {weight}" for name, weight in evaluation.WEIGHTS.items())
    yield _array("uint8_t WORTH_TEMPLE_LEFT", evaluation.TEMPLE_LEFT)


def _enum(prefix: str, names: Iterable[str]) -> str:
    entries = (f"{prefix}_{_word(name)} = {number}" for number, name in enumerate(names))
    return f"enum {{ {', '.join(entries)} }};"


def _array(name: str, values: Iterable[object]) -> str:
    suffix = "ull" if name.startswith("uint64_t") else ""
    found = [f"{value}{suffix}" for value in values]
    return f"static const {name}[{len(found)}] = {{{', '.join(found)}}};"


def _rows(name: str, rows: list[list[str]]) -> str:
    body = ",\n  ".join("{" + ", ".join(row) + "}" for row in rows)
    return f"static const {name}[{len(rows)}][{len(rows[0])}] = {{\n  {body}\n}};"


def _bits(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)
