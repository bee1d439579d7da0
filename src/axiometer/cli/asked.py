"""What commands on systems and measures have in common: what they read, by which conventions, and what they write."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, Literal

import polars as pl
import typer

from axiometer.cli.given import OF_RUNS, Given
from axiometer.cli.inputs import Inputs
from axiometer.cli.options import JobsOption, QueriesOption, QuietOption, UndefinedOption
from axiometer.cli.output import FOR_PEOPLE, OutputOption, check_output, deliver, show_notes, titled
from axiometer.cli.progress import progress_bar
from axiometer.conventions.profiles import Profile
from axiometer.data import Judgments, Runs
from axiometer.engines.collection import Collection, measures_of
from axiometer.engines.evaluator import evaluate
from axiometer.engines.prefer import parse_compared
from axiometer.engines.preferences import Compared
from axiometer.errors import UsageError
from axiometer.io import scan_runs
from axiometer.io.content import STANDARD_INPUT, expand
from axiometer.io.results import encode, is_saved, refuse_unsaved
from axiometer.measures.names import words
from axiometer.meta.finding import Finding
from axiometer.meta.outcomes import Outcomes
from axiometer.meta.sampling import outcomes_of
from axiometer.notes import lines_of
from axiometer.report.finding_sheets import write_finding

FindingFormat = Literal["table", "tsv", "csv", "json", "jsonl", "markdown", "latex", "parquet", "vega"]

ValueFilesArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="[JUDGMENTS] RUN",
        help="File of judgments, unless there are --ratings, and files of ranked lists, or quoted patterns. Or, alone, "
        "files of values that evaluate -q or prefer -q wrote.",
    ),
]
MeasuresOption = Annotated[
    list[str], typer.Option("--measures", "-m", metavar="NAMES", help="Measures; see: axiometer measures.")
]
PreferencesOption = Annotated[
    list[str], typer.Option("--preferences", "-p", metavar="NAMES", help="Preferences, such as lexirecall or RPP.")
]
FindingFormatOption = Annotated[
    FindingFormat,
    typer.Option(
        "--format",
        "-f",
        help="How to write the result. All but table, markdown and latex keep full precision; vega is a chart.",
    ),
]
SmallerOption = Annotated[
    list[str],
    typer.Option(metavar="NAME", help="With saved values: a measure not known here of which less is better."),
]
# Alone --alpha is the level of significance here.
AlphaTableOption = Annotated[
    str | None, typer.Option(metavar="FILE", help="Chances of items not rated, by item or user, for alpha=given.")
]
BetaTableOption = Annotated[
    str | None, typer.Option(metavar="FILE", help="Chances of rated items, by user or rating, for beta=given.")
]


@dataclass(frozen=True, kw_only=True)
class Measuring(Given):
    """What is measured of the lists of systems, and how; each field is an option of all these commands."""

    measures: MeasuresOption = field(default_factory=list)
    alpha_table: AlphaTableOption = None
    beta_table: BetaTableOption = None
    undefined: UndefinedOption = None
    queries: QueriesOption = None
    jobs: JobsOption = 2
    quiet: QuietOption = False

    @cached_property
    def is_saved(self) -> bool:
        """Whether the files are values that were saved, and not judgments and runs."""
        first = expand(self.files)[0]
        return self.ratings is None and first != STANDARD_INPUT and is_saved(first)

    @cached_property
    def inputs(self) -> Inputs:
        """The judgments or ratings, and the runs."""
        if self.is_saved:
            raise UsageError(f"{self.files[0]} has values and no labels: name judgments and runs")
        return super().inputs

    @cached_property
    def profile_asked(self) -> Profile:
        """The profile with all that was said otherwise."""
        return self.conventions(undefined=self.undefined, queries=self.queries)

    @property
    def runs(self) -> Runs:
        """The runs, of which nothing is read yet."""
        return scan_runs(self.inputs.runs)

    @property
    def judgments(self) -> Judgments:
        """The judgments, or the ratings."""
        return self.inputs.read()

    def progress(self, label: str) -> AbstractContextManager[Callable[[int, int], None] | None]:
        """Show a bar if the work takes long."""
        return progress_bar(label, is_wanted=not self.quiet)


@dataclass(frozen=True, kw_only=True)
class Asked(Measuring):
    """What somebody asks of the lists of systems and of measures, and how it is written."""

    preferences: PreferencesOption = field(default_factory=list)
    form: FindingFormatOption = "table"
    output: OutputOption = None

    def compared(self, usual: str, *more: str) -> list[Compared]:
        """Find the measures and preferences that were named, or the usual ones; and more."""
        names = [*self.measures, *self.preferences] or [usual]
        return parse_compared([*names, *more], gain=self.gain, rel=self.rel, profile=self.profile_asked)

    def check(self) -> None:
        """Refuse, before any work, what cannot be written."""
        check_output(self.output, self.form, self.inputs.paths)

    def deliver(self, finding: Finding, *, table: pl.DataFrame | None = None, is_detailed: bool = False) -> None:
        """Write a finding, or one of its further tables, and its notes."""
        if self.form == "vega":
            data = json.dumps(finding.to_vega_lite(), ensure_ascii=False, indent=1).encode() + b"\n"
        elif table is not None:
            data = titled([("", table)], self.form) if self.form in FOR_PEOPLE else encode(table, self.form)
        elif self.form in {"table", "markdown", "latex"}:
            form: Any = self.form
            data = (write_finding(finding, form, is_detailed=is_detailed).rstrip() + "\n").encode()
        else:
            data = encode(finding.table, self.form)
        deliver(data, self.output)
        if not self.quiet:
            show_notes(lines_of(finding.notes))


@dataclass(frozen=True, kw_only=True)
class AskedOrSaved(Asked):
    """The same where files of values do as well."""

    files: ValueFilesArgument
    smaller_better: SmallerOption = field(default_factory=list)

    def check(self) -> None:
        """Refuse, before any work, what cannot be written or has no effect."""
        check_files(self, self.smaller_better)
        check_output(self.output, self.form, expand(self.files) if self.is_saved else self.inputs.paths)

    def outcomes(self, usual: str, *more: str) -> Outcomes:
        """Give what the measures and preferences say: read it, or read the runs and measure them."""
        self.check()
        if self.is_saved:
            return read_values(self, [*self.measures, *self.preferences], more, self.smaller_better)
        compared = self.compared(usual, *more)
        with self.progress("reading and measuring") as progress:
            if len(measures_of(compared)) == len(compared):
                # Lists need not be kept, as for preferences.
                return Outcomes.of(
                    evaluate(
                        self.judgments,
                        self.runs,
                        measures_of(compared),
                        profile=self.profile_asked,
                        jobs=self.jobs,
                        progress=progress,
                    )
                )
            collection = Collection.read(
                self.judgments, self.runs, compared, profile=self.profile_asked, jobs=self.jobs, progress=progress
            )
            return outcomes_of(collection)


def check_files(asked: Measuring, smaller_better: Sequence[str]) -> None:
    """Refuse, before any work, files of which nothing can be taken, and options that have no effect on them."""
    if not asked.is_saved:
        if asked.ratings is None and len(files := expand(asked.files)) == 1 and files[0] != STANDARD_INPUT:
            refuse_unsaved(files[0])
        if smaller_better:
            raise UsageError("--smaller-better is for saved values of measures that are not known here")
        return
    given = [name for name in OF_RUNS if name != "undefined" and getattr(asked, name) is not None]
    if given:
        option = given[0].replace("_", "-")
        raise UsageError(f"--{option} says how runs are measured; {asked.files[0]} has values already")
    for path in expand(asked.files):
        if not is_saved(path):
            raise UsageError(f"{asked.files[0]} has values, and {path} has none: values and runs cannot be mixed")


def read_values(asked: Measuring, names: Sequence[str], more: Sequence[str], smaller_better: Sequence[str]) -> Outcomes:
    """Read values that were saved: of what was named, and of more, or of all."""
    found = Outcomes.of_saved(asked.files, smaller_better)
    if asked.undefined == "nan":
        raise UsageError("--undefined nan leaves nothing to compare: choose zero or drop")
    if asked.undefined is not None:
        found = found.averaging(asked.undefined)
    wanted = [word for text in names for word in words(text)]
    return found.only(list(dict.fromkeys(found[name].name for name in (*wanted, *more)))) if wanted else found
