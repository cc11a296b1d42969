"""Which clauses a refusal cites: exactly these, in this order, and none once the fault is gone."""
