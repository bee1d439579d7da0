"""What is left of the findings of measures when labels are missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any, Final

import numpy as np
import polars as pl

from axiometer.arrays import BoolArray, FloatArray, IntArray
from axiometer.checks import several, whole_from
from axiometer.conventions.profiles import Profile
from axiometer.engines.preferences import Compared, Signs
from axiometer.errors import UsageError, counted
from axiometer.io import read_judgments
from axiometer.io.runs import runs_of
from axiometer.jobs import Progress
from axiometer.meta.finding import Finding
from axiometer.meta.intervals import few_queries
from axiometer.meta.missing_labels import By, Labels, MissingLabels
from axiometer.meta.outcome import Outcome
from axiometer.meta.outcomes import Outcomes
from axiometer.meta.sampling import SAMPLES, Steps, defined_mean
from axiometer.meta.significance import DRAWS, Procedure, Test, run_test, too_few_draws
from axiometer.notes import Note
from axiometer.plots.drawing import Drawing
from axiometer.stats.corrections import Correction, correct
from axiometer.stats.correlation import tau_b
from axiometer.stats.paired import t_test
from axiometer.stats.sign_test import sign_test

SHARES: Final = (0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1)
FOUND: Final = ("ties", "agreement", "same", "tau", "power", "power_kept")
FEW_SYSTEMS: Final = 3


def degradation(
    judgments: Any,
    runs: Any,
    compared: str | Compared | Iterable[str | Compared],
    *,
    shares: Sequence[float] = SHARES,
    samples: int = SAMPLES,
    by: By = "uniform",
    alpha: float = 0.05,
    test: Test | None = None,
    correction: Correction | None = None,
    draws: int = DRAWS,
    profile: str | Profile | None = None,
    seed: int = 0,
    jobs: int = 2,
    progress: Progress | None = None,
) -> Finding:
    """Take labels of relevant items away, and tell what measures still say.

    In each sample, the relevant items of each query are put in a random order, and of m items the first
    ⌈share · m⌉ keep their labels: at least one, and always those that a smaller share keeps. The others are then
    unjudged. Items that were judged not relevant stay so, and the queries that count stay the same.

    Parameters
    ----------
    judgments, runs
        As for ``evaluate``; at least two systems. Runs are read once.
    compared
        Measures and preferences, or their names.
    shares
        Which shares of the labels are left.
    samples
        How many random orders there are.
    by
        Which labels go first. ``uniform``: any. ``aspect``: each aspect of a query loses about the same share; each
        item counts for one of its aspects, drawn at random, and the k-th of the n items of an aspect, in random order,
        is put at (k − u) / n, where u, from 0 to 1, is drawn for the aspect. ``popularity``: those that many systems
        retrieve; the chance to go next is proportional to 1 + the number of systems that have the item in their list.
    alpha, test, correction, draws
        What is significant, as for ``compare``; without a test, the paired t test for measures and the sign test for
        preferences, with Holm's correction.
    profile, jobs, progress
        As for ``evaluate``. Samples are worked on at the same time, too, and told of after the runs.
    seed
        Same seed, same samples.

    Returns
    -------
    Finding
        ``measure``, ``share``, ``samples``, and in the mean over samples: ``ties``, the share of comparisons of two
        lists that tie; ``agreement``, of those decided with all labels, the share with the same winner; ``same``, the
        share of comparisons with the same outcome, ties included; ``tau``, Kendall's τ-b of the order of systems, by
        their means, with that of all labels; ``power``, the share of pairs of systems that differ significantly;
        ``power_kept``, of those that do with all labels, the share that still do, in the same direction. The first row
        of each measure is that of all labels. The further table ``samples`` has the same for each ``sample``.

    Examples
    --------
    >>> import axiometer as ax
    >>> world = ax.simulate.SearchWorld(systems=3, queries=20, seed=1)
    >>> made = ax.simulate.simulate_search(world)
    >>> found = ax.meta.degradation(made.judgments, made.runs, "AP", shares=(0.5,), samples=2)
    >>> found.table.select("measure", "share", "samples").rows()
    [('AP', 1.0, 1), ('AP', 0.5, 2)]
    """
    how = Procedure(test=test, correction=correction, alpha=alpha, draws=draws, seed=seed, jobs=jobs)
    levels, samples = checked_shares(shares), whole_from(1, samples, "samples")
    judgments, runs = read_judgments(judgments), runs_of(runs)
    steps = Steps(progress, len(runs.sources), samples)
    missing = MissingLabels.of(judgments, runs, compared, by=by, profile=profile, jobs=jobs, progress=steps.of_sources)
    return degraded(missing, how, levels, samples, seed=how.seed, jobs=jobs, steps=steps)


def degraded(
    missing: MissingLabels,
    how: Procedure,
    shares: Sequence[float],
    samples: int,
    *,
    seed: int = 0,
    jobs: int = 2,
    steps: Steps,
) -> Finding:
    """Take labels of a collection away; shares are in falling order."""
    outcomes = missing.whole
    outcomes.refuse_fewer(systems=2, of="degradation")
    full = _said(outcomes, how)
    labels = missing.labels

    def work(sample: int) -> FloatArray:
        said = (_said(each, how) for each in missing.with_shares(shares, [seed, sample]))
        return np.stack([[now.compared_with(then) for now, then in zip(each, full, strict=True)] for each in said])

    rows = np.stack(steps.of_each(work, range(samples), jobs))
    table, each = _tables(outcomes.names, shares, np.stack([its.compared_with(its) for its in full]), rows)
    n_queries, n_tests = len(outcomes.queries), [int(its.is_tested.sum()) for its in full]
    few = [
        note
        for its, n in zip(outcomes.outcomes, n_tests, strict=True)
        for note in too_few_draws(its, how, n_queries, n)
    ]
    parameters = {"by": missing.by, **outcomes.sizes, "samples": samples}
    return Finding(
        "degradation",
        table,
        {**parameters, "alpha": how.alpha, "test": how.test or "t, or sign for preferences", "seed": seed},
        (*outcomes.all_notes(), *few, *_notes(outcomes, labels, each, rows[..., -1].max(axis=(0, 1)))),
        Drawing(
            title="Agreement with all labels",
            mark="line",
            x="share",
            y="agreement",
            colour="measure",
            titles={"share": "share of labels left"},
        ),
        {"samples": each},
        asker=outcomes.asker,
    )


@dataclass(frozen=True, eq=False)
class _Said:
    """What one measure says of all pairs of systems.

    Attributes
    ----------
    signs, is_compared
        Pairs × queries: which list is better, and whether there is an answer.
    mean
        Of each system.
    decisions
        For each pair, whether the left system is significantly better, 1, worse, −1, or neither.
    is_tested
        For each pair, whether there was something to test.
    """

    signs: Signs
    is_compared: BoolArray
    mean: FloatArray
    decisions: IntArray
    is_tested: BoolArray

    def compared_with(self, full: _Said) -> FloatArray:
        """Give what the table tells, in the order of its columns, and the share of comparisons that are no more."""
        is_same = (self.signs == full.signs) & self.is_compared & full.is_compared
        is_decided, is_significant = full.signs != 0, full.decisions != 0
        return np.array([
            _share((self.signs == 0) & self.is_compared, self.is_compared),
            _share(is_same & is_decided, is_decided),
            _share(is_same, full.is_compared),
            tau_b(np.stack([self.mean, full.mean]))[0, 1],
            _share(self.decisions != 0, self.is_tested),
            _share(is_significant & (self.decisions == full.decisions), is_significant),
            _share(full.is_compared & ~self.is_compared, full.is_compared),
        ])


def _said(outcomes: Outcomes, how: Procedure) -> list[_Said]:
    """Find what each measure says; undefined values have no comparison, but count in means as the profile says."""
    averaged, found = outcomes.averaged(), []
    for outcome, filled in zip(outcomes.outcomes, averaged.outcomes, strict=True):
        signs = outcomes.signs(outcome)
        of_filled = signs if filled is outcome else averaged.signs(filled)
        is_compared = outcomes.is_compared(outcome)
        found.append(_Said(signs, is_compared, averaged.mean(filled), *_decisions(averaged, filled, of_filled, how)))
    return found


def _decisions(outcomes: Outcomes, outcome: Outcome, signs: Signs, how: Procedure) -> tuple[IntArray, BoolArray]:
    """Do as ``run_test`` does, but for the usual tests without all that nobody asks for here."""
    test = how.test_of(outcome)
    if test not in {"t", "sign"}:
        found = run_test(outcomes, outcome, how)
        return found.decisions(how.alpha, is_smaller_better=outcome.is_smaller_better), ~np.isnan(found.p_value)
    difference = outcomes.differences(outcome)
    wins, losses = (np.count_nonzero(signs == side, axis=1) for side in (1, -1))
    is_tested = (wins + losses > 0) & (np.count_nonzero(~np.isnan(difference), axis=1) > 1)
    p_value = np.where(is_tested, t_test(difference) if test == "t" else sign_test(wins, losses), np.nan)
    gain = np.nansum(difference, axis=1) * (-1 if outcome.is_smaller_better else 1)
    better = np.sign(gain if test == "t" else wins - losses)
    is_significant = correct(p_value, how.correction_of(outcome)) < how.alpha
    return np.where(is_significant, better, 0).astype(np.int64), ~np.isnan(p_value)


def _share(is_met: BoolArray, is_counted: BoolArray) -> float:
    n = np.count_nonzero(is_counted)
    return np.count_nonzero(is_met) / n if n else float("nan")


def _tables(
    names: Sequence[str], shares: Sequence[float], full: FloatArray, rows: FloatArray
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Make the table of means and that of samples: full has measures × columns, rows samples × shares × the same."""
    n_samples, n_shares, n_names, _ = rows.shape
    table = pl.DataFrame({
        "measure": np.repeat(names, 1 + n_shares).tolist(),
        "share": np.tile([1.0, *shares], n_names),
        "samples": np.tile([1, *[n_samples] * n_shares], n_names),
        **_columns(np.concatenate([full[None], defined_mean(rows)]).swapaxes(0, 1)),
    })
    each = pl.DataFrame({
        "measure": np.repeat(names, n_shares * n_samples).tolist(),
        "share": np.tile(np.repeat(shares, n_samples), n_names),
        "sample": np.tile(np.arange(1, n_samples + 1), n_names * n_shares),
        **_columns(rows.transpose(2, 1, 0, 3)),
    })
    return table, each


