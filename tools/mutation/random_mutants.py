"""Random changes of the package and the page, and whether the tests notice them.

`python -m tools.mutation.random_mutants --python 60 --script 40 --seed 7` draws lines of code, then
a change that is possible there, and runs the tests of the package against each in a copy of the
checkout. What survives is printed as a diff: a reader decides whether a user would notice it.
The drawing depends on the seed and the sources alone; `--only tikal/cli,tikal/law` draws there.
With what `tools.mutation.reached` has recorded only the tests that reach the line are run.
What runs while a module is imported, or is cached, is reached in few of them: try a survivor on all
tests of its package by hand.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import Queue
from tempfile import TemporaryDirectory
from typing import Final, Literal

from attrs import asdict, frozen

from tools.mutation.reached import tests_of_line

ROOT: Final = Path(__file__).parents[2]
RESULT: Final = ROOT / "build" / "random-mutants.jsonl"
PAGE: Final = "tikal/page/static"
MODULES: Final = "tests/page/modules"
NODE_TEST: Final = "tests/page/test_modules.py::test_the_modules_of_the_page_do_what_they_should"
#: Wall time for the tests of one change; one that takes longer counts as noticed.
MAX_SECONDS: Final = 900
#: Data, not code, and what the build writes.
LEFT_OUT: Final = ("tikal/_built/", "tikal/languages/")
#: By the beginning of a file's name, the tests that should notice; the first that fits.
TESTS: Final = {
    "tikal/rules/": ("tests/properties", "tests/citations", "tests/golden", "tests/game"),
    "tikal/counsel/": ("tests/counsel", "tests/cli", "tests/page/test_bridge.py"),
    "tikal/asking/": ("tests/asking", "tests/cli/test_cli.py"),
    "tikal/law/": (
        "tests/law",
        "tests/asking",
        "tests/cli/test_cli.py",
        "tests/page/test_bridge.py",
    ),
    "tikal/conformance/": ("tests/conformance",),
    "tikal/page/": ("tests/page",),
    "tikal/notation/": ("tests/notation", "tests/game/test_moves.py", "tests/page", "tests/cli"),
    "tikal/pictures/": ("tests/pictures", "tests/page", "tests/cli/test_cli.py"),
    "tikal/bots/": ("tests/bots",),
    "tikal/fast/": ("tests/fast", "tests/notation/test_stored.py"),
    "tikal/cli/": ("tests/cli", "tests/project/test_docs.py"),
    "tikal/testing/": ("tests/properties", "tests/bots/test_games.py"),
    "tikal/editions/": ("tests/game", "tests/notation", "tests/fast", "tests/page/test_bridge.py"),
    "tikal/_support/": ("tests/support", "tests/conformance/test_resume.py", "tests/cli"),
    "tikal/": ("tests/game", "tests/properties", "tests/citations", "tests/notation", "tests/fast"),
}

Fate = Literal["noticed", "timeout", "survived"]


@frozen
class Change:
    """One change of a file."""

    file: str
    line: int
    operator: str
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.operator}\n{self.difference()}\n"

    def difference(self) -> str:
        """The change as a diff."""
        before = (ROOT / self.file).read_text("utf-8")
        lines = difflib.unified_diff(before.splitlines(), self.text.splitlines(), n=1, lineterm="")
        return "\n".join([*lines][2:])


# --- Python ------------------------------------------------------------------------------------

_OTHER_SIGN: Final[dict[type, tuple[type, ...]]] = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt), ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,), ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,), ast.Mult: (ast.Add,), ast.FloorDiv: (ast.Mult,), ast.Mod: (ast.FloorDiv,),
    ast.BitAnd: (ast.BitOr,), ast.BitOr: (ast.BitAnd,), ast.And: (ast.Or,), ast.Or: (ast.And,),
}  # fmt: skip


def _python_changes(node: ast.AST, rng: random.Random) -> Iterator[tuple[str, ast.AST]]:
    """What a node can become."""
    yield from _operations(node, rng)
    yield from _values(node, rng)
    yield from _statements(node)


def _operations(node: ast.AST, rng: random.Random) -> Iterator[tuple[str, ast.AST]]:
    match node:
        case ast.Compare(left, [sign], others) if type(sign) in _OTHER_SIGN:
            yield "compare", ast.Compare(left, [rng.choice(_OTHER_SIGN[type(sign)])()], others)
        case ast.BoolOp(sign, values):
            yield "and-or", ast.BoolOp(_OTHER_SIGN[type(sign)][0](), values)
            yield "operand", rng.choice(values)
        case ast.BinOp(left, sign, right) if type(sign) in _OTHER_SIGN:
            yield "arithmetic", ast.BinOp(left, _OTHER_SIGN[type(sign)][0](), right)
        case ast.UnaryOp(ast.Not(), operand):
            yield "not", operand


def _values(node: ast.AST, rng: random.Random) -> Iterator[tuple[str, ast.AST]]:
    match node:
        case ast.Constant(bool(value)):
            yield "boolean", ast.Constant(not value)
        case ast.Constant(int(value)):
            yield "number", ast.Constant(value + rng.choice((-1, 1)))
        case ast.Constant(str(value)) if value and rng.random() < 0.4:
            yield "string", ast.Constant(value + "x")
        case ast.IfExp(test, body, orelse):
            yield "branch", rng.choice((body, orelse))
            yield "if-not", ast.IfExp(ast.UnaryOp(ast.Not(), test), body, orelse)
        # most swaps end in a TypeError, which any test that reaches them notices
        case ast.Call(function, [first, second, *rest], words) if rng.random() < 0.2:
            yield "arguments", ast.Call(function, [second, first, *rest], words)


def _statements(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    match node:
        case ast.Return(ast.expr() as value):
            other = ast.UnaryOp(ast.Not(), value) if _is_truth(value) else ast.Constant(None)
            yield "return", ast.Return(other)
        case ast.If(test, body, orelse):
            yield "condition", ast.If(ast.Constant(False), body, orelse)
            yield "condition", ast.If(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.While(_, body, orelse):
            yield "condition", ast.While(ast.Constant(False), body, orelse)
        case ast.Expr() | ast.AugAssign() | ast.Raise() | ast.Continue() | ast.Break():
            yield "statement", ast.Pass()
        case ast.comprehension(target, iterated, [_, *rest]):
            yield "filter", ast.comprehension(target, iterated, rest, node.is_async)


def _is_truth(node: ast.expr) -> bool:
    return isinstance(node, ast.Compare | ast.BoolOp) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    )


def _code(tree: ast.Module) -> Iterator[ast.AST]:
    """The nodes of code: no docstrings, annotations, imports or decorators."""

    def inner(node: ast.AST) -> Iterator[ast.AST]:
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list", "type_params"):
                continue
            for child in value if isinstance(value, list) else [value]:
                if not isinstance(child, ast.AST) or isinstance(child, ast.Import | ast.ImportFrom):
                    continue
                if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
                    continue
                if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test):
                    continue
                if isinstance(child, ast.Assign) and "__all__" in ast.dump(child.targets[0]):
                    continue
                yield child
                yield from inner(child)

    yield from inner(tree)


def _span(lines: Sequence[str], node: ast.stmt | ast.expr) -> tuple[int, int]:
    """Where the text of a node begins and ends."""
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.encode()))
    assert node.end_lineno
    assert node.end_col_offset is not None
    return (
        starts[node.lineno - 1] + node.col_offset,
        starts[node.end_lineno - 1] + node.end_col_offset,
    )


def python_change(path: Path, line: int, rng: random.Random) -> Change | None:
    """A change on a line of a module, if one is possible there."""
    text = path.read_text("utf-8")
    found = []
    for node in _code(ast.parse(text)):
        at = getattr(node, "lineno", getattr(getattr(node, "target", None), "lineno", 0))
        if at == line and not (isinstance(node, ast.Constant) and _in_fstring(text, node)):
            found += [(node, *change) for change in _python_changes(node, rng)]
    if not found:
        return None
    node, operator, new = rng.choice(found)
    if isinstance(node, ast.comprehension):
        return _without_filter(path, text, line, node)
    assert isinstance(node, ast.stmt | ast.expr)
    start, end = _span(text.splitlines(keepends=True), node)
    written = ast.unparse(ast.fix_missing_locations(new))
    if isinstance(new, ast.expr) and not isinstance(new, ast.Constant | ast.Name | ast.Call):
        written = f"({written})"
    raw = text.encode()
    indent = " " * getattr(node, "col_offset", 0)
    written = written.replace("\n", f"\n{indent}")
    changed = (raw[:start] + written.encode() + raw[end:]).decode()
    try:
        if ast.dump(ast.parse(changed)) == ast.dump(ast.parse(text)):
            return None
    except SyntaxError:
        return None
    return Change(path.relative_to(ROOT).as_posix(), line, operator, changed)


def _in_fstring(text: str, node: ast.Constant) -> bool:
    """Whether the place of a constant is not its own: within an f-string, before Python 3.12."""
    lines = text.splitlines(keepends=True)
    start, end = _span(lines, node)
    try:
        return bool(ast.literal_eval(text.encode()[start:end].decode()) != node.value)
    except (SyntaxError, ValueError, UnicodeDecodeError):
        return True


def _without_filter(path: Path, text: str, line: int, node: ast.comprehension) -> Change | None:
    start, end = _span(text.splitlines(keepends=True), node.ifs[0])
    raw = text.encode()
    changed = (raw[:start] + b"True" + raw[end:]).decode()
    return Change(path.relative_to(ROOT).as_posix(), line, "filter", changed)


# --- JavaScript --------------------------------------------------------------------------------

_SCRIPT: Final[tuple[tuple[str, str, tuple[str, ...]], ...]] = (
    ("compare", r"===", ("!==",)), ("compare", r"!==", ("===",)), ("compare", r" <= ", (" < ",)),
    ("compare", r" >= ", (" > ",)), ("compare", r" < ", (" <= ", " >= ")),
    ("compare", r" > ", (" >= ", " <= ")), ("and-or", r"&&", ("||",)), ("and-or", r"\|\|", ("&&",)),
    ("default", r"\?\?(?!=)", ("&&",)), ("arithmetic", r" \+ ", (" - ",)),
    ("arithmetic", r" - ", (" + ",)), ("arithmetic", r" \* ", (" / ",)),
    ("not", r"!(?=[\w(])", ("",)),
    ("boolean", r"\btrue\b", ("false",)), ("boolean", r"\bfalse\b", ("true",)),
    ("number", r"(?<![\w.#])\d+(?![\w.])", ("{+1}",)),
    ("string", r'(?<=\w)"(?=[,;)\]}: ])', ('x"',)),
    ("condition", r"\bif \((?=[^\n]*\))", ("if (false && ", "if (true || ")),
    ("statement", r"^ +(?:await )?[\w.]+(?:\([^\n{]*\)|(?:\.\w+)? [+-]?= [^\n{]*);$", ("",)),
    ("return", r"\breturn (?=[^;\n])", ("return null ?? ", "return !")),
    ("null", r"\bnull\b", ("1",)),
)  # fmt: skip


def script_change(path: Path, line: int, rng: random.Random) -> Change | None:
    """A change on a line of a script, if one is possible there."""
    text = path.read_text("utf-8")
    lines = text.split("\n")
    code = lines[line - 1]
    if re.match(r"\s*(?://|\*|/\*|import |export (?:const|function) \w+ ?= ?\($)", code):
        return None
    found = [
        (operator, match, other)
        for operator, pattern, others in _SCRIPT
        for match in re.finditer(pattern, code)
        for other in others
        if operator != "string" or rng.random() < 0.4
    ]
    if not found:
        return None
    operator, match, other = rng.choice(found)
    if other == "{+1}":
        other = str(int(match[0]) + rng.choice((-1, 1)))
    changed = code[: match.start()] + other + code[match.end() :]
    after = "\n".join([*lines[: line - 1], changed, *lines[line:]])
    return Change(path.relative_to(ROOT).as_posix(), line, operator, after)


# --- drawing and judging -----------------------------------------------------------------------


def drawn(
    number: int, is_script: bool, seed: int, within: tuple[str, ...] = ("",)
) -> Iterator[Change]:
    """Changes on lines that are drawn evenly; a line without a possible change is drawn again."""
    rng = random.Random(f"{seed} {is_script}")
    files = sorted((ROOT / (PAGE if is_script else "tikal")).rglob("*.js" if is_script else "*.py"))
    places = [
        (path, line)
        for path in files
        if not path.relative_to(ROOT).as_posix().startswith(LEFT_OUT)
        and path.relative_to(ROOT).as_posix().startswith(within)
        for line, code in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if code.strip() and not code.lstrip().startswith(("#", "//", '"""', "*"))
    ]
    rng.shuffle(places)
    for path, line in places:
        if not number:
            return
        change = (script_change if is_script else python_change)(path, line, rng)
        if change:
            yield change
            number -= 1


