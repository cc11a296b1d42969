"""Positions as JSON."""

from __future__ import annotations

from typing import Final, NotRequired, TypedDict

from tikal.components import BOX, TILES
from tikal.errors import InvalidArgument, InvalidState
from tikal.fields import FIGURES
from tikal.grid import CELLS, SIDES
from tikal.notation.documents.editions import EditionDocument, edition_from_json, edition_to_json
from tikal.notation.documents.fields import Fields
from tikal.notation.documents.parsing import (
    format_of,
    json_text,
    kind_of,
    parse_json,
    read_document,
)
from tikal.notation.documents.parts import (
    CELL_LIKE,
    COUNT,
    FIGURE,
    TILE,
    TILE_LIKE,
    Auction,
    BelongingsDocument,
    BiddingDocument,
    belongings_from_json,
    belongings_to_json,
    bidding_from_json,
    bidding_to_json,
    by_cell,
    seat,
    seats,
    tiles,
)
from tikal.notation.documents.readings import (
    TRUTH,
    by_number,
    maybe,
    one_of,
    pair,
    several,
    text,
    whole,
)
from tikal.notation.positions import position
from tikal.parts import is_checked, mark_checked
from tikal.rules.invariants import problems
from tikal.state import (
    ACTION_POINTS,
    PHASES,
    Phase,
    State,
    require_state,
)


class PositionDocument(TypedDict):
    """A position as JSON, with the keywords of `tikal.position`."""

    format: str
    edition: str | EditionDocument
    players: int
    auction: bool
    phase: Phase
    active: int | None
    ap: int
    scoring: bool
    queue: list[int]
    tile: str | None
    worked: dict[str, int]
    #: By cell dug once, pairs of a figure and the cell where it is now.
    diggers: NotRequired[dict[str, list[list[str | None]]]]
    #: By cell, tile id and rotation.
    tiles: dict[str, list[str | int]]
    values: dict[str, int]
    tokens: dict[str, int]
    set_aside: list[str]
    seats: dict[str, BelongingsDocument]
    bidding: NotRequired[BiddingDocument]


# --- writing -----------------------------------------------------------------------------------


def dumps_position(state: State, indent: int | None = None) -> str:
    """Write a position as JSON; reading it again gives an equal one."""
    return json_text(position_to_json(state), "position", indent)


def position_to_json(state: State) -> PositionDocument:
    """A position as the dict that `json` would write, with the keywords of `tikal.position`.

    What follows from the rest is left out: supplies, tiles to draw, floors, unseen treasures.
    """
    require_state(state)
    if not is_checked(state):
        if found := problems(state):
            raise InvalidState(found)
        mark_checked(state)
    return unchecked_position_to_json(state)


def unchecked_position_to_json(state: State) -> PositionDocument:
    """A position as JSON, even if no game can reach it: then it may not read back."""
    worked = [CELLS[cell] for cell in state.turn.worked]
    ground, lying = state.ground, state.ground.board.placements()
    hexes = [(CELLS[cell], cell, TILES[tile], turned) for cell, (tile, turned) in lying.items()]
    somewhere = {*state.remaining, *state.display, state.tile}
    somewhere |= {tile.id for _, _, tile, _ in hexes}
    found: PositionDocument = {
        "format": format_of("position"),
        "edition": edition_to_json(state.edition),
        "players": state.players,
        "auction": state.auction,
        "phase": state.phase,
        "active": state.active,
        "ap": state.ap,
        "scoring": state.scoring,
        "queue": list(state.course.queue),
        "tile": state.tile,
        "worked": {cell: worked.count(cell) for cell in worked},
        "diggers": _diggers_to_json(state),
        "tiles": {
            name: [tile.id, turned] for name, _, tile, turned in hexes if name not in BOX.printed
        },
        "values": {
            name: ground.values[cell] for name, cell, tile, _ in hexes if tile.kind == "temple"
        },
        "tokens": {
            name: ground.tokens[cell] for name, cell, tile, _ in hexes if tile.kind == "treasure"
        },
        "set_aside": [tile.id for tile in BOX.tiles if tile.id not in somewhere],
        "seats": {str(seat): belongings_to_json(state, seat) for seat in state.scores},
    }
    if state.auction:
        found["bidding"] = bidding_to_json(state)
    if not found["diggers"]:
        del found["diggers"]
    return found


def _diggers_to_json(state: State) -> dict[str, list[list[str | None]]]:
    """By cell dug once, who may have dug there and where that one is now; None is off the board."""
    found: dict[str, list[list[str | None]]] = {}
    for cell, figure, place in state.turn.diggers:
        where = CELLS[place] if place >= 0 else None
        found.setdefault(CELLS[cell], []).append([figure, where])
    return found


