"""Opinions: every edition and every reading is asked, and the text repeats their answers."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from typing import Any, Final, get_type_hints

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tikal
from tests.citations.conftest import moves as some_moves
from tests.citations.conftest import positions
from tests.citations.helpers import busy
from tests.properties.helpers import choose
from tests.properties.test_switches import WITNESSES, Witness
from tests.sample import WHOLE
from tikal import Move, State, opinion
from tikal._support.resources import specification
from tikal.counsel import documents
from tikal.counsel.other_rules import Verdict
from tikal.counsel.phase_start import starts_of_phase
from tikal.editions import SWITCHES, SwitchValue, house
from tikal.law.grounds import grounds
from tikal.state import ACTION_PHASES
from tikal.testing import NearMiss, candidates, near_misses, states
from tikal.testing.near_misses import RECIPES
from tikal.testing.pool import every_value
from tikal.testing.surgery import with_switches

SCHEMA: Final = jsonschema.Draft202012Validator(
    json.loads(specification().joinpath("schemas", "opinion-1.json").read_text("utf-8"))
)
few = settings(max_examples=max(10, settings().max_examples // 4))

# --- the readings that turn the verdict --------------------------------------------------------


def turned_by_trying(state: State, move: Move) -> dict[tuple[str, SwitchValue], bool]:
    """Every value of every switch, and the verdict with it where that is the opposite."""
    found = {}
    legal = tikal.is_legal(state, move)
    for switch in SWITCHES:
        for value in every_value(switch):
            if value == state.edition.switches()[switch.name]:
                continue
            turned = with_switches(state, **{switch.name: value})
            if not tikal.problems(turned) and tikal.is_legal(turned, move) != legal:
                found[switch.name, value] = not legal
    return found


def assert_readings(state: State, move: Move) -> None:
    found = {(r.switch.name, r.value): r.legal for r in opinion(state, move).readings}
    expected = turned_by_trying(state, move)
    if depends_on_the_diggers(state, move):  # the position does not tell, and neither must we
        expected.pop(("second_dig", "different"), None)
    assert found == expected


def depends_on_the_diggers(state: State, move: Move) -> bool:
    cell = getattr(move, "cell", "")
    if not isinstance(move, tikal.Uncover | tikal.Recover) or state.phase not in ACTION_PHASES:
        return False
    dug = [c for c in state if state.turn.worked.count([*state].index(c)) == 1]
    return cell in dug and sum(state[cell].figures[state.active or 0]) == 1


@few
@given(states(), st.data())
def test_listed_are_exactly_the_readings_that_turn_the_verdict(
    state: State, data: st.DataObject
) -> None:
    assert_readings(state, choose(data, candidates(state)))
    if tikal.legal_moves(state):
        assert_readings(state, choose(data, tikal.legal_moves(state)))


@pytest.mark.parametrize(
    "clause",
    sorted(
        {clause for switch in SWITCHES for clause in switch.clauses}
        & {clause for clause, layer in RECIPES if layer == "precondition"}
    ),
)
@settings(max_examples=30 if WHOLE else 3)
@given(st.data())
def test_near_misses_of_contested_clauses_list_exactly_the_readings_that_turn_the_verdict(
    clause: str, data: st.DataObject
) -> None:
    near_miss: NearMiss = data.draw(near_misses(clause, "precondition"))
    assert_readings(near_miss.miss.state, near_miss.miss.move)
    assert_readings(near_miss.twin.state, near_miss.twin.move)


#: What these decide is who wins, what counts and who begins.
NOT_OF_LEGALITY: Final = (
    "tiebreak", "guard_scores_alone", "final_round_opener", "final_ties_from",
)  # fmt: skip
#: By switch of legality, positions with a move that some values refuse and others allow.
CONTESTED: Final = [witness for witness in WITNESSES if witness.switch not in NOT_OF_LEGALITY]


@pytest.mark.parametrize("witness", CONTESTED, ids=lambda witness: witness.switch)
def test_a_refusal_that_rests_on_a_switch_turns_with_it(witness: Witness) -> None:
    for value, clauses in witness.answers.items():
        found = opinion(witness.state(value), witness.asked, before=witness.play)
        assert [violation.clause for violation in found.violations] == clauses
        turning = {r.value: r for r in found.readings if r.switch.name == witness.switch}
        opposite = {v for v, other in witness.answers.items() if bool(other) != bool(clauses)}
        assert turning.keys() == opposite
        for reading in turning.values():
            assert reading.legal is bool(clauses)
            assert reading.edition == house("rio-grande-1999", **{witness.switch: reading.value})
            assert [v.clause for v in reading.violations] == witness.answers[reading.value]


def test_every_switch_that_a_refusal_depends_on_has_such_a_refusal() -> None:
    named = {switch for key in {*_refused_with()} for switch in _switches_of(key)}
    # what has_auction changes is another game, and an opener cannot be seen in a position
    unseen = {"has_auction", "final_round_opener", "final_ties_from"}
    assert named - unseen == {w.switch for w in CONTESTED}


def _refused_with() -> Iterator[str]:
    for state in positions():
        for move in some_moves():
            yield from (violation.key for violation in tikal.check(state, move))


def _switches_of(key: str) -> set[str]:
    """The switches on which it depends whether, or by which ruling, moves are refused so."""
    everywhere = [grounds(key, edition) for edition in tikal.EDITIONS]
    by_ruling = {ruling.switch for found in everywhere for ruling in found.rulings}
    in_force = {
        switch.name
        for switch in SWITCHES
        if len({grounds(key, house("rio-grande-1999", **{switch.name: value})).in_force
                for value in every_value(switch)}) > 1
    }  # fmt: skip
    return (by_ruling | in_force) - {""}


# --- grounds -----------------------------------------------------------------------------------


def test_every_refusal_comes_with_its_grounds() -> None:
    for state in positions():
        met = set[str]()
        for move in some_moves():
            keys = {violation.key for violation in tikal.check(state, move)}
            if keys <= met:
                continue
            met |= keys
            found = opinion(state, move)
            assert found.violations == tikal.check(state, move)
            assert [g.key for g in found.grounds] == [v.key for v in found.violations]
            for rests_on in found.grounds:
                assert rests_on == grounds(rests_on.key, state.edition)
                assert rests_on.in_force


# --- other editions ----------------------------------------------------------------------------


@few
@given(states(), st.data())
def test_other_editions_are_asked_about_the_same_move(state: State, data: st.DataObject) -> None:
    move = choose(data, candidates(state))
    found = opinion(state, move)
    assert [v.edition for v in found.editions] == [
        edition for edition in tikal.EDITIONS.values() if edition != state.edition
    ]
    for verdict in found.editions:
        turned = with_switches(state, **verdict.edition.switches())
        if verdict.legal is None:
            assert tikal.problems(turned) or depends_on_the_diggers(state, move)
            assert verdict.reason()
        else:
            assert verdict.violations == tikal.check(turned, move)
            assert verdict.legal is not bool(verdict.violations)
            assert not verdict.reason()


def test_a_house_edition_is_compared_with_every_printed_one() -> None:
    state = tikal.position(edition=house("legend-classic", second_dig="one"))
    compared = [verdict.edition.key for verdict in opinion(state, "end").editions]
    assert compared == list(tikal.EDITIONS)


def test_an_auction_is_not_a_position_of_an_edition_without_one() -> None:
    state = tikal.new_game(2, auction=True)
    legend = by_legend(opinion(state, "pass"))
    assert legend.legal is None
    assert "AUCTION-01" in legend.reason()


# --- the moves of the phase --------------------------------------------------------------------

DUG: Final = ("deploy W a1", "walk W a1-b1", "uncover b1")
START: Final = tikal.apply(tikal.apply(tikal.new_game(2), "draw A3"), "place b3 r3")


@pytest.mark.parametrize(
    ("before", "legal"),
    [
        (["uncover b1"], False),
        (["uncover b1", "walk W a1-b1"], True),
        (["uncover b1", "walk W b1-a1", "walk L a1-b1"], True),
        # of two workers on a1 either may have gone on to b1
        (["uncover b1", "walk W b1-a1", "walk W a1-b1"], True),
        (["walk W a1-b2", "uncover b1", "walk W b1-a1", "walk W a1-b1"], False),
    ],
)
def test_the_moves_of_the_phase_tell_who_has_dug(before: list[str], legal: bool) -> None:
    start = tikal.position(figures={1: {"b1": (0, 1), "a1": (1, 1)}})
    done = tikal.replay(start, before)
    assert done.refusal is None
    there = tikal.replay(with_switches(start, second_dig="different"), before)
    assert tikal.is_legal(there.state, "uncover b1") is legal
    assert by_legend(opinion(done.state, "uncover b1", before=before)).legal is legal
    unknown = by_legend(opinion(done.state, "uncover b1"))
    assert (unknown.legal is None) is (sum(done.state["b1"].figures[1]) == 1)
    if unknown.legal is None:
        assert "who has dug at b1" in unknown.reason()


def by_legend(found: tikal.Opinion) -> Verdict:
    (verdict,) = [each for each in found.editions if each.edition == tikal.LEGEND_CLASSIC]
    return verdict


def test_an_opinion_names_the_earlier_move_that_an_edition_refuses() -> None:
    start = tikal.position(figures={1: {"b1": (0, 1), "a2": (0, 2)}}, edition=ONE)
    before = ["uncover b1", "uncover b1", "uncover a2"]
    state = tikal.replay(start, before).state
    verdict = by_legend(opinion(state, "walk W a2-a1", before=before))
    assert verdict.legal is None
    assert "uncover b1 earlier this turn" in verdict.reason()


ONE: Final = house("rio-grande-1999", second_dig="one")


def phases() -> Iterator[tuple[State, list[Move], State]]:
    """Action phases of played games: the start, the moves up to some moment, the position there."""
    for number in range(6):
        game = tikal.play(
            tikal.new_game(2 + number % 3, [*tikal.EDITIONS][number % 4]),
            tikal.sensible_policy,
            seed=number,
        )
        here, made = None, list[Move]()
        for step in game.steps:
            if here is not None:
                made.append(step.move)
            if step.state.phase not in ACTION_PHASES:
                here = None
            elif not isinstance(step.move, tikal.RevealTreasure) and step.state.ap == 10:
                here, made = step.state, []
            if here is not None and made:
                yield here, list(made), step.state


def test_a_phase_is_taken_back_to_its_start() -> None:
    met = set[type[Move]]()
    for start, moves, state in [*phases()][::3]:
        assert start in starts_of_phase(state, moves)
        met |= {type(move) for move in moves}
    assert {tikal.PlaceGuard, tikal.EstablishCamp, tikal.Recover, tikal.RevealTreasure,
            tikal.Uncover, tikal.Walk, tikal.Deploy} <= met  # fmt: skip


@pytest.mark.parametrize(
    "before",
    [
        ("deploy W a1",),
        ("end",),
        ("draw A3",),
        ("exchange 1 2 3",),
        ("exchange 0 9 0",),
        ("reveal 3",),
        ("reveal 0",),
        ("recover c2", "reveal 9"),
        ("guard b1 L",),
        ("transfer L a1-b2",),
        ("uncover h1",),
        ("camp b2",),
    ],
)
def test_moves_that_do_not_lead_here_are_refused(before: tuple[str, ...]) -> None:
    with pytest.raises(tikal.InvalidArgument, match="do not lead"):
        opinion(START, "end", before=before)


def test_earlier_moves_must_lead_to_the_position() -> None:
    begun = tikal.position(figures={1: {"a1": (0, 1)}}, ap=9)
    assert opinion(begun, "end", before=("deploy W a1",)).legal
    with pytest.raises(tikal.InvalidArgument, match="do not lead"):
        opinion(tikal.position(ap=9), "end", before=("deploy W a1",))


# --- the value ---------------------------------------------------------------------------------


@few
@given(states(), st.data(), st.sampled_from([None, 1, 2, 9]))
def test_an_opinion_agrees_with_check_and_can_be_written(
    state: State, data: st.DataObject, seat: int | None
) -> None:
    move = choose(data, candidates(state))
    found = opinion(state, str(move), seat)
    assert found == opinion(state, move, seat)
    assert found.legal is tikal.is_legal(state, move, seat)
    assert found.seat == (state.active if seat is None else seat)
    if seat in (None, state.active):
        assert found.remedies == tikal.remedies(state, move)
    assert pickle.loads(pickle.dumps(found)) == found
    assert hash(found) == hash(opinion(state, move, seat))
    SCHEMA.validate(json.loads(json.dumps(found.to_json())))
    assert str(move) in found.text()
    assert all(v.clause in found.text() for v in found.violations)
    assert found.markdown().startswith("**")


def test_an_opinion_is_read_in_the_order_of_a_players_questions() -> None:
    state = tikal.replay(START, DUG).state
    assert opinion(state, "uncover b1", before=DUG).text().splitlines() == [
        "uncover b1 is not legal (Rio Grande 1999 (English))",
        "Why not",
        (
            "  TEMPLE-03  a second level this turn needs 2 of your figures at the temple on b1; "
            "you have 1"
        ),
        (
            "    the rules say so (Uncover temple levels; Use 10 action points: Uncover 1 temple "
            "level); by ruling Q-37, clearly the better reading"
        ),
        (
            "      Q-37, reading not taken: Each member can dig once on a hex, wherever the others "
            "are by then."
        ),
        "      Q-37, reading not taken: One member is enough for both levels.",
        "What would make it legal",
        "  first deploy L a1; walk L a1-b1 (3 AP)",
        "  first deploy W a1; walk W a1-b1 (3 AP)",
        "In other editions and with house rules",
        (
            "  not legal in Ravensburger 1999 (Dutch): TEMPLE-03; Super Meeple 2015 (French): "
            "TEMPLE-03; Tikal Legend, Classic rules (English): TEMPLE-03"
        ),
        "  legal with second_dig=one: one member may dig both levels or tokens of a turn",
    ]


@pytest.mark.parametrize(
    ("state", "move", "seat", "line"),
    [
        (START, "draw A1", None, "  first end"),
        (START, "end", 2, "  nothing, as long as it is seat 1's turn"),
        (START, "uncover h1", None, "  nothing you can still do this turn"),
        (busy(phase="reveal"), "end", None, "  as soon as the treasure has been revealed"),
        (tikal.new_game(2, auction=True), "bid 1", None,
         "  as soon as the tile has been turned up"),
    ],
)  # fmt: skip
def test_an_opinion_lists_remedies(state: State, move: str, seat: int | None, line: str) -> None:
    assert line in opinion(state, move, seat).text().splitlines()


@pytest.mark.parametrize(
    ("state", "move", "seat", "before"),
    [
        (3, "end", None, ()),
        (START, "fly", None, ()),
        (START, 7, None, ()),
        (START, "end", "one", ()),
        (START, "end", None, "deploy W a1"),
        (START, "end", None, 7),
        (START, "end", None, ["fly"]),
        (START, "end", None, [None]),
    ],
)
def test_malformed_questions_are_refused(state: Any, move: Any, seat: Any, before: Any) -> None:
    with pytest.raises(tikal.TikalError):
        opinion(state, move, seat, before)


def test_opinions_and_repairs_as_json_have_the_fields_of_their_types() -> None:
    """A `TypedDict` is not looked at when a program runs."""
    state = tikal.parse_position("act 1 2ap; a2=7 2GL 1L")
    found = tikal.opinion(state, "guard a2 L").to_json()
    turned = tikal.opinion(tikal.parse_position("super-meeple-2015; b3=A3"), "camp b3").to_json()
    refusals = found["violations"]
    record = tikal.loads("edition: rio-grande-1999\nplayers: 2\n\ndraw A1; end")
    checked: list[tuple[Any, list[Any]]] = [
        (documents.OpinionDocument, [found]),
        (documents.RefusalDocument, [*refusals]),
        (documents.GroundsDocument, [each["grounds"] for each in refusals]),
        (
            documents.RulingDocument,
            [ruling for e in refusals for ruling in e["grounds"]["rulings"]],
        ),
        (documents.RemediesDocument, [found["remedies"]]),
        (documents.WayDocument, [*tikal.opinion(state, "draw A1").to_json()["remedies"]["ways"]]),
        (documents.VerdictDocument, [*found["editions"]]),
        (documents.ReadingDocument, [*turned["readings"]]),
        (documents.RepairDocument, [repair.to_json() for repair in tikal.repairs(record)]),
    ]
    for kind, things in checked:
        assert things, kind
        for thing in things:
            assert {*get_type_hints(kind)} - {"text"} == {*thing} - {"text"}, kind
