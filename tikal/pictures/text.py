"""A position in plain text: a map of the board, and sentences about the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial, reduce
from textwrap import wrap
from typing import Final

from tikal.components import BOX, LETTERS, Terrain, Tile
from tikal.fields import Figure
from tikal.grid import CELLS, NEIGHBOURS, ROWS, opposite
from tikal.languages import labelled, listed, sentence, title
from tikal.parts import OUT_OF_PLAY
from tikal.rules.scoring import score
from tikal.state import Hex, State, require_state

TERRAIN_SIGNS: Final[dict[Terrain, str]] = {
    "base_camp": "B",
    "temple": "T",
    "jungle": "J",
    "treasure": "$",
    "volcano": "V",
}
#: Longer sentences go on in the next line.
_WIDEST: Final = 120

# --- sentences ---------------------------------------------------------------------------------


def heading(state: State, language: str = "en") -> str:
    """The edition and the kind of game."""
    edition, game = state.edition, "auction" if state.auction else "basic"
    line = _say(
        language,
        f"heading/{game}",
        title=title(edition, language),
        key=edition.key,
        players=state.players,
    )
    return " ".join(line.split())


def _say(language: str, key: str, /, **facts: object) -> str:
    return sentence("board", key, facts, language)


def _seats(seats: Iterable[int], language: str) -> str:
    numbers = [*seats]
    if len(numbers) == 1:
        return player_name(numbers[0], language=language)
    return _say(language, "seats", seats=listed(numbers, language))


def moment(state: State, names: Sequence[str] = (), language: str = "en") -> str:
    """The phase: `seat 1 acts, 4 AP left`, or `Ana acts, …` where names are given."""
    facts = {
        "player": player_name(state.active or 0, names, language),
        "tile": state.tile,
        "ap": state.ap,
    }
    return _say(language, f"moment/{state.phase}", **facts)


def player_name(seat: int, names: Sequence[str] = (), language: str = "en") -> str:
    """The name of a seat, or `seat 2` if there are no names."""
    return names[seat - 1] if 1 <= seat <= len(names) else _say(language, "seat", seat=seat)


def status(state: State, language: str = "en") -> tuple[str, ...]:
    """The status of the game, the most important sentence first."""
    say = partial(_say, language)
    if state.phase == "over":
        key = "over/one" if len(state.winners) == 1 else "over/many"
        best = max(state.scores.values())
        return (say(key, seats=_seats(state.winners, language), points=best),)
    lines = [moment(state, language=language)]
    course, bidding = state.course, state.course.bidding
    if state.scoring:
        key = "scoring/then" if course.queue else "scoring"
        then = _seats(course.queue, language) if course.queue else ""
        lines.append(say(key, seat=state.active, seats=then))
    if state.tile and state.phase != "place":
        lines.append(say("tile-waits", tile=state.tile))
    if state.display:
        lines.append(say("display", tiles=" ".join(state.display)))
    if state.phase == "bid":
        key = "high-bid" if bidding.high_bidder else "no-bid"
        lines.append(say(key, points=state.high_bid, seat=bidding.high_bidder))
    if bidding.passed:
        lines.append(say("passed", seats=_seats(bidding.passed, language)))
    if bidding.done:
        lines.append(say("had-turn", seats=_seats(bidding.done, language)))
    if state.turn.worked:
        dug = (_dig_text(state, cell, language) for cell in dict.fromkeys(state.turn.worked))
        lines.append(say("dug", cells=", ".join(dug)))
    return tuple(lines)


def _dig_text(state: State, cell: int, language: str) -> str:
    """The digs on a hex, and its possible diggers where the edition needs them."""
    key = "dug/once" if state.turn.worked.count(cell) == 1 else "dug/twice"
    dug = _say(language, key, cell=CELLS[cell])
    who = [
        _digger_text(cell, kind, place, language)
        for worked, kind, place in state.turn.diggers
        if worked == cell
    ]
    if not who:
        return dug
    either = reduce(lambda one, other: _say(language, "digger/or", one=one, other=other), who)
    return _say(language, "dug/by", dug=dug, digger=either)


def _digger_text(cell: int, kind: Figure, place: int, language: str) -> str:
    where = "gone" if place == OUT_OF_PLAY else "there" if place == cell else "elsewhere"
    now = "" if place == OUT_OF_PLAY else CELLS[place]
    return _say(language, f"digger/{where}", figure=kind, cell=now)


def _counts(pairs: Iterable[tuple[object, int]], language: str) -> str:
    """Things with their numbers, without those of which there are none."""
    counts = " ".join(f"{thing}x{number}" for thing, number in pairs if number)
    return counts or _say(language, "none")


def describe_figures(leaders: int, workers: int, language: str = "en") -> str:
    """Leaders and workers as people say it: `leader and 3 workers`."""
    if leaders:
        key = "figures/both" if workers else "figures/leader"
    else:
        key = "figures/workers" if workers else "figures/nobody"
    return _say(language, key, workers=workers)


def describe_cell(name: str, there: Hex, language: str = "en") -> str:
    """The contents of one cell."""
    say = partial(_say, language)
    if there.kind is None:
        return say("cell/unexplored", cell=name)
    key = {"temple": "cell/temple", "treasure": "cell/treasure"}.get(there.kind, "cell/terrain")
    what = [say(key, terrain=there.kind, value=there.value, tokens=there.tokens)]
    if there.camp:
        what.append(say("cell/camp", seat=there.camp))
    if there.guard:
        seat, figure = there.guard
        what.append(say("cell/guard", figure=figure, seat=seat))
    for seat, (leaders, workers) in there.figures.items():
        if leaders or workers:
            figures = describe_figures(leaders, workers, language)
            what.append(say("cell/figures", seat=seat, figures=figures))
    return labelled(name, ", ".join(what), language)


def _describe_player(state: State, seat: int, language: str) -> tuple[str, str]:
    player, say = state.player(seat), partial(_say, language)
    is_over, none = state.phase == "over", say("none")
    pieces = say(
        "player/pieces",
        supply=describe_figures(*player.supply, language),
        camps=" ".join(player.camps) or none,
        left=BOX.camps - len(player.camps),
        guards=" ".join(f"{cell}({figure})" for cell, figure in player.guards.items()) or none,
    )
    if any(player.removed):
        removed = describe_figures(*player.removed, language)
        pieces = say("player/removed", pieces=pieces, figures=removed)
    return (
        say(
            "player/final" if is_over else "player/score",
            seat=seat,
            points=player.score,
            more=0 if is_over else score(state, seat).total,
            treasures=_counts(player.treasures.items(), language),
        ),
        f"  {pieces}",
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
# The places of the stones of each side, from the upper left of the hex: (x, y).
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


def map_lines(state: State, is_whole: bool = True) -> list[str]:
    """The map line by line: the whole board, or only as far right and up as it is explored."""
    columns, rows = len(CELLS) // ROWS, ROWS
    if not is_whole:
        explored = [divmod(n, ROWS) for n, cell in enumerate(CELLS) if state[cell].tile is not None]
        columns = 1 + max(column for column, _ in explored)
        rows = 1 + max(row for _, row in explored)
    height, width = _HIGH * rows + 3, _PITCH * columns + 2
    canvas = [[" "] * width for _ in range(height)]
    corners: dict[int, tuple[int, int]] = {}
    for cell in range(len(CELLS)):
        column, row = divmod(cell, ROWS)
        if column < columns and row < rows:
            corners[cell] = (_PITCH * column, _HIGH * (rows - 1 - row) + (2 if column % 2 else 0))
            _outline(canvas, *corners[cell])
    for cell, (left, top) in corners.items():
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


def board_text(state: State, language: str = "en") -> str:
    """A position as text for a terminal, at most 80 columns wide on the map.

    The map shows every cell; the lines below it say whose turn it is, what each player has, and
    what is left. `str(state)` gives the same in English.
    """
    require_state(state)
    say = partial(_say, language)
    letters = Counter(tile[0] for tile in state.remaining)
    tiles = _counts(((letter, letters[letter]) for letter in LETTERS), language)
    return "\n".join(
        (
            heading(state, language),
            *(
                part
                for line in status(state, language)
                for part in wrap(line, _WIDEST, subsequent_indent="  ")
            ),
            *map_lines(state),
            *(line for seat in state.scores for line in _describe_player(state, seat, language)),
            say("tiles-left", tiles=tiles),
            say("floors-left", floors=_counts(state.floors.items(), language)),
            say("unseen", kinds=_counts(state.unseen.items(), language)),
            *(say(f"key/{part}") for part in ("terrains", "pieces", "stones")),
        )
    )
