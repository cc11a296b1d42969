"""What `tools.verify.fuzz` attacks: every reader, each with what must hold of any input.

A reader may refuse its input with an error of the library. Any other exception, a value that does
not survive being written and read, and an input of a few kilobytes that takes longer than
`MAX_SECONDS` of processor time are faults.
"""

from __future__ import annotations

import contextlib
import json
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from attrs import frozen

import tikal
from tikal.conformance.audit.resume import earlier_log
from tikal.conformance.cases import read_cases
from tikal.conformance.protocol.connection import _read
from tikal.conformance.report import log
from tikal.editions import read_edition
from tikal.fast import packing
from tikal.languages import LANGUAGES
from tikal.notation import documents
from tikal.notation.documents.parsing import format_of
from tikal.page.bridge import ask
from tikal.page.links import packed, read_link

ROOT: Final = Path(__file__).parents[2]
#: Inputs that were faults, by target; `test_found.py` reads them.
FOUND: Final = Path(__file__).with_name("found")
#: Longer inputs are left to the tests that count work.
MAX_BYTES: Final = 4_096
#: Processor time for one input, a thousand times what the slowest one takes.
MAX_SECONDS: Final = 5.0


class Fault(AssertionError):
    """What a reader must not do."""


@frozen
class Target:
    """A reader, inputs to begin with, and words that its notation knows."""

    read: Callable[[bytes], object]
    seeds: Callable[[], Iterator[bytes]]
    #: The part of a run that is spent on it, in thousandths.
    share: int
    words: tuple[str, ...] = ()

    def attack(self, data: bytes) -> None:
        """Read an input; `Fault`, or a foreign exception, if it finds something."""
        start = time.process_time()
        with contextlib.suppress(tikal.TikalError):
            self.read(data)
        if (seconds := time.process_time() - start) > MAX_SECONDS:
            raise Fault(f"{len(data)} bytes took {seconds:.1f} s of processor time")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def require(holds: bool, what: object) -> None:
    """`Fault` unless something holds."""
    if not holds:
        raise Fault(str(what)[:2_000])


# --- readers -----------------------------------------------------------------------------------


def _document(data: bytes) -> None:
    found = documents.loads(_text(data))
    again = documents.loads(documents.dumps(found))
    require(again == found, found)


def _record(data: bytes) -> None:
    try:
        found = tikal.loads(_text(data))
    except tikal.InvalidNotation as error:
        require(None not in (error.line, error.column), error)
        raise
    require(tikal.loads(tikal.dumps(found)) == found, found)
    with contextlib.suppress(tikal.IllegalMove):
        found.replay()


def _position(data: bytes) -> None:
    state = tikal.parse_position(_text(data))
    require(tikal.problems(state) == (), tikal.problems(state))
    require(tikal.parse_position(tikal.format_position(state)) == state, state)
    require(bool(tikal.legal_moves(state)) is (state.phase != "over"), state)


def _moves(data: bytes) -> None:
    for move in tikal.parse_moves(_text(data)):
        require(tikal.parse_move(str(move)) == move, move)


def _move(data: bytes) -> None:
    text = _text(data)
    move = tikal.parse_move(text)
    require(str(move).lower() == text.lower(), move)
    require(tikal.parse_move(str(move)) == move, move)


def _edition(data: bytes) -> None:
    edition = read_edition(_text(data))
    require(tikal.problems(tikal.new_game(2, edition)) == (), edition)


def _question(data: bytes) -> None:
    language = [None, *LANGUAGES][data[0] % (1 + len(LANGUAGES))] if data else None
    tikal.ask(_text(data[1:]), language=language)


def _bridge(data: bytes) -> None:
    answer = json.loads(ask(_text(data)))
    require("bug" not in answer, answer)


def _line(data: bytes) -> None:
    answer = _read(data)
    require(isinstance(answer, dict | str), answer)


