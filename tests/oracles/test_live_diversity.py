"""pyndeval, run on random judgments of aspects with all the traps we know of, also as ir_measures calls it.

Programs, from PyPI: pyndeval 0.0.8 (ndeval 4.5 in a library) and ir_measures 0.4, which hands its measures of diversity
to it. Calls: pyndeval.RelevanceEvaluator(qrels, measures, relevance_level, alpha, beta).evaluate(run), and
ir_measures.calc([measure], qrels, run) for one measure at a time, since it is wrong for two alphas in one call. All
values have full precision. Where nothing is relevant they are 0, only nNRBP is nan.

For its ideal list ndeval compares sums of doubles, added up aspect by aspect. With α = 0.3 sums that are equal may
differ in their last bit, and then it does not take the greatest id, as it does where they tie and as we do.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import add
from types import ModuleType

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import axiometer as ax

MEAN = "all"
EXACT = 1e-12
CUTOFFS = (1, 2, 5, 20)
WORDS = ["a", "Z", "~", "ä", "e\u0301", "é", "日本", "\U0001d49f", "d-1", "10", "9"]
"""Beginnings of ids whose order differs by byte, by letter and by number."""

NORMALISED = {"nNRBP": "NRBP"}
NORMALISED |= {f"alpha-nDCG@{k}": f"alpha-DCG@{k}" for k in CUTOFFS}
NORMALISED |= {f"nERR-IA@{k}": f"ERR-IA@{k}" for k in CUTOFFS}
"""The measures that are divided by those of the ideal list."""

IR_MEASURES = [
    *(
        f"{name}@{k}"
        for name in ("alpha_DCG", "alpha_nDCG", "ERR_IA", "nERR_IA", "P_IA", "StRecall")
        for k in (1, 5, 20)
    ),
    *(f"{name}(rel=2)@5" for name in ("alpha_DCG", "alpha_nDCG", "ERR_IA", "nERR_IA", "P_IA", "StRecall")),
    *("alpha_nDCG(alpha=0.0)@10", "alpha_nDCG(alpha=1.0)@10", "alpha_DCG(alpha=1.0)@10", "AP_IA", "AP_IA(rel=2)"),
    *(
        f"{name}{how}"
        for name in ("NRBP", "nNRBP")
        for how in ("", "(rel=2)", "(alpha=0.0,beta=0.8)", "(alpha=1.0,beta=0.2)")
    ),
]


@dataclass(frozen=True)
class Sample:
    """A run ``{query: {item: score}}`` and judgments ``{query: {item: {aspect: grade}}}``."""

    run: dict[str, dict[str, float]]
    judgments: dict[str, dict[str, dict[str, int]]]

    def run_rows(self) -> list[tuple[str, str, float]]:
        return [(name, item, score) for name, ranking in self.run.items() for item, score in ranking.items()]

    def judged_rows(self) -> list[tuple[str, str, str, int]]:
        return [
            (name, aspect, item, grade)
            for name, judged in self.judgments.items()
            for item, grades in judged.items()
            for aspect, grade in grades.items()
        ]

    def aspects(self, query: str, level: int) -> set[str]:
        """Give the aspects that an item is relevant to."""
        return set().union(*self.relevant(query, level).values())

    def relevant(self, query: str, level: int) -> dict[str, set[str]]:
        """Give the aspects of each judged item that it is relevant to."""
        judged = self.judgments[query].items()
        return {item: {aspect for aspect, grade in grades.items() if grade >= level} for item, grades in judged}


def random_sample(seed: int) -> Sample:
    """Make lists with many ties, and judgments of some of their items for 1 to 30 aspects."""
    rng = np.random.default_rng(seed)
    items = [f"{word}{number}" for number in range(6) for word in WORDS]
    run, judgments = {}, {}
    names = [f"query {number}" for number in range(1, 41)]
    for name in names:
        aspects = [f"{rng.choice(['t', 'ä', '日'])}{number}" for number in range(rng.choice([1, 2, 3, 5, 8, 30]))]
        share = rng.dirichlet(np.full(5, 0.5))
        judged = {
            str(item): {
                aspect: int(grade)
                for aspect, grade in zip(aspects, rng.choice([-2, 0, 1, 2, 3], len(aspects), p=share), strict=True)
                if rng.random() < 0.4
            }
            for item in rng.choice(items, rng.integers(1, 60), replace=False)
        }
        judgments[name] = {item: grades for item, grades in judged.items() if grades} or {"never-retrieved": {"t0": 0}}
        retrieved = rng.choice(items, rng.integers(1, 50), replace=False).tolist()
        score = rng.choice([-1, 0.25, 0.5, 0.5, 2], len(retrieved)) + rng.choice([0, 0, 1e-9, 4e-8], len(retrieved))
        run[name] = dict(zip(retrieved, score.tolist(), strict=True))
    judgments[names[0]] = {item: dict.fromkeys(grades, 0) for item, grades in judgments[names[0]].items()}
    judgments[names[1]] = {item: dict.fromkeys(grades, 1) for item, grades in judgments[names[1]].items()}
    judgments[names[2]] = {"never-retrieved": {"t0": 3}, **{item: {"t1": -1} for item in run[names[2]]}}
    return Sample(
        {name: ranking for name, ranking in run.items() if name not in names[4:7]},
        {name: judged for name, judged in judgments.items() if name not in names[7:10]},
    )


@pytest.fixture(scope="module", params=[1, 2, 3])
def sample(request) -> Sample:
    return random_sample(request.param)


def test_sample_has_the_traps(sample):
    both = sample.run.keys() & sample.judgments.keys()
    assert sample.judgments.keys() - sample.run.keys()
    assert sample.run.keys() - sample.judgments.keys()
    assert any(not sample.aspects(name, 1) for name in both)
    assert any(sample.aspects(name, 1) and not sample.aspects(name, 2) for name in both)
    assert any(len(sample.aspects(name, 2)) > 20 for name in both)
    assert any(len(sample.run[name]) < 5 for name in both)
    assert any(len(sample.run[name]) > 20 for name in both)
    assert any(len(set(sample.run[name].values())) < len(sample.run[name]) for name in both)


def names_of(alpha: float, level: int, beta: float = 0.5) -> dict[str, str]:
    """Give pyndeval's measures, and ours."""
    rel = f"rel={level}"
    names = {
        "NRBP": f"NRBP(alpha={alpha},beta={beta},{rel})",
        "nNRBP": f"nNRBP(alpha={alpha},beta={beta},{rel})",
        "MAP-IA": f"AP_IA({rel})",
    }
    for k in CUTOFFS:
        names[f"ERR-IA@{k}"] = f"ERR_IA(alpha={alpha},{rel})@{k}"
        names[f"nERR-IA@{k}"] = f"nERR_IA(alpha={alpha},{rel})@{k}"
        names[f"alpha-DCG@{k}"] = f"alpha_DCG(alpha={alpha},{rel})@{k}"
        names[f"alpha-nDCG@{k}"] = f"alpha_nDCG(alpha={alpha},{rel})@{k}"
        names[f"P-IA@{k}"] = f"P_IA({rel})@{k}"
        names[f"strec@{k}"] = f"strec({rel})@{k}"
    return names


