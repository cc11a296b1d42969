"""Learns the weights of questions: `python -m tools.generate.asking_weights`.

Every way of asking in every language is an example of its entry and its answer. A linear model in
two steps learns them with numpy, in a minute or two, and `tikal/asking/weights.bin` takes its
weights as bytes. Which examples are left out changes with every pass, and so do the features that
are hidden, lest single words weigh too much.
"""

from __future__ import annotations

import inspect
import json
import zlib
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from attrs import frozen

from tikal.asking import features as naming
from tikal.asking.canon import Mark, mark_of
from tikal.asking.corpus import phrasings
from tikal.asking.directions import is_open
from tikal.asking.features import BUCKETS, features_of, numbered
from tikal.asking.learned import FILE, Label
from tikal.asking.lexicon import languages
from tikal.asking.search import index
from tikal.asking.stored import sources
from tikal.law.registry import clauses, rulings

PATH: Final = Path(__file__).parents[2] / "tikal" / "asking" / FILE
#: The dimensions between features and labels.
RANK: Final = 64
EPOCHS: Final = 24
BATCH: Final = 256
RATE: Final = 0.01
#: The shares of features, and of dimensions, that are hidden at a time.
HIDDEN: Final = 0.5
HIDDEN_DIMENSIONS: Final = 0.2
DECAY: Final = 1e-6
#: The weights of a title and of a statement as examples.
TITLE: Final = 0.6
TEXT: Final = 0.3
_BYTE: Final = 127
#: The weights of features have fewer values, which compress better.
_LEVELS: Final = 31
#: The files by which a way of asking is read.
READ_BY: Final = ("synonyms.toml", "directions.toml", "language.toml", "concepts.toml")

Array: TypeAlias = np.ndarray[Any, np.dtype[np.float32]]
#: The numbers of the features of an example, and their values.
Row: TypeAlias = tuple[np.ndarray[Any, np.dtype[np.int64]], Array]


@frozen
class Example:
    """A text and what it asks about."""

    text: str
    language: str
    id: str
    mark: Mark
    weight: float = 1.0


def examples() -> Iterator[Example]:
    """All ways of asking, and what the entries say of themselves."""
    for language in languages():
        for id_, every in phrasings(language).items():
            for each in every:
                yield Example(each.text, language, id_, each.mark)
        for clause in clauses():
            spoken = clause.in_language(language)
            yield Example(spoken.title, language, clause.id, "", TITLE)
            yield Example(spoken.statement, language, clause.id, "", TEXT)
        for ruling in rulings():
            stated = ruling.in_language(language)
            yield Example(stated.question, language, ruling.id, mark_of(ruling.id))
            yield Example(stated.answer, language, ruling.id, "", TEXT)


def digest_of(every: Iterable[Example]) -> str:
    """The SHA-256 of the ways of asking and of the words by which they are read."""
    found = sha256(inspect.getsource(naming).encode())
    for name, text in sources():
        if name.rpartition("/")[2] in READ_BY:
            found.update(f"{name} {len(text)}\n".encode() + text)
    for each in every:
        if each.weight == 1:
            found.update(repr(each).encode())
    return found.hexdigest()


def row_of(example: Example) -> Row:
    """The features of an example by number."""
    reading = index(example.language).read(example.text)
    found = numbered(features_of(example.text, reading, example.language))
    return np.array([*found]), np.array([*found.values()], np.float32)


