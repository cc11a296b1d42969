"""Write the example games: `python examples/make_examples.py`.

They are played by the sensible policy with fixed seeds and annotated like a game at a table.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import attrs

import tikal
from tikal.notation.records import Line

FOLDER = Path(__file__).parent

#: By file name: the game before its first move, the seed, the names, whether seats are written.
EXAMPLES: dict[str, tuple[tikal.State, int, tuple[str, ...], bool]] = {
    "basic.tikal": (tikal.new_game(4), 2, ("Ana", "Ben", "Cleo", "Dan"), False),
    "auction.tikal": (
        tikal.new_game(3, tikal.SUPER_MEEPLE_2015, auction=True, start=2),
        7,
        ("Ada", "Bo", "Chloé"),
        True,
    ),
    "legend.tikal": (tikal.new_game(2, tikal.LEGEND_CLASSIC), 3, (), False),
}


def render(name: str) -> str:
    """The text of one example."""
    start, seed, names, seats = EXAMPLES[name]
    game = tikal.play(start, tikal.sensible_policy, seed)
    event = f"played by tikal.sensible_policy with seed {seed}"
    record = tikal.Record.of(game, start, names=names, extra={"event": event}, seats=seats)
    return tikal.dumps(attrs.evolve(record, lines=tuple(_annotated(record, start, game))))


def _annotated(record: tikal.Record, start: tikal.State, game: tikal.Replay) -> Iterator[Line]:
    """The lines with a heading above each, and the points gained beside every scoring."""
    states = [start, *(step.state for step in game.steps)]
    made = turns = 0
    for line in record.lines:
        before, made = states[made], made + len(line.entries)
        last, after = states[made - 1], states[made]
        seat = last.active or 0
        who = record.name(seat)
        points = None
        if last.phase == "draw":
            heading = f"The display, {record.name(after.active or 0)} opens the auction"
        elif last.phase == "bid":
            winner = after.active or 0
            price = before.scores[winner] - after.scores[winner]
            heading = f"The auction: {record.name(winner)} wins and pays {price}"
        elif last.scoring:
            heading = (
                f"Volcano {last.tile}, {who} scores" if last.tile else f"The end, {who} scores"
            )
            gain = after.scores[seat] - last.scores[seat]
            points = f"{gain} points, {after.scores[seat]} in all"
        else:
            turns += 1
            heading = f"Turn {turns}, {who}"
        yield Line(comment=heading)
        yield Line(line.entries, points)
    winners = " and ".join(record.name(seat) for seat in game.state.winners)
    yield Line(comment=f"Won by {winners} with {max(game.state.scores.values())} points")


def main() -> None:
    """Write all examples."""
    for name in EXAMPLES:
        (FOLDER / name).write_text(render(name), "utf-8")
        print(f"wrote {FOLDER / name}")


if __name__ == "__main__":
    main()