def named(values: pl.DataFrame, names: dict[str, str], measured: ax.Measurements) -> pl.DataFrame:
    """Give the measures the names on the left."""
    their_name = dict(zip(map(str, measured.measures), names, strict=True))
    return values.select("query", pl.col("measure").replace_strict(their_name), "value")


def our_values(run: dict, sample: Sample, names: dict[str, str], **conventions: str) -> pl.DataFrame:
    profile = ax.get_profile("pyndeval", **conventions)
    measured = ax.evaluate(sample.judgments, run, list(names.values()), profile=profile)
    return named(measured.to_polars(), names, measured)


def frame_of(rows: list[tuple[str, str, float]]) -> pl.DataFrame:
    frame = pl.DataFrame(rows, schema={"query": pl.String, "measure": pl.String, "value": pl.Float64}, orient="row")
    return frame.with_columns(pl.lit(EXACT).alias("tolerance"))


def pyndeval_values(pyndeval: ModuleType, sample: Sample, names: dict[str, str], **parameters: float) -> pl.DataFrame:
    evaluator = pyndeval.RelevanceEvaluator(sample.judged_rows(), list(names), **parameters)
    values = evaluator.evaluate(sample.run_rows())
    return frame_of([(query, name, value) for query, each in values.items() for name, value in each.items()])


