"""``axiometer axioms``."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Literal, cast

import typer

from axiometer.axioms.axiom import FAMILIES, AnyAxiom
from axiometer.axioms.checking import AXIOMS, CASES, check_axioms, find_axioms
from axiometer.axioms.published import published
from axiometer.axioms.verdicts import Verdicts
from axiometer.cli.arguments import CasesOption, PluginOption, QuietOption, SeedOption, choice, complete_measure, option
from axiometer.cli.commands import new_app, sharing
from axiometer.cli.figures import Writing
from axiometer.cli.inputs import parse_with
from axiometer.cli.output import deliver, format_option, show_notes
from axiometer.cli.progress import progress_bar
from axiometer.engines.prefer import parse_compared
from axiometer.engines.preferences import Compared
from axiometer.errors import UsageError
from axiometer.io.plugins import Plugins, blamed_on, load_plugins
from axiometer.io.results import encode
from axiometer.report import axiom_cases, axiom_sheets
from axiometer.report.axiom_sheets import TEXT_WIDTH
from axiometer.report.figures import axiom_figure
from axiometer.report.page.measures_section import axiom_page
from axiometer.sheets.writing import Form, as_markdown

Set = Literal["search", "recommendation", "properties", "all"]
AxiomFormat = Literal["table", "tsv", "csv", "json", "jsonl", "markdown", "latex", "html", "svg", "pdf", "png", "vega"]
Progress = Callable[[int, int], None]
FOR_PROGRAMS: Final = ("tsv", "csv", "json", "jsonl")
_PLAIN_LIST: Final = re.compile(r"\[\n\s*([^][{}]*?)\n\s*\]")
WIDTH: Final = 120
"""How wide tables are where no terminal says otherwise."""

app = new_app()


class WritingVerdicts(Writing):
    """Where verdicts go, and a figure of them."""

    FORMS = AxiomFormat


@app.command(cls=sharing(WritingVerdicts))
def axioms(
    context: typer.Context,
    measures: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[MEASURE...]",
            help="Measures and preferences.",
            show_default="those of the paper's table",
            autocompletion=complete_measure,
        ),
    ] = None,
    family: Annotated[Set | None, choice(Set, "SET", "--set", help="Set of axioms", show_default="search")] = None,
    names: Annotated[
        list[str] | None, option("--axiom", "-a", metavar="NAME", help="Only these axioms, such as Red.")
    ] = None,
    against_paper: Annotated[
        bool, option("--against-paper", help="Compare with the table that the paper prints.")
    ] = False,
    show: Annotated[bool, option("--show", help="Draw the cases: lists, gains, values.")] = False,
    listed: Annotated[bool, option("--list", help="List the axioms, and check nothing.")] = False,
    cases: CasesOption = CASES,
    seed: SeedOption = 0,
    plugin: PluginOption = None,
    jobs: Annotated[int, option(metavar="N", min=1, help="Number of axioms to work on at the same time.")] = 2,
    form: Annotated[  # noqa: ARG001 - it is in what commands share, too
        AxiomFormat | None, format_option(AxiomFormat, "The verdicts; json has all details, html is a page. ")
    ] = None,
    quiet: QuietOption = False,
) -> None:
    """Check which axioms measures satisfy, and show the smallest counterexample for those that they do not.

    For each measure and axiom, small cases are tried, then random ones, then the neighbours of the closest calls. A
    counterexample is computed again without rounding, and is proof. That none was found is not: more cases look harder.
    Where an axiom says that there are bounds beyond which something holds, the bounds are looked for.

    ● satisfied, ○ not, – not applicable, ◐ satisfied on lists up to the cut-off only.

    [bold]Examples[/bold]

    axiometer axioms nDCG@20 "RBU(p=0.9,e=0.05)@20" alpha_nDCG@20

    axiometer axioms --set search --against-paper

    axiometer axioms "RBP(p=0.8)" --axiom Red --show

    axiometer axioms --list --set recommendation

    axiometer axioms --plugin mine.py "MyMeasure(p=0.5)@10" nDCG@10 --cases 100000

    axiometer axioms --format json --output verdicts.json

    axiometer axioms nDCG@20 alpha_nDCG@20 --figure figure.pdf --columns 2
    """
    written: WritingVerdicts = context.obj
    written.check_places(plugin or [])
    how = written.form_chosen
    chosen = _chosen(
        names or [], family or ("all" if listed else "search"), with_variants=listed or how in FOR_PROGRAMS
    )
    if listed:
        if measures or plugin:
            raise UsageError("--list lists axioms, not measures: leave out the measures")
        deliver(_listed(chosen, how), written.output)
        return
    if show and how != "table":
        raise UsageError(f"--show draws cases for people, and {how} cannot have drawings; json and html have the cases")
    own = load_plugins(plugin or [])
    compared = _compared(measures or [], own)
    with progress_bar("trying cases", is_wanted=not quiet) as progress, blamed_on(own.paths):
        found = check_axioms(compared, chosen, cases=cases, seed=seed, jobs=jobs, progress=progress)
    if not written.is_drawn:
        deliver(_written(found, how, written.output, show=show, against_paper=against_paper), written.output)
    written.draw(
        lambda columns, _, title: axiom_figure(found, against_paper=against_paper, title=title, columns=columns)
    )
    if not quiet:
        show_notes(_notes(found))


def _chosen(names: Sequence[str], family: str, *, with_variants: bool) -> list[AnyAxiom]:
    """Find the axioms: those named, or those of the set; another reading of an axiom only if it is named or wanted."""
    if not names:
        return [each for each in find_axioms(family) if with_variants or not each.variant_of]
    of_set: dict[str, AnyAxiom] = {each.name.lower(): each for each in AXIOMS if each.family == family}
    wanted = [word for name in names for word in re.split(r"[,\s]+", name) if word]
    return find_axioms([of_set.get(word.lower(), word) for word in wanted])


def _compared(names: Sequence[str], own: Plugins) -> list[Compared] | None:
    """Find measures and preferences, also those of the user's files; all of these if nothing is named."""
    if not names:
        return parse_compared(own.all()) if own.names else None
    return parse_with(own, names, parse_compared)


