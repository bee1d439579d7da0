"""A measure that a user writes is as good as one of the catalogue."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pytest

import axiometer as ax
from axiometer.testing import Case, check_measure


@dataclass(frozen=True, kw_only=True)
class LinearGain(ax.Measure):
    """The grades of the first ten items, less by a tenth with each rank."""

    name: ClassVar[str] = "LinearGain"
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    step: float = ax.parameter(0.1, "what a rank costs", above=0, most=1)

    def values(self, lists):
        weight = (1 - self.step * (lists.rank - 1)).clip(0)
        return lists.sum(weight * lists.grade)


def test_own_measure():
    measured = ax.evaluate({"q": ["a", "b", "c"]}, {"q": {"a": 1, "c": 2}}, ["P@1", LinearGain(), LinearGain(step=0.5)])
    assert measured.values[0, 0].tolist() == [1.0, 1 + 0.8 * 2, 1.0]
    assert measured.table().columns == ["system", "P@1", "LinearGain", "LinearGain(step=0.5)"]
    check_measure(LinearGain(), [Case((1, None, 2)), Case(())])


def test_own_measure_with_a_bad_parameter():
    with pytest.raises(ax.UsageError, match="LinearGain: step must be at most 1, not 2"):
        LinearGain(step=2)


def test_check_catches_a_measure_that_looks_at_its_neighbours():
    class Nosy(LinearGain):
        def values(self, lists):
            return super().values(lists) - super().values(lists).mean()

    with pytest.raises(AssertionError, match=r"alone and among others|beyond"):
        check_measure(Nosy(), [Case((1,)), Case((2, 1))])
