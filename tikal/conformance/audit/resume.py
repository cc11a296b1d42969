"""Going on with an audit that was cut short: what its log holds is not audited again.

A result is taken over if the game still has the bytes it was made from, by their SHA-256, so that
the finished report is the one that an audit in one go would make now.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable
from contextlib import closing
from pathlib import Path

from tikal._support.atomic_write import partial_of
from tikal.conformance.audit.auditing import Source, bytes_of, digest_of, name_of
from tikal.conformance.report import PartialLog, Result
from tikal.errors import InvalidArgument


def earlier_log(path: Path) -> PartialLog | None:
    """The file of an interrupted audit: the draft of the log if there is one, or the log.

    None if there is nothing to go on from; `InvalidNotation` if it is not a log.
    """
    for place in (partial_of(path), path):
        if place.is_file():
            log = PartialLog(place)
            if log.header:
                return log
            log.close()
    return None


def is_unchanged(source: Source, log: PartialLog) -> bool:
    """Whether the log has the result of this game, and the game is still the same."""
    result = log.result(name_of(source))
    known = result and result.detail.get("sha256")
    if not known:  # try unreadable files again
        return False
    try:
        return bool(digest_of(bytes_of(source)) == known)
    except InvalidArgument:
        return False


def resume(
    sources: Iterable[Source],
    log: PartialLog,
    unchanged: Collection[Source],
    audit: Callable[[Iterable[Source]], Generator[Result, None, None]],
) -> Generator[Result, None, None]:
    """The results in the order of the games: of unchanged ones from the log, audited for others."""
    known: deque[str | None] = deque()  # next results: the name of a known one, None for an audit

    def missing() -> Generator[Source, None, None]:
        for source in sources:
            known.append(name_of(source) if source in unchanged else None)
            if known[-1] is None:
                yield source

    with closing(audit(missing())) as results:
        for result in results:
            while (name := known.popleft()) is not None:
                yield _taken_over(name, log)
            yield result
    while known:
        yield _taken_over(known.popleft() or "", log)


def _taken_over(name: str, log: PartialLog) -> Result:
    result = log.result(name)
    assert result is not None  # it is unchanged
    return result
