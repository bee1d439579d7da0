"""Libraries for recommenders: RecTools, RePlay and LensKit, whose numbers of the same name differ.

Programs, from PyPI: rectools 0.19.0, replay-rec 0.22.0 and lenskit 2025.6.3. The first brings NumPy 1, the second
Polars 1 and the third torch, so that they are not installed beside this package: their numbers were computed once, each
in an environment of its own, and written down with all digits. Calls, for recommendations and truth as frames:

RecTools   NDCG(k).calc(recs, truth), and Precision, Recall, F1Beta, MAP, MRR, HitRate in the same way
RePlay     NDCG(k)(recs, truth), and Precision, Recall, MAP, MRR, HitRate
LensKit    RunAnalysis(NDCG(k)).measure(recs, truth).list_summary(), and DCG, Precision, Recall, AveragePrecision,
           RecipRank, Hit, RBP; its AveragePrecision fails for a user without truth, so that user was left out of it

The values of each user were compared then too, for k = 3 and 10: on the four runs below and on three random samples of
200 users with short, missing and unjudged lists. The 44,400 values differ by at most 1e-15.
"""

from __future__ import annotations

import math
from math import log2

import polars as pl
import pytest

import axiometer as ax

NAMES = ("nDCG@3", "P@3", "R@3", "AP@3", "RR@3", "Success@3")
RECOMMENDED = {"u1": [10, 90, 11], "u3": [10, 20, 30], "u4": [10]}
TRUTH = {"u1": [10, 11, 12], "u2": [10], "u4": [10, 21, 22, 23, 24]}
"""u2 has no recommendations, u3 no truth, and u4 one recommendation."""

BEST = 1 / log2(2) + 1 / log2(3) + 1 / log2(4)
BEST_JARVELIN = 1 + 1 + 1 / log2(3)
U1, U4 = (1 / log2(2) + 1 / log2(4)) / BEST, (1 / log2(2)) / BEST
SHARED = {"P@3": (2 / 3 + 0 + 1 / 3) / 3, "R@3": (2 / 3 + 0 + 1 / 5) / 3, "RR@3": 2 / 3, "Success@3": 2 / 3}
WORKED_OUT = {
    "trec_eval": {"nDCG@3": (U1 + 0 + U4) / 3, "AP@3": ((1 + 2 / 3) / 3 + 0 + 1 / 5) / 3, **SHARED},
    "rectools": {"nDCG@3": (U1 + 0 + U4) / 3, "AP@3": ((1 + 2 / 3) / 3 + 0 + 1 / 5) / 3, **SHARED},
    "replay": {"nDCG@3": (U1 + 0 + U4) / 3, "AP@3": ((1 + 2 / 3) / 3 + 0 + 1 / 3) / 3, **SHARED},
    # The mean is over u1, u3 and u4.
    "lenskit": {
        "nDCG@3": ((1 + 1 / log2(3)) / BEST_JARVELIN + 0 + 1 / BEST_JARVELIN) / 3,
        "P@3": (2 / 3 + 0 + 1) / 3,
        "R@3": (2 / 3 + 0 + 1 / 3) / 3,
        "RR@3": 2 / 3,
        "Success@3": 2 / 3,
    },
}
PRINTED = {
    "rectools": {"nDCG@3": "0.3911", "P@3": "0.3333", "R@3": "0.2889", "AP@3": "0.2519", "RR@3": "0.6667"},
    "replay": {"nDCG@3": "0.3911", "P@3": "0.3333", "R@3": "0.2889", "AP@3": "0.2963", "RR@3": "0.6667"},
    "lenskit": {"nDCG@3": "0.3333", "P@3": "0.5556", "R@3": "0.3333", "RR@3": "0.6667"},
}

