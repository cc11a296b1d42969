"""Auditing recorded games: every move of every game, on any number of processes.

- `finding`: the games in files and folders;
- `auditing`: one game or many, in the order in which they were found;
- `resuming`: going on with an audit that was cut short;
- `executors`: where the work is done: here, on the cores of this machine, on a Dask cluster.
"""

from tikal.conformance.audit.auditing import Source, audit, audit_game
from tikal.conformance.audit.find import find_games

__all__ = ["Source", "audit", "audit_game", "find_games"]
