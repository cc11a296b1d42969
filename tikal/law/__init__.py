"""The clauses, the editions that have them, and the grounds of refusals."""