MEANS = {
    ("rectools", "BiasedMF"): {
        "nDCG@10": 0.050852983793208344,
        "P@10": 0.048148148148148155,
        "R@10": 0.020995331516297358,
        "F@10": 0.0241419805386959,
        "AP@10": 0.008001945671186514,
        "RR@10": 0.12379188712522046,
        "Success@10": 0.3037037037037037,
    },
    ("rectools", "ImplicitMF"): {"nDCG@10": 0.1650643158994203, "AP@10": 0.04715367487935923},
    ("rectools", "ItemKNN"): {"nDCG@10": 0.27102818659954636, "AP@10": 0.0730261940769087},
    ("rectools", "Pop"): {"nDCG@10": 0.19600644876803405, "AP@10": 0.036664032504367866},
    ("replay", "BiasedMF"): {
        "nDCG@10": 0.05199926595537505,
        "P@10": 0.048148148148148155,
        "R@10": 0.020995331516297358,
        "AP@10": 0.020580834803057023,
        "RR@10": 0.12379188712522046,
        "Success@10": 0.3037037037037037,
    },
    ("replay", "ImplicitMF"): {"nDCG@10": 0.17575656581619978, "AP@10": 0.08456334159178075},
    ("replay", "ItemKNN"): {"nDCG@10": 0.28061930298164106, "AP@10": 0.168461493239271},
    ("replay", "Pop"): {"nDCG@10": 0.2013452952714717, "AP@10": 0.11149647266313933},
    ("lenskit", "BiasedMF"): {
        "nDCG@10": 0.05212319588338975,
        "DCG@10": 0.26864448472828584,
        "P@10": 0.048148148148148155,
        "R@10": 0.0508641975308642,
        "AP@10": 0.020580834803057023,
        "RR@10": 0.12379188712522046,
        "Success@10": 0.3037037037037037,
        "RBP@10": 0.04123520915788629,
    },
    ("lenskit", "ImplicitMF"): {
        "nDCG@10": 0.1730825687849942,
        "R@10": 0.17824808935920047,
        "RBP@10": 0.13342638489667755,
    },
    ("lenskit", "ItemKNN"): {"nDCG@10": 0.28262502282356755, "R@10": 0.2655908289241623, "RBP@10": 0.2199166896658594},
    ("lenskit", "Pop"): {"nDCG@10": 0.2032758294816209, "R@10": 0.1853880070546737, "RBP@10": 0.1576256968403407},
}
"""What the libraries say of the four runs; 135 users, and all their test ratings are the truth."""


def four_users(profile: str | ax.Profile, *names: str, queries: str | None = None) -> ax.Measurements:
    """Measure the four users; grades below 1 show that every item of the truth counts."""
    rows = [(user, str(item), rank) for user, items in RECOMMENDED.items() for rank, item in enumerate(items, 1)]
    run = pl.DataFrame(rows, schema=["user_id", "item_id", "rank"], orient="row")
    grade = 1.0 if profile == "trec_eval" else 0.5
    truth = {user: {str(item): grade for item in items} for user, items in TRUTH.items()}
    return ax.evaluate(truth, run, names or NAMES, profile=ax.get_profile(profile, queries=queries))


def means_of(measured: ax.Measurements) -> dict[str, float]:
    """Give the means by the names without what the profile adds."""
    names = [f"{measure.name}@{measure.cutoff}" for measure in measured.measures]
    return dict(zip(names, measured.mean()["value"], strict=True))


@pytest.mark.parametrize("profile", WORKED_OUT)
def test_four_users_worked_out_by_hand(profile):
    means = means_of(four_users(profile))
    expected = WORKED_OUT[profile]
    assert {name: means[name] for name in expected} == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("profile", PRINTED)
def test_four_users_as_the_libraries_print_them(profile):
    means = means_of(four_users(profile))
    assert {name: f"{means[name]:.4f}" for name in PRINTED[profile]} == PRINTED[profile]


def test_average_precision_of_lenskit_divides_by_what_is_retrieved():
    measured = four_users("lenskit", "AP@3")
    values = dict(measured.to_polars().select("query", "value").rows())
    assert values == pytest.approx({"u1": (1 + 2 / 3) / 3, "u4": 1.0, "u3": math.nan}, rel=1e-14, nan_ok=True)


FILLED = 1 / sum(1 / log2(rank + 1) for rank in range(1, 11))


@pytest.mark.parametrize(("profile", "expected"), [("rectools", FILLED), ("replay", 1), ("lenskit", 1)])
def test_perfect_list_for_one_relevant_item(profile, expected):
    run = pl.DataFrame({"user_id": ["u"], "item_id": ["a"], "rank": [1], "score": [1.0]})
    measured = ax.evaluate({"u": {"a": 1}}, run, "nDCG@10", profile=profile)
    assert measured.values.item() == pytest.approx(expected, rel=1e-14)
    assert round(FILLED, 3) == 0.220


