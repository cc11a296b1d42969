"""Positions, moves and verdicts as the page shows them: plain JSON, sentences in a language."""

from __future__ import annotations

from collections import Counter

from tikal.components import BOX, TILES, Tile
from tikal.editions import EDITIONS, Edition, Switch, SwitchValue, base_of, turned, write_edition
from tikal.engine import Step, check
from tikal.errors import Violation
from tikal.grid import CELLS, cell_of
from tikal.languages import title
from tikal.moves import DrawTile, EndTurn, Move, RevealTreasure, Walk, verb_of
from tikal.notation.positions import format_position
from tikal.page.games import Game
from tikal.page.memory import recall, remember
from tikal.page.requests import Request
from tikal.page.wording import hex_text, made_text, stones_text
from tikal.pictures.svg import board_changes, board_svg
from tikal.pictures.text import heading, moment, status
from tikal.rules.actions import price
from tikal.rules.auction import least_bid
from tikal.rules.queries import strengths
from tikal.rules.scoring import holders, score
from tikal.state import ACTION_PHASES, ACTION_POINTS, State

#: The options of a picture in a request.
PICTURE_FIELDS = ("crop", "panel", "size", "highlight", "move", "last", "since")


def view(game: Game, at: int, request: Request) -> dict[str, object]:
    """The data that the page shows of a game after `at` moves."""
    state = game.state(at)
    found: dict[str, object] = {
        **_moves_view(game, request),
        "game_id": remember(game),
        "at": at,
        "length": game.length,
        "position": format_position(state),
        **position_view(state, game.names, request),
        "last": str(game.moves[at - 1]) if at else None,
        "turn_from": _turn_from(game, at),
        "refusal": None,
    }
    refusal = game.refusal
    if refusal:
        found["refusal"] = {
            "index": refusal.index,
            "move": str(refusal.move),
            "violations": violations_view(refusal.violations, request.language, game.names),
        }
    if wants_a_picture(request):
        last = game.moves[at - 1] if at else None
        changes = _picture_changes(state, game.names, request, last)
        if changes is None:
            found["picture"] = picture(state, game.names, request, last)
        else:
            found["picture_changes"] = changes
    return found


def _moves_view(game: Game, request: Request) -> dict[str, object]:
    """The game and its moves; of a game that the page knows, only from where they differ."""
    known = recall(request.text("known")) if request.has("known") else None
    if known is None or _frame(known) != _frame(game):
        moves = [move_view(game, index, request.language) for index in range(game.length)]
        return {"game": game.to_json(), "moves": moves}
    pairs = zip(known.moves, game.moves, strict=False)
    same = next((at for at, (one, other) in enumerate(pairs) if one != other), None)
    first = min(known.length, game.length) if same is None else min(same, game.length)
    written = [str(move) for move in game.moves[first:]]
    moves = [move_view(game, index, request.language) for index in range(first, game.length)]
    return {"changes": {"from": first, "written": written, "moves": moves}}


def _frame(game: Game) -> tuple[object, ...]:
    """Everything of a game but its moves."""
    return game.start_written, game.names, game.comments


def _picture_changes(
    state: State, names: tuple[str, ...], request: Request, last: Move | None
) -> str | None:
    """What has changed in the picture since one that the page has; None for all of it."""
    wanted = Request({}) if request.fields.get("picture") is True else request.part("picture")
    if not wanted.has("since"):
        return None
    since = wanted.part("since")
    since.require_only(("game", "at"))
    game, at = recall(since.text("game")), since.number("at")
    if game is None or not 0 <= at <= game.length or set(wanted.fields) - {"since", "crop"}:
        return None
    crop = wanted.flag("crop", True)
    return board_changes(game.state(at), state, last=last, crop=crop, language=request.language)


def _turn_from(game: Game, at: int) -> int:
    """After how many moves the turn began to which the last move belongs."""
    steps = game.steps
    first = max(0, at - 1)
    while first and steps[first - 1].seat == steps[at - 1].seat:
        if isinstance(steps[first - 1].move, EndTurn):
            break
        first -= 1
    return first


