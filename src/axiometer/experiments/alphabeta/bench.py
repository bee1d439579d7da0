"""Measuring many systems one after the other against the same ratings."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from axiometer.data import Judgments, schema
from axiometer.engines.local import profile_for, values_of
from axiometer.engines.needs import needs_of
from axiometer.measures.base import Measure
from axiometer.measures.names import parse_wanted
from axiometer.projection.join import project
from axiometer.projection.judged import JudgedItems
from axiometer.projection.segments import FloatArray
from axiometer.simulate.orderings import Orderings


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
        self.profile = profile_for(judgments, None)
        wanted = parse_wanted([*measures], defaults=dict(self.profile.parameters))
        self.measures = [each for each in wanted if isinstance(each, Measure)]
        self.judged = JudgedItems.of(judgments, needs_of(self.measures, judgments, self.profile))

    def values(self, orderings: Orderings) -> FloatArray:
        """Give requests × measures of one system."""
        frame = orderings.frame().select(schema.REQUEST, schema.ITEM, schema.RANK, pl.lit("one").alias(schema.SYSTEM))
        lists = project(frame, self.judged, self.profile.for_measure("")).lists
        return np.stack([values_of(each, lists) for each in self.measures], axis=1)
