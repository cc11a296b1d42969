"""Slips of an adapter: what is missing from, or has the wrong form in, every answer of a kind.

Such a part says nothing about the rules, so no clause is blamed for it. Each result has the forms
of the parts of its answers, and `slips_among` finds the parts that were never right.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import Final

from attrs import frozen

from tikal.notation.documents.parsing import Json

#: The forms of a part of an answer: right, right but without an entry that could be misspelt, and
#: the three slips, each perhaps with `:` and what is there instead.
SOUND: Final = "sound"
EMPTY: Final = "empty"
MISSING: Final = "missing"
TYPE: Final = "type"
SPELLING: Final = "spelling"
#: A form of a log is cut to this length.
MAX_FORM_CHARACTERS: Final = 80
#: Parts and forms of a log beyond these numbers are left out.
MAX_PARTS: Final = 200
MAX_FORMS: Final = 20
_WANTED: Final[Mapping[str, str]] = {
    "clauses": "a list of clause ids",
    "legal": "true or false",
    "moves": "a list of moves",
    "state": "an object",
    "position": "an object",
    "components": "an object",
    "score": "a whole number",
    "cost": "a whole number or null",
    "phase": "a string",
    "active": "a whole number or null",
    "to_move": "a whole number or null",
    "ap": "a whole number",
    "scoring": "true or false",
    "scores": "an object with a whole number by seat",
    "winners": "a list of seats",
    "tile": "an object",
    "kind": "a string",
    "stones": "a list of six whole numbers",
}


@frozen
class Slip:
    """A part that has the same wrong form in every answer."""

    #: The question and the keys, such as `state/state/winners`.
    part: str
    #: What is wrong: `MISSING`, `TYPE` or `SPELLING`.
    fault: str
    #: What is there instead, if anything.
    instead: str = ""

    def __str__(self) -> str:
        ask, *keys = self.part.split("/")
        key = keys[-1]
        name, where = f"`{key}`", _where(ask, keys)
        if self.fault == MISSING:
            beside = f", which has `{self.instead}`" if self.instead else ""
            return f"{name} is missing from {where}{beside}"
        if self.fault == TYPE:
            wanted = _WANTED.get(key, "a whole number")
            return f"{name} is {self.instead} in {where}, not {wanted}"
        example = f": `{self.instead}`" if self.instead else ""
        return f"{name} is not spelled as in the protocol in {where}{example}"


def _where(ask: str, keys: list[str]) -> str:
    """The answers, or the part of them, that a key belongs to."""
    question, _, part = ask.partition(" ")
    if len(keys) == 1 and not part:
        return f"every answer to `{question}`"
    of_part = f" of {part}" if part else ""
    if keys[-1] == "tile" or "tile" not in keys:
        return f"every `{keys[0]}`{of_part}" if len(keys) > 1 else f"every answer to {ask!r}"
    return f"every tile in `{keys[0]}`{of_part}"


def _is_everywhere(forms: Set[str]) -> bool:
    faults = {form.partition(":")[0] for form in forms}
    if SPELLING in faults:
        return faults <= {SPELLING, EMPTY}
    # the same type each time: an engine that has several has a reason
    return faults == {MISSING} or (faults == {TYPE} and len(forms) == 1)


def slips_among(forms: Mapping[str, Set[str]]) -> tuple[Slip, ...]:
    """The slips that the forms of all answers show, by part."""
    found = [_slip(part, forms[part]) for part in sorted(forms)]
    return tuple(slip for slip in found if slip is not None)


def _slip(part: str, forms: Set[str]) -> Slip | None:
    if not _is_everywhere(forms):
        return None
    fault, _, instead = max(sorted(forms - {EMPTY}), key=len).partition(":")
    return Slip(part, fault, instead)


def add_forms(forms: dict[str, set[str]], value: Json) -> None:
    """Add the forms that a result has in its detail; a log can hold anything."""
    if not isinstance(value, dict):
        return
    for name, some in value.items():
        part = name[:MAX_FORM_CHARACTERS]
        if isinstance(some, list) and "/" in part and (part in forms or len(forms) < MAX_PARTS):
            mine = forms.setdefault(part, set())
            for form in some:
                if isinstance(form, str) and (len(mine) < MAX_FORMS or form == SOUND):
                    mine.add(form[:MAX_FORM_CHARACTERS])


def slips_in(details: Iterable[Mapping[str, Json]]) -> tuple[Slip, ...]:
    """The slips that these details of results show."""
    forms: dict[str, set[str]] = {}
    for detail in details:
        add_forms(forms, detail.get("forms"))
    return slips_among(forms)
