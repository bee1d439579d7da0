"""Other programs, run on random data with all the traps we know of.

Programs, from PyPI: pytrec-eval-terrier (trec_eval 9.0.8 in a library) and ir_measures, which hands RR@k, Judged, RBP,
ERR@k and nDCG(dcg='exp-log2')@k to other programs (msmarco, judged, cwl-eval, gdeval) and the rest to pytrec_eval.
Calls: pytrec_eval.RelevanceEvaluator(judgments, measures, relevance_level).evaluate(run) and
ir_measures.calc(measures, judgments, run). gdeval prints five decimals; all other values have full precision.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from types import ModuleType

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import axiometer as ax
from axiometer.reference import Known, adhoc

MEAN = "all"
EXACT = 1e-9

PYTREC_EVAL = [
    *("map", "ndcg", "recip_rank", "Rprec", "bpref", "set_P", "set_recall", "set_F"),
    *(f"{name}_{k}" for name in ("ndcg_cut", "P", "recall", "success", "map_cut") for k in (1, 3, 5, 10, 100)),
]
LEVELS = ("", "(rel=2)")
IR_MEASURES = [
    *(name + level for name in ("AP", "RR", "Rprec", "Bpref", "SetP", "SetR", "SetF") for level in LEVELS),
    *(f"{name}{level}@{k}" for name in ("AP", "P", "R", "RR", "Success") for level in LEVELS for k in (1, 5, 20)),
    *("nDCG", "nDCG@1", "nDCG@5", "nDCG@20", "nDCG(gains={1:3,4:2})@10", "Judged", "Judged@1", "Judged@5", "Judged@20"),
    *("RBP(rel=1)", "RBP(rel=2)", "RBP(rel=1,p=0.5)", "RBP(rel=3,p=0.95)"),
]
GDEVAL = [f"{name}@{k}" for name in ("ERR", "nDCG(dcg='exp-log2')") for k in (1, 5, 20)]

FRACTIONS = [-0.5, 0, 0.25, 0.5, 1, 1.5, 2.75]
FRACTIONS_IN_IR_MEASURES = ["RR@1", "RR@5", "RR(rel=2)@5", "Judged", "Judged@5", "RBP(rel=1)", "RBP(rel=2,p=0.5)"]
FRACTIONS_IN_REFERENCES = [
    *("AP", "AP(rel=1.5)@5", "Bpref", "Bpref(rel=0.5)", "DCG", "DCG(gain='exp')@5", "ERR", "ERR(gain='linear')@5"),
    *("F", "F(beta=2,rel=0.5)@5", "Judged@5", "nDCG", "nDCG@5", "nDCG(gain='exp')", "nDCG(gain={0.5:2,1.5:1})@5"),
    *("P", "P(rel=0.5)@5", "R(rel=2.5)@5", "Rprec", "Rprec(rel=1.5)", "RBP(p=0.8)", "RBP(p=0.5,gain='exp')@5"),
    *("RBP(p=0.9,gain='binary',rel=0.5)", "RR", "RR(rel=2.5)@5", "Success@1", "Success(rel=2.5)@5"),
]

WORDS = ["a", "Z", "~", "ä", "e\u0301", "é", "日本", "\U0001d49f", "d-1", "10", "9"]
"""Beginnings of ids whose order differs by byte, by letter and by number."""


@dataclass(frozen=True)
class Sample:
    """A run and judgments, each as ``{query: {item: number}}``."""

    run: dict[str, dict[str, float]]
    judgments: dict[str, dict[str, float]]


def random_sample(seed: int, grades: list[float]) -> Sample:
    """Make lists with many ties, some of them only in float32, and judgments of some of their items."""
    rng = np.random.default_rng(seed)
    items = [f"{word}{number}" for number in range(6) for word in WORDS]
    run, judgments = {}, {}
    names = [str(number) for number in range(1, 61)]  # gdeval takes no other
    for name in names:
        retrieved = rng.choice(items, rng.integers(1, 50), replace=False).tolist()
        judged = rng.choice(items, rng.integers(1, 60), replace=False).tolist()
        near = rng.choice([0, 0, 1e-9, -1e-9, 4e-8], len(retrieved))
        score = rng.choice([-1, 0.25, 0.5, 0.5, 2], len(retrieved)) + near
        grade = rng.choice(grades, len(judged), p=rng.dirichlet(np.full(len(grades), 0.5)))
        run[name] = dict(zip(retrieved, score.tolist(), strict=True))
        judgments[name] = dict(zip(judged, grade.tolist(), strict=True))
    judgments[names[0]] = dict.fromkeys(judgments[names[0]], grades[1])
    judgments[names[1]] = dict.fromkeys(judgments[names[1]], grades[0])
    judgments[names[2]] = dict.fromkeys(run[names[2]], grades[-1])
    judgments[names[3]] = {"never-retrieved": grades[-1], **dict.fromkeys(run[names[3]], grades[0])}
    return Sample(
        {name: ranking for name, ranking in run.items() if name not in names[4:7]},
        {name: judged for name, judged in judgments.items() if name not in names[7:10]},
    )


@pytest.fixture(scope="module", params=[1, 2, 3])
def sample(request) -> Sample:
    """A sample that pytrec_eval survives: where all grades of a query are negative, it hangs or crashes."""
    sample = random_sample(request.param, [-1, 0, 1, 2, 3, 4])
    for judged in sample.judgments.values():
        if max(judged.values()) < 0:
            judged["never-retrieved"] = 0
    return sample


def with_means(measurements: ax.Measurements) -> pl.DataFrame:
    """Give the values, undefined ones as 0, and their means as those of one more query."""
    means = measurements.mean().select(pl.lit(MEAN).alias("query"), "measure", "value")
    return pl.concat([measurements.to_polars().select("query", "measure", "value").fill_nan(0), means])


def frame_of(rows: list[tuple[str, str, float]]) -> pl.DataFrame:
    frame = pl.DataFrame(rows, schema={"query": pl.String, "measure": pl.String, "value": pl.Float64}, orient="row")
    return frame.with_columns(pl.lit(EXACT).alias("tolerance"))


def test_sample_has_the_traps(sample):
    run, judgments = sample.run, sample.judgments
    both = run.keys() & judgments.keys()
    assert judgments.keys() - run.keys()
    assert run.keys() - judgments.keys()
    assert any(max(judgments[name].values()) == 0 for name in both)
    assert any(sorted(judgments[name].values())[-2:] == [-1, 0] for name in both)
    assert any(min(judgments[name].values()) > 0 for name in both)
    assert any(len(run[name]) < 5 for name in both)
    assert any(run[name].keys() - judgments[name].keys() for name in both)
    assert any(not item.isascii() for name in both for item in run[name].keys() & judgments[name].keys())
    scores = [np.array(list(ranking.values())) for ranking in run.values()]
    assert any(len(np.unique(each)) < len(each) for each in scores)
    assert any(len(np.unique(each.astype(np.float32))) < len(np.unique(each)) for each in scores)


def compute_with_pytrec_eval(
    pytrec_eval: ModuleType, sample: Sample, level: int, measure_of
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Give our values and theirs, by trec_eval's names, with means."""
    measures = {name: measure_of(name, level=level) for name in PYTREC_EVAL}
    measured = ax.evaluate(sample.judgments, sample.run, measures.values(), profile="trec_eval-9")
    name_of = {str(ours): name for name, ours in measures.items()}
    ours = with_means(measured).with_columns(pl.col("measure").replace_strict(name_of))
    evaluator = pytrec_eval.RelevanceEvaluator(sample.judgments, PYTREC_EVAL, relevance_level=level)
    values = evaluator.evaluate(sample.run)
    rows = [(query, name, value) for query, each in values.items() for name, value in each.items()]
    mean = pytrec_eval.compute_aggregated_measure
    rows += [(MEAN, name, mean(name, [each[name] for each in values.values()])) for name in PYTREC_EVAL]
    return ours, frame_of(rows)


