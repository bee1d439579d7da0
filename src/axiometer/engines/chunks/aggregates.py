"""What is found out of all queries while their rows are dealt out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np
import polars as pl

from axiometer.data import Judgments, schema
from axiometer.data.catalogue import all_items, counts_of
from axiometer.data.scanned import ScannedJudgments
from axiometer.engines.chunk import refuse_other_columns

_USERS: Final = "users"
_NO_ITEMS: Final = pl.DataFrame(schema={schema.ITEM: pl.String, _USERS: pl.Int64})


@dataclass(eq=False)
class Aggregates:
    """What all queries have in common, as far as it is known; it grows with each piece.

    Attributes
    ----------
    max_grade
        The largest grade.
    has_aspects
        Whether items are judged for aspects.
    items
        ``item``, ``users``: all items, and how many users had each before, where judgments are ratings.
    n_users
        How many users had rated anything before.
    systems
        The names of systems by their number in the lists.
    columns
        The columns of the lists.
    """

    max_grade: float = -np.inf
    has_aspects: bool = False
    items: pl.DataFrame = field(default_factory=lambda: _NO_ITEMS)
    n_users: int = 0
    systems: list[str] = field(default_factory=list)
    columns: list[str] = field(default_factory=list)

    def see_judged(self, rows: pl.DataFrame, *, are_ratings: bool) -> None:
        """Look at judgments."""
        self._see_grades(rows)
        if schema.ASPECT in rows.columns:
            self.has_aspects |= bool((rows[schema.ASPECT] != schema.NO_ASPECT).any())
        if are_ratings:
            self._see_items(rows.select(pl.col(schema.ITEM).unique(), pl.lit(0, pl.Int64).alias(_USERS)))

    def see_train(self, rows: pl.DataFrame) -> None:
        """Look at ratings of earlier, which no user gives twice to an item."""
        self._see_grades(rows)
        self._see_items(rows.group_by(schema.ITEM).agg(pl.len().cast(pl.Int64).alias(_USERS)))

    def _see_grades(self, rows: pl.DataFrame) -> None:
        if rows.height:
            self.max_grade = max(self.max_grade, float(rows[schema.GRADE].max()))  # type: ignore[arg-type]

    def _see_items(self, more: pl.DataFrame) -> None:
        together = pl.concat([self.items, more.select(schema.ITEM, _USERS)])
        self.items = together.group_by(schema.ITEM).agg(pl.col(_USERS).sum())

    def shared(self, scanned: ScannedJudgments) -> Judgments:
        """Give what all queries have in common to those who measure."""
        shared, known = scanned.shared, scanned.shared.catalogue
        if known is not None:
            items, n_users = all_items(known.items, self.items[schema.ITEM]), self.n_users if scanned.train else 0
            known = replace(known, items=items, popularity=counts_of(items, self.items), n_users=n_users)
        top = self.max_grade if shared.max_grade is None else shared.max_grade
        return replace(shared, max_grade=top, catalogue=known, has_judged_aspects=self.has_aspects)

    def told(self) -> dict[str, Any]:
        """Give all but the items, which are a table."""
        return {name: value for name, value in vars(self).items() if name != "items"}

    def see_columns(self, columns: Sequence[str], source: str) -> None:
        """Look at the columns of lists, which must be the same for all."""
        refuse_other_columns(columns, self.columns or columns, source)
        self.columns = list(columns)
