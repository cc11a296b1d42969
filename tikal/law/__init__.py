"""What every clause says, in which edition, and on what grounds."""
