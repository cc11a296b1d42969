"""Every command with each of its options: what it prints, what it writes, how it ends."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import click
from click.testing import CliRunner

import tikal as library
from tests.shown.inputs import EXAMPLES, LEGAL, TEXTS, games, language
from tikal.cli import tikal
from tikal.law.registry import clauses, differences, rulings

Case = tuple[str, str]
#: Options that say where the work is done or how long it may take, and what runs until it is ended.
NOT_TRIED: Final = frozenset({
    "--dask", "--workers", "--start-seconds", "--for", "--cases", "serve", "completion",
})  # fmt: skip


def commands(command: click.Command = tikal, path: str = "") -> Iterator[tuple[str, click.Command]]:
    """Every command by its name."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner
            yield from commands(inner, f"{path} {name}".strip())
    else:
        yield path, command


def run(line: str, stdin: str = "", about: str = "") -> Case:
    """A command line with all that it shows and writes; `about` names what it reads."""
    words = shlex.split(line)
    before = {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}
    result = CliRunner().invoke(tikal, words, input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), (line, result)
    shown = result.output.replace(sys.executable, "python")
    parts = [f"exit code {result.exit_code}", *_without_help(shown)]
    for path in sorted(Path().rglob("*")):
        if path.is_file() and before.get(path) != path.read_bytes():
            text = path.read_text("utf-8").replace(sys.executable, "python")
            parts += [f"wrote {path}", text]
            if path not in before:
                path.unlink()
    command, name, *_ = [*words, ""]
    title = f"tikal {line}".replace(sys.executable, "python") + (f" < {about}" if about else "")
    return f"{command} {name}".strip(), "\n".join([title, *parts])


def _without_help(text: str) -> Iterator[str]:
    """What is printed, but for what the version of click decides: the layout of its errors."""
    if text.startswith("Usage: "):
        text = " ".join(text.partition("Error: ")[2].split())
    yield text


def _written() -> None:
    for name, text in games().items():
        Path(name.replace(" ", "-")).write_text(text, "utf-8")


def _names() -> list[str]:
    return [name.replace(" ", "-") for name in games()]


def every(pattern: str, names: Iterable[str] | None = None) -> Iterator[Case]:
    """A command about every game, as JSON and for people of each language in turn."""
    for number, name in enumerate(_names() if names is None else names):
        line = pattern.format(name)
        if number % 2:
            yield run(line)
        yield run(f"{line} --format pretty --lang {language(number)}")
        if number % 5 == 0:
            yield run(f"{line} --format json --lang {language(number + 1)}")


def _few() -> list[str]:
    return ["legal", "refused", "house", "bidding", "position", "misspelt", "basic"]


def check() -> Iterator[Case]:
    """Games, and moves in positions."""
    _written()
    yield from every("check {}")
    yield from every("check {} --why", _names()[::2])
    yield run("check - --format pretty", LEGAL)
    yield run("check nowhere.tikal")
    for number, move in enumerate(
        ("end", "recover b3", "guard a2 L", "fly", "walk L b3-b2", "deploy W a1", "uncover a2")
    ):
        line = f"check position --move '{move}'"
        yield run(f"{line} --format pretty --lang {language(number)}")
        yield run(f"{line} --seat 2 --why --format pretty --lang {language(number)}")
        yield run(f"{line} --seat {number}")
        yield run(f"check bidding --move '{move}' --format pretty --why")


def repair() -> Iterator[Case]:
    """What would mend a record."""
    _written()
    yield from every("repair {}")
    yield run("repair forgotten -o mended.tikal --format pretty")
    yield run("repair forgotten -o mended.json --choose 2 --lang de --format pretty")
    yield run("repair forgotten --choose 99")
    yield run("repair refused -o refused")