def without_undefined(values: pl.DataFrame) -> pl.DataFrame:
    return values.with_columns(pl.col("value").fill_nan(0))


def undefined(values: pl.DataFrame) -> set[tuple[str, str]]:
    return set(values.filter(pl.col("value").is_nan()).select("query", "measure").iter_rows())


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize("alpha", [0, 0.5, 1])
def test_pyndeval(pyndeval, sample, alpha, level, assert_agree):
    names = names_of(alpha, level)
    ours = our_values(sample.run, sample, names)
    theirs = pyndeval_values(pyndeval, sample, names, alpha=alpha, relevance_level=level)
    assert theirs.height == len(names) * (40 - 3 - 3)
    assert_agree(without_undefined(ours), without_undefined(theirs))
    without_relevant = {name for name in sample.judgments.keys() & sample.run.keys() if not sample.aspects(name, level)}
    assert undefined(theirs) == {(name, "nNRBP") for name in without_relevant}
    is_defined = {name for name in names if name.startswith("alpha-DCG")}
    assert undefined(ours) == {(name, measure) for name in without_relevant for measure in names.keys() - is_defined}


@pytest.mark.parametrize("level", [1, 2])
def test_pyndeval_where_last_bits_decide(pyndeval, sample, level, assert_agree):
    """Everything but the ideal list is the same, and with its ideal list the rest is, too."""
    names = names_of(0.3, level)
    ours = our_values(sample.run, sample, names)
    theirs = without_undefined(pyndeval_values(pyndeval, sample, names, alpha=0.3, relevance_level=level))
    is_normalised = pl.col("measure").is_in(list(NORMALISED))
    assert_agree(without_undefined(ours).filter(~is_normalised), theirs.filter(~is_normalised))
    assert_agree(over_ideal(sample, names, ideal_lists(sample, level, as_ndeval=True)), theirs.filter(is_normalised))
    exact = over_ideal(sample, names, ideal_lists(sample, level, as_ndeval=False))
    assert_agree(without_undefined(ours).filter(is_normalised), exact.with_columns(pl.lit(EXACT).alias("tolerance")))


def test_last_bits_decide_somewhere():
    samples = map(random_sample, (1, 2, 3))
    assert any(ideal_lists(each, 1, as_ndeval=True) != ideal_lists(each, 1, as_ndeval=False) for each in samples)


def ideal_lists(sample: Sample, level: int, *, as_ndeval: bool) -> dict[str, list[str]]:
    """Make the greedy ideal lists for α = 0.3: in doubles as ndeval does, or in whole numbers, 7^c 10^(80 − c)."""
    number = {aspect: number for number, aspect in enumerate(dict.fromkeys(row[1] for row in sample.judged_rows()))}
    lists = {}
    for name in sample.judgments:
        relevant = sample.relevant(name, level)
        by_number = {item: sorted(relevant[item], key=number.__getitem__) for item in sorted(relevant, reverse=True)}
        left = dict.fromkeys(number, 1.0 if as_ndeval else 10**80)
        lists[name] = []
        while by_number:
            # Not sum(), which corrects its rounding from Python 3.12 on.
            best = max(by_number, key=lambda item: reduce(add, [left[aspect] for aspect in by_number[item]], 0))
            for aspect in by_number.pop(best):
                left[aspect] = left[aspect] * (1.0 - 0.3) if as_ndeval else left[aspect] * 7 // 10
            lists[name].append(best)
    return lists


