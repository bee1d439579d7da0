"""Measures of where all relevant items are, retrieved or not, and of the attention that their places get."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Protocol

import numpy as np

from axiometer.arrays import FloatArray, IntArray
from axiometer.errors import UsageError
from axiometer.measures.base import Measure, Need
from axiometer.measures.parameters import function_parameter, level_parameter, parameter
from axiometer.projection.lists import Imputation, RankedLists

PERSISTENCE: Final = 0.8
_CORPUS_SIZE: Final[frozenset[Need]] = frozenset({"corpus_size"})


class _Exposure(Protocol):
    def __call__(self, position: IntArray, *, p: float, n: int | None) -> FloatArray: ...


EXPOSURES: Final[dict[str, _Exposure]] = {
    "ap": lambda position, **_: 1 / position,
    "dcg": lambda position, **_: 1 / np.log2(position + 1),
    "rbp": lambda position, *, p, **_: (1 - p) * p ** (position - 1.0),
    "linear": lambda position, *, n, **_: 1 - position / n,
}
"""The share of attention e(i) that the item at a position gets."""

Exposure = str | Callable[[IntArray], FloatArray]


@dataclass(frozen=True, kw_only=True)
class Complete(Measure):
    """A measure of where all relevant items are; those not retrieved are put after all others."""

    rel: float = level_parameter()
    imputation: Imputation = parameter(
        "pessimistic",
        "where relevant items not retrieved are: at the end of the corpus, or right after the list",
        choices=("pessimistic", "optimistic"),
    )

    @property
    def needs(self) -> frozenset[Need]:
        """The size of the corpus, where items not retrieved are at its end."""
        return _CORPUS_SIZE if self.imputation == "pessimistic" else frozenset()

    def completed(self, lists: RankedLists) -> RankedLists:
        """Give the lists with a row for every relevant item: p_1 < … < p_m are the ranks of each."""
        return lists.relevant(self.rel).completed(self.imputation)


@dataclass(frozen=True, kw_only=True)
class Exposed(Complete):
    """A measure of the attention that the places of all relevant items get."""

    exposure: Exposure = function_parameter(
        "ap",
        "attention at position i: ap 1/i, dcg 1/log2(i+1), rbp (1−p) p^(i−1), linear 1−i/n",
        "an array of positions",
        names=tuple(EXPOSURES),
        is_always_told=True,
    )
    p: float = parameter(PERSISTENCE, "persistence of the exposure rbp", least=0, below=1, examples=(PERSISTENCE, 0.5))

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.p != PERSISTENCE and self.exposure != "rbp":
            raise UsageError(f"{self.name}: p is the persistence of exposure='rbp', which this is not")

    @property
    def needs(self) -> frozenset[Need]:
        """The size of the corpus, also where attention depends on it."""
        return super().needs | (_CORPUS_SIZE if self.exposure == "linear" else frozenset())

    def _is_told(self, name: str, value: Any) -> bool:
        return super()._is_told(name, value) or (name == "p" and self.exposure == "rbp")

    def exposed(self, position: IntArray, lists: RankedLists) -> FloatArray:
        """Give e(i) for some positions in these lists."""
        if isinstance(self.exposure, str):
            return EXPOSURES[self.exposure](position, p=self.p, n=lists.corpus_size)
        return _checked(np.asarray(self.exposure(position), dtype=np.float64), position, self.name)


@dataclass(frozen=True, kw_only=True)
class Provided(Exposed):
    """A measure of the attention that the items of providers get.

    Items not retrieved all have the last of their positions: nobody knows which of them is where, and no provider is to
    gain by a name, or by what else is missing.
    """

    bounds: ClassVar[tuple[float, float]] = (0.0, np.inf)

    @property
    def needs(self) -> frozenset[Need]:
        """The providers of items, too."""
        return super().needs | {"providers"}

    def completed(self, lists: RankedLists) -> RankedLists:
        """Give the lists with a row for every relevant item."""
        found = super().completed(lists)
        of_row = found.segments.of_row
        is_missing = found.rank > found.depth[of_row]
        return replace(found, rank=np.where(is_missing, found.last_rank[of_row], found.rank), _views={})


def _checked(exposure: FloatArray, position: IntArray, name: str) -> FloatArray:
    """Refuse a function that is not an exposure: one that is negative, or grows with the position."""
    if exposure.shape != position.shape or not np.isfinite(exposure).all() or (exposure < 0).any():
        raise UsageError(f"{name}: an exposure gives one number from 0 for each of an array of positions")
    in_order = exposure[np.argsort(position)]
    if (np.diff(in_order) > 0).any():
        raise UsageError(f"{name}: an exposure falls with the position, and this one grows somewhere")
    return exposure
