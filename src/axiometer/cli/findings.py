"""What commands that find something out about systems or measures have in common."""

# No annotations from the future: Typer reads those of the fields, also from other modules.
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Annotated, Any, ClassVar, Final

import polars as pl

from axiometer.cli.arguments import PreferencesOption, SmallerOption, ValueFilesArgument, choice, measures_option
from axiometer.cli.figures import Writing
from axiometer.cli.inputs import Inputs, Measuring
from axiometer.cli.output import FOR_PEOPLE, deliver, show_notes, titled
from axiometer.engines.collection import Collection, measures_of
from axiometer.engines.evaluator import evaluate
from axiometer.engines.prefer import parse_compared
from axiometer.engines.preferences import Compared
from axiometer.errors import UsageError
from axiometer.io.content import STANDARD_INPUT, expand
from axiometer.io.results import encode, is_saved, refuse_unsaved
from axiometer.measures.names import words
from axiometer.meta.finding import Finding
from axiometer.meta.outcomes import Outcomes
from axiometer.meta.sampling import outcomes_of
from axiometer.meta.significance import Test
from axiometer.notes import lines_of
from axiometer.report.finding_page import finding_page
from axiometer.report.finding_sheets import write_finding
from axiometer.stats.corrections import Correction

OF_RUNS: Final = (*(each.name for each in fields(Inputs) if each.name != "files"), "queries")
"""Options that say how runs are read and measured."""

TestOption = Annotated[
    Test | None,
    choice(Test, "TEST", help="Significance test", show_default="t for measures, sign for preferences"),
]
CorrectionOption = Annotated[
    Correction | None,
    choice(Correction, "HOW", help="Correction of p-values for all pairs", show_default="holm; none for Tukey's tests"),
]


@dataclass(frozen=True, kw_only=True)
class Criterion(Measuring, Writing):
    """What somebody asks of the lists of systems and of measures, and how it is written."""

    FIRST = Measuring.FIRST
    USUAL: ClassVar[str]
    """What is compared if nobody names anything."""

    preferences: PreferencesOption = None

    def compared(self, *more: str) -> list[Compared]:
        """Find the measures and preferences that were named, or the usual ones; and more."""
        names = [*(self.measures or ()), *(self.preferences or ())] or [self.USUAL]
        return self.parsed([*names, *more], self.profile_asked, parse_compared)

    def check(self) -> None:
        """Refuse, before any work, what cannot be written."""
        self.check_places()
        self.check_places(self.paths)

    def deliver(self, finding: Finding, *, table: pl.DataFrame | None = None, is_detailed: bool = False) -> None:
        """Write a finding, or one of its further tables, its figure, and its notes."""
        if not self.is_drawn:
            deliver(self._written(finding, table, is_detailed=is_detailed), self.output)
        self.draw(lambda columns, height, title: finding.to_vega_lite(columns, height=height, title=title))
        if not self.quiet:
            show_notes(lines_of(finding.notes))

    def _written(self, finding: Finding, table: pl.DataFrame | None, *, is_detailed: bool) -> bytes:
        form: Any = self.form_chosen
        if form == "html":
            chart = self.chart(lambda columns, height, title: finding.to_vega_lite(columns, height=height, title=title))
            return finding_page(finding, chart, table=table, is_detailed=is_detailed).encode()
        if table is not None:
            return titled([("", table)], form) if form in FOR_PEOPLE else encode(table, form)
        if form in FOR_PEOPLE:
            return (write_finding(finding, form, is_detailed=is_detailed).rstrip() + "\n").encode()
        return encode(finding.table, form)


@dataclass(frozen=True, kw_only=True)
class CriterionOnRuns(Criterion):
    """The same of runs and judgments that are changed, for which saved values do not do."""

    def check_files(self) -> None:
        """Refuse, before any work, files that cannot be what is needed."""
        first = expand(self.files)[0]
        if self.ratings is None and first != STANDARD_INPUT and is_saved(first):
            raise UsageError(f"{self.files[0]} has values and no labels: name judgments and runs")
        super().check_files()


