"""``axiometer cite``."""

from __future__ import annotations

from typing import Annotated

import typer

from axiometer.engines.preferring import parse_compared
from axiometer.report.citations import citations


def cite(
    measures: Annotated[
        list[str], typer.Option("--measures", "-m", metavar="NAMES", help="Measures and preferences to cite.")
    ],
) -> None:
    """Print the BibTeX entries of some measures and preferences."""
    print("\n\n".join(citations(parse_compared(measures))))
