"""``axiometer evaluate``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import polars as pl
import typer

from axiometer.cli.arguments import (
    MeasuresOption,
    OutputOption,
    PerQueryOption,
    QueriesOption,
    QuietOption,
    UndefinedOption,
    choice,
    option,
)
from axiometer.cli.commands import new_app, sharing
from axiometer.cli.inputs import Inputs
from axiometer.cli.output import FOR_PEOPLE, FormatOption, check_output, deliver, form_of, show_notes, titled
from axiometer.cli.progress import progress_bar
from axiometer.conventions.profiles import Profile
from axiometer.engines.evaluator import evaluate as evaluate_locally
from axiometer.engines.measurements import Measurements
from axiometer.errors import UsageError
from axiometer.io.results import encode
from axiometer.measures.base import Measure
from axiometer.measures.names import Wanted
from axiometer.notes import lines_of
from axiometer.report.result_tables import query_table
from axiometer.sheets.sheet import sheet_of
from axiometer.sheets.writing import as_text, write_sheets

Engine = Literal["local", "spark"]
USUAL = ["nDCG@10 AP"]

app = new_app()


@app.command(cls=sharing(Inputs))
def evaluate(
    context: typer.Context,
    measures: MeasuresOption = USUAL,
    per_query: PerQueryOption = False,
    form: FormatOption = None,
    output: OutputOption = None,
    undefined: UndefinedOption = None,
    queries: QueriesOption = None,
    jobs: Annotated[
        int | None,
        option(
            metavar="N",
            help="Number of runs, or chunks, to work on at the same time.",
            show_default="2 runs, or a chunk for each core",
        ),
    ] = None,
    memory: Annotated[
        str | None,
        option(
            metavar="SIZE",
            help="Memory that may be used, such as 2GB; files that need more are measured in chunks.",
            show_default="a quarter of the machine's",
        ),
    ] = None,
    resume: Annotated[
        bool, option("--resume", help="Go on with an interrupted evaluation in chunks; with --output.")
    ] = False,
    engine: Annotated[Engine, choice(Engine, "WHERE", help="Where to measure")] = "local",
    master: Annotated[
        str | None,
        option(
            metavar="URL", help="With --engine spark: the cluster, such as spark://host:7077, sc://host or local[2]."
        ),
    ] = None,
    strict: Annotated[
        bool, option("--strict", help="Refuse lists with items that neither ratings nor aspects know.")
    ] = False,
    details: Annotated[bool, option("--details", help="Show the conventions and the counts, too.")] = False,
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
    inputs: Inputs = context.obj
    conventions = inputs.conventions(undefined=undefined, queries=queries, unknown_items="error" if strict else None)
    wanted = inputs.parsed(measures, conventions)
    if per_query and not any(isinstance(each, Measure) for each in wanted):
        raise UsageError("--per-query: the measures asked for have one value for each system, and none for queries")
    written = _Values(form_of(form, output), output, per_query)
    if engine == "spark":
        _refuse_limits(memory=memory, resume=resume or None, jobs=jobs)
        measured = _on_spark(inputs, wanted, conventions, written, master)
    else:
        if master is not None:
            raise UsageError("--master names a Spark cluster: add --engine spark")
        limits = {"memory": memory, "jobs": jobs, "resume": resume}
        measured = _here(inputs, wanted, conventions, written, limits, is_quiet=quiet)
    if details:
        _show_details(measured)
    if not quiet:
        notes = measured.notes_of_values if per_query else measured.notes
        show_notes(lines_of(notes, "" if details else "see --details"))


class _Values(NamedTuple):
    """How values are written, and where."""

    form: str
    output: Path | None
    per_query: bool


def _here(
    inputs: Inputs,
    wanted: Sequence[Wanted],
    profile: Profile,
    written: _Values,
    limits: dict[str, Any],
    *,
    is_quiet: bool,
) -> Measurements:
    """Measure on this machine: all at once, or in chunks what does not fit into memory."""
    from axiometer.cli import chunk_files

    form, output, per_query = written
    check_output(output, form, inputs.paths)
    if chunk_files.needs_chunks(inputs, output, **limits):
        return _in_chunks(inputs, wanted, profile, written, limits, is_quiet=is_quiet)
    with progress_bar("reading and measuring", is_wanted=not is_quiet) as progress:
        measured = evaluate_locally(
            inputs.judgments(), inputs.runs, wanted, profile=profile, jobs=limits["jobs"] or 2, progress=progress
        )
    deliver(_written(measured, form, per_query=per_query), output)
    return measured


def _in_chunks(
    inputs: Inputs,
    wanted: Sequence[Wanted],
    profile: Profile,
    written: _Values,
    limits: dict[str, Any],
    *,
    is_quiet: bool,
) -> Measurements:
    """Measure files that are larger than the memory that may be used."""
    from axiometer.cli import chunk_files
    from axiometer.engines.chunks.evaluating import evaluate as evaluate_in_chunks

    form, output, per_query = written
    chunk_files.check_format(form, per_query=per_query)
    folder = chunk_files.unfinished(output)
    with chunk_files.resumable(folder):
        with progress_bar("reading and measuring", is_wanted=not is_quiet) as progress:
            judgments = chunk_files.scanned_judgments(inputs)
            stored = evaluate_in_chunks(
                judgments, inputs.runs, wanted, profile=profile, folder=folder, progress=progress, **limits
            )
        if per_query:
            chunk_files.deliver_values(stored, form, output)
        else:
            deliver(_means(stored, form), output)
    stored.delete()
    return stored


def _on_spark(
    inputs: Inputs, wanted: Sequence[Wanted], profile: Profile, written: _Values, master: str | None
) -> Measurements:
    """Measure on a cluster."""
    from axiometer.cli.spark_files import check_place, evaluate_on_spark, write_values

    form, output, per_query = written
    if inputs.plugin:
        raise UsageError("--plugin: measures of your own files are not known to the workers of Spark")
    check_place(inputs, output, form if per_query else None)
    measured = evaluate_on_spark(inputs, wanted, profile, master=master, keep="values" if per_query else "nothing")
    if per_query:
        write_values(measured, output, form)
    else:
        deliver(_means(measured, form), output)
    return measured


def _refuse_limits(**given: object) -> None:
    """Refuse what only this machine knows how to follow."""
    for name, value in given.items():
        if value is not None:
            raise UsageError(f"--{name} is for work on this machine; a Spark cluster has settings of its own")


def _written(measured: Measurements, form: str, *, per_query: bool) -> bytes:
    if not per_query:
        return _means(measured, form)
    if form not in FOR_PEOPLE:
        return encode(measured.to_polars(), form, told=measured.told)
    return _for_people(query_table(measured), measured, form)


def _means(measured: Measurements, form: str) -> bytes:
    return _for_people(measured.table(), measured, form) if form in FOR_PEOPLE else encode(measured.mean(), form)


def _for_people(table: pl.DataFrame, measured: Measurements, form: str) -> bytes:
    if form == "latex":
        measures: list[Wanted] = [*measured.measures, *measured.system_measures]
        lowest = {str(measure) for measure in measures if measure.is_smaller_better}
        return write_sheets([sheet_of(table, lowest=lowest)], "latex").encode()
    return titled([("", table)], form)


def _show_details(measured: Measurements) -> None:
    print("\nconventions", file=sys.stderr)
    for name, value in measured.profile.conventions(measured.measures).items():
        print(f"  {name:15} {'–' if value is None else value}", file=sys.stderr)
    print("\ncounts", file=sys.stderr)
    print(as_text(measured.counts), file=sys.stderr)