def explain() -> Iterator[Case]:
    """Entries of the law, moves of games, proofs."""
    _written()
    entries = [
        *(clause.id for clause in clauses()[::4]),
        *(ruling.id for ruling in rulings()[::4]),
        *(difference.id for difference in differences()[::3]),
        *(switch.name for switch in library.switches()),
        *("TEMPLE-99", "Q-999", "second_digg", "nothing at all xyz"),
    ]
    for number, entry in enumerate(entries):
        yield run(f"explain '{entry}' --format pretty --lang {language(number)}")
        if number % 3 == 0:
            yield run(f"explain '{entry}' --format json --lang {language(number // 3)}")
            yield run(f"explain '{entry}'")
            yield run(f"explain '{entry}' --full --format pretty")
            yield run(f"explain '{entry}' --edition legend-classic --format pretty --lang nl")
    yield from every("explain {}", _names()[::3])
    for number in (0, 1, 4, 7, 8, 99):
        yield run(f"explain refused --at {number} --format pretty --lang {language(number)}")
        yield run(f"explain refused --at {number}")
    yield run("explain refused --at 8 --proof --format pretty")
    yield run("explain position --move 'recover b3' --proof --format pretty")
    yield run("explain position --move 'recover b3' --seat 2 --proof --format json")
    yield run("explain position --move 'recover b3'")
    yield run("explain CAMP-03 --at 3")
    yield run("explain CAMP-03 --proof")


def ask() -> Iterator[Case]:
    """A few questions: which entry answers them changes with the weights of their words."""
    questions = ("may I place a second guard?", "TEMPLE-03", "xyzzy")
    for number, question in enumerate(questions):
        yield run(f"ask '{question}' --format pretty")
        yield run(f"ask '{question}' --all --format pretty --lang {language(number)}")
        yield run(f"ask '{question}' --limit 2 --edition legend-classic")
        yield run(f"ask '{question}' --edition super-meeple-2015 --format pretty")
    yield run("ask 'camp' --edition nowhere")


def law() -> Iterator[Case]:
    """Lists of clauses, and editions compared."""
    for number, options in enumerate(
        ("", "camp leader", "--chapter camps", "--chapter nothing", "--kind effect",
         "--kind physical", "--edition legend-classic guard", "volcano --kind permission", "xyzzy")
    ):  # fmt: skip
        yield run(f"clauses {options} --format pretty --lang {language(number)}")
        yield run(f"clauses {options}")
    keys = [*library.EDITIONS]
    for number, (one, other) in enumerate(zip(keys, [*keys[1:], keys[0]], strict=True)):
        yield run(f"diff-editions {one} {other} --format pretty --lang {language(number)}")
        yield run(f"diff-editions {one} '{other} second_dig=one'")
        yield run(f"diff-editions {one} {one} --format pretty")
    yield run("diff-editions rio other")
    yield run("conformance self --format pretty")
    yield run("conformance self")


def show() -> Iterator[Case]:
    """Boards, lists of moves, paths, the printable tiles."""
    _written()
    yield from every("show {}")
    yield from every("show {} --position", _names()[::2])
    yield from every("legal {}")
    for number in (-1, 0, 1, 6, 7, 8, 99):
        yield run(f"show refused --at {number} --format pretty --lang {language(number)}")
        yield run(f"legal refused --at {number}")
        yield run(f"path legal a1 b3 --at {number}")
    ways = (("a1", "b3"), ("a1", "a1"), ("a2", "h5"), ("z9", "a1"), ("b3", "a2"))
    for number, (origin, target) in enumerate(ways):
        for name in _few():
            yield run(f"path {name} {origin} {target} --format pretty --lang {language(number)}")
            yield run(f"path {name} {origin} {target} --seat {number}")
    yield run("show basic -o board.svg")
    yield run("show basic -o board.png")
    yield run("tiles -o tiles.svg --format pretty")
    yield run("tiles --format pretty --lang fr")
    yield run("tiles")


