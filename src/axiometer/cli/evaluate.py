"""``axiometer evaluate``."""

from __future__ import annotations

import sys
from typing import Annotated, Literal

import typer

from axiometer.cli.output import FormatOption, OutputOption, check_output, deliver
from axiometer.cli.progress import progress_bar
from axiometer.data.schema import Order
from axiometer.engines.local import evaluate as evaluate_locally
from axiometer.engines.measurements import Measurements
from axiometer.errors import UsageError
from axiometer.io import read_judgments, scan_runs
from axiometer.io.content import STANDARD_INPUT, expand
from axiometer.io.results import encode
from axiometer.measures.names import parse_measures
from axiometer.projection.profiles import Precision, Requests, Ties, Undefined, get_profile
from axiometer.report import tables


def evaluate(
    judgments: Annotated[str, typer.Argument(metavar="JUDGMENTS", help="File of judgments; - is standard input.")],
    runs: Annotated[list[str], typer.Argument(metavar="RUN", help="Files of ranked lists, or quoted patterns.")],
    measures: Annotated[
        list[str],
        typer.Option("--measures", "-m", metavar="NAMES", help="Measures; see: axiometer measures."),
    ] = ["nDCG@10 AP"],  # noqa: B006
    per_request: Annotated[
        bool, typer.Option("--per-request", "-q", help="One value per request, not the mean.")
    ] = False,
    profile: Annotated[str, typer.Option(help="Whose conventions to follow; see: axiometer profiles.")] = "trec_eval",
    form: FormatOption = "table",
    output: OutputOption = None,
    gain: Annotated[
        Literal["exp", "linear", "binary"] | None,
        typer.Option(help="Gain of the graded measures that do not name one."),
    ] = None,
    max_grade: Annotated[float | None, typer.Option(metavar="H", help="Top of the grading scale.")] = None,
    undefined: Annotated[Undefined | None, typer.Option(help="What the mean does with undefined values.")] = None,
    requests: Annotated[
        Requests | None,
        typer.Option(help="Requests to average: all judged, answered by the run, with relevant items."),
    ] = None,
    order: Annotated[Order | None, typer.Option(help="What orders a list.")] = None,
    ties: Annotated[Ties | None, typer.Option(help="How equal scores are ordered.")] = None,
    precision: Annotated[Precision | None, typer.Option(help="Number type in which scores are compared.")] = None,
    depth: Annotated[int | None, typer.Option(metavar="N", help="Use only the first N items of each list.")] = None,
    corpus_size: Annotated[int | None, typer.Option(metavar="N", help="How many items there are to retrieve.")] = None,
    jobs: Annotated[int, typer.Option(metavar="N", help="Runs to work on at the same time.")] = 2,
    details: Annotated[bool, typer.Option("--details", help="Show the conventions and the counts, too.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No notes, no progress.")] = False,
) -> None:
    """Measure runs against judgments.

    Files are TREC text, CSV, TSV or Parquet, plain or packed (gz, bz2, xz, zst). A file with several tags holds several
    systems; otherwise the system is called as its file.

    [bold]Examples[/bold]

    axiometer evaluate qrels.txt bm25.run dense.run.gz -m "nDCG@10 AP P(rel=2)@5"

    axiometer evaluate qrels.txt "runs/*.gz" -m map -q --format tsv > values.tsv
    """
    if [judgments, *runs].count(STANDARD_INPUT) > 1:
        raise UsageError("standard input, -, can be only one of the files")
    wanted = parse_measures(measures, gain=gain)
    conventions = get_profile(
        profile,
        max_grade=max_grade,
        undefined=undefined,
        requests=requests,
        order=order,
        ties=ties,
        precision=precision,
        depth=depth,
        corpus_size=corpus_size,
    )
    check_output(output, form, [judgments, *expand(runs)])
    with progress_bar("reading and measuring", is_wanted=not quiet) as progress:
        measured = evaluate_locally(
            scan_runs(runs),
            read_judgments(judgments),
            wanted,
            profile=conventions,
            jobs=jobs,
            progress=progress,
        )
    deliver(_written(measured, form, per_request=per_request), output)
    if details:
        _show_details(measured)
    if not quiet:
        show_notes(measured)


def show_notes(measured: Measurements) -> None:
    """Tell what a reader of the means must know."""
    for note in tables.notes(measured):
        print(f"note: {note}", file=sys.stderr)


def _written(measured: Measurements, form: str, *, per_request: bool) -> bytes:
    writers = {"table": tables.as_text, "markdown": tables.as_markdown, "latex": tables.as_latex}
    if form in writers:
        table = tables.request_table(measured) if per_request else measured.table()
        return f"{writers[form](table)}\n".encode()
    return encode(measured.to_polars() if per_request else measured.mean(), form)


def _show_details(measured: Measurements) -> None:
    print("\nconventions", file=sys.stderr)
    for name, value in measured.profile.conventions().items():
        print(f"  {name:12} {'–' if value is None else value}", file=sys.stderr)
    print("\ncounts", file=sys.stderr)
    print(tables.as_text(measured.counts), file=sys.stderr)
