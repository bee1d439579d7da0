"""For the tests of axiometer and of measures made elsewhere; the strategies need hypothesis."""

from axiometer.axioms.exact_values import reference_value
from axiometer.reference.cases import Case
from axiometer.testing.case_lists import ranked_lists, values_of
from axiometer.testing.measure_checks import assert_axioms, check_measure

__all__ = ["Case", "assert_axioms", "check_measure", "ranked_lists", "reference_value", "values_of"]
