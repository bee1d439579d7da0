"""Time as a table of lines."""

from __future__ import annotations

import statistics
import subprocess
import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

Name = TypeVar("Name", bound=Hashable)
HEAD = ("what", "fastest", "median", "ratio", "target", "met")


@dataclass(frozen=True)
class PartlyTimed:
    """What a call gives of which only parts are to be timed: its result, and the seconds of those parts."""

    result: Any
    seconds: float


@dataclass(frozen=True)
class Timing:
    """The seconds that several calls of the same function took."""

    seconds: tuple[float, ...]

    @property
    def fastest(self) -> float:
        """The time that the least disturbed call took."""
        return min(self.seconds)

    @property
    def median(self) -> float:
        """The time of the call in the middle; far from the fastest if other programs disturbed."""
        return statistics.median(self.seconds)


@dataclass(frozen=True)
class Difference:
    """What some calls took beyond some others."""

    whole: Timing
    rest: Timing

    @property
    def fastest(self) -> float:
        """By how much the fastest calls differ."""
        return self.whole.fastest - self.rest.fastest

    @property
    def median(self) -> float:
        """By how much the calls in the middle differ."""
        return self.whole.median - self.rest.median


@dataclass(frozen=True)
class Target:
    """A bound for a ratio or an amount, and how to write it."""

    bound: float
    unit: str = "×"
    is_upper: bool = True

    def __str__(self) -> str:
        return f"{'≤' if self.is_upper else '≥'} {self.bound:g}{'' if self.unit == '×' else ' '}{self.unit}"

    def is_met_by(self, value: float) -> bool:
        """Tell whether the value lies on the right side of the bound."""
        return value <= self.bound if self.is_upper else value >= self.bound


@dataclass(frozen=True)
class Line:
    """A line of the table: a measurement or, without one, a heading."""

    what: str
    fastest: str = ""
    median: str = ""
    ratio: str = ""
    target: str = ""
    is_met: bool | None = None

    @property
    def cells(self) -> tuple[str, ...]:
        """What stands in the columns."""
        met = {None: "", True: "yes", False: "NO"}[self.is_met]
        return (self.what, self.fastest, self.median, self.ratio, self.target, met)


def time_in_turns(calls: Mapping[Name, Callable[[], Any]], repeat: int) -> dict[Name, Timing]:
    """Time several functions in turns, so that what disturbs the machine disturbs all of them."""
    seconds: dict[Name, list[float]] = {name: [] for name in calls}
    for _ in range(repeat):
        for name, call in calls.items():
            start = time.perf_counter()
            result = call()
            passed = time.perf_counter() - start
            seconds[name].append(result.seconds if isinstance(result, PartlyTimed) else passed)
    return {name: Timing(tuple(each)) for name, each in seconds.items()}


def time_processes(commands: Mapping[str, Sequence[str]], repeat: int) -> dict[str, Timing]:
    """Time fresh processes from their start to their end, in turns."""
    calls = {name: _process(command) for name, command in commands.items()}
    return time_in_turns(calls, repeat)


def timed(what: str, timing: Timing | Difference, ratio: float | None = None, target: Target | None = None) -> Line:
    """Make a line of a timing; the target is one for the seconds, if they are its unit, or for the ratio."""
    measured = timing.fastest if target is not None and target.unit == "s" else ratio
    is_met = None if target is None or measured is None else target.is_met_by(measured)
    return Line(
        f"  {what}",
        f"{timing.fastest:.3f} s",
        f"{timing.median:.3f} s",
        "" if ratio is None else f"{ratio:.2f}×",
        "" if target is None else str(target),
        is_met,
    )


def as_text(lines: Sequence[Line]) -> str:
    """Align the columns of the lines; headings run over all of them."""
    rows = [HEAD, *(line.cells for line in lines)]
    widths = [max(len(row[column]) for row in rows if any(row[1:])) for column in range(len(HEAD))]
    return "\n".join(_aligned(row, widths) if any(row[1:]) else row[0] for row in rows)


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    numbers = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
    return "  ".join([row[0].ljust(widths[0]), *numbers]).rstrip()


def _process(command: Sequence[str]) -> Callable[[], Any]:
    return lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
