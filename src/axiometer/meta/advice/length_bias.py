"""Whether measures look at what lists hold, or at where they end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import polars as pl

from axiometer.engines.collection import Collection
from axiometer.errors import counted
from axiometer.meta.outcomes import Outcomes
from axiometer.notes import Note

MOSTLY: Final = 0.9
"""Who prefers the shorter list, or the longer one, in at least this share of the pairs may mostly measure lengths."""
FEW_PAIRS: Final = 20
"""Of fewer pairs of lists nothing is said."""


def list_ends(collection: Collection, outcomes: Outcomes) -> pl.DataFrame:
    """Tell how often each measure prefers the shorter of two lists for the same query that differ in length.

    ``measure``, ``pairs``: those that it decides, ``shorter``: the share in which it prefers the shorter list. Empty
    lists are left out.
    """
    depth = collection.views.main.lists.depth.reshape(len(collection.systems), -1)
    # Of queries that are not judged no list is kept.
    depth = np.hstack([depth, np.zeros((len(depth), 1), np.int64)])
    of_query = {name: number for number, name in enumerate(collection.queries)}
    depth = depth[:, [of_query.get(name, -1) for name in outcomes.queries]]
    left, right = (depth[side] for side in outcomes.pairs)
    shorter = np.where((left > 0) & (right > 0), np.sign(right - left), 0)
    rows = []
    for outcome in outcomes.outcomes:
        signs = outcomes.signs(outcome)
        is_asked = (signs != 0) & (shorter != 0)
        n = int(is_asked.sum())
        rows.append((outcome.name, n, float((signs == shorter)[is_asked].mean()) if n else np.nan))
    return pl.DataFrame(rows, schema={"measure": pl.String, "pairs": pl.Int64, "shorter": pl.Float64}, orient="row")


def length_notes(ends: pl.DataFrame) -> Iterator[Note]:
    """Say of which measures the lengths of lists decide almost everything."""
    for name, n, share in ends.filter(pl.col("pairs") >= FEW_PAIRS).rows():
        which, most = ("shorter", share) if share >= 0.5 else ("longer", 1 - share)
        if most >= MOSTLY:
            pairs = f"the {counted(n, 'pair')} of lists that differ in length"
            told = f"prefers the {which} one in {most:.0%} of {pairs}"
            yield Note(
                "mostly_length", name, f"{told}, which may say more of where lists end than of what they hold", n
            )
