"""The concordance test on the Web Tracks, against a transcription of the paper's algorithm.

The transcription, Fig. 3 of the paper on the diversity U-measures, is ``tests/unit/meta/slow.py``; here it meets the
real runs, values and ties of TREC 2010 and 2011, and every pair of five diversity measures with three gold standards.
"""

from itertools import combinations, pairwise

import pytest

import axiometer as ax
from axiometer.meta.concordance import concordance
from axiometer.meta.unanimity import unanimity
from tests.unit.meta import slow

MEASURES = ["alpha_nDCG@10", "ERR_IA@10", "D_nDCG@10", "Dsharp_nDCG@10", "NRBP"]
GOLD = ["S_Recall@10", "P@10"]


@pytest.fixture(scope="module", params=["web2010", "web2011"])
def measured(request, shared_data):
    folder = shared_data / request.param
    runs = ax.scan_runs(sorted(map(str, (folder / "runs").glob("*.gz"))))
    return ax.evaluate(ax.read_judgments(folder / "qrels.diversity.txt.gz"), runs, [*MEASURES, *GOLD])


@pytest.fixture(scope="module")
def values(measured):
    """Values by measure, query and system; those that are equal but for rounding are made equal."""
    return {
        str(measure): [_equal(query) for query in measured.values[:, :, m].T.tolist()]
        for m, measure in enumerate(measured.measures)
    }


def _equal(values):
    in_order = sorted(range(len(values)), key=values.__getitem__)
    for before, after in pairwise(in_order):
        if values[after] - values[before] <= 1e-12 * values[after]:
            values[after] = values[before]
    return values


def test_every_number_of_the_table(measured, values):
    found = concordance(measured, GOLD).table
    names = [name for name in values if name not in GOLD]
    assert found.height == 3 * len(names) * (len(names) - 1) / 2
    asked = {"S_Recall@10": GOLD[:1], "P@10": GOLD[1:], "S_Recall@10 and P@10": GOLD}
    rows = {row[:3]: row[3:] for row in found.rows()}
    for name, golds in asked.items():
        for first, second in combinations(names, 2):
            n, conc_1, conc_2, wins_1, wins_2 = slow.concordance(values, first, second, golds)
            assert n > 0
            expected = (n, conc_1 / n, conc_2 / n, wins_1, wins_2, slow.binomial_p(wins_1, wins_2))
            assert rows[name, first, second] == pytest.approx(expected)


def test_unanimity_is_what_counting_gives(measured, values):
    found = dict(unanimity(measured, resamples=0).table.select("measure", "value").rows())
    for name in ("NRBP", "P@10", "S_Recall@10"):
        assert found[name] == pytest.approx(slow.unanimity(values, name))
