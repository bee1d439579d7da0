import numpy as np
import pytest
from scipy import stats
from scipy.stats import binomtest

import axiometer as ax
from axiometer.meta.outcomes import Outcomes
from axiometer.meta.significance import TESTS, Procedure, notes_of, run_test
from axiometer.notes import lines_of
from axiometer.stats.paired import rank_biserial
from axiometer.stats.resampling import bootstrap, randomisation
from axiometer.stats.tukey import randomised_tukey_hsd, tukey_hsd
from tests.unit.meta import slow

RNG = np.random.default_rng(3)
QUALITY = RNG.random((20, 1)) + RNG.normal([0, 0.05, 0.3, 0.1], 0.2, (20, 4))
VALUES = {"m": QUALITY.round(1).tolist()}
SYSTEMS = QUALITY.round(1).T
PAIRS = [(i, j) for i in range(4) for j in range(i + 1, 4)]


def result(values=VALUES, **options):
    outcomes = Outcomes.of(slow.frame(values))
    return run_test(outcomes, outcomes.outcomes[0], Procedure(**options))


def test_t():
    found = result(alpha=0.1)
    for at, (i, j) in enumerate(PAIRS):
        expected = stats.ttest_rel(SYSTEMS[i], SYSTEMS[j])
        interval = expected.confidence_interval(0.9)
        difference = SYSTEMS[i] - SYSTEMS[j]
        assert found.p_value[at] == pytest.approx(expected.pvalue)
        assert (found.low[at], found.high[at]) == pytest.approx((interval.low, interval.high))
        assert found.difference[at] == pytest.approx(difference.mean())
        assert found.effect[at] == pytest.approx(difference.mean() / difference.std(ddof=1))
    assert found.p_corrected[np.argmin(found.p_value)] == pytest.approx(6 * found.p_value.min())


def test_wilcoxon():
    """Differences that are 0 but for rounding, such as 0.3 − 0.1 − 0.2, are ties."""
    found = result(test="wilcoxon")
    for at, (i, j) in enumerate(PAIRS):
        difference = (SYSTEMS[i] - SYSTEMS[j]).round(9)
        assert found.wins[at] == (difference > 0).sum()
        assert found.ties[at] == (difference == 0).sum()
        assert found.effect[at] == pytest.approx(rank_biserial(difference[None])[0])
        whole = (10 * difference).round()
        assert found.p_value[at] == pytest.approx(stats.wilcoxon(whole[whole != 0], method="approx").pvalue)


def test_sign():
    found = result(test="sign")
    for at, (i, j) in enumerate(PAIRS):
        difference = (SYSTEMS[i] - SYSTEMS[j]).round(9)
        wins, losses = int((difference > 0).sum()), int((difference < 0).sum())
        assert (found.wins[at], found.ties[at], found.losses[at]) == (wins, 20 - wins - losses, losses)
        assert found.p_value[at] == pytest.approx(binomtest(wins, wins + losses).pvalue)
        assert found.effect[at] == pytest.approx((wins - losses) / (wins + losses))


def test_drawn_ones_are_those_of_the_statistics_room():
    outcomes = Outcomes.of(slow.frame(VALUES))
    difference = outcomes.differences(outcomes.outcomes[0])
    assert (
        result(test="randomisation", draws=500, seed=3).p_value.tolist()
        == randomisation(difference, permutations=500, seed=3).tolist()
    )
    p_value, low, high = bootstrap(difference, resamples=500, seed=3, confidence=0.9)
    found = result(test="bootstrap", draws=500, seed=3, alpha=0.1)
    assert (found.p_value.tolist(), found.low.tolist(), found.high.tolist()) == (
        p_value.tolist(),
        low.tolist(),
        high.tolist(),
    )


