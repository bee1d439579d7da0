"""The study of lexirecall: its plan, what is checked, and that checks can fail."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from dataclasses import asdict
from pathlib import Path

import polars as pl
import pytest

from axiometer.data import Judgments
from axiometer_papers.keeping import keep, kept
from axiometer_papers.lexirecall.collections import Case, binary, cases_of
from axiometer_papers.lexirecall.figure_5 import figure_5
from axiometer_papers.lexirecall.figure_16 import figure_16
from axiometer_papers.lexirecall.figures_14_15 import degradation_parts
from axiometer_papers.lexirecall.measured import COLUMNS, How, measured, numbers_in, of_all_pairs
from axiometer_papers.lexirecall.published import sampled
from axiometer_papers.lexirecall.study import LEXIRECALL
from axiometer_papers.lexirecall.table_2_figure_8 import figure_8, table_2
from axiometer_papers.lexirecall.table_5_figures_10_to_13 import collection_parts, table_5_checks
from axiometer_papers.lexirecall.tables_3_4 import tie_parts
from axiometer_papers.study import Check, Result, Setting, claim

QUICK = Setting(is_quick=True)
QRELS = "1 0 a 2\n1 0 b 1\n1 0 c 0\n2 0 a 1\n2 0 d 1\n3 0 a 0\n"
BETTER = "1 Q0 a 1 3 x\n1 Q0 b 2 2 x\n2 Q0 d 1 2 x\n2 Q0 a 2 1 x\n"
WORSE = "1 Q0 c 1 3 y\n1 Q0 a 2 2 y\n2 Q0 c 1 3 y\n2 Q0 d 2 2 y\n2 Q0 a 3 1 y\n"


def made(part, *results: Result) -> Result:
    return part.make(lambda _done, _total: None, *results)


def all_made(parts) -> dict[str, Result]:
    results: dict[str, Result] = {}
    for part in parts:
        results[part.name] = made(part, *(results[name] for name in part.made_of))
    return results


def by_same(checks) -> Counter[str]:
    return Counter(check.same for check in checks)


def source_of(files: dict[str, str], folder: Path) -> list[Case]:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return cases_of(Setting(data=folder))


@pytest.fixture
def tiny(tmp_path) -> Case:
    (case,) = source_of({"web2010/qrels.txt": QRELS, "web2010/runs/x": BETTER, "web2010/runs/y": WORSE}, tmp_path)
    return case


def test_the_plan_has_every_table_and_figure_once_and_can_be_kept():
    parts = LEXIRECALL.plan(QUICK)
    names = [part.name for part in parts]
    assert len(set(names)) == len(names)
    wanted = {"figure-5", "table-2", "figure-8", "table-3", "table-4", "table-5", "figure-16", "table-8"}
    assert wanted | {f"figure-{number}" for number in range(10, 14)} <= set(names)
    for part in parts:
        assert json.loads(json.dumps(part.parameters)) == part.parameters
        assert part.data


def test_other_seeds_and_grids_are_told_in_the_parameters():
    def told(setting: Setting) -> dict[str, str]:
        return {part.name: json.dumps(part.parameters) for part in LEXIRECALL.plan(setting)}

    assert told(QUICK)["table-2"] != told(Setting(is_quick=True, seed=1))["table-2"] != told(Setting())["table-2"]


def test_collections_are_found_by_their_files(tmp_path):
    files = {
        "a/qrels.txt": QRELS,
        "a/runs/x.run": BETTER,
        "a/runs_top2.run": BETTER + WORSE,
        "b/qrels.diversity.txt": "1 1 a 1\n1 2 a 1\n1 2 b 0\n",
        "b/runs/x.run": BETTER,
        "c/test.qrels": "1 0 a 4.5\n1 0 b 3.5\n",
        "c/One.run": BETTER,
        "c/README.txt": "no run",
        "d/qrels.txt": QRELS,
    }
    found = {case.name: case for case in source_of(files, tmp_path)}
    assert list(found) == ["a", "a-top2", "b", "c"]
    assert (found["c"].level, found["c"].task) == (4.0, "recommendation")
    assert [path.name for path in found["c"].source.files] == ["test.qrels", "One.run"]
    # One item relevant to two aspects: one relevant item, two labels.
    assert found["b"].judgments().frame["grade"].sum() == 1
    assert found["b"].labels_per_query() == 2
    assert found["c"].judgments().frame["grade"].to_list() == [1, 0]


def test_grades_are_binary_and_queries_without_relevant_items_go():
    judged = Judgments.of({"1": {"a": {"x": 1, "y": 3}, "b": {"x": 2}}, "2": {"c": {"x": 2}}})
    frame = binary(judged, 3).frame
    assert frame.select("query", "item", "grade").rows() == [("1", "a", 1.0), ("1", "b", 0.0)]
    assert not binary(judged, 3).are_aspects_judged


def test_numbers_of_a_tiny_collection_by_hand(tiny):
    found = measured(tiny, How(0, 0, 1))
    facts = found.facts
    # Query 3 has no relevant item. Lists have 2 + 2 and 2 + 3 items.
    assert (facts.queries, facts.runs, facts.relevant, facts.depth, facts.deepest) == (2, 2, 2.0, 2.25, 3)
    assert facts.label == "shallow"
    assert facts.single == 0.25
    # x wins both queries by lexirecall, AP and RR; by recall only the first, where y misses an item.
    assert found.of("ties") == {"R@1000": 0.5, "Rprec": 0.0} | dict.fromkeys(
        ("lexirecall", "AP", "nDCG", "RR", "nDCG@10"), 0.0
    )
    assert set(found.of("agreement").values()) == {1.0}
    assert found.agreement.filter(pl.col("measure") == "R@1000")["preferred"].item() == 1


def test_numbers_come_back_from_the_kept_tables(tiny, tmp_path):
    found = measured(tiny, How(20, 0, 1))
    keep(tmp_path / "kept.json", "mark", Result(found.to_tables()), 0.0)
    back = numbers_in(tiny, kept(tmp_path / "kept.json", "mark").result)
    assert asdict(back.facts) == asdict(found.facts)
    for number in COLUMNS:
        assert getattr(back, number).equals(getattr(found, number))


@pytest.mark.usefixtures("tiny")
def test_what_is_shown_of_all_collections_reads_none_of_them(tmp_path):
    parts = [figure_8(QUICK), *collection_parts(Setting(data=tmp_path, is_quick=True))]
    results = all_made(part for part in parts if not part.made_of)
    shutil.rmtree(tmp_path / "web2010")
    shown = [part for part in parts if part.made_of]
    assert [part.name for part in shown] == ["table-5", *(f"figure-{number}" for number in range(10, 14))]
    for part in shown:
        again = made(part, *(results[name] for name in part.made_of))
        assert again.tables[0].frame.height


def test_pairs_of_systems_that_are_not_tested_count():
    """Four systems make six pairs; one of them ties in every query."""
    table = pl.DataFrame({"measure": ["AP"], "significant": [3], "pairs": [5], "test": ["t"]})
    assert of_all_pairs(table, 4).rows() == [("AP", 0.5, 3, 5, "t")]


def test_a_folder_with_runs_of_both_kinds_has_two_collections(tmp_path):
    files = {
        "a/qrels.txt": QRELS,
        "a/runs/x.run": BETTER,
        "a/runs_top2.run": BETTER,
        "a/test.qrels": "1 0 a 4.5\n",
        "a/One.run": WORSE,
    }
    found = {case.name: case for case in source_of(files, tmp_path)}
    assert list(found) == ["a", "a-top2", "a-ratings"]
    assert [path.name for path in found["a-ratings"].source.files] == ["test.qrels", "One.run"]


def test_a_folder_without_collections_is_told_with_what_it_would_need(tmp_path):
    cases = cases_of(Setting(data=tmp_path, is_quick=True))
    assert len(cases) == 3
    assert all(
        "has qrels.txt or qrels.diversity.txt and runs, or test.qrels and *.run" in case.source.told for case in cases
    )
    assert "grades 1" in cases[0].parameters["simulated"]


def test_table_5_counts_labels_and_says_what_cannot_be_compared(tiny):
    checks = {check.what: check for check in table_5_checks(measured(tiny, How(0, 0, 1)))}
    assert checks["web2010: queries"].same == "no"
    assert checks["web2010: relevant per query"].ours == "2"
    assert checks["web2010: runs"].same == "not comparable"


def test_figure_5_differs_from_the_text_with_one_relevant_item_only():
    result = made(figure_5())
    assert by_same(result.checks) == {"yes": 8, "no": 2}
    assert all("With one relevant item" in check.why for check in result.checks if check.same == "no")


def test_table_2_is_the_same_within_its_error():
    found = made(table_2(QUICK))
    assert by_same(found.checks) == {"yes": 31}


def test_tables_3_and_4_have_two_misprints():
    checks = [check for part in tie_parts(QUICK) for check in made(part).checks]
    assert len(checks) == 45
    unlike = [check for check in checks if check.same != "yes"]
    assert [(check.where, check.what, check.published, check.ours) for check in unlike] == [
        ("Table 3", "n = 1000: Rprec", "0.825", "0.826"),
        ("Table 4", "m = 10: R@1000", "0.981", "0.980"),
    ]
    assert all(check.why for check in unlike)


def test_what_is_said_of_optimal_rankings_holds():
    assert by_same(made(figure_16()).checks) == {"yes": 2}


@pytest.mark.usefixtures("tiny")
def test_parts_of_a_collection_show_tables_figures_and_statements(tmp_path):
    setting = Setting(data=tmp_path, is_quick=True)
    results = all_made([figure_8(setting), *collection_parts(setting), *degradation_parts(setting)])
    assert list(results)[1:3] == ["numbers-web2010", "table-5"]
    assert [figure.name for figure in results["figures-14-15-web2010"].figures] == [
        "figure-14-web2010",
        "figure-15-web2010",
    ]
    (deep,) = results["figure-12"].checks
    assert deep.same == "not comparable"
    names = [table.name for result in results.values() for table in result.tables]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(("ours", "same"), [(0.5, "yes"), (0.523, "yes"), (0.54, "no")])
def test_samples_are_the_same_within_standard_errors(ours, same):
    """Of two samples of 10,000 the difference of shares of one half has a standard error of 0.0071."""
    assert sampled("here", "this", "0.500", ours, pairs=(10_000, 10_000), errors=3.5).same == same


def test_a_statement_that_holds_needs_no_reason():
    assert claim("here", "this", "is so", "0.5", holds=True, why="because") == Check(
        "here", "this", "is so", "0.5", "yes"
    )
    assert claim("here", "this", "is so", "0.5", holds=None, why="no data").same == "not comparable"