def position_view(state: State, names: tuple[str, ...], request: Request) -> dict[str, object]:
    """A position without its history and its picture."""
    bidding, language = state.course.bidding, request.language
    letters = Counter(tile[0] for tile in state.remaining)
    return {
        "heading": heading(state, language),
        "status": list(status(state, language)),
        "moment": moment(state, names, language),
        "edition": edition_view(state.edition, language),
        "players": state.players,
        "auction": state.auction,
        "phase": state.phase,
        "active": state.active,
        "to_move": state.to_move,
        "ap": state.ap,
        "ap_of": ACTION_POINTS if state.phase in ACTION_PHASES else None,
        "scoring": state.scoring,
        "queue": list(state.course.queue),
        "winners": list(state.winners),
        "seats": [seat_view(state, seat, names) for seat in state.scores],
        "board": {cell: hex_view(state, cell, names, language) for cell in CELLS},
        "tile": state.tile,
        "display": list(state.display),
        "high_bid": state.high_bid,
        "least_bid": least_bid(state) if state.phase == "bid" else None,
        "high_bidder": bidding.high_bidder or None,
        "passed": list(bidding.passed),
        "done": list(bidding.done),
        "worked": {CELLS[cell]: times for cell, times in Counter(state.turn.worked).items()},
        "remaining": list(state.remaining),
        "letters": dict(letters),
        "floors": {str(number): left for number, left in state.floors.items()},
        "unseen": {str(kind): left for kind, left in state.unseen.items()},
    }


def wants_a_picture(request: Request) -> bool:
    """Whether the picture is not declined."""
    return request.fields.get("picture") is not False


def picture(state: State, names: tuple[str, ...], request: Request, last: Move | None) -> str:
    """The board as SVG, with the options of the request."""
    is_plain = request.fields.get("picture") is True
    wanted = Request({}) if is_plain else request.part("picture")
    wanted.require_only(PICTURE_FIELDS)
    move = wanted.text("move") if wanted.has("move") else None
    return board_svg(
        state,
        highlight=wanted.texts("highlight"),
        move=move,
        violations=check(state, move) if move else (),
        last=last if wanted.flag("last", True) else None,
        names=names,
        panel=wanted.flag("panel", False),
        crop=wanted.flag("crop", True),
        size=wanted.number("size", 760),
        language=request.language,
    )


def edition_view(edition: Edition, language: str) -> dict[str, object]:
    """An edition: how it is written, what to call it, and which switches a house has turned."""
    base = base_of(edition)
    return {
        "key": write_edition(edition),
        "title": title(edition, language),
        "base": base.key,
        "changes": sorted(turned(edition, base)),
        "has_auction": edition.has_auction,
    }


def switch_value(switch: Switch, value: SwitchValue) -> str:
    """A value of a switch as a house rule has it; of the tiebreak one of several."""
    return value if isinstance(value, str) else switch.text(value)


def hex_view(state: State, cell: str, names: tuple[str, ...], language: str) -> dict[str, object]:
    """One cell; an unexplored one has no tile."""
    there = state[cell]
    found: dict[str, object] = {
        "tile": there.tile,
        "description": hex_text(state, cell, there, names, language),
    }
    if there.tile is None:
        return found
    guard, stones = there.guard, state.ground.board.stones(cell_of(cell))
    return {
        **found,
        "spoken": stones_text(stones, language),
        "rotation": there.rotation,
        "kind": there.kind,
        "value": there.value,
        "tokens": there.tokens,
        "camp": there.camp,
        "guard": {"seat": guard[0], "figure": guard[1]} if guard else None,
        "figures": {str(seat): list(f) for seat, f in there.figures.items() if any(f)},
        "holders": sorted(holders(state, cell_of(cell))) if there.value else [],
        "strengths": _strengths(state, cell) if there.value else {},
        "edges": _edges(state, cell),
    }


