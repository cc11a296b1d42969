"""The leader, who is a worker but for the strength."""

from __future__ import annotations

import pytest

import tikal
from tests.golden.helpers import OLD_AND_NEW, after, ap_log, clauses


@OLD_AND_NEW
@pytest.mark.clause("LEADER-02")
@pytest.mark.parametrize("figure", ["L", "W"])
def test_a_leader_alone_deploys_walks_and_uncovers_like_a_worker(
    edition: tikal.Edition, figure: str
) -> None:
    state = tikal.position(edition=edition)
    left = []
    for move in (f"deploy {figure} a1", f"walk {figure} a1-b1", "uncover b1"):
        state = after(state, move)
        left.append(state.ap)
    assert left == [9, 7, 5]
    assert clauses(state, "uncover b1") == ["TEMPLE-03"]


@OLD_AND_NEW
@pytest.mark.clause("LEADER-02")
@pytest.mark.parametrize("figures", [(1, 0), (0, 1)], ids=["L", "W"])
def test_a_leader_alone_digs_and_founds_like_a_worker(
    edition: tikal.Edition, figures: tuple[int, int]
) -> None:
    ruins = tikal.position(edition=edition, tiles={"c2": ("A2", 0)}, figures={1: {"c2": figures}})
    ruins = after(ruins, "recover c2", "reveal 8")
    assert (ruins.ap, clauses(ruins, "recover c2")) == (7, ["TREASURE-03"])
    clearing = tikal.position(edition=edition, figures={1: {"b2": figures}})
    assert ap_log(clearing, "camp b2") == [10, 5]
