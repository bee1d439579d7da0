"""``axiometer meta``: meta-evaluation, on runs or on values that were saved."""

from __future__ import annotations

from typing import Annotated

import typer

from axiometer.cli.arguments import (
    AlphaOption,
    ConfidenceOption,
    DetailsOption,
    DrawsOption,
    RequiredGoldOption,
    SeedOption,
    ToleranceOption,
    choice,
    option,
)
from axiometer.cli.commands import new_app, sharing
from axiometer.cli.findings import CorrectionOption, OfMeasures, OfMeasuresOnRuns, TestOption
from axiometer.errors import UsageError
from axiometer.measures.names import words
from axiometer.meta.agreement import agreement as find_agreement
from axiometer.meta.agreement import ties as find_ties
from axiometer.meta.concordance import concordance as find_concordance
from axiometer.meta.correlation import PERSISTENCE
from axiometer.meta.correlation import correlation as find_correlation
from axiometer.meta.degradation import degradation as find_degradation
from axiometer.meta.intervals import RESAMPLES
from axiometer.meta.missing_labels import By
from axiometer.meta.power import power as find_power
from axiometer.meta.scenarios import Scenario
from axiometer.meta.scenarios import scenarios as find_scenarios
from axiometer.meta.significance import DRAWS, Test
from axiometer.meta.unanimity import unanimity as find_unanimity
from axiometer.stats.corrections import Correction

app = new_app("Meta-evaluation, measuring the measures: unanimity, concordance, discriminative power, robustness.")

ResamplesOption = Annotated[
    int, option(metavar="N", min=0, help="Bootstrap samples of the queries for the intervals; 0 leaves them out.")
]
SamplesOption = Annotated[int, option(metavar="N", min=1, help="Number of random samples that are averaged.")]


@app.command(cls=sharing(OfMeasures))
def unanimity(
    context: typer.Context,
    resamples: ResamplesOption = RESAMPLES,
    confidence: ConfidenceOption = 0.95,
    tie_tolerance: ToleranceOption = None,
    seed: SeedOption = 0,
) -> None:
    """Metric unanimity: how well each measure sees the improvements that all others see.

    Metric unanimity is the mutual information of what a measure prefers and what no other measure objects to, over all
    pairs of lists for the same query: 1 if it prefers every list that all others find at least as good, 0 if it is
    constant or random. It depends on the set of measures: name all that matter to you.

    [bold]Examples[/bold]

    axiometer meta unanimity qrels.txt "runs/*.gz" -m "P@10 nDCG@10 AP RBP ERR@20"

    axiometer meta unanimity values.parquet
    """
    asked: OfMeasures = context.obj
    outcomes = asked.outcomes()
    asked.deliver(
        find_unanimity(outcomes, resamples=resamples, confidence=confidence, tie_tolerance=tie_tolerance, seed=seed)
    )


@app.command(cls=sharing(OfMeasures))
def concordance(
    context: typer.Context,
    gold: RequiredGoldOption,
    tie_tolerance: ToleranceOption = None,
    details: DetailsOption = False,
) -> None:
    """Concordance test: which of two measures agrees with gold standards where the two disagree.

    For each gold standard, and for all of them together: the pairs of lists on which the two measures disagree, the
    shares in which each agrees with the gold standard (its ties are for both), and the sign test on the wins.

    [bold]Example[/bold]

    axiometer meta concordance diversity.qrels "runs/*.gz" -m "alpha_nDCG@10 ERR_IA@10 D_nDCG@10" --gold S_Recall@10
    --gold P@10
    """
    asked: OfMeasures = context.obj
    names = [word for text in gold for word in words(text)]
    outcomes = asked.outcomes(*names)
    asked.deliver(find_concordance(outcomes, names, tie_tolerance=tie_tolerance), is_detailed=details)


@app.command(cls=sharing(OfMeasures))
def power(
    context: typer.Context,
    test: Annotated[
        list[str] | None,
        choice(
            Test,
            "TEST",
            help="Significance test; may be given again",
            show_default="t for measures, sign for preferences",
        ),
    ] = None,
    correction: Annotated[
        list[str] | None,
        choice(
            Correction,
            "HOW",
            help="Correction of p-values; may be given again",
            show_default="holm; none for Tukey's tests",
        ),
    ] = None,
    alpha: AlphaOption = 0.05,
    draws: DrawsOption = DRAWS,
    seed: SeedOption = 0,
    tie_tolerance: ToleranceOption = None,
    curve: Annotated[bool, option("--curve", help="The sorted p-values instead of their summary.")] = False,
    details: DetailsOption = False,
) -> None:
    """Discriminative power: the share of all pairs of systems that differ significantly by each measure.

    [bold]Examples[/bold]

    axiometer meta power qrels.txt "runs/*.gz" -m "nDCG@10 AP" -p lexirecall --test t --test tukey-hsd

    axiometer meta power values.parquet --curve --format tsv > curve.tsv
    """
    asked: OfMeasures = context.obj
    outcomes = asked.outcomes()
    with asked.progress("testing") as progress:
        found = find_power(
            outcomes,
            tests=test or None,  # type: ignore[arg-type]
            corrections=correction or None,  # type: ignore[arg-type]
            alpha=alpha,
            draws=draws,
            tie_tolerance=tie_tolerance,
            seed=seed,
            jobs=asked.jobs,
            progress=progress,
        )
    asked.deliver(found, table=found.more["curve"] if curve else None, is_detailed=details)


