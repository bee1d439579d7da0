"""``axiometer evaluate``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated

import typer

from axiometer.cli.given import Given, taking
from axiometer.cli.options import JobsOption, QuietOption, RequestsOption, UndefinedOption
from axiometer.cli.output import FOR_PEOPLE, FormatOption, OutputOption, check_output, deliver, show_notes, titled
from axiometer.cli.progress import progress_bar
from axiometer.engines.local import evaluate as evaluate_locally
from axiometer.engines.measurements import Measurements
from axiometer.errors import UsageError
from axiometer.io import scan_runs
from axiometer.io.results import encode
from axiometer.measures.names import Wanted, parse_wanted
from axiometer.report import tables


@taking(Given)
def evaluate(
    given: Given,
    measures: Annotated[
        list[str],
        typer.Option("--measures", "-m", metavar="NAMES", help="Measures; see: axiometer measures."),
    ] = ["nDCG@10 AP"],  # noqa: B006
    per_request: Annotated[
        bool, typer.Option("--per-request", "-q", help="One value per request, not the mean.")
    ] = False,
    form: FormatOption = "table",
    output: OutputOption = None,
    undefined: UndefinedOption = None,
    requests: RequestsOption = None,
    jobs: JobsOption = 2,
    strict: Annotated[
        bool, typer.Option("--strict", help="Refuse lists with items that neither ratings nor aspects know.")
    ] = False,
    details: Annotated[bool, typer.Option("--details", help="Show the conventions and the counts, too.")] = False,
    quiet: QuietOption = False,
) -> None:
    """Measure runs against judgments.

    Files are TREC text, CSV, TSV or Parquet, plain or packed (gz, bz2, xz, zst). A file with several tags holds several
    systems; otherwise the system is called as its file.

    [bold]Examples[/bold]

    axiometer evaluate qrels.txt bm25.run dense.run.gz -m "nDCG@10 AP P(rel=2)@5"

    axiometer evaluate qrels.txt "runs/*.gz" -m map -q --format tsv > values.tsv

    axiometer evaluate diversity.qrels run.gz -m "ERR_IA@20 RBU@20 D_nDCG@20" --weights weights.txt

    axiometer evaluate --ratings train.csv test.csv --aspects movies.csv knn.csv -m "alphabeta_nDCG@10 nDCG@10 ILD@10"
    """
    conventions = given.conventions(undefined=undefined, requests=requests, unknown_items="error" if strict else None)
    wanted = parse_wanted(measures, gain=given.gain, rel=given.rel, defaults=dict(conventions.parameters))
    check_output(output, form, given.inputs.paths)
    with progress_bar("reading and measuring", is_wanted=not quiet) as progress:
        measured = evaluate_locally(
            scan_runs(given.inputs.runs),
            given.inputs.read(),
            wanted,
            profile=conventions,
            jobs=jobs,
            progress=progress,
        )
    if per_request and not measured.measures:
        raise UsageError("--per-request: the measures asked for have one value for each system, and none for requests")
    deliver(_written(measured, form, per_request=per_request), output)
    if details:
        _show_details(measured)
    if not quiet:
        show_notes([*tables.notes(measured), *_left_out(measured, is_per_request=per_request)])


def _left_out(measured: Measurements, *, is_per_request: bool) -> Iterator[str]:
    if is_per_request and measured.system_measures:
        yield f"one value for each system, and none for requests: {', '.join(map(str, measured.system_measures))}"


def _written(measured: Measurements, form: str, *, per_request: bool) -> bytes:
    if form not in FOR_PEOPLE:
        told = {"profile": measured.profile.name, "undefined": measured.profile.undefined}
        return encode(measured.to_polars(), form, told=told) if per_request else encode(measured.mean(), form)
    table = tables.request_table(measured) if per_request else measured.table()
    if form == "latex":
        measures: list[Wanted] = [*measured.measures, *measured.system_measures]
        lowest = {str(measure) for measure in measures if measure.is_smaller_better}
        return f"{tables.as_latex(table, lowest=lowest)}\n".encode()
    return titled([("", table)], form)


def _show_details(measured: Measurements) -> None:
    print("\nconventions", file=sys.stderr)
    for name, value in measured.profile.conventions().items():
        print(f"  {name:15} {'–' if value is None else value}", file=sys.stderr)
    print("\ncounts", file=sys.stderr)
    print(tables.as_text(measured.counts), file=sys.stderr)
