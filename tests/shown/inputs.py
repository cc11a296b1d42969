"""Games and positions that everything is tried on: legal, refused, unfinished, unreadable."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Final

import tikal
from tests.citations.conftest import positions as crowded
from tests.fuzzing.targets import positions as wandering
from tikal.languages import LANGUAGES
from tikal.notation import documents
from tools.measure.repairs import damaged_records

EXAMPLES: Final = Path(__file__).parents[2] / "examples"
HEADER: Final = "edition: rio-grande-1999\nplayers: 2\nnames: Ana, Ben\n\n"
LEGAL: Final = HEADER + (
    "# Ana\ndraw A2; place b3 r1; deploy L a1; walk L a1-b2; walk L b2-b3  # there\n"
    "recover b3; reveal 5"
)
#: Records, positions and what is neither, as people write them.
TEXTS: Final = {
    "legal": LEGAL,
    "not begun": HEADER,
    "refused": LEGAL + "; recover b3; end\n",
    "forgotten": HEADER + "draw A2; place b3 r0; deploy L a1   # Ana\n"
    "Ben: draw A1; place c2 r1; deploy W a1 x2; end\ndraw A3; place a3 r0; end\n",
    "claims": HEADER.replace("\n\n", "\nscores: 0, 7\n\n")
    + "draw A2; place b3 r0; end = 4\ndraw A1; place c2 r1; end = 0\n",
    "misspelt": HEADER + "draw A2; recover b3\nfly; place b3 r9\nend\n",
    "no players": "edition: legend-classic\nplayers: two\n",
    "house": "edition: legend-classic second_dig=one tiebreak=none\nplayers: 3\n\n"
    "draw A1; place b3 r0; deploy W a1 x3; deploy L a1; walk W a1-b2; end\ndraw A2\n",
    "bidding": "edition: super-meeple-2015\nplayers: 3\nauction: yes\nstart: 2\n\n"
    "draw A1; draw A2; draw A3; bid 2; bid 4; pass; pass; take A2; place b3 r0\n",
    "from a position": "position: act 2 3ap; a2=7 1L2 2W3; b3=A2 1W\n\nwalk L a2-b2\nend\n",
    "position": "a2=7 1L2 2W3; b3=A2r2 1W 2W; c2=A6; act 1 4ap; scores 12 7",
    "bad position": "a2=7 1L2 1L2; z9=A2; act 9 40ap; tile Q1",
    "impossible": "a2=7 1L2 2W3; b3=A2 1L2; act 1 4ap",
    "empty": "",
    "json": '{"format": "tikal-position/1", "edition": "rio", "tiles": [1, {"at": "b3"}]}',
    "bad json": '{"format": "tikal-record/1", "moves": ["end"}',
}


@cache
def games() -> dict[str, str]:
    """Every text by its name: those above, examples whole and cut, and records with a slip."""
    found = dict(TEXTS)
    for path in sorted(EXAMPLES.glob("*.tikal")):
        text = path.read_text("utf-8")
        found[path.stem] = text
        found[f"{path.stem} cut"] = "".join(text.splitlines(keepends=True)[:30])
    for number, damaged in enumerate(islice(damaged_records(3), 6)):
        found[f"{damaged.how} {number}"] = tikal.dumps(damaged.record)
    found["position in json"] = documents.dumps(tikal.parse_position(TEXTS["position"]))
    found["record in json"] = documents.dumps(tikal.loads(LEGAL))
    return found


@cache
def states() -> tuple[tikal.State, ...]:
    """Positions in which every clause can be cited, and some of games in every edition."""
    return (*crowded(), *wandering()[::3])


def language(number: int) -> str:
    """Each language in turn."""
    return LANGUAGES[number % len(LANGUAGES)]


def moves(state: tikal.State, number: int) -> Iterator[tikal.Move]:
    """Some legal moves of a position, spread over their list."""
    legal = tikal.legal_moves(state)
    yield from legal[:: -(-len(legal) // number) or 1]