@pytest.mark.parametrize("test", ["tukey-hsd", "randomised-tukey-hsd"])
def test_tukey(test):
    found = result(test=test, draws=500, seed=3)
    values = np.array(VALUES["m"]).T
    expected = tukey_hsd(values) if test == "tukey-hsd" else randomised_tukey_hsd(values, permutations=500, seed=3)
    for name in ("p_value", "low", "high", "effect"):
        assert getattr(found, name).tolist() == pytest.approx(getattr(expected, name).tolist())
    assert found.p_corrected.tolist() == found.p_value.tolist()


@pytest.mark.parametrize("test", ["t", "sign", "wilcoxon", "randomisation", "bootstrap", "tukey-hsd"])
def test_pairs_the_other_way_round_are_the_same_but_for_the_sign(test):
    outcomes = Outcomes.of(slow.frame(VALUES))
    left, right = np.array([0, 1]), np.array([3, 2])
    how = Procedure(test=test, draws=500)
    plain, turned = (run_test(outcomes, outcomes.outcomes[0], how, pairs) for pairs in ((left, right), (right, left)))
    assert turned.p_value.tolist() == pytest.approx(plain.p_value.tolist())
    assert (-turned.difference).tolist() == pytest.approx(plain.difference.tolist())
    assert (-turned.high).tolist() == pytest.approx(plain.low.tolist())
    assert (-turned.effect).tolist() == pytest.approx(plain.effect.tolist())
    assert turned.wins.tolist() == plain.losses.tolist()


def test_many_pairs_in_blocks(monkeypatch):
    whole = result(test="bootstrap", draws=200)
    monkeypatch.setattr("axiometer.meta.significance._MOST_AT_ONCE", 45)
    parts = result(test="bootstrap", draws=200)
    for name in ("difference", "low", "high", "effect", "p_value", "p_corrected", "wins", "ties", "losses"):
        assert getattr(whole, name).tolist() == getattr(parts, name).tolist()


def test_identical_systems_have_no_p_value():
    values = {"m": [[0.1, 0.1, 0.5], [0.2, 0.2, 0.1], [0.4, 0.4, 0.3]]}
    for test in ("t", "wilcoxon", "sign", "randomisation", "bootstrap"):
        found = result(values, test=test)
        assert np.isnan(found.p_value[0])
        assert not np.isnan(found.p_value[1:]).any()
        # Two tests were made, not three.
        assert found.p_corrected[1:].min() == pytest.approx(min(1, 2 * found.p_value[1:].min()))
        assert "m: 1 pair of systems without a difference in any query" in lines_of(found.notes)


def test_a_constant_difference_has_no_t_test():
    found = result({"m": [[0.1, 0.3], [0.2, 0.4], [0.5, 0.7]]})
    assert np.isnan(found.p_value).all()
    assert "m: 1 pair of systems that differ by the same in all queries: not tested" in lines_of(found.notes)


def test_queries_of_both_only():
    found = result({"m": [[0.1, 0.3, None], [0.2, 0.1, 0.4], [0.5, 0.9, None]]}, test="t")
    assert found.wins.tolist() == [1, 0, 0]
    assert np.isnan(found.p_value[1:]).all()
    assert "m: 2 pairs of systems with one query of both: not tested" in lines_of(found.notes)
    assert lines_of(notes_of([found], "query"))[-1] == "only 3 queries: intervals and p-values mean little"


def test_tukey_leaves_out_queries_that_are_not_complete():
    full = {"m": [[0.1, 0.3, 0.2], [0.2, 0.1, 0.4], [0.5, 0.9, 0.1]]}
    found = result({"m": [*full["m"], [0.1, None, 0.2]]}, test="tukey-hsd")
    assert found.p_value.tolist() == result(full, test="tukey-hsd").p_value.tolist()
    assert "m: 1 query without a value of some system left out of tukey-hsd" in lines_of(found.notes)
    with pytest.raises(ax.UsageError, match="m: 0 queries with a value of every system; tukey-hsd needs at least two"):
        result({"m": [[0.1, None], [None, 0.4]]}, test="tukey-hsd")


