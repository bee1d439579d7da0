"""Tables of means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
import polars as pl

from axiometer.data import schema
from axiometer.errors import UsageError
from axiometer.measures.base import Measure, SystemMeasure
from axiometer.projection.profiles import CHOICES, Profile, Undefined
from axiometer.projection.segments import FloatArray, IntArray

MEASURE: Final = "measure"
VALUE: Final = "value"
STANDARD_ERROR: Final = "standard_error"


def checked_policy(undefined: Undefined | None, profile: Profile) -> Undefined:
    """Give what becomes of undefined values: as somebody says, or as the profile does."""
    policy = undefined or profile.undefined
    if policy not in CHOICES["undefined"]:
        raise UsageError(f"undefined cannot be {policy!r}; choose one of {', '.join(CHOICES['undefined'])}")
    return policy


def rows_of_means(
    systems: Sequence[str],
    measures: Sequence[Measure | SystemMeasure],
    values: tuple[FloatArray, FloatArray],
    counts: tuple[IntArray, IntArray],
) -> pl.DataFrame:
    """Write systems × measures as rows.

    Parameters
    ----------
    systems, measures
        What was measured.
    values
        The means and their standard errors.
    counts
        How many requests the means are taken over, and how many values are undefined.
    """
    mean, standard_error = values
    requests, undefined = counts
    return pl.DataFrame({
        schema.SYSTEM: texts(system for system in systems for _ in measures),
        MEASURE: texts([str(measure) for measure in measures] * len(systems)),
        VALUE: mean.ravel(),
        "requests": requests.ravel(),
        "undefined": undefined.ravel().astype(np.int64),
        STANDARD_ERROR: standard_error.ravel(),
    })


def with_systems(
    of_lists: pl.DataFrame,
    systems: Sequence[str],
    measures: Sequence[SystemMeasure],
    values: FloatArray,
    n_requests: IntArray,
) -> pl.DataFrame:
    """Put the values of whole systems, systems × measures, after the means of each system."""
    counts = n_requests[:, None].repeat(len(measures), axis=1), np.isnan(values)
    of_systems = rows_of_means(systems, measures, (values, np.full(values.shape, np.nan)), counts)
    order = texts(systems).to_frame(schema.SYSTEM)
    return order.join(pl.concat([of_lists, of_systems]), on=schema.SYSTEM, maintain_order="left_right")


def table_of_means(
    means: pl.DataFrame, systems: Sequence[str], measures: Sequence[Measure | SystemMeasure]
) -> pl.DataFrame:
    """Give one row per system, one column per measure."""
    values = means[VALUE].to_numpy().reshape(len(systems), len(measures))
    return pl.DataFrame({schema.SYSTEM: systems, **{str(each): values[:, m] for m, each in enumerate(measures)}})


def texts(things: Iterable[str]) -> pl.Series:
    """Give a column of text, also if there is none."""
    return pl.Series(list(things), dtype=pl.String)
