"""Engine and specification compared in every position, by a solver, clause by clause."""
