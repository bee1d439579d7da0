"""What every reference shares: grades to gains, and irrational functions in any number type."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal, getcontext
from functools import lru_cache
from typing import Any

Number = Any
Grades = Sequence[Number | None]
Make = Callable[[Any], Number]
Gain = str | Mapping[Number, Number]


def gain_of(grade: Number | None, gain: Gain, rel: Number, max_grade: Number, number: Make) -> Number:
    if grade is None or grade <= 0:
        return number(0)
    if isinstance(gain, Mapping):
        return number(gain.get(grade, grade))
    return {
        "linear": lambda: number(grade) / number(max_grade),
        "exp": lambda: (number(2) ** number(grade) - 1) / number(2) ** number(max_grade),
        "binary": lambda: number(1 if grade >= rel else 0),
        "identity": lambda: number(grade),
    }[gain]()


def power(base: Number, times: int, number: Make) -> Number:
    """Multiply by itself; 0^0 is 1 in every number type."""
    return base**times if times else number(1)


def log2(whole: int, number: Make) -> Number:
    """Take the binary logarithm in the number type; types that only hold fractions have none."""
    one = number(1)
    if isinstance(one, float):
        return math.log2(whole)
    if isinstance(one, Decimal):
        return _log2_of_digits(whole, getcontext().prec)
    context = getattr(one, "context", None)  # mpmath.mpf
    if context is not None:
        return context.log(whole, 2)
    raise TypeError(f"log2({whole}) is irrational and cannot be a {type(one).__name__}")


@lru_cache(maxsize=4096)
def _log2_of_digits(whole: int, digits: int) -> Decimal:
    """Take the logarithm once for each number of digits, that of the context."""
    del digits
    return Decimal(whole).ln() / Decimal(2).ln()


def exp2(exponent: Number, number: Make) -> Number:
    """Take 2 to a power in the number type; fractions silently become floats where they cannot hold it."""
    result = number(2) ** exponent
    if type(result) is not type(number(1)):
        raise TypeError(f"2^{exponent} is irrational and cannot be a {type(number(1)).__name__}")
    return result
