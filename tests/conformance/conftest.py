"""The logs that the tests of reports look at."""

from __future__ import annotations

import pytest

from tests.conformance.logs import every_kind
from tikal.conformance.report import Log


@pytest.fixture(scope="session")
def logs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Log]:
    return every_kind(tmp_path_factory.mktemp("logs"))
