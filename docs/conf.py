"""The configuration of the documentation build: see `make docs`. It uses no network."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))  # for docs._pages, and tikal of this checkout

import tikal

project = "tikal-rules"
author = "The tikal-rules authors"
copyright = "the tikal-rules authors"  # noqa: A001 - Sphinx calls it that
release = tikal.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "docs._pages.extension"]
smartquotes = False  # it would turn --format into a dash

myst_heading_anchors = 4

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True}
autodoc_type_aliases = {name: f"tikal.{name}" for name in ("Move", "Policy")}
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 80
add_module_names = False
toc_object_entries = False
# Only our own names must resolve: the standard library and attrs are not documented here.
nitpick_ignore_regex = [("py:.*", r"(?!tikal\b).*")]
# Inner classes that signatures name: there is nothing a caller would do with them but pass them on.
_INNER = (
    "notation.records.lines.Readable",
    "notation.documents.records.RecordDocument", "notation.documents.positions.PositionDocument",
    "notation.documents.violations.ViolationDocument", "notation.records.shorthand.Mistakes",
    "notation.records.Writable",
    "fast.compiled.Game", "conformance.protocol.engine_info.EngineInfo",
    "conformance.fuzzing.setups.GameSetup", "conformance.fuzzing.probes.Probe",
    "conformance.referee.fit.Fit",
    "conformance.report.causes.Cause", "conformance.audit.find.NotOrdinary",
    "conformance.fuzzing.setups.GameKind", "errors.Sentence", "fast.batch.AnyGame", "game._Link",
)  # fmt: skip
nitpick_ignore = [("py:class", f"tikal.{name}") for name in _INNER]
suppress_warnings = ["misc.highlighting_failure"]  # clingo's rules are not quite Prolog

html_theme = "furo"
html_title = f"tikal-rules {release}"
html_static_path = ["_static"]
html_css_files = ["tikal.css"]
html_show_sphinx = False
html_copy_source = False
html_show_sourcelink = False
