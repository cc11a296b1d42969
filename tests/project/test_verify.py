"""`make verify`: its steps exist, passed steps are stored, and changed steps run again."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.conftest import EXAMPLES
from tools.generate.figures import ROWS
from tools.verify import __main__ as verify
from tools.verify.__main__ import (
    FAILED,
    MISSING,
    PASSED,
    Outcome,
    Step,
    fingerprint,
    is_recorded,
    recorded,
    steps,
)

ROOT = Path(__file__).parents[2]
STEPS = list(steps())


def test_steps_have_names_of_their_own() -> None:
    assert len({step.file for step in STEPS}) == len(STEPS)


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)
def test_a_step_runs_and_rests_on_what_exists(step: Step) -> None:
    program, *arguments = step.run
    if program == "make":
        assert re.search(rf"^{arguments[0]}:.*##", (ROOT / "Makefile").read_text(), re.MULTILINE)
    elif program == "python":
        assert arguments[0] == "-m"
        assert find_spec(arguments[1])
    else:
        named = arguments if program == "pytest" else [program]
        assert all((ROOT / name).exists() for name in named)
    assert all((ROOT / name).exists() for name in (*step.reads, *step.without))


def test_the_verification_says_how_many_examples_a_property_has() -> None:
    fresh = [step.about for step in STEPS if "fresh examples" in step.about]
    assert fresh
    assert {re.sub(r".* (\S+) fresh.*", r"\1", about) for about in fresh} == {f"{EXAMPLES:,}"}


def test_the_rows_of_the_readme_are_stages() -> None:
    assert {*ROWS} <= {step.stage for step in STEPS}


def test_every_test_that_waits_for_the_verification_is_part_of_it() -> None:
    waiting = {
        path
        for path in (ROOT / "tests").rglob("*.py")
        if re.search(r"^from tests\.sample import", path.read_text("utf-8"), re.MULTILINE)
    }
    run = [
        ROOT / name
        for step in STEPS
        for name in step.run[1:]
        if step.run[0] == "pytest" and dict(step.setting).get("TIKAL_VERIFY")
    ]
    assert {p for p in waiting if not any(p.is_relative_to(r) for r in run)} == set()
    assert waiting


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of two stages, which count how often they run in `runs`."""
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    (tmp_path / ".gitignore").write_text("runs\nbuild\n")
    for name in ("one", "two", "neither"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text("begin")
    for name in ("one", "two"):
        check = f"exec(open('{name}/check.py').read())"
        (tmp_path / name / "check.py").write_text(f"open('runs', 'a').write('{name} ')")
        with (tmp_path / "stages.toml").open("a") as stages:
            stages.write(
                f'[[stage]]\nname = "{name}"\nabout = "a check"\n'
                f'run = ["python", "-c", "{check}; print(3, \'passed\')"]\nreads = ["{name}"]\n'
            )
    monkeypatch.setattr(verify, "ROOT", tmp_path)
    monkeypatch.setattr(verify, "STAGES", tmp_path / "stages.toml")
    monkeypatch.setattr(verify, "STORE", tmp_path / "build")
    monkeypatch.setattr(verify, "SUMMARY", tmp_path / "verification.json")
    monkeypatch.setattr(verify, "write_figures", lambda: None)
    return tmp_path


def runs(project: Path) -> str:
    return (project / "runs").read_text()


def test_a_passed_step_is_not_run_again(project: Path) -> None:
    assert verify.main([]) == 0
    assert verify.main([]) == 0
    assert runs(project) == "one two "
    assert verify.main(["--again"]) == 0
    assert runs(project) == "one two one two "


def test_a_step_that_depends_on_a_changed_file_is_run_again(project: Path) -> None:
    assert verify.main([]) == 0
    (project / "two" / "file").write_text("changed")
    (project / "neither" / "file").write_text("changed")
    assert verify.main([]) == 0
    assert runs(project) == "one two two "


def test_a_failed_step_does_not_stop_the_others_and_is_run_again(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = (project / "one" / "check.py").read_text()
    (project / "one" / "check.py").write_text(f"{good}; exit(1)")
    assert verify.main([]) == 1
    out = capsys.readouterr().out
    assert "FAILED one: see build/one.log" in out
    assert "not passed with these files: one\n" in out
    assert {row.name: row.outcome for row in recorded().values()} == {"one": FAILED, "two": PASSED}
    assert verify.main([]) == 1
    assert runs(project) == "one two one "
    (project / "one" / "check.py").write_text(good)
    assert verify.main([]) == 0
    assert {row.outcome for row in recorded().values()} == {PASSED}
    assert "every stage has passed with these files" in capsys.readouterr().out


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """An interrupt raises, as in a terminal: a run in the background ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ctrl_c")
def test_an_interrupted_verification_goes_on(project: Path) -> None:
    good = (project / "two" / "check.py").read_text()
    stop = "; import os, signal; os.kill(os.getppid(), signal.SIGINT); open('/dev/stdin').read()"
    (project / "two" / "check.py").write_text(good + stop)
    assert verify.main([]) == 130
    (project / "two" / "check.py").write_text(good)
    assert verify.main([]) == 0
    assert runs(project) == "one two two "


def test_a_file_that_changes_meanwhile_makes_the_result_worthless(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with (project / "two" / "check.py").open("a") as check:
        check.write("; open('one/file', 'w').write('changed')")
    assert verify.main([]) == 1
    assert "files changed meanwhile; run again for one" in capsys.readouterr().out
    assert not is_recorded([step for step in steps() if step.name == "one"])


def test_a_missing_program_is_reported_and_is_not_a_pass(project: Path) -> None:
    with (project / "stages.toml").open("a") as stages:
        stages.write(
            '[[stage]]\nname = "three"\nabout = "x"\nrun = ["python"]\nneeds = "no-program"\n'
            '[[stage]]\nname = "four"\nabout = "x"\nrun = ["python", "-c", "exit(77)"]\n'
        )
    assert verify.main([]) == 0
    rows = [*recorded().values()]
    assert [row.outcome for row in rows] == [PASSED, PASSED, MISSING, MISSING]
    assert rows[0].figures == "3 passed"
    assert rows[2].figures == "no-program is not on this machine"


def test_an_unknown_stage_is_refused(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        verify.main(["three"])
    assert "no stage is called 'three'; there are one, two" in capsys.readouterr().err


def test_a_part_of_the_verification_changes_only_its_rows(project: Path) -> None:
    assert verify.main([]) == 0
    before = recorded()
    (project / "two" / "file").write_text("changed")
    assert verify.main(["two"]) == 0
    after = recorded()
    assert after["one"] == before["one"]
    assert after["two"].files != before["two"].files


def test_a_stage_in_the_summary_counts_on_another_machine(project: Path) -> None:
    assert verify.main([]) == 0
    shutil.rmtree(project / "build")
    assert verify.main([]) == 0
    assert runs(project) == "one two "
    (project / "two" / "file").write_text("changed")
    assert verify.main([]) == 0
    assert runs(project) == "one two two "


def test_a_new_version_number_changes_no_result(project: Path) -> None:
    (project / "one" / "file").write_text('__version__ = "1"\nrest\n')
    assert verify.main([]) == 0
    (project / "one" / "file").write_text('__version__ = "2"\nrest\n')
    assert verify.main([]) == 0
    (project / "one" / "file").write_text('__version__ = "2"\nother\n')
    assert verify.main([]) == 0
    assert runs(project) == "one two one "


def test_results_that_cannot_be_read_count_for_nothing(project: Path) -> None:
    (project / "build").mkdir()
    (project / "build" / "one.json").write_text('{"outcome": "passed"}')
    assert verify.main([]) == 0
    assert runs(project) == "one two "


def test_every_run_of_a_step_is_counted() -> None:
    first, then = "6636 passed, 7 skipped in 160.1s (0:02:40)", "1588 passed in 93.55s (0:01:33)"
    line = verify.counted([f"{'.' * 72} [ 99%]", first, "", then, "open index.html"])
    assert line == f"{first}; {then}"
    outcome = Outcome(PASSED, line, 1, "2026-11-18", "3.11", "")
    assert verify.figures_of([outcome]) == "8,224 passed, 7 skipped"


@pytest.mark.parametrize(
    ("lines", "figures"),
    [
        (["9 proofs in 752 s"], "9 proofs in 752 s"),
        (["Contracts: 2 kept, 0 broken.", "ok", ""], "Contracts: 2 kept, 0 broken."),
        (["beginning", "open index.html", ""], "open index.html"),
        ([], ""),
    ],
)
def test_a_step_without_tests_says_its_last_number(lines: list[str], figures: str) -> None:
    assert verify.counted(lines) == figures


def test_a_step_does_not_know_of_the_make_that_runs_the_verification(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAKELEVEL", "1")
    (project / "Makefile").write_text("all:\n\t@echo 7 passed\n")
    (project / "stages.toml").write_text('[[stage]]\nname = "x"\nabout = "x"\nrun = ["make"]\n')
    assert verify.main([]) == 0
    assert (project / "build" / "x.log").read_text() == "7 passed\n"


def test_the_tests_of_several_steps_are_counted_together() -> None:
    lines = ["2 failed, 1500 passed in 3 s", "1 skipped, 4 passed"]
    outcomes = [Outcome(FAILED, line, 1, "2026-11-18", "3.11", "") for line in lines]
    assert verify.figures_of(outcomes) == "2 failed, 1,504 passed, 1 skipped"


def test_a_fingerprint_knows_the_names_of_files(project: Path) -> None:
    step = next(iter(steps()))
    before = fingerprint(step)
    (project / "one" / "file").rename(project / "one" / "other")
    assert fingerprint(step) != before