def over_ideal(sample: Sample, names: dict[str, str], ideal: dict[str, list[str]]) -> pl.DataFrame:
    """Divide our values by those of an ideal list, as all normalised measures do."""
    plain = {name: names[name] for name in NORMALISED.values()}
    ours = our_values(sample.run, sample, plain)
    best = our_values(ideal, sample, plain, order="file")
    ratio = (pl.col("value") / pl.col("value_of_ideal")).fill_nan(0)
    divided = ours.join(best, on=["query", "measure"], suffix="_of_ideal").with_columns(ratio.alias("value"))
    normalised = {plain: name for name, plain in NORMALISED.items()}
    return divided.select("query", pl.col("measure").replace_strict(normalised), "value")


@st.composite
def small_samples(draw) -> Sample:
    """Make two short lists over a few items."""
    items = st.sampled_from(["a", "B", "é", "e\u0301", "ｚ", "\U0001d49f", "10", "9"])
    lists = st.dictionaries(items, st.sampled_from([0.0, -1.5, 0.5, 0.5 + 1e-9]), min_size=1)
    grades = st.dictionaries(st.sampled_from("uvwxyz"), st.integers(-1, 3), min_size=1)
    judged = st.dictionaries(items, grades, min_size=1)
    return Sample({"1": draw(lists), "2": draw(lists)}, {"1": draw(judged), "2": draw(judged)})


@given(sample=small_samples(), alpha=st.sampled_from([0, 0.5, 1]), level=st.sampled_from([1, 2]))
@settings(max_examples=30, deadline=None)
def test_pyndeval_on_any_small_sample(pyndeval, assert_agree, sample, alpha, level):
    names = names_of(alpha, level, beta=0.8)
    theirs = pyndeval_values(pyndeval, sample, names, alpha=alpha, beta=0.8, relevance_level=level)
    assert_agree(without_undefined(our_values(sample.run, sample, names)), without_undefined(theirs))


@pytest.fixture(scope="module")
def ir_measures_values(ir_measures) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Our values and theirs, with means; judged queries that the run leaves out count as 0."""
    sample = random_sample(1)
    names = {name: name for name in IR_MEASURES}
    measured = ax.evaluate(sample.judgments, sample.run, IR_MEASURES, profile="ir_measures")
    means = measured.mean().with_columns(pl.lit(MEAN).alias("query"))
    ours = pl.concat([named(values, names, measured) for values in (measured.to_polars(), means)])
    qrels = [ir_measures.Qrel(query, item, grade, aspect) for query, aspect, item, grade in sample.judged_rows()]
    rows = []
    for name in IR_MEASURES:
        calculated = ir_measures.calc([eval(name, dict(vars(ir_measures)))], qrels, sample.run)
        rows += [(each.query_id, name, float(each.value)) for each in calculated.per_query]
        rows += [(MEAN, name, float(value)) for value in calculated.aggregated.values()]
    return ours, frame_of(rows)


@pytest.mark.parametrize("name", IR_MEASURES)
def test_ir_measures(ir_measures_values, name, assert_agree):
    ours, theirs = (values.filter(measure=name) for values in ir_measures_values)
    assert theirs.height == 40 - 3 + 1
    if name.startswith("nNRBP"):  # nan in the run where nothing is relevant, and then the mean is nan, too
        assert (MEAN, name) in undefined(theirs)
        ours, theirs = (values.filter(pl.col("query") != MEAN) for values in (ours, theirs))
        assert undefined(theirs) < undefined(ours)
    assert_agree(without_undefined(ours), without_undefined(theirs))
