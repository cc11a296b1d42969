"""Deliberately faulty engines: what the kit must find, and name by its clause.

`python -m tests.engines NAME` serves one over the protocol, `--list` lists them all.
Most are wrong about the rules, in ways that people and public programs have been, or about a single
condition of a rule (`conditions`); some do not keep to the protocol, and `strangers` know little.
"""

from __future__ import annotations

from tests.engines import actions, order, scoring, unread, walking  # noqa: F401 - they register
from tests.engines.base import FAULTS, Faulty
from tests.engines.conditions import CONDITIONS
from tests.engines.heldout import HELDOUT
from tests.engines.protocol import MISBEHAVIOURS
from tests.engines.strangers import STRANGERS
from tests.engines.unseen import UNSEEN

__all__ = ["CONDITIONS", "FAULTS", "HELDOUT", "MISBEHAVIOURS", "STRANGERS", "UNSEEN", "Faulty"]
