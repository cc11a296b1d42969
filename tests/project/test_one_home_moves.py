"""What a move class leaves to other files: a check for each names the file and what it lacks.

A class in `tikal/moves.py` says its notation, phase and price, and everything that follows from
them is computed. The rules and a few tables cannot be. The last test adds a seventeenth class and
pins the list of what is then asked for.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import ClassVar, Final, TypeAlias, cast

import pytest
from attrs import field, frozen

import tikal
from tikal import moves
from tikal.bots.policies import _View
from tikal.conformance.referee import transitions
from tikal.counsel import phase_start
from tikal.engine import TABLE
from tikal.languages import catalogue, path_of
from tikal.moves import MOVES, EndTurn, Move, Phase, Walk, verb_of
from tikal.state import ACTION_PHASES

ROOT: Final = Path(__file__).parents[2]
Kinds: TypeAlias = Iterable[type[Move]]
#: Gives a sentence for everything that is missing for some classes.
Check: TypeAlias = Callable[[Kinds], Iterator[str]]
CHECKS: Final[list[Check]] = []


def check(function: Check) -> Check:
    CHECKS.append(function)
    return function


@check
def classes(kinds: Kinds) -> Iterator[str]:
    for kind in kinds:
        if kind not in MOVES:
            yield f"the union {moves.__name__}.Move lacks {kind.__name__}"
        if kind.__name__ not in tikal.__all__:
            yield f"tikal exports no {kind.__name__}"


@check
def rules(kinds: Kinds) -> Iterator[str]:
    for kind in kinds:
        if kind not in TABLE:
            yield f"engine.TABLE has no row for {kind.__name__}"


@check
def compiled_engine(kinds: Kinds) -> Iterator[str]:
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "tikal/fast/src").glob("*.c"))
    for kind in kinds:
        name = f"KIND_{_term(kind).upper()}"
        if f"case {name}:" not in sources:
            yield f"tikal/fast/src has no case {name}"


@check
def formal_rules(kinds: Kinds) -> Iterator[str]:
    texts = {path.name: path.read_text("utf-8") for path in (ROOT / "spec/rules").glob("*.lp")}
    belonging = {
        (phase, term)
        for phase, terms in re.findall(r"belongs\((\w+),\(?([\w;]+)\)", texts["sequence.lp"])
        for term in terms.split(";")
    }
    candidates = {*re.findall(r"\w+", texts["candidates.lp"])}
    effects = {*re.findall(r"now\((\w+)", "".join(texts.values()))}
    for kind in kinds:
        term = _term(kind)
        if (kind.phase, term) not in belonging:
            yield f"spec/rules/sequence.lp lacks belongs({kind.phase},{term})"
        if term not in candidates:
            yield f"spec/rules/candidates.lp has no candidate {term}"
        if term not in effects:
            yield f"spec/rules has no effect of now({term})"


@check
def worth(kinds: Kinds) -> Iterator[str]:
    ranked = _names_in(_View.worth)
    for kind in kinds:
        if kind.phase == "act" and kind is not EndTurn and kind.__name__ not in ranked:
            yield f"{_View.worth.__module__} cannot tell what {kind.__name__} is worth"


@check
def earlier_positions(kinds: Kinds) -> Iterator[str]:
    undone = _names_in(phase_start._undone)
    for kind in kinds:
        if kind.phase in ACTION_PHASES and kind is not EndTurn and kind.__name__ not in undone:
            yield f"{phase_start.__name__} cannot undo {kind.__name__}"


@check
def wrong_prices(kinds: Kinds) -> Iterator[str]:
    for kind in kinds:
        if (kind.price or kind is Walk) and verb_of(kind) not in transitions.PRICES:
            yield f"{transitions.__name__}.PRICES has no clauses for {verb_of(kind)}"


@check
def words_of_the_page(kinds: Kinds) -> Iterator[str]:
    made, buttons = catalogue("page"), catalogue("controls")
    for kind in kinds:
        verb = verb_of(kind)
        if f"made/{verb}" not in made:
            yield f"{path_of('page', 'en')} lacks made/{verb}"
        has_button = kind.phase == "act" and "{cell}" in kind.pattern
        if has_button and f"do.{verb}" not in buttons:
            yield f"{path_of('controls', 'en')} lacks do.{verb}"


@check
def documentation(kinds: Kinds) -> Iterator[str]:
    pages = {
        name: (ROOT / name).read_text("utf-8")
        for name in ("docs/reference/records.md", "docs/reference/protocol.md", "spec/README.md")
    }
    for kind in kinds:
        verb = verb_of(kind)
        yield from (
            f"{name} lacks `{verb}`" for name, page in pages.items() if f"`{verb}" not in page
        )
        cost = f"`{kind.example}` | {kind.price} AP |"
        if kind.price and cost not in pages["docs/reference/records.md"]:
            yield f"docs/reference/records.md lacks {cost}"


def _term(kind: type[Move]) -> str:
    """The verb as a name of C and of the logic program."""
    return verb_of(kind).replace("-", "_")


def _names_in(function: Callable[..., object]) -> set[str]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


@pytest.mark.parametrize("missing", CHECKS, ids=lambda missing: missing.__name__)
def test_every_move_class_is_known_everywhere(missing: Check) -> None:
    assert [*missing(MOVES)] == []


@frozen
class Burn:
    """A seventeenth class, to show that the checks fail."""

    pattern: ClassVar[str] = "burn {cell}"
    example: ClassVar[str] = "burn b2"
    phase: ClassVar[Phase] = "act"
    price: ClassVar[int] = 4
    cell: str = field()


ASKED_FOR: Final = f"""
the union tikal.moves.Move lacks Burn
tikal exports no Burn
engine.TABLE has no row for Burn
tikal/fast/src has no case KIND_BURN
spec/rules/sequence.lp lacks belongs(act,burn)
spec/rules/candidates.lp has no candidate burn
spec/rules has no effect of now(burn)
{_View.worth.__module__} cannot tell what Burn is worth
{phase_start.__name__} cannot undo Burn
{transitions.__name__}.PRICES has no clauses for burn
languages/en/page.toml lacks made/burn
languages/en/controls.toml lacks do.burn
docs/reference/records.md lacks `burn`
docs/reference/protocol.md lacks `burn`
spec/README.md lacks `burn`
docs/reference/records.md lacks `burn b2` | 4 AP |
"""


def test_a_new_move_class_is_asked_for_by_file_and_name() -> None:
    burn = cast("type[Move]", Burn)  # the union of the moves is closed
    found = [sentence for missing in CHECKS for sentence in missing((*MOVES, burn))]
    assert found == ASKED_FOR.strip().split("\n")
