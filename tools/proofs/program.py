"""The text that the solver gets for one case of a proof, with or without a planted fault."""

from __future__ import annotations

import re
from functools import cache

from tools.proofs.model import SPEC, Fault, Proof, ProofError
from tools.proofs.renaming import primed

_SHOWN = re.compile(r"^#show [a-z_]+/\d\.$", re.MULTILINE)
_PART = re.compile(r"^#program (?!candidates).*$", re.MULTILINE)


@cache
def sources() -> dict[str, str]:
    """All rules and generators by file name, such as rules/turns.lp."""
    return {
        f"{folder}/{path.name}": path.read_text("utf-8")
        for folder in ("rules", "props")
        for path in sorted((SPEC / folder).glob("*.lp"))
    }


def sources_with(fault: Fault | None) -> dict[str, str]:
    """The same with a planted fault."""
    texts = dict(sources())
    if fault:
        if texts[fault.file].count(fault.old) != 1:
            raise ProofError(f"cannot plant the fault {fault.title!r}: {fault.file} has changed")
        texts[fault.file] = texts[fault.file].replace(fault.old, fault.new)
    return texts


def parts(proof: Proof, fault: Fault | None = None) -> list[str]:
    """The rules and the files of a proof, in one part, without what spec/rules shows."""
    texts = sources_with(fault)
    rules = [text for name, text in texts.items() if name.startswith("rules/")]
    every = [_PART.sub("", _SHOWN.sub("", t)) for t in rules if "#program candidates" not in t]
    return every + [texts[f"props/{name}.lp"] for name in proof.files]


def program(proof: Proof, case: str, fault: Fault | None) -> str:
    """Everything the solver gets."""
    texts = parts(proof, fault)
    facts = [f'subject("{name}").' for name in proof.subjects]
    facts += [f'group("{name}").' for name in proof.groups]
    facts.append("#defined subject/1. #defined group/1. #defined counterexample/1.")
    after = primed(texts, proof.groups, proof.after)
    return "\n".join([*texts, after, *facts, proof.cases[case]])
