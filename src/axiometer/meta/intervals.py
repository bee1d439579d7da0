"""What intervals that come from resampled requests need, and what is said of them."""

from __future__ import annotations

from typing import Final

from axiometer.errors import counted
from axiometer.notes import Note
from axiometer.parameters.declaration import between, whole_from

RESAMPLES: Final = 1000
FEW_REQUESTS: Final = 10
"""Fewer requests than this are too few to trust intervals and p-values."""


def check_resampling(resamples: int, confidence: float, seed: int) -> tuple[int, float, int]:
    """Give the same as Python's numbers, and refuse those that make no interval."""
    return whole_from(0, resamples, "resamples"), between(confidence, "confidence"), whole_from(0, seed, "seed")


def interval_notes(n_requests: int, resamples: int) -> list[Note]:
    """Say where intervals are missing or not to be trusted."""
    if not resamples:
        return []
    if n_requests < 2:
        return [Note("no_interval", "", "one request is too little for an interval", n_requests)]
    return few_requests(n_requests)


def few_requests(n_requests: int) -> list[Note]:
    """Warn of too few requests."""
    if n_requests >= FEW_REQUESTS:
        return []
    told = f"only {counted(n_requests, 'request')}: intervals and p-values mean little"
    return [Note("few_requests", "", told, n_requests)]