def _log(data: bytes) -> None:
    with tempfile.NamedTemporaryFile(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as file:
        file.write(data)
        file.flush()
        path = Path(file.name)
        with contextlib.suppress(tikal.TikalError):
            log.read(path)
        earlier = earlier_log(path)
        if earlier:
            with earlier:
                found = earlier.result("a.tikal")
                require(found is None or found.subject == "a.tikal", found)


def _stored(data: bytes) -> None:
    from tikal import fast

    state = None
    with contextlib.suppress(tikal.TikalError):
        state = packing.unpack(data)
    try:
        game = fast.Game.from_packed(data)
    except tikal.TikalError:
        require(state is None, "only the compiled engine refuses it")
    else:
        require(game.state() == state, "the engines read it differently")
        require(game.packed()[5] == packing.VERSION, "an old version is written")
        require(game.legal_moves() == tikal.legal_moves(game.state()), "other moves")


# --- seeds -------------------------------------------------------------------------------------


@cache
def positions() -> tuple[tikal.State, ...]:
    """Positions of some games in every edition."""
    found = []
    for number, edition in enumerate(tikal.EDITIONS.values()):
        for auction in (False, True) if edition.has_auction else (False,):
            rng = random.Random(number)
            state = tikal.new_game(2 + number % 3, edition, auction=auction)
            for step in range(120):
                moves = tikal.legal_moves(state)
                if not moves:
                    break
                state = tikal.apply(state, rng.choice(moves))
                if step % 12 == 11:
                    found.append(state)
    return tuple(found)


def _records() -> Iterator[bytes]:
    for path in sorted((ROOT / "tests" / "golden").rglob("*.tikal"))[:12]:
        text = path.read_bytes()
        if len(text) <= MAX_BYTES:
            yield text
    yield b"edition: rio-grande-1999\nplayers: 2\nnames: Ana, Ben\n\ndraw A3 # x\nend = 3\n"
    yield b"position: act 1 9ap; a1 1W3\n\ndeploy W a1 x3\nAna: end\n"


def _positions() -> Iterator[bytes]:
    for state in positions():
        yield tikal.format_position(state).encode()
    yield b"legend-classic # x\nplayers 3\nact 2, 7 AP\na1: 1W3 2W\na2: temple 7, 1L2, 2W3\n"


def _move_texts() -> Iterator[bytes]:
    seen: dict[type, str] = {}
    for state in positions():
        for move in tikal.legal_moves(state):
            seen.setdefault(type(move), str(move))
    yield from (text.encode() for text in seen.values())
    yield "; ".join(seen.values()).encode()


def _documents() -> Iterator[bytes]:
    for state in positions()[::6]:
        yield documents.dumps(state).encode()
    for text in _records():
        with contextlib.suppress(tikal.TikalError):
            yield documents.dumps(tikal.loads(text.decode())).encode()


def _requests() -> Iterator[bytes]:
    position = "act 1 9ap;a1 1W3;b3=A2r4 1W;c3=A6"
    game = {"start": position, "moves": ["walk W b3-a1"]}
    for request in (
        {"ask": "about"},
        {"ask": "new", "players": 2},
        {"ask": "load", "text": position},
        {"ask": "load", "link": "position=act+1;a2=7&move=end&seat=2"},
        {"ask": "load", "link": "game=" + packed(position)},
        {"ask": "view", "game": game, "at": 1, "picture": {"crop": True}},
        {"ask": "move", "game": game, "at": 0, "moves": ["end"]},
        {"ask": "opinion", "game": game, "at": 0, "moves": ["camp b3"], "seat": 1},
        {"ask": "targets", "game": game, "at": 0, "action": "walk", "figure": "W", "from": "b3"},
        {"ask": "actions", "game": game, "at": 0, "cell": "b3"},
        {"ask": "export", "game": game, "at": 0, "format": "record"},
        {"ask": "chance", "game": game, "at": 0, "seed": 3},
        {"ask": "pictures", "tiles": ["A1"], "rotation": 2},
        {"ask": "clause", "id": "TREASURE-03"},
        {"ask": "question", "question": "may I walk over a volcano?", "limit": 2},
        {"ask": "edit", "draft": {"players": 3}, "changes": [{"set": "scores.1", "to": 4}]},
    ):
        yield json.dumps({**request, "language": "en"}).encode()


def _logs() -> Iterator[bytes]:
    header: dict[str, Any] = dict.fromkeys(("subject", "library", "python", "made"), "x")
    header |= {"event": "header", "format": format_of("report"), "kind": "audit", "facts": {}}
    result = {
        "event": "result", "about": "game", "subject": "a.tikal", "outcome": "passed", "seconds": 1,
        "edition": "rio-grande-1999", "clauses": ["END-03"], "message": "", "detail": {},
    }  # fmt: skip
    footer = {
        "event": "footer", "passed": 1, "failed": 0, "errored": 0, "skipped": 0, "seconds": 1,
        "interrupted": False, "notes": [], "unfinished": 0,
    }  # fmt: skip
    lines = [json.dumps(event) for event in (header, result, footer)]
    for number in (1, 2, 3):
        yield "".join(f"{line}\n" for line in lines[:number]).encode()


def _lines() -> Iterator[bytes]:
    yield b'{"seq": 1, "legal": true, "violations": ["GUARD-02"]}'
    yield b'{"seq": 2, "legal_moves": ["walk W a1-b1", "end"], "scores": {"1": 3}}'
    yield b'{"seq": [[[{"a": "\\"\\u0041\\\\"}]]], "x": 1e400, "y": -0.0}'


def _cases() -> Iterator[bytes]:
    for path in sorted((ROOT / "spec" / "cases").glob("*.json")):
        document = json.loads(path.read_text("utf-8"))
        document["cases"] = document["cases"][:1]
        yield json.dumps(document).encode()


def _links() -> Iterator[bytes]:
    yield b"#position=act+1+9ap;a1+1W3;b3=A2r4&move=camp+b3&seat=2&language=fr"
    yield ("game=" + packed("edition: rio-grande-1999\nplayers: 2\n\ndraw A3\n")).encode()


def _editions() -> Iterator[bytes]:
    yield b"rio-grande-1999 tiebreak=guard,tokens lowest_bid=0"
    yield b"legend-classic second_dig=one has_auction=yes"


def _questions() -> Iterator[bytes]:
    for number, text in enumerate((
        "May a leader found a camp?", "Peut-on entrer sur un volcan ?", "Wie sluit de eindtelling?",
        "Wann endet das Spiel?", "What does TEMPLE-03 say in Legend?", "Q-37",
    )):  # fmt: skip
        yield bytes((number % 5,)) + text.encode()


def _packed() -> Iterator[bytes]:
    yield from map(packing.pack, positions())


_SIGNS: Final = ("{", "}", "[", "]", '"', "\\", ",", ":", "\\u0041", "null", "true", "1e9", "-0")
_NOTATION: Final = (
    "a1", "h5", "b3=A2r4", "1L2", "2W3", "1C", "1GL", "dug", "act", "place", "draw", "bid", "take",
    "over", "reveal", "scoring", "tile", "treasures", "scores", "out", "display", "high", "by",
    "passed", "done", "aside", "players", "auction", "rio-grande-1999", "legend-classic", "x3",
    "walk W a1-b1", "end", "# ", "; ", "\n", "names: ", "edition: ", "position: ", "second_dig=one",
)  # fmt: skip
_KEYS: Final = (
    '"format"', '"moves"', '"edition"', '"players"', '"position"', '"tiles"', '"values"', '"ask"',
    '"game"', '"draft"', '"changes"', '"set"', '"to"', '"choose"', '"clear"', '"link"', '"text"',
    '"event"', '"cases"', '"questions"', '"names"', '"comments"', '"after"', '"seats"', '"points"',
)  # fmt: skip

TARGETS: Final = {
    "json": Target(_document, _documents, 160, (*_SIGNS, *_KEYS)),
    "records": Target(_record, _records, 100, _NOTATION),
    "positions": Target(_position, _positions, 110, _NOTATION),
    "moves": Target(_moves, _move_texts, 120, _NOTATION),
    "move": Target(_move, _move_texts, 120, _NOTATION),
    "editions": Target(_edition, _editions, 50, ("tiebreak=", "none", "lowest_bid=0", ",", " ")),
    "questions": Target(_question, _questions, 15, ("may", "can", "volcano", "camp", "TEMPLE-03")),
    "links": Target(lambda data: read_link(_text(data)), _links, 90, ("#", "&", "game=", "move=")),
    "bridge": Target(_bridge, _requests, 45, (*_SIGNS, *_KEYS)),
    "lines": Target(_line, _lines, 100, _SIGNS),
    "logs": Target(_log, _logs, 40, (*_SIGNS, *_KEYS)),
    "cases": Target(lambda data: read_cases(_text(data)), _cases, 20, (*_SIGNS, *_KEYS)),
    "stored": Target(_stored, _packed, 30),
}