def _columns(found: FloatArray) -> dict[str, FloatArray]:
    return {name: found[..., number].ravel() for number, name in enumerate(FOUND)}


def _notes(outcomes: Outcomes, labels: Labels, each: pl.DataFrame, lost: FloatArray) -> Iterator[Note]:
    n_single = int((labels.of_query.count == 1).sum())
    if n_single:
        told = f"{counted(n_single, outcomes.asker)} with one relevant item only, which keeps its label"
        yield Note("single_items", "", told, n_single)
    if (n_systems := len(outcomes.systems)) < FEW_SYSTEMS:
        yield Note("few_systems", "", f"only {counted(n_systems, 'system')}: tau and power mean little", n_systems)
    yield from few_queries(len(outcomes.queries), outcomes.asker)
    for measure, share in zip(outcomes.names, lost, strict=True):
        if share > 0:
            told = f"with fewer labels, up to {100 * share:.1f} % of comparisons are undefined, and not the same"
            yield Note("lost_comparisons", measure, told)
    # Where nothing is defined, the table says so.
    gaps = each.group_by("measure", "share", maintain_order=True).agg(pl.col(FOUND).is_nan().mean())
    for name in FOUND:
        partly = gaps.filter(pl.col(name).is_between(0, 1, closed="none"))["measure"].unique(maintain_order=True)
        for measure in partly:
            yield Note("lost_samples", measure, f"{name} undefined in some samples, which are left out of its mean")


def checked_shares(shares: float | Iterable[float]) -> list[float]:
    """Give the shares below 1, the largest first."""
    found: list[Any] = several(shares)
    for share in found:
        if isinstance(share, bool) or not (isinstance(share, Real) and 0 < float(share) <= 1):
            raise UsageError(f"a share of labels that are left must be a number above 0 and up to 1, not {share!r}")
    below = sorted({float(share) for share in found if share < 1}, reverse=True)
    if not below:
        raise UsageError("shares of labels below 1 are needed, such as 0.9 and 0.5: all labels are there anyway")
    return below
