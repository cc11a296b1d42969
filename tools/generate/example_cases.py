"""The golden examples (tests/golden/README.md) as cases: what they ask, and what each move does.

Verdicts and costs are those of the examples; states, lists of moves and scores are the engine's,
for an example need not name all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from attrs import evolve

import tikal
from tests.golden.examples import FOLDER, Beginning, Step, named, scenarios
from tikal.conformance.adapter import facts
from tikal.conformance.cases import Case, Question, rules_of
from tikal.conformance.report import Json
from tikal.notation.documents import position_to_json
from tikal.state import State


def golden() -> Iterator[Case]:
    """A case for every line of play along which an engine can be asked something.

    An example of several editions is one case, if it asks the same in all of them.
    """
    found: dict[tuple[str, str], Case] = {}
    for case in _in_every_edition():
        found.setdefault((case.id, _asked_of(case)), case)
    names = Counter(id_ for id_, _ in found)
    for (id_, _), case in found.items():
        yield case if names[id_] == 1 else evolve(case, id=f"{id_}/{case.edition}")


def _asked_of(case: Case) -> str:
    """Everything that does not depend on the edition."""
    position = {**(case.position or {}), "edition": "", "diggers": {}}
    asked = [question.to_json() for question in case.questions]
    return repr((case.players, case.auction, case.start, case.moves, position, asked))


def _without_edition(name: str, edition: str) -> str:
    """The name of an example without the edition in brackets, and not as tests are called."""
    plain, _, variant = name.removeprefix("test_").partition("[")
    rest = [each for each in variant.removesuffix("]").split(", ") if each not in ("", edition)]
    return "/".join([plain, *(each.replace(" ", "_") for each in rest)])


def _in_every_edition() -> Iterator[Case]:
    for scenario in (
        scenario for path in sorted(FOLDER.glob("*.toml")) for scenario in scenarios(path)
    ):
        lines = [
            (begin, tuple(_questions(begin, steps, scenario.edition)))
            for begin, steps in scenario.lines()
        ]
        asked = [(begin, questions) for begin, questions in lines if questions]
        for number, (begin, questions) in enumerate(asked, start=1):
            yield Case(
                id=f"golden/{_without_edition(scenario.name, scenario.edition.key)}/{number}",
                origin="golden",
                clauses=scenario.clauses,
                description=scenario.sentence.replace(f" ({scenario.edition.key})", ""),
                edition=scenario.edition.key,
                rules=rules_of(scenario.edition),
                **_opening(begin, scenario.edition),
                questions=questions,
            )


def _opening(begin: Beginning, edition: tikal.Edition) -> dict[str, Json]:
    """The setup and the moves to the position; a new game has no position."""
    if begin.new_game is not None:
        return {"moves": (), **begin.new_game}
    state = begin.state(edition)
    about = {"players": len(state.scores), "auction": state.auction}
    return {**about, "position": position_to_json(state)}


def _questions(
    begin: Beginning, steps: Iterable[Step], edition: tikal.Edition
) -> Iterator[Question]:
    """The state after every move, the moves wherever a tile is to be placed, and what is asked."""
    state: State | None = None
    for step in steps:
        if step.no_game:
            yield Question("new_game", [step.no_game])
            continue
        state = state or begin.state(edition)
        for move in step.moves:
            state = tikal.apply(state, tikal.parse_move(move))
            yield Question("state", facts(state), (move,))
            if state.phase == "place":
                yield _legal_moves(state)
        yield from _asked(step, state)


def _asked(step: Step, state: State) -> Iterator[Question]:
    """The questions of a step that any engine can be asked."""
    for text in step.legal:
        yield Question("check", [], about=_named("move", text))
    for text, clauses in step.refused.items():
        yield Question("check", clauses, about=_named("move", text))
    if (step.legal_moves or step.listed) and not (step.moves and state.phase == "place"):
        yield _legal_moves(state)
    for seat in map(int, step.score):
        yield Question("score", tikal.score(state, seat).total, about={"seat": seat})
    for text, cost in step.path_cost.items():
        about = _named("from", text)
        about["from"], about["to"] = about["from"].split("-")
        yield Question("path_cost", None if cost == "none" else cost, about=about)


def _legal_moves(state: State) -> Question:
    return Question("legal_moves", [str(move) for move in tikal.legal_moves(state)])


def _named(key: str, text: str) -> dict[str, Json]:
    """An argument, and the seat if it is named."""
    seat, rest = named(text)
    return {key: rest} if seat is None else {key: rest, "seat": seat}
