"""The data of a page, packed so that it can stand in HTML and nothing in it can be taken for markup."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import polars as pl

from axiometer.arrays import IntArray
from axiometer.data import schema
from axiometer.engines.list_views import ShownLists
from axiometer.errors import plural
from axiometer.meta.finding import Finding
from axiometer.meta.outcomes import Outcomes
from axiometer.report.page.selection import Kept

DIGITS: Final = 7
"""Of numbers that are only looked at, so many digits are kept, and so many decimals at least."""
SMALLEST: Final = 1e-200


def pack(data: Mapping[str, Any]) -> str:
    """Pack data into letters and digits."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return base64.b64encode(gzip.compress(text.encode(), 6, mtime=0)).decode()


def short(values: npt.ArrayLike) -> list[Any]:
    """Give numbers with few digits, null where there is none, in the shape of the array."""
    array = np.asarray(values, dtype=np.float64)
    is_finite = np.isfinite(array)
    known = np.where(is_finite, array, 0.0)
    # A factor for smaller numbers would be infinite; they are 0 to the eye.
    size = np.floor(np.log10(np.where(np.abs(known) < SMALLEST, 1.0, np.abs(known))))
    factor = 10.0 ** np.maximum(DIGITS - 1 - size, DIGITS)
    return exact(np.where(is_finite, np.round(known * factor) / factor, np.nan))


def exact(array: npt.NDArray[np.float64]) -> list[Any]:
    """Give lists of numbers, null where there is none."""
    filled = array.astype(object)
    filled[np.isnan(array)] = None
    found: list[Any] = filled.tolist()
    return found


def _decided(p_values: npt.NDArray[np.float64], alpha: float) -> list[Any]:
    """Give p-values with few digits, but those in full of which fewer digits are on the other side of alpha."""
    few = np.array(short(p_values), dtype=np.float64)
    return exact(np.where((few < alpha) == (p_values < alpha), few, p_values))


def leaderboards(board: Finding, outcomes: Outcomes, alpha: float) -> list[dict[str, Any]]:
    """Give one table for each measure, the best system first; systems are numbers."""
    number = {system: at for at, system in enumerate(outcomes.systems)}
    found = []
    for name in outcomes.names:
        its = board.table.filter(pl.col("measure") == name)
        found.append({
            "system": [number[system] for system in its[schema.SYSTEM]],
            "rank": its["rank"].to_list(),
            "mean": exact(its["value"].to_numpy()),
            "low": short(its["low"]),
            "high": short(its["high"]),
            "n": its[plural(board.asker)].to_list(),
            "groups": its["groups"].to_list(),
            "difference": short(its["difference"]),
            "p": _decided(its["p_corrected"].to_numpy(), alpha),
        })
    return found


def pairs_of(board: Finding, outcomes: Outcomes, alpha: float) -> dict[str, Any]:
    """Give what was tested: the systems of each pair, and for each measure the difference, its interval, the p-value.

    The difference is that of the queries of both, and not that of the means where a system has no value in some.
    """
    number = {system: at for at, system in enumerate(outcomes.systems)}
    tables = [board.more["pairs"].filter(pl.col("measure") == name) for name in outcomes.names]
    return {
        "left": [number[system] for system in tables[0]["left"]],
        "right": [number[system] for system in tables[0]["right"]],
        "measures": [
            {
                "difference": short(its["difference"]),
                "p": _decided(its["p_corrected"].to_numpy(), alpha),
                "low": short(its["low"]),
                "high": short(its["high"]),
            }
            for its in tables
        ],
    }


def values_of(outcomes: Outcomes, averaged: Outcomes, kept: Kept) -> dict[str, Any]:
    """Give the values as means count them, in full precision, and the places of those that are undefined."""
    data, undefined = [], []
    for measure in kept.measures:
        asked, its = outcomes.outcomes[measure], averaged.outcomes[measure]
        data.append(exact(its.values[kept.systems]))
        is_undefined = ~asked.is_defined & (True if asked.is_included is None else asked.is_included)
        undefined.append(np.flatnonzero(is_undefined[kept.systems]).tolist())
    return {
        "systems": kept.systems.tolist(),
        "measures": kept.measures.tolist(),
        "data": data,
        "undefined": undefined,
    }


def lists_of(shown: ShownLists, outcomes: Outcomes, kept: Kept, ranks: int) -> dict[str, Any]:
    """Give the tops of lists, their labels, and what each rank contributed; items are numbers."""
    ranks = min(ranks, int(shown.lists[schema.RANK].max() or 1))  # type: ignore[arg-type]
    maker = _Lists(shown, outcomes, kept, ranks)
    aspects = maker.aspects()
    explained = [at for at, name in enumerate(outcomes.names) if name not in shown.unexplained]
    names = [outcomes.names[at] for at in explained]
    grades = shown.labels[schema.GRADE]
    return {
        "ranks": ranks,
        "systems": kept.list_systems.tolist(),
        "queries": kept.list_queries.tolist(),
        "items": maker.items.to_list(),
        "tops": maker.tops(),
        "lengths": maker.lengths(),
        "labels": maker.labels(aspects),
        "aspects": aspects,
        "measures": explained,
        "contributions": [maker.contributions(name) for name in names],
        "rest": [maker.rest(name) for name in names],
        "maxGrade": max(1.0, float(grades.max() or 0.0)) if len(grades) else 1.0,  # type: ignore[arg-type]
    }


