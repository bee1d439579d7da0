"""What is compared: measures, with the parameters that the paper names, on systems that were made worse."""

from __future__ import annotations

from typing import Final

import polars as pl

from axiometer.measures.names import parse_wanted

SWAPS, REDUNDANCY, ASPECTS = "a) swaps bottom to top", "b) redundant aspect", "c) swapped aspects"
ALL_ASPECTS: Final = "d) as c, some users"
"""The third perturbation again, without the users whose lists are the ideal ones again after many steps."""
MAIN_CUTOFF: Final = 100
CUTOFFS: Final = (MAIN_CUTOFF, 10)
NO_CUTOFF: Final = "none"
OURS, SUBTOPIC = "αβ-nDCG", ("S-Recall", "S-RR")
WITH_CUTOFF: Final = {
    OURS: "alphabeta_nDCG(alpha=0.005,beta=0.5)",
    "RBU": "RBU(p=0.99,e=0.05,gain='linear')",
    "α-nDCG": "alpha_nDCG(alpha=0.5,gain='linear')",
    "S-Recall": "S_Recall(rel=0)",
}
WITHOUT_CUTOFF: Final = {
    "NRBP": "NRBP(alpha=0.25,beta=0.9,gain='linear')",
    "EU": "EU(alpha=0.25,e=0.05,gain='linear')",
    "S-RR": "S_RR(rel=0)",
}
ORDER: Final = (OURS, "RBU", "EU", "NRBP", "α-nDCG", *SUBTOPIC)
"""As they are shown."""
GRADED: Final = ("RBU", "NRBP", "EU", OURS)
WEIGHTED: Final = ("EU", "RBU", OURS)
"""Those that look at ratings, and those that know the weights of aspects: the paper speaks of them together."""


def measures() -> list[tuple[str, str, str]]:
    """Give the short name, the cut-off and the full name of all measures."""
    found = [
        *((name, str(k), f"{full}@{k}") for name, full in WITH_CUTOFF.items() for k in CUTOFFS),
        *((name, NO_CUTOFF, full) for name, full in WITHOUT_CUTOFF.items()),
    ]
    found.sort(key=lambda each: ORDER.index(each[0]))
    return [(name, cutoff, str(parse_wanted(full)[0])) for name, cutoff, full in found]


def with_main_cutoff(table: pl.DataFrame) -> pl.DataFrame:
    """Keep the main cut-off, and measures that have none."""
    return table.filter(pl.col("cut-off").is_in([str(MAIN_CUTOFF), NO_CUTOFF]))
