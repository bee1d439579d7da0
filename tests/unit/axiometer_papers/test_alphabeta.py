"""The experiments of the paper on αβ-nDCG."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import axiometer as ax
from axiometer_papers.alphabeta import figure_1, figure_3, figure_4
from axiometer_papers.alphabeta.figure_2 import figure_2
from axiometer_papers.alphabeta.measured import ALL_ASPECTS, ASPECTS, REDUNDANCY, SWAPS, PerturbedSystems, measures
from axiometer_papers.alphabeta.measured import measured as values_of
from axiometer_papers.alphabeta.perturbed_orderings import swapped_aspect, swapped_bottom_to_top, unchanged_queries
from axiometer_papers.alphabeta.ratings import RatingsSource, ratings_sources
from axiometer_papers.alphabeta.removals import QUICK, correlations, shuffled
from axiometer_papers.alphabeta.study import ALPHABETA, QUICK_WORLD
from axiometer_papers.running import run_study
from axiometer_papers.study import Setting

WORLD = replace(QUICK_WORLD, users=30, items=120, ratings=(10, 60))
SMALL = replace(QUICK, cutoffs=(10,), systems=4, removals=2, shares=(0.5, 0.1), most_users=20, users_at_once=8)


def nobody(done: int, total: int) -> None:
    """Is told, and does not care."""


@pytest.fixture(scope="module")
def source():
    return ratings_sources(Setting(is_quick=True), WORLD)[0]


@pytest.fixture(scope="module")
def systems(source):
    return PerturbedSystems(source, {SWAPS: 3, REDUNDANCY: 2, ASPECTS: 4, ALL_ASPECTS: 4})


@pytest.fixture(scope="module")
def measured(systems):
    told = []
    return *systems.measured(lambda done, total: told.append((done, total))), told


@pytest.mark.parametrize("is_quick", [True, False])
def test_parts_can_be_told_apart_and_written(is_quick):
    parts = ALPHABETA.plan(Setting(is_quick=is_quick))
    names = [part.name for part in parts]
    figures = ("figure-1", "figure-2", "figure-3", "figure-4", "figure-4-apart")
    assert names == ["table-1", *(f"{figure}-simulated" for figure in figures)]
    assert len({part.title for part in parts}) == len(parts)
    assert json.loads(json.dumps([part.parameters for part in parts]))
    assert all(part.data for part in parts)


def test_folders_of_movielens_are_found_by_their_files(tmp_path: Path):
    for name in ("ml-a", "ml-b", "other"):
        (tmp_path / name).mkdir()
    (tmp_path / "ml-a" / "movies.csv").write_text("movieId,title,genres\n1,A,Crime|Drama\n2,B,Drama\n3,C,Drama\n")
    ratings = "".join(f"{user},{item},{item + 1},0\n" for user in (1, 2) for item in (1, 2, 3))
    (tmp_path / "ml-a" / "ratings.csv.gz").write_bytes(
        gzip.compress(f"userId,movieId,rating,timestamp\n{ratings}".encode())
    )
    (tmp_path / "ml-b" / "movies.dat").write_text("1::A::Drama\n")
    (tmp_path / "ml-b" / "ratings.dat").write_text("1::1::5::0\n")
    (tmp_path / "other" / "ratings.csv").write_text("user,item,rating\n")
    first, second = ratings_sources(Setting(data=tmp_path), WORLD)
    assert [path.name for path in first.files] == ["ratings.csv.gz", "movies.csv"]
    assert [path.name for path in second.files] == ["ratings.dat", "movies.dat"]
    assert first.rated.test.height == 2
    assert first.rated.ideal.aspects.to_list() in (["Crime", "Drama"], ["Drama"])
    assert not first.is_simulated


def test_without_such_a_folder_ratings_are_simulated(tmp_path: Path):
    (source,) = ratings_sources(Setting(data=tmp_path), WORLD)
    assert source.is_simulated
    assert source.told.startswith(
        f"simulated, since no folder in {tmp_path} has ratings.csv and movies.csv, or ratings.dat and movies.dat, or "
        "u.data and u.item; users: 30, items: 120, genres: 19, ratings of a user: 10 to 60"
    )


@pytest.mark.parametrize(
    "change",
    [
        {"users": 31},
        {"items": 121},
        {"genres": 18},
        {"ratings": (11, 60)},
        {"ratings": (10, 59)},
        {"interests": (2, 8)},
        {"interests": (3, 7)},
        {"top": 6},
        {"stars": "whole"},
        {"seed": 1},
    ],
)
def test_another_world_is_told_in_the_parameters(source, change):
    (other,) = ratings_sources(Setting(is_quick=True), replace(WORLD, **change))
    assert other.parameters != source.parameters
    assert other.told != source.told


def test_another_seed_splits_otherwise(source):
    (other,) = ratings_sources(Setting(is_quick=True, seed=1), WORLD)
    assert other.parameters["seed of the split"] == 1
    assert not other.rated.test.equals(source.rated.test)


@pytest.mark.parametrize("is_quick", [True, False])
def test_all_parts_with_ratings_have_the_world_in_their_parameters(is_quick):
    for part in ALPHABETA.plan(Setting(is_quick=is_quick))[1:]:
        assert "users: 120" in part.parameters["simulated world"] or not is_quick
        assert part.parameters["share of ratings in test"] == 0.2


def test_values_are_those_of_evaluate(source):
    names = [full for _, _, full in measures()]
    evaluator = ax.Evaluator(source.rated.judgments, names)
    turned = swapped_bottom_to_top(source.rated.ideal, 2)
    expected = ax.evaluate(source.rated.judgments, ax.Runs.of(turned.frame()), names)
    assert [str(each) for each in evaluator.measures] == [str(each) for each in expected.measures] == names
    np.testing.assert_array_equal(values_of(evaluator, turned), expected.values[0])


def test_all_systems_are_measured(measured):
    orders, curves, told = measured
    assert told == [(done, 13) for done in range(1, 14)]
    assert orders.height == 4 * len(measures())
    assert curves.height == (4 + 3 + 5 + 5) * len(measures())


def test_curves_have_the_means_of_systems(systems, measured):
    name, cutoff, full = measures()[0]
    rated, (_, curves, _) = systems.source.rated, measured
    mean = values_of(ax.Evaluator(rated.judgments, full), swapped_bottom_to_top(rated.ideal, 2)).mean()
    row = {"perturbation": SWAPS, "name": name, "cut-off": cutoff, "steps": 2}
    its = curves.filter(*(pl.col(column) == value for column, value in row.items()))
    assert its["measure"].item() == full
    assert its["value"].item() == pytest.approx(mean)


def test_the_last_panel_has_only_users_whose_lists_all_steps_change(systems, measured):
    ideal = systems.source.rated.ideal
    n_changed = len(ideal.queries) - len(unchanged_queries(ideal, swapped_aspect(ideal, 4)))
    queries = {kind: set(its["queries"]) for (kind,), its in measured[1].group_by("perturbation")}
    assert queries[ALL_ASPECTS] == {n_changed}
    assert queries[ASPECTS] == {len(ideal.queries)}


def test_figure_3_takes_the_curves_of_figure_2(systems, tmp_path, monkeypatch):
    parts = [figure_2(systems), figure_3.figure_3(systems)]
    study = replace(ALPHABETA, plan=lambda _: parts)
    first = run_study(study, Setting(), tmp_path)
    (tmp_path / "parts" / f"{parts[1].name}.json").unlink()
    monkeypatch.setattr(PerturbedSystems, "measured", None)
    monkeypatch.setattr(RatingsSource, "rated", None)
    second = run_study(study, Setting(), tmp_path)
    assert [its.is_old for _, its in second] == [True, False]
    before, after = (ran[1][1].result for ran in (first, second))
    assert all(one.frame.equals(other.frame) for one, other in zip(before.tables, after.tables, strict=True))
    assert before.checks == after.checks


def test_figure_2_has_correlations_and_curves(systems):
    result = figure_2(systems).make(nobody)
    assert [table.name for table in result.tables] == ["figure-2-simulated", "curves-simulated"]
    shown = result.tables[1].shown
    assert shown is not None
    assert shown.columns == ["perturbation", "measure", "0", "1", "2", "3"]
    assert shown.height == 4 * 7


def test_steps_without_any_change_have_no_p_value(source, measured):
    result = figure_3.made(source, measured[1])
    assert [table.name for table in result.tables] == [
        f"figure-3-simulated-{name}" for name in ("swaps", "redundancy", "aspects", "all-aspects")
    ]
    shown = result.tables[0].shown
    assert shown is not None
    recall = shown.filter((pl.col("measure") == "S-Recall") & (pl.col("number") == "p_better"))
    assert recall.row(0)[2:] == ("–", "–", "–")  # no list is longer than the cut-off, so that all have all genres


def test_figure_1_has_a_line_for_each_setting(source):
    result = figure_1.made(source, 2, nobody)
    (table,) = result.tables
    assert table.frame.height == len(figure_1.ALPHAS) * len(figure_1.BETAS) * 3
    evaluator = ax.Evaluator(source.rated.judgments, "alphabeta_nDCG(alpha=0.01,beta=0.9)@10")
    mean = values_of(evaluator, swapped_bottom_to_top(source.rated.ideal, 1)).mean()
    its = table.frame.filter((pl.col("α") == 0.01) & (pl.col("β") == 0.9) & (pl.col("steps") == 1))
    assert its["value"].item() == pytest.approx(mean)


def test_shuffles_keep_the_items_of_each_list(source):
    ideal = source.rated.ideal
    other = shuffled(ideal, np.random.default_rng(1).random(ideal.item.size))
    pairs = [each.frame().select("query", "item").sort("query", "item") for each in (ideal, other)]
    assert pairs[0].equals(pairs[1])
    assert not (ideal.row_at == other.row_at).all()


def test_positions_that_are_shuffled_alike(source):
    ideal = source.rated.ideal
    turned = shuffled(ideal, -ideal.position.astype(float))
    assert (turned.row_at == swapped_bottom_to_top(ideal, int(ideal.size.max())).row_at).all()


def test_blocks_of_users_keep_what_belongs_to_them(source):
    rated = source.rated
    blocks = rated.blocks(20, 8, np.random.default_rng(0))
    users = [each for block in blocks for each in block.judgments.queries]
    assert [len(block.judgments.queries) for block in blocks] == [8, 8, 4]
    assert len(set(users)) == 20
    names = ["alphabeta_nDCG(alpha=0.005,beta=0.5)@10"]
    whole = ax.Evaluator(rated.judgments, names)
    of_user = dict(zip(whole.queries, values_of(whole, rated.ideal)[:, 0], strict=True))
    part = ax.Evaluator(blocks[0].judgments, names)
    assert values_of(part, blocks[0].ideal)[:, 0] == pytest.approx([of_user[user] for user in part.queries])


def test_correlations_are_those_of_the_seed_whatever_the_jobs(source):
    found = [correlations(source.rated, SMALL, seed=3, jobs=jobs, progress=nobody) for jobs in (1, 2)]
    assert found[0].equals(found[1])
    assert found[0].height == len(SMALL.betas) * len(SMALL.cutoffs) * len(SMALL.shares) * SMALL.removals
    assert found[0]["tau"].is_between(-1, 1).all()


def test_without_removal_the_order_stays(source):
    nothing = replace(SMALL, shares=(1.0,), removals=1)
    found = correlations(source.rated, nothing, seed=0, jobs=1, progress=nobody)
    assert found["tau"].to_list() == pytest.approx([1.0] * found.height)


def test_progress_goes_on_over_blocks(source):
    told: list[tuple[int, int]] = []
    correlations(source.rated, SMALL, seed=0, jobs=1, progress=lambda *step: told.append(step))
    assert told == [(step, 6) for step in range(1, 7)]


def test_the_mean_and_the_range_of_removals():
    each = pl.DataFrame({
        "cut-off": [10] * 4,
        "β": [0.5] * 4,
        "share": [0.9, 0.9, 0.9, 0.1],
        "tau": [1.0, 0.4, 0.1, 0.2],
    })
    assert figure_4.summary(each).rows() == [
        (10, 0.5, 0.9, pytest.approx(0.5), 0.1, 1.0, 3),
        (10, 0.5, 0.1, 0.2, 0.2, 0.2, 1),
    ]


def test_a_figure_for_shuffles_that_are_alike(source):
    table = figure_4.summary(correlations(source.rated, SMALL, seed=0, jobs=1, progress=nobody))
    result = figure_4.made("name", source, SMALL, table)
    assert any("20 of 30 users" in note for note in result.notes)
    assert table["removals"].unique().to_list() == [2]
    assert table.filter(pl.col("tau").is_between("low", "high")).height == table.height == 4
    assert {row["β"] for row in result.figures[0].chart["data"]["values"]} == {"0.1", "0.9"}
    assert len(result.checks) == 2


def test_each_reading_of_shuffles_is_a_part(source):
    alike, apart = figure_4.figure_4(Setting(is_quick=True), source)
    assert [part.parameters["shuffles"] for part in (alike, apart)] == ["alike", "apart"]
    result = apart.make(nobody)
    assert [table.name for table in result.tables] == [apart.name] == ["figure-4-apart-simulated"]
    assert not result.figures
    assert not result.checks
    assert "a random order of its own" in result.notes[0]


def test_full_runs_try_the_other_reading_with_fewer_removals(source):
    alike, apart = figure_4.figure_4(Setting(), source)
    assert (alike.parameters["removals"], apart.parameters["removals"]) == (50, 10)


def test_shuffles_apart_differ_from_list_to_list(source):
    apart = replace(SMALL, shuffles="apart")
    found = [correlations(source.rated, grid, seed=0, jobs=1, progress=nobody)["tau"] for grid in (SMALL, apart)]
    assert not found[0].equals(found[1])
