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

    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    step: float = ax.parameter(0.1, "what a rank costs", above=0, most=1)

    def values(self, lists):
        weight = (1 - self.step * (lists.rank - 1)).clip(0)
        return lists.sum(weight * lists.grade)


def test_own_measure():
    measured = ax.evaluate({"q": {"a": 1, "c": 2}}, {"q": ["a", "b", "c"]}, ["P@1", LinearGain(), LinearGain(step=0.5)])
    assert measured.values[0, 0].tolist() == [1.0, 1 + 0.8 * 2, 1.0]
    assert measured.table().columns == ["system", "P@1", "LinearGain", "LinearGain(step=0.5)"]
    check_measure(LinearGain(), [Case((1, None, 2)), Case(())])


def test_own_measure_with_a_bad_parameter():
    with pytest.raises(ax.UsageError, match="LinearGain: step must be at most 1, not 2"):
        LinearGain(step=2)


def test_own_measure_that_is_not_well_made():
    @dataclass(frozen=True, kw_only=True)
    class Undeclared(LinearGain):
        weight: float = 2.0

    with pytest.raises(ax.UsageError, match=r"Undeclared: declare weight with axiometer\.parameter"):
        Undeclared()

    class OneForAll(LinearGain):
        def values(self, lists):
            return super().values(lists)[:1]

    with pytest.raises(ax.UsageError, match=r"OneForAll gives values of type float64 and shape \(1,\) for 2 lists"):
        ax.evaluate({"q": {"a": 1}, "r": {"a": 1}}, {"q": ["a"]}, OneForAll())


def test_two_measures_with_one_name():
    class AP(LinearGain):
        pass

    with pytest.raises(ax.UsageError, match="two different measures are called AP"):
        ax.evaluate({"q": {"a": 1}}, {"q": ["a"]}, ["AP", AP()])


def test_check_catches_a_measure_that_looks_at_its_neighbours():
    class Nosy(LinearGain):
        def values(self, lists):
            return super().values(lists) - super().values(lists).mean()

    with pytest.raises(AssertionError, match=r"alone and among others|beyond"):
        check_measure(Nosy(), [Case((1,)), Case((2, 1))])


def test_a_caution_is_told_of_no_query_unless_the_measure_says_so():
    class Careful(LinearGain):
        """Says what to beware of, and of no query that it must be."""

        caution = "grades are guesses"

    measured = ax.evaluate({"q": {"a": 1, "c": 2}}, {"q": ["a", "b", "c"]}, Careful())
    assert not [each for each in measured.notes if "guesses" in str(each)]