@dataclass(frozen=True, kw_only=True)
class ValueFiles(Measuring):
    """Judgments and runs, or files of values that were saved."""

    files: ValueFilesArgument
    smaller_better: SmallerOption = None

    @cached_property
    def is_saved(self) -> bool:
        """Whether the files are values that were saved, and not judgments and runs."""
        first = expand(self.files)[0]
        return self.ratings is None and first != STANDARD_INPUT and is_saved(first)

    @property
    def paths(self) -> list[str]:
        """All files that are read, which are checked first."""
        self.check_files()
        return expand(self.files) if self.is_saved else self._paths

    def check_files(self) -> None:
        """Refuse, before any work, files of which nothing can be taken, and options that have no effect on them."""
        if not self.is_saved:
            if self.ratings is None and len(files := expand(self.files)) == 1 and files[0] != STANDARD_INPUT:
                refuse_unsaved(files[0])
            if self.smaller_better:
                raise UsageError("--smaller-better is for saved values of measures that are not known here")
            super().check_files()
            return
        given = [name for name in OF_RUNS if getattr(self, name) is not None]
        if given:
            option = given[0].replace("_", "-")
            raise UsageError(f"--{option} says how runs are measured; {self.files[0]} has values already")
        for path in expand(self.files):
            if not is_saved(path):
                raise UsageError(f"{self.files[0]} has values, and {path} has none: values and runs cannot be mixed")

    def saved_values(self, names: Sequence[str], more: Sequence[str] = ()) -> Outcomes:
        """Read values that were saved: of what was named, and of more, or of all."""
        found = Outcomes.of_saved(self.files, self.smaller_better or ())
        if self.undefined == "nan":
            raise UsageError("--undefined nan leaves nothing to compare: choose zero or drop")
        if self.undefined is not None:
            found = found.averaging(self.undefined)
        wanted = [word for text in names for word in words(text)]
        return found.only(list(dict.fromkeys(found[name].name for name in (*wanted, *more)))) if wanted else found


@dataclass(frozen=True, kw_only=True)
class CriterionOfValues(Criterion, ValueFiles):
    """The same where saved values do as well as runs."""

    files: ValueFilesArgument

    def outcomes(self, *more: str) -> Outcomes:
        """Give what the measures and preferences say: read it, or read the runs and measure them."""
        self.check()
        if self.is_saved:
            return self.saved_values([*(self.measures or ()), *(self.preferences or ())], more)
        compared = self.compared(*more)
        with self.progress("reading and measuring") as progress:
            how: dict[str, Any] = {"profile": self.profile_asked, "jobs": self.jobs, "progress": progress}
            if len(measures_of(compared)) == len(compared):
                # Lists need not be kept, as for preferences.
                return Outcomes.of(evaluate(self.judgments(), self.runs, measures_of(compared), **how))
            return outcomes_of(Collection.read(self.judgments(), self.runs, compared, **how))


SYSTEMS: Final = "nDCG@10 AP"
MEASURES: Final = "P@10 nDCG@10 AP RR RBP(p=0.8) ERR@20"


@dataclass(frozen=True, kw_only=True)
class OfSystems(CriterionOfValues):
    """What is asked of systems."""

    USUAL = SYSTEMS

    measures: Annotated[list[str] | None, measures_option(f"{SYSTEMS}, or all saved values")] = None


@dataclass(frozen=True, kw_only=True)
class OfMeasures(CriterionOfValues):
    """What is asked of measures."""

    USUAL = MEASURES

    measures: Annotated[list[str] | None, measures_option(f"{MEASURES}, or all saved values")] = None


@dataclass(frozen=True, kw_only=True)
class OfMeasuresOnRuns(CriterionOnRuns):
    """What is asked of measures on runs and judgments that are changed."""

    USUAL = MEASURES

    measures: Annotated[list[str] | None, measures_option(MEASURES)] = None
