"""What other Tikal tools need to test themselves: candidates, strategies, near misses, a battery.

Needs the extra `testing`.
"""
