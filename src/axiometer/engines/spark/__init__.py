"""Evaluation where Spark has the data: ``pip install "axiometer[spark]"``."""

from axiometer.engines.spark.engine import Spark, SparkEvaluated
from axiometer.engines.spark.evaluating import evaluate, prefer
from axiometer.engines.spark.means import means

__all__ = ["Spark", "SparkEvaluated", "evaluate", "means", "prefer"]