def _written(found: Verdicts, form: str, output: Path | None, *, show: bool, against_paper: bool) -> bytes:
    if form in {"tsv", "csv"}:
        return encode(axiom_sheets.verdict_table(found, against_paper=against_paper), form)
    if form in {"json", "jsonl"}:
        return _json(axiom_sheets.records(found, against_paper=against_paper), form)
    if form == "html":
        return axiom_page(found, against_paper=against_paper).encode()
    is_terminal = output is None and sys.stdout.isatty()
    width = shutil.get_terminal_size((WIDTH, 24)).columns if is_terminal else WIDTH
    if show:
        return _drawn(found, min(width, TEXT_WIDTH), against_paper=against_paper)
    is_coloured = is_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    how = cast("Form", form)
    return axiom_sheets.write_verdicts(
        found, how, against_paper=against_paper, width=width, is_coloured=is_coloured
    ).encode()


def _drawn(found: Verdicts, width: int, *, against_paper: bool) -> bytes:
    drawn = []
    for each in found:
        axiom = found.axiom_of(each)
        paper = published(each, axiom) if against_paper else None
        drawn.append(axiom_cases.draw(each, axiom, width, paper=paper))
    return ("\n\n\n".join(drawn) + "\n").encode()


def _json(records: list[dict[str, Any]], form: str) -> bytes:
    if form == "json":
        text = json.dumps(records, indent=1, ensure_ascii=False)
        # Lists of plain numbers or words stay on one line; in strings, line ends are escaped.
        return _PLAIN_LIST.sub(lambda found: re.sub(r"\n\s*", " ", found[1]).join("[]"), text).encode() + b"\n"
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode()


def _listed(chosen: Sequence[AnyAxiom], form: str) -> bytes:
    table = axiom_cases.axiom_table(chosen)
    if form in FOR_PROGRAMS:
        return encode(table, form)
    if form == "markdown":
        return f"{as_markdown(table)}\n".encode()
    if form != "table":
        raise UsageError(f"--list is written as table, markdown, {', '.join(FOR_PROGRAMS)}, and not as {form}")
    parts = []
    for family, title in FAMILIES.items():
        of_set = [axiom for axiom in chosen if axiom.family == family]
        parts += [f"{family}: {title}"] if of_set else []
        parts += [axiom_cases.describe(axiom, TEXT_WIDTH) for axiom in of_set]
    return ("\n\n".join(parts) + "\n").encode()


def _notes(found: Verdicts) -> Iterator[str]:
    """Tell where a measure was mostly undefined, so that little was tried."""
    for measure in found.measures:
        mostly = [
            found.label(each)
            for each in found
            if each.measure == measure and each.is_satisfied and each.undefined > each.cases
        ]
        if mostly:
            yield f"{measure}: undefined in most cases of {', '.join(mostly)}; they say nothing of it"
