"""Where a value comes from: what each rank gave, and what was lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
import polars as pl

from axiometer.arrays import BoolArray, IntArray
from axiometer.conventions.profiles import Profile, profile_for
from axiometer.data import Judgments, Runs, schema
from axiometer.engines.contributions import Rows, amounts_of, divisors_of, effort_of, n_looked_at, owner_of
from axiometer.engines.executor import Executor
from axiometer.errors import InputError, UsageError, plural
from axiometer.io import read_judgments
from axiometer.io.runs import runs_of
from axiometer.measures.base import Measure, rows_for, values_of
from axiometer.measures.names import parse_measures
from axiometer.measures.parts.additive import Explained, Terms
from axiometer.projection.catalogue import ShownItems
from axiometer.projection.join import Batch
from axiometer.projection.judged import CODE
from axiometer.projection.lists import AspectLists, RankedLists
from axiometer.projection.pool import AspectPool
from axiometer.projection.segments import Segments, sums
from axiometer.sheets.html_tables import notebook

LOSSES: Final = ("never_met", "redundancy", "position", "effort")
"""What takes from the possible: aspects never met, items like earlier ones, low ranks, looking at items."""


NEVER_MET: Final = {schema.ASPECT: pl.String, "possible": pl.Float64}


@dataclass(frozen=True, eq=False)
class Explanation:
    """What one value is made of.

    ``possible`` is what the items found would give, each at the best place and as the first of its kind, together with
    the best item of each aspect that was never met. ``possible`` less all losses is the value, up to rounding.

    Attributes
    ----------
    measure, system, query, value
        What is explained.
    contributions
        One row per rank and aspect that gave or cost something: ``rank``, ``item``, ``aspect``, ``grade``,
        ``possible``, ``redundancy``, ``position``, ``effort``, ``value``.
    never_met
        The aspects without a relevant item in the list, and what the best of each would have given.
    asker
        Who asked for the list, ``query`` or, of ratings, ``user``: tables and texts say so.

    Examples
    --------
    >>> import axiometer as ax
    >>> explanation = ax.explain({"q": {"a": 2, "b": 1}}, {"q": ["b", "x", "a"]}, "nDCG")
    >>> round(explanation.value, 4)
    0.7602
    >>> explanation.to_polars()["item"].to_list()
    ['b', 'a']
    """

    measure: Measure
    system: str
    query: str
    value: float
    contributions: pl.DataFrame
    never_met: pl.DataFrame
    asker: schema.Asker

    @property
    def totals(self) -> dict[str, float]:
        """What was possible, what was lost to what, and the value."""
        lost = {"never_met": float(self.never_met["possible"].sum())}
        lost |= {name: float(self.contributions[name].sum()) for name in LOSSES[1:]}
        return {
            "possible": float(self.contributions["possible"].sum()) + lost["never_met"],
            **lost,
            "value": self.value,
        }

    def to_polars(self) -> pl.DataFrame:
        """Give all as one frame, whose columns add up to the totals: the contributions, then the aspects never met."""
        lost = self.never_met.with_columns(pl.col("possible").alias("never_met"))
        rows = pl.concat([self.contributions, lost], how="diagonal")
        told = {"measure": str(self.measure), schema.SYSTEM: self.system, self.asker: self.query}
        return rows.select(
            *(pl.lit(value).alias(name) for name, value in told.items()),
            *(schema.RANK, schema.ITEM, schema.ASPECT, schema.GRADE),
            *(pl.col(name).fill_null(0.0) for name in ("possible", *LOSSES, "value")),
        )

    @property
    def title(self) -> str:
        """What is explained, in words."""
        return f"{self.measure} of {self.system}, {self.asker} {self.query}"

    def __repr__(self) -> str:
        return f"{self._told()}\n{self.contributions}"

    def _repr_html_(self) -> str:
        missed = [f"never met: {aspect}, which could give {lost:.4f}" for aspect, lost in self.never_met.rows()]
        return notebook(self._told(), self.contributions, missed)

    def _told(self) -> str:
        told = ", ".join(f"{name} {total:.4f}" for name, total in self.totals.items())
        return f"{self.title}: {told}"


def explain(
    judgments: Any,
    runs: Any,
    measure: str | Measure,
    system: str | None = None,
    query: str | None = None,
    *,
    profile: str | Profile | None = None,
) -> Explanation:
    """Say where the value of a measure comes from.

    Parameters
    ----------
    measure
        A measure or its name.
    judgments, runs
        As for ``evaluate``.
    system, query
        Which list to explain; can be left out where there is only one.
    profile
        The conventions, as for ``evaluate``.

    Examples
    --------
    >>> why = explain({"q": {"b": 1}}, {"q": {"a": 2.0, "b": 1.0}}, "AP")
    >>> why.totals["position"], why.value
    (0.5, 0.5)
    """
    judgments = read_judgments(judgments)
    profile = profile_for(judgments, profile)
    chosen = parse_measures(measure, profile=profile)
    if len(chosen) != 1:
        raise UsageError(f"one measure can be explained at a time, not {len(chosen)}")
    if not isinstance(chosen[0], Explained):
        raise UsageError(f"{chosen[0]} does not say what its sums are; let it derive from Additive, and give its terms")
    executor = Executor.of(judgments, chosen, profile, by_item=True)
    frame, system = _of_system(runs_of(runs), system, executor)
    return _Case(chosen[0], executor, frame, _query(judgments, query)).explained(system)


def _of_system(runs: Runs, system: str | None, executor: Executor) -> tuple[pl.DataFrame, str]:
    seen: list[str] = []
    for source in runs.sources:
        frame = executor.load(source)
        systems = frame[schema.SYSTEM].unique(maintain_order=True).to_list()
        if system is not None and system in systems:
            return frame.filter(pl.col(schema.SYSTEM) == system), system
        seen += systems
        if system is None and len(runs.sources) == len(systems) == 1:
            return frame, systems[0]
    if system is None:
        raise UsageError(f"there are several systems; choose one of {', '.join(seen)}")
    raise UsageError(f"there is no system {system!r}; there are: {', '.join(seen)}")


def _query(judgments: Judgments, query: str | None) -> str:
    judged = judgments.queries
    if query is None and len(judged) == 1:
        return judged[0]
    if query is None:
        raise UsageError(f"there are {len(judged)} judged {plural(judgments.asker)}; choose one, such as {judged[0]}")
    query = str(query)
    if query not in judged:
        found = f"no judgments for {judgments.asker} {query!r}"
        raise InputError(found, f"one of the {len(judged)} judged {plural(judgments.asker)}", source=judgments.source)
    return query


class _Case:
    """One measure and one list."""

    def __init__(self, measure: Explained, executor: Executor, frame: pl.DataFrame, query: str) -> None:
        self.measure, self.query, self.judged = measure, query, executor.judged
        batch = Batch.of(frame, self.judged)
        self.lists = executor.views(batch).lists_for(measure)
        number = np.array([self.judged.queries.index(query)])
        _, self.items = batch.listed(replace(executor.profiles[str(measure)], depth=None), number)

    def explained(self, system: str) -> Explanation:
        number = self.judged.queries.index(self.query)
        lists = rows_for(self.measure, self.lists)
        value = float(values_of(self.measure, self.lists)[number])
        parts = self.measure.parts(lists)
        frames = [self._rows(part, number) for part in parts]
        return Explanation(
            self.measure,
            system,
            self.query,
            value,
            self._contributions(parts, frames, number),
            self._never_met(lists, parts, number),
            self.judged.judgments.asker,
        )

    def _rows(self, part: Terms, number: int) -> pl.DataFrame:
        """Write the terms of one list as a table."""
        is_here = owner_of(part.rows) == number
        amounts = amounts_of(part, is_here)
        return pl.DataFrame({
            schema.RANK: part.rows.rank[is_here],
            schema.ITEM: self._items(part.rows, is_here),
            schema.ASPECT: self._aspects(part.rows, is_here.nonzero()[0]),
            schema.GRADE: pl.Series(part.rows.grade[is_here]).fill_nan(None),
            **vars(amounts),
        })

    def _contributions(self, parts: Sequence[Terms], frames: Sequence[pl.DataFrame], number: int) -> pl.DataFrame:
        """Add up the parts of the measure, and let the first row of each rank bear its effort."""
        sums = pl.col("possible", "redundancy", "position", "value").sum()
        key = [schema.RANK, schema.ITEM, schema.ASPECT, schema.GRADE]
        rows = pl.concat(frames).group_by(key, maintain_order=True).agg(sums)
        rows = rows.join(self._effort(parts, number), on=schema.RANK, how="full", coalesce=True).sort(
            schema.RANK, schema.ASPECT, nulls_last=True, maintain_order=True
        )
        is_first = pl.col(schema.RANK).is_first_distinct()
        effort = pl.when(is_first).then(pl.col("effort")).fill_null(0.0)
        # What only costs effort has no row of its own: it is the item that the list has there.
        place = rows.select(pl.when(pl.col(schema.RANK) <= len(self.items)).then(pl.col(schema.RANK) - 1)).to_series()
        item = rows[schema.ITEM].fill_null(self.items.gather(place))
        return rows.with_columns(effort=effort).select(
            schema.RANK,
            item.alias(schema.ITEM),
            schema.ASPECT,
            pl.col(schema.GRADE).fill_null(self._judged(item, number)),
            *(pl.col(name).fill_null(0.0) for name in ("possible", "redundancy", "position", "effort")),
            value=pl.col("value").fill_null(0.0) - pl.col("effort"),
        )

    def _items(self, rows: Rows, is_here: BoolArray) -> pl.Series:
        """Find the items of rows, also of those that the list does not have."""
        if isinstance(rows, ShownItems):
            return self.items.gather(rows.rank[is_here] - 1)
        lists = rows if isinstance(rows, RankedLists) else rows.lists
        assert lists.pool.origin is not None  # all pools of judged items know theirs
        return self.judged.items[schema.ITEM].gather(lists.pool.origin[lists.item[is_here]])

    def _judged(self, items: pl.Series, number: int) -> pl.Series:
        """Find the grades of items; nothing for those not judged."""
        judged = self.judged.items.filter(pl.col(CODE) == number).select(schema.ITEM, schema.GRADE)
        return (
            items
            .alias(schema.ITEM)
            .to_frame()
            .join(judged, on=schema.ITEM, how="left", maintain_order="left")[schema.GRADE]
        )

    def _effort(self, parts: Sequence[Terms], number: int) -> pl.DataFrame:
        n_seen = int(n_looked_at(self.measure, self.lists.depth[[number]])[0])
        rank = np.arange(1, n_seen + 1)
        effort = np.zeros(n_seen)
        for part in parts:
            effort += effort_of(part, rank, np.full(n_seen, number))
        table = pl.DataFrame({schema.RANK: rank, "effort": effort})
        return table if effort.any() else table.clear()

    def _never_met(self, lists: RankedLists, parts: Sequence[Terms], number: int) -> pl.DataFrame:
        """Find what the best item of each aspect without an item in the list would have given, alone in a list."""
        seen = [part.rows for part in parts if isinstance(part.rows, AspectLists)]
        aspects = lists.pool.aspects
        if not seen or aspects is None:
            return pl.DataFrame(schema=NEVER_MET)
        pairs = np.arange(*seen[0].of_list.offsets[[number, number + 1]])
        label = seen[0].label[pairs[sum(each.lists.count[pairs] for each in seen) == 0]]
        best = _best_items(aspects, np.searchsorted(aspects.label, label))
        one_each = Segments.of_lengths(np.where(best >= 0, 1, 0))
        alone = lists.pooled(best[best >= 0], one_each, np.full(label.size, number))
        if alone.text is None:
            alone = replace(alone, depth=np.full(label.size, max(1, lists.depth[number])))
        possible = np.zeros(label.size)
        for part, real in zip(self.measure.parts(alone), parts, strict=True):
            is_its = np.ones(part.gain.size, bool)
            if isinstance(part.rows, AspectLists):
                is_its = part.rows.label[part.rows.lists.segments.of_row] == label[owner_of(part.rows)]
            here = np.array([number])
            possible += sums(owner_of(part.rows), part.gain * is_its, label.size) / divisors_of(real, here)
        return pl.DataFrame(
            {schema.ASPECT: [self._label(each) for each in label], "possible": possible}, schema=NEVER_MET
        )

    def _aspects(self, rows: Rows, at: IntArray) -> pl.Series:
        if not isinstance(rows, AspectLists):
            return pl.Series([None] * at.size, dtype=pl.String)
        return pl.Series([self._label(label) for label in rows.label[rows.lists.segments.of_row[at]]], dtype=pl.String)

    def _label(self, number: int) -> str:
        return str(self.judged.aspects[schema.ASPECT][int(number)])


def _best_items(aspects: AspectPool, pairs: IntArray) -> IntArray:
    """Find the item with the largest grade of each aspect; −1 if it has none."""
    first, last = aspects.pool.segments.offsets[pairs], aspects.pool.segments.offsets[pairs + 1]
    by_grade = np.lexsort((-aspects.pool.grade, aspects.pool.segments.of_row))
    return np.where(first < last, np.append(aspects.row, -1)[np.append(by_grade, -1)[first]], -1)
