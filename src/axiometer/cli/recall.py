"""``axiometer recall``: what measures make of recall, by analysis and on random rankings."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Final

import polars as pl

from axiometer.cli.arguments import (
    CorpusSizeOption,
    DepthOption,
    JudgmentsArgument,
    MeasuresOption,
    OrderOption,
    OutputOption,
    PluginOption,
    PrecisionOption,
    ProfileOption,
    QueriesOption,
    QuietOption,
    RunsArgument,
    SeedOption,
    TiesOption,
    choice,
    complete_measure,
    option,
    refuse_two_from_standard_input,
    whole_number,
)
from axiometer.cli.commands import Command, new_app
from axiometer.cli.inputs import parse_with
from axiometer.cli.output import FOR_PEOPLE, FormatOption, check_output, deliver, form_of, show_notes, titled
from axiometer.conventions.profiles import get_profile
from axiometer.engines.prefer import parse_compared
from axiometer.errors import UsageError
from axiometer.io.content import expand
from axiometer.io.judgments import read_judgments
from axiometer.io.plugins import load_plugins
from axiometer.io.results import encode
from axiometer.io.runs import scan_runs
from axiometer.measures.names import parse_wanted
from axiometer.measures.parts.exposure import EXPOSURES, PERSISTENCE
from axiometer.measures.recall.provider_exposure import ProviderExposure
from axiometer.meta.provider_exposure import provider_exposure
from axiometer.meta.recall.optimal import FORMS, optimal_rankings
from axiometer.meta.recall.orientation import orientation as orientation_of
from axiometer.meta.recall.random_pairs import ties_by_depth, worst_case_agreement
from axiometer.meta.recall.tie_probability import rounded_tie_probability, tie_probabilities
from axiometer.notes import lines_of
from axiometer.projection.lists import Imputation
from axiometer.sheets.cells import DECIMALS

app = new_app("Measures and recall: orientation, ties, the worst-off user, exposure of providers.")

ComparedOption = Annotated[
    list[str],
    option(
        *("--measures", "-m"),
        metavar="NAMES",
        help="Measures and preferences, such as lexirecall.",
        autocompletion=complete_measure,
    ),
]
SizeOption = Annotated[str, option("--corpus-size", metavar="N", help="Number of items that are ranked.")]
SizesOption = Annotated[str, option("--corpus-size", metavar="NUMBERS", help="Numbers of items that are ranked.")]
RelevantOption = Annotated[str, option(metavar="NUMBERS", help="Numbers of relevant items, as in 1-5,10,25.")]
BoundsOption = Annotated[
    str, option("--relevant", metavar="RANGE", help="Bounds of the number of relevant items, as in 5-50.")
]
PairsOption = Annotated[int, option(metavar="N", min=1, help="Number of pairs of random rankings to draw.")]

ORIENTED: Final = ["RR nDCG AP R@1000 Rprec RBP(p=0.8) TSE(exposure=ap)"]
MEASURES: Final = ["TSE(exposure=ap) R@1000 Rprec AP nDCG"]
COMPARED: Final = ["R@1000 Rprec TSE(exposure=ap) AP lexirecall"]
SIZES: Final = "1e3,1e4,1e5,1e6"


@app.command(cls=Command)
def orientation(
    measures: MeasuresOption = ORIENTED,
    corpus_size: SizeOption = "1e5",
    relevant: RelevantOption = "1-15",
    scaled: Annotated[
        bool, option("--scaled", help="Divide by the best less the worst value of so many relevant items.")
    ] = False,
    plugin: PluginOption = None,
    form: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Show how much a measure loses when the first or the last relevant item goes to the end.

    Precision orientation moves the first relevant item from the top to the end, the others being at the end already.
    Recall orientation moves the last one to the end, the others being on top.

    [bold]Examples[/bold]

    axiometer recall orientation -m "RR AP nDCG TSE(exposure=dcg)" --relevant 1-5,10

    axiometer recall orientation --scaled
    """
    how = form_of(form, output)
    check_output(output, how)
    found = orientation_of(_named(measures, plugin, parse_wanted), whole_number(corpus_size), _numbers(relevant))
    suffix = "_scaled" if scaled else ""
    sides = ("precision", "recall")
    shown = [(f"{side} orientation", _wide(found, "m", "measure", f"{side}{suffix}")) for side in sides]
    _deliver(found, shown, how, output)


