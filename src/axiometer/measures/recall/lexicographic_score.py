"""Metric lexirecall."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import ClassVar, Final

import numpy as np

from axiometer.arrays import BoolArray, FloatArray, IntArray
from axiometer.measures.base import Need
from axiometer.measures.parameters import parameter
from axiometer.measures.parts.additive import Additive, Terms
from axiometer.measures.parts.exposure import Complete
from axiometer.projection.lexicographic import lexicographic_order
from axiometer.projection.lists import RankedLists

DIGITS: Final = 50
"""Binary digits of a double below 1 that sums do not lose."""


@dataclass(frozen=True, kw_only=True)
class LexiRecallScore(Complete, Additive):
    """Metric lexirecall: Σ_i w_i (n − p_i) / n, one number that orders lists as the preference lexirecall does.

    With N = n + ε: w_i = N / (N + 1)^(m+1−i), and w_1 = 1 / (N + 1)^(m−1); they sum to 1. Range [0, 1]. Undefined when
    there is no relevant item. Needs the corpus size n. Relevant items not retrieved are at the end of the corpus, or
    right after the list: imputation. Unjudged items are not relevant. Doubles tell only the last few relevant items
    apart: ``exact`` gives fractions that are equal for equal lists only, and preferences compare without rounding.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import LexiRecallScore
    >>> judgments = {"q": {"a": 2, "b": 1, "c": 0}}
    >>> profile = ax.get_profile(corpus_size=10)
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, LexiRecallScore(), profile=profile)
    >>> round(measured.mean()["value"][0], 4)
    0.7174
    """

    cites: ClassVar[tuple[str, ...]] = ("diaz2026", "yager1997")
    needs: ClassVar[frozenset[Need]] = frozenset({"corpus_size"})
    caution: ClassVar[str] = "doubles cannot tell all lists apart; preferences compare them exactly (axiometer prefer)"
    epsilon: float = parameter(0.5, "ε, how far n + ε is above the corpus size", above=0, below=1, examples=(0.5, 0.1))

    def terms(self, lists: RankedLists) -> Terms:
        """Weigh the last relevant item most."""
        found = self.completed(lists)
        n = _size(lists)
        from_last = found.count[found.segments.of_row] - found.position
        weight = np.exp(-np.log1p(n + self.epsilon) * from_last)
        is_first = found.position == 1
        weight = np.where(is_first, weight, weight * (n + self.epsilon) / (n + self.epsilon + 1))
        return Terms(found, weight, discount=(n - found.rank) / n, divisor=np.minimum(found.n_pooled, 1))

    def standing(self, lists: RankedLists) -> FloatArray | IntArray:
        """Compare exactly: by the rank of the last relevant item, then by that of the one before, and so on."""
        return lexicographic_order(self.completed(lists), starts="last")

    def is_doubtful(self, lists: RankedLists) -> BoolArray:
        """Tell for which queries scores can be closer to one another than doubles are."""
        n, m = _size(lists), lists.relevant(self.rel).pool.segments.count
        # Two scores differ by at least 1 / (n (N + 1)^(m−1)).
        is_finer: BoolArray = (m > 0) & (np.log2(n) + (m - 1) * np.log2(n + self.epsilon + 1) > DIGITS)
        return is_finer

    def exact(self, lists: RankedLists) -> list[Fraction | None]:
        """Compute the score of each list without rounding; None where it is undefined."""
        found, n = self.completed(lists), _size(lists)
        rank, ends = found.rank.tolist(), found.segments.offsets.tolist()
        return [_exact(rank[first:last], n, Fraction(str(self.epsilon))) for first, last in pairwise(ends)]


def _exact(positions: list[int], n: int, epsilon: Fraction) -> Fraction | None:
    """Work out s_1 = x_1, s_i = (s_{i−1} + N x_i) / (N + 1) over one denominator, n (N + 1)^(m−1)."""
    if not positions:
        return None
    above, below = (n + epsilon + 1).as_integer_ratio()
    total, power = n - positions[0], 1
    for position in positions[1:]:
        total = below * total + (above - below) * power * (n - position)
        power *= above
    return Fraction(total, n * power)


def _size(lists: RankedLists) -> int:
    if lists.corpus_size is None:
        raise ValueError("the corpus size is not known: give corpus_size")
    return lists.corpus_size
