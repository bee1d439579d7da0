"""What users get."""

from fractions import Fraction

import pytest

import axiometer as ax
from axiometer.axioms.examples import Example


@pytest.fixture(scope="module")
def verdicts() -> ax.Verdicts:
    return ax.check_axioms(["P@20", "RBU(p=0.9,e=0.05)"], ["Pri", "recommendation:Pri", "Sat"], cases=500)


def test_verdicts_are_found_by_measure_and_axiom(verdicts):
    assert verdicts["P@20", "Pri"].answer == "violated"
    assert verdicts["RBU(p=0.9,e=0.05)", "search:Pri"].answer == "holds"
    assert verdicts["RBU(p=0.9,e=0.05)", "recommendation:Pri"].answer == "violated"
    assert verdicts["RBU(p=0.9,e=0.05)", "Sat"].witness == "r_max = 1"


def test_names_that_are_not_there_are_refused(verdicts):
    with pytest.raises(ax.UsageError, match="no verdict on a measure AP; there are P@20, RBU"):
        verdicts["AP", "Pri"]
    with pytest.raises(ax.UsageError, match="no verdict on an axiom Red; there are"):
        verdicts["P@20", "Red"]


def test_the_frame_has_the_columns_of_the_tsv_and_tells_namesakes_apart(verdicts):
    frame = verdicts.to_polars()
    assert frame.columns == ["measure", "axiom", "verdict", "cases", "example"]
    assert frame["axiom"].to_list()[:3] == ["search:Pri", "recommendation:Pri", "Sat"]
    assert frame["example"][0] == "[0.1 –] = 0.05; [– 0.1] = 0.05"
    assert len(verdicts) == frame.height == 6


def test_where_an_axiom_holds_the_closest_small_case_is_told(verdicts):
    verdict = verdicts["RBU(p=0.9,e=0.05)", "search:Pri"]
    assert verdict.example is None
    assert verdict.closest is not None
    better, worse = verdict.values
    assert better > worse
    assert verdict.confirmed == "fractions"


def test_what_makes_no_sense_is_refused():
    for wrong in ({"cases": 0}, {"cases": 1.5}, {"seed": -1}, {"seed": True}, {"jobs": 0}):
        with pytest.raises(ax.UsageError, match=next(iter(wrong))):
            ax.check_axioms("AP", "Pri", **wrong)
    with pytest.raises(ax.UsageError, match="no axiom is named"):
        ax.check_axioms("AP", [])
    with pytest.raises(ax.UsageError, match="names no axioms"):
        ax.check_axioms("AP", 3)


def test_an_example_is_written_and_read():
    example = Example(
        weights=(Fraction(2, 3), Fraction(1, 3)),
        items=((Fraction(1, 10), Fraction(0)), (Fraction(1), Fraction(1, 1000)), (Fraction(1, 5), Fraction(0))),
        lists=((0, 1), ()),
        unrated=frozenset({2}),
        hidden=(frozenset({1}), frozenset()),
    )
    text = "2/3,1/3 | 0.1,0 1,0.001 0.2,0? | 0,1 - | 1 -"
    assert example.to_text() == text
    assert Example.from_text(text) == example


def test_verdicts_are_shown_as_a_table(verdicts):
    assert repr(verdicts).startswith("Verdicts on 2 measures and 3 axioms\nshape: (6, 5)")
    assert verdicts.to_pandas().to_dict("list") == verdicts.to_polars().to_dict(as_series=False)