def playing() -> Iterator[Case]:
    """Games at the keyboard, by bots, and matches."""
    _written()
    scripts = (
        ("help", "moves", "board", "score", "undo", "fly", "end", "why place a5 r0", "place b3 r0"),
        ("place b3 r1", "deploy L a1 x2", "why", "explain", "legal", "undo", "undo", "look a1",
         "explain TREASURE-03", "why walk L a1-h5", "look a2", "?", "names", "DEPLOY w A1", "quit"),
        ("place c2", "deploy w a1; walk w a1-b2; end", "", "undo 3", "redo", "save", "position",
         "explain nothing", "moves walk", "why camp b2", "end", "score"),
    )  # fmt: skip
    for number, lines in enumerate(scripts):
        stdin = "".join(f"{line}\n" for line in lines)
        about = f"script {number}"
        for seed in (0, 3):
            yield run(f"play new.tikal --seed {seed} --lang {language(number)}", stdin, about)
        asked = "play new.tikal --seed 8 --chance ask --names 'Ana, Ben' -o saved.tikal"
        yield run(asked, "draw A2\n" + stdin, about)
        yield run(f"play legal --seed 9 --lang {language(number + 1)}", stdin, about)
        yield run("play --bot 2=mcts:easy --seed 4 --edition legend-classic", stdin, about)
        yield run("play bidding --bot 1=sensible --bot 3=random --seed 1", stdin, about)
    bids = "bid 1\npass\nbid 0\nmoves\nscore\n"
    yield run("play --players 3 --auction --start 2 --seed 5", bids, "bids")
    for bad in (
        "--players 9",
        "--start 5",
        "--names a",
        "--bot x",
        "--edition y",
        "legal --start 2",
    ):
        yield run(f"play {bad}")
    for options in (
        "", "--policy random", "--players 3 --auction", "--edition legend-classic",
        "--bot 1=sensible --bot 2=random", "--policy nothing", "--bot 2=x:y",
    ):  # fmt: skip
        yield run(f"simulate --games 2 --seed 3 {options} --format pretty --lang fr")
        yield run(f"simulate --games 2 --seed 3 {options}")


def matches() -> Iterator[Case]:
    """Matches of bots, and matches that cannot be played."""
    bots = " ".join(f"--bot tests.matches.bots:{name}" for name in ("first", "last", "illegal"))
    yield run(f"match {bots} -o one --games 2 --players 3 --auction --seed 2 --format pretty")
    first = "--bot tests.matches.bots:first"
    yield run(f"match {first} -o one")
    yield run(f"match {first} --bot nowhere:bot -o none --games 2")
    clocks = "--seconds 600 --game-seconds 6000"
    yield run(f"match {first} --bot random --players 3 -o three {clocks} --format json")


def reporting() -> Iterator[Case]:
    """Audits, standings, reports of an engine."""
    _written()
    folder = Path("games")
    folder.mkdir()
    for name in ("legal", "refused", "claims", "misspelt", "house", "forgotten"):
        (folder / f"{name}.tikal").write_text(TEXTS[name], "utf-8")
    for path in sorted(EXAMPLES.glob("*.tikal")):
        (folder / path.name).write_bytes(path.read_bytes())
    (folder / "json.json").write_text(TEXTS["bad json"], "utf-8")
    yield run("audit games --format pretty")
    yield run("audit games nowhere")
    yield run("audit games/legal.tikal -o audit.md -o audit.xml")
    yield run("audit games -o audit.pdf")
    yield run("audit games --resume")
    yield run("audit games --resume -o nothing.jsonl")
    for form in ("pretty", "csv", "json"):
        yield run(f"standings games --format {form}")
    yield run("standings games -o table.csv -o table.json -o table.md")
    yield run("standings nowhere")
    yield run("report nothing.jsonl")


def engines() -> Iterator[Case]:
    """Engines with faults that answer over the protocol, and that are played with."""
    known = f"-- {shlex.quote(sys.executable)} -m tests.engines"
    asked = "conformance run --only witness --clause CAMP-02 --clause CAMP-03 --clause TEMPLE-04"
    yield run(f"{asked} --format pretty --write-known known.txt {known} camps-anywhere")
    Path("known.txt").write_text(
        "tikal-known/1\nasked only witness, clause CAMP-03, clause TEMPLE-04\n"
        "errored CAMP-02/witness@legend-classic\nfailed CAMP-02/twin@legend-classic questions 1\n"
        "shown TEMPLE-04\nshown CAMP-01\n"
    )
    yield run(f"{asked} --known known.txt --format pretty {known} camps-need-a-member")
    yield run(f"{asked} --case CAMP-02/twin -o a.md -o a.xml -o a.html {known} one-edition")
    yield run(f"{asked} --edition legend-classic {known} answers-with-wrong-types")
    yield run(f"{asked} --edition legend-classic --format pretty {known} speaks-version-99")
    yield run(f"conformance run --clause CAMP-99 {known} guesses")
    play = "conformance play --games 1 --seed 2 --edition legend-classic"
    yield run(f"{play} --keep found --format pretty {known} camps-anywhere")


GROUPS: Final = {
    "check": check, "repair": repair, "explain": explain, "ask": ask, "law": law, "show": show,
    "playing": playing, "matches": matches,
    "reporting": reporting, "engines": engines,
}  # fmt: skip
