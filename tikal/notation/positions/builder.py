"""Positions built by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress

from attrs import evolve

from tikal.components import BOX, TILES, TREASURE_KINDS
from tikal.editions import DEFAULT_EDITION, Edition
from tikal.errors import InvalidArgument, InvalidState
from tikal.fields import Figure
from tikal.geometry import Board
from tikal.grid import CELLS, cell_of
from tikal.notation.positions.arguments import (
    a_bool,
    a_cell,
    a_count,
    a_figure,
    a_kind,
    a_phase,
    a_rotation,
    a_seat_of,
    a_tile,
    an_int,
    mapping,
    maybe,
    pair,
    read,
    several,
)
from tikal.parts import (
    IN_SUPPLY,
    OUT_OF_PLAY,
    Bidding,
    Course,
    Digger,
    Expedition,
    Ground,
    Stock,
    Turn,
    mark_checked,
)
from tikal.rules.digging import needs_another_member, unrecorded_diggers
from tikal.rules.invariants import problems
from tikal.rules.scoring import winners
from tikal.state import (
    ACTION_PHASES,
    ACTION_POINTS,
    MIN_FLOOR,
    NOWHERE,
    Phase,
    State,
    is_seat,
    new_game,
)


def position(
    *,
    players: int = 2,
    edition: Edition | str = DEFAULT_EDITION,
    auction: bool = False,
    tiles: Mapping[str, tuple[str, int]] | None = None,
    values: Mapping[str, int] | None = None,
    tokens: Mapping[str, int] | None = None,
    figures: Mapping[int, Mapping[str, tuple[int, int]]] | None = None,
    camps: Mapping[int, Iterable[str]] | None = None,
    guards: Mapping[int, Mapping[str, Figure]] | None = None,
    removed: Mapping[int, tuple[int, int]] | None = None,
    treasures: Mapping[int, Mapping[int, int]] | None = None,
    scores: Mapping[int, int] | None = None,
    set_aside: Iterable[str] = (),
    phase: Phase = "act",
    active: int = 1,
    ap: int | None = None,
    tile: str | None = None,
    scoring: bool = False,
    queue: Iterable[int] = (),
    worked: Mapping[str, int] | None = None,
    diggers: Mapping[str, Iterable[tuple[Figure, str | None]]] | None = None,
    display: Iterable[str] = (),
    high_bid: int | None = None,
    high_bidder: int | None = None,
    passed: Iterable[int] = (),
    first_passer: int | None = None,
    done: Iterable[int] = (),
) -> State:
    """A position from a description; `InvalidState` lists everything wrong with it.

    - `tiles`: by cell, tile id and rotation, without the four printed hexes;
    - `values`: by cell, temple values other than the tiles' own; `tokens`: likewise treasures left;
    - `figures`: by seat and cell, (leaders, workers); `guards`: by seat and cell, "L" or "W";
      `camps`: by seat, cells; `removed`: by seat, (leaders, workers) out of the game;
    - `treasures`: by seat and kind, tokens owned; `scores`: by seat;
    - `tile`: the tile waiting to be placed; `worked`: by cell, levels or tokens already taken
      in this action phase; `diggers`: where an edition asks for another member (Legend), by cell
      dug once, the figures that may have dug there, ("L" or "W", the cell where it is now or None
      if it has left the board); left out, it was one of those on the hex;
    - `queue`: the seats whose scoring turns are still to come;
    - `ap`: 10 in an action phase unless given;
    - the auction: `display`, `high_bid`, `high_bidder`, `passed`, `first_passer`, and `done`, the
      seats that have had their turn of this round.

    Everything else is where it must be: figures not named are in the supply, tiles not named are
    still to be drawn, floors and tokens not named are in stock.
    See `problems` for what is checked and what is not.
    """
    start = new_game(players, edition, auction)
    seat = a_seat_of(players)
    ground = _ground(
        read("tiles", tiles, mapping(a_cell, pair(a_tile, a_rotation))),
        read("values", values, mapping(a_cell, a_count)),
        read("tokens", tokens, mapping(a_cell, a_count)),
    )
    numbers = pair(a_count, a_count)
    figures_by_seat = read("figures", figures, mapping(seat, mapping(a_cell, numbers)))
    camps_by_seat = read("camps", camps, mapping(seat, several(a_cell)))
    guards_by_seat = read("guards", guards, mapping(seat, mapping(a_cell, a_figure)))
    removed_by_seat = read("removed", removed, mapping(seat, numbers))
    treasures_by_seat = read("treasures", treasures, mapping(seat, mapping(a_kind, a_count)))
    scores_by_seat = read("scores", scores, mapping(seat, an_int))
    expeditions = tuple(
        _expedition(
            seat=who.seat,
            figures=figures_by_seat.get(who.seat, {}),
            camps=camps_by_seat.get(who.seat, ()),
            guards=guards_by_seat.get(who.seat, {}),
            removed=removed_by_seat.get(who.seat, (0, 0)),
            treasures=treasures_by_seat.get(who.seat, {}),
            score=scores_by_seat.get(who.seat, who.score),
        )
        for who in start.expeditions
    )
    bidding = Bidding(
        display=tuple(sorted(read("display", display, several(a_tile)))),
        high_bid=read("high_bid", high_bid, maybe(an_int)) or 0,
        high_bidder=read("high_bidder", high_bidder, maybe(an_int)) or 0,
        passed=tuple(sorted(read("passed", passed, several(an_int)))),
        first_passer=read("first_passer", first_passer, maybe(an_int)) or 0,
        done=tuple(sorted(read("done", done, several(an_int)))),
    )
    course = Course(
        tile=read("tile", tile, maybe(a_tile)),
        scoring=read("scoring", scoring, a_bool),
        queue=read("queue", queue, several(an_int)),
        bidding=bidding,
    )
    phase = read("phase", phase, a_phase)
    active = read("active", active, an_int)
    points = read("ap", ap, maybe(an_int))
    if points is None:
        points = ACTION_POINTS if phase in ACTION_PHASES else 0
    taken = _by_cell(NOWHERE, read("worked", worked, mapping(a_cell, a_count)))
    if min(taken) < 0:
        raise InvalidArgument("worked: the number of levels or treasures taken cannot be negative")
    known = read("diggers", diggers, mapping(a_cell, several(pair(a_figure, maybe(a_cell)))))
    gone = _gone(ground, course, read("set_aside", set_aside, several(a_tile)))
    state = State(
        table=start.table,
        course=course,
        turn=Turn(
            phase=phase,
            active=0 if phase == "over" else active,
            ap=points,
            worked=tuple(cell for cell, times in enumerate(taken) for _ in range(times)),
            diggers=_diggers(start, taken, known, expeditions, active),
        ),
        ground=ground,
        stock=_stock(start.stock, gone, ground, expeditions),
        expeditions=expeditions,
    )
    if phase == "over":
        with suppress(LookupError):  # more treasures than there are: see what `problems` says
            state = evolve(state, course=evolve(course, winners=winners(state)))
    found = problems(state)
    if found:
        raise InvalidState(found, state)
    return mark_checked(state)


def _by_cell(standard: tuple[int, ...], given: Mapping[str, int]) -> tuple[int, ...]:
    numbers = list(standard)
    for name, number in given.items():
        numbers[cell_of(name)] = number
    return tuple(numbers)


def _ground(
    tiles: Mapping[str, tuple[int, int]], values: Mapping[str, int], tokens: Mapping[str, int]
) -> Ground:
    printed = {name: (hex_.id, 0) for name, hex_ in BOX.printed.items()}
    for name, (tile, _) in tiles.items():
        if name in printed:
            raise InvalidArgument(
                f"tiles: {name} is a printed hex, so tile {TILES[tile].id} cannot lie there"
            )
    laid = {name: (TILES[tile].id, turned) for name, (tile, turned) in tiles.items()}
    board = Board.of({**printed, **laid})
    lying = [board.tile(cell) for cell in range(len(CELLS))]
    return Ground(
        board,
        values=_by_cell(tuple(hex_.value if hex_ else 0 for hex_ in lying), values),
        tokens=_by_cell(tuple(hex_.masks if hex_ else 0 for hex_ in lying), tokens),
    )


def _gone(ground: Ground, course: Course, set_aside: tuple[int, ...]) -> set[int]:
    """The tiles that are no longer to be drawn."""
    gone = {laid for laid, _ in ground.board.placements().values()}
    gone.update(course.bidding.display)
    if course.tile is not None:
        gone.add(course.tile)
    for tile in set_aside:
        if tile in gone:
            raise InvalidArgument(
                f"set_aside: tile {TILES[tile].id} is set aside and somewhere else as well"
            )
        gone.add(tile)
    return gone


def _expedition(
    seat: int,
    figures: Mapping[str, tuple[int, int]],
    camps: tuple[str, ...],
    guards: Mapping[str, Figure],
    removed: tuple[int, int],
    treasures: Mapping[int, int],
    score: int,
) -> Expedition:
    leaders = _by_cell(NOWHERE, {name: leaders for name, (leaders, _) in figures.items()})
    leaders_at = [cell for cell, number in enumerate(leaders) if number]
    leader_lost = "L" in guards.values() or removed[0] > 0
    if any(number not in (0, 1) for number in leaders) or len(leaders_at) + leader_lost > 1:
        raise InvalidArgument(
            f"figures, guards and removed of seat {seat}: a player has one leader"
        )
    workers = _by_cell(NOWHERE, {name: workers for name, (_, workers) in figures.items()})
    worker_guards = list(guards.values()).count("W")
    return Expedition(
        seat=seat,
        score=score,
        leader=leaders_at[0] if leaders_at else OUT_OF_PLAY if leader_lost else IN_SUPPLY,
        workers=workers,
        supply=BOX.workers - sum(workers) - worker_guards - removed[1],
        removed=removed,
        camps=tuple(sorted(map(cell_of, camps))),
        guards=tuple(sorted((cell_of(name), figure) for name, figure in guards.items())),
        treasures=tuple(treasures.get(kind, 0) for kind in TREASURE_KINDS),
    )


def _diggers(
    start: State,
    taken: tuple[int, ...],
    given: Mapping[str, tuple[tuple[Figure, str | None], ...]],
    expeditions: tuple[Expedition, ...],
    active: int,
) -> tuple[Digger, ...]:
    """The given diggers, and by default the members on a hex dug once, or one that has gone."""
    found: set[Digger] = set()
    for name, figures in given.items():
        for figure, place in figures:
            where = OUT_OF_PLAY if place is None else cell_of(place)
            found.add((cell_of(name), figure, where))
    if needs_another_member(start) and is_seat(start, active):
        who = expeditions[active - 1]
        for cell in {cell for cell, times in enumerate(taken) if times == 1}:
            if CELLS[cell] not in given:
                found.update(unrecorded_diggers(who, cell))
    return tuple(sorted(found))


def _stock(
    full: Stock, gone: set[int], ground: Ground, expeditions: tuple[Expedition, ...]
) -> Stock:
    """The stock beside the board."""
    floors = list(full.floors)
    for cell, value in enumerate(ground.values):
        hex_ = ground.board.tile(cell)
        for number in range((hex_.value if hex_ else value) + 1, value + 1):
            if number - MIN_FLOOR < len(floors):
                floors[number - MIN_FLOOR] -= 1
    return Stock(
        tiles=tuple(tile for tile in full.tiles if tile not in gone),
        floors=tuple(floors),
        unseen=tuple(
            copies - sum(who.treasures[kind] for who in expeditions)
            for kind, copies in enumerate(full.unseen)
        ),
    )
