"""The answers about points: the score sheet of a game, and the position by another edition."""

from __future__ import annotations

from attrs import evolve

from tikal.editions import Edition, edition_of
from tikal.engine import replay
from tikal.errors import Problem
from tikal.languages import sentence
from tikal.moves import EndTurn
from tikal.page import views
from tikal.page.games import Game, game_from, game_of_state, place_of
from tikal.page.requests import Answer, Request
from tikal.rules.invariants import problems
from tikal.rules.scoring import Score, score
from tikal.state import State


def sheet(request: Request) -> Answer:
    """Who scored what in each scoring round, and who would score what now."""
    game, at = place_of(request)
    state = game.state(at)
    rounds: list[dict[str, object]] = []
    seats: dict[str, object] = {}
    for index, step in enumerate(game.steps[:at]):
        before = game.state(index)
        if not (before.scoring and isinstance(step.move, EndTurn)):
            continue
        seats[str(step.seat)] = _points(score(before, step.seat or 0))
        if not before.course.queue or index + 1 == at:
            rounds.append({"number": len(rounds) + 1, "at": index + 1, "seats": seats})
            seats = {}
    if seats:  # a round that is not over yet
        rounds.append({"number": len(rounds) + 1, "at": at, "seats": seats})
    is_over = state.phase == "over"
    return {
        "begun": {str(seat): points for seat, points in game.state(0).scores.items()},
        "rounds": rounds,
        "paid": _paid(game, at),
        "scores": {str(seat): points for seat, points in state.scores.items()},
        "now": {} if is_over else {str(seat): _points(score(state, seat)) for seat in state.scores},
    }


def _points(found: Score) -> dict[str, object]:
    return {
        "total": found.total,
        "temples": found.temples,
        "treasures": {str(kind): points for kind, points in found.treasures.items()},
    }


def _paid(game: Game, at: int) -> dict[str, int]:
    """By seat the points paid in auctions; those that were scored are in the rounds."""
    paid: dict[str, int] = {}
    for index, step in enumerate(game.steps[:at]):
        earlier = game.state(index).scores
        for seat, points in step.state.scores.items():
            if points < earlier[seat]:
                paid[str(seat)] = paid.get(str(seat), 0) + earlier[seat] - points
    return paid


# --- another edition ---------------------------------------------------------------------------


def under(request: Request) -> Answer:
    """The same game by another edition if it is legal there, else the same position.

    `same` says which; neither is possible where the position cannot occur, and `problems` say why.
    """
    game, at = place_of(request)
    edition = edition_of(request.text("edition"))
    turned = _turned(game.state(0), edition)
    if replay(turned, game.moves).refusal is None and not _broken(turned):
        written = game.start_written
        if isinstance(written, dict):
            written = {**written, "edition": views.edition_view(edition, "en")["key"]}
            whole = game_from(turned, written, game.moves, game.names)
        else:
            whole = game_of_state(turned, game.moves, game.names)
        return {"same": "game", **views.view(whole, at, request)}
    state = _turned(game.state(at), edition)
    if broken := _broken(state):
        texts = [problem.text(request.language) for problem in broken]
        facts = {"edition": edition.key, "problem": texts[0]}
        why = sentence("page", "under/impossible", facts, request.language)
        return {"same": "nothing", "why": why, "problems": texts}
    return {"same": "position", **views.view(game_of_state(state, names=game.names), 0, request)}


def _turned(state: State, edition: Edition) -> State:
    return evolve(state, table=evolve(state.table, edition=edition))


def _broken(state: State) -> tuple[Problem, ...]:
    return tuple(problems(state))
