"""The experiments of the paper on rank-biased utility, on tiny inputs."""

import gzip
import json
import shutil

import numpy as np
import polars as pl
import pytest

from axiometer.notes import Note
from axiometer_papers.rbu import published, table_3, table_3_dynamic
from axiometer_papers.rbu.published import DYNAMIC_DOMAIN, TABLE_2, TABLE_3
from axiometer_papers.rbu.study import QUICK_WORLD, RBU
from axiometer_papers.rbu.table_2 import pooled, table_2
from axiometer_papers.rbu.variants import (
    FORMS,
    GRID,
    QUICK_GRID,
    best_of_families,
    row_written,
    values_told,
    variants_of,
    written,
)
from axiometer_papers.sources import diversity_sources, simulated
from axiometer_papers.study import Setting

VARIANTS = variants_of(FORMS, GRID)
TINY = {"systems": 3, "queries": 4, "depth": 20}


def quiet(done, total):
    assert 0 <= done <= total


@pytest.fixture(scope="module")
def made():
    setting = Setting(is_quick=True)
    return table_2(setting, simulated(setting, "files", **TINY)).make(quiet)


def test_plan_without_data_has_every_table_once_and_can_be_told():
    parts = RBU.plan(Setting(is_quick=True))
    assert [each.name for each in parts] == [
        "table-1",
        "table-2-simulated",
        "table-3-simulated",
        "table-3-dynamic-domain",
    ]
    for part in parts:
        json.dumps(part.parameters)
    assert f"{QUICK_WORLD['systems']} systems" in parts[1].data


def test_grid_has_all_combinations_of_the_paper():
    count = {family: sum(each.family == family for each in VARIANTS) for family in FORMS}
    assert count["RBU"] == 3 * 5
    assert count["EU"] == 4 * 5
    assert count["NRBP"] == 3 * 4
    assert count["α-DCG"] == 4 * 5
    assert count["AP"] == 1
    assert len({each.name for each in VARIANTS}) == len(VARIANTS) == 109


@pytest.mark.parametrize("rows", [*TABLE_2.values()])
def test_every_published_row_is_about_variants_that_are_run(rows):
    for row in rows:
        expected = np.prod([len(values) for values in row.parameters.values()])
        found = [each for each in VARIANTS if each.is_of(row)]
        # RBU with e = 0 leaves p open.
        assert len(found) == (3 if row.parameters == {"e": ("0",)} else expected)


def test_every_row_of_the_third_table_is_about_variants_that_are_run():
    for column, rows in TABLE_3.items():
        for row in rows:
            assert any(each.is_of(row) for each in table_3.COLUMNS[column]), row
    missing = [
        row.families[0] for row in DYNAMIC_DOMAIN if not any(each.is_of(row) for each in table_3_dynamic.VARIANTS)
    ]
    assert missing == ["ERR (harmonic mean)", "P@Recall (modified)"]


def test_variants_are_written_as_products():
    rbu = [each for each in VARIANTS if each.family == "RBU"]
    paying = [each for each in rbu if each.pays and each.parameters["p"] == "0.99"]
    assert written(paying) == "RBU e={0.001,0.05,0.1,0.5}, p=0.99"
    assert written(rbu[:1]) == "RBU e=0, p=0.8"
    assert written([rbu[0], rbu[4]]) == "RBU e=0, p=0.8 or RBU e=0.001, p=0.9"
    deep = [each for each in VARIANTS if each.family == "α-DCG" and int(each.parameters["k"]) >= 100]
    assert written(deep) == "α-DCG@{100,1000} α={0.1,0.25,0.5,0.75}"
    assert row_written(TABLE_3["official"][4]) == "α-DCG@20, α-nDCG@20"


def test_values_are_written_as_ranges():
    assert values_told([0.97004, 0.97001]) == "0.9700"
    assert values_told([0.5, 0.75, 0.25]) == "0.7500..0.2500"
    assert values_told([]) == ""


