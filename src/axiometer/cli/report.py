"""``axiometer report``."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import typer

from axiometer.cli.asked import Measuring, SmallerOption, ValueFilesArgument, check_files, read_values
from axiometer.cli.axioms import CasesOption
from axiometer.cli.compare import CorrectionOption, DrawsOption, LevelOfSignificanceOption, SeedOption, TestOption
from axiometer.cli.given import taking
from axiometer.cli.output import check_output, deliver
from axiometer.engines.evaluator import evaluate
from axiometer.engines.measurements import Measurements
from axiometer.errors import UsageError
from axiometer.io import read_runs
from axiometer.io.content import expand
from axiometer.measures.base import Measure
from axiometer.measures.names import parse_wanted, words
from axiometer.meta.outcomes import Outcomes
from axiometer.meta.significance import DRAWS
from axiometer.plots.writing import refuse_without_program

USUAL: Final = "nDCG@10 AP"
AxiomSets = Literal["search", "recommendation", "properties", "all", "none"]


@dataclass(frozen=True, kw_only=True)
class Reported(Measuring):
    """What somebody wants a report of: judgments and runs, or values that were saved."""

    files: ValueFilesArgument
    smaller_better: SmallerOption = field(default_factory=list)

    def check(self, output: Path) -> None:
        """Refuse, before any work, what cannot be read or written."""
        check_files(self, self.smaller_better)
        check_output(output, "html", expand(self.files) if self.is_saved else self.inputs.paths)
        if output.suffix.lower() not in {".html", ".htm"}:
            raise UsageError(f"a report is a page of HTML: {output} should end with .html")
        refuse_without_program()
        if not self.is_saved and self.profile_asked.undefined == "nan":
            raise UsageError("--undefined nan leaves nothing to compare: choose zero or drop")

    def told_of(self, found: Measurements | Outcomes) -> list[str]:
        """Give the full names of the measures that the page tells of: those named, not as gold standards only."""
        if isinstance(found, Outcomes):
            return [found[word].name for text in self.measures for word in words(text)]
        wanted = parse_wanted(self.measures or [USUAL], gain=self.gain, rel=self.rel, profile=self.profile_asked)
        return [str(each) for each in dict.fromkeys(wanted) if isinstance(each, Measure)]

    def found(self, gold: list[str]) -> tuple[Any, Any, Any]:
        """Give what was measured, and the runs and judgments if they are there."""
        if self.is_saved:
            return read_values(self, self.measures, gold, self.smaller_better), None, None
        names = [*(self.measures or [USUAL]), *gold]
        measures = [*dict.fromkeys(parse_wanted(names, gain=self.gain, rel=self.rel, profile=self.profile_asked))]
        if gold and sum(isinstance(each, Measure) for each in measures) < len(dict.fromkeys(gold)) + 2:
            raise UsageError("--gold: concordance needs two measures beside the gold standard: name more with -m")
        runs, judgments = self.runs, self.judgments
        if not all(Path(path).is_file() for path in expand(self.inputs.runs)):
            # Standard input and pipes can be read once.
            runs = read_runs(self.inputs.runs, order=self.profile_asked.order)
        with self.progress("reading and measuring") as progress:
            measured = evaluate(
                judgments,
                runs,
                measures,
                profile=self.profile_asked,
                jobs=self.jobs,
                progress=progress,
            )
        if not measured.measures:
            raise UsageError("the measures asked for have one value for each system, and a report needs some of lists")
        return measured, runs, judgments


@taking(Reported)
def report(
    asked: Reported,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The page, such as report.html.")],
    title: Annotated[str, typer.Option(metavar="TEXT", help="At the top of the page.")] = "Evaluation report",
    baseline: Annotated[
        str | None, typer.Option(metavar="SYSTEM", help="Compare all others with it; otherwise, all pairs.")
    ] = None,
    test: TestOption = None,
    correction: CorrectionOption = None,
    alpha: LevelOfSignificanceOption = 0.05,
    draws: DrawsOption = DRAWS,
    meta: Annotated[
        bool, typer.Option("--meta", help="Measure the measures, too: unanimity, power, ties, degradation.")
    ] = False,
    gold: Annotated[
        list[str] | None,
        typer.Option("--gold", "-g", metavar="NAME", help="With --meta: a simple measure to trust, for concordance."),
    ] = None,
    axioms: Annotated[
        AxiomSets | None,
        typer.Option(help="Axioms to hold the measures against; by default those of search, or of recommendation."),
    ] = None,
    cases: CasesOption = 1000,
    ranks: Annotated[int, typer.Option(metavar="N", min=1, max=100, help="Ranks of each list to show.")] = 20,
    seed: SeedOption = 0,
) -> None:
    """Make a page to look at: who is better and where, what the lists look like, how the measures behave.

    One file of HTML with everything inside, which opens without a network on a laptop or a phone: a leaderboard with
    intervals and significance groups, two systems side by side, the lists of each query rank by rank, the axioms that
    the measures satisfy with counterexamples, and what to cite. For very many systems or queries the page says what it
    left out.

    [bold]Examples[/bold]

    axiometer report qrels.txt "runs/*.gz" -m "nDCG@10 AP RR" --baseline bm25 --output report.html

    axiometer report diversity.qrels "runs/*.gz" -m "alpha_nDCG@20 RBU@20" --meta --gold S_Recall@10 -o report.html

    axiometer report values.parquet --title "Our systems" --output report.html
    """
    # What a page needs is not needed by other commands.
    from axiometer.report.page.document import Choices, make_report

    asked.check(output)
    if not title.strip():
        raise UsageError("--title: the page needs one")
    if gold and not meta:
        raise UsageError("--gold is for concordance, which belongs to --meta: add --meta")
    trusted = [word for text in gold or [] for word in words(text)]
    found, runs, judgments = asked.found(trusted)
    choices = Choices(
        title=title,
        baseline=baseline,
        test=test,
        correction=correction,
        alpha=alpha,
        draws=draws,
        axioms=axioms,
        cases=cases,
        is_meta=meta,
        gold=trusted,
        measures=asked.told_of(found) if gold else (),
        ranks=ranks,
        seed=seed,
        jobs=asked.jobs,
    )
    command = ["axiometer", *sys.argv[1:]]
    page = make_report(found, judgments, runs, choices=choices, command=command, stage=asked.progress)
    deliver(page.encode(), output)
    if not asked.quiet:
        print(f"{output}: {len(page.encode()) / 1e6:.1f} MB")