@st.composite
def small_samples(draw) -> Sample:
    """Make a few short lists over a few items; at least one query is in both."""
    items = st.sampled_from(["a", "B", "é", "e\u0301", "ｚ", "\U0001d49f", "10", "9"])
    scores = st.sampled_from([0.0, -0.0, -1.5, 0.5, 0.5 + 1e-9, 0.5 + 1e-7, 1e30])
    lists = st.dictionaries(items, scores, min_size=1)
    judged = st.dictionaries(items, st.integers(-1, 4), min_size=1).filter(lambda grades: max(grades.values()) >= 0)
    queries = st.sampled_from(["1", "2", "ü", "run only", "judged only"])
    run, judgments = draw(st.dictionaries(queries, lists)), draw(st.dictionaries(queries, judged))
    run.pop("judged only", None)
    judgments.pop("run only", None)
    run["both"], judgments["both"] = draw(lists), draw(judged)
    return Sample(run, judgments)


def compute_with_ir_measures(
    ir_measures: ModuleType, sample: Sample, names: list[str]
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Give our values and theirs, by the names of ir_measures, with means."""
    measured = ax.evaluate(sample.judgments, sample.run, names, profile="ir_measures")
    name_of = {str(ax.parse_measure(name)): name for name in names}
    ours = with_means(measured).with_columns(pl.col("measure").replace_strict(name_of))
    measures = {eval(name, dict(vars(ir_measures))): name for name in names}
    calculated = ir_measures.calc(measures, sample.judgments, sample.run)
    rows = [(each.query_id, measures[each.measure], float(each.value)) for each in calculated.per_query]
    rows += [(MEAN, measures[measure], float(value)) for measure, value in calculated.aggregated.items()]
    tolerance = pl.when(pl.col("measure").is_in(GDEVAL)).then(0.5e-5 + 1e-12).otherwise(EXACT)
    return ours, frame_of(rows).with_columns(tolerance.alias("tolerance"))


@pytest.fixture(scope="module", params=[1, 2], ids=["level 1", "level 2"])
def pytrec_eval_values(request, sample, pytrec_eval, measure_of) -> tuple[pl.DataFrame, pl.DataFrame]:
    return compute_with_pytrec_eval(pytrec_eval, sample, request.param, measure_of)


@pytest.mark.parametrize("name", PYTREC_EVAL)
def test_pytrec_eval(pytrec_eval_values, name, assert_agree):
    ours, theirs = (frame.filter(measure=name) for frame in pytrec_eval_values)
    assert theirs.height == 60 - 3 - 3 + 1
    assert_agree(ours, theirs)


@given(data=st.data())
@settings(max_examples=100, deadline=None)
def test_pytrec_eval_on_any_small_sample(pytrec_eval, measure_of, assert_agree, data):
    level = data.draw(st.sampled_from([1, 2]))
    assert_agree(*compute_with_pytrec_eval(pytrec_eval, data.draw(small_samples()), level, measure_of))


def test_scores_beyond_single_precision_tie(pytrec_eval):
    run, judgments = {"q": {"a": 2e39, "b": 1e39, "c": 1.0}}, {"q": {"a": 1}}
    theirs = pytrec_eval.RelevanceEvaluator(judgments, ["recip_rank"]).evaluate(run)
    assert theirs["q"]["recip_rank"] == 1 / 2
    assert ax.evaluate(judgments, run, "RR", profile="trec_eval-9").values.item() == 1 / 2
    assert ax.evaluate(judgments, run, "RR", profile="trec_eval").values.item() == 1


def test_parameter_of_set_F_is_the_square_of_ours(sample, pytrec_eval, assert_agree):
    values = pytrec_eval.RelevanceEvaluator(sample.judgments, ["set_F.4"]).evaluate(sample.run)
    theirs = frame_of([(name, "F(beta=2)", value["set_F"]) for name, value in values.items()])
    ours = ax.evaluate(sample.judgments, sample.run, "F(beta=2)", profile="trec_eval-9")
    assert_agree(ours.to_polars().fill_nan(0), theirs)


@pytest.fixture(scope="module")
def ir_measures_values(sample, ir_measures) -> tuple[pl.DataFrame, pl.DataFrame]:
    return compute_with_ir_measures(ir_measures, sample, IR_MEASURES + GDEVAL)


@pytest.mark.parametrize("name", IR_MEASURES + GDEVAL)
def test_ir_measures(ir_measures_values, name, assert_agree):
    ours, theirs = (frame.filter(measure=name) for frame in ir_measures_values)
    assert theirs.height == 60 - 3 + 1
    assert_agree(ours, theirs)


def test_ir_measures_on_fractional_grades(ir_measures, assert_agree):
    assert_agree(*compute_with_ir_measures(ir_measures, random_sample(4, FRACTIONS), FRACTIONS_IN_IR_MEASURES))


def test_ir_measures_where_all_grades_are_negative(ir_measures, assert_agree):
    """Only without pytrec_eval, which does not survive this."""
    sample = random_sample(6, [-2, -1, 0, 1, 4])
    assert any(max(judged.values()) < 0 for judged in sample.judgments.values())
    assert_agree(*compute_with_ir_measures(ir_measures, sample, ["RR@5", "Judged@5", "RBP(rel=1)", *GDEVAL]))


def test_rbp_of_ir_measures_is_rescaled_to_a_thousand_ranks(ir_measures):
    """cwl-eval looks at 1000 ranks and divides by what their weights add up to."""
    run = {"1": {f"item{rank}": -float(rank) for rank in range(1, 1301)}}
    judgments = {"1": dict.fromkeys(["item1", "item900", "item1000", "item1001", "item1300"], 1)}
    p = 0.999
    theirs = ir_measures.calc_aggregate([ir_measures.RBP(rel=1, p=p)], judgments, run)
    ours = ax.evaluate(judgments, run, f"RBP(p={p},rel=1)@1000", profile="ir_measures")
    assert ours.values.item() / (1 - p**1000) == pytest.approx(*theirs.values(), rel=EXACT)


def test_beta_of_SetF_is_the_square_of_ours(sample, ir_measures, assert_agree):
    """ir_measures hands its beta to trec_eval, whose parameter is β²."""
    values = ir_measures.calc([ir_measures.SetF(beta=4.0)], sample.judgments, sample.run).per_query
    theirs = frame_of([(each.query_id, "F(beta=2)", each.value) for each in values])
    ours = ax.evaluate(sample.judgments, sample.run, "F(beta=2)", profile="ir_measures")
    assert_agree(ours.to_polars().fill_nan(0), theirs)


@pytest.mark.parametrize("name", FRACTIONS_IN_REFERENCES)
def test_fractional_grades_against_the_scalar_references(name, assert_agree):
    """No program takes fractional grades for these measures."""
    sample, measure = random_sample(5, FRACTIONS), ax.parse_measure(name)
    parameters = {parameter: getattr(measure, parameter) for parameter in measure.parameters()}
    rows = []
    for query, judged in sample.judgments.items():
        ranking = sample.run.get(query, {})
        in_order = sorted(ranking, key=lambda item: (ranking[item], item), reverse=True)
        grades = [judged.get(item) for item in in_order]
        known = Known(max_grade=max(FRACTIONS))
        value = getattr(adhoc, measure.name)(grades, list(judged.values()), known, **parameters)
        rows.append((query, str(measure), math.nan if value is None else value))
    ours = ax.evaluate(sample.judgments, sample.run, measure).to_polars()
    theirs = frame_of(rows)
    is_undefined = pl.col("value").is_nan()
    assert ours.filter(is_undefined)["query"].to_list() == theirs.filter(is_undefined)["query"].to_list()
    assert_agree(ours.filter(~is_undefined), theirs.filter(~is_undefined))