class _Lists:
    """Frames of lists turned into what the page has: systems × queries."""

    def __init__(self, shown: ShownLists, outcomes: Outcomes, kept: Kept, ranks: int) -> None:
        self.shown, self.ranks = shown, ranks
        self.systems = [outcomes.systems[at] for at in kept.list_systems]
        self.queries = [outcomes.queries[at] for at in kept.list_queries]
        self.shape = (len(self.systems), len(self.queries))
        self.items = shown.lists[schema.ITEM].unique(maintain_order=True)
        self._item = pl.DataFrame({schema.ITEM: self.items}).with_row_index("number")

    def _codes(self, frame: pl.DataFrame) -> tuple[IntArray, IntArray]:
        system, query = (
            frame[column].replace_strict(names, range(len(names)), return_dtype=pl.Int64).to_numpy()
            for column, names in ((schema.SYSTEM, self.systems), (schema.QUERY, self.queries))
        )
        return system, query

    def tops(self) -> list[list[list[int]]]:
        """Give the items of each list, in order."""
        table = self.shown.lists.join(self._item, on=schema.ITEM, how="left", maintain_order="left")
        found: list[list[list[int]]] = [[[] for _ in self.queries] for _ in self.systems]
        system, query = self._codes(table)
        for s, r, number in zip(system.tolist(), query.tolist(), table["number"].to_list(), strict=True):
            found[s][r].append(number)
        return found

    def lengths(self) -> list[list[int]]:
        """Give how long each list is as a whole."""
        grid = np.zeros(self.shape, dtype=np.int64)
        grid[self._codes(self.shown.length)] = self.shown.length["length"].to_numpy()
        return grid.tolist()

    def aspects(self) -> list[dict[str, Any]]:
        """Give the aspects of each query."""
        found: dict[str, dict[str, Any]] = {
            query: {"names": [], "weights": [], "relevant": []} for query in self.queries
        }
        for query, aspect, weight, relevant in self.shown.aspects.select(
            schema.QUERY, schema.ASPECT, schema.WEIGHT, "n_relevant"
        ).iter_rows():
            its = found[query]
            its["names"].append(aspect)
            its["relevant"].append(relevant)
            its["weights"].append(weight)
        return [*found.values()]

    def labels(self, aspects: Sequence[Mapping[str, Any]]) -> list[dict[str, list[list[float]]]]:
        """Give, for each query, the numbers of the aspects, and the grades, of items that are judged."""
        number = {
            (query, aspect): at
            for query, its in zip(self.queries, aspects, strict=True)
            for at, aspect in enumerate(its["names"])
            if aspect is not None
        }
        place = {query: at for at, query in enumerate(self.queries)}
        table = self.shown.labels.join(self._item, on=schema.ITEM, how="inner")
        found: list[dict[str, list[list[float]]]] = [{} for _ in self.queries]
        for query, aspect, grade, item in table.select(schema.QUERY, schema.ASPECT, schema.GRADE, "number").iter_rows():
            found[place[query]].setdefault(str(item), []).append([number.get((query, aspect), -1), grade])
        return found

    def contributions(self, measure: str) -> list[list[list[float] | None]]:
        """Give what each rank contributed; nothing where the value is undefined."""
        table = self.shown.contributions.filter(pl.col("measure") == measure)
        grid = np.zeros((*self.shape, self.ranks))
        grid[(*self._codes(table), table[schema.RANK].to_numpy() - 1)] = table["value"].to_numpy()
        return [
            [None if rest is None else _trimmed(ranks) for ranks, rest in zip(*both, strict=True)]
            for both in zip(short(grid), self.rest(measure), strict=True)
        ]

    def rest(self, measure: str) -> list[list[float | None]]:
        """Give what the further ranks contributed together; nothing where the value is undefined."""
        table = self.shown.rest.filter(pl.col("measure") == measure)
        grid = np.full(self.shape, np.nan)
        grid[self._codes(table)] = table["rest"].to_numpy()
        return short(grid)


def _trimmed(ranks: Sequence[float | None]) -> list[float]:
    """Leave out the zeros at the end, and write whole numbers short."""
    found = [int(each) if each is not None and each == int(each) else each or 0 for each in ranks]
    while found and not found[-1]:
        found.pop()
    return found
