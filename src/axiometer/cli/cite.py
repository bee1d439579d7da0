"""``axiometer cite``."""

from __future__ import annotations

from typing import Annotated

import typer

from axiometer.measures.names import parse_measures
from axiometer.report.citations import citations


def cite(
    measures: Annotated[list[str], typer.Option("--measures", "-m", metavar="NAMES", help="Measures to cite.")],
) -> None:
    """Print the BibTeX entries of some measures."""
    print("\n\n".join(citations(parse_measures(measures))))
