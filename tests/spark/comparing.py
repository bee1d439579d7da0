"""Values of Spark beside those of this machine."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

import axiometer as ax
from axiometer.engines.spark.aggregates import collected


def in_order(values: pl.DataFrame) -> pl.DataFrame:
    return values.sort(values.columns[:-1])


def assert_same_values(found: Any, expected: ax.Measurements) -> None:
    """Compare all values to the last bit."""
    ours = in_order(found if isinstance(found, pl.DataFrame) else collected(found))
    theirs = in_order(expected.to_polars())
    assert ours.drop("value").equals(theirs.drop("value"))
    is_other = ~ours["value"].eq_missing(theirs["value"])
    assert not is_other.any(), ours.with_columns(theirs["value"].alias("expected")).filter(is_other)
    np.testing.assert_array_equal(ours["value"].to_numpy(), theirs["value"].to_numpy(), strict=True)
