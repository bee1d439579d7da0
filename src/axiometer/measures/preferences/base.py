"""What a preference is: a frozen value with a name, parameters and a function from pairs of lists to numbers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.arrays import BoolArray, FloatArray, IntArray
from axiometer.measures.parameters import Parametrised, level_parameter, parameter
from axiometer.projection.lists import Imputation, RankedLists


@dataclass(frozen=True, kw_only=True)
class Preference(Parametrised, ABC):
    """A function from two ranked lists for the same query to a number from −1, the right one is better, to 1.

    A preference of your own is a frozen dataclass like those here: its fields, made with ``parameter``, are its
    parameters, and ``compare`` its equation.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import lexirecall
    >>> isinstance(lexirecall(), ax.Preference)
    True
    """

    is_rounded: ClassVar[bool] = True
    """Whether a preference that is 0 in mathematics may be a little above or below as a double."""
    rel: float = level_parameter()
    imputation: Imputation = parameter(
        "pessimistic",
        "where relevant items not retrieved are: below everything, or right after the list",
        choices=("pessimistic", "optimistic"),
    )

    @abstractmethod
    def compare(self, lists: RankedLists, left: IntArray, right: IntArray) -> FloatArray:
        """Compare pairs of lists, given by their numbers: above 0 where the left one is better."""

    def is_defined(self, lists: RankedLists) -> BoolArray:
        """Tell for which lists there is something to compare: a relevant item."""
        return lists.relevant(self.rel).n_pooled > 0

    def seen(self, lists: RankedLists) -> RankedLists:
        """Give the lists with the rows that count."""
        relevant = lists.relevant(self.rel)
        return relevant.completed(self.imputation) if self.imputation == "optimistic" else relevant


@dataclass(frozen=True, kw_only=True)
class Ordering(Preference):
    """A preference that puts the lists of a query in an order, so that sorting does instead of comparing pairs.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> import axiometer as ax
    >>> from axiometer.measures import Ordering
    >>> @dataclass(frozen=True, kw_only=True)
    ... class LessToRead(Ordering):
    ...     def order(self, lists):
    ...         return -lists.depth
    >>> runs = {"x": {"q": ["a"]}, "y": {"q": ["a", "b"]}}
    >>> ax.prefer({"q": {"a": 1}}, runs, LessToRead()).to_polars()["value"].to_list()
    [1.0]
    """

    @abstractmethod
    def order(self, lists: RankedLists) -> IntArray:
        """Give each list a number: the better of two lists of one query has the larger, and tied ones have equals."""

    def compare(self, lists: RankedLists, left: IntArray, right: IntArray) -> FloatArray:
        """Compare the places in the order."""
        number = self.order(lists)
        sign: FloatArray = np.sign(number[left] - number[right]).astype(np.float64)
        return sign
