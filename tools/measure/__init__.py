"""Measure questions, repairs and audits of many games."""
