"""The work of the peers: python-chess, catanatron, and networkx itself."""

from __future__ import annotations

import random
from itertools import count, islice
from typing import Final

import chess
import networkx as nx
from catanatron import Color, Game, RandomPlayer

from benchmarks.corpus import LATE
from benchmarks.measure import Task
from tikal.grid import CELLS

OPENING_PLIES: Final = 60


def _random_chess(seed: int, most: int | None) -> list[chess.Move]:
    board, rng = chess.Board(), random.Random(seed)
    played: list[chess.Move] = []
    while not board.is_game_over() and (most is None or len(played) < most):
        played.append(rng.choice(list(board.legal_moves)))
        board.push(played[-1])
    return played


def _positions(games: list[list[chess.Move]]) -> list[tuple[chess.Board, chess.Move]]:
    found = []
    for played in games:
        board = chess.Board()
        for move in played:
            found.append((board.copy(stack=False), move))
            board.push(move)
    return found


_OPENINGS: Final = [_random_chess(seed, OPENING_PLIES) for seed in (1, 2, 3)]
_WHOLE: Final = [_random_chess(seed, None) for seed in (1, 2)]
_POSITIONS: Final = _positions(_OPENINGS)
#: The positions of whole games.
BOARDS: Final = [board for board, _ in _positions(_WHOLE)]


def _plies(games: list[list[chess.Move]]) -> int:
    for played in games:
        board = chess.Board()
        for move in played:
            list(board.legal_moves)
            board.push(move)
    return sum(map(len, games))


def _lists() -> int:
    for board, _ in _POSITIONS:
        list(board.legal_moves)
    return len(_POSITIONS)


def _copies() -> int:
    for board, move in _POSITIONS:
        board.copy(stack=False).push(move)
    return len(_POSITIONS)


# Its games vary more in length than those of Tikal, so a sample needs several, each played once.
_CATAN_GAMES: Final = 8
_NEW_SEEDS: Final = count()


def _catan() -> int:
    colours = (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)
    for seed in islice(_NEW_SEEDS, _CATAN_GAMES):
        random.seed(seed)  # its players draw from the shared generator
        Game([RandomPlayer(colour) for colour in colours], seed=seed).play()
    return _CATAN_GAMES


def _walking_graph() -> nx.Graph[str]:
    """The stones of a full board, as a graph that is built once."""
    graph: nx.Graph[str] = nx.Graph()
    for cell, steps in enumerate(LATE.ground.board.steps):
        graph.add_weighted_edges_from((CELLS[cell], CELLS[b], stones) for b, stones in steps)
    return graph


_GRAPH: Final = _walking_graph()


def _searches() -> int:
    for _ in range(20):
        nx.single_source_dijkstra_path_length(_GRAPH, "a1")
    return 20


TASKS: Final[dict[str, Task]] = {
    "python-chess ply": lambda: _plies(_OPENINGS),
    "python-chess ply, whole games": lambda: _plies(_WHOLE),
    "python-chess list": _lists,
    "python-chess copy + push": _copies,
    "catanatron game": _catan,
    "networkx search": _searches,
}
