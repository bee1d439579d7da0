"""``axiometer advise``."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import typer

from axiometer.cli.arguments import AlphaOption, CasesOption, GoldOption, SeedOption, option
from axiometer.cli.commands import new_app, sharing
from axiometer.cli.findings import CriterionOnRuns
from axiometer.cli.output import deliver, format_option
from axiometer.measures.names import words
from axiometer.meta.advice.advising import advise as advise_on
from axiometer.report.advice import write_advice

AdviceFormat = Literal[
    "table", "markdown", "html", "tsv", "csv", "json", "jsonl", "parquet", "svg", "pdf", "png", "vega"
]


class Advised(CriterionOnRuns):
    """What advice is wanted on, and how it is written."""

    FORMS = AdviceFormat
    USUAL = ""


app = new_app()


@app.command(cls=sharing(Advised))
def advise(
    context: typer.Context,
    gold: GoldOption = None,
    alpha: AlphaOption = 0.05,
    labels: Annotated[float, option(metavar="SHARE", help="Share of labels left when some are missing.")] = 0.5,
    samples: Annotated[int, option(metavar="N", min=1, help="Number of times labels are taken away.")] = 5,
    cases: CasesOption = 1000,
    seed: SeedOption = 0,
    form: Annotated[  # noqa: ARG001 - it is in what commands share, too
        AdviceFormat | None,
        format_option(AdviceFormat, "The advice; html is a page, tsv and the like have the table. "),
    ] = None,
) -> None:
    """Advise on measures for your data: rank candidates by what can be measured of measures, and say why.

    Looks at what the data are like (grades, aspects, weights, lengths of lists) and at each candidate: the axioms that
    matter for such data, metric unanimity, concordance with gold standards, discriminative power, ties, and agreement
    with itself when labels are missing. Measures that no other beats in everything come first. Without -m and -p, the
    candidates are those that fit the data.

    [bold]Examples[/bold]

    axiometer advise diversity.qrels "runs/*.gz"

    axiometer advise qrels.txt "runs/*.gz" -m "nDCG@10 AP RBP ERR@20" -f html -o advice.html
    """
    asked: Advised = context.obj
    asked.check()
    named = bool(asked.measures or asked.preferences)
    candidates: Any = asked.compared() if named else None
    runs, judgments = asked.runs, asked.judgments()
    with asked.progress("measuring the measures") as progress:
        found = advise_on(
            judgments,
            runs,
            candidates,
            gold=[word for text in gold or () for word in words(text)] or None,
            profile=asked.profile_asked,
            alpha=alpha,
            labels=labels,
            samples=samples,
            cases=cases,
            seed=seed,
            jobs=asked.jobs,
            progress=progress,
        )
    how: Any = asked.form_chosen
    if how not in {"html", "table", "markdown"}:
        asked.deliver(found)
        return
    deliver(write_advice(found, how).encode(), asked.output)
    asked.draw(lambda columns, height, title: found.to_vega_lite(columns, height=height, title=title))
