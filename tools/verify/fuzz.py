"""Attack every reader, and the moves of the compiled engine, with inputs that coverage guides.

`python -m tools.verify.fuzz` runs atheris on the targets of `tests.fuzzing.targets` and libFuzzer
on the engine, a million inputs in all for Python; `--inputs` and `--engine-inputs` set other
numbers, names of targets run only those. Inputs that are faults are written to `build/fuzz`: copy
one to `tests/fuzzing/found/TARGET/`, where the tests read it from then on. The corpus that a run
gathers stays in `build/fuzz` as well, and is made small again at the end.
Exit code 77 where neither atheris nor clang is at hand.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tools.packaging.compile_fast import SOURCES

ROOT: Final = Path(__file__).parents[2]
#: Names the program that a merge of the corpus starts again.
_AGAIN: Final = "TIKAL_FUZZ_AGAIN"
HARNESS: Final = Path(__file__).with_name("fuzz_engine.c")
FOLDER: Final = ROOT / "build" / "fuzz"
INPUTS: Final = 1_000_000
ENGINE: Final = "engine"
ENGINE_INPUTS: Final = 2_000_000
#: Wall time for all of a target; it is reported as cut short.
MAX_TARGET_SECONDS: Final = 1_800
#: The exit code of a step whose program this machine does not have.
ABSENT: Final = 77
#: Sources of the engine that need no Python.
PURE: Final = tuple(
    path for path in sorted(SOURCES.glob("*.c")) if "bridge.h" not in path.read_text("utf-8")
)
_DONE: Final = re.compile(
    r"^(?:Done (\d+) runs|stat::number_of_executed_units: (\d+))", re.MULTILINE
)
_OPTIONS: Final = ("-print_final_stats=1", "-verbosity=0", "-rss_limit_mb=1500", "-seed=1")


# --- Python ------------------------------------------------------------------------------------


def fuzz_here(name: str, options: Sequence[str]) -> None:
    """Attack one target in this process, which ends with it."""
    atheris = importlib.import_module("atheris")  # not on every platform
    with atheris.instrument_imports(include=["tikal"], enable_loader_override=False):
        from tests.fuzzing.targets import TARGETS
    target = TARGETS[name]
    for seed in target.seeds():
        target.attack(seed)  # fills the caches
    atheris.Setup([os.environ.get(_AGAIN, sys.argv[0]), *options], target.attack)
    atheris.Fuzz()


def _python_command(name: str, inputs: int, folder: Path) -> list[str]:
    from tests.fuzzing.targets import FOUND, MAX_BYTES, TARGETS

    target = TARGETS[name]
    words = folder / "words.txt"
    words.write_text("".join(f'"{_escaped(word)}"\n' for word in target.words), "utf-8")
    seeds = folder / "seeds"
    seeds.mkdir(exist_ok=True)
    for number, seed in enumerate(target.seeds()):
        (seeds / str(number)).write_bytes(seed)
    found = [str(FOUND / name)] if (FOUND / name).is_dir() else []
    return [
        *(sys.executable, "-m", "tools.verify.fuzz", "--here", name, "--"),
        *(f"-runs={inputs * target.share // 1000}", f"-max_len={MAX_BYTES}", "-timeout=60"),
        *([f"-dict={words}"] if target.words else []),
        *(str(folder / "corpus"), str(seeds), *found),
    ]


def _escaped(word: str) -> str:
    """A word as a dictionary of libFuzzer has it."""
    return "".join(
        f"\\x{byte:02x}" if not 32 <= byte < 127 or byte in b'"\\' else chr(byte)
        for byte in word.encode()
    )


# --- the compiled engine -----------------------------------------------------------------------


def clang_fuzzes() -> bool:
    """Whether clang is at hand, with its fuzzer."""
    if not shutil.which("clang"):
        return False
    with TemporaryDirectory() as folder:
        source = Path(folder) / "x.c"
        source.write_text(
            "int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n)"
            "{ return d && n > 99; }\n"
        )
        made = ["clang", "-fsanitize=fuzzer,address,undefined", str(source), "-o", f"{folder}/x"]
        return subprocess.run(made, capture_output=True).returncode == 0


def build_engine(folder: Path, sources: Sequence[Path] = PURE) -> Path:
    """The harness with the engine in it, under AddressSanitizer and UndefinedBehaviorSanitizer."""
    from tikal.editions import SWITCHES
    from tikal.fast.tables import tables

    (folder / "tables.h").write_text(tables(), "utf-8")
    counts = ", ".join(str(len(switch.values)) for switch in SWITCHES)
    (folder / "switches.h").write_text(
        f"static const uint8_t VALUES[SWITCHES] = {{{counts}}};\n", "utf-8"
    )
    program = folder / "fuzz_engine"
    subprocess.run(
        [
            *("clang", "-O1", "-g", "-std=c11", "-w", f"-I{SOURCES}", f"-I{folder}"),
            *("-fsanitize=fuzzer,address,undefined", "-fno-sanitize-recover=all"),
            *(str(HARNESS), *map(str, sources), "-o", str(program)),
        ],
        check=True,
    )
    return program


def write_engine_seeds(seeds: Path) -> None:
    """Positions of games, each with some moves to make: see fuzz_engine.c."""
    import random

    from tests.fuzzing.targets import positions
    from tikal.editions import CRITERIA, SWITCHES
    from tikal.fast import packing

    seeds.mkdir(exist_ok=True)
    switches = len(SWITCHES) + len(CRITERIA)
    for number, state in enumerate(positions()):
        whole = packing.pack(state)
        body = whole[packing.header_length(whole) - switches :]
        tail = random.Random(number).randbytes(60)
        (seeds / str(number)).write_bytes(bytes((len(tail),)) + tail + body)


def _engine_command(inputs: int, folder: Path) -> list[str]:
    program = build_engine(folder)
    write_engine_seeds(folder / "seeds")
    return [
        *(str(program), f"-runs={inputs}", "-max_len=1200", "-timeout=20"),
        *(str(folder / "corpus"), str(folder / "seeds")),
    ]


# --- running -----------------------------------------------------------------------------------


def attack(name: str, inputs: int, seconds: int) -> tuple[int, str]:
    """Attack one target; how many inputs it read, and what was found."""
    folder = FOLDER / name
    shutil.rmtree(folder / "faults", ignore_errors=True)
    (folder / "faults").mkdir(parents=True)
    (folder / "corpus").mkdir(exist_ok=True)
    command = (
        _engine_command(inputs, folder) if name == ENGINE else _python_command(name, inputs, folder)
    )
    done = subprocess.run(
        [*command, *_OPTIONS, f"-max_total_time={seconds}", f"-artifact_prefix={folder}/faults/"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "0"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    shown = done.stderr.decode("utf-8", "replace")
    read = max((int(a or b) for a, b in _DONE.findall(shown)), default=0)
    faults = sorted((folder / "faults").iterdir())
    if done.returncode or faults:
        return read, f"{[str(path) for path in faults]}\n{shown[-6000:]}"
    keep_a_small_corpus(command, folder)
    return read, ""


def keep_a_small_corpus(command: Sequence[str], folder: Path) -> None:
    """Leave in the corpus only inputs that reach what no smaller one reaches; in 5 minutes."""
    program = command[: command.index("--") + 1] if "--" in command else command[:1]
    again = folder / "again"  # libFuzzer starts the program again by its name alone
    again.write_text(f'#!/bin/sh\nexec {shlex.join(program)} "$@"\n', "utf-8")
    again.chmod(0o755)
    corpus, small = folder / "corpus", folder / "small"
    shutil.rmtree(small, ignore_errors=True)
    small.mkdir()
    merge = [*program, "-merge=1", "-max_total_time=300", str(small), str(corpus)]
    environment = {**os.environ, "PYTHONHASHSEED": "0", _AGAIN: str(again)}
    done = subprocess.run(merge, cwd=ROOT, env=environment, capture_output=True)
    if done.returncode == 0 and any(small.iterdir()):
        shutil.rmtree(corpus)
        small.rename(corpus)


def main(arguments: Sequence[str]) -> int:
    """Attack what was asked for; exit code 1 if a fault was found."""
    parser = argparse.ArgumentParser(prog="python -m tools.verify.fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", help="targets; all if none is named")
    parser.add_argument("--inputs", type=int, default=INPUTS, help="for all targets in Python")
    parser.add_argument("--engine-inputs", type=int, default=ENGINE_INPUTS)
    parser.add_argument("--seconds", type=int, default=MAX_TARGET_SECONDS, help="for each target")
    wanted = parser.parse_args(arguments)
    from tests.fuzzing.targets import TARGETS

    has_atheris = importlib.util.find_spec("atheris") is not None
    has_clang = clang_fuzzes()
    if not has_atheris:
        print("atheris is not at hand: the readers are not attacked")
    if not has_clang:
        print("clang and its fuzzer are not at hand: the compiled engine is not attacked")
    if not has_atheris and not has_clang:
        return ABSENT
    total, bad = 0, False
    for name in wanted.targets or [*TARGETS, ENGINE]:
        if not (has_clang if name == ENGINE else has_atheris):
            continue
        inputs = wanted.engine_inputs if name == ENGINE else wanted.inputs
        read, found = attack(name, inputs, wanted.seconds)
        total += read if name != ENGINE else 0
        print(f"{name}: {read:,} inputs, {'a fault' if found else 'no fault'}", flush=True)
        if found:
            bad = True
            print(found, file=sys.stderr, flush=True)
    print(f"{total:,} inputs outside the compiled engine")
    return int(bad)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--here"]:
        fuzz_here(sys.argv[2], sys.argv[4:])
    sys.exit(main(sys.argv[1:]))