def _strengths(state: State, cell: str) -> dict[str, int]:
    """By seat the strength on a hex, of those who have any."""
    found = zip(state.scores, strengths(state, cell_of(cell)), strict=True)
    return {str(seat): strength for seat, strength in found if strength}


def _edges(state: State, cell: str) -> dict[str, int]:
    """By neighbour the price of the step there."""
    return {CELLS[other]: stones for other, stones in state.ground.board.steps[cell_of(cell)]}


def seat_view(state: State, seat: int, names: tuple[str, ...]) -> dict[str, object]:
    """The possessions of a player, and the points of a scoring now."""
    player, points = state.player(seat), score(state, seat)
    return {
        "seat": seat,
        "name": names[seat - 1] if names else None,
        "score": player.score,
        "would_score": {
            "total": points.total,
            "temples": points.temples,
            "treasures": {str(kind): value for kind, value in points.treasures.items()},
        },
        "supply": list(player.supply),
        "removed": list(player.removed),
        "camps": list(player.camps),
        "camps_left": BOX.camps - len(player.camps),
        "guards": dict(player.guards),
        "guards_left": BOX.guards - len(player.guards),
        "treasures": {str(kind): tokens for kind, tokens in player.treasures.items() if tokens},
    }


def tile_view(tile: Tile) -> dict[str, object]:
    """A tile or printed hex as it lies unturned: stones clockwise from the north."""
    return {
        "kind": tile.kind,
        "stones": list(tile.stones),
        "value": tile.value,
        "tokens": tile.masks,
    }


def tiles_view() -> dict[str, object]:
    """All tiles by id."""
    return {tile.id: tile_view(tile) for tile in TILES[: len(BOX.tiles)]}


def editions_view(language: str) -> list[dict[str, object]]:
    """The printed editions."""
    return [edition_view(edition, language) for edition in EDITIONS.values()]


# --- moves and verdicts ------------------------------------------------------------------------


def move_view(game: Game, index: int, language: str) -> dict[str, object]:
    """A move that was made: by whom, what it did, what it cost, and who got points."""
    step, before = game.steps[index], game.state(index)
    return {
        "number": index + 1,
        "move": str(step.move),
        "verb": verb_of(step.move),
        "text": made_text(before, step, game.names, language),
        "seat": step.seat,
        "name": game.name(step.seat or 0) if step.seat else None,
        "chance": isinstance(step.move, DrawTile | RevealTreasure),
        "price": price_of(before, step.move),
        "ap": step.state.ap,
        "points": _points(before, step),
        "scoring": before.scoring,
    }


def _points(before: State, step: Step) -> dict[str, int]:
    """By seat the points gained or paid."""
    earlier = before.scores
    return {
        str(seat): points - earlier[seat]
        for seat, points in step.state.scores.items()
        if points != earlier[seat]
    }


def price_of(state: State, move: Move) -> int | None:
    """The price of a move in AP; None if it is not an action, or if there is no way."""
    if isinstance(move, Walk):
        return price(state, move) or None
    return move.price


def verdict_view(
    state: State,
    move: Move,
    language: str,
    names: tuple[str, ...],
    seat: int | None = None,
) -> dict[str, object]:
    """Whether a move is legal, what it costs, and every clause that forbids it."""
    violations = check(state, move, seat)
    return {
        "move": str(move),
        "verb": verb_of(move),
        "legal": not violations,
        "price": price_of(state, move),
        "violations": violations_view(violations, language, names),
    }


def violations_view(
    violations: tuple[Violation, ...], language: str, names: tuple[str, ...]
) -> list[dict[str, object]]:
    """The clauses that forbid a move, with the reason in a language."""
    return [
        {
            "clause": violation.clause,
            "key": violation.key,
            "message": violation.text(language, names),
            "facts": dict(violation.facts),
        }
        for violation in violations
    ]
