"""The text that the solver gets for one case of a proof, with or without a planted fault."""

from __future__ import annotations

import re
from functools import cache

from tools.proofs.model import SPEC, Fault, Proof, ProofError
from tools.proofs.renaming import primed

_SHOWN = re.compile(r"^#show [a-z_]+/\d\.$", re.MULTILINE)
_PART = re.compile(r"^#program (?!candidates).*$", re.MULTILINE)


@cache
def _sources() -> dict[str, str]:
    """All rules and generators by file name, such as rules/turns.lp."""
    return {
        f"{folder}/{path.name}": path.read_text("utf-8")
        for folder in ("rules", "props")
        for path in sorted((SPEC / folder).glob("*.lp"))
    }


def _sources_with(fault: Fault | None) -> dict[str, str]:
    sources = dict(_sources())
    if fault:
        if sources[fault.file].count(fault.old) != 1:
            raise ProofError(f"cannot plant the fault {fault.title!r}: {fault.file} has changed")
        sources[fault.file] = sources[fault.file].replace(fault.old, fault.new)
    return sources


def program(proof: Proof, case: str, fault: Fault | None) -> str:
    """Everything the solver gets, in one part, without what spec/rules shows."""
    sources = _sources_with(fault)
    rules = [text for name, text in sources.items() if name.startswith("rules/")]
    texts = [_PART.sub("", _SHOWN.sub("", t)) for t in rules if "#program candidates" not in t]
    texts += [sources[f"props/{name}.lp"] for name in proof.files]
    facts = [f'subject("{name}").' for name in proof.questions]
    facts += [f'group("{name}").' for name in proof.groups]
    facts.append("#defined subject/1. #defined group/1. #defined counterexample/1.")
    after = primed(texts, proof.groups, proof.after)
    return "\n".join([*texts, after, *facts, proof.cases[case]])
