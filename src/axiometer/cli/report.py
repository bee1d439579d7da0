"""``axiometer report``."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from axiometer.cli.arguments import AlphaOption, CasesOption, DrawsOption, GoldOption, SeedOption, choice, option
from axiometer.cli.commands import new_app, sharing
from axiometer.cli.findings import SYSTEMS, CorrectionOption, TestOption, ValueFiles
from axiometer.cli.output import check_output, deliver
from axiometer.engines.evaluator import evaluate
from axiometer.engines.measurements import Measurements
from axiometer.errors import UsageError
from axiometer.io import read_runs
from axiometer.io.content import expand
from axiometer.measures.base import Measure
from axiometer.measures.names import words
from axiometer.meta.outcomes import Outcomes
from axiometer.meta.significance import DRAWS
from axiometer.plots.writing import refuse_without_program

AxiomSets = Literal["search", "recommendation", "properties", "all", "none"]


@dataclass(frozen=True, kw_only=True)
class Reported(ValueFiles):
    """What somebody wants a report of: judgments and runs, or values that were saved."""

    def check(self, output: Path) -> None:
        """Refuse, before any work, what cannot be read or written."""
        check_output(output, "html", self.paths)
        if output.suffix.lower() not in {".html", ".htm"}:
            raise UsageError(f"a report is a page of HTML: {output} should end with .html")
        refuse_without_program()
        if not self.is_saved and self.profile_asked.undefined == "nan":
            raise UsageError("--undefined nan leaves nothing to compare: choose zero or drop")

    def told_of(self, found: Measurements | Outcomes) -> list[str]:
        """Give the full names of the measures that the page tells of: those named, not as gold standards only."""
        if isinstance(found, Outcomes):
            return [found[word].name for text in self.measures or () for word in words(text)]
        wanted = self.parsed(self.measures or [SYSTEMS], self.profile_asked)
        return [str(each) for each in dict.fromkeys(wanted) if isinstance(each, Measure)]

    def found(self, gold: list[str]) -> tuple[Any, Any, Any]:
        """Give what was measured, and the runs and judgments if they are there."""
        if self.is_saved:
            return self.saved_values(self.measures or (), gold), None, None
        names = [*(self.measures or [SYSTEMS]), *gold]
        measures = [*dict.fromkeys(self.parsed(names, self.profile_asked))]
        if gold and sum(isinstance(each, Measure) for each in measures) < len(dict.fromkeys(gold)) + 2:
            raise UsageError("--gold: concordance needs two measures beside the gold standard: name more with -m")
        runs, judgments = self.runs, self.judgments()
        if not all(Path(path).is_file() for path in expand(self.runs_files)):
            # Standard input and pipes can be read once.
            runs = read_runs(self.runs_files, order=self.profile_asked.order)
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


app = new_app()


@app.command(cls=sharing(Reported))
def report(
    context: typer.Context,
    output: Annotated[Path, option("--output", "-o", metavar="FILE", help="The page, such as report.html.")],
    title: Annotated[str, option(metavar="TEXT", help="At the top of the page.")] = "Evaluation report",
    baseline: Annotated[
        str | None, option(metavar="SYSTEM", help="Baseline: compare all others with it.", show_default="all pairs")
    ] = None,
    test: TestOption = None,
    correction: CorrectionOption = None,
    alpha: AlphaOption = 0.05,
    draws: DrawsOption = DRAWS,
    meta: Annotated[
        bool, option("--meta", help="Meta-evaluation, too: unanimity, discriminative power, ties, robustness.")
    ] = False,
    gold: GoldOption = None,
    axioms: Annotated[
        AxiomSets | None,
        choice(
            AxiomSets,
            "SET",
            help="Axioms that the measures are checked against",
            show_default="search, or recommendation",
        ),
    ] = None,
    cases: CasesOption = 1000,
    ranks: Annotated[int, option(metavar="N", min=1, max=100, help="Number of ranks of each list to show.")] = 20,
    seed: SeedOption = 0,
) -> None:
    """Make an HTML report: who is better and where, what the lists look like, how the measures behave.

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

    asked: Reported = context.obj
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
