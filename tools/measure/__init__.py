"""Measure bots, questions, repairs and audits of many games."""
