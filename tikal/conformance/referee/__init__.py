"""The published cases are put to another engine, and its answers are judged.

- `session`: an engine as a process that is asked case by case, or as an object in this one;
- `judge`, `disputes`: what an answer is worth, and which clauses a wrong one is about;
- `fit`: which edition and readings fit its answers.
"""

from tikal.conformance.referee.session import Session, run_here

__all__ = ["Session", "run_here"]
