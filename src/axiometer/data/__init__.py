"""What runs and judgments are, and how frames and dictionaries become them."""

from axiometer.data.judgments import Judgments
from axiometer.data.runs import Runs, RunSource

__all__ = ["Judgments", "RunSource", "Runs"]
