from axiometer import measures, meta, simulate, testing
from axiometer.axioms.checking import check_axioms
from axiometer.axioms.verdicts import Verdicts
from axiometer.conventions.profiles import Profile, get_profile
from axiometer.data import Judgments, Runs
from axiometer.engines.chunks import evaluate as evaluate_in_chunks
from axiometer.engines.evaluator import Evaluator, evaluate
from axiometer.engines.explanation import Explanation, explain
from axiometer.engines.measurements import Measurements
from axiometer.engines.prefer import prefer
from axiometer.engines.preferences import Preferences
from axiometer.errors import AxiometerError, InputError, UsageError
from axiometer.io import read_judgments, read_ratings, read_runs, scan_judgments, scan_ratings, scan_runs, split_ratings
from axiometer.measures.base import Measure
from axiometer.measures.names import parse_measure
from axiometer.measures.parameters import parameter
from axiometer.measures.preferences.base import Preference
from axiometer.meta.advice.advising import advise
from axiometer.meta.compare import compare
from axiometer.meta.finding import Finding
from axiometer.notes import Note
from axiometer.notes import lines_of as note_lines
from axiometer.plots.drawing import Drawing
from axiometer.plots.writing import draw
from axiometer.report.citations import bibliography
from axiometer.report.page.document import Choices as ReportChoices
from axiometer.report.page.document import make_report
from axiometer.report.style import whole_page as html_page
from axiometer.sheets.frames import write_table

__all__ = [
    "AxiometerError",
    "Drawing",
    "Evaluator",
    "Explanation",
    "Finding",
    "InputError",
    "Judgments",
    "Measure",
    "Measurements",
    "Note",
    "Preference",
    "Preferences",
    "Profile",
    "ReportChoices",
    "Runs",
    "UsageError",
    "Verdicts",
    "advise",
    "bibliography",
    "check_axioms",
    "compare",
    "draw",
    "evaluate",
    "evaluate_in_chunks",
    "explain",
    "get_profile",
    "html_page",
    "make_report",
    "measures",
    "meta",
    "note_lines",
    "parameter",
    "parse_measure",
    "prefer",
    "read_judgments",
    "read_ratings",
    "read_runs",
    "scan_judgments",
    "scan_ratings",
    "scan_runs",
    "simulate",
    "split_ratings",
    "testing",
    "write_table",
]

__version__: str
