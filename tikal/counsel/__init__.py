"""Advice on a move or a record.

- `opinion`, `other_rules`, `phase_start`, `game_opinions`, `render`: may I, and by other rules;
- `remedies`, `remedy_search`, `remedy_costs`, `nearest`: what would make a move legal;
- `repairs`, `repair_edits`: edits after which a record is legal.
"""