class Model:
    """A linear model in two steps, with the moments of its gradients."""

    def __init__(self, labels: int) -> None:
        self.dice = np.random.default_rng(0)
        self.parts = [
            self.dice.normal(0, 1 / np.sqrt(RANK), shape).astype(np.float32)
            for shape in ((BUCKETS, RANK), (RANK, labels))
        ] + [np.zeros(labels, np.float32)]
        self.first = [np.zeros_like(part) for part in self.parts]
        self.second = [np.zeros_like(part) for part in self.parts]
        self.steps = 0

    def learn(self, rows: list[Row], targets: list[list[int]], weights: Array) -> None:
        """Learn in several passes, with smaller steps each time."""
        for epoch in range(EPOCHS):
            order = self.dice.permutation(len(rows))
            rate = RATE * max(0.02, 1 - epoch / EPOCHS)
            for start in range(0, len(order), BATCH):
                taken = order[start : start + BATCH]
                self._step(
                    dense([self._seen(rows[at]) for at in taken]),
                    [targets[at] for at in taken],
                    weights[taken],
                    rate,
                )

    def _seen(self, row: Row) -> Row:
        """The features of an example that are not hidden this time."""
        numbers, values = row
        seen = self.dice.random(len(numbers)) > HIDDEN
        return numbers[seen], values[seen] / np.float32(np.sqrt(1 - HIDDEN))

    def _step(self, given: Array, targets: list[list[int]], weights: Array, rate: float) -> None:
        rows, columns, bias = self.parts
        used = np.flatnonzero(given.any(0))
        given = given[:, used]
        shown = (self.dice.random((len(given), RANK), np.float32) > HIDDEN_DIMENSIONS).astype(
            np.float32
        ) / (1 - HIDDEN_DIMENSIONS)
        hidden = (given @ rows[used]) * shown
        error = softmax(hidden @ columns + bias)
        for at, wanted in enumerate(targets):  # where several would do, each as likely as it is
            error[at, wanted] -= error[at, wanted] / error[at, wanted].sum()
        error *= (weights / len(given))[:, None]
        back = (error @ columns.T) * shown
        of_rows = DECAY * rows
        of_rows[used] += given.T @ back
        gradients = [
            of_rows,
            hidden.T @ error + DECAY * columns,
            error.sum(0),
        ]
        self.steps += 1
        for part, first, second, gradient in zip(
            self.parts, self.first, self.second, gradients, strict=True
        ):
            first += 0.1 * (gradient - first)
            second += 0.01 * (gradient * gradient - second)
            mean = first / (1 - 0.9**self.steps)
            spread = np.sqrt(second / (1 - 0.99**self.steps))
            part -= rate * mean / (spread + 1e-7)

    def to_bytes(self, labels: list[Label], sources: str) -> bytes:
        """The content of the file."""
        rows, columns, bias = self.parts
        of_rows, of_columns = np.abs(rows).max(0) / _LEVELS, np.abs(columns).max(1) / _BYTE
        header = {
            "sources": sources,
            "rank": RANK,
            "labels": labels,
            "bias": [round(float(each), 3) for each in bias],
            "scales": [float(f"{each:.6g}") for each in of_rows * of_columns],
        }
        body = np.rint(rows / of_rows).astype(np.int8).tobytes()
        body += np.rint(columns.T / of_columns).astype(np.int8).tobytes()
        head = json.dumps(header, separators=(",", ":")).encode()
        return head + b"\n" + zlib.compress(body, 9)


def dense(rows: list[Row]) -> Array:
    """Some examples with all features."""
    found = np.zeros((len(rows), BUCKETS), np.float32)
    for at, (numbers, values) in enumerate(rows):
        found[at, numbers] = values
    return found


def softmax(scores: Array) -> Array:
    """How likely each label is, by its score."""
    shares = np.exp(scores - scores.max(1, keepdims=True))
    found: Array = shares / shares.sum(1, keepdims=True)
    return found


def learned(every: list[Example]) -> bytes:
    """The content of the file, learned from some examples."""
    labels = sorted({(each.id, each.mark) for each in every})
    number = {label: at for at, label in enumerate(labels)}
    targets = [
        [number[each.id, each.mark]]
        if each.mark or is_open(each.text, each.language)
        else [at for at, (id_, _) in enumerate(labels) if id_ == each.id]
        for each in every
    ]
    weights = np.array([each.weight for each in every], np.float32)
    model = Model(len(labels))
    model.learn([row_of(each) for each in every], targets, weights)
    return model.to_bytes(labels, digest_of(every))


def main() -> None:
    """Learn from all examples and write the file."""
    PATH.write_bytes(learned(list(examples())))


if __name__ == "__main__":
    main()