# --- reading -----------------------------------------------------------------------------------

_FORMAT: Final = one_of(f'must be "{format_of("position")}"', (format_of("position"),))
_PLAYERS: Final = whole(
    "must be the number of players, 2 to 4", BOX.least_players, BOX.most_players
)
_PHASE: Final = one_of(f"must be one of {', '.join(PHASES)}", PHASES)
_ACTIVE: Final = maybe(seat("must be the seat whose turn it is, or null once the game is over"))
_AP: Final = whole("must be the action points left, 0 to 10", 0, ACTION_POINTS)
_QUEUE: Final = seats("must be the seats whose scoring turns are still to come, in order")
_WAITING: Final = maybe(text("must be the tile waiting to be placed, or null", like=TILE_LIKE))
_WORKED: Final = by_cell(
    "must be an object: by cell, the levels or treasures taken in this action phase", COUNT
)
_DIGGERS: Final = by_cell(
    "must be an object: by cell dug once in this action phase, where an edition asks for "
    "another member, pairs of L or W and the cell where that figure is now, or null",
    several(
        "must be a list of pairs of L or W and a cell or null",
        pair(
            "must be a pair of L or W and a cell or null",
            FIGURE,
            maybe(text("must be a cell a1 to h5, or null", like=CELL_LIKE)),
        ),
        1,
        len(FIGURES) * (len(CELLS) + 1),
    ),
)
_TILES: Final = by_cell(
    "must be an object: by cell, tile id and rotation, without the four printed hexes",
    pair(
        'must be a tile id and a rotation such as ["A3", 1]',
        TILE,
        whole("must be a rotation, 0 to 5", 0, len(SIDES) - 1),
    ),
)
_VALUES: Final = by_cell("must be an object: by cell, the values of temples", COUNT)
_TOKENS: Final = by_cell("must be an object: by cell, the treasures left", COUNT)
_SET_ASIDE: Final = tiles("must be the tiles that found no place")
_OWNED: Final = by_number(
    "must be an object of what each seat has, by seats 1 to 4",
    range(1, BOX.most_players + 1),
    belongings_from_json,
)


def loads_position(text: str | bytes) -> State:
    """Read a position from JSON; `InvalidState` lists everything wrong with it."""
    return position_from_json(parse_json(text, "position"))


def position_from_json(data: object) -> State:
    """A position from what `json` has read; what is left out is as in `tikal.position`."""
    kind_of(data, "position")
    return read_document(data, "position", _position)


def _position(value: object) -> State:
    fields = Fields(value)
    fields.required("format", _FORMAT)
    edition = fields.required("edition", edition_from_json)
    players = fields.required("players", _PLAYERS)
    auction = fields.optional("auction", TRUTH, False)
    phase: Phase = fields.optional("phase", _PHASE, "act")
    active = fields.optional("active", _ACTIVE, 1)
    ap = fields.optional("ap", _AP, None)
    scoring = fields.optional("scoring", TRUTH, False)
    queue = fields.optional("queue", _QUEUE, ())
    tile = fields.optional("tile", _WAITING, None)
    worked = fields.optional("worked", _WORKED, {})
    diggers = fields.optional("diggers", _DIGGERS, {})
    laid = fields.optional("tiles", _TILES, {})
    values = fields.optional("values", _VALUES, {})
    tokens = fields.optional("tokens", _TOKENS, {})
    set_aside = fields.optional("set_aside", _SET_ASIDE, ())
    owned = fields.optional("seats", _OWNED, {})
    bidding = fields.optional("bidding", bidding_from_json, Auction())
    fields.finish()
    if (phase == "over") != (active is None):
        raise InvalidState(["a seat is active until the game is over, and none after"])
    try:
        return position(
            players=players,
            edition=edition,
            auction=auction,
            phase=phase,
            active=active or 0,
            ap=ap,
            scoring=scoring,
            queue=queue,
            tile=tile,
            worked=worked,
            diggers=diggers,
            tiles=laid,
            values=values,
            tokens=tokens,
            set_aside=set_aside,
            figures={seat: each.figures for seat, each in owned.items()},
            camps={seat: each.camps for seat, each in owned.items()},
            guards={seat: each.guards for seat, each in owned.items()},
            removed={seat: each.removed for seat, each in owned.items()},
            treasures={seat: each.treasures for seat, each in owned.items()},
            scores={seat: each.score for seat, each in owned.items() if each.score is not None},
            display=bidding.display,
            high_bid=bidding.high_bid,
            high_bidder=bidding.high_bidder,
            passed=bidding.passed,
            first_passer=bidding.first_passer,
            done=bidding.done,
        )
    except InvalidArgument as error:
        raise InvalidState([str(error)]) from None