def test_best_of_each_measure_comes_first_and_each_s_recall_alone():
    values = {each.name: 0.5 for each in VARIANTS}
    values |= {"ERR@50": 0.7, "ERR@100": 0.70001, "S_Recall@10": 0.6}
    groups = [*best_of_families(VARIANTS, values)]
    assert written(groups[0][0]) == "ERR@{50,100}"
    assert written(groups[1][0]) == "S-Recall@10"
    assert sum(group[0].family == "S-Recall" for group, _ in groups) == 5


def test_order_is_compared_by_kendalls_tau():
    theirs = {each.name: 0.0 for each in VARIANTS}
    for row in reversed(TABLE_2["official"]):
        theirs |= {each.name: float(row.value) for each in VARIANTS if each.is_of(row)}
    assert published.order_check("here", VARIANTS, theirs, TABLE_2["official"]).ours.endswith("1.00")
    opposite = {name: -value for name, value in theirs.items() if value} | {
        name: -1.0 for name, value in theirs.items() if not value
    }
    assert published.order_check("here", VARIANTS, opposite, TABLE_2["official"]).ours.endswith("-1.00")


def test_many_names_are_told_briefly_and_near_ties_together():
    near = "within 1e-09 of the next of the query, and not equal"
    told = published.briefly([
        *(Note("undefined", name, "left out") for name in ("A", "B(x=1, y=2)", "C", "D", "E", "F")),
        *(Note("weights_unused", name, "weights do not count") for name in "ABC"),
        Note("nearly_tied", "A", f"2 values {near}", 2),
        *(Note("nearly_tied", name, f"1 value {near}", 1) for name in "BC"),
    ])
    assert told == [
        "A, B(x=1, y=2), C, D, E and 1 more: left out",
        "A, B, C: weights do not count",
        "3 measures with up to 2 values within 1e-9 of the next of its query",
    ]


def test_table_2_has_a_table_for_each_scenario_with_all_variants(made):
    assert [each.name for each in made.tables] == [f"table-2-simulated-{name}" for name in TABLE_2]
    names = {each.name for each in variants_of(FORMS, QUICK_GRID)}
    for table in made.tables:
        assert set(table.frame["measure"]) == names
        assert table.frame["value"].is_sorted(descending=True)
        assert table.shown is not None
        best = table.frame.group_by("family").agg(pl.col("value").max())
        assert table.shown["unanimity"].max() == pytest.approx(best["value"].max())
    numbers = [each for each in made.checks if each.published == "0.8024"]
    assert [each.same for each in numbers] == ["not comparable"]
    assert len(made.figures) == 1


def test_simulated_lists_of_one_length_let_effort_change_nothing(made):
    """All lists are of the same length, so RBU with and without effort order them alike."""
    values = dict(made.tables[0].frame.select("measure", "value").rows())
    assert values["RBU(p=0.8,e=0)"] == pytest.approx(values["RBU(p=0.8,e=0.05)"])


def test_table_3_has_three_columns():
    setting = Setting(is_quick=True)
    made = table_3.table_3(setting, simulated(setting, "files", **TINY)).make(quiet)
    assert [each.frame.height for each in made.tables] == [len(each) for each in table_3.COLUMNS.values()]
    assert all(each.same != "no" or each.why for each in made.checks)


@pytest.fixture
def folder(tmp_path):
    """Two collections, and a run of a dynamic domain track: one query of three iterations, one of one."""
    for name, items in (("one", "abcd"), ("two", "efgh")):
        (tmp_path / name / "runs").mkdir(parents=True)
        judged = "".join(
            f"{name} {aspect} {item} {(i + aspect) % 3}\n" for i, item in enumerate(items) for aspect in (1, 2)
        )
        (tmp_path / name / "qrels.diversity.txt").write_text(judged)
        for run, order in (("x", items), ("y", items[::-1])):
            lines = [f"{name} Q0 {item} {rank} {-rank} {run}\n" for rank, item in enumerate(order, 1)]
            (tmp_path / name / "runs" / run).write_text("".join(lines))
    domain = tmp_path / "domain"
    domain.mkdir()
    truth = ["t\tt.1\ta\t1\t3", "t\tt.1\ta\t2\t2", "t\tt.2\tc\t3\t0", "u\tu.1\td\t4\t4"]
    seen = ["t\t0\ta\t9\t1\t-", "t\t1\tb\t8\t0\t-", "t\t2\tc\t7\t1\t-", "u\t0\td\t9\t1\t-"]
    for name, lines in (("qrels.tsv.gz", truth), ("run.tsv.gz", seen)):
        (domain / name).write_bytes(gzip.compress("".join(f"{line}\n" for line in lines).encode()))
    return tmp_path


