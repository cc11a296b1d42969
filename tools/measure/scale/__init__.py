"""An audit at scale: many generated games, workers killed on the way, and nothing may be lost.

- `corpus`: the games, the same in every run, and the verdict that each deserves;
- `watching`: `tikal audit` as a user starts it, its memory, and two of its workers killed;
- `checking`: whether the log has every verdict once, and the page opens.
"""
