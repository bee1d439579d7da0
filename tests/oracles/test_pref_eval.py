"""Preferences on TREC 2003 Robust.

Program: pref_eval, the program of the authors of RPP, lexirecall and lexiprecision, on the nine runs and the judgments
of the collection; the values of every pair and topic, and their means, were written with eight significant digits.

Sign: positive means that ``runi``, our left system, has the better list. Pairs come in the order of the files, runi
before runj, and each pair once.

pref_eval adds up rpp in parts of 1/m, whose sum should be 0 and is not in 17 rows, such as 2.7755576e-17 for NLPR03vb10
and VTcdhgp1 of topic 336: these are read as the ties that they are, and no other number is touched.
"""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import axiometer as ax
from axiometer.cli.main import main
from axiometer.engines.comparing import compare
from axiometer.engines.executor import Executor
from axiometer.engines.prefer import parse_compared
from axiometer.measures.recall.lexicographic_score import LexiRecallScore
from axiometer.projection.lists import RankedLists
from axiometer.projection.positions import together

NAMES = {
    "rpp": "RPP",
    "invrpp": "RPP(weights='inverse')",
    "dcgrpp": "RPP(weights='dcg')",
    "lexirecall": "lexirecall",
    "lexiprecision": "lexiprecision",
    "rrlexiprecision": "rrlexiprecision",
}
"""What pref_eval calls its preferences, and we ours."""
SIGNS = ("lexirecall", "lexiprecision")
DIGITS = 8
CORPUS_SIZE = 528_155
MEASURES = ["LexiRecallScore", "SL3", "TSE(exposure='ap')", "TSE(exposure='dcg')", "TSE(exposure='rbp',p=0.8)"]
PAIR = ["query", "left", "right"]

every_preference = pytest.mark.parametrize("name", NAMES)


@dataclass(frozen=True)
class Robust:
    """The collection, what pref_eval printed and what we found."""

    folder: Path
    theirs: pl.DataFrame
    their_means: pl.DataFrame
    ours: ax.Preferences
    lists: RankedLists

    def printed(self, name: str) -> np.ndarray:
        """Give pref_eval's values as pairs × queries."""
        of_left, of_right = (np.array(self.ours.systems)[side] for side in self.ours.pairs)
        rows = dict(zip(self.theirs.select(PAIR).iter_rows(), self.theirs[name], strict=True))
        pairs = list(zip(of_left, of_right, strict=True))
        return np.array([[rows[query, *pair] for query in self.ours.queries] for pair in pairs])

    def numbers(self) -> tuple[np.ndarray, np.ndarray]:
        """Give the lists of each pair and query."""
        n_queries = len(self.ours.queries)
        left, right = (side[:, None] * n_queries + np.arange(n_queries) for side in self.ours.pairs)
        return left.ravel(), right.ravel()


def read_printed(path: Path) -> pl.DataFrame:
    names = {"qid": "query", "runi": "left", "runj": "right"}
    overrides = {"qid": pl.String, **dict.fromkeys(NAMES, pl.Float64)}
    return pl.read_csv(path, separator="\t", schema_overrides=overrides).rename(names)


def without_rounding(printed: pl.DataFrame) -> pl.DataFrame:
    return printed.with_columns(pl.when(is_rounding()).then(0.0).otherwise(pl.col("rpp")).alias("rpp"))


def is_rounding() -> pl.Expr:
    return (pl.col("rpp") != 0) & (pl.col("rpp").abs() < 1e-16)


@pytest.fixture(scope="module")
def robust(shared_data) -> Robust:
    folder = shared_data / "robust03"
    judgments = ax.read_judgments(folder / "qrels.txt.gz")
    runs = ax.read_runs(str(folder / "runs" / "*.gz"))
    profile = ax.get_profile("pref_eval", corpus_size=CORPUS_SIZE)
    executor = Executor.of(judgments, [ax.parse_measure("AP")], profile)
    parts = [executor.views(executor.load(source)).main.lists for source in runs.sources]
    return Robust(
        folder,
        without_rounding(read_printed(folder / "oracle" / "pref_eval_per_topic.tsv.gz")),
        read_printed(folder / "oracle" / "pref_eval_mean.tsv"),
        ax.prefer(judgments, runs, [*NAMES.values(), *MEASURES], profile=profile),
        together(parts),
    )


def test_every_pair_and_topic_is_there(robust):
    assert robust.theirs.height == 36 * 100
    assert robust.theirs.select(PAIR).is_duplicated().sum() == 0
    untouched = read_printed(robust.folder / "oracle" / "pref_eval_per_topic.tsv.gz")
    assert untouched.filter(is_rounding()).height == 17
    frame = robust.ours.to_polars().filter(pl.col("preference") == "lexirecall")
    assert set(frame.select(PAIR).rows()) == set(robust.theirs.select(PAIR).rows())


