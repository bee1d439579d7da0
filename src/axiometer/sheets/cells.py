"""How people write numbers, shares, p-values and intervals."""

from __future__ import annotations

import math
from typing import Any, Final

DECIMALS: Final = 4
UNDEFINED: Final = "–"
ROUNDING: Final = 1e-12
"""A number closer to 0 is 0."""
SMALLEST_P: Final = 0.0001
SMALLEST_SHARE: Final = 0.001


def written(value: Any) -> str:
    """Write what stands in a frame."""
    if value is None:
        return UNDEFINED
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, float):
        return str(value)
    if math.isnan(value):
        return "undefined"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    return f"{value:.1e}" if 0 < abs(value) < 10**-DECIMALS / 2 else f"{value:.{DECIMALS}f}"


def number(value: float) -> str:
    """Write a number; a small one with its power of ten."""
    is_tiny = ROUNDING < abs(value) < 10**-DECIMALS / 2
    return f"{value:.1e}".replace("-", "−", value < 0) if is_tiny else rounded(value, DECIMALS)


def rounded(value: float, decimals: int) -> str:
    """Write a number with so many decimals."""
    # Adding 0 makes −0 to 0.
    return UNDEFINED if math.isnan(value) else f"{round(value, decimals) + 0.0:.{decimals}f}".replace("-", "−")


def share(value: float) -> str:
    """Write a share in percent."""
    if math.isnan(value):
        return UNDEFINED
    if 0 < value < SMALLEST_SHARE:
        return f"<{SMALLEST_SHARE:.1%}"
    # What is not all is not 100%, either.
    return f">{1 - SMALLEST_SHARE:.1%}" if 1 - SMALLEST_SHARE < value < 1 else f"{value:.1%}"


def p_value(value: float) -> str:
    """Write a p-value."""
    return f"<{SMALLEST_P}" if value < SMALLEST_P else number(value)


def interval(low: float, high: float, *, is_share: bool = False) -> str:
    """Write an interval."""
    write = share if is_share else number
    return UNDEFINED if math.isnan(low) or math.isnan(high) else f"[{write(low)}, {write(high)}]"
