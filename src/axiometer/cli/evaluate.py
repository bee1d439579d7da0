"""``axiometer evaluate``."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from axiometer.cli.options import (
    CorpusSizeOption,
    CountedAspectsOption,
    DepthOption,
    GainOption,
    GradeScaleOption,
    JobsOption,
    JudgmentsArgument,
    LengthsOption,
    MaxGradeOption,
    OrderOption,
    PrecisionOption,
    ProfileOption,
    ProvidersOption,
    QuietOption,
    RequestsOption,
    RunsArgument,
    TiesOption,
    WeightsOption,
    refuse_two_from_standard_input,
)
from axiometer.cli.output import FOR_PEOPLE, FormatOption, OutputOption, check_output, deliver, show_notes, titled
from axiometer.cli.progress import progress_bar
from axiometer.engines.local import evaluate as evaluate_locally
from axiometer.engines.measurements import Measurements
from axiometer.io import read_judgments, scan_runs
from axiometer.io.content import expand
from axiometer.io.results import encode
from axiometer.measures.names import parse_measures
from axiometer.projection.profiles import Undefined, get_profile
from axiometer.report import tables


def evaluate(
    judgments: JudgmentsArgument,
    runs: RunsArgument,
    measures: Annotated[
        list[str],
        typer.Option("--measures", "-m", metavar="NAMES", help="Measures; see: axiometer measures."),
    ] = ["nDCG@10 AP"],  # noqa: B006
    per_request: Annotated[
        bool, typer.Option("--per-request", "-q", help="One value per request, not the mean.")
    ] = False,
    profile: ProfileOption = "trec_eval",
    form: FormatOption = "table",
    output: OutputOption = None,
    weights: WeightsOption = None,
    lengths: LengthsOption = None,
    providers: ProvidersOption = None,
    gain: GainOption = None,
    max_grade: MaxGradeOption = None,
    grade_scale: GradeScaleOption = None,
    counted_aspects: CountedAspectsOption = None,
    undefined: Annotated[Undefined | None, typer.Option(help="What the mean does with undefined values.")] = None,
    requests: RequestsOption = None,
    order: OrderOption = None,
    ties: TiesOption = None,
    precision: PrecisionOption = None,
    depth: DepthOption = None,
    corpus_size: CorpusSizeOption = None,
    jobs: JobsOption = 2,
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
    """
    inputs = [judgments, *runs, *filter(None, (weights, lengths, providers))]
    refuse_two_from_standard_input(inputs)
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
        grade_scale=grade_scale,
        counted_aspects=counted_aspects,
    )
    wanted = parse_measures(measures, gain=gain, defaults=dict(conventions.parameters))
    check_output(output, form, expand(inputs))
    with progress_bar("reading and measuring", is_wanted=not quiet) as progress:
        measured = evaluate_locally(
            scan_runs(runs),
            read_judgments(judgments, weights=weights, lengths=lengths, providers=providers),
            wanted,
            profile=conventions,
            jobs=jobs,
            progress=progress,
        )
    deliver(_written(measured, form, per_request=per_request), output)
    if details:
        _show_details(measured)
    if not quiet:
        show_notes(tables.notes(measured))


def _written(measured: Measurements, form: str, *, per_request: bool) -> bytes:
    if form not in FOR_PEOPLE:
        return encode(measured.to_polars() if per_request else measured.mean(), form)
    table = tables.request_table(measured) if per_request else measured.table()
    if form == "latex":
        lowest = {str(measure) for measure in measured.measures if measure.is_smaller_better}
        return f"{tables.as_latex(table, lowest=lowest)}\n".encode()
    return titled([("", table)], form)


def _show_details(measured: Measurements) -> None:
    print("\nconventions", file=sys.stderr)
    for name, value in measured.profile.conventions().items():
        print(f"  {name:15} {'–' if value is None else value}", file=sys.stderr)
    print("\ncounts", file=sys.stderr)
    print(tables.as_text(measured.counts), file=sys.stderr)
