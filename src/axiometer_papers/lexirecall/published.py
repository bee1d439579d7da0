"""What the paper prints: numbers of its tables, and how shares of samples stand beside them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from axiometer_papers.study import Check, is_close

TABLE_2_COLUMNS: Final = ("tied", "TSE(exposure='ap')", "R@1000", "Rprec", "AP", "nDCG", "random")
TABLE_2: Final[Mapping[int, tuple[str, ...]]] = {
    10**3: ("0.012", "1.000", "0.000", "0.285", "0.541", "0.535", "0.492"),
    10**4: ("0.001", "1.000", "0.420", "0.077", "0.552", "0.549", "0.497"),
    10**5: ("0.000", "1.000", "0.179", "0.008", "0.554", "0.555", "0.498"),
    10**6: ("0.000", "1.000", "0.026", "0.001", "0.547", "0.554", "0.499"),
}
"""Agreement with the worst case, by the number of items n."""
TABLE_2_PAIRS: Final = 10_000

TIES_COLUMNS: Final = ("TSE", "R@1000", "Rprec", "AP", "lexirecall")
TABLE_3: Final[Mapping[int, tuple[str, ...]]] = {
    10**3: ("0.005", "1.000", "0.825", "0.000", "0.000"),
    10**4: ("0.001", "0.313", "0.980", "0.000", "0.000"),
    10**5: ("0.000", "0.826", "0.998", "0.000", "0.000"),
    10**6: ("0.000", "0.980", "1.000", "0.000", "0.000"),
}
"""The probability of a tie with ten relevant items, by the number of items n."""
TABLE_3_RELEVANT: Final = 10
TABLE_4: Final[Mapping[int, tuple[str, ...]]] = {
    1: ("0.000", "0.998", "1.000", "0.000", "0.000"),
    5: ("0.000", "0.990", "1.000", "0.000", "0.000"),
    10: ("0.000", "0.981", "1.000", "0.000", "0.000"),
    25: ("0.000", "0.952", "0.999", "0.000", "0.000"),
    50: ("0.000", "0.907", "0.995", "0.000", "0.000"),
}
"""The probability of a tie among a million items, by the number m of relevant ones."""
TABLE_4_ITEMS: Final = 10**6

TABLE_5: Final[Mapping[str, tuple[str, str, str, str, str]]] = {
    "web2009": ("50", "48", "129.98", "925.31", "standard"),
    "web2010": ("48", "32", "187.63", "7013.21", "deep"),
    "web2011": ("50", "61", "167.56", "8325.07", "deep"),
    "web2012": ("50", "48", "187.36", "6719.53", "deep"),
    "web2013": ("50", "61", "182.42", "7174.38", "deep"),
    "web2014": ("50", "30", "212.58", "6313.98", "deep"),
    "robust04": ("249", "110", "69.93", "913.82", "standard"),
}
"""Queries, runs, relevant items and items per query, and the label, of collections by the names of their folders."""


def sampled(where: str, what: str, published: str, ours: float, *, pairs: tuple[int, int], errors: float) -> Check:
    """Put a share of a published sample beside that of another one.

    Parameters
    ----------
    pairs
        How large the two samples are, the published one first.
    errors
        How many standard errors of the difference are allowed, besides rounding.
    """
    theirs, mine = pairs
    pooled = (float(published) * theirs + ours * mine) / (theirs + mine)
    error = (pooled * (1 - pooled) * (1 / theirs + 1 / mine)) ** 0.5
    decimals = len(published.partition(".")[2])
    off = abs(float(published) - ours)
    told = (
        f"the difference is {off / error:.1f} standard errors"
        if error
        else "no pair differs here, and the paper prints the same"
    )
    same = is_close(published, ours, errors * error)
    return Check(where, what, published, f"{ours:.{decimals}f}", "yes" if same else "no", told)
