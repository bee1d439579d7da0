"""What a reader of values must know: found where it is seen, query by query, so that counts of parts add up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

import numpy as np
import polars as pl

from axiometer.arrays import IntArray
from axiometer.conventions.profiles import Profile, Undefined
from axiometer.data import Judgments, schema
from axiometer.engines.requirements import GIVEN_IN_TABLES
from axiometer.errors import counted, plural
from axiometer.measures.base import Measure, SystemMeasure
from axiometer.measures.names import Wanted
from axiometer.measures.parts.satisfaction import GIVEN
from axiometer.notes import Note
from axiometer.projection.judged import JudgedItems
from axiometer.projection.lists import RankedLists
from axiometer.projection.needs import Needs

LEFT_OUT: Final = "aspects_left_out"
WITHOUT_TRAIN: Final = "without_train"
NOT_JUDGED: Final = "not_judged"
NOT_JUDGED_COUNTED: Final = "not_judged_counted"
"""Queries of a run that are not judged: those that do not count, and those that do, with undefined values."""
UNDEFINED: Final = "undefined"
OF_MEANS: Final = frozenset({NOT_JUDGED, NOT_JUDGED_COUNTED, UNDEFINED})
"""Notes that say what means make of something."""
OF_COUNTS: Final = frozenset({
    NOT_JUDGED,
    NOT_JUDGED_COUNTED,
    "missing",
    "unknown_items",
    "profile_items",
    "none_judged",
})
"""Notes whose numbers the counts of all systems have."""
_MISSING: Final = {
    "judged": "counted as empty",
    "answered": "left out",
    "relevant": "counted as empty where anything relevant was judged",
    "run": "left out",
    "either": "counted as empty",
}
_NO_LIST: Final = {"query": "judged but missing from the run", "user": "with test ratings but no list in the run"}
_NO_GRADE: Final = {"query": "of the run not judged", "user": "of the run without test ratings"}
_JUDGED: Final = {"query": "is judged", "user": "has a test rating"}
_UNJUDGED: Final = {"zero": "counted as 0", "drop": "left out of the means", "nan": "which makes the means undefined"}
_UNDEFINED: Final = {
    "zero": "count as 0",
    "drop": "are left out of the means",
    "nan": "make their means undefined",
}
_OF_ITEMS: Final = {
    "profile_items": "in lists that the user had rated before (train)",
    "unknown_items": "in lists that neither ratings nor aspects know",
}


def counted_names(measures: Sequence[Wanted]) -> list[str]:
    """Name what is counted of queries: also the measures that have a caution."""
    return [LEFT_OUT, WITHOUT_TRAIN, *map(str, _cautious(measures))]


def counts_of_judgments(judged: JudgedItems, measures: Sequence[Wanted], profile: Profile) -> dict[str, IntArray]:
    """Count, for each query, aspects that are left out and users without training ratings."""
    nothing = np.zeros(len(judged.queries), np.int64)
    counts = {LEFT_OUT: nothing, WITHOUT_TRAIN: nothing}
    if judged.needs.aspects and profile.counted_aspects != "all":
        counts[LEFT_OUT] = judged.n_aspects_left_out
    if judged.judgments.are_items_described and any(each.needs & {"aspects", "catalogue"} for each in measures):
        trained = judged.catalogue(judged.top(profile)).profile.segments.count
        counts[WITHOUT_TRAIN] = (trained == 0).astype(np.int64)
    return counts


def doubts(measures: Iterable[Wanted], lists_for: Callable[[Measure], RankedLists]) -> dict[str, IntArray]:
    """Say, for each measure that has a caution and each query, whether the caution holds: 1 or 0."""
    return {str(each): each.is_doubtful(lists_for(each)).astype(np.int64) for each in _cautious(measures)}


def notes_of_judgments(
    totals: Mapping[str, int], judgments: Judgments, measures: Sequence[Wanted], needs: Needs, profile: Profile
) -> tuple[Note, ...]:
    """Say what is so whatever the lists are, from the counts of all queries.

    Parameters
    ----------
    totals
        What ``counts_of_judgments`` and ``doubts`` counted.
    judgments
        What belongs to all queries: the catalogue, and whether there are weights.
    measures, needs, profile
        What was measured, and how.
    """
    return (
        *_of_aspects(totals, judgments, measures, needs, profile),
        *_of_catalogue(totals, judgments, measures, needs),
        *_cautions(totals, measures, judgments.asker),
    )


def notes_of_systems(
    counts: pl.DataFrame, profile: Profile, asker: schema.Asker, *, unjudged: Undefined | None = None
) -> Iterator[Note]:
    """Say, for each system, which queries and items should be there, or should not.

    Parameters
    ----------
    counts
        One row per system.
    profile
        The conventions.
    asker
        Who asks for the lists.
    unjudged
        What means make of queries of the run that are not judged, if they count.
    """
    yield from _of_each(counts, "missing", asker, f"{_NO_LIST[asker]}, {_MISSING[profile.queries]}")
    kind, told = (NOT_JUDGED, "ignored") if unjudged is None else (NOT_JUDGED_COUNTED, _UNJUDGED[unjudged])
    for system, n in _counted(counts, "run_only"):
        yield Note(kind, system, not_judged(n, told, asker), n)
    for column, what in _OF_ITEMS.items():
        yield from _of_each(counts, column, "item", what)
    strangers = counts.filter(pl.col("judged_at_10") == 0)
    swapped = strangers.filter(pl.col("profile_items") > 0) if "profile_items" in strangers.columns else strangers[:0]
    for system in strangers[schema.SYSTEM]:
        hint = "; are train and test swapped?" if system in swapped[schema.SYSTEM] else ""
        yield Note("none_judged", system, f"none of its first ten items {_JUDGED[asker]}, in any list{hint}")


def not_judged(n: int, what: str, asker: schema.Asker) -> str:
    """Say what becomes of so many that have lists and no judgments."""
    return f"{counted(n, asker)} {_NO_GRADE[asker]}, {what}"


def notes_of_undefined(
    measures: Sequence[Measure], n_undefined: IntArray, policy: Undefined, asker: schema.Asker
) -> Iterator[Note]:
    """Say of how many queries a measure is undefined, for the system for which it is most often.

    Parameters
    ----------
    measures
        The measures.
    n_undefined
        Systems × measures: how many values of judged queries are undefined.
    policy
        What means make of undefined values.
    asker
        Who asks for the lists.
    """
    for measure, n in zip(measures, n_undefined.max(axis=0, initial=0).tolist(), strict=True):
        if n:
            text = f"undefined for {counted(n, asker)}; undefined values {_UNDEFINED[policy]}"
            yield Note(UNDEFINED, str(measure), text, n)


def of_systems_only(measures: Iterable[SystemMeasure], asker: schema.Asker) -> Iterator[Note]:
    """Say of which measures there are no values of queries."""
    for measure in measures:
        text = f"one value for each system, and none for {plural(asker)}, left out"
        yield Note("of_systems_only", str(measure), text)


def _of_each(counts: pl.DataFrame, column: str, thing: str, what: str) -> Iterator[Note]:
    """Tell a count of each system, if it is not 0."""
    for system, n in _counted(counts, column):
        yield Note(column, system, f"{counted(n, thing)} {what}", n)


def _counted(counts: pl.DataFrame, column: str) -> Iterable[tuple[str, int]]:
    """Give the systems of which a count is not 0, with the count."""
    if column not in counts.columns:
        return ()
    return counts.filter(pl.col(column) > 0).select(schema.SYSTEM, column).iter_rows()


def _cautious(measures: Iterable[Wanted]) -> list[Measure]:
    """Give the measures that have a caution."""
    return [each for each in measures if isinstance(each, Measure) and each.caution]


def _cautions(totals: Mapping[str, int], measures: Iterable[Wanted], asker: schema.Asker) -> Iterator[Note]:
    """Say of how many queries the values are doubtful."""
    for each in _cautious(measures):
        if n := totals.get(str(each)):
            yield Note("doubtful", str(each), f"for {counted(n, asker)} {each.caution}", n)


def _of_aspects(
    totals: Mapping[str, int], judgments: Judgments, measures: Sequence[Wanted], needs: Needs, profile: Profile
) -> Iterator[Note]:
    """Tell of aspects and their weights."""
    if not needs.aspects:
        return
    if n := totals[LEFT_OUT]:
        is_weighted = judgments.weights is not None or (
            judgments.are_items_described and not judgments.are_aspects_judged
        )
        is_scaled = is_weighted and profile.counted_aspects == "relevant"
        and_then = ", the weights of the others scaled to sum to 1" if is_scaled else ""
        yield Note(LEFT_OUT, "", f"{counted(n, 'aspect')} without a relevant item left out{and_then}", n)
    if judgments.weights is not None:
        of_aspects = [each for each in measures if isinstance(each, Measure) and "aspects" in each.needs]
        for each in of_aspects:
            if not each.counts_weights:
                yield Note("weights_unused", str(each), "the weights of aspects do not count")


def _of_catalogue(
    totals: Mapping[str, int], judgments: Judgments, measures: Sequence[Wanted], needs: Needs
) -> Iterator[Note]:
    """Tell of items and of the interests of users."""
    known = judgments.catalogue
    if known is None or not measures:
        return
    for name in GIVEN_IN_TABLES:
        if getattr(known, name) is not None and name not in needs.given:
            text = f"the table of {name} does not count: no measure says {name}={GIVEN}"
            yield Note("table_unused", "", text)
    if not judgments.are_items_described:
        return
    n_bare = len(known.items) - known.aspects[schema.ITEM].n_unique()
    if n_bare:
        text = f"{counted(n_bare, 'item')} without aspects, of {len(known.items)} in the catalogue"
        yield Note("items_without_aspects", "", text, n_bare)
    if n := totals[WITHOUT_TRAIN]:
        text = f"{counted(n, 'user')} without a train part, whose interest in aspects is that of the test part"
        yield Note(WITHOUT_TRAIN, "", text, n)
