"""Questions in ordinary words, answered from clauses, rulings and differences.

- `questions`: ask and answer; `search`: rank what can answer;
- `corpus`: what can answer, and how players ask for it;
- `lexicon`, `tokens`: from the words of a question to concepts.
"""