def tests_of(file: str, line: int) -> tuple[str, ...]:
    """The tests that should notice a change, those of the name of its file first."""
    if file.startswith(PAGE):
        return _node_tests(Path(file).stem)
    own = next(tests for start, tests in TESTS.items() if file.startswith(start))
    if reaching := tests_of_line(file, line, own[0]):
        return reaching
    name = Path(file).stem.strip("_")
    named = sorted((ROOT / "tests").rglob(f"test_{name}*.py"))
    return tuple(dict.fromkeys((*(p.relative_to(ROOT).as_posix() for p in named), *own)))


#: By module of the page, the tests that notice most of its changes.
_FIRST: Final = {
    "words": "words", "dom": "dom", "sending": "sending", "board": "board", "editor": "editor",
    "fields": "editor", "whole": "editor", "recent": "memory", "recalling": "memory",
    "lines": "memory", "python": "carriers", "worker": "carriers", "table": "table",
    "setup": "table", "sharing": "table", "app": "table", "service-worker": "carriers",
    "zoom": "zoom",
}  # fmt: skip


def _node_tests(module: str) -> tuple[str, ...]:
    first = "carriers" if module.startswith("carrier") else _FIRST.get(module, "shown")
    names = [path.name.removesuffix(".test.mjs") for path in (ROOT / MODULES).glob("*.test.mjs")]
    order = sorted(names, key=lambda name: (name != first, name != "shown", name))
    return tuple(f"{NODE_TEST}[{name}.test.mjs]" for name in order)


