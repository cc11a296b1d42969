"""What every reader makes of sound texts and of texts with slips: what it read, or what is wrong.

The slips are drawn with a fixed seed: a character or a word too many, too few, or another one.
"""

from __future__ import annotations

import random
import re
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

import tikal
from tests.fuzzing.targets import ROOT, TARGETS, Target
from tests.shown.inputs import games, language
from tikal.conformance.audit.resume import earlier_log
from tikal.conformance.cases import read_cases
from tikal.conformance.protocol.connection import _read
from tikal.conformance.report import log
from tikal.conformance.report.known import read_known
from tikal.editions import read_edition
from tikal.fast import packing
from tikal.notation import documents
from tikal.notation.loading import game_of, mistakes_in
from tikal.page.links import read_link

#: Texts with a slip for each reader, and how many of them are a case.
SLIPS: Final = 400
TOGETHER: Final = 40


def _document(text: str) -> str:
    return documents.dumps(documents.loads(text), indent=1)


def _record(text: str) -> str:
    record = tikal.loads(text)
    replay = record.replay()
    return f"{tikal.dumps(record)}\n{replay.refusal}\n{tikal.format_position(replay.state)}"


def _position(text: str) -> str:
    state = tikal.parse_position(text)
    return f"{tikal.format_position(state)}\n{len(tikal.legal_moves(state))}"


def _log(text: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log.jsonl"
        path.write_text(text, "utf-8")
        try:
            shown = repr(log.read(path)).replace(folder, "")
        except tikal.TikalError as error:
            shown = str(error).replace(folder, "")
        earlier = earlier_log(path)
        if earlier:
            with earlier:
                shown += f"\n{earlier.results} {earlier.result('a.tikal')}"
    return shown


#: What is shown of what each reader has read.
SHOWN: Final[dict[str, Callable[[str], str]]] = {
    "json": _document,
    "records": _record,
    "positions": _position,
    "moves": lambda text: "; ".join(map(str, tikal.parse_moves(text))),
    "move": lambda text: repr(tikal.parse_move(text)),
    "editions": lambda text: repr(read_edition(text)),
    "links": lambda text: repr(read_link(text)),
    "lines": lambda text: repr(_read(text.encode("utf-8", "surrogateescape"))),
    "logs": _log,
    "cases": lambda text: "\n".join(map(repr, read_cases(text))),
}
#: Readers of the fuzzer whose answers are shown elsewhere, or are no text.
ELSEWHERE: Final = frozenset({"questions", "bridge", "stored"})


def slipped(text: str, words: tuple[str, ...], rng: random.Random) -> str:
    """A text with one slip, or two."""
    parts = re.findall(r"\w+|\s+|.", text) or [""]
    for _ in range(1 + (rng.random() < 0.2)):
        at = rng.randrange(len(parts))
        match rng.randrange(6):
            case 0:
                parts[at] = ""
            case 1:
                parts[at] *= 2
            case 2 | 3:
                parts[at] = rng.choice([*words, *parts])
            case 4:
                parts[at] = parts[at][:-1] + rng.choice('09axz -;="')
            case _:
                parts.insert(at, rng.choice([*words, " ", "x"]))
    return "".join(parts)


def shown(read: Callable[[str], str], text: str, number: int) -> str:
    """What was read, or the error in English and one other language."""
    try:
        return read(text)
    except tikal.TikalError as error:
        texts = {error.text(), error.text(language(number)), str(error)}
        return "\n".join([type(error).__name__, *sorted(texts)])


def _reader(name: str, target: Target) -> Iterator[tuple[str, str]]:
    rng, read = random.Random(name), SHOWN[name]
    seeds = [data.decode("utf-8", "surrogateescape") for data in target.seeds()]
    for number, text in enumerate(seeds[: 2 * len(seeds) and 40]):
        yield "sound", shown(read, text, number)
    short = sorted(seeds, key=len)[: max(4, len(seeds) // 3)]
    for number in range(SLIPS):
        text = slipped(rng.choice(short), target.words, rng)
        yield f"slips {number // TOGETHER}", f"{text!r}\n{shown(read, text, number)}"


def _packed() -> Iterator[tuple[str, str]]:
    """Packed positions, whole and with another byte."""
    rng = random.Random(5)

    def read(text: str) -> str:
        return tikal.format_position(packing.unpack(text.encode("latin-1")))

    for number, data in enumerate([*TARGETS["stored"].seeds()][::3]):
        yield "sound", data.hex()
        for slip in range(6):
            wrong = bytearray(data)
            wrong[rng.randrange(len(wrong))] = rng.randrange(256)
            cut = wrong[: rng.randrange(len(wrong))] if slip == 5 else wrong
            yield f"slips {slip}", shown(read, cut.decode("latin-1"), number)


def _files() -> Iterator[tuple[str, str]]:
    """Games as files and arguments."""
    for number, (name, text) in enumerate(games().items()):
        data, spoken = text.encode(), language(number)
        try:
            game = game_of(data)
            yield name, f"{game.last!r}\n{game.moves} {game.refusal}\n{game.wrong_claims}"
        except tikal.TikalError as error:
            yield name, "\n".join([error.text(spoken), *mistakes_in(data, error, 5, spoken)])
    known = (ROOT / "tests" / "golden" / "formats" / "known.txt").read_text("utf-8")
    rng = random.Random(2)
    for number in range(40):
        text = slipped(known, ("=", ",", "*", "0", "9"), rng) if number else known
        yield "known failures", shown(lambda text: repr(read_known(text)), text, number)


GROUPS: Final = {
    **{
        name: partial(_reader, name, target)
        for name, target in TARGETS.items()
        if name not in ELSEWHERE
    },
    "packed": _packed,
    "files": _files,
}
