"""Reports: an event log, what is counted in it, and the views that show it.

- `log`: the log itself, written line by line and read strictly;
- `summary`, `matrix`, `scoring`, `diagnosis`, `causes`: what follows from results;
- `kinds`: what sets one kind of report apart; `headlines`, `phrases`: how results are worded;
- `views`: one writer for each format, and the terminal.
"""

from tikal.conformance.report.log import (
    OUTCOMES,
    Footer,
    Header,
    Log,
    Outcome,
    PartialLog,
    ReportKind,
    Result,
    TruncatedLog,
    Writer,
    read,
)
from tikal.notation.documents.parsing import Json

__all__ = [
    "PartialLog", "Footer", "Header", "Json", "Log", "OUTCOMES", "Outcome", "ReportKind", "Result",
    "TruncatedLog", "Writer", "read",
]  # fmt: skip
