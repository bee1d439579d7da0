"""Evaluation on this machine of what is larger than its memory."""

from axiometer.engines.streaming.evaluating import Streaming, evaluate
from axiometer.engines.streaming.results import StoredMeasurements

__all__ = ["StoredMeasurements", "Streaming", "evaluate"]
