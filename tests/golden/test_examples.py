"""The golden examples themselves: every expectation can fail, and nothing is misspelt."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest

import tikal
from tests.golden.examples import FOLDER, Data, Scenario, Step, scenarios
from tests.golden.judge import judge
from tools.verify.clause_marks import marked_tests

CHAPTERS = sorted(FOLDER.parents[1].glob("*/examples/*.toml"))
#: Where expectations lie that deep in a step; elsewhere they lie one table deep.
DEEP = {"hex", "player", "score", "stones"}


def other(value: Data) -> Data:
    """Something else."""
    match value:
        case dict():
            return {**value, "?": 1}
        case list():
            return [*value, "?"]
        case bool():
            return not value
        case int():
            return value + 1
    return f"{value}?"


def altered(table: Data, depth: int) -> Iterator[Data]:
    """The table with each of its values changed, one after the other."""
    if not depth:
        yield other(table)
        return
    for key, value in table.items():
        for changed in altered(value, depth - 1):
            yield {**table, key: changed}


def false_steps(step: Step) -> Iterator[Step]:
    """The step with each of its expectations changed, one after the other."""
    for move in step.legal:
        yield attrs.evolve(step, legal=[], refused={move: ["TURN-04"]})
    for move in step.refused:
        rest = {key: value for key, value in step.refused.items() if key != move}
        yield attrs.evolve(step, legal=[move], refused=rest)
    for field in attrs.fields(Step):
        value = getattr(step, field.name)
        if field.name not in ("begin", "play", "legal") and value:
            depth = (2 if field.name in DEEP else 1) if isinstance(value, dict) else 0
            for changed in altered(value, depth):
                yield attrs.evolve(step, **{field.name: changed})


def false_scenarios(path: Path) -> Iterator[Scenario]:
    """The examples of a chapter, each with one expectation changed; in one edition each."""
    seen: list[tuple[Step, ...]] = []
    for scenario in scenarios(path):
        if scenario.steps in seen:
            continue
        seen.append(scenario.steps)
        for number, step in enumerate(scenario.steps):
            before, after = scenario.steps[:number], scenario.steps[number + 1 :]
            for false in false_steps(step):
                yield attrs.evolve(scenario, steps=(*before, false, *after))


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: f"{path.parents[1].name}-{path.stem}")
def test_every_expectation_can_fail(path: Path) -> None:
    asked = 0
    for scenario in false_scenarios(path):
        asked += 1
        with pytest.raises((AssertionError, pytest.fail.Exception)):
            judge(scenario)
    assert asked


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: f"{path.parents[1].name}-{path.stem}")
def test_every_example_expects_something(path: Path) -> None:
    for scenario in scenarios(path):
        assert any([*false_steps(step)] for step in scenario.steps), scenario.name


def test_a_refused_move_ends_an_example() -> None:
    step = scenarios(FOLDER / "temples.toml")[0].steps[0]
    scenario = attrs.evolve(
        scenarios(FOLDER / "temples.toml")[0], steps=(attrs.evolve(step, play=["uncover b1"]),)
    )
    with pytest.raises(tikal.IllegalMove, match="TEMPLE-01"):
        judge(scenario)


EXAMPLE = """
[[example]]
name = "A turn can end"
clauses = ["TURN-05"]
{wrong}
[[example.step]]
{step}
"""


@pytest.mark.parametrize(
    ("wrong", "step", "error"),
    [
        ("setup = 'nowhere'", "legal = ['end']", KeyError),
        ("postion = {}", "legal = ['end']", ValueError),
        ("position = {}", "leagl = ['end']", TypeError),
        ("position = {}", "refused.end = []", ValueError),
        ("position = {}", "legal = ['{move}']", KeyError),
        ("editions = 'some'", "legal = ['end']", KeyError),
        ("position = {}\n[setup.x]\nplya = []", "setup = 'x'", TypeError),
        ("position = {}\n[stup.x]", "legal = ['end']", ValueError),
        ("variant = [{ name = 'a', seat = 1 }]", "legal = ['end']", ValueError),
        ("new_game.players = 2\nposition.ap = 3", "legal = ['end']", ValueError),
    ],
)
def test_a_misspelt_example_is_an_error(
    wrong: str, step: str, error: type[Exception], tmp_path: Path
) -> None:
    file = tmp_path / "chapter.toml"
    file.write_text(EXAMPLE.format(wrong=wrong, step=step), "utf-8")
    with pytest.raises(error):
        scenarios(file)


def test_an_example_is_called_the_same_by_pytest_and_by_the_clause_index() -> None:
    root = FOLDER.parents[1]
    indexed = {(t.file, t.name) for t in marked_tests(root) if t.file.endswith(".toml")}
    assert indexed == {
        (path.relative_to(root).as_posix(), scenario.name.partition("[")[0])
        for path in CHAPTERS
        for scenario in scenarios(path)
    }


def test_names_are_unique() -> None:
    names = [(path.parent, each.name) for path in CHAPTERS for each in scenarios(path)]
    assert len(names) == len(set(names))
