"""What is told of requests and items that should be there, or should not."""

from __future__ import annotations

import polars as pl

from axiometer.errors import counted
from axiometer.projection.profiles import Profile

MOST_NOTES = 5
CATALOGUE_NOTES = {
    "profile_items": "in lists that the user had rated before (train)",
    "unknown_items": "in lists that neither ratings nor aspects know",
}


def requests_told(counts: pl.DataFrame, profile: Profile, where: str, *, unjudged: str = "ignored") -> list[str]:
    """Tell of requests that are judged or answered only, and what becomes of those that are not judged."""
    effect = {
        "judged": "counted as empty",
        "answered": "left out",
        "relevant": "counted as empty where anything relevant was judged",
        "run": "left out",
        "either": "counted as empty",
    }[profile.requests]
    told = _folded(counts, "missing", f"judged but missing from the run, {effect}", where)
    return told + _folded(counts, "run_only", f"of the run not judged, {unjudged}", where)


def items_told(counts: pl.DataFrame, where: str) -> list[str]:
    """Tell of items that should not have been recommended."""
    return [
        told
        for column, what in CATALOGUE_NOTES.items()
        if column in counts.columns
        for told in _folded(counts, column, what, where, thing="item")
    ]


def _folded(counts: pl.DataFrame, column: str, what: str, where: str, *, thing: str = "request") -> list[str]:
    """Tell a count for each of the first few systems, and of how many more it is to be told."""
    affected = counts.filter(pl.col(column) > 0).select("system", column).rows()
    told = [f"{system}: {counted(count, thing)} {what}" for system, count in affected[:MOST_NOTES]]
    if len(affected) > MOST_NOTES:
        told.append(f"{counted(len(affected) - MOST_NOTES, 'more system')} with {thing}s {what}; {where}")
    return told
