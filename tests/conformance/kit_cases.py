"""The published cases, read and validated once per process."""

from __future__ import annotations

from functools import cache

from tikal.conformance.cases import Case, cases


@cache
def every_case() -> tuple[Case, ...]:
    """All cases of the kit, in the order of their files."""
    return tuple(cases())
