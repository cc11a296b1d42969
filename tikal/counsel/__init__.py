"""Counsel: opinions on moves, what would make them legal, repairs of records, answers to questions.

- `opinion`, `readings`, `phase_start`, `games`, `showing`: may I, why not, in another book;
- `remedies`, `ways`, `cures`: what would make a move legal;
- `repairs`, `edits`: what would mend a record;
- `questions`, `search`, `lexicon`, `words`, `entries`, `verdicts`: questions in ordinary words.
"""
