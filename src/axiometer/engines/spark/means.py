"""Means of values that are in Spark."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pyspark.sql import functions as f

from axiometer.data import schema
from axiometer.engines.means import MEASURE, STANDARD_ERROR, VALUE, checked_policy
from axiometer.projection.profiles import Undefined

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def means(values: DataFrame, *, undefined: Undefined = "zero") -> DataFrame:
    """Average the values that ``evaluate`` gave; Spark puts the sums of its parts together.

    Parameters
    ----------
    values
        ``system``, ``query``, ``measure``, ``value``.
    undefined
        Undefined values count as ``zero``, are left out, ``drop``, or make the mean undefined, ``nan``.

    Returns
    -------
    DataFrame
        ``system``, ``measure``, ``value``, ``queries``, ``undefined``, ``standard_error``.
    """
    policy = checked_policy(undefined)
    value, nan = f.col(VALUE), f.lit(math.nan)
    if policy != "nan":
        value = f.when(f.isnan(value), f.lit(0.0) if policy == "zero" else f.lit(None)).otherwise(value)
    deviation = f.stddev_samp(value)
    return values.groupBy(schema.SYSTEM, MEASURE).agg(
        f.coalesce(f.avg(value), nan).alias(VALUE),
        f.count(value).alias("queries"),
        f.sum(f.isnan(VALUE).cast("bigint")).alias("undefined"),
        f.coalesce(deviation / f.sqrt(f.count(value)), nan).alias(STANDARD_ERROR),
    )