def test_collections_are_found_and_pooled(folder):
    setting = Setting(data=folder, is_quick=True)
    names = [each.name for each in RBU.plan(setting)]
    assert len(set(names)) == len(names)
    assert {"table-2-one", "table-2-two", "table-2-pooled", "table-3-one"} <= set(names)
    made = pooled(setting, diversity_sources(setting)).make(quiet)
    # One pair of lists for each query, though both runs are called alike.
    assert made.notes[0].startswith("2 pairs of lists of 2 queries")


def test_each_run_of_a_dynamic_domain_track_is_a_part(folder):
    shutil.copytree(folder / "domain", folder / "later")
    setting = Setting(data=folder, is_quick=True)
    parts = table_3_dynamic.dynamic_parts(setting, **TINY)
    assert [each.name for each in parts] == ["table-3-dynamic-domain-domain", "table-3-dynamic-domain-later"]
    assert [each.make(quiet).tables[0].name for each in parts] == [each.name for each in parts]
    assert [len(each.files) for each in parts] == [2, 2]


def test_files_that_are_missing_for_a_dynamic_domain_are_named(tmp_path):
    (part,) = table_3_dynamic.dynamic_parts(Setting(data=tmp_path), **TINY)
    assert "has qrels.tsv and run.tsv of a Dynamic Domain track" in part.data


def test_ratings_of_passages_are_summed_or_the_largest_is_taken_and_none_counts_less_than_1():
    rows = [("t", "1", "a", 1, 3), ("t", "1", "a", 2, 2), ("t", "1", "a", 3, 0), ("t", "2", "b", 4, 0)]
    rated = pl.DataFrame(rows, schema=["query", "aspect", "item", "passage", "rating"], orient="row")
    grades = [dict(its.frame.select("item", "grade").rows()) for its in table_3_dynamic.grades_of(rated)]
    assert grades == [{"a": 6, "b": 1}, {"a": 3, "b": 1}]


def test_what_orders_lists_is_said_of_both_tables(made, folder):
    setting = Setting(data=folder, is_quick=True)
    source = diversity_sources(setting)[0]
    real = table_2(setting, source).make(quiet), table_3.table_3(setting, source).make(quiet)
    assert "Lists are ordered by score, as those of Table 3 are." in made.notes
    assert "Lists are ordered by score, those of Table 3 by the rank column, as ndeval does." in real[0].notes
    assert "Lists are ordered by the rank column, as ndeval does; those of Table 2 by score." in real[1].notes


def test_outputs_of_a_run_stop_after_each_of_its_iterations(folder):
    setting = Setting(data=folder, is_quick=True)
    part = RBU.plan(setting)[-1]
    assert part.data.startswith("domain: one run")
    made = part.make(quiet)
    told = next(note for note in made.notes if "outputs," in note)
    # Three orders of t stopped at 1, 2 and 3 are nine lists; u has three.
    assert told.startswith("9 outputs, 2 queries, 39 pairs")


def test_stopped_lists_are_no_longer_than_asked():
    lists = pl.DataFrame({"system": ["s"] * 3, "query": ["t", "t", "u"], "iteration": [0, 1, 0], "item": [*"abc"]})
    rows = table_3_dynamic.stopped(lists).rows()
    assert rows == [("s 1", "t", "a"), ("s 1", "u", "c"), ("s 2", "t", "a"), ("s 2", "t", "b")]
