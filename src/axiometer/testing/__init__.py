"""For the tests of axiometer and of measures made elsewhere; the strategies need hypothesis."""

from axiometer.axioms.exact_values import reference_value
from axiometer.testing.axioms import assert_axioms
from axiometer.testing.checks import check_measure
from axiometer.testing.lists import Case, ranked_lists, values_of

__all__ = ["Case", "assert_axioms", "check_measure", "ranked_lists", "reference_value", "values_of"]
