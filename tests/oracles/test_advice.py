"""Advice on a real collection: Web Track 2011, nine runs that end at different ranks."""

from __future__ import annotations

import polars as pl
import pytest

import axiometer as ax
from axiometer.meta.advice.advising import advise
from axiometer.report.advice import write_advice


@pytest.fixture(scope="module")
def advice(shared_data):
    folder = shared_data / "web2011"
    runs = ax.read_runs(sorted((folder / "runs").glob("*.run.gz")))
    return advise(ax.read_judgments(folder / "qrels.diversity.txt.gz"), runs)


def test_traits(advice):
    found = {trait: value for trait, value, _ in advice.more["traits"].rows()}
    assert (found["systems"], found["queries"], found["grades"]) == ("9", "50", "1, 2, 3")
    assert found["aspects"] == "several for 50 of 50 queries, 3.3 on average"
    assert found["ends of lists"] == "different for 100% of the queries"


def test_only_rank_biased_utility_meets_all_axioms_that_matter(advice):
    axioms = ["Pri", "Deep", "DeepTh", "CloseTh", "Conf", "AspDiv", "Red", "MRed", "Sat"]
    assert advice.more["axioms"]["axiom"].to_list() == axioms
    whole = advice.table.filter(pl.col("axioms_met") == len(axioms))["measure"]
    assert set(whole) == {"RBU(p=0.9,e=0.05)@20", "RBU(p=0.99,e=0.05)"}


def test_without_a_cutoff_effort_is_the_length_of_the_list(advice):
    """Runs of 20 and of 700 items: whoever pays for each of them prefers the shorter list, almost always."""
    shorter = dict(advice.more["ends"].select("measure", "shorter").rows())
    assert shorter["RBU(p=0.99,e=0.05)"] > 0.99
    assert shorter["RBU(p=0.9,e=0.05)@20"] < 0.6
    concordance = dict(advice.table.select("measure", "concordance").rows())
    assert concordance["RBU(p=0.99,e=0.05)"] < 0.5 < concordance["RBU(p=0.9,e=0.05)@20"]


def test_fronts(advice):
    front = dict(advice.table.select("measure", "front").rows())
    assert front["RBU(p=0.9,e=0.05)@20"] == front["D_nDCG@20"] == 1
    # A count of aspects ties in most pairs of lists, and sees less than others in everything.
    assert front["S_Recall@20"] == front["alpha_nDCG@20"] == 2


@pytest.mark.parametrize("form", ["table", "markdown", "html"])
def test_pages_can_be_written(advice, form):
    page = write_advice(advice, form)
    assert all(name in page.replace("\\", "") for name in advice.table["measure"])
