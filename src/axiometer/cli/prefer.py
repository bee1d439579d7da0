"""``axiometer prefer``."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from axiometer.cli.arguments import (
    JobsOption,
    OutputOption,
    PerQueryOption,
    QueriesOption,
    QuietOption,
    SomeMeasuresOption,
    ToleranceOption,
    complete_measure,
    option,
)
from axiometer.cli.commands import new_app, sharing
from axiometer.cli.inputs import Inputs
from axiometer.cli.output import FOR_PEOPLE, FormatOption, check_output, deliver, form_of, show_notes, titled
from axiometer.cli.progress import progress_bar
from axiometer.engines.prefer import parse_compared
from axiometer.engines.prefer import prefer as prefer_locally
from axiometer.engines.preferences import Preferences
from axiometer.errors import UsageError
from axiometer.io.results import encode, told_beside
from axiometer.notes import lines_of
from axiometer.report.result_tables import preference_tables
from axiometer.report.system_sheets import MOST_PAIRS

app = new_app()


@app.command(cls=sharing(Inputs))
def prefer(
    context: typer.Context,
    preferences: Annotated[
        list[str] | None,
        option(
            "--preferences",
            "-p",
            metavar="NAMES",
            help="lexirecall, lexiprecision, rrlexiprecision, RPP, RPP(weights=inverse) or RPP(weights=dcg).",
            show_default="lexirecall, unless measures are named",
            autocompletion=complete_measure,
        ),
    ] = None,
    measures: SomeMeasuresOption = None,
    per_query: PerQueryOption = False,
    systems: Annotated[bool, option("--systems", help="Only the order of the systems, not the pairs.")] = False,
    form: FormatOption = None,
    output: OutputOption = None,
    queries: QueriesOption = None,
    tie_tolerance: ToleranceOption = None,
    jobs: JobsOption = 2,
    quiet: QuietOption = False,
) -> None:
    """Preferences of lists: which of two systems has the better list, in how many queries.

    Gives for each pair the wins, losses and ties of the left system, the mean preference (of signs, but for RPP and
    rrlexiprecision), the binomial test of wins against losses (p_holm is corrected for all pairs), and an order of all
    systems: by mean win rate, by Borda count and by the Markov chain MC4. Systems with equal ranks are tied.

    lexirecall prefers the list whose last relevant item comes earlier, and if they tie, the one before it, and so on:
    the list that is better for the worst-off user. lexiprecision starts with the first relevant item. RPP is the share
    of recall levels that a list reaches earlier, less the share that it reaches later.

    [bold]Examples[/bold]

    axiometer prefer qrels.txt bm25.run dense.run -p lexirecall

    axiometer prefer qrels.txt "runs/*.gz" -p "lexirecall RPP" -m "AP nDCG@10" --format tsv > pairs.tsv

    axiometer prefer qrels.txt "runs/*.gz" -p lexirecall --systems
    """
    if per_query and systems:
        raise UsageError("--per-query and --systems are two different tables: choose one of them")
    inputs: Inputs = context.obj
    conventions = inputs.conventions(queries=queries)
    wanted = inputs.parsed([*(preferences or ()), *(measures or ())] or ["lexirecall"], conventions, parse_compared)
    how = form_of(form, output)
    check_output(output, how, inputs.paths)
    with progress_bar("reading", is_wanted=not quiet) as progress:
        found = prefer_locally(
            inputs.judgments(),
            inputs.runs,
            wanted,
            profile=conventions,
            tie_tolerance=tie_tolerance,
            jobs=jobs,
            progress=progress,
        )
    deliver(_written(found, how, per_query=per_query, systems=systems), output)
    if how in FOR_PEOPLE and not (per_query or systems) and found.n_pairs > MOST_PAIRS:
        print(f"{found.n_pairs} pairs for each preference are not shown; --format tsv lists them", file=sys.stderr)
    if not quiet:
        show_notes(lines_of(found.notes, "see axiometer evaluate --details"))


def _written(found: Preferences, form: str, *, per_query: bool, systems: bool) -> bytes:
    if form not in FOR_PEOPLE:
        if per_query:
            return encode(found.to_polars(), form, told=told_beside(found.profile, found.notes))
        return encode(found.order() if systems else found.summary(), form)
    if per_query:
        return titled([("", found.to_polars())], form)
    return titled(preference_tables(found, with_pairs=not systems and found.n_pairs <= MOST_PAIRS), form)
