"""What is cited for recovering, revealing and exchanging treasures."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import tikal
from tests.asking.helpers import cited
from tests.citations.helpers import BOARD, accepted, busy
from tikal import position

# Tokens owned by seat 2, as many as have left the hexes.
OWNED: Mapping[int, Mapping[int, int]] = {
    0: {},
    1: {1: 1},
    2: {1: 1, 2: 1},
    3: {1: 1, 2: 1, 3: 1},
    4: {1: 1, 2: 1, 3: 1, 4: 1},
}


def dig(
    cell: str,
    members: tuple[int, int],
    taken: int = 0,
    worked: int = 0,
    ap: int | None = None,
    edition: tikal.Edition = tikal.RIO_GRANDE_1999,
) -> tikal.State:
    """Members of seat 1 on a treasure hex; `taken` tokens are gone, `worked` of them just now."""
    return position(
        tiles=BOARD,
        edition=edition,
        tokens={cell: {"c2": 4, "e2": 2}[cell] - taken},
        treasures={2: OWNED[taken]},
        figures={1: {cell: members}},
        worked={cell: worked},
        ap=10 - 3 * worked if ap is None else ap,
    )


# --- recovering --------------------------------------------------------------------------------


@pytest.mark.clause("TREASURE-01")
@pytest.mark.parametrize("cell", ["a1", "b1", "b2", "c3", "h5"])
def test_treasures_are_recovered_on_treasure_hexes_only(cell: str) -> None:
    figures = {1: {"a1": (0, 2), "b1": (0, 2), "b2": (0, 2), "c2": (0, 2)}}
    state = position(tiles=BOARD, figures=figures)
    assert cited(state, f"recover {cell}") == ["TREASURE-01"]
    accepted(state, "recover c2")


@pytest.mark.clause("TREASURE-01")
def test_a_treasure_needs_an_own_member_on_the_hex() -> None:
    theirs = position(tiles=BOARD, figures={1: {"a1": (0, 5)}, 2: {"c2": (1, 4)}})
    assert cited(theirs, "recover c2") == ["TREASURE-01"]
    outnumbered = position(tiles=BOARD, figures={1: {"c2": (0, 1)}, 2: {"c2": (1, 4)}})
    accepted(outnumbered, "recover c2")


@pytest.mark.clause("TREASURE-01")
@pytest.mark.parametrize("edition", tikal.EDITIONS.values(), ids=str)
def test_nothing_is_recovered_from_an_empty_hex(edition: tikal.Edition) -> None:
    assert cited(dig("e2", (0, 2), taken=2, edition=edition), "recover e2") == ["TREASURE-01"]
    accepted(dig("e2", (0, 2), taken=1, edition=edition), "recover e2")


@pytest.mark.clause("TREASURE-03")
@pytest.mark.parametrize("edition", tikal.EDITIONS.values(), ids=str)
@pytest.mark.parametrize("lone", [(0, 1), (1, 0)], ids=["worker", "leader"])
def test_a_second_treasure_needs_a_second_member(
    edition: tikal.Edition, lone: tuple[int, int]
) -> None:
    alone = dig("c2", lone, taken=1, worked=1, edition=edition)
    assert cited(alone, "recover c2") == ["TREASURE-03"]
    accepted(dig("c2", (1, 1), taken=1, worked=1, edition=edition), "recover c2")


@pytest.mark.clause("TREASURE-03")
def test_tokens_taken_in_earlier_turns_ask_for_no_further_members() -> None:
    accepted(dig("c2", (0, 1), taken=3), "recover c2")


@pytest.mark.clause("TREASURE-04")
@pytest.mark.parametrize("members", [(0, 3), (1, 2), (1, 9)])
def test_a_third_treasure_of_the_same_hex_is_refused(members: tuple[int, int]) -> None:
    assert cited(dig("c2", members, taken=2, worked=2), "recover c2") == ["TREASURE-04"]
    accepted(dig("c2", members, taken=2, worked=1), "recover c2")


@pytest.mark.clause("TREASURE-03", "TREASURE-04")
@pytest.mark.parametrize("edition", tikal.EDITIONS.values(), ids=str)
@pytest.mark.parametrize("members", [(0, 3), (0, 2), (1, 1), (0, 1), (1, 0)])
def test_for_a_third_treasure_members_are_not_counted_because_none_would_help(
    members: tuple[int, int], edition: tikal.Edition
) -> None:
    refused = cited(dig("c2", members, taken=2, worked=2, edition=edition), "recover c2")
    assert refused == ["TREASURE-04"]


@pytest.mark.clause("TREASURE-03", "TREASURE-04")
def test_tokens_of_other_hexes_do_not_count() -> None:
    state = position(
        tiles=BOARD,
        tokens={"c2": 2},
        treasures={2: OWNED[2]},
        figures={1: {"c2": (0, 3), "e2": (0, 1)}},
        worked={"c2": 2},
        ap=4,
    )
    assert cited(state, "recover c2") == ["TREASURE-04"]
    accepted(state, "recover e2")


@pytest.mark.clause("TREASURE-01", "TREASURE-03", "TREASURE-04")
def test_without_any_member_the_count_of_members_is_not_cited() -> None:
    one_taken = dig("c2", (0, 0), taken=1, worked=1)
    two_taken = dig("c2", (0, 0), taken=2, worked=2)
    assert cited(one_taken, "recover c2") == ["TREASURE-01"]
    assert cited(two_taken, "recover c2") == ["TREASURE-01", "TREASURE-04"]


@pytest.mark.clause("TREASURE-01", "TREASURE-03", "TREASURE-04")
@pytest.mark.parametrize("edition", tikal.EDITIONS.values(), ids=str)
@pytest.mark.parametrize(
    ("members", "worked", "clauses"),
    [
        ((0, 0), 0, ["TREASURE-01"]),
        ((0, 1), 0, ["TREASURE-01"]),
        ((0, 0), 1, ["TREASURE-01"]),
        ((0, 1), 1, ["TREASURE-01", "TREASURE-03"]),
        ((0, 2), 1, ["TREASURE-01"]),
        ((0, 0), 2, ["TREASURE-01", "TREASURE-04"]),
        ((0, 2), 2, ["TREASURE-01", "TREASURE-04"]),
        ((0, 3), 2, ["TREASURE-01", "TREASURE-04"]),
    ],
)
def test_an_emptied_hex_is_still_judged_as_a_treasure_hex(
    edition: tikal.Edition, members: tuple[int, int], worked: int, clauses: list[str]
) -> None:
    state = dig("e2", members, taken=2, worked=worked, edition=edition)
    assert cited(state, "recover e2") == clauses


@pytest.mark.clause("TURN-04", "TREASURE-01", "TREASURE-03", "TREASURE-04")
def test_the_price_is_cited_with_everything_else() -> None:
    assert cited(dig("c2", (0, 1), ap=2), "recover c2") == ["TURN-04"]
    state = dig("e2", (0, 2), taken=2, worked=2, ap=2)
    assert cited(state, "recover e2") == ["TURN-04", "TREASURE-01", "TREASURE-04"]
    lone = dig("c2", (0, 1), taken=1, worked=1, ap=0)
    assert cited(lone, "recover c2") == ["TURN-04", "TREASURE-03"]


@pytest.mark.clause("TURN-04", "TREASURE-01")
@pytest.mark.parametrize("cell", ["a1", "b1", "b2", "c3", "h5"])
def test_where_there_is_no_treasure_hex_only_that_and_the_price_are_cited(cell: str) -> None:
    state = position(
        tiles=BOARD,
        figures={1: {"a1": (0, 1), "b1": (0, 1), "b2": (0, 1)}},
        values={"b1": 3},
        worked={"b1": 2},
        ap=2,
    )
    assert cited(state, f"recover {cell}") == ["TURN-04", "TREASURE-01"]


# --- revealing ---------------------------------------------------------------------------------


@pytest.mark.clause("COMP-05")
@pytest.mark.parametrize("kind", [-1, 0, 9, 10])
def test_a_kind_that_does_not_exist_is_not_revealed(kind: int) -> None:
    assert cited(busy(phase="reveal"), f"reveal {kind}") == ["COMP-05"]


@pytest.mark.clause("COMP-05")
@pytest.mark.parametrize("kind", range(1, 9))
def test_every_kind_with_a_copy_left_may_be_revealed(kind: int) -> None:
    accepted(busy(phase="reveal"), f"reveal {kind}")


@pytest.mark.clause("COMP-05")
def test_a_kind_is_not_revealed_a_fourth_time() -> None:
    def after(treasures: Mapping[int, Mapping[int, int]]) -> tikal.State:
        return position(
            tiles=BOARD,
            tokens={"c2": 0},
            treasures=treasures,
            figures={1: {"c2": (0, 1)}},
            worked={"c2": 1},
            phase="reveal",
            ap=7,
        )

    assert cited(after({1: {1: 1}, 2: {1: 2}}), "reveal 1") == ["COMP-05"]
    accepted(after({1: {1: 1}, 2: {1: 1, 2: 1}}), "reveal 1")


# --- exchanging --------------------------------------------------------------------------------


def market(
    own: Mapping[int, int], theirs: Mapping[int, int], ap: int = 10, players: int = 2
) -> tikal.State:
    """Six tokens are owned: what the two seats do not have, seat 3 has."""
    rest = 6 - sum(own.values()) - sum(theirs.values())
    kinds = {8: min(rest, 3), 7: max(rest - 3, 0)}
    return position(
        players=max(players, 3 if rest else 2),
        tiles=BOARD,
        tokens={"c2": 0, "e2": 0},
        treasures={1: own, 2: theirs, **({3: kinds} if rest else {})},
        ap=ap,
    )


@pytest.mark.clause("SWAP-02", "SWAP-05")
@pytest.mark.parametrize("move", ["exchange 1 2 2", "exchange 1 2 3", "exchange 1 2 1"])
def test_a_single_token_is_exchanged_for_a_single_token(move: str) -> None:
    accepted(market({1: 1, 3: 2}, {1: 1, 2: 1, 3: 1}), move)


@pytest.mark.clause("SWAP-02")
@pytest.mark.parametrize("partner", [-1, 0, 1, 4, 9])
def test_an_exchange_needs_another_player(partner: int) -> None:
    state = market({1: 1, 2: 1}, {2: 1})
    assert cited(state, f"exchange 1 {partner} 2") == ["SWAP-02"]
    accepted(state, "exchange 1 2 2")


@pytest.mark.clause("SWAP-02", "SWAP-05")
@pytest.mark.parametrize("partner", [0, 1, 9])
def test_with_no_partner_only_the_token_given_is_judged(partner: int) -> None:
    state = market({1: 1, 2: 2, 3: 3}, {}, players=3)
    assert cited(state, f"exchange 1 {partner} 3") == ["SWAP-02"]
    assert cited(state, f"exchange 1 {partner} 9") == ["SWAP-02"]
    assert cited(state, f"exchange 8 {partner} 1") == ["SWAP-02"]
    assert cited(state, f"exchange 2 {partner} 1") == ["SWAP-02", "SWAP-05"]
    assert cited(state, f"exchange 3 {partner} 2") == ["SWAP-02", "SWAP-05"]


@pytest.mark.clause("TURN-04", "SWAP-02", "SWAP-05")
@pytest.mark.parametrize("partner", [0, 1, 9])
def test_with_no_partner_the_price_is_cited_too(partner: int) -> None:
    state = market({1: 1, 2: 2, 3: 3}, {}, players=3, ap=2)
    assert cited(state, f"exchange 1 {partner} 1") == ["TURN-04", "SWAP-02"]
    assert cited(state, f"exchange 2 {partner} 1") == ["TURN-04", "SWAP-02", "SWAP-05"]


@pytest.mark.clause("SWAP-02")
@pytest.mark.parametrize("kind", [2, 0, 9, -1])
def test_giving_a_token_that_one_lacks_is_refused(kind: int) -> None:
    assert cited(market({1: 1}, {2: 1}), f"exchange {kind} 2 2") == ["SWAP-02"]
    accepted(market({1: 1}, {2: 1}), "exchange 1 2 2")


@pytest.mark.clause("SWAP-02")
@pytest.mark.parametrize("kind", [1, 0, 9, -1])
def test_taking_a_token_that_the_partner_lacks_is_refused(kind: int) -> None:
    assert cited(market({1: 1}, {2: 1}), f"exchange 1 2 {kind}") == ["SWAP-02"]


@pytest.mark.clause("SWAP-02")
def test_the_named_partner_must_own_the_token() -> None:
    state = market({1: 1}, {2: 1, 3: 3}, players=3)
    assert cited(state, "exchange 1 3 2") == ["SWAP-02"]
    accepted(state, "exchange 1 2 2")


@pytest.mark.clause("SWAP-05")
@pytest.mark.parametrize("copies", [2, 3])
def test_an_own_pair_or_triplet_is_not_broken(copies: int) -> None:
    assert cited(market({1: copies}, {2: 1}), "exchange 1 2 2") == ["SWAP-05"]
    accepted(market({1: 1}, {2: 1}), "exchange 1 2 2")


@pytest.mark.clause("SWAP-05")
@pytest.mark.parametrize("copies", [2, 3])
def test_another_players_pair_or_triplet_is_not_broken(copies: int) -> None:
    assert cited(market({1: 1}, {2: copies}), "exchange 1 2 2") == ["SWAP-05"]


@pytest.mark.clause("SWAP-05")
def test_pairs_on_both_sides_are_cited_once() -> None:
    assert cited(market({1: 2}, {2: 2}), "exchange 1 2 2") == ["SWAP-05"]


@pytest.mark.clause("SWAP-05")
def test_what_the_tokens_become_does_not_matter() -> None:
    accepted(market({1: 1, 2: 2}, {2: 1}), "exchange 1 2 2")
    accepted(market({1: 1}, {1: 2, 2: 1}), "exchange 1 2 2")


@pytest.mark.clause("TURN-04", "SWAP-02", "SWAP-05")
def test_a_missing_token_and_a_pair_are_both_cited() -> None:
    assert cited(market({1: 2}, {2: 1}), "exchange 1 2 5") == ["SWAP-02", "SWAP-05"]
    assert cited(market({1: 1}, {2: 2}), "exchange 5 2 2") == ["SWAP-02", "SWAP-05"]
    broke = market({1: 2}, {2: 1}, ap=0)
    assert cited(broke, "exchange 1 2 5") == ["TURN-04", "SWAP-02", "SWAP-05"]
    assert cited(broke, "exchange 1 2 2") == ["TURN-04", "SWAP-05"]
    assert cited(broke, "exchange 5 2 5") == ["TURN-04", "SWAP-02"]
