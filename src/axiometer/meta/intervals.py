"""What intervals that come from resampled requests need, and what is said of them."""

from __future__ import annotations

from typing import Final

from axiometer.errors import counted
from axiometer.parameters.declaration import between, whole_from

RESAMPLES: Final = 1000
FEW_REQUESTS: Final = 10
"""Fewer requests than this are too few to trust intervals and p-values."""


def check_resampling(resamples: int, confidence: float, seed: int) -> tuple[int, float, int]:
    """Give the same as Python's numbers, and refuse those that make no interval."""
    return whole_from(0, resamples, "resamples"), between(confidence, "confidence"), whole_from(0, seed, "seed")


def interval_caveats(n_requests: int, resamples: int) -> list[str]:
    """Say where intervals are missing or not to be trusted."""
    if not resamples:
        return []
    if n_requests < 2:
        return ["one request is too little for an interval"]
    return few_requests(n_requests)


def few_requests(n_requests: int) -> list[str]:
    """Warn of too few requests."""
    if n_requests >= FEW_REQUESTS:
        return []
    return [f"only {counted(n_requests, 'request')}: intervals and p-values mean little"]
