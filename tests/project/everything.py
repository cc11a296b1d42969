"""Asks the library everything once, in every edition and language.

`python -m tests.project.everything` prints the errors as JSON: what was asked, and the error;
the keys of editions and the codes of languages as arguments restrict it to these.
`test_one_home` runs it in copies of the project that have one edition and one language more.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from click.testing import CliRunner

import tikal
from tests.formal import specification
from tikal import fast
from tikal.asking.lexicon import languages
from tikal.cli import tikal as command
from tikal.conformance.adapter import Adapter
from tikal.conformance.audit import audit_game
from tikal.conformance.cases import cases
from tikal.conformance.referee.session import run_here
from tikal.conformance.report import Header, Writer, read
from tikal.conformance.report.views import FORMATS, write
from tikal.languages import LANGUAGES, refusals
from tikal.law.grounds import grounds
from tikal.law.verdicts import verdict_on
from tikal.notation import documents as interchange
from tikal.notation.records import Record
from tikal.page.bridge import ask
from tikal.pictures.svg import board_svg
from tikal.pictures.text import board_text

POSITION: Final = "act 1 4ap; b3=A2 1L; a2=7 1W 2W3"
MOVES: Final = (
    "recover b3", "guard a2 W", "camp a2", "uncover a2", "walk W a2-b5", "bid 3", "end", "pass",
)  # fmt: skip
#: What failed, by what was asked.
errors: dict[str, str] = {}


def main(wanted: Sequence[str] = ()) -> None:
    """Ask, and print what failed."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        for edition in tikal.EDITIONS.values():
            if not wanted or edition.key in wanted:
                the_game(edition)
                the_law(edition)
                the_programs(edition.key, folder)
        for language in LANGUAGES:
            if not wanted or language in wanted:
                the_words(language)
    json.dump(errors, sys.stdout, indent=1, ensure_ascii=False)


def entries() -> list[tikal.Clause | tikal.Ruling | tikal.Difference]:
    """Everything that a rulebook can say something about."""
    return [*tikal.clauses(), *tikal.rulings(), *tikal.differences()]


@contextmanager
def asking(*what: str) -> Iterator[None]:
    """Note the error of what is asked, if it ends in one."""
    try:
        yield
    except Exception as error:
        errors[": ".join(what)] = f"{type(error).__name__}: {error}"


def the_game(edition: tikal.Edition) -> None:
    """Games, positions and records by an edition, in every engine."""
    key = edition.key
    for auction in (False, True) if edition.has_auction else (False,):
        with asking(key, "play"):
            start = tikal.new_game(3, key, auction)
            played = tikal.play(start, tikal.sensible_policy, seed=1, limit=60)
            record = Record.of(played)
            assert tikal.loads(tikal.dumps(record)) == record
            assert interchange.loads(interchange.dumps(record)) == record
        with asking(key, "compiled engine"):
            assert fast.many(start, 2, seeds=1)
        with asking(key, "specification"):
            listed = specification.verdicts(played.state).listed
            assert listed == frozenset(tikal.legal_moves(played.state))
    state = tikal.parse_position(f"{key}; {POSITION}")
    with asking(key, "position"):
        assert tikal.parse_position(tikal.format_position(state)) == state
        assert interchange.loads(interchange.dumps(state)) == state
    for move in MOVES:
        with asking(key, f"check {move}"):
            tikal.check(state, move)
        with asking(key, f"opinion on {move}"):
            tikal.opinion(state, move).to_json()


def the_law(edition: tikal.Edition) -> None:
    """What an edition says, and what its refusals rest on."""
    for key in refusals():
        with asking(edition.key, f"grounds of {key}"):
            assert grounds(key, edition).summary
    for entry in entries():
        with asking(edition.key, f"verdict on {entry.id}"):
            assert verdict_on(entry, edition)
    for language in (None, *languages()):
        with asking(edition.key, f"ask in {language}"):
            assert tikal.ask("CAMP-05", edition, language)
            tikal.ask("can I place a third camp", edition, language)
    with asking(edition.key, "ask by name"):
        name = edition.title.partition(" (")[0].partition(",")[0]
        assert tikal.ask(f"{name}: may I place a third camp")[0].certainty.startswith(edition.title)


