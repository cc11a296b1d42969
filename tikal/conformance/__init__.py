"""Conformance: reports on this library, on recorded games, and on other engines.

- `tikal.conformance.audit`: recorded games, every move of each, in parallel;
- `tikal.conformance.kit`: another engine against the published cases, over a line protocol;
- `tikal.conformance.report`: the event log that all of them write, and that all views show.

Needs the extra `json`.
"""
