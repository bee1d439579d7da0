"""axiometer measures rankings, and measures the measures."""

from axiometer.data import Judgments, Runs
from axiometer.engines.explanation import Explanation, explain
from axiometer.engines.local import evaluate
from axiometer.engines.measurements import Measurements
from axiometer.errors import AxiometerError, InputError, UsageError
from axiometer.io import read_judgments, read_runs, scan_runs
from axiometer.measures.base import Measure, parameter
from axiometer.measures.names import parse_measure
from axiometer.projection.profiles import Profile, get_profile

__all__ = [
    "AxiometerError",
    "Explanation",
    "InputError",
    "Judgments",
    "Measure",
    "Measurements",
    "Profile",
    "Runs",
    "UsageError",
    "evaluate",
    "explain",
    "get_profile",
    "parameter",
    "parse_measure",
    "read_judgments",
    "read_runs",
    "scan_runs",
]
