"""How often two random rankings tie, by closed forms: recall with Rprec, total search efficiency and lexirecall."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from functools import reduce
from itertools import product
from math import comb
from operator import add, floordiv, truediv
from typing import Final, Generic, Literal, TypeVar, get_args

import polars as pl

from axiometer.checks import whole
from axiometer.errors import UsageError

Tied = Literal["TSE", "R", "Rprec", "lexirecall"]
DIGITS: Final = 50
"""With so many digits each step of a rounded probability is done."""

Number = TypeVar("Number", int, Decimal)
Ratios = Iterable[tuple[int, int]]


def tie_probability(name: Tied, n: int, m: int, cutoff: int = 1000) -> Fraction:
    """Give the exact probability that two random rankings of n items, m of them relevant, tie.

    The work hardly depends on n, but grows faster than m²: with 1,000 relevant items it takes hundredths of a second,
    with 10,000 up to a minute, and ``rounded_tie_probability`` is the better way.

    Parameters
    ----------
    name
        ``TSE`` (and all that compares the last relevant item only), ``R`` at the cut-off, ``Rprec`` or ``lexirecall``.
    cutoff
        The k of ``R``. From n on all rankings have found everything, and tie.

    Examples
    --------
    >>> tie_probability("TSE", 10, 2)
    Fraction(19, 135)
    """
    n, m, cutoff = _checked(name, n, m, cutoff)
    tied, all_pairs = _Counting[int](comb, floordiv).tied(name, n, m, cutoff)
    return Fraction(tied, all_pairs)


def rounded_tie_probability(name: Tied, n: int, m: int, cutoff: int = 1000) -> Decimal:
    """Give the same with more than 40 correct digits, in a time that grows with m: 0.3 s for m = 100,000."""
    n, m, cutoff = _checked(name, n, m, cutoff)
    with localcontext(Context(prec=DIGITS, Emin=-(10**15), Emax=10**15)):
        tied, all_pairs = _Counting[Decimal](_rounded_comb, truediv).tied(name, n, m, cutoff)
        return tied / all_pairs


def tie_probabilities(sizes: Sequence[int], relevant: Sequence[int], cutoffs: Sequence[int] = (1000,)) -> pl.DataFrame:
    """Give the probability of a tie for corpora of these sizes with so many relevant items each.

    Returns
    -------
    DataFrame
        One row per size and number of relevant items: ``n``, ``m``, ``TSE``, ``R@k`` for each cut-off, ``Rprec`` and
        ``lexirecall``, each rounded once. A float is 0 below 1e-323, and so there is ``lexirecall_log10``, too.

    Examples
    --------
    >>> tie_probabilities([10], [2])["TSE"].round(4).to_list()
    [0.1407]
    """
    cells: dict[str, tuple[Tied, int]] = {"TSE": ("TSE", 1), **{f"R@{k}": ("R", k) for k in cutoffs}}
    cells |= {"Rprec": ("Rprec", 1), "lexirecall": ("lexirecall", 1)}
    rows = []
    for n, m in product(sizes, relevant):
        exact = [rounded_tie_probability(name, n, m, k) for name, k in cells.values()]
        rows.append((n, m, *map(float, exact), float(exact[-1].log10(Context(prec=DIGITS)))))
    floats = dict.fromkeys((*cells, "lexirecall_log10"), pl.Float64)
    return pl.DataFrame(rows, {"n": pl.Int64, "m": pl.Int64, **floats}, orient="row")


@dataclass(frozen=True)
class _Counting(Generic[Number]):
    """Counts pairs of rankings in whole numbers, or in rounded ones; every term comes from the one before it."""

    choose: Callable[[int, int], Number]
    divide: Callable[[Number, int], Number]

    def tied(self, name: str, n: int, m: int, cutoff: int) -> tuple[Number, Number]:
        """Count the pairs of placements of m items among n that tie, and all pairs."""
        placements = self.choose(n, m)
        if name == "TSE":
            return self._ending_together(n, m, placements), placements * placements
        if name == "lexirecall":
            return placements, placements * placements
        k = min(m if name == "Rprec" else cutoff, n)
        return self._found_equally_many(n, m, k), placements * placements

    def _ending_together(self, n: int, m: int, placements: Number) -> Number:
        # Σ_i C(i−1, m−1)² has n terms; with k = m − 1 it is Σ_j C(k+j, k) C(k, j) C(n, k+j+1), which has m.
        k = m - 1
        ratios = (((k + j + 1) * (k - j) * (n - k - j - 1), (j + 1) ** 2 * (k + j + 2)) for j in range(k))
        return _sum(self._terms(placements, ratios))

    def _found_equally_many(self, n: int, m: int, k: int) -> Number:
        fewest, most = max(0, m - (n - k)), min(k, m)
        ratios = (((k - i) * (m - i), (i + 1) * (n - k - m + i + 1)) for i in range(fewest, most))
        first = self.choose(k, fewest) * self.choose(n - k, m - fewest)
        return _sum(ways * ways for ways in self._terms(first, ratios))

    def _terms(self, first: Number, ratios: Ratios) -> Iterator[Number]:
        yield first
        for up, down in ratios:
            first = self.divide(first * up, down)
            yield first


def _sum(terms: Iterable[Number]) -> Number:
    total: Number = reduce(add, terms)
    return total


def _rounded_comb(n: int, m: int) -> Decimal:
    ways = Decimal(1)
    for i in range(min(m, n - m)):
        ways = ways * (n - i) / (i + 1)
    return ways


def _checked(name: str, n: int, m: int, cutoff: int) -> tuple[int, int, int]:
    """Refuse what cannot be, and make Python's whole numbers, which do not overflow, of the others."""
    if name not in get_args(Tied):
        raise UsageError(f"no closed form is known for ties of {name!r}; known: {', '.join(get_args(Tied))}")
    n, m, cutoff = (whole(each, what) for each, what in ((n, "n"), (m, "m"), (cutoff, "the cut-off")))
    if not 1 <= m <= n:
        raise UsageError(f"m relevant items among n need 1 ≤ m ≤ n, not m = {m} and n = {n}")
    if cutoff < 1:
        raise UsageError(f"the cut-off must be a whole number from 1, not {cutoff}")
    return n, m, cutoff