@pytest.fixture(scope="module")
def movies(shared_data) -> tuple[ax.Runs, ax.Judgments]:
    folder = shared_data / "ml-latest-small"
    return ax.read_runs(str(folder / "*.run.gz"), order="rank"), ax.read_judgments(folder / "test.qrels.gz")


@pytest.fixture(scope="module")
def scored_movies(shared_data) -> tuple[ax.Runs, ax.Judgments]:
    folder = shared_data / "ml-latest-small"
    return ax.read_runs(str(folder / "*.run.gz")), ax.read_judgments(folder / "test.qrels.gz")


@pytest.mark.parametrize(("profile", "system"), MEANS, ids=" ".join)
def test_movies(profile, system, movies, scored_movies):
    runs, judgments = scored_movies if profile == "replay" else movies
    expected = MEANS[profile, system]
    measured = ax.evaluate(judgments, runs, list(expected), profile=profile)[system]
    assert len(measured.queries) == 135
    assert means_of(measured) == pytest.approx(expected, rel=1e-12)


def test_graded_gains_need_no_word_about_the_level():
    assert [str(each) for each in four_users("lenskit", "nDCG(gain='identity')@3", "DCG(gain=exp)").measures] == [
        "nDCG(discount='jarvelin',gain='identity')@3",
        "DCG(discount='jarvelin',gain='exp')",
    ]


def test_full_ideal_needs_a_cut_off():
    with pytest.raises(ax.UsageError, match="ideal='full' fills the ranks down to a cut-off"):
        four_users("rectools", "nDCG")


POLICIES = {
    # For zero, drop and nan, the mean of R@3 and its queries; and how many are undefined.
    "judged": ((2 / 3 + 0 + 1 / 5) / 3, 3, (2 / 3 + 0 + 1 / 5) / 3, 3, (2 / 3 + 0 + 1 / 5) / 3, 3, 0),
    "answered": ((2 / 3 + 1 / 5) / 2, 2, (2 / 3 + 1 / 5) / 2, 2, (2 / 3 + 1 / 5) / 2, 2, 0),
    "run": ((2 / 3 + 0 + 1 / 5) / 3, 3, (2 / 3 + 1 / 5) / 2, 2, float("nan"), 3, 1),
    "either": ((2 / 3 + 0 + 0 + 1 / 5) / 4, 4, (2 / 3 + 0 + 1 / 5) / 3, 3, float("nan"), 4, 1),
}


@pytest.mark.parametrize("queries", POLICIES)
def test_queries_that_only_the_run_has(queries):
    measured = four_users("trec_eval", "R@3", queries=queries)
    found = [measured.mean(undefined=undefined).row(0)[2:5] for undefined in ("zero", "drop", "nan")]
    *expected, n_undefined = POLICIES[queries]
    assert [part for value, n, _ in found for part in (value, n)] == pytest.approx(expected, nan_ok=True)
    assert {undefined for _, _, undefined in found} == {n_undefined}
    assert measured["run"].mean().equals(measured.mean())


@pytest.mark.parametrize(
    ("queries", "undefined", "told"),
    [
        ("judged", "zero", ["missing from the run, counted as empty", "not judged, ignored"]),
        ("run", "zero", ["missing from the run, left out", "not judged, counted as 0"]),
        ("run", "drop", ["missing from the run, left out", "not judged, left out of the means"]),
        ("either", "nan", ["missing from the run, counted as empty", "not judged, which makes the means undefined"]),
    ],
)
def test_notes_tell_of_queries_that_only_the_run_has(queries, undefined, told):
    profile = ax.get_profile(queries=queries, undefined=undefined)
    measured = four_users(profile, "R@3")
    ends = [f"run: 1 query {'judged but' if 'missing' in end else 'of the run'} {end}" for end in told]
    assert [str(note) for note in measured.notes][:2] == ends


@pytest.mark.parametrize(("queries", "outcome"), [("run", (1, 0, 0)), ("either", (2, 0, 0))])
def test_preferences_compare_judged_queries(queries, outcome):
    runs = {"one": {"p": ["a"], "q": ["a"], "other": ["a"]}, "two": {"p": ["x", "a"], "other": ["a"]}}
    judged = {"p": {"a": 1}, "q": {"a": 1}}
    found = ax.prefer(judged, runs, profile=ax.get_profile(queries=queries))
    assert found.summary().select("wins", "losses", "ties").row(0) == outcome
    assert "one: 1 query of the run not judged, ignored" in map(str, found.notes)
