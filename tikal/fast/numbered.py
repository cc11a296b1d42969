"""The numbers, views and estimates of `tikal.bots`, by which both engines are asked.

The only module below the bots that knows them, and it is loaded when it is needed.
"""

from tikal.bots import actions, evaluation, observation

__all__ = ["actions", "evaluation", "observation"]
