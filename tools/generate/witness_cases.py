"""Cases as data: a position that the solver found, as a setup and as sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

import clingo

import tikal
from tikal._support.wording import counted
from tikal.components import BOX
from tikal.editions import Edition, read_edition
from tikal.grid import CELLS
from tikal.languages import word
from tikal.state import ACTION_PHASES, STARTING_CAPITAL, State

# JSON: whatever `json.loads` gives.
Json: TypeAlias = Any
Setup: TypeAlias = dict[str, Json]

TILES = {tile.id: tile for tile in BOX.tiles}
#: Keys of a setup whose keys are seats, which JSON writes as strings.
BY_SEAT = ("figures", "camps", "guards", "removed", "treasures", "scores")

# --- from facts to a setup ---------------------------------------------------------------------


def _plain(symbol: clingo.Symbol) -> str | int:
    if symbol.type is clingo.SymbolType.Number:
        return symbol.number
    return symbol.string if symbol.type is clingo.SymbolType.String else symbol.name


def setup_of(fluents: Iterable[clingo.Symbol]) -> Setup:
    """The position as `tikal.position` takes it, as JSON; players, edition and auction are apart.

    What every position has is left out: a temple's own value, all tokens on a treasure hex,
    the points that all players begin with, and all that lies in supply and stock.
    """
    facts: dict[str, list[list[Json]]] = {}
    for fluent in sorted(fluents):
        facts.setdefault(fluent.name, []).append([_plain(value) for value in fluent.arguments])
    only = {name: rows[0][0] for name, rows in facts.items() if len(rows[0]) == 1}
    setup: Setup = {"phase": only["phase"]}
    if "active" in only:
        setup["active"] = only["active"]
    if only["phase"] in ACTION_PHASES:
        setup["ap"] = only["ap"]
    if "scoring" in facts:
        setup |= {"scoring": True, "queue": [seat for _, seat in facts.get("queue", [])]}
    if "waiting" in only:
        setup["tile"] = only["waiting"]
    setup["tiles"] = {cell: [tile, rotation] for cell, tile, rotation in facts.get("tile", [])}
    setup |= _ground(facts, {**BOX.printed, **{c: TILES[t] for c, t, _ in facts.get("tile", [])}})
    setup |= _players(facts)
    setup |= _bidding(facts, only)
    return {key: value for key, value in setup.items() if value != {} and value != []}


def _ground(facts: Mapping[str, list[list[Json]]], hexes: Mapping[str, Json]) -> Setup:
    work = [*facts.get("uncovered", []), *facts.get("taken", [])]
    return {
        "values": {cell: n for cell, n in facts["value"] if n != hexes[cell].value},
        "tokens": {cell: n for cell, n in facts.get("tokens", []) if n != hexes[cell].masks},
        "worked": dict(sorted(work)),
        "diggers": _diggers(facts),
    }


def _diggers(facts: Mapping[str, list[list[Json]]]) -> Setup:
    """The possible diggers, where they are not just the members of the acting seat on the hex."""
    found: Setup = {}
    for cell, figure, place in facts.get("digger", []):
        where = None if place == "nowhere" else place
        found.setdefault(cell, []).append([figure.upper(), where])
    (active,) = facts.get("active", [[0]])[0]
    for cell in list(found):
        on_the_hex = [
            [figure.upper(), cell]
            for seat, figure, at, _ in facts.get("at", [])
            if seat == active and at == cell
        ]
        if found[cell] == on_the_hex:
            del found[cell]
    return found


def _players(facts: Mapping[str, list[list[Json]]]) -> Setup:
    figures: Setup = {}
    for seat, figure, cell, number in facts.get("at", []):
        stack = figures.setdefault(str(seat), {}).setdefault(cell, [0, 0])
        stack["lw".index(figure)] = number
    camps: Setup = {}
    for seat, cell in facts.get("camp", []):
        camps.setdefault(str(seat), []).append(cell)
    guards: Setup = {}
    for seat, cell, figure in facts.get("guard", []):
        guards.setdefault(str(seat), {})[cell] = figure.upper()
    treasures: Setup = {}
    for seat, kind, number in facts.get("owns", []):
        treasures.setdefault(str(seat), {})[str(kind)] = number
    start = STARTING_CAPITAL if "auction" in facts else 0
    scores = {str(seat): n for seat, n in facts["score"] if n != start}
    return {
        "figures": figures,
        "camps": camps,
        "guards": guards,
        "treasures": treasures,
        "scores": scores,
    }


def _bidding(facts: Mapping[str, list[list[Json]]], only: Mapping[str, Json]) -> Setup:
    found: Setup = {"display": [tile for (tile,) in facts.get("display", [])]}
    for key in ("high_bid", "high_bidder", "first_passer"):
        if key in only:
            found[key] = only[key]
    found["passed"] = [seat for (seat,) in facts.get("passed", [])]
    found["done"] = [seat for (seat,) in facts.get("turned", [])]
    return found


# --- from a case back to the engine ------------------------------------------------------------


def edition_of(case: Json) -> Edition:
    """The edition a case is about."""
    return read_edition(case["edition"])


def state_of(case: Json) -> State:
    """The position of a case."""
    setup: Setup = dict(case["setup"])
    for key in BY_SEAT:
        if key in setup:
            setup[key] = {int(seat): value for seat, value in setup[key].items()}
    if "treasures" in setup:
        setup["treasures"] = {
            seat: {int(kind): number for kind, number in owned.items()}
            for seat, owned in setup["treasures"].items()
        }
    return tikal.position(
        players=case["players"], edition=edition_of(case), auction=case["auction"], **setup
    )


# --- sentences ---------------------------------------------------------------------------------

_DOING = {
    "draw": "a tile is to be turned up",
    "bid": "seat {active} is asked to bid",
    "take": "seat {active} takes a tile of the display",
    "place": "seat {active} places tile {tile}",
    "act": "seat {active} acts with {ap} AP left",
    "reveal": "seat {active} turns up the treasure just recovered, with {ap} AP left",
    "over": "the game is over",
}


def _join(words: Iterable[object]) -> str:
    *most, last = map(str, words)
    return f"{', '.join(most)} and {last}" if most else last


def _figures(leaders: int, workers: int) -> str:
    stack = ["the leader"] * leaders + [counted(workers, "worker")] * bool(workers)
    return " and ".join(stack)


def _belongings(setup: Setup, seat: str) -> Iterable[str]:
    for cell, stack in setup.get("figures", {}).get(seat, {}).items():
        yield f"{_figures(*stack)} on {cell}"
    for cell in setup.get("camps", {}).get(seat, []):
        yield f"a camp on {cell}"
    for cell, figure in setup.get("guards", {}).get(seat, {}).items():
        yield f"a {word('figures', figure)} guarding {cell}"
    for kind, number in setup.get("treasures", {}).get(seat, {}).items():
        yield f"{counted(number, 'token')} of treasure {kind}"
    if seat in setup.get("scores", {}):
        yield counted(setup["scores"][seat], "point")


def _hexes(setup: Setup, move: str) -> Iterable[str]:
    """The hexes that a move names, and those that are not as printed on their tiles."""
    named = {part for word in move.split() for part in word.split("-") if part in CELLS}
    values, tokens = setup.get("values", {}), setup.get("tokens", {})
    hexes = {**BOX.printed, **{cell: TILES[t] for cell, (t, _) in setup.get("tiles", {}).items()}}
    for cell in sorted(named | {*values, *tokens}):
        if cell not in hexes:
            yield f"hex {cell} is unexplored"
            continue
        hex_ = hexes[cell]
        what = f"a {hex_.kind}" if cell != "a1" else "the base camp"
        if hex_.kind == "temple":
            what += f" of value {values.get(cell, hex_.value)}"
        if hex_.kind == "treasure":
            what += f" hex with {counted(tokens.get(cell, hex_.masks), 'token')}"
        yield f"hex {cell} is {what}"
    for cell, times in setup.get("worked", {}).items():
        yield f"hex {cell} has been worked {'once' if times == 1 else 'twice'} in this action phase"
    for cell, diggers in setup.get("diggers", {}).items():
        yield f"the digger of {cell} is {' or '.join(map(_digger, diggers))}"


def _digger(figure_and_place: Json) -> str:
    figure, place = figure_and_place
    who = "the leader" if figure == "L" else "a worker"
    return f"{who} who has left the board" if place is None else f"{who} now on {place}"


def _tiles(setup: Setup) -> Iterable[str]:
    """The facts that matter for drawing and placing."""
    laid = {tile: cell for cell, (tile, _) in setup.get("tiles", {}).items()}
    if setup["phase"] == "draw":
        left = [t for t in TILES if t not in laid and t not in setup.get("display", [])]
        first = [tile for tile in left if tile[0] == left[0][0]]
        yield f"of the first letter {' '.join(first)} {'is' if len(first) == 1 else 'are'} left"
    if setup["phase"] == "place":
        free = [cell for cell in CELLS if cell not in {*BOX.printed, *laid.values()}]
        volcanoes = sorted(cell for tile, cell in laid.items() if TILES[tile].kind == "volcano")
        if volcanoes:
            yield f"volcanoes lie on {_join(volcanoes)}"
        if len(free) < 4:
            yield f"only {_join(free)} {'is' if len(free) == 1 else 'are'} unexplored"


def _auction(setup: Setup) -> Iterable[str]:
    if "display" in setup:
        yield f"on display: {' '.join(setup['display'])}"
    if "high_bid" in setup:
        yield f"the high bid is {setup['high_bid']}, by seat {setup['high_bidder']}"
    if "passed" in setup:
        yield f"passed: seat {_join(setup['passed'])}"
    if "done" in setup:
        yield f"had a turn of this round: seat {_join(setup['done'])}"


def situation(case: Json) -> str:
    """Sentences about who stands where, and what is asked."""
    setup, game = case["setup"], "auction" if case["auction"] else "basic"
    where = "the final" if "tile" not in setup else "a volcano's"
    moment = _DOING[setup["phase"]].format_map({"active": 0, "tile": "", "ap": 0, **setup})
    if setup.get("scoring"):
        moment += f" in {where} scoring round"
    laid = counted(len(setup.get("tiles", {})), "tile")
    sentences = [f"{edition_of(case).title}, {game} game, {case['players']} players, {laid} laid"]
    sentences.append(moment)
    owned = {seat: list(_belongings(setup, str(seat))) for seat in range(1, case["players"] + 1)}
    sentences += [f"seat {seat} has {_join(things)}" for seat, things in owned.items() if things]
    sentences += [*_hexes(setup, case["move"]), *_tiles(setup), *_auction(setup)]
    by = f" by seat {case['seat']}" if "seat" in case else ""
    sentences.append(f"asked: `{case['move']}`{by}")
    return " ".join(f"{sentence[0].upper()}{sentence[1:]}." for sentence in sentences)


_CHANGES = {
    "tile": "the tile on {0}",
    "figures": "the number of {1} of seat {0} on {2}",
    "camp": "the camp on {0}",
    "guard": "the guard on {0}",
    "worked": "what was done on {0} in this action phase",
    "digger": "who has dug on {0}",
    "levels": "the value of the temple on {0}",
    "token": "one treasure token",
    "tile_in_hand": "the tile in hand",
    "display": "one tile of the display",
    "score": "the score of seat {0}",
    "high_bid": "the high bid",
    "ap": "the action points",
    "moment": "the moment",
    "edition": "the edition",
    "move": "the move",
    "seat": "the seat",
    "players": "the number of players",
    "start": "the start seat",
    "auction": "the kind of game",
}


def describe_change(changed: list[str]) -> str:
    """The difference of the twin."""
    what, *where = ({"l": "leaders", "w": "workers"}.get(word, word) for word in changed)
    return _CHANGES[what].format(*where)


def describe_new_game(case: Json) -> str:
    """Sentences about the game that is asked for."""
    game = "an auction game" if case["auction"] else "a basic game"
    return (
        f"{edition_of(case).title}. Asked: {game} with {counted(case['players'], 'player')}, "
        f"seat {case['new_game']['start']} starts."
    )
