"""Conformance: reports on this library, on recorded games, and on other engines.

- `cases`: the published cases;
- `adapter`: this library behind the protocol; `compiled_adapter`: the engine in C behind it;
- `protocol`: talk to another engine; `referee`: ask it the cases and judge its answers;
- `fuzzing`: find differences by playing games with it;
- `audit`: recorded games, every move of each, in parallel;
- `report`: the event log that audits and referees write, what is counted in it, and its views.

The report knows neither of them.
"""
