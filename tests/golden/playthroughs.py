"""Whole games as records, with digests of everything that can be seen after every move.

The comment beside a turn has its number and a digest for each of `GROUPS`. Turn 0 is the position
at the start.

`python -m tests.golden.playthroughs` writes the records anew, after a change of the rules that was
meant; `--show NAME TURN` prints a turn of a stored record as the present code plays it.
"""

from __future__ import annotations

import argparse
import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import attrs

import tikal
from tikal.grid import CELLS
from tikal.notation.records import Line, Record, dumps, loads

COMMAND: Final = "python -m tests.golden.playthroughs"
FOLDER: Final = Path(__file__).with_name("playthroughs")

#: Players, start and seed of games whose setup matters: together they have every class of move.
_SETUPS: dict[str, tuple[int, int, int]] = {
    "rio-grande-1999": (4, 1, 101),
    "ravensburger-1999": (2, 2, 114),
    "super-meeple-2015": (3, 3, 103),
    "legend-classic": (3, 1, 104),
    "rio-grande-1999-auction": (3, 2, 105),
    "ravensburger-1999-auction": (2, 1, 106),
    "super-meeple-2015-auction": (4, 4, 107),
}
#: What is seen of a position: whose turn it is and what is in stock, the hexes, the players and
#: what they would score, the legal moves, and what chance may bring.
GROUPS: Final = ("turn", "board", "players", "legal", "chance")


def _games() -> Iterator[tuple[str, tuple[int, tikal.Edition, bool, int, int]]]:
    """One game by every edition, and one with auctions where it has them."""
    for auction in (False, True):
        for key, edition in tikal.EDITIONS.items():
            if edition.has_auction or not auction:
                name = f"{key}-auction" if auction else key
                players, start, seed = _SETUPS.get(name, (3, 1, 101))
                yield name, (players, edition, auction, start, seed)


#: By file name: players, edition, auction, start, seed.
GAMES = dict(_games())


def observables(state: tikal.State) -> Iterator[tuple[str, str, object]]:
    """Everything that can be seen of a position: its group, its name, its value."""
    for name in (
        "phase", "to_move", "active", "ap", "scoring", "scores", "tile", "display", "high_bid",
        "remaining", "floors", "unseen", "winners",
    ):  # fmt: skip
        value = getattr(state, name)
        yield "turn", name, " ".join(value) if name in ("display", "remaining") else value
    for cell in CELLS:
        hex_ = state[cell]
        if hex_.tile:
            figures = {seat: figures for seat, figures in hex_.figures.items() if any(figures)}
            rest = attrs.asdict(hex_, filter=lambda a, v: a.name != "figures" and bool(v))
            shown = {**rest, "figures": figures}
            yield "board", cell, " ".join(f"{k}={v}" for k, v in shown.items() if v)
    for seat in state.scores:
        player = attrs.asdict(state.player(seat), filter=lambda a, _: a.name != "figures")
        yield "players", f"player {seat}", " ".join(f"{k}={v}" for k, v in player.items())
        yield "players", f"worth {seat}", tikal.score(state, seat)
    moves = tikal.legal_moves(state)
    yield "legal", "legal", f"{len(moves)}: {'; '.join(map(str, moves))}"
    yield "chance", "chance", ", ".join(f"{move} {odds}" for move, odds in tikal.chance(state))


@attrs.frozen
class Turn:
    """The moves of a turn, and what is seen after each of them."""

    number: int
    moves: tuple[str, ...]
    #: By group and name; first what was seen before the turn.
    seen: tuple[Mapping[tuple[str, str], object], ...]

    def digests(self) -> dict[str, str]:
        """The first eight digits of the SHA-256 of each group."""
        texts: dict[str, list[str]] = {group: [] for group in GROUPS}
        for move, seen in zip(self.moves, self.seen[1:], strict=True):
            for (group, name), value in seen.items():
                texts[group].append(f"{move}, {name}: {value}\n")
        every = {group: "".join(lines).encode() for group, lines in texts.items()}
        return {group: hashlib.sha256(text).hexdigest()[:8] for group, text in every.items()}

    def comment(self) -> str:
        """The number and the digests, as they stand beside the turn."""
        return f"{self.number}: {' '.join(self.digests().values())}"

    def __str__(self) -> str:
        """The turn in full: after each move, whatever is not as it was before."""
        lines = []
        for move, before, now in zip(self.moves, self.seen[:-1], self.seen[1:], strict=True):
            lines.append(f"{self.number}. {move}")
            changed = [key for key in now if key not in before or before[key] != now[key]]
            lines += [f"    {' '.join(dict.fromkeys(key))}: {now[key]}" for key in changed]
        return "\n".join(lines)


