"""Files: reading runs, judgments and ratings, writing results."""

from axiometer.io.judgments import read_judgments
from axiometer.io.ratings import read_ratings, split_ratings
from axiometer.io.runs import read_runs, scan_runs
from axiometer.io.scanning import scan_judgments, scan_ratings

__all__ = [
    "read_judgments",
    "read_ratings",
    "read_runs",
    "scan_judgments",
    "scan_ratings",
    "scan_runs",
    "split_ratings",
]
