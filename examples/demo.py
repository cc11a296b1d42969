"""A short tour: path costs, a turn, an illegal move explained, another edition."""

from __future__ import annotations

import tikal


def explain(state: tikal.State, text: str) -> None:
    """Say whether a move is legal, and if not, which clauses forbid it and what would do."""
    move = tikal.parse_move(text)
    violations = tikal.check(state, move)
    print(f"\n  {text!r} under {state.edition}: {'refused' if violations else 'legal'}")
    for violation in violations:
        print(f"    {violation}")
    if violations:
        near = ", ".join(map(str, tikal.nearest_legal(state, move)))
        print(f"    nearest legal moves: {near}")


def main() -> None:
    """Run the tour."""
    state = tikal.new_game(players=3)
    print(f"A new game: {state}")
    print("\nWalking between the printed hexes, in action points:")
    hexes = ("a1", "a2", "b1", "b2")
    print("      " + "  ".join(hexes))
    for a in hexes:
        print(f"  {a}  " + "  ".join(f"{tikal.path_cost(state, a, b):>2}" for b in hexes))

    moves = [
        "draw A2", "place b3 r1", "deploy L a1", "walk L a1-b2", "walk L b2-b3",
        "recover b3", "reveal 5",
    ]  # fmt: skip
    replay = tikal.replay(state, map(tikal.parse_move, moves))
    assert replay.refusal is None
    print("\nThe first turn:")
    for step in replay.steps:
        print(f"  {step.move!s:<14} {step.state.ap:>2} AP left")
    state = replay.state

    print("\nWhich clause forbids this?")
    explain(state, "recover b3")
    explain(state, "walk L b3-b4")
    for edition in (tikal.RIO_GRANDE_1999, tikal.SUPER_MEEPLE_2015):
        explain(tikal.position(edition=edition), "camp b2")

    print("\nA whole game, played by the sensible policy and checked move by move:")
    game = tikal.play(tikal.new_game(players=4), tikal.sensible_policy, seed=1999)
    again = tikal.replay(tikal.new_game(players=4), [step.move for step in game.steps])
    assert again.refusal is None
    assert again.state == game.state
    print(f"  {len(again.steps)} moves, all legal; scores {again.state.scores}, "
          f"won by seat {again.state.winners[0]}")  # fmt: skip


if __name__ == "__main__":
    main()
