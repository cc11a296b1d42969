"""The bridge of the page: every request, in every language, against the library itself."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tests.page.asking import answer, game_json, good, refused
from tikal.grid import CELLS
from tikal.languages import LANGUAGES
from tikal.notation import documents
from tikal.page import bridge
from tikal.page.bridge import REQUESTS, ask
from tikal.page.wording import hex_text
from tikal.pictures.svg import board_svg
from tikal.testing.strategies import candidate_moves, games, states

ROOT: Final = Path(__file__).parents[2]
SETUP: Final = {"players": 2, "edition": "rio-grande-1999", "auction": False, "start": 1}
MOVES: Final = ["draw A3", "place b3 r1", "deploy L a1", "deploy W a1", "walk L a1-b2"]
GAME: Final = {"start": SETUP, "moves": MOVES, "names": ["Ana", "Ben"]}
#: One request of each kind, with everything it needs.
SAMPLES: Final[dict[str, dict[str, Any]]] = {
    "about": {},
    "new": {"players": 3, "edition": "legend-classic tiebreak=none", "names": ["A", "B", "C"]},
    "load": {"text": "b3=A2 1L"},
    "repairs": {
        "text": "edition: rio-grande-1999\nplayers: 2\n\ndraw A3; place b3 r1; walk L a1-b2; end"
    },
    "view": {"game": GAME, "at": 3},
    "move": {"game": GAME, "move": "walk L b2-b3"},
    "undo": {"game": GAME},
    "redo": {"game": GAME, "at": 1},
    "sheet": {"game": GAME},
    "under": {"game": GAME, "edition": "super-meeple-2015"},
    "check": {"position": "b3=A2 1L", "move": "recover b3", "seat": 2},
    "targets": {"game": GAME, "from": "b2", "figure": "L"},
    "actions": {"game": GAME, "cell": "b2"},
    "legal": {"game": GAME},
    "chance": {"game": {"start": SETUP}, "seed": 3},
    "bot": {"game": GAME, "bot": "mcts:easy", "seed": 5, "visits": 9},
    "edit": {"game": GAME, "changes": [{"set": "scores.1", "to": 7}]},
    "clause": {"id": "TEMPLE-03"},
    "proof": {"id": "TEMPLE-03"},
    "opinion": {"position": "b3=A2 1L; act 1 2ap", "move": "recover b3"},
    "compare": {"position": "b3=A2 1L; act 1 2ap", "move": "recover b3"},
    "pictures": {"tiles": ["A1", "G4"], "rotation": 5},
    "question": {"question": "may I place a second guard?", "edition": "legend-classic"},
    "export": {"game": GAME, "format": "record"},
}


def state_of(game: dict[str, Any]) -> tikal.State:
    return tikal.replay(tikal.new_game(2), game["moves"]).state


# --- all requests ------------------------------------------------------------------------------


def test_every_request_is_tried_here() -> None:
    assert set(SAMPLES) == set(REQUESTS)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_request_is_answered_and_again_the_same(name: str) -> None:
    request = json.dumps({"ask": name, **SAMPLES[name]})
    first = ask(request)
    assert json.loads(first)["ok"]
    for other, fields in SAMPLES.items():
        ask(json.dumps({"ask": other, **fields}))
    assert ask(request) == first


@pytest.mark.parametrize("name", SAMPLES)
def test_an_answer_has_the_same_fields_in_every_language(name: str) -> None:
    found = [good(ask=name, language=language, **SAMPLES[name]) for language in LANGUAGES]
    assert len({tuple(each) for each in found}) == 1


def test_sentences_are_in_the_language_that_is_asked_for() -> None:
    views = [good(ask="view", game=GAME, language=language) for language in LANGUAGES]
    for part in ("heading", "moment", "status"):
        assert len({str(view[part]) for view in views}) == len(LANGUAGES), part
    for index in range(len(MOVES)):
        assert len({view["moves"][index]["text"] for view in views}) == len(LANGUAGES)
    for name, path in (
        ("check", ("violations", 0, "message")),
        ("clause", ("statement",)),
        ("about", ("switches", 0, "values", 0, "meaning")),
    ):
        found_texts = set()
        for language in LANGUAGES:
            found: Any = good(ask=name, language=language, **SAMPLES[name])
            for step in path:
                found = found[step]
            found_texts.add(found)
        assert len(found_texts) == len(LANGUAGES), name


@pytest.mark.parametrize("name", SAMPLES)
def test_a_field_that_a_request_does_not_have_is_refused(name: str) -> None:
    assert "'nothing'" in refused(ask=name, nothing=1, **SAMPLES[name])


def test_every_request_and_field_is_documented() -> None:
    page = (ROOT / "docs" / "reference" / "bridge.md").read_text("utf-8")
    headings = " ".join(re.findall(r"^## (.*)$", page, re.MULTILINE))
    for name, question in REQUESTS.items():
        assert re.search(rf"\b{name}\b", headings), name
        for field in question.fields:
            assert f"`{field}`" in page, (name, field)


#: Keys that are data: cells, seats, editions, figures, and those below some others.
IS_DATA: Final = re.compile(r"[a-h][1-5]|[0-9]|[A-G][0-9]?|[1-4][LW]|.*-.*")
OF_DATA: Final = ("words", "facts", "prices", "phases", "terrains", "limits", "figures")
MORE: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("clause", {"id": "Q-37"}),
    ("load", {"text": "edition: rio-grande-1999\nplayers: 2\n\ndraw A1\nend\n"}),
    ("opinion", {"game": GAME, "moves": ["walk L b2-b3", "recover b3"]}),
    ("under", {"game": GAME, "edition": "legend-classic"}),
)


def keys_of(value: object) -> set[str]:
    """The keys of an answer, and of all within it, that are not data."""
    if isinstance(value, list):
        return {key for each in value for key in keys_of(each)}
    if not isinstance(value, dict):
        return set()
    inner = (keys_of(each) for key, each in value.items() if key not in OF_DATA)
    return {key for key in value if not IS_DATA.fullmatch(key)}.union(*inner)


@pytest.mark.parametrize(("name", "fields"), [*SAMPLES.items(), *MORE])
def test_every_key_of_every_answer_is_documented(name: str, fields: dict[str, Any]) -> None:
    page = (ROOT / "docs" / "reference" / "bridge.md").read_text("utf-8")
    undocumented = keys_of(good(ask=name, **fields)) - {*re.findall(r"\w+", page)}
    assert not undocumented


def test_every_field_of_a_view_is_documented() -> None:
    page = (ROOT / "docs" / "reference" / "bridge.md").read_text("utf-8")
    table = page[page.index("| field |") : page.index("`picture` in the request")]
    named = set(re.findall(r"`(\w+)`", table))
    assert set(good(ask="view", game=GAME)) - {"ok"} <= named


def test_the_bridge_needs_neither_commands_nor_schemas_nor_graphs() -> None:
    absent = ("click", "rich", "cattrs", "jsonschema", "networkx", "hypothesis")
    code = (
        f"import sys\nfor name in {absent}: sys.modules[name] = None\n"
        "import json\nfrom tikal.page.bridge import ask\n"
        f"for name, fields in {SAMPLES!r}.items():\n"
        "    answer = json.loads(ask(json.dumps({'ask': name, **fields})))\n"
        "    assert answer['ok'], answer\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


# --- games -------------------------------------------------------------------------------------


@given(states())
def test_a_view_shows_what_the_position_is(state: tikal.State) -> None:
    found = good(ask="view", position=tikal.format_position(state), picture=False)
    assert tikal.parse_position(found["position"]) == state
    for name in ("phase", "active", "to_move", "ap", "scoring", "auction", "tile", "high_bid"):
        assert found[name] == getattr(state, name), name
    assert tuple(found["remaining"]) == state.remaining
    assert tuple(found["display"]) == state.display
    for seat in found["seats"]:
        player = state.player(seat["seat"])
        assert (seat["score"], tuple(seat["supply"])) == (player.score, player.supply)
        assert seat["would_score"]["total"] == tikal.score(state, seat["seat"]).total
    for cell, there in found["board"].items():
        hex_ = state[cell]
        assert there["tile"] == hex_.tile
        if hex_.tile:
            assert (there["value"], there["tokens"]) == (hex_.value, hex_.tokens)
            standing = {int(seat): tuple(f) for seat, f in there["figures"].items()}
            assert standing == {seat: f for seat, f in hex_.figures.items() if any(f)}


@given(games(), st.data())
def test_a_game_is_shown_at_every_move(game: tikal.Replay, data: st.DataObject) -> None:
    moves = [str(step.move) for step in game.steps]
    length = data.draw(st.integers(0, len(moves)))
    first = game.steps[0].seat
    setup = {
        "players": game.state.players, "edition": game.state.edition.key,
        "auction": game.state.auction, "start": first,
    }  # fmt: skip
    shown = good(ask="view", game={"start": setup, "moves": moves[:length]}, picture=False)
    assert shown["length"] == shown["at"] == length
    at = data.draw(st.integers(0, length))
    found = good(ask="view", game=shown["game"], at=at, picture=False)
    state = game.steps[at - 1].state if at else tikal.new_game(
        game.state.players, game.state.edition, game.state.auction, first or 1
    )  # fmt: skip
    assert tikal.parse_position(found["position"]) == state
    for entry, step in zip(shown["moves"], game.steps, strict=False):
        assert (entry["move"], entry["seat"]) == (str(step.move), step.seat)
    gained = sum(sum(entry["points"].values()) for entry in shown["moves"])
    begun = sum(tikal.new_game(setup["players"], auction=setup["auction"]).scores.values())  # type: ignore[arg-type]
    assert gained == sum(seat["score"] for seat in shown["seats"]) - begun


@given(candidate_moves())
def test_a_move_is_made_or_refused_as_the_rules_have_it(
    pair: tuple[tikal.State, tikal.Move],
) -> None:
    state, move = pair
    violations = tikal.check(state, move)
    text = tikal.format_position(state)
    verdict = good(ask="check", position=text, move=str(move))
    found = good(ask="move", game=game_json(state), move=str(move), picture=False)
    assert verdict["legal"] is found["legal"] is (not violations)
    for each in (verdict, found):
        assert [v["key"] for v in each["violations"]] == [v.key for v in violations]
        assert [v["message"] for v in each["violations"]] == [v.message for v in violations]
        assert [v["facts"] for v in each["violations"]] == [dict(v.facts) for v in violations]
    if not violations:
        assert tikal.parse_position(found["position"]) == tikal.apply(state, move)
        assert found["game"]["moves"] == [str(move)]


@given(candidate_moves())
def test_an_opinion_is_that_of_the_library(pair: tuple[tikal.State, tikal.Move]) -> None:
    state, move = pair
    text = tikal.format_position(state)
    found = good(ask="opinion", position=text, move=str(move))
    expected = tikal.opinion(state, move)
    assert found["legal"] is expected.legal
    ways = [tuple(way["moves"]) for way in found["remedies"]["ways"]]
    assert ways == [tuple(map(str, way.moves)) for way in expected.remedies.ways]
    assert [each["legal"] for each in found["editions"]] == [v.legal for v in expected.editions]
    assert [each["rule"] for each in found["readings"]] == [r.rule for r in expected.readings]
    compared = good(ask="compare", position=text, move=str(move))["editions"]
    assert [each["edition"] for each in compared] == list(tikal.EDITIONS)
    own = {each["edition"]: each["legal"] for each in compared}[state.edition.key]
    assert own is expected.legal


def test_an_opinion_knows_the_moves_of_the_phase() -> None:
    """Without them the diggers are unknown, and Legend would have no verdict."""
    game = {"start": "b3=A2 1L", "moves": ["recover b3", "reveal 3"]}
    found = good(ask="opinion", game=game, move="recover b3")
    assert {each["edition"]: each["legal"] for each in found["editions"]}["legend-classic"] is False
    began_later = "act 1 7ap; b3=A2 3 1L dug; treasures 3 -"
    found = good(ask="opinion", position=began_later, move="recover b3")
    assert {each["edition"]: each["legal"] for each in found["editions"]}["legend-classic"] is None


def test_a_move_out_of_turn_is_refused_with_a_seat() -> None:
    found = good(ask="check", position="b3=A2 1L", move="end", seat=2)
    assert [violation["clause"] for violation in found["violations"]] == ["TURN-01"]


def test_undo_and_redo_keep_the_moves() -> None:
    found = good(ask="undo", game=GAME)
    assert (found["at"], found["length"], found["last"]) == (4, 5, "deploy W a1")
    found = good(ask="redo", game=found["game"], at=found["at"])
    assert (found["at"], found["last"]) == (5, "walk L a1-b2")
    assert good(ask="redo", game=GAME)["at"] == 5
    assert good(ask="undo", game=GAME, at=0)["at"] == 0


def test_another_move_after_undo_replaces_what_came_later() -> None:
    found = good(ask="move", game=GAME, at=4, move="end")
    assert found["game"]["moves"] == [*MOVES[:4], "end"]
    found = good(ask="move", game=GAME, at=3, move=MOVES[3])
    assert (found["game"]["moves"], found["at"]) == (MOVES, 4)


def test_several_moves_are_made_all_or_none() -> None:
    found = good(ask="move", game=GAME, moves=["walk L b2-b3", "walk L b3-b2"])
    assert found["legal"]
    assert found["at"] == 7
    found = good(ask="move", game=GAME, moves=["walk L b2-b3", "recover b3", "end"])
    assert (found["legal"], found["index"], found["move"]) == (False, 1, "recover b3")
    assert "game" not in found


def test_a_game_with_an_illegal_move_is_shown_up_to_it() -> None:
    found = good(ask="view", game={**GAME, "moves": [*MOVES, "recover b3", "end"]})
    assert (found["at"], found["length"]) == (5, 5)
    assert (found["refusal"]["index"], found["refusal"]["move"]) == (5, "recover b3")
    assert found["refusal"]["violations"][0]["clause"] == "TREASURE-01"


def test_a_scoring_turn_says_its_points() -> None:
    position = "act 1 scoring 2 tile B1; a2=3 1W"
    found = good(ask="move", position=position, move="end")
    assert found["moves"][0]["points"] == {"1": 3}
    assert found["moves"][0]["text"] == "seat 1 scores 3 points"


# --- targets -----------------------------------------------------------------------------------


def has_a_figure(state: tikal.State) -> bool:
    return state.phase == "act" and bool(state.player(state.active or 1).figures)


@given(states(where=has_a_figure), st.data())
def test_a_figure_can_walk_where_the_library_says_it_can(
    state: tikal.State, data: st.DataObject
) -> None:
    seat = state.active or 0
    cell = data.draw(st.sampled_from(sorted(state.player(seat).figures)))
    figure = "W" if state.player(seat).figures[cell][1] else "L"
    text = tikal.format_position(state)
    found = good(ask="targets", position=text, figure=figure, **{"from": cell})["targets"]
    legal = {target: each["price"] for target, each in found.items() if each["legal"]}
    expected = tikal.reachable(state, cell, state.ap, seat)
    assert legal == {target: cost for target, cost in expected.items() if target != cell}
    for target, each in found.items():
        done = tikal.replay(state, each["moves"])
        assert (done.refusal is None) is each["legal"]
        if not each["legal"]:
            assert done.refusal is not None
            keys = [violation.key for violation in done.refusal.violations]
            assert [violation["key"] for violation in each["violations"]] == keys != []
        if target != cell and each["price"] and len(each["moves"]) > 1:
            assert each["price"] == tikal.path_cost(state, cell, target, seat)


#: A worker on a1 with 2 AP; b3 and b4 lie behind it, d3 is far and unexplored.
FAR: Final = "act 1 2ap; a1 1W; b3=A2r4; b4=A4r0; c2=A3r0"


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("b3", "b3: 3 AP by the cheapest way, you have 2"),
        ("b4", "b4: 5 AP by the cheapest way, you have 2"),
        ("d3", "no way to d3: d3 is not explored"),
    ],
)
def test_a_far_hex_is_refused_for_the_way(cell: str, text: str) -> None:
    found = good(ask="targets", position=FAR, **{"from": "a1"})["targets"][cell]
    assert (found["legal"], found["why"]["text"]) == (False, text)
    assert found["asked"] == f"walk a worker from a1 to {cell}"


@given(states(where=has_a_figure), st.data(), st.sampled_from(LANGUAGES))
def test_the_reason_against_a_way_is_that_of_the_rules(
    state: tikal.State, data: st.DataObject, language: str
) -> None:
    seat = state.active or 0
    cell = data.draw(st.sampled_from(sorted(state.player(seat).figures)))
    figure = "W" if state.player(seat).figures[cell][1] else "L"
    text = tikal.format_position(state)
    request = {"position": text, "figure": figure, "language": language, "from": cell}
    rich = tikal.reachable(state, cell, 1_000, seat)
    for target, each in good(ask="targets", **request)["targets"].items():
        if each["legal"] or target == cell:
            assert each["why"] is None
        elif target in rich:  # a way that costs too much
            assert each["price"] == rich[target] > state.ap
            assert f"{target}" in each["why"]["text"]
            assert str(rich[target]) in each["why"]["text"]
            assert each["why"]["clause"] == "TURN-04"
        else:
            assert each["why"]["clause"] in {clause.id for clause in tikal.clauses()}
            assert target in each["why"]["text"]


@given(states(), st.sampled_from(["deploy", "uncover", "recover", "camp", "guard"]))
def test_targets_of_an_action_are_those_that_check_allows(state: tikal.State, action: str) -> None:
    text = tikal.format_position(state)
    found = good(ask="targets", position=text, action=action, figure="W")["targets"]
    legal = {each["move"] for each in found.values() if each["legal"]}
    listed = {str(move) for move in tikal.legal_moves(state) if str(move).split()[0] == action}
    assert legal == {move for move in listed if " L" not in move}
    assert set(found) == set(state)


def is_placing(state: tikal.State) -> bool:
    return state.phase == "place"


def test_everything_that_can_be_done_on_a_cell_has_a_verdict() -> None:
    found = good(ask="actions", position="b3=A2 1L", cell="b3")["actions"]
    assert [each["move"] for each in found] == [
        "uncover b3", "recover b3", "camp b3", "guard b3 L", "guard b3 W", "deploy L b3",
        "deploy W b3",
    ]  # fmt: skip
    assert [each["move"] for each in found if each["legal"]] == ["recover b3"]


@given(states(where=is_placing), st.integers(0, 5))
def test_a_waiting_tile_is_shown_where_it_fits(state: tikal.State, rotation: int) -> None:
    text = tikal.format_position(state)
    found = good(ask="targets", position=text, action="place", rotation=rotation)["targets"]
    for cell, each in found.items():
        fits = [turn for turn in range(6) if tikal.is_legal(state, tikal.PlaceTile(cell, turn))]
        assert each["rotations"] == fits
        assert each["legal"] is (rotation in fits)


@given(states())
def test_legal_moves_and_chance_are_those_of_the_library(state: tikal.State) -> None:
    text = tikal.format_position(state)
    found = good(ask="legal", position=text)["moves"]
    assert [each["move"] for each in found] == [str(move) for move in tikal.legal_moves(state)]
    outcomes = good(ask="chance", position=text)["outcomes"]
    assert [(each["move"], each["probability"]) for each in outcomes] == [
        (str(move), str(share)) for move, share in tikal.chance(state)
    ]


def test_chance_rolls_only_where_it_decides() -> None:
    rolled = {good(ask="chance", game={"start": SETUP}, seed=seed)["rolled"] for seed in range(40)}
    assert rolled == {f"draw A{number}" for number in range(1, 7)}
    assert "chance decides nothing" in refused(ask="chance", game=GAME, seed=1)


@given(states())
def test_hexes_say_strengths_and_prices_as_the_rules_have_them(state: tikal.State) -> None:
    board = good(ask="view", position=tikal.format_position(state), picture=False)["board"]
    for cell, there in board.items():
        if there["tile"] is None:
            continue
        for other, price in there["edges"].items():
            assert board[other]["edges"][cell] == price
        if there["value"] and there["strengths"] and there["guard"] is None:
            most = max(there["strengths"].values())
            best = [int(seat) for seat, power in there["strengths"].items() if power == most]
            assert there["holders"] == (best if len(best) == 1 else [])


def is_bidding(state: tikal.State) -> bool:
    return state.phase == "bid"


@given(states(where=is_bidding))
def test_the_least_bid_is_the_lowest_that_is_not_too_low(state: tikal.State) -> None:
    found = good(ask="view", position=tikal.format_position(state), picture=False)
    least = found["least_bid"]
    too_low = {"AUCTION-08/too-low"}
    assert not too_low & {each.key for each in tikal.check(state, f"bid {least}")}
    assert least == 0 or too_low & {each.key for each in tikal.check(state, f"bid {least - 1}")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_remedies_and_headings_are_words(language: str) -> None:
    position = "b3=A2 1L; act 1 9ap"
    found = good(ask="opinion", position=position, move="guard a2 L", language=language)
    notation = {"walk L b3-a2", "guard a2 L"}
    assert found["remedies"]["ways"][0]["moves"] == ["walk L b3-a2"]
    for text in (found["asked"], found["remedies"]["ways"][0]["text"]):
        assert not any(each in text for each in notation)
        assert "a2" in text
    other = good(ask="opinion", position=position, move="end", seat=2, language="en")
    assert other["asked"] == "seat 2: end the turn"


# --- the rest ----------------------------------------------------------------------------------


def test_a_clause_and_a_ruling_are_those_of_the_registry() -> None:
    for entry in tikal.clauses():
        found = good(ask="clause", id=entry.id)
        assert (found["title"], found["statement"]) == (entry.title, entry.statement)
        assert [each["id"] for each in found["rulings"]] == list(entry.rulings)
    for ruling in tikal.rulings():
        assert good(ask="clause", id=ruling.id.lower())["question"] == ruling.question
    assert "did you mean" in refused(ask="clause", id="TEMPLE-99")


@given(states())
def test_a_hex_says_in_words_what_lies_on_it(state: tikal.State) -> None:
    for cell in CELLS:
        there = state[cell]
        if there.kind is None:
            continue
        text = hex_text(state, cell, there, (), "en")
        stated = dict(part.split(": ", 1) for part in text.split("; ") if part.count(": ") == 1)
        for seat in state.scores:
            mine = stated.get(f"seat {seat}", "")
            assert ("camp" in mine) is (there.camp == seat)
            assert ("as guard" in mine) is bool(there.guard and there.guard[0] == seat)
            stands = any(there.figures.get(seat, ()))
            assert bool(mine) is ("camp" in mine or "guard" in mine or stands)


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({"ask": "export", "game": GAME, "format": "pdf"}, "format is one of record, json"),
        ({"ask": "view", "game": GAME, "at": 6}, "from 0 to 5, not 6"),
        ({"ask": "view", "game": GAME, "at": -1}, "from 0 to 5, not -1"),
        ({"ask": "targets", "game": GAME, "action": "fly"}, "action is one of "),
        ({"ask": "targets", "game": GAME, "from": "z9"}, "no cell 'z9': the cells are a1 to h5"),
        ({"ask": "targets", "game": GAME, "action": "walk", "from": ""}, "no cell ''"),
        ({"ask": "actions", "game": GAME, "cell": "a9"}, "no cell 'a9'"),
        ({"ask": "targets", "game": {"start": "place tile A3", "moves": []}, "action": "place",
          "rotation": 6}, "from 0 to 5, not 6"),
        ({"ask": "edit", "draft": {"plyers": 3}, "changes": []}, "'plyers'"),
        ({"ask": "edit", "draft": {}, "changes": [{"clear": "z1"}]}, "must be a cell a1 to h5"),
        ({"ask": "view", "game": {"id": "x", "moves": []}}, "a game has an id or moves, not both"),
        ({"ask": "view", "game": {"id": "x"}}, "this game is not remembered"),
        ({"ask": "new", "players": 2, "edition": "legend-classic", "auction": True}, "auction"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_a_request_that_makes_no_sense_is_refused_for_its_reason(
    asked: dict[str, Any], reason: str
) -> None:
    assert reason in refused(**asked)


def test_a_game_without_an_auction_says_which_clause_wants_none() -> None:
    found = answer(ask="new", players=2, edition="legend-classic", auction=True)
    assert found["clause"] == "AUCTION-01"


@pytest.mark.parametrize("kind", ["position", "position-json", "svg", "json", "record"])
def test_what_is_exported_is_what_the_library_writes(kind: str) -> None:
    state = state_of(GAME)
    text = good(ask="export", game=GAME, format=kind)["text"]
    if kind in ("json", "record"):
        record = documents.loads(text) if kind == "json" else tikal.loads(text)
        assert isinstance(record, tikal.Record)
        assert (record.replay().state, list(record.names)) == (state, GAME["names"])
    elif kind == "svg":
        assert text == board_svg(state, names=["Ana", "Ben"])
    else:
        assert (documents.loads if "json" in kind else tikal.parse_position)(text) == state


def test_about_has_every_tile_and_switch() -> None:
    found = good(ask="about")
    assert [each["name"] for each in found["switches"] if each["auction"]] == ["has_auction"]
    assert len(found["tiles"]) == 36
    assert [switch["name"] for switch in found["switches"]] == [s.name for s in tikal.switches()]
    assert [edition["key"] for edition in found["editions"]] == list(tikal.EDITIONS)
    assert found["default_edition"] == tikal.new_game(2).edition.key
    assert list(found["language_names"]) == found["languages"] == list(LANGUAGES)
    assert found["language_names"]["fr"] == "Français"
    assert (found["singular"], good(ask="about", language="fr")["singular"]) == ([1], [0, 1])
    for switch in found["switches"]:
        for each in switch["values"]:
            rule = f"{switch['name']}={each['value']}"
            assert good(ask="new", edition=f"rio-grande-1999 {rule}", players=2)["ok"]


def test_pictures_are_as_the_request_wants_them() -> None:
    plain = good(ask="view", game=GAME)["picture"]
    assert 'width="760"' in plain
    for wanted in ({"size": 380}, {"crop": False}, {"panel": True}, {"highlight": ["b3"]},
                   {"move": "recover b3"}, {"last": False}):  # fmt: skip
        assert good(ask="view", game=GAME, picture=wanted)["picture"] != plain
    assert good(ask="view", game=GAME, picture=True)["picture"] == plain
    assert "picture" not in good(ask="view", game=GAME, picture=False)
    assert "no field 'colour'" in refused(ask="view", game=GAME, picture={"colour": "red"})


@pytest.mark.parametrize("names", [["A"], ["A", ""], ["A", "B, C"], ["A", "#2"]])
def test_names_that_a_record_cannot_have_are_refused_at_once(names: list[str]) -> None:
    asked = {"ask": "new", "players": 2, "names": names}
    sentences = {refused(**asked, language=code) for code in LANGUAGES}
    assert len(sentences) == len(LANGUAGES)


# --- the game of another program -----------------------------------------------------------------


@given(games(), st.data())
def test_a_hosted_game_is_answered_like_one_that_was_sent(
    game: tikal.Replay, data: st.DataObject
) -> None:
    hosted = tikal.Game.of(game, [f"player {seat}" for seat in game.state.scores])
    sent = {**game_json(game.start, [*map(str, hosted.moves)]), "names": [*hosted.names]}
    is_new = game.start == tikal.new_game(
        game.start.players, game.start.edition, game.start.auction, game.start.active or 1
    )
    at = data.draw(st.integers(0, hosted.length))
    for asked in ({"ask": "sheet"}, {"ask": "legal"}, {"ask": "export", "format": "record"}):
        expected = good(game=sent, at=at, **asked)
        assert bridge.answer({"at": at, **asked}, hosted) == expected
        assert bridge.answer({"at": at, "game": {"id": "another"}, **asked}, hosted) == expected
    found = bridge.answer({"ask": "view", "at": at, "picture": False}, hosted)
    again = good(ask="view", game=found["game"], at=at, picture=False)
    assert json.loads(json.dumps(found)) == again
    assert isinstance(again["game"]["start"], str) is not is_new


@pytest.mark.parametrize("name", ["new", "load", "under", "edit"])
def test_a_hosted_game_is_not_replaced_by_another(name: str) -> None:
    found = bridge.answer({"ask": name}, tikal.Game(tikal.new_game(2)))
    assert (found["ok"], "has its game" in str(found["error"])) == (False, True)


def test_a_move_of_a_hosted_game_is_judged_by_its_seat_and_changes_nothing() -> None:
    game = tikal.Game(tikal.new_game(2)).play("draw A3")
    move = {"ask": "move", "move": "place b3 r1", "picture": False}
    refusal = bridge.answer({**move, "seat": 2}, game)
    assert (refusal["ok"], refusal["legal"]) == (True, False)
    after = bridge.answer({**move, "seat": 1}, game)
    assert (after["legal"], after["length"], game.length) == (True, 2, 1)
    assert after["game"] == bridge.answer({"ask": "view"}, game.play("place b3 r1"))["game"]


@pytest.mark.parametrize("request_", [None, 7, [], {}, {1: 2}, {"ask": []}, {"ask": {"a": {}}}])
def test_whatever_object_it_is_sent_it_answers(request_: Any) -> None:
    found = bridge.answer(request_)
    assert found["ok"] is False
    assert "bug" not in found, found


# --- malformed and hostile requests -------------------------------------------------------------

HOSTILE: Final = (
    "", "[", "null", "7", '"ask"', "[]", "{}", '{"ask": null}', '{"ask": 7}', '{"ask": ["view"]}',
    '{"ask": "view", "ask": "view"}', '{"ask": "nothing"}', "\x00", "\ud800", "[" * 100_000,
    '{"ask": "' + "x" * 100_000 + '"}', "9" * 100_000, '{"ask": "view", "at": 1e999}',
    '{"ask": "clause", "id": "' + "<script>" * 100 + '"}', "NaN", '{"ask": "about", "language": 3}',
)  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_whatever_it_is_sent_it_answers_with_json(text: str) -> None:
    found = json.loads(ask(text))
    assert found["ok"] is False
    assert "bug" not in found, found
    assert 0 < len(found["error"]) < 5_000


@pytest.mark.parametrize("thing", [None, 7, b"{}", ["x"], {"ask": "about"}])
def test_a_request_that_is_not_text_is_answered_too(thing: Any) -> None:
    assert json.loads(ask(thing))["ok"] is False


JSON: Final = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9)
    | st.sampled_from(["b3", "A3", "end", "W", "rio-grande-1999", "figures.1.b3"]),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)  # fmt: skip


@given(st.data())
def test_a_damaged_request_is_answered(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(SAMPLES)))
    request = json.loads(json.dumps(SAMPLES[name]))
    here: Any = request
    while here:
        keys = sorted(here) if isinstance(here, dict) else range(len(here))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(here[key], dict | list) or data.draw(st.booleans()):
            here[key] = data.draw(JSON)
            break
        here = here[key]
    answer(ask=name, **request)


@given(st.sampled_from(sorted(SAMPLES)), st.data())
def test_any_value_in_any_field_is_answered(name: str, data: st.DataObject) -> None:
    fields = REQUESTS[name].fields or ("language",)
    chosen = data.draw(st.lists(st.sampled_from(fields), unique=True))
    request = {**SAMPLES[name], **{field: data.draw(JSON) for field in chosen}}
    answer(ask=name, **request)
