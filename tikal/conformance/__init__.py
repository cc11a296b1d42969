"""Conformance: reports on this library, on recorded games, and on other engines.

- `tikal.conformance.audit`: recorded games, every move of each, in parallel;
- `tikal.conformance.kit`: another engine against the published cases, over a line protocol;
- `tikal.conformance.report`: the event log that both write, what is counted in it, and its views;
- `tikal.conformance.cases`: the published cases, which the kit asks and the report draws.

The audit and the kit write reports; the report knows neither of them. Needs the extra `json`.
"""
