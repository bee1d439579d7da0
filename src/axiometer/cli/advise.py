"""``axiometer advise``."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import typer

from axiometer.cli.asked import Asked
from axiometer.cli.compare import LevelOfSignificanceOption, SeedOption
from axiometer.cli.given import taking
from axiometer.cli.output import deliver
from axiometer.measures.names import words
from axiometer.meta.advice.advising import advise as advise_on
from axiometer.report.advice import write_advice

AdviceFormat = Literal["table", "markdown", "html", "tsv", "csv", "json", "jsonl", "parquet", "vega"]


@taking(Asked)
def advise(
    asked: Asked,
    gold: Annotated[
        list[str],
        typer.Option("--gold", "-g", metavar="NAME", help="A simple measure to trust; may be given again."),
    ] = [],  # noqa: B006
    alpha: LevelOfSignificanceOption = 0.05,
    labels: Annotated[float, typer.Option(metavar="SHARE", help="Labels left when some are missing.")] = 0.5,
    samples: Annotated[int, typer.Option(metavar="N", min=1, help="How often labels are taken away.")] = 5,
    cases: Annotated[int, typer.Option(metavar="N", min=1, help="Cases tried of each axiom.")] = 1000,
    seed: SeedOption = 0,
    form: Annotated[  # noqa: ARG001 - it is in asked, too
        AdviceFormat,
        typer.Option(
            "--format", "-f", help="How to write the advice; html is a page. tsv and the like have the table."
        ),
    ] = "table",
) -> None:
    """Rank candidate measures for your data by what can be measured of measures, and say why.

    Looks at what the data are like (grades, aspects, weights, lengths of lists) and at each candidate: the axioms that
    matter for such data, metric unanimity, concordance with gold standards, discriminative power, ties, and agreement
    with itself when labels are missing. Measures that no other beats in everything come first. Without -m and -p, the
    candidates are those that fit the data.

    [bold]Examples[/bold]

    axiometer advise diversity.qrels "runs/*.gz"

    axiometer advise qrels.txt "runs/*.gz" -m "nDCG@10 AP RBP ERR@20" -f html -o advice.html
    """
    asked.check()
    named = bool(asked.measures or asked.preferences)
    candidates: Any = asked.compared("") if named else None
    runs, judgments = asked.runs, asked.judgments
    with asked.progress("measuring the measures") as progress:
        found = advise_on(
            judgments,
            runs,
            candidates,
            gold=[word for text in gold for word in words(text)] or None,
            profile=asked.profile_asked,
            alpha=alpha,
            labels=labels,
            samples=samples,
            cases=cases,
            seed=seed,
            jobs=asked.jobs,
            progress=progress,
        )
    if asked.form in {"html", "table", "markdown"}:
        as_page: Any = asked.form
        deliver(write_advice(found, as_page).encode(), asked.output)
    else:
        asked.deliver(found)
