"""Reports: an event log, what is counted in it, and the views that show it.

- `log`: the log itself, written line by line and read strictly;
- `summary`, `matrix`, `headlines`, `scoring`, `suspects`, `causes`, `standings`: what follows from
  results;
- `words`: the wording of results;
- `views`: terminal, Markdown, JUnit and HTML.
"""

from tikal.conformance.report.log import (
    OUTCOMES,
    CutLog,
    Footer,
    Header,
    Log,
    Outcome,
    ReportKind,
    Result,
    TruncatedLog,
    Writer,
    read,
)
from tikal.notation.documents.parsing import Json

__all__ = [
    "CutLog", "Footer", "Header", "Json", "Log", "OUTCOMES", "Outcome", "ReportKind", "Result",
    "TruncatedLog", "Writer", "read",
]  # fmt: skip