@every_preference
def test_every_value_has_the_digits_that_were_printed(robust, name, half_unit):
    printed = robust.printed(name)
    (preference,) = parse_compared(NAMES[name])
    found = compare(preference, robust.lists, *robust.numbers()).reshape(printed.shape)
    tolerance = half_unit(pl.Series(printed.ravel()), significant=DIGITS).to_numpy().reshape(printed.shape)
    # A difference of two reciprocals has their last bits.
    assert (np.abs(found - printed) <= tolerance + (1e-16 if name == "rrlexiprecision" else 0)).all()
    np.testing.assert_array_equal(found, preference.compare(robust.lists, *robust.numbers()).reshape(found.shape))


@every_preference
def test_what_is_kept_of_every_value(robust, name):
    printed, kept = robust.printed(name), robust.ours.values(NAMES[name])
    assert kept.dtype == (np.int8 if name in SIGNS else np.float32)
    np.testing.assert_allclose(kept, printed, rtol=1e-6, atol=0)
    np.testing.assert_array_equal(robust.ours.signs(NAMES[name]), np.sign(printed))
    assert robust.ours.is_compared(NAMES[name]).all()


@every_preference
def test_every_mean_has_the_digits_that_were_printed(robust, name, half_unit, assert_agree):
    ours = robust.ours.summary().filter(pl.col("preference") == NAMES[name]).rename({"mean": "value"})
    theirs = robust.their_means.select("left", "right", pl.col(name).alias("value"))
    assert theirs.height == 36
    assert_agree(ours, theirs.with_columns(half_unit(theirs["value"], significant=DIGITS) + 1e-15))


def test_wins_losses_and_ties_are_those_of_the_signs(robust):
    summary = robust.ours.summary()
    for name, ours in NAMES.items():
        printed = robust.printed(name)
        rows = summary.filter(pl.col("preference") == ours)
        for column, is_such in (("wins", printed > 0), ("losses", printed < 0), ("ties", printed == 0)):
            assert rows[column].to_list() == is_such.sum(axis=1).tolist(), (name, column)


def test_metric_lexirecall_prefers_as_lexirecall(robust):
    np.testing.assert_array_equal(robust.ours.values("LexiRecallScore"), robust.printed("lexirecall"))


def test_total_search_efficiency_prefers_as_search_length(robust):
    shorter = robust.ours.values("SL3")
    for name in MEASURES[2:]:
        np.testing.assert_array_equal(robust.ours.values(name), shorter)
    decided = shorter != 0
    assert 0 < decided.sum() < decided.size
    np.testing.assert_array_equal(shorter[decided], robust.printed("lexirecall")[decided])


def test_exact_scores_are_equal_for_equal_lists_only_and_doubles_are_not(robust):
    lists = robust.lists.relevant(1)
    measure = LexiRecallScore()
    exact, rounded = measure.exact(lists), measure.values(lists)
    left, right = robust.numbers()
    signs = np.array([(exact[i] > exact[j]) - (exact[i] < exact[j]) for i, j in zip(left, right, strict=True)])
    np.testing.assert_array_equal(signs, robust.printed("lexirecall").ravel())
    places = [tuple(lists.rank[slice(*lists.segments.offsets[at : at + 2])]) for at in range(len(lists))]
    for i, j in zip(left, right, strict=True):
        assert (exact[i] == exact[j]) == (places[i] == places[j])
    has_collided = (rounded[left] == rounded[right]) & (signs != 0)
    assert has_collided.sum() > 50
    np.testing.assert_allclose(rounded, np.array(exact, dtype=float), rtol=1e-12)


@pytest.fixture
def axiometer(robust, monkeypatch, capfdbinary):
    """Run ``axiometer prefer`` on the collection."""

    def run(*words: str) -> pl.DataFrame:
        files = (str(robust.folder / "qrels.txt.gz"), str(robust.folder / "runs" / "*.gz"))
        monkeypatch.setattr(sys, "argv", ["axiometer", "prefer", *files, "--profile", "pref_eval", *words])
        with pytest.raises(SystemExit, match="0"):
            main()
        return pl.read_csv(io.BytesIO(capfdbinary.readouterr().out), separator="\t", schema_overrides={"query": str})

    return run


def test_command_line(robust, axiometer, half_unit, assert_agree):
    frame = axiometer("-p", " ".join(NAMES), "--format", "tsv")
    assert frame.columns == ["preference", "left", "right", "wins", "losses", "ties", "mean", "p_value", "p_holm"]
    theirs = robust.their_means.drop("query").rename(NAMES)
    theirs = theirs.unpivot(index=["left", "right"], variable_name="preference")
    assert theirs.height == 6 * 36
    tolerance = half_unit(theirs["value"], significant=DIGITS) + 1e-15
    assert_agree(frame.rename({"mean": "value"}), theirs.with_columns(tolerance))
    assert (frame["wins"] + frame["losses"] + frame["ties"] == 100).all()


def test_command_line_for_every_query(robust, axiometer, assert_agree):
    frame = axiometer("-p", "RPP lexirecall", "--per-query", "-f", "tsv")
    assert frame.columns == ["preference", "query", "left", "right", "value"]
    theirs = robust.theirs.select(*PAIR, "lexirecall", pl.col("rpp").alias("RPP"))
    theirs = theirs.unpivot(index=PAIR, variable_name="preference")
    assert theirs.height == 2 * 3600
    assert_agree(frame, theirs.with_columns(tolerance=1e-6 * pl.col("value").abs()))
