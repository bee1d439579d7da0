"""Checks of arguments, wherever they are given: whole numbers, shares, jobs."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral, Real
from typing import Any, Final

from axiometer.errors import UsageError

MOST_RANKS: Final = 1 << 53
"""The largest rank, and the largest corpus: whole numbers up to here are exact as floats."""


def whole(value: Any, what: str) -> int:
    """Make an int of a whole number, also of 1e6, and refuse other things."""
    number = number_of(value)
    if isinstance(number, bool) or not isinstance(number, int):
        raise UsageError(f"{what} must be a whole number, not {value!r}")
    return number


def whole_from(least: int, value: Any, what: str) -> int:
    """Make an int of a whole number that is not below a least one, and refuse other things."""
    number = whole(value, what)
    if number < least:
        raise UsageError(f"{what} must be a whole number from {least}, not {value!r}")
    return number


def several(given: Any) -> list[Any]:
    """Make a list of several things, or of one."""
    return [given] if isinstance(given, str) or not isinstance(given, Iterable) else list(given)


def between(value: Any, what: str) -> float:
    """Make a float of a number between 0 and 1, and refuse other things."""
    if isinstance(value, bool) or not isinstance(value, Real) or not 0 < float(value) < 1:
        raise UsageError(f"{what} must be a number between 0 and 1, not {value!r}")
    return float(value)


def number_of(value: Any) -> Any:
    """Make Python's numbers of all, and ints of whole ones, so that ``rel=2`` and ``rel=2.0`` are one measure."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return value
    if isinstance(value, Integral):
        return int(value)
    return int(float(value)) if float(value).is_integer() else float(value)


def check_jobs(jobs: Any) -> None:
    """Refuse what is no number of jobs."""
    if isinstance(jobs, bool) or not isinstance(jobs, int) or jobs < 1:
        raise UsageError(f"jobs must be a whole number from 1, not {jobs!r}")
