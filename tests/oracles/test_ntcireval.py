"""D- and D♯-measures of the TREC Web Tracks 2010, 2011 and 2013.

Program: NTCIREVAL 190111 (Sakai), given qrels.ndeval, uniform intents, the grades as gains, and the cut-offs 10 and 20.
It takes each run in the order of its file. A judged query that the run leaves out has 0; one that nobody judged has
no row.

It prints four decimals, and it rounds before. The gains of the list have four decimals, while those of the ideal list
have more, which shows where 1 / number of aspects is not a whole number of units. And D♯ is the mean of two printed
numbers.
"""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import axiometer as ax

LISTS = ["system", "query"]
N_LISTS = {"web2010": 8 * 48, "web2011": 9 * 50, "web2013": 3 * 50}
COLUMNS = {
    "I-rec": "S_Recall",
    "D-Q": "D_Q",
    "D-nDCG(MSnDCG)": "D_nDCG",
    "D#-Q": "Dsharp_Q",
    "D#-nDCG": "Dsharp_nDCG",
}


@pytest.fixture(scope="module", params=N_LISTS)
def web_track(request, shared_data, half_unit) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Our values, and theirs with what their rounding of gains has ``added``."""
    folder = shared_data / request.param
    runs = ax.scan_runs(str(folder / "runs" / "*.gz"))
    in_order = ax.read_runs(str(folder / "runs" / "*.gz"), order="file").to_polars()
    judgments = ax.read_judgments(folder / "qrels.ndeval.txt.gz")
    measures = [f"{name}@{k}" for name in COLUMNS.values() for k in (10, 20)]
    ours = ax.evaluate(judgments, runs, measures, profile="ntcireval").to_polars()
    output = pl.read_csv(folder / "oracle" / "ntcireval.tsv.gz", separator="\t", infer_schema=False)
    named = pl.format("{}@{}", pl.col("column").replace_strict(COLUMNS), "cutoff").alias("measure")
    theirs = (
        output
        .rename({"run": "system", "topic": "query"})
        .unpivot(index=[*LISTS, "cutoff"], variable_name="column")
        .select(*LISTS, named, pl.col("value").cast(pl.Float64))
        .join(added_by_rounding(in_order, judgments.to_polars()), on=[*LISTS, "measure"], how="left")
        .with_columns(pl.col("added").fill_null(0))
    )
    assert theirs.height == len(measures) * N_LISTS[request.param]
    return ours, theirs.with_columns(half_unit(theirs["value"], decimals=4))


def added_by_rounding(runs: pl.DataFrame, judgments: pl.DataFrame) -> pl.DataFrame:
    """Compute what the rounding of a list's gains adds to its values."""
    weight = 1 / pl.col("aspect").n_unique().over("query")
    relevant = judgments.filter(pl.col("grade") > 0).with_columns(pl.col("grade") * weight)
    gains = relevant.group_by("query", "item").agg(pl.col("grade").sum())
    gain_of = {name: dict(zip(each["item"], each["grade"], strict=True)) for (name,), each in gains.group_by("query")}
    rows = []
    for (system, name), each in runs.group_by(LISTS, maintain_order=True):
        gain_of_item = gain_of.get(name, {})
        for k in (10, 20) if gain_of_item else ():
            gain = np.array([gain_of_item.get(item, 0.0) for item in each["item"].head(k)])
            added = _added_to_list(gain, np.sort(list(gain_of_item.values()))[::-1], k)
            for measure, more in zip(("Q", "nDCG"), added, strict=True):
                rows += [(system, name, f"D_{measure}@{k}", more), (system, name, f"Dsharp_{measure}@{k}", more / 2)]
    return pl.DataFrame(rows, schema=[*LISTS, "measure", "added"], orient="row")


def _added_to_list(gain: np.ndarray, ideal: np.ndarray, k: int) -> tuple[float, float]:
    """Both measures are linear in the gains of the list: they have of the errors what they have of the gains."""
    error, rank = np.round(gain, 4) - gain, np.arange(1, gain.size + 1)
    best = np.cumsum(np.pad(ideal, (0, k)))[: gain.size]
    q = np.sum((np.cumsum(error) / (rank + best))[gain > 0]) / min(k, ideal.size)
    ideal_dcg = np.sum(ideal[:k] / np.log2(np.arange(ideal[:k].size) + 2))
    return float(q), float(np.sum(error / np.log2(rank + 1)) / ideal_dcg)


def of_measure(values: pl.DataFrame, name: str) -> pl.DataFrame:
    return values.filter(pl.col("measure").str.starts_with(f"{name}@"))


@pytest.mark.parametrize("column", COLUMNS)
def test_every_run_and_query(web_track, column, assert_agree):
    ours, theirs = (of_measure(values, COLUMNS[column]) for values in web_track)
    exact = theirs.with_columns(pl.col("value") - pl.col("added")).drop("added")
    if "#" in column:  # half a unit for each of two printed numbers, of which it is the mean, and half for itself
        exact = exact.with_columns(pl.col("tolerance") * 2)
    assert_agree(ours, exact)


@pytest.mark.parametrize("name", ["Q", "nDCG"])
def test_D_sharp_is_the_mean_of_two_printed_numbers(web_track, name, assert_agree):
    printed = web_track[1].with_columns(pl.col("measure").str.split("@").list.last().alias("cutoff"))
    met, d, sharp = (of_measure(printed, each).drop("measure") for each in ("S_Recall", f"D_{name}", f"Dsharp_{name}"))
    mean = met.join(d, on=[*LISTS, "cutoff"], suffix="_of_D").with_columns((pl.col("value") + pl.col("value_of_D")) / 2)
    assert_agree(mean, sharp.drop("added"))


def test_rounding_of_gains_is_needed_and_small(web_track):
    ours, theirs = web_track
    assert theirs["added"].abs().max() < 1.2e-4
    both = ours.join(theirs, on=[*LISTS, "measure"], suffix="_printed")
    is_off = (pl.col("value") - pl.col("value_printed")).abs() > pl.col("tolerance")
    assert of_measure(both, "D_nDCG").filter(is_off).height > 0


@pytest.mark.parametrize("web_track", ["web2010"], indirect=True)
def test_a_value_midway_between_two_printed_ones(web_track):
    """NTCIREVAL rounds it down where the same sum in Python would be rounded up; half a unit includes both."""
    ours, theirs = (values.filter(system="indri", query="66", measure="D_Q@10").to_dicts()[0] for values in web_track)
    assert ours["value"] == pytest.approx(5 / 42, rel=1e-14)
    assert ours["value"] + theirs["added"] == pytest.approx(0.11905, rel=1e-14)
    assert theirs["value"] == 0.1190
