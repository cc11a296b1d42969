"""What a question is about, and whether it is answered with yes or no, by learned weights.

The weights are those of a linear model: a row for each feature, a column for each entry with an
answer, and between them a few dimensions that all share. `tools/generate/asking_weights.py` has
learned them from the ways of asking in all languages; they are bytes in `weights.bin`, so that a
question has the same answers everywhere.
"""

from __future__ import annotations

import json
import pkgutil
import zlib
from collections.abc import Mapping
from functools import cache
from math import exp
from typing import Final, TypeAlias

from attrs import frozen

from tikal.asking.canon import Mark
from tikal.asking.features import features_of, numbered
from tikal.asking.search import ParsedQuestion

#: The file of the weights: a line with the labels and scales as JSON, then compressed bytes.
FILE: Final = "weights.bin"
#: An entry with the answer that is given to it.
Label: TypeAlias = tuple[str, Mark]


@frozen
class Weights:
    """A linear model in two steps."""

    #: The digest of what it was learned from.
    sources: str
    labels: tuple[Label, ...]
    #: The weight of each label that no feature changes.
    bias: tuple[float, ...]
    #: For each feature, its place in each dimension, as signed bytes; the scale is in `columns`.
    rows: memoryview
    #: For each label, what each dimension says for it.
    columns: tuple[tuple[float, ...], ...]

    def likelihoods(self, features: Mapping[int, float]) -> dict[Label, float]:
        """How likely each label is; in all one."""
        rank = len(self.columns[0])
        hidden = [0.0] * rank
        for number, value in features.items():
            row = self.rows[number * rank : (number + 1) * rank]
            hidden = [total + value * each for total, each in zip(hidden, row, strict=True)]
        scores = [
            bias + sum(map(float.__mul__, hidden, column))
            for bias, column in zip(self.bias, self.columns, strict=True)
        ]
        most = max(scores)
        shares = [exp(score - most) for score in scores]
        whole = sum(shares)
        return dict(zip(self.labels, (share / whole for share in shares), strict=True))


@cache
def weights() -> Weights:
    """The learned weights."""
    data = pkgutil.get_data("tikal.asking", FILE) or b""
    head, body = data.split(b"\n", 1)
    header = json.loads(head)
    taken = memoryview(zlib.decompress(body)).cast("b")
    rank, labels = header["rank"], [(id_, mark) for id_, mark in header["labels"]]
    at = len(taken) - rank * len(labels)
    return Weights(
        header["sources"],
        tuple(labels),
        tuple(header["bias"]),
        taken[:at],
        tuple(
            tuple(
                value * scale
                for value, scale in zip(taken[start : start + rank], header["scales"], strict=True)
            )
            for start in range(at, len(taken), rank)
        ),
    )


def likelihoods(question: str, reading: ParsedQuestion, language: str) -> dict[Label, float]:
    """How likely each entry and answer is what a question asks for."""
    return weights().likelihoods(numbered(features_of(question, reading, language)))


def of_entries(likely: Mapping[Label, float]) -> dict[str, float]:
    """How likely each entry is, whatever its answer."""
    found: dict[str, float] = {}
    for (id_, _), share in likely.items():
        found[id_] = found.get(id_, 0.0) + share
    return found
