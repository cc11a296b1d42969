"""The rulebook, one module per chapter: clause predicates, effects and move generators."""
