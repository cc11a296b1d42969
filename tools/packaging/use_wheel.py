"""Uses an installed `tikal` as a program would: `python use_wheel.py` where it is installed.

The tests, a release and the builds on other platforms run it with the Python of an environment
that has nothing but the wheel and what it requires, so it imports nothing from this checkout.
With an argument, `compiled` or `pure`, the engine of `tikal.fast` must be that one.
"""

import pathlib
import sys

import tikal
from tikal import fast
from tikal.law import sources
from tikal.notation import documents


def main(engine: str) -> None:
    """Play, explain and read the specification that the wheel carries."""
    place = pathlib.Path(tikal.__file__)
    assert "site-packages" in tikal.__file__, tikal.__file__
    assert place.with_name("py.typed").exists()
    state = tikal.new_game(players=3)
    assert tikal.path_cost(state, "a2", "b1") == 4
    replay = tikal.play(state, tikal.random_policy, seed=1)
    assert replay.state.phase == "over"
    assert fast.Game(state).rollout(1).length > 100
    assert engine not in ("compiled", "pure") or (engine == "compiled") == fast.COMPILED, engine
    assert tikal.clause("CAMP-03").rulings == ("Q-24", "Q-28")
    assert tikal.clauses()
    assert tikal.ruling("Q-37").clauses
    assert len(sources.predicates("TURN-02")) == 2
    assert sources.formal_rules("TEMPLE-04")
    assert (place.parent / "_spec" / "rules" / "temples.lp").exists()
    assert documents.loads(documents.dumps(state)) == state
    assert documents.schema("position")["title"] == "A position of Tikal"
    [reason, *_] = tikal.check(state, "draw G1")
    assert str(reason) == "SETUP-02: tiles with the letter A come first", reason
    kind = "compiled" if fast.COMPILED else "pure Python"
    print("works", tikal.__version__, f"({kind})", place.parent)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "any")
