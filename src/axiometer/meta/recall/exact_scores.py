"""Scores without rounding."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from axiometer.conventions.profiles import Profile
from axiometer.engines.collection import Collection
from axiometer.measures.recall.lexicographic_score import LexiRecallScore

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
        For each system and judged query the score, or None where it is undefined.

    Examples
    --------
    >>> import axiometer as ax
    >>> ax.meta.exact_scores({"q": {"a": 1}}, {"q": ["b", "a"]}, profile=ax.get_profile(corpus_size=10))
    {'run': {'q': Fraction(4, 5)}}
    """
    measure = measure or LexiRecallScore()
    collection = Collection.read(judgments, runs, [measure], profile=profile)
    scores = iter(measure.exact(collection.lists_for(measure)))
    return {system: {query: next(scores) for query in collection.queries} for system in collection.systems}
