"""Which measures and preferences can be had from the positions of relevant items alone."""

from __future__ import annotations

from collections.abc import Iterable

from axiometer.engines.preferences import Compared
from axiometer.engines.preferring import parse_compared
from axiometer.errors import UsageError
from axiometer.measures.base import Measure
from axiometer.measures.names import parse_measures


def position_measures(measures: str | Measure | Iterable[str | Measure]) -> list[Measure]:
    """Find the measures that texts name, and refuse those that look at more than positions."""
    found = parse_measures(measures)
    for measure in found:
        _refuse_unknowable(measure)
    return found


def position_compared(compared: str | Compared | Iterable[str | Compared]) -> list[Compared]:
    """Find the measures and preferences that texts name, and refuse those that look at more than positions."""
    found = parse_compared(compared)
    for each in found:
        if isinstance(each, Measure):
            _refuse_unknowable(each)
    return found


def _refuse_unknowable(measure: Measure) -> None:
    if beyond := measure.needs - {"corpus_size"}:
        raise UsageError(
            f"{measure} needs {' and '.join(sorted(beyond))}: "
            "of the rankings made here nothing is known but where the relevant items are"
        )
