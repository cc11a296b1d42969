"""Whole games as text: every observable after every move, to be compared word for word.

`python -m tests.golden.playthroughs` writes them anew, after a change of the rules that was meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import attrs

import tikal
from tikal.grid import CELLS

FOLDER = Path(__file__).with_name("playthroughs")

#: By file name: players, edition, auction, start, seed.
GAMES: dict[str, tuple[int, tikal.Edition, bool, int, int]] = {
    "rio-grande-1999": (4, tikal.RIO_GRANDE_1999, False, 1, 101),
    "ravensburger-1999": (2, tikal.RAVENSBURGER_1999, False, 2, 133),
    "super-meeple-2015": (3, tikal.SUPER_MEEPLE_2015, False, 3, 103),
    "legend-classic": (3, tikal.LEGEND_CLASSIC, False, 1, 104),
    "rio-grande-1999-auction": (3, tikal.RIO_GRANDE_1999, True, 2, 105),
    "ravensburger-1999-auction": (2, tikal.RAVENSBURGER_1999, True, 1, 106),
    "super-meeple-2015-auction": (4, tikal.SUPER_MEEPLE_2015, True, 4, 107),
}


def observables(state: tikal.State) -> Iterator[tuple[str, object]]:
    """Everything that can be seen of a position, by name."""
    for name in (
        "phase", "to_move", "active", "ap", "scoring", "scores", "tile", "display", "high_bid",
        "remaining", "floors", "unseen", "winners",
    ):  # fmt: skip
        value = getattr(state, name)
        yield name, " ".join(value) if name in ("display", "remaining") else value
    for cell in CELLS:
        hex_ = state[cell]
        if hex_.tile:
            figures = {seat: figures for seat, figures in hex_.figures.items() if any(figures)}
            rest = attrs.asdict(hex_, filter=lambda a, v: a.name != "figures" and bool(v))
            yield cell, " ".join(f"{k}={v}" for k, v in {**rest, "figures": figures}.items() if v)
    for seat in state.scores:
        player = attrs.asdict(state.player(seat), filter=lambda a, _: a.name != "figures")
        yield f"player {seat}", " ".join(f"{k}={v}" for k, v in player.items())
        yield f"worth {seat}", tikal.score(state, seat)
    moves = tikal.legal_moves(state)
    yield "legal", f"{len(moves)}, from {moves[0]} to {moves[-1]}" if moves else 0
    yield "chance", ", ".join(f"{move} {odds}" for move, odds in tikal.chance(state))


def render(name: str) -> str:
    """The game as text: all observables at first, then what changes with every move."""
    players, edition, auction, start, seed = GAMES[name]
    first = tikal.new_game(players, edition, auction, start)
    replay = tikal.play(first, tikal.sensible_policy, seed)
    lines = [f"# {name}: {players} players, seat {start} begins, seed {seed}"]
    seen: dict[str, object] = {}
    for number, (move, state) in enumerate(
        [("start", first), *((str(step.move), step.state) for step in replay.steps)]
    ):
        lines.append(f"{number}. {move}")
        now = dict(observables(state))
        lines += [
            f"    {key}: {value}"
            for key, value in now.items()
            if key not in seen or seen[key] != value
        ]
        seen = now
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write all playthroughs."""
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(render(name), "utf-8")
        print(f"wrote {FOLDER / name}.txt")


if __name__ == "__main__":
    main()
