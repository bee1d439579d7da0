"""Names of preferences."""

from __future__ import annotations

import pytest

import axiometer as ax
from axiometer.engines.prefer import parse_compared
from axiometer.measures.names import find_preference
from axiometer.measures.preferences.lexicographic import lexiprecision, lexirecall
from axiometer.measures.preferences.paired import RPP, rrlexiprecision


@pytest.mark.parametrize(
    ("text", "preference"),
    [
        ("lexirecall", lexirecall()),
        ("LexiRecall", lexirecall()),
        ("lexirecall(rel=2)", lexirecall(rel=2)),
        ("lexirecall(imputation='optimistic')", lexirecall(imputation="optimistic")),
        ("rpp", RPP()),
        ("RPP(weights=dcg)", RPP(weights="dcg")),
        ("RPP(weights='inverse', rel=2)", RPP(weights="inverse", rel=2)),
    ],
)
def test_names(text, preference):
    assert find_preference(text) == preference


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("sgnlr", "lexirecall"),
        ("LR", "lexirecall"),
        ("sgnlp", "lexiprecision"),
        ("lp", "lexiprecision"),
        ("rrlp", "rrlexiprecision"),
        ("invrpp", "RPP(weights='inverse')"),
        ("dcgRPP", "RPP(weights='dcg')"),
        ("invrpp(rel=2)", "RPP(weights='inverse',rel=2)"),
    ],
)
def test_names_of_pref_eval(theirs, ours):
    assert str(find_preference(theirs)) == ours


def test_what_is_no_preference_may_be_a_measure():
    assert find_preference("AP") is None
    assert find_preference("") is None
    assert [str(each) for each in parse_compared("RPP AP,lexirecall nDCG@5,10")] == [
        "RPP",
        "AP",
        "lexirecall",
        "nDCG@5",
        "nDCG@10",
    ]


def test_each_is_named_once():
    assert parse_compared(["RPP", RPP(), "rpp AP", ax.parse_measure("AP"), "map"]) == [RPP(), ax.parse_measure("AP")]
    assert parse_compared(rrlexiprecision()) == [rrlexiprecision()]
    assert parse_compared(each for each in ("lp", lexiprecision(rel=2))) == [lexiprecision(), lexiprecision(rel=2)]


def test_gain_and_parameters_of_the_profile_reach_the_measures():
    assert str(parse_compared("DCG", gain="exp")[0]) == "DCG(gain='exp')"
    assert str(parse_compared("RBP RPP", profile="ratings")[1]) == "RPP(rel=0)"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("lexirecal", "there is no preference or measure 'lexirecal'; did you mean lexirecall"),
        ("lexprecision(rel=2)", "did you mean lexiprecision"),
        ("rppp", "did you mean RPP"),
        ("nonsense", "'nonsense'; .*preferences: lexiprecision, lexirecall, RPP"),
        ("RPP@10", "RPP takes no cut-off"),
        ("RPP(weight=dcg)", "RPP has no parameter 'weight'; did you mean weights"),
        ("RPP(weights=log)", "RPP: weights must be one of uniform, inverse, dcg, not 'log'"),
        ("RPP(rel=-1)", "RPP: rel must be at least 0, not -1"),
        ("lexirecall(imputation=hopeful)", "imputation must be one of pessimistic, optimistic"),
        ("RPP(", "is not a preference; write"),
        ("RPP(dcg)", "parameters need their names"),
        ("lexirecall(AP)", "parameters need their names"),
        ("nDCG(gaim=exp)", "did you mean gain"),
        ("", "no preference is named; there are lexiprecision, .* and any measure"),
        ([], "no preference is named"),
        (5, "5 is neither"),
        ([5], "5 is neither"),
        (RPP, "RPP"),
        ([RPP], "RPP"),
    ],
)
def test_mistakes_are_explained(wrong, message):
    with pytest.raises(ax.UsageError, match=message):
        parse_compared(wrong)


def test_preferences_are_values():
    assert RPP(rel=1.0) == RPP(rel=1)
    assert hash(RPP(weights="dcg")) == hash(find_preference("dcgrpp"))
    hopeful = RPP(imputation="optimistic", weights="dcg", rel=0.5)
    assert str(hopeful) == "RPP(imputation='optimistic',weights='dcg',rel=0.5)"
