"""Whatever else is stored survives an upgrade: `formats/` has a file of each format, from 0.2.

The files never change: what they say is said here a second time. Positions and packed games are in
`stored/`, see `tests/notation/test_stored.py`.
"""

from __future__ import annotations

import base64
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, get_args

import pytest

import tikal
from tikal.conformance.cases import read_cases
from tikal.conformance.report import log
from tikal.conformance.report.known import FORMAT as KNOWN
from tikal.conformance.report.known import Known, read_known
from tikal.matches.folder import LOG, MatchFolder
from tikal.matches.match import FORMAT as MATCH
from tikal.matches.match import Plan
from tikal.notation import documents
from tikal.notation.documents.limits import DocumentKind
from tikal.notation.documents.parsing import format_of
from tikal.page.links import read_link, unpacked

FOLDER: Final = Path(__file__).with_name("formats")
EDITION: Final = tikal.house("super-meeple-2015", second_dig="one")
NAMES: Final = ("Ana", "Benoît", "Chloé")


def text(name: str) -> str:
    return (FOLDER / name).read_text("utf-8")


def unpickled(name: str) -> Any:
    return pickle.loads(base64.b64decode(text(name)))


# --- games -------------------------------------------------------------------------------------

RECORDS: Final[dict[str, Callable[[], Any]]] = {
    "record.tikal": lambda: tikal.loads(text("record.tikal")),
    "record.json": lambda: documents.loads(text("record.json")),
    "record.pickle.txt": lambda: unpickled("record.pickle.txt"),
    "link.txt": lambda: tikal.loads(unpacked(read_link(text("link.txt").strip())["game"])),
}


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_is_read_and_is_legal(name: str) -> None:
    record = RECORDS[name]()
    assert (record.edition, record.players, record.auction) == (EDITION, 3, True)
    assert (tuple(record.names), record.extra) == (NAMES, {"place": "Köln"})
    assert record == RECORDS["record.tikal"]()
    replay = record.replay()
    assert replay.refusal is None
    assert len(replay.steps) > 70
    assert replay.state == tikal.parse_position(text("position.txt").strip())


def test_a_position_is_read() -> None:
    state = documents.loads(text("position.json"))
    assert state == tikal.parse_position(text("position.txt").strip())


def test_a_pickled_game_is_read() -> None:
    game = unpickled("game.pickle.txt")
    assert isinstance(game, tikal.Game)
    assert game == tikal.Game.of(RECORDS["record.tikal"]())
    assert game.names == NAMES


# --- what the tools write ----------------------------------------------------------------------


def test_a_report_is_read() -> None:
    found = log.read(FOLDER / "report.jsonl")
    assert (found.header.kind, found.header.subject) == ("audit", "1 game in games")
    assert (found.footer.passed, found.footer.failed, found.footer.interrupted) == (1, 1, False)
    first, second = found.results()
    assert (first.subject, first.outcome, first.clauses) == ("a.tikal", "failed", ("TEMPLE-03",))
    assert first.detail == {"moves": 9, "accepted": 6}
    assert (second.edition, second.seconds) == ("legend-classic", 0.5)


def match_in(folder: Path, content: str) -> MatchFolder:
    (folder / LOG).write_text(content, "utf-8")
    return MatchFolder(folder, Plan.of(("random", "sensible"), 2, EDITION, 2, False, seed=5))


def test_a_match_goes_on(tmp_path: Path) -> None:
    found = match_in(tmp_path, text("match.jsonl")).results
    assert [found[number].bots for number in (0, 1)] == [
        ("random", "sensible"), ("sensible", "random")
    ]  # fmt: skip
    assert [found[number].seconds for number in (0, 1)] == [(0.25, 0.5)] * 2
    assert found[0].forfeit is None
    assert found[1].forfeit == {
        "seat": 1, "fault": "illegal", "reason": "end is not legal: GUARD-02",
        "clauses": ["GUARD-02"],
    }  # fmt: skip


def test_known_failures_are_read() -> None:
    assert read_known(text("known.txt")) == Known(
        {"TEMPLE-04/witness": frozenset({0, 2}), "paths/17": frozenset()},
        frozenset({"CAMP-03"}), "clause CAMP-03",
    )  # fmt: skip


def test_cases_are_read() -> None:
    found = read_cases(text("cases.json"))
    written = json.loads(text("cases.json"))["cases"]
    assert [case.id for case in found] == [case["id"] for case in written]
    assert len(found) == 2


# --- later versions ----------------------------------------------------------------------------

#: By format, its file and what reads it.
READERS: Final[dict[str, tuple[str, Callable[[str, Path], object]]]] = {
    format_of("record"): ("record.json", lambda content, _: documents.loads(content)),
    format_of("position"): ("position.json", lambda content, _: documents.loads(content)),
    format_of("cases"): ("cases.json", lambda content, _: read_cases(content)),
    format_of("report"): ("report.jsonl", lambda content, folder: _report(content, folder)),
    MATCH: ("match.jsonl", lambda content, folder: match_in(folder, content)),
    KNOWN: ("known.txt", lambda content, _: read_known(content)),
}


def _report(content: str, folder: Path) -> object:
    (folder / "report.jsonl").write_text(content, "utf-8")
    return log.read(folder / "report.jsonl")


def test_every_format_has_a_file() -> None:
    assert {format_of(kind) for kind in get_args(DocumentKind)} <= {*READERS}
    for name, (file, _) in READERS.items():
        assert name in text(file), "a new version of a format gets a file of its own"


@pytest.mark.parametrize("name", READERS)
def test_a_later_version_is_refused_with_both_versions(name: str, tmp_path: Path) -> None:
    file, read = READERS[name]
    read(text(file), tmp_path)
    later = name.replace("/1", "/2")
    with pytest.raises(tikal.TikalError) as caught:
        read(text(file).replace(name, later), tmp_path)
    assert later in str(caught.value)
    assert name in str(caught.value)
