"""For bots: numbered moves, observations, PettingZoo, OpenSpiel, and a tree search.

`actions`, `observation` and `mcts` need nothing but the library; the environments of `pettingzoo`
and `openspiel` need the extra `bots`.
"""
