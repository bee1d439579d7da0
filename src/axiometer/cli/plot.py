"""``axiometer plot``: figures for papers of what other commands find."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

import typer

from axiometer.axioms.checking import CASES
from axiometer.cli.axioms import (
    AxiomJobsOption,
    AxiomsOption,
    CasesOption,
    MeasuresArgument,
    PluginOption,
    SetOption,
    check_named,
)
from axiometer.cli.compare import (
    USUAL,
    CorrectionOption,
    DrawsOption,
    LevelOfSignificanceOption,
    SeedOption,
    TestOption,
    ToleranceOption,
    compare,
)
from axiometer.cli.drawn import (
    ColumnsOption,
    DpiOption,
    Drawn,
    DrawnOrSaved,
    FigureFile,
    FormOption,
    TitleOption,
    as_drawn,
    in_columns,
)
from axiometer.cli.given import Given, taking
from axiometer.cli.meta import (
    agreement,
    concordance,
    correlation,
    degradation,
    power,
    scenarios,
    ties,
    unanimity,
)
from axiometer.cli.options import JobsOption, QuietOption
from axiometer.cli.output import OutputOption, show_notes
from axiometer.cli.progress import progress_bar
from axiometer.engines.list_views import RANKS, show_lists
from axiometer.errors import UsageError
from axiometer.io import scan_runs
from axiometer.measures.names import parse_measure, words
from axiometer.meta.differences import differences as find_differences
from axiometer.meta.leaderboard import leaderboard as find_leaderboard
from axiometer.meta.significance import DRAWS
from axiometer.notes import lines_of
from axiometer.report.figures import MOST_LISTS, axiom_figure, query_figure

plot = typer.Typer(
    help="Draw figures for papers: SVG, PDF, PNG, as wide as one column or two.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)
ONE: Final = "nDCG@10"


@plot.command()
@taking(DrawnOrSaved)
def leaderboard(
    asked: DrawnOrSaved,
    baseline: Annotated[
        list[str], typer.Option(metavar="SYSTEM", help="Compare all others with this system; may be given again.")
    ] = [],  # noqa: B006
    test: TestOption = None,
    correction: CorrectionOption = None,
    alpha: LevelOfSignificanceOption = 0.05,
    draws: DrawsOption = DRAWS,
    seed: SeedOption = 0,
    tie_tolerance: ToleranceOption = None,
) -> None:
    """Draw the systems in the order of their means, with intervals that hold 1 − α.

    [bold]Example[/bold]

    axiometer plot leaderboard qrels.txt "runs/*.gz" -m "nDCG@10 AP" --columns 2 --output figure.pdf
    """
    outcomes = asked.outcomes(USUAL)
    with asked.progress("testing") as progress:
        found = find_leaderboard(
            outcomes,
            baseline=baseline or None,
            test=test,
            correction=correction,
            alpha=alpha,
            draws=draws,
            tie_tolerance=tie_tolerance,
            seed=seed,
            jobs=asked.jobs,
            progress=progress,
        )
    asked.deliver(found)


@plot.command()
@taking(DrawnOrSaved)
def differences(
    asked: DrawnOrSaved,
    left: Annotated[str, typer.Option("--left", "-l", metavar="SYSTEM", help="The one system.")],
    right: Annotated[str, typer.Option("--right", "-r", metavar="SYSTEM", help="The other.")],
    tie_tolerance: ToleranceOption = None,
) -> None:
    """Draw what one system has more or less than another, query by query, the largest gain first.

    [bold]Example[/bold]

    axiometer plot differences qrels.txt "runs/*.gz" -m nDCG@10 --left mine --right bm25 --output figure.pdf
    """
    names = [word for text in (*asked.measures, *asked.preferences) for word in words(text)]
    if len(names) > 1:
        raise UsageError(f"differences are drawn of one measure or preference, and {len(names)} are named")
    asked.deliver(find_differences(asked.outcomes(ONE), left, right, tie_tolerance=tie_tolerance))


for each in (compare, unanimity, concordance, power, ties, agreement, correlation):
    plot.command()(taking(DrawnOrSaved)(as_drawn(each)))
for each in (degradation, scenarios):
    plot.command()(taking(Drawn)(as_drawn(each)))


@dataclass(frozen=True, kw_only=True)
class DrawnLists(Given):
    """Whose lists are drawn, and where to."""

    form: FormOption = None
    output: OutputOption = None
    columns: ColumnsOption = 1
    title: TitleOption = None
    dpi: DpiOption = None
    jobs: JobsOption = 2
    quiet: QuietOption = False


@plot.command()
@taking(DrawnLists)
def query(
    given: DrawnLists,
    measure: Annotated[str, typer.Option("--measure", "-m", metavar="NAME", help="The measure.")],
    query: Annotated[str, typer.Option("--query", "-q", metavar="ID", help="The query.")],
    system: Annotated[
        list[str],
        typer.Option(
            "--system", "-s", metavar="NAME", help="A system; may be given again. All if not given.", show_default=False
        ),
    ] = [],  # noqa: B006
    ranks: Annotated[int, typer.Option(metavar="N", min=1, max=100, help="How many items of each list.")] = RANKS,
) -> None:
    """Draw the lists of some systems for one query, and what each rank gives to a measure.

    A cell is an item: coloured by the aspects for which it is relevant, darker for a larger grade; empty if it is
    judged and not relevant; hatched if it is not judged.

    [bold]Example[/bold]

    axiometer plot query diversity.qrels "runs/*.gz" -m alpha_nDCG@20 -r 104 -s mine -s bm25 --output figure.pdf
    """
    figure_file = FigureFile(given.output, given.form, given.dpi)
    figure_file.check(given.inputs.paths)
    systems = [*dict.fromkeys(system)]
    if len(systems) > MOST_LISTS:
        raise UsageError(f"the lists of {len(systems)} systems do not fit on a page: choose at most {MOST_LISTS}")
    conventions = given.conventions()
    wanted = parse_measure(measure, gain=given.gain, rel=given.rel, profile=conventions)
    with progress_bar("reading and measuring", is_wanted=not given.quiet) as progress:
        shown = show_lists(
            given.inputs.read(),
            scan_runs(given.inputs.runs),
            wanted,
            systems=systems or None,
            queries=query,
            ranks=ranks,
            profile=conventions,
            jobs=given.jobs,
            progress=progress,
        )
    columns = in_columns(given.columns)
    figure_file.write(query_figure(shown, systems=systems, title=given.title, columns=columns))
    if not given.quiet:
        show_notes(lines_of(shown.notes))


@plot.command()
def axioms(
    measures: MeasuresArgument = None,
    family: SetOption = None,
    names: AxiomsOption = None,
    against_paper: Annotated[
        bool, typer.Option("--against-paper", help="Mark what the paper says otherwise with a star.")
    ] = False,
    cases: CasesOption = CASES,
    seed: SeedOption = 0,
    plugin: PluginOption = None,
    jobs: AxiomJobsOption = 2,
    form: FormOption = None,
    output: OutputOption = None,
    columns: ColumnsOption = 1,
    title: TitleOption = None,
    dpi: DpiOption = None,
    quiet: QuietOption = False,
) -> None:
    """Draw which axioms measures satisfy.

    [bold]Example[/bold]

    axiometer plot axioms nDCG@20 "RBU(p=0.9,e=0.05)@20" alpha_nDCG@20 --columns 2 --output figure.pdf
    """
    figure_file = FigureFile(output, form, dpi)
    figure_file.check(plugin or [])
    with progress_bar("trying cases", is_wanted=not quiet) as progress:
        found = check_named(
            measures or [], names or [], family or "search", plugin or [], progress, cases=cases, seed=seed, jobs=jobs
        )
    width = in_columns(columns)
    figure_file.write(axiom_figure(found, against_paper=against_paper, title=title, columns=width))
