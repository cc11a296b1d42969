"""Drawing a tile, and ending a turn."""

from __future__ import annotations

from fractions import Fraction
from itertools import takewhile
from typing import Final

from tikal._support.evolve import evolve
from tikal.components import LOOSE_TILES, TILE_INDEX, TILES
from tikal.moves import DrawTile, EndTurn, every
from tikal.parts import Bidding
from tikal.rules import auction, placing, scoring
from tikal.rules.queries import clockwise
from tikal.rules.rule import Fault, Rule, demanded_by, fault
from tikal.state import State, shared_turn, tile_index

_DRAWS: Final = tuple(every(DrawTile))
_LETTERS: Final = tuple(tile.letter for tile in TILES[:LOOSE_TILES])
_END: Final = EndTurn()


def letter_in_turn(state: State) -> str:
    """The first letter that still has tiles."""
    return _LETTERS[state.stock.tiles[0]]


@demanded_by("COMP-03")
def one_of_the_36_tiles(_state: State, move: DrawTile) -> Fault:
    """There are 36 tiles, and no others."""
    if tile_index(move.tile) is not None:
        return None
    return fault("COMP-03/unknown-tile", tile=move.tile)


@demanded_by("SETUP-02")
def letters_in_order(state: State, move: DrawTile) -> Fault:
    """All tiles of a letter are drawn before the next letter."""
    if tile_index(move.tile) not in state.stock.tiles or move.tile[0] == letter_in_turn(state):
        return None
    return fault("SETUP-02/earlier-letter", tile=move.tile, letter=letter_in_turn(state))


@demanded_by("TURN-03")
def a_tile_not_drawn_before(state: State, move: DrawTile) -> Fault:
    """The tile is the next one of the stack, so it has not been drawn before."""
    tile = tile_index(move.tile)
    if tile is None or tile in state.stock.tiles:
        return None
    return fault("TURN-03/already-drawn", tile=move.tile)


DRAW_TILE: Final[tuple[Rule[State, DrawTile], ...]] = (
    one_of_the_36_tiles,
    letters_in_order,
    a_tile_not_drawn_before,
)
END_TURN: Final[tuple[Rule[State, EndTurn], ...]] = ()  # TURN-05: action points may stay unspent


def drawable(state: State) -> list[DrawTile]:
    """The tiles of the letter in turn."""
    if not state.stock.tiles:  # only in a position built by hand, see `problems`
        return []
    letter = letter_in_turn(state)
    return [_DRAWS[tile] for tile in takewhile(lambda t: _LETTERS[t] == letter, state.stock.tiles)]


def draws(state: State) -> list[tuple[DrawTile, Fraction]]:
    """The possible draws: every tile of the letter in turn is equally likely."""
    moves = drawable(state)
    return [(move, Fraction(1, len(moves))) for move in moves]


def draw(state: State, move: DrawTile) -> State:
    """The tile lies face up: before the active seat, or on display in the auction game."""
    tile, stock = TILE_INDEX[move.tile], state.stock
    place = stock.tiles.index(tile)
    left = stock.tiles[:place] + stock.tiles[place + 1 :]
    state = evolve(state, stock=evolve(stock, tiles=left))
    return auction.show(state, tile) if state.table.auction else placing.receive(state, tile)


def ends(_state: State) -> EndTurn:
    """The action phase can be ended at any time."""
    return _END


def end_turn(state: State, _move: EndTurn) -> State:
    """Unspent action points are lost (TURN-06); a scoring turn scores; the next turn begins."""
    if state.course.scoring:
        return scoring.end_scoring_turn(state)
    if not state.stock.tiles and not state.course.bidding.display:
        return scoring.final_round(evolve(state, course=evolve(state.course, bidding=Bidding())))
    if state.table.auction:
        return auction.next_turn(state)
    turn = shared_turn("draw", clockwise(state, state.turn.active))  # TURN-01
    return evolve(state, turn=turn)
