"""The permission beside a refusal: the same situation with one thing changed, so that a move goes.

Either the move differs in one word (another cell, another seat), or the very same move is legal at
another moment of the same game. `tests/conformance/test_permissions.py` demands one for every key.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import tikal
from tikal.conformance.cases import Case, Question
from tikal.engine import Replay
from tikal.moves import Move


def words_changed(one: str, other: str) -> int | None:
    """In how many words two moves of a kind differ; None if they are of different kinds."""
    words, others = one.replace("-", " ").split(), other.replace("-", " ").split()
    if words[0] != others[0] or len(words) != len(others):
        return None
    return sum(word != there for word, there in zip(words, others, strict=True))


def is_beside(refused: str, allowed: str) -> bool:
    """Whether two moves are the same but for one word at most."""
    changed = words_changed(refused, allowed)
    return changed is not None and changed <= 1


def one_word_changed(legal: Iterable[Move], move: Move) -> Move | None:
    """A legal move that differs in a single word."""
    return next((each for each in legal if words_changed(str(move), str(each)) == 1), None)


def other_moment(game: Replay, number: int, move: Move, most: int) -> int | None:
    """After how many moves of the game the move is legal: the nearest such number, if any is."""
    for distance in range(1, most + 1):
        for there in (number + distance, number - distance):
            if 0 < there <= len(game.steps) and tikal.is_legal(game.steps[there - 1].state, move):
                return there
    return None


# --- what the published cases permit -----------------------------------------------------------


def permitted_keys(every: Iterable[Case]) -> set[str]:
    """The keys of all refusals that have a permission beside them.

    It is in the same case, in the twin of a witness, or in the case `…/permitted` of a near miss.
    """
    by_id = {case.id: case for case in every}
    found: set[str] = set()
    for id_, case in by_id.items():
        beside = _moves_allowed(case)
        for other in (f"{id_.removesuffix('/witness')}/twin", f"{id_}/permitted"):
            beside |= _moves_allowed(by_id[other]) if other in by_id else set()
        for number, question in _verdicts(case):
            if question.expect and any(is_beside(question.about["move"], m) for m in beside):
                found |= set(refusal_keys(case, number))
    return found


def _verdicts(case: Case) -> Iterator[tuple[int, Question]]:
    return ((n, each) for n, each in enumerate(case.questions) if each.ask == "check")


def _moves_allowed(case: Case) -> set[str]:
    return {question.about["move"] for _, question in _verdicts(case) if not question.expect}


def refusal_keys(case: Case, number: int) -> tuple[str, ...]:
    """The keys of the refusal that a question expects."""
    about = case.questions[number].about
    move, seat = tikal.parse_move(about["move"]), about.get("seat")
    return tuple(found.key for found in tikal.check(case.state_at(number), move, seat))
