"""Files: reading runs and judgments, writing results."""

from axiometer.io.judgments import read_judgments
from axiometer.io.runs import read_runs, scan_runs

__all__ = ["read_judgments", "read_runs", "scan_runs"]
