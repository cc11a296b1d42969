"""The numbers and views of `tikal.bots`, by which both engines are asked.

The only module below the bots that knows them, and it is loaded when it is needed.
"""

from tikal.bots import actions, observation

__all__ = ["actions", "observation"]
