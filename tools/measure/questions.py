"""Measures the answers to questions: `python -m tools.measure.questions [FILE ...]`.

A file has questions as in `tests/asking/questions`: `text`, `lang`, perhaps `edition`, `ids`, one
of which belongs among the first three answers, none for a question about something else, and
perhaps `verdict`, the yes or no that is right.

With `--held-back` the ways of asking in `asked.toml` are measured instead: a part of them at a
time is taken out of the index of their language and asked. This estimates the answers to
unforeseen questions without writing new ones.
"""

from __future__ import annotations

import argparse
import time
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from attrs import frozen

import tikal
from tikal.asking.corpus import asked_in
from tikal.asking.lexicon import languages
from tikal.asking.search import Index

FOLDER: Final = Path(__file__).parents[2] / "tests" / "asking" / "questions"


@frozen
class Question:
    """A question and the answers that count."""

    text: str
    lang: str
    ids: tuple[str, ...] = ()
    edition: str | None = None
    #: The yes or no that is right; empty if it is not asked for.
    verdict: str = ""


@frozen
class Result:
    """The answers to a question."""

    question: Question
    answers: tuple[str, ...]
    seconds: float
    #: The word that the first answer began with; `fact` if with none.
    verdict: str = "fact"

    @property
    def is_wrong(self) -> bool:
        """Whether it began with a yes or no that is not right; `depends` is neither."""
        return self.verdict not in ("fact", "depends", self.question.verdict)

    def is_answered(self, within: int) -> bool:
        """Whether one of the first answers counts; if there is nothing to answer, none came."""
        if not self.question.ids:
            return not self.answers
        return any(id_ in self.question.ids for id_ in self.answers[:within])


def questions(paths: Iterable[Path] = ()) -> list[Question]:
    """The questions of some files, or all that the project has."""
    found: list[Question] = []
    for path in list(paths) or sorted(FOLDER.glob("*.toml")):
        found += [
            Question(
                entry["text"],
                entry["lang"],
                tuple(entry["ids"]),
                entry.get("edition"),
                entry.get("verdict", ""),
            )
            for entry in tomllib.loads(path.read_text("utf-8"))["q"]
        ]
    return found


def answered(asked: Iterable[Question], *, given_language: bool = False) -> list[Result]:
    """The answer to each question; its language is given only on request."""
    results = []
    for question in asked:
        start = time.perf_counter()
        answers = tikal.ask(
            question.text, question.edition, question.lang if given_language else None
        )
        seconds = time.perf_counter() - start
        verdict = answers[0].verdict if answers else "fact"
        results.append(Result(question, tuple(answer.id for answer in answers), seconds, verdict))
    return results


def linked_to(id_: str) -> tuple[str, ...]:
    """An entry and those it refers to, which answer what is asked about it as well."""
    for clause in tikal.clauses():
        if clause.id == id_:
            return (id_, *clause.rulings)
    for ruling in tikal.rulings():
        if ruling.id == id_:
            return (id_, *ruling.clauses)
    return (id_,)


def held_back(language: str, parts: int = 5, only: int | None = None) -> list[Result]:
    """The answers to the phrasings of a language, each asked of an index without it."""
    every = [(id_, text) for id_, texts in asked_in(language).items() for text in texts]
    results = []
    for part in range(parts) if only is None else [only]:
        rest: dict[str, list[str]] = {}
        for number, (id_, text) in enumerate(every):
            if number % parts != part:
                rest.setdefault(id_, []).append(text)
        searched = Index(language, rest)
        for id_, text in every[part::parts]:
            start = time.perf_counter()
            found = searched.search(searched.read(text))[:3]
            seconds = time.perf_counter() - start
            asked = Question(text, language, linked_to(id_))
            results.append(Result(asked, tuple(each.id for each in found), seconds))
    return results


def share(results: Sequence[Result], within: int) -> float:
    """The part of the questions that are answered well enough."""
    return sum(result.is_answered(within) for result in results) / max(1, len(results))


def right_words(results: Sequence[Result]) -> float:
    """The part of the questions for yes or no whose answer begins with the right word."""
    decided = [result for result in results if result.question.verdict]
    right = sum(result.verdict == result.question.verdict for result in decided)
    return right / max(1, len(decided))


def _print_shares(name: str, results: Sequence[Result]) -> None:
    if results:
        print(
            f"{name:<22}{len(results):>4}  first {share(results, 1):6.1%}  "
            f"first three {share(results, 3):6.1%}"
        )


def main() -> None:
    """Print how many questions are answered, by language, and those that are not."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--second", action="store_true", help="show questions not answered first")
    parser.add_argument("--held-back", action="store_true", help="ask what is in asked.toml")
    arguments = parser.parse_args()
    for language in languages():
        tikal.ask("?", language=language)  # the index is made once
    if arguments.held_back:
        results = [result for language in languages() for result in held_back(language)]
    else:
        results = answered(questions(arguments.files))
    on_topic = [result for result in results if result.question.ids]
    _print_shares("all", on_topic)
    _print_shares("even half", on_topic[::2])
    _print_shares("odd half", on_topic[1::2])
    for language in languages():
        _print_shares(language, [r for r in on_topic if r.question.lang == language])
    _print_shares("about something else", [r for r in results if not r.question.ids])
    for language in languages():
        asked = [r for r in results if r.question.lang == language and r.question.verdict]
        if asked:
            wrong = sum(result.is_wrong for result in asked)
            words = f"right {right_words(asked):6.1%}  wrong {wrong}"
            print(f"yes or no {language:<12}{len(asked):>4}  {words}")
    slowest = max(results, key=lambda result: result.seconds)
    print(f"slowest {slowest.seconds * 1000:.1f} ms: {slowest.question.text[:60]}")
    for number, result in enumerate(on_topic):
        if not result.is_answered(1 if arguments.second else 3):
            half = "odd" if number % 2 else "even"
            wanted, got = " ".join(result.question.ids), " ".join(result.answers)
            print(f"[{half}] {result.question.text}\n      wanted {wanted}; got {got or 'nothing'}")
    for result in results:
        if not result.question.ids and result.answers:
            print(f"about something else: {result.question.text} -> {' '.join(result.answers)}")


if __name__ == "__main__":
    main()
