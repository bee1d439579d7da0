from math import isinf, isnan, log2

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import axiometer as ax
from axiometer.meta.outcomes import Outcome, Outcomes
from axiometer.meta.unanimity import unanimity
from axiometer.notes import lines_of
from axiometer.stats.bootstrap_counts import resample_counts
from tests.unit.meta import slow

EXAMPLE = {"m1": [[1.0, 0.5, 0.2]], "m2": [[0.8, 0.3, 0.4]], "m3": [[1.0, 0.2, 0.5]]}
"""The three measures and systems of the paper's section 6.1."""


def values_of(values, **options):
    found = unanimity(slow.frame(values), resamples=0, **options)
    return dict(found.table.select("measure", "value").rows())


def test_the_example_of_the_paper():
    assert values_of(EXAMPLE)["m1"] == pytest.approx(log2((2 / 6) / (3 / 6 * 3 / 6)))
    assert round(values_of(EXAMPLE)["m1"], 3) == 0.415


@given(slow.tables())
def test_it_is_what_counting_pairs_gives(values):
    found = values_of(values)
    assert [*found] == [*values]
    for name, value in found.items():
        expected = slow.unanimity(values, name)
        assert value == pytest.approx(expected, nan_ok=True)


@given(slow.tables(measures=(2, 3)))
def test_whoever_sees_all_that_is_unanimous_has_the_most(values):
    """Property 1: a measure that joins the others whenever they agree has the largest value there can be."""
    n_queries, n_systems = len(values["m0"]), len(values["m0"][0])
    best = [[sum(each[q][s] for each in values.values()) for s in range(n_systems)] for q in range(n_queries)]
    found = values_of({**values, "best": best})["best"]
    others = Outcomes.of(slow.frame(values))
    signs = np.stack([others.signs(each) for each in others.outcomes])
    for other in ("m0", "m1"):
        copy = values_of({**values, "copy": values[other]})["copy"]
        assert isnan(found) == isnan(copy)
        assert isnan(found) or found >= copy - 1e-12
    if (signs != 0).any(axis=0).all() and not isnan(found):
        assert found == pytest.approx(1)


@given(slow.tables())
def test_a_constant_measure_has_none(values):
    """Property 2."""
    constant = [[0.7] * len(each) for each in values["m0"]]
    found = values_of({**values, "constant": constant})["constant"]
    assert isnan(found) or found == pytest.approx(0)


def test_a_random_measure_has_none_in_the_long_run():
    rng = np.random.default_rng(1)
    quality = rng.random((40, 100))
    measures = [Outcome(f"m{m}", quality + 0.1 * rng.random((40, 100))) for m in range(3)]
    outcomes = Outcomes(
        tuple(f"s{s}" for s in range(40)),
        tuple(f"q{q}" for q in range(100)),
        (*measures, Outcome("coin", rng.random((40, 100)))),
    )
    found = dict(unanimity(outcomes, resamples=0).table.select("measure", "value").rows())
    assert abs(found["coin"]) < 0.05
    assert found["m0"] > 0.7


def test_it_is_not_symmetric():
    """Property 3."""
    found = values_of(EXAMPLE)
    assert found["m1"] != found["m2"]


@given(slow.tables(measures=(3, 3)), st.integers(1, 4))
def test_copies_of_a_measure_change_nothing_for_the_others(values, n_copies):
    """Property 4."""
    copies = {f"copy{n}": values["m2"] for n in range(n_copies)}
    before, after = values_of(values), values_of({**values, **copies})
    for name in ("m0", "m1"):
        assert after[name] == pytest.approx(before[name], nan_ok=True)


@given(slow.tables(queries=(2, 4)))
def test_the_interval_is_that_of_resampled_queries(values):
    found = unanimity(slow.frame(values), resamples=60, confidence=0.9, seed=3).table
    counts = resample_counts(len(values["m0"]), 60, 3)
    assert found["measure"].to_list() == [*values]
    for row in found.iter_rows(named=True):
        drawn = []
        for count in counts.astype(int):
            again = {m: [each[q] for q, n in enumerate(count) for _ in range(n)] for m, each in values.items()}
            drawn.append(slow.unanimity(again, row["measure"]))
        drawn = [each for each in drawn if not isnan(each)]
        if len(drawn) > 1 and not any(map(isinf, drawn)):
            assert (row["low"], row["high"]) == pytest.approx(tuple(np.quantile(drawn, [0.05, 0.95])))


