"""Random play with mask and observation at every decision: what a learner costs its games.

Each environment chooses among the legal numbers of its own mask. What is not installed or not
compiled is left out, and `NOTES` says so.
"""

from __future__ import annotations

import random
import time
from importlib.util import find_spec
from itertools import count
from typing import Any, Final

from benchmarks.measure import Comparison, Finding, Task
from tikal import fast

TASKS: Final[dict[str, Task]] = {}
COMPARISONS: Final[list[Comparison]] = []
NOTES: Final[list[str]] = []

_GAMES: Final = 1_000
_STEPS: Final = 20
_SINGLE: Final = 400
_NEW_SEEDS: Final = count(1)
SIZES: Final = (1, 10, 100, 1_000, 10_000)
#: The cost of a decision in batches of other sizes is compared with that of this one.
_BASE: Final = 100
PLAYERS: Final = 2
_CHESS: Final = "OpenSpiel chess, mask and view"
_OPEN_SPIEL: Final = "OpenSpiel tikal, mask and view"
_PETTINGZOO: Final = "PettingZoo tikal"
_CHOSEN: Final = "Batch of 1,000, chosen by numpy"


def _rolled(batch: fast.Batch, steps: int) -> Task:
    """Steps by the dice of the batch."""

    def run() -> int:
        for _ in range(steps):
            batch.step(batch.sample())
        return steps * len(batch)

    return run


def _chosen(batch: fast.Batch) -> Task:
    """Steps by numbers that numpy chooses from the masks."""
    import numpy as np

    masks, counts = np.asarray(batch.masks).view(bool), np.asarray(batch.counts)
    rng, flat = np.random.default_rng(1), masks.reshape(-1)

    def run() -> int:
        for _ in range(_STEPS):
            marked = np.flatnonzero(flat)
            first = np.cumsum(counts) - counts
            picked = first + (rng.random(len(batch)) * counts).astype(np.int64)
            batch.step(marked[picked] % batch.actions)
        return _STEPS * len(batch)

    return run


def _pettingzoo() -> Task:
    import numpy as np

    from tikal.bots.pettingzoo import env

    game, rng = env(players=PLAYERS), random.Random(1)
    game.reset(seed=next(_NEW_SEEDS))

    def run() -> int:
        for _ in range(_SINGLE):
            seen, _, over, _, _ = game.last()
            if over:
                game.reset(seed=next(_NEW_SEEDS))
                continue
            marked = np.flatnonzero(seen["action_mask"])
            game.step(int(marked[int(rng.random() * len(marked))]))
        return _SINGLE

    return run


def _open_spiel(name: str) -> Task:
    """Decisions with the mask and the observation of OpenSpiel, which its observer writes."""
    import pyspiel
    from open_spiel.python.observation import make_observation

    if name.startswith("python_tikal"):
        import tikal.bots.openspiel  # noqa: F401 - registers the game
    game, rng = pyspiel.load_game(name), random.Random(1)
    view, held = make_observation(game), [game.new_initial_state()]

    def run() -> int:
        number, state = 0, held[0]
        while number < _SINGLE:
            if state.is_terminal():
                state = game.new_initial_state()
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, odds)[0])
                continue
            state.legal_actions_mask()
            view.set_from(state, state.current_player())
            state.apply_action(rng.choice(state.legal_actions()))
            number += 1
        held[0] = state
        return number

    return run


def _pgx(name: str) -> Task:
    """Decisions of many games in JAX, compiled by XLA; a game that ends is followed by another."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def decide(state: Any, key: Any) -> tuple[Any, Any]:  # noqa: ANN401 - JAX has no types
        picking, chance = jax.random.split(key)
        odds = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        chosen = jax.random.categorical(picking, odds)
        after = step(state, chosen, jax.random.split(chance, _GAMES))
        return after, after.observation.sum()  # so that no view is left out

    some = jax.jit(lambda state, key: jax.lax.scan(decide, state, jax.random.split(key, _STEPS)))
    first = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(1), _GAMES))
    held = [some(first, jax.random.key(2))[0]]  # compiled here, outside the measurement

    def run() -> int:
        held[0], seen = some(held[0], jax.random.key(next(_NEW_SEEDS)))
        seen.block_until_ready()
        return _STEPS * _GAMES

    return run


def _rows() -> None:
    if not fast.COMPILED:
        NOTES.append("tikal.fast is not compiled here: the lines of batches are left out")
        return
    for n in SIZES:
        TASKS[f"Batch of {n:,}"] = _rolled(fast.Batch(n, PLAYERS), max(2, 20_000 // n))
    TASKS[_CHOSEN] = _chosen(fast.Batch(_GAMES, PLAYERS))


def _peers() -> None:
    if find_spec("pettingzoo"):
        TASKS[_PETTINGZOO] = _pettingzoo()
    else:
        NOTES.append("PettingZoo is not installed: its lines are left out")
    if find_spec("pyspiel"):
        TASKS[_CHESS] = _open_spiel("chess")
        TASKS["OpenSpiel backgammon, mask and view"] = _open_spiel("backgammon")
        TASKS["OpenSpiel go 9x9, mask and view"] = _open_spiel("go(board_size=9)")
        TASKS[_OPEN_SPIEL] = _open_spiel(f"python_tikal(players={PLAYERS})")
    else:
        NOTES.append("OpenSpiel is not installed: its lines of mask and view are left out")
    if find_spec("pgx"):
        TASKS["pgx backgammon, 1,000 games, mask and view"] = _pgx("backgammon")
    else:
        NOTES.append("pgx is not installed: its line is left out")


def _compare(name: str, task: str, peer: str, target: float, aim: float | None = None) -> None:
    if task in TASKS and peer in TASKS:
        COMPARISONS.append(Comparison(name, task, peer, target, aim))


_rows()
_peers()
_compare("Batch: a decision, mask and view", "Batch of 1,000", _CHESS, 0.1, 0.033)
_compare("- chosen by numpy from the masks", _CHOSEN, _CHESS, 0.1, 0.033)
_compare("- against one game in PettingZoo", "Batch of 1,000", _PETTINGZOO, 0.2)
for _n in SIZES:
    if _n != _BASE:
        _compare(f"- {_n:,} games at once", f"Batch of {_n:,}", f"Batch of {_BASE}", 2)
_compare("PettingZoo: a decision, mask and view", _PETTINGZOO, _CHESS, 1)
_compare("OpenSpiel tikal: the same", _OPEN_SPIEL, _CHESS, 1.2)


def thread_findings(rounds: int) -> list[Finding]:
    """Two threads against one, by the clock on the wall and the best of all rounds.

    Only where both cores are free for a moment does it say what two threads can do.
    """
    if not fast.COMPILED:
        return []

    def seconds(batch: fast.Batch) -> float:
        started = time.perf_counter()
        for _ in range(20):
            batch.step(batch.sample())
        return time.perf_counter() - started

    one, two = (fast.Batch(_GAMES, PLAYERS, threads=threads) for threads in (1, 2))
    best = {batch: min(seconds(batch) for _ in range(10 * rounds)) for batch in (one, two)}
    ratio = best[two] / best[one]
    return [Finding("Batch: two threads (wall, best)", ratio, "x", "one", None, None)]