@app.command(cls=sharing(OfMeasures))
def ties(
    context: typer.Context,
    resamples: ResamplesOption = RESAMPLES,
    confidence: ConfidenceOption = 0.95,
    tie_tolerance: ToleranceOption = None,
    seed: SeedOption = 0,
) -> None:
    """Ties: how many pairs of lists for the same query each measure leaves tied.

    [bold]Example[/bold]

    axiometer meta ties qrels.txt "runs/*.gz" -m "AP R@1000 Rprec" -p lexirecall --corpus-size 528155
    """
    asked: OfMeasures = context.obj
    outcomes = asked.outcomes()
    asked.deliver(
        find_ties(outcomes, resamples=resamples, confidence=confidence, tie_tolerance=tie_tolerance, seed=seed)
    )


@app.command(cls=sharing(OfMeasures))
def agreement(
    context: typer.Context,
    resamples: ResamplesOption = RESAMPLES,
    confidence: ConfidenceOption = 0.95,
    tie_tolerance: ToleranceOption = None,
    seed: SeedOption = 0,
    details: DetailsOption = False,
) -> None:
    """Agreement: how often one measure prefers the same of two lists as another that prefers one of them.

    [bold]Example[/bold]

    axiometer meta agreement qrels.txt "runs/*.gz" -m "AP nDCG R@1000" -p lexirecall --corpus-size 528155
    """
    asked: OfMeasures = context.obj
    outcomes = asked.outcomes()
    found = find_agreement(outcomes, resamples=resamples, confidence=confidence, tie_tolerance=tie_tolerance, seed=seed)
    asked.deliver(found, is_detailed=details)


@app.command(cls=sharing(OfMeasures))
def correlation(
    context: typer.Context,
    resamples: ResamplesOption = RESAMPLES,
    confidence: ConfidenceOption = 0.95,
    persistence: Annotated[float, option(metavar="P", help="Persistence p of RBO.")] = PERSISTENCE,
    seed: SeedOption = 0,
    details: DetailsOption = False,
) -> None:
    """Rank correlation of the orders in which measures put the systems: τ-b, τ_AP, Spearman's ρ, RBO.

    [bold]Example[/bold]

    axiometer meta correlation qrels.txt "runs/*.gz" -m "P@10 nDCG@10 AP" --resamples 10000
    """
    asked: OfMeasures = context.obj
    outcomes = asked.outcomes()
    found = find_correlation(outcomes, resamples=resamples, confidence=confidence, persistence=persistence, seed=seed)
    asked.deliver(found, is_detailed=details)


@app.command(cls=sharing(OfMeasuresOnRuns))
def degradation(
    context: typer.Context,
    shares: Annotated[
        str, option(metavar="NUMBERS", help="Shares of labels left, separated by commas.")
    ] = "0.9,0.8,0.7,0.6,0.5,0.4,0.3,0.2,0.1",
    samples: SamplesOption = 10,
    by: Annotated[By, choice(By, "HOW", help="How labels are taken away")] = "uniform",
    test: TestOption = None,
    correction: CorrectionOption = None,
    alpha: AlphaOption = 0.05,
    draws: DrawsOption = DRAWS,
    seed: SeedOption = 0,
    each_sample: Annotated[bool, option("--each-sample", help="Each sample instead of their means.")] = False,
) -> None:
    """Robustness: what becomes of measures when labels are missing.

    Relevant items lose their labels at random, but one of each query; the runs are read once. Shown for each share
    of labels left: ties, agreement with all labels (of comparisons that these decide), Kendall's τ of the order of
    systems, and the pairs of systems that stay significantly different.

    [bold]Example[/bold]

    axiometer meta degradation qrels.txt "runs/*.gz" -m "AP nDCG R@1000 Rprec" --shares 0.75,0.5,0.25 --by popularity
    """
    asked: OfMeasuresOnRuns = context.obj
    asked.check()
    compared, runs, judgments = asked.compared(), asked.runs, asked.judgments()
    with asked.progress("measuring with fewer labels") as progress:
        found = find_degradation(
            judgments,
            runs,
            compared,
            shares=_shares(shares),
            samples=samples,
            by=by,
            test=test,
            correction=correction,
            alpha=alpha,
            draws=draws,
            profile=asked.profile_asked,
            seed=seed,
            jobs=asked.jobs,
            progress=progress,
        )
    asked.deliver(found, table=found.more["samples"] if each_sample else None)


@app.command(cls=sharing(OfMeasuresOnRuns))
def scenarios(
    context: typer.Context,
    scenario: Annotated[
        list[str] | None, choice(Scenario, "NAME", help="What is random; may be given again", show_default="each")
    ] = None,
    samples: SamplesOption = 10,
    longest: Annotated[int, option(metavar="N", min=1, help="Longest list of the scenario all-50.")] = 50,
    seed: SeedOption = 0,
) -> None:
    """Metric unanimity in scenarios: when grades, weights of aspects or lengths of lists are random.

    grades: each grade becomes a random number up to it; weights: aspects get random weights; truncation: lists end at
    a random rank; all: these together; all-50: the same, with lists of at most 50 items; official: nothing is random.

    [bold]Example[/bold]

    axiometer meta scenarios diversity.qrels "runs/*.gz" -m "RBU(p=0.99) EU alpha_nDCG@20 P@20" --scenario all
    """
    asked: OfMeasuresOnRuns = context.obj
    asked.check()
    compared, runs, judgments = asked.compared(), asked.runs, asked.judgments()
    with asked.progress("measuring scenarios") as progress:
        found = find_scenarios(
            judgments,
            runs,
            compared,
            which=scenario or None,  # type: ignore[arg-type]
            samples=samples,
            longest=longest,
            profile=asked.profile_asked,
            seed=seed,
            jobs=asked.jobs,
            progress=progress,
        )
    asked.deliver(found)


def _shares(text: str) -> list[float]:
    try:
        return [float(word) for word in text.replace(",", " ").split()]
    except ValueError:
        raise UsageError(f"{text!r} are no shares of labels; write numbers as in 0.75,0.5,0.25") from None
