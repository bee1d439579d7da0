"""``axiometer compare``."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Final

import typer

from axiometer.cli.asked import AskedOrSaved
from axiometer.cli.given import taking
from axiometer.meta.compare import OF_MEANS
from axiometer.meta.compare import compare as compare_systems
from axiometer.meta.significance import DRAWS, Test
from axiometer.stats.corrections import Correction

USUAL: Final = "nDCG@10 AP"

TestOption = Annotated[Test | None, typer.Option(help="The test; by default t for measures and sign for preferences.")]
CorrectionOption = Annotated[
    Correction | None,
    typer.Option(help="Correction of the p-values of all pairs; by default holm, and none for Tukey's tests."),
]
LevelOfSignificanceOption = Annotated[
    float, typer.Option("--alpha", metavar="A", help="What is below is significant; intervals hold 1 − α.")
]
DrawsOption = Annotated[int, typer.Option(metavar="N", help="How many permutations or resamples.")]
SeedOption = Annotated[int, typer.Option(metavar="N", min=0, help="Same seed, same result.")]
ToleranceOption = Annotated[
    float | None,
    typer.Option(metavar="X", help="Values that differ by at most this are tied; by default, by rounding only."),
]


@taking(AskedOrSaved)
def compare(
    asked: AskedOrSaved,
    baseline: Annotated[
        list[str], typer.Option(metavar="SYSTEM", help="Compare all others with this system; may be given again.")
    ] = [],  # noqa: B006
    test: TestOption = None,
    correction: CorrectionOption = None,
    alpha: LevelOfSignificanceOption = 0.05,
    draws: DrawsOption = DRAWS,
    seed: SeedOption = 0,
    tie_tolerance: ToleranceOption = None,
    pairs: Annotated[bool, typer.Option("--pairs", help="Show all pairs, however many there are.")] = False,
    means: Annotated[bool, typer.Option("--means", help="Write the means of the systems, not the pairs.")] = False,
) -> None:
    """Tell which systems are better, by how much, and whether that is more than chance.

    For all pairs of systems, or for all against a baseline: the difference of means, its confidence interval, the
    effect size, the p-value, the p-value corrected for all pairs, and the queries won, tied and lost. The table of
    systems marks what is significant.

    t, wilcoxon, sign, randomisation and bootstrap are paired tests, one for each pair. tukey-hsd tests all pairs
    together, in the two-way layout of systems and queries; randomised-tukey-hsd does so by permuting the values of
    each query among the systems, and assumes nothing of their distribution.

    [bold]Examples[/bold]

    axiometer compare qrels.txt "runs/*.gz" -m "nDCG@10 AP" --baseline bm25

    axiometer compare qrels.txt "runs/*.gz" -m nDCG@10 --test randomised-tukey-hsd --format latex

    axiometer evaluate qrels.txt "runs/*.gz" -m "nDCG@10 AP" -q -f parquet -o values.parquet && axiometer compare
    values.parquet
    """
    outcomes = asked.outcomes(USUAL)
    with asked.progress("testing") as progress:
        found = compare_systems(
            outcomes,
            baseline=baseline or None,
            test=test,
            correction=correction,
            alpha=alpha,
            draws=draws,
            tie_tolerance=tie_tolerance,
            seed=seed,
            jobs=asked.jobs,
            progress=progress,
        )
    if means:
        found = replace(found, drawing=OF_MEANS)
    table = found.more["means"].drop("is_smaller_better") if means else None
    asked.deliver(found, table=table, is_detailed=pairs)
