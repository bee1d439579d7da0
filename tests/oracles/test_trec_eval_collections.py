"""Whole collections: TREC 2003 Robust and the first round of TREC-COVID.

Program: trec_eval 9.0.8. Command, for each run: trec_eval -q with the measures below; the values were written with six
significant digits.

TREC-COVID's official table (leaderboard.csv) has the means of all 143 runs, with four decimals.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import polars as pl
import pytest

import axiometer as ax

ROBUST = ["map", "ndcg", "ndcg_cut_10", "P_10", "recip_rank", "bpref", "Rprec", "recall_1000"]
COVID_TOP = ["ndcg_cut_5", "ndcg_cut_10", "ndcg_cut_20", "ndcg_cut_100", "P_5", "P_10", "P_20", "recall_100"]
COVID = ["map", "bpref", "recip_rank", "Rprec", "ndcg", "recall_1000", *COVID_TOP]

LEADERBOARD_TOP = {"ndcg@10": "nDCG@10", "p@5": "P@5", "RBP(p=.5)": "RBP(p=0.5)"}
"""What a hundred items determine: the items beyond them add at most 2⁻¹⁰⁰ to RBP(p=0.5)."""
LEADERBOARD_FULL = {"bpref": "Bpref", "MAP": "AP"}


@dataclass(frozen=True)
class Both:
    """Our values and theirs, by trec_eval's names."""

    ours: pl.DataFrame
    theirs: pl.DataFrame


@pytest.fixture(scope="module")
def measure_both(measure_of, half_unit):
    def measure(folder: Path, names: list[str], *, runs="runs/*.gz", printed="trec_eval.tsv.gz", profile) -> Both:
        measures = {name: measure_of(name) for name in names}
        judgments = ax.read_judgments(folder / "qrels.txt.gz")
        measured = ax.evaluate(judgments, ax.read_runs(str(folder / runs)), measures.values(), profile=profile)
        theirs = (
            pl
            .read_csv(folder / "oracle" / printed, separator="\t", schema_overrides={"topic": pl.String})
            .filter(pl.col("run").is_in(measured.systems))
            .select(pl.col("run").alias("system"), pl.col("topic").alias("query"), *names)
            .unpivot(index=["system", "query"], variable_name="name")
        )
        name_of = {str(ours): name for name, ours in measures.items()}
        ours = measured.to_polars().with_columns(pl.col("measure").replace_strict(name_of).alias("name"))
        return Both(ours, theirs.with_columns(half_unit(theirs["value"], significant=6)))

    return measure


@pytest.fixture(scope="module")
def robust(shared_data, measure_both) -> Both:
    return measure_both(shared_data / "robust03", ROBUST, profile="trec_eval-9")


@pytest.fixture(scope="module")
def covid(shared_data, measure_both) -> Both:
    printed = "trec_eval_full_depth.tsv.gz"
    return measure_both(shared_data / "covid1", COVID, printed=printed, profile="trec_eval-9")


@pytest.fixture(scope="module")
def covid_top(shared_data, measure_both) -> Both:
    runs, printed = "runs_top100.run.gz", "trec_eval_full_depth.tsv.gz"
    return measure_both(shared_data / "covid1", COVID_TOP, runs=runs, printed=printed, profile="trec_eval-9")


@pytest.mark.parametrize("name", ROBUST)
def test_robust(robust, name, assert_agree):
    theirs = robust.theirs.filter(name=name)
    assert theirs.height == 9 * 100
    assert_agree(robust.ours.filter(name=name), theirs)


@pytest.mark.parametrize("name", COVID)
def test_covid_at_full_depth(covid, name, assert_agree):
    theirs = covid.theirs.filter(name=name)
    assert theirs.height == 20 * 30
    assert_agree(covid.ours.filter(name=name), theirs)


@pytest.mark.parametrize("name", COVID_TOP)
def test_all_runs_of_covid_in_one_file(covid_top, name, assert_agree):
    theirs = covid_top.theirs.filter(name=name)
    assert theirs.height == 143 * 30
    assert_agree(covid_top.ours.filter(name=name), theirs)


def test_double_precision_breaks_one_tie_of_robust(shared_data, measure_both, assert_agree):
    """trec_eval 10 holds scores in float64, version 9 in float32, where more of them tie.

    Only one of these ties changes what is printed: InexpC2 gives, for query 330, 28.174154473623283 to FT931-3945,
    which is relevant, and 28.174153462545483 to FT934-14770, which is not. Version 9 takes the two scores for equal and
    puts the larger id first.
    """
    both = measure_both(shared_data / "robust03", ROBUST, profile="trec_eval")
    is_broken = (pl.col("system") == "InexpC2") & (pl.col("query") == "330") & pl.col("name").is_in(["map", "ndcg"])
    assert_agree(both.ours.filter(~is_broken), both.theirs.filter(~is_broken))
    ours, theirs = (dict(frame.filter(is_broken).select("name", "value").rows()) for frame in (both.ours, both.theirs))
    assert theirs == {"map": 0.090899, "ndcg": 0.4993}
    assert {name: f"{value:.6g}" for name, value in ours.items()} == {"map": "0.0909015", "ndcg": "0.499302"}


@pytest.mark.parametrize(
    ("runs", "names"),
    [("runs_top100.run.gz", LEADERBOARD_TOP), ("runs/*.gz", LEADERBOARD_FULL)],
    ids=["100 items", "full depth"],
)
def test_official_means_of_covid(runs, names, shared_data, half_unit, assert_agree):
    """RBP takes grade 1 for half of grade 2; queries missing from a run count as 0."""
    folder = shared_data / "covid1"
    measured = ax.evaluate(
        ax.read_judgments(folder / "qrels.txt.gz"),
        ax.read_runs(str(folder / runs)),
        names.values(),
        profile=ax.get_profile("trec_eval-9", queries="judged"),
    )
    official = pl.read_csv(folder / "leaderboard.csv").filter(pl.col("run").is_in(measured.systems))
    official = official.select(pl.col("run").alias("system"), *names).rename(names)
    theirs = official.unpivot(index="system", variable_name="measure")
    assert theirs.height == (143 if names is LEADERBOARD_TOP else 20) * len(names)
    assert_agree(measured.mean(), theirs.with_columns(half_unit(theirs["value"], decimals=4)))
