"""The wording of results, the same in every view, and printable whatever a log holds."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Final

from attrs import frozen

from tikal._support.wording import one_line
from tikal.conformance.cases import ANSWERS
from tikal.conformance.report.log import Framed, Outcome, Result
from tikal.conformance.report.logged_opinions import grounds_of, readings_of, seat_of, ways_of
from tikal.conformance.report.summary import Tally
from tikal.editions import EDITIONS
from tikal.errors import InvalidNotation, TikalError, UnknownClause, Violation
from tikal.languages import refused_move
from tikal.law.entries import Clause
from tikal.law.registry import clause
from tikal.notation.documents import violation_from_json
from tikal.notation.documents.parsing import Json
from tikal.notation.positions import parse_position
from tikal.pictures.text import map_lines, moment

OUTCOME_SYMBOLS: Final[Mapping[Outcome, str]] = {
    "passed": "✓",
    "failed": "✗",
    "errored": "!",
    "skipped": "\N{EN DASH}",
    "unfinished": "…",
}
INTERRUPTED: Final = "The run was interrupted: what is missing here was not looked at."
SILENT: Final = "The engine answered nothing, so this report shows nothing."
#: An engine's answer is cut after this many characters.
MAX_ANSWER_CHARACTERS: Final = 400
#: In a line about it, the question, the answer and what was expected are each cut to this length.
MAX_PART_CHARACTERS: Final = 160
#: Items of a long list in an answer that a report stores.
MAX_ITEMS: Final = 500

# --- the report --------------------------------------------------------------------------------


def when_made(log: Framed) -> str:
    """When a report was made."""
    return one_line(log.header.made.replace("T", " ").replace("+00:00", " UTC"))


def made_with(log: Framed) -> str:
    """The library and the Python that made a report."""
    return one_line(f"{log.header.library}, Python {log.header.python}")


def facts(log: Framed) -> dict[str, str]:
    """Further facts about the subject."""
    pairs = ((one_line(key), value_text(value)) for key, value in log.header.facts.items())
    return {key.replace("_", " "): value for key, value in pairs if value}


def notes(log: Framed) -> tuple[str, ...]:
    """The notes that every reader needs."""
    interrupted = (INTERRUPTED,) if log.footer.interrupted else ()
    score = log.footer.score
    silent = (SILENT,) if score is not None and not score.answered else ()
    return (*interrupted, *silent, *map(one_line, log.footer.notes))


def duration(seconds: float) -> str:
    """A duration for people."""
    if not math.isfinite(seconds):
        return "an unknown time"
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes = round(seconds / 60)
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"


# --- editions, clauses, shares -----------------------------------------------------------------


def short_edition(key: str) -> str:
    """The title of an edition, without its year."""
    title = EDITIONS[key].title if key in EDITIONS else key
    found = re.match(r"[^\d,(]+", title)
    return found[0].strip() if found else title


def known_clause(id_: str) -> Clause | None:
    """The entry of a clause; None if this library does not know it."""
    try:
        return clause(id_)
    except UnknownClause:
        return None


def title_of(id_: str) -> str:
    """The title of a clause, or nothing."""
    entry = known_clause(id_)
    return entry.title if entry else ""


def share(tally: Tally) -> str:
    """The passed ones, and their total."""
    return f"{tally.passed:,} of {tally.total:,}"


def percent(tally: Tally) -> str:
    """The share that passed, rounded down so that only all of it is 100 %."""
    return f"{int(tally.share * 1000) / 10:g} %"


# --- answers of engines ------------------------------------------------------------------------

#: The beginnings of questions whose answer is a list of clauses.
_VERDICTS: Final = tuple(
    ask.replace("_", " ") for ask, answer in ANSWERS.items() if answer == "clauses"
)


def value_text(value: Json, depth: int = 3) -> str:
    """A JSON value for people; what is nested too deeply is left out."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case []:
            return "nothing"
        case list() | dict() if not depth:
            return "…"
        case [*several]:
            return ", ".join(_inner_text(each, depth) for each in several)
        case dict():
            return ", ".join(
                f"{one_line(key)}: {_inner_text(each, depth)}" for key, each in value.items()
            )
    return one_line(value)


def _inner_text(value: Json, depth: int) -> str:
    return "nothing" if value is None else value_text(value, depth - 1)


def answer_text(value: Json) -> str:
    """An answer of an engine; an empty one is `nothing`."""
    if isinstance(value, bool):
        return "legal" if value else "illegal"
    text = value_text(value) or "nothing"
    return text if len(text) <= MAX_ANSWER_CHARACTERS else f"{text[:MAX_ANSWER_CHARACTERS]}…"


def wrong_answer(question: Json, expected: Json, got: Json) -> tuple[str, str, str]:
    """A question that was answered wrongly, the answer expected and the one given, as text."""
    asked = one_line(question)
    if not isinstance(expected, list) or not isinstance(got, list):
        return asked, answer_text(expected), answer_text(got)
    none = "no objection" if asked.startswith(_VERDICTS) else "nothing"
    return asked, _list_text(expected, got) or none, _list_text(got, expected) or none


def _list_text(items: list[Json], others: list[Json]) -> str:
    """A list as text; of a long one, the items that the other list does not have."""
    if len(items) <= 8:
        return answer_text(items) if items else ""
    there = set(map(value_text, others))
    alone = [item for item in items if value_text(item) not in there]
    only_here = f", of which only here: {answer_text(alone)}" if alone else ""
    whole = f"{len(items)} in all" if len(items) < MAX_ITEMS else f"{MAX_ITEMS} or more"
    return f"{whole}{only_here}"


