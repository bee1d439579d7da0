"""What is found out of values does not depend on where they are: in memory, in files of a folder, saved, in rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

import axiometer as ax
from axiometer.engines.chunks import Streaming
from axiometer.engines.chunks.budget import Budget
from axiometer.meta.outcomes import Outcomes
from axiometer.report.page.document import Choices, make_report

MEASURES = ["AP", "nDCG@5", "RR", "SL3"]
SYSTEMS = ("one", "two", "three")


def collection(n_queries: int = 30) -> tuple[dict[str, Any], dict[str, Any]]:
    """Draw lists for half of the judged queries; some judged queries have nothing relevant, some lists no judgments."""
    rng = np.random.default_rng(5)
    items = [f"d{n}" for n in range(12)]
    judgments = {
        f"q{q:02}": {item: int(rng.integers(0, 3) * (q % 5 > 0)) for item in items[:8]} for q in range(n_queries)
    }
    runs = {
        system: {f"q{q:02}": rng.permutation(items)[:10].tolist() for q in range(1, n_queries + 4, 2)}
        for system in SYSTEMS
    }
    return judgments, runs


@pytest.fixture(params=["trec_eval", "trec_eval-9", "lenskit", "nan"])
def profile(request) -> ax.Profile:
    if request.param == "nan":
        return ax.get_profile(queries="either", undefined="drop", corpus_size=50)
    return ax.get_profile(request.param, corpus_size=50)


@pytest.fixture
def places(profile, tmp_path, monkeypatch) -> dict[str, Any]:
    """Measure once in memory and once in parts, and save both."""
    monkeypatch.setattr(Budget, "n_parts", lambda *_: 4)
    judgments, runs = collection()
    whole = ax.evaluate(judgments, runs, MEASURES, profile=profile)
    parts = Streaming(jobs=2).evaluate(judgments, runs, MEASURES, profile=profile)
    for name, measured in (("whole", whole), ("parts", parts)):
        measured.write(tmp_path / f"{name}.parquet")
    whole.write(tmp_path / "whole.jsonl")
    whole.write(tmp_path / "whole.tsv")
    return {
        "memory": whole,
        "parts": parts,
        "parts in memory": parts.in_memory(),
        "saved": tmp_path / "whole.parquet",
        "saved parts": str(tmp_path / "parts.parquet"),
        "JSON": tmp_path / "whole.jsonl",
        "TSV": tmp_path / "whole.tsv",
        "rows": whole.to_polars(),
    }


def name_in(found: Any, name: str) -> str:
    """Give the full name of a measure, which depends on the profile."""
    return next(each for each in Outcomes.of(found).names if each.startswith(name))


FINDINGS: dict[str, Callable[[Any], ax.Finding]] = {
    "compare": lambda found: ax.compare(found),
    "leaderboard": lambda found: ax.meta.leaderboard(found),
    "unanimity": lambda found: ax.meta.unanimity(found, resamples=50),
    "concordance": lambda found: ax.meta.concordance(found, gold=[name_in(found, "RR")]),
    "power": lambda found: ax.meta.power(found, draws=100),
    "ties": lambda found: ax.meta.ties(found, resamples=50),
    "agreement": lambda found: ax.meta.agreement(found, resamples=50),
    "correlation": lambda found: ax.meta.correlation(found, resamples=50),
    "differences": lambda found: ax.meta.differences(Outcomes.of(found).only([name_in(found, "RR")]), "one", "two"),
}
WITHOUT_POLICY = {"JSON", "TSV", "rows"}
"""These hold values only, and not what means make of undefined ones."""
OF_MEANS = {"compare", "leaderboard", "power", "correlation", "differences"}


@pytest.mark.parametrize("name", FINDINGS)
def test_findings_are_the_same_wherever_values_are(places, profile, name):
    expected = FINDINGS[name](places["memory"])
    for place, found in places.items():
        if place in WITHOUT_POLICY and name in OF_MEANS and profile.undefined == "zero":
            continue
        its = FINDINGS[name](found)
        assert its.table.equals(expected.table, null_equal=True), place
        assert its.parameters == expected.parameters, place
        if place not in WITHOUT_POLICY:
            assert {note for note in its.notes if note.kind != "parts"} == {*expected.notes}, place


def test_reports_are_the_same_but_for_the_note_of_parts(places):
    choices = Choices(axioms="none", is_meta=True)
    expected, *others = (make_report(places[name], choices=choices) for name in ("memory", "parts in memory", "parts"))
    assert "measured in 4 parts" in others[0]
    assert others[0] == others[1]
    assert len(others[0]) - len(expected) < 500


def test_one_interface(places, profile):
    whole, parts = places["memory"], places["parts"]
    for system in SYSTEMS:
        assert_frame_equal(parts[system].mean(), whole[system].mean(), rel_tol=1e-12)
    with pytest.raises(KeyError, match="no system 'four'"):
        parts["four"]
    for measured in (whole, parts):
        some = measured.in_memory(["nDCG@5", "AP", "nDCG@5"])
        assert [type(each).__name__ for each in some.measures] == ["nDCG", "AP"]
        assert not any(note.subject.startswith("SL3") for note in some.notes)
        for one in ("map", whole.measures[0], ["AP"]):
            assert measured.in_memory(one).measures == whole.measures[:1]
        with pytest.raises(ax.UsageError, match="there are no values of RBP"):
            measured.in_memory("RBP")
        for asked in ("two", ["two"], ["two", "two"]):
            assert_frame_equal(measured.in_memory("AP", asked).mean(), measured["two"].in_memory("AP").mean())
        assert measured.in_memory(systems=["three", "one"]).systems == ("three", "one")
        for asked, said in (("four", "there is no system 'four'; there are one"), ([], "no system is named")):
            with pytest.raises(ax.UsageError, match=said):
                measured.in_memory(systems=asked)
        keys = ["system", "query", "measure"]
        frame = measured.to_pandas().sort_values(keys, ignore_index=True)
        assert_frame_equal(pl.from_pandas(frame, nan_to_null=False), whole.to_polars().sort(keys))
        for theirs, ours in zip(
            measured.to_dict(per_query=True).values(), whole.to_dict(per_query=True).values(), strict=True
        ):
            assert theirs["q01"] == ours["q01"]
        assert measured.profile == profile


def test_values_are_not_brought_into_memory_if_they_are_too_many(places, monkeypatch):
    parts = places["parts"]
    monkeypatch.setattr("axiometer.engines.summed.MOST_VALUES", 150)
    assert parts.in_memory(["AP"]).values.shape[2] == 1
    for bring in (parts.in_memory, parts.to_polars, parts.to_pandas, lambda: parts.to_dict(per_query=True)):
        with pytest.raises(ax.UsageError, match=r"values are too many to bring into memory \(at most 150\): choose"):
            bring()
    with pytest.raises(ax.UsageError, match="too many to bring into memory"):
        ax.compare(parts)
    assert parts["one"].systems == ("one",)
    name = str(parts.measures[0])
    assert ax.meta.differences(parts, "one", "two", measure=name).parameters["measure"] == name
    assert parts.mean().height == len(SYSTEMS) * len(MEASURES)
    assert parts.notes


def test_what_is_not_judged_is_told_as_it_is_counted(places, profile):
    """Averages count it as the profile says, and nothing says something else."""
    counts = profile.queries in {"run", "either"}
    for place, found in places.items():
        if place not in WITHOUT_POLICY:
            notes = [str(note) for note in ax.compare(found).notes if "of the run not judged" in note.text]
            does = "undefined" if counts else "left out"
            assert notes == [f"{system}: 2 queries of the run not judged, {does}" for system in SYSTEMS], place


def test_measures_of_systems_need_no_values(tmp_path, monkeypatch):
    monkeypatch.setattr(Budget, "n_parts", lambda *_: 2)
    ratings, lists = ax.read_ratings(None, {"u": {"a": 5}, "v": {"b": 3}}), {"s": {"u": ["a"], "v": ["a"], "w": ["b"]}}
    profile = ax.get_profile("ratings", queries="run")
    parts = Streaming(jobs=1).evaluate(ratings, lists, "CatalogueCoverage@1", profile=profile)
    expected = ax.evaluate(ratings, lists, "CatalogueCoverage@1", profile=profile)
    assert expected.mean()["users"].to_list() == [2]
    with pytest.raises(ax.UsageError, match="no values of CatalogueCoverage@1; those of whole systems are in mean"):
        parts.in_memory("CatalogueCoverage@1")
    with pytest.raises(ax.UsageError, match="there are none of lists, only of whole systems"):
        make_report(expected)
    for found in (expected, parts, parts.in_memory(), parts["s"]):
        assert_frame_equal(found.mean(), expected.mean())
        assert_frame_equal(found.to_polars(), expected.to_polars())
        with pytest.raises(ax.UsageError, match="there are no values of queries to write"):
            found.write(tmp_path / "values.tsv")


ODD = ['say "hi"', '"', "#1", "a,b", " blanks ", "null", "NaN", "é\u2028", "1e3", "007"]


@pytest.mark.parametrize("form", ["tsv", "csv", "jsonl", "parquet"])
@pytest.mark.parametrize("is_whole", [True, False], ids=["memory", "parts"])
def test_odd_ids_come_back_as_they_were_saved(tmp_path, monkeypatch, form, is_whole):
    monkeypatch.setattr(Budget, "n_parts", lambda *_: 2)
    evaluate = ax.evaluate if is_whole else Streaming(jobs=1).evaluate
    judgments = {query: {"a": 1} for query in ODD}
    measured = evaluate(judgments, {system: {query: ["a"] for query in ODD} for system in ("t", 'sy"s')}, "RR")
    path = tmp_path / f"values.{form}"
    measured.write(path)
    found = Outcomes.of(path)
    assert set(found.systems) == {"t", 'sy"s'}
    assert found.queries == tuple(sorted(ODD))
    assert (found.outcomes[0].values == 1).all()


@pytest.mark.parametrize(
    ("system", "query", "refused"),
    [
        ("s", "a\tb", {"tsv"}),
        ("s", "a\nb", {"tsv"}),
        ("s", "a\rb", {"tsv", "csv"}),
        ("s", "a\n#b", {"tsv", "csv"}),
        ("#s", "a", {"tsv", "csv"}),
    ],
)
@pytest.mark.parametrize("is_whole", [True, False], ids=["memory", "parts"])
def test_text_that_would_be_read_as_something_else_is_not_written(tmp_path, system, query, refused, is_whole):
    evaluate = ax.evaluate if is_whole else Streaming(jobs=1).evaluate
    measured = evaluate({query: {"a": 1}}, {system: {query: ["a"]}, "other": {query: ["a"]}}, "RR")
    for form in ("tsv", "csv", "jsonl", "parquet"):
        path = tmp_path / f"values.{form}"
        if form in refused:
            with pytest.raises(ax.InputError, match=f"as {form}: found .* in the column (system|query); expected"):
                measured.write(path)
            assert not path.exists()
        else:
            measured.write(path)
            assert (set(Outcomes.of(path).systems), Outcomes.of(path).queries) == ({system, "other"}, (query,))


def test_reports_and_advice_where_queries_of_a_run_count_that_are_not_judged(places, profile):
    judgments, runs = collection()
    assert "q33" in runs["one"]
    page = make_report(places["memory"], judgments, runs, choices=Choices(axioms="none"))
    assert "2 queries of the run not judged" in page
    ends = ax.advise(judgments, runs, "RR AP", profile=profile, samples=1, cases=50)
    assert {*ends.table["measure"]} == {name_in(places["memory"], name) for name in ("RR", "AP")}


def test_packed_values_are_not_promised(places, tmp_path):
    for path, form in (("values.csv.gz", None), ("values.GZ", "tsv"), ("values.parquet.zst", None)):
        with pytest.raises(ax.UsageError, match=r"not packed: leave \.(gz|zst) out of the name of"):
            places["memory"].write(tmp_path / path, form)


def test_a_measure_without_parameters_is_the_only_one_of_its_kind():
    judgments, runs = collection()
    found = Outcomes.of(ax.evaluate(judgments, runs, "RR(rel=2) AP(rel=2) AP(rel=2)@5 P@3 P(rel=2)@3"))
    assert found["RR"].name == found["recip_rank"].name == "RR(rel=2)"
    assert (found["AP"].name, found["AP@5"].name) == ("AP(rel=2)", "AP(rel=2)@5")
    assert (found["P@3"].name, found["P(rel=2)@3"].name) == ("P@3", "P(rel=2)@3")
    for name in ("RR@5", "RR(rel=1)", "P(rel=3)@3", "nDCG", "nothing"):
        with pytest.raises(ax.UsageError, match="there are no values of"):
            found[name]


def test_values_in_a_folder_that_is_not_there_name_the_file(places, tmp_path):
    for measured in (places["memory"], places["parts"]):
        with pytest.raises(FileNotFoundError, match=r"nowhere.values\.csv'$"):
            measured.write(tmp_path / "nowhere" / "values.csv")


def test_values_are_no_runs(places):
    judgments, _ = collection()
    for take in (ax.advise, ax.prefer, ax.Evaluator(judgments, "RR").evaluate):
        given = [judgments] if take in {ax.advise, ax.prefer} else []
        with pytest.raises(ax.InputError, match=r"expected the lists themselves; values that were measured are for"):
            take(*given, places["memory"])


def test_values_of_a_folder_that_was_deleted(places):
    parts = places["parts"]
    parts.delete()
    with pytest.raises(ax.UsageError, match="the folder was deleted"):
        parts.to_polars()
