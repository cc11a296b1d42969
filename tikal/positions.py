"""Positions built by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from attrs import evolve

from tikal.components import BOX
from tikal.editions import RIO_GRANDE_1999, Edition
from tikal.errors import InvalidArgument, InvalidState, TikalError, WrongType, require_int
from tikal.geometry import CELLS, Board, cell_of
from tikal.invariants import problems
from tikal.moves import Figure, require_figure
from tikal.rules.digging import needs_another_member, unrecorded_diggers
from tikal.rules.scoring import winners
from tikal.state import (
    ACTION_POINTS,
    IN_SUPPLY,
    LOWEST_FLOOR,
    NOWHERE,
    OUT_OF_PLAY,
    TREASURE_KINDS,
    Bidding,
    Course,
    Digger,
    Expedition,
    Ground,
    Phase,
    State,
    Stock,
    Turn,
    expedition_of,
    is_seat,
    new_game,
    tile_index,
)


def position(
    *,
    players: int = 2,
    edition: Edition | str = RIO_GRANDE_1999,
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

    - `tiles`: by cell, tile id and rotation, besides the four printed hexes;
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
    with _readable():
        for by_seat in (figures, camps, guards, removed, treasures, scores):
            for seat in by_seat or {}:
                expedition_of(start, seat)
        ground = _ground(tiles or {}, values or {}, tokens or {})
        expeditions = tuple(
            _expedition(
                seat=who.seat,
                figures=(figures or {}).get(who.seat, {}),
                camps=(camps or {}).get(who.seat, ()),
                guards=(guards or {}).get(who.seat, {}),
                removed=(removed or {}).get(who.seat, (0, 0)),
                treasures=(treasures or {}).get(who.seat, {}),
                score=(scores or {}).get(who.seat, who.score),
            )
            for who in start.expeditions
        )
        bidding = Bidding(
            display=tuple(sorted(map(_tile, display))),
            high_bid=high_bid or 0,
            high_bidder=high_bidder or 0,
            passed=tuple(sorted(passed)),
            first_passer=first_passer or 0,
            done=tuple(sorted(done)),
        )
        course = Course(
            tile=None if tile is None else _tile(tile),
            scoring=scoring,
            queue=tuple(queue),
            bidding=bidding,
        )
        gone = {laid for laid, _ in ground.board.placements().values()}
        gone.update(bidding.display if course.tile is None else (*bidding.display, course.tile))
        for tile_id in set_aside:
            if _tile(tile_id) in gone:
                raise InvalidArgument(f"tile {tile_id} is set aside and somewhere else as well")
            gone.add(_tile(tile_id))
        if ap is None:
            ap = ACTION_POINTS if phase in ("act", "reveal") else 0
        taken = _by_cell(NOWHERE, worked or {})
        if min(taken) < 0:
            raise InvalidArgument("the number of levels or treasures taken cannot be negative")
        state = State(
            table=start.table,
            course=course,
            turn=Turn(
                phase=phase,
                active=0 if phase == "over" else active,
                ap=ap,
                worked=tuple(cell for cell, times in enumerate(taken) for _ in range(times)),
                diggers=_diggers(start, taken, diggers or {}, expeditions, active),
            ),
            ground=ground,
            stock=_stock(start.stock, gone, ground, expeditions),
            expeditions=expeditions,
        )
        if phase == "over":
            state = evolve(state, course=evolve(course, winners=winners(state)))
        found = problems(state)
    if found:
        raise InvalidState(found)
    return state


@contextmanager
def _readable() -> Iterator[None]:
    """Turn Python's errors about a description that makes no sense into one of ours."""
    try:
        yield
    except TikalError:
        raise
    except (TypeError, ValueError, AttributeError, LookupError) as error:
        raise WrongType(f"this description cannot be read: {error}") from error


_ABSURD: Final = 100


def _by_cell(standard: tuple[int, ...], given: Mapping[str, int]) -> tuple[int, ...]:
    numbers = list(standard)
    for name, number in given.items():
        require_int(f"the number on {name}", number)
        if not -_ABSURD < number < _ABSURD:
            raise InvalidArgument(f"{number} of anything on {name} is out of all proportion")
        numbers[cell_of(name)] = number
    return tuple(numbers)


