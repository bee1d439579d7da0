"""What intervals that come from resampled queries need, and what is said of them."""

from __future__ import annotations

from typing import Final

from axiometer.checks import between, whole_from
from axiometer.data.schema import Asker
from axiometer.errors import counted
from axiometer.notes import Note

RESAMPLES: Final = 1000
FEW_QUERIES: Final = 10
"""Fewer queries than this are too few to trust intervals and p-values."""


def check_resampling(resamples: int, confidence: float, seed: int) -> tuple[int, float, int]:
    """Give the same as Python's numbers, and refuse those that make no interval."""
    return whole_from(0, resamples, "resamples"), between(confidence, "confidence"), whole_from(0, seed, "seed")


def interval_notes(n_queries: int, resamples: int, asker: Asker) -> list[Note]:
    """Say where intervals are missing or not to be trusted."""
    if not resamples:
        return []
    if n_queries < 2:
        return [Note("no_interval", "", f"one {asker} is too little for an interval", n_queries)]
    return few_queries(n_queries, asker)


def few_queries(n_queries: int, asker: Asker) -> list[Note]:
    """Warn of too few queries."""
    if n_queries >= FEW_QUERIES:
        return []
    told = f"only {counted(n_queries, asker)}: intervals and p-values mean little"
    return [Note("few_queries", "", told, n_queries)]
