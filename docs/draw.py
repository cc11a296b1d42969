"""The pictures of README and guide: `python -m docs.draw` writes them, the tests compare."""

from __future__ import annotations

from pathlib import Path

import tikal
from tikal.pictures.svg import board_svg, tile_sheet_svg

FOLDER = Path(__file__).parent / "pictures"
TURN = "draw A2; place b3 r1; deploy L a1; walk L a1-b2; walk L b2-b3; recover b3; reveal 5"


def refused() -> str:
    """The story of the README: a second treasure is refused."""
    start = tikal.new_game(players=3)
    state = tikal.replay(start, tikal.parse_moves(TURN)).state
    move = tikal.parse_move("recover b3")
    return board_svg(state, move=move, violations=tikal.check(state, move), crop=True, size=None)


def position() -> str:
    """A position in the middle of a game."""
    start = tikal.new_game(players=3)
    game = tikal.play(start, tikal.sensible_policy, seed=5)
    step = game.steps[200]
    return board_svg(step.state, names=["Ana", "Ben", "Cleo"], last=step.move)


def pictures() -> dict[str, str]:
    """Every picture by its file name."""
    return {"refused.svg": refused(), "position.svg": position(), "tiles.svg": tile_sheet_svg()}


if __name__ == "__main__":
    for name, text in pictures().items():
        (FOLDER / name).write_text(text, "utf-8")
