import numpy as np
import polars as pl
import pytest

import axiometer as ax
from axiometer.meta.compare import compare
from axiometer.meta.power import power, power_of_p_values
from axiometer.notes import lines_of
from tests.unit.meta import slow

RNG = np.random.default_rng(2)
SHIFT = [0, 0.1, 0.3, 0.5]
VALUES = {
    "AP": (RNG.random((25, 1)) + RNG.normal(SHIFT, 0.2, (25, 4))).tolist(),
    "RR": (RNG.random((25, 1)) + RNG.normal(SHIFT, 1.5, (25, 4))).tolist(),
}


def test_the_share_of_significant_pairs():
    found = power(slow.frame(VALUES), tests=["t", "tukey-hsd"], corrections=["holm", "none"], alpha=0.1)
    assert found.table.select("test", "correction", "measure").rows() == [
        ("t", "holm", "AP"),
        ("t", "none", "AP"),
        ("t", "holm", "RR"),
        ("t", "none", "RR"),
        ("tukey-hsd", "none", "AP"),
        ("tukey-hsd", "none", "RR"),
    ]
    for row in found.table.iter_rows(named=True):
        compared = compare(slow.frame(VALUES), test=row["test"], correction=row["correction"]).table
        p = compared.filter(measure=row["measure"])
        assert row["pairs"] == 6
        assert row["significant"] == (p["p_corrected"] < 0.1).sum()
        assert row["power"] == row["significant"] / 6
        assert row["mean_p"] == pytest.approx(p["p_value"].mean())
    assert found.table["power"][0] > found.table["power"][2]


def test_the_curve_has_all_p_values_the_largest_first():
    found = power(slow.frame(VALUES))
    curve = found.more["curve"].filter(measure="AP")
    p = compare(slow.frame(VALUES)).table.filter(measure="AP")["p_value"]
    assert curve["p_value"].to_list() == sorted(p, reverse=True)
    assert curve["place"].to_list() == pytest.approx([k / 6 for k in range(1, 7)])
    (panel,) = found.to_vega_lite()["concat"]
    assert panel["layer"][0]["encoding"]["y"]["field"] == "p_value"


def test_pairs_that_cannot_be_tested_do_not_count():
    values = {"AP": [[0.1, 0.1, 0.5], [0.2, 0.2, 0.1], [0.4, 0.4, 0.1]]}
    found = power(slow.frame(values))
    assert found.table["pairs"].item() == 2
    assert "AP: 1 pair of systems without a difference in any query" in lines_of(found.notes)


def test_nothing_to_test():
    found = power(slow.frame({"AP": [[0.1, 0.1], [0.2, 0.2]]}))
    assert found.table["pairs"].item() == 0
    assert np.isnan(found.table["power"].item())


def test_p_values_of_others():
    p_values = pl.DataFrame({"left": ["a", "a", "b"], "P_5": [0.01, 0.03, 0.5], "map": [0.2, None, 1.0]})
    found = power_of_p_values(p_values, corrections=["none", "holm"])
    assert found.table.rows() == [
        ("P_5", "none", 3, 2, pytest.approx(2 / 3), pytest.approx(0.18)),
        ("P_5", "holm", 3, 1, pytest.approx(1 / 3), pytest.approx(0.18)),
        ("map", "none", 2, 0, 0.0, 0.6),
        ("map", "holm", 2, 0, 0.0, 0.6),
    ]
    assert found.more["curve"].filter(measure="P_5")["p_value"].to_list() == [0.5, 0.03, 0.01]


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        (pl.DataFrame({"left": ["a"]}), "there are no p-values"),
        (pl.DataFrame({"p": [1.5]}), "the column 'p' has numbers that are no p-values"),
    ],
)
def test_what_are_no_p_values(frame, message):
    with pytest.raises(ax.UsageError, match=message):
        power_of_p_values(frame)


def test_unknown_choices():
    with pytest.raises(ax.UsageError, match="there is no test 'f'; choose one of t, wilcoxon"):
        power(slow.frame(VALUES), tests="f")
    with pytest.raises(ax.UsageError, match="discriminative power needs at least 2 queries; there is only 'q0'"):
        power(slow.frame({"AP": [[0.1, 0.2]]}))


def test_a_correction_of_tukeys_test_is_refused():
    with pytest.raises(ax.UsageError, match="tukey-hsd is corrected for all pairs by itself"):
        power(slow.frame(VALUES), tests="tukey-hsd", corrections="holm")
    both = power(slow.frame(VALUES), tests=["t", "tukey-hsd"], corrections="holm").table
    assert both.filter(test="tukey-hsd")["correction"].unique().to_list() == ["none"]


@pytest.mark.parametrize("thing", [None, 3, {"a": [0.1]}])
def test_p_values_are_a_frame(thing):
    with pytest.raises(ax.UsageError, match="a column of p-values for each measure is needed"):
        power_of_p_values(thing)


def test_p_values_of_pandas():
    pd = pytest.importorskip("pandas")
    assert power_of_p_values(pd.DataFrame({"AP": [0.01, 0.2]})).table["significant"].item() == 1
