"""For the tests of axiometer and of measures made elsewhere; the strategies need hypothesis."""

from axiometer.testing.checks import check_measure
from axiometer.testing.lists import Case, ranked_lists, values_of
from axiometer.testing.truth import reference_value

__all__ = ["Case", "check_measure", "ranked_lists", "reference_value", "values_of"]
