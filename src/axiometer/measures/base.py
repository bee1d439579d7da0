"""What a measure is: a frozen value with a name, parameters and a function from lists to values."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt

from axiometer.arrays import BoolArray, FloatArray, IntArray
from axiometer.errors import UsageError
from axiometer.measures.parameters import Parametrised
from axiometer.projection.catalogue import ShownItems
from axiometer.projection.lists import RankedLists

Rows = Literal["relevant", "judged"]
Need = Literal[
    "aspects", "types", "characters", "words", "text", "providers", "corpus_size", "items", "catalogue", "popularity"
]


@dataclass(frozen=True, kw_only=True)
class Measure(Parametrised, ABC):
    """A function from ranked lists to one value per list.

    A measure of your own is a frozen dataclass like those of the catalogue: its fields, made with ``parameter``,
    are its parameters, and ``values`` its equation. Facts such as ``bounds`` are class attributes where they hold
    whatever the parameters are, and properties where they depend on them.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> import axiometer as ax
    >>> @dataclass(frozen=True, kw_only=True)
    ... class TopGrade(ax.Measure):
    ...     def values(self, lists):
    ...         return lists.segments.sum((lists.rank == 1) * lists.grade)
    >>> ax.evaluate({"q": {"a": 2, "b": 1}}, {"q": ["a", "b"]}, TopGrade()).to_dict()
    {'run': {'TopGrade': 2.0}}
    """

    caution: ClassVar[str] = ""
    """What a reader of the values of queries that are doubtful should know; mostly nothing."""

    @property
    def rows(self) -> Rows:
        """Whether the lists hold the items with a positive grade only, or all judged ones."""
        return "relevant"

    @property
    def needs(self) -> frozenset[Need]:
        """What must be known beside grades.

        Aspects, their types, the characters or words of relevant items, the words of the whole text, the providers of
        relevant items, the number of items in the corpus, all items, all items with their aspects, how many users had
        each item before.
        """
        return frozenset()

    @property
    def counts_weights(self) -> bool:
        """Whether weights of aspects change its values, if it needs aspects."""
        return True

    @property
    def bounds(self) -> tuple[float, float]:
        """The smallest and the largest value there can be."""
        return (0.0, 1.0)

    @property
    def is_smaller_better(self) -> bool:
        """Whether it counts what a list costs, so that the smaller of two values is the better one."""
        return False

    @abstractmethod
    def values(self, lists: RankedLists) -> FloatArray:
        """Compute one value per list; nan where the measure is undefined."""

    def standing(self, lists: RankedLists) -> FloatArray | IntArray:
        """Give the numbers by which lists of one query are compared: the larger, the better.

        These are the values, unless a measure knows numbers that tell lists apart where values are rounded; whole
        numbers are compared exactly.
        """
        values = np.asarray(self.values(lists), dtype=np.float64)
        return -values if self.is_smaller_better else values

    def is_doubtful(self, lists: RankedLists) -> BoolArray:
        """Say for which queries of the pool the caution holds, if the measure has one."""
        return np.zeros(len(lists.pool.segments), bool)

    @property
    def level(self) -> float:
        """The grade from which an item is relevant; 0 is any positive one."""
        return float(getattr(self, "rel", 0.0))


@dataclass(frozen=True, kw_only=True)
class SystemMeasure(Parametrised, ABC):
    """A function from all lists of a system to one value.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import CatalogueCoverage, SystemMeasure
    >>> isinstance(CatalogueCoverage() @ 10, SystemMeasure)
    True
    """

    needs: ClassVar[frozenset[Need]] = frozenset({"items"})
    """What must be known beside grades: all items there are, and perhaps more."""
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    """The smallest and the largest value there can be."""
    is_smaller_better: ClassVar[bool] = False
    """Whether the smaller of two values is the better one."""

    @abstractmethod
    def exposure(self, shown: ShownItems) -> FloatArray:
        """Say how much each item of the catalogue is shown; the exposures of several parts of the lists add up."""

    @abstractmethod
    def of_exposure(self, exposure: FloatArray) -> float:
        """Compute the value from the exposure that all lists of a system give to each item."""


def values_of(measure: Measure, lists: RankedLists) -> FloatArray:
    """Compute a measure, and make sure that it gives one number for each list."""
    return one_for_each(measure, measure.values(rows_for(measure, lists)), lists).astype(np.float64, copy=False)


def one_for_each(measure: Measure, numbers: Any, lists: RankedLists) -> FloatArray | IntArray:
    """Refuse what is not one number for each list."""
    values = np.asarray(numbers)
    if values.shape != (len(lists),) or values.dtype.kind not in "fiub":
        found = f"values of type {values.dtype} and shape {values.shape} for {len(lists)} lists"
        raise UsageError(f"{measure} gives {found}: one number each is needed")
    return values


def rows_for(measure: Measure, lists: RankedLists) -> RankedLists:
    """Give lists with the rows that a measure asks for."""
    return lists if measure.rows == "judged" else lists.relevant()


def ratio(numerator: npt.ArrayLike, denominator: npt.ArrayLike) -> FloatArray:
    """Divide; undefined (nan) where the denominator is 0.

    Examples
    --------
    >>> import numpy as np
    >>> from axiometer.measures import ratio
    >>> ratio(np.array([1.0, 0.0]), np.array([4.0, 0.0])).tolist()
    [0.25, nan]
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(np.asarray(denominator) == 0, np.nan, np.divide(numerator, denominator))