@pytest.mark.parametrize("test", ["t", "wilcoxon", "sign", "randomisation", "bootstrap"])
def test_one_query_of_both_is_not_tested(test):
    values = {"m": [[0.1, 0.3, 0.2], [0.4, None, 0.1], [None, 0.5, 0.3]]}
    found = result(values, test=test)
    assert np.isnan([found.p_value[0], found.p_corrected[0], found.effect[0]]).all()
    assert "m: 1 pair of systems with one query of both: not tested" in lines_of(found.notes)
    assert not np.isnan(found.p_value[1:]).any()


@pytest.mark.parametrize("test", TESTS)
def test_systems_that_are_tied_everywhere_have_no_p_value(test):
    values = {"m": [[0.1, 0.105, 0.9], [0.3, 0.305, 0.2], [0.5, 0.505, 0.1]]}
    outcomes = Outcomes.of(slow.frame(values), 0.01)
    found = run_test(outcomes, outcomes.outcomes[0], Procedure(test=test))
    assert np.isnan(found.p_value[0])
    if "tukey" not in test:
        assert np.isnan([found.low[0], found.high[0], found.effect[0]]).all()
    assert found.ties[0] == 3


def test_a_sign_test_where_less_is_better():
    values = [[0.1, 0.2], [0.3, 0.4], [0.2, 0.5], [0.6, 0.1]]
    found = result({"RE": values}, test="sign")
    assert (found.wins[0], found.losses[0]) == (3, 1)
    assert found.effect[0] == -0.5
    assert found.decisions(1.1, is_smaller_better=True).tolist() == [1]


@pytest.mark.parametrize(
    ("test", "correction", "is_told"),
    [
        ("randomisation", None, True),
        ("bootstrap", "bonferroni", True),
        ("bootstrap", "fdr", False),
        ("randomisation", "none", False),
        ("t", None, False),
    ],
)
def test_too_few_draws_for_any_significance_are_told_of(test, correction, is_told):
    found = result(test=test, correction=correction, draws=100)
    told = "with 100 draws no p-value is below 1/101, so after the correction for 6 pairs nothing can be significant"
    assert any(told in caveat for caveat in lines_of(found.notes)) == is_told
    assert not any(told in caveat for caveat in lines_of(result(test=test, correction=correction, draws=200).notes))


@pytest.mark.parametrize(("test", "correction"), [("randomisation", "none"), ("bootstrap", "fdr")])
def test_draws_that_are_too_few_without_a_strict_correction(test, correction):
    (told,) = (
        each
        for each in lines_of(result(test=test, correction=correction, draws=100, alpha=0.005).notes)
        if "draw" in each
    )
    assert (
        told == "m: with 100 draws no p-value is below 1/101, so nothing can be significant: take more than 200 draws"
    )


def test_draws_that_are_too_few_for_tukeys_test():
    assert any(
        "take more than 200 draws" in each
        for each in lines_of(result(test="randomised-tukey-hsd", draws=100, alpha=0.005).notes)
    )
    assert not any("draws" in each for each in lines_of(result(test="tukey-hsd", alpha=0.005).notes))


def test_a_bootstrap_of_hardly_any_spread_is_told_of():
    values = {"m": [[0.1, 0.2]] * 30 + [[0.2, 0.1]]}
    found = result(values, test="bootstrap", draws=500)
    told = "m: 1 pair of systems of which many resamples have one value only"
    assert any(each.startswith(told) for each in lines_of(found.notes))
    assert not any("resamples" in each for each in lines_of(result(test="bootstrap", draws=500).notes))


def test_very_many_queries():
    many = {"m": np.random.default_rng(1).random((1100, 2)).tolist()}
    assert result(many, test="randomisation", draws=100).p_value[0] > 0


