"""For bots: policies, tree search, numbered moves, observations, PettingZoo, OpenSpiel.

`policies`, `actions`, `observation` and `mcts` need nothing but the library; the environments of
`pettingzoo` and `openspiel` need the extra `bots`.
"""
