"""Deploying, camps and secret paths: GT-23, GT-24, GT-25."""

from __future__ import annotations

import pytest

import tikal
from tests.golden.helpers import (
    EVERY_EDITION,
    OLD_AND_NEW,
    after,
    ap_log,
    clauses,
    explored,
    listed,
)

RED, BLUE, GREEN, GREY = 1, 2, 3, 4
THE_1999_EDITIONS = (tikal.RIO_GRANDE_1999, tikal.RAVENSBURGER_1999)

# --- GT-23 -------------------------------------------------------------------------------------


@EVERY_EDITION
@pytest.mark.clause("DEPLOY-01", "DEPLOY-02", "DEPLOY-05", "DEPLOY-06", "TURN-09")
@pytest.mark.parametrize("seat", [RED, BLUE])
@pytest.mark.parametrize(("figure", "supply"), [("L", (0, 18)), ("W", (1, 17))])
def test_the_base_camp_takes_any_figure_of_any_player_for_one(
    edition: tikal.Edition, seat: int, figure: str, supply: tuple[int, int]
) -> None:
    state = tikal.position(edition=edition, active=seat)
    assert ap_log(state, f"deploy {figure} a1") == [10, 9]
    assert after(state, f"deploy {figure} a1").player(seat).supply == supply


@EVERY_EDITION
@pytest.mark.clause("DEPLOY-02", "DEPLOY-03", "CAMP-08")
def test_a_blue_camp_takes_blue_figures_only(edition: tikal.Edition) -> None:
    blue = tikal.position(edition=edition, camps={BLUE: ["b2"]}, active=BLUE, ap=9)
    assert ap_log(blue, "deploy W b2", "deploy L b2") == [9, 8, 7]
    assert listed(blue, "deploy") == {"deploy L a1", "deploy L b2", "deploy W a1", "deploy W b2"}
    red = tikal.position(edition=edition, camps={BLUE: ["b2"]}, active=RED)
    assert clauses(red, "deploy W b2") == ["DEPLOY-03"]
    assert clauses(red, "deploy L b2") == ["DEPLOY-03"]


@OLD_AND_NEW
@pytest.mark.clause("DEPLOY-07")
def test_ten_more_figures_fit_in_a_crowded_base_camp(edition: tikal.Edition) -> None:
    # In the end all 76 figures of four players stand there.
    state = tikal.position(
        players=4,
        edition=edition,
        figures={
            RED: {"a1": (0, 9)}, BLUE: {"a1": (1, 18)},
            GREEN: {"a1": (1, 18)}, GREY: {"a1": (1, 18)},
        },
    )  # fmt: skip
    state = after(state, "deploy L a1", *["deploy W a1"] * 9)
    assert (state.ap, state.player(RED).figures) == (0, {"a1": (1, 18)})


@OLD_AND_NEW
@pytest.mark.clause("DEPLOY-07")
def test_an_own_camp_takes_figures_however_many_stand_there(edition: tikal.Edition) -> None:
    state = tikal.position(
        edition=edition,
        camps={BLUE: ["b2"]},
        figures={RED: {"b2": (1, 18)}, BLUE: {"b2": (0, 17), "a1": (1, 0)}},
        active=BLUE,
    )
    assert ap_log(state, "deploy W b2", "transfer L a1-b2") == [10, 9, 8]


# --- GT-24 -------------------------------------------------------------------------------------


def clearing(edition: tikal.Edition, seat: int = BLUE) -> tikal.State:
    """A worker of one player on the clearing c3."""
    return tikal.position(
        edition=edition, tiles=explored("A"), figures={seat: {"c3": (0, 1)}}, active=BLUE
    )


@EVERY_EDITION
@pytest.mark.clause("CAMP-01", "CAMP-02", "CAMP-07")
def test_blue_founds_a_camp_where_a_blue_figure_stands(edition: tikal.Edition) -> None:
    state = clearing(edition)
    assert ap_log(state, "camp c3", "deploy W c3") == [10, 5, 4]
    founded = after(state, "camp c3")
    assert founded["c3"].camp == BLUE
    assert founded.player(BLUE).camps == ("c3",)
    assert founded["c3"].figures[BLUE] == (0, 1)