def turns(record: Record) -> Iterator[Turn]:
    """Every turn of a record; `IllegalMove` at a move that is refused."""
    state = record.start_state()
    seen = _seen(state)
    yield Turn(0, ("the start",), ({}, seen))
    for number, line in enumerate((line for line in record.lines if line.entries), start=1):
        every = [seen]
        for entry in line.entries:
            state = tikal.apply(state, entry.move)
            every.append(_seen(state))
        seen = every[-1]
        yield Turn(number, tuple(str(entry.move) for entry in line.entries), tuple(every))


def _seen(state: tikal.State) -> dict[tuple[str, str], object]:
    return {(group, name): value for group, name, value in observables(state)}


# --- records -----------------------------------------------------------------------------------


def stored(name: str) -> Record:
    """The record of a game."""
    return loads((FOLDER / f"{name}.tikal").read_text("utf-8"))


def played(name: str) -> Record:
    """The record of a game as it is played now, with a line for every turn and its digests."""
    players, edition, auction, start, seed = GAMES[name]
    first = tikal.new_game(players, edition, auction, start)
    extra = {"policy": "sensible", "seed": str(seed), "digests": " ".join(GROUPS)}
    record = Record.of(tikal.play(first, tikal.sensible_policy, seed), extra=extra)
    record = attrs.evolve(record, lines=list(_lines(record)))
    start_line, *lines = (Line(comment=turn.comment()) for turn in turns(record))
    beside = [
        attrs.evolve(line, entries=moves.entries)
        for line, moves in zip(lines, record.lines, strict=True)
    ]
    return attrs.evolve(record, lines=[start_line, *beside])


def _lines(record: Record) -> Iterator[Line]:
    """A line for every turn, which ends with `end`."""
    entries = []
    for entry in record.entries:
        entries.append(entry)
        if isinstance(entry.move, tikal.EndTurn):
            yield Line(entries)
            entries = []
    if entries:
        yield Line(entries)


def difference(name: str, record: Record) -> str:
    """The first turn that goes otherwise than its digests say, in full; empty if none does."""
    comments = [line.comment or "" for line in record.lines]
    number = -1
    try:
        for number, turn in enumerate(turns(record)):
            if differing := _differing(turn, comments[number]):
                first = f"{name}, turn {number}: {', '.join(differing)} differ"
                return f"{first}\n{turn}\n{_how_to_compare(name, number)}"
    except tikal.IllegalMove as error:
        return f"{name}, turn {number + 1}: {error}\n{_how_to_compare(name, number + 1)}"
    return ""


def _differing(turn: Turn, comment: str) -> list[str]:
    """The groups of a turn that have other digests than its comment."""
    number, *digests = re.split(r": | ", comment)
    assert number == str(turn.number), comment
    wanted = dict(zip(GROUPS, digests, strict=True))
    return [group for group, found in turn.digests().items() if found != wanted[group]]


def _how_to_compare(name: str, number: int) -> str:
    show = f"{COMMAND} --show {name} {number}"
    return f"as it was: git stash; {show}; git stash pop\nif this is meant: {COMMAND}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Write all records, or show a turn of one."""
    parser = argparse.ArgumentParser(COMMAND, description=__doc__)
    parser.add_argument("--show", nargs=2, metavar=("NAME", "TURN"), help="print a turn")
    wanted = parser.parse_args(arguments).show
    if wanted:
        name, number = wanted
        if name not in GAMES:
            parser.error(f"there is no game {name}: there are {', '.join(GAMES)}")
        found = next((turn for turn in turns(stored(name)) if str(turn.number) == number), None)
        if found is None:
            parser.error(f"{name} has no turn {number}")
        print(found)
        return
    for name in GAMES:
        (FOLDER / f"{name}.tikal").write_text(dumps(played(name)), "utf-8")
        print(f"wrote {FOLDER / name}.tikal")


if __name__ == "__main__":
    main()