def copied(folder: Path) -> Path:
    """A copy of the checkout, with the compiled engine and what the build writes."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    names = [Path(name) for name in listed.stdout.decode().split("\0") if name]
    built = [*(ROOT / "tikal" / "fast").glob("_engine.*"), *(ROOT / "tikal" / "_built").rglob("*")]
    for name in (*names, *(path.relative_to(ROOT) for path in built)):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def fate_of(change: Change, copy: Path) -> tuple[Fate, str]:
    """Plant a change in the copy, run the tests, and take it back."""
    target = copy / change.file
    before = target.read_text("utf-8")
    target.write_text(change.text, "utf-8")
    command = [
        *(sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--tb=line"),
        *tests_of(change.file, change.line),
    ]
    settings = {
        "PYTHONPATH": str(copy), "HYPOTHESIS_PROFILE": "mutants", "PYTHONDONTWRITEBYTECODE": "1",
    }  # fmt: skip
    try:
        done = subprocess.run(
            command, cwd=copy, env={**os.environ, **settings}, capture_output=True, text=True,
            timeout=MAX_SECONDS,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return "timeout", ""
    finally:
        target.write_text(before, "utf-8")
    is_broken = "ERROR collecting" in done.stdout  # the change is noticed while tests are imported
    if done.returncode in (4, 5) and not is_broken:
        raise RuntimeError(f"no test ran: {done.stdout[-500:]}{done.stderr[-500:]}")
    lines = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return ("noticed", (lines or [done.stdout[-200:]])[0]) if done.returncode else ("survived", "")


def main(arguments: Sequence[str]) -> int:
    """Draw, judge, and print what survives; the share that is noticed stands last."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.mutation.random_mutants", description=__doc__
    )
    parser.add_argument("--python", type=int, default=60)
    parser.add_argument("--script", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="beginnings of files, with commas")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--draw", action="store_true", help="only show what would be changed")
    wanted = parser.parse_args(arguments)
    within = tuple(wanted.only.split(","))
    changes = [
        *drawn(wanted.script, True, wanted.seed, within),
        *drawn(wanted.python, False, wanted.seed, within),
    ]
    RESULT.parent.mkdir(exist_ok=True)
    if wanted.draw:
        for number, change in enumerate(changes, start=1):
            print(f"{number} {change}")
        return 0
    counts = dict.fromkeys(("noticed", "timeout", "survived"), 0)
    with TemporaryDirectory() as name, ThreadPoolExecutor(wanted.workers) as pool:
        copies: Queue[Path] = Queue()
        for number in range(wanted.workers):
            copies.put(copied(Path(name) / str(number)))

        def judged(change: Change) -> tuple[Fate, str]:
            copy = copies.get()
            try:
                return fate_of(change, copy)
            finally:
                copies.put(copy)

        judging = {pool.submit(judged, change): change for change in changes}
        for future in as_completed(judging):
            change, (fate, why) = judging[future], future.result()
            counts[fate] += 1
            facts = {**asdict(change), "text": change.difference(), "fate": fate, "why": why}
            with RESULT.open("a", encoding="utf-8") as file:
                file.write(json.dumps(facts) + "\n")
            print(f"{fate}: {change if fate == 'survived' else why[:200]}", flush=True)
    print(", ".join(f"{count} {fate}" for fate, count in counts.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
