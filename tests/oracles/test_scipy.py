"""Wilcoxon's test on real values, against SciPy.

SciPy takes sizes of differences for the same only if they are so to the last bit: of precision at 10, 0.3 − 0.1 and
0.9 − 0.7 are not. Counted in whole items, they are, and there the two programs must agree.
"""

from itertools import combinations

import numpy as np
import pytest
from scipy import stats

import axiometer as ax


@pytest.fixture(scope="module")
def measured(shared_data):
    folder = shared_data / "robust03"
    runs = ax.scan_runs(sorted(map(str, (folder / "runs").glob("*.gz"))))
    return ax.evaluate(ax.read_judgments(folder / "qrels.txt.gz"), runs, ["P@10", "AP"])


def test_wilcoxon_of_whole_numbers(measured):
    found = ax.compare(measured, test="wilcoxon", correction="none").table.filter(measure="P@10")
    items = (10 * measured.values[:, :, 0]).round()
    for row, (left, right) in zip(found.iter_rows(named=True), combinations(items, 2), strict=True):
        assert row["p_value"] == pytest.approx(stats.wilcoxon(left, right).pvalue, rel=1e-9)


def test_rounding_is_all_there_is_to_it(measured):
    """Without whole numbers, some p-values of SciPy are others; those of values that hardly ever tie are the same."""
    found = ax.compare(measured, test="wilcoxon", correction="none").table
    theirs = {
        name: [stats.wilcoxon(left, right).pvalue for left, right in combinations(measured.values[:, :, m], 2)]
        for m, name in enumerate(("P@10", "AP"))
    }
    assert found.filter(measure="AP")["p_value"].to_list() == pytest.approx(theirs["AP"], rel=1e-9)
    assert np.abs(found.filter(measure="P@10")["p_value"].to_numpy() - theirs["P@10"]).max() > 0.01
