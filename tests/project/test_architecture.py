"""The architecture in one picture: drawn from the import contract, so that it cannot go stale."""

from __future__ import annotations

import re
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from attrs import evolve

pytest.importorskip("sphinx", reason="needs what make dev installs")

from docs._pages.architecture import TWINS, WAY, Step, rooms_table, svg
from docs._pages.contract import ROOT, Contract, contract, sentence_of

CONTRACT = contract()
ROOMS = [room for layer in CONTRACT.layers for room in layer]
PICTURE = svg(CONTRACT)
PAGE = (ROOT / "docs" / "explanation" / "architecture.md").read_text("utf-8")


def drawn(shown: Contract) -> dict[str, ElementTree.Element]:
    """The box of every room, from the top."""
    groups = ElementTree.fromstring(svg(shown)).iter("g")
    return {room: group[1] for group in groups if (room := group.get("data-room"))}


def test_the_contract_is_read_as_import_linter_reads_it() -> None:
    modules = {path.stem for path in (ROOT / "tikal").glob("*.py")} - {"__init__"}
    packages = {path.parent.name for path in (ROOT / "tikal").glob("*/__init__.py")}
    assert sorted(ROOMS) == sorted(modules | packages)  # it is exhaustive
    assert CONTRACT.keepers == {"networkx": "geometry"}
    assert all({*pair} <= {*ROOMS} for pair in CONTRACT.upward)


def test_every_room_is_in_the_picture_and_in_the_table() -> None:
    assert list(drawn(CONTRACT)) == ROOMS
    cells = re.findall(r"<td><code>(\w+)</code></td><td>(.+?)</td>", rooms_table(CONTRACT))
    assert [room for room, _ in cells] == ROOMS
    assert all(sentence.endswith(".") for _, sentence in cells)


def test_a_higher_layer_is_drawn_higher_and_nothing_leaves_the_picture() -> None:
    boxes = drawn(CONTRACT)
    rows = [{boxes[room].attrib["y"] for room in layer} for layer in CONTRACT.layers]
    heights = [float(y) for [y] in rows]
    assert heights == sorted({*heights})
    _, _, _, tall = map(float, ElementTree.fromstring(PICTURE).attrib["viewBox"].split())
    for box in boxes.values():
        left, width = float(box.attrib["x"]), float(box.attrib["width"])
        assert left >= 0
        assert left + width < 620  # the way of a move is described there
        assert float(box.attrib["y"]) + float(box.attrib["height"]) < tall


def test_the_picture_follows_the_contract() -> None:
    more = evolve(CONTRACT, layers=(("tikal",), *CONTRACT.layers))
    with pytest.raises(FileNotFoundError):
        svg(more)  # what lives in it is asked of the room itself
    less = evolve(CONTRACT, layers=CONTRACT.layers[:3])
    assert list(drawn(less)) == ROOMS[: sum(map(len, less.layers))]


@pytest.mark.parametrize("step", WAY, ids=lambda step: step.room)
def test_the_way_of_a_move_goes_through_what_exists(step: Step) -> None:
    assert step.room in ROOMS
    module, _, name = f"tikal.{step.room}.{step.name}".rpartition(".")
    assert attrgetter(name)(import_module(module))
    assert f">{step.room}.{step.name}</text>" in PICTURE


def test_the_rules_are_written_in_three_places() -> None:
    assert all((ROOT / place).is_dir() and f">{place}</text>" in PICTURE for place, _ in TWINS)


def test_the_page_shows_both() -> None:
    assert "```{architecture}\n```" in PAGE
    assert "```{rooms}\n```" in PAGE
    assert sentence_of("engine") == "The table of the rules, and everything that is asked of it."


def test_the_contract_of_the_rooms_is_found_among_several(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        """
        [tool.importlinter]
        root_package = "tikal"
        [[tool.importlinter.contracts]]
        type = "layers"
        containers = ["tikal.rules"]
        layers = ["order", "rule"]
        [[tool.importlinter.contracts]]
        type = "layers"
        containers = ["tikal"]
        layers = ["cli", "rules | languages", "state", "moves"]
        ignore_imports = ["tikal.state -> tikal.cli"]
        [[tool.importlinter.contracts]]
        type = "forbidden"
        source_modules = ["tikal"]
        forbidden_modules = ["networkx"]
        ignore_imports = ["tikal.rules.walking -> networkx"]
        [[tool.importlinter.contracts]]
        type = "forbidden"
        source_modules = ["tikal"]
        forbidden_modules = ["tests"]
        """,
        "utf-8",
    )
    assert contract(tmp_path / "pyproject.toml") == Contract(
        layers=(
            ("cli",),
            ("rules", "languages"),
            ("state",),
            ("moves",),
        ),
        upward=(("state", "cli"),),
        keepers={"networkx": "rules"},
    )
