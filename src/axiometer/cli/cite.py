"""``axiometer cite``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from axiometer.engines.prefer import parse_compared
from axiometer.errors import UsageError
from axiometer.measures.base import Measure, SystemMeasure
from axiometer.measures.names import parse_wanted, words
from axiometer.measures.preferences.base import Preference
from axiometer.report.citations import citations


def cite(
    measures: Annotated[
        list[str], typer.Option("--measures", "-m", metavar="NAMES", help="Measures and preferences to cite.")
    ],
) -> None:
    """Print the BibTeX entries of some measures and preferences."""
    print("\n\n".join(citations([each for text in measures for word in words(text) for each in _named(word)])))


def _named(word: str) -> Sequence[Measure | SystemMeasure | Preference]:
    """Find a measure of lists or of systems, or else a preference."""
    try:
        return parse_wanted(word)
    except UsageError:
        return parse_compared(word)
