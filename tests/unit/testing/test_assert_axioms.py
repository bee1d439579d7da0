"""Axioms in the tests of other people's measures."""

import pytest

from axiometer.errors import UnknownNameError
from axiometer.testing import assert_axioms


def test_promises_that_are_kept_pass():
    assert_axioms("RBU(p=0.9,e=0.05)", holds=["Pri", "Conf"], violates=["AspRel/later-items-free"], cases=1000)


def test_a_set_is_all_its_axioms():
    with pytest.raises(AssertionError) as error:
        assert_axioms("RBU(p=0.9,e=0)", holds=["search"], cases=1000)
    assert [line.split()[0] for line in str(error.value).splitlines()] == ["Conf"]


def test_a_broken_promise_shows_the_counterexample():
    with pytest.raises(AssertionError, match=r"Red should hold: P@20: Red violated \(\[a0.5 b0.5\] = 0.1; .*"):
        assert_axioms("P@20", holds=["Red"], cases=1000)


def test_a_violation_that_is_not_there_says_how_hard_it_was_looked_for():
    with pytest.raises(AssertionError, match=r"Pri should be violated: nDCG: Pri holds \(\d+ cases: \d+ enumerated"):
        assert_axioms("nDCG", violates=["Pri"], cases=1000)


def test_what_does_not_apply_is_no_kept_promise():
    with pytest.raises(AssertionError, match="not-applicable"):
        assert_axioms("lexirecall", holds=["Bounded"], cases=1000)


def test_unknown_axioms_are_refused():
    with pytest.raises(UnknownNameError, match="did you mean Red"):
        assert_axioms("nDCG", holds=["Redd"])
