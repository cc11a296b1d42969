"""Deliberately faulty engines: what the kit must find, and name by its clause.

`python -m tikal.conformance.kit.faulty NAME` serves one over the protocol, `--list` lists them all.
Most are wrong about the rules, in ways that people and public programs have been, or about a single
condition of a rule (`conditions`); some do not keep to the protocol.
"""

from __future__ import annotations

from tikal.conformance.kit.faulty import actions, order, scoring, walking  # noqa: F401 - they register
from tikal.conformance.kit.faulty.base import FAULTS, Faulty
from tikal.conformance.kit.faulty.conditions import CONDITIONS
from tikal.conformance.kit.faulty.protocol import MISBEHAVIOURS

__all__ = ["CONDITIONS", "FAULTS", "MISBEHAVIOURS", "Faulty"]
