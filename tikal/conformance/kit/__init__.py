"""The conformance kit: another engine is asked the published cases, and its answers are judged.

- `session`: the engine as a process that is asked case by case, or as an object in this one;
- `engine`: what an engine says of itself; `child`: talking to its process;
- `process`, `minder`: that process, which ends with the kit, and with all that it has started;
- `playing`, `settings`, `directing`, `candidates`: games with it; `companion`: if it draws itself;
- `shrinking`, `situations`, `keeping`: what they find, made short and kept;
- `fitting`: which edition and readings fit its answers;
- `judging`, `disputes`: what an answer is worth, and which clauses a wrong one is about;
- `adapter`: this library behind the protocol, the reference for other adapters.

Engines with deliberate faults, which the kit must find, are in `tests/engines` of a checkout.
"""

from tikal.conformance.kit.session import Session, run_here

__all__ = ["Session", "run_here"]
