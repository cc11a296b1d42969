"""The targets of the standing attack, and every input that was a fault before."""

from __future__ import annotations

import contextlib
import importlib.util
import shutil
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tests.fuzzing.targets import FOUND, MAX_BYTES, TARGETS, Fault, Target, require
from tests.sample import not_in_the_sample
from tools.packaging.compile_fast import SOURCES
from tools.verify import fuzz

INPUTS = sorted(path for path in FOUND.glob("*/*") if path.is_file())
needs_atheris = pytest.mark.skipif(
    importlib.util.find_spec("atheris") is None, reason="atheris is not installed"
)
needs_clang = pytest.mark.skipif(not fuzz.clang_fuzzes(), reason="clang has no fuzzer here")


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_what_was_found_is_mended(path: Path) -> None:
    TARGETS[path.parent.name].attack(path.read_bytes())


def test_what_was_found_is_small_and_belongs_to_a_target() -> None:
    assert {path.parent.name for path in INPUTS} <= {*TARGETS}
    assert sum(path.stat().st_size for path in INPUTS) < 100_000
    assert sum(target.share for target in TARGETS.values()) == 1000


@pytest.mark.parametrize("name", TARGETS)
def test_an_attack_begins_with_inputs_that_are_read(name: str) -> None:
    """Else it would never see more than the first check of a reader."""
    target = TARGETS[name]
    found = seeds(name)
    for seed in found:
        target.attack(seed)
    read = 0
    for seed in found:
        try:
            target.read(seed)
        except tikal.TikalError:
            continue
        read += 1
    assert 2 * read >= len(found) > 0
    assert min(map(len, found)) <= MAX_BYTES


@pytest.mark.parametrize("name", TARGETS)
@given(st.data())
def test_a_damaged_input_is_read_or_refused(name: str, data: st.DataObject) -> None:
    target = TARGETS[name]
    words = st.sampled_from([b"", b"\n", b"\0", *map(str.encode, target.words)])
    text = data.draw(st.sampled_from([b"", *seeds(name)]))
    for _ in range(data.draw(st.integers(0, 4))):
        at = data.draw(st.integers(0, len(text)))
        put = data.draw(words | st.binary(max_size=4) | st.text(max_size=4).map(encoded))
        text = text[:at] + put + text[at + data.draw(st.integers(0, 8)) :]
    with contextlib.suppress(tikal.TikalError):
        target.read(text)


@cache
def seeds(name: str) -> list[bytes]:
    return [*TARGETS[name].seeds()]


def encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def test_an_attack_notices_what_it_should() -> None:
    def fails(_data: bytes) -> None:
        raise KeyError

    def lies(_data: bytes) -> None:
        require(bool(_data), "a position that changes")

    def refuses(_data: bytes) -> None:
        tikal.parse_move("fly")

    with pytest.raises(KeyError):
        Target(fails, lambda: iter(()), 0).attack(b"")
    with pytest.raises(Fault, match="a position that changes"):
        Target(lies, lambda: iter(()), 0).attack(b"")
    Target(refuses, lambda: iter(()), 0).attack(b"")


def test_an_input_that_takes_too_long_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter((10.0, 16.0))
    monkeypatch.setattr("tests.fuzzing.targets.time.process_time", lambda: next(clock))
    with pytest.raises(Fault, match=r"3 bytes took 6\.0 s"):
        Target(lambda _data: None, lambda: iter(()), 0).attack(b"abc")


def test_without_its_programs_an_attack_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    assert fuzz.main([]) == fuzz.ABSENT
    shown = capsys.readouterr().out
    assert "atheris is not at hand" in shown
    assert "clang and its fuzzer are not at hand" in shown


@needs_atheris
@not_in_the_sample
def test_atheris_attacks_a_reader(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fuzz, "FOLDER", tmp_path)
    assert fuzz.main(["move", "--inputs", "20000"]) == 0
    assert "move: 2,400 inputs, no fault" in capsys.readouterr().out


@needs_clang
@not_in_the_sample
@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("walking.c", "", ""),
        ("walking.c", "(p->ap - price)", "(p->ap - 2 * price)"),
        ("packing.c", "if (p->dug > MAX_DUG) return false;", ""),
    ],
)
def test_libfuzzer_attacks_the_engine(
    file: str, old: str, new: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Two planted faults are found: a position that it does not accept itself, and an overflow."""
    sources = Path(shutil.copytree(SOURCES, tmp_path / "src"))
    text = (sources / file).read_text("utf-8")
    assert old in text
    (sources / file).write_text(text.replace(old, new), "utf-8")
    monkeypatch.setattr(fuzz, "FOLDER", tmp_path)
    monkeypatch.setattr(fuzz, "PURE", tuple(sources / path.name for path in fuzz.PURE))
    monkeypatch.setattr(fuzz.build_engine, "__defaults__", (fuzz.PURE,))
    read, found = fuzz.attack(fuzz.ENGINE, 20_000, 60)
    assert bool(found) is bool(old), found
    assert read == 20_000 or old
