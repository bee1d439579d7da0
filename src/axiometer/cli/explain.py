"""``axiometer explain``."""

from __future__ import annotations

from math import isnan
from typing import Annotated, Final, cast

import polars as pl
import typer

from axiometer.cli.arguments import MeasureOption, OutputOption, option
from axiometer.cli.commands import new_app, sharing
from axiometer.cli.inputs import Inputs
from axiometer.cli.output import FOR_PEOPLE, FormatOption, check_output, deliver, form_of
from axiometer.engines.explanation import LOSSES, Explanation
from axiometer.engines.explanation import explain as explain_value
from axiometer.errors import counted
from axiometer.io.results import encode
from axiometer.sheets.escaping import latex, markdown, visible
from axiometer.sheets.writing import Form, joined, write_sheet

MOST_ASPECTS: Final = 10

app = new_app()


@app.command(cls=sharing(Inputs))
def explain(
    context: typer.Context,
    measure: MeasureOption,
    query: Annotated[str | None, option("--query", "-q", metavar="ID", help="The query.")] = None,
    system: Annotated[
        str | None, option("--system", "-s", metavar="NAME", help="The system, if there are several.")
    ] = None,
    rows: Annotated[
        int, option(metavar="N", min=1, help="Show only the first N rows of the table; files have all.")
    ] = 30,
    form: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Explain the value of one list: what each rank gave, for which aspect, and what was lost.

    Possible is what the items found would give at the best place and as the first of their kind, and what the best item
    of each aspect never met would give. Possible less all losses is the value.

    [bold]Example[/bold]

    axiometer explain diversity.qrels run.gz -m RBU@20 -q 201
    """
    inputs: Inputs = context.obj
    conventions = inputs.conventions()
    wanted = inputs.parsed_one(measure, conventions)
    how = form_of(form, output)
    check_output(output, how, inputs.paths)
    explanation = explain_value(inputs.judgments(), inputs.runs, wanted, system, query, profile=conventions)
    deliver(_written(explanation, how, rows), output)


def _written(explanation: Explanation, form: str, rows: int) -> bytes:
    if form not in FOR_PEOPLE:
        return encode(explanation.to_polars(), form)
    how = cast("Form", form)
    as_it_is = {"table": visible, "markdown": markdown, "latex": latex}[form]
    shown = explanation.contributions
    title = as_it_is(explanation.title)
    parts = [title, *([write_sheet(_readable(explanation, rows), how)] if shown.height else [])]
    if shown.height > rows:
        rest = shown.slice(rows)
        parts.append(as_it_is(f"… {counted(rest.height, 'more row')}, together {rest['value'].sum():.4f}"))
    return joined([*parts, write_sheet(_totals(explanation), how)], how).encode()


def _readable(explanation: Explanation, rows: int) -> pl.DataFrame:
    """Leave out the losses that nothing was lost to, and show grades as they were given."""
    totals = explanation.totals
    shown = explanation.contributions.head(rows).drop([name for name in LOSSES[1:] if not totals[name]])
    if shown["aspect"].is_null().all():
        shown = shown.drop("aspect")
    return shown.with_columns(
        pl.col("grade").map_elements(lambda grade: f"{grade:g}", return_dtype=pl.String),
    ).with_columns(pl.col(pl.String).fill_null("–"))


def _totals(explanation: Explanation) -> pl.DataFrame:
    totals = explanation.totals
    missed = explanation.never_met["aspect"].to_list()
    more = f" and {len(missed) - MOST_ASPECTS} more" if len(missed) > MOST_ASPECTS else ""
    told = {
        "possible": "",
        "never_met": ", ".join(missed[:MOST_ASPECTS]) + more,
        "redundancy": "items like earlier ones",
        "position": "items at lower ranks",
        "effort": "looking at items",
        "value": "undefined, since nothing has a gain" if isnan(explanation.value) else "",
    }
    signs = dict.fromkeys(LOSSES, -1.0)
    rows = [
        (name.replace("_", " "), signs.get(name, 1.0) * total + 0.0, told[name])
        for name, total in totals.items()
        if name == "value" or total
    ]
    return pl.DataFrame(rows, schema={"": pl.String, "sum": pl.Float64, "of": pl.String}, orient="row")
