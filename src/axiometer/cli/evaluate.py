"""``axiometer evaluate``."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import polars as pl
import typer

from axiometer.cli.given import Given, taking
from axiometer.cli.options import QueriesOption, QuietOption, UndefinedOption
from axiometer.cli.output import FOR_PEOPLE, FormatOption, OutputOption, check_output, deliver, show_notes, titled
from axiometer.cli.parts import (
    Limits,
    MemoryOption,
    ResumeOption,
    check_format,
    deliver_values,
    evaluate_in_parts,
    needs_parts,
    resumable,
    unfinished,
)
from axiometer.cli.progress import progress_bar
from axiometer.conventions.profiles import Profile
from axiometer.engines.evaluator import evaluate as evaluate_locally
from axiometer.engines.measurements import Measurements
from axiometer.errors import UsageError
from axiometer.io import scan_runs
from axiometer.io.results import encode
from axiometer.measures.base import Measure
from axiometer.measures.names import Wanted, parse_wanted
from axiometer.notes import lines_of
from axiometer.report.result_tables import query_table
from axiometer.sheets.sheet import sheet_of
from axiometer.sheets.writing import as_text, write_sheets

EngineOption = Annotated[
    Literal["local", "spark"], typer.Option(help="Where to measure: on this machine, or where Spark has the data.")
]
MasterOption = Annotated[
    str | None,
    typer.Option(
        metavar="URL", help="With --engine spark: the cluster, such as spark://host:7077, sc://host or local[2]."
    ),
]


@taking(Given)
def evaluate(
    given: Given,
    measures: Annotated[
        list[str],
        typer.Option("--measures", "-m", metavar="NAMES", help="Measures; see: axiometer measures."),
    ] = ["nDCG@10 AP"],  # noqa: B006
    per_query: Annotated[bool, typer.Option("--per-query", "-q", help="One value per query, not the mean.")] = False,
    form: FormatOption = "table",
    output: OutputOption = None,
    undefined: UndefinedOption = None,
    queries: QueriesOption = None,
    jobs: Annotated[
        int | None,
        typer.Option(metavar="N", help="Runs, or parts, to work on at the same time; 2 runs, or a part for each core."),
    ] = None,
    memory: MemoryOption = None,
    resume: ResumeOption = False,
    engine: EngineOption = "local",
    master: MasterOption = None,
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
    conventions = given.conventions(undefined=undefined, queries=queries, unknown_items="error" if strict else None)
    wanted = parse_wanted(measures, gain=given.gain, rel=given.rel, profile=conventions)
    asked = _Asked(wanted, conventions, form, output, per_query)
    if engine == "spark":
        _refuse_limits(memory=memory, resume=resume or None, jobs=jobs)
        measured: Measurements = _on_spark(given, asked, master)
    else:
        if master is not None:
            raise UsageError("--master names a Spark cluster: add --engine spark")
        measured = _here(given, asked, Limits(memory, jobs, resume), is_quiet=quiet)
    if details:
        _show_details(measured)
    if not quiet:
        notes = measured.notes_of_values if per_query else measured.notes
        show_notes(lines_of(notes, "" if details else "see --details"))


@dataclass(frozen=True)
class _Asked:
    """What is measured, and how it is written."""

    wanted: list[Wanted]
    profile: Profile
    form: str
    output: Path | None
    per_query: bool

    def __post_init__(self) -> None:
        if self.per_query and not any(isinstance(each, Measure) for each in self.wanted):
            raise UsageError("--per-query: the measures asked for have one value for each system, and no others")


def _here(given: Given, asked: _Asked, limits: Limits, *, is_quiet: bool) -> Measurements:
    """Measure on this machine: all at once, or in parts what does not fit into memory."""
    check_output(asked.output, asked.form, given.inputs.paths)
    if needs_parts(given.inputs, limits, asked.output):
        check_format(asked.form, per_query=asked.per_query)
        with resumable(unfinished(asked.output)):
            with progress_bar("reading and measuring", is_wanted=not is_quiet) as progress:
                engine = limits.engine(asked.output, progress)
                stored = evaluate_in_parts(given.inputs, asked.wanted, asked.profile, engine)
            if asked.per_query:
                deliver_values(stored, asked.form, asked.output)
            else:
                deliver(_means(stored, asked.form), asked.output)
        stored.delete()
        return stored
    with progress_bar("reading and measuring", is_wanted=not is_quiet) as progress:
        measured = evaluate_locally(
            given.inputs.read(),
            scan_runs(given.inputs.runs),
            asked.wanted,
            profile=asked.profile,
            jobs=limits.jobs or 2,
            progress=progress,
        )
    deliver(_written(measured, asked.form, per_query=asked.per_query), asked.output)
    return measured


def _on_spark(given: Given, asked: _Asked, master: str | None) -> Measurements:
    """Measure on a cluster."""
    from axiometer.cli.on_spark import check_place, evaluate_on_spark, write_values

    check_place(given.inputs, asked.output, asked.form if asked.per_query else None)
    measured = evaluate_on_spark(
        given, asked.wanted, asked.profile, master=master, keep="values" if asked.per_query else "nothing"
    )
    if asked.per_query:
        write_values(measured, asked.output, asked.form)
    else:
        deliver(_means(measured, asked.form), asked.output)
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
