"""Measuring many systems one after the other against the same ratings."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from axiometer.arrays import FloatArray
from axiometer.conventions.profiles import profile_for
from axiometer.data import Judgments, schema
from axiometer.engines.executor import Executor
from axiometer.measures.base import Measure
from axiometer.measures.names import parse_wanted
from axiometer_papers.orderings import Orderings


class Bench:
    """Ratings made ready once, so that also the ideal lists of αβ-nDCG are made once, and no system is kept.

    Parameters
    ----------
    judgments
        The ratings.
    measures
        The names of the measures.
    """

    def __init__(self, judgments: Judgments, measures: Sequence[str]) -> None:
        profile = profile_for(judgments, None)
        wanted = parse_wanted([*measures], profile=profile)
        self.measures = [each for each in wanted if isinstance(each, Measure)]
        self.executor = Executor.of(judgments, self.measures, profile)

    def values(self, orderings: Orderings) -> FloatArray:
        """Give queries × measures of one system."""
        frame = orderings.frame().select(schema.QUERY, schema.ITEM, schema.RANK, pl.lit("one").alias(schema.SYSTEM))
        values: FloatArray = self.executor.values(self.executor.views(frame))[0]
        return values
