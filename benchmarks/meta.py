"""How fast measures are measured and systems compared: unanimity, tests of all pairs, Tukey's tests, correlations.

Against programs that do the same for two systems at a time, and against counting without sharing any work.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial

import numpy as np
from command import report, say
from scipy import stats
from timing import Line, PartlyTimed, Target, Timing, time_in_turns, timed

from axiometer.meta import correlation, unanimity
from axiometer.meta.compare import compare
from axiometer.meta.outcomes import Outcome, Outcomes

SEED = 3
N_MEASURES = 150
SIZES = {30: Target(2, "s"), 140: Target(10, "s")}
"""Systems with 50 queries each, and the seconds that their unanimity may take."""
MOST_MEMORY = Target(2, "GB")
N_SYSTEMS, N_QUERIES = 100, 250
TUKEY = Target(20, "s")
N_COUNTED, N_LOOP, N_PERMUTED = 5, 200, 20
"""So many measures, pairs and permutations tell how long the slow way would take for all."""
BYTES_PER_UNIT = 1 if sys.platform == "darwin" else 1024


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=3, metavar="N", help="how often to time each call (3)")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a target is missed")
    parser.add_argument("--memory", type=int, metavar="SYSTEMS", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.memory:
        unanimity(outcomes_of(options.memory, 50, N_MEASURES))
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * BYTES_PER_UNIT / 1e9)
        return
    lines = [*unanimity_lines(options.repeat), *test_lines(options.repeat), *correlation_lines(options.repeat)]
    report(lines, ["scipy"], options)


def outcomes_of(n_systems: int, n_queries: int, n_measures: int) -> Outcomes:
    """Draw values of systems that differ, as measures see them that agree more or less."""
    rng = np.random.default_rng([SEED, n_systems])
    quality = rng.normal(size=(n_systems, n_queries)) + rng.normal(scale=0.3, size=(n_systems, 1))
    measured = [
        Outcome(f"measure-{number}", (quality + rng.normal(scale=(number % 10) / 5, size=quality.shape)).round(2))
        for number in range(n_measures)
    ]
    systems, queries = (tuple(map(str, range(n))) for n in quality.shape)
    return Outcomes(systems, queries, tuple(measured))


def unanimity_lines(repeat: int) -> list[Line]:
    """Time unanimity with its intervals, and counting for one measure after the other."""
    lines = [
        Line(f"unanimity of {N_MEASURES} measures, 50 queries, 1,000 resamples; the ratio is that of the slow way")
    ]
    for n_systems, target in SIZES.items():
        say(f"unanimity of {n_systems} systems")
        outcomes = outcomes_of(n_systems, 50, N_MEASURES)
        calls: dict[str, Callable[[], object]] = {
            "fast": partial(unanimity, outcomes),
            "slow": partial(one_by_one, outcomes, N_COUNTED),
        }
        timings = time_in_turns(calls, repeat)
        slow = scaled(timings["slow"], N_MEASURES / N_COUNTED)
        what = f"{n_systems} systems, {n_systems * (n_systems - 1) // 2:,} pairs"
        lines += [
            timed(what, timings["fast"], slow.fastest / timings["fast"].fastest, target),
            timed(f"{what}, the slow way, from {N_COUNTED} measures", slow),
        ]
        command = [sys.executable, __file__, "--memory", str(n_systems)]
        gigabytes = float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        is_met = MOST_MEMORY.is_met_by(gigabytes)
        lines.append(Line(f"  {what}, memory", f"{gigabytes:.2f} GB", target=str(MOST_MEMORY), is_met=is_met))
    return lines


def one_by_one(outcomes: Outcomes, n_measures: int) -> PartlyTimed:
    """Look, for some measures, at all others again: what the equation says, with arrays but without sharing."""
    signs = np.stack([outcomes.signs(each) for each in outcomes.outcomes])
    start = time.perf_counter()
    for m in range(n_measures):
        for side in (1, -1):
            is_unanimous = (np.delete(signs, m, axis=0) * side >= 0).all(axis=0)
            (is_unanimous * (signs[m] * side + 1)).sum()
    return PartlyTimed(None, time.perf_counter() - start)


def test_lines(repeat: int) -> list[Line]:
    """Time each test for all pairs of systems."""
    outcomes = outcomes_of(N_SYSTEMS, N_QUERIES, 1)
    values = outcomes.outcomes[0].values
    n_pairs = N_SYSTEMS * (N_SYSTEMS - 1) // 2
    left, right = (side[:N_LOOP] for side in outcomes.pairs)
    rng = np.random.default_rng(SEED)
    loops: dict[str, tuple[Callable[[], object], float]] = {
        "t": (
            lambda: [stats.ttest_rel(values[i], values[j]) for i, j in zip(left, right, strict=True)],
            n_pairs / N_LOOP,
        ),
        "wilcoxon": (
            lambda: [stats.wilcoxon(values[i], values[j]) for i, j in zip(left, right, strict=True)],
            n_pairs / N_LOOP,
        ),
        "randomised-tukey-hsd": (
            lambda: [np.ptp(permuted_one_by_one(rng, values).mean(axis=1)) for _ in range(N_PERMUTED)],
            10_000 / N_PERMUTED,
        ),
    }
    tests = ("t", "wilcoxon", "sign", "randomisation", "bootstrap", "tukey-hsd", "randomised-tukey-hsd")
    say("tests of all pairs")
    calls: dict[str, Callable[[], object]] = {test: partial(compare, outcomes, test=test) for test in tests}  # type: ignore[arg-type]
    calls |= {f"{test}, one by one": loop for test, (loop, _) in loops.items()}
    timings = time_in_turns(calls, repeat)
    lines = [
        Line(
            f"compare, {N_SYSTEMS} systems × {N_QUERIES} queries, {n_pairs:,} pairs, 10,000 draws; the ratio is that "
            "of one by one"
        )
    ]
    for test in tests:
        target = TUKEY if test == "randomised-tukey-hsd" else None
        if test not in loops:
            lines.append(timed(test, timings[test], None, target))
            continue
        slow = scaled(timings[f"{test}, one by one"], loops[test][1])
        who = f"a script, from {N_PERMUTED} permutations" if target else f"scipy, from {N_LOOP} pairs"
        lines += [
            timed(test, timings[test], slow.fastest / timings[test].fastest, target),
            timed(f"{test}, {who}", slow),
        ]
    return lines


def permuted_one_by_one(rng: np.random.Generator, values: np.ndarray) -> np.ndarray:
    """Permute the values of each query among the systems, as a script would."""
    return np.stack([rng.permutation(values[:, query]) for query in range(values.shape[1])], axis=1)


def correlation_lines(repeat: int) -> list[Line]:
    """Time four coefficients of all pairs of measures with intervals."""
    say("correlation")
    calls = {f"{n} systems": partial(correlation, outcomes_of(n, 50, 20)) for n in SIZES}
    timings = time_in_turns(calls, repeat)
    heading = Line("correlation of the orders of 20 measures: four coefficients, 1,000 resamples")
    return [heading, *(timed(what, timing) for what, timing in timings.items())]


def scaled(timing: Timing, factor: float) -> Timing:
    """Tell how long all would take if a part took so long."""
    return Timing(tuple(seconds * factor for seconds in timing.seconds))


if __name__ == "__main__":
    main()
