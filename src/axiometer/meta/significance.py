"""Whether systems differ by more than chance: one test for all pairs of systems."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

import numpy as np

from axiometer.arrays import BoolArray, FloatArray, IntArray
from axiometer.checks import between, whole_from
from axiometer.data.schema import Asker
from axiometer.errors import UsageError, counted, plural
from axiometer.meta.intervals import few_queries
from axiometer.meta.outcome import Outcome
from axiometer.meta.outcomes import Outcomes, Pairs
from axiometer.notes import Note
from axiometer.stats.corrections import CORRECTIONS, Correction, correct
from axiometer.stats.paired import estimate, rank_biserial, t_test, wilcoxon
from axiometer.stats.resampling import bootstrap, randomisation
from axiometer.stats.sign_test import sign_test
from axiometer.stats.tukey import randomised_tukey_hsd, tukey_hsd

Test = Literal["t", "wilcoxon", "sign", "randomisation", "bootstrap", "tukey-hsd", "randomised-tukey-hsd"]
TESTS: Final[tuple[Test, ...]] = get_args(Test)
TUKEY: Final = ("tukey-hsd", "randomised-tukey-hsd")
DRAWS: Final = 10_000
_MOST_AT_ONCE: Final = 1 << 23
"""Differences of pairs × queries that are held at a time."""
_MOST_DRAWN: Final = 500
"""Pairs for which draws are made at a time."""


@dataclass(frozen=True, kw_only=True)
class Procedure:
    """How systems are tested.

    Attributes
    ----------
    test
        Which test; without one, the paired t test for measures, and the sign test for preferences.
    correction
        Of the p-values of all pairs that one measure tests; without one, Holm's, and none for Tukey's tests, which
        are made for all pairs.
    alpha
        A p-value below this is significant; intervals hold 1 − α.
    draws
        How many permutations or resamples there are.
    seed
        Same seed, same result.
    jobs
        How many permutations are worked on at the same time.
    progress
        Told how many of how many permutations, or pairs, are done.
    """

    test: Test | None = None
    correction: Correction | None = None
    alpha: float = 0.05
    draws: int = DRAWS
    seed: int = 0
    jobs: int = 2
    progress: Callable[[int, int], None] | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        between(self.alpha, "alpha")
        for name, choice, choices in (
            ("test", self.test, TESTS),
            ("correction", self.correction, CORRECTIONS),
        ):
            if choice is not None and choice not in choices:
                raise UsageError(f"there is no {name} {choice!r}; choose one of {', '.join(choices)}")
        if self.test in TUKEY and self.correction not in {None, "none"}:
            raise UsageError(f"{self.test} is corrected for all pairs by itself, and takes no other correction")
        for name, least in (("draws", 100), ("seed", 0), ("jobs", 1)):
            object.__setattr__(self, name, whole_from(least, getattr(self, name), name))

    def test_of(self, outcome: Outcome) -> Test:
        """Name the test for a measure or preference."""
        return self.test or ("sign" if outcome.is_preference else "t")

    def correction_of(self, outcome: Outcome) -> Correction:
        """Name the correction that goes with the test."""
        return self.correction or ("none" if self.test_of(outcome) in TUKEY else "holm")


@dataclass(frozen=True, eq=False)
class Tested:
    """What a test says of pairs of systems; one entry for each pair.

    Attributes
    ----------
    difference, low, high
        The mean of the left less that of the right, over the queries of both, and its interval.
    effect
        The difference in units of its spread, or what the test has instead.
    p_value, p_corrected
        nan where there is nothing to test.
    wins, ties, losses
        Queries in which the left list is better, and so on.
    notes
        What a reader must know.
    """

    difference: FloatArray
    low: FloatArray
    high: FloatArray
    effect: FloatArray
    p_value: FloatArray
    p_corrected: FloatArray
    wins: IntArray
    ties: IntArray
    losses: IntArray
    notes: tuple[Note, ...]

    def decisions(self, alpha: float, *, is_smaller_better: bool = False) -> IntArray:
        """Tell for each pair whether the left system is significantly better, 1, or worse, −1, or neither, 0."""
        # Tests that look at ranks or signs only may see it otherwise than the means.
        seen = np.where(np.nan_to_num(self.effect) == 0, self.difference, self.effect)
        better = np.sign(seen) * (-1 if is_smaller_better else 1)
        return np.where(self.p_corrected < alpha, better, 0).astype(np.int64)


def run_test(outcomes: Outcomes, outcome: Outcome, how: Procedure, pairs: Pairs | None = None) -> Tested:
    """Test pairs of systems by one measure or preference; all pairs, unless they are named."""
    pairs = outcomes.pairs if pairs is None else pairs
    test = how.test_of(outcome)
    if test in TUKEY:
        numbers, notes = _simultaneous(outcomes, outcome, how, pairs)
    else:
        numbers, notes = np.concatenate([*_in_blocks(outcomes, outcome, how, pairs)], axis=1), ()
    wins, ties, losses = _outcomes(outcomes, outcome, pairs)
    n = wins + ties + losses
    is_same = (wins + losses == 0) & (n > 0)
    difference, low, high, effect, p_value = numbers
    p_value = np.where(is_same | (n < 2), np.nan, p_value)
    n_open = int((np.isinf(high) & ~is_same).sum()) if test == "bootstrap" else 0
    if test not in TUKEY:
        # What differs by rounding only has no interval, and no effect either.
        low, high, effect = (np.where(is_same | (n < 2), np.nan, each) for each in (low, high, effect))
    if outcome.is_preference:
        # Preferences are from −1 to 1.
        low, high = np.clip(low, -1, 1), np.clip(high, -1, 1)
    few = too_few_draws(outcome, how, int(n.max(initial=0)), int((~np.isnan(p_value)).sum()))
    return Tested(
        difference=difference,
        low=low,
        high=high,
        effect=effect,
        p_value=p_value,
        p_corrected=correct(p_value, how.correction_of(outcome)),
        wins=wins,
        ties=ties,
        losses=losses,
        notes=(*notes, *_untested(outcome, n, is_same, p_value, outcomes.asker), *_open(outcome, n_open), *few),
    )


def too_few_draws(outcome: Outcome, how: Procedure, n_queries: int, n_tests: int) -> Iterator[Note]:
    """Say that draws are too few for any pair to be significant after the correction for so many tests."""
    # With few queries all arrangements are tried, and none are drawn.
    n_all = {
        "bootstrap": np.inf,
        "randomisation": n_queries * np.log(2),
        "randomised-tukey-hsd": n_queries * math.lgamma(len(outcome.values) + 1),
    }.get(how.test_of(outcome), 0.0)
    is_strict = how.correction_of(outcome) in {"holm", "bonferroni"}
    times = n_tests if is_strict else 1
    if n_all <= np.log(how.draws) or not n_tests or times / (how.draws + 1) < how.alpha:
        return
    after = f" after the correction for {counted(n_tests, 'pair')}" if is_strict else ""
    others = ", the correction fdr, or randomised-tukey-hsd" if is_strict and 1 / (how.draws + 1) < how.alpha else ""
    told = (
        f"with {how.draws} draws no p-value is below 1/{how.draws + 1}, so{after} nothing can be"
        f" significant: take more than {int(np.ceil(times / how.alpha))} draws{others}"
    )
    yield Note("few_draws", outcome.name, told, how.draws)


def notes_of(found: Sequence[Tested], asker: Asker) -> list[Note]:
    """Tell what a reader of several tests must know."""
    most = max(int((its.wins + its.ties + its.losses).max(initial=0)) for its in found)
    # Where no pair has any query, that is said already.
    return [*(note for its in found for note in its.notes), *(few_queries(most, asker) if most else [])]


def _in_blocks(outcomes: Outcomes, outcome: Outcome, how: Procedure, pairs: Pairs) -> Iterator[FloatArray]:
    """Test pairs, many at a time, and tell how many are done."""
    is_slow = how.test_of(outcome) in {"randomisation", "bootstrap"}
    done = 0
    for block in _blocks(pairs, len(outcomes.queries), most=_MOST_DRAWN if is_slow else None):
        yield _paired(outcomes, outcome, how, block)
        done += len(block[0])
        if how.progress is not None:
            how.progress(done, len(pairs[0]))


def _blocks(pairs: Pairs, n_queries: int, most: int | None = None) -> Iterator[Pairs]:
    step = min(max(1, _MOST_AT_ONCE // max(1, n_queries)), most or len(pairs[0]))
    return ((pairs[0][at : at + step], pairs[1][at : at + step]) for at in range(0, pairs[0].size, step))


def _paired(outcomes: Outcomes, outcome: Outcome, how: Procedure, pairs: Pairs) -> FloatArray:
    """Give difference, low, high, effect and p-value of pairs, each tested by itself."""
    difference = outcomes.differences(outcome, pairs)
    known = estimate(difference, 1 - how.alpha)
    low, high, effect = known.low, known.high, known.effect
    match how.test_of(outcome):
        case "t":
            p_value = t_test(difference)
        case "wilcoxon":
            is_tie = outcomes.signs_of(outcome, pairs) == 0
            p_value, effect = wilcoxon(difference, is_tie=is_tie), rank_biserial(difference, is_tie=is_tie)
        case "sign":
            signs = outcomes.signs_of(outcome, pairs)
            wins, losses = (signs > 0).sum(axis=1), (signs < 0).sum(axis=1)
            p_value = np.where(wins + losses > 0, sign_test(wins, losses), np.nan)
            turned = -1 if outcome.is_smaller_better else 1
            effect = np.divide(
                turned * (wins - losses), wins + losses, out=np.full(wins.size, np.nan), where=wins + losses > 0
            )
        case "randomisation":
            p_value = randomisation(difference, permutations=how.draws, seed=how.seed)
        case _:
            p_value, low, high = bootstrap(difference, resamples=how.draws, seed=how.seed, confidence=1 - how.alpha)
    return np.stack([known.mean, low, high, effect, p_value])


def _simultaneous(
    outcomes: Outcomes, outcome: Outcome, how: Procedure, pairs: Pairs
) -> tuple[FloatArray, tuple[Note, ...]]:
    """Test all pairs together, over the queries for which all systems have a value."""
    is_complete = outcome.is_defined.all(axis=0)
    values = outcome.values[:, is_complete]
    n_left_out = int(outcome.is_defined.any(axis=0).sum()) - values.shape[1]
    if values.shape[1] < 2:
        found = counted(values.shape[1], outcomes.asker)
        raise UsageError(f"{outcome.name}: {found} with a value of every system; {how.test} needs at least two")
    if how.test == "tukey-hsd":
        found_all = tukey_hsd(values, 1 - how.alpha)
    else:
        found_all = randomised_tukey_hsd(
            values,
            permutations=how.draws,
            seed=how.seed,
            confidence=1 - how.alpha,
            jobs=how.jobs,
            progress=how.progress,
        )
    number, turned = outcomes.numbers_of(pairs)
    mean = values.mean(axis=1)
    low, high = turned * found_all.low[number], turned * found_all.high[number]
    numbers = [
        mean[pairs[0]] - mean[pairs[1]],
        np.minimum(low, high),
        np.maximum(low, high),
        turned * found_all.effect[number],
        found_all.p_value[number],
    ]
    told = f"{counted(n_left_out, outcomes.asker)} without a value of some system left out of {how.test}"
    return np.stack(numbers), (Note("not_of_all", outcome.name, told, n_left_out),) if n_left_out else ()


def _outcomes(outcomes: Outcomes, outcome: Outcome, pairs: Pairs) -> tuple[IntArray, ...]:
    """Count the queries that the left system of each pair wins, ties and loses."""
    found = []
    for block in _blocks(pairs, len(outcomes.queries)):
        signs, is_compared = outcomes.signs_of(outcome, block), outcomes.is_compared(outcome, block)
        found.append([(is_compared & (signs == sign)).sum(axis=1) for sign in (1, 0, -1)])
    wins, ties, losses = np.concatenate(found, axis=1)
    return wins, ties, losses


def _open(outcome: Outcome, n_open: int) -> Iterator[Note]:
    """Say where bootstrap has intervals without an end."""
    if n_open:
        pairs = f"{counted(n_open, 'pair')} of systems of which many resamples have one value only"
        yield Note("open_intervals", outcome.name, f"{pairs}: bootstrap says little there", n_open)


def _untested(outcome: Outcome, n: IntArray, is_same: BoolArray, p_value: FloatArray, asker: Asker) -> Iterator[Note]:
    """Say which pairs there is nothing to test of."""
    for kind, is_meant, what in (
        ("no_query", n == 0, f"without a {asker} of both: not tested"),
        ("one_query", n == 1, f"with one {asker} of both: not tested"),
        ("no_difference", is_same, f"without a difference in any {asker}"),
        (
            "one_difference",
            np.isnan(p_value) & ~is_same & (n > 1),
            f"that differ by the same in all {plural(asker)}: not tested",
        ),
    ):
        if n_pairs := int(is_meant.sum()):
            yield Note(kind, outcome.name, f"{counted(n_pairs, 'pair')} of systems {what}", n_pairs)
