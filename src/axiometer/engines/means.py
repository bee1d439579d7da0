"""What tables of values and means have in common."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import polars as pl

from axiometer.conventions.profiles import CHOICES, Undefined
from axiometer.errors import UsageError

MEASURE: Final = "measure"
VALUE: Final = "value"
STANDARD_ERROR: Final = "standard_error"


def checked_policy(undefined: Undefined) -> Undefined:
    """Give what becomes of undefined values, if it is one of the choices."""
    if undefined not in CHOICES["undefined"]:
        raise UsageError(f"undefined cannot be {undefined!r}; choose one of {', '.join(CHOICES['undefined'])}")
    return undefined


def texts(things: Iterable[str]) -> pl.Series:
    """Give a column of text, also if there is none."""
    return pl.Series(list(things), dtype=pl.String)
