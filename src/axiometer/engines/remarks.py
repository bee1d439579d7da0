"""What a reader of values should be told, counted request by request so that the counts of several parts add up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

import numpy as np

from axiometer.data import Judgments, schema
from axiometer.engines.needs import GIVEN_IN_TABLES
from axiometer.errors import counted
from axiometer.measures.base import Measure
from axiometer.measures.names import Wanted
from axiometer.measures.parts.satisfaction import GIVEN
from axiometer.projection.judged import JudgedItems
from axiometer.projection.lists import RankedLists
from axiometer.projection.needs import Needs
from axiometer.projection.profiles import Profile
from axiometer.projection.segments import IntArray

LEFT_OUT: Final = "aspects_left_out"
WITHOUT_TRAIN: Final = "without_train"


def tallies(measures: Sequence[Wanted]) -> list[str]:
    """Name what is counted of requests: also the measures that have a caution."""
    return [LEFT_OUT, WITHOUT_TRAIN, *map(str, cautious(measures))]


def cautious(measures: Iterable[Wanted]) -> list[Measure]:
    """Give the measures that have a caution."""
    return [each for each in measures if isinstance(each, Measure) and each.caution]


def tallied(judged: JudgedItems, measures: Sequence[Wanted], profile: Profile) -> dict[str, IntArray]:
    """Count, for each request, aspects that are left out and users without a profile."""
    nothing = np.zeros(len(judged.requests), np.int64)
    counts = {LEFT_OUT: nothing, WITHOUT_TRAIN: nothing}
    if judged.needs.aspects and profile.counted_aspects != "all":
        counts[LEFT_OUT] = judged.n_aspects_left_out
    if judged.judgments.are_items_described and any(each.needs & {"aspects", "catalogue"} for each in measures):
        trained = judged.catalogue(judged.top(profile)).profile.segments.count
        counts[WITHOUT_TRAIN] = (trained == 0).astype(np.int64)
    return counts


def doubts(measures: Iterable[Wanted], lists_for: Callable[[Measure], RankedLists]) -> dict[str, IntArray]:
    """Say, for each measure that has a caution and each request, whether the caution holds: 1 or 0."""
    return {str(each): each.is_doubtful(lists_for(each)).astype(np.int64) for each in cautious(measures)}


def remarks(
    totals: Mapping[str, int], judgments: Judgments, measures: Sequence[Wanted], needs: Needs, profile: Profile
) -> tuple[str, ...]:
    """Say what a reader would not expect, from the counts of all requests.

    Parameters
    ----------
    totals
        What ``tallied`` and ``doubts`` counted.
    judgments
        What belongs to all requests: the catalogue, and whether there are weights.
    measures, needs, profile
        What was measured, and how.
    """
    return (
        *_of_aspects(totals, judgments, measures, needs, profile),
        *_of_catalogue(totals, judgments, measures, needs),
        *cautions(totals, measures),
    )


def cautions(totals: Mapping[str, int], measures: Iterable[Wanted]) -> Iterator[str]:
    """Say of how many requests the values are doubtful."""
    for each in cautious(measures):
        if n := totals.get(str(each)):
            yield f"{each}: for {counted(n, 'request')} {each.caution}"


def _of_aspects(
    totals: Mapping[str, int], judgments: Judgments, measures: Sequence[Wanted], needs: Needs, profile: Profile
) -> Iterator[str]:
    """Tell of aspects and their weights."""
    if not needs.aspects:
        return
    if n_left_out := totals[LEFT_OUT]:
        is_weighted = judgments.weights is not None or (
            judgments.are_items_described and not judgments.are_aspects_judged
        )
        is_scaled = is_weighted and profile.counted_aspects == "relevant"
        and_then = ", the weights of the others scaled to sum to 1" if is_scaled else ""
        yield f"{counted(n_left_out, 'aspect')} without a relevant item left out{and_then}"
    if judgments.weights is not None:
        of_aspects = [each for each in measures if isinstance(each, Measure) and "aspects" in each.needs]
        unmoved = [str(each) for each in of_aspects if not each.counts_weights]
        if unmoved:
            yield f"the weights of aspects do not count for {', '.join(unmoved)}"


def _of_catalogue(
    totals: Mapping[str, int], judgments: Judgments, measures: Sequence[Wanted], needs: Needs
) -> Iterator[str]:
    """Tell of items and of the interests of users."""
    known = judgments.catalogue
    if known is None or not measures:
        return
    for name in GIVEN_IN_TABLES:
        if getattr(known, name) is not None and name not in needs.given:
            yield f"the table of {name} does not count: no measure says {name}={GIVEN}"
    if not judgments.are_items_described:
        return
    n_bare = len(known.items) - known.aspects[schema.ITEM].n_unique()
    if n_bare:
        yield f"{counted(n_bare, 'item')} without aspects, of {len(known.items)} in the catalogue"
    if n_users := totals[WITHOUT_TRAIN]:
        yield f"{counted(n_users, 'user')} without a train part, whose interest in aspects is that of the test part"
