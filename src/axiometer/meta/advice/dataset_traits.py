"""What data are like, as far as it decides which measures and axioms matter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import polars as pl

from axiometer.data import Judgments, schema
from axiometer.engines.collection import Collection
from axiometer.errors import counted, plural
from axiometer.notes import Note
from axiometer.projection.join import DEPTH_OF_COUNTS

FEW_SYSTEMS: Final = 5
FEW_QUERIES: Final = 25
"""Fewer systems or queries than these are too few to choose a measure by."""
OFTEN: Final = 0.1
"""Lists end at different ranks if they do so for more than this share of the queries."""
UNEVEN: Final = 1e-9
"""Weights that differ by no more than this are alike."""


@dataclass(frozen=True)
class ListTraits:
    """What the lists of all systems are like.

    Attributes
    ----------
    n_systems
        How many systems there are.
    differing
        The share of queries for which the lists of different systems differ in length; empty lists do not count.
    shortest, longest
        The medians over queries of the shortest and of the longest list.
    judged
        The share of judged items among the first ten, in the mean over systems.
    least_judged, least_judged_system
        The same of the system that has the fewest, and which that is.
    """

    n_systems: int
    differing: float
    shortest: float
    longest: float
    judged: float
    least_judged: float
    least_judged_system: str

    @classmethod
    def of(cls, collection: Collection) -> ListTraits:
        """Look at the lists of a collection."""
        lists = collection.views.main.lists
        depth = lists.depth.reshape(len(collection.systems), -1).astype(np.float64)
        depth = depth[:, (depth > 0).any(axis=0)]
        longest = depth.max(axis=0, initial=0)
        shortest = np.where(depth > 0, depth, np.inf).min(axis=0, initial=np.inf)
        counts = collection.counts.select(schema.SYSTEM, "judged_at_10").filter(pl.col("judged_at_10").is_not_nan())
        judged = counts["judged_at_10"].to_numpy()
        return cls(
            n_systems=len(collection.systems),
            differing=float((shortest < longest).mean()) if longest.size else 0.0,
            shortest=float(np.median(shortest)) if longest.size else 0.0,
            longest=float(np.median(longest)) if longest.size else 0.0,
            judged=float(judged.mean()) if judged.size else np.nan,
            least_judged=float(judged.min()) if judged.size else np.nan,
            least_judged_system=counts[schema.SYSTEM][int(judged.argmin())] if judged.size else "",
        )


@dataclass(frozen=True)
class Traits:
    """What judgments are like, and the lists that are measured against them.

    Attributes
    ----------
    n_queries
        How many queries are judged.
    grades
        The positive grades that there are, the smallest first.
    n_diverse
        For how many queries more than one aspect has relevant items.
    mean_aspects
        How many aspects with relevant items a query has, in the mean over those that have any.
    has_weights
        Whether weights of aspects were given, and are not all alike.
    is_rated, has_interests
        Whether grades are ratings, and whether it is known which aspects their users are interested in.
    n_relevant
        The median of the number of relevant items of a query.
    asker
        Who asks for lists: a query or, where grades are ratings, a user.
    lengths
        In which units the lengths of items are known.
    lists
        What the lists are like, where they were looked at.
    """

    n_queries: int
    grades: tuple[float, ...]
    n_diverse: int
    mean_aspects: float
    has_weights: bool
    is_rated: bool
    has_interests: bool
    n_relevant: float
    asker: schema.Asker
    lengths: tuple[str, ...] = ()
    lists: ListTraits | None = None

    @classmethod
    def of(cls, judgments: Judgments, collection: Collection | None = None) -> Traits:
        """Look at judgments and, if they are there, at the lists of a collection."""
        is_relevant = pl.col(schema.GRADE) > 0
        query = schema.QUERY
        by_aspect = judgments.aspect_grades.filter(is_relevant).group_by(query).agg(pl.col(schema.ASPECT).n_unique())
        n_aspects = by_aspect[schema.ASPECT].to_numpy() if judgments.has_aspects else np.zeros(0, np.int64)
        relevant = judgments.frame.filter(is_relevant)
        n_items = relevant.group_by(query).agg(pl.col(schema.ITEM).n_unique())[schema.ITEM].to_numpy()
        n_queries = judgments.frame[query].n_unique()
        lengths = () if judgments.lengths is None else tuple(judgments.lengths.columns[1:])
        return cls(
            n_queries=n_queries,
            grades=tuple(relevant[schema.GRADE].unique().sort().to_list()),
            n_diverse=int((n_aspects > 1).sum()),
            mean_aspects=float(n_aspects.mean()) if n_aspects.size else 0.0,
            has_weights=_are_uneven(judgments.weights),
            is_rated=judgments.catalogue is not None,
            has_interests=judgments.are_items_described,
            n_relevant=float(np.median(np.pad(n_items, (0, n_queries - n_items.size)))) if n_queries else 0.0,
            asker=judgments.asker,
            lengths=lengths,
            lists=None if collection is None else ListTraits.of(collection),
        )

    @property
    def is_graded(self) -> bool:
        """Whether relevant items differ in their grades."""
        return len(self.grades) > 1

    @property
    def has_aspects(self) -> bool:
        """Whether some query has several aspects with relevant items."""
        return self.n_diverse > 0

    @property
    def are_cut(self) -> bool:
        """Whether the lists of different systems end at different ranks."""
        return self.lists is not None and self.lists.differing > OFTEN

    @property
    def unjudged(self) -> float:
        """The share of the first ten items that nobody judged; 0 where it is not known."""
        return 0.0 if self.lists is None or np.isnan(self.lists.judged) else 1 - self.lists.judged

    def table(self) -> pl.DataFrame:
        """Give ``trait``, ``value`` and ``meaning``, what the trait means for the choice of a measure."""
        rows = list(self._rows())
        return pl.DataFrame(rows, schema=dict.fromkeys(("trait", "value", "meaning"), pl.String), orient="row")

    def notes(self) -> Iterator[Note]:
        """Say where there is too little to choose by."""
        if self.lists is not None and (n := self.lists.n_systems) < FEW_SYSTEMS:
            told = f"only {counted(n, 'system')}: what is said of pairs of systems may be otherwise for others"
            yield Note("few_systems_to_choose_by", "", told, n)
        if self.n_queries < FEW_QUERIES:
            told = f"only {counted(self.n_queries, self.asker)}: with others, the numbers may be otherwise"
            yield Note("few_queries_to_choose_by", "", told, self.n_queries)

    def _rows(self) -> Iterator[tuple[str, str, str]]:
        if self.lists is not None:
            n = self.lists.n_systems
            yield "systems", str(n), f"{counted(n * (n - 1) // 2, 'pair')} of systems to tell apart"
        yield plural(self.asker), str(self.n_queries), "the more there are, the finer the differences that can be told"
        yield ("relevant items", f"{self.n_relevant:g}", f"the median over {plural(self.asker)}" + self._scarce())
        yield self._of_grades()
        yield self._of_aspects()
        yield self._of_weights()
        if self.is_rated:
            described = "of items with aspects" if self.has_interests else "of items without aspects"
            yield "ratings", described, "most items were never rated by the user, so what is not rated is not unwanted"
        if self.lists is not None:
            yield self._of_lengths(self.lists)
            yield self._of_judged(self.lists)
        effort = "known, in " + " and ".join(self.lengths) if self.lengths else "not known"
        meaning = "effort can be counted in text" if self.lengths else "effort can be counted in ranks only"
        yield "lengths of items", effort, meaning

    def _scarce(self) -> str:
        return "; with so few, measures have few values, and tie often" if self.n_relevant <= 2 else ""

    def _of_grades(self) -> tuple[str, str, str]:
        told = [f"{grade:g}" for grade in self.grades]
        shown = ", ".join(told) if len(told) <= 10 else f"{len(told)} from {told[0]} to {told[-1]}"
        if self.is_graded:
            return "grades", shown, "a measure should tell good items from better ones"
        return (
            "grades",
            shown or "none",
            "an item is relevant or not, and nothing between: cases with more do not matter",
        )

    def _of_aspects(self) -> tuple[str, str, str]:
        if not self.has_aspects:
            none = f"no {self.asker} has relevant items for several aspects, so diversity is not asked for"
            return "aspects", "none", none
        share = f"several for {self.n_diverse} of {counted(self.n_queries, self.asker)}"
        meaning = "a measure should value what is new, and repetition less"
        return "aspects", f"{share}, {self.mean_aspects:.1f} on average", meaning

    def _of_weights(self) -> tuple[str, str, str]:
        if self.has_weights:
            return "weights", "given", "some aspects matter more than others, and a measure should heed it"
        if self.has_interests:
            meaning = "users want some aspects more than others, and a measure should heed it"
            return "weights", "the interests of users", meaning
        return "weights", "all alike" if self.has_aspects else "none", "no aspect matters more than another"

    def _of_lengths(self, lists: ListTraits) -> tuple[str, str, str]:
        if not self.are_cut:
            length = f"{lists.longest:g} items" if lists.differing == 0 else f"mostly alike, up to {lists.longest:g}"
            return "ends of lists", length, "lists end at the same rank, so where they end says nothing"
        ends = f"different for {lists.differing:.0%} of the {plural(self.asker)}"
        medians = (
            f"lists end at rank {lists.shortest:g} and {lists.longest:g} (medians of the shortest and the longest)"
        )
        chosen = "if systems chose to stop, a measure should heed it; if not, cut all lists at one rank (--depth)"
        meaning = f"{medians}; {chosen}"
        return "ends of lists", ends, meaning

    def _of_judged(self, lists: ListTraits) -> tuple[str, str, str]:
        name = f"judged of the first {DEPTH_OF_COUNTS}"
        least = f"the fewest are those of {lists.least_judged_system}, {lists.least_judged:.0%}"
        meaning = "labels are missing, and stability counts" if self.unjudged > OFTEN else "few labels are missing"
        return name, "unknown" if np.isnan(lists.judged) else f"{lists.judged:.0%}", f"{meaning}; {least}"


def _are_uneven(weights: pl.DataFrame | None) -> bool:
    if weights is None:
        return False
    weight = pl.col(schema.WEIGHT)
    spread = weights.group_by(schema.QUERY).agg(weight.max() - weight.min())
    return bool((spread[schema.WEIGHT] > UNEVEN).any())
