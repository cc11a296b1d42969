"""What is cited for deploying, for secret paths and for founding camps."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import tikal
from tests.asking.helpers import cited
from tests.citations.helpers import BOARD, accepted
from tikal import position

MEMBER_NEEDED = [tikal.SUPER_MEEPLE_2015, tikal.LEGEND_CLASSIC]
NO_MEMBER_NEEDED = [tikal.RIO_GRANDE_1999, tikal.RAVENSBURGER_1999]

# --- deploying ---------------------------------------------------------------------------------


@pytest.mark.clause("DEPLOY-03")
@pytest.mark.parametrize("figure", ["L", "W"])
def test_deploying_to_another_players_camp_is_refused(figure: str) -> None:
    theirs = position(tiles=BOARD, camps={2: ["b3"]})
    own = position(tiles=BOARD, camps={1: ["b3"]})
    assert cited(theirs, f"deploy {figure} b3") == ["DEPLOY-03"]
    accepted(own, f"deploy {figure} b3")


@pytest.mark.clause("DEPLOY-03")
def test_own_members_in_another_players_camp_open_no_way_to_deploy_there() -> None:
    state = position(tiles=BOARD, camps={2: ["b3"]}, figures={1: {"b3": (1, 2)}})
    assert cited(state, "deploy W b3") == ["DEPLOY-03"]


@pytest.mark.clause("DEPLOY-02")
@pytest.mark.parametrize("cell", ["a2", "b2", "b3", "c2", "c3", "h5"])
def test_figures_come_to_the_base_camp_and_own_camps_only(cell: str) -> None:
    state = position(tiles=BOARD, camps={1: ["d3"]}, figures={1: {"b2": (0, 1), "c2": (0, 1)}})
    assert cited(state, f"deploy W {cell}") == ["DEPLOY-02"]
    accepted(state, "deploy W a1")
    accepted(state, "deploy W d3")


@pytest.mark.clause("DEPLOY-02")
def test_a_jungle_takes_figures_from_the_supply_once_there_is_an_own_camp() -> None:
    assert cited(position(tiles=BOARD), "deploy W b2") == ["DEPLOY-02"]
    accepted(position(tiles=BOARD, camps={1: ["b2"]}), "deploy W b2")


@pytest.mark.clause("DEPLOY-04")
def test_a_leader_on_the_board_is_not_deployed_again() -> None:
    state = position(tiles=BOARD, figures={1: {"b2": (1, 0)}})
    assert cited(state, "deploy L a1") == ["DEPLOY-04"]
    accepted(state, "deploy W a1")
    accepted(position(tiles=BOARD, figures={1: {"b2": (0, 1)}}), "deploy L a1")


@pytest.mark.clause("DEPLOY-04")
def test_a_leader_out_of_the_game_is_not_deployed_again() -> None:
    guarding = position(tiles=BOARD, guards={1: {"b1": "L"}})
    removed = position(tiles=BOARD, guards={1: {"b1": "W"}}, removed={1: (1, 0)})
    for state in (guarding, removed):
        assert cited(state, "deploy L a1") == ["DEPLOY-04"]
    accepted(position(tiles=BOARD, guards={1: {"b1": "W"}}), "deploy L a1")


@pytest.mark.clause("DEPLOY-04")
def test_the_eighteenth_worker_is_the_last() -> None:
    all_out = position(tiles=BOARD, figures={1: {"a1": (0, 10), "b2": (0, 8)}})
    one_left = position(tiles=BOARD, figures={1: {"a1": (0, 10), "b2": (0, 7)}})
    assert cited(all_out, "deploy W a1") == ["DEPLOY-04"]
    accepted(all_out, "deploy L a1")
    accepted(one_left, "deploy W a1")


@pytest.mark.clause("DEPLOY-04")
def test_guards_and_removed_workers_do_not_come_back() -> None:
    gone = position(
        tiles=BOARD,
        figures={1: {"a1": (0, 12)}},
        guards={1: {"b1": "W"}},
        removed={1: (0, 5)},
    )
    assert cited(gone, "deploy W a1") == ["DEPLOY-04"]


@pytest.mark.clause("TURN-04", "DEPLOY-02", "DEPLOY-03", "DEPLOY-04")
def test_everything_wrong_with_a_deployment_is_cited() -> None:
    state = position(tiles=BOARD, camps={2: ["b3"]}, figures={1: {"a1": (1, 0)}}, ap=0)
    assert cited(state, "deploy W a1") == ["TURN-04"]
    assert cited(state, "deploy L a1") == ["TURN-04", "DEPLOY-04"]
    assert cited(state, "deploy W b2") == ["TURN-04", "DEPLOY-02"]
    assert cited(state, "deploy L b2") == ["TURN-04", "DEPLOY-02", "DEPLOY-04"]
    assert cited(state, "deploy L b3") == ["TURN-04", "DEPLOY-03", "DEPLOY-04"]


# --- secret paths ------------------------------------------------------------------------------


def crossroads(ap: int = 10) -> tikal.State:
    """Own camps on b2 and d3, foreign ones on a3 and b3, an own worker in every one of them."""
    return position(
        tiles=BOARD,
        tokens={"a3": 0},
        treasures={2: {1: 1, 2: 1, 3: 1, 4: 1}},
        camps={1: ["b2", "d3"], 2: ["a3", "b3"]},
        figures={
            1: dict.fromkeys(("a1", "a2", "a3", "b2", "b3", "d3"), (0, 1)),
            2: {"a1": (1, 1), "a3": (0, 1)},
        },
        ap=ap,
    )


@pytest.mark.clause("C2C-01", "C2C-02", "C2C-03")
@pytest.mark.parametrize("way", ["a1-b2", "b2-a1", "a1-d3", "d3-a1", "b2-d3", "d3-b2"])
def test_own_camps_and_the_base_camp_are_linked(way: str) -> None:
    accepted(crossroads(), f"transfer W {way}")


@pytest.mark.clause("C2C-03")
@pytest.mark.parametrize("target", ["a1", "b2", "d3"])
def test_a_transfer_from_another_players_camp_is_refused(target: str) -> None:
    assert cited(crossroads(), f"transfer W b3-{target}") == ["C2C-03"]


@pytest.mark.clause("C2C-02")
@pytest.mark.parametrize("origin", ["a1", "b2", "d3"])
def test_a_transfer_to_another_players_camp_is_refused(origin: str) -> None:
    assert cited(crossroads(), f"transfer W {origin}-b3") == ["C2C-02"]


@pytest.mark.clause("C2C-02", "C2C-03")
def test_the_same_transfers_are_open_to_the_owner() -> None:
    theirs = position(tiles=BOARD, camps={2: ["b3"]}, figures={1: {"a1": (0, 1), "b3": (0, 1)}})
    own = position(tiles=BOARD, camps={1: ["b3"]}, figures={1: {"a1": (0, 1), "b3": (0, 1)}})
    assert cited(theirs, "transfer W a1-b3") == ["C2C-02"]
    assert cited(theirs, "transfer W b3-a1") == ["C2C-03"]
    accepted(own, "transfer W a1-b3")
    accepted(own, "transfer W b3-a1")


@pytest.mark.clause("C2C-01")
@pytest.mark.parametrize("way", ["a2-a1", "a1-a2", "b2-c1", "a1-c3", "a1-h5", "a2-c1"])
def test_a_secret_path_has_a_camp_at_both_ends(way: str) -> None:
    assert cited(crossroads(), f"transfer W {way}") == ["C2C-01"]


@pytest.mark.clause("C2C-01")
@pytest.mark.parametrize("camp", ["a1", "b2"])
def test_a_secret_path_has_two_ends(camp: str) -> None:
    assert cited(crossroads(), f"transfer W {camp}-{camp}") == ["C2C-01"]


@pytest.mark.clause("C2C-01")
def test_a_transfer_needs_such_an_own_figure_at_the_origin() -> None:
    assert cited(crossroads(), "transfer L a1-b2") == ["C2C-01"]
    camps = {1: ["b2"]}
    theirs = position(tiles=BOARD, camps=camps, figures={2: {"a1": (1, 1)}})
    own = position(tiles=BOARD, camps=camps, figures={1: {"a1": (1, 1)}})
    for figure in ("L", "W"):
        assert cited(theirs, f"transfer {figure} a1-b2") == ["C2C-01"]
        accepted(own, f"transfer {figure} a1-b2")


@pytest.mark.clause("TURN-04", "C2C-01", "C2C-02", "C2C-03")
@pytest.mark.parametrize(
    ("move", "clauses"),
    [
        ("transfer W b3-a3", ["C2C-02", "C2C-03"]),
        ("transfer W a2-b3", ["C2C-01", "C2C-02"]),
        ("transfer W b3-a2", ["C2C-01", "C2C-03"]),
        ("transfer L a1-b3", ["C2C-01", "C2C-02"]),
        ("transfer L b3-a1", ["C2C-01", "C2C-03"]),
        ("transfer L b3-a3", ["C2C-01", "C2C-02", "C2C-03"]),
        ("transfer W b3-b3", ["C2C-01", "C2C-02", "C2C-03"]),
    ],
)
def test_everything_wrong_with_a_transfer_is_cited(move: str, clauses: list[str]) -> None:
    assert cited(crossroads(), move) == clauses
    assert cited(crossroads(ap=0), move) == ["TURN-04", *clauses]


@pytest.mark.clause("TURN-04", "C2C-01")
def test_a_transfer_that_cannot_be_still_has_its_price() -> None:
    assert cited(crossroads(ap=0), "transfer W a1-b2") == ["TURN-04"]
    assert cited(crossroads(ap=0), "transfer W a1-h5") == ["TURN-04", "C2C-01"]


# --- founding camps ----------------------------------------------------------------------------

ON_EVERY_KIND_OF_HEX: Mapping[str, tuple[int, int]] = {
    "a1": (0, 1),
    "a2": (0, 1),
    "b2": (0, 1),
    "b3": (0, 1),
    "c2": (0, 1),
    "e2": (1, 0),
}
OWNED = {1: {1: 1}, 2: {1: 1}}


def site(
    edition: tikal.Edition = tikal.RIO_GRANDE_1999,
    figures: Mapping[str, tuple[int, int]] | None = None,
    camps: Mapping[int, list[str]] | None = None,
    ap: int = 10,
) -> tikal.State:
    """The treasure hex e2 is empty, those on a3 and c2 are not."""
    return position(
        tiles=BOARD,
        edition=edition,
        tokens={"e2": 0},
        treasures=OWNED,
        figures={1: figures or {}},
        camps=camps,
        ap=ap,
    )


@pytest.mark.clause("CAMP-02")
@pytest.mark.parametrize("edition", tikal.EDITIONS.values(), ids=str)
@pytest.mark.parametrize("cell", ["a1", "a2", "c2"])
def test_camps_stand_on_no_other_ground(edition: tikal.Edition, cell: str) -> None:
    assert cited(site(edition, ON_EVERY_KIND_OF_HEX), f"camp {cell}") == ["CAMP-02"]


@pytest.mark.clause("CAMP-02", "CAMP-03", "CAMP-04", "CAMP-05")
@pytest.mark.parametrize("edition", tikal.EDITIONS.values(), ids=str)
@pytest.mark.parametrize("cell", ["b2", "b3", "e2"])
def test_camps_stand_on_jungle_and_emptied_treasure_hexes(
    edition: tikal.Edition, cell: str
) -> None:
    accepted(site(edition, ON_EVERY_KIND_OF_HEX), f"camp {cell}")


@pytest.mark.clause("CAMP-02")
def test_one_token_left_keeps_a_camp_away() -> None:
    state = position(tiles=BOARD, tokens={"e2": 1}, treasures={1: {1: 1}})
    assert cited(state, "camp e2") == ["CAMP-02"]


@pytest.mark.clause("CAMP-02", "CAMP-03")
@pytest.mark.parametrize("edition", NO_MEMBER_NEEDED, ids=str)
@pytest.mark.parametrize("cell", ["a1", "a2", "a3", "c3", "h5"])
def test_wrong_ground_is_all_that_is_wrong_where_no_member_is_needed(
    edition: tikal.Edition, cell: str
) -> None:
    assert cited(site(edition), f"camp {cell}") == ["CAMP-02"]


@pytest.mark.clause("CAMP-02", "CAMP-03")
@pytest.mark.parametrize("edition", MEMBER_NEEDED, ids=str)
@pytest.mark.parametrize("cell", ["a1", "a2", "a3", "c3", "h5"])
def test_wrong_ground_and_the_missing_member_are_both_cited(
    edition: tikal.Edition, cell: str
) -> None:
    assert cited(site(edition), f"camp {cell}") == ["CAMP-02", "CAMP-03"]


@pytest.mark.clause("CAMP-03")
@pytest.mark.parametrize("edition", MEMBER_NEEDED, ids=str)
@pytest.mark.parametrize("cell", ["b2", "b3", "e2"])
@pytest.mark.parametrize("member", [(1, 0), (0, 1)])
def test_some_editions_want_an_own_member_on_the_site(
    edition: tikal.Edition, cell: str, member: tuple[int, int]
) -> None:
    assert cited(site(edition), f"camp {cell}") == ["CAMP-03"]
    assert cited(site(edition, {"a1": member}), f"camp {cell}") == ["CAMP-03"]
    accepted(site(edition, {cell: member}), f"camp {cell}")


@pytest.mark.clause("CAMP-03")
@pytest.mark.parametrize("edition", MEMBER_NEEDED, ids=str)
def test_another_players_member_on_the_site_is_not_enough(edition: tikal.Edition) -> None:
    state = position(tiles=BOARD, edition=edition, figures={2: {"b2": (1, 3)}})
    assert cited(state, "camp b2") == ["CAMP-03"]


@pytest.mark.clause("CAMP-03")
@pytest.mark.parametrize("edition", NO_MEMBER_NEEDED, ids=str)
@pytest.mark.parametrize("cell", ["b2", "b3", "e2"])
def test_the_other_editions_need_no_member_on_the_site(edition: tikal.Edition, cell: str) -> None:
    accepted(site(edition), f"camp {cell}")


@pytest.mark.clause("CAMP-04")
@pytest.mark.parametrize("owner", [1, 2])
def test_a_hex_has_room_for_one_camp(owner: int) -> None:
    assert cited(site(camps={owner: ["b2"]}), "camp b2") == ["CAMP-04"]
    accepted(site(camps={owner: ["b3"]}), "camp b2")


@pytest.mark.clause("CAMP-04")
def test_a_camp_on_an_emptied_treasure_hex_keeps_others_away_too() -> None:
    assert cited(site(camps={2: ["e2"]}), "camp e2") == ["CAMP-04"]


@pytest.mark.clause("CAMP-03", "CAMP-04")
@pytest.mark.parametrize("edition", MEMBER_NEEDED, ids=str)
def test_a_taken_site_and_a_missing_member_are_both_cited(edition: tikal.Edition) -> None:
    taken = {2: ["b2"]}
    assert cited(site(edition, camps=taken), "camp b2") == ["CAMP-03", "CAMP-04"]
    assert cited(site(edition, {"b2": (0, 1)}, camps=taken), "camp b2") == ["CAMP-04"]


@pytest.mark.clause("CAMP-05")
def test_a_third_camp_is_cited() -> None:
    assert cited(site(camps={1: ["b3", "d3"]}), "camp b2") == ["CAMP-05"]
    accepted(site(camps={1: ["b3"]}), "camp b2")
    accepted(site(camps={2: ["b3", "d3"]}), "camp b2")


@pytest.mark.clause("TURN-04", "CAMP-02", "CAMP-03", "CAMP-04", "CAMP-05")
def test_everything_wrong_with_a_camp_is_cited() -> None:
    both = {1: ["b3", "d3"]}
    assert cited(site(camps=both), "camp a1") == ["CAMP-02", "CAMP-05"]
    assert cited(site(camps=both), "camp b3") == ["CAMP-04", "CAMP-05"]
    assert cited(site(camps=both, ap=4), "camp b3") == ["TURN-04", "CAMP-04", "CAMP-05"]
    assert cited(site(ap=4), "camp h5") == ["TURN-04", "CAMP-02"]
    strict = site(tikal.LEGEND_CLASSIC, camps=both, ap=0)
    assert cited(strict, "camp b2") == ["TURN-04", "CAMP-03", "CAMP-05"]
    assert cited(strict, "camp b3") == ["TURN-04", "CAMP-03", "CAMP-04", "CAMP-05"]
    assert cited(strict, "camp h5") == ["TURN-04", "CAMP-02", "CAMP-03", "CAMP-05"]
