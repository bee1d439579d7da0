"""axiometer measures rankings, and measures the measures."""

from typing import TYPE_CHECKING

from axiometer import meta
from axiometer.axioms.checking import check_axioms
from axiometer.axioms.verdicts import Verdicts
from axiometer.conventions.profiles import Profile, get_profile
from axiometer.data import Judgments, Runs
from axiometer.engines.evaluator import Evaluator, evaluate
from axiometer.engines.explanation import Explanation, explain
from axiometer.engines.measurements import Measurements
from axiometer.engines.prefer import prefer
from axiometer.engines.preferences import Preferences
from axiometer.errors import AxiometerError, InputError, UsageError
from axiometer.io import read_judgments, read_ratings, read_runs, scan_runs, split_ratings
from axiometer.measures.base import Measure
from axiometer.measures.names import parse_measure
from axiometer.measures.parameters import parameter
from axiometer.measures.preferences.base import Preference
from axiometer.meta.advice.advising import advise
from axiometer.meta.compare import compare
from axiometer.meta.finding import Finding
from axiometer.notes import Note

__all__ = [
    "AxiometerError",
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
    "Runs",
    "UsageError",
    "Verdicts",
    "advise",
    "check_axioms",
    "compare",
    "evaluate",
    "explain",
    "get_profile",
    "meta",
    "parameter",
    "parse_measure",
    "prefer",
    "read_judgments",
    "read_ratings",
    "read_runs",
    "scan_runs",
    "split_ratings",
]

__version__: str

if not TYPE_CHECKING:

    def __getattr__(name: str) -> str:
        """Look the version up when it is asked for: ``pyproject.toml`` alone has it."""
        if name != "__version__":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib.metadata import version

        return version(__name__)
