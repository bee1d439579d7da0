"""Scores without rounding."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from axiometer.data import Judgments, Runs
from axiometer.engines.local import projected
from axiometer.measures.recall.lexicographic_score import LexiRecallScore
from axiometer.projection.profiles import Profile, get_profile

Scores = dict[str, dict[str, Fraction | None]]


def exact_scores(
    judgments: Any, runs: Any, measure: LexiRecallScore | None = None, *, profile: str | Profile = "trec_eval"
) -> Scores:
    """Compute metric lexirecall in fractions, which are equal for equal lists only.

    Parameters
    ----------
    judgments, runs
        As for ``evaluate``.
    measure
        The measure, if not the one with all defaults.
    profile
        The conventions; the corpus size is needed.

    Returns
    -------
    dict
        For each system and judged request the score, or None where it is undefined.
    """
    judgments, runs, profile = Judgments.of(judgments), Runs.of(runs), get_profile(profile)
    measure = measure or LexiRecallScore()
    judged, projections = projected(runs, judgments, measure, profile)
    found = Scores()
    for projection in projections:
        scores = iter(measure.exact(projection.lists))
        found |= {system: {request: next(scores) for request in judged.requests} for system in projection.systems}
    return found