def _ground(
    tiles: Mapping[str, tuple[str, int]], values: Mapping[str, int], tokens: Mapping[str, int]
) -> Ground:
    printed = {name: (hex_.id, 0) for name, hex_ in BOX.printed.items()}
    for name, pair in tiles.items():
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise WrongType(
                f'the tile on {name} is a pair such as ("A3", 0), not {type(pair).__name__}'
            )
        tile_id = pair[0]
        if name in printed:
            raise InvalidArgument(f"{name} is a printed hex, so tile {tile_id} cannot lie there")
        _tile(tile_id)
    board = Board.of({**printed, **tiles})
    lying = [board.tile(cell) for cell in range(len(CELLS))]
    return Ground(
        board,
        values=_by_cell(tuple(hex_.value if hex_ else 0 for hex_ in lying), values),
        tokens=_by_cell(tuple(hex_.masks if hex_ else 0 for hex_ in lying), tokens),
    )


def _tile(tile_id: str) -> int:
    if type(tile_id) is not str:
        raise WrongType(f'a tile is named by a str such as "A1", not by {type(tile_id).__name__}')
    index = tile_index(tile_id)
    if index is None:
        raise InvalidArgument(f"no tile {tile_id[:20]!r}: the tiles are A1 to G4")
    return index


def _expedition(
    seat: int,
    figures: Mapping[str, tuple[int, int]],
    camps: Iterable[str],
    guards: Mapping[str, Figure],
    removed: tuple[int, int],
    treasures: Mapping[int, int],
    score: int,
) -> Expedition:
    leaders = _by_cell(NOWHERE, {name: leaders for name, (leaders, _) in figures.items()})
    leaders_at = [cell for cell, number in enumerate(leaders) if number]
    leader_lost = "L" in guards.values() or removed[0] > 0
    if any(number not in (0, 1) for number in leaders) or len(leaders_at) + leader_lost > 1:
        raise InvalidArgument("a player has one leader")
    workers = _by_cell(NOWHERE, {name: workers for name, (_, workers) in figures.items()})
    worker_guards = list(guards.values()).count("W")
    for kind in treasures:
        if kind not in TREASURE_KINDS:
            last = TREASURE_KINDS[-1]
            raise InvalidArgument(f"no treasure of kind {kind}: kinds are 1 to {last}")
    return Expedition(
        seat=seat,
        score=score,
        leader=leaders_at[0] if leaders_at else OUT_OF_PLAY if leader_lost else IN_SUPPLY,
        workers=workers,
        supply=BOX.workers - sum(workers) - worker_guards - removed[1],
        removed=(removed[0], removed[1]),
        camps=tuple(sorted(map(cell_of, camps))),
        guards=tuple(sorted((cell_of(name), figure) for name, figure in guards.items())),
        treasures=tuple(treasures.get(kind, 0) for kind in TREASURE_KINDS),
    )


def _diggers(
    start: State,
    taken: tuple[int, ...],
    given: Mapping[str, Iterable[tuple[Figure, str | None]]],
    expeditions: tuple[Expedition, ...],
    active: int,
) -> tuple[Digger, ...]:
    """Those given, and for every other hex dug once the members on it, or one who has gone."""
    found: set[Digger] = set()
    for name, figures in given.items():
        for figure, place in figures:
            require_figure(figure)
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
    """What is left beside the board."""
    floors = list(full.floors)
    for cell, value in enumerate(ground.values):
        hex_ = ground.board.tile(cell)
        for number in range((hex_.value if hex_ else value) + 1, value + 1):
            if number - LOWEST_FLOOR < len(floors):
                floors[number - LOWEST_FLOOR] -= 1
    return Stock(
        tiles=tuple(tile for tile in full.tiles if tile not in gone),
        floors=tuple(floors),
        unseen=tuple(
            copies - sum(who.treasures[kind] for who in expeditions)
            for kind, copies in enumerate(full.unseen)
        ),
    )
