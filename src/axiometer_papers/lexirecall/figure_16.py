"""Figure 16: what the worst-off user gets from optimal rankings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import polars as pl

import axiometer as ax
from axiometer_papers.study import ROUNDING, Check, Figure, Part, Progress, Result, Table, claim

RELEVANT: Final = [*range(1, 26)]
ITEMS: Final = 100
KINDS: Final = {"deterministic": "fixed ranking", "stochastic": "random rankings"}
FORMS: Final = ["AP", "RR", "nDCG", "RBP", "linear"]


def figure_16() -> Part:
    """Plan the worst case of optimal rankings."""
    return Part(
        "figure-16",
        "Figure 16: worst case of optimal rankings",
        _make,
        {"measures": FORMS, "relevant": RELEVANT, "items": ITEMS},
        "computed, no random rankings",
    )


def _make(_progress: Progress) -> Result:
    found = ax.meta.optimal_rankings(FORMS, RELEVANT, ITEMS)
    long = found.unpivot([*KINDS], index=["measure", "m"], variable_name="ranking", value_name="worst case")
    long = long.with_columns(pl.col("ranking").replace_strict(KINDS))
    drawing = ax.Drawing(
        title="What the worst-off user has from a fixed optimal ranking, and expects from random ones",
        mark="line",
        x="m",
        y="worst case",
        colour="ranking",
        column="measure",
        titles={"m": "relevant items"},
    )
    wide = found.filter(pl.col("m").is_in([1, 2, 5, 10, 15, 20, 25]))
    return Result(
        [Table("figure-16", "Worst case of optimal rankings", found, wide)],
        [Figure.of("figure-16", drawing, long)],
        [*optimal_checks(found)],
        [
            "The paper does not say which exposure its figure has: here are five. linear is the mean of 1 − i/n over "
            f"what a user wants, n being {ITEMS}; the others do not depend on n.",
            "worst_size: how many items the user wants who expects least from random rankings.",
        ],
    )


def optimal_checks(found: pl.DataFrame) -> Iterator[Check]:
    """Check Theorem D.1, and what the text says of fixed rankings."""
    gain = (found["stochastic"] / found["deterministic"]).to_numpy()
    several = gain[found["m"].to_numpy() > 1]
    yield claim(
        "Figure 16, theorem D.1",
        "random and fixed optimal rankings",
        "the worst case of random ones is never below that of a fixed one",
        f"above in {int((several > 1 + ROUNDING).sum())} of {several.size} cases with several relevant items, "
        f"{several.min():.3g} to {several.max():.3g} times as large",
        holds=bool((gain >= 1 - ROUNDING).all()),
        why="Some are below.",
    )
    last = found.filter(pl.col("measure") == "AP")
    off = np.abs(last["deterministic"].to_numpy() - 1 / last["m"].to_numpy()).max()
    yield claim(
        "Section 7.2.4",
        "fixed optimal rankings",
        "the worst case is the exposure of rank m",
        f"for AP, it differs from 1/m by {off:.1g} at most",
        holds=bool(off < ROUNDING),
        why="It is another number.",
    )
