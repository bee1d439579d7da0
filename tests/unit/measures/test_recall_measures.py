"""Measures of finding everything: functions of one's own, exact scores, and what is refused."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import axiometer as ax
from axiometer.measures.recall import worst_case
from axiometer.measures.recall.lexicographic_score import LexiRecallScore
from axiometer.measures.recall.provider_exposure import ProviderExposure
from axiometer.measures.recall.recall_level import RecallLevel
from axiometer.measures.recall.total_search_efficiency import TSE
from axiometer.measures.recall.worst_case import WC
from axiometer.measures.recall.worst_provider import WorstProvider
from axiometer.testing import Case, ranked_lists, values_of

CASE = Case((None, 1, 1, None, 2), (1,))
"""Relevant items at 2, 3, 5 and, of a thousand, at 1000."""


def value(measure: str | ax.Measure, case: Case = CASE, **how: float) -> float:
    measure = ax.parse_measure(measure) if isinstance(measure, str) else measure
    return values_of(measure, [case], **how).item()


def square(position):
    return 1 / position**2


def test_own_exposures():
    assert value(TSE(exposure=square)) == 1e-6
    assert value(TSE(exposure=square, imputation="optimistic")) == 1 / 36
    own = RecallLevel(exposure=square, normalisation="recall")
    assert value(own) == pytest.approx((1 / 4 + 1 / 9 + 1 / 25 + 1e-6) / 4)
    best = 1 + 1 / 4 + 1 / 9 + 1 / 16
    ideal = RecallLevel(exposure=square, normalisation="ndcg")
    assert value(ideal) == pytest.approx((1 / 4 + 1 / 9 + 1 / 25 + 1e-6) / best)
    assert value(WorstProvider(exposure=square)) == pytest.approx(1 / 4 + 1 / 9 + 1 / 25 + 1e-6)
    assert value(WC(TSE(exposure=square))) == 1e-6
    assert str(TSE(exposure=square)) == "TSE(exposure=square)"


def test_own_normalisations():
    own = RecallLevel(normalisation=lambda i, m: np.where(i == m, 0.5, 0.25))
    assert value(own) == pytest.approx((1 / 2 + 1 / 3 + 1 / 5) / 4 + 0.5 / 1000)


def test_exposures_may_be_level_somewhere():
    assert value(TSE(exposure=lambda position: np.where(position <= 3, 1, 0))) == 0
    assert value(TSE(exposure=lambda position: np.ones(position.size, int))) == 1


@pytest.mark.parametrize("measure", [TSE, RecallLevel, WorstProvider, ProviderExposure])
@pytest.mark.parametrize(
    ("exposure", "message"),
    [
        (lambda position: position / 1000, "an exposure falls with the position, and this one grows somewhere"),
        (lambda position: 1 - position, "an exposure gives one number from 0"),
        (lambda position: np.full(position.size, np.nan), "an exposure gives one number from 0"),
        (lambda position: np.full(position.size, np.inf), "an exposure gives one number from 0"),
        (lambda _: 0.5, "an exposure gives one number from 0 for each of an array of positions"),
        (lambda position: np.ones(position.size + 1), "an exposure gives one number from 0"),
    ],
    ids=["grows", "negative", "nan", "infinite", "one number", "too many"],
)
def test_bad_exposures(measure, exposure, message):
    with pytest.raises(ax.UsageError, match=f"{measure.name}: {message}"):
        value(measure(exposure=exposure))


@pytest.mark.parametrize(
    "level",
    [
        lambda i, _: -1.0 * i,
        lambda _, m: m / 0.0,
        lambda *_: 1.0,
        lambda i, _: np.ones(i.size + 1),
    ],
    ids=["negative", "infinite", "one number", "too many"],
)
def test_bad_normalisations(level):
    with np.errstate(divide="ignore"), pytest.raises(ax.UsageError, match="a normalisation gives one number from 0"):
        value(RecallLevel(normalisation=level))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("TSE(p=0.5)", "TSE: p is the persistence of exposure='rbp', which this is not"),
        ("RecallLevel(exposure=dcg,p=0.5)", "RecallLevel: p is the persistence of exposure='rbp'"),
        ("TSE(exposure=rbp,p=1)", "TSE: p must be below 1, not 1"),
        ("TSE(exposure=log)", "TSE: exposure must be one of ap, dcg, rbp, linear, or, in Python, a function"),
        ("RecallLevel(normalisation=dcg)", "normalisation must be one of ap, rr, rbp, sl3, recall, ndcg, or"),
        ("SL3(imputation=hopeful)", "SL3: imputation must be one of pessimistic, optimistic"),
        ("SL3(exposure=ap)", "SL3 has no parameter 'exposure'"),
        ("TSE@10", "TSE takes no cut-off"),
        ("LexiRecallScore(epsilon=0)", "LexiRecallScore: epsilon must be above 0, not 0"),
        ("LexiRecallScore(epsilon=1)", "LexiRecallScore: epsilon must be below 1, not 1"),
        ("WC(Bpref)", "WC: Bpref looks at items that are not relevant, which no user wants"),
        ("WC(AP, users=some)", "WC: users must be one of single, all, not 'some'"),
        ("WC", "WC needs a measure, such as WC"),
        ("Dsharp(SL3)", r"Dsharp: of SL3 the smaller value is better, of S_Recall the larger"),
        ("Dsharp_RE", "Dsharp: of RE the smaller value is better"),
        ("WC(WC(AP))", "WC: measure must be a measure that looks at one grade per item"),
        ("IA(WC(AP))", "IA: measure must be a measure that looks at one grade per item"),
        ("WC(IA(AP))", "WC: measure must be a measure that looks at one grade per item"),
        ("WC(WorstProvider)", "WC: measure must be a measure that looks at one grade per item"),
        ("WC(S_Recall)", "WC: measure must be a measure that looks at one grade per item"),
    ],
)
def test_refusals(name, message):
    with pytest.raises(ax.UsageError, match=message):
        ax.parse_measure(name)


def test_twelve_relevant_items_are_the_most_for_all_users():
    most, too_many = (Case(tuple([1] * m)) for m in (12, 13))
    everybody = WC(ax.parse_measure("AP"), users="all")
    assert value(everybody, most) == pytest.approx(1 / 12)
    with pytest.raises(ax.UsageError, match=r"users='all' are 2\^m − 1 users .*; m is at most 12, not 13"):
        value(everybody, too_many)
    assert value(WC(ax.parse_measure("AP")), too_many) == pytest.approx(1 / 13)
    strict = WC(ax.parse_measure("AP(rel=2)"), users="all")
    assert value(strict, Case((*too_many.ranking, 2))) == pytest.approx(1 / 14)


def test_worst_of_a_measure_that_counts_costs_is_its_largest():
    assert value("WC_SL3") == 999
    assert value("WC(SL3, users=all)") == 999
    assert ax.parse_measure("WC_SL3").is_smaller_better


def test_what_is_needed_depends_on_the_parameters():
    assert "corpus_size" in TSE().needs
    assert "corpus_size" not in TSE(imputation="optimistic").needs
    assert "corpus_size" in TSE(imputation="optimistic", exposure="linear").needs
    assert "corpus_size" in LexiRecallScore(imputation="optimistic").needs
    assert WC(TSE()).needs == TSE().needs
    assert WorstProvider().needs == {"corpus_size", "providers"}


def test_exact_scores():
    cases = [CASE, Case((1,), ()), Case((0,), ()), Case((), (1, 1))]
    exact = LexiRecallScore(epsilon=0.1).exact(ranked_lists(cases, corpus_size=10).relevant())
    b = Fraction(111, 10)  # n + ε + 1
    worth = [Fraction(8, 10), Fraction(7, 10), Fraction(5, 10), Fraction(0)]
    score = ((worth[0] / b + (b - 1) / b * worth[1]) / b + (b - 1) / b * worth[2]) / b + (b - 1) / b * worth[3]
    assert exact == [score, Fraction(9, 10), None, Fraction(1, 10) / b]
    rounded = values_of(LexiRecallScore(epsilon=0.1), cases, corpus_size=10)
    np.testing.assert_allclose(rounded, [np.nan if each is None else float(each) for each in exact], rtol=1e-14)


def test_a_reader_of_doubles_is_cautioned():
    run, judged = {"q": ["a"], "p": ["a"]}, {"q": {f"a{i}": 1 for i in range(6)}, "p": {"a": 1}}
    told = ax.evaluate(judged, run, "LexiRecallScore", profile=ax.get_profile(corpus_size=1000)).notes
    assert [*map(str, told)] == [
        "LexiRecallScore: for 1 query doubles cannot tell all lists apart; preferences compare them exactly "
        "(axiometer prefer)",
    ]
    # n (n + 1.5)^5 is below 2^50 up to n = 321.
    assert ax.evaluate(judged, run, "LexiRecallScore", profile=ax.get_profile(corpus_size=321)).notes == ()
    assert len(ax.evaluate(judged, run, "LexiRecallScore", profile=ax.get_profile(corpus_size=322)).notes) == 1
    assert ax.evaluate(judged, run, "TSE AP", profile=ax.get_profile(corpus_size=10_000)).notes == ()


@pytest.mark.parametrize(("n", "m"), [(1000, 6), (60, 10), (300_000, 3), (321, 6), (3_000_000, 2)])
def test_where_doubles_collide_there_is_a_caution(n, m):
    rest = [f"a{i}" for i in range(1, m)]
    runs = {"one": {"q": ["a0", "x", *rest]}, "two": {"q": ["x", "a0", *rest]}}
    judged = {"q": dict.fromkeys(["a0", *rest], 1)}
    measured = ax.evaluate(judged, runs, "LexiRecallScore", profile=ax.get_profile(corpus_size=n))
    one, two = measured.values.ravel()
    assert one > two or (one == two and [note.kind for note in measured.notes] == ["doubtful"])


def test_the_worst_off_of_nobody_is_undefined_also_when_taken_apart():
    lists = ranked_lists([Case((0,)), CASE]).relevant()
    measure = ax.parse_measure("WC(RR)")
    total = sum(part.value() for part in measure.parts(lists))
    np.testing.assert_array_equal(total, measure.values(lists))
    assert np.isnan(total[0])


def test_users_are_looked_at_in_blocks(monkeypatch):
    cases = [Case((1,) * n, (1,) * (n % 3)) for n in (3, 0, 5, 1, 4)] + [Case((0,))]
    for measure in map(ax.parse_measure, ("WC(AP)", "WC(nDCG,users=all)", "WC(SL3)")):
        whole = values_of(measure, cases)
        for most in (1, 7, 40):
            monkeypatch.setattr(worst_case, "MOST_AT_ONCE", most)
            np.testing.assert_array_equal(values_of(measure, cases), whole)
    assert values_of(ax.parse_measure("WC(AP)"), []).size == 0


@pytest.mark.parametrize("provider", [1.5, ["x"], True])
def test_a_provider_has_a_name(provider):
    with pytest.raises(ax.UsageError, match="must be the name of a provider"):
        ProviderExposure(provider=provider)


def test_a_provider_may_be_called_by_a_number():
    assert ProviderExposure(provider=7) == ax.parse_measure("ProviderExposure(provider='7')")


def test_providers_of_an_item_share_its_exposure():
    judged = ax.read_judgments(
        {"q": {"a": 1, "b": 1, "c": 1}, "p": {"d": 1}},
        providers={"a": ["x", "y"], "b": "x", "c": "z", "d": "x"},
    )
    names = ["WorstProvider", "ProviderExposure"] + [f"ProviderExposure(provider={p})" for p in "xyz"]
    run = {"q": ["b", "a"], "p": ["d"]}
    values = ax.evaluate(judged, run, names, profile=ax.get_profile(corpus_size=100)).values[0]
    np.testing.assert_allclose(values[0], [0.01, (1.5 + 0.5 + 0.01) / 3, 1.5, 0.5, 0.01])
    np.testing.assert_allclose(values[1], [1, 1, 1, np.nan, np.nan])


def test_providers_gain_nothing_by_names_or_by_what_else_is_missing():
    providers = {"a": "acme", "b": "acme", "z": "zenith"}
    for names in ({"a": "a", "b": "b", "z": "z"}, {"a": "y", "b": "z", "z": "a"}):
        runs = {"less": ["x"], "more": [names["a"], "x"], "most": [names["a"], names["b"]]}
        judged = ax.read_judgments(
            {"q": dict.fromkeys(names.values(), 1)},
            providers={names[item]: provider for item, provider in providers.items()},
        )
        profile = ax.get_profile(corpus_size=100)
        measured = ax.evaluate(judged, {s: {"q": r} for s, r in runs.items()}, "WorstProvider", profile=profile)
        assert measured.values.ravel().tolist() == [1 / 100] * 3
