"""A position shown: as a map for a terminal, and as SVG."""
