"""Engines that are wrong about single actions: what is allowed, and under which edition."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from tests.engines.base import Faulty, wrong_about
from tikal.conformance.report import Json
from tikal.editions import Edition
from tikal.geometry import FACES, lying
from tikal.grid import CELL_INDEX, NEIGHBOURS
from tikal.moves import Deploy, EstablishCamp, Exchange, Move, PlaceTile, Recover, Uncover
from tikal.rules.queries import mover
from tikal.state import State


class HouseRules(Faulty):
    """Mistakes one edition for another."""

    def misread(self, edition: Edition) -> Edition:
        """The edition as the engine plays it."""
        return edition

    def position(self, case: Mapping[str, Json]) -> State:
        state = super().position(case)
        edition = self.misread(state.edition)
        return evolve(state, table=evolve(state.table, edition=edition))


# --- tiles -------------------------------------------------------------------------------------


@wrong_about("PLACE-02")
class TilesWithoutAWayIn(Faulty):
    """Places a tile beside any explored hex, though no stone leads in."""

    allows = PlaceTile
    ignores = "PLACE-02"


@wrong_about("PLACE-02")
class StonesTowardsAVolcano(Faulty):
    """Counts stones that face a volcano as a way in."""

    allows = PlaceTile

    def overlooks(self, state: State, move: Move, clause: str) -> bool:
        if clause != "PLACE-02" or not isinstance(move, PlaceTile) or state.course.tile is None:
            return False
        stones = FACES[lying(state.course.tile, move.rotation)]
        around = NEIGHBOURS[CELL_INDEX[move.cell]]
        return any(stones[side] and state.ground.board.is_volcano(other) for side, other in around)


@wrong_about("PLACE-05")
class VolcanoesAnywhere(HouseRules):
    """Lets a volcano wall off a space in every edition."""

    def misread(self, edition: Edition) -> Edition:
        return evolve(edition, volcano_may_foreclose=True)


# --- camps -------------------------------------------------------------------------------------


@wrong_about("CAMP-02")
class CampsAnywhere(Faulty):
    """Founds a camp on any explored hex."""

    allows = EstablishCamp

    def overlooks(self, state: State, move: Move, clause: str) -> bool:
        if clause != "CAMP-02" or not isinstance(move, EstablishCamp):
            return False
        return state.ground.board.is_explored(CELL_INDEX[move.cell])


@wrong_about("CAMP-03")
class CampsNeedAMember(HouseRules):
    """Demands a member on the site of a camp in every edition."""

    def misread(self, edition: Edition) -> Edition:
        return evolve(edition, camp_requires_member=True)


@wrong_about("CAMP-03")
class CampsNeedNobody(HouseRules):
    """Demands no member on the site of a camp in any edition."""

    def misread(self, edition: Edition) -> Edition:
        return evolve(edition, camp_requires_member=False)


@wrong_about("DEPLOY-02")
class FiguresJoinFigures(Faulty):
    """Brings figures in wherever the player already has one."""

    allows = Deploy

    def overlooks(self, state: State, move: Move, clause: str) -> bool:
        if clause != "DEPLOY-02" or not isinstance(move, Deploy):
            return False
        return mover(state).members(CELL_INDEX[move.cell]) > 0


# --- temples -----------------------------------------------------------------------------------


@wrong_about("TEMPLE-03")
class OneMemberDigsTwice(Faulty):
    """Lets one member uncover two levels of a temple."""

    allows = Uncover
    ignores = "TEMPLE-03"


@wrong_about("TEMPLE-03")
class LevelsNeedAsManyMembers(Faulty):
    """Demands n members for level n."""

    def check(self, state: State, move: Move, seat: int | None) -> list[str]:
        cited = super().check(state, move, seat)
        if cited or not isinstance(move, Uncover):
            return cited
        cell = CELL_INDEX[move.cell]
        too_few = mover(state).members(cell) <= state.ground.values[cell]
        return ["TEMPLE-03"] if too_few else []


@wrong_about("TEMPLE-03", "TREASURE-03")
class MembersAreCountedInLegend(HouseRules):
    """Demands two members on the hex for the second level or token in Legend too."""

    def misread(self, edition: Edition) -> Edition:
        is_legend = edition.second_dig == "different"
        return evolve(edition, second_dig="present") if is_legend else edition


@wrong_about("TEMPLE-03", "TREASURE-03")
class TheSameMemberDigsAgainInLegend(HouseRules):
    """Does not ask in Legend whether the member that digs has dug there before."""

    def misread(self, edition: Edition) -> Edition:
        is_legend = edition.second_dig == "different"
        return evolve(edition, second_dig="one") if is_legend else edition


@wrong_about("TEMPLE-03")
class ThirdLevelsNeedThreeMembers(Faulty):
    """Refuses a third level of a turn for want of a third member as well."""

    def check(self, state: State, move: Move, seat: int | None) -> list[str]:
        cited = super().check(state, move, seat)
        if "TEMPLE-04" not in cited or not isinstance(move, Uncover):
            return cited
        too_few = mover(state).members(CELL_INDEX[move.cell]) in (1, 2)
        return ["TEMPLE-03", *cited] if too_few else cited


@wrong_about("TEMPLE-04")
class ThreeLevelsATurn(Faulty):
    """Lets three levels of a temple be uncovered in a turn."""

    allows = Uncover

    def overlooks(self, state: State, move: Move, clause: str) -> bool:
        if clause != "TEMPLE-04" or not isinstance(move, Uncover):
            return False
        return state.turn.worked.count(CELL_INDEX[move.cell]) < 3


@wrong_about("TEMPLE-08")
class FloorsWithoutEnd(Faulty):
    """Never runs out of temple floors."""

    allows = Uncover
    ignores = "TEMPLE-08"


# --- treasures ---------------------------------------------------------------------------------


@wrong_about("TREASURE-02")
class CheapTreasures(Faulty):
    """Recovers a treasure for 2 AP."""

    allows = Recover

    def discount(self, state: State, move: Move) -> int:
        return 1 if isinstance(move, Recover) else 0


@wrong_about("SWAP-05")
class PairsAreExchanged(Faulty):
    """Lets tokens of pairs and triplets be exchanged."""

    allows = Exchange
    ignores = "SWAP-05"
