"""Published shares of samples put beside ours, and how numbers are written."""

from __future__ import annotations

from collections.abc import Mapping

from axiometer_papers.study import Check, is_close


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


def listed(numbers: Mapping[str, float], decimals: int = 3) -> str:
    """Write numbers with their names: ``AP 0.123, RR 0.456``."""
    return ", ".join(f"{name} {number:.{decimals}f}" for name, number in numbers.items())