def test_pairs_that_a_measure_cannot_compare_are_left_out_and_counted():
    values = {**EXAMPLE, "m3": [[1.0, 0.2, None]]}
    found = unanimity(slow.frame(values))
    assert found.parameters["pairs"] == 1
    assert "2 of 3 pairs of lists that some measure cannot compare, left out" in lines_of(found.notes)
    assert dict(found.table.select("measure", "value").rows()) == dict.fromkeys(EXAMPLE, 1.0)


def test_a_measure_that_smaller_values_are_better_for():
    values = {"RR": [[1.0, 0.5, 0.2]], "AP": [[0.8, 0.3, 0.4]], "RE": [[0.0, 0.8, 0.5]]}
    found = values_of(values)
    assert found == pytest.approx(dict(zip(values, values_of(EXAMPLE).values(), strict=True)))


def test_a_tolerance_ties():
    near = {**EXAMPLE, "m1": [[1.0, 0.5, 0.45]]}
    assert values_of(near, tie_tolerance=0.1)["m1"] == pytest.approx(log2((2.5 / 6) / (3 / 6 * 3 / 6)))
    assert "up to 0.1" in unanimity(slow.frame(near), tie_tolerance=0.1).parameters["ties"]


def test_values_that_hardly_differ_are_told_of():
    near = {**EXAMPLE, "m1": [[1.0, 0.5, 0.5 + 1e-11]]}
    told = lines_of(unanimity(slow.frame(near)).notes)
    assert "m1: 1 value within 1e-09 of the next of the query, and not equal" in told


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"m1": EXAMPLE["m1"]}, "unanimity needs at least 2 measures; there is only 'm1'"),
        ({"m1": [[1.0]], "m2": [[1.0]]}, "unanimity needs at least 2 systems; there is only 's0'"),
        ({"m1": [[1.0, None]], "m2": [[1.0, 0.5]]}, "pairs of lists that all measures can compare; there are none"),
    ],
)
def test_what_is_too_little_is_refused(values, message):
    with pytest.raises(ax.UsageError, match=message):
        unanimity(slow.frame(values))


def test_measures_that_never_agree():
    values = {"up": [[1.0, 0.0]], "down": [[0.0, 1.0]], "other": [[1.0, 0.0]]}
    found = unanimity(slow.frame(values))
    assert isnan(found.table.filter(measure="up")["value"].item())
    assert "up, other: the other measures are unanimous on no pair of lists, so its unanimity is undefined" in lines_of(
        found.notes
    )
    assert found.table.filter(measure="down")["value"].item() == -np.inf


def test_many_measures():
    """More of them than a byte can count."""
    rng = np.random.default_rng(0)
    values = {f"m{m}": rng.random((2, 3)).round(1).tolist() for m in range(2)}
    copies = {f"copy{n}": values["m0"] for n in range(300)}
    assert values_of({**values, **copies})["m1"] == pytest.approx(slow.unanimity(values, "m1"), nan_ok=True)


def test_what_a_finding_tells():
    found = unanimity(slow.frame(EXAMPLE))
    assert found.table.columns == ["measure", "value", "low", "high"]
    assert "m1, m2, m3: not known here; larger values are taken to be better" in lines_of(found.notes)
    assert "one query is too little for an interval" in lines_of(found.notes)
    assert isinstance(found.to_polars(), pl.DataFrame)
    assert repr(found).startswith("unanimity (systems 3, queries 1, measures 3, pairs 3")
    assert "0.4150" in found._repr_html_()


def test_more_measures_than_a_byte_can_count():
    """With 300 measures against a pair, it is not unanimous, though 300 is 44 in a byte."""
    values = {f"m{number:03}": [[0.2, 0.1], [0.1, 0.2]] for number in range(256)}
    values["odd"] = [[0.2, 0.1], [0.2, 0.1]]
    found = unanimity(slow.frame(values), resamples=0).table
    assert found.filter(measure="m000")["value"].item() == pytest.approx(1)
    assert found.filter(measure="odd")["value"].item() == pytest.approx(0)
