"""From grades to gains."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from axiometer.arrays import FloatArray
from axiometer.errors import InputError, UsageError
from axiometer.measures.parameters import declare

_MOST_EXPONENT: Final = 1000

NAMED: Final = ("linear", "exp", "binary", "identity")


class GainTable(Mapping[float, float]):
    """Gains given one by one; a grade that is not named is its own gain."""

    def __init__(self, gains: Mapping[float, float]) -> None:
        self._gains = dict(sorted(gains.items()))

    def __getitem__(self, grade: float) -> float:
        return self._gains[grade]

    def __iter__(self) -> Iterator[float]:
        return iter(self._gains)

    def __len__(self) -> int:
        return len(self._gains)

    def __hash__(self) -> int:
        return hash(tuple(self._gains.items()))

    def __repr__(self) -> str:
        return repr(self._gains)


Gain = str | GainTable


def gain_parameter(default: str, under: Mapping[str, str] = MappingProxyType({})) -> Any:
    """Declare how grades become gains, by default and where other programs are followed."""

    def problem(value: Any) -> str:
        if isinstance(value, GainTable):
            numbers = [*value, *value.values()]
            is_table = numbers and all(isinstance(n, int | float) and np.isfinite(n) for n in numbers)
            is_right = is_table and min(value) > 0 and min(value.values()) >= 0
            return "" if is_right else "a table of grades above 0 and gains from 0"
        return (
            ""
            if isinstance(value, str) and value in NAMED
            else f"one of {', '.join(NAMED)}, or a table such as {{1:3,2:9}}"
        )

    meaning = (
        "how a grade g becomes a gain: linear g/H, exp (2^g − 1)/2^H, binary 1 from the level rel, identity g, "
        "or a table {grade: gain, …}"
    )
    examples = (*NAMED, GainTable({1: 3, 2: 0.5}))
    return declare(default, meaning, problem, examples=examples, normalise=_table, under=under)


def gains(grade: FloatArray, gain: Gain, *, rel: float, max_grade: float | FloatArray) -> FloatArray:
    """Map grades to gains; a grade of 0 or below has no gain."""
    g: FloatArray = np.maximum(grade, 0.0)
    match gain:
        case "linear":
            return g / max_grade
        case "exp":
            if np.max(max_grade, initial=0.0) > _MOST_EXPONENT:
                expected = f"grades up to {_MOST_EXPONENT} with gain='exp'"
                raise InputError(f"the maximum grade {np.max(max_grade):g}", expected)
            return np.asarray((np.exp2(g) - 1) / np.exp2(max_grade))
        case "binary":
            return (g >= rel).astype(np.float64)
        case "identity":
            return g
        case GainTable():
            mapped = g.copy()
            for named, value in gain.items():
                mapped[grade == named] = value
            return mapped
    raise UsageError(f"there is no gain {gain!r}")


def _table(value: Any) -> Any:
    is_plain = isinstance(value, Mapping) and all(isinstance(n, int | float) for n in (*value, *value.values()))
    return GainTable(value) if is_plain and not isinstance(value, GainTable) else value
