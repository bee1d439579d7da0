"""Measures that need more than grades say so, and say what is missing."""

from __future__ import annotations

import pytest

import axiometer as ax

PLAIN = {"q": {"a": 1, "b": 2}}
ASPECTS = {"q": {"a": {"s": 1}, "b": {"s": 2, "t": 1}, "c": {"t": 0}}}
RUN = {"q": {"x": 4.0, "a": 3.0, "b": 2.0, "c": 1.0}}
LENGTHS = {"a": 100, "b": 200, "x": 300}


def test_aspects():
    with pytest.raises(ax.InputError, match=r"judgments without aspects .* which alpha_nDCG@5 needs"):
        ax.evaluate(RUN, PLAIN, "nDCG alpha_nDCG@5")


def test_types_of_aspects():
    with pytest.raises(ax.InputError, match=r"no types of aspects; .* which DIN_nDCG needs"):
        ax.evaluate(RUN, ax.read_judgments(ASPECTS, weights={"q": {"s": 0.5, "t": 0.5}}), "DIN_nDCG")


def test_lengths():
    with pytest.raises(ax.InputError, match=r"no lengths of items; .* which U_IA@5 needs"):
        ax.evaluate(RUN, ASPECTS, "U_IA@5")


def test_missing_lengths_are_named_and_counted():
    judgments = ax.read_judgments(ASPECTS, lengths={"x": 300})
    with pytest.raises(ax.InputError, match=r"no length for 2 items: '[ab]', '[ab]'; .* every relevant item"):
        ax.evaluate(RUN, judgments, "U")
    with pytest.raises(ax.InputError, match=r"no length for 1 item: 'a'; .* down to rank 2"):
        ax.evaluate(RUN, judgments, "D_U@2")
    with pytest.raises(ax.InputError, match=r"no length for 3 items: 'a', 'b', 'c'; .* every item of a list"):
        ax.evaluate(RUN, judgments, "TBG")


def test_lengths_below_the_cut_off_may_be_missing():
    judgments = ax.read_judgments(ASPECTS, lengths=LENGTHS)
    assert ax.evaluate(RUN, judgments, "TBG@3 CT(time='reading')@3 U").values.all()


def test_aspects_left_out_are_told():
    judgments = {"q": {"a": {"s": 1, "never": 0}}}
    assert ax.evaluate(RUN, judgments, "S_Recall").remarks == ("1 aspect without a relevant item left out",)
    weights = {"q": {"s": 0.5, "never": 0.5}}
    told = ax.evaluate(RUN, ax.read_judgments(judgments, weights=weights), "S_Recall").remarks
    assert told == ("1 aspect without a relevant item left out, the weights of the others scaled to sum to 1",)
    everything = ax.evaluate(RUN, judgments, "S_Recall", profile=ax.get_profile(aspects="all"))
    assert everything.remarks == ()
    assert everything.values.item() == 0.5
    assert ax.evaluate(RUN, judgments, "AP").remarks == ()


def test_plain_measures_see_the_largest_grade():
    measured = ax.evaluate(RUN, ASPECTS, "nDCG P@3")
    plain = ax.evaluate(RUN, {"q": {"a": 1, "b": 2, "c": 0}}, "nDCG P@3")
    assert (measured.values == plain.values).all()


def test_a_profile_gives_the_parameters_that_a_name_leaves_open():
    names = ["RBU@5", "RBU(p=0.5)@5", "RBU(scale='printed')@5", ax.parse_measure("RBU@5")]
    measured = ax.evaluate(RUN, ASPECTS, names, profile="rbu-java")
    assert [str(measure) for measure in measured.measures] == [
        "RBU(p=0.8,e=0.03,scale='normalised')@5",
        "RBU(p=0.5,e=0.03,scale='normalised')@5",
        "RBU(p=0.8,e=0.03)@5",
        "RBU(p=0.99,e=0.05)@5",
    ]


def test_top_grade_of_each_aspect():
    profile = ax.get_profile(grade_scale="aspect")
    run = {"q": {"a": 1.0}}
    judgments = {"q": {"a": {"s": 1}, "b": {"s": 1, "t": 3}}}
    gain = ax.evaluate(run, judgments, "RBU(p=1,e=0)", profile=profile).values.item()
    assert gain == 0.5 * (2**1 - 1) / 2**1
    assert ax.evaluate(run, judgments, "RBU(p=1,e=0)").values.item() == 0.5 * (2**1 - 1) / 2**3
