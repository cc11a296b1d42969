"""The proofs, read from descriptions/*.toml and checked.

A file has the fields of `Proof` but its key, which is the name of the file, and two that save
repetition: `given` is assumed in every question, before what the question assumes itself; `always`
is program text for every case. Line breaks in prose are only for the reader of the file.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import cattrs
from attrs import evolve, frozen

from tools.proofs.model import SPEC, Proof, ProofError

FOLDER = Path(__file__).with_name("descriptions")

#: The proofs in the order of the report.
ORDER = (
    "base",
    "placing",
    "region",
    "foreclosing",
    "steps",
    "tallies",
    "length",
    "stuck",
    "stock",
    "draws",
    "volcanoes",
)


@frozen
class _Description(Proof):
    """One file as it is written, with the two fields that save repetition."""

    given: tuple[str, ...] = ()
    always: str = ""

    def proof(self) -> Proof:
        """The proof with everything in its place."""
        return evolve(
            self,
            asked=_one_line(self.asked),
            missing=_one_line(self.missing),
            cases={name: f"{text}\n{self.always}" for name, text in self.cases.items()},
            questions={
                name: evolve(question, given=(*self.given, *question.given))
                for name, question in self.questions.items()
            },
        )


def _one_line(prose: str) -> str:
    return " ".join(prose.split())


def _string(value: object, _: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"text is needed, not {value!r}")
    return value


def _strings(value: object, _: object) -> tuple[str, ...]:
    """Accept only a list: cattrs would take text as the list of its letters."""
    if not isinstance(value, list):
        raise TypeError(f"a list is needed, not {value!r}")
    return tuple(_string(word, None) for word in value)


def _converter() -> cattrs.Converter:
    converter = cattrs.Converter(forbid_extra_keys=True)
    converter.register_structure_hook(str, _string)
    converter.register_structure_hook_func(lambda kind: kind == tuple[str, ...], _strings)
    return converter


def _problems(proof: Proof) -> Iterator[str]:
    """Names in a proof that refer to nothing."""
    cases = [("quick_cases", case) for case in proof.quick_cases]
    cases += [(f"question {n!r}", case) for n, q in proof.questions.items() for case in q.cases]
    cases += [(f"fault {fault.title!r}", fault.case) for fault in proof.faults]
    for where, case in cases:
        if case not in proof.cases:
            yield f"{where}: there is no case {case!r}"
    for fault in proof.faults:
        if fault.question not in proof.questions:
            yield f"fault {fault.title!r}: there is no question {fault.question!r}"
    for file in (*(f"props/{name}.lp" for name in proof.files), *(f.file for f in proof.faults)):
        if not (SPEC / file).is_file():
            yield f"there is no file spec/{file}"


def proof_from(key: str, text: str) -> Proof:
    """The proof that a text describes; `ProofError` names everything that is wrong with it."""
    try:
        fields = {**tomllib.loads(text), "key": key}
        proof = _converter().structure(fields, _Description).proof()
    except cattrs.BaseValidationError as error:
        raise ProofError(f"{key}.toml: {'; '.join(cattrs.transform_error(error))}") from None
    if problems := list(_problems(proof)):
        raise ProofError(f"{key}.toml: {'; '.join(problems)}")
    return proof


def _all() -> dict[str, Proof]:
    if (there := {path.stem for path in FOLDER.glob("*.toml")}) != {*ORDER}:
        raise ProofError(f"ORDER and {FOLDER.name} differ in {', '.join(there ^ {*ORDER})}")
    return {key: proof_from(key, (FOLDER / f"{key}.toml").read_text("utf-8")) for key in ORDER}


#: All proofs by key, in the order of the report.
PROOFS: dict[str, Proof] = _all()
