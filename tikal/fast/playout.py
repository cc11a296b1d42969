"""The result of a random game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from attrs import frozen

from tikal._support.evolve import constructor
from tikal.errors import InvalidArgument, WrongType, require_int
from tikal.moves import MOVES, verb_of

#: More threads than any machine of our users has cores; each costs some memory.
MAX_THREADS: Final = 256
#: Games of one call at most; call several times for more.
MAX_GAMES: Final = 10_000_000
#: Games of a batch at most; their arrays take 10 KB each.
MAX_BATCH: Final = 1_000_000


@frozen
class Playout:
    """The end of a random game; `scores, length = playout` takes it apart."""

    #: Points by seat.
    scores: dict[int, int]
    #: The number of moves, draws included.
    length: int
    #: The winning seats; () if the game could not be finished.
    winners: tuple[int, ...]
    #: The number of moves of each class, in the order of `tikal.moves.MOVES`.
    counts: tuple[int, ...]

    def __iter__(self) -> Iterator[dict[int, int] | int]:
        yield self.scores
        yield self.length

    @property
    def moves(self) -> dict[str, int]:
        """The number of moves of each class, by the first word of its notation."""
        return {verb_of(kind): number for kind, number in zip(MOVES, self.counts, strict=True)}


make_playout: Final = constructor(Playout)


def require_seed(seed: object) -> None:
    """Refuse what is not a seed."""
    require_int("a seed", seed)


def seeds_of(n: int, seeds: int | Iterable[int]) -> list[int]:
    """The seeds of n games: those given, or n in a row from the first one."""
    require_int("n", n)
    if not 0 <= n <= MAX_GAMES:
        raise InvalidArgument(f"n is from 0 to {MAX_GAMES:,} games, not {n}")
    if isinstance(seeds, int):
        require_seed(seeds)
        return list(range(seeds, seeds + n))
    is_one_line = not isinstance(seeds, memoryview) or seeds.ndim == 1  # Python iterates no others
    if not isinstance(seeds, Iterable) or type(seeds) in (str, bytes) or not is_one_line:
        raise WrongType(f"seeds are an int or a list of ints, not {type(seeds).__name__}")
    found = []
    for seed in seeds:
        require_seed(seed)
        found.append(seed)
        if len(found) > n:
            break
    if len(found) != n:
        many = f"more than {n}" if len(found) > n else str(len(found))
        raise InvalidArgument(f"{n} games need {n} seeds, not {many}")
    return found


def require_threads(threads: object) -> None:
    """Refuse a number of threads that cannot be."""
    require_int("threads", threads)
    assert isinstance(threads, int)
    if not 1 <= threads <= MAX_THREADS:
        raise InvalidArgument(f"threads are 1 to {MAX_THREADS}, not {threads}")
