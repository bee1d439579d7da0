"""Discriminative power from p-values of another program.

evalMetrics, the notebooks of a study of recommender measures, holds the p-values of a permutation test with 10,000
permutations for all ordered pairs of 21 recommenders, 105 measures and three data sets. What it draws is the curve of
sorted p-values of each measure, and it ranks measures by the area below it.
"""

import csv

import polars as pl
import pytest

from axiometer.meta.power import power_of_p_values

DATA_SETS = ("ml-1M", "libraryThing", "beerAdvocate")


@pytest.fixture(scope="module", params=DATA_SETS)
def path(request, shared_data):
    return shared_data / "evalmetrics" / f"discriminative-{request.param}.csv"


@pytest.fixture(scope="module")
def p_values(path):
    """Their p-values, measure by measure, read without us."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {name: [float(row[name]) for row in rows] for name in rows[0] if name not in {"RunA", "RunB"}}


def test_power_and_area_of_every_measure(path, p_values):
    found = power_of_p_values(pl.read_csv(path), alpha=0.05)
    assert found.table["measure"].to_list() == list(p_values)
    for row in found.table.iter_rows(named=True):
        p = p_values[row["measure"]]
        assert len(p) == row["pairs"] == 21 * 20
        assert row["significant"] == sum(each < 0.05 for each in p)
        assert row["mean_p"] == pytest.approx(sum(p) / len(p))


def test_curves_are_the_sorted_p_values(path, p_values):
    curve = power_of_p_values(pl.read_csv(path)).more["curve"]
    for (name,), its in curve.group_by("measure", maintain_order=True):
        assert its["p_value"].to_list() == sorted(p_values[name], reverse=True)


def test_holm_finds_what_stepping_down_finds(path, p_values):
    found = power_of_p_values(pl.read_csv(path), corrections="holm", alpha=0.05)
    for row in found.table.iter_rows(named=True):
        p = sorted(p_values[row["measure"]])
        n_rejected = next((k for k, each in enumerate(p) if each * (len(p) - k) >= 0.05), len(p))
        assert row["significant"] == n_rejected


def test_deeper_cut_offs_tell_more_pairs_apart(path):
    """What the study found: among cut-offs of precision and nDCG, the deepest is never the weakest."""
    area = dict(power_of_p_values(pl.read_csv(path)).table.select("measure", "mean_p").rows())
    for name in ("P", "ndcg_cut"):
        assert area[f"{name}_100"] < max(area[f"{name}_{cut}"] for cut in (5, 10, 20, 50))
