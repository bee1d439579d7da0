"""Tables 3 and 4: the probability that two random rankings tie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

import polars as pl

import axiometer as ax
from axiometer_papers.lexirecall.published import TABLE_3, TABLE_3_RELEVANT, TABLE_4, TABLE_4_ITEMS, TIES_COLUMNS
from axiometer_papers.study import Check, Part, Progress, Result, Setting, Table, is_close

CUTOFF: Final = 1000
MISPRINTS: Final = {
    ("Table 3", "n = 1000: Rprec"): "The probability is 0.82566. The paper cuts it after three digits here, and rounds "
    "elsewhere: 0.00053 to 0.001, 0.31267 to 0.313.",
    ("Table 4", "m = 10: R@1000"): "The probability is 0.98029, as in Table 3, which has the same cell, n = 10⁶ and "
    "m = 10, as 0.980.",
}
"""Why printed cells are others."""


@dataclass(frozen=True)
class TieTable:
    """A table of the paper: its number, the column that tells its rows apart, what all share, and what is printed.

    Attributes
    ----------
    cells
        How many items, and how many relevant ones, each row has.
    """

    number: int
    index: str
    told: str
    cells: tuple[tuple[int, int], ...]
    printed: Mapping[int, tuple[str, ...]]

    @property
    def where(self) -> str:
        """Which table."""
        return f"Table {self.number}"


BOTH: Final = (
    TieTable(3, "n", f"with {TABLE_3_RELEVANT} relevant items", tuple((n, TABLE_3_RELEVANT) for n in TABLE_3), TABLE_3),
    TieTable(4, "m", f"among {TABLE_4_ITEMS:,} items", tuple((TABLE_4_ITEMS, m) for m in TABLE_4), TABLE_4),
)


def tie_parts(setting: Setting) -> list[Part]:
    """Plan both tables."""
    pairs = 1000 if setting.is_quick else 10_000
    return [
        Part(
            f"table-{table.number}",
            f"{table.where}: probability of a tie {table.told}",
            partial(_make, table, pairs, setting.seed),
            {
                "n and m": [list(each) for each in table.cells],
                "cutoff": CUTOFF,
                "pairs for AP": pairs,
                "seed": setting.seed,
            },
            f"closed forms; for AP random rankings, seed {setting.seed}",
        )
        for table in BOTH
    ]


def _make(table: TieTable, pairs: int, seed: int, progress: Progress) -> Result:
    rows = []
    for done, (n, m) in enumerate(table.cells):
        progress(done, len(table.cells))
        exact = ax.meta.tie_probabilities([n], [m], [CUTOFF])
        drawn = ax.meta.ties_by_depth("AP", n, [n], pairs=pairs, relevant=(m, m), seed=seed)
        rows.append(exact.with_columns(AP=drawn["ties"], pairs=drawn["pairs"]))
    found = pl.concat(rows).select("n", "m", *TIES_COLUMNS, "lexirecall_log10", "pairs")
    return Result(
        [Table(f"table-{table.number}", "Probability that two random rankings tie", found, found.drop("pairs"))],
        checks=[*tie_checks(table, found)],
        notes=[
            f"There is no closed form for AP: its column is the share of ties among {pairs:,} pairs of random "
            f"rankings. Where there is none, the probability is below {3 / pairs:.2g} with 95 % confidence.",
            "lexirecall_log10: the probability for lexirecall is 10 to this power.",
        ],
    )


def tie_checks(table: TieTable, found: pl.DataFrame) -> Iterator[Check]:
    """Put all cells beside the printed ones."""
    for row in found.to_dicts():
        # A sample without a tie says that the probability is below this.
        below = 3 / row["pairs"]
        for column, cell in zip(TIES_COLUMNS, table.printed[row[table.index]], strict=True):
            what, ours, is_drawn = f"{table.index} = {row[table.index]}: {column}", row[column], column == "AP"
            is_same = is_close(cell, ours, below if is_drawn else 0.0)
            told = f"by simulation, {below:.2g} more or less" if is_drawn else ""
            why = told if is_same else MISPRINTS.get((table.where, what), "")
            yield Check(table.where, what, cell, f"{ours:.3f}", "yes" if is_same else "no", why)
