"""A position in plain text: a map of the board, and sentences about the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Final

from tikal.components import BOX, LETTERS, Terrain, Tile
from tikal.geometry import CELLS, NEIGHBOURS, ROWS, opposite
from tikal.languages import sentence
from tikal.moves import FIGURE_NAMES, Figure
from tikal.rules.scoring import score
from tikal.state import OUT_OF_PLAY, Hex, State, require_state
from tikal.wording import counted

TERRAIN_SIGNS: Final[dict[Terrain, str]] = {
    "base_camp": "B",
    "temple": "T",
    "jungle": "J",
    "treasure": "$",
    "volcano": "V",
}
_KEY: Final = (
    "B base camp, T temple and its value, J jungle, $ treasure hex and its tokens, V volcano;",
    "1L3 seat 1 with leader and 3 workers, 2:4 seat 2 with 4 workers, ^1 camp, #1 guard of seat 1;",
    "a number on an edge is the stones of both hexes on it.",
)

#: Longer sentences go on in the next line.
_WIDEST: Final = 120

# --- sentences ---------------------------------------------------------------------------------


def heading(state: State) -> str:
    """The edition and the kind of game."""
    edition, game = state.edition, "auction" if state.auction else "basic"
    title = " ".join(f"{edition.title} [{edition.key}]".split())
    return f"{title}, {game} game, {state.players} players"


def _seats(seats: Iterable[int]) -> str:
    *others, last = map(str, seats)
    return f"seats {', '.join(others)} and {last}" if others else f"seat {last}"


def moment(state: State, names: Sequence[str] = (), language: str = "en") -> str:
    """What happens now: `seat 1 acts, 4 AP left`, or `Ana acts, …` where names are given."""
    facts = {
        "player": player_name(state.active or 0, names, language),
        "tile": state.tile,
        "ap": state.ap,
    }
    return sentence("play", f"moment/{state.phase}", facts, language)


def player_name(seat: int, names: Sequence[str] = (), language: str = "en") -> str:
    """What to call a seat: its name, or `seat 2` if there are no names."""
    if 1 <= seat <= len(names):
        return names[seat - 1]
    return sentence("play", "seat", {"seat": seat}, language)


def status(state: State) -> tuple[str, ...]:
    """Where the game stands, the most important sentence first."""
    if state.phase == "over":
        best = max(state.scores.values())
        win = "wins" if len(state.winners) == 1 else "win together"
        return (f"game over: {_seats(state.winners)} {win} with {best} points",)
    lines = [moment(state)]
    course, bidding = state.course, state.course.bidding
    if state.scoring:
        then = f", then {_seats(course.queue)}" if course.queue else ""
        lines.append(f"scoring turn of seat {state.active}{then}")
    if state.tile and state.phase != "place":
        lines.append(f"tile {state.tile} waits to be placed")
    if state.display:
        lines.append(f"display: {' '.join(state.display)}")
    if state.phase == "bid":
        by = f"high bid: {state.high_bid} by seat {bidding.high_bidder}"
        lines.append(by if bidding.high_bidder else "high bid: none yet")
    if bidding.passed:
        lines.append(f"passed: {_seats(bidding.passed)}")
    if bidding.done:
        lines.append(f"had their turn of this round: {_seats(bidding.done)}")
    if state.turn.worked:
        dug = (_dig_text(state, cell) for cell in dict.fromkeys(state.turn.worked))
        lines.append(f"dug in this turn: {', '.join(dug)}")
    return tuple(lines)


def _dig_text(state: State, cell: int) -> str:
    """How often a hex was dug, and where an edition asks for it, who may have been the one."""
    times = "once" if state.turn.worked.count(cell) == 1 else "twice"
    who = [
        _digger_text(cell, kind, place) for dug, kind, place in state.turn.diggers if dug == cell
    ]
    return f"{CELLS[cell]} {times}" + (f" (its digger: {', or '.join(who)})" if who else "")


def _digger_text(cell: int, kind: Figure, place: int) -> str:
    who = "the leader" if kind == "L" else "a worker"
    if place == OUT_OF_PLAY:
        return f"{who}, no longer on the board"
    return f"{who}, still there" if place == cell else f"{who}, now on {CELLS[place]}"


def _counts(pairs: Iterable[tuple[object, int]]) -> str:
    """Things with their numbers, without those of which there are none."""
    return " ".join(f"{thing}x{number}" for thing, number in pairs if number) or "none"


def describe_figures(leaders: int, workers: int) -> str:
    """Leaders and workers as people say it: `leader and 3 workers`."""
    parts = ["leader"] if leaders else []
    if workers:
        parts.append(counted(workers, "worker"))
    return " and ".join(parts) or "nobody"


def describe_cell(name: str, there: Hex) -> str:
    """Everything on one cell."""
    if there.kind is None:
        return f"{name}: unexplored"
    what = [there.kind.replace("_", " ")]
    if there.kind == "temple":
        what[0] += f" of value {there.value}"
    if there.kind == "treasure":
        what[0] += f" hex with {counted(there.tokens, 'token')}"
    if there.camp:
        what.append(f"camp of seat {there.camp}")
    if there.guard:
        seat, figure = there.guard
        what.append(f"guarded by a {FIGURE_NAMES[figure]} of seat {seat}")
    for seat, (leaders, workers) in there.figures.items():
        if leaders or workers:
            what.append(f"seat {seat} {describe_figures(leaders, workers)}")
    return f"{name}: {', '.join(what)}"


def _describe_player(state: State, seat: int) -> tuple[str, str]:
    player = state.player(seat)
    guards = " ".join(f"{cell}({figure})" for cell, figure in player.guards.items()) or "none"
    out = f"; out of the game: {describe_figures(*player.removed)}" if any(player.removed) else ""
    left = BOX.camps - len(player.camps)
    more = "" if state.phase == "over" else f" (+{score(state, seat).total} if scored now)"
    camps = f"{' '.join(player.camps) or 'none'} ({left} left)"
    supply = describe_figures(*player.supply)
    return (
        f"seat {seat}: {player.score} points{more}; treasures: {_counts(player.treasures.items())}",
        f"  supply: {supply}; camps: {camps}; guards: {guards}{out}",
    )


# --- the map -----------------------------------------------------------------------------------
#
# A hex is four lines high and shares its borders with its neighbours:
#
#       _______
#      / b1 T3 \
#     /   1L3   \
#     \   2:4   /
#      \_______/

_PITCH: Final = 9
_HIGH: Final = 4
# Where the stones of each side are written, seen from the upper left of the hex: (x, y).
_EDGE_SPOTS: Final = ((5, 0), (10, 2), (9, 4), (5, 4), (1, 4), (0, 2))


def _outline(canvas: list[list[str]], left: int, top: int) -> None:
    for x in range(left + 2, left + 9):
        canvas[top][x] = canvas[top + 4][x] = "_"
    for x, y, sign in ((1, 1, "/"), (9, 1, "\\"), (0, 2, "/"), (10, 2, "\\"),
                       (0, 3, "\\"), (10, 3, "/"), (1, 4, "\\"), (9, 4, "/")):  # fmt: skip
        canvas[top + y][left + x] = sign


def _write(canvas: list[list[str]], left: int, top: int, width: int, text: str) -> None:
    canvas[top][left : left + width] = text.center(width)


def _first_line(name: str, there: Hex) -> str:
    if there.kind is None:
        return f"{name} ."
    amount = {"temple": str(there.value), "treasure": str(there.tokens)}.get(there.kind, "")
    piece = f"#{there.guard[0]}" if there.guard else f"^{there.camp}" if there.camp else ""
    rest = TERRAIN_SIGNS[there.kind] + amount + piece
    return f"{name} {rest}" if len(name) + len(rest) < 7 else name + rest


def _groups(there: Hex) -> tuple[str, str]:
    """The figures by seat, as short as possible, on two lines.

    The long ones go below, because the stones of an edge may be beside the upper line.
    """
    groups = [
        f"{seat}{'L' if leaders else ':'}{workers}"
        for seat, (leaders, workers) in there.figures.items()
        if leaders or workers
    ]
    if len(groups) > 1:
        groups.sort(key=len)
    above = max(1, len(groups) // 2)
    return " ".join(groups[:above]), " ".join(groups[above:])


def _stones(state: State, cell: int) -> list[int]:
    """The stones on every edge of a cell, those of its neighbours included."""
    board = state.ground.board
    stones = list(board.stones(cell))
    for side, other in NEIGHBOURS[cell]:
        stones[side] += board.stones(other)[opposite(side)]
    return stones


def map_lines(state: State) -> list[str]:
    """The map alone, line by line."""
    columns = len(CELLS) // ROWS
    height, width = _HIGH * ROWS + 3, _PITCH * columns + 2
    canvas = [[" "] * width for _ in range(height)]
    corners = []
    for cell in range(len(CELLS)):
        column, row = divmod(cell, ROWS)
        corners.append((_PITCH * column, _HIGH * (ROWS - 1 - row) + (2 if column % 2 else 0)))
        _outline(canvas, *corners[-1])
    for cell, (left, top) in enumerate(corners):
        there = state[CELLS[cell]]
        above, below = _groups(there)
        _write(canvas, left + 2, top + 1, 7, _first_line(CELLS[cell], there))
        _write(canvas, left + 1, top + 2, 9, above)
        _write(canvas, left + 1, top + 3, 9, below)
        for (x, y), stones in zip(_EDGE_SPOTS, _stones(state, cell), strict=True):
            if stones:
                canvas[top + y][left + x] = str(stones)
    return ["".join(line).rstrip() for line in canvas]


def tile_lines(tile: Tile) -> list[str]:
    """A tile as it would lie unturned, with its own stones on its edges."""
    canvas = [[" "] * (_PITCH + 2) for _ in range(_HIGH + 1)]
    _outline(canvas, 0, 0)
    amount = tile.value or tile.masks
    _write(canvas, 2, 1, 7, f"{tile.id} {TERRAIN_SIGNS[tile.kind]}{amount or ''}")
    for (x, y), stones in zip(_EDGE_SPOTS, tile.stones, strict=True):
        if stones:
            canvas[y][x] = str(stones)
    return ["".join(line).rstrip() for line in canvas]


def board_text(state: State) -> str:
    """A position as text for a terminal, at most 80 columns wide on the map.

    The map shows every cell; the lines below it say whose turn it is, what each player has, and
    what is left. `str(state)` gives the same.
    """
    require_state(state)
    letters = Counter(tile[0] for tile in state.remaining)
    return "\n".join(
        (
            heading(state),
            *(
                part
                for line in status(state)
                for part in wrap(line, _WIDEST, subsequent_indent="  ")
            ),
            *map_lines(state),
            *(line for seat in state.scores for line in _describe_player(state, seat)),
            f"tiles to draw: {_counts((letter, letters[letter]) for letter in LETTERS)}",
            f"floors left: {_counts(state.floors.items())}",
            f"treasures unseen: {_counts(state.unseen.items())}",
            *_KEY,
        )
    )