@app.command(cls=Command)
def ties(
    corpus_size: SizesOption = "",
    relevant: RelevantOption = "",
    cutoffs: Annotated[str, option(metavar="NUMBERS", help="Cut-offs k of R@k.")] = "1000",
    form: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Give the probability that two random rankings tie, by closed forms.

    Without numbers: ten relevant items in corpora of several sizes, and several numbers of them among a million items.

    [bold]Examples[/bold]

    axiometer recall ties

    axiometer recall ties --corpus-size 1e12 --relevant 1,10,100,1000 --cutoffs 100,1000
    """
    how = form_of(form, output)
    check_output(output, how)
    cuts = _numbers(cutoffs)
    grids = [(corpus_size or "1e6", relevant or "10")]
    if not corpus_size and not relevant:
        grids = [(SIZES, "10"), ("1e6", "1,5,10,25,50")]
    parts = [tie_probabilities(_numbers(sizes), _numbers(numbers), cuts) for sizes, numbers in grids]
    shown = [("", _readable_ties(part)) for part in parts]
    _deliver(pl.concat(parts).unique(maintain_order=True), shown, how, output)


@app.command("worst-case", cls=Command)
def worst_case(
    measures: ComparedOption = MEASURES,
    corpus_size: SizesOption = SIZES,
    pairs: PairsOption = 10_000,
    relevant: BoundsOption = "5-50",
    seed: SeedOption = 0,
    plugin: PluginOption = None,
    form: FormatOption = None,
    output: OutputOption = None,
    quiet: QuietOption = False,
) -> None:
    """Show how often measures agree with the worst-off user on pairs of random rankings.

    The worst-off user prefers the ranking whose last relevant item comes earlier. Pairs in which it comes at the same
    rank, the share tied, are left out; a measure that ties on another pair disagrees. The measure random is a coin.

    [bold]Example[/bold]

    axiometer recall worst-case -m "lexirecall RPP SL3 nDCG@10" --corpus-size 1e4 --seed 1
    """
    how = form_of(form, output)
    check_output(output, how)
    found = worst_case_agreement(_named(measures, plugin), _numbers(corpus_size), pairs, _bounds(relevant), seed)
    wide = found.pivot("measure", index=["n", "tied"], values="agreement", maintain_order=True)
    _deliver(found, [("", wide)], how, output)
    if not quiet:
        show_notes([f"the standard errors are at most {0.5 / pairs**0.5:.2g}"])


@app.command(cls=Command)
def depth(
    measures: ComparedOption = COMPARED,
    corpus_size: SizeOption = "250000",
    depths: Annotated[
        str, option(metavar="NUMBERS", help="Numbers of items that are retrieved.", show_default="from 10 to all")
    ] = "",
    pairs: PairsOption = 2000,
    relevant: BoundsOption = "5-50",
    seed: SeedOption = 0,
    plugin: PluginOption = None,
    form: FormatOption = None,
    output: OutputOption = None,
    quiet: QuietOption = False,
) -> None:
    """Show how many pairs of random rankings tie when only the first items are retrieved.

    [bold]Example[/bold]

    axiometer recall depth -m "lexirecall lexiprecision AP RR" --corpus-size 1e4 --depths 10,100,1000,10000
    """
    how = form_of(form, output)
    check_output(output, how)
    n = whole_number(corpus_size)
    found = ties_by_depth(
        _named(measures, plugin),
        n,
        _numbers(depths) if depths else None,
        pairs=pairs,
        relevant=_bounds(relevant),
        seed=seed,
    )
    _deliver(found, [("", _wide(found, "depth", "compared", "ties"))], how, output)
    if not quiet:
        show_notes([f"the standard errors are at most {0.5 / pairs**0.5:.2g}"])


@app.command(cls=Command)
def optimal(
    measures: Annotated[
        list[str], option("--measures", "-m", metavar="NAMES", help=f"{', '.join(FORMS)} or RecallLevel(exposure=…).")
    ] = list(FORMS),  # noqa: B006
    corpus_size: SizeOption = "100",
    relevant: RelevantOption = "1-25",
    form: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Show what the worst-off user gets from a ranking with all relevant items on top.

    Each user wants some of the relevant items. A fixed ranking always has the same ones last; random rankings take
    turns, and what counts is what a user expects. The corpus size matters for linear exposure only.

    [bold]Example[/bold]

    axiometer recall optimal -m AP -m "RecallLevel(exposure=dcg,normalisation=ap)" --relevant 1-10
    """
    how = form_of(form, output)
    check_output(output, how)
    found = optimal_rankings(measures, _numbers(relevant), whole_number(corpus_size))
    titles = {"deterministic": "worst case of a fixed ranking", "stochastic": "worst case of random rankings"}
    shown = [(title, _wide(found, "m", "measure", column)) for column, title in titles.items()]
    _deliver(found, shown, how, output)


@app.command(cls=Command)
def providers(
    judgments: JudgmentsArgument,
    runs: RunsArgument,
    providers: Annotated[str, option(metavar="FILE", help="Providers of items: item, provider.")],
    exposure: Annotated[
        str, option(metavar="NAME", help=f"Attention that a position gets: {', '.join(EXPOSURES)}.")
    ] = "ap",
    persistence: Annotated[float, option(metavar="P", help="Persistence p of the exposure rbp.")] = PERSISTENCE,
    imputation: Annotated[Imputation, choice(Imputation, "HOW", help="Where items not retrieved are")] = "pessimistic",
    rel: Annotated[float, option(metavar="GRADE", help="Smallest relevant grade.")] = 1,
    profile: ProfileOption = None,
    queries: QueriesOption = None,
    order: OrderOption = None,
    ties: TiesOption = None,
    precision: PrecisionOption = None,
    depth: DepthOption = None,
    corpus_size: CorpusSizeOption = None,
    form: FormatOption = None,
    output: OutputOption = None,
    quiet: QuietOption = False,
) -> None:
    """Add up the exposure that the relevant items of each provider get, the provider with the smallest mean first.

    The column queries counts the queries in which the provider has relevant items, total is their exposure, and mean
    is per such query.

    [bold]Example[/bold]

    axiometer recall providers qrels.txt run.gz --providers publishers.csv --exposure dcg --corpus-size 1000000
    """
    inputs = [judgments, *runs, providers]
    refuse_two_from_standard_input(inputs)
    how = form_of(form, output)
    check_output(output, how, expand(inputs))
    measure = ProviderExposure(exposure=exposure, p=persistence, imputation=imputation, rel=rel)
    conventions = get_profile(
        profile or "trec_eval",
        queries=queries,
        order=order,
        ties=ties,
        precision=precision,
        depth=depth,
        corpus_size=corpus_size,
    )
    if "corpus_size" in measure.needs and corpus_size is None:
        raise UsageError(f"{measure} needs the size of the corpus: give --corpus-size N, or --imputation optimistic")
    found = provider_exposure(
        read_judgments(judgments, providers=providers), scan_runs(runs), measure, profile=conventions
    )
    _deliver(found.exposure, [("", found.exposure)], how, output)
    if not quiet:
        show_notes(lines_of(found.notes, "see axiometer evaluate --details"))


def _named(names: Sequence[str], plugin: Sequence[str] | None, parse: Callable[..., list[Any]] = parse_compared) -> Any:
    """Find measures and preferences, also those of the user's files."""
    return parse_with(load_plugins(plugin or ()), names, parse)


def _wide(found: pl.DataFrame, index: str, columns: str, values: str) -> pl.DataFrame:
    return found.pivot(columns, index=index, values=values, maintain_order=True)


def _readable_ties(found: pl.DataFrame) -> pl.DataFrame:
    """Write probabilities so that the tiny are not 0, nor the almost certain 1."""
    names = [(column, *column.partition("@")[::2]) for column in found.columns[2:-1]]
    rows = []
    for n, m in found.select("n", "m").rows():
        exact = {column: rounded_tie_probability(name, n, m, int(k or 1)) for column, name, k in names}  # type: ignore
        rows.append({"n": n, "m": m} | {column: _readable(value) for column, value in exact.items()})
    return pl.DataFrame(rows)


def _readable(probability: Decimal) -> str:
    """Write a probability: 0.9803, 3.8e-24, 1-2.0e-6, 1."""
    if probability < Decimal("0.001"):
        return f"{probability:.1e}"
    rest = 1 - probability
    if 0 < rest < Decimal("0.001"):
        return f"1-{rest:.1e}"
    return "1" if not rest else f"{probability:.{DECIMALS}f}"


def _numbers(text: str) -> list[int]:
    """Read whole numbers and ranges of them: 1-5,10,1e6."""
    found: list[int] = []
    for word in re.split(r"[,\s]+", text.strip()):
        first, dash, last = word.partition("-")
        found += range(whole_number(first), whole_number(last) + 1) if dash else [whole_number(first)]
        if dash and whole_number(last) < whole_number(first):
            raise UsageError(f"{word} goes backwards; write {last}-{first}")
    return list(dict.fromkeys(found))


def _bounds(text: str) -> tuple[int, int]:
    first, dash, last = text.partition("-")
    fewest = whole_number(first)
    most = whole_number(last) if dash else fewest
    if most < fewest:
        raise UsageError(f"{text} goes backwards; write {last}-{first}")
    return fewest, most


def _deliver(found: pl.DataFrame, shown: Sequence[tuple[str, pl.DataFrame]], form: str, output: Path | None) -> None:
    """Write tables for people, each with its title, and all that was found for programs."""
    deliver(titled(shown, form) if form in FOR_PEOPLE else encode(found, form), output)
