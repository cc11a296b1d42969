"""Plant every mutant in turn and see whether the cases of its own clause notice.

`python -m tools.mutation.kit_mutants` runs all, `python -m tools.mutation.kit_mutants TEMPLE-04 …`
those of some clauses. No list of legal moves is asked for: few engines can give one. Two engines
answer, one that names clauses, and one that says legal or illegal and no more. A survivor is a
fault that another engine could have although the kit calls its clause shown.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tests.engines.base import legal_or_illegal
from tikal.conformance.adapter import Adapter
from tikal.conformance.cases import ASKS, Case, asked_in, cases
from tikal.conformance.protocol.engine_info import EngineInfo, engine_from_json
from tikal.conformance.referee.session import run_case
from tikal.conformance.report import Json
from tools.mutation.mutant_list import Mutant, mutants
from tools.verify.forks import TIMEOUT, run_forked

SECONDS = 120  # a mutant may make the engine loop forever
Ask = Callable[[Mapping[str, Json]], Sequence[Json]]
SURVIVED, CAUGHT, CAUGHT_BY_NAME = range(3)
#: Faults that change nothing the protocol asks for, but `position`: the odds of chance, which of
#: the figures that leave the board became the guard, whose indicator is down before it is looked
#: at, and diggers that are stored longer than a rule reads them; a fault of lists alone; and those
#: of reading positions as text, which no engine is sent.
UNSEEN: Final = {
    "SETUP-01: tiles come by number",
    "PLACE-12: kinds, not tokens, are equally likely",
    "GUARD-04: a worker always stays",
    "AUCTION-23: scoring turns the indicator",
    "TEMPLE-03: diggers are remembered where nobody asks",
    "TEMPLE-03: diggers of a hex dug twice are still looked for",
    "SWAP-05: exchanges of equals are listed in every edition",
    "TURN-04: action points that are stored are read as ten",
    "TEMPLE-03: a digger that has left is read as present",
    "TEMPLE-04: a hex dug twice is read as dug once",
    "TEMPLE-10: a guard is not read",
    "CAMP-05: the last camp of each player is read only",
    "AUCTION-08: the points of the high bid are not read",
}
#: Faults after which another clause still forbids the same moves: they show by the names alone.
BY_NAME_ALONE: Final = {
    "AUCTION-01: bidding_belongs_to_the_auction_game is dropped",
    "AUCTION-07: bids_go_clockwise is dropped",
    "AUCTION-09: who_has_passed_is_out_of_this_auction is dropped",
    "AUCTION-10: an_auction_ends_with_its_winner is dropped",
    "AUCTION-15: only_who_still_has_a_turn_bids is dropped",
    "AUCTION-17: the_last_player_needs_no_auction is dropped",
    "AUCTION-25: the_poorest_scores_first is dropped",
    "END-03: the_final_round_goes_clockwise is dropped",
    "SCORE-01: scoring_turns_go_clockwise is dropped",
    "SCORE-02: no_tile_in_a_scoring_turn is dropped",
    "SWAP-05: equals are refused where one side has none",
    "TEMPLE-03: a digger on guard still stands there",
}


def engine_without_lists(**less: Json) -> EngineInfo:
    """The reference engine as one that lists no legal moves and writes no positions."""
    full = Adapter().start()
    asks = [ask for ask in ASKS if ask not in ("legal_moves", "position", "apply", "draw")]
    return engine_from_json(
        {**full, "capabilities": {**full["capabilities"], "asks": asks, **less}}
    )


def verdict_on(mutant: Mutant, asked: Sequence[Case]) -> int:
    """Let the mutant answer the cases of its clause: whether it is caught, as an exit code."""
    mine = [case for case in asked if mutant.clause in case.clauses]
    mutant.plant()
    if _is_caught(legal_or_illegal(Adapter()), engine_without_lists(clauses=False), mine):
        return CAUGHT
    return CAUGHT_BY_NAME if _is_caught(Adapter().run, engine_without_lists(), mine) else SURVIVED


def _is_caught(ask: Ask, engine: EngineInfo, asked: Sequence[Case]) -> bool:
    try:
        results = [run_case(case, engine, ask) for case in asked]
    except BaseException:  # an engine that crashes is noticed too
        return True
    return any(result.outcome not in ("passed", "skipped") for result in results)


def survivors(planted: Sequence[Mutant], asked: Sequence[Case]) -> tuple[set[str], set[str]]:
    """The mutants that nothing shows, and those that only the names of clauses show.

    One that could not even be planted counts as not shown.
    """
    done = {
        str(mutant): code
        for mutant, _, code in run_forked(planted, lambda each: verdict_on(each, asked), SECONDS)
    }
    # an engine that never answers is noticed; one that was killed from outside proves nothing
    noticed = {CAUGHT, CAUGHT_BY_NAME, TIMEOUT}
    by_name = {name for name, code in done.items() if code == CAUGHT_BY_NAME}
    return {name for name, code in done.items() if code not in noticed}, by_name


def main(arguments: Sequence[str]) -> int:
    """Print how many mutants the kit finds, and those that it should find but does not."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.mutation.kit_mutants", description=__doc__
    )
    parser.add_argument("clauses", nargs="*", help="ids such as TEMPLE-04; all if none is named")
    wanted = parser.parse_args(arguments).clauses
    if unknown := sorted({*wanted} - {mutant.clause for mutant in mutants()}):
        parser.error(f"no mutant is against {unknown[0]}")
    planted = [mutant for mutant in mutants() if not wanted or mutant.clause in wanted]
    alive, by_name = survivors(planted, list(asked_in(cases())))
    names = {*map(str, planted)}
    unseen, named = UNSEEN & names, BY_NAME_ALONE & names
    print(
        f"{len(names)} mutants, {len(names) - len(alive)} found by the cases of their clause, "
        f"{len(by_name)} of them by the names of clauses alone; "
        f"{len(unseen)} that no such question could find"
    )
    for found, expected, where in ((alive, unseen, "UNSEEN"), (by_name, named, "BY_NAME_ALONE")):
        for name in sorted(found - expected):
            print(f"  not in {where}, but it should be or be found: {name}")
        for name in sorted(expected - found):
            print(f"  found, against what {where} says: {name}")
    return 0 if (alive, by_name) == (unseen, named) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
