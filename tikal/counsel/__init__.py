"""Two packages in one: opinions on moves and records, and answers to questions.

Opinions:
- `opinion`, `readings`, `phase_start`, `games`, `showing`: may I, why not, in another book;
- `remedies`, `ways`, `cures`: what would make a move legal;
- `repairs`, `edits`: what would mend a record.

Questions in ordinary words, which share no code with opinions:
- `questions`, `search`, `entries`, `verdicts`: the ranking of what can answer, and the answers;
- `lexicon`, `words`, `concepts.toml`: from words to concepts.
"""
