"""`make test` tries a sample of what takes long, `make verify` (with TIKAL_VERIFY) all of it."""

from __future__ import annotations

import os
from typing import Final

import pytest

WHOLE: Final = bool(os.environ.get("TIKAL_VERIFY"))
not_in_the_sample = pytest.mark.skipif(not WHOLE, reason="not in the sample: make verify")
