"""Evaluation where Spark has the data: ``pip install "axiometer[spark]"``."""

from importlib.util import find_spec

for _name in ("pyspark", "pyarrow"):
    if find_spec(_name) is None:
        _message = f'{_name} is not installed: axiometer.spark needs pip install "axiometer[spark]"'
        raise ModuleNotFoundError(_message, name=_name)

from axiometer.engines.spark.engine import (  # noqa: E402
    Spark,
    SparkMeasurements,
    means,
)
from axiometer.engines.spark.evaluating import evaluate, prefer  # noqa: E402

__all__ = ["Spark", "SparkMeasurements", "evaluate", "means", "prefer"]
