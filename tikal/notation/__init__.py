"""Games written down: positions and records as text, and both as JSON."""
