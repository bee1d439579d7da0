"""Which measures and preferences can be had from the positions of relevant items alone."""

from __future__ import annotations

from collections.abc import Iterable

from axiometer.engines.prefer import parse_compared
from axiometer.engines.preferences import Compared
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
        _refuse_unknowable(each)
    return found


def _refuse_unknowable(compared: Compared) -> None:
    beyond = compared.needs - {"corpus_size"} if isinstance(compared, Measure) else frozenset()
    if beyond:
        _refuse(compared, f"needs {' and '.join(sorted(beyond))}")
    if isinstance(compared, Measure) and compared.rows == "judged":
        _refuse(compared, "looks at items that are judged and not relevant")
    if (compared.level if isinstance(compared, Measure) else compared.rel) > 1:
        _refuse(compared, "asks for grades above 1")


def _refuse(compared: Compared, why: str) -> None:
    known = "of the rankings made here nothing is known but where the relevant items are, all of grade 1"
    raise UsageError(f"{compared} {why}: {known}")
