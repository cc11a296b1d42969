"""Every invariant and every move: asked of the solver, or out of reach of the move.

The induction has no hole if each rule for `broken` is, for each kind of move, asked in a case of a
proof, or true of every position, or reads nothing that the move writes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache

from attrs import frozen

from tools.proofs.footprints import ANY, GHOST, Rule, moves, reads, specification, writes
from tools.proofs.model import START, Proof
from tools.proofs.reading import PROOFS


@frozen
class Cover:
    """Why an invariant holds after one kind of move."""

    #: The proofs that ask for a counterexample.
    asked: tuple[str, ...] = ()
    #: The proofs that show it of every position, whatever the move.
    always: tuple[str, ...] = ()
    #: The move writes nothing that it reads.
    is_out_of_reach: bool = False

    @property
    def is_open(self) -> bool:
        """Whether nothing shows it."""
        return not (self.asked or self.always or self.is_out_of_reach)


def obligations() -> tuple[Rule, ...]:
    """Every rule for `broken`."""
    return tuple(rule for rule in specification() if rule.group)


def _about(proof: Proof, name: str, rule: Rule) -> bool:
    shows = proof.questions[name].shows or (proof.subject(name),)
    return rule.group in shows or rule.obligation in shows


@cache
def cover(rule: Rule, move: str) -> Cover:
    """Why an invariant holds after a move, or in the first position."""
    asked, always = dict[str, None](), dict[str, None]()
    for proof in PROOFS.values():
        for name, question in proof.questions.items():
            if not _about(proof, name, rule):
                continue
            cases = question.cases or proof.cases
            if question.of_position:
                always[proof.key] = None
            elif any(move in proof.moves_of(case) for case in cases):
                asked[proof.key] = None
    reached = move != START and not _touches(rule, move)
    return Cover((*asked,), (*always,), reached)


def _compares(rule: Rule) -> bool:
    """Whether it is about two positions, as DER-09 is."""
    return any(name == "next" for name, _ in rule.reads)


def _touches(rule: Rule, move: str) -> bool:
    written, read = writes(move), reads(rule)
    return ANY in written | read or bool(written & read)


def holes() -> Iterator[str]:
    """The invariants and moves for which nothing is shown."""
    for rule in obligations():
        for move in (START, *moves()):
            if move == START and _compares(rule):
                continue
            if cover(rule, move).is_open:
                facts = ", ".join(sorted(writes(move) & reads(rule))) if move != START else "init"
                yield f"{rule.obligation}: nothing is shown of `{move}`, which writes {facts}"


# --- as tables ---------------------------------------------------------------------------------


def written() -> str:
    """The table of what each move can write."""
    rows = [
        f"| `{move}` | {', '.join(f'`{f}`' for f in sorted(writes(move) - {GHOST}))} |"
        for move in moves()
    ]
    return "\n".join(["| move | facts that it can add or delete |", "|---|---|", *rows])


def invariants() -> str:
    """The table of invariants and moves, with invariants of the same group and fate in one row."""
    whats: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
    for rule in obligations():
        what = rule.obligation.removeprefix(f"{rule.group} ")
        whats[rule.group, _fate(rule)][what] = None
    several = {group for group, _ in whats if sum(g == group for g, _ in whats) > 1}
    rows = [
        f"| `{group}`{_list(found) if group in several else ''} | {fate} |"
        for (group, fate), found in whats.items()
    ]
    return "\n".join(["| invariant | why it holds after every move |", "|---|---|", *rows])


def _list(whats: Iterable[str]) -> str:
    return " (" + ", ".join(f"`{what}`" for what in whats) + ")"


def _fate(rule: Rule) -> str:
    """One sentence for all moves."""
    by_proof: dict[tuple[str, ...], list[str]] = defaultdict(list)
    untouched = []
    for move in moves():
        found = cover(rule, move)
        if found.always:
            return f"true of every position (`{'`, `'.join(found.always)}`)"
        if found.asked:
            by_proof[found.asked].append(move)
        else:
            untouched.append(move)
    if len(untouched) == len(moves()):
        return f"no move writes {facts}" if (facts := _facts(rule)) else "reads no facts at all"
    parts = [
        f"asked of {_moves(kinds)} (`{'`, `'.join(keys)}`)" for keys, kinds in by_proof.items()
    ]
    if untouched:
        parts.append(f"no other move writes {_facts(rule)}")
    return "; ".join(parts)


def _moves(kinds: list[str]) -> str:
    if len(kinds) == len(moves()):
        return "every move"
    if len(kinds) > len(moves()) // 2:
        others = [f"`{move}`" for move in moves() if move not in kinds]
        return f"every move but {', '.join(others)}"
    return ", ".join(f"`{kind}`" for kind in kinds)


def _facts(rule: Rule) -> str:
    return ", ".join(f"`{fact}`" for fact in sorted(reads(rule)))
