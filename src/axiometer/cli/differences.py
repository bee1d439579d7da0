"""``axiometer differences``."""

# No annotations from the future: Typer reads those of the fields.
from dataclasses import dataclass
from typing import Annotated

import typer

from axiometer.cli.arguments import DetailsOption, ToleranceOption, measures_option, option
from axiometer.cli.commands import new_app, sharing
from axiometer.cli.findings import CriterionOfValues
from axiometer.errors import UsageError
from axiometer.measures.names import words
from axiometer.meta.differences import differences as find_differences

ONE = "nDCG@10"


@dataclass(frozen=True, kw_only=True)
class OfOneMeasure(CriterionOfValues):
    """What is asked of two systems by one measure."""

    USUAL = ONE

    measures: Annotated[list[str] | None, measures_option(ONE)] = None


app = new_app()


@app.command(cls=sharing(OfOneMeasure))
def differences(
    context: typer.Context,
    left: Annotated[str, option("--left", "-l", metavar="SYSTEM", help="The one system.")],
    right: Annotated[str, option("--right", "-r", metavar="SYSTEM", help="The other.")],
    tie_tolerance: ToleranceOption = None,
    details: DetailsOption = False,
) -> None:
    """Compare two systems query by query, the largest gain of the left one first.

    [bold]Example[/bold]

    axiometer differences qrels.txt "runs/*.gz" -m nDCG@10 --left mine --right bm25 --figure figure.pdf
    """
    asked: OfOneMeasure = context.obj
    names = [word for text in (*(asked.measures or ()), *(asked.preferences or ())) for word in words(text)]
    if len(names) > 1:
        raise UsageError(f"differences are those of one measure or preference, and {len(names)} are named")
    found = find_differences(asked.outcomes(), left, right, tie_tolerance=tie_tolerance)
    asked.deliver(found, is_detailed=details)
