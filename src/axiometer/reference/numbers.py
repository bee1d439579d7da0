"""What every reference shares: what is known of a query, grades to gains, and irrational functions of any numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence, Set
from dataclasses import dataclass
from decimal import Decimal, getcontext
from functools import lru_cache
from typing import Any

Number = Any
Grades = Sequence[Number | None]
Make = Callable[[Any], Number]
Gain = str | Mapping[Number, Number]


@dataclass(frozen=True, kw_only=True)
class Known:
    """What is known beside the grades of a list and of the pool, and what numbers are made by.

    Attributes
    ----------
    number
        Makes numbers: ``float``, ``fractions.Fraction`` or ``mpmath.mpf``.
    max_grade
        The top of the grading scale, one or one per aspect.
    weights, counted, navigational
        Of the aspects, ``None`` for uniform; which of them count; those of which one item is all that is wanted.
    lengths
        Of the items of the list, in rank order.
    corpus_size
        How many items there are.
    providers, items
        The providers of each item of the pool, and for each rank the item of the pool that stands there, ``None`` for
        an unjudged one.
    n_users, n_ratings
        How many users have a profile, and how many ratings these have together.
    """

    number: Make = float
    max_grade: Number | Mapping[str, Number] = None
    weights: Mapping[str, Number] | None = None
    counted: str = "relevant"
    navigational: Set[str] = frozenset()
    lengths: Sequence[Number] = ()
    corpus_size: int | None = None
    providers: Sequence[Collection[str]] = ()
    items: Sequence[int | None] | None = None
    n_users: int = 0
    n_ratings: int = 0

    def gains(self, grades: Grades, gain: Gain, rel: Number) -> list[Number]:
        """Give the gain of each grade."""
        return [gain_of(grade, gain, rel, self.max_grade, self.number) for grade in grades]


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