def the_programs(key: str, folder: Path) -> None:
    """Commands, the page, reports and the conformance kit."""
    record = folder / f"{key}.tikal"
    record.write_text(f"edition: {key}\nplayers: 2\n\ndraw A2; place b3 r1; recover b3\n", "utf-8")
    for words in (
        f"check {record}", f"explain {record}", f"show {record}", f"legal {record}",
        f"clauses --edition {key}", f"diff-editions {key} legend-classic", "explain CAMP-03",
        f"explain CAMP-03 --edition {key}", "explain Q-28", "explain DIFF-01", "explain tiebreak",
        f"ask third camp --edition {key}", f"audit {record} -o {folder}/audit.html",
        f"simulate --edition {key} --games 1",
    ):  # fmt: skip
        with asking(key, "tikal", words.replace(str(folder), "")):
            run(words)
    place = {"position": f"{key}; {POSITION}", "move": "guard a2 W"}
    requests: dict[str, dict[str, object]] = {
        "new": {"edition": key, "players": 2}, "opinion": {**place}, "compare": {**place},
        "check": {**place}, "question": {"question": "third camp", "edition": key},
        "clause": {"id": "CAMP-03"},
    }  # fmt: skip
    for name, fields in requests.items():
        with asking(key, "page", name):
            of_the_page(name, fields)
    with asking(key, "report"):
        reports(record, folder)
    with asking(key, "cases"):
        asked = islice((case for case in cases() if key in case.editions), 4)
        assert all(result.outcome == "passed" for result in run_here(Adapter(), asked))


def the_words(language: str) -> None:
    """Every text in a language."""
    state = tikal.parse_position(POSITION)
    for move in MOVES:
        with asking(language, f"refusal of {move}"):
            assert all(violation.text(language) for violation in tikal.check(state, move))
            assert tikal.opinion(state, move).text(language)
    with asking(language, "board"):
        assert board_text(state, language)
        assert board_svg(state, language=language)
    for entry in entries():
        with asking(language, entry.id):
            assert entry.text(language)
            assert verdict_on(entry, None, language)
    for words in ("explain CAMP-03", "explain tiebreak", "clauses", "show a2=7", "explain camp"):
        with asking(language, "tikal", words):
            run(f"{words} --lang {language}")
    with asking(language, "page"):
        of_the_page("about", {"language": language})
        of_the_page("question", {"question": "camp", "language": language})
    with asking(language, "ask"):
        assert tikal.ask("CAMP-05", language=language)
        tikal.ask("can I place a third camp", language=language)


# --- how it is asked -----------------------------------------------------------------------------


def run(words: str) -> None:
    """A command; what it prints on failure is the error."""
    result = CliRunner().invoke(command, words.split())
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    if result.exit_code > 1:
        raise tikal.TikalError(result.output.strip())


def of_the_page(name: str, fields: dict[str, object]) -> None:
    """A request to the bridge."""
    answer = json.loads(ask(json.dumps({"ask": name, **fields})))
    assert "bug" not in answer, answer
    if not answer["ok"]:
        raise tikal.TikalError(answer["error"])


def reports(record: Path, folder: Path) -> None:
    """An audit of a game in every view."""
    path = folder / "log.jsonl"
    result = audit_game(record)
    header = Header("audit", "games", {})
    with path.open("w", encoding="utf-8") as file, Writer(file, header) as log:
        log.add(result)
    for ending in FORMATS:
        write(read(path), folder / f"report{ending}")
    if result.outcome == "errored":
        raise tikal.TikalError(result.message)


if __name__ == "__main__":
    main(sys.argv[1:])
