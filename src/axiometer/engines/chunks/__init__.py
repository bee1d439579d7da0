"""Evaluation on this machine of what is larger than its memory."""

from axiometer.engines.chunks.evaluating import Streaming, evaluate
from axiometer.engines.chunks.stored import StoredMeasurements

__all__ = ["StoredMeasurements", "Streaming", "evaluate"]
