"""The ad hoc judgments of the TREC Web Tracks 2010, 2011 and 2013, lists ordered by their rank column.

Program: ir_measures 0.4.3, which hands nDCG(dcg='exp-log2') and ERR to gdeval 1.2a, RBP to cwl-eval 1.0.12 and the rest
to pytrec-eval-terrier 0.5.11. Command, for each run, with minus the rank as score:
ir_measures.iter_calc([nDCG(dcg='exp-log2')@20, ERR@20, AP, P@10, nDCG@10, RR, RBP(rel=1)], qrels, run).

gdeval prints five decimals and has the top grade 4 in every year. The other values were written with ``%.8g``.

The runs have tied scores, a rank column that contradicts the scores, lists of 20 items, queries without judgments
and judged queries without a list; the judgments have grades from −2 to 4.
"""

from __future__ import annotations

import polars as pl
import pytest

import axiometer as ax

GDEVAL = ["nDCG(dcg='exp-log2')@20", "ERR@20"]
OTHERS = ["AP", "P@10", "nDCG@10", "RR", "RBP(rel=1)"]
N_VALUES = {"web2010": 8 * 48, "web2011": 9 * 50, "web2013": 3 * 50}


@pytest.fixture(scope="module", params=N_VALUES)
def web_track(request, shared_data) -> tuple[str, pl.DataFrame, pl.DataFrame]:
    """The year, our values and theirs."""
    folder = shared_data / request.param
    measured = ax.evaluate(
        ax.read_judgments(folder / "qrels.adhoc.txt.gz"),
        ax.read_runs(str(folder / "runs" / "*.gz"), order="rank"),
        GDEVAL + OTHERS,
        profile=ax.get_profile("trec_eval", order="rank", max_grade=4),
    )
    theirs = (
        pl
        .read_csv(folder / "oracle" / "adhoc_rank.tsv.gz", separator="\t", schema_overrides={"topic": pl.String})
        .rename({"run": "system", "topic": "query"})
        .unpivot(index=["system", "query"], variable_name="measure")
    )
    return request.param, measured.to_polars(), theirs


@pytest.mark.parametrize("name", GDEVAL + OTHERS)
def test_every_run_and_query(web_track, name, half_unit, assert_agree):
    year, ours, theirs = web_track
    theirs = theirs.filter(measure=name).drop("measure")
    assert theirs.height == N_VALUES[year]
    digits = {"decimals": 5} if name in GDEVAL else {"significant": 8}
    theirs = theirs.with_columns(half_unit(theirs["value"], **digits))
    assert_agree(ours.filter(measure=str(ax.parse_measure(name))), theirs)
