"""A short tour: a recorded game audited, an illegal move explained, a picture, another edition."""

from __future__ import annotations

import tempfile
from pathlib import Path

import tikal
from tikal.conformance.audit import audit as audit_all
from tikal.conformance.audit import find_games
from tikal.conformance.report import Header, Writer, read, views
from tikal.pictures.svg import board_svg, tile_sheet_svg

HERE = Path(__file__).parent


def audit(path: Path) -> None:
    """Check every move of a recorded game."""
    with path.open("rb") as file:
        record = tikal.load(file)
    replay = record.replay()
    assert replay.refusal is None, replay.refusal
    end = replay.state
    scores = ", ".join(f"{record.name(seat)} {points}" for seat, points in end.scores.items())
    winners = " and ".join(record.name(seat) for seat in end.winners)
    print(f"  {path.name}: {len(replay.steps)} moves, all legal under {end.edition}")
    print(f"    {scores}; won by {winners}")


def explain(state: tikal.State, text: str) -> tuple[tikal.Violation, ...]:
    """Say whether a move is legal, and if not, which clauses forbid it and what would do."""
    move = tikal.parse_move(text)
    violations = tikal.check(state, move)
    print(f"\n  {text!r} under {state.edition}: {'refused' if violations else 'legal'}")
    for violation in violations:
        print(f"    {violation}")
        print(f"    the rule: {tikal.clause(violation.clause).statement}")
    if violations:
        near = ", ".join(map(str, tikal.nearest_legal(state, move)))
        print(f"    nearest legal moves: {near}")
    return violations


def report(folder: Path) -> Path:
    """A page about all examples, and about one of them with a move that was never legal."""
    first = HERE / "basic.tikal"
    spoiled = first.read_bytes().replace(b"deploy W a1", b"deploy W h5", 1)
    games = [*find_games(HERE), ("basic.tikal, spoiled", spoiled)]
    log, page = folder / "audit.jsonl", folder / "audit.html"
    with log.open("w", encoding="utf-8") as file, Writer(file, Header("audit", "demo")) as writer:
        for result in audit_all(games):
            writer.add(result)
            print(f"  {Path(result.subject).name}: {result.message or 'all moves are legal'}")
    views.write(read(log), page)
    return page


def main() -> None:
    """Run the tour."""
    print("Three recorded games, audited move by move:")
    for name in ("basic", "auction", "legend"):
        audit(HERE / f"{name}.tikal")

    state = tikal.new_game(players=3)
    print("\nWalking between the printed hexes, in action points:")
    hexes = ("a1", "a2", "b1", "b2")
    print("      " + "  ".join(hexes))
    for a in hexes:
        print(f"  {a}  " + "  ".join(f"{tikal.path_cost(state, a, b):>2}" for b in hexes))

    turn = "draw A2; place b3 r1; deploy L a1; walk L a1-b2; walk L b2-b3; recover b3; reveal 5"
    replay = tikal.replay(state, tikal.parse_moves(turn))
    print("\nA first turn:")
    for step in replay.steps:
        print(f"  {step.move!s:<14} {step.state.ap:>2} AP left")

    print("\nWhich clause forbids this?")
    wrong = "recover b3"
    violations = explain(replay.state, wrong)
    for edition in (tikal.RIO_GRANDE_1999, tikal.SUPER_MEEPLE_2015):
        explain(tikal.position(edition=edition), "camp b2")

    folder = Path(tempfile.mkdtemp(prefix="tikal-demo-"))
    picture = board_svg(replay.state, move=tikal.parse_move(wrong), violations=violations)
    (folder / "refused.svg").write_text(picture, "utf-8")
    (folder / "tiles.svg").write_text(tile_sheet_svg(), "utf-8")
    print(f"\nA picture of the refusal: {folder / 'refused.svg'}")
    print(f"All tiles and treasures with their ids, to print: {folder / 'tiles.svg'}")
    print("\nThe same games and a spoiled one, as a report:")
    print(f"  open {report(folder)}")
    print("\nNext: .venv/bin/tikal explain TREASURE-03, or .venv/bin/tikal --help")


if __name__ == "__main__":
    main()