@EVERY_EDITION
@pytest.mark.clause("CAMP-03")
@pytest.mark.parametrize("site", ["c3", "b2"])
def test_a_camp_without_an_own_figure_depends_on_the_edition(
    edition: tikal.Edition, site: str
) -> None:
    expected = [] if edition in THE_1999_EDITIONS else ["CAMP-03"]
    assert clauses(clearing(edition, seat=RED), f"camp {site}") == expected


@EVERY_EDITION
@pytest.mark.clause("CAMP-02", "TREASURE-09")
def test_a_camp_is_founded_in_a_clearing_or_on_emptied_ruins(edition: tikal.Edition) -> None:
    # Jungles b2 and c3, a temple on c1, ruins with tokens on d1 and without on c4, the base camp.
    state = tikal.position(
        edition=edition,
        tiles=explored("A"),
        tokens={"c4": 0},
        treasures={RED: {1: 3, 2: 1}},
        figures={BLUE: dict.fromkeys(["a1", "b2", "c1", "c3", "c4", "d1"], (0, 1))},
        active=BLUE,
    )
    assert listed(state, "camp") == {"camp b2", "camp c3", "camp c4"}
    for site in ("a1", "c1", "d1"):
        assert clauses(state, f"camp {site}") == ["CAMP-02"]


@EVERY_EDITION
@pytest.mark.clause("CAMP-04")
def test_nobody_founds_a_second_camp_on_the_same_hex(edition: tikal.Edition) -> None:
    state = after(clearing(edition), "camp c3")
    assert clauses(state, "camp c3") == ["CAMP-04"]
    red = tikal.position(
        edition=edition,
        tiles=explored("A"),
        figures={RED: {"c3": (0, 1), "b2": (0, 1)}},
        camps={BLUE: ["c3"]},
        active=RED,
    )
    assert clauses(red, "camp c3") == ["CAMP-04"]
    assert clauses(red, "camp b2") == []


@EVERY_EDITION
@pytest.mark.clause("CAMP-05", "COMP-07")
def test_each_player_has_two_camps(edition: tikal.Edition) -> None:
    figures = {BLUE: {"c3": (0, 1), "b4": (0, 1), "b2": (0, 1)}}
    state = tikal.position(
        edition=edition, tiles=explored("B"), figures=figures, camps={BLUE: ["c3"]}, active=BLUE
    )
    assert clauses(state, "camp b4") == []
    state = after(state, "camp b4")
    assert state.ap == 5
    assert state.player(BLUE).camps == ("b4", "c3")
    assert clauses(state, "camp b2") == ["CAMP-05"]


@EVERY_EDITION
@pytest.mark.clause("CAMP-06")
def test_a_camp_is_founded_among_figures_of_others(edition: tikal.Edition) -> None:
    state = tikal.position(
        players=3,
        edition=edition,
        tiles=explored("A"),
        figures={RED: {"c3": (1, 4)}, BLUE: {"c3": (0, 1)}, GREEN: {"c3": (0, 2)}},
        active=BLUE,
    )
    assert clauses(state, "camp c3") == []
    state = after(state, "camp c3")
    assert state["c3"].figures == {RED: (1, 4), BLUE: (0, 1), GREEN: (0, 2)}
    assert (state.ap, clauses(state, "deploy W c3")) == (5, [])


@OLD_AND_NEW
@pytest.mark.clause("CAMP-09")
def test_a_guest_walks_into_a_camp_stays_and_walks_on(edition: tikal.Edition) -> None:
    state = tikal.position(
        edition=edition,
        tiles={"c2": ("A3", 0)},
        camps={BLUE: ["b2"]},
        figures={RED: {"a1": (1, 1)}, BLUE: {"b2": (0, 1)}},
    )
    # One stone between the base camp and b2, and one between b2 and c2.
    assert ap_log(state, "walk W a1-b2", "walk L a1-b2", "walk L b2-c2") == [10, 9, 8, 7]
    state = after(state, "walk W a1-b2", "end", "draw A1", "place b3 r2", "end")
    assert state["b2"].figures == {RED: (0, 1), BLUE: (0, 1)}
    state = after(state, "draw A6", "place c1 r5")
    assert ap_log(state, "walk W b2-c2") == [10, 9]