def test_all_signs_are_no_draws():
    few = {"m": VALUES["m"][:5]}
    assert not any("draws" in caveat for caveat in lines_of(result(few, test="randomisation", draws=100).notes))


def test_intervals_of_preferences_stay_within_bounds():
    runs = {s: {f"q{q:02}": items.split() for q in range(12)} for s, items in {"one": "a x", "two": "x a"}.items()}
    runs["one"]["q00"], runs["two"]["q00"] = runs["two"]["q00"], runs["one"]["q00"]
    outcomes = Outcomes.of(ax.prefer({f"q{q:02}": {"a": 1} for q in range(12)}, runs, "lexirecall"))
    found = run_test(outcomes, outcomes.outcomes[0], Procedure())
    assert found.difference[0] == pytest.approx(10 / 12)
    assert (found.low[0] < found.difference[0], found.high[0]) == (True, 1)


def test_decisions():
    values = {"RE": [[0.9, 0.1, 0.1], [0.8, 0.2, 0.1], [0.8, 0.1, 0.2], [0.95, 0.1, 0.1]]}
    outcomes = Outcomes.of(slow.frame(values))
    # Recall error is better if it is smaller: the second system beats the first.
    found = run_test(outcomes, outcomes.outcomes[0], Procedure())
    assert found.decisions(0.05, is_smaller_better=True).tolist() == [-1, -1, 0]
    assert found.decisions(1e-9, is_smaller_better=True).tolist() == [0, 0, 0]


def test_a_sign_test_decides_by_wins():
    values = {"m": [[0.1, 0.2]] * 12 + [[9.0, 0.0]]}
    outcomes = Outcomes.of(slow.frame(values))
    assert outcomes.differences(outcomes.outcomes[0]).mean() > 0
    found = run_test(outcomes, outcomes.outcomes[0], Procedure(test="sign"))
    assert found.decisions(0.05).tolist() == [-1]


def test_the_usual_test_and_correction():
    runs = {"one": {"p": ["a"], "q": ["a"]}, "two": {"p": ["x", "a"], "q": ["x", "a"]}}
    preferred = Outcomes.of(ax.prefer({"p": {"a": 1}, "q": {"a": 1}}, runs, "lexirecall")).outcomes[0]
    measured = Outcomes.of(slow.frame(VALUES)).outcomes[0]
    assert [Procedure().test_of(each) for each in (measured, preferred)] == ["t", "sign"]
    assert Procedure().correction_of(measured) == "holm"
    assert Procedure(test="tukey-hsd").correction_of(measured) == "none"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"test": "anova"}, "there is no test 'anova'; choose one of t, wilcoxon, sign"),
        ({"correction": "sidak"}, "there is no correction 'sidak'; choose one of holm, bonferroni, fdr, none"),
        ({"alpha": 0}, "alpha must be a number between 0 and 1"),
        ({"test": "tukey-hsd", "correction": "holm"}, "tukey-hsd is corrected for all pairs by itself"),
        ({"draws": 10}, "draws must be a whole number from 100"),
    ],
)
def test_what_cannot_be_chosen_is_refused(options, message):
    with pytest.raises(ax.UsageError, match=message):
        Procedure(**options)


@pytest.mark.parametrize(("correction", "times"), [("none", 1), ("holm", 6), ("bonferroni", 6)])
def test_decisions_are_those_of_corrected_p_values(correction, times):
    found = result(correction=correction)
    best = int(found.p_value.argmin())
    assert found.decisions(0.9 * times * found.p_value[best]).tolist() == [0] * 6
    decided = found.decisions(1.1 * times * found.p_value[best])
    assert np.flatnonzero(decided).tolist() == [best]
    assert decided[best] == np.sign(found.difference[best])


@pytest.mark.parametrize("test", ["t", "randomisation"])
def test_progress_comes_to_its_end(test):
    told = []
    result(test=test, draws=100, progress=lambda *now: told.append(now))
    assert told[-1] == (len(PAIRS), len(PAIRS))
