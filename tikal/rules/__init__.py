"""The rulebook by chapters: clause predicates, effects and move generators."""
