"""Systems of known quality: a chain from the best to the worst."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from numbers import Real
from typing import Any, Final, Literal, get_args

import numpy as np
import polars as pl

from axiometer.arrays import FloatArray
from axiometer.checks import several, whole_from
from axiometer.data import schema
from axiometer.errors import UsageError
from axiometer.simulate.random_numbers import uniform

Quality = Literal["relevance", "diversity", "redundancy"]
"""What makes a list good: relevant items, many aspects, and few items in a row that say the same."""

QUALITIES: Final[tuple[Quality, ...]] = get_args(Quality)
TRUE_RANK: Final = "true_rank"
MOST_RANKS: Final = 10_000

_NAMES: Final = 1
"""The stream that shuffles the names of the systems."""


@dataclass(frozen=True, kw_only=True)
class SystemsWorld:
    """What a world says of its systems.

    The i-th best of n systems has in each quality that varies

        level_i = level ∓ spread · (i − 1)/(n − 1),

    − for relevance and diversity, + for redundancy, of which less is better. All systems have the same level of a
    quality that does not vary. Where nothing varies, no system is better than another, and all differences are chance.

    Attributes
    ----------
    systems, depth
        How many systems, and how long their lists.
    relevance, diversity, redundancy
        The level of each quality, from 0 to 1: that of all systems or, where it varies, of the best one.
    vary
        In what the systems differ.
    spread
        How far apart the best and the worst system are in what varies.
    noise
        The share of the ranks at which a system goes its own way: how much systems differ by chance.
    seed
        Same seed, same result.
    """

    systems: int = 12
    depth: int = 100
    relevance: float = 0.9
    diversity: float = 1.0
    redundancy: float = 0.0
    vary: tuple[Quality, ...] = QUALITIES
    spread: float = 0.8
    noise: float = 0.1
    seed: int = 0

    def __post_init__(self) -> None:
        self._set("vary", _qualities(self.vary))
        self._set_whole(1, "systems", "depth")
        self._set_whole(0, "seed")
        self._set_shares(*QUALITIES, "spread", "noise")
        if self.depth > MOST_RANKS:
            raise UsageError(f"the depth is {self.depth}; a list has at most {MOST_RANKS} items")
        if self.vary and self.spread == 0:
            raise UsageError("with a spread of 0 nothing varies: take a larger one, or let nothing vary")
        for quality in self.vary:
            best = getattr(self, quality)
            worst = round(best + self.spread if quality == "redundancy" else best - self.spread, 12)
            if not 0 <= worst <= 1:
                raise UsageError(
                    f"{quality} goes from {best:g}, the level of the best system, to {worst:g} with the spread "
                    f"{self.spread:g}; levels are from 0 to 1: take another level or a smaller spread"
                )

    def levels(self) -> dict[Quality, FloatArray]:
        """Give the level of each quality of all systems, the best system first."""
        worse = self.spread * np.arange(self.systems) / max(self.systems - 1, 1)
        levels: dict[Quality, FloatArray] = {}
        for quality in QUALITIES:
            change = worse if quality in self.vary else np.zeros(self.systems)
            levels[quality] = np.clip(getattr(self, quality) + (change if quality == "redundancy" else -change), 0, 1)
        return levels

    def names(self) -> pl.Series:
        """Name the systems, the best first, so that the names do not tell the order."""
        number = pl.Series(np.argsort(uniform(self.seed, _NAMES, size=(self.systems,)), kind="stable") + 1)
        width = max(2, len(str(self.systems)))
        return ("s" + number.cast(pl.String).str.zfill(width)).alias(schema.SYSTEM)

    def truth(self) -> pl.DataFrame:
        """Give ``system``, ``true_rank`` and the levels, the best system first; all are first where nothing varies."""
        rank = np.arange(1, self.systems + 1) if self.vary else np.ones(self.systems, np.int64)
        levels = (pl.Series(quality, level) for quality, level in self.levels().items())
        return pl.DataFrame([self.names(), pl.Series(TRUE_RANK, rank), *levels])

    def _set(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)

    def _set_whole(self, least: int, *names: str) -> None:
        for name in names:
            self._set(name, whole_from(least, getattr(self, name), f"{name} of a simulation"))

    def _set_shares(self, *names: str) -> None:
        for name in names:
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, Real) or not 0 <= float(value) <= 1:
                raise UsageError(f"{name} must be a number from 0 to 1, not {value!r}")
            self._set(name, float(value))

    def _set_range(self, least: int, name: str) -> None:
        value = getattr(self, name)
        bounds = tuple(value) if isinstance(value, Iterable) and not isinstance(value, str) else (value, value)
        if len(bounds) != 2:
            raise UsageError(f"{name} must be two whole numbers, the least and the most, not {value!r}")
        low, high = (whole_from(least, bound, f"the bounds of {name}") for bound in bounds)
        if high < low:
            raise UsageError(f"{name} go from {low} to {high}: the least comes first")
        self._set(name, (low, high))


def _qualities(vary: Any) -> tuple[Quality, ...]:
    """Put what varies in the usual order, and refuse other things."""
    given = several(vary)
    for each in given:
        if each not in QUALITIES:
            raise UsageError(f"{each!r} cannot vary; choose from {', '.join(QUALITIES)}")
    return tuple(quality for quality in QUALITIES if quality in given)