@OLD_AND_NEW
@pytest.mark.clause("CAMP-10")
def test_a_camp_stays_where_it_is_though_everybody_leaves(edition: tikal.Edition) -> None:
    state = tikal.position(
        edition=edition,
        tiles=explored("B"),
        camps={BLUE: ["b2"]},
        figures={RED: {"c3": (0, 1)}, BLUE: {"b4": (0, 1), "c3": (0, 1)}},
        active=BLUE,
    )
    state = after(state, "camp c3", "transfer W c3-a1", "end")
    state = after(state, "draw C3", "place e3 r0")
    assert clauses(state, "camp c3") == ["CAMP-04"]
    assert clauses(state, "deploy W c3") == ["DEPLOY-03"]
    state = after(state, "end", "draw C1", "place e1 r1")
    # Neither of the two camps can be pitched a second time.
    assert clauses(state, "camp b4") == ["CAMP-05"]
    assert ap_log(state, "deploy W c3", "deploy W b2", "transfer W c3-b2") == [10, 9, 8, 7]


# --- GT-25 -------------------------------------------------------------------------------------


def two_camps(edition: tikal.Edition) -> tikal.State:
    """Blue has a camp near the base camp and one at the far end of the board."""
    return tikal.position(
        edition=edition,
        tiles=explored("E"),
        camps={BLUE: ["b2", "h5"]},
        figures={BLUE: {"b2": (1, 0)}},
        active=BLUE,
    )


@EVERY_EDITION
@pytest.mark.clause("C2C-01", "CAMP-11")
def test_the_leader_goes_from_camp_to_camp_for_one_whatever_the_distance(
    edition: tikal.Edition,
) -> None:
    state = two_camps(edition)
    on_foot = tikal.path_cost(state, "b2", "h5")
    assert on_foot is not None
    assert on_foot > 6
    assert ap_log(state, "transfer L b2-h5") == [10, 9]
    assert after(state, "transfer L b2-h5").player(BLUE).figures == {"h5": (1, 0)}
    assert tikal.path_cost(state, "b2", "h5", seat=BLUE) == 1
    assert tikal.route(state, "L", "b2", "h5", seat=BLUE) == (tikal.Transfer("L", "b2", "h5"),)
    assert tikal.path_cost(state, "b2", "h5", seat=RED) == on_foot


@EVERY_EDITION
@pytest.mark.clause("C2C-01", "CAMP-11")
def test_the_base_camp_is_linked_to_every_own_camp_both_ways(edition: tikal.Edition) -> None:
    moves = ("transfer L b2-a1", "transfer L a1-h5", "transfer L h5-a1", "transfer L a1-b2")
    assert ap_log(two_camps(edition), *moves) == [10, 9, 8, 7, 6]


@EVERY_EDITION
@pytest.mark.clause("C2C-01")
def test_secret_paths_lead_from_camp_to_camp_only(edition: tikal.Edition) -> None:
    state = two_camps(edition)
    assert listed(state, "transfer") == {"transfer L b2-a1", "transfer L b2-h5"}
    assert clauses(state, "transfer L b2-c3") == ["C2C-01"]
    assert clauses(state, "transfer W b2-h5") == ["C2C-01"]


@EVERY_EDITION
@pytest.mark.clause("C2C-02", "C2C-03")
def test_a_guest_cannot_use_a_blue_camp(edition: tikal.Edition) -> None:
    state = tikal.position(
        edition=edition,
        tiles=explored("E"),
        camps={BLUE: ["b2", "h5"]},
        figures={RED: {"a1": (0, 1), "b2": (1, 0)}},
        active=RED,
    )
    assert clauses(state, "transfer W a1-h5") == ["C2C-02"]
    assert clauses(state, "transfer L b2-a1") == ["C2C-03"]
    assert listed(state, "transfer") == set()
    assert clauses(state, "walk L b2-a1") == []
