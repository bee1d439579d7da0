"""Evaluation where Spark has the data: ``pip install "axiometer[spark]"``."""

from axiometer.engines.spark import Spark, SparkMeasurements, evaluate, means, prefer

__all__ = ["Spark", "SparkMeasurements", "evaluate", "means", "prefer"]
