"""Evaluation where Spark has the data: ``pip install "axiometer[spark]"``."""

try:
    import pyarrow as _pyarrow  # noqa: F401
    import pyspark as _pyspark  # noqa: F401
except ModuleNotFoundError as error:
    _message = f'{error.name} is not installed: axiometer.engines.spark needs pip install "axiometer[spark]"'
    raise ModuleNotFoundError(_message, name=error.name) from None

from axiometer.engines.spark.engine import Spark, SparkEvaluated
from axiometer.engines.spark.evaluating import evaluate, prefer
from axiometer.engines.spark.means import means

__all__ = ["Spark", "SparkEvaluated", "evaluate", "means", "prefer"]