def failure_text(failure: Mapping[str, Json]) -> str:
    """One line about a wrong answer."""
    parts = wrong_answer(*(failure.get(key) for key in ("question", "expected", "got")))
    question, expected, got = (
        each if len(each) <= MAX_PART_CHARACTERS else f"{each[:MAX_PART_CHARACTERS]}…"
        for each in parts
    )
    return f"{question}: {got}, expected {expected}"


def wrong_answers(result: Result) -> Iterator[tuple[str, str, str]]:
    """The questions of a case that were answered wrongly: question, expected, got."""
    found: Json = result.detail.get("failures")
    for each in found if isinstance(found, list) else ():
        match each:
            case {"question": question, "expected": expected, "got": got}:
                yield wrong_answer(question, expected, got)


#: A request or an answer on a terminal or a page is cut after this many characters.
MAX_EXCHANGE_CHARACTERS: Final = 20_000


def exchanged(result: Result) -> Iterator[tuple[str, str]]:
    """The request of a question that was answered wrongly and the answer, as lines to paste."""
    for title in ("request", "answer"):
        line: Json = result.detail.get(title)
        if isinstance(line, dict):
            yield title, one_line(json.dumps(line, ensure_ascii=False))[:MAX_EXCHANGE_CHARACTERS]


def board_of(result: Result) -> list[str]:
    """The place of a difference in play, for a terminal: position, moment and map."""
    text: Json = result.detail.get("at")
    if not isinstance(text, str):
        return []
    try:
        state = parse_position(text)
    except TikalError:  # a log can hold anything
        return []
    return [one_line(text), moment(state), *map_lines(state, is_whole=False)]


# --- recorded games ----------------------------------------------------------------------------


@frozen
class LoggedRefusal:
    """The move at which a game stopped, as the log has it; nothing in it can be relied on."""

    move: str
    number: str
    #: The line of the file, if the game came from a text record.
    line: str
    violations: tuple[Violation, ...]
    #: The seat that made the move; None in logs without opinions.
    seat: int | None
    nearest: tuple[str, ...]
    #: Repairs of the record, the best first.
    repairs: tuple[str, ...]
    #: The grounds of each violation, in their order; () in logs without opinions.
    grounds: tuple[str, ...]
    #: Moves that would have made this one legal.
    ways: tuple[str, ...]
    #: Other editions and readings that would have allowed it.
    readings: tuple[str, ...]
    position: Mapping[str, Json]
    names: tuple[str, ...]

    def sentence(self, move: str | None = None) -> str:
        """The sentence about the refusal; `move` is how a view writes it, such as in backticks."""
        return refused_move(move or self.move, self.number, self.line)


def refusal_of(result: Result) -> LoggedRefusal | None:
    """The refusal of a game, if it has one."""
    refusal: Json = result.detail.get("refusal")
    match refusal:
        case {"move": str(move), "violations": [*reasons], "position": dict(position)}:
            return LoggedRefusal(
                move=one_line(move),
                number=value_text(refusal.get("number")),
                line=value_text(refusal.get("line")),
                violations=tuple(_violations(reasons)),
                seat=seat_of(refusal.get("opinion")),
                nearest=_texts(refusal.get("nearest")),
                repairs=_fields(refusal.get("repairs"), "text"),
                grounds=grounds_of(refusal.get("opinion")),
                ways=ways_of(refusal.get("opinion")),
                readings=readings_of(refusal.get("opinion")),
                position=position,
                names=_texts(result.detail.get("names")),
            )
    return None


def claims_of(result: Result) -> tuple[str, ...]:
    """The points that a refused game claims wrongly; those of others are its message."""
    return _fields(result.detail.get("claims"), "message") if refusal_of(result) else ()


def _violations(reasons: Iterable[Json]) -> Iterator[Violation]:
    for reason in reasons:
        with suppress(InvalidNotation):
            found = violation_from_json(reason)
            yield Violation(one_line(found.clause), one_line(found.message), found.facts)


def game_line(result: Result) -> str:
    """A game in one line: players, moves, scores, winners."""
    detail = result.detail
    names = _texts(detail.get("names"))
    scores = detail.get("scores")
    winners = detail.get("winners")
    parts = [
        f"{value_text(detail.get('players'))} players" if "players" in detail else "",
        f"{value_text(detail.get('moves'))} moves" if "moves" in detail else "",
        _scores(scores, names) if isinstance(scores, dict) else "",
        f"won by {_winners(winners, names)}" if isinstance(winners, list) and winners else "",
    ]
    return "; ".join(part for part in parts if part)


def _scores(scores: Mapping[str, Json], names: tuple[str, ...]) -> str:
    pairs = ((_name(seat, names), value_text(points)) for seat, points in scores.items())
    return ", ".join(f"{name} {points}" for name, points in pairs)


def _winners(winners: Iterable[Json], names: tuple[str, ...]) -> str:
    return " and ".join(_name(value_text(seat), names) for seat in winners)


def _name(seat: str, names: tuple[str, ...]) -> str:
    if seat.isascii() and seat.isdigit() and 0 < int(seat[:3]) <= len(names):
        return names[int(seat[:3]) - 1]
    return f"seat {one_line(seat)}"


def _texts(values: Json) -> tuple[str, ...]:
    return tuple(map(one_line, values)) if isinstance(values, list) else ()


def _fields(values: Json, key: str) -> tuple[str, ...]:
    """One text of each of several objects, where it has it."""
    objects = (
        [each for each in values if isinstance(each, dict)] if isinstance(values, list) else []
    )
    return tuple(one_line(each[key]) for each in objects if isinstance(each.get(key), str))
