"""Verdicts explained from the formal specification, with clingo (the extra `formal`).

`proofs(state, move)` gives the tree of rules behind every refusal of a move, or behind its
permission, `changes(state, move)` what a legal move changes, and by which rules. The rules are
those of `spec/rules`, unchanged; the engine has no part in it.

Read in this order: `facts` writes a position in the words of the specification, `terms` and
`program` read the rules, `model` has what holds and evaluates a body, `tree` finds the reasons,
`verdict` asks, `render` prints.
"""

from tikal.errors import missing_extra

try:
    import clingo as _clingo  # noqa: F401 - the modules below need it
except ModuleNotFoundError as error:
    raise missing_extra("formal", error) from error

from tikal.formal.tree import Reason
from tikal.formal.verdict import Proof, changes, proofs

__all__ = ["Proof", "Reason", "changes", "proofs"]
