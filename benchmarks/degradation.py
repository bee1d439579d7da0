"""How fast labels are taken away again and again, against evaluating as many sets of judgments from files."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np
import polars as pl
from command import HERE, counted, report, say
from timing import Line, Target, time_in_turns, timed

import axiometer as ax
from axiometer.meta.degradation import SHARES, degradation

SEED = 5
N_QUERIES, N_ITEMS, CORPUS_SIZE = 50, 1_000, 1_000_000
N_JUDGED = 600
SHARE_OF_GRADE = (0.62, 0.2, 0.12, 0.06)
MEASURES = ("AP", "nDCG", "R@1000", "Rprec", "LexiRecallScore")
COMPARED = ("AP", "nDCG", "R@1000", "Rprec", "lexirecall")
SAMPLES = 10
LEAST = 20
"""So many times faster than evaluating each set of judgments from files it must be."""


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=140, metavar="N", help="how many runs there are (140)")
    parser.add_argument("--repeat", type=int, default=3, metavar="N", help="how often to time each call (3)")
    parser.add_argument("--folder", type=Path, default=HERE / "data", metavar="DIR", help="where the files are kept")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a target is missed")
    options = parser.parse_args()
    if options.runs < 2 or options.repeat < 1:
        parser.error("--runs must be at least 2, and --repeat at least 1")
    judgments, runs = files_in(options.folder / f"degradation-{N_QUERIES}x{N_ITEMS}-seed-{SEED}", options.runs)
    report(lines_of(judgments, runs, options.repeat), ["scipy"], options)


def lines_of(judgments: Path, runs: Sequence[Path], repeat: int) -> list[Line]:
    """Compare one study of missing labels with as many evaluations."""
    say("evaluation and degradation in turns")
    profile = ax.get_profile("trec_eval", corpus_size=CORPUS_SIZE)
    read, known = ax.scan_runs(list(runs)), ax.read_judgments(judgments)
    n_sets = SAMPLES * (1 + len(SHARES))
    once, study = "evaluate, once", f"degradation, {SAMPLES} samples of {1 + len(SHARES)} shares"
    calls = {once: partial(ax.evaluate, read, known, MEASURES, profile=profile)}
    calls |= {
        f"{study}, by {by}": partial(degradation, read, known, COMPARED, samples=SAMPLES, by=by, profile=profile)
        for by in ("uniform", "popularity")
    }
    timings = time_in_turns(calls, repeat)
    from_files = n_sets * timings[once].fastest
    megabytes = sum(path.stat().st_size for path in runs) / 1e6
    heading = f"{counted(len(runs), 'run')} of {N_ITEMS} items ({megabytes:.0f} MB), {N_QUERIES} queries"
    return [
        Line(f"{heading}; the ratio is that of {n_sets} × one evaluation from files"),
        *(
            timed(what, timing, from_files / timing.fastest, None if what == once else Target(LEAST, is_upper=False))
            for what, timing in timings.items()
        ),
    ]


def files_in(folder: Path, n_runs: int) -> tuple[Path, list[Path]]:
    """Give the judgments and the runs, and write those that are missing."""
    judgments, runs = folder / "judgments.txt", [folder / f"system-{number:03}.run" for number in range(1, n_runs + 1)]
    missing = [path for path in (judgments, *runs) if not path.exists()]
    if missing:
        say(f"writing {len(missing)} files to {folder}")
        folder.mkdir(parents=True, exist_ok=True)
    grades = np.random.default_rng(SEED).choice(len(SHARE_OF_GRADE), (N_QUERIES, N_JUDGED), p=SHARE_OF_GRADE)
    for path in missing:
        frame = judgments_of(grades) if path == judgments else run_of(path.stem, grades)
        unfinished = path.with_suffix(".part")
        frame.write_csv(unfinished, separator=" ", include_header=False, float_precision=4, quote_style="never")
        unfinished.replace(path)
    return judgments, runs


def judgments_of(grades: np.ndarray) -> pl.DataFrame:
    query, item = np.indices(grades.shape)
    return named(query, item).select("query", pl.lit("0").alias("aspect"), "item", grade=grades.ravel())


def run_of(tag: str, grades: np.ndarray) -> pl.DataFrame:
    """Draw one run; some systems are better than others."""
    rng = np.random.default_rng([SEED, *tag.encode()])
    score = rng.normal(size=(N_QUERIES, N_JUDGED + N_ITEMS))
    score[:, :N_JUDGED] += rng.uniform(0.4, 1.0) * (1 + 0.8 * grades)
    chosen = np.argsort(-score, axis=1)[:, :N_ITEMS]
    query = np.indices(chosen.shape)[0]
    other = rng.integers(N_JUDGED, CORPUS_SIZE, size=N_QUERIES) // N_ITEMS * N_ITEMS
    item = np.where(chosen < N_JUDGED, chosen, chosen + other[:, None])
    columns = {"rank": np.indices(chosen.shape)[1].ravel() + 1, "score": np.take_along_axis(score, chosen, 1).ravel()}
    return (
        named(query, item)
        .with_columns(**columns, Q0=pl.lit("Q0"), tag=pl.lit(tag))
        .select("query", "Q0", "item", "rank", "score", "tag")
    )


def named(query: np.ndarray, item: np.ndarray) -> pl.DataFrame:
    """Give each query its own items: the same number stands for another item in another query."""
    key = pl.DataFrame({"query": query.ravel() + 301, "item": item.ravel()})
    number = pl.col("item") * N_QUERIES + pl.col("query") - 301
    return key.select(pl.col("query").cast(str), item=pl.format("collection-{}", number.cast(str).str.zfill(10)))


if __name__ == "__main__":
    main()
